//! `satoku encodings measure`

use super::{charts, measure_variants, page};
use crate::backend::Presolve;
use crate::cli::args::{InputArgs, on_disk, positive, seconds};
use crate::cli::exit::{EngineFault, Exit, Interrupted};
use crate::cli::messages::warn;
use crate::cli::pipeline::engines;
use crate::cli::pipeline::input::{Inputs, STDIN};
use crate::cli::pipeline::output::{Output, with_output};
use crate::cli::pipeline::partial::require_writable;
use crate::cli::pipeline::progress::ProgressLine;
use crate::cli::pipeline::session;
use crate::cli::variants::first_variant;
use crate::escape;
use crate::measure::{CombinationFigures, Combinations, Measurement, TimeSummary, Times};
use anyhow::{Result, bail};
use clap::Args;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
First, each encoding is proven equivalent to the rules on small grids: the grids of its models
are exactly the solutions. Every model is checked, and a wrong answer is not timed. Each
puzzle gets a new solver.

'encode' is the time to presolve and to write the clauses, 'solve' the wall-clock time of the
solver, and 'cpu' the median of its CPU time. For a --solver, 'solve' includes starting it and
writing and reading files, and 'cpu' is the time of its process and of those that it starts.
On a busy machine, compare 'cpu'. 'answered' and these times leave out puzzles that presolving
refutes: no solver sees them. Ctrl-C ends the run with the figures of the puzzles measured
so far.

Examples:
  satoku encodings measure puzzles.txt
  satoku encodings measure puzzles.txt --first 500 --encoding triad --encoding extended
  satoku encodings measure puzzles.txt --presolve none --presolve locked --csv sizes.csv
  satoku encodings measure puzzles.txt --solver minisat --html report.html
  satoku encodings measure --variants killer.jsonl --timeout 10";

/// Arguments of `satoku encodings measure`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct MeasureArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Measure only the first N puzzles of each file
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(super) first: Option<u64>,

    /// Encoding to measure, a name or a file; may be repeated [default: all built-in ones]
    #[arg(long, value_name = "NAME|PATH")]
    pub(super) encoding: Vec<String>,

    /// Also measure this DIMACS solver, such as 'cadical -q' (may be repeated); {cnf}, {model} and
    /// {proof} are replaced by the names of the formula, model and proof files, and the proof is
    /// checked
    #[arg(long, value_name = "COMMAND")]
    pub(super) solver: Vec<String>,

    /// Presolving level; may be repeated
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "locked",
        ignore_case = true
    )]
    presolve: Vec<Presolve>,

    /// Measure the choices of [kernels] on these variant puzzles instead, or with --rules on classic
    /// ones; may be repeated
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["files", "presolve", "csv", "json", "html"])]
    pub(super) variants: Vec<String>,

    /// Time limit of each run, in seconds; none by default
    ///
    /// A limit slows varisat down, because it has to look at the clock. Building a formula to
    /// measure its size is a separate step with a limit of the same length.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,

    /// Write the table as CSV, times in seconds
    #[arg(long, value_name = "FILE", value_parser = on_disk())]
    csv: Option<PathBuf>,

    /// Write the table as JSON lines, times in seconds
    #[arg(long, value_name = "FILE", value_parser = on_disk())]
    json: Option<PathBuf>,

    /// Write a self-contained HTML page with charts
    #[arg(long, value_name = "FILE", value_parser = on_disk())]
    html: Option<PathBuf>,
}

/// Runs the verb.
pub fn run(args: &MeasureArgs) -> Result<Exit> {
    if !args.variants.is_empty() {
        return measure_variants::run(args);
    }
    let inputs = Inputs::new(&args.input);
    require_classic(args, &inputs)?;
    let combinations = combinations(args)?;
    for report in [&args.csv, &args.json, &args.html].into_iter().flatten() {
        // Fail now rather than after all runs.
        require_writable(report)?;
    }
    for encoding in &combinations.encodings {
        session::require_equivalent(encoding)?;
    }
    let mut measurement = Measurement::new(combinations);
    let ended = measure(args, &inputs, &mut measurement);
    let rows = measurement.rows();
    let ended = Ended::of(ended, rows.first().map_or(0, |row| row.puzzles))?;
    with_output(None, |out| Ok(writeln!(out, "{}", table(rows))?))?;
    write_file(args.csv.as_deref(), |out| csv(rows, out))?;
    write_file(args.json.as_deref(), |out| json(rows, out))?;
    write_file(args.html.as_deref(), |out| {
        let page = page::page(rows, &charts::charts(rows)?);
        Ok(out.write_all(page.as_bytes())?)
    })?;
    let faults = rows.iter().filter_map(fault).collect();
    ended.exit(faults, rows.iter().any(|row| row.unknown > 0))
}

