//! What was found about a puzzle, and puzzles for which it can be proven.

use super::bounded::PricedCubes;
use super::files::{Draft, Grounds};
use super::request::{CertifyError, CertifyRequest, NotProven};
use super::solver::{ProofLimits, SolverAnswer};
use crate::cnf::{Formula, Lit};
use crate::cubes::{Cube, Splittable};
use crate::grid::{Candidate, Solution};
use crate::limits::Limits;
use crate::objective::Directed;
use crate::outcome::{End, Optimum};

/// A finding about a puzzle that is to be proven.
#[derive(Clone, Debug)]
pub enum Conclusion<O> {
    /// All its solutions.
    All(Vec<Solution>),
    /// A best solution.
    Best {
        /// The solution.
        solution: Solution,
        /// What is scored.
        objective: Directed<O>,
    },
    /// A solution that may not be the best: no score is beyond a bound by prices.
    AtMost {
        /// The solution.
        solution: Solution,
        /// What is scored.
        objective: Directed<O>,
    },
}

impl<O> Conclusion<O> {
    /// The solutions that a certificate shows.
    pub(super) fn solutions(&self) -> &[Solution] {
        match self {
            Conclusion::All(solutions) => solutions,
            Conclusion::Best { solution, .. } | Conclusion::AtMost { solution, .. } => {
                std::slice::from_ref(solution)
            }
        }
    }

    /// The best solution that is known, and what is scored.
    pub(super) fn best(&self) -> Option<(&Solution, &Directed<O>)> {
        match self {
            Conclusion::All(_) => None,
            Conclusion::Best {
                solution,
                objective,
            }
            | Conclusion::AtMost {
                solution,
                objective,
            } => Some((solution, objective)),
        }
    }
}

/// Puzzles of which certificates can be made, whole or in parts.
pub trait Certifiable: Splittable {
    /// Refuses what cannot be proven, before it is known whether it is true.
    ///
    /// # Errors
    /// If the certificate would be too large, or there is no such proof for such a puzzle.
    fn admit(&self, request: &CertifyRequest<'_, Self>) -> Result<(), CertifyError>;

    /// Up to `most` solutions, and why the search for more ended.
    ///
    /// # Errors
    /// A fault of the engine.
    fn find_solutions(
        &self,
        most: u64,
        limits: &Limits,
    ) -> Result<(Vec<Solution>, End), CertifyError>;

    /// The best solution by what is maximised.
    ///
    /// # Errors
    /// A fault of the engine.
    fn find_best(
        &self,
        maximised: &Self::Objective,
        limits: &Limits,
    ) -> Result<Optimum, CertifyError>;

    /// The certificate by prices, if they are wanted and suffice.
    ///
    /// # Errors
    /// If nothing but prices would do and there are none, or a limit is exceeded.
    fn priced(
        &self,
        _request: &CertifyRequest<'_, Self>,
        _conclusion: &Conclusion<Self::Objective>,
    ) -> Result<Option<(Draft, Grounds)>, NotProven> {
        Ok(None)
    }

    /// The certificate without proofs and formula; `bound` is what no score is beyond, if
    /// the best one is not known.
    ///
    /// # Errors
    /// If it would be too large.
    fn draft(
        &self,
        conclusion: &Conclusion<Self::Objective>,
        bound: Option<i64>,
    ) -> Result<Draft, NotProven>;

    /// The formula that says the conclusion is false.
    ///
    /// # Errors
    /// If it would be too large, or a limit is exceeded.
    fn negation(
        &self,
        conclusion: &Conclusion<Self::Objective>,
        limits: &Limits,
    ) -> Result<Formula, NotProven>;

    /// The formula of the rules and the givens, if prices may bound the scores of cubes.
    ///
    /// # Errors
    /// If it would be too large.
    fn rules(
        &self,
        _conclusion: &Conclusion<Self::Objective>,
    ) -> Result<Option<Formula>, NotProven> {
        Ok(None)
    }

    /// Prices, as text, that bound the scores of a cube as the conclusion says.
    fn prices(
        &self,
        _conclusion: &Conclusion<Self::Objective>,
        _cube: &Cube,
        _limits: &Limits,
    ) -> Option<String> {
        None
    }

    /// Whether this text is prices that bound the scores of a cube as the conclusion says.
    fn are_prices_of(
        &self,
        _conclusion: &Conclusion<Self::Objective>,
        _cube: &Cube,
        _text: &str,
    ) -> bool {
        false
    }

    /// Cubes within these, which together hold the solutions of these, and prices that show
    /// that none has a better one than the conclusion says. `None` if they would be too many, or
    /// if there are no prices for such a puzzle.
    ///
    /// # Errors
    /// The limit that was exceeded.
    fn priced_cubes(
        &self,
        _conclusion: &Conclusion<Self::Objective>,
        _within: &[Cube],
        _limits: &Limits,
    ) -> Result<Option<PricedCubes>, NotProven> {
        Ok(None)
    }

    /// The literal of a candidate in its formula.
    fn literal(&self, candidate: Candidate) -> Option<Lit>;

    /// A refutation of what the conclusion denies within a cube, in binary DRAT, where the
    /// native search is better at it than a SAT solver.
    fn refute(
        &self,
        _conclusion: &Conclusion<Self::Objective>,
        _cube: &Cube,
        _limits: ProofLimits<'_>,
    ) -> Option<(SolverAnswer, Vec<u8>)> {
        None
    }
}
