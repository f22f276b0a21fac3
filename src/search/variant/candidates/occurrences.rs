//! What is known of the candidates of a puzzle.

#[cfg(feature = "threads")]
use super::super::store::digits;
use crate::grid::{Cell, Digit};
use crate::outcome::Reason;
use crate::rules::{Board, Mask};
use std::fmt;

/// In how many solutions a candidate occurs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Occurrences {
    /// In exactly this many, fewer than the limit; 0 for a false candidate.
    Exactly(u64),
    /// In at least this many; the limit was reached.
    AtLeast(u64),
    /// In at least this many; the search stopped before it could tell.
    Open(u64),
}

impl Occurrences {
    /// In how many solutions it is known to occur.
    pub fn known(self) -> u64 {
        match self {
            Occurrences::Exactly(count)
            | Occurrences::AtLeast(count)
            | Occurrences::Open(count) => count,
        }
    }

    /// Whether there are no more than were counted.
    pub fn is_exact(self) -> bool {
        matches!(self, Occurrences::Exactly(_))
    }
}

/// The known number, with a `+` behind it if there may be more.
impl fmt::Display for Occurrences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_exact() { "" } else { "+" };
        write!(f, "{}{more}", self.known())
    }
}

/// What is known of each candidate of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrueCandidates {
    pub(super) digits: usize,
    pub(super) occurrences: Vec<Occurrences>,
    /// Why some are open, if any are.
    pub stopped: Option<Reason>,
}

impl TrueCandidates {
    /// Nothing is known of any digit, for this reason.
    pub fn unknown(board: &Board, reason: Reason) -> TrueCandidates {
        let digits = board.digit_count();
        TrueCandidates {
            digits,
            occurrences: vec![Occurrences::Open(0); board.cell_count() * digits],
            stopped: Some(reason),
        }
    }

    /// Adds that these digits of each cell occur in a solution, where up to `limit` were counted.
    #[cfg(feature = "threads")]
    pub(crate) fn add_possible(&mut self, possible: &[Mask], limit: u64) {
        for (row, &mask) in self.occurrences.chunks_mut(self.digits).zip(possible) {
            for digit in digits(mask) {
                if let known @ Occurrences::Open(0) = &mut row[digit as usize] {
                    *known = match limit {
                        1 => Occurrences::AtLeast(1),
                        _ => Occurrences::Open(1),
                    };
                }
            }
        }
    }

    /// Nothing else is possible than what was found, and nothing is left to count.
    #[cfg(feature = "threads")]
    pub(crate) fn settle(&mut self) {
        settle_all(&mut self.occurrences);
        self.stopped = None;
    }

    /// What is known of a digit in a cell.
    ///
    /// # Panics
    /// If the board has no such cell, or no such digit.
    pub fn occurrences(&self, cell: Cell, digit: Digit) -> Occurrences {
        assert!(
            digit.index() < self.digits,
            "the digit with the index {} on a board of {} digits",
            digit.index(),
            self.digits
        );
        self.occurrences[cell.index() * self.digits + digit.index()]
    }

    /// The digits of a cell that occur in a solution that has been found.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn possible(&self, cell: Cell) -> Mask {
        self.filtered(cell, |occurrences| occurrences.known() > 0)
    }

    /// The digits of a cell about which not all is known.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn open(&self, cell: Cell) -> Mask {
        self.filtered(cell, |each| matches!(each, Occurrences::Open(_)))
    }

    fn filtered(&self, cell: Cell, keep: impl Fn(Occurrences) -> bool) -> Mask {
        let start = cell.index() * self.digits;
        let row = &self.occurrences[start..start + self.digits];
        let kept = row.iter().enumerate().filter(|(_, each)| keep(**each));
        kept.fold(0, |mask, (digit, _)| mask | 1 << digit)
    }
}

/// Every candidate occurs exactly as often as was found.
pub(super) fn settle_all<'o>(states: impl IntoIterator<Item = &'o mut Occurrences>) {
    for state in states {
        if let Occurrences::Open(count) = *state {
            *state = Occurrences::Exactly(count);
        }
    }
}
