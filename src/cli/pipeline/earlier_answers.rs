//! Whether a line of an earlier run is an answer to its puzzle.

use crate::cli::exit::Exit;
use crate::cli::pipeline::present::{NO_SOLUTION, SEVERAL_SOLUTIONS, UNKNOWN, solution_text};
use crate::grid::row::CELLS;
use crate::grid::text::{Alphabet, Record, line};
use crate::grid::{Digit, Geometry, Puzzle, Solution};

/// What the answers of a verb look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// A grid.
    Solution,
    /// A word, then grids after tabs.
    Unique,
    /// A number up to this.
    Count(u64),
    /// The puzzle without some of its givens.
    Minimal,
    /// A puzzle of the same shape with as many givens.
    Canonical,
    /// As [`AnswerForm::Canonical`], or nothing: puzzles that resemble an earlier one are left out.
    Distinct,
}

impl AnswerForm {
    /// The outcome that a line states, or `None` if it is not an answer. `fits` says
    /// whether a text is a grid of this form that belongs to the puzzle.
    pub fn outcome(self, line: &[u8], fits: impl Fn(&[u8]) -> bool) -> Option<Exit> {
        let words: &[&str] = match self {
            AnswerForm::Solution => &[NO_SOLUTION],
            AnswerForm::Minimal => &[NO_SOLUTION, SEVERAL_SOLUTIONS],
            AnswerForm::Canonical | AnswerForm::Distinct => &[],
            AnswerForm::Unique => return unique(line, fits),
            AnswerForm::Count(limit) => return count(line, limit),
        };
        match line {
            word if words.iter().any(|known| known.as_bytes() == word) => Some(Exit::Negative),
            unknown if unknown.starts_with(UNKNOWN.as_bytes()) => Some(Exit::Unknown),
            grid => fits(grid).then_some(Exit::Answered),
        }
    }

    /// Whether its grids are solutions.
    pub fn has_solutions(self) -> bool {
        match self {
            AnswerForm::Solution | AnswerForm::Unique | AnswerForm::Count(_) => true,
            AnswerForm::Minimal | AnswerForm::Canonical | AnswerForm::Distinct => false,
        }
    }

    /// Whether the text is a grid of this form that belongs to the puzzle, as it would be
    /// written.
    pub fn fits(self, record: &Record, text: &[u8]) -> bool {
        if self.has_solutions() {
            return solves_record(record, text);
        }
        let geometry = record.puzzle.geometry();
        let written = std::str::from_utf8(text).ok();
        let Some(puzzle) = written.and_then(|text| puzzle_of(geometry, record.alphabet, text))
        else {
            return false;
        };
        match self {
            AnswerForm::Minimal => {
                let mut givens = puzzle.givens();
                givens.all(|(cell, digit)| record.puzzle.given(cell) == Some(digit))
            }
            _ => puzzle.givens().count() == record.puzzle.givens().count(),
        }
    }
}

fn unique(line: &[u8], fits: impl Fn(&[u8]) -> bool) -> Option<Exit> {
    let mut fields = line.split(|byte| *byte == b'\t');
    let word = fields.next()?;
    let grids: Vec<&[u8]> = fields.collect();
    if !grids.iter().all(|grid| fits(grid)) {
        return None;
    }
    match (word, &grids[..]) {
        (b"none", []) => Some(Exit::Negative),
        (b"one", [_]) => Some(Exit::Answered),
        (b"several", [one, other]) => (one != other).then_some(Exit::Answered),
        (_, [] | [_]) => word
            .starts_with(UNKNOWN.as_bytes())
            .then_some(Exit::Unknown),
        _ => None,
    }
}

fn count(line: &[u8], limit: u64) -> Option<Exit> {
    let text = std::str::from_utf8(line).ok()?;
    if let Some(rest) = text.strip_prefix("unknown: at least ") {
        let (number, _) = rest.split_once(" (")?;
        return number_up_to(number, limit).map(|_| Exit::Unknown);
    }
    match number_up_to(text, limit)? {
        0 => Some(Exit::Negative),
        _ => Some(Exit::Answered),
    }
}

