//! `satoku generate`

mod check;
mod made;
mod variants;

use crate::cli::args::{
    JobsArgs, OutputArgs, OutputFormat, natural, offering_all_but, positive, seconds, size,
};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckArgs, CheckPlan};
use crate::cli::pipeline::output::{Output, with_output_for};
use crate::cli::pipeline::present::{Presenter, puzzle_text, solution_text};
use crate::cli::pipeline::progress::ProgressLine;
use crate::cli::pipeline::session;
use crate::cli::pipeline::stream::{self, Give, Presented, Source, whole};
use crate::grid::text::{Alphabet, Format, Record};
use crate::grid::{Geometry, Puzzle};
use crate::limits::Limits;
use crate::puzzles::{
    GenerateError, GeneratedPuzzle, Generator, PatternSymmetry, PuzzleKind, Recipe, VERSION,
};
use crate::rules::Description;
use crate::rules::text::VariantFormat;
use anyhow::{Context, Result, bail};
use check::{REPLAY, to_check};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use made::{NotMade, made_or_error};
use serde::Serialize;
use std::io::Write;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

fn examples() -> String {
    format!(
        "\
Puzzle K of seed S is the same on every machine, with any --count and --jobs (generator
version {VERSION}). Digits are removed from a random full grid in random order, as long as the
solution stays unique: for 'minimal' until no given can go, for 'proper' until --givens
remain, by default 30 to 60 % of the cells. Puzzles are not rated.

SAT checks that the solution is the only one (--check).

With --symmetry, givens are removed together with their images. In a 'minimal' puzzle, no such
set of givens can be removed, although a single one may be redundant.

If none of 2000 random puzzles can be reduced to --givens, the run ends with exit code 3. On
9×9, that is rare with 21 givens, and usual with 20 or fewer. On grids larger than 16×16, digits
are removed only as long as singles restore them, and there are no minimal puzzles. The format poj
begins with the number of puzzles, so nothing is written before the run ends.

With --rules or --constraints, the full grid obeys the rules, constraints that hold in it are
chosen at random, and the puzzle is written as JSON. For 'proper', only givens are removed,
down to --givens or as far as possible. For 'minimal', redundant constraints are removed as
well, unless a short search cannot prove them redundant; a puzzle that needs none is skipped.

--rules FILE.toml adds your own types of constraints. [[draw]] in the file says how their cells
are arranged; without it, they are in a line if their order matters. Numbers are chosen to be
as restrictive as the grid allows.

Examples:
  satoku generate --count 1000 --kind minimal > minimal.txt
  satoku generate --count 10 --seed 7 --givens 30 --to grid
  satoku generate --count 10 --symmetry rotate180 --kind minimal
  satoku generate --count 1000 --first 1001 --kind minimal >> minimal.txt
  satoku generate --box 4x4 --to pretty
  satoku generate --count 100 --to json              # with their solutions
  satoku generate --rules diagonal,anti-knight --constraints killer,thermo --seed 7
  satoku generate --constraints sandwich --kind minimal --to f-puzzles
  satoku generate --rules two-five.toml --constraints two-five"
    )
}

/// A format in which only answers are written, and no puzzles.
const REFUSED: [OutputFormat; 1] = [OutputFormat::Variant(VariantFormat::Jigsaw)];

/// Arguments of `satoku generate`.
#[derive(Args, Debug)]
#[command(after_help = examples())]
#[command(mut_arg("to", |arg| {
    arg.help("Output format; one puzzle per line by default").value_parser(offering_all_but(&REFUSED))
}))]
pub struct GenerateArgs {
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive)]
    count: u64,

    /// Seed of the sequence of puzzles
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = natural)]
    seed: u64,

    /// Number of the first puzzle in the sequence
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = positive)]
    first: u64,

    /// Kind of puzzles to generate
    #[arg(long, value_enum, ignore_case = true, default_value_t = PuzzleKind::Proper)]
    kind: PuzzleKind,

    /// Number of givens in each puzzle; by default random for 'proper', and what is left for
    /// 'minimal'
    #[arg(long, value_name = "K", value_parser = size)]
    givens: Option<usize>,

    /// Symmetry of the cells with givens, in classic puzzles
    #[arg(long, value_enum, ignore_case = true, default_value_t = PatternSymmetry::None)]
    #[arg(conflicts_with_all = ["rules", "constraints"])]
    symmetry: PatternSymmetry,

    /// Rules for the whole grid, such as diagonal,anti-knight: names from 'satoku rules list', or
    /// your own rule files (.toml), which may also define types for --constraints
    #[arg(long, value_name = "NAME|FILE,…", value_delimiter = ',')]
    rules: Vec<String>,

    /// Types of constraints to place at random, such as killer,thermo: built-in ones, or those of
    /// --rules files; an unknown name prints the list
    #[arg(long, value_name = "TYPE,…", value_delimiter = ',')]
    constraints: Vec<String>,

    /// Box shape, rows x columns: 2x3 is 2 rows of 3 cells
    #[arg(long = "box", value_name = "RxC", default_value_t = Geometry::CLASSIC)]
    box_shape: Geometry,

    #[command(flatten)]
    output: OutputArgs,

    /// Time limit for the whole run, in seconds; the puzzles made by then are kept
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    #[command(flatten)]
    check: CheckArgs,

    #[command(flatten)]
    jobs: JobsArgs,
}

