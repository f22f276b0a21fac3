//! The queries about a puzzle, and how much was compared.

use super::roster::BackendSet;
use super::round::Round;
use super::{Disagreement, Instance};
use crate::backend::{Backend, Problem};
use crate::limits::Limits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// Puzzles compared.
    pub puzzles: u64,
    /// Queries with a final answer.
    pub answers: u64,
    /// Queries left open because of a limit.
    pub open: u64,
    /// How many of these each backend left open; none where there are none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub open_by_backend: BTreeMap<String, u64>,
    /// Puzzles with contradictory or wrong answers.
    pub disagreements: u64,
}

impl Figures {
    /// Counts queries that this backend left open.
    pub(super) fn leave_open(&mut self, backend: &str, queries: u64) {
        self.open += queries;
        *self.open_by_backend.entry(backend.to_owned()).or_default() += queries;
    }
}

impl std::ops::AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.puzzles += other.puzzles;
        self.answers += other.answers;
        self.open += other.open;
        for (backend, open) in other.open_by_backend {
            *self.open_by_backend.entry(backend).or_default() += open;
        }
        self.disagreements += other.disagreements;
    }
}

/// How thoroughly to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// Count and enumerate at most this many solutions.
    pub limit: u64,
    /// Compare the pyramid maximum of puzzles with at most this many solutions.
    pub maximum_up_to: u64,
}

impl Depth {
    /// Counts, enumerates and maximises over at most this many solutions.
    pub fn up_to(limit: u64) -> Depth {
        Depth {
            limit,
            maximum_up_to: limit,
        }
    }
}

/// Which queries to ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuerySet {
    /// One solution.
    First,
    /// The solutions and their number.
    Solutions,
    /// All of these, and the maximum.
    All,
}

/// Asks all backends about one instance and returns the answers that cannot all be
/// right. `limits` makes a fresh limit for each query.
pub fn compare<P: Problem>(
    instance: &Instance<P>,
    backends: &mut [Box<dyn Backend<P>>],
    depth: Depth,
    queries: QuerySet,
    limits: &dyn Fn() -> Limits,
    figures: &mut Figures,
) -> Vec<Disagreement> {
    let round = Round {
        instance,
        queries,
        depth,
        limits,
        another_chance: &|| false,
    };
    round.compare(backends, figures)
}

impl<P: Problem> BackendSet<P> {
    /// Like [`compare`] with all queries. A solver that times out is asked once more.
    pub fn compare(
        &mut self,
        instance: &Instance<P>,
        depth: Depth,
        limits: &dyn Fn() -> Limits,
        figures: &mut Figures,
    ) -> Vec<Disagreement> {
        self.trips.reset();
        let round = Round {
            instance,
            queries: QuerySet::All,
            depth,
            limits,
            another_chance: &|| self.trips.give_another_chance(),
        };
        round.compare(&mut self.backends, figures)
    }
}
