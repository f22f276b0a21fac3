//! What answers show of a puzzle, be it classic or a variant.

use crate::cli::pipeline::pictures;
use crate::cli::pipeline::present::{Position, Presenter, solution_text};
use crate::draw::Picture;
use crate::grid::Solution;
use crate::grid::text::Record;
use anyhow::Result;

/// A puzzle that answers are about.
pub trait Presentable {
    /// Where it was in its input, for JSON.
    fn position(&self) -> Position<'_>;

    /// A solution as JSON shows it.
    fn text(&self, solution: &Solution) -> String;

    /// The puzzle with its givens and constraints.
    fn picture(&self) -> Picture;

    /// Whether each answer is to be one line.
    fn is_line(&self, out: &Presenter<'_>) -> bool;

    /// Writes words in place of a solution.
    fn words(&self, out: &mut Presenter<'_>, words: &str) -> Result<()>;

    /// Writes a solution as a block of its own.
    fn solution(&self, out: &mut Presenter<'_>, solution: &Solution) -> Result<()>;

    /// Writes a solution below what is already there about the puzzle.
    fn solution_below(&self, out: &mut Presenter<'_>, solution: &Solution) -> Result<()>;
}

impl Presentable for Record {
    fn position(&self) -> Position<'_> {
        Position::of(self)
    }

    fn text(&self, solution: &Solution) -> String {
        solution_text(self, solution)
    }

    fn picture(&self) -> Picture {
        pictures::of_puzzle(self, &self.puzzle)
    }

    fn is_line(&self, out: &Presenter<'_>) -> bool {
        out.is_line(self)
    }

    fn words(&self, out: &mut Presenter<'_>, words: &str) -> Result<()> {
        out.text(self, words)
    }

    fn solution(&self, out: &mut Presenter<'_>, solution: &Solution) -> Result<()> {
        out.solution(self, solution)
    }

    fn solution_below(&self, out: &mut Presenter<'_>, solution: &Solution) -> Result<()> {
        out.grid(self, solution)
    }
}
