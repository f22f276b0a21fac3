//! `satoku generate` with rules or constraints.

use super::GenerateArgs;
use crate::backend::VariantNative;
use crate::cli::args::OutputFormat;
use crate::cli::exit::{Exit, Interrupted, LimitReached};
use crate::cli::pipeline::output::{Output, with_output_for};
use crate::cli::pipeline::stream::{self, Presented, whole};
use crate::cli::variants::RulesGiven;
use crate::draw::Picture;
use crate::escape;
use crate::outcome::Reason;
use crate::puzzles::{GeneratedVariant, VariantGenerateError, VariantGenerator, VariantRecipe};
use crate::rules::text::{VariantFormat, solution_text, write_fpuzzles};
use crate::rules::{Board, Description, Library, compile};
use anyhow::{Context, Result, bail};
use serde::Serialize;

#[derive(Serialize)]
struct GeneratedJson<'a> {
    seed: u64,
    number: u64,
    givens: usize,
    puzzle: &'a Description,
    solution: String,
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
        Ok(whole(move |number| {
            let generator = VariantGenerator::new(recipe.clone(), library, &mut native);
            let made = generator.and_then(|mut generator| generator.puzzle(number, &limits));
            Ok((number, checked(number, made)?))
        }))
    };
    let jobs = args.jobs.count();
    let to = Some(OutputFormat::Json);
    stream::in_order(out, to, jobs, source, worker, |out, (number, made)| {
        match args.output.to {
            Some(OutputFormat::Json) => out.json(&json(args, &board, number, &made))?,
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
    })
}

/// A puzzle as f-puzzles writes it.
///
/// # Errors
/// What f-puzzles cannot say.
pub fn fpuzzles(puzzle: &Description) -> Result<String> {
    write_fpuzzles(puzzle, "").context("--to f-puzzles")
}

fn checked(
    number: u64,
    made: Result<GeneratedVariant, VariantGenerateError>,
) -> Result<GeneratedVariant> {
    match made {
        Err(VariantGenerateError::Stopped(Reason::Interrupted)) => Err(Interrupted.into()),
        Err(VariantGenerateError::Stopped(reason)) => {
            let text = format!("puzzle {number} was not made: {reason}");
            Err(LimitReached(text).into())
        }
        Err(error @ VariantGenerateError::Attempts(_)) => {
            Err(LimitReached(format!("puzzle {number}: {error}")).into())
        }
        made => made.with_context(|| format!("puzzle {number}")),
    }
}

fn json<'a>(
    args: &GenerateArgs,
    board: &Board,
    number: u64,
    made: &'a GeneratedVariant,
) -> GeneratedJson<'a> {
    GeneratedJson {
        seed: args.seed,
        number,
        givens: made.puzzle.candidates.len(),
        puzzle: &made.puzzle,
        solution: solution_text(board, &made.solution),
    }
}
