//! `satoku pyramid`

mod combinations;
mod explain;
mod found;
mod json;
mod optima;
mod present;
mod progress;
mod replay;
mod variants;

use crate::backend::{
    self, AutoBackend, Backend, MaximumMethod, NativeBackend, Optimum, Presolve, Query, SatBackend,
};
use crate::certify::Assertion;
use crate::cli::args::{
    ENGINE, InputArgs, ListArgs, OutputArgs, OutputFormat, TimeArgs, offering_all_but, positive,
    within,
};
use crate::cli::certify::{Certify, CertifyArgs};
use crate::cli::exit::Exit;
use crate::cli::objective::{ObjectiveArgs, Objectives};
use crate::cli::pipeline::check::{
    CheckArgs, CheckLog, CheckOutcome, Checks, ClassicSecond, MaximumToCheck, PuzzleTexts,
};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::provenance::Provenance;
use crate::cli::pipeline::run::{PuzzleAnswer, PuzzleOutcome, PuzzleQuestion, PuzzleRun};
use crate::cli::pipeline::session;
use crate::cli::variants::reads_variants;
use crate::grid::Geometry;
use crate::grid::text::Record;
use crate::objective::{Objective, Progress};
use crate::rules::text::VariantFormat;
use crate::sat::Engine;
use anyhow::{Context, Result, bail};
use clap::{ArgGroup, Args, ValueEnum};
use combinations::{certify_one_score, require_grids, require_one_list};
use found::Found;
use present::MaximumAnswer;
use progress::BestSoFar;
use std::time::Instant;

const EXAMPLES: &str = "\
Prints one line per puzzle: the maximum of Σ digit × weight, or -1 if the puzzle has no
solution. A cell weighs 6 on the rim and one more on each ring further in, up to 10 in the
centre of a 9×9 grid. Where -1 may be a score, as with --weights or a negative --base, and in
the formats of variants, a puzzle without a solution is 'no solution'.

A search that hits a limit prints 'not proven' with the best score so far, and never that
score as a maximum. With --certify it still writes a certificate, of the best score so far
and an upper bound: 'No solution scores above 81009, and one scores 80983'.

SAT checks maxima that the native search finds, and the native search checks those of SAT.

Puzzles in JSON, as links or with --rules take one weight per cell, up to 10⁹ in size, and the
methods auto, native and sat.

Examples:
  satoku pyramid noip.in                         # the maximum of each puzzle
  satoku pyramid --grid noip.in                  # the best grid, too
  satoku pyramid --check all noip.in             # every maximum by two methods
  satoku pyramid --top 3 --grid noip.in          # the three best scores
  satoku pyramid --weights w.csv --minimise a.txt
  satoku pyramid --certify folder noip.in        # with a proof
  satoku pyramid --box 5x5 --timeout 240 --certify folder empty25.txt
  satoku pyramid --explain                       # 81 cells become 17
  satoku pyramid --method enumerate --model-limit 10000 --timeout 10 noip.in";

/// Maximum number of scores, which are all in memory with a grid each.
const MOST_SCORES: u64 = 1_000_000;

/// How many models are examined unless the arguments say.
const MODELS: u64 = 100_000;

/// A format of solutions alone.
const REFUSED: [OutputFormat; 1] = [OutputFormat::Variant(VariantFormat::Jigsaw)];

/// Arguments of `satoku pyramid`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("check", |arg| arg.long_help(None::<&'static str>)))]
#[command(mut_arg("to", |arg| arg.help("Output format; by default one score per line, or JSON if the puzzles are in JSON. Grid formats need --grid or --all").value_parser(offering_all_but(&REFUSED))))]
#[command(group(ArgGroup::new("optima").multiple(true)))]
#[command(mut_args(combinations::unless_about_objectives))]
pub struct PyramidArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    time: TimeArgs,

    #[command(flatten)]
    objective: ObjectiveArgs,

    /// How to find the maximum
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        default_value_t = Method::Auto,
        help_heading = ENGINE
    )]
    method: Method,

    #[command(flatten)]
    check: CheckArgs,

    /// Print the best grid below its score
    #[arg(long)]
    grid: bool,

    /// Print all best grids below their score, up to --limit
    #[arg(long, group = "optima")]
    all: bool,

    /// Print the number of best grids after the score, up to --limit; a '+' after it means that
    /// there may be more
    #[arg(long, group = "optima")]
    count: bool,

    /// Maximum number of best grids to print or count
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "optima",
          value_parser = positive)]
    limit: u64,

    /// Print the K highest distinct scores, up to a million, one per line, with an empty line
    /// between puzzles
    #[arg(long, value_name = "K", value_parser = top)]
    top: Option<u64>,

    /// Print the smallest equivalent objective for this --box, and exit; no puzzles are read
    #[arg(long)]
    explain: bool,

    #[arg(long, value_name = "N", value_parser = positive, help_heading = ENGINE)]
    #[arg(help = format!("Maximum number of models to examine with 'enumerate' [default: {MODELS}]"))]
    model_limit: Option<u64>,

    /// CNF encoding: a name from 'satoku encodings', or a file
    #[arg(long, value_name = "NAME|PATH", default_value = crate::encoding::DEFAULT,
          help_heading = ENGINE)]
    encoding: String,

    #[command(flatten)]
    certify: CertifyArgs,
}

