//! `satoku candidates`

use crate::backend::VariantAuto;
use crate::cli::args::{FileArgs, InputArgs, ListArgs, OutputFormat, TimeArgs, one_of, positive};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckArgs, Checks, option};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::present::{AnsweredBy, NO_SOLUTION, Position, Presenter, unknown};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::cli::variants::{
    VariantAnswer, VariantInput, VariantInstance, VariantQuestion, VariantRun, VariantSecond,
};
use crate::draw::Picture;
use crate::encoding;
use crate::grid::text::Format;
use crate::grid::{Cell, Digit};
use crate::outcome::Reason;
use crate::rules::{Compiled, Mask, members};
use crate::search::variant::TrueCandidates;
use anyhow::Result;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;

const EXAMPLES: &str = "\
A candidate is possible if it occurs in a solution. Each cell shows its possible candidates. With
--limit N, each is followed by the number of solutions in which it occurs, as in 3:2, and by '+'
if counting stopped there, at the limit or because time ran out. In that case, the line
'unknown: time limit' comes before the grid, which is incomplete: further candidates may be
possible, and '?' marks a cell for which none was found. A puzzle without a solution prints
'no solution', and the exit code is 1.

Examples:
  satoku candidates puzzle.txt                      # what is possible in each cell
  satoku candidates --limit 1000 killer.json        # in how many solutions
  satoku candidates --rules diagonal diagonal.txt   # a diagonal puzzle in plain text
  satoku candidates --to json puzzles.json          # for programs
  satoku candidates --limit 99 --to svg puzzle.txt  # a picture, shaded by counts";

/// Arguments of `satoku candidates`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CandidatesArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    list: ListArgs,

    /// For each candidate, count the solutions that contain it, up to N; not counted by default
    #[arg(long, value_name = "N", value_parser = positive)]
    limit: Option<u64>,

    /// Output format
    #[arg(
        long,
        value_name = "FORMAT",
        ignore_case = true,
        default_value = "grid",
        value_parser = one_of(FORMATS)
    )]
    to: OutputFormat,

    #[command(flatten)]
    output: FileArgs,

    #[command(flatten)]
    check: CheckArgs,

    #[command(flatten)]
    time: TimeArgs,
}

/// What was found.
struct Found {
    candidates: TrueCandidates,
    is_unsolvable: bool,
}

impl PuzzleOutcome for Found {
    fn exit(&self) -> Exit {
        match &self.candidates.stopped {
            Some(reason) => Exit::of_reason(reason),
            None if self.is_unsolvable => Exit::Negative,
            None => Exit::Answered,
        }
    }

    fn reason(&self) -> Option<&Reason> {
        self.candidates.stopped.as_ref()
    }
}

/// How candidates are written.
const FORMATS: &[(&str, OutputFormat, &str)] = &[
    (
        "grid",
        OutputFormat::Text(Format::Grid),
        "One line per row, one word per cell",
    ),
    ("json", OutputFormat::Json, "One JSON object per line"),
    (
        "svg",
        OutputFormat::Svg,
        "A picture, shaded by counts; for several puzzles: -o FOLDER/ or -o NAME-{}.svg",
    ),
];

#[derive(Serialize)]
struct CandidatesJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    /// By the names of the cells.
    candidates: BTreeMap<String, Vec<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<BTreeMap<String, Vec<u64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    answered_by: AnsweredBy<'a>,
}

/// Runs the verb.
pub fn run(args: &CandidatesArgs) -> Result<Exit> {
    let inputs = Inputs::new(&args.input);
    let input = VariantInput::new(&inputs)?;
    let command = command(args);
    let run = VariantRun {
        output: args.output.path(),
        to: Some(args.to),
        checks: Checks::ByVerb(args.check.check),
        time: Some(&args.time),
        ..VariantRun::new(&input, &args.list, &command)
    };
    let worker = || {
        let rules = &args.input.read.rules;
        let mut second = VariantSecond::new(encoding::DEFAULT, args.time.timeout, rules)?;
        let mut engine = VariantAuto::sharing(run.threads.clone());
        Ok(move |asked| answer(args, &mut engine, &mut second, asked))
    };
    run.answer_whole(worker, |out, answer, checked_by| {
        present(args, out, answer, checked_by)
    })
}

/// The verb with its options, for the command that replays a difference.
fn command(args: &CandidatesArgs) -> String {
    let limit = args.limit.map(|limit| option("limit", &limit.to_string()));
    format!("candidates{}", limit.unwrap_or_default())
}

fn answer(
    args: &CandidatesArgs,
    engine: &mut VariantAuto,
    second: &mut VariantSecond,
    asked: VariantQuestion,
) -> Result<VariantAnswer<Found>> {
    let instance = asked.instance.clone();
    let nothing = |reason| TrueCandidates::unknown(instance.puzzle.board(), reason);
    let found = asked.unless_stopped(nothing, |puzzle, limits| {
        anyhow::Ok(engine.true_candidates(puzzle, args.limit.unwrap_or(1), limits))
    })?;
    let found = Found {
        is_unsolvable: is_unsolvable(&instance, &found),
        candidates: found,
    };
    let mut answer = VariantAnswer::new(instance, found, engine, asked.start);
    if asked.is_checked {
        answer.checked = second.check_candidates(&answer, &answer.found.candidates);
    }
    Ok(answer)
}

