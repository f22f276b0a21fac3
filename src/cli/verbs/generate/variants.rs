//! `satoku generate` with rules or constraints.

use super::GenerateArgs;
use super::check::{REPLAY, only};
use super::made::{NotMade, made_or_error};
use crate::backend::VariantNative;
use crate::cli::args::OutputFormat;
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckLog, CheckOutcome, PuzzleTexts, Replay};
use crate::cli::pipeline::output::{Output, with_output_for};
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::provenance::Provenance;
use crate::cli::pipeline::stream::{self, Presented, whole};
use crate::cli::variants::{RulesGiven, VariantSecond};
use crate::draw::Picture;
use crate::encoding;
use crate::escape;
use crate::puzzles::{GeneratedVariant, VariantGenerateError, VariantGenerator, VariantRecipe};
use crate::rules::text::{VariantFormat, solution_text, write_fpuzzles};
use crate::rules::{Board, Description, Library, VariantPuzzle, compile};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::time::{Duration, Instant};

#[derive(Serialize)]
struct GeneratedJson<'a> {
    seed: u64,
    number: u64,
    givens: usize,
    puzzle: &'a Description,
    solution: String,
    checked_by: &'a [String],
}

/// Runs the verb.
pub fn run(args: &GenerateArgs) -> Result<Exit> {
    let given = RulesGiven::new(&args.rules)?;
    let is_placed = |name: &String| args.constraints.contains(name);
    if let Some((name, file)) = given.types.iter().find(|(name, _)| !is_placed(name)) {
        bail!(
            "--rules {}: found the type of constraint '{name}', expected a rule, or \
             --constraints {name} to place constraints of this type at random",
            escape::line(file)
        );
    }
    let library = given.library();
    let recipe = recipe(args, &given)?;
    // Wrong arguments are reported before anything is written.
    VariantGenerator::new(recipe.clone(), library, &mut VariantNative::default())?;
    let to = args.output.to;
    if !matches!(
        to,
        None | Some(
            OutputFormat::Json
                | OutputFormat::Svg
                | OutputFormat::Variant(VariantFormat::Json | VariantFormat::FPuzzles)
        )
    ) {
        bail!("--to: puzzles with rules or constraints are written as json, f-puzzles or svg only");
    }
    with_output_for(args.output.file.path(), to, |out| {
        make_all(args, &recipe, library, out)
    })
}

fn recipe(args: &GenerateArgs, given: &RulesGiven) -> Result<VariantRecipe> {
    let empty = crate::Puzzle::empty(args.box_shape);
    let board = Description::of_classic(&empty).with_context(|| {
        format!(
            "--box {}: too large for rules, expected a side up to {}",
            args.box_shape,
            crate::rules::MAX_DIGITS
        )
    })?;
    Ok(VariantRecipe {
        board: Description {
            rules: given.names.clone(),
            ..board
        },
        constraints: args.constraints.clone(),
        kind: args.kind,
        givens: args.givens,
        seed: args.seed,
    })
}

/// Makes the puzzles and writes them in their order.
fn make_all(
    args: &GenerateArgs,
    recipe: &VariantRecipe,
    library: &Library,
    out: &mut Output,
) -> Result<Exit> {
    let source = super::each(args.numbers()?);
    let board = compile(&recipe.board, library)?.board().clone();
    let limits = args.limits();
    let worker = || {
        let limits = limits.clone();
        let mut native = VariantNative::default();
        let mut second = second_engine(&args.rules)?.within(limits.clone());
        Ok(whole(move |number| {
            let start = Instant::now();
            let generator = VariantGenerator::new(recipe.clone(), library, &mut native);
            let made = generator.and_then(|mut generator| generator.puzzle(number, &limits));
            let made = made_or_error(number, made, not_made)?;
            let took = start.elapsed();
            let is_checked = number - args.first < args.checks();
            let check = match is_checked {
                true => Some(check(
                    &mut second,
                    number,
                    &compile(&made.puzzle, library)?,
                    &made,
                    took,
                )),
                false => None,
            };
            Ok((number, made, check))
        }))
    };
    let jobs = args.jobs.count();
    let to = Some(OutputFormat::Json);
    let mut log = CheckLog::new(REPLAY);
    let present = |out: &mut Presenter<'_>,
                   (number, made, check): (_, GeneratedVariant, Option<_>)| {
        let checked_by = log.note_if_any(check)?;
        match args.output.to {
            Some(OutputFormat::Json) => {
                out.json(&json(args, &board, number, &made, &checked_by))?
            }
            Some(OutputFormat::Variant(VariantFormat::FPuzzles)) => {
                out.line(&fpuzzles(&made.puzzle)?)?;
            }
            Some(OutputFormat::Svg) => {
                let puzzle = compile(&made.puzzle, library)?;
                out.picture(&Picture::of_variant(&made.puzzle, &puzzle, library))?;
            }
            _ => out.line(&escape::json(&made.puzzle)?)?,
        }
        Ok(Presented::puzzles(Exit::Answered, 1))
    };
    stream::in_order(out, to, jobs, source, worker, present)
}

/// The engine that checks the native search.
fn second_engine(rules: &[String]) -> Result<VariantSecond> {
    VariantSecond::new(encoding::DEFAULT, None, rules)
}

/// Has SAT count the solutions of a puzzle that was made in this time.
fn check(
    second: &mut VariantSecond,
    number: u64,
    puzzle: &VariantPuzzle,
    made: &GeneratedVariant,
    took: Duration,
) -> CheckOutcome {
    let first = Provenance::native(took);
    let texts = |rules: &[String]| {
        let replay = Replay::of_variant(&made.puzzle, rules);
        let board = puzzle.board();
        PuzzleTexts::new(format!("puzzle {number}"), replay, |solution| {
            solution_text(board, solution)
        })
    };
    second.check_puzzle(&first, puzzle, &only(&made.solution), texts)
}

/// A puzzle as f-puzzles writes it.
///
/// # Errors
/// What f-puzzles cannot say.
pub fn fpuzzles(puzzle: &Description) -> Result<String> {
    write_fpuzzles(puzzle, "").context("--to f-puzzles")
}

fn not_made(error: &VariantGenerateError) -> NotMade<'_> {
    match error {
        VariantGenerateError::Stopped(reason) => NotMade::Stopped(reason),
        VariantGenerateError::Attempts(_) => NotMade::OutOfAttempts,
        _ => NotMade::Wrong,
    }
}

fn json<'a>(
    args: &GenerateArgs,
    board: &Board,
    number: u64,
    made: &'a GeneratedVariant,
    checked_by: &'a [String],
) -> GeneratedJson<'a> {
    GeneratedJson {
        seed: args.seed,
        number,
        givens: made.puzzle.candidates.len(),
        puzzle: &made.puzzle,
        solution: solution_text(board, &made.solution),
        checked_by,
    }
}