/// Ways to find the maximum.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Native search first, then SAT
    Auto,
    /// Bitmask search with branch and bound
    Native,
    /// SAT with a totalizer over the smallest equivalent objective: finds better solutions until no
    /// better one exists. Falls back on 'cores' if there are too many sums for a totalizer
    Sat,
    /// SAT with unsatisfiable cores: a falling upper bound until a solution reaches it
    Cores,
    /// SAT models that differ on the smallest equivalent objective
    Project,
    /// All SAT models, each excluded by a blocking clause
    Enumerate,
}

/// A puzzle with its answer.
struct PyramidAnswer {
    record: Record,
    found: Found,
    by: Provenance,
    checked: Option<CheckOutcome>,
}

impl PuzzleAnswer for PyramidAnswer {
    fn record(&self) -> &Record {
        &self.record
    }

    fn found(&self) -> &dyn PuzzleOutcome {
        &self.found
    }
}

/// Answers puzzles in one thread.
struct Worker<'a> {
    args: &'a PyramidArgs,
    objectives: &'a Objectives,
    backend: Box<dyn Backend>,
    second: ClassicSecond,
    progress: Option<BestSoFar>,
}

/// Runs the verb.
pub fn run(args: &PyramidArgs) -> Result<Exit> {
    if args.model_limit.is_some() && args.method != Method::Enumerate {
        bail!("--model-limit applies only to enumeration: add --method enumerate");
    }
    let objectives = Objectives::new(&args.objective)?;
    if args.explain {
        let geometry = args.input.read.box_shape.unwrap_or(Geometry::CLASSIC);
        return explain::run(&objectives, geometry, args.output.file.path());
    }
    // Mistakes in the arguments are reported before anything is read.
    require_grids(args)?;
    if args.output.to.is_some() {
        require_one_list(args, args.output.to)?;
    }
    Worker::new(args, &objectives)?;
    let inputs = Inputs::new(&args.input);
    if reads_variants(&inputs, args.output.to)? {
        return variants::run(args, &inputs, &objectives);
    }
    require_one_list(args, args.output.to)?;
    certify_one_score(args);
    let (output, to) = (args.output.file.path(), args.output.to);
    let mut certify = Certify::new(&args.certify, &args.time)?;
    let command = replay::command(args);
    let mut log = CheckLog::new(&command);
    let run = PuzzleRun {
        checks: Checks::ByVerb(args.check.check),
        ..PuzzleRun::new(&inputs, output, to, &args.list)
    };
    let worker = || {
        let mut worker = Worker::new(args, &objectives)?;
        Ok(move |question| worker.answer(question))
    };
    let exit = run.answer_whole(worker, |presenter, mut answer: PyramidAnswer, context| {
        let checked_by = log.note_if_any(answer.checked.take())?;
        let (record, optimum) = (&answer.record, &answer.found.optimum);
        let goal = || goal(record, optimum, &objectives);
        let place = || session::place(record);
        certify.prove(context.number, Some(&record.puzzle), place, goal, || {
            present(args, &objectives, presenter, &answer, &checked_by)?;
            present::warn_stops(&answer.found.optima, || session::place(record));
            Ok(())
        })
    })?;
    if to == Some(OutputFormat::Pretty) {
        log.report();
    }
    Ok(exit.max(certify.finish()))
}

