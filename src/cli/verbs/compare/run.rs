//! A comparison from its first case to its report.

use super::progress::Line;
use super::source::{self, Item, Sourced};
use super::state::State;
use super::{CompareArgs, findings, report};
use crate::batch;
use crate::cli::exit::{self, Exit};
use crate::cli::messages::warn;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::{input, session};
use crate::compare::contestant::Roster;
use crate::compare::diagnose::{Court, Finding};
use crate::compare::images::Images;
use crate::compare::{Disagreement, Figures, compare};
use crate::limits::Limits;
use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A comparison that is under way.
pub struct Run<'r> {
    args: &'r CompareArgs,
    roster: &'r Roster,
    state: State,
    out: &'r mut Output,
    line: Line,
    deadline: Option<Instant>,
    /// Set when nothing more is wanted: those who still work stop.
    over: Arc<AtomicBool>,
}

/// What was seen on one case.
struct Seen {
    sourced: Sourced,
    figures: Figures,
    disagreements: Vec<Disagreement>,
    findings: Vec<Finding>,
}

impl<'r> Run<'r> {
    /// Nothing was done yet but what the state tells.
    pub fn new(
        args: &'r CompareArgs,
        roster: &'r Roster,
        state: State,
        out: &'r mut Output,
    ) -> Run<'r> {
        Run {
            args,
            roster,
            state,
            out,
            line: Line::new(),
            deadline: args.time.and_then(|time| Instant::now().checked_add(time)),
            over: Arc::default(),
        }
    }

    /// Compares until there are no more cases, the time is over, or Ctrl-C.
    pub fn go(mut self) -> Result<Exit> {
        let (args, roster, over) = (self.args, self.roster, self.over.clone());
        let (shared, done) = (self.out.clone(), self.state.done);
        let reading = AtomicBool::new(false);
        let mut failed = None;
        batch::ordered(
            args.jobs,
            |give| source::feed(args, done, &shared, &reading, give),
            || {
                let mut team = roster.team();
                let over = over.clone();
                move |item: Result<Item>| -> Result<Option<Seen>> {
                    team.next_case();
                    Ok(seen(args, roster, &mut team.backends, &over, &item?))
                }
            },
            |answer| {
                let taken = answer.and_then(|seen| self.take(seen));
                match taken {
                    Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                    Ok(ControlFlow::Break(())) => {}
                    Err(error) => failed = Some(error),
                }
                self.over.store(true, Ordering::Relaxed);
                if reading.load(Ordering::Relaxed) && input::may_wait(&args.input) {
                    // The thread that reads may wait for input that never comes.
                    self.end_at_once(failed.take());
                }
                ControlFlow::Break(())
            },
        );
        match failed {
            Some(error) => Err(error),
            None => self.finish(),
        }
    }

    /// Takes what was seen on the next case; a break when that was the last one.
    fn take(&mut self, seen: Option<Seen>) -> Result<ControlFlow<()>> {
        let Some(seen) = seen else {
            return Ok(ControlFlow::Break(()));
        };
        for difference in &seen.disagreements {
            if difference.kind.is_wrong() {
                report::difference(self.args, self.out, difference, &seen.sourced)?;
            }
        }
        let limits = || limits(self.args, &self.over);
        let court = court(self.args, self.roster, &limits);
        for finding in &seen.findings {
            let (case, place) = (&seen.sourced.case, &seen.sourced.place);
            let changed = self.state.groups.add(&court, case, place, finding);
            if let (Some(group), Some(folder)) = (changed, &self.args.findings) {
                findings::save(self.args, self.roster, folder, group)?;
            }
        }
        self.state.figures += seen.figures;
        self.state.done += 1;
        self.state.keep_sometimes(self.args)?;
        let shared = self.out.clone();
        self.line.step(self.state.figures, || shared.answer_done());
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        Ok(match late || session::check_interrupt().is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    /// Keeps the state and writes the report.
    fn finish(&mut self) -> Result<Exit> {
        let interrupted = session::check_interrupt().is_err();
        self.state.keep(self.args)?;
        report::report(self.args, self.out, &self.state)?;
        if interrupted {
            warn(format_args!(
                "interrupted; the report holds what was compared before"
            ));
            return Ok(Exit::Interrupted);
        }
        let figures = self.state.figures;
        Ok(match (figures.disagreements, figures.open) {
            (0, 0) => Exit::Answered,
            (0, _) => Exit::Unknown,
            _ => Exit::NoSolution,
        })
    }

    fn end_at_once(&mut self, failed: Option<anyhow::Error>) -> ! {
        let finished = match failed {
            Some(error) => Err(error),
            None => self.finish(),
        };
        let finished = finished.map_err(|error| self.out.blame(error));
        let exit = finished.and_then(|exit| self.out.finish().map(|()| exit));
        let exit = exit.unwrap_or_else(|error| exit::report(&error));
        session::leave(exit)
    }
}

fn limits(args: &CompareArgs, over: &Arc<AtomicBool>) -> Limits {
    let stopped = Limits::unlimited().stopped_by(session::stop_flag());
    stopped.stopped_by(over.clone()).within(args.timeout)
}

fn court<'c>(args: &CompareArgs, roster: &'c Roster, limits: &'c dyn Fn() -> Limits) -> Court<'c> {
    Court {
        roster,
        depth: args.depth(),
        limits,
    }
}

/// Compares one case; nothing if that was stopped.
fn seen(
    args: &CompareArgs,
    roster: &Roster,
    backends: &mut [Box<dyn crate::backend::Backend>],
    over: &Arc<AtomicBool>,
    item: &Item,
) -> Option<Seen> {
    let limits = || limits(args, over);
    let stopped = || over.load(Ordering::Relaxed) || session::check_interrupt().is_err();
    if stopped() {
        return None;
    }
    let sourced = item.case(args);
    let mut figures = Figures::default();
    let case = &sourced.case;
    let mut disagreements = compare(case, backends, args.depth(), &limits, &mut figures);
    let images = Images {
        count: args.images,
        limit: args.limit,
    };
    disagreements.extend(images.compare(&case.puzzle, &limits(), &mut figures));
    let findings = court(args, roster, &limits).findings(case, &disagreements);
    (!stopped()).then_some(Seen {
        sourced,
        figures,
        disagreements,
        findings,
    })
}
