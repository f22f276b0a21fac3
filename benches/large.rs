//! Hard large grids, one after the other: the portfolio beside a SAT solver on
//! our clauses, whole processes, seconds.
//!
//! `cargo bench --bench large -- FOLDER [PREFIX] [COMMAND]`
//!
//! FOLDER holds files with one puzzle each, of which those that begin with
//! PREFIX (`ext`) are taken. COMMAND (`clasp`) solves the formulas of two
//! encodings; the time to write them is not counted.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const ENCODINGS: [&str; 2] = ["extended", "commander"];
const LIMIT: &str = "60";

fn main() -> std::io::Result<()> {
    // cargo adds --bench to the arguments.
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = args
        .first()
        .map_or_else(|| root.join("tests/data/large"), PathBuf::from);
    let prefix = args.get(1).map_or("ext", String::as_str);
    let peer = args.get(2).map_or("clasp", String::as_str);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| name(file).starts_with(prefix));
    files.sort();
    print!("{:20} {:>9}", "seconds", "satoku");
    for encoding in ENCODINGS {
        print!(" {:>16}", format!("{peer}/{encoding}"));
    }
    println!();
    let formula = tempfile::Builder::new().suffix(".cnf").tempfile()?;
    for file in files {
        let satoku = env!("CARGO_BIN_EXE_satoku");
        let portfolio = [
            "solve",
            "--backend",
            "portfolio",
            "--timeout",
            LIMIT,
            "--check",
            "none",
        ];
        print!(
            "{:20} {:>9.2}",
            name(&file),
            seconds(Command::new(satoku).args(portfolio).arg(&file))?
        );
        for encoding in ENCODINGS {
            let export = [
                "encode",
                "--presolve",
                "locked",
                "--encoding",
                encoding,
                "-o",
            ];
            seconds(
                Command::new(satoku)
                    .args(export)
                    .arg(formula.path())
                    .arg(&file),
            )?;
            let mut words = peer.split_whitespace();
            let mut command = Command::new("timeout");
            command
                .arg(LIMIT)
                .args(words.next())
                .args(words)
                .arg(formula.path());
            print!(" {:>16.2}", seconds(&mut command)?);
        }
        println!();
    }
    Ok(())
}

fn name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn seconds(command: &mut Command) -> std::io::Result<f64> {
    let start = Instant::now();
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    Ok(start.elapsed().as_secs_f64())
}
