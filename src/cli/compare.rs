//! `satoku compare`

use super::args::{InputArgs, TimeArgs};
use super::exit::Exit;
use super::output::with_output;
use super::session::Progress;
use super::{input, session};
use crate::backend::{Backend, CdclBackend, Maximising, NativeBackend, Presolve, SatBackend};
use crate::compare::{self, Case, Depth, Disagreement, Figures, Known, generate};
use crate::grid::text::{Alphabet, Record, line};
use crate::grid::{Geometry, Puzzle};
use crate::measure;
use crate::sat::Engine;
use anyhow::Result;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Asks the native searches and varisat with every encoding for a solution, the
count, all solutions up to a limit and the pyramid maximum, and reports answers
that cannot all be right, each with a command that replays it. Before that, each
encoding is proven equivalent to the rules on small grids. Random puzzles
are proper, have several solutions, or none, and which is known before anybody
is asked; a line such as 'PUZZLE:2' says that the puzzle has 2 solutions.

Examples:
  satoku compare puzzles.txt
  satoku compare --random 1000 --seed 1
  satoku compare --random 50 --box 2x3 --encoding my.toml";

/// Arguments of `satoku compare`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Compare on random puzzles: seeds S, S+1, …
    #[arg(long, value_name = "N")]
    random: Option<u64>,

    /// The first seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Solutions to count and enumerate for each puzzle
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Encodings to compare, by name or file; all built-in ones if not given
    #[arg(long, value_name = "NAME|PATH")]
    encoding: Vec<String>,

    /// Compare this DIMACS solver, too, such as 'cadical -q'; may be repeated
    #[arg(long, value_name = "COMMAND")]
    solver: Vec<String>,

    /// Seconds for each question
    #[arg(long, value_name = "SECONDS", value_parser = super::args::seconds,
          default_value = "10")]
    timeout: Duration,

    /// One JSON object for each difference, and one for the figures
    #[arg(long)]
    json: bool,

    /// Write to a file, which appears when it is complete
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Serialize)]
struct JsonDifference<'a> {
    place: &'a str,
    kind: String,
    said: &'a [(String, String)],
    replay: &'a str,
}

#[derive(Serialize)]
struct JsonFigures {
    puzzles: u64,
    answers: u64,
    open: u64,
    disagreements: u64,
}

/// Runs the verb.
pub fn run(args: &CompareArgs) -> Result<Exit> {
    let mut backends = backends(args)?;
    with_output(args.output.as_deref(), |out| {
        let mut progress = Progress::new();
        let shared = out.clone();
        let mut figures = Figures::default();
        let mut test = |case: &Case, place: &str, replay: &str| -> Result<()> {
            session::check_interrupt()?;
            let time = TimeArgs {
                timeout: Some(args.timeout),
            };
            let depth = Depth {
                limit: args.limit,
                maximum_up_to: args.limit,
            };
            let budget = || session::budget(&time);
            let found = compare::compare(case, &mut backends, depth, &budget, &mut figures);
            session::check_interrupt()?;
            for difference in &found {
                report(args, out, difference, place, replay)?;
            }
            progress.step(|| shared.answer_done());
            Ok(())
        };
        if !args.input.files.is_empty() || args.random.is_none() {
            input::each_puzzle(&args.input, None, |record| {
                let case = Case {
                    known: known(&record),
                    puzzle: record.puzzle.clone(),
                };
                let replay = replay_puzzle(args, &record);
                test(&case, &session::place(&record), &replay)
            })?;
        }
        let geometry = args.input.read.box_shape.unwrap_or(Geometry::CLASSIC);
        for seed in (0..args.random.unwrap_or(0)).map(|k| args.seed.wrapping_add(k)) {
            let (puzzle, known) = generate::generate(geometry, seed);
            let replay = format!(
                "satoku compare --random 1 --seed {seed} --box {geometry}{}",
                shared_options(args)
            );
            test(&Case { puzzle, known }, &format!("seed {seed}"), &replay)?;
        }
        summary(args, out, figures)?;
        Ok(match (figures.disagreements, figures.open) {
            (0, 0) => Exit::Answered,
            (0, _) => Exit::Unknown,
            _ => Exit::NoSolution,
        })
    })
}

fn backends(args: &CompareArgs) -> Result<Vec<Box<dyn Backend>>> {
    let encodings = session::encodings(&args.encoding)?;
    for encoding in &encodings {
        measure::prove(encoding, &Engine::varisat())?;
    }
    let mut backends: Vec<Box<dyn Backend>> = vec![
        Box::new(NativeBackend::default()),
        Box::new(CdclBackend::new(1)),
    ];
    for how in [
        Maximising::Cores,
        Maximising::Project,
        Maximising::Enumerate,
    ] {
        let encoding = encodings[0].clone();
        let sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
        backends.push(Box::new(sat.maximising(how)));
    }
    for engine in session::engines(&args.solver)? {
        for encoding in &encodings {
            for presolve in Presolve::ALL {
                let sat = SatBackend::new(engine.clone(), encoding.clone(), presolve);
                backends.push(Box::new(sat));
            }
        }
    }
    Ok(backends)
}

/// The number of solutions that the line itself tells: `PUZZLE:COUNT` or
/// `PUZZLE:COUNT:SOLUTION`.
fn known(record: &Record) -> Known {
    let fields = record.note.strip_prefix(':').unwrap_or_default();
    let count = fields.split(':').next().unwrap_or_default();
    count.trim().parse().map_or(Known::Nothing, Known::Exactly)
}

fn shared_options(args: &CompareArgs) -> String {
    let encodings = args.encoding.iter().map(|e| format!(" --encoding '{e}'"));
    let solvers = args.solver.iter().map(|s| format!(" --solver '{s}'"));
    let more: String = encodings.chain(solvers).collect();
    format!(
        " --limit {} --timeout {}{more}",
        args.limit,
        args.timeout.as_secs_f64()
    )
}

fn replay_puzzle(args: &CompareArgs, record: &Record) -> String {
    let puzzle: &Puzzle = &record.puzzle;
    let geometry = puzzle.geometry();
    let alphabet = Alphabet::Digits.reaching(geometry.side());
    let text = line::text(geometry, alphabet, puzzle.cells());
    let known = match known(record) {
        Known::Exactly(count) => format!(":{count}"),
        _ => String::new(),
    };
    format!(
        "printf '%s\\n' '{text}{known}' | \
         satoku compare --from line --box {geometry} --alphabet {alphabet}{} -",
        shared_options(args)
    )
}

fn report(
    args: &CompareArgs,
    out: &mut impl Write,
    difference: &Disagreement,
    place: &str,
    replay: &str,
) -> Result<()> {
    if args.json {
        let line = JsonDifference {
            place,
            kind: difference.kind.to_string(),
            said: &difference.said,
            replay,
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{place}: {difference}\n  replay: {replay}")?;
    }
    Ok(())
}

fn summary(args: &CompareArgs, out: &mut impl Write, figures: Figures) -> Result<()> {
    if args.json {
        let line = JsonFigures {
            puzzles: figures.cases,
            answers: figures.answers,
            open: figures.open,
            disagreements: figures.disagreements,
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    } else {
        writeln!(
            out,
            "{} puzzles, {} answers, {} left open: {}",
            figures.cases,
            figures.answers,
            figures.open,
            match figures.disagreements {
                0 => "no disagreement".to_owned(),
                1 => "1 puzzle with disagreement".to_owned(),
                n => format!("{n} puzzles with disagreement"),
            }
        )?;
    }
    Ok(())
}
