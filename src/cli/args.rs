//! The command line, as `--help` and the man page show it.

use crate::backend::Presolve;
use crate::cnf::write::Syntax;
use crate::grid::Geometry;
use crate::grid::text::column::Column;
use crate::grid::text::{Alphabet, Format};
use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const ABOUT: &str = "Sudoku as SAT: solve, count, maximise, export and cross-check";

const AFTER: &str = "\
Exit codes:
  0    every question was answered
  1    some puzzle has no solution (its place in the output is kept),
       'compare' found answers that differ, a claim to prove is false, or
       'verify' rejected a proof
  2    wrong usage or wrong input
  3    an answer is not known: a limit was reached first
  4    an engine failed, gave a wrong answer, which was not shown, or differs
       from the engine that checks it; or the output could not be written to its
       end, say on a full disk
  130  interrupted by Ctrl-C; what was answered is kept
  143  the same by SIGTERM, 129 by SIGHUP: 128 and the number of the signal
  'sat' answers like a SAT solver: 10 satisfiable, 20 unsatisfiable, 0 unknown

Examples:
  satoku solve puzzles.txt                    answers in the format of the file
  satoku solve --to pretty - < puzzle.txt     a grid for people
  satoku pyramid noip.in                      the maximum of target sudoku
  satoku encode puzzle.txt -o puzzle.cnf      DIMACS for any SAT solver
  satoku prove unique puzzle.txt -o folder    an answer that proves itself
  satoku compare --random 100                 look for bugs";

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "satoku", version, about = ABOUT, after_help = AFTER, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Solve puzzles
    Solve(crate::cli::verbs::solve::SolveArgs),
    /// Count the solutions of each puzzle, one number a line
    Count(crate::cli::verbs::count::CountArgs),
    /// Show the solutions of each puzzle
    Enumerate(crate::cli::verbs::enumerate::EnumerateArgs),
    /// The largest sum of digit × weight (NOIP 2009, target sudoku)
    Pyramid(crate::cli::verbs::pyramid::PyramidArgs),
    /// Write a puzzle as a CNF, WCNF or OPB file
    Encode(crate::cli::verbs::encode::EncodeArgs),
    /// Turn a SAT solver's output back into a grid
    Decode(crate::cli::verbs::decode::DecodeArgs),
    /// Solve any DIMACS CNF file, with the exit codes of a SAT solver
    Sat(crate::cli::verbs::sat::SatArgs),
    /// Make random puzzles, the same for a seed on every machine
    Generate(crate::cli::verbs::generate::GenerateArgs),
    /// Strip each puzzle of the givens that it does not need
    Minimize(crate::cli::verbs::minimize::MinimizeArgs),
    /// The canonical (minlex) form of each puzzle
    Canonical(crate::cli::verbs::canonical::CanonicalArgs),
    /// Prove an answer: a folder that anybody can check
    Prove(crate::cli::verbs::prove::ProveArgs),
    /// Check a proven answer, or any DRAT proof, trusting nothing
    Verify(crate::cli::verbs::verify::VerifyArgs),
    /// Ask every backend the same questions and report each difference
    Compare(crate::cli::verbs::compare::CompareArgs),
    /// List the engines that are usable on this machine
    Solvers(crate::cli::verbs::solvers::SolversArgs),
    /// List encodings with their sizes, or check a file of your own
    Encodings(crate::cli::verbs::encodings::EncodingsArgs),
    /// Describe the text formats, with a sample of each
    #[command(after_help = "Examples:\n  satoku formats\n  satoku formats | less")]
    Formats,
    /// Write completions for a shell to standard output
    Completions(crate::cli::verbs::manual::CompletionsArgs),
    /// Write the man page to standard output
    Man(crate::cli::verbs::manual::ManArgs),
}

/// Where puzzles come from.
#[derive(Args, Debug, Clone)]
pub struct InputArgs {
    /// Files with puzzles, in this order; '-' or nothing is standard input; gzip, xz
    /// and Zstandard are unpacked
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,

    #[command(flatten)]
    pub read: ReadArgs,
}

/// How puzzles are written.
#[derive(Args, Debug, Clone)]
pub struct ReadArgs {
    /// The format of the input; detected if not given
    #[arg(long, value_name = "FORMAT", ignore_case = true)]
    pub from: Option<Format>,

    /// Rows x columns of one box, such as 2x3; inferred if not given
    #[arg(long = "box", value_name = "RxC")]
    pub box_shape: Option<Geometry>,

    /// How lines and grids above 9×9 write digits; detected if not given
    #[arg(long, value_name = "NAME", ignore_case = true)]
    pub alphabet: Option<Alphabet>,

    /// Read the puzzles in this column of a table (CSV): its name in the header, or
    /// its number from 1. Commas, semicolons and tabs are told apart
    #[arg(long, value_name = "NAME|N", conflicts_with = "from")]
    pub column: Option<Column>,

    /// Take lines of several sizes from one input; if not given, all have the
    /// size of the first
    #[arg(long)]
    pub mixed_sizes: bool,
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
    /// The format of the answers; that of the input if not given
    #[arg(long, value_name = "FORMAT", ignore_case = true)]
    pub to: Option<Target>,

    /// Write FILE atomically; packed if its name ends
    /// with .gz, .xz or .zst
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Who answers, and for how long.
#[derive(Args, Debug, Clone)]
pub struct EngineArgs {
    /// Who answers: native search, or SAT
    #[arg(long, value_enum, default_value_t = BackendName::Native)]
    pub backend: BackendName,

