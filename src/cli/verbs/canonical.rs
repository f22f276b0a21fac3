//! `satoku canonical`

mod variants;

use crate::batch;
use crate::cli::args::{
    InputArgs, ListArgs, OutputArgs, OutputFormat, PUZZLES, ResumeArgs, TimeArgs, offering_all_but,
};
use crate::cli::exit::{Exit, unless_interrupted};
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::kept_puzzles::{KeptPuzzles, Restore};
use crate::cli::pipeline::lines::{LineRun, is_line};
use crate::cli::pipeline::present::{Position, Presenter, puzzle_text, unknown};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::run::{Answered, PuzzleOutcome, PuzzleQuestion, PuzzleRun};
use crate::cli::pipeline::session;
use crate::cli::variants::reads_variants;
use crate::grid::Puzzle;
use crate::grid::text::{Format, InputError, Record};
use crate::outcome::Reason;
use crate::puzzles::{Canonical, Canonizer, Classes, Novelty, TooManyArrangements};
use crate::rules::text::VariantFormat;
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

const EXAMPLES: &str = "\
Two puzzles are equivalent if one becomes the other by renaming digits, by swapping bands,
stacks, rows of a band or columns of a stack, and by transposing the grid. The canonical form
is the smallest equivalent puzzle, compared as a line in reading order with 0 for an empty
cell ('minlex'). It depends on the puzzle alone, not on its solution. Grids whose boxes are
not square are not transposed.

Sides up to 9 are supported, and up to 7 where a box is one row or one column. Formats of
variants may hold classic puzzles, too; JSON is answered in JSON, the others with lines.
Variants and larger grids are errors, which --on-error can skip or report. A puzzle that the
time limit cut short has the line 'unknown: time limit' in its place, and the exit code is 3.

With --distinct, the classes seen so far are kept in memory, about a hundred bytes each.

With --resume, the answers of the interrupted run are kept. With --distinct, the classes seen
so far are those of the puzzles among them; with --original, their canonical forms are
computed again, without a time limit.

Examples:
  satoku canonical puzzles.txt
  satoku canonical --distinct a.txt b.txt            # one puzzle of each class
  satoku canonical --distinct --original a.txt       # the puzzles themselves
  satoku canonical --distinct -o classes.txt --resume a.txt";

/// Formats of variants, and one that begins with the number of puzzles.
const REFUSED: [OutputFormat; 3] = [
    OutputFormat::Text(Format::Poj),
    OutputFormat::Variant(VariantFormat::Jigsaw),
    OutputFormat::Variant(VariantFormat::FPuzzles),
];

/// Arguments of `satoku canonical`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("to", |arg| arg.help(PUZZLES).value_parser(offering_all_but(&REFUSED))))]
#[command(mut_arg("rules", |arg| arg.hide(true)))]
pub struct CanonicalArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    earlier: ResumeArgs,
    #[command(flatten)]
    time: TimeArgs,

    /// Leave out puzzles that are equivalent to an earlier one
    #[arg(long)]
    distinct: bool,

    /// Print the original puzzles that --distinct keeps instead of their canonical forms
    ///
    /// Other text on their lines is left out, and '.' stands for an empty cell. --to json adds the
    /// numbers of their lines.
    #[arg(long, requires = "distinct")]
    original: bool,
}

#[derive(Serialize)]
struct CanonicalJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    box_shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl<'a> CanonicalJson<'a> {
    fn unknown(position: Position<'a>, reason: &str) -> CanonicalJson<'a> {
        CanonicalJson {
            position,
            box_shape: None,
            grid: None,
            reason: Some(reason.to_owned()),
        }
    }
}

impl PuzzleOutcome for Canonical {
    fn exit(&self) -> Exit {
        self.reason().map_or(Exit::Answered, Exit::of_reason)
    }

