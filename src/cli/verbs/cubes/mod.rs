//! `satoku cubes`

mod answer;
mod certificate;
mod proofs;
mod saved;
mod task;

use crate::backend::Query;
use crate::certify::{self, CertifyError, MAX_PARTS, MAX_SIDE, MAX_SOLUTIONS};
use crate::cli::args::{
    FileArgs, InputArgs, JobsArgs, TimeArgs, on_disk, positive, seconds, within,
};
use crate::cli::certify::fault;
use crate::cli::exit::{Exit, not_compiled};
use crate::cli::objective::{ObjectiveArgs, Objectives};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::{Output, complete};
use crate::cli::pipeline::{clashes, session};
use crate::cli::variants::{OnePuzzle, one_puzzle};
use crate::escape;
use crate::grid::text::line_text;
use crate::objective::{Directed, PYRAMID_BASE};
use anyhow::{Context, Result, bail};
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use task::Task;

const EXAMPLES: &str = "\
A cube is a set of assumptions: these cells hold these digits. No two cubes of a puzzle share a
solution, and together they have all solutions, so each can be solved separately, on another
core or another machine. They are chosen by look-ahead, and the same puzzle and options give
the same cubes. Parts that propagation refutes are left out.

JSON has a line for each cube: its number, its candidates, and, for classic puzzles, the puzzle
with these candidates as givens. iCNF is for incremental SAT solvers: 'p inccnf', the clauses,
and a line 'a LITERALS 0' for each cube. With --maximum, further clauses demand a better score
than the one that was found first, which a comment states. If no cube has a model, that score
is the maximum.

With --solve, all cubes are solved here, and their answers are combined into that of the
puzzle. The run ends as soon as that is known. --resume FILE keeps the answers of the cubes,
and continues where an earlier run with the same puzzle and options ended.

With --certify, a cube's proof is a refutation or, for maxima of classic puzzles, prices that
bound its scores. If the maximum stays open, prices prove the bound. With --resume as well,
FILE.proofs keeps the proofs until the certificate is complete. A run without --certify can be
resumed with it.

Examples:
  satoku cubes hard36.txt --count 1000 -o cubes.json
  satoku cubes hard36.txt --to icnf -o cubes.icnf
  satoku cubes large16.txt --maximum --to icnf -o cubes.icnf
  satoku cubes hard36.txt --solve --jobs 8 --cube-timeout 600 --resume answers.json
  satoku cubes noip.in --maximum --certify certificate
  satoku cubes hard36.txt --resume answers.json --certify certificate
  satoku verify certificate";

/// Arguments of `satoku cubes`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("timeout", |arg| {
    arg.help("Time limit for the whole run, in seconds; none by default")
}))]
#[command(mut_arg("jobs", |arg| {
    arg.help("Number of cubes to solve in parallel; the number of cores by default")
        .requires("solving")
}))]
#[command(group(ArgGroup::new("solving").multiple(true)))]
pub struct CubesArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Which puzzle of the input, counted from 1; needed if there are several
    #[arg(long, value_name = "K", value_parser = positive)]
    puzzle: Option<u64>,

    /// Number of cubes to make; the last split may make a few more, and a puzzle that cannot be
    /// split that far makes fewer
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = |text: &str| within(text, 1..=1_000_000))]
    count: u64,

    /// Make cubes for the maximum score: a solution is found first, and the cubes hold
    /// only solutions that score more
    #[arg(long)]
    maximum: bool,

    #[command(flatten)]
    scores: ObjectiveArgs,

    /// Read a known solution from FILE (one line) instead of searching for one
    #[arg(long, value_name = "FILE", requires = "maximum")]
    known: Option<PathBuf>,

    /// Format of the cubes (json, icnf) or, with --solve, of the answer (text, json)
    #[arg(long, value_enum, value_name = "FORMAT", ignore_case = true)]
    to: Option<CubesFormat>,

    /// CNF encoding for --to icnf: a name from 'satoku encodings', or a file; extended by default
    #[arg(long, value_name = "NAME|PATH")]
    encoding: Option<String>,

    /// Solve the cubes, and answer the puzzle
    #[arg(long, group = "solving")]
    solve: bool,

    /// With --solve or --certify, count solutions up to K
    #[arg(long, value_name = "K", default_value_t = 2, conflicts_with = "maximum",
          requires = "solving", value_parser = positive)]
    limit: u64,

    /// Time limit for each cube, in seconds; none by default
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    cube_timeout: Option<Duration>,

    /// Save the answers of cubes in FILE, and skip cubes that are answered there
    #[arg(long, value_name = "FILE", value_parser = on_disk())]
    resume: Option<PathBuf>,

    /// Solve the cubes and write a certificate of the answer for 'satoku verify' to this folder or
    /// .zip archive: a proof for each cube, and one that no solution is outside them
    #[arg(long, value_name = "FOLDER", group = "solving")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    jobs: JobsArgs,

    #[command(flatten)]
    time: TimeArgs,

    #[command(flatten)]
    output: FileArgs,
}

