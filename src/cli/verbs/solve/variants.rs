//! `satoku solve` on variants.

use super::found::Found;
use super::{SolveArgs, goal, present};
use crate::backend::{self, Backend};
use crate::certify::Assertion;
use crate::cli::args::OutputFormat;
use crate::cli::certify::Certify;
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{Checks, command};
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::lines::{LineRun, is_line};
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRun, VariantSecond,
    VariantSession,
};
use crate::grid::Solution;
use crate::rules::text::{Hdu4069, VariantFormat, write_hdu4069};
use crate::rules::{Compiled, VariantPuzzle};
use anyhow::Result;
use std::ops::ControlFlow;

/// How a run asks and shows.
#[derive(Clone, Copy)]
struct Question {
    to: Option<OutputFormat>,
    /// Solutions to look for.
    limit: u64,
}

/// Runs the verb.
pub fn run(args: &SolveArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let mut certify = Certify::new(&args.certify, &args.engine.time)?;
    let session = VariantSession::new(&args.engine, &args.list.jobs)?;
    let input = VariantInput::new(inputs)?;
    let to = input.output_format(args.output.to)?;
    let judges = to == Some(OutputFormat::Variant(VariantFormat::Jigsaw));
    let question = Question {
        to,
        limit: if args.unique || judges { 2 } else { 1 },
    };
    let verb = if args.unique {
        "solve --unique"
    } else {
        "solve"
    };
    let command = command(verb, None, &args.engine);
    let run = VariantRun {
        output: args.output.file.path(),
        to,
        threads: session.threads(),
        checks: Checks::ByVerb(args.check.check),
        stats: args.long.stats,
        lines: Some(LineRun {
            form: match args.unique {
                true => AnswerForm::Unique,
                false => AnswerForm::Solution,
            },
            options: session.deciding_options(verb),
            resume: args.long.earlier.resume,
            are_lines: is_line(to),
            restore: None,
        }),
        time: Some(&args.engine.time),
        refusal: session.refusal()?,
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let mut backend = session.backend()?;
        let mut second = VariantSecond::of(&args.engine, &args.input)?;
        Ok(move |asked: VariantQuestion| answer(question, &mut *backend, &mut second, asked))
    };
    let exit = run.answer_whole(worker, |out, answer, checked_by| {
        let (instance, found) = (&*answer.instance, &answer.found);
        let goal = || Ok(goal(found).map(Assertion::Solutions));
        let place = || instance.item.place();
        let puzzle = instance.puzzle.whole().ok();
        certify.prove(answer.number, puzzle, place, goal, || {
            if judges && found.reason().is_none() {
                let answer = judges_answer(instance, found);
                return out.raw(|out| write_hdu4069(out, instance.item.index, answer));
            }
            let answered_by = answer.by.answered_by(checked_by);
            present(out, instance, found, answered_by, args.unique)
        })
    })?;
    Ok(exit.max(certify.finish()))
}

fn answer(
    question: Question,
    backend: &mut dyn Backend<VariantPuzzle>,
    second: &mut VariantSecond,
    asked: VariantQuestion,
) -> Result<VariantAnswer<Found>> {
    asked.instance.check_format(question.to)?;
    let mut solutions = Vec::new();
    let keep = &mut |solution: &Solution| {
        solutions.push(solution.clone());
        ControlFlow::Continue(())
    };
    let limit = question.limit;
    let tally =
        asked.tally(|puzzle, limits| backend::enumerate(backend, puzzle, limit, limits, keep))?;
    let found = Found::new(solutions, tally.end, limit);
    let answer = VariantAnswer::new(asked.instance, found, backend, asked.start);
    Ok(answer.checked_by(second, asked.is_checked))
}

fn judges_answer<'a>(instance: &'a VariantInstance<Compiled>, found: &'a Found) -> Hdu4069<'a> {
    match &found.solutions[..] {
        [] => Hdu4069::None,
        [only] => Hdu4069::Unique(instance.puzzle.board(), only),
        _ => Hdu4069::Multiple,
    }
}
