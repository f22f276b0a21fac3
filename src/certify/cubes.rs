//! Certificates whose proof is in parts, one for each cube, so that each can be made apart:
//! a [`CubesDraft`] has the formula, [`CubesDraft::refute`] makes the proof of one part,
//! [`CubesDraft::in_memory`] puts them together and asks the verifier.
//!
//! The last part says that the cubes cover everything: that the formula has no model
//! outside them. The proof of a part is binary DRAT, or the text of prices that bound the
//! scores of a cube.

mod assembly;
#[cfg(feature = "process")]
mod work;

use super::MAX_SOLUTIONS;
use super::certifiable::{Certifiable, Conclusion};
#[cfg(feature = "process")]
use super::prices::are_prices;
use super::prove::answered;
use super::request::{Certification, CertifyError, NotProven, is_false, unknown};
use super::solver::{self, ProofFormat, ProofLimits, SolverAnswer};
use crate::cnf::verified::for_verifier;
use crate::cnf::{ClauseSink, Formula, Lit, add_or_contradict};
use crate::cubes::Cube;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::words::mebibytes;
use satoku_verify::cubes::MAX_CUBES;
#[cfg(feature = "process")]
use satoku_verify::proof::steps::StepReader;
use satoku_verify::proof::{self, CheckResult};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "process")]
pub use work::{KeptProofs, PartsWork};

/// A certificate that lacks nothing but its proofs.
pub struct CubesDraft<'p, P: Certifiable> {
    puzzle: &'p P,
    conclusion: Conclusion<P::Objective>,
    /// The rules and the givens, if prices may bound the scores of cubes.
    rules: Option<Formula>,
    /// The formula that says the conclusion is false, once it is needed.
    negation: Mutex<Option<Arc<Formula>>>,
    parts: Vec<Cube>,
    cubes: Vec<Vec<Lit>>,
}

impl<'p, P: Certifiable> CubesDraft<'p, P> {
    /// The certificate of what was found by these cubes.
    ///
    /// # Errors
    /// [`CertifyError`] if it would be too large.
    pub fn new(
        puzzle: &'p P,
        conclusion: Conclusion<P::Objective>,
        parts: Vec<Cube>,
        limits: &Limits,
    ) -> Result<Certification<CubesDraft<'p, P>>, CertifyError> {
        if let Conclusion::All(solutions) = &conclusion
            && solutions.len() as u64 > MAX_SOLUTIONS
        {
            return Err(CertifyError::Solutions(solutions.len() as u64));
        }
        let cubes = literals(puzzle, &parts)?;
        let rules = || -> Result<Option<Formula>, NotProven> {
            limits.check().or_else(unknown)?;
            puzzle.draft(&conclusion, None)?;
            puzzle.rules(&conclusion)
        };
        answered(rules().map(|rules| CubesDraft {
            puzzle,
            conclusion,
            rules,
            negation: Mutex::new(None),
            parts,
            cubes,
        }))
    }

    /// The certificate of what prices show of these cubes.
    ///
    /// # Errors
    /// [`CertifyError`] if it would be too large.
    pub(super) fn of_prices(
        puzzle: &'p P,
        conclusion: Conclusion<P::Objective>,
        parts: Vec<Cube>,
        rules: Formula,
    ) -> Result<CubesDraft<'p, P>, CertifyError> {
        Ok(CubesDraft {
            puzzle,
            conclusion,
            rules: Some(rules),
            negation: Mutex::new(None),
            cubes: literals(puzzle, &parts)?,
            parts,
        })
    }

    /// In how many parts the proof is: the cubes, and the last one for what is outside of
    /// them.
    pub fn parts(&self) -> usize {
        self.cubes.len() + 1
    }

    /// The formula that says the conclusion is false.
    fn negation(&self, limits: &Limits) -> Result<Arc<Formula>, NotProven> {
        let mut known = self.negation.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known {
            return Ok(known.clone());
        }
        let made = Arc::new(self.puzzle.negation(&self.conclusion, limits)?);
        *known = Some(made.clone());
        Ok(made)
    }

    /// The formula of a part, from 0.
    fn formula(&self, part: usize, limits: &Limits) -> Result<Formula, NotProven> {
        if let Some(cube) = self.cubes.get(part) {
            let mut formula = (*self.negation(limits)?).clone();
            cube.iter().for_each(|lit| formula.add_clause(&[*lit]));
            return Ok(formula);
        }
        let mut formula = match &self.rules {
            Some(rules) => rules.clone(),
            None => (*self.negation(limits)?).clone(),
        };
        for cube in &self.cubes {
            let negation: Vec<Lit> = cube.iter().map(|lit| !*lit).collect();
            add_or_contradict(&mut formula, &negation);
        }
        Ok(formula)
    }

    /// Refutes a part, from 0, and lets the verifier's checker look at the proof; the
    /// proof, in binary DRAT. If the part has a model, the conclusion is false. The scores of
    /// a cube may be bounded by prices instead.
    ///
    /// # Errors
    /// [`CertifyError::Engine`] if the solver fails or its proof is wrong.
    pub fn refute(
        &self,
        part: usize,
        limits: &Limits,
        max_proof: u64,
    ) -> Result<Certification<Vec<u8>>, CertifyError> {
        let within = ProofLimits {
            limits,
            most: max_proof,
        };
        answered(self.proof(part, within))
    }

    /// The proof of a part, from 0.
    pub(super) fn proof(&self, part: usize, within: ProofLimits<'_>) -> Result<Vec<u8>, NotProven> {
        let limits = within.limits;
        let cube = self.parts.get(part);
        let prices = cube.and_then(|cube| self.puzzle.prices(&self.conclusion, cube, limits));
        if let Some(prices) = prices {
            return Ok(prices.into_bytes());
        }
        if let Some(reason) = limits.exceeded() {
            return unknown(reason);
        }
        let formula = self.formula(part, limits)?;
        let learnt = cube.and_then(|cube| self.puzzle.refute(&self.conclusion, cube, within));
        let (answer, bytes) = learnt.unwrap_or_else(|| {
            let mut bytes = Vec::new();
            let answer = solver::varisat(&formula, ProofFormat::Binary, &mut bytes, within);
            (answer, bytes)
        });
        match answer {
            SolverAnswer::Unsatisfiable => {}
            SolverAnswer::Unknown(reason) => return unknown(reason),
            SolverAnswer::Satisfiable => {
                let truth = format!("{} has a solution that was not found", self.name(part));
                return is_false(truth);
            }
        }
        let stop = || limits.exceeded().is_some();
        let system = proof::ProofSystem::Drat;
        let wrong = |why: String| {
            let part = self.name(part);
            Err(CertifyError::Engine(format!("{part}: the proof was rejected: {why}")).into())
        };
        match proof::check(system, &for_verifier(&formula), &bytes[..], &stop) {
            Ok(CheckResult::Refuted(_)) => Ok(bytes),
            Ok(CheckResult::Stopped) => unknown(limits.reason()),
            Ok(CheckResult::TooLarge(why)) => unknown(Reason::Engine(why)),
            Ok(CheckResult::Flawed(why)) => wrong(why),
            Err(error) => wrong(error.to_string()),
        }
    }

    /// Whether this is a proof of a part, from 0, as an earlier run may have left it.
    #[cfg(feature = "process")]
    fn is_proof(&self, part: usize, bytes: &[u8], limits: &Limits) -> bool {
        if are_prices(bytes) {
            let (cube, text) = (self.parts.get(part), std::str::from_utf8(bytes));
            return cube.zip(text.ok()).is_some_and(|(cube, text)| {
                self.puzzle.are_prices_of(&self.conclusion, cube, text)
            });
        }
        let stop = || limits.exceeded().is_some();
        let Ok(formula) = self.formula(part, limits) else {
            return false;
        };
        let Ok(steps) = StepReader::new(bytes, proof::ProofSystem::Drat) else {
            return false;
        };
        // Those of a certificate have no comments.
        let steps = steps.without_comments();
        let checked = proof::check_steps(&for_verifier(&formula), steps, &stop);
        matches!(checked, Ok(CheckResult::Refuted(_)))
    }

    fn name(&self, part: usize) -> String {
        match part < self.cubes.len() {
            true => format!("cube {}", part + 1),
            false => "the part outside the cubes".into(),
        }
    }
}

