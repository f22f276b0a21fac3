//! The default for maxima: native search for as long as that is quick, then SAT.

use super::{Approach, Backend, NativeBackend, Optimum, Query, SatBackend, Unsupported, Visitor};
use crate::grid::{Geometry, Puzzle};
use crate::limits::Limits;
use crate::objective::{Objective, Progress};
use crate::outcome::{End, Reason};
use crate::sat::optimise::Strategy;

/// Nodes of the native search before SAT: most instances take fewer than ten, and
/// hundreds take as long as SAT does.
const NODES: u64 = 300;

/// Native search, and SAT for maxima on which that takes long.
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

    fn maximise(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        self.approach = Approach::Search;
        let (native, sat) = (&mut self.native, &mut self.sat);
        let short = limits.clone().up_to_nodes(NODES);
        let quick = native.maximise(puzzle, objective, &short, progress);
        if stopped(&quick) != Some(&Reason::NodeLimit) {
            return quick;
        }
        let query = Query::Maximise(objective.clone());
        if sat.supports(puzzle, &query).is_err() {
            return native.maximise(puzzle, objective, limits, progress);
        }
        self.approach = Approach::Clauses;
        let optimum = sat.maximise(puzzle, objective, limits, progress);
        match (stopped(&optimum), puzzle.geometry()) {
            (Some(Reason::TooManySums), Geometry::CLASSIC) => {
                self.approach = Approach::Search;
                native.maximise(puzzle, objective, limits, progress)
            }
            // Cores need no sums.
            (Some(Reason::TooManySums), _) => {
                let cores = Strategy::Cores;
                sat.optimise(puzzle, objective, cores, None, limits, progress)
            }
            _ => optimum,
        }
    }
}

/// Why an answer is not final.
fn stopped(optimum: &Optimum) -> Option<&Reason> {
    match optimum {
        Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => Some(reason),
        Optimum::Optimal { .. } | Optimum::Unsatisfiable => None,
    }
}
