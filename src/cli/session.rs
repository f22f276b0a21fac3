//! What every verb that answers puzzles shares: the engine, the limits, Ctrl-C
//! and the progress line.

use super::args::{BackendName, EngineArgs, TimeArgs};
use super::exit::{Exit, Interrupted};
use crate::backend::{Backend, NativeBackend, Query, SatBackend};
use crate::budget::Budget;
use crate::encoding::Encoding;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::sat::{Engine, Varisat};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a verb has, after Ctrl-C, to end by itself.
const GRACE: Duration = Duration::from_millis(700);

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that Ctrl-C sets. A verb that does not see it in time, because it
/// waits for input, is ended; what it answered has been flushed by then.
pub fn stop_flag() -> Arc<AtomicBool> {
    let install = || {
        let flag = Arc::new(AtomicBool::new(false));
        let seen = flag.clone();
        // Without a handler Ctrl-C still ends the program, only less gently.
        let _ = ctrlc::set_handler(move || {
            seen.store(true, Ordering::Relaxed);
            std::thread::sleep(GRACE);
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
    if !is_path && !std::path::Path::new(name).is_file() {
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

/// Makes a varisat engine.
fn varisat(interruptible: bool) -> Box<dyn crate::sat::SatSolver> {
    Box::new(Varisat::new(interruptible))
}

/// The default SAT engine and its name.
pub const VARISAT: (&str, Engine) = ("varisat", varisat);

/// The backend that the arguments name.
pub fn backend(args: &EngineArgs) -> Result<Box<dyn Backend>> {
    Ok(match args.backend {
        BackendName::Native => Box::new(NativeBackend::default()),
        BackendName::Varisat => sat_backend(&args.encoding)?,
    })
}

/// varisat with the encoding of this name, or in this file.
pub fn sat_backend(name: &str) -> Result<Box<dyn Backend>> {
    let (engine_name, engine) = VARISAT;
    let backend = SatBackend::new(engine_name, engine, encoding(name)?);
    Ok(Box::new(backend))
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
        eprintln!("satoku: {}: {text}", place(record));
    }
    if clashes.len() > SHOWN {
        let more = clashes.len() - SHOWN;
        eprintln!("satoku: {}: and {more} more clashes", place(record));
    }
}

/// A progress line on stderr, shown if a person looks at stderr and the
/// answers go elsewhere.
pub fn progress(answers_on_terminal: bool) -> ProgressBar {
    let visible = std::io::stderr().is_terminal() && !answers_on_terminal;
    let target = match visible {
        true => ProgressDrawTarget::stderr_with_hz(4),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(None, target);
    let style = ProgressStyle::with_template("{human_pos} puzzles in {elapsed}, {per_sec}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
