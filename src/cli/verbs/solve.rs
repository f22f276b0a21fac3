//! `satoku solve`

mod variants;

use crate::backend::cross_check::{Claim, Extent};
use crate::backend::{self, Backend, End, Query, Verdict};
use crate::certify::Assertion;
use crate::cli::args::{EngineArgs, InputArgs, ListArgs, LongListArgs, OutputArgs};
use crate::cli::certify::{Certify, CertifyArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{AnswerToCheck, CheckArgs, CheckPlan, Checks};
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::present::{AnsweredBy, NO_SOLUTION, Position, Presenter, solution_text};
use crate::cli::pipeline::run::{
    BackendAnswer, LineQuery, LineRun, PuzzleAnswer, PuzzleQuestion, PuzzleRun,
};
use crate::cli::pipeline::session::{self, Session};
use crate::cli::pipeline::stream::whole;
use crate::cli::variants::are_asked_for;
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::limits::Limits;
use crate::outcome::Reason;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::Instant;

const EXAMPLES: &str = "\
A puzzle without a solution keeps its place as the line 'no solution'. Givens that
clash are named on stderr, for the first 100 such puzzles; the others are counted.

9×9 lines are solved many at a time with the fastest instructions of the processor.
The environment variable SATOKU_SIMD chooses others: avx512, avx2 or portable.

Larger grids that take long are searched by all --jobs threads in parallel, and the
first answer wins, so which of several solutions is found may differ from run to run.
With --jobs 1 it is always the same.

Examples:
  satoku solve puzzles.txt                      answers in the format of the file
  satoku solve --from hdu - < input.txt         a judge's input
  satoku solve --to pretty puzzle.txt           for people
  satoku solve --to json puzzles.txt            for machines
  satoku solve --unique puzzles.txt             none, one or several solutions?
  satoku solve --check all puzzles.txt          check every answer with another engine
  satoku solve --unique --certify folder puzzle.txt   with a proof
  satoku solve big.txt -o answers.txt           millions of lines, all cores
  satoku solve big.txt -o answers.txt --resume  continue after an interruption
  satoku solve --backend varisat --encoding minimal --timeout 5 puzzles.txt";

/// Arguments of `satoku solve`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    long: LongListArgs,
    #[command(flatten)]
    check: CheckArgs,

    /// Print 'none', 'one' or 'several', and two solutions where there are several
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    certify: CertifyArgs,
}

#[derive(Serialize)]
struct SolveJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    effort: AnsweredBy<'a>,
}

/// What was found.
struct Found {
    word: &'static str,
    solutions: Vec<Solution>,
    reason: Option<Reason>,
}

/// A puzzle with its answer.
type SolvedPuzzle = BackendAnswer<Found>;

impl PuzzleAnswer for SolvedPuzzle {
    fn record(&self) -> &Record {
        &self.record
    }

    fn exit(&self) -> Exit {
        match (&self.found.reason, self.found.solutions.is_empty()) {
            (Some(reason), _) => Exit::of_reason(reason),
            (None, true) => Exit::NoSolution,
            (None, false) => Exit::Answered,
        }
    }

    fn to_check(&self) -> Option<AnswerToCheck> {
        let solutions = self.found.solutions.clone();
        let extent = match (&self.found.reason, self.found.word) {
            (Some(_), _) => return None,
            (None, "solved" | "several") => Extent::AtLeast,
            (None, _) => Extent::All,
        };
        let found = solutions.len() as u64;
        BackendAnswer::to_check(
            self,
            Some(Claim {
                found,
                extent,
                solutions,
            }),
        )
    }

    fn is_stopped(&self) -> bool {
        self.found.reason.is_some()
    }

    fn solutions_checked(&self) -> u64 {
        self.found.solutions.len() as u64
    }
}

