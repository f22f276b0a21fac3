//! `satoku minimize` on variants.

use super::checked::to_check;
use super::{MinimizeArgs, command, deciding_options, left, minimal_or_reduced, perhaps, verdict};
use crate::backend::VariantNative;
use crate::cli::args::OutputFormat;
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckOutcome, Checks};
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::lines::{LineRun, is_line};
use crate::cli::pipeline::present::{AnsweredBy, Position, Presenter, unknown};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRefusal, VariantRun,
    VariantSecond, classic_json, variant_json,
};
use crate::draw::Picture;
use crate::encoding;
use crate::grid::{Puzzle, Solution};
use crate::outcome::Reason;
use crate::puzzles::{Minimized, Minimizer, Preserved, VariantMinimizer};
use crate::rules::compile;
use crate::rules::text::{VariantFormat, write_fpuzzles};
use crate::rules::{Board, Compiled, Description, Library};
use anyhow::{Context, Result, bail};
use serde::Serialize;

#[derive(Serialize)]
struct MinimalJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<&'a Description>,
    /// How many givens and cells with pencil marks were removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed_constraints: Option<usize>,
    /// Perhaps not minimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced: Option<&'a Description>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    answered_by: AnsweredBy<'a>,
}

/// An answer of this verb.
type MinimalVariant = VariantAnswer<Minimized<Description>>;

/// Runs the verb.
pub fn run(args: &MinimizeArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let input = VariantInput::new(inputs)?;
    let to = args.output.to;
    require_writable(to)?;
    let is_classic = are_classic(to);
    let are_lines = match to {
        Some(OutputFormat::Json | OutputFormat::Svg) => false,
        _ => !is_classic || is_line(to),
    };
    if args.earlier.resume && !are_lines {
        bail!("--resume: can only continue puzzles, one a line; leave --to out");
    }
    let command = command(args);
    let run = VariantRun {
        checks: Checks::ByVerb(args.check.check),
        output: args.output.file.path(),
        to: Some(match to {
            Some(to) if is_classic || to == OutputFormat::Svg => to,
            _ => OutputFormat::Json,
        }),
        time: Some(&args.time),
        refusal: is_classic.then(|| Box::new(no_classic_puzzle) as VariantRefusal),
        lines: Some(LineRun {
            form: AnswerForm::Minimal,
            options: deciding_options(args, args.output.format()),
            resume: args.earlier.resume,
            are_lines,
            restore: None,
        }),
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let mut native = VariantNative::sharing(run.threads.clone());
        let mut classic = Minimizer::default();
        let library = input.rules().library();
        let rules = &args.input.read.rules;
        let mut second = VariantSecond::new(encoding::DEFAULT, args.time.timeout, rules)?;
        Ok(move |asked: VariantQuestion| {
            let is_checked = asked.is_checked;
            let (mut answer, solution) = minimize(args, library, &mut native, &mut classic, asked)?;
            if is_checked {
                answer.checked = check(&mut second, library, &answer, solution.as_ref());
            }
            Ok(answer)
        })
    };
    run.answer_whole(worker, |out, answer, checked_by| {
        show(out, to, answer, answer.by.answered_by(checked_by))
    })
}

/// Refuses formats in which no minimal puzzles are written.
fn require_writable(to: Option<OutputFormat>) -> Result<()> {
    match to {
        Some(OutputFormat::Variant(format)) if format != VariantFormat::FPuzzles => bail!(
            "--to: minimal puzzles are written as json, f-puzzles or svg, and those without rules or \
             constraints in classic formats, too"
        ),
        _ => Presenter::refuse_counted_format(to),
    }
}

/// Whether answers are in a format for classic puzzles alone.
fn are_classic(to: Option<OutputFormat>) -> bool {
    matches!(to, Some(OutputFormat::Text(_) | OutputFormat::Pretty))
}

/// Why such a format cannot hold a puzzle, if that is known.
fn no_classic_puzzle(instance: &VariantInstance<Compiled>) -> Option<String> {
    instance.puzzle.whole().ok()?;
    instance.to_classic().is_none().then(|| {
        "found a variant, expected a classic puzzle: minimal variants are written as json, \
         f-puzzles or svg; choose one of them with --to"
            .to_owned()
    })
}

/// What was found, and the only solution, if there is one.
fn minimize(
    args: &MinimizeArgs,
    library: &Library,
    native: &mut VariantNative,
    classic: &mut Minimizer,
    asked: VariantQuestion,
) -> Result<(MinimalVariant, Option<Solution>)> {
    if asked.instance.to_classic().is_some() {
        asked.instance.check_format(args.output.to)?;
    }
    let preserved = Preserved {
        givens: args.keep_givens,
        constraints: args.keep_constraints,
    };
    let mut minimizer = VariantMinimizer::new(library, native);
    let mut solution = None;
    let minimal = asked.unless_stopped(Minimized::Unknown, |whole, limits| {
        let puzzle = &asked.instance.item.description;
        match whole.to_classic().filter(|_| !args.keep_givens) {
            Some(plain) => {
                let minimal = classic.minimize(&plain, args.seed, limits);
                solution = classic.solution().cloned();
                as_described(puzzle, whole.board(), minimal)
            }
            None => {
                let minimal = minimizer.minimize(puzzle, preserved, args.seed, limits);
                solution = minimizer.solution().cloned();
                minimal
            }
        }
    })?;
    let answer = VariantAnswer::new(asked.instance, minimal, native, asked.start);
    Ok((answer, solution))
}

