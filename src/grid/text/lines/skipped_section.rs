//! What a file of SadMan Sudoku holds beside its puzzle, which is no puzzle of its own.

use crate::grid::text::comments::{self, Section};
use crate::grid::text::drawn;
use crate::grid::text::words::Line;

/// The widest line that is a row of digits; a wider one is a whole grid.
const WIDEST_ROW: usize = 25;

/// Where in such a file a line is.
#[derive(Default)]
pub struct SkippedSection {
    /// Whether the puzzle was read.
    has_puzzle: bool,
    /// Set in a section to skip.
    inside: Option<Inside>,
}

/// What is known of a section.
enum Inside {
    /// Its heading was read.
    Begun,
    /// It goes on to a blank line, a comment or a title.
    Open,
    /// It has this many more rows, unless one of those comes first.
    Rows(usize),
}

impl SkippedSection {
    /// Whether the next line may belong to a section to skip.
    pub fn is_open(&self) -> bool {
        self.inside.is_some()
    }

    /// Whether to skip a line, which is the next one.
    pub fn skips(&mut self, line: &Line) -> bool {
        if line.is_title() {
            let section = comments::section(&line.text);
            self.has_puzzle |= section == Some(Section::Puzzle);
            let is_skipped = self.has_puzzle && section == Some(Section::Progress);
            self.inside = is_skipped.then_some(Inside::Begun);
            return false;
        }
        let Some(inside) = &self.inside else {
            return false;
        };
        let has_begun = !matches!(inside, Inside::Begun);
        if line.is_blank() && !has_begun {
            return false;
        }
        if line.is_blank() || line.is_comment() {
            self.inside = None;
            return false;
        }
        if !drawn::is_border(line) {
            self.inside = after_row(inside, line);
        }
        true
    }
}

/// What comes after a row. Progress has as many rows as cells in a row.
fn after_row(inside: &Inside, line: &Line) -> Option<Inside> {
    let left = match inside {
        Inside::Open => return Some(Inside::Open),
        Inside::Rows(left) => left - 1,
        Inside::Begun => match width(line) {
            // Pencil marks are several digits a cell.
            None => return Some(Inside::Open),
            Some(width) if width > WIDEST_ROW => 0,
            Some(width) => width - 1,
        },
    };
    (left > 0).then_some(Inside::Rows(left))
}

/// The cells of a row of single characters or of numbers; `None` if its words differ in length.
fn width(line: &Line) -> Option<usize> {
    let words = drawn::tokens(line);
    let is_single = |length: usize| words.iter().all(|word| word.text.len() <= length);
    match words.as_slice() {
        [] => None,
        [word] => Some(word.text.chars().count()),
        _ if is_single(2) => Some(words.len()),
        _ => None,
    }
}
