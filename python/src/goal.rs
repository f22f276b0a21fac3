//! What a certificate is to prove.

use crate::error::{BadInput, Failure};
use crate::numbers;
use crate::puzzle::Question;
use crate::text::cut;
use crate::weights::Weights;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use satoku::certify::{
    self, Assertion, Certifiable, Certificate, Certification, CertifyError, CertifyRequest,
    ProofFormat, ProofRequest,
};
use satoku::objective::Directed;
use satoku::{Geometry, Limits};

/// What is to be proven.
pub enum Claim {
    /// Exactly this many solutions.
    Solutions(u64),
    /// By its name.
    Named(String),
}

/// Reads the keyword `claim`.
///
/// # Errors
/// Whatever is no claim.
pub fn claim(value: &Bound<'_, PyAny>) -> PyResult<Claim> {
    if let Ok(name) = value.extract() {
        return Ok(Claim::Named(name));
    }
    match value.is_instance_of::<PyInt>() {
        true => numbers::claim(value).map(Claim::Solutions),
        false => Err(PyTypeError::new_err(format!(
            "claim: found {}, expected 'none', 'unique', 'maximum' or a number of solutions",
            value.get_type()
        ))),
    }
}

/// What is to be proven, checked.
pub enum Goal {
    Solutions(u64),
    Best(Weights),
}

impl Goal {
    /// Reads the keywords.
    ///
    /// # Errors
    /// A claim that does not exist, or weights for one that is not about a score.
    pub fn new(claim: Claim, weights: Option<Vec<i64>>, minimise: bool) -> Result<Goal, Failure> {
        let is_about_scores = matches!(&claim, Claim::Named(name) if name == "maximum");
        let given = [("weights", weights.is_some()), ("minimise", minimise)];
        if let Some((keyword, _)) = given.iter().find(|(_, is_given)| *is_given)
            && !is_about_scores
        {
            let what = format!(
                "{keyword}: applies only to a score; claim 'maximum', or leave {keyword} out"
            );
            return Err(BadInput::new(what).into());
        }
        Ok(match claim {
            Claim::Solutions(count) => Goal::Solutions(count),
            Claim::Named(name) => match name.as_str() {
                "none" => Goal::Solutions(0),
                "unique" => Goal::Solutions(1),
                "maximum" => Goal::Best(Weights::new(weights, minimise)),
                other => {
                    let what = format!(
                        "claim: found '{}', expected 'none', 'unique', 'maximum' or a number of solutions",
                        cut(other)
                    );
                    return Err(BadInput::new(what).into());
                }
            },
        })
    }

    /// Refuses weights that fit no puzzle of a shape that is known before any puzzle is.
    ///
    /// # Errors
    /// Weights for another size, or too large ones.
    pub fn check(&self, shape: Option<Geometry>) -> Result<(), Failure> {
        match self {
            Goal::Solutions(_) => Ok(()),
            Goal::Best(weights) => weights.check(shape),
        }
    }

    /// Proves it of a puzzle.
    ///
    /// # Errors
    /// A puzzle that is too large, or a fault of the solver.
    pub fn prove(
        &self,
        question: &Question,
        format: ProofFormat,
        limits: &Limits,
    ) -> Result<Certification<Certificate>, Failure> {
        let proof = ProofRequest::new(format, limits);
        match question {
            Question::Variant(variant) => {
                let puzzle = match variant.puzzle.whole() {
                    Ok(puzzle) => puzzle,
                    Err(reason) => return Ok(Certification::Unknown(reason.clone())),
                };
                self.prove_of(puzzle, |weights| weights.on_board(puzzle.board()), proof)
            }
            other => {
                let puzzle = other.classic();
                let puzzle = puzzle.ok_or_else(|| Failure::Engine("a puzzle of no kind".into()))?;
                let geometry = puzzle.geometry();
                self.prove_of(&puzzle, |weights| weights.on_shape(geometry), proof)
            }
        }
    }

    fn prove_of<P: Certifiable>(
        &self,
        puzzle: &P,
        objective: impl FnOnce(&Weights) -> Result<Directed<P::Objective>, Failure>,
        proof: ProofRequest<'_>,
    ) -> Result<Certification<Certificate>, Failure> {
        let assertion = match self {
            Goal::Solutions(count) => Assertion::Solutions(*count),
            Goal::Best(weights) => Assertion::Best(objective(weights)?),
        };
        let proven = certify::in_memory(&CertifyRequest {
            puzzle,
            assertion: &assertion,
            proof,
        });
        proven.map_err(|error| match error {
            CertifyError::Side(_) | CertifyError::TooLarge(_) | CertifyError::Solutions(_) => {
                Failure::Unsupported(error.to_string())
            }
            CertifyError::NoPrices | CertifyError::Prices { .. } | CertifyError::Assertion(_) => {
                BadInput::new(error.to_string()).into()
            }
            error => Failure::Engine(error.to_string()),
        })
    }
}

/// The form of a proof by its name.
///
/// # Errors
/// A name that does not exist.
pub fn format_named(name: &str) -> Result<ProofFormat, Failure> {
    Ok(match name {
        "auto" => ProofFormat::Auto,
        "text" => ProofFormat::Text,
        "binary" => ProofFormat::Binary,
        "lrat" => ProofFormat::Lrat,
        "binary-lrat" => ProofFormat::BinaryLrat,
        "prices" => ProofFormat::Prices,
        other => {
            let what = format!(
                "proof_format: found '{}', expected auto, text, binary, lrat, binary-lrat or prices",
                cut(other)
            );
            return Err(BadInput::new(what).into());
        }
    })
}
