//! `satoku decode` on variants.

use super::{Asked, DecodeArgs, Model, Stated, no_solution, undecoded};
use crate::cli::args::OutputFormat;
use crate::cli::exit::{Exit, Interrupted};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::session;
use crate::cli::variants::{RulesGiven, VariantInput, VariantInstance, VariantItem};
use crate::cnf::FormulaNotes;
use crate::encoding::kernels::VariantModelKey;
use crate::grid::text::Format;
use crate::rules::Description;
use anyhow::{Context, Result, bail};

/// Decodes with the puzzle that was encoded.
pub fn of_puzzle(args: &DecodeArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let limits = session::interrupts();
    let instance = VariantInput::new(inputs)?.one(args.puzzle, &limits)?;
    let instance = instance.map_err(|_| Interrupted)?;
    let key = VariantModelKey::of_board(instance.puzzle.board().clone());
    decode(args, &instance, &key, Stated::default())
}

/// Decodes with the comments of a formula.
pub fn of_formula(args: &DecodeArgs, name: &str, notes: FormulaNotes) -> Result<Exit> {
    let key = VariantModelKey::from_comments(&notes.comments).with_context(|| name.to_owned())?;
    let Some(json) = key.json() else {
        bail!("{name}: does not hold the puzzle; name its file with --puzzles");
    };
    let description: Description = serde_json::from_str(json)
        .map_err(|error| anyhow::anyhow!("{name}: the puzzle in its comments: {error}"))?;
    let rules = RulesGiven::new(&args.read.rules)?;
    let item = VariantItem::of_json(description, name);
    let compiled = rules.compile(item, &session::interrupts());
    let instance = compiled.map_err(anyhow::Error::msg)?.into_whole();
    let instance = instance.map_err(|_| Interrupted)?;
    decode(args, &instance, &key, notes.into())
}

fn decode(
    args: &DecodeArgs,
    instance: &VariantInstance,
    key: &VariantModelKey,
    stated: Stated,
) -> Result<Exit> {
    let to = args.output.to.unwrap_or(OutputFormat::Text(Format::Line));
    instance.check_format(Some(to))?;
    let decode = |model: &Model| {
        let solution = key.decode(model).map_err(|wrong| undecoded(args, &wrong))?;
        match instance.puzzle.check(&solution) {
            Ok(()) => Ok(solution),
            // A model over other variables may be a grid, too.
            Err(wrong) => Err(undecoded(args, &no_solution(&wrong))),
        }
    };
    let asked = Asked {
        puzzle: instance,
        last_variable: key.last_variable(),
        stated,
        decode: &decode,
        warn_of_clashes: &|| instance.warn_of_clashes(),
    };
    asked.answer(args, Some(to))
}