/// Largest text file of a certificate, in bytes.
const MAX_TEXT: usize = 64 << 20;

/// Bytes of a part in the manifest: the longest name and size, a hash, and what is around
/// them.
const IN_MANIFEST: usize = 180;

/// Maximum number of cubes of a certificate: the verifier refuses longer manifests.
pub const MAX_PARTS: usize = MAX_TEXT / IN_MANIFEST;

const _: () = assert!(MAX_PARTS as u64 <= MAX_CUBES);

/// The literals of each cube.
fn literals<P: Certifiable>(puzzle: &P, parts: &[Cube]) -> Result<Vec<Vec<Lit>>, CertifyError> {
    require_few(parts.len())?;
    let cubes = parts.iter().map(|cube| {
        let candidates = cube.candidates.iter();
        candidates
            .filter_map(|&each| puzzle.literal(each))
            .collect()
    });
    let cubes: Vec<Vec<Lit>> = cubes.collect();
    require_short(&cubes)?;
    Ok(cubes)
}

/// Refuses cubes that the verifier would refuse once they are all proven.
fn require_few(cubes: usize) -> Result<(), CertifyError> {
    match cubes > MAX_PARTS {
        true => Err(CertifyError::TooLarge(format!(
            "{cubes} cubes are too many for a certificate, expected at most {MAX_PARTS}"
        ))),
        false => Ok(()),
    }
}

/// An error if `cubes.txt` would be too long for a certificate.
fn require_short(cubes: &[Vec<Lit>]) -> Result<(), CertifyError> {
    let bytes: usize = cubes.iter().map(|cube| assembly::line(cube).len()).sum();
    match bytes > MAX_TEXT {
        true => Err(CertifyError::TooLarge(format!(
            "the cubes are too long for a certificate: they take more than {}",
            mebibytes(MAX_TEXT as u64)
        ))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;

    #[test]
    fn cubes_that_are_too_long_are_refused() {
        let literal = Var::from_index(1 << 30).positive();
        let long = vec![literal; MAX_TEXT / 11];
        assert!(require_short(&[long[1000..].to_vec()]).is_ok());
        let refused = require_short(&[long, vec![literal; 2]]).unwrap_err();
        assert!(refused.to_string().contains("64 MiB"), "{refused}");
    }
}
