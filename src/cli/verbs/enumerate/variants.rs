//! `satoku enumerate` on variants.

use super::{EnumerateArgs, present_end, present_solution};
use crate::backend::cross_check::MAX_MODELS;
use crate::backend::{self, Backend};
use crate::batch::Emit;
use crate::cli::args::OutputFormat;
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{Checks, engine_options};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::run::Enumeration;
use crate::cli::variants::{
    SecondEngine, VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRun,
    VariantSession,
};
use crate::grid::Solution;
use crate::rules::text::VariantFormat;
use crate::rules::{Compiled, VariantPuzzle};
use anyhow::Result;

/// A solution, after its number among those of its puzzle.
type NumberedSolution = (u64, Solution);

/// Runs the verb.
pub fn run(args: &EnumerateArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let session = VariantSession::in_stable_order(&args.engine, &args.list.jobs)?;
    let input = VariantInput::new(inputs)?;
    // A judge wants no lists.
    let judge = Some(OutputFormat::Variant(VariantFormat::Jigsaw));
    let to = match input.output_format(args.output.to)? {
        to if to == judge => Some(OutputFormat::Text(crate::grid::text::Format::Line)),
        to => to,
    };
    let limit = args.limit.map(|limit| format!(" --limit {limit}"));
    let command = format!(
        "enumerate{}{}",
        limit.unwrap_or_default(),
        engine_options(&args.engine)
    );
    let run = VariantRun {
        output: args.output.file.path(),
        to,
        threads: session.threads(),
        checks: Checks::ByVerb(args.check.check),
        time: Some(&args.engine.time),
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let mut backend = session.backend()?;
        let mut second = SecondEngine::of(&args.engine, &args.input)?;
        Ok(
            move |asked: VariantQuestion, emit: &mut Emit<'_, NumberedSolution>| {
                asked.instance.check_format(to)?;
                answer(args, &mut *backend, &mut second, asked, emit)
            },
        )
    };
    let part = |out: &mut Presenter<'_>,
                instance: &VariantInstance<Compiled>,
                (number, solution): NumberedSolution| {
        present_solution(out, instance, number, &solution)
    };
    run.answer(worker, part, |out, answer, checked_by| {
        let effort = answer.by.in_json(checked_by);
        present_end(out, &*answer.instance, &answer.found, effort)
    })
}

/// Emits the solutions as they come.
fn answer(
    args: &EnumerateArgs,
    backend: &mut dyn Backend<VariantPuzzle>,
    second: &mut SecondEngine,
    asked: VariantQuestion,
    emit: &mut Emit<'_, NumberedSolution>,
) -> Result<VariantAnswer<Enumeration>> {
    let is_checked = asked.is_checked;
    let limit = args.limit.unwrap_or(u64::MAX);
    let (mut number, mut kept) = (0, Vec::new());
    let visitor = &mut |solution: &Solution| {
        number += 1;
        if is_checked && number <= MAX_MODELS {
            kept.push(solution.clone());
        }
        emit((number, solution.clone()))
    };
    let tally = asked
        .tally(|puzzle, limits| backend::enumerate(backend, puzzle, limit, limits, visitor))?;
    let found = Enumeration {
        tally,
        kept,
        counts_together: false,
    };
    let answer = VariantAnswer::new(asked.instance, found, backend, asked.start);
    Ok(answer.checked_by(second, is_checked))
}