/// How the measurement ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With the last puzzle.
    Complete,
    /// A signal came, but some puzzles are measured.
    Interrupted,
}

impl Ended {
    /// Says so if the figures of these puzzles are not all.
    ///
    /// # Errors
    /// That of the measurement, unless it was interrupted and left figures to show.
    pub fn of(ended: Result<()>, puzzles: u64) -> Result<Ended> {
        match ended {
            Ok(()) => Ok(Ended::Complete),
            Err(error) if puzzles > 0 && error.is::<Interrupted>() => {
                let these = match puzzles {
                    1 => "the first puzzle only".to_owned(),
                    _ => format!("the first {puzzles} puzzles only"),
                };
                warn(format_args!(
                    "interrupted: the figures are those of {these}"
                ));
                Ok(Ended::Interrupted)
            }
            Err(error) => Err(error),
        }
    }

    /// The outcome, where engines may be wrong and answers may be missing.
    ///
    /// # Errors
    /// The last fault, after the others were reported; or that the run was interrupted.
    pub fn exit(self, mut faults: Vec<String>, is_open: bool) -> Result<Exit> {
        let last = match self {
            Ended::Complete => faults.pop(),
            Ended::Interrupted => None,
        };
        faults.iter().for_each(warn);
        match (self, last) {
            (_, Some(fault)) => Err(EngineFault(fault).into()),
            (Ended::Interrupted, _) => Err(Interrupted.into()),
            (Ended::Complete, _) if is_open => Ok(Exit::Unknown),
            (Ended::Complete, _) => Ok(Exit::Answered),
        }
    }
}

/// What went wrong with a combination, if anything did.
pub fn fault(row: &CombinationFigures) -> Option<String> {
    let fault = row.fault.as_ref()?;
    // Solvers that are programs name themselves.
    let name = format!("{}: ", row.engine);
    let fault = fault.strip_prefix(&name).unwrap_or(fault);
    Some(format!("{}/{}: {fault}", row.engine, row.encoding))
}

/// An error if the arguments, or the inputs, are about variants.
fn require_classic(args: &MeasureArgs, inputs: &Inputs<'_>) -> Result<()> {
    let read = &args.input.read;
    if !read.rules.is_empty() {
        bail!(
            "--rules: makes a variant of each puzzle, of which [kernels] are measured; name the \
             files with --variants FILE"
        );
    }
    if read.from.is_some() {
        // One of variants is refused when it is read.
        return Ok(());
    }
    let Some(name) = first_variant(inputs)? else {
        return Ok(());
    };
    let shown = if name == "-" { STDIN } else { name };
    bail!(
        "{shown}: found a variant, expected classic puzzles; of variants, [kernels] are measured: \
         name the file with --variants {name}"
    )
}

fn combinations(args: &MeasureArgs) -> Result<Combinations> {
    Ok(Combinations {
        engines: engines::engines(&args.solver)?,
        encodings: engines::encodings(&args.encoding)?,
        presolves: args.presolve.clone(),
    })
}

