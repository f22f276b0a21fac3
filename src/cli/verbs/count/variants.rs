//! `satoku count` on variants.

use super::{CountArgs, command, counted, deciding_options, goal, present};
use crate::backend::{self, Backend};
use crate::certify::Assertion;
use crate::cli::certify::Certify;
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::Checks;
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::lines::{LineRun, is_line};
use crate::cli::pipeline::run::Enumeration;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantQuestion, VariantRun, VariantSecond, VariantSession,
};
use crate::rules::VariantPuzzle;
use anyhow::Result;

/// Runs the verb.
pub fn run(args: &CountArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let mut certify = Certify::new(&args.certify, &args.engine.time)?;
    let session = VariantSession::new(&args.engine, &args.list.jobs)?;
    let input = VariantInput::new(inputs)?;
    let command = command(args);
    let options = deciding_options(args, session.deciding_options("count"));
    let run = VariantRun {
        output: args.output.path(),
        to: Some(args.to),
        threads: session.threads(),
        checks: Checks::ByVerb(args.check.check),
        stats: args.long.stats,
        lines: Some(LineRun {
            form: AnswerForm::Count(args.limit.unwrap_or(u64::MAX)),
            options,
            resume: args.long.earlier.resume,
            are_lines: is_line(Some(args.to)),
            restore: None,
        }),
        time: Some(&args.engine.time),
        refusal: session.refusal()?,
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let mut backend = session.backend()?;
        let mut second = VariantSecond::of(&args.engine, &args.input)?;
        Ok(move |asked| answer(args, &mut *backend, &mut second, asked))
    };
    let exit = run.answer_whole(worker, |out, answer, checked_by| {
        let goal = || Ok(goal(&answer.found.tally).map(Assertion::Solutions));
        let instance = &*answer.instance;
        let place = || instance.item.place();
        let puzzle = instance.puzzle.whole().ok();
        certify.prove(answer.number, puzzle, place, goal, || {
            present(
                out,
                instance,
                &answer.found,
                answer.by.answered_by(checked_by),
            )
        })
    })?;
    Ok(exit.max(certify.finish()))
}

fn answer(
    args: &CountArgs,
    backend: &mut dyn Backend<VariantPuzzle>,
    second: &mut VariantSecond,
    asked: VariantQuestion,
) -> Result<VariantAnswer<Enumeration>> {
    let limit = args.limit.unwrap_or(u64::MAX);
    let found = counted(|keep| {
        asked.tally(|puzzle, limits| backend::count(backend, puzzle, limit, limits, keep))
    })?;
    let answer = VariantAnswer::new(asked.instance, found, backend, asked.start);
    Ok(answer.checked_by(second, asked.is_checked))
}
