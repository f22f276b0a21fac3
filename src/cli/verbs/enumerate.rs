//! `satoku enumerate`

mod variants;

use crate::backend::cross_check::MAX_MODELS;
use crate::backend::{self, Backend, End, Query, Visitor};
use crate::batch::Emit;
use crate::cli::args::{
    EngineArgs, InputArgs, ListArgs, OutputArgs, OutputFormat, backends, offering_all_but, positive,
};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckArgs, CheckPlan, Checks, command};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::{AnsweredBy, NO_SOLUTION, Position, Presenter, unknown};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::run::{
    BackendAnswer, Enumeration, PuzzleOutcome, PuzzleQuestion, PuzzleRun,
};
use crate::cli::pipeline::session::{self, Session};
use crate::cli::variants::reads_variants;
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::outcome::{Reason, Tally};
use crate::rules::text::VariantFormat;
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

const EXAMPLES: &str = "\
Answers come in the order of the puzzles. The solutions of a puzzle come in no particular
order, but with the native search or --jobs 1, the order is the same in every run. With
several threads, other engines may list them in another order, because they learn from
whichever puzzles they solved before.

A puzzle without a solution has the line 'no solution' in its place. A list cut short by the
time limit ends with the line 'unknown: time limit'.

Examples:
  satoku enumerate puzzle.txt                   # all solutions
  satoku enumerate --limit 10 puzzle.txt        # at most ten of each puzzle
  satoku enumerate --backend varisat --to line puzzle.txt
  satoku enumerate --to json puzzle.txt";

/// A format of one answer for each puzzle.
const REFUSED: [OutputFormat; 1] = [OutputFormat::Variant(VariantFormat::Jigsaw)];

/// Arguments of `satoku enumerate`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("to", |arg| arg.value_parser(offering_all_but(&REFUSED))))]
#[command(mut_arg("backend", backends::of_many_solutions))]
#[command(mut_arg("member", backends::no_member))]
#[command(mut_arg("jobs", |arg| arg.help("Number of threads; by default, the number of cores for the native search, 1 otherwise")))]
pub struct EnumerateArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    check: CheckArgs,

    /// Stop after N solutions of each puzzle; no limit by default
    #[arg(long, value_name = "N", value_parser = positive)]
    limit: Option<u64>,
}

/// One solution.
#[derive(Serialize)]
struct SolutionJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    number: u64,
    solution: String,
}

/// The end of a puzzle's solutions.
#[derive(Serialize)]
struct EndJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    answered_by: AnsweredBy<'a>,
}

impl<'a> EndJson<'a> {
    fn of(position: Position<'a>, list: &Enumeration, answered_by: AnsweredBy<'a>) -> EndJson<'a> {
        let tally = &list.tally;
        EndJson {
            position,
            verdict: match (&tally.end, tally.found) {
                (End::Exhausted, 0) => "unsatisfiable",
                (End::Exhausted, _) => "all",
                (End::Enough, _) => "limit",
                (End::Stopped(_), _) => "unknown",
            },
            count: tally.found,
            reason: list.reason().map(Reason::to_string),
            answered_by,
        }
    }
}

/// A solution, with its number among those of its puzzle.
struct NumberedSolution {
    record: Arc<Record>,
    number: u64,
    solution: Solution,
}

/// Runs the verb.
pub fn run(args: &EnumerateArgs) -> Result<Exit> {
    let session = Session::in_stable_order(&args.engine, &args.list.jobs)?;
    let inputs = Inputs::new(&args.input);
    if reads_variants(&inputs, args.output.to)? {
        return variants::run(args, &inputs);
    }
    let command = command("enumerate", args.limit, &args.engine);
    let (output, to) = (args.output.file.path(), args.output.to);
    let plan = CheckPlan::new(&args.check, &args.engine, command)?;
    let run = PuzzleRun {
        threads: session.threads(),
        checks: Checks::ByThreads(&plan),
        ..PuzzleRun::new(&inputs, output, to, &args.list)
    };
    let worker = || {
        let mut backend = session.backend()?;
        let session = &session;
        Ok(
            move |question: PuzzleQuestion, emit: &mut Emit<'_, NumberedSolution>| {
                answer(args, session, &mut *backend, question, emit)
            },
        )
    };
    let part = |out: &mut Presenter<'_>, shown: NumberedSolution| {
        present_solution(out, &*shown.record, shown.number, &shown.solution)
    };
    run.answer(worker, part, |out, end: EnumerationEnd, context| {
        let answered_by = end.by.answered_by(context.checked_by);
        present_end(out, &*end.record, &end.found, answered_by)
    })
}

type EnumerationEnd = BackendAnswer<Enumeration, Arc<Record>>;

/// Emits the solutions as they come.
fn answer(
    args: &EnumerateArgs,
    session: &Session<'_>,
    backend: &mut dyn Backend,
    question: PuzzleQuestion,
    emit: &mut Emit<'_, NumberedSolution>,
) -> Result<EnumerationEnd> {
    let limit = args.limit.unwrap_or(u64::MAX);
    let PuzzleQuestion { record, is_checked } = question;
    session::require_support(backend, &record, &Query::Enumerate { limit })?;
    Presenter::check(args.output.to, &record)?;
    let record = Arc::new(record);
    let start = Instant::now();
    let show = |number, solution: &Solution| {
        emit(NumberedSolution {
            record: record.clone(),
            number,
            solution: solution.clone(),
        })
    };
    let found = listed(is_checked, show, |visitor| {
        backend::enumerate(backend, &record.puzzle, limit, &session.limits(), visitor)
            .with_context(|| session::place(&record))
    })?;
    Ok(BackendAnswer::new(record, found, backend, start))
}

/// Numbers the solutions that `search` finds, and keeps those that a second engine is to check.
fn listed(
    is_checked: bool,
    mut show: impl FnMut(u64, &Solution) -> ControlFlow<()>,
    search: impl FnOnce(&mut Visitor<'_>) -> Result<Tally>,
) -> Result<Enumeration> {
    let (mut number, mut kept) = (0, Vec::new());
    let tally = search(&mut |solution| {
        number += 1;
        if is_checked && number <= MAX_MODELS {
            kept.push(solution.clone());
        }
        show(number, solution)
    })?;
    Ok(Enumeration {
        tally,
        kept,
        counts_together: false,
    })
}

fn present_solution(
    presenter: &mut Presenter<'_>,
    puzzle: &impl Presentable,
    number: u64,
    solution: &Solution,
) -> Result<()> {
    match presenter.is_json() {
        true => presenter.json(&SolutionJson {
            position: puzzle.position(),
            verdict: "solution",
            number,
            solution: puzzle.text(solution),
        }),
        false => puzzle.solution(presenter, solution),
    }
}

/// Reports that there is no solution, or that there may be more; in JSON, every list has
/// an end record.
fn present_end(
    presenter: &mut Presenter<'_>,
    puzzle: &impl Presentable,
    found: &Enumeration,
    answered_by: AnsweredBy<'_>,
) -> Result<()> {
    if presenter.is_json() {
        return presenter.json(&EndJson::of(puzzle.position(), found, answered_by));
    }
    match (&found.tally.end, found.tally.found) {
        (End::Exhausted, 0) => puzzle.words(presenter, NO_SOLUTION),
        (End::Stopped(reason), _) => puzzle.words(presenter, &unknown(reason)),
        _ => Ok(()),
    }
}
