//! A backend of your own, tested against satoku's native search on random 4×4 puzzles.
//! This one has a bug: it never tries the largest digit.
//!
//! ```text
//! cargo run --example own_backend
//! ```

use satoku::backend::{Backend, End, NativeBackend, Visitor};
use satoku::compare::corpus::Corpus;
use satoku::compare::{Depth, Figures, QuerySet, compare};
use satoku::grid::{Geometry, Puzzle, Solution};
use satoku::limits::Limits;
use std::ops::ControlFlow;

struct Backtracking;

impl Backend for Backtracking {
    fn name(&self) -> &str {
        "backtracking"
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        match fill(&mut puzzle.clone(), limits, visitor) {
            ControlFlow::Continue(()) => End::Exhausted,
            ControlFlow::Break(end) => end,
        }
    }
}

fn fill(grid: &mut Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> ControlFlow<End> {
    if let Some(reason) = limits.exceeded() {
        return ControlFlow::Break(End::Stopped(reason));
    }
    if !grid.clashes().is_empty() {
        return ControlFlow::Continue(());
    }
    let Some(cell) = grid.empty_cells().next() else {
        let digits = grid.cells().iter().copied().flatten();
        return visitor(&Solution::new(digits.collect())).map_break(|()| End::Enough);
    };
    let side = grid.geometry().side();
    for digit in grid.geometry().digits().take(side - 1) {
        grid.set(cell, Some(digit));
        fill(grid, limits, visitor)?;
    }
    grid.set(cell, None);
    ControlFlow::Continue(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut backends: [Box<dyn Backend>; 2] =
        [Box::new(NativeBackend::default()), Box::new(Backtracking)];
    let corpus = Corpus::of_shape(Geometry::new(2, 2)?);
    let depth = Depth::up_to(300);
    let (mut figures, all, limits) = (Figures::default(), QuerySet::All, Limits::unlimited);
    for seed in 0..20 {
        let instance = corpus.instance(seed);
        for found in compare(&instance, &mut backends, depth, all, &limits, &mut figures) {
            println!("seed {seed}: {found}");
        }
    }
    let wrong = figures.disagreements;
    println!("{wrong} of {} puzzles with disagreements", figures.puzzles);
    Ok(())
}
