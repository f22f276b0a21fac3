//! `satoku solve`

use crate::backend::cross_check::{Claim, Extent};
use crate::backend::{self, Approach, Backend, End, Query, Verdict};
use crate::certify::Assertion;
use crate::cli::args::{EngineArgs, InputArgs, OutputArgs, Target};
use crate::cli::certify::{Certify, CertifyArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckArgs, Item, Plan};
use crate::cli::pipeline::kept::Form;
use crate::cli::pipeline::lines::{self, Asked, Job, LineArgs};
use crate::cli::pipeline::present::{Effort, NO_SOLUTION, Position, Presenter, solution_text};
use crate::cli::pipeline::session;
use crate::grid::Solution;
use crate::grid::text::{Format, Record};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::search::cdcl::Threads;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
A puzzle without a solution keeps its place as the line 'no solution'; the
givens that clash are named on stderr. 9×9 lines are answered many at once, on the
fastest instructions of the processor; the environment variable SATOKU_SIMD chooses
others: avx512, avx2 or portable.

Larger grids that take long are searched by all --jobs at once, and the first
answer counts: where there are several solutions, it depends on the machine which
one is shown. With --jobs 1 it is always the same.

Examples:
  satoku solve puzzles.txt                      answers in the format of the file
  satoku solve --from hdu - < input.txt         a judge's input
  satoku solve --to pretty puzzle.txt           for people
  satoku solve --to json puzzles.txt            for machines
  satoku solve --unique puzzles.txt             none, one or several solutions?
  satoku solve --check all puzzles.txt          every answer by two engines
  satoku solve --unique --certify folder puzzle.txt   with a proof
  satoku solve big.txt -o answers.txt           millions of lines, all cores
  satoku solve big.txt -o answers.txt --resume  go on after an interruption
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
    lines: LineArgs,
    #[command(flatten)]
    check: CheckArgs,

    /// Say 'none', 'one' or 'several', and show two solutions where there are
    /// several
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    certify: CertifyArgs,
}

#[derive(Serialize)]
struct JsonLine<'a> {
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
    effort: Effort<'a>,
}

/// An answer ready to be shown.
struct Shown {
    word: &'static str,
    solutions: Vec<Solution>,
    reason: Option<Reason>,
}

/// A puzzle with its answer, on the way to the output.
struct Answered {
    record: Record,
    shown: Shown,
    backend: String,
    approach: Approach,
    time: Duration,
}

impl lines::Answer for Answered {
    fn to_check(&self) -> Option<Item> {
        let solutions = self.shown.solutions.clone();
        let extent = match (&self.shown.reason, self.shown.word) {
            (Some(_), _) => return None,
            (None, "solved" | "several") => Extent::AtLeast,
            (None, _) => Extent::All,
        };
        Some(Item {
            record: self.record.clone(),
            claim: Claim {
                found: solutions.len() as u64,
                extent,
                solutions,
            },
            first: self.backend.clone(),
            approach: self.approach,
            took: self.time,
        })
    }
}

/// Runs the verb.
pub fn run(args: &SolveArgs) -> Result<Exit> {
    if args.certify.is_wanted() && !args.unique {
        bail!("--certify: a certificate says how many solutions there are; add --unique");
    }
    if args.certify.is_wanted() && args.lines.resume {
        bail!("--certify: cannot go with --resume, which knows the last puzzles only");
    }
    // Mistakes in the arguments are told before anything is read.
    session::backend(&args.engine)?;
    let mut certify = Certify::new(&args.certify, &args.engine.time)?;
    let verb = if args.unique {
        "solve --unique"
    } else {
        "solve"
    };
    let check = Plan::new(&args.check, &args.engine, verb)?;
    let job = Job {
        check: &check,
        input: &args.input,
        output: args.output.output.as_deref(),
        to: args.output.to,
        lines: &args.lines,
        jobs: session::jobs(&args.engine),
        form: match args.unique {
            true => Form::Unique,
            false => Form::Solution,
        },
        options: options(args),
        plain: plain(args),
    };
    let jobs = args.lines.jobs.unwrap_or(session::jobs(&args.engine));
    let threads = Arc::new(Threads::new(jobs));
    let worker = || {
        let mut backend = session::backend_sharing(&args.engine, &threads)?;
        Ok(move |record| answer(args, &mut *backend, record))
    };
    let exit = job.run(
        worker,
        |presenter, answered: Answered, number, checked_by| {
            let Answered {
                record,
                shown,
                backend,
                time,
                ..
            } = &answered;
            if shown.solutions.is_empty() && shown.reason.is_none() {
                session::tell_clashes(record);
            }
            certify.prove(number, record, || Ok(goal(shown)))?;
            let effort = Effort::new(backend, checked_by, *time);
            present(presenter, record, shown, effort, args.unique)?;
            Ok(lines::Shown {
                exit: exit_of(shown),
                checked: shown.solutions.len() as u64,
            })
        },
    )?;
    Ok(exit.max(certify.finish()))
}

