//! A smallest set of parts that contradict each other.
//!
//! A *correction set* holds parts without which the others have a solution, so every contradicting
//! set has a part in each. A smallest set that has one in each of those found so far is no larger
//! than any contradicting set; if it has no solution, it is a smallest one, and otherwise its
//! solution leads to another correction set. See A. Ignatiev, A. Previti, M. Liffiton and
//! J. Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015.

use super::contradiction::{Contradiction, contradiction};
use super::parts::{PuzzlePart, of_parts};
use crate::backend::{self, Backend, WrongAnswer};
use crate::cnf::Lit;
use crate::cnf::totalizer::Cluster;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::{Reason, Verdict};
use crate::rules::{VariantPuzzle, Violation};
use crate::sat::optimise::{Minimum, Strategy, minimise};
use crate::sat::{LimitChecks, SatSolver, Varisat};

/// Why it is not known whether a contradicting set is a smallest one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotSmallest {
    /// No contradicting set has fewer parts.
    pub at_least: usize,
    /// The limit that was reached.
    pub reason: Reason,
}

/// Like [`contradiction`], but none of the puzzle's contradicting sets has fewer parts. It may take
/// very much longer; if a limit comes first, the smallest set found is minimal.
///
/// # Errors
/// [`WrongAnswer`] if the backend gives a solution that is none.
pub fn smallest_contradiction(
    puzzle: &VariantPuzzle,
    backend: &mut dyn Backend<VariantPuzzle>,
    limits: &Limits,
) -> Result<(Contradiction, Option<NotSmallest>), WrongAnswer<Violation>> {
    let found = contradiction(puzzle, backend, limits)?;
    let Contradiction::Minimal(minimal) = found else {
        return Ok((found, None));
    };
    let mut corrections = Corrections::new(puzzle);
    let mut at_least = 0;
    let stopped = loop {
        let chosen = match corrections.smallest_meeting_all(minimal.len(), limits) {
            Ok(Some(chosen)) => chosen,
            Ok(None) => return Ok((Contradiction::Minimal(minimal), None)),
            Err(reason) => break reason,
        };
        at_least = chosen.len();
        match backend::first(backend, &of_parts(puzzle, &chosen), limits)? {
            Verdict::Unsatisfiable => return Ok((Contradiction::Minimal(chosen), None)),
            Verdict::Solved(solution) => corrections.add(&solution, backend, limits)?,
            Verdict::Unknown(reason) => break reason,
        }
    };
    let open = NotSmallest {
        at_least,
        reason: stopped,
    };
    Ok((Contradiction::Minimal(minimal), Some(open)))
}

/// Correction sets of a puzzle.
struct Corrections<'p> {
    puzzle: &'p VariantPuzzle,
    parts: Vec<PuzzlePart>,
    /// Each as places in `parts`.
    sets: Vec<Vec<usize>>,
}

