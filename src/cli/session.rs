//! What every verb that answers puzzles shares: the engine, the limits, Ctrl-C
//! and the progress line.

use super::args::{BackendName, EngineArgs, InputArgs, Target, TimeArgs};
use super::exit::{self, Exit, Interrupted};
use super::input;
use super::output::{self, Output, tell, with_output};
use super::present::Presenter;
use crate::backend::{
    Backend, CdclBackend, MakeBackend, NativeBackend, Portfolio, Query, SatBackend,
};
use crate::batch;
use crate::budget::Budget;
use crate::encoding::Encoding;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::native::SEED;
use crate::sat::Engine;
use crate::sat::process::SolverCommand;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a verb has, after Ctrl-C, to end by itself.
const GRACE: Duration = Duration::from_millis(700);

/// Runs shorter than this show no progress.
const MOMENT: Duration = Duration::from_secs(1);

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

/// Shows every puzzle to `answer`, in order, with the progress on stderr, and
/// keeps the most serious outcome.
pub fn each_answer(
    args: &InputArgs,
    output: Option<&Path>,
    to: Option<Target>,
    mut answer: impl FnMut(&mut Presenter<'_>, &Record) -> Result<Exit>,
) -> Result<Exit> {
    with_output(output, |out| {
        let mut progress = Progress::new();
        let shared = out.clone();
        let mut presenter = Presenter::new(out, to);
        let mut exit = Exit::Answered;
        input::each_puzzle(args, Some(&shared), |record| {
            check_interrupt()?;
            exit.raise(answer(&mut presenter, &record)?);
            progress.step(|| shared.answer_done());
            check_interrupt()
        })?;
        Ok(exit)
    })
}

/// How many threads are worth having.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Like [`each_answer`], with `jobs` workers. Answers come in the order of the
/// puzzles, and what goes wrong with one is told after the answers before it.
pub fn each_answer_of<A: Send, W: FnMut(Record) -> Result<A>>(
    args: &InputArgs,
    output: Option<&Path>,
    to: Option<Target>,
    jobs: usize,
    worker: impl Fn() -> Result<W> + Sync,
    mut present: impl FnMut(&mut Presenter<'_>, A) -> Result<Exit>,
) -> Result<Exit> {
    with_output(output, |out| {
        let mut progress = Progress::new();
        let shared = out.clone();
        let mut presenter = Presenter::new(out, to);
        let mut worst = Exit::Answered;
        let mut failed = None;
        // Puzzles whose answers are not out: at none, nobody is to wait.
        let open = AtomicUsize::new(0);
        let feed = |give: &mut dyn FnMut(Result<Record>) -> ControlFlow<()>| {
            feed(args, &shared, &open, give);
        };
        let answer = || {
            let mut worker = worker();
            move |record: Result<Record>| match (record, &mut worker) {
                (Err(error), _) => Err(error),
                (Ok(record), Ok(answer)) => answer(record),
                (Ok(_), Err(error)) => Err(anyhow::anyhow!("{error:#}")),
            }
        };
        batch::ordered(jobs, feed, answer, |answered| {
            let shown = answered.and_then(|answer| {
                worst.raise(present(&mut presenter, answer)?);
                let last = open.fetch_sub(1, Ordering::Relaxed) == 1;
                progress.step(|| match last {
                    true => shared.flush_quietly(),
                    false => shared.answer_done(),
                });
                check_interrupt()
            });
            match shown {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) if input::may_wait(args) => {
                    // The thread that reads may wait for input that never comes.
                    let exit = exit::report(&error);
                    output::abandon_current();
                    std::process::exit(i32::from(exit.code()))
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        match failed {
            Some(error) => Err(error),
            None => check_interrupt().map(|()| worst),
        }
    })
}

/// Gives every puzzle to the workers, and what goes wrong with reading as the
/// last of them. `open` counts the puzzles.
fn feed(
    args: &InputArgs,
    output: &Output,
    open: &AtomicUsize,
    give: &mut dyn FnMut(Result<Record>) -> ControlFlow<()>,
) {
    let read = input::each_puzzle_until(args, Some(output), |record| {
        check_interrupt()?;
        open.fetch_add(1, Ordering::Relaxed);
        Ok(give(Ok(record)).is_continue())
    });
    if let Err(error) = read {
        // Nobody listens any more only if another error was told.
        let _ = give(Err(error));
    }
}

/// A progress line on stderr, for runs that take longer than a moment, if a
/// person looks there.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    /// Counts puzzles. Nothing is shown yet.
    pub fn new() -> Progress {
        Progress::of("puzzles")
    }

    /// Counts these. Nothing is shown yet.
    pub fn of(things: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template = format!("{{human_pos}} {things} in {{elapsed}}, {{per_sec}}");
        let style = ProgressStyle::with_template(&template);
        Progress {
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())),
            start: Instant::now(),
        }
    }

    /// One more puzzle; `show` hands its answer on while the line is away.
    pub fn step(&mut self, show: impl FnOnce()) {
        if self.bar.is_hidden() && io::stderr().is_terminal() && self.start.elapsed() > MOMENT {
            self.bar
                .set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        }
        self.bar.suspend(show);
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
