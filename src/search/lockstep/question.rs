//! What the search is asked, and who receives what it finds.

use super::text::Line;

/// What is asked of all puzzles of a call.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Solutions to count, at most.
    pub limit: u64,
    /// Solutions to show of each puzzle, at most, and no more than [`MOST_SHOWN`].
    pub show: usize,
    /// What is reported of those that are counted.
    pub report: Report,
}

/// Solutions of a puzzle that can be shown.
pub const MOST_SHOWN: usize = 2;

/// What is reported of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// Those that may have to be shown.
    Shown,
    /// All, as characters.
    All,
    /// Of all, whether they are right.
    Checked,
}

/// Where a solution belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The index of its puzzle.
    pub puzzle: usize,
    /// Which solution of the puzzle it is, from 0. A search that begins again counts
    /// anew: what it finds replaces what was found before.
    pub nth: u64,
    /// The attempt that found it.
    pub attempt: u32,
}

/// Who receives the answers.
pub trait Sink {
    /// Solutions, no more than there are lanes. Those of one puzzle come in order
    /// where solutions are shown.
    fn solutions(&mut self, origins: &[Origin], solutions: &[Line]);

    /// Of so many solutions, those whose bits are set are wrong.
    fn checked(&mut self, origins: &[Origin], wrong: u32);

    /// The puzzle has this many solutions, or at least this many at the limit.
    fn counted(&mut self, puzzle: usize, found: u64);

    /// Asked now and then; `true` ends the search at once.
    fn enough(&mut self) -> bool;
}
