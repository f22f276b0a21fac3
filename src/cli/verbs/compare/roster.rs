//! The backends of a comparison.

use super::CompareArgs;
use crate::backend::{
    CdclBackend, LockstepBackend, MaximumMethod, NativeBackend, Presolve, SatBackend,
};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::session;
use crate::compare::group::Group;
use crate::compare::roster::{BackendSpec, ExternalSolver, Roster, SatSpec, SolverSpec};
use crate::encoding::Encoding;
use crate::sat::Engine;
use crate::search::lockstep::{Lockstep, VARIABLE};
use anyhow::{Context, Result};

/// A solver that gives no answer within this many times its limit hangs.
const HANG_FACTOR: u32 = 4;

/// The native searches, and every engine with every encoding. Each encoding is first
/// proven equivalent to the rules.
pub fn roster(args: &CompareArgs) -> Result<Roster> {
    let encodings = engines::encodings(&args.encoding)?;
    let solvers = solvers(args)?;
    for encoding in &encodings {
        session::require_equivalent(encoding)?;
    }
    let mut specs = native_specs()?;
    for maximising in [
        MaximumMethod::Cores,
        MaximumMethod::Project,
        MaximumMethod::Enumerate,
    ] {
        let varisat = SolverSpec::built_in(Engine::varisat());
        specs.push(sat_spec(
            &varisat,
            &encodings[0],
            Presolve::Locked,
            maximising,
        ));
    }
    for solver in &solvers {
        for encoding in &encodings {
            for presolve in Presolve::ALL {
                let linear = MaximumMethod::Linear;
                specs.push(sat_spec(solver, encoding, presolve, linear));
            }
        }
    }
    Ok(Roster::new(specs))
}

fn native_specs() -> Result<Vec<BackendSpec>> {
    let lockstep = Lockstep::new().context(VARIABLE)?;
    Ok(vec![
        BackendSpec::Native(Box::new(|| Box::new(NativeBackend::default()))),
        BackendSpec::Native(Box::new(|| Box::new(CdclBackend::new(1)))),
        BackendSpec::Native(Box::new(move || {
            Box::new(LockstepBackend::new(lockstep.clone(), "lockstep"))
        })),
    ])
}

fn sat_spec(
    solver: &SolverSpec,
    encoding: &Encoding,
    presolve: Presolve,
    maximising: MaximumMethod,
) -> BackendSpec {
    let encoding = encoding.clone();
    BackendSpec::Sat(SatSpec {
        solver: solver.clone(),
        make: Box::new(move |engine| {
            let backend = SatBackend::new(engine, encoding.clone(), presolve);
            Box::new(backend.maximising(maximising))
        }),
    })
}

/// The built-in engines, then those of `--solver`.
pub fn solvers(args: &CompareArgs) -> Result<Vec<SolverSpec>> {
    let built_in = Engine::built_in().into_iter().map(SolverSpec::built_in);
    let mut solvers: Vec<SolverSpec> = built_in.collect();
    let named = engines::solvers(&args.solver)?;
    solvers.extend(args.solver.iter().zip(named).map(|(text, command)| {
        let limit = args.solver_timeout.unwrap_or(args.timeout);
        let patient = command.clone().within(limit.checked_mul(HANG_FACTOR));
        SolverSpec {
            engine: command.within(Some(limit)).engine(),
            program: Some(ExternalSolver {
                command: text.clone(),
                limit,
                patient: patient.engine(),
                shuffling: args.shuffle,
            }),
        }
    }));
    Ok(solvers)
}

/// The command of the solver that is to blame, if that is one of `--solver`.
pub fn culprit_command(args: &CompareArgs, group: &Group) -> Option<String> {
    let solvers = solvers(args).ok()?.into_iter();
    let mut programs = solvers.filter_map(|SolverSpec { engine, program }| {
        let is_in = |backend: &str| {
            let rest = backend.strip_prefix(&engine.name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        is_in(&group.culprit).then_some(program?.command)
    });
    programs.next()
}
