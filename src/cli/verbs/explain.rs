//! `satoku explain`

mod check;
mod words;

use crate::backend::Backend;
use crate::cli::args::{EngineArgs, FileArgs, InputArgs, ListArgs, OutputFormat, backends, one_of};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{self as checks, CheckArgs, Checks};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::{AnsweredBy, Position, Presenter};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRun, VariantSecond,
    VariantSession,
};
use crate::draw::{Mark, Picture};
use crate::escape;
use crate::grid::text::Format;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::puzzles::{
    Contradiction, NotSmallest, PuzzlePart, Redundancy, VariantError, contradiction, redundant,
    smallest_contradiction,
};
use crate::rules::{Compiled, VariantPuzzle};
use anyhow::Result;
use check::check;
use clap::Args;
use serde::Serialize;
use words::{Explained, in_words, unknown};

const EXAMPLES: &str = "\
A contradiction is a minimal set of givens and constraints without a common solution: if any
one of them is removed, the rest of the set has one. The whole puzzle may still have none,
because there may be several such sets. One is shown; with --smallest, one with as few parts as
possible, which may take much longer. If the time runs out first, the line above the set says what
is known: 'perhaps not minimal', or 'perhaps not the smallest' and how many parts every set has at
least. The exit code is then 3.

A given or constraint is redundant if the puzzle without it has the same solution and no
other. Two redundant ones cannot always be removed together; 'satoku minimize' removes one
after another until none is redundant. The puzzle must have exactly one solution;
otherwise the exit code is 1.

Under a rule such as strict-kropki, removing a dot adds a restriction, so even an implied dot may
be needed. In a contradiction, the rule keeps the meaning that it has with all dots.

Each given or constraint is printed on its own line. Rows, columns and regions are never listed.

With --contradiction, the answer says so if the puzzle has a solution, and the exit code is 0 as
well.

The second engine (--check) confirms, with --contradiction, that the parts shown have no solution
and, with --redundant, that the same parts are redundant. Whether a set is a smallest one is not
checked.

Examples:
  satoku explain --contradiction puzzle.txt    # why there is no solution
  satoku explain --contradiction --smallest --timeout 60 puzzle.txt
  satoku explain --redundant killer.json       # what the puzzle does not need
  satoku explain --contradiction --to svg puzzle.txt -o core.svg
  satoku explain --contradiction --to json --rules anti-knight anti-knight.txt";

/// Arguments of `satoku explain`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("backend", backends::of_variants))]
#[command(mut_arg("member", backends::no_member))]
pub struct ExplainArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    question: QuestionArgs,

    /// Show a contradiction with as few givens and constraints as possible
    #[arg(long, conflicts_with = "redundant")]
    smallest: bool,

    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    list: ListArgs,

    /// Output format
    #[arg(
        long,
        value_name = "FORMAT",
        ignore_case = true,
        default_value = "text",
        value_parser = one_of(FORMATS)
    )]
    to: OutputFormat,

    #[command(flatten)]
    output: FileArgs,
}

/// What is asked.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct QuestionArgs {
    /// Show why a puzzle has no solution: givens and constraints that contradict each other
    #[arg(long)]
    contradiction: bool,

    /// Show which givens and constraints a puzzle with one solution does not need
    #[arg(long)]
    redundant: bool,
}

/// How explanations are written.
const FORMATS: &[(&str, OutputFormat, &str)] = &[
    (
        "text",
        OutputFormat::Text(Format::Grid),
        "One line per given or constraint, an empty line between puzzles",
    ),
    ("json", OutputFormat::Json, "One JSON object per line"),
    (
        "svg",
        OutputFormat::Svg,
        "A picture with these marked; for several puzzles: -o FOLDER/ or -o NAME-{}.svg",
    ),
];

#[derive(Serialize)]
struct ExplainJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    answered_by: AnsweredBy<'a>,
}

/// An explanation as it was found.
enum Explanation {
    Contradiction(Contradiction, Option<NotSmallest>),
    Redundancy(Redundancy),
}

/// A puzzle and the text that it was compiled from.
type PuzzleWithSource<'a> = (&'a VariantPuzzle, &'a VariantInstance<Compiled>);

