//! Certificates of what cubes say together.

use super::task::{Task, engine};
use crate::error::Failure;
use satoku::certify::{Certifiable, Certification, CertifyError, Conclusion, CubesDraft};
use satoku::{Limits, Solution};

/// What was made; a failure if it was not.
pub fn certified<T>(made: Result<Certification<T>, CertifyError>) -> Result<T, Failure> {
    match made {
        Ok(Certification::Proven(made)) => Ok(made),
        Ok(Certification::False(truth)) => Err(engine(format!("the answer is wrong: {truth}"))),
        Ok(Certification::Unknown(reason)) => Err(Failure::open(&reason)),
        Err(
            error
            @ (CertifyError::Side(_) | CertifyError::TooLarge(_) | CertifyError::Solutions(_)),
        ) => Err(Failure::Unsupported(error.to_string())),
        Err(error) => Err(engine(error)),
    }
}

impl<P: Certifiable> Task<P> {
    /// The certificate of what was found, without its proofs.
    pub fn draft(
        &self,
        cubes: &[String],
        solutions: &[String],
        limits: &Limits,
    ) -> Result<CubesDraft<'_, P>, Failure> {
        let cubes = self.parts(cubes, limits)?.split.cubes;
        let mut found: Vec<Solution> = solutions
            .iter()
            .map(|line| self.solution(line))
            .collect::<Result<_, _>>()?;
        let conclusion = match &self.objective {
            Some(objective) if !found.is_empty() => Conclusion::Best {
                solution: found.swap_remove(0),
                objective: objective.clone(),
            },
            _ => Conclusion::All(found),
        };
        certified(CubesDraft::new(&self.puzzle, conclusion, cubes, limits))
    }
}
