//! A comparison from its first puzzle to its report.

use super::progress::CampaignProgress;
use super::source::{self, Reading, Source, Sourced};
use super::state::SavedState;
use super::{CompareArgs, findings, report};
use crate::backend::Problem;
use crate::batch;
use crate::cli::exit::{self, Exit, Interrupted, unless_closed};
use crate::cli::messages::warn;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::{input, session, signals};
use crate::cli::shown_line;
use crate::compare::diagnose::{Diagnosis, Finding};
use crate::compare::group::Example;
use crate::compare::roster::{BackendSet, Roster};
use crate::compare::shrink::{Shrinker, Shrunk};
use crate::compare::{Disagreement, Figures, Instance};
use crate::limits::Limits;
use crate::rules::{Description, Library};
use crate::words::counted;
use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Classic puzzles or variants: how they are read, written and asked about.
pub trait PuzzleFamily: Sync {
    /// A puzzle of the input.
    type Read: Send;
    /// A puzzle as it is written.
    type Puzzle: Clone + Send;
    /// A puzzle as backends are asked about it.
    type Problem: Problem;

    /// Shows every puzzle of every input to `visit`, until that returns `false`.
    fn each(
        &self,
        output: &Output,
        visit: &mut dyn FnMut(Self::Read) -> Result<bool>,
    ) -> Result<()>;

    /// A puzzle of the input as text that stands for it.
    fn text(read: &Self::Read) -> Result<String>;

    /// The puzzle of a source.
    fn puzzle(&self, source: Source<Self::Read>) -> Result<Sourced<Self::Puzzle>>;

    /// The backends that are compared.
    fn roster(&self) -> &Roster<Self::Problem>;

    /// What backends are asked; `None` if finding that out was stopped.
    fn problem(
        &self,
        sourced: &Sourced<Self::Puzzle>,
        stops: &Stops,
    ) -> Result<Option<Self::Problem>>;

    /// Disagreements about images of the puzzle, which have as many solutions.
    fn check_images(&self, _: &Self::Problem, _: &Limits, _: &mut Figures) -> Vec<Disagreement> {
        Vec::new()
    }

    /// What makes puzzles smaller.
    fn shrinker(&self) -> impl Shrinker<Puzzle = Self::Puzzle, Problem = Self::Problem>;

    /// A shrunk finding in a report.
    fn example(shrunk: &Shrunk<Self::Puzzle>) -> Example;

    /// The puzzle as JSON shows it, if a line of JSON has it.
    fn description(puzzle: &Self::Puzzle) -> Option<&Description>;

    /// What rules of variants mean.
    fn library(&self) -> &Library;
}

/// How long a puzzle may take that is in progress when `--for` is over.
const GRACE: Duration = Duration::from_secs(10);

/// What ends the work on a puzzle.
#[derive(Clone)]
pub struct Stops {
    /// Over some time after `--for` is.
    end: Limits,
    /// Set when no more results are wanted.
    over: Arc<AtomicBool>,
    timeout: Duration,
}

impl Stops {
    /// A signal, that no more results are wanted, or that `--for` is long over.
    pub fn run(&self) -> Limits {
        let stopped = self.end.clone().stopped_by(signals::stop_flag());
        stopped.stopped_by(self.over.clone())
    }

    /// The limits of [`Stops::run`] and the time limit of a query, whose time begins now.
    pub fn query(&self) -> Limits {
        self.run().within(self.timeout)
    }
}

/// A comparison in progress.
pub struct Campaign<'c, K: PuzzleFamily> {
    args: &'c CompareArgs,
    kind: &'c K,
    state: SavedState,
    /// How many puzzles were done before this run.
    before: u64,
    out: &'c mut Output,
    progress: CampaignProgress,
    /// Over when `--for` is.
    end: Limits,
    stops: Stops,
}

/// The outcome for one puzzle.
struct Compared<P> {
    sourced: Sourced<P>,
    /// What stands for it, if it is one of the input.
    text: Option<String>,
    figures: Figures,
    disagreements: Vec<Disagreement>,
    findings: Vec<Finding>,
}

