//! Lines that are no puzzles: comments, titles of collections, and headings of sections.

use super::alphabet::{Alphabet, CellSymbol};
use super::{SMALLEST_SIDE, drawn, hint, line, sudokusat};

/// Words with which titles of collections begin.
const TITLES: [&str; 3] = ["grid", "puzzle", "sudoku"];

/// The heading of the puzzle in a file of SadMan Sudoku (`.sdk`).
const PUZZLE: &str = "Puzzle";

/// Headings of what the solver of that puzzle has found so far: digits, candidates, colours.
const PROGRESS: [&str; 4] = ["State", "PencilMarks", "Colors", "Colours"];

/// A section of a file of SadMan Sudoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// The givens of a puzzle.
    Puzzle,
    /// How far somebody has come with the puzzle before.
    Progress,
}

/// The section of which a text is the heading.
pub fn section(text: &str) -> Option<Section> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    if name.eq_ignore_ascii_case(PUZZLE) {
        return Some(Section::Puzzle);
    }
    let is_progress = PROGRESS
        .iter()
        .any(|heading| name.eq_ignore_ascii_case(heading));
    is_progress.then_some(Section::Progress)
}

/// Whether a text is a comment: it begins with `#` or `//`, or with `;` or `%` where these
/// cannot be delimiters or cells and nothing behind them can be cells.
pub fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    match text.as_bytes() {
        [b'#', ..] | [b'/', b'/', ..] => true,
        [b';', ..] => is_remark(text, ';'),
        [b'%', ..] => is_remark(text, '%') && !may_be_percent_cells(text),
        _ => false,
    }
}

/// Whether a text that begins with this mark has words behind it, or nothing at all, and no
/// cells.
fn is_remark(text: &str, mark: char) -> bool {
    let rest = text.trim_start_matches(mark);
    let mut runs = rest.split(|c: char| !c.is_alphabetic());
    let has_word = runs.any(|run| run.chars().count() > 1);
    (has_word || !rest.contains(may_be_cell)) && !hint::has_fields(text) && !holds_cells(rest)
}

/// Whether all of a text that begins with `%` may be cells of which some are letters and `%`
/// stands for the empty ones.
fn may_be_percent_cells(text: &str) -> bool {
    let rest = text.trim_start_matches('%');
    rest.contains('%') && text.chars().all(|c| c == '%' || may_be_cell(c))
}

/// Whether a text is a title of a collection, such as `[Puzzle]`, `Grid 01` or
/// `Puzzle #12 (easy)`.
pub fn is_title(text: &str) -> bool {
    let text = text.trim();
    let Some(name) = text.strip_prefix('[') else {
        return is_name(text);
    };
    let is_word = |name: &str| !name.is_empty() && name.chars().all(char::is_alphabetic);
    name.strip_suffix(']')
        .is_some_and(|name| is_word(name) || is_name(name))
}

/// Whether a text begins with one of the words of titles, names something by it, and cannot be
/// a row or have a puzzle in it.
fn is_name(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_alphabetic());
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    let has_name = rest
        .find(char::is_alphanumeric)
        .is_some_and(|start| !rest[..start].contains([',', ';', '\t']));
    TITLES.iter().any(|title| word.eq_ignore_ascii_case(title))
        && rest.starts_with(|c: char| c.is_whitespace() || "#:(".contains(c))
        && has_name
        && !sudokusat::is_header_text(text)
        && !may_be_row(text)
        && !holds_cells(rest)
}

/// Whether nothing but cells may be in a text that begins with a word: all are letters, or
/// groups of the same width.
fn may_be_row(text: &str) -> bool {
    let is_other = |c: char| !may_be_cell(c) && !c.is_whitespace() && !drawn::is_stroke(c);
    if text.contains(is_other) {
        return false;
    }
    let is_gap = |c: char| c.is_whitespace() || drawn::is_stroke(c);
    let groups: Vec<&str> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    let are_even = groups.iter().all(|group| group.len() == groups[0].len());
    !text.contains(|c: char| c.is_ascii_digit()) || groups.len() > 2 && are_even
}

