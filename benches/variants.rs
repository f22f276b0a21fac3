//! Variant puzzles: how long a proof of uniqueness takes, kind by kind, for the native
//! search and for a SAT solver on our clauses.
//!
//! `cargo bench --bench variants -- FOLDER [SECONDS]`
//!
//! FOLDER holds `.jsonl` files with records whose `puzzle` is a description and whose
//! `ms.iss`, if there is one, is the time of Interactive-Sudoku-Solver, measured elsewhere.
//! Each puzzle may take SECONDS (10 if not given). A puzzle that stays open counts with the
//! time that it took; `open` says how many these are.

use satoku::backend::{self, Answer, Backend, VariantNative, VariantSat};
use satoku::encoding::Encoding;
use satoku::limits::Limits;
use satoku::rules::{Description, Library, VariantPuzzle, compile};
use satoku::sat::Engine;
use satoku::{End, Query};
use serde_json::Value;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The encoding of the clauses.
const ENCODING: &str = "extended";

/// What was measured of the puzzles of a kind.
#[derive(Clone, Default)]
struct Column {
    /// In milliseconds.
    times: Vec<f64>,
    open: usize,
}

impl Column {
    /// Asks for two solutions.
    fn measure(
        &mut self,
        backend: &mut dyn Backend<VariantPuzzle>,
        puzzle: &VariantPuzzle,
        time: Duration,
    ) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        let limits = Limits::unlimited().within(time);
        let answer = backend::ask(backend, puzzle, &Query::Count { limit: 2 }, &limits)?;
        self.times.push(start.elapsed().as_secs_f64() * 1e3);
        if let Answer::Count(tally) = answer {
            self.open += usize::from(matches!(tally.end, End::Stopped(_)));
        }
        Ok(())
    }

    fn add(&mut self, other: &Column) {
        self.times.extend(&other.times);
        self.open += other.open;
    }

    /// Median, mean, maximum, and how many are open.
    fn figures(&self) -> String {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        let Some(most) = times.last() else {
            return String::from("-");
        };
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let median = times[times.len() / 2];
        format!("{median:.2} {mean:.2} {most:.2} {:>3}", self.open)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // cargo adds --bench to the arguments.
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let folder = args.next().ok_or("name a folder with .jsonl files")?;
    let seconds = args.next().map_or(Ok(10.0), |text| text.parse())?;
    let paths = std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = paths.collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    let encoding = Encoding::named(ENCODING).ok_or("the encoding is built in")?;
    let mut sat = VariantSat::new(&encoding, &Engine::varisat());
    println!("ms (median, mean, max, open)");
    print(
        "",
        "puzzles",
        ["native", sat.name(), "ISS, elsewhere"].map(String::from),
    );
    let mut all = <[Column; 3]>::default();
    for file in files {
        let mut columns: [Column; 3] = Default::default();
        for line in std::fs::read_to_string(&file)?.lines() {
            let record: Value = serde_json::from_str(line)?;
            let description: Description = serde_json::from_value(record["puzzle"].clone())?;
            let puzzle = compile(&description, Library::built_in())?;
            let time = Duration::from_secs_f64(seconds);
            columns[0].measure(&mut VariantNative::default(), &puzzle, time)?;
            columns[1].measure(&mut sat, &puzzle, time)?;
            columns[2].times.extend(record["ms"]["iss"].as_f64());
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        print(
            &name,
            &columns[0].times.len().to_string(),
            columns.each_ref().map(Column::figures),
        );
        all.iter_mut()
            .zip(&columns)
            .for_each(|(all, each)| all.add(each));
    }
    print(
        "all",
        &all[0].times.len().to_string(),
        all.each_ref().map(Column::figures),
    );
    Ok(())
}

fn print(name: &str, puzzles: &str, columns: [String; 3]) {
    let [native, sat, iss] = columns;
    println!("{name:20} {puzzles:>7}   {native:>29}   {sat:>29}   {iss:>27}");
}
