//! `satoku pyramid`

use crate::backend::{
    self, AutoBackend, Backend, Maximising, NativeBackend, Optimum, Presolve, Query, SatBackend,
};
use crate::budget::{Budget, Reason};
use crate::cli::args::{InputArgs, OutputArgs, TimeArgs};
use crate::cli::exit::{Differ, Exit};
use crate::cli::objective::{ObjectiveArgs, Objectives};
use crate::cli::present::{Effort, Position, Presenter, solution_text};
use crate::cli::session;
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::sat::Engine;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::time::Instant;

const EXAMPLES: &str = "\
A cell weighs 6 on the rim and one more for each ring, 10 in the centre of a
9×9 grid. One line a puzzle: the maximum of Σ digit × weight, or -1 if the
puzzle has no solution. A search that a limit ends says 'not proven' with the
best score so far; it never shows that score as a maximum.

Examples:
  satoku pyramid noip.in
  satoku pyramid --grid noip.in                  the best grid, too
  satoku pyramid --check noip.in                 two methods, compared
  satoku pyramid --method enumerate --model-limit 10000 --timeout 10 noip.in";

/// Arguments of `satoku pyramid`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PyramidArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    time: TimeArgs,

    #[command(flatten)]
    objective: ObjectiveArgs,

    /// How to find the maximum
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,

    /// Run a second method, native or sat, and compare what they prove
    #[arg(long)]
    check: bool,

    /// Show the best grid below its score
    #[arg(long)]
    grid: bool,

    /// Models that 'enumerate' looks at before it gives up
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    model_limit: u64,

    /// How SAT sees the puzzle: a name from 'satoku encodings', or a file
    #[arg(long, value_name = "NAME|PATH", default_value = crate::encoding::DEFAULT)]
    encoding: String,
}

/// Ways to find the maximum.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Native search for a while, then SAT
    Auto,
    /// Bitmask search with branch and bound
    Native,
    /// A totalizer over the smallest equivalent objective, from above
    Sat,
    /// The same objective from below, by unsatisfiable cores
    Cores,
    /// SAT models that differ where the smallest equivalent objective counts
    Project,
    /// SAT models one by one, each excluded by a blocking clause
    Enumerate,
}

impl Method {
    /// Another method to check this one.
    fn other(self) -> Method {
        match self {
            Method::Native | Method::Auto => Method::Sat,
            Method::Sat | Method::Cores | Method::Project | Method::Enumerate => Method::Native,
        }
    }
}

#[derive(Serialize)]
struct JsonLine<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(flatten)]
    effort: Effort<'a>,
}

/// Runs the verb.
pub fn run(args: &PyramidArgs) -> Result<Exit> {
    let objectives = Objectives::new(&args.objective)?;
    let mut backend = backend_of(args, args.method)?;
    let mut second = match args.check {
        true => Some(backend_of(args, args.method.other())?),
        false => None,
    };
    let (output, to) = (args.output.output.as_deref(), args.output.to);
    session::each_answer(&args.input, output, to, |presenter, record| {
        presenter.require(record)?;
        let start = Instant::now();
        let mut optimum = maximise(args, &objectives, &mut *backend, record)?;
        let mut winner = backend.name().to_owned();
        if let Some(second) = &mut second {
            let other = maximise(args, &objectives, &mut **second, record)?;
            agree(record, (&*backend, &optimum), (&**second, &other))?;
            if is_better(&other, &optimum) {
                optimum = other;
                winner = second.name().to_owned();
            }
        }
        let effort = Effort::new(&winner, start.elapsed());
        if optimum == Optimum::Unsatisfiable {
            session::tell_clashes(record);
        }
        present(args, presenter, record, &optimum, effort)?;
        Ok(exit_of(&optimum))
    })
}

/// Whether the answer tells more: a proof first, then the score, then the
/// bound.
fn is_better(one: &Optimum, other: &Optimum) -> bool {
    let rank = |optimum: &Optimum| match optimum {
        Optimum::Optimal { .. } | Optimum::Unsatisfiable => (2, 0, 0),
        Optimum::Feasible { score, bound, .. } => (1, *score, -bound.unwrap_or(i64::MAX)),
        Optimum::Unknown(_) => (0, 0, 0),
    };
    rank(one) > rank(other)
}

fn backend_of(args: &PyramidArgs, method: Method) -> Result<Box<dyn Backend>> {
    let maximising = match method {
        Method::Native => return Ok(Box::new(NativeBackend::default())),
        Method::Auto | Method::Sat => Maximising::Linear,
        Method::Cores => Maximising::Cores,
        Method::Project => Maximising::Project,
        Method::Enumerate => Maximising::Enumerate,
    };
    let encoding = session::encoding(&args.encoding)?;
    let sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
    let sat = sat.maximising(maximising);
    Ok(match method {
        Method::Auto => Box::new(AutoBackend::new(sat)),
        _ => Box::new(sat),
    })
}

