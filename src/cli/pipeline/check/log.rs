//! What checks found, and how it is told.

use super::replay;
use super::thread::Ticket;
use crate::backend::cross_check::GiveUp;
use crate::cli::exit::Differ;
use crate::cli::pipeline::output::tell;
use crate::cli::pipeline::session::check_interrupt;
use crate::grid::text::Record;
use crate::outcome::Reason;
use anyhow::Result;
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// How long an answer is held back for its check.
const HOLD: Duration = Duration::from_secs(1);

/// Answers, or blocks of them, that may be shown while their checks go on: what keeps
/// memory constant where checks are slower than answers.
const AHEAD: usize = 16;

/// Checks without a result that are told one by one.
const EXAMPLES: usize = 3;

/// What came of the check of one answer.
pub enum Checked {
    /// The engine of this name agrees.
    Agreed {
        /// The second engine.
        by: String,
    },
    /// There is no second answer.
    GaveUp {
        /// The second engine.
        by: String,
        /// The puzzle.
        place: String,
        /// Why it gave up.
        why: GiveUp,
        /// The time that it had.
        time: Duration,
    },
    /// One of two engines is wrong.
    Differ {
        /// The puzzle.
        record: Box<Record>,
        /// Both answers.
        text: String,
    },
}

/// The results of a run's checks.
pub struct Log<'p> {
    /// The verb with its options.
    command: &'p str,
    waits: bool,
    agreed: u64,
    by: BTreeSet<String>,
    given_up: u64,
    examples: Vec<String>,
    /// Checks that were not done when their answers were shown.
    late: VecDeque<Ticket>,
}

impl<'p> Log<'p> {
    /// Nothing was checked yet. `waits` if no answer can be shown before its check
    /// is done.
    pub fn new(command: &'p str, waits: bool) -> Log<'p> {
        Log {
            command,
            waits,
            agreed: 0,
            by: BTreeSet::new(),
            given_up: 0,
            examples: Vec::new(),
            late: VecDeque::new(),
        }
    }

    /// The engines that agree with an answer, once its check is done; none if that
    /// takes long, and the answer is to be shown first.
    ///
    /// # Errors
    /// [`Differ`] with both answers if they differ.
    pub fn settle(&mut self, ticket: Option<Ticket>) -> Result<Vec<String>> {
        let Some(mut ticket) = ticket else {
            return Ok(Vec::new());
        };
        let longest = ticket.longest();
        let time = if self.waits {
            longest
        } else {
            longest.min(HOLD)
        };
        match ticket.wait(time) {
            Ok(results) => self.note_all(results),
            Err(_) if !self.waits => {
                self.late.push_back(ticket);
                if self.late.len() > AHEAD {
                    self.wait_for_first()?;
                }
                Ok(Vec::new())
            }
            Err(_) => self.lose(ticket).map(|()| Vec::new()),
        }
    }

    /// Waits for the checks that are not done.
    ///
    /// # Errors
    /// [`Differ`] with both answers if they differ.
    pub fn finish(&mut self) -> Result<()> {
        while !self.late.is_empty() {
            self.wait_for_first()?;
            // An interrupted check says nothing; the run was not completed.
            check_interrupt()?;
        }
        Ok(())
    }

    /// Waits for the first of the checks that are not done.
    fn wait_for_first(&mut self) -> Result<()> {
        let Some(mut ticket) = self.late.pop_front() else {
            return Ok(());
        };
        let longest = ticket.longest();
        let results = ticket.wait(HOLD).or_else(|_| {
            if io::stderr().is_terminal() {
                tell("checking answers that were shown; --check none leaves that out");
            }
            ticket.wait(longest)
        });
        match results {
            Ok(results) => self.note_all(results).map(drop),
            Err(_) => self.lose(ticket),
        }
    }

    fn note_all(&mut self, results: Vec<Checked>) -> Result<Vec<String>> {
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
    pub fn note(&mut self, checked: Checked) -> Result<Option<String>> {
        match checked {
            Checked::Agreed { by } => {
                self.agreed += 1;
                if !self.by.contains(&by) {
                    self.by.insert(by.clone());
                }
                Ok(Some(by))
            }
            Checked::GaveUp {
                by,
                place,
                why,
                time,
            } => {
                let why = match why {
                    GiveUp::Stopped(Reason::Timeout) => {
                        format!("{by} had no answer after {:.1} s", time.as_secs_f64())
                    }
                    why => format!("{by}: {why}"),
                };
                self.give_up(1, || format!("{place}: not checked: {why}"));
                Ok(None)
            }
            Checked::Differ { record, text } => {
                let replay = replay::command(&record, self.command);
                Err(Differ(format!("{text}\n  replay: {replay}")).into())
            }
        }
    }

    /// A check that did not come to its end.
    fn lose(&mut self, ticket: Ticket) -> Result<()> {
        let known = ticket.here.len() as u64;
        let text = || "a check came to no end".to_owned();
        self.give_up(ticket.answers - known, text);
        self.note_all(ticket.here).map(drop)
    }

    fn give_up(&mut self, answers: u64, text: impl FnOnce() -> String) {
        self.given_up += answers;
        if self.examples.len() < EXAMPLES {
            self.examples.push(text());
        }
    }

    /// Tells on stderr what was checked, and what was not.
    pub fn tell(&self) {
        let names: Vec<&str> = self.by.iter().map(String::as_str).collect();
        let names = names.join(" and ");
        match self.agreed {
            0 if self.given_up > 0 => {}
            0 => tell("no answer was checked by a second engine"),
            1 => tell(format_args!("1 answer checked by {names}: no difference")),
            many => tell(format_args!(
                "{many} answers checked by {names}: no difference"
            )),
        }
        self.examples.iter().for_each(tell);
        let more = self.given_up.saturating_sub(self.examples.len() as u64);
        if more > 0 {
            tell(format_args!(
                "and {more} more answers that were not checked"
            ));
        }
    }
}
