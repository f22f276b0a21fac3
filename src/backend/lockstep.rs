//! The lock-step search as a backend, for 9×9 puzzles.

use super::{Backend, End, Query, Unsupported, Visitor};
use crate::grid::{Puzzle, Row, Solution};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::search::lockstep::Lockstep;

/// Answers by lock-step search, one puzzle at a time.
pub struct LockstepBackend {
    lockstep: Lockstep,
    name: String,
}

impl LockstepBackend {
    /// A backend with this name on an engine for some instruction set.
    pub fn new(lockstep: Lockstep, name: &str) -> LockstepBackend {
        LockstepBackend {
            lockstep,
            name: name.to_owned(),
        }
    }
}

impl Backend for LockstepBackend {
    fn name(&self) -> &str {
        &self.name
    }

    fn supports(&self, puzzle: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        match query {
            Query::Maximise(_) => {
                Err(self.unsupported("it knows no objective; use the native search"))
            }
            _ if Row::of(puzzle).is_none() => {
                Err(self.unsupported("it solves 9×9 puzzles with 3×3 boxes only"))
            }
            Query::First | Query::Count { .. } | Query::Enumerate { .. } => Ok(()),
        }
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        let Some(row) = Row::of(puzzle) else {
            return End::Stopped(Reason::Engine(format!("{}: not a 9×9 puzzle", self.name)));
        };
        self.lockstep.visit(&row, limits, &mut |digits| {
            visitor(&Solution::of_row(digits))
        })
    }
}
