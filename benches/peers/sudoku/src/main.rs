//! Puzzles per second, one thread, each counted up to a limit: the crate `sudoku`, and
//! satoku's bitboard and lock-step searches on every instruction set, alternating in one
//! process. The crate does not check its solutions. satoku does, except in columns whose
//! name ends with `-`.
//!
//! `cargo run --release --manifest-path benches/peers/sudoku/Cargo.toml -- landscape`
//! makes puzzles of all kinds by seed; `-- files FOLDER` takes files with a puzzle a
//! line.

mod chart;
mod landscape;
mod measure;

use clap::{Parser, Subcommand};
use landscape::Set;
use satoku::search::lockstep::CELLS;
use std::path::{Path, PathBuf};

type Failure = Box<dyn std::error::Error>;

/// Compares rates on 9×9 puzzles.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    source: Source,
    /// Solutions to count of each puzzle, at most
    #[arg(long, default_value_t = 2, global = true)]
    limit: usize,
    /// Measure only sets whose names contain this
    #[arg(long, default_value = "", global = true)]
    only: String,
    /// Show times of single puzzles instead of rates, by percentiles, and the slowest
    /// puzzle of each engine
    #[arg(long, global = true)]
    single: bool,
    /// Leave out the engines that do not check their solutions and slow instruction sets
    #[arg(long, global = true)]
    short: bool,
    /// Draw the rates into this SVG file
    #[arg(long, value_name = "FILE", global = true)]
    chart: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Source {
    /// Puzzles of all kinds, made by seed
    Landscape {
        /// The seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Puzzles of each kind
        #[arg(long, default_value_t = 2000)]
        size: usize,
        /// Write the puzzles to files in this folder instead of measuring
        #[arg(long, value_name = "FOLDER")]
        write: Option<PathBuf>,
    },
    /// The `.txt` files of a folder
    Files {
        /// The folder
        folder: PathBuf,
    },
}

fn main() -> Result<(), Failure> {
    let args = Args::parse();
    let mut sets = match &args.source {
        Source::Landscape { seed, size, .. } => landscape::sets(*seed, *size, &args.only),
        Source::Files { folder } => read_folder(folder)?,
    };
    sets.retain(|set| set.name.contains(&args.only));
    if let Source::Landscape {
        write: Some(folder),
        ..
    } = &args.source
    {
        return write_folder(folder, &sets);
    }
    if args.single {
        return measure::single_puzzles(&sets, args.limit);
    }
    let rates = measure::rates(&sets, args.limit, args.short)?;
    match &args.chart {
        Some(file) => chart::draw(file, &rates, args.limit),
        None => Ok(()),
    }
}

/// The sets that the files of a folder hold.
fn read_folder(folder: &Path) -> Result<Vec<Set>, Failure> {
    let mut files: Vec<_> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> Result<Set, Failure> {
    let text = std::fs::read_to_string(file)?;
    let lines: Result<Vec<[u8; CELLS]>, _> = text
        .lines()
        .map(|line| line.as_bytes().try_into())
        .collect();
    let lines = lines.map_err(|_| format!("{}: not all lines are puzzles", file.display()))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Set {
        name: name.into_owned(),
        lines,
    })
}

fn write_folder(folder: &Path, sets: &[Set]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    for set in sets {
        let text: Vec<u8> = set
            .lines
            .iter()
            .flat_map(|line| [line, &b"\n"[..]].concat())
            .collect();
        std::fs::write(folder.join(format!("{}.txt", set.name)), text)?;
    }
    Ok(())
}
