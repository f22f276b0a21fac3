//! The same queries about one puzzle, classic or variant, to every backend.

use super::contradictions::{self, Answers};
use super::{Depth, Disagreement, Figures, FindingKind, Instance, QuerySet};
use crate::backend::{self, Answer, Backend, End, Optimum, Problem, Query, Verdict, WrongAnswer};
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};

/// A puzzle and what to ask about it.
pub(super) struct Round<'r, P: Problem> {
    pub instance: &'r Instance<P>,
    pub queries: QuerySet,
    pub depth: Depth,
    /// Makes a fresh limit for each query.
    pub limits: &'r dyn Fn() -> Limits,
    /// Whether a backend that timed out may be asked once more.
    pub another_chance: &'r dyn Fn() -> bool,
}

/// The answers to one round so far.
struct RoundResults<'r, P: Problem> {
    round: Round<'r, P>,
    figures: &'r mut Figures,
    /// Answers that are wrong regardless of all others.
    wrong: Vec<Disagreement>,
}

impl<'r, P: Problem> Round<'r, P> {
    /// Asks all backends and returns the answers that cannot all be right.
    pub fn compare(
        self,
        backends: &mut [Box<dyn Backend<P>>],
        figures: &'r mut Figures,
    ) -> Vec<Disagreement> {
        let (queries, depth) = (self.queries, self.depth);
        let Instance { puzzle, known } = self.instance;
        let mut results = RoundResults {
            round: self,
            figures,
            wrong: Vec::new(),
        };
        let mut found = Vec::new();
        if queries != QuerySet::Solutions {
            let firsts = results.ask(backends, &Query::First);
            found.extend(contradictions::verdicts(&firsts, *known));
        }
        if queries != QuerySet::First {
            let limit = depth.limit;
            let sets = results.ask(backends, &Query::Enumerate { limit });
            let counts = results.ask(backends, &Query::Count { limit });
            found.extend(contradictions::counts(&sets, &counts, *known));
            found.extend(contradictions::sets(&sets));
            if queries == QuerySet::All && has_few_solutions(&sets, depth.maximum_up_to) {
                let maxima = results.ask(backends, &Query::Maximise(puzzle.pyramid()));
                found.extend(contradictions::maxima(&maxima));
            }
        }
        found.append(&mut results.wrong);
        let wrong = found.iter().any(|found| found.kind.is_wrong());
        results.figures.puzzles += 1;
        results.figures.disagreements += u64::from(wrong);
        found
    }
}

/// Whether some backend says that there are few enough solutions to compare their
/// maximum, and none reached the limit.
fn has_few_solutions(sets: &Answers, most: u64) -> bool {
    let any_ended = |expected: End, most: u64| {
        sets.iter().any(|(_, answer)| {
            matches!(answer, Answer::Enumerate(_, tally)
                if tally.end == expected && tally.found <= most)
        })
    };
    any_ended(End::Exhausted, most) && !any_ended(End::Enough, u64::MAX)
}

impl<P: Problem> RoundResults<'_, P> {
    /// The answers of the backends that support the query.
    fn ask(
        &mut self,
        backends: &mut [Box<dyn Backend<P>>],
        query: &Query<P::Objective>,
    ) -> Answers {
        let puzzle = &self.round.instance.puzzle;
        let mut answers = Vec::new();
        for backend in backends {
            if backend.supports(puzzle, query).is_err() {
                continue;
            }
            match self.ask_one(&mut **backend, query) {
                Ok(answer) => {
                    let name = backend.name().to_owned();
                    match reason_of(&answer) {
                        Some(reason) => {
                            self.figures.leave_open(&name, 1);
                            if let Some(kind) = kind_of_open(reason) {
                                self.accuse(kind, name.clone(), reason.to_string());
                            }
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

    /// The answer of one backend; if it times out, that of a second run.
    fn ask_one(
        &mut self,
        backend: &mut dyn Backend<P>,
        query: &Query<P::Objective>,
    ) -> Result<Answer, WrongAnswer<P::Flaw>> {
        let Round {
            instance: Instance { puzzle, .. },
            limits,
            another_chance,
            ..
        } = self.round;
        let first = backend::ask(backend, puzzle, query, &limits());
        let is_late = |answer: &Result<Answer, WrongAnswer<P::Flaw>>| {
            let answer = answer.as_ref().ok();
            answer.and_then(reason_of) == Some(&Reason::Timeout)
        };
        if !is_late(&first) || !another_chance() {
            return first;
        }
        let second = backend::ask(backend, puzzle, query, &limits());
        if !is_late(&second) {
            let claim = format!("{}; it answered a second run", Reason::Timeout);
            self.accuse(FindingKind::TimeOut, backend.name().to_owned(), claim);
        }
        second
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
fn kind_of_open(reason: &Reason) -> Option<FindingKind> {
    match reason {
        Reason::Timeout => Some(FindingKind::TimeOut),
        Reason::Engine(_) => Some(FindingKind::Solution),
        // Neither is a wrong answer.
        Reason::Fault(Fault::GaveUp | Fault::NotRun, _) => None,
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
fn reason_of(answer: &Answer) -> Option<&Reason> {
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
