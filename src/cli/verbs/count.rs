//! `satoku count`

mod variants;

use crate::backend::{self, Backend, End, Query, Tally, Visitor};
use crate::certify::{Assertion, MAX_SOLUTIONS};
use crate::cli::args::{
    EngineArgs, FileArgs, InputArgs, ListArgs, LongListArgs, OutputFormat, backends, one_of,
    positive,
};
use crate::cli::certify::{Certify, CertifyArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check;
use crate::cli::pipeline::check::{CheckArgs, CheckPlan, Checks};
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::lines::{LineRun, is_line};
use crate::cli::pipeline::present::{AnsweredBy, Position, Presenter, unknown};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::run::{
    BackendAnswer, BlockQuery, BlockRun, Enumeration, PuzzleOutcome, PuzzleQuestion, PuzzleRun,
};
use crate::cli::pipeline::session::{self, Session};
use crate::cli::variants::reads_variants;
use crate::grid::text::{Format, Record};
use crate::outcome::Reason;
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

const EXAMPLES: &str = "\
Each line is the number of solutions, or the limit if there are at least that many. A count
cut short is 'unknown: at least N (REASON)'. Clashing givens are reported on standard error for
the first 100 such puzzles; further ones are only counted.

Examples:
  satoku count puzzles.txt                  # exact counts
  satoku count --limit 2 puzzles.txt        # 0, 1 or 2: is each puzzle proper?
  satoku count --to json puzzles.txt        # with the place of each puzzle, and times
  satoku count --certify folder puzzle.txt  # with a proof
  satoku count --backend varisat --limit 100 puzzles.txt";

/// Arguments of `satoku count`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("backend", backends::of_many_solutions))]
#[command(mut_arg("member", backends::no_member))]
pub struct CountArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    long: LongListArgs,
    #[command(flatten)]
    check: CheckArgs,

    /// Stop counting at N; no limit by default
    #[arg(long, value_name = "N", value_parser = positive)]
    limit: Option<u64>,

    /// Output format
    #[arg(
        long,
        value_name = "FORMAT",
        ignore_case = true,
        default_value = "line",
        value_parser = one_of(FORMATS)
    )]
    to: OutputFormat,

    #[command(flatten)]
    output: FileArgs,

    #[command(flatten)]
    certify: CertifyArgs,
}

/// How numbers are written.
const FORMATS: &[(&str, OutputFormat, &str)] = &[
    (
        "line",
        OutputFormat::Text(Format::Line),
        "One number per line",
    ),
    ("json", OutputFormat::Json, "One JSON object per line"),
];

#[derive(Serialize)]
struct CountJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    count: u64,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    answered_by: AnsweredBy<'a>,
}

impl<'a> CountJson<'a> {
    fn of(
        position: Position<'a>,
        count: &Enumeration,
        answered_by: AnsweredBy<'a>,
    ) -> CountJson<'a> {
        CountJson {
            position,
            count: count.tally.found,
            exact: count.tally.end == End::Exhausted,
            reason: count.reason().map(Reason::to_string),
            answered_by,
        }
    }
}

/// Solutions that are kept for the check of a count.
const KEPT: usize = 2;

/// A puzzle with the number of its solutions.
type CountedPuzzle = BackendAnswer<Enumeration>;

/// Runs the verb.
pub fn run(args: &CountArgs) -> Result<Exit> {
    args.certify.require_new_run(args.long.earlier.resume)?;
    let session = Session::new(&args.engine, &args.list.jobs)?;
    let inputs = Inputs::new(&args.input);
    if reads_variants(&inputs, None)? {
        return variants::run(args, &inputs);
    }
    let mut certify = Certify::new(&args.certify, &args.engine.time)?;
    let options = deciding_options(args, session.deciding_options("count"));
    let most = args.limit.unwrap_or(u64::MAX);
    let plan = CheckPlan::new(&args.check, &args.engine, command(args))?;
    let run = PuzzleRun {
        threads: session.threads(),
        checks: Checks::ByThreads(&plan),
        lines: Some(LineRun {
            resume: args.long.earlier.resume,
            form: AnswerForm::Count(most),
            options,
            are_lines: is_line(Some(args.to)),
            restore: None,
        }),
        blocks: Some(BlockRun {
            engine: &args.engine,
            no_verify: args.long.no_verify,
            query: (!args.certify.is_wanted()).then_some(BlockQuery::Count(most)),
        }),
        stats: args.long.stats,
        ..PuzzleRun::new(&inputs, args.output.path(), Some(args.to), &args.list)
    };
    let worker = || {
        let mut backend = session.backend()?;
        let session = &session;
        Ok(move |PuzzleQuestion { record, .. }| answer(args, session, &mut *backend, record))
    };
    let exit = run.answer_whole(worker, |presenter, answer: CountedPuzzle, context| {
        let goal = || Ok(goal(&answer.found.tally).map(Assertion::Solutions));
        let record = &answer.record;
        let place = || session::place(record);
        certify.prove(context.number, Some(&record.puzzle), place, goal, || {
            let answered_by = answer.by.answered_by(context.checked_by);
            present(presenter, &answer.record, &answer.found, answered_by)
        })
    })?;
    Ok(exit.max(certify.finish()))
}

/// The verb with its options, for the command that replays a difference.
fn command(args: &CountArgs) -> String {
    check::command("count", args.limit, &args.engine)
}

/// The options that decide the answers, with those of the engine.
fn deciding_options(
    args: &CountArgs,
    mut options: BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let limit = args.limit.map(|limit| limit.to_string());
    options.extend(limit.map(|limit| ("--limit".to_owned(), limit)));
    options
}

fn answer(
    args: &CountArgs,
    session: &Session<'_>,
    backend: &mut dyn Backend,
    record: Record,
) -> Result<CountedPuzzle> {
    let limit = args.limit.unwrap_or(u64::MAX);
    session::require_support(backend, &record, &Query::Count { limit })?;
    let start = Instant::now();
    let found = counted(|keep| {
        backend::count(backend, &record.puzzle, limit, &session.limits(), keep)
            .with_context(|| session::place(&record))
    })?;
    Ok(BackendAnswer::new(record, found, backend, start))
}

/// What `count` finds, which shows solutions one by one; the first ones are kept.
fn counted(count: impl FnOnce(&mut Visitor<'_>) -> Result<Tally>) -> Result<Enumeration> {
    let (mut kept, mut shown) = (Vec::new(), 0);
    let tally = count(&mut |solution| {
        shown += 1;
        if kept.len() < KEPT {
            kept.push(solution.clone());
        }
        ControlFlow::Continue(())
    })?;
    Ok(Enumeration {
        counts_together: tally.found > shown,
        tally,
        kept,
    })
}

fn present(
    presenter: &mut Presenter<'_>,
    puzzle: &impl Presentable,
    found: &Enumeration,
    answered_by: AnsweredBy<'_>,
) -> Result<()> {
    match presenter.is_json() {
        true => presenter.json(&CountJson::of(puzzle.position(), found, answered_by)),
        false => presenter.line(&text(found)),
    }
}

/// How many solutions there are, if a certificate can say that.
fn goal(tally: &Tally) -> Option<u64> {
    let certain = tally.end == End::Exhausted && tally.found <= MAX_SOLUTIONS;
    certain.then_some(tally.found)
}

fn text(count: &Enumeration) -> String {
    let found = count.tally.found;
    match count.reason() {
        Some(reason) => unknown(format_args!("at least {found} ({reason})")),
        None => found.to_string(),
    }
}
