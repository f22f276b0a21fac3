//! What every verb that answers puzzles shares: the engine and the limits.

use crate::backend::{
    Backend, CdclBackend, MakeBackend, NativeBackend, Portfolio, Query, SatBackend,
};
use crate::cli::args::{BackendName, EngineArgs, TimeArgs};
use crate::cli::exit::Interrupted;
use crate::cli::pipeline::output::{self, SPEAKER};
pub use crate::cli::signals::{leave, stop_flag};
use crate::encoding::Encoding;
use crate::escape;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::limits::Limits;
use crate::sat::Engine;
use crate::sat::process::SolverCommand;
use crate::search::SEED;
use crate::search::cdcl::Threads;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// An error if a signal asked the program to end.
pub fn check_interrupt() -> Result<()> {
    match stop_flag().load(Ordering::Relaxed) {
        true => Err(Interrupted.into()),
        false => Ok(()),
    }
}

/// A fresh limit for one question.
pub fn limits(time: &TimeArgs) -> Limits {
    let limits = Limits::unlimited().stopped_by(stop_flag());
    match time.timeout {
        Some(limit) => limits.within(limit),
        None => limits,
    }
}

/// The encoding of this name, or in this file.
pub fn encoding(name: &str) -> Result<Encoding> {
    if let Some(encoding) = Encoding::named(name) {
        return Ok(encoding);
    }
    let is_path = name.ends_with(".toml") || name.contains(std::path::MAIN_SEPARATOR);
    if !is_path && !Path::new(name).is_file() {
        let names: Vec<String> = Encoding::built_in()
            .iter()
            .map(|encoding| encoding.name().to_owned())
            .collect();
        bail!(
            "--encoding {name}: no such encoding, expected {} or the path of a .toml file",
            names.join(", ")
        );
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("{name}: cannot be read"))?;
    Ok(Encoding::parse(&text, name)?)
}

/// The encodings of these names or files; all built-in ones if there are none.
pub fn encodings(names: &[String]) -> Result<Vec<Encoding>> {
    match names {
        [] => Ok(Encoding::built_in()),
        names => names.iter().map(|name| encoding(name)).collect(),
    }
}

/// The engines of this build, and those that run these commands.
pub fn engines(commands: &[String]) -> Result<Vec<Engine>> {
    let mut engines = Engine::built_in();
    for command in commands {
        engines.push(solver(command)?);
    }
    Ok(engines)
}

/// The backend that the arguments name, for one of several workers that share
/// threads on hard puzzles.
pub fn backend_sharing(args: &EngineArgs, threads: &Arc<Threads>) -> Result<Box<dyn Backend>> {
    let plain = args.solver.is_none() && args.member.is_empty();
    match args.backend {
        BackendName::Native if plain => Ok(Box::new(NativeBackend::sharing(threads.clone()))),
        _ => backend(args),
    }
}

/// The backend that the arguments name.
pub fn backend(args: &EngineArgs) -> Result<Box<dyn Backend>> {
    if !args.member.is_empty() {
        return portfolio(args);
    }
    let engine = match (&args.solver, args.backend) {
        (Some(command), _) => solver(command)?,
        (None, BackendName::Varisat) => Engine::varisat(),
        #[cfg(feature = "batsat")]
        (None, BackendName::Batsat) => Engine::batsat(),
        #[cfg(feature = "cadical")]
        (None, BackendName::Cadical) => Engine::cadical(),
        (None, BackendName::Native) => return Ok(Box::new(NativeBackend::default())),
        (None, BackendName::Cdcl) => return Ok(Box::new(CdclBackend::new(SEED))),
        (None, BackendName::Portfolio) => return portfolio(args),
    };
    let encoding = encoding(&args.encoding)?;
    Ok(Box::new(SatBackend::new(engine, encoding, args.presolve)))
}

/// The race of the members that the arguments name, or of as many as there are
/// cores.
fn portfolio(args: &EngineArgs) -> Result<Box<dyn Backend>> {
    let mut names = args.member.clone();
    if names.is_empty() {
        let cores = std::thread::available_parallelism().map_or(2, |cores| cores.get());
        let all = DEFAULT_MEMBERS.into_iter().map(str::to_owned);
        names = all.take(cores.max(2)).collect();
    }
    let members: Result<Vec<MakeBackend>> = names.iter().map(|name| member(name, args)).collect();
    Ok(Box::new(Portfolio::new(members?)))
}

/// Who races, the most useful first. Native search goes on with clause learning
/// and the seed 6.
const DEFAULT_MEMBERS: [&str; 8] = [
    "native",
    "cdcl:16",
    "varisat",
    "cdcl:3",
    "varisat:triad",
    "cdcl:4",
    "cdcl:2",
    "cdcl:1",
];

