//! The requests `convert`, `canonical` and `generate`.

use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::{Instance, Reading};
use crate::{Answer, object};
use satoku::Puzzle;
use satoku::backend::VariantNative;
use satoku::grid::Geometry;
use satoku::grid::text::{Alphabet, Format, puzzle_line};
use satoku::puzzles::{
    Canonical, Canonizer, Generator, PatternSymmetry, PuzzleKind, Recipe, VariantGenerator,
    VariantRecipe,
};
use satoku::rules::text::{write_fpuzzles, write_json, write_pretty_puzzle};
use satoku::rules::{Description, Library};
use serde_json::json;

/// The formats that puzzles are written in.
#[derive(Clone, Copy)]
enum To {
    Classic(Format),
    Pretty,
    Json,
    FPuzzles,
}

/// A puzzle in another format.
pub fn convert(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let classic = Format::ALL.map(|format| (format.name(), To::Classic(format)));
    let others = [
        ("pretty", To::Pretty),
        ("json", To::Json),
        ("f-puzzles", To::FPuzzles),
    ];
    let formats: Vec<(&str, To)> = classic.into_iter().chain(others).collect();
    let to = fields.choice("to", &formats)?;
    fields.end()?;
    let mut out = Vec::new();
    match to {
        To::Classic(format) => classic_text(&instance, format, &mut out)?,
        To::Pretty => {
            write_pretty_puzzle(&mut out, instance.board(), &instance.description)
                .map_err(Failure::new)?;
        }
        To::Json => out = instance.json().into_bytes(),
        To::FPuzzles => {
            let text = write_fpuzzles(&instance.description, &instance.origin.name);
            out = text.map_err(|error| Failure::in_field("to", error))?.into();
        }
    }
    Ok(object(json!({ "text": String::from_utf8_lossy(&out) })))
}

fn classic_text(instance: &Instance, format: Format, out: &mut Vec<u8>) -> Result<(), Failure> {
    let plain = instance.classic.as_ref().filter(|_| instance.is_plain());
    let Some(puzzle) = plain else {
        let why = format!(
            "{format} has rows, columns and boxes only; use pretty, json or f-puzzles for this puzzle"
        );
        return Err(Failure::in_field("to", why));
    };
    let geometry = puzzle.geometry();
    if geometry.side() > format.max_side() {
        let (side, most) = (geometry.side(), format.max_side());
        let why = format!("side {side} does not fit {format}, which ends at {most}");
        return Err(Failure::in_field("to", why));
    }
    if format == Format::Poj {
        out.extend(b"1\n");
    }
    let alphabet = Alphabet::Digits.detected(geometry.side(), puzzle.cells());
    let written = format.write(out, geometry, alphabet, 1, puzzle.cells());
    written.map_err(Failure::new)
}

/// The smallest equivalent of a classic puzzle.
pub fn canonical(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let limits = fields.limits()?;
    fields.end()?;
    let Some(puzzle) = &instance.classic else {
        let why = "only classic puzzles have a canonical form";
        return Err(Failure::in_field("puzzle", why));
    };
    match Canonizer::default().canonical(puzzle, &limits) {
        Ok(Canonical::Puzzle(least)) => Ok(object(json!({ "text": puzzle_line(&least) }))),
        Ok(Canonical::Unknown(reason)) => Err(Failure::new(reason)),
        Err(error) => Err(Failure::in_field("puzzle", error)),
    }
}

/// A random puzzle.
pub fn generate(fields: &mut Fields) -> Result<Answer, Failure> {
    let seed = fields.or("seed", 1)?;
    let geometry = fields.shape()?.unwrap_or(Geometry::CLASSIC);
    let rules: Vec<String> = fields.or("rules", Vec::new())?;
    let constraints: Vec<String> = fields.or("constraints", Vec::new())?;
    let givens = fields.optional("givens")?;
    let kinds = [
        PuzzleKind::Proper,
        PuzzleKind::Minimal,
        PuzzleKind::Solution,
    ];
    let names = kinds.map(|kind| kind.to_string());
    let kinds: Vec<(&str, PuzzleKind)> = names.iter().map(String::as_str).zip(kinds).collect();
    let kind = fields.choice("kind", &kinds)?;
    let limits = fields.limits()?;
    fields.end()?;
    let text = if rules.is_empty() && constraints.is_empty() {
        let recipe = Recipe {
            geometry,
            kind,
            givens,
            symmetry: PatternSymmetry::None,
            seed,
        };
        let mut generator = Generator::new(recipe).map_err(Failure::new)?;
        let made = generator.puzzle(1, &limits).map_err(Failure::new)?;
        puzzle_line(&made.puzzle)
    } else {
        let board = Description::of_classic(&Puzzle::empty(geometry));
        let board = board.ok_or_else(|| Failure::in_field("box", "is too large for rules"))?;
        let recipe = VariantRecipe {
            board: board.with_rules(&rules),
            constraints,
            kind,
            givens,
            seed,
        };
        let mut native = VariantNative::default();
        let generator = VariantGenerator::new(recipe, Library::built_in(), &mut native);
        let made = generator.and_then(|mut generator| generator.puzzle(1, &limits));
        let mut line = Vec::new();
        write_json(&mut line, &made.map_err(Failure::new)?.puzzle).map_err(Failure::new)?;
        String::from_utf8_lossy(&line).into_owned()
    };
    let is_line = !text.starts_with('{');
    let reading = Reading {
        shape: is_line.then_some(geometry),
        ..Reading::default()
    };
    let mut made = None;
    reading.each(&text, &mut |instance| {
        made = Some(instance);
        false
    });
    let missing = || Failure::new("no puzzle was made");
    let instance = made.ok_or_else(missing)??;
    Ok(object(json!({ "puzzle": instance.shown() })))
}