/// Runs the verb.
pub fn run(args: &SolveArgs) -> Result<Exit> {
    if args.certify.is_wanted() && !args.unique {
        bail!("--certify: a certificate says how many solutions there are; add --unique");
    }
    if args.certify.is_wanted() && args.long.resume {
        bail!("--certify: cannot be combined with --resume, which knows only the last puzzles");
    }
    let session = Session::new(&args.engine, &args.list.jobs)?;
    if are_asked_for(&args.input, args.output.to)? {
        return variants::run(args);
    }
    let mut certify = Certify::new(&args.certify, &args.engine.time)?;
    let (verb, form, query) = match args.unique {
        true => ("solve --unique", AnswerForm::Unique, LineQuery::Unique),
        false => ("solve", AnswerForm::Solution, LineQuery::First),
    };
    let (output, to) = (args.output.output.as_deref(), args.output.to);
    let plan = CheckPlan::new(&args.check, &args.engine, verb)?;
    let run = PuzzleRun {
        jobs: session.jobs(),
        checks: Checks::ByThreads(&plan),
        lines: Some(LineRun {
            args: &args.long,
            engine: &args.engine,
            form,
            options: session.deciding_options(verb),
            query: (!args.certify.is_wanted()).then_some(query),
        }),
        ..PuzzleRun::new(&args.input, output, to, &args.list)
    };
    let worker = || {
        let mut backend = session.helped_backend()?;
        let session = &session;
        Ok(whole(move |PuzzleQuestion { record, .. }| {
            answer(args, session, &mut *backend, record)
        }))
    };
    let exit = run.answer(worker, |presenter, answer: SolvedPuzzle, context| {
        let BackendAnswer { record, found, .. } = &answer;
        certify.prove(context.number, record, || Ok(goal(found)))?;
        let effort = answer.answered_by(context.checked_by);
        present(presenter, record, found, effort, args.unique)
    })?;
    Ok(exit.max(certify.finish()))
}

fn answer(
    args: &SolveArgs,
    session: &Session<'_>,
    backend: &mut dyn Backend,
    record: Record,
) -> Result<SolvedPuzzle> {
    let query = match args.unique {
        true => Query::Enumerate { limit: 2 },
        false => Query::First,
    };
    session::require(backend, &record, &query)?;
    Presenter::check(args.output.to, &record)?;
    let start = Instant::now();
    let limits = session.limits();
    let found = match args.unique {
        true => unique(backend, &record, &limits)?,
        false => first(backend, &record, &limits)?,
    };
    Ok(BackendAnswer::new(record, found, backend, start))
}

fn first(backend: &mut dyn Backend, record: &Record, limits: &Limits) -> Result<Found> {
    let verdict = backend::first(backend, &record.puzzle, limits);
    Ok(match verdict.with_context(|| session::place(record))? {
        Verdict::Solved(solution) => Found {
            word: "solved",
            solutions: vec![solution],
            reason: None,
        },
        Verdict::Unsatisfiable => Found {
            word: "unsatisfiable",
            solutions: Vec::new(),
            reason: None,
        },
        Verdict::Unknown(reason) => Found {
            word: "unknown",
            solutions: Vec::new(),
            reason: Some(reason),
        },
    })
}

fn unique(backend: &mut dyn Backend, record: &Record, limits: &Limits) -> Result<Found> {
    let mut solutions = Vec::new();
    let tally = backend::enumerate(backend, &record.puzzle, 2, limits, &mut |solution| {
        solutions.push(solution.clone());
        ControlFlow::Continue(())
    });
    let tally = tally.with_context(|| session::place(record))?;
    let (word, reason) = match (solutions.len(), tally.end) {
        (2.., _) => ("several", None),
        (_, End::Stopped(reason)) => ("unknown", Some(reason)),
        (1, _) => ("one", None),
        _ => ("none", None),
    };
    Ok(Found {
        word,
        solutions,
        reason,
    })
}

/// What a certificate can say about the answer.
fn goal(found: &Found) -> Option<Assertion> {
    let count = found.solutions.len() as u64;
    (found.reason.is_none() && count < 2).then_some(Assertion::Solutions(count))
}

fn present(
    presenter: &mut Presenter<'_>,
    record: &Record,
    found: &Found,
    effort: AnsweredBy<'_>,
    unique: bool,
) -> Result<()> {
    let text = |solution: &Solution| solution_text(record, solution);
    if presenter.is_json() {
        return presenter.json(&SolveJson {
            position: Position::of(record),
            verdict: found.word,
            solution: found.solutions.first().map(text),
            second: found.solutions.get(1).map(text),
            reason: found.reason.as_ref().map(Reason::to_string),
            effort,
        });
    }
    let word = match &found.reason {
        Some(reason) => format!("unknown: {reason}"),
        None if unique => found.word.to_owned(),
        None => NO_SOLUTION.to_owned(),
    };
    if unique && presenter.is_line(record) {
        let words = std::iter::once(word).chain(found.solutions.iter().map(text));
        return presenter.line(&words.collect::<Vec<_>>().join("\t"));
    }
    let mut solutions = found.solutions.iter();
    if unique || found.solutions.is_empty() {
        presenter.text(record, &word)?;
        return solutions.try_for_each(|s| presenter.grid(record, s));
    }
    solutions.try_for_each(|s| presenter.solution(record, s))
}
