//! `satoku draw`

use crate::backend::{self, VariantNative};
use crate::cli::args::{InputArgs, ListArgs, OutputFormat, TimeArgs};
use crate::cli::exit::{Exit, Interrupted};
use crate::cli::messages::warn;
use crate::cli::objective::{ObjectiveArgs, Objectives};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::pictures;
use crate::cli::pipeline::present::{NO_SOLUTION, SEVERAL_SOLUTIONS, unknown};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::cli::variants::{VariantAnswer, VariantInput, VariantQuestion, VariantRun};
use crate::draw::{Picture, Theme};
use crate::objective::PYRAMID_BASE;
use crate::outcome::{End, Reason};
use crate::rules::{Kernel, Mask, VariantPuzzle};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

fn examples() -> String {
    format!(
        "\
Puzzles and variants of every format become SVG: the same bytes for the same puzzle, with
a title and a description for screen readers. Rules and constraints look as their files
say ([[draw]], see 'satoku rules show killer'); a type without [[draw]] is drawn as
numbered, outlined cells. {help}

Other commands draw their answers with --to svg: solve, enumerate, candidates, pyramid,
explain, generate, minimize, canonical, decode.

Examples:
  satoku draw puzzle.txt > puzzle.svg              # the puzzle
  satoku draw --candidates puzzle.txt -o a.svg     # with candidates
  satoku draw --solution killer.json -o b.svg      # solved; two solutions side by side
  satoku draw --heat puzzle.txt -o pyramid.svg     # with the weights of the pyramid
  satoku draw --heat=weights.txt --theme dark puzzle.txt -o weights.svg
  satoku draw puzzles.json -o pictures/            # pictures/0001.svg, 0002.svg, …
  satoku draw --rules diagonal diagonal.txt -o 'x-{{}}.svg'
  satoku draw --backdrop killer.json               # constraints alone, for your own grid",
        help = pictures::HELP.replace('\n', " ")
    )
}

/// Arguments of `satoku draw`.
#[derive(Args, Debug)]
#[command(after_help = examples())]
pub struct DrawArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Show candidates: the digits that no given excludes in a row, column, region or other group of cells that must differ
    #[arg(long, conflicts_with = "solution")]
    candidates: bool,

    /// Show the solution, or two solutions side by side with their differences marked
    #[arg(long)]
    solution: bool,

    /// Show weights as a heat map: those in FILE, an integer for each cell, or the pyramid
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    heat: Option<Option<PathBuf>>,

    /// Colours: light, dark, or what the reader prefers
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        ignore_case = true,
        default_value_t = ThemeName::Auto
    )]
    theme: ThemeName,

    /// Output format
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        ignore_case = true,
        default_value_t = DrawFormat::Svg
    )]
    to: DrawFormat,

    /// Omit the legend below the board
    #[arg(long)]
    no_legend: bool,

    /// Draw only the constraints, without grid and digits, on a transparent background; a cell is
    /// 100 units wide, and the top left corner of the board is the origin
    #[arg(long, conflicts_with_all = ["candidates", "solution", "heat", "no_legend"])]
    backdrop: bool,

    #[command(flatten)]
    time: TimeArgs,
    #[command(flatten)]
    list: ListArgs,

    /// Write the output to FILE, atomically; compressed if the name ends in .gz, .xz or .zst;
    /// FOLDER/ or NAME-{}.svg for one file per picture
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Formats of pictures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawFormat {
    /// For browsers and documents, at any size
    Svg,
    /// Pixels, in the light theme unless --theme dark is given
    #[cfg(feature = "png")]
    Png,
}

/// Themes by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThemeName {
    /// What the reader prefers (prefers-color-scheme); light if there is no preference
    Auto,
    /// Dark on white
    Light,
    /// Light on black
    Dark,
}

/// A picture.
struct Drawn {
    document: Vec<u8>,
    exit: Exit,
    /// What a limit left open.
    unknown: Option<String>,
}

impl PuzzleOutcome for Drawn {
    fn exit(&self) -> Exit {
        self.exit
    }

    /// An interrupt is an error, and whatever else stops the search is written in the picture.
    fn reason(&self) -> Option<&Reason> {
        None
    }
}

