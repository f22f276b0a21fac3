//! `satoku sat`

use super::args::TimeArgs;
use super::exit::{EngineFault, Exit};
use super::output::with_output;
use super::{input, session};
use crate::cnf::{Var, dimacs};
use crate::sat::{Engine, SatVerdict};
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Speaks like a SAT solver: 's' and 'v' lines, exit code 10 for satisfiable, 20
for unsatisfiable, 0 for unknown. The model is checked before it is printed.

Examples:
  satoku sat formula.cnf
  satoku encode puzzle.txt | satoku sat - | satoku decode --puzzle puzzle.txt -";

/// Arguments of `satoku sat`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SatArgs {
    /// A DIMACS CNF file, packed (.gz, .xz, .zst) or not; '-' or nothing is standard
    /// input
    #[arg(value_name = "FILE", default_value = "-")]
    file: String,

    #[command(flatten)]
    time: TimeArgs,

    /// Write to a file, which appears when it is complete
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the verb.
pub fn run(args: &SatArgs) -> Result<Exit> {
    let (input, name) = input::open(&args.file, None)?;
    let cnf = dimacs::read(input).map_err(|error| input::located(&name, error.line(), error))?;
    let engine = Engine::varisat();
    let mut solver = (engine.make)(true);
    cnf.formula.replay(&mut *solver);
    with_output(args.output.as_deref(), |out| {
        match solver.solve(&session::budget(&args.time)) {
            SatVerdict::Sat => {
                // Variables that the engine leaves open are false.
                let holds = |var: Var| solver.value(var).unwrap_or(false);
                if let Some(clause) = cnf.formula.broken_clause(holds) {
                    let said = format!("{} broke clause {clause}", engine.name);
                    return Err(EngineFault(said).into());
                }
                writeln!(out, "s SATISFIABLE")?;
                write_model(out, cnf.formula.variables(), holds)?;
                Ok(Exit::Satisfiable)
            }
            SatVerdict::Unsat => {
                writeln!(out, "s UNSATISFIABLE")?;
                Ok(Exit::Unsatisfiable)
            }
            SatVerdict::Unknown(reason) => {
                session::check_interrupt()?;
                writeln!(out, "c {reason}\ns UNKNOWN")?;
                Ok(Exit::Answered)
            }
        }
    })
}

fn write_model(
    out: &mut impl Write,
    variables: usize,
    holds: impl Fn(Var) -> bool,
) -> std::io::Result<()> {
    const WIDTH: usize = 78;
    let mut line = String::from("v");
    let literal = |var: Var| {
        if holds(var) {
            var.positive()
        } else {
            var.negative()
        }
    };
    let words = (0..variables).map(|index| literal(Var::from_index(index)).to_string());
    for word in words.chain(["0".to_owned()]) {
        if line.len() + 1 + word.len() > WIDTH {
            writeln!(out, "{line}")?;
            line = "v".into();
        }
        line.push(' ');
        line.push_str(&word);
    }
    writeln!(out, "{line}")
}
