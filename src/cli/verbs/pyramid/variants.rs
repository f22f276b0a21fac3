//! `satoku pyramid` on variants: Σ digit × weight of the cell.

use super::json::{MaximumJson, Style};
use super::optima::{self, Optima};
use super::present;
use super::{Method, PyramidArgs};
use crate::backend::{self, Backend, Optimum, Query, VariantNative, VariantSat};
use crate::certify::variant::VariantAssertion;
use crate::cli::args::OutputFormat;
use crate::cli::certify::Certify;
use crate::cli::exit::Exit;
use crate::cli::objective::Objectives;
use crate::cli::pipeline::engines;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::NO_SOLUTION;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::cli::variants::{
    SecondEngine, VariantAnswer, VariantInput, VariantPresenter, VariantQuestion, VariantRun,
};
use crate::grid::Solution;
use crate::grid::text::Format;
use crate::outcome::Reason;
use crate::rules::VariantPuzzle;
use crate::rules::text::VariantFormat;
use crate::sat::Engine;
use crate::search::Threads;
use anyhow::{Context, Result, bail};
use std::sync::Arc;

/// What was found.
struct Found {
    optimum: Optimum,
    optima: Optima,
}

/// Runs the verb.
pub fn run(args: &PyramidArgs, inputs: &Inputs<'_>, objectives: &Objectives) -> Result<Exit> {
    let mut certify = Certify::new(&args.certify, &args.time)?;
    let threads = Arc::new(Threads::new(args.list.jobs.count()));
    backend_of(args, &threads)?;
    let input = VariantInput::new(inputs)?;
    let to = match input.output_format(args.output.to)? {
        Some(OutputFormat::Variant(VariantFormat::Jigsaw)) => {
            Some(OutputFormat::Text(Format::Line))
        }
        to => to,
    };
    let command = super::check::command(args);
    let run = VariantRun {
        output: args.output.file.path(),
        to,
        check: Some(args.check.check),
        time: Some(&args.time),
        threads: threads.clone(),
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let mut backend = backend_of(args, &threads)?;
        let rules = &args.input.read.rules;
        let mut second = SecondEngine::new(&args.encoding, &args.time, rules)?;
        let native = VariantNative::sharing(threads.clone());
        Ok(move |asked| {
            answer(
                args,
                objectives,
                (&mut *backend, &native),
                &mut second,
                asked,
            )
        })
    };
    let exit = run.answer_whole(worker, |out, answer, checked_by| {
        let goal = || goal(answer, objectives);
        certify.prove_variant(answer.number, &answer.instance, goal, || {
            let mut presenter = VariantPresenter { out, to };
            show(args, objectives, &mut presenter, answer, checked_by)?;
            present::warn_stops(&answer.found.optima, || answer.instance.item.place());
            Ok(())
        })
    })?;
    Ok(exit.max(certify.finish()))
}

impl PuzzleOutcome for Found {
    fn exit(&self) -> Exit {
        present::exit(&self.optimum, &self.optima)
    }

    fn reason(&self) -> Option<&Reason> {
        present::reason(&self.optimum, &self.optima)
    }
}

/// What a certificate can say about the answer.
fn goal(
    answer: &VariantAnswer<Found>,
    objectives: &Objectives,
) -> Result<Option<VariantAssertion>> {
    Ok(match answer.found.optimum {
        Optimum::Optimal { .. } => Some(VariantAssertion::Best {
            weights: objectives.weights_on(answer.instance.puzzle.board())?,
            lowest: objectives.minimise,
        }),
        Optimum::Unsatisfiable => Some(VariantAssertion::Solutions(0)),
        Optimum::Feasible { .. } | Optimum::Unknown(_) => None,
    })
}

fn backend_of(
    args: &PyramidArgs,
    threads: &Arc<Threads>,
) -> Result<Box<dyn Backend<VariantPuzzle>>> {
    let encoding = engines::encoding(&args.encoding)?;
    match args.method {
        Method::Auto | Method::Native => Ok(Box::new(VariantNative::sharing(threads.clone()))),
        Method::Sat => Ok(Box::new(VariantSat::new(&encoding, &Engine::varisat()))),
        Method::Cores | Method::Project | Method::Enumerate => {
            bail!("--method: variants are maximised by native or sat")
        }
    }
}

