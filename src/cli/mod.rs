//! The command line: arguments, files, exit codes. One file per verb.

mod args;
mod canonical;
mod certify;
mod check;
mod compare;
mod count;
mod decode;
mod encode;
mod encodings;
mod enumerate;
mod exit;
mod formats;
mod generate;
mod input;
mod lines;
mod manual;
mod minimize;
mod objective;
mod output;
mod present;
mod prove;
mod pyramid;
mod resume;
mod sat;
mod session;
mod solve;
mod solvers;
mod stream;
mod verify;

use args::{Cli, Verb};
use clap::Parser;
use exit::Exit;
use std::process::ExitCode;

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse_from(check::with_value(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match dispatch(&cli.verb) {
        Ok(exit) => exit.into(),
        Err(error) => exit::report(&error).into(),
    }
}

fn dispatch(verb: &Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Solve(args) => solve::run(args),
        Verb::Count(args) => count::run(args),
        Verb::Enumerate(args) => enumerate::run(args),
        Verb::Pyramid(args) => pyramid::run(args),
        Verb::Encode(args) => encode::run(args),
        Verb::Decode(args) => decode::run(args),
        Verb::Sat(args) => sat::run(args),
        Verb::Generate(args) => generate::run(args),
        Verb::Minimize(args) => minimize::run(args),
        Verb::Canonical(args) => canonical::run(args),
        Verb::Prove(args) => prove::run(args),
        Verb::Verify(args) => verify::run(args),
        Verb::Compare(args) => compare::run(args),
        Verb::Solvers(args) => solvers::run(args),
        Verb::Encodings(args) => encodings::run(args),
        Verb::Formats => formats::run(),
        Verb::Completions(args) => manual::completions(args),
        Verb::Man(args) => manual::man(args),
    }
}

/// Help and version go to stdout and are no error; the rest is wrong usage.
fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    match error.use_stderr() {
        true => Exit::Usage.into(),
        false => Exit::Answered.into(),
    }
}
