//! The command line: arguments, files, exit codes. One file per verb.

mod args;
mod canonical;
mod certify;
mod check;
mod compare;
mod count;
mod decode;
mod destination;
mod encode;
mod encodings;
mod enumerate;
mod exit;
mod formats;
mod generate;
mod identity;
mod input;
mod journal;
mod kept;
mod lines;
mod manual;
mod minimize;
mod objective;
mod output;
mod packed;
mod partial;
mod present;
mod prove;
mod pyramid;
mod resume;
mod sat;
mod session;
mod signals;
mod solve;
mod solvers;
mod stream;
mod verify;

use crate::{child, escape};
use args::{Cli, Verb};
use clap::Parser;
use exit::{Exit, OutputFault};
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    #[cfg(unix)]
    if let Some(session) = guarded_session() {
        child::guard::serve(&session);
        return ExitCode::SUCCESS;
    }
    child::take_charge();
    let exit = run_verb();
    // Threads that nobody waited for may still have some.
    child::end_all();
    child::dismiss_guard();
    exit
}

/// The session whose children this process is to guard, if it was started for that.
#[cfg(unix)]
fn guarded_session() -> Option<String> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next()?;
    (first == child::guard::ARGUMENT).then(|| arguments.next())?
}

fn run_verb() -> ExitCode {
    let cli = match Cli::try_parse_from(check::with_value(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return usage(&safe(error)),
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

/// The same error, about arguments without characters that a terminal would obey: a
/// file may be called whatever its owner likes.
fn safe(error: clap::Error) -> clap::Error {
    let args = std::env::args_os().map(|arg| escape::bytes(arg.as_encoded_bytes()).into());
    Cli::try_parse_from(check::with_value(args))
        .err()
        .unwrap_or(error)
}

/// Help and version go to stdout and are no error; the rest is wrong usage.
fn usage(error: &clap::Error) -> ExitCode {
    let printed = error.print().and_then(|()| io::stdout().flush());
    match (error.use_stderr(), printed) {
        (true, _) => Exit::Usage.into(),
        (false, Ok(())) => Exit::Answered.into(),
        (false, Err(why)) if why.kind() == io::ErrorKind::BrokenPipe => Exit::Answered.into(),
        (false, Err(why)) => exit::report(&OutputFault::new("standard output", &why).into()).into(),
    }
}
