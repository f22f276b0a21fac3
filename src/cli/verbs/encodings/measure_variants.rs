//! `satoku encodings measure --variants`: the choices of `[kernels]` on variant puzzles.

use super::measure::{Ended, MeasureArgs, aligned};
use crate::cli::args::InputArgs;
use crate::cli::exit::{Exit, not_compiled};
use crate::cli::messages::warn;
use crate::cli::pipeline::engines;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::progress::ProgressLine;
use crate::cli::pipeline::session;
use crate::cli::variants::{VariantInput, VariantItem};
use crate::encoding::DEFAULT;
use crate::measure::{TimeSummary, VariantFigures, refute};
use crate::rules::VariantPuzzle;
use anyhow::Result;
use comfy_table::Table;
use std::collections::HashSet;
use std::io::Write;
use std::time::Duration;

/// How many columns of the table contain text.
const TEXT_COLUMNS: usize = 2;

/// The figures of an engine with an encoding, and of a change of its `[kernels]`.
type Row = (String, String, VariantFigures);

/// Measures each encoding as its file says, and with each other choice of `[kernels]`.
pub fn run(args: &MeasureArgs) -> Result<Exit> {
    let named = InputArgs {
        files: args.variants.clone(),
        read: args.input.read.clone(),
    };
    let inputs = Inputs::new(&named);
    let input = VariantInput::new(&inputs)?;
    let mut rows = rows(args)?;
    let ended = measure(args, &named, &input, &mut rows);
    let ended = Ended::of(ended, rows.first().map_or(0, |row| row.2.puzzles))?;
    with_output(None, |out| Ok(writeln!(out, "{}", table(&rows))?))?;
    let unfinished: u64 = rows.iter().map(|(_, _, figures)| figures.unfinished).sum();
    if unfinished > 0 {
        warn(format_args!(
            "{} not finished within the time limit, and not counted",
            counted_formulas(unfinished)
        ));
    }
    let faults = rows.iter().filter_map(|(name, _, figures)| {
        let fault = figures.fault.as_ref()?;
        Some(format!("{name}: {fault}"))
    });
    // With most choices of [kernels] the same thing happens.
    let mut faults: Vec<String> = faults.collect();
    let mut told = HashSet::new();
    faults.retain(|fault| told.insert(fault.clone()));
    ended.exit(faults, rows.iter().any(|(_, _, figures)| figures.open > 0))
}

fn measure(
    args: &MeasureArgs,
    named: &InputArgs,
    input: &VariantInput<'_>,
    rows: &mut [Row],
) -> Result<()> {
    let mut progress = ProgressLine::of("run");
    for file in named.files() {
        let mut taken = 0;
        input.each_of(file, None, &mut |item| {
            let item = item?;
            let name = item.place();
            let puzzle = compiled(input, item, args.timeout)?;
            let mut runs = Vec::new();
            for (_, _, figures) in &mut *rows {
                runs.push(figures.run(&puzzle, &|| session::limits(args.timeout)));
                progress.step(1);
                session::check_interrupt()?;
            }
            refute(&mut runs, &puzzle, &session::interrupts());
            session::check_interrupt()?;
            // All rows are about the same puzzles.
            for ((_, _, figures), run) in rows.iter_mut().zip(&runs) {
                figures.add(run, &name);
            }
            taken += 1;
            Ok(args.first.is_none_or(|first| taken < first))
        })?;
    }
    Ok(())
}

fn counted_formulas(count: u64) -> String {
    match count {
        1 => "1 formula was".to_owned(),
        _ => format!("{count} formulas were"),
    }
}

/// All engines with all encodings; by default with one, because the choices multiply the runs.
fn rows(args: &MeasureArgs) -> Result<Vec<Row>> {
    let default = [DEFAULT.to_owned()];
    let encodings = engines::encodings(match args.encoding.is_empty() {
        true => &default,
        false => &args.encoding,
    })?;
    let mut rows = Vec::new();
    for engine in engines::engines(&args.solver)? {
        for encoding in &encodings {
            for (change, kernels) in encoding.spec().kernels.with_each_change() {
                let changed = encoding.clone().with_kernels(kernels);
                let name = format!("{}/{}", engine.name, encoding.name());
                rows.push((name, change, VariantFigures::new(&changed, &engine)));
            }
        }
    }
    Ok(rows)
}

fn compiled(
    input: &VariantInput<'_>,
    item: VariantItem,
    timeout: Option<Duration>,
) -> Result<VariantPuzzle> {
    let place = item.place();
    let compiled = input.compile(item, &session::limits(timeout));
    match compiled.map_err(anyhow::Error::msg)?.into_whole() {
        Ok(instance) => Ok(instance.puzzle),
        Err(reason) => Err(not_compiled(reason).context(place)),
    }
}

/// The table. Faults have a column if there are any.
fn table(rows: &[Row]) -> Table {
    let mut heads = vec![
        "engine/encoding",
        "kernels",
        "puzzles",
        "open",
        "variables",
        "clauses",
        "median ms",
        "sum ms",
    ];
    let shows_faults = rows.iter().any(|(_, _, figures)| figures.faults > 0);
    heads.extend(shows_faults.then_some("faults"));
    let texts = rows.iter().map(|(name, change, figures)| {
        let times = figures.times.summary();
        let ms = |digits, figure: fn(&TimeSummary) -> f64| match &times {
            Some(times) => format!("{:.digits$}", figure(times) * 1e3),
            None => "-".to_owned(),
        };
        let mut row = vec![
            name.clone(),
            change.clone(),
            figures.puzzles.to_string(),
            figures.open.to_string(),
            figures.size.variables.to_string(),
            figures.size.clauses.to_string(),
            ms(1, |times| times.median),
            ms(0, |times| times.sum),
        ];
        row.extend(shows_faults.then(|| figures.faults.to_string()));
        row
    });
    aligned(heads, texts.collect(), TEXT_COLUMNS)
}