/// Runs the verb.
pub fn run(args: &ExplainArgs) -> Result<Exit> {
    let session = VariantSession::of_one_engine(&args.engine, &args.list.jobs)?;
    let inputs = Inputs::new(&args.input);
    let input = VariantInput::new(&inputs)?;
    let command = command(args);
    let run = VariantRun {
        output: args.output.path(),
        to: Some(args.to),
        threads: session.threads(),
        checks: Checks::ByVerb(args.check.check),
        time: Some(&args.engine.time),
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let mut backend = session.backend()?;
        let mut second = VariantSecond::of(&args.engine, &args.input)?;
        Ok(move |asked| answer(args, &mut *backend, &mut second, asked))
    };
    run.answer_whole(worker, present)
}

/// The verb with its options, for the command that replays a difference.
fn command(args: &ExplainArgs) -> String {
    let question = match (args.question.contradiction, args.smallest) {
        (true, true) => "--contradiction --smallest",
        (true, false) => "--contradiction",
        (false, _) => "--redundant",
    };
    checks::command(&format!("explain {question}"), None, &args.engine)
}

fn answer(
    args: &ExplainArgs,
    backend: &mut dyn Backend<VariantPuzzle>,
    second: &mut VariantSecond,
    asked: VariantQuestion,
) -> Result<VariantAnswer<Explained>> {
    let mut found = None;
    let explained = asked.unless_stopped(unknown, |puzzle, limits| {
        let asked = (puzzle, &*asked.instance);
        let explanation = explain(args, backend, asked, limits)?;
        let explained = in_words(asked, &explanation);
        found = Some(explanation);
        Ok::<_, VariantError>(explained)
    })?;
    let mut answer = VariantAnswer::new(asked.instance, explained, backend, asked.start);
    if let Some(found) = found.filter(|_| asked.is_checked) {
        answer.checked = check(second, &answer, &found);
    }
    Ok(answer)
}

fn explain(
    args: &ExplainArgs,
    backend: &mut dyn Backend<VariantPuzzle>,
    asked: PuzzleWithSource<'_>,
    limits: &Limits,
) -> Result<Explanation, VariantError> {
    Ok(match (args.question.contradiction, args.smallest) {
        (true, true) => {
            let (found, open) = smallest_contradiction(asked.0, backend, limits)?;
            Explanation::Contradiction(found, open)
        }
        (true, false) => Explanation::Contradiction(contradiction(asked.0, backend, limits)?, None),
        (false, _) => Explanation::Redundancy(redundant_parts(asked, backend, limits)?),
    })
}

fn redundant_parts(
    (puzzle, instance): PuzzleWithSource<'_>,
    backend: &mut dyn Backend<VariantPuzzle>,
    limits: &Limits,
) -> Result<Redundancy, VariantError> {
    let description = &instance.item.description;
    redundant(puzzle, description, instance.library(), backend, limits)
}

fn present(
    out: &mut Presenter<'_>,
    answer: &VariantAnswer<Explained>,
    checked_by: &[String],
) -> Result<()> {
    let found = &answer.found;
    if out.is_json() {
        return out.json(&ExplainJson {
            position: answer.instance.position(),
            verdict: found.verdict,
            parts: found.parts.as_deref(),
            at_least: found.at_least,
            reason: found.reason.as_ref().map(Reason::to_string),
            answered_by: answer.by.answered_by(checked_by),
        });
    }
    if out.is_svg() {
        return out.picture(&picture(&answer.instance, found));
    }
    out.begin_block()?;
    let parts = found.parts.iter().flatten();
    let mut lines = found.sentence.iter().chain(parts);
    // Puzzles name their constraints as they like.
    lines.try_for_each(|line| out.line(&escape::line(line)))
}

/// The puzzle with the parts marked.
fn picture(instance: &VariantInstance<Compiled>, found: &Explained) -> Picture {
    let mark = match found.verdict {
        "redundant" => Mark::Redundant,
        _ => Mark::Conflict,
    };
    let mut picture = instance.picture();
    for part in &found.marked {
        picture = match *part {
            PuzzlePart::Cell(cell) => picture.mark([cell], mark),
            PuzzlePart::Constraint(index) => match instance.puzzle.whole() {
                Ok(puzzle) => picture.mark_constraint(&puzzle.constraints()[index].origin, mark),
                Err(_) => picture,
            },
        };
    }
    match &found.sentence {
        Some(sentence) => picture.remark(sentence.as_str()),
        None => picture,
    }
}
