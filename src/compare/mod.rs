//! Differential testing: the same questions to every backend, and a report of
//! every pair of answers that cannot both be right.

pub mod generate;

use crate::backend::{self, Answer, Backend, End, Optimum, Query, Tally, Verdict};
use crate::budget::{Budget, Reason};
use crate::grid::{Puzzle, Solution};
use crate::objective::Objective;
use std::collections::BTreeSet;
use std::fmt;

/// What is known of the number of solutions before anybody is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Known {
    /// Nothing.
    #[default]
    Nothing,
    /// There is none.
    None,
    /// There is exactly one.
    One,
    /// There are at least so many.
    AtLeast(u64),
    /// There are exactly so many.
    Exactly(u64),
}

/// A puzzle to compare answers on.
#[derive(Clone, Debug)]
pub struct Case {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What is known of it.
    pub known: Known,
}

/// Which answers differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Solved or not.
    Verdict,
    /// The number of solutions.
    Count,
    /// A solution that breaks the rules, or one that another backend lacks.
    Solution,
    /// The maximum.
    Maximum,
}

/// Answers that cannot all be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What they are about.
    pub kind: Kind,
    /// Who said what; what is known by construction counts as a voice.
    pub said: Vec<(String, String)>,
}

/// What a comparison looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Puzzles compared.
    pub cases: u64,
    /// Questions answered for good.
    pub answers: u64,
    /// Questions that a limit left open.
    pub open: u64,
    /// Puzzles on which answers differ.
    pub disagreements: u64,
}

/// How deep to compare.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Solutions to count and to enumerate.
    pub limit: u64,
    /// Compare the pyramid maximum of puzzles with at most this many
    /// solutions.
    pub maximum_up_to: u64,
}

/// Puts all questions about one case to all backends. `budget` makes a fresh
/// limit for each question.
pub fn compare(
    case: &Case,
    backends: &mut [Box<dyn Backend>],
    depth: Depth,
    budget: &dyn Fn() -> Budget,
    figures: &mut Figures,
) -> Vec<Disagreement> {
    let mut round = Round {
        case,
        figures,
        budget,
        wrong: Vec::new(),
    };
    let firsts = round.put(backends, &Query::First);
    let limit = depth.limit;
    let sets = round.put(backends, &Query::Enumerate { limit });
    let counts = round.put(backends, &Query::Count { limit });
    let mut found = Vec::new();
    found.extend(round.judge_verdicts(&firsts));
    found.extend(round.judge_counts(&sets, &counts));
    found.extend(judge_sets(&sets));
    let few = sets.iter().any(|(_, answer)| {
        matches!(answer, Answer::Enumerate(_, tally)
            if tally.end == End::Exhausted && tally.found <= depth.maximum_up_to)
    });
    if few {
        let objective = Objective::pyramid(case.puzzle.geometry());
        let maxima = round.put(backends, &Query::Maximise(objective));
        found.extend(judge_maxima(&maxima));
    }
    found.append(&mut round.wrong);
    figures.cases += 1;
    figures.disagreements += u64::from(!found.is_empty());
    found
}

type Answers = Vec<(String, Answer)>;

struct Round<'r> {
    case: &'r Case,
    figures: &'r mut Figures,
    budget: &'r dyn Fn() -> Budget,
    wrong: Vec<Disagreement>,
}

impl Round<'_> {
    /// The answers of those who can take the question.
    fn put(&mut self, backends: &mut [Box<dyn Backend>], query: &Query) -> Answers {
        let mut answers = Vec::new();
        for backend in backends {
            if backend.supports(&self.case.puzzle, query).is_err() {
                continue;
            }
            match backend::ask(&mut **backend, &self.case.puzzle, query, &(self.budget)()) {
                Ok(answer) => {
                    let name = backend.name().to_owned();
                    if let Some(Reason::Engine(fault)) = stopped_by(&answer) {
                        self.wrong.push(Disagreement {
                            kind: Kind::Solution,
                            said: vec![(name.clone(), fault.clone())],
                        });
                    }
                    match stopped_by(&answer) {
                        Some(_) => self.figures.open += 1,
                        None => self.figures.answers += 1,
                    }
                    answers.push((name, answer));
                }
                Err(wrong) => self.wrong.push(Disagreement {
                    kind: Kind::Solution,
                    said: vec![(wrong.backend, wrong.flaw.to_string())],
                }),
            }
        }
        answers
    }

    fn judge_verdicts(&mut self, answers: &Answers) -> Option<Disagreement> {
        let mut said = Vec::new();
        for (name, answer) in answers {
            match answer {
                Answer::First(Verdict::Solved(_)) => said.push((name.clone(), "solved")),
                Answer::First(Verdict::Unsatisfiable) => said.push((name.clone(), "no solution")),
                _ => {}
            }
        }
        match self.case.known {
            Known::Nothing => {}
            Known::None | Known::Exactly(0) => said.push((KNOWN.into(), "no solution")),
            Known::One | Known::AtLeast(_) | Known::Exactly(_) => {
                said.push((KNOWN.into(), "solved"));
            }
        }
        differ(Kind::Verdict, said)
    }

    /// Counts that can be told from each other: a finished count is exact, one
    /// that was stopped is at least what it saw.
    fn judge_counts(&mut self, sets: &Answers, counts: &Answers) -> Option<Disagreement> {
        let mut ranges = Vec::new();
        for (name, answer) in sets.iter().chain(counts) {
            let (tally, how) = match answer {
                Answer::Enumerate(_, tally) => (tally, "enumerates"),
                Answer::Count(tally) => (tally, "counts"),
                _ => continue,
            };
            ranges.push((format!("{name} {how}"), range(tally)));
        }
        match self.case.known {
            Known::Nothing => {}
            Known::None => ranges.push((KNOWN.into(), (0, Some(0)))),
            Known::One => ranges.push((KNOWN.into(), (1, Some(1)))),
            Known::AtLeast(count) => ranges.push((KNOWN.into(), (count, None))),
            Known::Exactly(count) => ranges.push((KNOWN.into(), (count, Some(count)))),
        }
        let least = ranges.iter().map(|(_, (low, _))| *low).max()?;
        let most = ranges.iter().filter_map(|(_, (_, high))| *high).min();
        let show = |(low, high): (u64, Option<u64>)| match high {
            Some(_) => low.to_string(),
            None => format!("at least {low}"),
        };
        most.is_some_and(|most| least > most).then(|| Disagreement {
            kind: Kind::Count,
            said: ranges.into_iter().map(|(n, r)| (n, show(r))).collect(),
        })
    }
}

