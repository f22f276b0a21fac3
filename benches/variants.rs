//! Variant puzzles: how long a proof of uniqueness takes, kind by kind.
//!
//! `cargo bench --bench variants -- FOLDER [SECONDS]`
//!
//! FOLDER holds `.jsonl` files with records whose `puzzle` is a description and whose
//! `ms.iss` is the time of Interactive-Sudoku-Solver, measured elsewhere. Each puzzle may
//! take SECONDS (10 if not given).

use satoku::backend::{self, VariantNative};
use satoku::limits::Limits;
use satoku::rules::{Description, Library, compile};
use satoku::{End, Query};
use serde_json::Value;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Milliseconds, or none where a puzzle stayed open or was not measured.
type Times = Vec<Option<f64>>;

fn main() -> Result<(), Box<dyn Error>> {
    // cargo adds --bench to the arguments.
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let folder = args.next().ok_or("name a folder with .jsonl files")?;
    let seconds = args.next().map_or(Ok(10.0), |text| text.parse())?;
    let paths = std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = paths.collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    println!(
        "{:20} {:>7} {:>5}   {:>27}   {:>27}",
        "ms (median, mean, max)", "puzzles", "open", "native", "ISS, elsewhere"
    );
    let mut all = (Times::new(), Times::new());
    for file in files {
        let (mut native, mut iss) = (Times::new(), Times::new());
        for line in std::fs::read_to_string(&file)?.lines() {
            let record: Value = serde_json::from_str(line)?;
            native.push(measure(&record, Duration::from_secs_f64(seconds))?);
            iss.push(record["ms"]["iss"].as_f64());
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        print(&name, &native, &iss);
        all.0.extend(native);
        all.1.extend(iss);
    }
    print("all", &all.0, &all.1);
    Ok(())
}

/// The time until two solutions were found, or all.
fn measure(record: &Value, time: Duration) -> Result<Option<f64>, Box<dyn Error>> {
    let description: Description = serde_json::from_value(record["puzzle"].clone())?;
    let puzzle = compile(&description, Library::built_in())?;
    let start = Instant::now();
    let limits = Limits::unlimited().within(time);
    let query = Query::Count { limit: 2 };
    let answer = backend::ask(&mut VariantNative::default(), &puzzle, &query, &limits)?;
    let is_open = matches!(
        answer,
        backend::Answer::Count(ref tally) if matches!(tally.end, End::Stopped(_))
    );
    Ok((!is_open).then(|| start.elapsed().as_secs_f64() * 1e3))
}

fn print(name: &str, native: &Times, iss: &Times) {
    let open = native.iter().filter(|time| time.is_none()).count();
    let (puzzles, native, iss) = (native.len(), figures(native), figures(iss));
    println!("{name:23} {puzzles:>6} {open:>5}   {native:>27}   {iss:>27}");
}

fn figures(times: &Times) -> String {
    let mut known: Vec<f64> = times.iter().flatten().copied().collect();
    known.sort_by(f64::total_cmp);
    match known.last() {
        None => String::from("-"),
        Some(most) => format!(
            "{:.2} {:.2} {most:.2}",
            known[known.len() / 2],
            known.iter().sum::<f64>() / known.len() as f64
        ),
    }
}
