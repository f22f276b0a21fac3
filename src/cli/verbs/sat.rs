//! `satoku sat`

use crate::cli::args::{FileArgs, TimeArgs};
use crate::cli::exit::{self, EngineFault, Exit, unless_interrupted};
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::{input, session};
use crate::cnf::compact::Numbering;
use crate::cnf::{DimacsError, Formula, Limited, Var, dimacs};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::sat::{Engine, LimitChecks, SatSolver, SatVerdict};
use anyhow::Result;
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Behaves like a SAT solver: 's' and 'v' lines, exit code 10 for satisfiable, 20 for
unsatisfiable, 0 for unknown. The model is checked before it is printed. If the header
announces more than ten million variables, the model leaves out those that occur in no
clause, whose values do not matter.

Like CaDiCaL, it refuses a file that has more or fewer clauses than its header announces, a
variable above the announced number, or no 0 after the last clause.

Examples:
  satoku sat formula.cnf
  satoku encode puzzle.txt | satoku sat - | satoku decode --puzzles puzzle.txt -";

/// Maximum number of variables that are all shown, whether they occur or not.
const MAX_SHOWN: usize = 10_000_000;

/// Arguments of `satoku sat`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("timeout", |arg| arg.help("Time limit, in seconds; none by default")))]
pub struct SatArgs {
    /// A DIMACS CNF file, optionally compressed (.gz, .xz, .zst); standard input if '-' or omitted
    #[arg(value_name = "FILE", default_value = "-")]
    file: String,

    #[command(flatten)]
    time: TimeArgs,

    #[command(flatten)]
    output: FileArgs,
}

/// Runs the verb.
pub fn run(args: &SatArgs) -> Result<Exit> {
    let limits = session::limits(args.time.timeout);
    let (input, name) = input::open_expecting("a DIMACS CNF file", &args.file, None)?;
    let cnf = match dimacs::read_within(input, &limits) {
        Ok(cnf) => cnf,
        Err(DimacsError::Stopped(reason)) => {
            return with_output(args.output.path(), |out| unknown(out, reason));
        }
        Err(error) => return Err(input::located(&name, error.line(), error)),
    };
    let engine = Engine::varisat();
    let mut solver = (engine.make)(LimitChecks::WhileSolving);
    let numbering = Numbering::of(&cnf.formula);
    with_output(args.output.path(), |out| {
        match solve(&cnf.formula, &numbering, &mut *solver, &limits) {
            SatVerdict::Sat => {
                // Variables without a value are false.
                let value = |var: Var| solver.value(numbering.numbered(var)?);
                let holds = |var: Var| value(var).unwrap_or(false);
                if let Some(clause) = cnf.formula.broken_clause(holds) {
                    let text = format!("{} broke clause {clause}", engine.name);
                    return Err(EngineFault(text).into());
                }
                // The model may be longer than what a closed pipe still takes.
                exit::presented(Exit::Satisfiable);
                writeln!(out, "s SATISFIABLE")?;
                match &numbering {
                    Numbering::Occurring(vars) if cnf.formula.variables() > MAX_SHOWN => {
                        write_model(out, vars.iter().copied(), holds)?;
                    }
                    _ => {
                        let all = (0..cnf.formula.variables()).map(Var::from_index);
                        write_model(out, all, holds)?;
                    }
                }
                Ok(Exit::Satisfiable)
            }
            SatVerdict::Unsat => {
                writeln!(out, "s UNSATISFIABLE")?;
                Ok(Exit::Unsatisfiable)
            }
            SatVerdict::Unknown(reason) => unknown(out, reason),
        }
    })
}

fn unknown(out: &mut impl Write, reason: Reason) -> Result<Exit> {
    let reason = unless_interrupted(reason)?;
    writeln!(out, "c {reason}\ns UNKNOWN")?;
    Ok(Exit::Answered)
}

/// Loads the formula and solves it, within the limits.
fn solve(
    formula: &Formula,
    numbering: &Numbering,
    solver: &mut dyn SatSolver,
    limits: &Limits,
) -> SatVerdict {
    let mut limited = Limited::new(solver, limits);
    numbering.replay(formula, &mut limited);
    match limited.finish() {
        Ok(()) => solver.solve(limits),
        Err(reason) => SatVerdict::Unknown(reason),
    }
}

fn write_model(
    out: &mut impl Write,
    variables: impl Iterator<Item = Var>,
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
    let words = variables.map(|var| literal(var).to_string());
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
