//! `satoku solvers`

use crate::cli::exit::Exit;
use crate::cli::pipeline::engines;
use crate::cli::pipeline::output::with_output;
use crate::escape;
use crate::sat::Engine;
use anyhow::Result;
use clap::Args;
use std::io::Write;

/// Known programs, with the options that keep them quiet.
const KNOWN: [&str; 9] = [
    "cadical -q",
    "kissat -q",
    "minisat",
    "glucose -model",
    "cryptominisat5 --verb 0",
    "clasp --verbose=0",
    "lingeling",
    "picosat",
    "maplesat",
];

/// Arguments of `satoku solvers`.
#[derive(Args, Debug)]
#[command(after_help = "\
A command is split into words as in a shell: 'my tools/x' needs quotes around it. {cnf} stands
for the formula, {model} for a file to which minisat writes its model, {proof} for a file to
which the solver writes a proof, DRAT or LRAT, if there is no model; that answer then counts only
if the verifier accepts the proof. A solver that prints 's UNKNOWN', or only comments and exits
with 0, has given up: the answer is unknown, exit code 3.

A solver is killed when it has written 256 MiB to standard output, 64 MiB to standard error,
or a proof larger than 4 GiB ('prove --max-proof' sets another limit). Everything that it
started is killed, too: its process group, and on Linux also processes that left the group. The
same happens on SIGTERM, SIGHUP and Ctrl-C, and on Unix when satoku is killed by kill -9.

Examples:
  satoku solvers
  satoku solve --solver 'cadical -q' puzzles.txt
  satoku compare --random 20 --solver minisat")]
pub struct SolversArgs {}

/// Runs the verb.
pub fn run(_: &SolversArgs) -> Result<Exit> {
    with_output(None, |out| {
        writeln!(out, "{:29} where", "engine")?;
        for engine in Engine::built_in() {
            let option = format!("--backend {}", engine.name);
            line(out, &option, "built in")?;
        }
        for text in KNOWN {
            let program = text.split(' ').next().unwrap_or(text);
            if let Some(path) = engines::find_program(program) {
                let option = format!("--solver '{text}'");
                line(out, &option, &escape::path(&path))?;
            }
        }
        for (feature, needs) in absent() {
            writeln!(
                out,
                "not in this build: {feature} (cargo build --features {feature}; {needs})"
            )?;
        }
        Ok(Exit::Answered)
    })
}

/// Engines that are not in this build, and what they need.
fn absent() -> impl Iterator<Item = (&'static str, &'static str)> {
    let features = [
        ("batsat", cfg!(feature = "batsat"), "needs nothing else"),
        ("cadical", cfg!(feature = "cadical"), "needs a C++ compiler"),
    ];
    let absent = features.into_iter().filter(|(_, here, _)| !here);
    absent.map(|(feature, _, needs)| (feature, needs))
}

fn line(out: &mut impl Write, option: &str, place: &str) -> std::io::Result<()> {
    writeln!(out, "{option:29} {place}")
}