/// Why the answer stayed open, if it did.
fn stopped_by(answer: &Answer) -> Option<&Reason> {
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

const KNOWN: &str = "known";

fn range(tally: &Tally) -> (u64, Option<u64>) {
    let exact = tally.end == End::Exhausted;
    (tally.found, exact.then_some(tally.found))
}

/// Complete sets of solutions must be the same, and no set may repeat one.
fn judge_sets(answers: &Answers) -> Option<Disagreement> {
    let mut said = Vec::new();
    let mut sets: Vec<(&str, BTreeSet<&Solution>)> = Vec::new();
    for (name, answer) in answers {
        let Answer::Enumerate(solutions, tally) = answer else {
            continue;
        };
        let set: BTreeSet<&Solution> = solutions.iter().collect();
        if set.len() != solutions.len() {
            said.push((name.clone(), "shows a solution twice".to_owned()));
        }
        if tally.end == End::Exhausted {
            sets.push((name, set));
        }
    }
    if let [(first, expected), rest @ ..] = &sets[..] {
        for (name, set) in rest {
            let missing = expected.symmetric_difference(set).count();
            if missing > 0 {
                let text = format!("{missing} solutions differ from those of {first}");
                said.push(((*name).to_owned(), text));
            }
        }
    }
    (!said.is_empty()).then_some(Disagreement {
        kind: Kind::Solution,
        said,
    })
}

/// Proven maxima must be equal, and nobody may have found more than a proven
/// maximum.
fn judge_maxima(answers: &Answers) -> Option<Disagreement> {
    let mut said = Vec::new();
    let mut proven: BTreeSet<Option<i64>> = BTreeSet::new();
    let mut seen = None;
    let mut ceiling = i64::MAX;
    for (name, answer) in answers {
        let text = match answer {
            Answer::Maximise(Optimum::Optimal { score, .. }) => {
                proven.insert(Some(*score));
                score.to_string()
            }
            Answer::Maximise(Optimum::Unsatisfiable) => {
                proven.insert(None);
                "no solution".into()
            }
            Answer::Maximise(Optimum::Feasible { score, bound, .. }) => {
                seen = seen.max(Some(*score));
                let bound = bound.unwrap_or(i64::MAX);
                ceiling = ceiling.min(bound);
                format!("from {score} to {bound}")
            }
            _ => continue,
        };
        said.push((name.clone(), text));
    }
    let beaten = proven.first().is_some_and(|least| seen > *least);
    let above = proven.last().is_some_and(|most| *most > Some(ceiling));
    (proven.len() > 1 || beaten || above).then_some(Disagreement {
        kind: Kind::Maximum,
        said,
    })
}

fn differ(kind: Kind, said: Vec<(String, &str)>) -> Option<Disagreement> {
    let mut texts = said.iter().map(|(_, text)| text);
    let first = texts.next()?;
    texts.any(|text| text != first).then(|| Disagreement {
        kind,
        said: said.into_iter().map(|(n, t)| (n, t.to_owned())).collect(),
    })
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Verdict => "verdict",
            Kind::Count => "count",
            Kind::Solution => "solution",
            Kind::Maximum => "maximum",
        })
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} differs", self.kind)?;
        for (k, (who, what)) in self.said.iter().enumerate() {
            let separator = if k == 0 { ": " } else { "; " };
            write!(f, "{separator}{who}: {what}")?;
        }
        Ok(())
    }
}
