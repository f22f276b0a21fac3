//! `satoku convert`

mod variants;

use crate::cli::args::{FileArgs, InputArgs, ListArgs, OutputFormat, offering_all_but};
use crate::cli::exit::Exit;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::run::{Answered, PuzzleOutcome, PuzzleQuestion, PuzzleRun};
use crate::cli::variants::reads_variants;
use crate::escape;
use crate::grid::text::line::SEPARATORS;
use crate::grid::text::{Format, Record};
use crate::outcome::Reason;
use crate::rules::text::VariantFormat;
use anyhow::{Result, bail};
use clap::Args;

const EXAMPLES: &str = "\
Nothing is solved, so puzzles without a solution are converted like any others. A puzzle that
the output format cannot hold, such as cages in 'line', is an error that says why. With
--on-error skip or report, the other puzzles are still converted.

Lines, rows, 'hdu' and 'pyramid' do not show boxes: if these do not have the usual shape for their
size, a message names the --box with which to read the puzzles again.

Names are kept: the text after a puzzle on its line, titles in f-puzzles, and in JSON the 'id'
beside 'grid' or 'puzzle'. Only these three formats hold names. In 'line', the name follows '#';
line breaks and control characters in it become spaces.

--to json writes satoku's JSON: a classic puzzle as its 'box' and 'grid', a variant as a
puzzle with its constraints. 'satoku draw' writes pictures.

Examples:
  satoku convert --to line grids.txt              # one puzzle per line
  satoku convert --to f-puzzles killer.json       # JSON of f-puzzles
  satoku convert --to f-puzzles --link killer.json
  satoku convert --to json --from iss -           # strings of Interactive-Sudoku-Solver
  satoku convert --to line --column grid table.csv";

/// Formats that other commands write.
const REFUSED: [OutputFormat; 3] = [
    OutputFormat::Svg,
    OutputFormat::Text(Format::Poj),
    OutputFormat::Variant(VariantFormat::Jigsaw),
];

/// Arguments of `satoku convert`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ConvertArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Output format
    #[arg(long, value_name = "FORMAT", ignore_case = true,
          value_parser = offering_all_but(&REFUSED))]
    to: OutputFormat,

    /// With --to f-puzzles, write links that open the puzzles on f-puzzles.com
    #[arg(long)]
    link: bool,

    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// A classic puzzle needs no more than another way to write it.
struct AsItIs;

impl PuzzleOutcome for AsItIs {
    fn exit(&self) -> Exit {
        Exit::Answered
    }

    fn reason(&self) -> Option<&Reason> {
        None
    }
}

/// Runs the verb.
///
/// # Errors
/// A format that holds no puzzles.
pub fn run(args: &ConvertArgs) -> Result<Exit> {
    check_format(args)?;
    let inputs = Inputs::new(&args.input);
    if args.to == OutputFormat::Json || reads_variants(&inputs, Some(args.to))? {
        return variants::run(args, &inputs);
    }
    let to = Some(args.to);
    let worker = || {
        Ok(move |PuzzleQuestion { record, .. }| {
            Presenter::check(to, &record)?;
            let found = AsItIs;
            Ok(Answered { record, found })
        })
    };
    let run = PuzzleRun {
        keeps_notes: true,
        ..PuzzleRun::new(&inputs, args.file.path(), to, &args.list)
    };
    run.answer_whole(worker, |out, Answered { record, .. }, _| {
        write(out, &record, name_in(&record.note))
    })
}

/// Refuses formats that hold no puzzles, or that other commands write.
fn check_format(args: &ConvertArgs) -> Result<()> {
    Presenter::refuse_counted_format(Some(args.to))?;
    match args.to {
        OutputFormat::Svg => bail!("--to svg: use 'satoku draw'"),
        OutputFormat::Variant(VariantFormat::Jigsaw) => {
            bail!("--to jigsaw: holds answers only; use json or f-puzzles")
        }
        to if args.link && to != OutputFormat::Variant(VariantFormat::FPuzzles) => {
            bail!("--link: applies only to --to f-puzzles")
        }
        _ => Ok(()),
    }
}

/// Writes a classic puzzle, with its name where the format is that of lines.
fn write(out: &mut Presenter<'_>, record: &Record, name: &str) -> Result<()> {
    let name = on_a_line(name);
    if !name.is_empty() && out.to() == Some(OutputFormat::Text(Format::Line)) {
        return out.puzzle_with_note(record, &format!(" # {name}"));
    }
    out.puzzle(record, &record.puzzle)
}

/// What follows a puzzle on its line, without the separator.
fn name_in(note: &str) -> &str {
    let note = note.trim_start_matches(' ');
    note.strip_prefix(SEPARATORS).unwrap_or(note).trim_start()
}

/// A name as it can follow a puzzle on its line: a space stands for each run of control
/// characters, and what else cannot be seen is escaped.
fn on_a_line(name: &str) -> String {
    let parts = name.split(char::is_control).map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    escape::whole(&parts.join(" ")).into_owned()
}
