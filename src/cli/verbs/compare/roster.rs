//! The backends of a comparison.

use super::CompareArgs;
use crate::backend::{CdclBackend, LockstepBackend, MaximumMethod, NativeBackend, Presolve};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::session;
use crate::compare::group::Group;
use crate::compare::roster::{BackendSpec, ExternalSolver, Roster, SatSpec, SolverSpec};
use crate::encoding::Encoding;
use crate::sat::Engine;
use crate::sat::process::SolverCommand;
use crate::search::lockstep::{Lockstep, VARIABLE};
use anyhow::{Context, Result};
use std::time::Duration;

/// A solver that gives no answer within this many times its limit hangs.
const PATIENCE: u32 = 4;

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
        let varisat = SolverSpec {
            engine: Engine::varisat(),
            program: None,
        };
        let varisat = sat_spec(&varisat, &encodings[0], Presolve::Locked);
        specs.push(BackendSpec::Sat(Box::new(SatSpec {
            maximising,
            ..varisat
        })));
    }
    for solver in &solvers {
        for encoding in &encodings {
            for presolve in Presolve::ALL {
                let spec = sat_spec(solver, encoding, presolve);
                specs.push(BackendSpec::Sat(Box::new(spec)));
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

fn sat_spec(solver: &SolverSpec, encoding: &Encoding, presolve: Presolve) -> SatSpec {
    SatSpec {
        solver: solver.clone(),
        encoding: encoding.clone(),
        presolve,
        maximising: MaximumMethod::Linear,
    }
}

/// The built-in engines, then those of `--solver`.
pub fn solvers(args: &CompareArgs) -> Result<Vec<SolverSpec>> {
    let built_in = Engine::built_in().into_iter().map(|engine| SolverSpec {
        engine,
        program: None,
    });
    let mut solvers: Vec<SolverSpec> = built_in.collect();
    for command in &args.solver {
        let limit = args.solver_timeout.unwrap_or(args.timeout);
        let (mut engine, mut program) = external(command, limit)?;
        program.shuffling = args.shuffle;
        // Programs in different folders may have the same name.
        let same = solvers.iter().filter(|SolverSpec { engine: other, .. }| {
            other.name.split(" #").next() == Some(engine.name.as_str())
        });
        let same = same.count();
        if same > 0 {
            engine.name = format!("{} #{}", engine.name, same + 1);
            program.patient.name.clone_from(&engine.name);
        }
        solvers.push(SolverSpec {
            engine,
            program: Some(program),
        });
    }
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

/// The solver of a command, with a time limit for each run.
fn external(command: &str, limit: Duration) -> Result<(Engine, ExternalSolver)> {
    engines::solver(command)?;
    let parsed = SolverCommand::parse(command).context("--solver")?;
    let patient = parsed.clone().within(limit.checked_mul(PATIENCE)).engine();
    let program = ExternalSolver {
        command: command.to_owned(),
        limit,
        patient,
        shuffling: None,
    };
    Ok((parsed.within(Some(limit)).engine(), program))
}
