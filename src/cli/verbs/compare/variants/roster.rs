//! The backends of a comparison of variants.

use crate::backend::{Backend, VariantNative, VariantSat};
use crate::cli::pipeline::engines;
use crate::cli::verbs::compare::CompareArgs;
use crate::compare::variants::BruteForce;
use crate::encoding::Encoding;
use crate::encoding::kernels::KernelChoices;
use crate::rules::VariantPuzzle;
use crate::sat::Engine;
use anyhow::Result;

/// The largest board for brute force, in cells.
const MAX_CELLS: usize = 16;

/// What a backend is made from.
pub enum Spec {
    Native,
    Sat(Box<SatSpec>),
}

/// An engine with an encoding.
pub struct SatSpec {
    engine: Engine,
    encoding: Encoding,
    /// The name in reports, if it is not that of engine and encoding.
    name: Option<String>,
}

/// The native search, every engine with every encoding, and the first engine with all
/// ways to write the kernels.
pub fn specs(args: &CompareArgs) -> Result<Vec<Spec>> {
    let encodings = engines::encodings(&args.encoding)?;
    let mut engines = Engine::built_in();
    for command in &args.solver {
        engines.push(engines::solver(command)?);
    }
    let mut specs = vec![Spec::Native];
    for engine in &engines {
        let of = |encoding: &Encoding| SatSpec {
            engine: engine.clone(),
            encoding: encoding.clone(),
            name: None,
        };
        specs.extend(encodings.iter().map(of).map(Box::new).map(Spec::Sat));
    }
    let others = encodings.first().map(with_other_kernels);
    let others = others.into_iter().flatten();
    specs.extend(others.map(Box::new).map(Spec::Sat));
    Ok(specs)
}

/// The encoding with every choice of `[kernels]` that is not the default, and with the
/// defaults but for derived sums.
fn with_other_kernels(encoding: &Encoding) -> Vec<SatSpec> {
    let plain = KernelChoices::default();
    let without_derived = KernelChoices {
        derived_house_sums: false,
        ..plain
    };
    let others = plain.others().chain([without_derived]);
    let named = (1..).zip(others).map(|(number, kernels)| SatSpec {
        engine: Engine::varisat(),
        encoding: encoding.clone().with_kernels(kernels),
        name: Some(format!("varisat/{} kernels {number}", encoding.name())),
    });
    named.collect()
}

/// New backends for a puzzle of this size.
pub fn backends(specs: &[Spec], cells: usize) -> Vec<Box<dyn Backend<VariantPuzzle>>> {
    let of = |spec: &Spec| -> Box<dyn Backend<VariantPuzzle>> {
        match spec {
            Spec::Native => Box::new(VariantNative::default()),
            Spec::Sat(spec) => {
                let sat = VariantSat::new(&spec.encoding, &spec.engine);
                match &spec.name {
                    None => Box::new(sat),
                    Some(name) => Box::new(sat.named(name.clone())),
                }
            }
        }
    };
    let mut backends: Vec<Box<dyn Backend<VariantPuzzle>>> = specs.iter().map(of).collect();
    if cells <= MAX_CELLS {
        backends.push(Box::new(BruteForce));
    }
    backends
}
