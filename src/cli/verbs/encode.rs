//! `satoku encode`

mod variants;

use crate::backend::{MAX_CANDIDATES, Presolve};
use crate::cli::args::{FileArgs, InputArgs, TimeArgs, positive};
use crate::cli::exit::{Exit, Interrupted, LimitReached};
use crate::cli::objective::{ObjectiveArgs, Objectives};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::with_whole_output;
use crate::cli::pipeline::packed::Packing;
use crate::cli::pipeline::{engines, session, signals};
use crate::cli::variants::{OnePuzzle, one_puzzle};
use crate::cnf::write::Syntax;
use crate::encoding::export::{self, ExportOptions, Unfinished};
use crate::encoding::{Encoding, VarMap};
use crate::grid::text::Record;
use crate::grid::{Candidates, Puzzle};
use crate::limits::Limits;
use crate::objective::PYRAMID_BASE;
use crate::outcome::Reason;
use crate::search::Native;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use std::io::{self, BufWriter, Write};
use std::path::Path;

const EXAMPLES: &str = "\
Comments in the file name the puzzle, the encoding and the candidate of each variable.
The same puzzle and options give the same bytes.

Candidates are numbered first, cell by cell and digit by digit: on a classic grid of side N,
digit D in row R and column C is variable ((R-1)*N + C-1)*N + D. On 9×9, r1c1=1 is 1 and
r9c9=9 is 729. With --presolve, the candidates that are left are numbered in the same order
without gaps, and cells with only one candidate have no variables. A comment
'c varname V rRcC=D' names each of these variables, and 'c part N' says what begins with
clause N. Auxiliary variables come last: 'c auxpart V FAMILY' says that those of FAMILY begin at
variable V, and 'c auxname V NAME' names some of those of variants.

The file name sets format and compression: .cnf, .wcnf or .opb, optionally followed by .gz,
.xz or .zst. Recent MaxSAT solvers read wcnf; older ones and clasp read only wcnf-old. PB
solvers and clasp read opb. The weights of an objective are divided by their greatest common
divisor; a comment says how to compute the score from what the solver minimises.

Examples:
  satoku encode puzzle.txt -o puzzle.cnf
  satoku encode --presolve locked puzzle.txt -o puzzle.cnf.xz
  satoku encode --encoding minimal puzzle.txt | minisat /dev/stdin model.txt
  satoku encode --objective pyramid puzzle.txt -o puzzle.wcnf
  satoku encode --puzzle 3 puzzles.txt | satoku sat - > model.txt";

/// Arguments of `satoku encode`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("timeout", |arg| arg.help("Time limit, in seconds; none by default")))]
pub struct EncodeArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Which puzzle of the input, counted from 1; needed if there are several
    #[arg(long, value_name = "K", value_parser = positive)]
    puzzle: Option<u64>,

    /// A name from 'satoku encodings', or a file
    #[arg(long, value_name = "NAME|PATH", default_value = crate::encoding::DEFAULT)]
    encoding: String,

    /// How far the puzzle is simplified before it is encoded
    #[arg(long, value_name = "LEVEL", default_value = "none", ignore_case = true)]
    presolve: Presolve,

    /// Output format; by default that of the file name, or cnf
    #[arg(long = "to", alias = "as", value_name = "FORMAT", ignore_case = true)]
    syntax: Option<Syntax>,

    /// Maximise this in a WCNF or OPB file; --weights implies it
    #[arg(long, value_enum, value_name = "OBJECTIVE", ignore_case = true)]
    objective: Option<ObjectiveName>,

    #[command(flatten)]
    scores: ObjectiveArgs,

    /// List the variables of candidates in a comment ('c p show'), for model counters
    #[arg(long)]
    show: bool,

    #[command(flatten)]
    time: TimeArgs,

    #[command(flatten)]
    output: FileArgs,
}

/// The objectives by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectiveName {
    /// The sum of digit × weight: weights are 6 on the rim and one more on each ring further in
    Pyramid,
}

