//! Lines that are not puzzles: comments, titles of collections, and headings of sections.

use super::alphabet::{Alphabet, CellSymbol};
use super::{SMALLEST_SIDE, hint, rated, sudokusat};

/// Words with which titles of collections begin.
const TITLES: [&str; 3] = ["grid", "puzzle", "sudoku"];

/// What only variants hold, in JSON, strings and links.
const OF_VARIANTS: [char; 4] = ['{', '[', '~', '='];

/// Longest number in a title.
const LONGEST_NUMBER: usize = 5;

/// Headings of the puzzle in a file of SadMan Sudoku (`.sdk`), or of several.
const PUZZLE: [&str; 2] = ["Puzzle", "Puzzles"];

/// Headings of what the solver of that puzzle has found so far: digits, candidates, colours, or
/// all of it.
const PROGRESS: [&str; 6] = [
    "State",
    "PencilMarks",
    "Colors",
    "Colours",
    "Solution",
    "Solutions",
];

/// A section of a file of SadMan Sudoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// The givens of a puzzle.
    Puzzle,
    /// The progress that a player saved, or the solution.
    Progress,
}

/// The section of which a text is the heading.
pub fn section(text: &str) -> Option<Section> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let is_one_of = |headings: &[&str]| headings.iter().any(|h| name.eq_ignore_ascii_case(h));
    if is_one_of(&PUZZLE) {
        return Some(Section::Puzzle);
    }
    is_one_of(&PROGRESS).then_some(Section::Progress)
}

/// Whether a text is a comment: it begins with `#` or `//`, or with `;` or `%` and a blank
/// before words that hold no cells.
pub fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    match text.as_bytes() {
        [b'#', ..] | [b'/', b'/', ..] => true,
        [b';', ..] => is_remark(text, ';'),
        [b'%', ..] => is_remark(text, '%'),
        _ => false,
    }
}

/// Whether nothing or a blank and words follow the marks that a text begins with.
fn is_remark(text: &str, mark: char) -> bool {
    let rest = text.trim_start_matches(mark);
    let has_word = rest
        .split_whitespace()
        .any(|word| word.len() > 1 && word.chars().all(char::is_alphabetic));
    rest.is_empty()
        || rest.starts_with(char::is_whitespace)
            && has_word
            && !rest.contains(OF_VARIANTS)
            && !holds_cells(rest)
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

/// Whether a text begins with one of the words of titles, and all that follows are words,
/// ratings, dates and a few short numbers, which cannot be a row.
fn is_name(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_alphabetic());
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    if !TITLES.iter().any(|title| word.eq_ignore_ascii_case(title)) {
        return false;
    }
    let is_break = |c: char| c.is_whitespace() || "#:()".contains(c);
    let parts: Vec<&str> = rest
        .split(is_break)
        .map(|part| part.trim_end_matches(','))
        .filter(|part| !matches!(*part, "" | "-"))
        .collect();
    let numbers = parts.iter().filter(|part| is_short_number(part)).count();
    let are_plain = parts
        .iter()
        .all(|part| is_word(part) || is_short_number(part) || is_date(part) || is_setting(part));
    rest.starts_with(is_break)
        && (!parts.is_empty() || rest.trim_end() == ":")
        && are_plain
        && numbers < SMALLEST_SIDE
        && !sudokusat::is_header_text(text)
        && !may_be_row(text)
}

fn is_word(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_alphabetic() || "-'.!".contains(c))
        && text.contains(char::is_alphabetic)
}

/// A number of up to four digits, perhaps with a decimal point.
fn is_short_number(text: &str) -> bool {
    text.len() <= LONGEST_NUMBER
        && text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// A date such as `2006-08-03`.
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let of = |part: Option<&str>, length: usize| {
        part.is_some_and(|part| part.len() == length && part.bytes().all(|b| b.is_ascii_digit()))
    };
    of(parts.next(), 4) && of(parts.next(), 2) && of(parts.next(), 2) && parts.next().is_none()
}

/// A number with a name, such as `SE=1.5`.
fn is_setting(text: &str) -> bool {
    let setting = text.split_once('=');
    setting.is_some_and(|(name, value)| is_word(name) && is_short_number(value))
}

/// Whether nothing but cells may be in a text that begins with a word: all are letters, or
/// groups of the same width.
fn may_be_row(text: &str) -> bool {
    let is_other = |c: char| !may_be_cell(c) && !c.is_whitespace();
    if text.contains(is_other) {
        return false;
    }
    let groups: Vec<&str> = text.split_whitespace().collect();
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
            && !rated::is_rating(word)
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
    fn cells_between_commas_are_cells() {
        for (text, expected) in [
            ("1,,3,4", true),
            ("7,................", true),
            ("a, b", false),
        ] {
            assert_eq!(holds_cells(text), expected, "{text}");
        }
    }

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
            ("%easy", false),
            ("%%%%%%%%%", true),
            ("% % % %", false),
            ("% 17 clues, 50% done", true),
            ("% 17", false),
            ("; x", false),
            (";---------", false),
            ("; .Thermo~R5C5~R5C6~R5C7", false),
            (";.Thermo~R5C5~R5C6~R5C7", false),
            ("% see {\"rows\":4}", false),
            ("; rows 1234 3412 2143 4321", true),
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
    fn dates_have_four_and_two_and_two_digits() {
        assert!(is_date("2006-08-03"));
        for text in [
            "",
            "2006",
            "2006-08",
            "2006-08-03-1",
            "06-08-03",
            "2006-8-03",
            "2006-08-3",
            "2oo6-08-03",
            "2006-o8-03",
            "2006-08-o3",
            "2006--08-03",
        ] {
            assert!(!is_date(text), "{text}");
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
            ("Sudoku of the day - hard!", true),
            ("Grid 01 of 50", true),
            ("Sudoku 7|53..7....", false),
            ("Puzzle 3=53..7....", false),
            ("Sudoku 8 = 53..7....;", false),
            ("Puzzle 4 \"1234341221434321\",", false),
            ("Grid 7: 530070000 600195000", false),
            ("Puzzle 7 53..7....", false),
            ("Puzzle 1. easy", true),
            ("Puzzle 1: 1234 3412 2143 4321", false),
            ("Puzzle 3: .Cage~12~R1C1~R1C2", false),
            ("Puzzle 2: {\"rows\":4}", false),
            ("Puzzle 2: https://f-puzzles.com/?load=N4", false),
            ("Grid", false),
            ("Puzzle:", true),
            ("Sudoku: ", true),
            ("Puzzle", false),
            ("Puzzle::", false),
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
            ("[Puzzles]", Some(Section::Puzzle)),
            ("[solution]", Some(Section::Progress)),
            ("[Easy]", None),
            ("State", None),
        ] {
            assert_eq!(section(text), expected, "{text}");
        }
    }
}
