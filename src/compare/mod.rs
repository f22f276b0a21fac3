//! Differential testing: the same questions to every backend, every set of
//! answers that cannot all be right, whose answer is wrong, and the smallest
//! puzzle and formula that show it.

pub mod contestant;
pub mod corpus;
pub mod diagnose;
pub mod generate;
pub mod group;
pub mod images;
mod judge;
pub mod shrink;

use crate::backend::{self, Answer, Backend, End, Optimum, Query, Verdict};
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::{Fault, Reason};
use judge::Answers;
use serde::{Deserialize, Serialize};
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

/// What is wrong, or slow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Solved or not.
    Verdict,
    /// The number of solutions.
    Count,
    /// A solution that breaks the rules, or one that another backend lacks.
    Solution,
    /// The maximum.
    Maximum,
    /// A solver denies that a formula has a model, and another shows one.
    WrongUnsat,
    /// A solver broke its word.
    Fault(Fault),
    /// A limit came first. That is no wrong answer.
    TimeOut,
    /// A solver had no answer after several times its limit.
    Hang,
}

impl Kind {
    /// Whether something is wrong, and not only slow.
    pub fn is_wrong(self) -> bool {
        !matches!(self, Kind::TimeOut | Kind::Hang)
    }
}

/// Answers that cannot all be right, or one that cannot be right by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What they are about.
    pub kind: Kind,
    /// Who said what; what is known by construction counts as a voice.
    pub said: Vec<(String, String)>,
    /// Who is wrong: against a checked solution, or against the majority.
    pub accused: Vec<String>,
    /// Somebody whose answer contradicts the accused.
    pub witness: Option<String>,
}

/// What a comparison looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// Puzzles compared.
    #[serde(rename = "puzzles")]
    pub cases: u64,
    /// Questions answered for good.
    pub answers: u64,
    /// Questions that a limit left open.
    pub open: u64,
    /// Puzzles on which answers differ.
    pub disagreements: u64,
}

impl std::ops::AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.cases += other.cases;
        self.answers += other.answers;
        self.open += other.open;
        self.disagreements += other.disagreements;
    }
}

/// How deep to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// Solutions to count and to enumerate.
    pub limit: u64,
    /// Compare the pyramid maximum of puzzles with at most this many
    /// solutions.
    pub maximum_up_to: u64,
}

/// Which questions to put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Questions {
    /// One solution.
    First,
    /// Solutions and their number.
    Solutions,
    /// All of them, and the maximum.
    All,
}

/// Puts all questions about one case to all backends. `limits` makes a fresh
/// limit for each question.
pub fn compare(
    case: &Case,
    backends: &mut [Box<dyn Backend>],
    depth: Depth,
    limits: &dyn Fn() -> Limits,
    figures: &mut Figures,
) -> Vec<Disagreement> {
    compare_on(case, backends, depth, Questions::All, limits, figures)
}

/// Like [`compare`], with some of the questions.
pub fn compare_on(
    case: &Case,
    backends: &mut [Box<dyn Backend>],
    depth: Depth,
    questions: Questions,
    limits: &dyn Fn() -> Limits,
    figures: &mut Figures,
) -> Vec<Disagreement> {
    let mut round = Round {
        case,
        figures,
        limits,
        wrong: Vec::new(),
    };
    let mut found = Vec::new();
    if questions != Questions::Solutions {
        let firsts = round.put(backends, &Query::First);
        found.extend(judge::verdicts(&firsts, case.known));
    }
    if questions != Questions::First {
        let limit = depth.limit;
        let sets = round.put(backends, &Query::Enumerate { limit });
        let counts = round.put(backends, &Query::Count { limit });
        found.extend(judge::counts(&sets, &counts, case.known));
        found.extend(judge::sets(&sets));
        if questions == Questions::All && few(&sets, depth) {
            let objective = Objective::pyramid(case.puzzle.geometry());
            let maxima = round.put(backends, &Query::Maximise(objective));
            found.extend(judge::maxima(&maxima));
        }
    }
    found.append(&mut round.wrong);
    figures.cases += 1;
    let wrong = found.iter().any(|found| found.kind.is_wrong());
    figures.disagreements += u64::from(wrong);
    found
}

/// Whether somebody says that there are so few solutions that their maximum is
/// to be compared, and nobody shows as many as were asked for.
fn few(sets: &Answers, depth: Depth) -> bool {
    let ends = |expected: End, most: u64| {
        sets.iter().any(|(_, answer)| {
            matches!(answer, Answer::Enumerate(_, tally)
                if tally.end == expected && tally.found <= most)
        })
    };
    ends(End::Exhausted, depth.maximum_up_to) && !ends(End::Enough, u64::MAX)
}

struct Round<'r> {
    case: &'r Case,
    figures: &'r mut Figures,
    limits: &'r dyn Fn() -> Limits,
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
            match backend::ask(&mut **backend, &self.case.puzzle, query, &(self.limits)()) {
                Ok(answer) => {
                    let name = backend.name().to_owned();
                    match stopped_by(&answer) {
                        Some(reason) => {
                            self.figures.open += 1;
                            self.stopped(&name, reason);
                        }
                        None => self.figures.answers += 1,
                    }
                    answers.push((name, answer));
                }
                Err(wrong) => self.accuse(Kind::Solution, wrong.backend, wrong.flaw.to_string()),
            }
        }
        answers
    }

    fn stopped(&mut self, name: &str, reason: &Reason) {
        let kind = match reason {
            Reason::Timeout => Kind::TimeOut,
            Reason::Engine(_) => Kind::Solution,
            // Not to know is no wrong answer.
            Reason::Fault(Fault::GaveUp, _) => return,
            Reason::Fault(fault, _) => Kind::Fault(*fault),
            Reason::Interrupted
            | Reason::ModelLimit
            | Reason::NodeLimit
            | Reason::TooManySums
            | Reason::ProofSize(_)
            | Reason::TooLarge { .. } => return,
        };
        self.accuse(kind, name.to_owned(), reason.to_string());
    }

    /// Somebody is wrong by himself; once for each kind.
    fn accuse(&mut self, kind: Kind, name: String, text: String) {
        let again = |other: &Disagreement| other.kind == kind && other.accused[..] == [&*name];
        if !self.wrong.iter().any(again) {
            self.wrong.push(Disagreement {
                kind,
                said: vec![(name.clone(), text)],
                accused: vec![name],
                witness: None,
            });
        }
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

/// The name of what is known by construction.
pub const KNOWN: &str = "known";

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Verdict => f.write_str("verdict"),
            Kind::Count => f.write_str("count"),
            Kind::Solution => f.write_str("solution"),
            Kind::Maximum => f.write_str("maximum"),
            Kind::WrongUnsat => f.write_str("wrong-unsat"),
            Kind::Fault(fault) => fault.fmt(f),
            Kind::TimeOut => f.write_str("time-out"),
            Kind::Hang => f.write_str("hang"),
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Verdict | Kind::Count | Kind::Solution | Kind::Maximum => {
                write!(f, "{} differs", self.kind)?;
            }
            kind => kind.fmt(f)?,
        }
        for (k, (who, what)) in self.said.iter().enumerate() {
            let separator = if k == 0 { ": " } else { "; " };
            write!(f, "{separator}{who}: {what}")?;
        }
        Ok(())
    }
}
