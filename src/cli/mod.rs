//! The command line: arguments, files, exit codes.
//!
//! Each layer uses only those after it: `verbs` (one file per verb), `page`, `certify`,
//! `variants`, `objective`, `pipeline` (from files to answers in order), `args`, `exit`,
//! `messages`, `shown_line` and `advice`, and then the library.

mod advice;
mod args;
mod certify;
mod exit;
mod messages;
mod objective;
mod page;
mod pipeline;
mod shown_line;
mod variants;
mod verbs;

use crate::search::lockstep::{Simd, VARIABLE};
use crate::{child, escape};
use anyhow::{Context, Result, anyhow};
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use exit::{Exit, OutputFault};
use pipeline::distinct::require_distinct;
use std::io::{self, Write};
use std::process::ExitCode;
use verbs::Cli;

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    #[cfg(unix)]
    if let Some(session) = guarded_session() {
        child::guard::serve(&session);
        return ExitCode::SUCCESS;
    }
    child::take_charge();
    pipeline::signals::install_idle_handlers();
    let exit = run_verb();
    // Abandoned threads may still have child processes.
    child::end_all();
    child::dismiss_guard();
    exit
}

/// The session whose children this process guards, if it was started as a guard.
#[cfg(unix)]
fn guarded_session() -> Option<String> {
    let mut arguments = std::env::args_os().skip(1);
    let first = arguments.next()?;
    let session = || arguments.next()?.into_string().ok();
    (first == child::guard::ARGUMENT).then(session)?
}

/// The command line. A negative number after an option is its value, so that the message is about
/// the number, and not about an unknown option.
fn command() -> Command {
    with_negative_numbers(Cli::command())
}

fn with_negative_numbers(command: Command) -> Command {
    let is_option_with_value = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
    command
        .mut_args(|arg| match is_option_with_value(&arg) {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(with_negative_numbers)
}

fn run_verb() -> ExitCode {
    let mut command = command();
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) if error.kind() == ErrorKind::InvalidUtf8 => return not_text(),
        Err(error) => return usage(&safe(error.format(&mut command))),
    };
    let checked = require_distinct(&command, &matches).and_then(|()| require_instructions());
    match checked.and_then(|()| cli.verb.run()) {
        Ok(exit) => exit.into(),
        Err(error) => exit::report(&error).into(),
    }
}

/// Refuses a set of instructions that no engine could use, whether or not this verb needs one:
/// most engines would take the best set instead.
fn require_instructions() -> Result<()> {
    Simd::from_environment().context(VARIABLE)?;
    Ok(())
}

/// Refuses the first argument that is not UTF-8, which names a file in most cases.
fn not_text() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let found = args.find(|arg| arg.to_str().is_none()).unwrap_or_default();
    let found = escape::bytes(found.as_encoded_bytes());
    exit::report(&anyhow!(
        "found the argument '{found}', expected UTF-8; rename the file, or read it as standard \
         input: 'satoku COMMAND - < FILE'"
    ))
    .into()
}

/// The same error with control characters escaped: a file name may contain any.
fn safe(error: clap::Error) -> clap::Error {
    let args = std::env::args_os().map(|arg| escape::bytes(arg.as_encoded_bytes()));
    let parsed = command().try_get_matches_from(args);
    parsed
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .err()
        .unwrap_or(error)
}

/// Help and version go to stdout and are not errors; the rest is wrong usage.
fn usage(error: &clap::Error) -> ExitCode {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if error.use_stderr() && !is_help {
        messages::warn_lines(messages::PREFIX);
    }
    let printed = error.print().and_then(|()| io::stdout().flush());
    match (error.use_stderr(), printed) {
        (true, _) => Exit::Usage.into(),
        (false, Ok(())) => Exit::Answered.into(),
        (false, Err(why)) if why.kind() == io::ErrorKind::BrokenPipe => Exit::Answered.into(),
        (false, Err(why)) => exit::report(&OutputFault::new("standard output", &why).into()).into(),
    }
}