impl<'p> Corrections<'p> {
    fn new(puzzle: &'p VariantPuzzle) -> Corrections<'p> {
        Corrections {
            puzzle,
            parts: PuzzlePart::of(puzzle),
            sets: Vec::new(),
        }
    }

    /// Adds the parts that a solution breaks, less those that another solution obeys together
    /// with the rest.
    fn add(
        &mut self,
        solution: &Solution,
        backend: &mut dyn Backend<VariantPuzzle>,
        limits: &Limits,
    ) -> Result<(), WrongAnswer<Violation>> {
        let mut obeyed = self.obeyed(solution);
        for place in 0..self.parts.len() {
            if obeyed[place] {
                continue;
            }
            let kept = (0..self.parts.len()).filter(|&other| obeyed[other] || other == place);
            let kept: Vec<PuzzlePart> = kept.map(|other| self.parts[other]).collect();
            let rest = of_parts(self.puzzle, &kept);
            if let Verdict::Solved(solution) = backend::first(backend, &rest, limits)? {
                obeyed = self.obeyed(&solution);
            }
        }
        let broken = (0..self.parts.len()).filter(|&place| !obeyed[place]);
        self.sets.push(broken.collect());
        Ok(())
    }

    /// By part: whether a grid obeys it.
    fn obeyed(&self, solution: &Solution) -> Vec<bool> {
        let (puzzle, digits) = (self.puzzle, solution.cells());
        let is_obeyed = |part: &PuzzlePart| match *part {
            PuzzlePart::Cell(cell) => {
                puzzle.candidates()[cell.index()] >> digits[cell.index()].index() & 1 == 1
            }
            PuzzlePart::Constraint(index) => {
                let mut kernels = puzzle.constraints()[index].kernels.iter();
                kernels.all(|kernel| kernel.holds(puzzle.board(), digits))
            }
        };
        self.parts.iter().map(is_obeyed).collect()
    }

    /// A smallest set with a part of each correction set, if it has fewer than `known` parts.
    fn smallest_meeting_all(
        &self,
        known: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<PuzzlePart>>, Reason> {
        let mut varisat = Varisat::new(LimitChecks::BeforeSolving);
        let solver: &mut dyn SatSolver = &mut varisat;
        let lits = self.parts.iter().map(|_| solver.new_var().positive());
        let lits: Vec<Lit> = lits.collect();
        for set in &self.sets {
            let clause: Vec<Lit> = set.iter().map(|&place| lits[place]).collect();
            solver.add_clause(&clause);
        }
        let clusters = [Cluster {
            groups: lits.iter().map(|&lit| vec![(lit, 1), (!lit, 0)]).collect(),
            at_least: 0,
        }];
        let mut chosen = None;
        let visit = &mut |model: &dyn SatSolver| {
            let is_chosen = |place: &usize| model.value(lits[*place].var()) == Some(true);
            let places = (0..lits.len()).filter(is_chosen);
            chosen = Some(places.map(|place| self.parts[place]).collect());
        };
        let known = Some(known as u64);
        let ended = minimise(
            solver,
            &clusters,
            Strategy::Cores,
            known,
            limits,
            visit,
            &mut |_| {},
        );
        match ended {
            Minimum::Stopped { reason, .. } => Err(reason),
            Minimum::Proven | Minimum::Unsatisfiable => Ok(chosen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::VariantNative;
    use crate::grid::{Cell, Geometry};
    use crate::puzzles::contradiction;
    use crate::rules::{Board, Constraint, Kernel, Origin};
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A 4×4 board with some givens and some sums of two or three cells.
    fn random(random: &mut ChaCha8Rng) -> VariantPuzzle {
        let board = Board::classic(Geometry::new(2, 2).unwrap()).unwrap();
        let mut puzzle = VariantPuzzle::new(board);
        let cells: Vec<Cell> = puzzle.board().cells().collect();
        for &cell in cells.sample(random, 3) {
            puzzle.set_candidates(cell, 1 << random.random_range(0..4));
        }
        for number in 0..6 {
            let length = random.random_range(2..=3);
            let terms = cells.sample(random, length).map(|&cell| (cell, 1));
            let terms: Vec<(Cell, i64)> = terms.collect();
            let total = random.random_range(length as i64..=4 * length as i64);
            let constraint = Constraint {
                label: format!("sum {number}"),
                origin: Origin::Rule("sum".to_owned()),
                kernels: vec![Kernel::sum(terms, total)],
            };
            // Some sums are impossible on this board.
            let _ = puzzle.add(constraint);
        }
        puzzle
    }

    fn has_solution(puzzle: &VariantPuzzle, parts: &[PuzzlePart]) -> bool {
        let rest = of_parts(puzzle, parts);
        let found = backend::first(&mut VariantNative::default(), &rest, &Limits::unlimited());
        matches!(found, Ok(Verdict::Solved(_)))
    }

    /// The fewest parts without a common solution, of all subsets.
    fn fewest(puzzle: &VariantPuzzle) -> Option<usize> {
        let parts = PuzzlePart::of(puzzle);
        let subsets = 0..1u32 << parts.len();
        let of_subset = |subset: u32| {
            let chosen = parts.iter().enumerate();
            let chosen = chosen.filter(|(place, _)| subset >> place & 1 == 1);
            chosen.map(|(_, part)| *part).collect::<Vec<_>>()
        };
        let contradicting = subsets.filter(|&subset| !has_solution(puzzle, &of_subset(subset)));
        contradicting
            .map(|subset| subset.count_ones() as usize)
            .min()
    }

    #[test]
    fn no_set_of_parts_is_smaller() {
        let mut random_numbers = ChaCha8Rng::seed_from_u64(1);
        let (mut contradicting, mut smaller) = (0, 0);
        for _ in 0..60 {
            let puzzle = random(&mut random_numbers);
            let (native, limits) = (&mut VariantNative::default(), Limits::unlimited());
            let (found, open) = smallest_contradiction(&puzzle, native, &limits).unwrap();
            assert_eq!(open, None);
            let Contradiction::Minimal(parts) = found else {
                assert_eq!((found, fewest(&puzzle)), (Contradiction::Satisfiable, None));
                continue;
            };
            assert!(!has_solution(&puzzle, &parts));
            assert_eq!(Some(parts.len()), fewest(&puzzle));
            contradicting += 1;
            let any = contradiction(&puzzle, native, &limits).unwrap();
            smaller += usize::from(any != Contradiction::Minimal(parts));
        }
        assert!(
            contradicting > 20 && smaller > 3,
            "{contradicting} {smaller}"
        );
    }

    #[cfg(feature = "threads")]
    #[test]
    fn a_limit_leaves_a_minimal_set_and_a_bound() {
        use std::sync::Arc;
        use std::sync::atomic::{AtomicUsize, Ordering};
        let mut random_numbers = ChaCha8Rng::seed_from_u64(2);
        let (mut open, mut bounded) = (0, 0);
        for _ in 0..5 {
            let puzzle = random(&mut random_numbers);
            let fewest = fewest(&puzzle);
            let mut polls = 0;
            loop {
                polls += 1 + polls / 8;
                let asked = Arc::new(AtomicUsize::new(0));
                let counter = asked.clone();
                let stops = move || counter.fetch_add(1, Ordering::Relaxed) >= polls;
                let limits = Limits::unlimited().stopped_when(stops);
                let native = &mut VariantNative::default();
                let found = smallest_contradiction(&puzzle, native, &limits).unwrap();
                if let (Contradiction::Minimal(parts), Some(bound)) = found {
                    assert!((bound.at_least..=parts.len()).contains(&fewest.unwrap()));
                    assert!(!has_solution(&puzzle, &parts));
                    open += 1;
                    bounded += usize::from(bound.at_least > 0);
                }
                if asked.load(Ordering::Relaxed) <= polls {
                    break;
                }
            }
        }
        assert!(open > bounded && bounded > 0, "{open} {bounded}");
    }
}
