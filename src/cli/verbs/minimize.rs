//! `satoku minimize`

mod checked;
mod variants;

use crate::cli::args::{
    InputArgs, ListArgs, OutputArgs, OutputFormat, ResumeArgs, TimeArgs, natural, offering_all_but,
};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckArgs, CheckPlan, Checks, option};
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::lines::{LineRun, is_line};
use crate::cli::pipeline::pictures;
use crate::cli::pipeline::present::{
    AnsweredBy, NO_SOLUTION, Position, Presenter, SEVERAL_SOLUTIONS, puzzle_text, unknown,
};
use crate::cli::pipeline::provenance::Provenance;
use crate::cli::pipeline::run::{PuzzleOutcome, PuzzleQuestion, PuzzleRun};
use crate::cli::pipeline::session;
use crate::cli::variants::reads_variants;
use crate::grid::Puzzle;
use crate::grid::text::{Format, Record};
use crate::outcome::Reason;
use crate::puzzles::{Minimized, Minimizer};
use crate::rules::text::VariantFormat;
use anyhow::{Result, bail};
use checked::MinimalAnswer;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

const EXAMPLES: &str = "\
Givens are tried in reading order, or with --seed in random order, and removed if the
solution stays unique. None of those that remain is redundant; another order may leave a
different number of givens. A puzzle that is not proper has the line 'no solution' or
'several solutions' in its place, and the exit code is 1.

If time runs out before a puzzle is minimal, its line is 'unknown: time limit; perhaps not
minimal: PUZZLE', with the puzzle as far as it was reduced, or 'unknown: time limit' if
nothing was removed yet. The exit code is 3.

In a variant, givens and pencil marks are removed first, then constraints; rules of the whole
grid stay. Puzzles in formats of variants are answered in satoku's JSON: a variant as a puzzle
to read again, a classic puzzle as its 'box' and 'grid'. In formats for classic puzzles, such as
--to line, a variant is an error, which --on-error can skip or report.

SAT checks that the minimal puzzle has the one solution that was found (--check). Why a given
must stay is not checked that way: the search shows another solution without it, which is checked
against the rules.

With --resume, the answers of the interrupted run are kept, and only the puzzles after them
are reduced.

Examples:
  satoku minimize puzzles.txt
  satoku minimize --seed 1 puzzles.txt          # another order
  satoku minimize --to json puzzles.txt         # and how many givens were removed
  satoku minimize -o minimal.txt --resume puzzles.txt
  satoku minimize --keep-givens killer.json     # drop the cages that it does not need";

const TO: &str = "Output format; by default that of the input, but 'line' for 'poj', which begins \
                  with the number of puzzles, and 'json' for all formats of variants";

/// A format that begins with the number of puzzles, and one in which only answers are written.
const REFUSED: [OutputFormat; 2] = [
    OutputFormat::Text(Format::Poj),
    OutputFormat::Variant(VariantFormat::Jigsaw),
];

/// Arguments of `satoku minimize`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("to", |arg| arg.help(TO).value_parser(offering_all_but(&REFUSED))))]
pub struct MinimizeArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    earlier: ResumeArgs,
    #[command(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    time: TimeArgs,

    /// Try givens in a random order, determined by this seed; in reading order by default
    #[arg(long, value_name = "S", value_parser = natural)]
    seed: Option<u64>,

    /// Keep all givens and pencil marks of a variant
    #[arg(long)]
    keep_givens: bool,

    /// Keep all constraints of a variant
    #[arg(long)]
    keep_constraints: bool,
}

#[derive(Serialize)]
struct MinimalJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    box_shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<usize>,
    /// Perhaps not minimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    answered_by: AnsweredBy<'a>,
}

impl<P: Send> PuzzleOutcome for Minimized<P> {
    fn exit(&self) -> Exit {
        match self {
            Minimized::Puzzle(_) => Exit::Answered,
            Minimized::Unsatisfiable | Minimized::SeveralSolutions => Exit::Negative,
            Minimized::Reduced(_, reason) | Minimized::Unknown(reason) => Exit::of_reason(reason),
        }
    }

