//! `satoku encodings measure --variants`: the choices of `[kernels]` on variant puzzles.

use crate::cli::args::TimeArgs;
use crate::cli::exit::{Exit, LimitReached, unless_interrupted};
use crate::cli::messages::warn;
use crate::cli::pipeline::input;
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::progress::ProgressLine;
use crate::cli::pipeline::session;
use crate::encoding::Encoding;
use crate::measure::VariantFigures;
use crate::rules::text::VariantReader;
use crate::rules::{CompileError, Library, VariantPuzzle, compile_within};
use crate::sat::Engine;
use anyhow::{Context, Result};
use std::io::Write;
use std::time::Duration;

/// Measures each encoding as its file says, and with each other choice of `[kernels]`.
pub fn run(
    files: &[String],
    encodings: &[Encoding],
    engines: &[Engine],
    first: Option<u64>,
    timeout: Option<Duration>,
) -> Result<Exit> {
    let mut rows: Vec<(String, String, VariantFigures)> = Vec::new();
    for engine in engines {
        for encoding in encodings {
            for (change, kernels) in encoding.spec().kernels.with_each_change() {
                let changed = encoding.clone().with_kernels(kernels);
                let name = format!("{}/{}", engine.name, encoding.name());
                rows.push((name, change, VariantFigures::new(&changed, engine)));
            }
        }
    }
    let mut progress = ProgressLine::of("run");
    for file in files {
        let time = TimeArgs { timeout };
        for puzzle in read(file, first, &time)? {
            for (_, _, figures) in &mut rows {
                figures.add(&puzzle, &|| session::limits(&time));
                progress.step(1);
                session::check_interrupt()?;
            }
        }
    }
    with_output(None, |out| write(&rows, out))?;
    let unfinished: u64 = rows.iter().map(|(_, _, figures)| figures.unfinished).sum();
    if unfinished > 0 {
        warn(format_args!(
            "{} not finished within the time limit, and not counted",
            counted_formulas(unfinished)
        ));
    }
    Ok(match rows.iter().any(|(_, _, figures)| figures.open > 0) {
        true => Exit::Unknown,
        false => Exit::Answered,
    })
}

fn counted_formulas(count: u64) -> String {
    match count {
        1 => "1 formula was".to_owned(),
        _ => format!("{count} formulas were"),
    }
}

fn read(file: &str, first: Option<u64>, time: &TimeArgs) -> Result<Vec<VariantPuzzle>> {
    let (reader, name) = input::open(file, None)?;
    let mut puzzles = Vec::new();
    for record in VariantReader::new(reader, &name, None) {
        if first.is_some_and(|first| puzzles.len() as u64 >= first) {
            break;
        }
        let record = record?;
        let limits = session::limits(time);
        let puzzle = compile_within(&record.description, Library::built_in(), &limits);
        let place = || format!("{}:{}", record.file, record.line);
        puzzles.push(match puzzle {
            Ok(puzzle) => puzzle,
            Err(CompileError::Rule(error)) => return Err(error).with_context(place),
            Err(CompileError::Stopped(reason)) => {
                let reason = unless_interrupted(reason)?;
                let text = format!(
                    "{}: compiling the constraints was stopped: {reason}",
                    place()
                );
                return Err(LimitReached(text).into());
            }
        });
    }
    Ok(puzzles)
}

fn write(rows: &[(String, String, VariantFigures)], out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "{:20} {:34} {:>7} {:>5} {:>10} {:>10} {:>10} {:>10}",
        "engine/encoding",
        "kernels",
        "puzzles",
        "open",
        "variables",
        "clauses",
        "median ms",
        "sum ms"
    )?;
    for (name, change, figures) in rows {
        let (median, sum) = match figures.times.summary() {
            Some(times) => (
                format!("{:.1}", times.median * 1e3),
                format!("{:.0}", times.sum * 1e3),
            ),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let size = &figures.size;
        writeln!(
            out,
            "{name:20} {change:34} {:>7} {:>5} {:>10} {:>10} {median:>10} {sum:>10}",
            figures.puzzles, figures.open, size.variables, size.clauses
        )?;
    }
    Ok(())
}
