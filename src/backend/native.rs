//! The native search as a backend.

use super::{Backend, End, Optimum, Query, Unsupported, Visitor};
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::Reason;
use crate::search::cdcl::Threads;
use crate::search::{Maximum, Native};
use std::sync::Arc;

/// Answers by bitmask search.
#[derive(Default)]
pub struct NativeBackend {
    native: Native,
}

/// Answers by clause learning on the groups, whatever the size; a maximum is
/// for others.
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

impl Backend for CdclBackend {
    fn name(&self) -> &str {
        &self.name
    }

    fn supports(&self, _: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        match query {
            Query::Maximise(_) => Err(Unsupported {
                backend: self.name.clone(),
                why: "it knows no objective; use the native search".into(),
            }),
            Query::First | Query::Count { .. } | Query::Enumerate { .. } => Ok(()),
        }
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        self.native.learn(puzzle, self.seed, limits, visitor)
    }

    fn maximise(&mut self, _: &Puzzle, _: &Objective, _: &Limits) -> Optimum {
        Optimum::Unknown(Reason::Engine(format!("{} knows no objective", self.name)))
    }
}

impl Backend for NativeBackend {
    fn name(&self) -> &str {
        "native"
    }

    fn supports(&self, _: &Puzzle, _: &Query) -> Result<(), Unsupported> {
        Ok(())
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        self.native.enumerate(puzzle, limits, visitor)
    }

    fn maximise(&mut self, puzzle: &Puzzle, objective: &Objective, limits: &Limits) -> Optimum {
        optimum(objective, self.native.maximise(puzzle, objective, limits))
    }
}

impl NativeBackend {
    /// Answers with as many threads of these as are free, where one puzzle takes
    /// long: see [`Native::sharing`].
    pub fn sharing(threads: Arc<Threads>) -> NativeBackend {
        NativeBackend {
            native: Native::default().sharing(threads),
        }
    }

    /// The maximum, if depth-first search proves it within a number of nodes or
    /// the limits ends first.
    pub fn maximise_quickly(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        nodes: u64,
    ) -> Option<Optimum> {
        let found = self
            .native
            .maximise_quickly(puzzle, objective, limits, nodes);
        found.map(|maximum| optimum(objective, maximum))
    }
}

fn optimum(objective: &Objective, maximum: Maximum) -> Optimum {
    match maximum {
        Maximum::Proven(None) => Optimum::Unsatisfiable,
        Maximum::Proven(Some(solution)) => Optimum::Optimal {
            score: objective.score(&solution),
            solution,
        },
        Maximum::Stopped {
            best: None, reason, ..
        } => Optimum::Unknown(reason),
        Maximum::Stopped {
            best: Some(solution),
            bound,
            reason,
        } => Optimum::Feasible {
            score: objective.score(&solution),
            solution,
            bound,
            reason,
        },
    }
}
