//! `satoku pyramid` on variants: Σ digit × weight of the cell.

use super::found::Found;
use super::optima::{self, Optima};
use super::present::{self, MaximumAnswer};
use super::{Method, PyramidArgs};
use crate::backend::{self, Backend, Optimum, Query, VariantAuto, VariantNative, VariantSat};
use crate::certify::Assertion;
use crate::cli::certify::Certify;
use crate::cli::exit::Exit;
use crate::cli::objective::Objectives;
use crate::cli::pipeline::check::Checks;
use crate::cli::pipeline::engines;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::Presenter;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRun, VariantSecond,
};
use crate::objective::CellWeights;
use crate::rules::{Compiled, VariantPuzzle};
use crate::sat::Engine;
use crate::search::Threads;
use anyhow::{Context, Result, bail};
use std::sync::Arc;

/// Runs the verb.
pub fn run(args: &PyramidArgs, inputs: &Inputs<'_>, objectives: &Objectives) -> Result<Exit> {
    let mut certify = Certify::new(&args.certify, &args.time)?;
    let threads = Arc::new(Threads::new(args.list.jobs.count()));
    backend_of(args, &threads)?;
    let input = VariantInput::new(inputs)?;
    let to = input.format_without_judges(args.output.to)?;
    super::require_one_list(args, to)?;
    super::certify_one_score(args);
    let command = super::replay::command(args);
    let run = VariantRun {
        output: args.output.file.path(),
        to,
        checks: Checks::ByVerb(args.check.check),
        time: Some(&args.time),
        threads: threads.clone(),
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let mut backend = backend_of(args, &threads)?;
        let rules = &args.input.read.rules;
        let mut second = VariantSecond::new(&args.encoding, args.time.timeout, rules)?;
        let native = VariantNative::sharing(threads.clone());
        Ok(move |asked| answer(args, objectives, &mut *backend, &native, &mut second, asked))
    };
    let exit = run.answer_whole(worker, |out, answer, checked_by| {
        let goal = || goal(answer, objectives);
        let instance = &*answer.instance;
        let place = || instance.item.place();
        let puzzle = instance.puzzle.whole().ok();
        certify.prove(answer.number, puzzle, place, goal, || {
            present(args, objectives, out, answer, checked_by)?;
            present::warn_stops(&answer.found.optima, || answer.instance.item.place());
            Ok(())
        })
    })?;
    Ok(exit.max(certify.finish()))
}

/// What a certificate can say about the answer.
fn goal(
    answer: &VariantAnswer<Found>,
    objectives: &Objectives,
) -> Result<Option<Assertion<CellWeights>>> {
    Ok(match answer.found.optimum {
        Optimum::Optimal { .. } => {
            let objective = objectives.on_board(answer.instance.puzzle.board())?;
            Some(Assertion::Best(objective))
        }
        Optimum::Unsatisfiable => Some(Assertion::Solutions(0)),
        Optimum::Feasible { .. } | Optimum::Unknown(_) => None,
    })
}

fn backend_of(
    args: &PyramidArgs,
    threads: &Arc<Threads>,
) -> Result<Box<dyn Backend<VariantPuzzle>>> {
    let encoding = engines::encoding(&args.encoding)?;
    let native = VariantNative::sharing(threads.clone());
    let sat = VariantSat::new(&encoding, &Engine::varisat());
    match args.method {
        Method::Auto => Ok(Box::new(VariantAuto::new(native, sat))),
        Method::Native => Ok(Box::new(native)),
        Method::Sat => Ok(Box::new(sat)),
        Method::Cores | Method::Project | Method::Enumerate => {
            bail!(
                "--method: puzzles in JSON, as links or with --rules are maximised by native or sat"
            )
        }
    }
}

fn answer(
    args: &PyramidArgs,
    objectives: &Objectives,
    backend: &mut dyn Backend<VariantPuzzle>,
    native: &VariantNative,
    second: &mut VariantSecond,
    asked: VariantQuestion,
) -> Result<VariantAnswer<Found>> {
    let instance = asked.instance.clone();
    let place = || instance.item.place();
    let objective = objectives
        .on_board(instance.puzzle.board())
        .with_context(place)?;
    let objective = objective.to_maximise();
    let query = Query::Maximise(objective.clone());
    if let Ok(puzzle) = instance.puzzle.whole() {
        backend.supports(puzzle, &query).with_context(place)?;
    }
    let optimum = asked.unless_stopped(Optimum::Unknown, |puzzle, limits| {
        backend::maximise(backend, puzzle, objective, limits)
    })?;
    let mut answer = {
        let optima = match instance.puzzle.whole() {
            Ok(puzzle) => {
                let limits = &asked.limits;
                match puzzle.to_classic() {
                    Some(classic) => optima::optima(args, objectives, &classic, &optimum, limits),
                    None => optima::of_variant(args, native, puzzle, objective, &optimum, limits),
                }
            }
            Err(_) => Ok(Optima::default()),
        };
        let optima = optima.with_context(place)?;
        VariantAnswer::new(
            instance.clone(),
            Found { optimum, optima },
            backend,
            asked.start,
        )
    };
    if asked.is_checked {
        let unsolvable = unsolvable(objectives, &instance);
        let signed = |score| objectives.direction.signed(score);
        let shown = |optimum: &Optimum| present::text(optimum, unsolvable, &signed);
        let optimum = &answer.found.optimum;
        answer.checked = second.check_maximum(&answer, objective, optimum, shown);
    }
    Ok(answer)
}

/// The score that stands for "no solution" to a puzzle, if one does.
fn unsolvable(objectives: &Objectives, instance: &VariantInstance<Compiled>) -> Option<i64> {
    present::unsolvable(objectives, instance.item.classic.is_some())
}

fn present(
    args: &PyramidArgs,
    objectives: &Objectives,
    presenter: &mut Presenter<'_>,
    answer: &VariantAnswer<Found>,
    checked_by: &[String],
) -> Result<()> {
    let (instance, found) = (&*answer.instance, &answer.found);
    let weights = || {
        let objective = objectives.on_board(instance.puzzle.board())?;
        Ok(Some(objective.plain().weights().to_vec()))
    };
    let shown = MaximumAnswer {
        puzzle: instance,
        found,
        answered_by: answer.by.answered_by(checked_by),
        unsolvable: unsolvable(objectives, instance),
        weights: &weights,
    };
    shown.present(args, objectives, presenter)
}
