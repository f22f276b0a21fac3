//! The backends of a comparison of variants.

use crate::backend::{Backend, VariantNative, VariantSat};
use crate::cli::pipeline::session;
use crate::cli::verbs::compare::CompareArgs;
use crate::compare::variants::BruteForce;
use crate::encoding::Encoding;
use crate::rules::VariantPuzzle;
use crate::sat::Engine;
use anyhow::Result;

/// The largest board for brute force, in cells.
const MAX_CELLS: usize = 16;

/// What a backend is made from.
pub enum Spec {
    Native,
    Sat(Box<(Engine, Encoding)>),
}

/// The native search, every engine with every encoding, and the first engine with all
/// ways to write the kernels.
pub fn specs(args: &CompareArgs) -> Result<Vec<Spec>> {
    let encodings = session::encodings(&args.encoding)?;
    let mut engines = Engine::built_in();
    for command in &args.solver {
        engines.push(session::solver(command)?);
    }
    let mut specs = vec![Spec::Native];
    for engine in &engines {
        let of = |encoding: &Encoding| Spec::Sat(Box::new((engine.clone(), encoding.clone())));
        specs.extend(encodings.iter().map(of));
    }
    Ok(specs)
}

/// New backends for a puzzle of this size.
pub fn backends(specs: &[Spec], cells: usize) -> Vec<Box<dyn Backend<VariantPuzzle>>> {
    let of = |spec: &Spec| -> Box<dyn Backend<VariantPuzzle>> {
        match spec {
            Spec::Native => Box::new(VariantNative::default()),
            Spec::Sat(spec) => Box::new(VariantSat::new(&spec.1, &spec.0)),
        }
    };
    let mut backends: Vec<Box<dyn Backend<VariantPuzzle>>> = specs.iter().map(of).collect();
    if cells <= MAX_CELLS {
        backends.push(Box::new(BruteForce));
    }
    backends
}
