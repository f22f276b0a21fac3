//! `satoku generate`

use crate::batch;
use crate::cli::args::{OutputArgs, Target, seconds};
use crate::cli::exit::{Exit, Interrupted, LimitReached};
use crate::cli::pipeline::output::{Output, with_output};
use crate::cli::pipeline::present::{Presenter, puzzle_text, solution_text};
use crate::cli::pipeline::session;
use crate::cli::pipeline::stream::Progress;
use crate::grid::text::{Alphabet, Format, Record};
use crate::grid::{Geometry, Puzzle};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::puzzles::{GenerateError, GeneratedPuzzle, Generator, PuzzleKind, Recipe, VERSION};
use anyhow::{Context, Result, bail};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

fn examples() -> String {
    format!(
        "\
Puzzle K of seed S is the same on every machine, whatever --count and --jobs
say (version {VERSION} of the way from a seed to a puzzle). A random full grid loses
its digits in random order, each unless there would be a second solution:
'minimal' until no more can go, 'proper' until --givens are left, or else three
to six tenths of the cells. Above side 16 digits go as long as singles put them
back, and there are no minimal puzzles.

Examples:
  satoku generate --count 1000 --kind minimal > minimal.txt
  satoku generate --count 10 --seed 7 --givens 30 --to grid
  satoku generate --count 1000 --first 1001 --kind minimal >> minimal.txt
  satoku generate --box 4x4 --to pretty
  satoku generate --count 100 --to json              with their solutions"
    )
}

/// Arguments of `satoku generate`.
#[derive(Args, Debug)]
#[command(after_help = examples())]
pub struct GenerateArgs {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// The sequence of puzzles
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The number of the first puzzle in its sequence
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    first: u64,

    /// What kind of puzzles
    #[arg(long, value_enum, default_value_t = PuzzleKind::Proper)]
    kind: PuzzleKind,

    /// How many givens each puzzle has; left to chance if not given
    #[arg(long, value_name = "K")]
    givens: Option<usize>,

    /// Rows x columns of one box, such as 2x3
    #[arg(long = "box", value_name = "RxC", default_value_t = Geometry::CLASSIC)]
    box_shape: Geometry,

    #[command(flatten)]
    output: OutputArgs,

    /// Seconds for the whole run; the puzzles that were made until then are kept
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Puzzles to work on at once
    #[arg(long, value_name = "N", default_value_t = session::cores(),
          value_parser = crate::cli::args::jobs)]
    jobs: usize,
}

impl ValueEnum for PuzzleKind {
    fn value_variants<'a>() -> &'a [PuzzleKind] {
        &[
            PuzzleKind::Proper,
            PuzzleKind::Minimal,
            PuzzleKind::Solution,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.to_string()).help(match self {
            PuzzleKind::Proper => "Exactly one solution",
            PuzzleKind::Minimal => "Exactly one solution, and every given is needed",
            PuzzleKind::Solution => "Full grids",
        }))
    }
}

#[derive(Serialize)]
struct JsonLine {
    seed: u64,
    puzzle: u64,
    givens: usize,
    grid: String,
    solution: String,
}

/// Runs the verb.
pub fn run(args: &GenerateArgs) -> Result<Exit> {
    let recipe = Recipe {
        geometry: args.box_shape,
        kind: args.kind,
        givens: args.givens,
        seed: args.seed,
    };
    // Mistakes in the arguments are told before anything is written.
    Generator::new(recipe)?;
    let (output, to) = (args.output.output.as_deref(), args.output.to);
    if let Some(Target::Text(format)) = to
        && args.box_shape.side() > format.max_side()
    {
        bail!(
            "--to {format}: side {} does not fit, the format ends at {}; choose another",
            args.box_shape.side(),
            format.max_side()
        );
    }
    with_output(output, |out| make_all(args, recipe, out))
}

/// Makes the puzzles with several workers and writes them in their order.
fn make_all(args: &GenerateArgs, recipe: Recipe, out: &mut Output) -> Result<Exit> {
    let last = args.first.checked_add(args.count - 1);
    let last =
        last.context("--first: found a number so large that puzzles would go without one")?;
    let mut progress = Progress::new();
    let shared = out.clone();
    let to = args.output.to.unwrap_or(Target::Text(Format::Line));
    if to == Target::Text(Format::Poj) {
        writeln!(out, "{}", args.count)?;
    }
    let mut presenter = Presenter::new(out, Some(to));
    let mut record = empty_record(args);
    let mut failed = None;
    let feed = |give: &mut dyn FnMut(u64) -> ControlFlow<()>| {
        let numbers = args.first..=last;
        let _ = numbers.into_iter().try_for_each(give);
    };
    let limits = Limits::unlimited().stopped_by(session::stop_flag());
    let limits = match args.timeout {
        Some(time) => limits.within(time),
        None => limits,
    };
    let worker = || {
        let mut generator = Generator::new(recipe);
        let limits = limits.clone();
        move |number| match &mut generator {
            Ok(generator) => make(generator, number, &limits).map(|made| (number, made)),
            Err(error) => Err(anyhow::Error::new(error.clone())),
        }
    };
    batch::ordered(args.jobs, feed, worker, |made| {
        let shown = made.and_then(|(number, made)| {
            record.index = number;
            show(args, &mut presenter, &record, &made)?;
            progress.step(1, || shared.answer_done());
            session::check_interrupt()
        });
        match shown {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(Exit::Answered),
    }
}

fn make(generator: &mut Generator, number: u64, limits: &Limits) -> Result<GeneratedPuzzle> {
    match generator.puzzle(number, limits) {
        Err(GenerateError::Stopped(Reason::Interrupted)) => Err(Interrupted.into()),
        Err(GenerateError::Stopped(reason)) => {
            let said = format!("puzzle {number} was not made: {reason}");
            Err(LimitReached(said).into())
        }
        made => made.with_context(|| format!("puzzle {number}")),
    }
}

fn show(
    args: &GenerateArgs,
    presenter: &mut Presenter<'_>,
    record: &Record,
    made: &GeneratedPuzzle,
) -> Result<()> {
    if !presenter.is_json() {
        return presenter.puzzle(record, &made.puzzle);
    }
    presenter.json(&JsonLine {
        seed: args.seed,
        puzzle: record.index,
        givens: made.puzzle.givens().count(),
        grid: puzzle_text(record, &made.puzzle),
        solution: solution_text(record, &made.solution),
    })
}

/// What the writers want to know of a puzzle that was not read anywhere.
fn empty_record(args: &GenerateArgs) -> Record {
    Record {
        puzzle: Puzzle::empty(args.box_shape),
        file: "generate".into(),
        line: 0,
        index: args.first,
        format: Format::Line,
        alphabet: Alphabet::Digits.reaching(args.box_shape.side()),
        note: String::new(),
    }
}