    /// Ask this DIMACS solver, such as 'cadical -q'; {cnf} and {model} stand for
    /// files
    #[arg(long, value_name = "COMMAND", conflicts_with = "backend")]
    pub solver: Option<String>,

    /// Who races in the portfolio: native, cdcl, cdcl:SEED, SOLVER or
    /// SOLVER:ENCODING; may be repeated; as many as there are cores if not given
    #[arg(long, value_name = "WHO", conflicts_with = "solver")]
    pub member: Vec<String>,

    /// CNF encoding: a name from 'satoku encodings', or a file
    #[arg(long, value_name = "NAME|PATH", default_value = crate::encoding::DEFAULT)]
    pub encoding: String,

    /// How much reasoning comes before the clauses
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "locked",
        ignore_case = true
    )]
    pub presolve: Presolve,

    #[command(flatten)]
    pub time: TimeArgs,
}

/// How long to try.
#[derive(Args, Debug, Clone)]
pub struct TimeArgs {
    /// Seconds for each puzzle; no limit if not given
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

/// Most workers that may be asked for.
const MAX_JOBS: usize = 1024;

/// A number of workers.
pub fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text
        .parse()
        .ok()
        .filter(|jobs| (1..=MAX_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("expected 1 to {MAX_JOBS}"))
}

/// An integer of 64 bits.
pub fn number(text: &str) -> Result<i64, String> {
    text.parse()
        .map_err(|_| "expected an integer of 64 bits".into())
}

/// A positive number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds, such as 2 or 0.5")?;
    match Duration::try_from_secs_f64(value) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("expected a number of seconds above 0".into()),
    }
}

/// A positive time: seconds, or a number with s, m, h or d behind it.
pub fn duration(text: &str) -> Result<Duration, String> {
    let units = [('s', 1), ('m', 60), ('h', 3600), ('d', 86_400)];
    let split = |(unit, seconds)| Some((text.strip_suffix(unit)?, seconds));
    let (number, unit) = units.into_iter().find_map(split).unwrap_or((text, 1));
    let expected = || "expected a time above 0, such as 30, 90s, 10m or 2h".to_owned();
    let value: f64 = number.parse().map_err(|_| expected())?;
    match Duration::try_from_secs_f64(value * f64::from(unit)) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(expected()),
    }
}

/// The backends by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackendName {
    /// Search on bitmasks, with clause learning where that gets lost
    Native,
    /// Clause learning on the groups, without clauses for them
    Cdcl,
    /// varisat on the clauses of an encoding
    Varisat,
    /// batsat on the clauses of an encoding
    #[cfg(feature = "batsat")]
    Batsat,
    /// CaDiCaL on the clauses of an encoding
    #[cfg(feature = "cadical")]
    Cadical,
    /// All of these at once, for one solution of a hard large grid
    Portfolio,
}

/// A format for answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// One of the formats that can be read, too.
    Text(Format),
    /// For a terminal.
    Pretty,
    /// One object a line.
    Json,
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Target] {
        const ALL: [Target; 8] = [
            Target::Text(Format::Hdu),
            Target::Text(Format::Poj),
            Target::Text(Format::Pyramid),
            Target::Text(Format::Line),
            Target::Text(Format::Grid),
            Target::Text(Format::Sudokusat),
            Target::Pretty,
            Target::Json,
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Target::Text(format) => format.to_possible_value()?,
            Target::Pretty => PossibleValue::new("pretty")
                .help("Boxes drawn; givens bold, or marked with * where there is no colour"),
            Target::Json => PossibleValue::new("json").help("One JSON object a line"),
        })
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Format::Hdu => "HDU 1426: rows of 1-9 and ? split by spaces",
            Format::Poj => "POJ 2676: a count, then rows of 9 digits, 0 empty",
            Format::Pyramid => "NOIP 2009: rows of integers split by spaces, 0 empty",
            Format::Line => "One puzzle a line: 81 characters for 9×9",
            Format::Grid => "Rows as people paste them, drawn or not",
            Format::Sudokusat => "Large grids, drawn, with header lines",
        }))
    }
}

impl ValueEnum for Presolve {
    fn value_variants<'a>() -> &'a [Presolve] {
        &Presolve::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Presolve::None => "All candidates, a unit clause for each given",
            Presolve::Givens => "What the givens exclude is left out",
            Presolve::Singles => "Naked and hidden singles are settled before",
            Presolve::Locked => "Locked candidates are excluded before, too",
            Presolve::AllDifferent => "And subsets and fish of every size",
        }))
    }
}

impl ValueEnum for Syntax {
    fn value_variants<'a>() -> &'a [Syntax] {
        &Syntax::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Syntax::Cnf => "DIMACS CNF, for SAT solvers",
            Syntax::Wcnf => "Weighted CNF (2022 form), for MaxSAT solvers",
            Syntax::Opb => "Pseudo-Boolean constraints, for PB solvers",
        }))
    }
}

impl ValueEnum for Alphabet {
    fn value_variants<'a>() -> &'a [Alphabet] {
        &Alphabet::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Alphabet::Digits => "1-9, A-Z, a-z; 0 is empty",
            Alphabet::Hex => "0-9, A-F; 0 is the digit 1",
            Alphabet::Letters => "A-Z, a-z",
            Alphabet::Numbers => "Numbers split by spaces",
        }))
    }
}
