//! The backends of a comparison of variants.

use crate::cli::pipeline::engines;
use crate::cli::verbs::compare::{CompareArgs, roster};
use crate::compare::roster::SolverSpec;
use crate::compare::variants::{VariantRoster, VariantSatSpec};
use crate::encoding::Encoding;
use crate::encoding::kernels::KernelChoices;
use crate::sat::Engine;
use anyhow::Result;

/// The native search, every engine with every encoding, the first engine with all ways to
/// write the kernels, and brute force.
pub fn variant_roster(args: &CompareArgs) -> Result<VariantRoster> {
    let encodings = engines::encodings(&args.encoding)?;
    let mut specs = Vec::new();
    for solver in roster::solvers(args)? {
        specs.extend(encodings.iter().map(|encoding| VariantSatSpec {
            solver: solver.clone(),
            encoding: encoding.clone(),
            name: None,
        }));
    }
    specs.extend(encodings.first().into_iter().flat_map(with_other_kernels));
    Ok(VariantRoster::new(specs))
}

/// The encoding with every choice of `[kernels]` that is not the default, and with the
/// defaults but for derived sums.
fn with_other_kernels(encoding: &Encoding) -> Vec<VariantSatSpec> {
    let plain = KernelChoices::default();
    let without_derived = KernelChoices {
        derived_house_sums: false,
        ..plain
    };
    let others = plain.others().chain([without_derived]);
    let named = (1..).zip(others).map(|(number, kernels)| VariantSatSpec {
        solver: SolverSpec {
            engine: Engine::varisat(),
            program: None,
        },
        encoding: encoding.clone().with_kernels(kernels),
        name: Some(format!("varisat/{} kernels {number}", encoding.name())),
    });
    named.collect()
}
