//! `satoku compare` on variants.

mod kind;
mod roster;

use super::state::SavedState;
use super::{CompareArgs, findings};
use crate::cli::args::InputArgs;
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use crate::cli::variants::{VariantInput, are_asked_for};
use crate::cli::verbs::compare::campaign::Campaign;
use anyhow::{Result, bail};
use kind::Variants;

/// What stands for all rules of the whole board.
const RANDOM: &str = "random";

/// Whether the arguments are about variants.
pub fn is_asked_for(args: &CompareArgs) -> Result<bool> {
    match args.reads() {
        true => are_asked_for(&args.input, None),
        false => Ok(!args.input.read.rules.is_empty()),
    }
}

/// Runs the verb.
pub fn run(args: &CompareArgs) -> Result<Exit> {
    let classic_only = [
        ("--images", args.images > 0),
        ("--kinds", !args.kinds.is_empty()),
        ("--boxes", !args.boxes.is_empty()),
    ];
    if let Some((option, _)) = classic_only.iter().find(|(_, is_given)| *is_given) {
        bail!("{option}: takes classic puzzles only");
    }
    args.check()?;
    let mut inputs: InputArgs = args.input.clone();
    let is_random = |rule: &String| rule == RANDOM;
    let all_rules = inputs.read.rules.iter().any(is_random);
    inputs.read.rules.retain(|rule| !is_random(rule));
    let input = VariantInput::new(&inputs)?;
    let state = SavedState::open(args, input.rules().digest())?;
    findings::require_own_folder(args, &state)?;
    let roster = roster::variant_roster(args)?;
    let variants = Variants::new(args, &input, all_rules, &roster);
    with_output(args.output.path(), |out| {
        Campaign::new(args, &variants, state, out).run()
    })
}
