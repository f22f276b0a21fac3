//! The program from file to file: puzzles per second for each file of a folder and each
//! backend, including process start, reading, checking and writing.
//!
//! `cargo bench --bench whole_process -- [FOLDER] [LINES]`
//!
//! FOLDER holds files with one puzzle per line (`tests/data/lines` if not given),
//! of which the first LINES (2000) are taken. The best of three runs counts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: usize = 3;

const BACKENDS: &[(&str, &[&str])] = &[
    ("native", &["--backend", "native"]),
    (
        "varisat/extended",
        &["--backend", "varisat", "--encoding", "extended"],
    ),
    (
        "varisat/minimal",
        &["--backend", "varisat", "--encoding", "minimal"],
    ),
    ("varisat --unique", &["--backend", "varisat", "--unique"]),
    #[cfg(feature = "batsat")]
    ("batsat/extended", &["--backend", "batsat"]),
    #[cfg(feature = "cadical")]
    ("cadical/extended", &["--backend", "cadical"]),
];

fn main() -> std::io::Result<()> {
    // cargo adds --bench to the arguments.
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = args
        .next()
        .map_or_else(|| root.join("tests/data/lines"), PathBuf::from);
    let lines = args
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(2000);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    print!("{:24} {:>8}", "puzzles a second", "puzzles");
    for (name, _) in BACKENDS {
        print!(" {name:>17}");
    }
    println!();
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let puzzles: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
            .take(lines)
            .collect();
        let input = puzzles.join("\n") + "\n";
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        print!("{name:24} {:>8}", puzzles.len());
        for (_, options) in BACKENDS {
            let mut best = Duration::MAX;
            for _ in 0..RUNS {
                best = best.min(run(options, &input)?);
            }
            print!(" {:>17.0}", puzzles.len() as f64 / best.as_secs_f64());
            std::io::stdout().flush()?;
        }
        println!();
    }
    Ok(())
}

fn run(options: &[&str], input: &str) -> std::io::Result<Duration> {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_satoku"))
        .args(["solve", "--from", "line"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes())?;
    }
    let status = child.wait()?;
    let time = start.elapsed();
    // 1 means that some puzzle has no solution, which is an answer.
    if !matches!(status.code(), Some(0 | 1)) {
        return Err(std::io::Error::other(format!("satoku ended with {status}")));
    }
    Ok(time)
}