/// Has SAT count the solutions of what is left; `None` if that is not known.
fn check(
    second: &mut VariantSecond,
    library: &Library,
    answer: &MinimalVariant,
    solution: Option<&Solution>,
) -> Option<CheckOutcome> {
    let (left, claim) = to_check(&answer.found, solution)?;
    let left = left.unwrap_or(&answer.instance.item.description);
    let puzzle = compile(left, library).ok()?;
    let texts = |rules: &[String]| answer.instance.texts_of(left, rules);
    Some(second.check_puzzle(&answer.by, &puzzle, &claim, texts))
}

/// What was found about a classic puzzle, in the words of its description.
fn as_described<E>(
    puzzle: &Description,
    board: &Board,
    minimal: Minimized,
) -> Result<Minimized<Description>, E> {
    let described = |left: &Puzzle| {
        let is_left = |name: &str| board.cell_named(name).and_then(|cell| left.given(cell));
        let mut rest = puzzle.clone();
        rest.candidates.retain(|name, _| is_left(name).is_some());
        rest
    };
    minimal.try_map(|left| Ok(described(&left)))
}

fn show(
    out: &mut Presenter<'_>,
    to: Option<OutputFormat>,
    answer: &MinimalVariant,
    answered_by: AnsweredBy<'_>,
) -> Result<()> {
    let instance = &answer.instance;
    match to {
        Some(OutputFormat::Json) => {
            return match instance.to_classic_alone() {
                Some(record) => {
                    let minimal = classic(answer)?;
                    out.json(&super::json(
                        instance.position(),
                        &record,
                        &minimal,
                        answered_by,
                    ))
                }
                None => out.json(&json(answer, answered_by)),
            };
        }
        Some(OutputFormat::Svg) => return draw(out, answer),
        Some(OutputFormat::Text(_) | OutputFormat::Pretty) => {
            return match (instance.to_classic_in_list(), &answer.found) {
                (Some(record), _) => super::show(out, &record, &classic(answer)?, answered_by),
                (None, Minimized::Unknown(reason)) => instance.words(out, &unknown(reason)),
                (None, _) => bail!(
                    "{}: found a variant in the answer to a classic puzzle",
                    instance.item.place()
                ),
            };
        }
        None | Some(OutputFormat::Variant(_)) => {}
    }
    let line = match left(&answer.found) {
        Ok((puzzle, None)) => text(to, answer, puzzle)?,
        Ok((puzzle, Some(reason))) => {
            format!("{}: {}", perhaps(reason), text(to, answer, puzzle)?)
        }
        Err(words) => words,
    };
    out.line(&line)
}

/// What was found about a classic puzzle.
fn classic(answer: &MinimalVariant) -> Result<Minimized> {
    let found = answer.found.clone();
    found.try_map(|reduced| classic_puzzle(&answer.instance, &reduced))
}

/// What a classic puzzle was reduced to.
fn classic_puzzle(instance: &VariantInstance<Compiled>, reduced: &Description) -> Result<Puzzle> {
    let compiled = compile(reduced, instance.library())?;
    compiled
        .to_classic()
        .context("found a variant in the answer to a classic puzzle")
}

/// A puzzle in a line.
fn text(to: Option<OutputFormat>, answer: &MinimalVariant, puzzle: &Description) -> Result<String> {
    match to {
        Some(OutputFormat::Variant(VariantFormat::FPuzzles)) => {
            write_fpuzzles(puzzle, &answer.instance.item.name).context("--to f-puzzles")
        }
        _ => match answer.instance.to_classic_alone() {
            Some(record) => {
                let puzzle = classic_puzzle(&answer.instance, puzzle)?;
                classic_json(&answer.instance.item.name, &record, &puzzle)
            }
            None => variant_json(&answer.instance.item.name, puzzle),
        },
    }
}

fn draw(out: &mut Presenter<'_>, answer: &MinimalVariant) -> Result<()> {
    let instance = &answer.instance;
    let of = |puzzle| -> Result<Picture> {
        let compiled = compile(puzzle, instance.library())?;
        let picture = Picture::of_variant(puzzle, &compiled, instance.library());
        Ok(instance.titled(picture))
    };
    let picture = match left(&answer.found) {
        Ok((puzzle, None)) => of(puzzle)?,
        Ok((puzzle, Some(reason))) => of(puzzle)?.remark(perhaps(reason)),
        Err(words) => instance.picture().remark(words),
    };
    out.picture(&picture)
}

fn json<'a>(answer: &'a MinimalVariant, answered_by: AnsweredBy<'a>) -> MinimalJson<'a> {
    let (puzzle, reduced) = minimal_or_reduced(&answer.found);
    let before = &answer.instance.item.description;
    MinimalJson {
        position: answer.instance.position(),
        verdict: verdict(&answer.found),
        minimal: puzzle,
        removed: puzzle.map(|after| before.candidates.len() - after.candidates.len()),
        removed_constraints: puzzle.map(|after| before.constraints.len() - after.constraints.len()),
        reduced,
        reason: answer.found.reason().map(Reason::to_string),
        answered_by,
    }
}
