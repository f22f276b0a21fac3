//! The header of a table: the names of its columns.

use super::advice::{Advice, Setting};
use super::alphabet::{Alphabet, CellSymbol};
use super::error::{InputError, quote};
use super::hint;
use super::line::{SEPARATORS, first_field};
use super::lines::InputLines;
use super::words::Line;

/// Column names that stand for puzzles.
const HEADERS: [&str; 5] = ["puzzle", "puzzles", "quizzes", "quiz", "sudoku"];

/// Column names that stand for what makes a puzzle a variant.
const OF_VARIANTS: [&str; 8] = [
    "cage",
    "cages",
    "constraint",
    "constraints",
    "jigsaw",
    "killer",
    "region",
    "regions",
];

/// Longest name of a column, in bytes.
const LONGEST_NAME: usize = 40;

/// What a table without records holds.
pub const ALONE: &str = "no puzzle, only the header of a table";

/// What is expected of it instead.
pub const PUZZLE_BELOW: &str = "a puzzle below it";

/// A header that is not the first line, as in tables that were joined.
pub const AGAIN: &str = "the header of a table among its records";

/// What is expected in its place.
pub const PUZZLE: &str = "a puzzle";

/// Whether this is the header line of a table of puzzles.
pub fn is_header(line: &Line) -> bool {
    is_header_text(&line.text)
}

/// Like [`is_header`] for the text of a line. All its fields must be names.
pub fn is_header_text(text: &str) -> bool {
    let first = first_field(text);
    let rest = &text[first.len()..];
    let mut others = rest.split(SEPARATORS);
    is_name_of_puzzles(first.trim())
        && match rest.starts_with(':') {
            true => others.all(|field| field.trim().is_empty()),
            false => others.all(|field| is_name(field.trim())),
        }
}

/// Refuses a header with a column that makes its puzzles variants, of which the first column alone
/// would be another puzzle.
///
/// # Errors
/// The column, and how to read the puzzles all the same.
pub fn refuse_variants(lines: &InputLines<'_>, line: &Line) -> Result<(), InputError> {
    let is_known = |name: &&str| {
        OF_VARIANTS
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
    };
    let mut names = line.text.split(SEPARATORS).map(str::trim);
    let Some(name) = names.find(is_known) else {
        return Ok(());
    };
    let found = format!("a column {} beside the puzzles", quote(name));
    let puzzles = first_field(&line.text).trim().to_owned();
    let text = "{} reads them as classic puzzles";
    let advice = Advice::new(text, [Setting::Column(Some(puzzles))]);
    let error = lines.error(
        line,
        1,
        found,
        "classic puzzles, or variants as JSON".into(),
    );
    Err(error.advise(advice))
}

/// Whether a column of this name holds puzzles.
pub fn is_name_of_puzzles(name: &str) -> bool {
    HEADERS.contains(&name.to_ascii_lowercase().as_str())
}

/// Whether a field could be the name of a column, such as `#` for numbers, or is empty.
fn is_name(field: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || " _-()/%".contains(c);
    let begins = |c: char| c.is_alphabetic();
    matches!(field, "" | "#")
        || (field.len() <= LONGEST_NAME && field.starts_with(begins) && field.chars().all(fits))
}

/// Whether these fields of a first record name columns, the one at `index` a column of puzzles,
/// of which nothing else is known: that name has no digit, and no mark of an empty cell but '_'
/// and '-'.
pub fn names_columns(fields: &[String], index: usize) -> bool {
    let may_be_cell = |c: char| {
        c.is_numeric() || Alphabet::Digits.symbol(c, 9) == Some(CellSymbol::Empty) && c != '_'
    };
    let is_name_of_column =
        |name: &String| !name.is_empty() && !name.contains(may_be_cell) && !hint::is_puzzle(name);
    fields.get(index).is_some_and(is_name_of_column) && fields.iter().all(|field| is_name(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_a_header_only_if_nothing_in_it_is_data() {
        for (fields, expected) in [
            ("id,puzzle", true),
            ("id,puzzle,level 2", true),
            (",puzzle_text", true),
            ("#,puzzle", true),
            ("# easy,puzzle", false),
            ("id,puzzle-text", true),
            ("name,Rätsel", true),
            ("1,puzzle", false),
            ("a,", false),
            ("a,4..3", false),
            ("a,p12..7", false),
            ("a,see 17", false),
            ("a,A000B00C", false),
            ("a", false),
        ] {
            let fields: Vec<String> = fields.split(',').map(str::to_owned).collect();
            assert_eq!(names_columns(&fields, 1), expected, "{fields:?}");
        }
    }
}