fn is_unsolvable(instance: &VariantInstance<Compiled>, found: &TrueCandidates) -> bool {
    let mut cells = instance.puzzle.board().cells();
    found.stopped.is_none() && cells.any(|cell| found.possible(cell) == 0)
}

fn present(
    args: &CandidatesArgs,
    out: &mut Presenter<'_>,
    answer: &VariantAnswer<Found>,
    checked_by: &[String],
) -> Result<()> {
    let instance = &*answer.instance;
    let (found, unsolvable) = (&answer.found.candidates, answer.found.is_unsolvable);
    if out.is_json() {
        return out.json(&json(args, answer, checked_by));
    }
    if out.is_svg() {
        return out.picture(&picture(args, instance, found, unsolvable));
    }
    out.begin_block()?;
    if let Some(reason) = &found.stopped {
        out.line(&unknown(reason))?;
    }
    if unsolvable {
        return out.line(NO_SOLUTION);
    }
    let board = instance.puzzle.board();
    let digits: Vec<String> = (0..board.digit_count())
        .map(|index| instance.digit_text(Digit::from_index(index)))
        .collect();
    let texts: Vec<String> = board
        .cells()
        .map(|cell| cell_text(args, &digits, found, cell))
        .collect();
    let width = texts.iter().map(String::len).max().unwrap_or(1);
    for row in texts.chunks(board.columns()) {
        let words: Vec<String> = row.iter().map(|word| format!("{word:width$}")).collect();
        out.line(words.join(" ").trim_end())?;
    }
    Ok(())
}

fn picture(
    args: &CandidatesArgs,
    instance: &VariantInstance<Compiled>,
    found: &TrueCandidates,
    unsolvable: bool,
) -> Picture {
    let board = instance.puzzle.board();
    let counted = |cell| {
        let digits = possible(found, cell);
        let counted = digits.map(|digit| (digit, found.occurrences(cell, digit)));
        counted.collect::<Vec<_>>()
    };
    let cells: Vec<_> = board.cells().map(counted).collect();
    let picture = match &found.stopped {
        Some(reason) => instance.picture().remark(unknown(reason)),
        None => instance.picture(),
    };
    match (unsolvable, args.limit) {
        (true, _) => picture.remark(NO_SOLUTION),
        (false, Some(_)) => picture.counted_candidates(cells),
        (false, None) => {
            let masks: Vec<Mask> = board.cells().map(|cell| found.possible(cell)).collect();
            picture.candidates(&masks)
        }
    }
}

/// The candidates of a cell as one word, with these texts for the digits.
fn cell_text(
    args: &CandidatesArgs,
    digits: &[String],
    found: &TrueCandidates,
    cell: Cell,
) -> String {
    let shown = possible(found, cell);
    let is_short = args.limit.is_none() && digits.iter().all(|text| text.len() == 1);
    let words: Vec<String> = shown
        .map(|digit| {
            let text = &digits[digit.index()];
            match args.limit {
                Some(_) => format!("{text}:{}", found.occurrences(cell, digit)),
                None => text.clone(),
            }
        })
        .collect();
    match words.is_empty() {
        // Every cell of a solution has a digit: the search was stopped before it found one.
        true => "?".to_owned(),
        false => words.join(if is_short { "" } else { "," }),
    }
}

fn possible(found: &TrueCandidates, cell: Cell) -> impl Iterator<Item = Digit> {
    members(found.possible(cell)).map(Digit::from_index)
}

fn json<'a>(
    args: &CandidatesArgs,
    answer: &'a VariantAnswer<Found>,
    checked_by: &'a [String],
) -> CandidatesJson<'a> {
    let (board, found) = (answer.instance.puzzle.board(), &answer.found.candidates);
    let instance = &answer.instance;
    let values = |cell| possible(found, cell).map(|digit| instance.digit_value(digit));
    let counts = |cell| {
        let digits = possible(found, cell);
        digits.map(move |digit| found.occurrences(cell, digit).known())
    };
    CandidatesJson {
        position: answer.instance.position(),
        verdict: match (&found.stopped, answer.found.is_unsolvable) {
            (Some(_), _) => "unknown",
            (None, true) => "unsatisfiable",
            (None, false) => "candidates",
        },
        candidates: board
            .cells()
            .map(|cell| (board.name(cell), values(cell).collect()))
            .collect(),
        counts: args.limit.map(|_| {
            let cells = board.cells();
            cells
                .map(|cell| (board.name(cell), counts(cell).collect()))
                .collect()
        }),
        reason: found.stopped.as_ref().map(ToString::to_string),
        answered_by: answer.by.answered_by(checked_by),
    }
}
