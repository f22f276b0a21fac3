//! `satoku compare`

mod findings;
mod page;
mod progress;
mod report;
mod roster;
mod run;
mod source;
mod state;

use crate::cli::args::InputArgs;
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::quoted;
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::partial::require_writable;
use crate::compare::Depth;
use crate::compare::corpus::{Corpus, Sort};
use crate::grid::Geometry;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum, builder::PossibleValue};
use run::Run;
use state::State;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Asks the native searches and varisat with every encoding for a solution, the
count, all solutions up to a limit and the pyramid maximum, and reports answers
that cannot all be right, each with a command that replays it. Before that, each
encoding is proven equivalent to the rules on small grids. What is known of a
random puzzle's solutions is known before anybody is asked; a line such as
'PUZZLE:2' says that the puzzle has 2 solutions.

A solver that crashes, lies, prints garbage or hangs is a finding of its own. Each
finding is shrunk to a small puzzle and, where a SAT solver is to blame, to a few
clauses, and stands in a group with its likes. A time-out is told, but it is no
wrong answer.

Examples:
  satoku compare puzzles.txt
  satoku compare --random 1000 --seed 1
  satoku compare --random 50 --box 2x3 --encoding my.toml
  satoku compare --for 10m --boxes 2x2,2x3,3x2,3x3 --kinds minimal,none
  satoku compare --for 1h --resume state.json --solver 'cadical -q' --findings found
  satoku compare --for 1h --images 4096 --encoding extended    some 10⁸ answers
  satoku compare --random 100 --solver ./mine --solver-timeout 2 --html report.html";

/// Arguments of `satoku compare`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Compare on random puzzles: seeds S, S+1, …
    #[arg(long, value_name = "N")]
    random: Option<u64>,

    /// Compare on random puzzles for this long: seconds, or 10m, 2h
    #[arg(long = "for", value_name = "DURATION", value_parser = crate::cli::args::duration)]
    time: Option<Duration>,

    /// The first seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Sorts of random puzzles; all if not given
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', ignore_case = true)]
    kinds: Vec<Sort>,

    /// Boxes of random puzzles, such as 2x3,3x3; those of --box, or 3x3, if not given
    #[arg(long, value_name = "RxC,…", value_delimiter = ',')]
    boxes: Vec<Geometry>,

    /// Solutions to count and enumerate for each puzzle
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Ask the lock-step search, on every instruction set, about so many images of
    /// each 9×9 puzzle under random symmetries
    #[arg(long, value_name = "N", default_value_t = 0)]
    images: usize,

    /// Encodings to compare, by name or file; all built-in ones if not given
    #[arg(long, value_name = "NAME|PATH")]
    encoding: Vec<String>,

    /// Compare this DIMACS solver, too, such as 'cadical -q'; may be repeated
    #[arg(long, value_name = "COMMAND")]
    solver: Vec<String>,

    /// Seconds for each question
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::args::seconds,
          default_value = "10")]
    timeout: Duration,

    /// Seconds for each run of a --solver; those of the question if not given
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::args::seconds)]
    solver_timeout: Option<Duration>,

    /// Puzzles at once; the report is the same for any number
    #[arg(long, value_name = "N", default_value_t = crate::cli::args::cores(),
          value_parser = crate::cli::args::jobs)]
    jobs: usize,

    /// Keep the state in this file, and go on where it stands
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Save the smallest puzzle and formula of each group of findings here
    #[arg(long, value_name = "FOLDER")]
    findings: Option<PathBuf>,

    /// One JSON object for each difference, each group, and the figures; or groups
    /// and figures as one object in a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    json: Option<PathBuf>,

    /// Write groups and figures as a page that needs nothing beside it
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write FILE atomically
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ValueEnum for Sort {
    fn value_variants<'a>() -> &'a [Sort] {
        &Sort::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Sort::Proper => "One solution, found by singles",
            Sort::Minimal => "One solution, no given to spare",
            Sort::Few => "A few givens",
            Sort::Many => "Many solutions",
            Sort::None => "No solution, and no clash to be seen",
            Sort::Clash => "Two givens that clash",
        }))
    }
}

impl CompareArgs {
    fn is_random(&self) -> bool {
        self.random.is_some() || self.time.is_some()
    }

    /// Whether puzzles are read.
    fn reads(&self) -> bool {
        !self.input.files.is_empty() || !self.is_random()
    }

    fn corpus(&self) -> Corpus {
        let shape = self.input.read.box_shape.unwrap_or(Geometry::CLASSIC);
        let given = |list: &[Geometry]| !list.is_empty();
        Corpus {
            sorts: match &self.kinds[..] {
                [] => Sort::ALL.to_vec(),
                kinds => kinds.to_vec(),
            },
            shapes: match given(&self.boxes) {
                true => self.boxes.clone(),
                false => vec![shape],
            },
        }
    }

    fn depth(&self) -> Depth {
        Depth {
            limit: self.limit,
            maximum_up_to: self.limit,
        }
    }

    /// Whether each difference is a JSON object on standard output.
    fn json_lines(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// The options that a replay needs.
    fn shared_options(&self) -> String {
        let encodings = self.encoding.iter().map(|e| ("encoding", e));
        let solvers = self.solver.iter().map(|s| ("solver", s));
        let words = encodings.chain(solvers);
        let more: String = words
            .map(|(option, word)| format!(" --{option} {}", quoted(word)))
            .collect();
        let images = match self.images {
            0 => String::new(),
            images => format!(" --images {images}"),
        };
        let limit = self.solver_timeout.map(|time| time.as_secs_f64());
        let limit = limit.map_or_else(String::new, |time| format!(" --solver-timeout {time}"));
        format!(
            " --limit {}{images} --timeout {}{more}{limit}",
            self.limit,
            self.timeout.as_secs_f64()
        )
    }

    fn kind_names(&self) -> String {
        let names: Vec<&str> = self.corpus().sorts.iter().map(|s| s.name()).collect();
        names.join(",")
    }

    fn shape_names(&self) -> String {
        let shapes = self.corpus().shapes;
        let names: Vec<String> = shapes.iter().map(Geometry::to_string).collect();
        names.join(",")
    }

    /// Refuses options that contradict each other.
    fn check(&self) -> Result<()> {
        if self.resume.is_some()
            && self.reads()
            && crate::cli::pipeline::input::may_wait(&self.input)
        {
            bail!("--resume: found standard input or a pipe, expected files, which stay the same");
        }
        // Told now, and not at the first finding.
        if let Some(folder) = &self.findings {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot be made", folder.display()))?;
            // A file without a name goes away by itself.
            tempfile::tempfile_in(folder)
                .with_context(|| format!("{}: cannot be written", folder.display()))?;
        }
        let json = self.json.as_deref().filter(|_| !self.json_lines());
        for report in [json, self.html.as_deref()].into_iter().flatten() {
            require_writable(report)?;
        }
        Ok(())
    }
}

/// Runs the verb.
pub fn run(args: &CompareArgs) -> Result<Exit> {
    args.check()?;
    let state = State::open(args)?;
    let roster = roster::roster(args)?;
    with_output(args.output.as_deref(), |out| {
        Run::new(args, &roster, state, out).go()
    })
}
