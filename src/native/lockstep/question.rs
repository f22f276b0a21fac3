//! What the search is asked, and who hears what it finds.

use super::node::Path;
use super::text::Line;

/// What is asked of all puzzles of a call.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Solutions to count, at most.
    pub limit: u64,
    /// Solutions to show of each puzzle, at most, and no more than
    /// `MOST_SHOWN`.
    pub show: usize,
    /// What the listener hears of those that are counted.
    pub hear: Hear,
}

/// What a listener hears of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hear {
    /// Those that may have to be shown.
    Shown,
    /// All, as characters.
    All,
    /// Of all, whether they are right.
    Checked,
}

/// Who hears the answers.
pub trait Listener {
    /// Solutions of the puzzles with these indices, no more than there are lanes.
    /// They come in any order, and one may come again where `show` is less than 2;
    /// those with the lowest paths are to be shown.
    fn solutions(&mut self, puzzles: &[(usize, Path)], solutions: &[Line]);

    /// Of so many solutions of the puzzles with these indices, those whose bits are
    /// set are wrong.
    fn checked(&mut self, puzzles: &[(usize, Path)], wrong: u32);

    /// The puzzle has this many solutions, or at least this many at the limit.
    fn counted(&mut self, puzzle: usize, found: u64);

    /// Asked now and then; `true` ends the search at once.
    fn enough(&mut self) -> bool;
}
