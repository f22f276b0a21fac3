//! `satoku prove` on variants.

use super::{CommonArgs, format, report};
use crate::certify::ProofRequest;
use crate::certify::variant::{VariantAssertion, VariantRequest, certify};
use crate::cli::args::InputArgs;
use crate::cli::certify::{fault, solver};
use crate::cli::exit::Exit;
use crate::cli::objective::{MAX_WEIGHTS, ObjectiveArgs};
use crate::cli::pipeline::{input, session};
use crate::objective::{CellWeights, text};
use crate::rules::{Board, Description, Library, VariantPuzzle, compile};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{BufRead, Read};
use std::path::Path;

/// Largest input.
const MAX_INPUT: u64 = 64 << 20;

/// The variant of the input, unless it is a classic puzzle: JSON begins with a brace.
pub fn puzzle(args: &CommonArgs) -> Result<Option<VariantPuzzle>> {
    let Some(name) = json(&args.input)? else {
        return Ok(None);
    };
    let (input, file) = input::open(&name, None)?;
    let mut content = String::new();
    let read = input.take(MAX_INPUT + 1).read_to_string(&mut content);
    read.with_context(|| format!("{file}: cannot be read"))?;
    if content.len() as u64 > MAX_INPUT {
        bail!("{file}: holds more than {} MiB", MAX_INPUT >> 20);
    }
    let values = serde_json::Deserializer::from_str(&content).into_iter::<Value>();
    let (mut found, mut count) = (None, 0);
    for value in values {
        let value = value.with_context(|| format!("{file}: puzzle {}", count + 1))?;
        count += 1;
        if args.puzzle.is_none_or(|which| which == count) {
            if found.is_some() {
                bail!("{file}: holds several puzzles, expected one: choose with --puzzle K");
            }
            found = Some(value);
        }
    }
    let Some(mut value) = found else {
        let which = args.puzzle.unwrap_or(1);
        bail!("--puzzle {which}: the input holds only {count} puzzles");
    };
    // A record holds the puzzle beside its name and its solution.
    if let Some(inner) = value.get_mut("puzzle") {
        value = inner.take();
    }
    let description: Description = serde_json::from_value(value).with_context(|| file.clone())?;
    let puzzle = compile(&description, Library::built_in()).with_context(|| file)?;
    Ok(Some(puzzle))
}

/// The only input, if it is JSON. Standard input and files are looked at without taking
/// anything from them.
fn json(args: &InputArgs) -> Result<Option<String>> {
    let mut names = args.files();
    let (Some(name), None) = (names.next(), names.next()) else {
        return Ok(None);
    };
    let starts = |bytes: &[u8]| bytes.trim_ascii_start().first() == Some(&b'{');
    let is_json = match name {
        "-" => starts(std::io::stdin().lock().fill_buf()?),
        name if Path::new(name).is_file() => starts(input::open(name, None)?.0.fill_buf()?),
        _ => false,
    };
    Ok(is_json.then(|| name.to_owned()))
}

/// The weights that the arguments name, or those of the pyramid.
pub fn best(args: &ObjectiveArgs, board: &Board) -> Result<VariantAssertion> {
    let weights = match &args.weights {
        None => {
            let base = vec![args.base; board.cell_count()];
            CellWeights::new(board, base).context("--base")?;
            CellWeights::rings(board, args.base)
        }
        Some(path) => {
            let name = path.display().to_string();
            let content = input::read_text(&name, MAX_WEIGHTS)?;
            let numbers = text::numbers(&content, &name)?;
            CellWeights::new(board, numbers).with_context(|| name)?
        }
    };
    Ok(VariantAssertion::Best {
        weights,
        lowest: args.minimise,
    })
}

/// Makes the certificate.
pub fn prove(
    args: &CommonArgs,
    puzzle: &VariantPuzzle,
    assertion: &VariantAssertion,
) -> Result<Exit> {
    let solver = args.solver.as_deref().map(solver).transpose()?;
    let limits = session::limits(&args.time);
    let request = VariantRequest {
        puzzle,
        assertion,
        proof: ProofRequest {
            folder: &args.output,
            format: format(args)?,
            solver: solver.as_ref(),
            limits: &limits,
            max_proof: args.max_proof.saturating_mul(1 << 20),
        },
    };
    report(certify(&request).map_err(fault)?)
}