/// The forms of output.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum CubesFormat {
    /// One object per line
    Json,
    /// Clauses and assumptions for incremental SAT solvers
    Icnf,
    /// The answer for people
    Text,
}

impl CubesArgs {
    /// Whether the cubes are solved here.
    fn solves(&self) -> bool {
        self.solve || self.certify.is_some()
    }

    /// Whether solutions are counted without keeping them: there may be too many.
    fn counts(&self) -> bool {
        self.limit > MAX_SOLUTIONS
    }
}

/// Runs the verb.
pub fn run(args: &CubesArgs) -> Result<Exit> {
    check(args)?;
    let objectives = match args.maximum {
        true => Some(Objectives::new(&args.scores)?),
        false => None,
    };
    let objectives = objectives.as_ref();
    // An output that cannot be written is noticed before the work.
    let output = Output::open(args.output.path())?;
    complete(output, |out| split(args, objectives, out))
}

/// Reads the puzzle, and writes its cubes or their answer.
fn split(args: &CubesArgs, objectives: Option<&Objectives>, out: &mut Output) -> Result<Exit> {
    let inputs = Inputs::new(&args.input);
    let limits = session::limits(args.time.timeout);
    let record = match one_puzzle(&inputs, args.puzzle, &limits)? {
        Ok(OnePuzzle::Classic(record)) => record,
        Ok(OnePuzzle::Variant(instance)) => {
            instance.warn_of_clashes();
            let objective = objectives.map(|given| given.on_board(instance.puzzle.board()));
            let objective = objective.transpose()?;
            let task = Task {
                args,
                query: query(args, objective.as_ref()),
                objective,
                puzzle: instance.puzzle,
                name: escape::json(&instance.item.description)?,
                question: question(args, objectives),
                limits,
            };
            return task.run(out);
        }
        Err(reason) => return Err(not_compiled(reason)),
    };
    clashes::warn_of_clashes(&record);
    let geometry = record.puzzle.geometry();
    if args.certify.is_some() && geometry.side() > MAX_SIDE {
        return Err(fault(CertifyError::Side(geometry.side()))).context(session::place(&record));
    }
    let line = line_text(geometry, record.alphabet, record.puzzle.cells());
    let objective = objectives.map(|given| given.on_grid(geometry));
    let objective = objective.transpose()?;
    let task = Task {
        args,
        query: query(args, objective.as_ref()),
        objective,
        puzzle: record.puzzle,
        name: format!("{geometry} {line}"),
        question: question(args, objectives),
        limits,
    };
    task.run(out)
}

/// What is asked of the puzzle.
fn query<O: Clone>(args: &CubesArgs, objective: Option<&Directed<O>>) -> Query<O> {
    match objective {
        Some(objective) => Query::Maximise(objective.to_maximise().clone()),
        None if args.counts() => Query::Count { limit: args.limit },
        None => Query::Enumerate { limit: args.limit },
    }
}

/// The query as text.
fn question(args: &CubesArgs, objectives: Option<&Objectives>) -> String {
    match objectives {
        Some(objectives) => objectives.question(),
        None if args.counts() => format!("number of solutions up to {}", args.limit),
        None => format!("solutions up to {}", args.limit),
    }
}

/// Refuses options that do not go together.
fn check(args: &CubesArgs) -> Result<()> {
    if let Some(folder) = &args.certify {
        certify::require_free(folder).map_err(fault)?;
        if args.count > MAX_PARTS as u64 {
            bail!("--certify: --count is too large, expected at most {MAX_PARTS} cubes");
        }
        if args.limit > MAX_SOLUTIONS {
            bail!(
                "--certify: --limit is too large, expected at most {MAX_SOLUTIONS}: a certificate \
                 shows every solution"
            );
        }
    }
    if !args.solves() && (args.cube_timeout.is_some() || args.resume.is_some()) {
        bail!("--cube-timeout and --resume apply only to solving cubes: add --solve or --certify");
    }
    let scores = &args.scores;
    let has_base = scores.base != PYRAMID_BASE;
    if !args.maximum && (scores.weights.is_some() || scores.minimise || has_base) {
        bail!("--weights, --base and --minimise apply only to the best score: add --maximum");
    }
    if args.encoding.is_some() && args.to != Some(CubesFormat::Icnf) {
        bail!("--encoding applies only to formulas: add --to icnf");
    }
    match args.to {
        Some(CubesFormat::Icnf) if args.solves() => {
            bail!("--to icnf writes cubes and --solve answers them: leave one of them out")
        }
        Some(CubesFormat::Text) if !args.solves() => {
            bail!("--to text is the form of an answer: add --solve, or use --to json or icnf")
        }
        _ => Ok(()),
    }
}
