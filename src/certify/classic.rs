//! Classic puzzles of which certificates can be made.

use super::bounded::{self, PricedCubes};
use super::certifiable::{Certifiable, Conclusion};
use super::files::{self, Draft, Grounds, Stated};
use super::objective::ObjectiveFile;
use super::priced::{self, PRICED_SIDE};
use super::request::{CertifyError, CertifyRequest, NotProven, unknown};
use super::solver::{ProofLimits, SolverAnswer};
use super::{MAX_SIDE, formula, learnt, prices};
use crate::backend::{self, NativeBackend};
use crate::cnf::{Formula, Lit};
use crate::cubes::{Cube, Splittable};
use crate::encoding::VarMap;
use crate::grid::{Candidate, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::objective::prices::Prices;
use crate::outcome::{End, Optimum};

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

fn require_small(puzzle: &Puzzle) -> Result<(), CertifyError> {
    match puzzle.geometry().side() {
        side if side > MAX_SIDE => Err(CertifyError::Side(side)),
        _ => Ok(()),
    }
}

impl Certifiable for Puzzle {
    fn admit(&self, _request: &CertifyRequest<'_, Puzzle>) -> Result<(), CertifyError> {
        require_small(self)
    }

    fn find_solutions(
        &self,
        most: u64,
        limits: &Limits,
    ) -> Result<(Vec<Solution>, End), CertifyError> {
        let mut native = NativeBackend::default();
        let (found, tally) = backend::solutions(&mut native, self, most, limits)?;
        Ok((found, tally.end))
    }

    fn find_best(&self, objective: &Objective, limits: &Limits) -> Result<Optimum, CertifyError> {
        let mut native = NativeBackend::default();
        Ok(backend::maximise(&mut native, self, objective, limits)?)
    }

    fn priced(
        &self,
        request: &CertifyRequest<'_, Puzzle>,
        conclusion: &Conclusion<Objective>,
    ) -> Result<Option<(Draft, Grounds)>, NotProven> {
        priced::draft(request, conclusion)
    }

    fn draft(
        &self,
        conclusion: &Conclusion<Objective>,
        bound: Option<i64>,
    ) -> Result<Draft, NotProven> {
        require_small(self)?;
        let best = conclusion.best();
        let objective = best.map(|(solution, objective)| ObjectiveFile::new(objective, solution));
        let stated = Stated::of(self, conclusion, bound);
        Ok(files::draft(
            self,
            conclusion.solutions(),
            objective.as_ref(),
            stated,
        ))
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
        let score = maximised.score(solution);
        let cubes = bounded::split(self, maximised, score, within, limits).or_else(unknown)?;
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
