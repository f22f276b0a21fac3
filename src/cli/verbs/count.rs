//! `satoku count`

use crate::backend::cross_check::Claim;
use crate::backend::{self, Approach, Backend, End, Query, Tally};
use crate::certify::{Assertion, MAX_SOLUTIONS};
use crate::cli::args::{EngineArgs, InputArgs, Target};
use crate::cli::certify::{Certify, CertifyArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckArgs, Item, Plan};
use crate::cli::pipeline::kept::Form;
use crate::cli::pipeline::lines::{self, Asked, Job, LineArgs};
use crate::cli::pipeline::present::{Effort, Position, Presenter};
use crate::cli::pipeline::session;
use crate::grid::Solution;
use crate::grid::text::{Format, Record};
use crate::outcome::Reason;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Each line is the number of solutions, or the limit where there are at least as
many. A count that was stopped is told as 'unknown: at least N'.

Examples:
  satoku count puzzles.txt                  exact counts
  satoku count --limit 2 puzzles.txt        0, 1 or 2: is each puzzle proper?
  satoku count --certify folder puzzle.txt  with a proof
  satoku count --backend varisat --limit 100 puzzles.txt";

/// Arguments of `satoku count`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CountArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    lines: LineArgs,
    #[command(flatten)]
    check: CheckArgs,

    /// Stop counting here; no limit if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// How to write the counts
    #[arg(long, value_enum, default_value_t = CountFormat::Line)]
    to: CountFormat,

    /// Write FILE atomically
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    certify: CertifyArgs,
}

/// How numbers are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountFormat {
    /// One number a line
    Line,
    /// One JSON object a line
    Json,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    count: u64,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    effort: Effort<'a>,
}

/// Counts up to here are quick enough to be made by the block.
const QUICK: u64 = 10_000;

/// Solutions that are kept for the check of a count.
const KEPT: usize = 2;

/// A puzzle with its answer, on the way to the output.
struct Answered {
    record: Record,
    tally: Tally,
    /// The solutions, if there are few.
    solutions: Vec<Solution>,
    backend: String,
    approach: Approach,
    time: Duration,
}

impl lines::Answer for Answered {
    fn to_check(&self) -> Option<Item> {
        Some(Item {
            record: self.record.clone(),
            claim: Claim::of(&self.tally, self.solutions.clone())?,
            first: self.backend.clone(),
            approach: self.approach,
            took: self.time,
        })
    }
}

/// Runs the verb.
pub fn run(args: &CountArgs) -> Result<Exit> {
    if args.certify.is_wanted() && args.lines.resume {
        bail!("--certify: cannot go with --resume, which knows the last puzzles only");
    }
    // Mistakes in the arguments are told before anything is read.
    session::backend(&args.engine)?;
    let mut certify = Certify::new(&args.certify, &args.engine.time)?;
    let plain = args.to == CountFormat::Line
        && !args.certify.is_wanted()
        && session::is_plain(&args.engine);
    let verb = match args.limit {
        Some(limit) => format!("count --limit {limit}"),
        None => "count".to_owned(),
    };
    let check = Plan::new(&args.check, &args.engine, &verb)?;
    let job = Job {
        check: &check,
        input: &args.input,
        output: args.output.as_deref(),
        to: Some(match args.to {
            CountFormat::Line => Target::Text(Format::Line),
            CountFormat::Json => Target::Json,
        }),
        lines: &args.lines,
        jobs: session::jobs(&args.engine),
        form: Form::Count(args.limit.unwrap_or(u64::MAX)),
        options: options(args),
        plain: args
            .limit
            .filter(|limit| plain && *limit <= QUICK)
            .map(Asked::Count),
    };
    let worker = || {
        let mut backend = session::backend(&args.engine)?;
        Ok(move |record| answer(args, &mut *backend, record))
    };
    let exit = job.run(
        worker,
        |presenter, answered: Answered, number, checked_by| {
            certify.prove(number, &answered.record, || Ok(goal(&answered.tally)))?;
            present(presenter, args.to, &answered, checked_by)?;
            Ok(lines::Shown {
                exit: exit_of(&answered.tally),
                checked: answered.tally.found,
            })
        },
    )?;
    Ok(exit.max(certify.finish()))
}

/// The options that decide the counts.
fn options(args: &CountArgs) -> BTreeMap<String, String> {
    let mut options = session::deciding_options("count", &args.engine);
    if let Some(limit) = args.limit {
        options.insert("--limit".to_owned(), limit.to_string());
    }
    options
}

fn answer(args: &CountArgs, backend: &mut dyn Backend, record: Record) -> Result<Answered> {
    let limit = args.limit.unwrap_or(u64::MAX);
    session::require(backend, &record, &Query::Count { limit })?;
    let start = Instant::now();
    let limits = session::limits(&args.engine.time);
    let mut solutions = Vec::new();
    let keep = &mut |solution: &Solution| {
        if solutions.len() < KEPT {
            solutions.push(solution.clone());
        }
        ControlFlow::Continue(())
    };
    let tally = backend::enumerate(backend, &record.puzzle, limit, &limits, keep)
        .with_context(|| session::place(&record))?;
    if reason(&tally).is_some() {
        // Whatever stopped it: what was interrupted is not answered.
        session::check_interrupt()?;
    }
    Ok(Answered {
        record,
        tally,
        solutions,
        backend: backend.name().to_owned(),
        approach: backend.approach(),
        time: start.elapsed(),
    })
}

fn present(
    presenter: &mut Presenter<'_>,
    to: CountFormat,
    answered: &Answered,
    checked_by: &[String],
) -> Result<()> {
    let Answered {
        record,
        tally,
        backend,
        time,
        ..
    } = answered;
    if tally.found == 0 && tally.end == End::Exhausted {
        session::tell_clashes(record);
    }
    match to {
        CountFormat::Line => presenter.line(&text(tally)),
        CountFormat::Json => presenter.json(&JsonLine {
            position: Position::of(record),
            count: tally.found,
            exact: tally.end == End::Exhausted,
            reason: reason(tally).map(Reason::to_string),
            effort: Effort::new(backend, checked_by, *time),
        }),
    }
}

/// What a certificate can say about the count.
fn goal(tally: &Tally) -> Option<Assertion> {
    let certain = tally.end == End::Exhausted && tally.found <= MAX_SOLUTIONS;
    certain.then_some(Assertion::Solutions(tally.found))
}

/// Why an enumeration was stopped, if it was.
pub fn reason(tally: &Tally) -> Option<&Reason> {
    match &tally.end {
        End::Stopped(reason) => Some(reason),
        End::Exhausted | End::Enough => None,
    }
}

fn text(tally: &Tally) -> String {
    match reason(tally) {
        Some(reason) => format!("unknown: at least {} ({reason})", tally.found),
        None => tally.found.to_string(),
    }
}

/// The outcome of an enumeration.
pub fn exit_of(tally: &Tally) -> Exit {
    match (&tally.end, tally.found) {
        (End::Stopped(reason), _) => Exit::of_reason(reason),
        (_, 0) => Exit::NoSolution,
        _ => Exit::Answered,
    }
}
