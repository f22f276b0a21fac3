//! What the checks found, for the user.

use super::replay::{PuzzleTexts, Replay};
use super::thread::PendingCheck;
use crate::backend::cross_check::{Agreement, GiveUp};
use crate::cli::exit::Differ;
use crate::cli::messages::warn;
use crate::cli::pipeline::session::check_interrupt;
use crate::outcome::Reason;
use crate::words::counted;
use anyhow::Result;
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// How long an answer is held back for its check.
const HOLD: Duration = Duration::from_secs(1);

/// Answers, or blocks of them, that may be shown before their checks are done. The
/// limit keeps memory constant where checks are slower than answers.
const AHEAD: usize = 16;

/// Checks without a result that are reported one by one.
const EXAMPLES: usize = 3;

/// What came of the check of one answer.
pub enum CheckOutcome {
    /// The engine of this name agrees.
    Agreed {
        /// The second engine.
        by: String,
    },
    /// The second engine gave no answer.
    GaveUp {
        /// The second engine.
        by: String,
        /// The puzzle.
        place: String,
        /// Why it gave up.
        why: GiveUp,
        /// How long it was given.
        time: Duration,
    },
    /// One of two engines is wrong.
    Differ {
        /// Both answers.
        text: String,
        /// How to ask once more.
        replay: Replay,
    },
}

impl CheckOutcome {
    /// The outcome of a check by the engine `by`, which had this time.
    /// `shown` says how messages show answers.
    pub fn of<'t, A, F: Display>(
        agreement: Agreement<A, F>,
        by: String,
        time: Duration,
        first: (&str, &A),
        texts: impl FnOnce() -> PuzzleTexts<'t>,
        shown: impl Fn(&PuzzleTexts<'t>, &A) -> String,
    ) -> CheckOutcome {
        match agreement {
            Agreement::Agree => CheckOutcome::Agreed { by },
            Agreement::GaveUp(why) => CheckOutcome::GaveUp {
                by,
                place: texts().place,
                why,
                time,
            },
            Agreement::Differ(found) => {
                let texts = texts();
                CheckOutcome::Differ {
                    text: texts.difference(first, &by, &found, |answer| shown(&texts, answer)),
                    replay: texts.replay,
                }
            }
        }
    }
}

/// When an answer is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Showing {
    /// After [`HOLD`], even if its check is not done.
    Soon,
    /// Once its check is done.
    Checked,
}

/// The results of a run's checks.
pub struct CheckLog<'p> {
    /// The verb with its options.
    command: &'p str,
    showing: Showing,
    agreed: u64,
    by: BTreeSet<String>,
    given_up: u64,
    examples: Vec<String>,
    /// Checks that were not finished when their answers were shown.
    late: VecDeque<PendingCheck>,
}

impl<'p> CheckLog<'p> {
    /// An empty log. Answers are shown before their checks are done if these take long.
    pub fn new(command: &'p str) -> CheckLog<'p> {
        CheckLog {
            command,
            showing: Showing::Soon,
            agreed: 0,
            by: BTreeSet::new(),
            given_up: 0,
            examples: Vec::new(),
            late: VecDeque::new(),
        }
    }

    /// Shows no answer before its check is done.
    pub fn holding_answers(self) -> CheckLog<'p> {
        CheckLog {
            showing: Showing::Checked,
            ..self
        }
    }

    /// The engines that agree with an answer, once its check is done; none if that
    /// takes long, and the answer is to be shown first.
    ///
    /// # Errors
    /// [`Differ`] with both answers if they differ.
    pub fn settle(&mut self, check: Option<PendingCheck>) -> Result<Vec<String>> {
        let Some(mut check) = check else {
            return Ok(Vec::new());
        };
        let longest = check.longest();
        let time = match self.showing {
            Showing::Soon => longest.min(HOLD),
            Showing::Checked => longest,
        };
        match check.wait(time) {
            Ok(results) => self.note_all(results),
            Err(_) if self.showing == Showing::Soon => {
                self.late.push_back(check);
                if self.late.len() > AHEAD {
                    self.wait_for_first()?;
                }
                Ok(Vec::new())
            }
            Err(_) => self.lose(check).map(|()| Vec::new()),
        }
    }

