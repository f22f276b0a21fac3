//! `satoku convert` where the input or the output is in a format of variants.

use super::{ConvertArgs, name_in, write};
use crate::backend::VariantNative;
use crate::cli::args::{OnError, OutputFormat};
use crate::cli::exit::Exit;
use crate::cli::pipeline::figures;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRun, classic_json,
    variant_json,
};
use crate::grid::text::Record;
use crate::outcome::Reason;
use crate::rules::Compiled;
use crate::rules::text::{fpuzzles_link, write_fpuzzles, write_pretty_puzzle};
use anyhow::{Result, bail};

/// What becomes of a puzzle.
enum Converted {
    /// A classic puzzle, to be written as text.
    Classic(Box<Record>),
    /// One line.
    Line(String),
    /// A drawing of its board in characters.
    Pretty,
    /// Why the format cannot hold it.
    NotWritten(String),
}

impl PuzzleOutcome for Converted {
    fn exit(&self) -> Exit {
        match self {
            Converted::NotWritten(_) => Exit::Usage,
            _ => Exit::Answered,
        }
    }

    fn reason(&self) -> Option<&Reason> {
        None
    }
}

/// Runs the verb.
pub fn run(args: &ConvertArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let input = VariantInput::new(inputs)?;
    let run = VariantRun {
        output: args.file.path(),
        to: Some(args.to),
        ..VariantRun::new(&input, &args.list, "convert")
    };
    let worker = || {
        let native = VariantNative::default();
        Ok(move |asked: VariantQuestion| {
            let found = convert(args, &asked.instance);
            Ok(VariantAnswer::new(
                asked.instance,
                found?,
                &native,
                asked.start,
            ))
        })
    };
    run.answer_whole(worker, |out, answer, _| match &answer.found {
        Converted::Classic(record) => write(out, record, name(&answer.instance)),
        Converted::Line(line) => out.line(line),
        Converted::Pretty => pretty(out, &answer.instance),
        Converted::NotWritten(why) => {
            let error = answer.instance.item.malformed(why);
            match args.list.on_error {
                OnError::Stop => bail!(error),
                on_error => figures::report_malformed(out, on_error, &error),
            }
        }
    })
}

fn convert(args: &ConvertArgs, instance: &VariantInstance<Compiled>) -> Result<Converted> {
    let puzzle = &instance.item.description;
    Ok(match args.to {
        OutputFormat::Json => Converted::Line(json(instance)?),
        OutputFormat::Pretty => Converted::Pretty,
        OutputFormat::Text(format) => match instance.to_classic_in_list() {
            Some(record) => {
                Presenter::check(Some(args.to), &record)?;
                Converted::Classic(Box::new(record))
            }
            None => Converted::NotWritten(format!(
                "found a variant, expected a classic puzzle: {format} holds only givens; use \
                 --to json, f-puzzles or pretty"
            )),
        },
        OutputFormat::Variant(_) | OutputFormat::Svg => {
            let write = if args.link {
                fpuzzles_link
            } else {
                write_fpuzzles
            };
            match write(puzzle, name(instance)) {
                Ok(text) => Converted::Line(text),
                Err(why) => Converted::NotWritten(why.to_string()),
            }
        }
    })
}

/// The name of a puzzle; empty if it has none.
fn name(instance: &VariantInstance<Compiled>) -> &str {
    match &instance.item.classic {
        Some(record) => name_in(&record.note),
        None => &instance.item.name,
    }
}

fn json(instance: &VariantInstance<Compiled>) -> Result<String> {
    match instance.to_classic_alone() {
        Some(record) => classic_json(name(instance), &record, &record.puzzle),
        None => variant_json(name(instance), &instance.item.description),
    }
}

fn pretty(out: &mut Presenter<'_>, instance: &VariantInstance<Compiled>) -> Result<()> {
    if let Some(record) = instance.to_classic_in_list() {
        return out.puzzle(&record, &record.puzzle);
    }
    let puzzle = &instance.item.description;
    out.block(|out, _| write_pretty_puzzle(out, instance.puzzle.board(), puzzle))
}
