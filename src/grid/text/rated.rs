//! Lines with a rating or a name beside the puzzle, as in the sudoku-exchange puzzle bank.

use super::words::Token;
use super::{hint, line};

/// Fewest cells of a puzzle beside which a rating or a name may stand without a separator.
const FEWEST_RATED: usize = 81;

/// Characters of the names of puzzles in the sudoku-exchange bank: hexadecimal digits.
const NAME: usize = 12;

/// The puzzle of `PUZZLE RATING` or `NAME PUZZLE RATING`, the lines of the sudoku-exchange
/// puzzle bank.
pub fn puzzle_of<'l>(field: &Token<'l>) -> Option<Token<'l>> {
    if field.text.len() <= FEWEST_RATED {
        return None;
    }
    let mut words = field.text.split_whitespace();
    let (first, second, third) = (words.next()?, words.next()?, words.next());
    let is_name = first.len() == NAME && first.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (puzzle, rating) = match is_name {
        true => (second, third),
        false => (first, Some(second).filter(|_| third.is_none())),
    };
    let fits = words.next().is_none()
        && (is_name || rating.is_some())
        && rating.is_none_or(is_rating)
        && puzzle.len() >= FEWEST_RATED
        && hint::is_puzzle(puzzle);
    let before = match is_name {
        true => &field.text[..field.text.len() - field.text[NAME..].trim_start().len()],
        false => "",
    };
    fits.then(|| Token {
        text: puzzle,
        column: field.column + before.chars().count(),
    })
}

/// The puzzle of such a line, if it is one.
pub fn beside_rating(text: &str) -> Option<&str> {
    let field = Token {
        text: line::first_field(text).trim_end(),
        column: 1,
    };
    puzzle_of(&field).map(|puzzle| puzzle.text)
}

/// Whether a word is a number such as `7` or `1.2`.
pub fn is_rating(word: &str) -> bool {
    const LONGEST: usize = 8;
    let (whole, part) = word.split_once('.').unwrap_or((word, "0"));
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    word.len() <= LONGEST && is_number(whole) && is_number(part)
}