/// A number as it is printed.
fn number_up_to(text: &str, limit: u64) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number <= limit && number.to_string() == text).then_some(number)
}

/// Whether the text solves the 9×9 puzzle of these characters; characters that are not
/// digits are empty cells.
pub fn solves_row(puzzle: &[u8; CELLS], text: &[u8]) -> bool {
    let Ok(text) = <&[u8; CELLS]>::try_from(text) else {
        return false;
    };
    let (mut rows, mut columns, mut boxes) = ([0u16; 9], [0u16; 9], [0u16; 9]);
    for (cell, (given, digit)) in puzzle.iter().zip(text).enumerate() {
        let fits = !matches!(given, b'1'..=b'9') || given == digit;
        if !fits || !matches!(digit, b'1'..=b'9') {
            return false;
        }
        let (row, column) = (cell / 9, cell % 9);
        let digit = 1 << (digit - b'1');
        rows[row] |= digit;
        columns[column] |= digit;
        boxes[row / 3 * 3 + column / 3] |= digit;
    }
    let mut houses = rows.iter().chain(&columns).chain(&boxes);
    houses.all(|digits| *digits == 0x1ff)
}

/// Whether the text is a solution of the puzzle, as it would be written.
pub fn solves_record(record: &Record, text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else {
        return false;
    };
    grid_of(record, text).is_some_and(|solution| {
        solution.check(&record.puzzle).is_ok() && solution_text(record, &solution) == text
    })
}

/// The grid that a text spells in the alphabet of a puzzle, if there is one; it may have
/// any number of cells.
pub fn grid_of(record: &Record, text: &str) -> Option<Solution> {
    let side = record.puzzle.geometry().side();
    let digits = cells_of(side, record.alphabet, text)?.into_iter();
    digits.collect::<Option<Vec<Digit>>>().map(Solution::new)
}

/// The puzzle that a text is in this shape and alphabet, if it would be written so.
pub fn puzzle_of(geometry: Geometry, alphabet: Alphabet, text: &str) -> Option<Puzzle> {
    let side = geometry.side();
    let puzzle = Puzzle::new(geometry, cells_of(side, alphabet, text)?)?;
    let written = line::text(geometry, alphabet.reaching(side), puzzle.cells());
    (written == text).then_some(puzzle)
}

