//! The choices of `[kernels]` on variant puzzles: formula sizes, and times of a proof that
//! a puzzle has one solution.

use super::Times;
use crate::Instant;
use crate::backend::{self, VariantSat};
use crate::cnf::Counter;
use crate::encoding::Encoding;
use crate::encoding::kernels::{KernelChoices, VariantMap, closure};
use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::VariantPuzzle;
use crate::sat::Engine;
use std::ops::ControlFlow;

/// The figures of one encoding with one engine.
pub struct VariantFigures {
    /// The choices of its `[kernels]`.
    pub kernels: KernelChoices,
    /// Puzzles measured.
    pub puzzles: u64,
    /// Of these, not settled within the limits, or answered wrongly.
    pub open: u64,
    /// Variables, clauses and literals of all formulas.
    pub size: Counter,
    /// Seconds to find two solutions or to prove that there are fewer, encoding included.
    pub times: Times,
    encoding: Encoding,
    backend: VariantSat,
}

impl VariantFigures {
    /// No puzzles yet.
    pub fn new(encoding: &Encoding, engine: &Engine) -> VariantFigures {
        VariantFigures {
            kernels: encoding.spec().kernels,
            puzzles: 0,
            open: 0,
            size: Counter::default(),
            times: Times::default(),
            backend: VariantSat::new(encoding, engine),
            encoding: encoding.clone(),
        }
    }

    /// Measures a puzzle. One that is not settled counts with the time that it took.
    pub fn add(&mut self, puzzle: &VariantPuzzle, limits: &Limits) {
        let start = Instant::now();
        let all = &mut |_: &_| ControlFlow::Continue(());
        let tally = backend::enumerate(&mut self.backend, puzzle, 2, limits, all);
        self.times.add(start.elapsed().as_secs_f64());
        self.puzzles += 1;
        let is_settled = tally.is_ok_and(|tally| !matches!(tally.end, End::Stopped(_)));
        self.open += u64::from(!is_settled);
        // The limits may be used up, but the formulas of open puzzles count as well.
        if let Ok(Some(left)) = closure(puzzle, &Limits::unlimited()) {
            let map = VariantMap::live(puzzle.board(), &left);
            self.size = self.size + self.encoding.count_variant(puzzle, &map);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;

    #[test]
    fn puzzles_are_counted() {
        let board = Board::classic("2x2".parse().unwrap()).unwrap();
        let puzzle = VariantPuzzle::new(board);
        let encoding = Encoding::named("extended").unwrap();
        let mut figures = VariantFigures::new(&encoding, &Engine::varisat());
        figures.add(&puzzle, &Limits::unlimited());
        assert_eq!((figures.puzzles, figures.open), (1, 0));
        assert_eq!(figures.size.variables, 64);
        assert_eq!(figures.times.len(), 1);
    }
}
