//! Better solutions in the neighbourhood of a known one: most of its digits become givens,
//! and clauses find what else fits into the rest (P. Shaw, "Using constraint programming
//! and local search methods to solve vehicle routing problems", CP 1998).

use super::sat::SatBackend;
use super::{Verdict, WrongAnswer, solution_above};
use crate::grid::{HouseKind, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Improvement, Objective, Progress};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

/// How long each neighbourhood is searched.
const EACH: Duration = Duration::from_secs(1);

/// Neighbourhoods without a better solution after which there is little hope, for each
/// kind.
const PATIENCE: usize = 20;

/// What a neighbourhood frees: the cells of some digits or houses.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Digits that follow each other.
    NearDigits,
    /// Any digits.
    Digits,
    /// Houses that follow each other.
    Houses(HouseKind),
}

const KINDS: [Kind; 5] = [
    Kind::NearDigits,
    Kind::Digits,
    Kind::Houses(HouseKind::Row),
    Kind::Houses(HouseKind::Column),
    Kind::Houses(HouseKind::Box),
];

/// Whether there may be better solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Improved {
    /// There is nothing better.
    ToOptimum,
    /// There may be better solutions.
    StillOpen,
}

/// A search from neighbourhood to neighbourhood.
pub(super) struct Improver {
    random: ChaCha8Rng,
    /// How many digits or houses neighbourhoods of each kind free: more where everything
    /// was searched, fewer where time was up.
    sizes: [usize; KINDS.len()],
    /// Neighbourhoods searched so far.
    count: usize,
}

impl Improver {
    /// The same seed gives the same neighbourhoods.
    pub fn new(seed: u64) -> Improver {
        Improver {
            random: ChaCha8Rng::seed_from_u64(seed),
            sizes: [3; KINDS.len()],
            count: 0,
        }
    }

    /// Makes `best` better until it scores `bound`, there is little hope, or the limits are
    /// exceeded.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution breaks the rules or a given.
    pub fn improve(
        &mut self,
        sat: &mut SatBackend,
        (puzzle, objective): (&Puzzle, &Objective),
        best: &mut Solution,
        bound: Option<i64>,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Result<Improved, WrongAnswer> {
        let side = puzzle.geometry().side();
        let mut failed = 0;
        while failed < PATIENCE * KINDS.len() && limits.exceeded().is_none() {
            let score = objective.score(best);
            if bound.is_some_and(|bound| score >= bound) {
                return Ok(Improved::ToOptimum);
            }
            let which = self.count % KINDS.len();
            self.count += 1;
            let near = self.neighbourhood(puzzle, best, which);
            let short = limits.clone().within(EACH);
            let size = &mut self.sizes[which];
            failed += 1;
            match solution_above(sat, &near, objective, score, &short)? {
                Verdict::Solved(better) => {
                    progress.report(Improvement::Score(objective.score(&better)));
                    *best = better;
                    failed = 0;
                }
                Verdict::Unsatisfiable if near == *puzzle => return Ok(Improved::ToOptimum),
                Verdict::Unsatisfiable => *size = (*size + 1).min(side),
                Verdict::Unknown(_) => *size = (*size - 1).max(2),
            }
        }
        Ok(Improved::StillOpen)
    }

    /// The puzzle with all digits of the solution but those of some cells.
    fn neighbourhood(&mut self, puzzle: &Puzzle, best: &Solution, which: usize) -> Puzzle {
        let geometry = puzzle.geometry();
        let mut units: Vec<usize> = (0..geometry.side()).collect();
        match KINDS[which] {
            Kind::Digits => units.shuffle(&mut self.random),
            _ => units.rotate_left(self.random.random_range(0..geometry.side())),
        }
        let mut is_free = vec![false; geometry.side()];
        let free = units.into_iter().take(self.sizes[which]);
        free.for_each(|unit| is_free[unit] = true);
        let unit = |cell| match KINDS[which] {
            Kind::NearDigits | Kind::Digits => best.digit(cell).index(),
            Kind::Houses(HouseKind::Row) => geometry.row(cell),
            Kind::Houses(HouseKind::Column) => geometry.column(cell),
            Kind::Houses(HouseKind::Box) => geometry.box_of(cell),
        };
        let mut near = puzzle.clone();
        for cell in geometry.cells().filter(|&cell| !is_free[unit(cell)]) {
            near.set(cell, Some(best.digit(cell)));
        }
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{Presolve, Problem};
    use crate::encoding::{DEFAULT, Encoding};
    use crate::grid::Cell;
    use crate::sat::Engine;
    use crate::search::Native;
    use std::ops::ControlFlow;

    fn sat() -> SatBackend {
        let encoding = Encoding::named(DEFAULT).unwrap();
        SatBackend::new(Engine::varisat(), encoding, Presolve::Locked)
    }

    /// Neighbourhoods grow until they are the whole grid.
    #[test]
    fn the_worst_grid_becomes_the_best() {
        let geometry = "2x2".parse().unwrap();
        let weights = (0..16).map(|cell| cell * cell % 7).collect();
        let objective = Objective::new(geometry, weights).unwrap();
        let mut puzzle = Puzzle::empty(geometry);
        puzzle.set(Cell(5), crate::grid::Digit::new(3));
        let limits = Limits::unlimited();
        let mut all = Vec::new();
        Native::default().enumerate(&puzzle, &limits, &mut |solution| {
            all.push(solution.clone());
            ControlFlow::Continue(())
        });
        all.sort_by_key(|solution| objective.score(solution));
        let (mut best, most) = (all[0].clone(), objective.score(&all[all.len() - 1]));
        assert!(objective.score(&best) < most);
        for bound in [Some(most), None] {
            let problem = (&puzzle, &objective);
            let silent = Progress::SILENT;
            let mut improver = Improver::new(1);
            let improved = improver.improve(&mut sat(), problem, &mut best, bound, &limits, silent);
            // Without a bound, the whole grid as a neighbourhood proves it.
            assert_eq!(improved, Ok(Improved::ToOptimum));
            assert_eq!(objective.score(&best), most);
            puzzle.check(&best).unwrap();
        }
    }

    #[test]
    fn neighbourhoods_have_the_givens_and_the_solution() {
        let geometry = "2x3".parse().unwrap();
        let mut puzzle = Puzzle::empty(geometry);
        let limits = Limits::unlimited();
        let mut best = None;
        Native::default().enumerate(&puzzle, &limits, &mut |solution| {
            best = Some(solution.clone());
            ControlFlow::Break(())
        });
        let best = best.unwrap();
        puzzle.set(Cell(7), Some(best.digit(Cell(7))));
        let mut improver = Improver::new(2);
        for which in 0..KINDS.len() {
            let near = improver.neighbourhood(&puzzle, &best, which);
            let free = near.empty_cells().count();
            assert!(near.given(Cell(7)).is_some());
            assert!((17..=18).contains(&free), "{free}");
            assert!(near.givens().all(|(cell, digit)| best.digit(cell) == digit));
        }
    }
}
