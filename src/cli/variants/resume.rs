//! Continuing an interrupted run over variants, whose answers are lines.

use super::{VariantInstance, VariantItem};
use crate::cli::args::OutputFormat;
use crate::cli::exit::Exit;
use crate::cli::pipeline::earlier_answers::{AnswerForm, grid_of};
use crate::cli::pipeline::malformed::{Malformed, is_error};
use crate::cli::pipeline::present::solution_text as classic_text;
use crate::cli::pipeline::presentable::Presentable;
use crate::escape;
use crate::grid::{Digit, Solution};
use crate::rules::text::{VariantFormat, VariantReader};
use crate::rules::{Board, Compiled};
use std::borrow::Cow;
use std::cell::LazyCell;

/// What a puzzle says, for the fingerprint of an input.
pub(super) fn fingerprint(item: &VariantItem) -> String {
    let description = escape::json(&item.description).unwrap_or_default();
    let alphabet = item.alphabet();
    let alphabet = alphabet.map_or(String::new(), |alphabet| alphabet.to_string());
    format!("{} {alphabet} {description}\n", item.format)
}

/// The outcome that a line states about a puzzle, or about what is wrong with it; `None` if
/// it is not an answer. What the puzzle means is worked out only where that depends on it: an
/// earlier run may have reached its time limit before it knew.
pub(super) fn outcome(
    item: VariantItem,
    compile: impl FnOnce(VariantItem) -> Result<VariantInstance<Compiled>, Malformed>,
    to: Option<OutputFormat>,
    form: AnswerForm,
    line: &[u8],
) -> Option<Exit> {
    if is_error(line) {
        return compile(item).err()?.is_reported_by(line);
    }
    if form == AnswerForm::Minimal {
        return match to {
            Some(OutputFormat::Text(_)) => {
                let record = LazyCell::new(|| compile(item).ok()?.to_classic_in_list());
                form.outcome(line, |text| {
                    let record = record.as_ref();
                    record.is_some_and(|record| form.fits(record, text))
                })
            }
            _ => form.outcome(line, |text| is_reduced(&item, text)),
        };
    }
    let instance = LazyCell::new(|| compile(item).ok());
    form.outcome(line, |text| {
        let instance = instance.as_ref();
        instance.is_some_and(|instance| solves(instance, to, text))
    })
}

/// Whether the text is the puzzle without some of its givens and constraints, in JSON or, less
/// closely, in the format f-puzzles.
fn is_reduced(item: &VariantItem, text: &[u8]) -> bool {
    let whole = &item.description;
    let Some(Ok(read)) = VariantReader::new(text, "", None).next() else {
        return false;
    };
    if read.format == VariantFormat::FPuzzles {
        return true;
    }
    let reduced = read.description;
    let mut constraints = whole.constraints.iter();
    let mut candidates = reduced.candidates.iter();
    candidates.all(|(cell, digits)| whole.candidates.get(cell) == Some(digits))
        && (reduced.constraints.iter()).all(|kept| constraints.any(|item| item == kept))
        && reduced.rules == whole.rules
}

/// Whether the text is a solution of the puzzle, as it would be written.
fn solves(instance: &VariantInstance<Compiled>, to: Option<OutputFormat>, text: &[u8]) -> bool {
    let (Ok(puzzle), Ok(text)) = (instance.puzzle.whole(), std::str::from_utf8(text)) else {
        return false;
    };
    let written_as_read = instance.item.classic.as_deref().filter(|_| to.is_none());
    let classic = written_as_read.map(Cow::Borrowed);
    let classic = classic.or_else(|| instance.record_in_alphabet());
    let solution = match &classic {
        Some(record) => grid_of(record, text),
        None => values(puzzle.board(), text),
    };
    solution.is_some_and(|solution| {
        let written = match &classic {
            Some(record) => classic_text(record, &solution),
            None => instance.text(&solution),
        };
        puzzle.check(&solution).is_ok() && written == text
    })
}

/// The solution in one string of digits, or of numbers with blanks between them.
fn values(board: &Board, text: &str) -> Option<Solution> {
    let of_digit = |value: i64| board.digit(value);
    let digits: Option<Vec<Digit>> = match board.min() >= 0 && board.max() <= 9 {
        true => text
            .chars()
            .map(|c| of_digit(i64::from(c.to_digit(10)?)))
            .collect(),
        false => text
            .split(' ')
            .map(|word| of_digit(word.parse().ok()?))
            .collect(),
    };
    let digits = digits.filter(|digits| digits.len() == board.cell_count())?;
    Some(Solution::new(digits))
}