    fn reason(&self) -> Option<&Reason> {
        match self {
            Canonical::Puzzle(_) => None,
            Canonical::Unknown(reason) => Some(reason),
        }
    }
}

/// Runs the verb.
///
/// # Errors
/// A puzzle with regions, rules or constraints beyond the classic ones.
pub fn run(args: &CanonicalArgs) -> Result<Exit> {
    let (output, to) = (args.output.file.path(), args.output.to);
    Presenter::refuse_counted_format(to)?;
    let classes = Mutex::new(Classes::default());
    let is_new = |canonical: &Puzzle| {
        let mut classes = classes.lock().unwrap_or_else(PoisonError::into_inner);
        classes.insert(canonical) == Novelty::New
    };
    let inputs = Inputs::new(&args.input);
    if args.input.read.rules.is_empty() && reads_variants(&inputs, None)? {
        return variants::run(args, &inputs, &is_new);
    }
    let restore = |kept: &mut KeptPuzzles<'_>| restore(args, kept, &|form| _ = is_new(form));
    let worker = || {
        let mut canonizer = Canonizer::default();
        Ok(move |PuzzleQuestion { record, .. }| {
            Presenter::check(to, &record)?;
            let limits = session::limits(args.time.timeout);
            let canonical = canonizer.canonical(&record.puzzle, &limits);
            let found = canonical.with_context(|| session::place(&record))?;
            Ok(Answered { record, found })
        })
    };
    let run = PuzzleRun {
        refusal: Some(without_form),
        lines: Some(lines(args, &restore)),
        ..PuzzleRun::new(&inputs, output, to, &args.list)
    };
    run.answer_whole(worker, |presenter, Answered { record, found }, _| {
        let canonical = match &found {
            Canonical::Puzzle(puzzle) => puzzle,
            Canonical::Unknown(reason) => return show_unknown(presenter, &record, reason),
        };
        if args.distinct && !is_new(canonical) {
            return Ok(());
        }
        let shown = match args.original {
            true => &record.puzzle,
            false => canonical,
        };
        show(presenter, Position::of(&record), &record, shown)
    })
}

/// What is wrong with a puzzle that has too many symmetries.
fn without_form(record: &Record) -> Option<InputError> {
    let (found, expected) = too_symmetric(record)?;
    let place = (record.line, None);
    Some(InputError::syntax(&record.file, place, found, expected))
}

/// What was found and what was expected, if a puzzle has too many symmetries.
fn too_symmetric(record: &Record) -> Option<(String, String)> {
    let TooManyArrangements(boxes) = TooManyArrangements::check(record.puzzle.geometry()).err()?;
    let found = format!("boxes of {boxes}, which have too many symmetries for a canonical form");
    Some((found, "boxes such as 2x2, 2x3, 2x4, 1x7 or 3x3".into()))
}

/// What continuing an interrupted run takes.
fn lines<'a>(args: &CanonicalArgs, restore: &'a Restore<'a>) -> LineRun<'a> {
    let given = |is_given: bool| is_given.then(|| "given".to_owned());
    let options = [
        ("--distinct", given(args.distinct)),
        ("--original", given(args.original)),
    ];
    LineRun {
        resume: args.earlier.resume,
        form: match args.distinct {
            true => AnswerForm::Distinct,
            false => AnswerForm::Canonical,
        },
        options: session::deciding_options("canonical", &args.time, options),
        are_lines: is_line(args.output.to),
        restore: args.distinct.then_some(restore),
    }
}

/// Passes on the canonical forms of the puzzles that an earlier run kept.
fn restore(args: &CanonicalArgs, kept: &mut KeptPuzzles<'_>, take: &dyn Fn(&Puzzle)) -> Result<()> {
    if !args.original {
        return kept.try_for_each(|puzzle| puzzle.map(|puzzle| take(&puzzle)));
    }
    let limits = session::interrupts();
    let worker = || {
        let mut canonizer = Canonizer::default();
        let limits = &limits;
        move |puzzle: Result<Puzzle>| match canonizer.canonical(&puzzle?, limits)? {
            Canonical::Puzzle(form) => Ok(form),
            Canonical::Unknown(reason) => Err(unless_interrupted(reason)
                .map_or_else(anyhow::Error::from, |reason| {
                    anyhow::anyhow!("a canonical form is unknown: {reason}")
                })),
        }
    };
    let mut restored = Ok(());
    batch::ordered(
        args.list.jobs.count(),
        |give| _ = kept.try_for_each(give),
        worker,
        |form: Result<Puzzle>| match form {
            Ok(form) => {
                take(&form);
                ControlFlow::Continue(())
            }
            Err(error) => {
                restored = Err(error);
                ControlFlow::Break(())
            }
        },
    );
    restored
}

fn show(
    presenter: &mut Presenter<'_>,
    position: Position<'_>,
    record: &Record,
    puzzle: &Puzzle,
) -> Result<()> {
    match presenter.is_json() {
        true => presenter.json(&CanonicalJson {
            position,
            box_shape: Some(puzzle.geometry().to_string()),
            grid: Some(puzzle_text(record, puzzle)),
            reason: None,
        }),
        false => presenter.puzzle(record, puzzle),
    }
}

fn show_unknown(
    presenter: &mut Presenter<'_>,
    puzzle: &impl Presentable,
    reason: &Reason,
) -> Result<()> {
    match presenter.is_json() {
        true => {
            let position = puzzle.position();
            presenter.json(&CanonicalJson::unknown(position, &reason.to_string()))
        }
        false => puzzle.words(presenter, &unknown(reason)),
    }
}