/// The options that decide the answers.
fn options(args: &SolveArgs) -> BTreeMap<String, String> {
    let verb = match args.unique {
        true => "solve --unique",
        false => "solve",
    };
    session::deciding_options(verb, &args.engine)
}

/// What 9×9 lines are asked in lock-step, where nothing speaks against it.
fn plain(args: &SolveArgs) -> Option<Asked> {
    let as_lines = matches!(args.output.to, None | Some(Target::Text(Format::Line)));
    let plain = as_lines && !args.certify.is_wanted() && session::is_plain(&args.engine);
    plain.then_some(match args.unique {
        true => Asked::Unique,
        false => Asked::First,
    })
}

fn answer(args: &SolveArgs, backend: &mut dyn Backend, record: Record) -> Result<Answered> {
    let query = match args.unique {
        true => Query::Enumerate { limit: 2 },
        false => Query::First,
    };
    session::require(backend, &record, &query)?;
    Presenter::check(args.output.to, &record)?;
    let start = Instant::now();
    let limits = session::limits(&args.engine.time);
    let shown = match args.unique {
        true => unique(backend, &record, &limits)?,
        false => first(backend, &record, &limits)?,
    };
    if shown.reason.is_some() {
        // Whatever stopped it: what was interrupted is not answered.
        session::check_interrupt()?;
    }
    Ok(Answered {
        record,
        shown,
        backend: backend.name().to_owned(),
        approach: backend.approach(),
        time: start.elapsed(),
    })
}

fn first(backend: &mut dyn Backend, record: &Record, limits: &Limits) -> Result<Shown> {
    let verdict = backend::first(backend, &record.puzzle, limits);
    Ok(match verdict.with_context(|| session::place(record))? {
        Verdict::Solved(solution) => Shown {
            word: "solved",
            solutions: vec![solution],
            reason: None,
        },
        Verdict::Unsatisfiable => Shown {
            word: "unsatisfiable",
            solutions: Vec::new(),
            reason: None,
        },
        Verdict::Unknown(reason) => Shown {
            word: "unknown",
            solutions: Vec::new(),
            reason: Some(reason),
        },
    })
}

fn unique(backend: &mut dyn Backend, record: &Record, limits: &Limits) -> Result<Shown> {
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
    Ok(Shown {
        word,
        solutions,
        reason,
    })
}

/// What a certificate can say about the answer.
fn goal(shown: &Shown) -> Option<Assertion> {
    let count = shown.solutions.len() as u64;
    (shown.reason.is_none() && count < 2).then_some(Assertion::Solutions(count))
}

fn exit_of(shown: &Shown) -> Exit {
    match (&shown.reason, shown.solutions.is_empty()) {
        (Some(reason), _) => Exit::of_reason(reason),
        (None, true) => Exit::NoSolution,
        (None, false) => Exit::Answered,
    }
}

fn present(
    presenter: &mut Presenter<'_>,
    record: &Record,
    shown: &Shown,
    effort: Effort<'_>,
    unique: bool,
) -> Result<()> {
    let text = |solution: &Solution| solution_text(record, solution);
    if presenter.is_json() {
        return presenter.json(&JsonLine {
            position: Position::of(record),
            verdict: shown.word,
            solution: shown.solutions.first().map(text),
            second: shown.solutions.get(1).map(text),
            reason: shown.reason.as_ref().map(Reason::to_string),
            effort,
        });
    }
    let word = match &shown.reason {
        Some(reason) => format!("unknown: {reason}"),
        None if unique => shown.word.to_owned(),
        None => NO_SOLUTION.to_owned(),
    };
    if unique && presenter.is_line(record) {
        let words = std::iter::once(word).chain(shown.solutions.iter().map(text));
        return presenter.line(&words.collect::<Vec<_>>().join("\t"));
    }
    if unique || shown.solutions.is_empty() {
        presenter.text(record, &word)?;
        return shown
            .solutions
            .iter()
            .try_for_each(|s| presenter.grid(record, s));
    }
    shown
        .solutions
        .iter()
        .try_for_each(|s| presenter.solution(record, s))
}
