//! `satoku compare` on variants.

mod family;
mod roster;

use super::state::SavedState;
use super::{CompareArgs, findings};
use crate::cli::exit::Exit;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::with_output;
use crate::cli::variants::{VariantInput, reads_variants};
use crate::cli::verbs::compare::campaign::Campaign;
use anyhow::{Result, bail};
use family::Variants;

/// What stands for all rules for the whole grid.
pub const RANDOM: &str = "random";

/// Whether the arguments are about variants.
pub fn are_compared(args: &CompareArgs, inputs: &Inputs<'_>) -> Result<bool> {
    let has_rules = !args.input.read.rules.is_empty();
    Ok(has_rules || args.reads() && reads_variants(inputs, None)?)
}

/// Runs the verb on these inputs, whose rules are those of the arguments without [`RANDOM`].
pub fn run(args: &CompareArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let classic_only = [
        ("--images", args.images > 0),
        ("--kinds", !args.kinds.is_empty()),
        ("--boxes", !args.boxes.is_empty()),
        // That of classic puzzles that get more rules.
        (
            "--box",
            !args.reads() && args.input.read.box_shape.is_some(),
        ),
    ];
    if let Some((option, _)) = classic_only.iter().find(|(_, is_given)| *is_given) {
        bail!(
            "{option}: applies only to classic puzzles, and these are variants; leave {option} out"
        );
    }
    args.check()?;
    let all_rules = args.input.read.rules.iter().any(|rule| rule == RANDOM);
    let input = VariantInput::new(inputs)?;
    let roster = roster::variant_roster(args)?;
    let mut state = SavedState::open(args, input.rules().digest())?;
    findings::require_own_folder(args, &mut state)?;
    let variants = Variants::new(args, &input, all_rules, &roster);
    with_output(args.output.path(), |out| {
        Campaign::new(args, &variants, state, out).run()
    })
}