/// `native`, `cdcl`, `cdcl:SEED`, or a solver, `:` and an encoding.
fn member(name: &str, args: &EngineArgs) -> Result<MakeBackend> {
    let (who, how) = match name.rsplit_once(':') {
        Some((who, how)) => (who, Some(how)),
        None => (name, None),
    };
    let engine = match (who, how) {
        ("native", None) => return Ok(Box::new(|| Box::new(NativeBackend::default()))),
        ("cdcl", how) => {
            let Ok(seed) = how.map_or(Ok(SEED), str::parse) else {
                bail!("--member {name}: expected a number after 'cdcl:'");
            };
            return Ok(Box::new(move || Box::new(CdclBackend::new(seed))));
        }
        _ => Engine::built_in()
            .into_iter()
            .find(|engine| engine.name == who),
    };
    let engine = engine.map_or_else(|| solver(who), Ok);
    let engine = engine.with_context(|| {
        format!(
            "--member {name}: expected native, cdcl, cdcl:SEED, or a solver such as varisat, \
             varisat:triad or 'cadical -q:minimal'"
        )
    })?;
    let encoding = encoding(how.unwrap_or(&args.encoding))?;
    let presolve = args.presolve;
    Ok(Box::new(move || {
        Box::new(SatBackend::new(engine.clone(), encoding.clone(), presolve))
    }))
}

/// The engine that runs this command.
pub fn solver(command: &str) -> Result<Engine> {
    let command = SolverCommand::parse(command).context("--solver")?;
    require_solver(command.program())?;
    Ok(command.engine())
}

/// An error if the program of `--solver` is not installed.
pub fn require_solver(program: &str) -> Result<()> {
    match find_program(program) {
        Some(_) => Ok(()),
        None => bail!(
            "--solver: there is no program '{program}'; 'satoku solvers' lists those that were \
             found"
        ),
    }
}

/// Where a program is: as its path says, or on the search path.
pub fn find_program(program: &str) -> Option<PathBuf> {
    if program.contains(std::path::MAIN_SEPARATOR) {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    let places = std::env::split_paths(&path).map(|folder| folder.join(program));
    places.into_iter().find(|place| place.is_file())
}

/// An error, with the puzzle's place, if the backend cannot take the question.
pub fn require(backend: &dyn Backend, record: &Record, query: &Query) -> Result<()> {
    let supported = backend.supports(&record.puzzle, query);
    supported.with_context(|| place(record))
}

/// `FILE:LINE: puzzle K`
pub fn place(record: &Record) -> String {
    let file = escape::line(&record.file);
    format!("{file}:{}: puzzle {}", record.line, record.index)
}

/// Clashes of one puzzle that are told; of others, how many there are.
pub const CLASHES_TOLD: usize = 3;

/// Tells on stderr which givens clash.
pub fn tell_clashes(record: &Record) {
    output::tell_lines(&clashes(record));
}

/// The lines for stderr that say which givens clash.
pub fn clashes(record: &Record) -> String {
    let puzzle: &Puzzle = &record.puzzle;
    let clashes = puzzle.clashes();
    let start = format!("{SPEAKER}{}: ", place(record));
    let mut lines = String::new();
    for clash in clashes.iter().take(CLASHES_TOLD) {
        lines += &format!("{start}{}\n", clash.describe(puzzle.geometry()));
    }
    if let Some(more @ 1..) = clashes.len().checked_sub(CLASHES_TOLD) {
        lines += &format!("{start}and {more} more clashes\n");
    }
    lines
}

/// Whether the native search answers, without a limit of time: for 9×9 lines that
/// is the same as lock-step search.
pub fn is_plain(args: &EngineArgs) -> bool {
    let native = args.backend == BackendName::Native;
    native && args.solver.is_none() && args.member.is_empty() && args.time.timeout.is_none()
}

/// The verb, and the options of its engine that decide what it answers, by their
/// names.
pub fn deciding_options(verb: &str, args: &EngineArgs) -> BTreeMap<String, String> {
    let backend = args.backend.to_possible_value();
    let mut options = BTreeMap::from([
        ("verb".to_owned(), verb.to_owned()),
        ("--encoding".to_owned(), args.encoding.clone()),
        ("--presolve".to_owned(), args.presolve.to_string()),
    ]);
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            options.insert(name.to_owned(), value);
        }
    };
    add(
        "--backend",
        backend.map(|value| value.get_name().to_owned()),
    );
    add("--solver", args.solver.clone());
    add(
        "--member",
        (!args.member.is_empty()).then(|| args.member.join(" ")),
    );
    let timeout = args
        .time
        .timeout
        .map(|time| format!("{} s", time.as_secs_f64()));
    add("--timeout", timeout);
    options
}

/// Workers that are worth having; a portfolio keeps all cores busy by itself.
pub fn jobs(args: &EngineArgs) -> usize {
    let races = args.backend == BackendName::Portfolio || !args.member.is_empty();
    if races { 1 } else { cores() }
}

/// How many threads are worth having.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}