fn present(
    args: &PyramidArgs,
    objectives: &Objectives,
    presenter: &mut Presenter<'_>,
    answer: &PyramidAnswer,
    checked_by: &[String],
) -> Result<()> {
    let weights = || {
        let objective = objectives.on_grid(answer.record.puzzle.geometry())?;
        // Values of candidates are not weights of cells.
        Ok(objective.plain().weights().map(<[i64]>::to_vec))
    };
    let shown = MaximumAnswer {
        puzzle: &answer.record,
        found: &answer.found,
        answered_by: answer.by.answered_by(checked_by),
        unsolvable: present::unsolvable(objectives, true),
        weights: &weights,
    };
    shown.present(args, objectives, presenter)
}

/// The K of --top.
fn top(text: &str) -> Result<u64, String> {
    within(text, 1..=MOST_SCORES)
}

/// What a certificate can say about the answer.
fn goal(
    record: &Record,
    optimum: &Optimum,
    objectives: &Objectives,
) -> Result<Option<Assertion<Objective>>> {
    let objective = || objectives.on_grid(record.puzzle.geometry());
    Ok(match optimum {
        Optimum::Optimal { .. } => Some(Assertion::Best(objective()?)),
        Optimum::Unsatisfiable => Some(Assertion::Solutions(0)),
        Optimum::Feasible {
            solution, bound, ..
        } => Some(Assertion::AtMost {
            objective: objective()?,
            solution: solution.clone(),
            bound: bound.map(|bound| objectives.direction.signed(bound)),
        }),
        Optimum::Unknown(_) => None,
    })
}

impl<'a> Worker<'a> {
    fn new(args: &'a PyramidArgs, objectives: &'a Objectives) -> Result<Worker<'a>> {
        Ok(Worker {
            args,
            objectives,
            backend: backend_of(args, args.method)?,
            second: ClassicSecond::new(engines::encoding(&args.encoding)?),
            progress: BestSoFar::on_terminal(args.list.jobs.count()),
        })
    }

    fn answer(&mut self, question: PuzzleQuestion) -> Result<PyramidAnswer> {
        let record = question.record;
        Presenter::check(self.args.output.to, &record)?;
        let start = Instant::now();
        let limits = session::limits(self.args.time.timeout)
            .up_to_models(self.args.model_limit.unwrap_or(MODELS));
        if let Some(line) = &mut self.progress {
            line.reset();
        }
        let place = || session::place(&record);
        let (puzzle, backend) = (&record.puzzle, &mut *self.backend);
        let objective = self
            .objectives
            .on_grid(puzzle.geometry())
            .with_context(place)?;
        let objective = objective.to_maximise();
        session::require_support(backend, &record, &Query::Maximise(objective.clone()))?;
        let shown = |score| self.objectives.direction.signed(score);
        let watch = |improvement| {
            if let Some(line) = &self.progress {
                line.show(improvement, shown);
            }
        };
        let progress = Progress::to(&watch);
        let optimum =
            backend::maximise_with_progress(backend, puzzle, objective, &limits, progress)
                .with_context(place)?;
        let maximum = MaximumToCheck {
            puzzle,
            objective,
            optimum: &optimum,
            by: &Provenance::of(&*self.backend, start),
        };
        let optima = optima::optima(self.args, self.objectives, puzzle, &optimum, &limits);
        let optima = optima.with_context(place)?;
        let by = Provenance::of(&*self.backend, start);
        let checked = match question.is_checked {
            true => {
                let unsolvable = present::unsolvable(self.objectives, true);
                let shown = |optimum: &Optimum| present::text(optimum, unsolvable, &shown);
                // What else was asked for has taken its part of the time.
                let rest = by.took.saturating_sub(maximum.by.took);
                let timeout = self.args.time.timeout;
                let timeout = timeout.map(|timeout| timeout.saturating_sub(rest));
                let second = self.second.other(maximum.by.approach, puzzle);
                maximum.check(second, timeout, || PuzzleTexts::of(&record), shown)
            }
            false => None,
        };
        Ok(PyramidAnswer {
            record,
            found: Found { optimum, optima },
            by,
            checked,
        })
    }
}

fn backend_of(args: &PyramidArgs, method: Method) -> Result<Box<dyn Backend>> {
    let maximising = match method {
        Method::Native => return Ok(Box::new(NativeBackend::default())),
        Method::Auto | Method::Sat => MaximumMethod::Linear,
        Method::Cores => MaximumMethod::Cores,
        Method::Project => MaximumMethod::Project,
        Method::Enumerate => MaximumMethod::Enumerate,
    };
    let encoding = engines::encoding(&args.encoding)?;
    let sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
    let sat = sat.maximising(maximising);
    Ok(match method {
        Method::Auto => Box::new(AutoBackend::new(sat)),
        _ => Box::new(sat),
    })
}