/// Runs the verb.
pub fn run(args: &EncodeArgs) -> Result<Exit> {
    let encoding = engines::encoding(&args.encoding)?;
    let syntax = file_format(args)?;
    let optimised = args.objective.is_some() || args.scores.weights.is_some();
    let of_scores = [
        ("--minimise", args.scores.minimise),
        ("--base", args.scores.base != PYRAMID_BASE),
    ];
    if let (false, Some((option, _))) = (optimised, of_scores.iter().find(|(_, is)| *is)) {
        bail!("{option}: applies only to an objective; name one with --objective or --weights");
    }
    if optimised && syntax == Syntax::Cnf {
        let option = match args.objective {
            Some(_) => "--objective",
            None => "--weights",
        };
        bail!("{option}: a CNF file cannot hold an objective; use --to wcnf or --to opb");
    }
    let inputs = Inputs::new(&args.input);
    let limits = session::limits(args.time.timeout);
    let puzzle = one_puzzle(&inputs, args.puzzle, &limits)?;
    match puzzle.map_err(|reason| limit_reached(&reason))? {
        OnePuzzle::Classic(record) => encode(args, &encoding, syntax, optimised, &record, &limits),
        OnePuzzle::Variant(instance) => {
            variants::encode(args, &encoding, syntax, optimised, &instance, &limits)
        }
    }
}

fn encode(
    args: &EncodeArgs,
    encoding: &Encoding,
    syntax: Syntax,
    is_optimised: bool,
    record: &Record,
    limits: &Limits,
) -> Result<Exit> {
    let puzzle = &record.puzzle;
    let objective = match is_optimised {
        true => Some(Objectives::new(&args.scores)?.on_grid(puzzle.geometry())?),
        false => None,
    };
    let wish = ExportOptions {
        syntax,
        objective: objective.as_ref(),
        show: args.show,
        limits,
    };
    let map = variables(args.presolve, puzzle, limits).map_err(|reason| limit_reached(&reason))?;
    if map.len() > MAX_CANDIDATES {
        bail!(
            "{}: {} candidates are more than a file can number with the variables of a \
             scheme; try --presolve locked",
            session::place(record),
            map.len()
        );
    }
    written(args, limits, |out| {
        export::write(encoding, puzzle, &map, wish, out)
    })
}

/// Lets `write` write the formula, unless a limit is reached.
fn written(
    args: &EncodeArgs,
    limits: &Limits,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Exit> {
    with_whole_output(args.output.path(), |out| {
        signals::listen();
        let mut out = BufWriter::new(WithinLimits { out, limits });
        write(&mut out).map_err(failure)?;
        out.flush()?;
        Ok(Exit::Answered)
    })
}

/// The candidates that have a variable. For a contradiction, no cell has any.
fn variables(presolve: Presolve, puzzle: &Puzzle, limits: &Limits) -> Result<VarMap, Reason> {
    let found = presolve.variables_within(&mut Native::default(), puzzle, limits)?;
    let none = || VarMap::live(&Candidates::none(puzzle.geometry()));
    Ok(found.unwrap_or_else(none))
}

/// The error for a limit that was reached.
fn limit_reached(reason: &Reason) -> anyhow::Error {
    match reason {
        Reason::Interrupted => Interrupted.into(),
        Reason::TooLarge { .. } => anyhow::anyhow!("{reason}"),
        reason => LimitReached(Unfinished(reason.clone()).to_string()).into(),
    }
}

/// An output that fails when a limit is reached: to compress a formula may take longer than
/// to make it.
struct WithinLimits<'w, W> {
    out: W,
    limits: &'w Limits,
}

impl<W: Write> Write for WithinLimits<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.limits.exceeded() {
            Some(reason) => Err(io::Error::other(Unfinished(reason))),
            None => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The error for a limit that a writer reached, or for a failed output.
fn failure(error: io::Error) -> anyhow::Error {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    match cause {
        Some(Unfinished(reason)) => limit_reached(reason),
        None => error.into(),
    }
}

/// The format of `--to`, or that of the file name without the ending of its packing.
fn file_format(args: &EncodeArgs) -> Result<Syntax> {
    let path = args.output.path().unwrap_or(Path::new(""));
    let ending = |path: &Path| {
        let ending = path.extension().unwrap_or_default();
        ending.to_string_lossy().to_ascii_lowercase()
    };
    let inner = match Packing::of_output(path)? {
        Some(_) => path.with_extension(""),
        None => path.to_owned(),
    };
    let named = Syntax::ALL
        .into_iter()
        .find(|s| s.extension() == ending(&inner));
    match (args.syntax, named) {
        (Some(syntax), Some(named)) if syntax.extension() != named.extension() => bail!(
            "--to {syntax} does not fit the name of the file, {}; change one of them",
            path.display()
        ),
        (syntax, named) => Ok(syntax.or(named).unwrap_or(Syntax::Cnf)),
    }
}