    /// Waits for the unfinished checks.
    ///
    /// # Errors
    /// [`Differ`] with both answers if they differ.
    pub fn finish(&mut self) -> Result<()> {
        while !self.late.is_empty() {
            self.wait_for_first()?;
            // An interrupted check means nothing: the run is not complete.
            check_interrupt()?;
        }
        Ok(())
    }

    /// Waits for the first unfinished check.
    fn wait_for_first(&mut self) -> Result<()> {
        let Some(mut check) = self.late.pop_front() else {
            return Ok(());
        };
        let longest = check.longest();
        let results = check.wait(HOLD).or_else(|_| {
            if io::stderr().is_terminal() {
                warn("checking answers that were already shown; --check none skips this");
            }
            check.wait(longest)
        });
        match results {
            Ok(results) => self.note_all(results).map(drop),
            Err(_) => self.lose(check),
        }
    }

    fn note_all(&mut self, results: Vec<CheckOutcome>) -> Result<Vec<String>> {
        let mut by = Vec::new();
        for checked in results {
            by.extend(self.note(checked)?);
        }
        Ok(by)
    }

    /// Keeps the result of one check, and returns the engine that agrees.
    ///
    /// # Errors
    /// [`Differ`] with both answers if they differ.
    pub fn note(&mut self, checked: CheckOutcome) -> Result<Option<String>> {
        match checked {
            CheckOutcome::Agreed { by } => {
                self.agreed += 1;
                if !self.by.contains(&by) {
                    self.by.insert(by.clone());
                }
                Ok(Some(by))
            }
            CheckOutcome::GaveUp {
                by,
                place,
                why,
                time,
            } => {
                let why = match why {
                    GiveUp::Stopped(Reason::Timeout) if time.is_zero() => {
                        format!("there was no time left for {by}")
                    }
                    GiveUp::Stopped(Reason::Timeout) => {
                        format!("{by} had no answer after {:.1} s", time.as_secs_f64())
                    }
                    why => format!("{by}: {why}"),
                };
                self.give_up(1, || format!("{place}: not checked: {why}"));
                Ok(None)
            }
            CheckOutcome::Differ { text, replay } => {
                let replay = replay.command(self.command);
                Err(Differ(format!("{text}\n  replay: {replay}")).into())
            }
        }
    }

    /// [`CheckLog::note`] for an answer that may not have been checked: the engine that agrees, if
    /// there is one.
    ///
    /// # Errors
    /// Those of [`CheckLog::note`].
    pub fn note_if_any(&mut self, checked: Option<CheckOutcome>) -> Result<Vec<String>> {
        self.note_all(checked.into_iter().collect())
    }

    /// Abandons a check that did not end.
    fn lose(&mut self, check: PendingCheck) -> Result<()> {
        let known = check.here.len() as u64;
        let text = || "a check did not finish".to_owned();
        self.give_up(check.answers - known, text);
        self.note_all(check.here).map(drop)
    }

    fn give_up(&mut self, answers: u64, text: impl FnOnce() -> String) {
        self.given_up += answers;
        if self.examples.len() < EXAMPLES {
            self.examples.push(text());
        }
    }

    /// Reports on stderr what was checked, and what was not.
    pub fn report(&self) {
        let names: Vec<&str> = self.by.iter().map(String::as_str).collect();
        let names = names.join(" and ");
        match self.agreed {
            0 if self.given_up > 0 => {}
            0 => warn("no answer was checked by a second engine"),
            agreed => warn(format_args!(
                "{} checked by {names}: no difference",
                counted(agreed, "answer")
            )),
        }
        self.examples.iter().for_each(warn);
        let more = self.given_up.saturating_sub(self.examples.len() as u64);
        if more > 0 {
            let answers = counted(more, "more answer");
            warn(format_args!("and {answers} not checked"));
        }
    }
}
