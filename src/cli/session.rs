//! What every verb that answers puzzles shares: the engine, the limits and
//! Ctrl-C.

use super::args::{BackendName, EngineArgs, TimeArgs};
use super::exit::{Exit, Interrupted};
use super::output::{self, tell};
use crate::backend::{
    Backend, CdclBackend, MakeBackend, NativeBackend, Portfolio, Query, SatBackend,
};
use crate::budget::Budget;
use crate::encoding::Encoding;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::native::SEED;
use crate::native::cdcl::Threads;
use crate::sat::Engine;
use crate::sat::process::SolverCommand;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a verb has, after Ctrl-C, to end by itself.
const GRACE: Duration = Duration::from_millis(700);

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that Ctrl-C sets. A verb that does not see it in time, because it
/// waits for input, is ended; what it answered is handed on first.
pub fn stop_flag() -> Arc<AtomicBool> {
    let install = || {
        let flag = Arc::new(AtomicBool::new(false));
        let seen = flag.clone();
        // Without a handler Ctrl-C still ends the program, only less gently.
        let _ = ctrlc::set_handler(move || {
            seen.store(true, Ordering::Relaxed);
            std::thread::sleep(GRACE);
            output::abandon_current();
            std::process::exit(i32::from(Exit::Interrupted.code()));
        });
        flag
    };
    STOP.get_or_init(install).clone()
}

/// An error if Ctrl-C was pressed.
pub fn check_interrupt() -> Result<()> {
    match stop_flag().load(Ordering::Relaxed) {
        true => Err(Interrupted.into()),
        false => Ok(()),
    }
}

/// A fresh limit for one question.
pub fn budget(time: &TimeArgs) -> Budget {
    let budget = Budget::unlimited().stopped_by(stop_flag());
    match time.timeout {
        Some(limit) => budget.within(limit),
        None => budget,
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
    let Some(command) = SolverCommand::parse(command) else {
        bail!("--solver: the command is empty, expected one such as 'cadical -q'");
    };
    match find_program(command.program()) {
        Some(_) => Ok(command.engine()),
        None => bail!(
            "--solver: there is no program '{}'; 'satoku solvers' lists those that were found",
            command.program()
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
    format!("{}:{}: puzzle {}", record.file, record.line, record.index)
}

/// Tells on stderr which givens clash.
pub fn tell_clashes(record: &Record) {
    const SHOWN: usize = 3;
    let puzzle: &Puzzle = &record.puzzle;
    let clashes = puzzle.clashes();
    for clash in clashes.iter().take(SHOWN) {
        let text = clash.describe(puzzle.geometry());
        tell(format_args!("{}: {text}", place(record)));
    }
    if clashes.len() > SHOWN {
        let more = clashes.len() - SHOWN;
        tell(format_args!("{}: and {more} more clashes", place(record)));
    }
}

/// Whether the native search answers, without a limit of time: for 9×9 lines that
/// is the same as lock-step search.
pub fn is_plain(args: &EngineArgs) -> bool {
    let native = args.backend == BackendName::Native;
    native && args.solver.is_none() && args.member.is_empty() && args.time.timeout.is_none()
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
