//! The command line: arguments, files, exit codes. One file per verb.

mod args;
mod certify;
mod exit;
mod objective;
mod page;
mod pipeline;
mod signals;
mod verbs;

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
    let cli = match Cli::try_parse_from(pipeline::check::with_value(std::env::args_os())) {
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
        Verb::Solve(args) => verbs::solve::run(args),
        Verb::Count(args) => verbs::count::run(args),
        Verb::Enumerate(args) => verbs::enumerate::run(args),
        Verb::Pyramid(args) => verbs::pyramid::run(args),
        Verb::Encode(args) => verbs::encode::run(args),
        Verb::Decode(args) => verbs::decode::run(args),
        Verb::Sat(args) => verbs::sat::run(args),
        Verb::Generate(args) => verbs::generate::run(args),
        Verb::Minimize(args) => verbs::minimize::run(args),
        Verb::Canonical(args) => verbs::canonical::run(args),
        Verb::Prove(args) => verbs::prove::run(args),
        Verb::Verify(args) => verbs::verify::run(args),
        Verb::Compare(args) => verbs::compare::run(args),
        Verb::Solvers(args) => verbs::solvers::run(args),
        Verb::Encodings(args) => verbs::encodings::run(args),
        Verb::Formats => verbs::formats::run(),
        Verb::Completions(args) => verbs::manual::completions(args),
        Verb::Man(args) => verbs::manual::man(args),
    }
}

/// The same error, about arguments without characters that a terminal would obey: a
/// file may be called whatever its owner likes.
fn safe(error: clap::Error) -> clap::Error {
    let args = std::env::args_os().map(|arg| escape::bytes(arg.as_encoded_bytes()).into());
    Cli::try_parse_from(pipeline::check::with_value(args))
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
