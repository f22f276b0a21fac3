//! The best mix for a maximum: native search as long as it is quick, then SAT.

use super::{Approach, Backend, NativeBackend, Optimum, Query, SatBackend, Unsupported, Visitor};
use crate::grid::{Geometry, Puzzle};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::{End, Reason};
use crate::sat::optimise::Strategy;

/// Nodes of the native search before SAT: most instances take fewer than ten, and
/// hundreds take as long as SAT does.
const NODES: u64 = 300;

/// Native search, and SAT where that gets lost.
pub struct AutoBackend {
    native: NativeBackend,
    sat: SatBackend,
    /// How the last maximum was found.
    approach: Approach,
}

impl AutoBackend {
    /// Falls back on this SAT backend.
    pub fn new(sat: SatBackend) -> AutoBackend {
        AutoBackend {
            native: NativeBackend::default(),
            sat,
            approach: Approach::Search,
        }
    }
}

impl Backend for AutoBackend {
    fn name(&self) -> &str {
        "auto"
    }

    fn approach(&self) -> Approach {
        self.approach
    }

    fn supports(&self, puzzle: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        self.native.supports(puzzle, query)
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        self.native.search(puzzle, limits, visitor)
    }

    fn maximise(&mut self, puzzle: &Puzzle, objective: &Objective, limits: &Limits) -> Optimum {
        self.approach = Approach::Search;
        if let Some(optimum) = self
            .native
            .maximise_quickly(puzzle, objective, limits, NODES)
        {
            return optimum;
        }
        let query = Query::Maximise(objective.clone());
        if self.sat.supports(puzzle, &query).is_err() {
            return self.native.maximise(puzzle, objective, limits);
        }
        self.approach = Approach::Clauses;
        let optimum = self.sat.maximise(puzzle, objective, limits);
        let (Optimum::Feasible { reason, .. } | Optimum::Unknown(reason)) = &optimum else {
            return optimum;
        };
        match (reason, puzzle.geometry()) {
            (Reason::TooManySums, Geometry::CLASSIC) => {
                self.approach = Approach::Search;
                self.native.maximise(puzzle, objective, limits)
            }
            // Cores take weights as they are.
            (Reason::TooManySums, _) => {
                let cores = Strategy::Cores;
                self.sat.optimise(puzzle, objective, cores, None, limits)
            }
            _ => optimum,
        }
    }
}
