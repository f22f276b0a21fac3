//! What is said about all cubes together.

use super::task::Task;
use crate::backend::Answer;
use crate::certify::Certifiable;
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::Output;
use crate::cubes::{Combination, Split};
use crate::escape;
use crate::objective::Direction;
use crate::outcome::{End, Optimum, Reason, Tally};
use crate::words::counted;
use anyhow::Result;
use serde::Serialize;
use std::io::Write;

/// How sure the answer is.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    None,
    Unique,
    /// One solution was asked for.
    Solved,
    /// As many as were asked for.
    Several,
    /// All of them.
    Counted,
    Maximum,
    Minimum,
    Unknown,
}

/// The answer.
#[derive(Serialize)]
pub struct Outcome {
    verdict: Word,
    /// Solutions found, if they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    /// What no score exceeds, if the maximum is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cubes: usize,
    answered: usize,
    refuted: usize,
    /// Which score is asked for.
    #[serde(skip)]
    direction: Direction,
    #[serde(skip)]
    exit: Exit,
    #[serde(skip)]
    why: Option<Reason>,
}

impl Outcome {
    /// The answer of these cubes.
    pub fn of<P: Certifiable>(
        task: &Task<'_, P>,
        all: &Combination<'_, P>,
        split: &Split,
    ) -> Outcome {
        let cubes = split.cubes.len();
        let direction = task.args.scores.direction();
        let mut outcome = Outcome {
            verdict: Word::Unknown,
            found: None,
            score: None,
            bound: None,
            solution: None,
            reason: None,
            cubes,
            answered: (0..cubes).filter(|&index| all.is_answered(index)).count(),
            refuted: split.refuted.len(),
            direction,
            exit: Exit::Answered,
            why: None,
        };
        // Interrupts end the run before this, so cubes were interrupted because time was up.
        let in_time = |reason: &Reason| match reason {
            Reason::Interrupted => Reason::Timeout,
            reason => reason.clone(),
        };
        let line = |solution| Some(task.puzzle.solution_line(solution));
        match all.answer() {
            Answer::Maximise(optimum) => {
                outcome.take_optimum(&optimum);
                if outcome.why.is_some() {
                    outcome.bound = all.bound().map(|bound| direction.signed(bound));
                }
                outcome.solution = optimum.best().and_then(|(solution, _)| line(solution));
            }
            Answer::Enumerate(_, tally) | Answer::Count(tally) => {
                outcome.solution = all.least().and_then(line);
                outcome.take_tally(&tally);
            }
            Answer::First(_) => {}
        }
        outcome.why = outcome.why.as_ref().map(in_time);
        outcome.reason = outcome.why.as_ref().map(Reason::to_string);
        outcome
    }

    /// Keeps the more serious of two outcomes.
    pub fn raise(&mut self, exit: Exit) {
        self.exit.raise(exit);
    }

    fn take_tally(&mut self, tally: &Tally) {
        self.found = Some(tally.found);
        self.verdict = match (&tally.end, tally.found) {
            (End::Stopped(reason), _) => {
                self.why = Some(reason.clone());
                Word::Unknown
            }
            (End::Enough, 1) => Word::Solved,
            (End::Enough, _) => Word::Several,
            (End::Exhausted, 0) => Word::None,
            (End::Exhausted, 1) => Word::Unique,
            (End::Exhausted, _) => Word::Counted,
        };
        self.exit = Exit::of_tally(tally);
    }

    fn take_optimum(&mut self, optimum: &Optimum) {
        let score = optimum.best().map(|(_, score)| score);
        self.score = score.map(|score| self.direction.signed(score));
        match optimum {
            Optimum::Optimal { .. } => {
                self.verdict = match self.direction {
                    Direction::Highest => Word::Maximum,
                    Direction::Lowest => Word::Minimum,
                };
            }
            Optimum::Unsatisfiable => {
                self.verdict = Word::None;
                self.exit = Exit::Negative;
            }
            Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => {
                self.exit = Exit::of_reason(reason);
                self.why = Some(reason.clone());
            }
        }
    }

    /// The answer in a line.
    fn sentence(&self) -> String {
        let (found, score) = (self.found.unwrap_or(0), self.score.unwrap_or(0));
        let beyond = self.direction.beyond();
        match self.verdict {
            Word::None => "no solution".into(),
            Word::Unique => "one solution".into(),
            Word::Solved => "at least one solution".into(),
            Word::Counted => counted(found, "solution"),
            Word::Several => format!("at least {}", counted(found, "solution")),
            Word::Maximum => format!("maximum {score}"),
            Word::Minimum => format!("minimum {score}"),
            Word::Unknown => {
                let known = match (self.score, self.bound) {
                    (Some(score), Some(bound)) => {
                        format!("between {} and {}", score.min(bound), score.max(bound))
                    }
                    (Some(score), None) => format!("a solution scores {score}"),
                    (None, _) if found > 0 => format!("at least {}", counted(found, "solution")),
                    (None, Some(bound)) => format!("no solution scores {beyond} {bound}"),
                    (None, None) => "no solution was found".into(),
                };
                let reason = self.reason.as_deref().unwrap_or_default();
                let (answered, cubes) = (self.answered, self.cubes);
                let cubes = counted(cubes as u64, "cube");
                format!("unknown: {known}; {answered} of {cubes} answered ({reason})")
            }
        }
    }
}

/// Writes the answer.
pub fn write(outcome: &Outcome, as_json: bool, out: &mut Output) -> Result<Exit> {
    if as_json {
        writeln!(out, "{}", escape::json(outcome)?)?;
        return Ok(outcome.exit);
    }
    writeln!(out, "{}", escape::whole(&outcome.sentence()))?;
    if let Some(solution) = &outcome.solution {
        writeln!(out, "{solution}")?;
    }
    Ok(outcome.exit)
}
