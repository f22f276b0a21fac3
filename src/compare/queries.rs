//! The same queries to every backend.

use super::contradictions::{self, Answers};
use super::{Disagreement, FindingKind, Instance};
use crate::backend::{self, Answer, Backend, End, Optimum, Query, Verdict};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::{Fault, Reason};
use serde::{Deserialize, Serialize};

/// How much was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// Puzzles compared.
    pub puzzles: u64,
    /// Queries with a final answer.
    pub answers: u64,
    /// Queries left open because of a limit.
    pub open: u64,
    /// Puzzles with contradictory or wrong answers.
    pub disagreements: u64,
}

impl std::ops::AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.puzzles += other.puzzles;
        self.answers += other.answers;
        self.open += other.open;
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
pub fn compare(
    instance: &Instance,
    backends: &mut [Box<dyn Backend>],
    depth: Depth,
    queries: QuerySet,
    limits: &dyn Fn() -> Limits,
    figures: &mut Figures,
) -> Vec<Disagreement> {
    let mut round = Round {
        instance,
        figures,
        limits,
        wrong: Vec::new(),
    };
    let mut found = Vec::new();
    if queries != QuerySet::Solutions {
        let firsts = round.ask(backends, &Query::First);
        found.extend(contradictions::verdicts(&firsts, instance.known));
    }
    if queries != QuerySet::First {
        let limit = depth.limit;
        let sets = round.ask(backends, &Query::Enumerate { limit });
        let counts = round.ask(backends, &Query::Count { limit });
        found.extend(contradictions::counts(&sets, &counts, instance.known));
        found.extend(contradictions::sets(&sets));
        if queries == QuerySet::All && has_few_solutions(&sets, depth.maximum_up_to) {
            let objective = Objective::pyramid(instance.puzzle.geometry());
            let maxima = round.ask(backends, &Query::Maximise(objective));
            found.extend(contradictions::maxima(&maxima));
        }
    }
    found.append(&mut round.wrong);
    figures.puzzles += 1;
    let wrong = found.iter().any(|found| found.kind.is_wrong());
    figures.disagreements += u64::from(wrong);
    found
}

/// Whether some backend says that there are few enough solutions to compare their
/// maximum, and none reached the limit.
pub(super) fn has_few_solutions(sets: &Answers, most: u64) -> bool {
    let any_ended = |expected: End, most: u64| {
        sets.iter().any(|(_, answer)| {
            matches!(answer, Answer::Enumerate(_, tally)
                if tally.end == expected && tally.found <= most)
        })
    };
    any_ended(End::Exhausted, most) && !any_ended(End::Enough, u64::MAX)
}

struct Round<'r> {
    instance: &'r Instance,
    figures: &'r mut Figures,
    limits: &'r dyn Fn() -> Limits,
    /// Answers that are wrong regardless of all others.
    wrong: Vec<Disagreement>,
}

impl Round<'_> {
    /// The answers of the backends that support the query.
    fn ask(&mut self, backends: &mut [Box<dyn Backend>], query: &Query) -> Answers {
        let puzzle = &self.instance.puzzle;
        let mut answers = Vec::new();
        for backend in backends {
            if backend.supports(puzzle, query).is_err() {
                continue;
            }
            match backend::ask(&mut **backend, puzzle, query, &(self.limits)()) {
                Ok(answer) => {
                    let name = backend.name().to_owned();
                    match reason_of(&answer) {
                        Some(reason) => {
                            self.figures.open += 1;
                            self.record_open(&name, reason);
                        }
                        None => self.figures.answers += 1,
                    }
                    answers.push((name, answer));
                }
                Err(wrong) => {
                    let claim = wrong.flaw.to_string();
                    self.accuse(FindingKind::Solution, wrong.backend, claim);
                }
            }
        }
        answers
    }

    fn record_open(&mut self, name: &str, reason: &Reason) {
        if let Some(kind) = kind_of_open(reason) {
            self.accuse(kind, name.to_owned(), reason.to_string());
        }
    }

    /// Records that a backend is wrong regardless of the others, once for each kind.
    fn accuse(&mut self, kind: FindingKind, name: String, claim: String) {
        let again = |other: &Disagreement| other.kind == kind && other.accused[..] == [&*name];
        if !self.wrong.iter().any(again) {
            self.wrong.push(Disagreement {
                kind,
                claims: vec![(name.clone(), claim)],
                accused: vec![name],
                witness: None,
            });
        }
    }
}

/// What is to be said about a query that stayed open for this reason.
pub(super) fn kind_of_open(reason: &Reason) -> Option<FindingKind> {
    match reason {
        Reason::Timeout => Some(FindingKind::TimeOut),
        Reason::Engine(_) => Some(FindingKind::Solution),
        // Giving up is not a wrong answer.
        Reason::Fault(Fault::GaveUp, _) => None,
        Reason::Fault(fault, _) => Some(FindingKind::Fault(*fault)),
        Reason::Interrupted
        | Reason::ModelLimit
        | Reason::NodeLimit
        | Reason::TooManySums
        | Reason::ProofSize(_)
        | Reason::TooLarge { .. } => None,
    }
}

/// Why the query stayed open, if it did.
pub(super) fn reason_of(answer: &Answer) -> Option<&Reason> {
    match answer {
        Answer::First(Verdict::Unknown(reason)) => Some(reason),
        Answer::Count(tally) | Answer::Enumerate(_, tally) => match &tally.end {
            End::Stopped(reason) => Some(reason),
            End::Exhausted | End::Enough => None,
        },
        Answer::Maximise(Optimum::Unknown(reason) | Optimum::Feasible { reason, .. }) => {
            Some(reason)
        }
        Answer::First(_) | Answer::Maximise(_) => None,
    }
}