fn measure(args: &MeasureArgs, inputs: &Inputs<'_>, measurement: &mut Measurement) -> Result<()> {
    let mut progress = ProgressLine::of("run");
    for name in args.input.files() {
        let mut taken = 0;
        inputs.each_puzzle_of(name, None, |record| {
            let limits = || session::limits(args.timeout);
            let mut done = || {
                progress.step(1);
                match session::interrupts().exceeded() {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            };
            if measurement
                .add(&record.puzzle, &limits, &mut done)
                .is_break()
            {
                return Err(Interrupted.into());
            }
            taken += 1;
            Ok(args.first.is_none_or(|first| taken < first))
        })?;
    }
    Ok(())
}

fn write_file(path: Option<&Path>, write: impl FnOnce(&mut Output) -> Result<()>) -> Result<()> {
    match path {
        Some(path) => with_output(Some(path), write),
        None => Ok(()),
    }
}

/// How many columns the table may have.
const COLUMNS: usize = 15;

/// How many columns of the table contain text.
pub const TEXT_COLUMNS: usize = 3;

/// The table: the heads of its columns, and its rows. Faults have a column if there are any.
pub fn columns(rows: &[CombinationFigures]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let shows_faults = rows.iter().any(|row| row.faults > 0);
    let shown = COLUMNS - usize::from(!shows_faults);
    let heads = columns_of(&CombinationFigures::default()).map(|(head, _)| head);
    let texts = rows
        .iter()
        .map(|row| columns_of(row).map(|(_, text)| text)[..shown].to_vec());
    (heads[..shown].to_vec(), texts.collect())
}

/// One row of the table with its column heads, the faults last; times are in milliseconds.
fn columns_of(row: &CombinationFigures) -> [(&'static str, String); COLUMNS] {
    let known = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let ms = |times: &Times, figure: fn(TimeSummary) -> f64| {
        let summary = times.summary();
        known(summary.map(|summary| format!("{:.3}", figure(summary) * 1000.0)))
    };
    let mean = |value: f64| known((!value.is_nan()).then(|| format!("{value:.0}")));
    let propagated = row.share_propagated();
    let propagated = propagated.map(|share| format!("{:.0}%", 100.0 * share));
    let answered = row.solved + row.unsatisfiable - row.refuted;
    let asked = row.puzzles - row.refuted;
    [
        ("engine", row.engine.clone()),
        ("encoding", row.encoding.clone()),
        ("presolve", row.presolve.to_owned()),
        ("variables", mean(row.variables)),
        ("clauses", mean(row.clauses)),
        ("literals", mean(row.literals)),
        ("encode ms", ms(&row.encode, |times| times.median)),
        ("solve ms", ms(&row.solve, |times| times.median)),
        ("p95 ms", ms(&row.solve, |times| times.p95)),
        ("max ms", ms(&row.solve, |times| times.max)),
        ("cpu ms", ms(&row.cpu, |times| times.median)),
        ("propagated", known(propagated)),
        (
            "conflicts",
            known(row.conflicts.map(|count| count.to_string())),
        ),
        ("answered", format!("{answered}/{asked}")),
        ("faults", row.faults.to_string()),
    ]
}

fn table(rows: &[CombinationFigures]) -> Table {
    let (heads, rows) = columns(rows);
    aligned(heads, rows, TEXT_COLUMNS)
}

/// A table whose first columns hold text and whose others hold numbers.
pub fn aligned(heads: Vec<&str>, rows: Vec<Vec<String>>, text_columns: usize) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(heads)
        .add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index >= text_columns {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn csv(rows: &[CombinationFigures], out: &mut Output) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let heads = csv_fields(&CombinationFigures::default());
    writer.write_record(heads.map(|(head, _)| head))?;
    for row in rows {
        writer.write_record(csv_fields(row).map(|(_, text)| text))?;
    }
    writer.flush()?;
    Ok(())
}

/// The fields of a CSV row with their heads; times are in seconds. What is not known is
/// empty.
fn csv_fields(row: &CombinationFigures) -> [(&'static str, String); 27] {
    let time = |times: &Times, figure: fn(TimeSummary) -> f64| {
        let summary = times.summary();
        summary.map_or_else(String::new, |summary| figure(summary).to_string())
    };
    let mean = |value: f64| match value.is_nan() {
        true => String::new(),
        false => value.to_string(),
    };
    let conflicts = row.conflicts.map(|count| count.to_string());
    [
        ("engine", row.engine.clone()),
        ("encoding", row.encoding.clone()),
        ("presolve", row.presolve.to_owned()),
        ("puzzles", row.puzzles.to_string()),
        ("solved", row.solved.to_string()),
        ("unsatisfiable", row.unsatisfiable.to_string()),
        ("refuted", row.refuted.to_string()),
        ("unknown", row.unknown.to_string()),
        ("faults", row.faults.to_string()),
        ("skipped", row.skipped.to_string()),
        ("propagated", row.propagated.to_string()),
        ("variables", mean(row.variables)),
        ("clauses", mean(row.clauses)),
        ("literals", mean(row.literals)),
        ("encode_median", time(&row.encode, |times| times.median)),
        ("encode_p95", time(&row.encode, |times| times.p95)),
        ("encode_max", time(&row.encode, |times| times.max)),
        ("solve_median", time(&row.solve, |times| times.median)),
        ("solve_p95", time(&row.solve, |times| times.p95)),
        ("solve_max", time(&row.solve, |times| times.max)),
        ("solve_sum", time(&row.solve, |times| times.sum)),
        ("cpu_median", time(&row.cpu, |times| times.median)),
        ("cpu_p95", time(&row.cpu, |times| times.p95)),
        ("cpu_max", time(&row.cpu, |times| times.max)),
        ("cpu_sum", time(&row.cpu, |times| times.sum)),
        ("conflicts", conflicts.unwrap_or_default()),
        ("fault", row.fault.clone().unwrap_or_default()),
    ]
}

fn json(rows: &[CombinationFigures], out: &mut Output) -> Result<()> {
    for row in rows {
        writeln!(out, "{}", escape::json(row)?)?;
    }
    Ok(())
}