fn answer(
    args: &PyramidArgs,
    objectives: &Objectives,
    (backend, native): (&mut dyn Backend<VariantPuzzle>, &VariantNative),
    second: &mut SecondEngine,
    asked: VariantQuestion,
) -> Result<VariantAnswer<Found>> {
    let instance = asked.instance.clone();
    let place = || instance.item.place();
    let objective = objectives
        .on_board(instance.puzzle.board())
        .with_context(place)?;
    let query = Query::Maximise(objective.clone());
    backend
        .supports(&instance.puzzle, &query)
        .with_context(place)?;
    let optimum = asked.unless_stopped(Optimum::Unknown, |puzzle, limits| {
        backend::maximise(backend, puzzle, &objective, limits)
    })?;
    let mut answer = {
        let optima = optima::of_variant(
            args,
            native,
            &instance.puzzle,
            &objective,
            &optimum,
            &asked.limits,
        );
        let optima = optima.with_context(place)?;
        VariantAnswer::new(
            instance.clone(),
            Found { optimum, optima },
            backend,
            asked.start,
        )
    };
    if asked.is_checked {
        let shown = |optimum: &Optimum| present::text(optimum, &|score| objectives.shown(score));
        let optimum = &answer.found.optimum;
        answer.checked = second.check_maximum(&answer, &objective, optimum, shown);
    }
    Ok(answer)
}

fn show(
    args: &PyramidArgs,
    objectives: &Objectives,
    presenter: &mut VariantPresenter<'_, '_>,
    answer: &VariantAnswer<Found>,
    checked_by: &[String],
) -> Result<()> {
    let (instance, Found { optimum, optima }) = (&*answer.instance, &answer.found);
    if presenter.out.is_json() {
        return presenter
            .out
            .json(&json(args, objectives, answer, checked_by));
    }
    let mut line = match optimum {
        Optimum::Unsatisfiable => NO_SOLUTION.to_owned(),
        optimum => present::text(optimum, &|score| objectives.shown(score)),
    };
    if let (Some(best), true) = (&optima.best, args.count) {
        line += &present::number(best);
    }
    if presenter.out.is_svg() {
        return draw(args, objectives, presenter, answer, line);
    }
    if args.top.is_some() {
        presenter.out.begin_group()?;
    }
    presenter.out.line(&line)?;
    if let (Some(best), true) = (&optima.best, args.all) {
        let mut grids = best.solutions.iter();
        grids.try_for_each(|grid| presenter.solution(instance, grid))?;
    } else if let (Some((grid, _)), true) = (optimum.best(), args.grid) {
        presenter.solution(instance, grid)?;
    }
    for (score, grid) in optima.next_scores() {
        presenter.out.line(&objectives.shown(*score).to_string())?;
        if args.grid {
            presenter.solution(instance, grid)?;
        }
    }
    Ok(())
}

/// Draws the weights with a best grid, or with each of those that are asked for.
fn draw(
    args: &PyramidArgs,
    objectives: &Objectives,
    presenter: &mut VariantPresenter<'_, '_>,
    answer: &VariantAnswer<Found>,
    line: String,
) -> Result<()> {
    let (instance, Found { optimum, optima }) = (&*answer.instance, &answer.found);
    let plain = objectives.weights_on(instance.puzzle.board())?;
    let picture = |note: String| instance.picture().heat(plain.weights()).note(note);
    let note = present::in_words(optimum, objectives.minimise, line);
    let all = optima.best.as_ref().filter(|_| args.all);
    let best: Vec<&Solution> = match (all, optimum.best()) {
        (Some(best), _) => best.solutions.iter().collect(),
        (None, Some((grid, _))) => vec![grid],
        (None, None) => return presenter.out.picture(&picture(note)),
    };
    for grid in best {
        let drawn = picture(note.clone()).solution(grid);
        presenter.out.picture(&drawn)?;
    }
    for (score, grid) in optima.next_scores() {
        let note = objectives.shown(*score).to_string();
        presenter.out.picture(&picture(note).solution(grid))?;
    }
    Ok(())
}

fn json<'a>(
    args: &PyramidArgs,
    objectives: &Objectives,
    answer: &'a VariantAnswer<Found>,
    checked_by: &'a [String],
) -> MaximumJson<'a> {
    let Found { optimum, optima } = &answer.found;
    let style = Style {
        grids: args.all,
        lowest: objectives.minimise,
        unsolvable: None,
        shown: &|score| objectives.shown(score),
        text: &|grid| answer.instance.text(grid),
    };
    let position = answer.instance.item.position();
    let effort = answer.answered_by(checked_by);
    MaximumJson::of(position, optimum, optima, effort, &style)
}