impl ValueEnum for PuzzleKind {
    fn value_variants<'a>() -> &'a [PuzzleKind] {
        &[
            PuzzleKind::Proper,
            PuzzleKind::Minimal,
            PuzzleKind::Solution,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.to_string()).help(match self {
            PuzzleKind::Proper => "Exactly one solution",
            PuzzleKind::Minimal => "Exactly one solution, and no redundant given",
            PuzzleKind::Solution => "Full grids",
        }))
    }
}

impl ValueEnum for PatternSymmetry {
    fn value_variants<'a>() -> &'a [PatternSymmetry] {
        &PatternSymmetry::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.to_string()).help(match self {
            PatternSymmetry::None => "Any pattern",
            PatternSymmetry::Rotate180 => "The same after half a turn",
            PatternSymmetry::Rotate90 => "The same after a quarter turn",
            PatternSymmetry::Horizontal => "Left and right mirror each other",
            PatternSymmetry::Vertical => "Top and bottom mirror each other",
            PatternSymmetry::Diagonal => "Mirrored at the diagonal from top left",
            PatternSymmetry::Antidiagonal => "Mirrored at the diagonal from top right",
            PatternSymmetry::Full => "All of these at once",
        }))
    }
}

#[derive(Serialize)]
struct GeneratedJson<'a> {
    seed: u64,
    number: u64,
    givens: usize,
    #[serde(rename = "box")]
    box_shape: String,
    grid: String,
    solution: String,
    checked_by: &'a [String],
}

impl GenerateArgs {
    /// The numbers of the puzzles to make.
    fn numbers(&self) -> Result<RangeInclusive<u64>> {
        let last = self
            .first
            .checked_add(self.count - 1)
            .context("--first plus --count exceeds 2^64 - 1, the largest number of a puzzle")?;
        Ok(self.first..=last)
    }

    /// The limits of the run.
    fn limits(&self) -> Limits {
        session::limits(self.timeout)
    }

    /// How many puzzles from the first on are checked. Full grids need no other engine.
    fn checks(&self) -> u64 {
        match self.kind {
            PuzzleKind::Solution => 0,
            PuzzleKind::Proper | PuzzleKind::Minimal => self.check.check.quota().take(self.count),
        }
    }
}

/// Gives all numbers, one by one.
fn each(
    mut numbers: RangeInclusive<u64>,
) -> Source<impl FnOnce(&Output, &mut Give<'_, u64>) -> Result<()> + Send> {
    Source {
        feed: move |_: &Output, give: &mut Give<'_, u64>| {
            let _ = numbers.all(give);
            Ok(())
        },
        may_wait: false,
        progress: ProgressLine::of("puzzle"),
    }
}

/// Runs the verb.
pub fn run(args: &GenerateArgs) -> Result<Exit> {
    if !args.rules.is_empty() || !args.constraints.is_empty() {
        return variants::run(args);
    }
    let recipe = Recipe {
        geometry: args.box_shape,
        kind: args.kind,
        givens: args.givens,
        symmetry: args.symmetry,
        seed: args.seed,
    };
    // Wrong arguments are reported before anything is written.
    Generator::new(recipe)?;
    let (output, to) = (args.output.file.path(), args.output.to);
    if let Some(OutputFormat::Text(format)) = to
        && args.box_shape.side() > format.max_side()
    {
        bail!(
            "--to {format}: side {} does not fit, the format ends at {}; choose another",
            args.box_shape.side(),
            format.max_side()
        );
    }
    if let Some(OutputFormat::Variant(format)) = to
        && format != VariantFormat::FPuzzles
    {
        bail!(
            "--to {}: not for classic puzzles; choose another",
            format.name()
        );
    }
    with_output_for(output, to, |out| make_all(args, recipe, out))
}