impl<'c, K: PuzzleFamily> Campaign<'c, K> {
    /// A comparison that starts from a saved state.
    pub fn new(
        args: &'c CompareArgs,
        kind: &'c K,
        state: SavedState,
        out: &'c mut Output,
    ) -> Campaign<'c, K> {
        Campaign {
            args,
            kind,
            before: state.done.puzzles,
            state,
            out,
            progress: CampaignProgress::new(),
            end: args.end(Duration::ZERO),
            stops: Stops {
                end: args.end(GRACE),
                over: Arc::default(),
                timeout: args.timeout,
            },
        }
    }

    /// Compares until there are no more puzzles, time is up, or Ctrl-C.
    pub fn run(mut self) -> Result<Exit> {
        let (args, kind, stops) = (self.args, self.kind, self.stops.clone());
        let (shared, before) = (self.out.clone(), self.state.before());
        let reading = Reading::default();
        let mut failed = None;
        batch::ordered(
            args.jobs.count(),
            |give| source::feed(args, kind, &before, &shared, &reading, give),
            || {
                let mut backends = kind.roster().backends();
                let stops = &stops;
                move |source: Result<Source<K::Read>>| {
                    compared(args, kind, &mut backends, stops, source?)
                }
            },
            |answer| {
                let taken = answer.and_then(|compared| self.take(compared));
                match taken {
                    Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                    Ok(ControlFlow::Break(())) => {}
                    Err(error) if error.is::<Interrupted>() => {}
                    Err(error) => failed = Some(error),
                }
                self.stops.over.store(true, Ordering::Relaxed);
                if reading.goes_on.load(Ordering::Relaxed) && input::may_wait(&args.input) {
                    // The reading thread may wait for input that never comes.
                    self.end_at_once(failed.take(), &reading);
                }
                ControlFlow::Break(())
            },
        );
        self.finish(failed, &reading)
    }

    /// Takes the outcome for the next puzzle; breaks when that was the last one.
    fn take(&mut self, compared: Option<Compared<K::Puzzle>>) -> Result<ControlFlow<()>> {
        let Some(compared) = compared else {
            if self.stops.end.exceeded().is_some() {
                warn(format_args!(
                    "what was in progress {} seconds after the end of --for is left out",
                    GRACE.as_secs()
                ));
            }
            return Ok(ControlFlow::Break(()));
        };
        let sourced = &compared.sourced;
        for disagreement in &compared.disagreements {
            if disagreement.kind.is_wrong() {
                let description = K::description(&sourced.instance.puzzle);
                report::disagreement(self.args, self.out, disagreement, sourced, description)?;
            }
        }
        self.take_findings(sourced, &compared.findings)?;
        self.state.figures += compared.figures;
        self.state.done.add(compared.text.as_deref());
        self.state.save_sometimes(self.args)?;
        match self.out.is_terminal() {
            true => shown_line::aside(|| self.out.answer_done()),
            false => self.out.answer_done(),
        }
        self.progress.step(&self.state.figures);
        let late = self.end.exceeded().is_some();
        Ok(match late || session::check_interrupt().is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    /// Adds findings to their groups. If that is interrupted, the saved state is the one before
    /// the puzzle, so that a run that continues takes it from the start.
    fn take_findings(&mut self, sourced: &Sourced<K::Puzzle>, findings: &[Finding]) -> Result<()> {
        if findings.is_empty() {
            return Ok(());
        }
        let before = self.state.groups.clone();
        let (kind, end, stops) = (self.kind, &self.end, &self.stops);
        let limits = || stops.query();
        let diagnosis = diagnosis(self.args, kind, &limits, end.clone());
        let mut is_interrupted = false;
        for finding in findings {
            let changed = self.state.groups.add(&sourced.place, finding, || {
                let shrunk = diagnosis.shrink(&kind.shrinker(), &sourced.instance, finding);
                let mut example = K::example(&shrunk);
                let is_stopped = stops.run().exceeded().is_some();
                is_interrupted |= is_stopped;
                example.interrupted = is_stopped || end.exceeded().is_some();
                (shrunk.kind, example)
            });
            if let (Some(group), Some(folder)) = (changed, &self.args.findings) {
                findings::save(self.args, folder, group)?;
            }
        }
        match is_interrupted {
            true => self.state.save_for_the_last_time(self.args, before),
            false => Ok(()),
        }
    }

    /// Saves the state, and writes the report unless the comparison failed.
    fn finish(&mut self, failed: Option<anyhow::Error>, reading: &Reading) -> Result<Exit> {
        let interrupted = session::check_interrupt().is_err();
        let saved = self.state.save(self.args);
        if let Some(error) = failed {
            return Err(error);
        }
        saved?;
        self.state.unlock();
        let reported = report::report(self.args, self.out, &self.state, self.kind.library());
        unless_closed(reported.map_err(|error| self.out.blame(error)))?;
        if interrupted {
            warn(format_args!(
                "interrupted; the report covers what was compared before"
            ));
            return Ok(Exit::Interrupted);
        }
        let done = self.state.done.puzzles;
        let is_partial = self.args.reads() && reading.is_more_than(done);
        if is_partial {
            warn(format_args!(
                "the time of --for was over before the end of the input: the report covers its \
                 first {}",
                counted(done, "puzzle")
            ));
        }
        let figures = &self.state.figures;
        // If a solver hangs, no puzzle may have been compared.
        let is_empty = done == self.before && self.args.time.is_some();
        Ok(match (figures.disagreements, figures.open) {
            (0, 0) if !is_partial && !is_empty => Exit::Answered,
            (0, _) => Exit::Unknown,
            _ => Exit::Negative,
        })
    }

    fn end_at_once(&mut self, failed: Option<anyhow::Error>, reading: &Reading) -> ! {
        let finished = self.finish(failed, reading);
        self.state.unlock();
        let finished = finished.map_err(|error| self.out.blame(error));
        let exit = finished.and_then(|exit| unless_closed(self.out.finish()).map(|()| exit));
        let exit = exit.unwrap_or_else(|error| exit::report(&error));
        signals::leave(exit)
    }
}

/// Compares the answers to one puzzle; `None` if that was stopped.
fn compared<K: PuzzleFamily>(
    args: &CompareArgs,
    kind: &K,
    backends: &mut BackendSet<K::Problem>,
    stops: &Stops,
    source: Source<K::Read>,
) -> Result<Option<Compared<K::Puzzle>>> {
    let is_stopped = || stops.run().exceeded().is_some();
    if is_stopped() {
        return Ok(None);
    }
    let text = match &source {
        Source::Read(read) => Some(K::text(read)?),
        Source::Seed(_) => None,
    };
    let sourced = kind.puzzle(source)?;
    let Some(puzzle) = kind.problem(&sourced, stops)? else {
        return Ok(None);
    };
    let known = sourced.instance.known;
    let (instance, limits) = (Instance { puzzle, known }, || stops.query());
    let mut figures = Figures::default();
    let mut disagreements = backends.compare(&instance, args.depth(), &limits, &mut figures);
    disagreements.extend(kind.check_images(&instance.puzzle, &limits(), &mut figures));
    // Who is to blame is found out even after the time of the run.
    let diagnosis = diagnosis(args, kind, &limits, Limits::unlimited());
    let findings = diagnosis.findings(&instance, &disagreements, &backends.take_calls());
    Ok((!is_stopped()).then_some(Compared {
        sourced,
        text,
        figures,
        disagreements,
        findings,
    }))
}

fn diagnosis<'d, K: PuzzleFamily>(
    args: &CompareArgs,
    kind: &'d K,
    limits: &'d dyn Fn() -> Limits,
    end: Limits,
) -> Diagnosis<'d, K::Problem> {
    Diagnosis {
        roster: kind.roster(),
        depth: args.depth(),
        limits,
        end,
    }
}
