//! Where a certificate is while it is made: in memory, or in a folder.

use super::request::CertifyError;
use super::solver::{self, ProofFormat, ProofLimits, SolverAnswer};
use crate::cnf::Formula;
use crate::escape;
use satoku_verify::file;
use satoku_verify::files::{Files, Memory};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the contents of a file.
pub type Fill<'f> = dyn FnMut(&mut dyn Write) -> io::Result<()> + 'f;

/// The files of a certificate in the making.
pub trait Staging {
    /// Makes a file, or makes it anew.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&mut self, name: &str, fill: &mut Fill<'_>) -> Result<(), CertifyError>;

    /// Removes a file.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&mut self, name: &str) -> Result<(), CertifyError>;

    /// The files that were made.
    fn files(&self) -> Box<dyn Files + '_>;

    /// Lets a solver refute the formula, which was written, and write the proof as DRAT;
    /// its answer and its name.
    ///
    /// # Errors
    /// If the proof cannot be written.
    fn refute(
        &mut self,
        formula: &Formula,
        format: ProofFormat,
        limits: ProofLimits<'_>,
    ) -> Result<(SolverAnswer, String), CertifyError>;

    /// Keeps the formula, and the proof of another solver, which was rejected, outside the
    /// certificate, if that is possible.
    fn keep_rejected(&self) -> Option<Rejected> {
        None
    }
}

/// A proof that was rejected.
#[derive(Debug)]
#[cfg_attr(not(feature = "process"), allow(dead_code))]
pub struct Rejected {
    /// Where it is, with its formula.
    pub folder: PathBuf,
    /// Where it was before.
    pub partial: PathBuf,
    /// Whether nothing was written.
    pub is_empty: bool,
}

impl Rejected {
    /// What the error is, if a proof of this solver was rejected for this reason.
    pub fn error(kept: Option<Rejected>, solver: &str, why: &str) -> CertifyError {
        CertifyError::Engine(match kept {
            None => format!("the proof of {solver} was rejected: {why}"),
            Some(kept) => {
                let folder = escape::path(&kept.folder);
                let why = why.replace(&format!("{}/", escape::path(&kept.partial)), "");
                match kept.is_empty {
                    true => format!(
                        "{solver} wrote no proof to {{proof}}, and the formula is not refuted \
                         without one; it is kept in {folder}"
                    ),
                    false => format!(
                        "the proof of {solver} was rejected: {why}; formula and proof are kept in \
                         {folder}"
                    ),
                }
            }
        })
    }
}

/// Lets varisat refute the formula.
///
/// # Errors
/// If the proof cannot be written.
pub fn refute_by_varisat(
    staging: &mut dyn Staging,
    formula: &Formula,
    format: ProofFormat,
    limits: ProofLimits<'_>,
) -> Result<(SolverAnswer, String), CertifyError> {
    let mut answer = None;
    staging.write(file::DRAT, &mut |output| {
        answer = Some(solver::varisat(formula, format, output, limits));
        Ok(())
    })?;
    let missing = || CertifyError::Engine("varisat was not asked".into());
    let answer = answer.ok_or_else(missing)?;
    Ok((answer, crate::sat::VARISAT_NAME.to_owned()))
}

impl Staging for Memory {
    fn write(&mut self, name: &str, fill: &mut Fill<'_>) -> Result<(), CertifyError> {
        let mut bytes = Vec::new();
        fill(&mut bytes).map_err(|error| CertifyError::io(Path::new(name), error))?;
        self.files.insert(name.to_owned(), bytes);
        Ok(())
    }

    fn remove(&mut self, name: &str) -> Result<(), CertifyError> {
        self.files.remove(name);
        Ok(())
    }

    fn files(&self) -> Box<dyn Files + '_> {
        Box::new(self)
    }

    fn refute(
        &mut self,
        formula: &Formula,
        format: ProofFormat,
        limits: ProofLimits<'_>,
    ) -> Result<(SolverAnswer, String), CertifyError> {
        refute_by_varisat(self, formula, format, limits)
    }
}
