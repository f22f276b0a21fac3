//! Argument groups that verbs share, and the values that options take.

pub mod backends;
mod names;
mod values;

pub use names::{BackendName, OutputFormat, offering_all_but, one_of};
pub use values::{duration, jobs, natural, number, on_disk, positive, seconds, size, within};

use crate::backend::Presolve;
use crate::grid::Geometry;
use crate::grid::text::Alphabet;
use crate::grid::text::column::Column;
use crate::rules::text::InputFormat;
use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::time::Duration;

// Headings in the help for options that many verbs share. A verb's own options come first.
pub const INPUT: &str = "Input options";
pub const ENGINE: &str = "Engine options";
pub const LIST: &str = "List options";

/// Where puzzles come from.
#[derive(Args, Debug, Clone)]
pub struct InputArgs {
    /// Puzzle files, optionally compressed (.gz, .xz, .zst); standard input if '-' or
    /// omitted
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,

    #[command(flatten)]
    pub read: ReadArgs,
}

/// How puzzles are written.
#[derive(Args, Debug, Clone)]
pub struct ReadArgs {
    /// Input format; detected by default
    #[arg(long, value_name = "FORMAT", ignore_case = true, help_heading = INPUT)]
    pub from: Option<InputFormat>,

    /// Add rules for the whole grid, such as diagonal,anti-knight: names from 'satoku rules
    /// list', or your own rule files (.toml)
    #[arg(long, value_name = "NAME|FILE,…", value_delimiter = ',', help_heading = INPUT)]
    pub rules: Vec<String>,

    /// Box shape, rows x columns: 2x3 is 2 rows of 3 cells; inferred by default
    #[arg(long = "box", value_name = "RxC", help_heading = INPUT)]
    pub box_shape: Option<Geometry>,

    /// How digits are written; by default, 1 to 9 on grids up to 9×9, and detected on larger ones
    #[arg(long, value_name = "NAME", ignore_case = true, help_heading = INPUT)]
    pub alphabet: Option<Alphabet>,

    /// Read puzzles from this column of a table (CSV): its name in the header, or its number from 1
    ///
    /// The separator (comma, semicolon or tab) is detected. With a number, the first record is
    /// taken for a header if all its fields look like names, as in 'id,puzzle', and the field in
    /// this column has no digits.
    #[arg(long, value_name = "NAME|N", conflicts_with = "from", help_heading = INPUT)]
    pub column: Option<Column>,

    /// Accept lines of different sizes in one input; by default, all must have the size of the
    /// first
    #[arg(long, help_heading = INPUT)]
    pub mixed_sizes: bool,
}

impl ReadArgs {
    /// The options, except `--rules`, that decide what is read, by their names; without a value
    /// for one that takes none.
    pub fn deciding(&self) -> Vec<(&'static str, Option<String>)> {
        let valued = [
            ("--from", self.from.map(|format| format.to_string())),
            ("--box", self.box_shape.map(|shape| shape.to_string())),
            ("--alphabet", self.alphabet.map(|name| name.to_string())),
            ("--column", self.column.as_ref().map(ToString::to_string)),
        ];
        let valued = valued.into_iter().filter(|(_, value)| value.is_some());
        let mixed_sizes = self.mixed_sizes.then_some(("--mixed-sizes", None));
        valued.chain(mixed_sizes).collect()
    }
}

impl InputArgs {
    /// The inputs by name.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let none = self.files.is_empty().then_some("-");
        self.files.iter().map(String::as_str).chain(none)
    }
}

/// Where answers go.
#[derive(Args, Debug, Clone)]
pub struct OutputArgs {
    /// Output format; by default that of the input, or 'line' if the input format cannot hold
    /// answers
    #[arg(long, value_name = "FORMAT", ignore_case = true)]
    pub to: Option<OutputFormat>,

    #[command(flatten)]
    pub file: FileArgs,
}

/// The help of --to where answers are puzzles.
pub const PUZZLES: &str = "Output format; by default that of the input, but 'line' for 'poj', which \
                           begins with the number of puzzles";

impl OutputArgs {
    /// The name of the output format, if it is given.
    pub fn format(&self) -> Option<String> {
        let format = self.to?.to_possible_value()?;
        Some(format.get_name().to_owned())
    }
}

