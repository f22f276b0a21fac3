//! `satoku enumerate`

use crate::backend::cross_check::{Claim, MAX_MODELS};
use crate::backend::{self, Backend, End, Query, Tally};
use crate::cli::args::{EngineArgs, InputArgs, OutputArgs, Target};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckArgs, Item, Plan};
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::present::{Effort, NO_SOLUTION, Position, Presenter, solution_text};
use crate::cli::pipeline::session;
use crate::cli::pipeline::stream;
use crate::cli::verbs::count;
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::limits::Limits;
use crate::outcome::Reason;
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::Instant;

const EXAMPLES: &str = "\
The solutions of a puzzle come in no particular order. A puzzle without one
keeps its place as the line 'no solution'; a list that a limit of time cut off
ends with the line 'unknown: time limit'.

Examples:
  satoku enumerate --limit 10 puzzle.txt
  satoku enumerate --backend varisat --to line puzzle.txt
  satoku enumerate --to json puzzle.txt";

/// Arguments of `satoku enumerate`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct EnumerateArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    check: CheckArgs,

    /// Stop after so many solutions of a puzzle; no limit if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
}

/// One solution.
#[derive(Serialize)]
struct JsonSolution<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    number: u64,
    solution: String,
}

/// The end of a puzzle's solutions.
#[derive(Serialize)]
struct JsonEnd<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    effort: Effort<'a>,
}

/// Runs the verb.
pub fn run(args: &EnumerateArgs) -> Result<Exit> {
    let mut backend = session::backend(&args.engine)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let verb = match args.limit {
        Some(limit) => format!("enumerate --limit {limit}"),
        None => "enumerate".to_owned(),
    };
    let plan = Plan::new(&args.check, &args.engine, &verb)?;
    let to = args.output.to;
    let (mut quota, mut checker) = (plan.quota(), plan.checker());
    let mut log = plan.log(to == Some(Target::Json));
    let exit = with_output(args.output.output.as_deref(), |out| {
        let exit = stream::each_answer(&args.input, out, to, |presenter, record| {
            session::require(&*backend, record, &Query::Enumerate { limit })?;
            presenter.require(record)?;
            let start = Instant::now();
            let limits = session::limits(&args.engine.time);
            let (tally, kept) = show_all(&mut *backend, record, limit, &limits, presenter)?;
            session::check_interrupt()?;
            if tally.found == 0 && tally.end == End::Exhausted {
                session::tell_clashes(record);
            }
            let took = start.elapsed();
            let claim = (quota.take(1) > 0).then(|| Claim::of(&tally, kept));
            let item = claim.flatten().map(|claim| Item {
                record: record.clone(),
                claim,
                first: backend.name().to_owned(),
                approach: backend.approach(),
                took,
            });
            presenter.hand_on();
            let checked_by = log.settle(checker.submit(item.into_iter().collect()))?;
            let effort = Effort::new(backend.name(), &checked_by, took);
            show_end(presenter, record, &tally, effort)?;
            Ok(count::exit_of(&tally))
        })?;
        log.finish().map(|()| exit)
    })?;
    if to == Some(Target::Pretty) {
        log.tell();
    }
    Ok(exit)
}

/// Shows the solutions, and keeps those that a check needs.
fn show_all(
    backend: &mut dyn Backend,
    record: &Record,
    limit: u64,
    limits: &Limits,
    presenter: &mut Presenter<'_>,
) -> Result<(Tally, Vec<Solution>)> {
    let mut shown = Ok(());
    let mut number = 0;
    let mut kept = Vec::new();
    let tally = backend::enumerate(backend, &record.puzzle, limit, limits, &mut |solution| {
        number += 1;
        if number <= MAX_MODELS {
            kept.push(solution.clone());
        }
        shown = match presenter.is_json() {
            true => presenter.json(&JsonSolution {
                position: Position::of(record),
                verdict: "solution",
                number,
                solution: solution_text(record, solution),
            }),
            false => presenter.solution(record, solution),
        };
        presenter.answer_done();
        match shown {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    shown?;
    Ok((tally.with_context(|| session::place(record))?, kept))
}

/// Says that there is none, or that there may be more; a machine is told the
/// end in any case.
fn show_end(
    presenter: &mut Presenter<'_>,
    record: &Record,
    tally: &Tally,
    effort: Effort<'_>,
) -> Result<()> {
    let reason = count::reason(tally);
    if presenter.is_json() {
        return presenter.json(&JsonEnd {
            position: Position::of(record),
            verdict: match (&tally.end, tally.found) {
                (End::Exhausted, 0) => "unsatisfiable",
                (End::Exhausted, _) => "all",
                (End::Enough, _) => "limit",
                (End::Stopped(_), _) => "unknown",
            },
            count: tally.found,
            reason: reason.map(Reason::to_string),
            effort,
        });
    }
    match (&tally.end, tally.found) {
        (End::Exhausted, 0) => presenter.text(record, NO_SOLUTION),
        (End::Stopped(reason), _) => presenter.text(record, &format!("unknown: {reason}")),
        _ => Ok(()),
    }
}
