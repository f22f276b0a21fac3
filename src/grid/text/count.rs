//! A first line that is the number of puzzles.

use super::SMALLEST_SIDE;
use super::advice::{Advice, Setting};
use super::detect::{LONGEST_ROW, next_content};
use super::error::{InputError, quote};
use super::integer::unsigned;
use super::lines::InputLines;
use super::words::{Line, Token};
use super::{line, poj};

/// Whether the first line is just a number, before lines of another length, or of as many digits
/// with spaces as a row has, 9 unless the side is known. "0" announces no puzzles at all. A
/// number of 9 digits may be a row.
pub fn is_count(
    lines: &mut InputLines<'_>,
    first: &Line,
    side: Option<usize>,
) -> Result<bool, InputError> {
    let text = first.text.trim();
    if unsigned(text).is_none() || text.len() == poj::MAX_SIDE {
        return Ok(false);
    }
    Ok(match next_content(lines, 1)? {
        None => text == "0",
        Some(next) => match next.tokens().len() {
            // Longer numbers may be puzzles themselves.
            1 if text.len() > poj::MAX_SIDE => next.text.trim().len() == poj::MAX_SIDE,
            1 => next.text.trim().len() != text.len(),
            count => {
                count == side.unwrap_or(poj::MAX_SIDE) && next.tokens().iter().all(is_single_digit)
            }
        },
    })
}

/// Refuses a count before puzzles of which no format has one.
pub fn check(
    lines: &mut InputLines<'_>,
    first: &Line,
    side: Option<usize>,
) -> Result<(), InputError> {
    let text = first.text.trim();
    // Nothing else waits for a second line, which may come late.
    if unsigned(text).is_none() || text.len() >= poj::MAX_SIDE || side == Some(1) {
        return Ok(());
    }
    let Some(next) = next_content(lines, 1)? else {
        return Ok(());
    };
    let field = line::field(&next);
    let what = match next.tokens().len() {
        1 if field.text.chars().count() > LONGEST_ROW => "puzzles on one line each",
        SMALLEST_SIDE.. if !is_count(lines, first, side)? => "rows with spaces",
        _ => return Ok(()),
    };
    let found = format!("{} before {what}", quote(text));
    let expected = "a count only before rows of 9 digits, 0 for empty cells";
    let command = Setting::Shell("tail -n +2 FILE".into());
    let error = lines.error(first, 1, found, expected.into());
    Err(error.advise(Advice::new("{} leaves the first line out", [command])))
}

fn is_single_digit(word: &Token<'_>) -> bool {
    matches!(word.text.as_bytes(), [b'0'..=b'9'])
}
