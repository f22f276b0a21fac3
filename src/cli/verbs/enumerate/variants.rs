//! `satoku enumerate` on variants.

use super::{EnumerateArgs, listed, present_end, present_solution};
use crate::backend::{self, Backend};
use crate::batch::Emit;
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{Checks, command};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::run::Enumeration;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRun, VariantSecond,
    VariantSession,
};
use crate::grid::Solution;
use crate::rules::{Compiled, VariantPuzzle};
use anyhow::Result;

/// A solution, after its number among those of its puzzle.
type NumberedSolution = (u64, Solution);

/// Runs the verb.
pub fn run(args: &EnumerateArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let session = VariantSession::in_stable_order(&args.engine, &args.list.jobs)?;
    let input = VariantInput::new(inputs)?;
    let to = input.format_without_judges(args.output.to)?;
    let command = command("enumerate", args.limit, &args.engine);
    let run = VariantRun {
        output: args.output.file.path(),
        to,
        threads: session.threads(),
        checks: Checks::ByVerb(args.check.check),
        time: Some(&args.engine.time),
        refusal: session.refusal()?,
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let mut backend = session.backend()?;
        let mut second = VariantSecond::of(&args.engine, &args.input)?;
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
        let answered_by = answer.by.answered_by(checked_by);
        present_end(out, &*answer.instance, &answer.found, answered_by)
    })
}

/// Emits the solutions as they come.
fn answer(
    args: &EnumerateArgs,
    backend: &mut dyn Backend<VariantPuzzle>,
    second: &mut VariantSecond,
    asked: VariantQuestion,
    emit: &mut Emit<'_, NumberedSolution>,
) -> Result<VariantAnswer<Enumeration>> {
    let is_checked = asked.is_checked;
    let limit = args.limit.unwrap_or(u64::MAX);
    let show = |number, solution: &Solution| emit((number, solution.clone()));
    let found = listed(is_checked, show, |visitor| {
        asked.tally(|puzzle, limits| backend::enumerate(backend, puzzle, limit, limits, visitor))
    })?;
    let answer = VariantAnswer::new(asked.instance, found, backend, asked.start);
    Ok(answer.checked_by(second, is_checked))
}