/// Whether a text has a puzzle in it, or cells of a row.
fn holds_cells(text: &str) -> bool {
    let is_digit_or_mark = |c: char| Alphabet::Digits.symbol(c, 9).is_some();
    let is_mark = |c: char| c != '0' && Alphabet::Digits.symbol(c, 9) == Some(CellSymbol::Empty);
    let is_group = |word: &str| {
        word.chars().count() >= SMALLEST_SIDE
            && word.chars().all(is_digit_or_mark)
            && word.contains(is_mark)
            && !line::is_rating(word)
    };
    let is_single = |word: &&str| word.len() == 1 && word.chars().all(is_digit_or_mark);
    let is_bracket = |c: char| "()[]{}<>'\"".contains(c);
    let mut words = text
        .split_whitespace()
        .map(|word| word.trim_matches(is_bracket));
    hint::has_fields(text)
        || words.any(|word| is_group(word) || word.len() > 9 && hint::is_puzzle(word))
        || text.split_whitespace().filter(is_single).count() >= SMALLEST_SIDE
}

fn may_be_cell(c: char) -> bool {
    c.is_ascii_alphanumeric() || Alphabet::Digits.symbol(c, 9).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_begin_with_one_of_four_marks() {
        for (text, expected) in [
            ("# easy", true),
            (" #", true),
            ("// easy", true),
            ("//530070000", true),
            ("/ easy", false),
            ("; easy", true),
            (";;; 17 clues", true),
            (";", true),
            ("; sudoku", true),
            (";1...............", false),
            (";easy;1...............", false),
            (";3;;;7;;;;", false),
            ("% easy", true),
            ("%easy", true),
            ("%%%%%%%%%", true),
            ("% 17 clues, 50% done", true),
            ("% 17", false),
            ("; x", false),
            (";---------", true),
            (";3..7....", false),
            ("; 2 | . .", false),
            (";3 . | . 7 . | . . .", false),
            ("; rows: 53..7....", false),
            ("%3%%7%%%%", false),
            ("% 3 % % 7 % % % %", false),
            ("%A%%B%%%%%%C%%%%", false),
            ("%AB%%%%%%%%C%%%%", false),
            ("%,1...............", false),
            ("530070000", false),
            ("", false),
        ] {
            assert_eq!(is_comment(text), expected, "{text}");
        }
    }

    #[test]
    fn titles_name_what_follows_them() {
        for (text, expected) in [
            ("[Puzzle]", true),
            ("[Easy]", true),
            ("[Puzzle 12]", true),
            ("[5 3]", false),
            ("[]", false),
            ("Grid 01", true),
            ("Puzzle #1:", true),
            ("Puzzle #12 (easy)", true),
            ("PUZZLE SE=1.5", true),
            ("Puzzle 12, easy", true),
            ("Puzzle 12 easy", true),
            ("Puzzle 12 SE 7.2", true),
            ("Sudoku: easy", true),
            ("Sudoku#3", true),
            ("Puzzle (easy)", true),
            ("Sudoku 2006-08-03", true),
            ("Grid", false),
            ("Puzzle:", false),
            ("Grid one", false),
            ("Level 1", false),
            ("Gridlock 1", false),
            ("puzzle,solution", false),
            ("puzzle:,solution", false),
            ("puzzle size: 16x16", false),
            ("GRID ABCE FHJK LMNO PQST", false),
            ("GRID 1234 5678 9ABC EFHJ KLMN OPQS", false),
            ("GRID | 1234 | 5678 | 9ABC", false),
            ("Puzzle 1: 1...............", false),
            ("Puzzle 1 1...............", false),
            ("Puzzle 1 (1...............)", false),
            ("Puzzle 1,1...............", false),
            ("Puzzle 53..7....", false),
            ("Puzzle 5 3 . . 7 . . . .", false),
            ("", false),
        ] {
            assert_eq!(is_title(text), expected, "{text}");
        }
    }

    #[test]
    fn sections_of_sadman_sudoku_are_the_puzzle_and_the_progress() {
        for (text, expected) in [
            ("[Puzzle]", Some(Section::Puzzle)),
            (" [puzzle] ", Some(Section::Puzzle)),
            ("[State]", Some(Section::Progress)),
            ("[PencilMarks]", Some(Section::Progress)),
            ("[Easy]", None),
            ("State", None),
        ] {
            assert_eq!(section(text), expected, "{text}");
        }
    }
}
