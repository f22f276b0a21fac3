//! Helpers for all tests: running the program, puzzles, files of `tests/data`.

// Each test program uses a part of this.
#![allow(dead_code)]

pub mod certificates;
#[cfg(unix)]
pub mod signals;

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A proper puzzle.
pub const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A proper puzzle that unit propagation does not solve; nor does it prove any claim
/// about it.
pub const HARD: &str =
    "98.7..6..75.....8...6.8....4...3.2...9...1..4..54.......96...5.....4...1.....23.6";

/// The same with one wrong digit more: no solution, though no givens clash.
pub const NONE: &str =
    "98.7..6..75.....8...6.8....4...3.2...9...1..4..54.......96...5.....4...1..1..23.6";

/// The empty grid.
pub const EMPTY: &str =
    ".................................................................................";

/// The outcome of a run of the program.
#[derive(Debug)]
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// A command that runs the program at the top of the repository.
pub fn command(args: &[&str]) -> Command {
    heed_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_satoku"));
    command
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Lets the program be interrupted even if the tests run in the background of a script, where
/// Ctrl-C is ignored: a signal that has a handler is not ignored by what is started.
pub fn heed_signals() {
    #[cfg(unix)]
    {
        use std::sync::atomic::AtomicBool;
        use std::sync::{Arc, Once};
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
            let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
            let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            for signal in [
                signal_hook::consts::SIGINT,
                signal_hook::consts::SIGTERM,
                signal_hook::consts::SIGHUP,
            ] {
                if ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1) {
                    let handled =
                        signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)));
                    handled.expect("a handler can be installed");
                }
            }
        });
    }
}

/// Runs the program with this standard input.
pub fn satoku(args: &[&str], input: &str) -> Ran {
    run(&mut command(args), input)
}

/// Runs a command with this standard input.
pub fn run(command: &mut Command, input: &str) -> Ran {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.as_bytes().to_owned();
    // A thread, because the program may block on its output before it reads on.
    let writer = std::thread::spawn(move || {
        // The program may end without reading everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Ran {
        stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        code: output.status.code().expect("the program was not killed"),
    }
}

/// Runs the program with this standard input and at most a gigabyte of memory; the arguments
/// are as a shell reads them.
#[cfg(unix)]
pub fn with_a_gigabyte(args: &str, input: &str) -> Ran {
    let mut shell = Command::new("sh");
    let script = format!("ulimit -v 1000000 && exec \"$0\" {args}");
    shell
        .args(["-c", &script])
        .arg(env!("CARGO_BIN_EXE_satoku"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    run(&mut shell, input)
}

/// A generous limit for what happens at once, also on a busy machine.
pub const SOON: Duration = Duration::from_secs(120);

/// Waits for a condition, and returns whether it became true.
pub fn soon(mut is_true: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < SOON {
        if is_true() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

/// Waits until a file has so many lines.
pub fn await_lines(file: &Path, count: usize) {
    let written = || std::fs::read(file).unwrap_or_default();
    let lines = || written().iter().filter(|&&byte| byte == b'\n').count();
    assert!(soon(|| lines() >= count), "{}: no lines", file.display());
}

/// A path as a word of a command, whatever characters are in it.
pub fn quoted(path: impl AsRef<Path>) -> String {
    shell_words::quote(&path.as_ref().display().to_string()).into_owned()
}

/// Writes an executable shell script and returns the command that runs it.
#[cfg(unix)]
pub fn script(folder: &Path, name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    quoted(path)
}

/// Where it is set, tests fail instead of being skipped if a solver is missing.
const REQUIRED: &str = "SATOKU_REQUIRE_SOLVERS";

/// Whether a solver or a checker of proofs that a test needs is installed.
pub fn is_installed(solver: &str) -> bool {
    let found = is_at_hand(solver);
    let required = std::env::var_os(REQUIRED).is_some();
    assert!(
        found || !required,
        "{solver} is not installed, but {REQUIRED} is set"
    );
    found
}

/// Whether another program that a test needs is installed.
pub fn is_at_hand(program: &str) -> bool {
    let found = Command::new(program).arg("--help").output().is_ok();
    if !found {
        // The harness hides what eprintln! writes in a test that passes.
        let _ = writeln!(std::io::stderr(), "skipped: {program} is not installed");
    }
    found
}

/// A file of the repository that is not in the package on crates.io; without it, tests are
/// skipped.
pub fn in_checkout(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if path.exists() {
        return Some(path);
    }
    let _ = writeln!(std::io::stderr(), "skipped: there is no {name} here");
    None
}

/// A file of `tests/data`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// A file of the folder in `SATOKU_DATA`, or of `tests/data` if that is not set or empty.
pub fn list(name: &str) -> PathBuf {
    let folder = std::env::var_os("SATOKU_DATA").filter(|folder| !folder.is_empty());
    let folder = folder.map_or_else(|| data(""), PathBuf::from);
    std::path::absolute(folder).unwrap().join(name)
}

/// The text of a file of `tests/data`.
pub fn read(name: &str) -> String {
    let path = data(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The path of a file of `tests/data`, from the top of the repository.
pub fn path(name: &str) -> String {
    format!("tests/data/{name}")
}

/// Lines of every kind: plain, with notes, with other signs for empty cells, without
/// a solution, with many.
pub fn mixed() -> String {
    let file = |name: &str| -> String {
        let text = read(&format!("known/{name}.txt"));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| format!("{}\n", &line[..81])).collect()
    };
    let mut text = String::from("puzzle,note\n");
    let many = file("many_solutions_10k");
    for (k, line) in file("17clue").lines().chain(many.lines()).enumerate() {
        match k % 7 {
            0 => writeln!(text, "{line},note {k}"),
            1 => writeln!(text, "\n# {k}\n{}", line.replace('.', "0")),
            2 => write!(text, "{line}\r\n"),
            3 => writeln!(text, "{}", line.replace('.', "_")),
            4 => writeln!(text, "  {line}  "),
            5 => writeln!(text, "55{}", &line[2..]),
            _ => writeln!(text, "{line}"),
        }
        .unwrap();
    }
    text
}
