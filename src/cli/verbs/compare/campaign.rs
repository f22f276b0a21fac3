//! A comparison from its first puzzle to its report.

use super::progress::CampaignProgress;
use super::source::{self, Source, SourcedInstance};
use super::state::SavedState;
use super::{CompareArgs, findings, report};
use crate::backend::Backend;
use crate::batch;
use crate::cli::exit::{self, Exit};
use crate::cli::messages::warn;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::{input, session, signals};
use crate::compare::diagnose::{Diagnosis, Finding};
use crate::compare::group::Example;
use crate::compare::roster::Roster;
use crate::compare::symmetry::SymmetryCheck;
use crate::compare::{Disagreement, Figures, QuerySet, compare};
use crate::limits::Limits;
use crate::rules::Library;
use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A comparison in progress.
pub struct Campaign<'c> {
    args: &'c CompareArgs,
    roster: &'c Roster,
    state: SavedState,
    out: &'c mut Output,
    progress: CampaignProgress,
    /// Over when `--for` is.
    end: Limits,
    /// Set when no more results are wanted, to stop the workers.
    over: Arc<AtomicBool>,
}

/// The outcome for one puzzle.
struct Compared {
    sourced: SourcedInstance,
    figures: Figures,
    disagreements: Vec<Disagreement>,
    findings: Vec<Finding>,
}

impl<'c> Campaign<'c> {
    /// A comparison that starts from a saved state.
    pub fn new(
        args: &'c CompareArgs,
        roster: &'c Roster,
        state: SavedState,
        out: &'c mut Output,
    ) -> Campaign<'c> {
        Campaign {
            args,
            roster,
            state,
            out,
            progress: CampaignProgress::new(),
            end: args.end(),
            over: Arc::default(),
        }
    }

    /// Compares until there are no more puzzles, time is up, or Ctrl-C.
    pub fn run(mut self) -> Result<Exit> {
        let (args, roster, over) = (self.args, self.roster, self.over.clone());
        let (shared, done) = (self.out.clone(), self.state.done);
        let reading = AtomicBool::new(false);
        let mut failed = None;
        batch::ordered(
            args.jobs,
            |give| source::feed(args, done, &shared, &reading, give),
            || {
                let mut set = roster.backends();
                let over = over.clone();
                move |source: Result<Source>| -> Result<Option<Compared>> {
                    set.reset();
                    Ok(compared(args, roster, &mut set.backends, &over, &source?))
                }
            },
            |answer| {
                let taken = answer.and_then(|compared| self.take(compared));
                match taken {
                    Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                    Ok(ControlFlow::Break(())) => {}
                    Err(error) => failed = Some(error),
                }
                self.over.store(true, Ordering::Relaxed);
                if reading.load(Ordering::Relaxed) && input::may_wait(&args.input) {
                    // The reading thread may wait for input that never comes.
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

    /// Takes the outcome for the next puzzle; breaks when that was the last one.
    fn take(&mut self, compared: Option<Compared>) -> Result<ControlFlow<()>> {
        let Some(compared) = compared else {
            return Ok(ControlFlow::Break(()));
        };
        for disagreement in &compared.disagreements {
            if disagreement.kind.is_wrong() {
                report::disagreement(self.args, self.out, disagreement, &compared.sourced)?;
            }
        }
        let limits = || limits(self.args, &self.over);
        let diagnosis = diagnosis(self.args, self.roster, &limits, self.end.clone());
        let SourcedInstance {
            instance, place, ..
        } = &compared.sourced;
        for finding in &compared.findings {
            let changed = self.state.groups.add(place, finding, || {
                let shrunk = diagnosis.shrink(instance, finding);
                (shrunk.kind, Example::new(&shrunk))
            });
            if let (Some(group), Some(folder)) = (changed, &self.args.findings) {
                findings::save(self.args, folder, group)?;
            }
        }
        self.state.figures += compared.figures;
        self.state.done += 1;
        self.state.save_sometimes(self.args)?;
        let shared = self.out.clone();
        self.progress
            .step(self.state.figures, || shared.answer_done());
        let late = self.end.exceeded().is_some();
        Ok(match late || session::check_interrupt().is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    /// Saves the state and writes the report.
    fn finish(&mut self) -> Result<Exit> {
        let interrupted = session::check_interrupt().is_err();
        self.state.save(self.args)?;
        self.state.unlock();
        report::report(self.args, self.out, &self.state, Library::built_in())?;
        if interrupted {
            warn(format_args!(
                "interrupted; the report covers what was compared before"
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
        self.state.unlock();
        let finished = finished.map_err(|error| self.out.blame(error));
        let exit = finished.and_then(|exit| self.out.finish().map(|()| exit));
        let exit = exit.unwrap_or_else(|error| exit::report(&error));
        signals::leave(exit)
    }
}

fn limits(args: &CompareArgs, over: &Arc<AtomicBool>) -> Limits {
    let stopped = Limits::unlimited().stopped_by(signals::stop_flag());
    stopped.stopped_by(over.clone()).within(args.timeout)
}

fn diagnosis<'d>(
    args: &CompareArgs,
    roster: &'d Roster,
    limits: &'d dyn Fn() -> Limits,
    end: Limits,
) -> Diagnosis<'d> {
    Diagnosis {
        roster,
        depth: args.depth(),
        limits,
        end,
    }
}

/// Compares one puzzle; `None` if it was stopped.
fn compared(
    args: &CompareArgs,
    roster: &Roster,
    backends: &mut [Box<dyn Backend>],
    over: &Arc<AtomicBool>,
    source: &Source,
) -> Option<Compared> {
    let limits = || limits(args, over);
    // Not by the time limit, which is for each query.
    let stopped = || limits().is_interrupted();
    if stopped() {
        return None;
    }
    let sourced = source.instance(args);
    let mut figures = Figures::default();
    let (instance, depth) = (&sourced.instance, args.depth());
    let all = QuerySet::All;
    let mut disagreements = compare(instance, backends, depth, all, &limits, &mut figures);
    let check = SymmetryCheck {
        images: args.images,
        limit: args.limit,
    };
    disagreements.extend(check.run(&instance.puzzle, &limits(), &mut figures));
    // Who is to blame is found out even after the time of the run.
    let diagnosis = diagnosis(args, roster, &limits, Limits::unlimited());
    let findings = diagnosis.findings(instance, &disagreements);
    (!stopped()).then_some(Compared {
        sourced,
        figures,
        disagreements,
        findings,
    })
}
