//! `satoku pyramid` on variants: Σ digit × weight of the cell.

use super::{Method, PyramidArgs, present};
use crate::backend::{self, Backend, Optimum, Query, VariantNative, VariantSat};
use crate::cli::args::Target;
use crate::cli::exit::Exit;
use crate::cli::pipeline::present::{AnsweredBy, NO_SOLUTION};
use crate::cli::pipeline::session;
use crate::cli::variants::{
    Answered, SecondEngine, VariantInput, VariantPosition, VariantPresenter, VariantQuestion,
    VariantRun, WeightsGiven,
};
use crate::grid::text::Format;
use crate::outcome::Reason;
use crate::rules::VariantPuzzle;
use crate::rules::text::VariantFormat;
use crate::sat::Engine;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::time::Instant;

#[derive(Serialize)]
struct MaximumJson<'a> {
    #[serde(flatten)]
    position: VariantPosition<'a>,
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
    effort: AnsweredBy<'a>,
}

/// Refuses what is for classic puzzles only.
fn check(args: &PyramidArgs) -> Result<()> {
    if args.certify.is_wanted() {
        bail!("--certify: takes classic puzzles only; use 'satoku prove' for variants");
    }
    let classic = [
        (args.all, "--all"),
        (args.count, "--count"),
        (args.top.is_some(), "--top"),
    ];
    match classic.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => bail!("{option}: takes classic puzzles only"),
        None => Ok(()),
    }
}

/// Runs the verb.
pub fn run(args: &PyramidArgs) -> Result<Exit> {
    check(args)?;
    let weights = WeightsGiven::new(&args.objective)?;
    backend_of(args)?;
    let input = VariantInput::new(&args.input)?;
    let to = match input.target(args.output.to)? {
        Some(Target::Variant(VariantFormat::Jigsaw)) => Some(Target::Text(Format::Line)),
        to => to,
    };
    let command = super::check::command(args);
    let run = VariantRun {
        input: &input,
        output: args.output.output.as_deref(),
        to,
        list: &args.list,
        jobs: args.list.jobs.count(),
        check: args.check.check,
        command: &command,
        stats: false,
    };
    let worker = || {
        let mut backend = backend_of(args)?;
        let rules = &args.input.read.rules;
        let mut second = SecondEngine::new(&args.encoding, &args.time, rules)?;
        let weights = &weights;
        Ok(move |asked| answer(args, weights, &mut *backend, &mut second, asked))
    };
    run.answer_whole(worker, |out, answer, checked_by| {
        let mut presenter = VariantPresenter { out, to };
        show(args, &weights, &mut presenter, answer, checked_by)
    })
}

fn backend_of(args: &PyramidArgs) -> Result<Box<dyn Backend<VariantPuzzle>>> {
    let encoding = session::encoding(&args.encoding)?;
    match args.method {
        Method::Auto | Method::Native => Ok(Box::new(VariantNative::default())),
        Method::Sat => Ok(Box::new(VariantSat::new(&encoding, &Engine::varisat()))),
        Method::Cores | Method::Project | Method::Enumerate => {
            bail!("--method: variants are maximised by native or sat")
        }
    }
}

fn answer(
    args: &PyramidArgs,
    weights: &WeightsGiven,
    backend: &mut dyn Backend<VariantPuzzle>,
    second: &mut SecondEngine,
    asked: VariantQuestion,
) -> Result<Answered<Optimum>> {
    let VariantQuestion { case, is_checked } = asked;
    let place = || case.item.place();
    let start = Instant::now();
    let limits = session::limits(&args.time);
    let objective = weights
        .to_maximise(case.puzzle.board())
        .with_context(place)?;
    let query = Query::Maximise(objective.clone());
    backend.supports(&case.puzzle, &query).with_context(place)?;
    let optimum = backend::maximise(backend, &case.puzzle, &objective, &limits);
    let optimum = optimum.with_context(place)?;
    let (exit, is_stopped) = match &optimum {
        Optimum::Optimal { .. } => (Exit::Answered, false),
        Optimum::Unsatisfiable => (Exit::NoSolution, false),
        Optimum::Feasible { reason, .. } => (Exit::of_reason(reason), false),
        Optimum::Unknown(reason) => (Exit::of_reason(reason), true),
    };
    let mut answer = Answered::new(case.clone(), optimum, exit, backend, start);
    answer.is_stopped = is_stopped;
    if is_checked {
        let shown = |optimum: &Optimum| present::text(optimum, &|score| weights.shown(score));
        let first = answer.as_first();
        answer.checked = second.check_maximum(&first, &objective, &answer.found, shown);
    }
    Ok(answer)
}

fn show(
    args: &PyramidArgs,
    weights: &WeightsGiven,
    presenter: &mut VariantPresenter<'_, '_>,
    answer: &Answered<Optimum>,
    checked_by: &[String],
) -> Result<()> {
    let (case, optimum) = (&*answer.case, &answer.found);
    if presenter.out.is_json() {
        return presenter.out.json(&json(weights, answer, checked_by));
    }
    let line = match optimum {
        Optimum::Unsatisfiable => NO_SOLUTION.to_owned(),
        optimum => present::text(optimum, &|score| weights.shown(score)),
    };
    if presenter.out.is_svg() {
        let plain = weights.on(case.puzzle.board())?;
        let note = present::in_words(optimum, weights.minimise, line);
        let picture = case.picture().heat(plain.weights()).note(note);
        return presenter.out.picture(&match optimum.best() {
            Some((solution, _)) => picture.solution(solution),
            None => picture,
        });
    }
    presenter.out.line(&line)?;
    match optimum.best() {
        Some((solution, _)) if args.grid => presenter.solution(case, solution),
        _ => Ok(()),
    }
}

fn json<'a>(
    weights: &WeightsGiven,
    answer: &'a Answered<Optimum>,
    checked_by: &'a [String],
) -> MaximumJson<'a> {
    let optimum = &answer.found;
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
    let maximum = match optimum {
        Optimum::Optimal { score, .. } => Some(weights.shown(*score)),
        _ => None,
    };
    MaximumJson {
        position: VariantPosition::of(&answer.case.item),
        verdict: present::verdict(optimum),
        maximum,
        score: score.map(|score| weights.shown(score)),
        bound: bound.map(|bound| weights.shown(bound)),
        reason: reason.map(Reason::to_string),
        solution: optimum.best().map(|(grid, _)| answer.case.text(grid)),
        effort: answer.answered_by(checked_by),
    }
}
