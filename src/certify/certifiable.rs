//! What was found out about a puzzle, and puzzles of which it can be proven in parts.

use super::bounded::{self, PricedCubes};
use super::files::{self, Draft, Facts};
use super::objective::ObjectiveFile;
use super::priced::PRICED_SIDE;
use super::prices;
use super::request::{CertifyError, NotProven, unknown};
use super::solver::{ProofLimits, SolverAnswer};
use super::{MAX_SIDE, formula, learnt, variant};
use crate::cnf::{Formula, Lit};
use crate::cubes::{Cube, Splittable};
use crate::encoding::VarMap;
use crate::grid::{Candidate, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::prices::Prices;
use crate::objective::{CellWeights, Directed, Direction, Objective};
use crate::rules::VariantPuzzle;

/// What was found out about a puzzle, and is to be proven.
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

/// Puzzles of which certificates can be made in parts.
pub trait Certifiable: Splittable {
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

/// Whether prices are tried before clauses.
fn may_have_prices(puzzle: &Puzzle, conclusion: &Conclusion<Objective>) -> bool {
    match conclusion {
        Conclusion::All(_) => false,
        Conclusion::Best { .. } => puzzle.geometry().side() >= PRICED_SIDE,
        Conclusion::AtMost { .. } => true,
    }
}

/// Least side of the puzzles whose cubes are refuted by the native search.
const LEARNT_SIDE: usize = 10;

impl Certifiable for Puzzle {
    fn draft(
        &self,
        conclusion: &Conclusion<Objective>,
        bound: Option<i64>,
    ) -> Result<Draft, NotProven> {
        let side = self.geometry().side();
        if side > MAX_SIDE {
            return Err(CertifyError::Side(side).into());
        }
        let best = conclusion.best();
        let objective = best.map(|(solution, objective)| ObjectiveFile::new(objective, solution));
        let facts = Facts {
            solutions: match conclusion {
                Conclusion::All(solutions) => solutions.clone(),
                Conclusion::Best { solution, .. } | Conclusion::AtMost { solution, .. } => {
                    vec![solution.clone()]
                }
            },
            objective,
            direction: best.map_or_else(Direction::default, |(_, objective)| objective.direction()),
            bound,
        };
        Ok(files::draft(self, &facts, None))
    }

    fn negation(
        &self,
        conclusion: &Conclusion<Objective>,
        limits: &Limits,
    ) -> Result<Formula, NotProven> {
        let formula = match conclusion {
            Conclusion::All(solutions) => formula::another_solution(self, solutions),
            Conclusion::Best {
                solution,
                objective,
            } => formula::better_solution(self, objective.to_maximise(), solution, limits),
            Conclusion::AtMost { .. } => return Err(CertifyError::NoPrices.into()),
        };
        formula.or_else(unknown)
    }

    fn rules(&self, conclusion: &Conclusion<Objective>) -> Result<Option<Formula>, NotProven> {
        if !may_have_prices(self, conclusion) {
            return Ok(None);
        }
        let map = VarMap::full(self.geometry());
        formula::rules(self, &map).map(Some).or_else(unknown)
    }

    fn prices(
        &self,
        conclusion: &Conclusion<Objective>,
        cube: &Cube,
        limits: &Limits,
    ) -> Option<String> {
        if !may_have_prices(self, conclusion) {
            return None;
        }
        let (solution, objective) = conclusion.best()?;
        let maximised = objective.to_maximise();
        let score = maximised.score(solution);
        let found = Prices::new(maximised, &self.within(cube)?, score, limits)?;
        let suffices = found.bound <= score || matches!(conclusion, Conclusion::AtMost { .. });
        suffices.then(|| prices::text(self.geometry(), &found, objective.direction()))
    }

    fn are_prices_of(&self, conclusion: &Conclusion<Objective>, cube: &Cube, text: &str) -> bool {
        let (Some((solution, objective)), Some(part)) = (conclusion.best(), self.within(cube))
        else {
            return false;
        };
        let score = objective.to_maximise().score(solution);
        let suffices = |bound: i64| match conclusion {
            Conclusion::AtMost { .. } => true,
            _ => objective.direction().signed(bound) <= score,
        };
        let objective = ObjectiveFile::new(objective, solution);
        may_have_prices(self, conclusion)
            && prices::checked(&part, &objective, text).is_some_and(suffices)
    }

    fn priced_cubes(
        &self,
        conclusion: &Conclusion<Objective>,
        within: &[Cube],
        limits: &Limits,
    ) -> Result<Option<PricedCubes>, NotProven> {
        let Conclusion::Best {
            solution,
            objective,
        } = conclusion
        else {
            return Ok(None);
        };
        let maximised = objective.to_maximise();
        let goal = (maximised, maximised.score(solution));
        let cubes = bounded::split(self, goal, within, limits).or_else(unknown)?;
        let Some(cubes) = cubes else {
            return Ok(None);
        };
        let cubes = cubes.into_iter().map(|(cube, prices)| {
            let text = prices::text(self.geometry(), &prices, objective.direction());
            (cube, text)
        });
        let rules = formula::rules(self, &VarMap::full(self.geometry())).or_else(unknown)?;
        Ok(Some(PricedCubes {
            rules,
            cubes: cubes.collect(),
        }))
    }

    fn literal(&self, Candidate { cell, digit }: Candidate) -> Option<Lit> {
        VarMap::full(self.geometry()).term(cell, digit).literal()
    }

    fn refute(
        &self,
        conclusion: &Conclusion<Objective>,
        cube: &Cube,
        limits: ProofLimits<'_>,
    ) -> Option<(SolverAnswer, Vec<u8>)> {
        let Conclusion::All(solutions) = conclusion else {
            return None;
        };
        if self.geometry().side() < LEARNT_SIDE {
            return None;
        }
        let map = VarMap::full(self.geometry());
        // A cube that contradicts the givens is refuted as it stands.
        let part = self.within(cube)?;
        Some(learnt::another_solution(&part, solutions, &map, limits))
    }
}

impl Certifiable for VariantPuzzle {
    fn draft(
        &self,
        conclusion: &Conclusion<CellWeights>,
        _: Option<i64>,
    ) -> Result<Draft, NotProven> {
        variant::draft_of(self, conclusion)
    }

    fn negation(
        &self,
        conclusion: &Conclusion<CellWeights>,
        _: &Limits,
    ) -> Result<Formula, NotProven> {
        variant::negation_of(self, conclusion)
    }

    fn literal(&self, Candidate { cell, digit }: Candidate) -> Option<Lit> {
        Some(variant::literal(self, cell, digit))
    }
}
