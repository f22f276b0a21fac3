//! Where an answer comes from.

use super::present::AnsweredBy;
use crate::backend::{Approach, Backend, Problem};
use std::time::{Duration, Instant};

/// The engine that found an answer, how it works, and how long it took.
#[derive(Clone)]
pub struct Provenance {
    pub engine: String,
    pub approach: Approach,
    pub took: Duration,
}

impl Provenance {
    /// A backend that answered just now a query asked at this time.
    pub fn of<P: Problem>(backend: &dyn Backend<P>, start: Instant) -> Provenance {
        Provenance {
            engine: backend.answered_by().to_owned(),
            approach: backend.approach(),
            took: start.elapsed(),
        }
    }

    /// The native search, within this time.
    pub fn native(took: Duration) -> Provenance {
        Provenance {
            engine: "native".to_owned(),
            approach: Approach::Search,
            took,
        }
    }

    /// The fields of a JSON line about the engines, with those that agree.
    pub fn answered_by<'a>(&'a self, checked_by: &'a [String]) -> AnsweredBy<'a> {
        AnsweredBy::new(&self.engine, checked_by, self.took)
    }
}
