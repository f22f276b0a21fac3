//! Hard large grids, each as ten images under the symmetries of the grid, which is as
//! fair as ten seeds and works for every solver: `satoku solve` by default, and a SAT
//! solver on our clauses. Whole processes, in seconds: minimum, median and maximum over
//! the images.
//!
//! `cargo bench --bench large -- FOLDER [PREFIX] [COMMAND] [IMAGES]`
//!
//! FOLDER holds files with one puzzle each, of which those that begin with
//! PREFIX (`ext`) are taken. COMMAND (`clasp`) solves the formulas of two
//! encodings; the time to write them is not counted. An image that takes longer
//! than the limit counts as the limit.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use satoku::grid::Puzzle;
use satoku::grid::Symmetry;
use satoku::grid::text::{Alphabet, Format, PuzzleReader, ReadOptions};
use std::io::{BufReader, Error, Result, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const ENCODINGS: [&str; 2] = ["extended", "commander"];
const LIMIT: &str = "60";
const IMAGES: usize = 10;

fn main() -> Result<()> {
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
    let images = args.get(3).and_then(|count| count.parse().ok());
    let images = images.unwrap_or(IMAGES).max(1);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_>>()?;
    files.retain(|file| name(file).starts_with(prefix));
    files.sort();
    let peers = ENCODINGS.map(|encoding| format!("{peer}/{encoding}"));
    let columns = std::iter::once("satoku".to_owned()).chain(peers);
    print!("{:16}", "seconds");
    columns.for_each(|column| print!(" {column:>26}"));
    println!("\n{:16}{}", "", " min     median        max".repeat(3));
    for file in files {
        report(&file, images, peer)?;
    }
    Ok(())
}

/// One line: what each column takes on the images of a file.
fn report(file: &Path, images: usize, peer: &str) -> Result<()> {
    let puzzle = read(file)?;
    let mut columns = vec![Vec::new(); 1 + ENCODINGS.len()];
    for seed in 0..images {
        let image = tempfile::NamedTempFile::new()?;
        write_image(&puzzle, seed as u64, &mut image.as_file())?;
        columns[0].push(solve(image.path())?);
        for (column, encoding) in columns[1..].iter_mut().zip(ENCODINGS) {
            column.push(peer_solve(image.path(), encoding, peer)?);
        }
    }
    print!("{:16}", name(file));
    for mut column in columns {
        column.sort_by(f64::total_cmp);
        let (least, most) = (column[0], column[column.len() - 1]);
        let middle = (column[(column.len() - 1) / 2] + column[column.len() / 2]) / 2.0;
        print!(" {least:>7.2} {middle:>9.2} {most:>9.2}");
        std::io::stdout().flush()?;
    }
    println!();
    Ok(())
}

fn read(file: &Path) -> Result<Puzzle> {
    let text = BufReader::new(std::fs::File::open(file)?);
    let mut reader = PuzzleReader::new(text, &name(file), ReadOptions::default());
    let record = reader.next().ok_or_else(|| Error::other("no puzzle"))?;
    Ok(record.map_err(Error::other)?.puzzle)
}

/// The image of a puzzle that a seed picks; 0 is the puzzle itself.
fn write_image(puzzle: &Puzzle, seed: u64, out: &mut impl Write) -> Result<()> {
    let geometry = puzzle.geometry();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let image = match seed {
        0 => puzzle.clone(),
        _ => Symmetry::random(geometry, &mut random).puzzle(puzzle),
    };
    // Every other one is turned.
    let image = match seed % 2 {
        0 => image,
        _ => Symmetry::transpose(geometry).puzzle(&image),
    };
    Format::Sudokusat.write(out, image.geometry(), Alphabet::Numbers, 1, image.cells())
}

fn solve(file: &Path) -> Result<f64> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_satoku"));
    let options = ["--timeout", LIMIT, "--check", "none"];
    seconds(command.arg("solve").args(options).arg(file))
}

fn peer_solve(file: &Path, encoding: &str, peer: &str) -> Result<f64> {
    let formula = tempfile::Builder::new().suffix(".cnf").tempfile()?;
    let mut encode = Command::new(env!("CARGO_BIN_EXE_satoku"));
    let options = ["--presolve", "locked", "--encoding", encoding, "-o"];
    encode.arg("encode").args(options);
    seconds(encode.arg(formula.path()).arg(file))?;
    let mut words = peer.split_whitespace();
    let mut command = Command::new("timeout");
    command.arg(LIMIT).args(words.next()).args(words);
    seconds(command.arg(formula.path()))
}

fn name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn seconds(command: &mut Command) -> Result<f64> {
    let start = Instant::now();
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    Ok(start.elapsed().as_secs_f64())
}