fn maximise(
    args: &PyramidArgs,
    objectives: &Objectives,
    backend: &mut dyn Backend,
    record: &Record,
) -> Result<Optimum> {
    let objective = objectives
        .of(record.puzzle.geometry())
        .with_context(|| session::place(record))?;
    session::require(backend, record, &Query::Maximise(objective.clone()))?;
    let budget: Budget = session::budget(&args.time).up_to_models(args.model_limit);
    backend::maximise(backend, &record.puzzle, &objective, &budget)
        .with_context(|| session::place(record))
}

/// The scores between which the maximum lies, as far as the answer tells;
/// `None` if there is no solution.
fn range(optimum: &Optimum) -> Option<(i64, i64)> {
    match optimum {
        Optimum::Optimal { score, .. } => Some((*score, *score)),
        Optimum::Feasible { score, bound, .. } => Some((*score, bound.unwrap_or(i64::MAX))),
        Optimum::Unsatisfiable => None,
        Optimum::Unknown(_) => Some((i64::MIN, i64::MAX)),
    }
}

fn agree(
    record: &Record,
    (first, one): (&dyn Backend, &Optimum),
    (second, two): (&dyn Backend, &Optimum),
) -> Result<()> {
    let unknown = |optimum| matches!(optimum, &Optimum::Unknown(_));
    let compatible = match (range(one), range(two)) {
        (None, None) => true,
        (Some(a), Some(b)) => a.0 <= b.1 && b.0 <= a.1,
        _ => unknown(one) || unknown(two),
    };
    if compatible {
        return Ok(());
    }
    let said = format!(
        "{}: the methods differ: {} says {}, {} says {}",
        session::place(record),
        first.name(),
        text(one),
        second.name(),
        text(two)
    );
    Err(Differ(said).into())
}

fn exit_of(optimum: &Optimum) -> Exit {
    match optimum {
        Optimum::Optimal { .. } => Exit::Answered,
        Optimum::Unsatisfiable => Exit::NoSolution,
        Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => Exit::of_reason(reason),
    }
}

fn text(optimum: &Optimum) -> String {
    match optimum {
        Optimum::Optimal { score, .. } => score.to_string(),
        Optimum::Unsatisfiable => "-1".into(),
        Optimum::Unknown(reason) => format!("not proven: no solution found yet ({reason})"),
        Optimum::Feasible {
            score,
            bound,
            reason,
            ..
        } => match bound {
            Some(bound) => {
                format!("not proven: best {score}, no solution above {bound} ({reason})")
            }
            None => format!("not proven: best {score} ({reason})"),
        },
    }
}

fn best(optimum: &Optimum) -> Option<&Solution> {
    match optimum {
        Optimum::Optimal { solution, .. } | Optimum::Feasible { solution, .. } => Some(solution),
        Optimum::Unsatisfiable | Optimum::Unknown(_) => None,
    }
}

fn present(
    args: &PyramidArgs,
    presenter: &mut Presenter<'_>,
    record: &Record,
    optimum: &Optimum,
    effort: Effort<'_>,
) -> Result<()> {
    if presenter.is_json() {
        let (score, bound, reason) = match optimum {
            Optimum::Feasible {
                score,
                bound,
                reason,
                ..
            } => (Some(*score), *bound, Some(reason)),
            Optimum::Unknown(reason) => (None, None, Some(reason)),
            Optimum::Optimal { .. } | Optimum::Unsatisfiable => (None, None, None),
        };
        return presenter.json(&JsonLine {
            position: Position::of(record),
            verdict: verdict(optimum),
            maximum: match optimum {
                Optimum::Optimal { score, .. } => Some(*score),
                Optimum::Unsatisfiable => Some(-1),
                Optimum::Feasible { .. } | Optimum::Unknown(_) => None,
            },
            score,
            bound,
            reason: reason.map(Reason::to_string),
            solution: best(optimum).map(|solution| solution_text(record, solution)),
            effort,
        });
    }
    presenter.line(&text(optimum))?;
    match best(optimum).filter(|_| args.grid) {
        Some(solution) => presenter.grid(record, solution),
        None => Ok(()),
    }
}

fn verdict(optimum: &Optimum) -> &'static str {
    match optimum {
        Optimum::Optimal { .. } => "optimal",
        Optimum::Feasible { .. } => "feasible",
        Optimum::Unsatisfiable => "unsatisfiable",
        Optimum::Unknown(_) => "unknown",
    }
}
