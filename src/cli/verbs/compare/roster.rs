//! Who takes part in a comparison.

use super::CompareArgs;
use crate::backend::{CdclBackend, LockstepBackend, MaximumMethod, NativeBackend, Presolve};
use crate::cli::pipeline::session;
use crate::compare::contestant::{Contestant, Mix, Program, Roster};
use crate::encoding::Encoding;
use crate::measure;
use crate::sat::Engine;
use crate::sat::process::SolverCommand;
use crate::search::lockstep::{Lockstep, VARIABLE};
use anyhow::{Context, Result};
use std::time::Duration;

/// How many times its limit a solver gets before a time-out is called a hang.
const PATIENCE: u32 = 4;

/// The native searches, and every engine with every encoding, each of which is
/// proven equivalent to the rules first.
pub fn roster(args: &CompareArgs) -> Result<Roster> {
    let encodings = session::encodings(&args.encoding)?;
    let mut programs = Vec::new();
    for command in &args.solver {
        let limit = args.solver_timeout.unwrap_or(args.timeout);
        programs.push((program(command, limit)?, command));
    }
    for encoding in &encodings {
        measure::prove(encoding, &Engine::varisat())?;
        session::check_interrupt()?;
    }
    let lockstep = Lockstep::new().context(VARIABLE)?;
    let mut all = vec![
        Contestant::Native(Box::new(|| Box::new(NativeBackend::default()))),
        Contestant::Native(Box::new(|| Box::new(CdclBackend::new(1)))),
        Contestant::Native(Box::new(move || {
            Box::new(LockstepBackend::new(lockstep.clone(), "lockstep"))
        })),
    ];
    let mix = |engine: &Engine, encoding: &Encoding, presolve| Mix {
        engine: engine.clone(),
        program: None,
        encoding: encoding.clone(),
        presolve,
        maximising: MaximumMethod::Linear,
    };
    for maximising in [
        MaximumMethod::Cores,
        MaximumMethod::Project,
        MaximumMethod::Enumerate,
    ] {
        all.push(Contestant::Sat(Box::new(Mix {
            maximising,
            ..mix(&Engine::varisat(), &encodings[0], Presolve::Locked)
        })));
    }
    let built_in = Engine::built_in().into_iter().map(|engine| (engine, None));
    let mut engines: Vec<(Engine, Option<Program>)> = built_in.collect();
    for ((mut engine, mut program), _) in programs {
        // Two programs in different folders may have the same name.
        let same = engines.iter().filter(|(other, _)| {
            let plain = other.name.split(" #").next();
            plain == Some(engine.name.as_str())
        });
        let same = same.count();
        if same > 0 {
            engine.name = format!("{} #{}", engine.name, same + 1);
            program.patient.name.clone_from(&engine.name);
        }
        engines.push((engine, Some(program)));
    }
    for (engine, program) in &engines {
        for encoding in &encodings {
            for presolve in Presolve::ALL {
                all.push(Contestant::Sat(Box::new(Mix {
                    program: program.clone(),
                    ..mix(engine, encoding, presolve)
                })));
            }
        }
    }
    Ok(Roster::new(all))
}

/// The solver of a command, each run of which is limited.
fn program(command: &str, limit: Duration) -> Result<(Engine, Program)> {
    session::solver(command)?;
    let parsed = SolverCommand::parse(command).context("--solver")?;
    let patient = parsed.clone().within(limit.checked_mul(PATIENCE)).engine();
    let program = Program {
        command: command.to_owned(),
        limit,
        patient,
    };
    Ok((parsed.within(Some(limit)).engine(), program))
}