/// The file that a verb writes.
#[derive(Args, Debug, Clone)]
pub struct FileArgs {
    /// Write the output to FILE, atomically; compressed if the name ends in .gz, .xz or .zst
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl FileArgs {
    /// The file; none for standard output.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

/// Which engine answers, and for how long.
#[derive(Args, Debug, Clone)]
pub struct EngineArgs {
    /// Which engine answers
    #[arg(
        long,
        value_enum,
        default_value_t = BackendName::Auto,
        default_value_if("member", ArgPredicate::IsPresent, "portfolio"),
        help_heading = ENGINE
    )]
    pub backend: BackendName,

    /// Use this DIMACS solver, such as 'cadical -q'; {cnf}, {model} and {proof} are replaced by the
    /// names of the formula, model and proof files, and the proof is checked
    #[arg(long, value_name = "COMMAND", conflicts_with = "backend", help_heading = ENGINE)]
    pub solver: Option<String>,

    /// Add this engine to the portfolio: native, cdcl, cdcl:SEED, SOLVER or SOLVER:ENCODING (may
    /// be repeated); '--backend portfolio' alone has one engine for each core
    #[arg(long, value_name = "ENGINE", conflicts_with = "solver", help_heading = ENGINE)]
    pub member: Vec<String>,

    /// CNF encoding for SAT engines and for checks of the native search: a name from
    /// 'satoku encodings', or a file
    #[arg(long, value_name = "NAME|PATH", default_value = crate::encoding::DEFAULT,
          help_heading = ENGINE)]
    pub encoding: String,

    /// How far SAT engines simplify a puzzle before they encode it
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "locked",
        ignore_case = true,
        help_heading = ENGINE
    )]
    pub presolve: Presolve,

    #[command(flatten)]
    pub time: TimeArgs,
}

/// How long to try.
#[derive(Args, Debug, Clone)]
pub struct TimeArgs {
    /// Time limit per puzzle, in seconds; none by default
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

/// How many threads work at once.
#[derive(Args, Debug, Clone)]
pub struct JobsArgs {
    /// Number of threads; the number of cores by default
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
}

impl JobsArgs {
    /// The given number, or the number of cores.
    pub fn count(&self) -> usize {
        self.jobs.unwrap_or_else(cores)
    }
}

/// How many threads this machine runs in parallel.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// How a list of puzzles is worked through.
#[derive(Args, Debug, Clone)]
pub struct ListArgs {
    #[command(flatten)]
    pub jobs: JobsArgs,

    /// What to do with a line or grid that is not a puzzle
    ///
    /// After a malformed line, reading continues with the next one. After a malformed grid, the
    /// rest of the grid is skipped, or everything up to the next empty line if its first row does
    /// not show the size. In 'sudokusat', everything up to the next
    /// line 'puzzle size:' is skipped. If no more of a file can be read, because its first line
    /// shows no format, its count is wrong or an archive is cut off, reading continues with the
    /// next file.
    ///
    /// A file that cannot be opened always ends the run. So does a puzzle that the output format
    /// cannot represent, except in 'convert'.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Stop,
          help_heading = LIST)]
    pub on_error: OnError,
}

/// What to do with a line or grid that is not a puzzle.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnError {
    /// Report it and stop; the answers so far are kept
    Stop,
    /// Report it and skip it
    Skip,
    /// Report it and keep its place in the output, as 'error: …'
    Report,
}

/// Whether to continue an earlier run.
#[derive(Args, Debug, Clone)]
pub struct ResumeArgs {
    /// Continue an interrupted run that wrote to the same FILE
    ///
    /// Version, options and input must match the interrupted run, which is recorded in
    /// FILE.resume.json. FILE must have one line for each puzzle and must not be compressed,
    /// and '--on-error skip' is not allowed. A run with --resume leaves FILE.resume.json, so that
    /// a later run can answer the lines that were added to the input.
    #[arg(long, requires = "output", help_heading = LIST)]
    pub resume: bool,
}

/// How a list of millions of lines is worked through.
#[derive(Args, Debug, Clone)]
pub struct LongListArgs {
    #[command(flatten)]
    pub earlier: ResumeArgs,

    /// For 9×9 puzzles that are answered in blocks, do not check solutions against the rules and
    /// the givens; all other solutions are always checked
    #[arg(long, help_heading = LIST)]
    pub no_verify: bool,

    /// At the end, report on standard error the number of puzzles, the rate, how many solutions
    /// were checked, and what the second engine found
    #[arg(long, help_heading = LIST)]
    pub stats: bool,
}