/// Runs the verb.
pub fn run(args: &DrawArgs) -> Result<Exit> {
    let weights = args.heat.as_ref().map(|file| {
        Objectives::new(&ObjectiveArgs {
            weights: file.clone(),
            base: PYRAMID_BASE,
            minimise: false,
        })
    });
    let weights = weights.transpose()?;
    let inputs = Inputs::new(&args.input);
    let input = VariantInput::new(&inputs)?;
    let run = VariantRun {
        output: args.output.as_deref(),
        to: Some(OutputFormat::Svg),
        time: Some(&args.time),
        ..VariantRun::new(&input, &args.list, "draw")
    };
    let worker = || {
        let weights = weights.as_ref();
        Ok(move |asked: VariantQuestion| {
            let mut native = VariantNative::default();
            let drawn = draw(args, weights, &mut native, &asked)?;
            let instance = asked.instance;
            Ok(VariantAnswer::new(instance, drawn, &native, asked.start))
        })
    };
    run.answer_whole(worker, |out, answer, _| {
        if let Some(unknown) = &answer.found.unknown {
            warn(format_args!("{}: {unknown}", answer.instance.item.place()));
        }
        out.drawn(&answer.found.document)
    })
}

fn draw(
    args: &DrawArgs,
    weights: Option<&Objectives>,
    native: &mut VariantNative,
    asked: &VariantQuestion,
) -> Result<Drawn> {
    let instance = &asked.instance;
    let puzzle = instance.puzzle.whole();
    let (mut exit, mut unknown) = match puzzle {
        Ok(_) => (Exit::Answered, None),
        Err(reason) => (Exit::of_reason(reason), Some(unknown(reason))),
    };
    let mut picture = instance.picture().legend(!args.no_legend);
    picture = picture.theme(match args.theme {
        ThemeName::Auto => Theme::Auto,
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    });
    if args.backdrop {
        return Ok(Drawn {
            document: document(args, picture.backdrop())?,
            exit,
            unknown,
        });
    }
    if let Some(note) = &unknown {
        picture = picture.remark(note);
    }
    if let Some(weights) = weights {
        let weights = weights.on_board(instance.puzzle.board());
        let weights = weights.with_context(|| instance.item.place())?;
        picture = picture.heat(weights.plain().weights());
    }
    if let (true, Ok(puzzle)) = (args.candidates, puzzle) {
        picture = picture.candidates(&left_by_givens(puzzle));
    }
    if let (true, Ok(puzzle)) = (args.solution, puzzle) {
        (picture, exit, unknown) = solved(native, puzzle, asked, picture)?;
    }
    Ok(Drawn {
        document: document(args, picture.to_svg())?,
        exit,
        unknown,
    })
}

/// The bytes of the file.
fn document(args: &DrawArgs, svg: String) -> Result<Vec<u8>> {
    match args.to {
        DrawFormat::Svg => Ok((svg + "\n").into_bytes()),
        #[cfg(feature = "png")]
        DrawFormat::Png => crate::cli::pipeline::png::of_svg(&svg),
    }
}

/// The picture with at most two solutions.
fn solved(
    native: &mut VariantNative,
    puzzle: &VariantPuzzle,
    asked: &VariantQuestion,
    picture: Picture,
) -> Result<(Picture, Exit, Option<String>)> {
    let found = backend::solutions(native, puzzle, 2, &asked.limits);
    let (solutions, tally) = found.with_context(|| asked.instance.item.place())?;
    let picture = picture.with_solutions(&solutions);
    Ok(match (solutions.len(), tally.end) {
        (2.., _) => (picture.remark(SEVERAL_SOLUTIONS), Exit::Answered, None),
        (_, End::Stopped(Reason::Interrupted)) => return Err(Interrupted.into()),
        (_, End::Stopped(reason)) => {
            let what = match solutions.is_empty() {
                true => "there is a solution",
                false => "there are others",
            };
            let note = format!("unknown whether {what}: {reason}");
            (picture.remark(&note), Exit::of_reason(&reason), Some(note))
        }
        (0, _) => (picture.remark(NO_SOLUTION), Exit::Negative, None),
        _ => (picture, Exit::Answered, None),
    })
}

/// The candidates of each cell without those that a given excludes in cells that differ.
fn left_by_givens(puzzle: &VariantPuzzle) -> Vec<Mask> {
    let mut left = puzzle.candidates().to_vec();
    for kernel in puzzle.kernels() {
        let Kernel::Distinct(cells) = kernel else {
            continue;
        };
        let givens = cells
            .iter()
            .filter_map(|&cell| Some((cell, puzzle.given(cell)?)));
        for (given, digit) in givens {
            for cell in cells.iter().filter(|&&cell| cell != given) {
                if puzzle.given(*cell).is_none() {
                    left[cell.index()] &= !(1 << digit.index());
                }
            }
        }
    }
    left
}
