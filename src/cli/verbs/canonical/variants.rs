//! `satoku canonical` on formats of variants, which can hold classic puzzles, too.

use super::{CanonicalArgs, show, show_unknown, too_symmetric};
use crate::backend::VariantNative;
use crate::cli::args::OutputFormat;
use crate::cli::exit::Exit;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRun,
};
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::puzzles::{Canonical, Canonizer};
use crate::rules::Compiled;
use anyhow::{Result, bail};

/// Runs the verb. `is_new` says whether a canonical form is the first of its class.
pub fn run(
    args: &CanonicalArgs,
    inputs: &Inputs<'_>,
    is_new: &dyn Fn(&Puzzle) -> bool,
) -> Result<Exit> {
    if args.earlier.resume {
        bail!(
            "--resume: 'canonical' can only continue runs over classic text; leave it out for \
             JSON and other formats of variants"
        );
    }
    let input = VariantInput::new(inputs)?;
    let to = match args.output.to {
        None => input.format_without_judges(None)?,
        to => to,
    };
    let run = VariantRun {
        output: args.output.file.path(),
        to,
        time: Some(&args.time),
        refusal: Some(Box::new(without_form)),
        ..VariantRun::new(&input, &args.list, "canonical")
    };
    let worker = || {
        let mut canonizer = Canonizer::default();
        let native = VariantNative::sharing(run.threads.clone());
        Ok(move |asked| answer(to, &mut canonizer, &native, asked))
    };
    run.answer_whole(worker, |out, answer, _| {
        let canonical = match &answer.found {
            Canonical::Puzzle(puzzle) => puzzle,
            Canonical::Unknown(reason) => return show_unknown(out, &*answer.instance, reason),
        };
        if args.distinct && !is_new(canonical) {
            return Ok(());
        }
        let record = record(&answer.instance)?;
        let shown = match args.original {
            true => &record.puzzle,
            false => canonical,
        };
        show(out, answer.instance.position(), &record, shown)
    })
}

fn answer(
    to: Option<OutputFormat>,
    canonizer: &mut Canonizer,
    native: &VariantNative,
    asked: VariantQuestion,
) -> Result<VariantAnswer<Canonical>> {
    let canonical = asked.unless_stopped(Canonical::Unknown, |_, limits| {
        let record = record(&asked.instance)?;
        Presenter::check(to, &record)?;
        Ok::<_, anyhow::Error>(canonizer.canonical(&record.puzzle, limits)?)
    })?;
    Ok(VariantAnswer::new(
        asked.instance,
        canonical,
        native,
        asked.start,
    ))
}

/// Why a puzzle has no canonical form, if that is known.
fn without_form(instance: &VariantInstance<Compiled>) -> Option<String> {
    instance.puzzle.whole().ok()?;
    match record(instance) {
        Err(error) => Some(error.to_string()),
        Ok(record) => {
            let (found, expected) = too_symmetric(&record)?;
            Some(format!("found {found}, expected {expected}"))
        }
    }
}

/// The classic puzzle that it is.
///
/// # Errors
/// It is a variant.
fn record(instance: &VariantInstance<Compiled>) -> Result<Record> {
    let item = &instance.item;
    if let Some(record) = &item.classic {
        return Ok((**record).clone());
    }
    let Some(record) = instance.to_classic() else {
        bail!(
            "found a variant, expected a classic puzzle: 'canonical' does not know which changes \
             keep other rules, regions, digits and pencil marks"
        );
    };
    Ok(record)
}
