//! Lines with a rating or a name beside the puzzle, as in the sudoku-exchange puzzle bank.

use super::words::Token;
use super::{hint, line};

/// Fewest cells of a puzzle beside which a rating or a name may stand without a separator.
const FEWEST_RATED: usize = 81;

/// Characters of the names of puzzles in the sudoku-exchange bank: hexadecimal digits.
const NAME: usize = 12;

/// Ratings of Sudoku Explainer: of the puzzle, of its first placement, of its first elimination.
const MOST_RATINGS: usize = 3;

/// The puzzle of `PUZZLE RATING` or `NAME PUZZLE RATING`, the lines of the sudoku-exchange
/// puzzle bank. A number such as `1)` or `1.` may stand for the name, several ratings for the
/// one, with or without `/` between them, and ` - 123` may follow.
pub fn puzzle_of<'l>(field: &Token<'l>) -> Option<Token<'l>> {
    if field.text.len() <= FEWEST_RATED {
        return None;
    }
    let mut words = field.text.split_whitespace();
    let (first, second) = (words.next()?, words.next()?);
    let is_name = is_hexadecimal_name(first) || is_number_in_list(first);
    let (puzzle, next) = match is_name {
        true => (second, words.next()),
        false => (first, Some(second)),
    };
    let mut rest = next.into_iter().chain(words);
    let other = rest.find(|word| !are_ratings(word));
    let fits = puzzle.len() >= FEWEST_RATED
        && (other.is_none() || next != other && other == Some("-"))
        && (other.is_none() || rest.next().is_some_and(is_rating) && rest.next().is_none())
        && hint::is_puzzle(puzzle);
    let before = match is_name {
        true => &field.text[..field.text.len() - field.text[first.len()..].trim_start().len()],
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

fn is_hexadecimal_name(word: &str) -> bool {
    word.len() == NAME && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a word is the number of an item in a list: `1)` or `1.`.
fn is_number_in_list(word: &str) -> bool {
    let number = word.strip_suffix([')', '.']);
    number.is_some_and(|number| !number.contains('.') && is_rating(number))
}

/// The first word that is neither a rating nor several.
pub fn first_other<'l>(words: &[Token<'l>]) -> Option<Token<'l>> {
    words.iter().find(|word| !are_ratings(word.text)).copied()
}

/// Whether a word is a rating, or several such as `9.0/1.2/1.2` or `ED=9.0/1.2/1.2`.
fn are_ratings(word: &str) -> bool {
    let ratings = match word.split_once('=') {
        Some(("ED" | "ER" | "SE", ratings)) => ratings,
        Some(_) => return false,
        None => word,
    };
    ratings.split('/').count() <= MOST_RATINGS && ratings.split('/').all(is_rating)
}

/// Whether a word is a number such as `7` or `1.2`.
pub fn is_rating(word: &str) -> bool {
    const LONGEST: usize = 8;
    let (whole, part) = word.split_once('.').unwrap_or((word, "0"));
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    word.len() <= LONGEST && is_number(whole) && is_number(part)
}