/// The cells that a text spells in an alphabet, however many.
fn cells_of(side: usize, alphabet: Alphabet, text: &str) -> Option<Vec<Option<Digit>>> {
    let alphabet = alphabet.reaching(side);
    if alphabet.has_spaces() {
        let number = |word| match word {
            "." => Some(None),
            word => alphabet.number(word, side).map(Some),
        };
        return text.split(' ').map(number).collect();
    }
    let cell = |c| Some(alphabet.symbol(c, side)?.digit());
    text.chars().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::text::{PuzzleReader, ReadOptions};

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &[u8] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn record(text: &str, shape: &str) -> Record {
        let options = ReadOptions {
            format: Some(crate::grid::text::Format::Line),
            geometry: Some(shape.parse().expect("a shape")),
            ..ReadOptions::default()
        };
        let mut reader = PuzzleReader::of_text(text, "x", options);
        reader.next().expect("a puzzle").expect("a puzzle")
    }

    #[test]
    fn a_row_must_agree_with_givens_and_houses() {
        assert!(solves_row(PUZZLE, SOLVED));
        assert!(solves_row(&[b'.'; CELLS], SOLVED));
        assert!(!solves_row(PUZZLE, &SOLVED[..80]));
        let mut other = *PUZZLE;
        other[2] = b'9';
        assert!(!solves_row(&other, SOLVED));
        for (cell, digit) in [(2, b'9'), (80, b'.'), (0, b'0')] {
            let mut wrong = SOLVED.to_vec();
            wrong[cell] = digit;
            assert!(!solves_row(&[b'.'; CELLS], &wrong));
        }
    }

    #[test]
    fn grids_of_any_side_are_answers_as_they_are_written() {
        for (puzzle, shape, right, wrong) in [
            (".", "1x1", "1", "2"),
            ("1...", "1x2", "1221", "2112"),
            ("1........", "1x3", "123231312", "123123312"),
            ("1.......3......2", "2x2", "1324241332414132", "1"),
        ] {
            let record = record(puzzle, shape);
            let outcome = |line: &str| {
                AnswerForm::Solution.outcome(line.as_bytes(), |text| solves_record(&record, text))
            };
            assert_eq!(outcome(right), Some(Exit::Answered), "{puzzle}");
            assert_eq!(outcome(wrong), None, "{puzzle}");
            assert_eq!(outcome(NO_SOLUTION), Some(Exit::Negative));
            for other in [
                "",
                "hello",
                "none",
                &format!("{right} "),
                &format!("one\t{right}"),
            ] {
                assert_eq!(outcome(other), None, "{puzzle} {other}");
            }
        }
    }

    #[test]
    fn puzzles_are_answers_if_they_may_come_of_the_puzzle() {
        let minimal = "1...............";
        let record = record("1.......3......2", "2x2");
        let outcome = |form: AnswerForm, line: &str| {
            form.outcome(line.as_bytes(), |text| form.fits(&record, text))
        };
        for (line, form, expected) in [
            (minimal, AnswerForm::Minimal, Some(Exit::Answered)),
            (
                "1.......3......2",
                AnswerForm::Minimal,
                Some(Exit::Answered),
            ),
            ("2...............", AnswerForm::Minimal, None),
            ("1.......30.....2", AnswerForm::Minimal, None),
            ("1......", AnswerForm::Minimal, None),
            (NO_SOLUTION, AnswerForm::Minimal, Some(Exit::Negative)),
            (SEVERAL_SOLUTIONS, AnswerForm::Minimal, Some(Exit::Negative)),
            (
                "unknown: time limit",
                AnswerForm::Minimal,
                Some(Exit::Unknown),
            ),
            ("...............1", AnswerForm::Canonical, None),
            (
                ".............123",
                AnswerForm::Canonical,
                Some(Exit::Answered),
            ),
            (NO_SOLUTION, AnswerForm::Canonical, None),
            (
                "unknown: time limit",
                AnswerForm::Canonical,
                Some(Exit::Unknown),
            ),
        ] {
            assert_eq!(outcome(form, line), expected, "{form:?} {line}");
        }
    }

    #[test]
    fn words_and_numbers_are_answers_of_their_verbs_alone() {
        let solves = |text: &[u8]| text == b"12" || text == b"21";
        let outcome = |form: AnswerForm, line: &str| form.outcome(line.as_bytes(), solves);
        for (line, expected) in [
            ("none", Some(Exit::Negative)),
            ("one\t12", Some(Exit::Answered)),
            ("several\t12\t21", Some(Exit::Answered)),
            ("several\t12\t12", None),
            ("several\t12", None),
            ("one", None),
            ("one\t13", None),
            ("none\t12", None),
            ("unknown: time limit\t12", Some(Exit::Unknown)),
            ("unknown: time limit", Some(Exit::Unknown)),
            ("12", None),
            ("hello", None),
        ] {
            assert_eq!(outcome(AnswerForm::Unique, line), expected, "{line}");
        }
        for (line, expected) in [
            ("0", Some(Exit::Negative)),
            ("7", Some(Exit::Answered)),
            ("8", None),
            ("07", None),
            ("+7", None),
            ("-1", None),
            ("", None),
            ("hello", None),
            ("unknown: at least 3 (time limit)", Some(Exit::Unknown)),
            ("unknown: at least 9 (time limit)", None),
        ] {
            assert_eq!(outcome(AnswerForm::Count(7), line), expected, "{line}");
        }
    }
}