/// Makes the puzzles and writes them in their order.
fn make_all(args: &GenerateArgs, recipe: Recipe, out: &mut Output) -> Result<Exit> {
    let source = each(args.numbers()?);
    let to = args.output.to.unwrap_or(OutputFormat::Text(Format::Line));
    let limits = args.limits();
    let plan =
        CheckPlan::of_native(args.check.check, None, REPLAY.to_owned())?.within(limits.clone());
    let (checks, jobs) = (args.checks(), args.jobs.count());
    let worker = || {
        let mut generator = Generator::new(recipe)?;
        let mut checker = plan.checker(jobs);
        let limits = limits.clone();
        Ok(whole(move |number| {
            let start = Instant::now();
            let made = made_or_error(number, generator.puzzle(number, &limits), not_made)?;
            let is_checked = number - args.first < checks;
            let item =
                is_checked.then(|| to_check(empty_record(args), number, &made, start.elapsed()));
            Ok((number, made, checker.submit(item.into_iter().collect())))
        }))
    };
    let mut log = match to {
        OutputFormat::Json => plan.log().holding_answers(),
        _ => plan.log(),
    };
    let mut record = empty_record(args);
    let mut counted = (to == OutputFormat::Text(Format::Poj)).then(CountedPuzzles::default);
    let ended = stream::in_order(
        out,
        Some(to),
        jobs,
        source,
        worker,
        |presenter, (number, made, check)| {
            let checked_by = log.settle(check)?;
            record.index = number;
            match &mut counted {
                Some(counted) => counted.add(&record, &made.puzzle)?,
                None => show(args, presenter, &record, &made, &checked_by)?,
            }
            Ok(Presented::puzzles(Exit::Answered, 1))
        },
    );
    let ended = ended.and_then(|exit| log.finish().map(|()| exit));
    let written = counted.map_or(Ok(()), |counted| counted.write(out));
    let ended = ended.and_then(|exit| written.map(|()| exit))?;
    if to == OutputFormat::Pretty {
        log.report();
    }
    Ok(ended)
}

/// Puzzles of POJ, whose number comes first: it is known when the run ends, whatever ends it.
#[derive(Default)]
struct CountedPuzzles {
    count: u64,
    text: Vec<u8>,
}

impl CountedPuzzles {
    fn add(&mut self, record: &Record, puzzle: &Puzzle) -> Result<()> {
        let (geometry, cells) = (puzzle.geometry(), puzzle.cells());
        let (alphabet, number) = (record.alphabet, record.index);
        Format::Poj.write(&mut self.text, geometry, alphabet, number, cells)?;
        self.count += 1;
        Ok(())
    }

    /// Writes their number and the puzzles; nothing if there are none.
    fn write(self, out: &mut Output) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        let mut whole = format!("{}\n", self.count).into_bytes();
        whole.extend(self.text);
        Ok(out.write_all(&whole)?)
    }
}

fn not_made(error: &GenerateError) -> NotMade<'_> {
    match error {
        GenerateError::Stopped(reason) => NotMade::Stopped(reason),
        GenerateError::Givens { .. } => NotMade::OutOfAttempts,
    }
}

fn show(
    args: &GenerateArgs,
    presenter: &mut Presenter<'_>,
    record: &Record,
    made: &GeneratedPuzzle,
    checked_by: &[String],
) -> Result<()> {
    if let Some(OutputFormat::Variant(_)) = args.output.to {
        let side = args.box_shape.side();
        let description = Description::of_classic(&made.puzzle)
            .with_context(|| format!("--to f-puzzles: side {side} is too large"))?;
        return presenter.line(&variants::fpuzzles(&description)?);
    }
    if !presenter.is_json() {
        return presenter.puzzle(record, &made.puzzle);
    }
    presenter.json(&GeneratedJson {
        seed: args.seed,
        number: record.index,
        givens: made.puzzle.givens().count(),
        box_shape: args.box_shape.to_string(),
        grid: puzzle_text(record, &made.puzzle),
        solution: solution_text(record, &made.solution),
        checked_by,
    })
}

/// The properties of a puzzle that writers need, for puzzles that were not read.
fn empty_record(args: &GenerateArgs) -> Record {
    Record {
        puzzle: Puzzle::empty(args.box_shape),
        file: "generate".into(),
        line: 0,
        index: args.first,
        format: Format::Line,
        alphabet: Alphabet::Digits.reaching(args.box_shape.side()),
        note: String::new(),
    }
}