    fn reason(&self) -> Option<&Reason> {
        match self {
            Minimized::Reduced(_, reason) | Minimized::Unknown(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Runs the verb.
pub fn run(args: &MinimizeArgs) -> Result<Exit> {
    let inputs = Inputs::new(&args.input);
    if reads_variants(&inputs, args.output.to)? {
        return variants::run(args, &inputs);
    }
    let kept = [
        (args.keep_givens, "--keep-givens"),
        (args.keep_constraints, "--keep-constraints"),
    ];
    if let Some((_, option)) = kept.into_iter().find(|(is_given, _)| *is_given) {
        bail!("{option}: applies only to variants, and this input is classic; leave {option} out");
    }
    let (output, to) = (args.output.file.path(), args.output.to);
    Presenter::refuse_counted_format(to)?;
    let worker = || {
        let mut minimizer = Minimizer::default();
        Ok(move |PuzzleQuestion { record, .. }| {
            Presenter::check(to, &record)?;
            let limits = session::limits(args.time.timeout);
            let start = Instant::now();
            let found = minimizer.minimize(&record.puzzle, args.seed, &limits);
            Ok(MinimalAnswer {
                record,
                found,
                solution: minimizer.solution().cloned(),
                by: Provenance::native(start.elapsed()),
            })
        })
    };
    let plan = CheckPlan::of_native(args.check.check, args.time.timeout, command(args))?;
    let run = PuzzleRun {
        checks: Checks::ByThreads(&plan),
        lines: Some(LineRun {
            resume: args.earlier.resume,
            form: AnswerForm::Minimal,
            options: deciding_options(args, None),
            are_lines: is_line(to),
            restore: None,
        }),
        ..PuzzleRun::new(&inputs, output, to, &args.list)
    };
    run.answer_whole(worker, |presenter, answer, context| {
        let answered_by = answer.by.answered_by(context.checked_by);
        show(presenter, &answer.record, &answer.found, answered_by)
    })
}

/// The verb with its options, for the command that replays a difference.
fn command(args: &MinimizeArgs) -> String {
    let seed = args.seed.map(|seed| option("seed", &seed.to_string()));
    let mut command = format!("minimize{}", seed.unwrap_or_default());
    let kept = [
        ("givens", args.keep_givens),
        ("constraints", args.keep_constraints),
    ];
    for (name, _) in kept.iter().filter(|(_, is_kept)| *is_kept) {
        command += &format!(" --keep-{name}");
    }
    command
}

/// The verb with what decides its answers; `to` is their format if it is not the usual one.
fn deciding_options(args: &MinimizeArgs, to: Option<String>) -> BTreeMap<String, String> {
    let given = |is_given: bool| is_given.then(|| "given".to_owned());
    let options = [
        ("--seed", args.seed.map(|seed| seed.to_string())),
        ("--to", to),
        ("--keep-givens", given(args.keep_givens)),
        ("--keep-constraints", given(args.keep_constraints)),
    ];
    session::deciding_options("minimize", &args.time, options)
}

fn show(
    presenter: &mut Presenter<'_>,
    record: &Record,
    minimal: &Minimized,
    answered_by: AnsweredBy<'_>,
) -> Result<()> {
    if presenter.is_json() {
        return presenter.json(&json(Position::of(record), record, minimal, answered_by));
    }
    let (puzzle, reason) = match left(minimal) {
        Ok(left) => left,
        Err(words) => return presenter.text(record, &words),
    };
    let Some(reason) = reason else {
        return presenter.puzzle(record, puzzle);
    };
    if presenter.is_svg() {
        let picture = pictures::of_puzzle(record, puzzle);
        return presenter.picture(&picture.remark(perhaps(reason)));
    }
    let text = puzzle_text(record, puzzle);
    presenter.text(record, &format!("{}: {text}", perhaps(reason)))
}

/// What is left of a puzzle, with the limit because of which it may not be minimal, or what is said
/// in its place.
fn left<P>(minimal: &Minimized<P>) -> Result<(&P, Option<&Reason>), String> {
    match minimal {
        Minimized::Puzzle(puzzle) => Ok((puzzle, None)),
        Minimized::Reduced(puzzle, reason) => Ok((puzzle, Some(reason))),
        Minimized::Unsatisfiable => Err(NO_SOLUTION.to_owned()),
        Minimized::SeveralSolutions => Err(SEVERAL_SOLUTIONS.to_owned()),
        Minimized::Unknown(reason) => Err(unknown(reason)),
    }
}

/// The minimal puzzle, and the one that is perhaps not minimal.
fn minimal_or_reduced<P>(minimal: &Minimized<P>) -> (Option<&P>, Option<&P>) {
    match left(minimal) {
        Ok((puzzle, None)) => (Some(puzzle), None),
        Ok((puzzle, Some(_))) => (None, Some(puzzle)),
        Err(_) => (None, None),
    }
}

/// The verdict in JSON.
fn verdict<P>(minimal: &Minimized<P>) -> &'static str {
    match minimal {
        Minimized::Puzzle(_) => "minimal",
        Minimized::Unsatisfiable => "unsatisfiable",
        Minimized::SeveralSolutions => "several",
        Minimized::Reduced(..) | Minimized::Unknown(_) => "unknown",
    }
}

/// What is said about a puzzle that was reduced until a limit was reached.
fn perhaps(reason: &Reason) -> String {
    unknown(format_args!("{reason}; perhaps not minimal"))
}

fn json<'p>(
    position: Position<'p>,
    record: &Record,
    minimal: &Minimized,
    answered_by: AnsweredBy<'p>,
) -> MinimalJson<'p> {
    let count = |puzzle: &Puzzle| puzzle.givens().count();
    let text = |puzzle| puzzle_text(record, puzzle);
    let (puzzle, reduced) = minimal_or_reduced(minimal);
    MinimalJson {
        position,
        verdict: verdict(minimal),
        box_shape: puzzle.map(|puzzle| puzzle.geometry().to_string()),
        grid: puzzle.map(text),
        givens: puzzle.map(count),
        removed: puzzle.map(|puzzle| count(&record.puzzle) - count(puzzle)),
        reduced: reduced.map(text),
        reason: minimal.reason().map(Reason::to_string),
        answered_by,
    }
}
