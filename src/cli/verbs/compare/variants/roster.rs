//! The backends of a comparison of variants.

use crate::backend::{VariantNative, VariantSat};
use crate::cli::pipeline::engines;
use crate::cli::verbs::compare::{CompareArgs, roster};
use crate::compare::roster::{BackendSpec, Roster, SatSpec, SolverSpec};
use crate::compare::variants::BruteForce;
use crate::encoding::Encoding;
use crate::encoding::kernels::KernelChoices;
use crate::rules::VariantPuzzle;
use crate::sat::Engine;
use anyhow::Result;

/// The native search, every engine with every encoding, the first engine with all ways to
/// write the kernels, and brute force.
pub fn variant_roster(args: &CompareArgs) -> Result<Roster<VariantPuzzle>> {
    let encodings = engines::encodings(&args.encoding)?;
    let native = BackendSpec::Native(Box::new(|| Box::new(VariantNative::default())));
    let mut specs = vec![native];
    for solver in roster::solvers(args)? {
        let of_solver = encodings.iter().map(|encoding| sat_spec(&solver, encoding));
        specs.extend(of_solver);
    }
    specs.extend(encodings.first().into_iter().flat_map(with_other_kernels));
    specs.push(BackendSpec::Native(Box::new(|| Box::new(BruteForce))));
    Ok(Roster::new(specs))
}

fn sat_spec(solver: &SolverSpec, encoding: &Encoding) -> BackendSpec<VariantPuzzle> {
    let encoding = encoding.clone();
    BackendSpec::Sat(SatSpec {
        solver: solver.clone(),
        make: Box::new(move |engine| Box::new(VariantSat::new(&encoding, &engine))),
    })
}

/// The encoding with every choice of `[kernels]` that is not the default, and with the
/// defaults but for derived sums.
fn with_other_kernels(encoding: &Encoding) -> Vec<BackendSpec<VariantPuzzle>> {
    let plain = KernelChoices::default();
    let without_derived = KernelChoices {
        derived_house_sums: false,
        ..plain
    };
    let others = plain.others().chain([without_derived]);
    let named = (1..).zip(others).map(|(number, kernels)| {
        let name = format!("varisat/{} kernels {number}", encoding.name());
        let encoding = encoding.clone().with_kernels(kernels);
        BackendSpec::Sat(SatSpec {
            solver: SolverSpec::built_in(Engine::varisat()),
            make: Box::new(move |engine| {
                Box::new(VariantSat::new(&encoding, &engine).named(name.clone()))
            }),
        })
    });
    named.collect()
}
