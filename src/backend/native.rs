//! The native search as a backend.

use super::{Backend, Counter, End, Optimum, Query, Unsupported, Visitor};
use crate::grid::{Puzzle, Row};
use crate::limits::Limits;
use crate::objective::{Objective, Progress};
use crate::search::lockstep::Lockstep;
use crate::search::{Native, SEED, Threads};
use std::sync::Arc;

/// Answers all queries by search on bitmasks.
#[derive(Default)]
pub struct NativeBackend {
    pub(super) native: Native,
}

impl NativeBackend {
    /// Uses as many of these threads as are free if a puzzle takes long; see
    /// [`Native::sharing`].
    pub fn sharing(threads: Arc<Threads>) -> NativeBackend {
        NativeBackend {
            native: Native::default().sharing(threads),
        }
    }
}

impl Backend for NativeBackend {
    fn name(&self) -> &str {
        "native"
    }

    fn supports(&self, puzzle: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        self.check_objective(puzzle, query)
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        self.native.enumerate(puzzle, limits, visitor)
    }

    fn counter(&mut self, puzzle: &Puzzle) -> Option<Counter<'_>> {
        let row = Row::of(puzzle)?;
        let lockstep = Lockstep::new().ok()?;
        Some(Box::new(move |limit, limits| {
            lockstep.count(&row, limit, limits)
        }))
    }

    fn maximise(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        self.native.maximise(puzzle, objective, limits, progress)
    }
}

/// Answers by clause learning, whatever the size; it does not support objectives.
pub struct CdclBackend {
    native: Native,
    seed: u64,
    name: String,
}

impl CdclBackend {
    /// The seed breaks ties between variables.
    pub fn new(seed: u64) -> CdclBackend {
        CdclBackend {
            native: Native::default(),
            seed,
            name: format!("cdcl/{seed}"),
        }
    }
}

impl Default for CdclBackend {
    fn default() -> CdclBackend {
        CdclBackend::new(SEED)
    }
}

impl Backend for CdclBackend {
    fn name(&self) -> &str {
        &self.name
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        self.native.learn(puzzle, self.seed, limits, visitor)
    }
}
