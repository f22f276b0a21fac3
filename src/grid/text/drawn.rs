//! Drawn grids: strokes such as `|` between cells, borders of `-` and `+` between rows.

use super::error::InputError;
use super::lines::InputLines;
use super::words::{Line, Token};
use crate::grid::Geometry;

/// Characters of borders between rows.
fn is_drawing(c: char) -> bool {
    matches!(c, '|' | '+' | '-' | '=' | '!' | '¦' | '─'..='╿')
}

/// Characters of strokes between the cells of a row.
pub fn is_stroke(c: char) -> bool {
    matches!(
        c,
        '|' | '!' | '¦' | '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '║' | '╎' | '╏'
    )
}

/// Corners of frames that may be something else elsewhere.
const CORNERS: [char; 5] = ['*', '.', ':', '\'', '`'];

/// Whether the line is nothing but drawing. Corners belong to it if they are at both ends, and
/// dashes on the inner sides of each, as in `*---+---*` and `.---.---.`.
pub fn is_border(line: &Line) -> bool {
    let is_drawn = |text: &str| text.chars().all(|c| is_drawing(c) || c.is_whitespace());
    let is_stretch = |text: &str| text.starts_with("--") && text.ends_with("--") && is_drawn(text);
    let text = line.text.trim();
    let inner = text
        .strip_prefix(CORNERS)
        .and_then(|rest| rest.strip_suffix(CORNERS));
    match inner {
        Some(inner) => inner.split(CORNERS).all(is_stretch),
        None => !text.is_empty() && is_drawn(text),
    }
}

/// Whether a border could just as well be a row of `side` empty cells: single dashes
/// with gaps between them.
pub fn may_be_a_row(border: &Line, side: usize) -> bool {
    let words = border.tokens();
    words.len() == side
        && words
            .iter()
            .all(|word| word.text == words[0].text && word.text.len() == 1)
}

/// The words of a row without its strokes.
pub fn tokens(line: &Line) -> Vec<Token<'_>> {
    line.tokens_without(is_stroke)
}

/// Where the strokes of a row are: the number of cells before each inner one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strokes {
    after: Vec<usize>,
    side: usize,
}

impl Strokes {
    /// The strokes of a row of `side` cells; `width` counts the cells between two of
    /// them.
    pub fn of(line: &Line, side: usize, width: impl Fn(&str) -> usize) -> Strokes {
        let mut cells = 0;
        let mut after: Vec<usize> = line
            .text
            .split(is_stroke)
            .map(|group| {
                cells += width(group);
                cells
            })
            .filter(|cells| (1..side).contains(cells))
            .collect();
        after.dedup();
        Strokes { after, side }
    }

    /// The box shape, if the strokes split the row into boxes. Strokes between all
    /// cells say nothing about boxes.
    pub fn geometry(&self) -> Option<Geometry> {
        let columns = self.box_columns()?;
        Geometry::new(self.side / columns, columns).ok()
    }

    fn box_columns(&self) -> Option<usize> {
        let first = *self.after.first()?;
        (first > 1 && self.are_regular()).then_some(first)
    }

    fn are_regular(&self) -> bool {
        let Some(first) = self.after.first() else {
            return true;
        };
        let ends = self.after.iter().copied().chain([self.side]);
        ends.eq((1..=self.side / first).map(|group| group * first))
            && self.side.is_multiple_of(*first)
    }

    /// Rejects a first row whose strokes are neither regular nor absent.
    pub fn check_first(&self, lines: &InputLines<'_>, line: &Line) -> Result<(), InputError> {
        if self.are_regular() {
            return Ok(());
        }
        let places: Vec<String> = self.after.iter().map(usize::to_string).collect();
        let found = format!(
            "vertical bars after cells {} of {}",
            places.join(", "),
            self.side
        );
        let expected = "vertical bars between boxes of equal width, between all cells, or nowhere";
        Err(lines.error(line, 1, found, expected.into()))
    }

    /// Rejects a row whose strokes differ from those of the first row.
    pub fn check_row(
        &self,
        lines: &InputLines<'_>,
        line: &Line,
        row: usize,
        first: &Strokes,
    ) -> Result<(), InputError> {
        if self == first {
            return Ok(());
        }
        let found = format!(
            "vertical bars in row {} that are not where those of row 1 are",
            row + 1
        );
        let expected = "bars in the same places in every row";
        Err(lines.error(line, 1, found, expected.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strokes(text: &str, side: usize) -> Strokes {
        let line = Line {
            number: 1,
            text: text.into(),
        };
        Strokes::of(&line, side, |group| group.split_whitespace().count())
    }

    #[test]
    fn strokes_draw_boxes_of_one_width() {
        for (text, columns, regular) in [
            ("1 2 3 4", None, true),
            ("| 1 2 | 3 4 |", Some(2), true),
            ("1 2 || 3 4", Some(2), true),
            ("1 | 2 | 3 | 4", None, true),
            ("|| 1 | 2 || 3 | 4 ||", None, true),
            ("1 2 3 | 4", None, false),
            ("1 | 2 | 3 4", None, false),
            ("1 | 2 3 | 4", None, false),
            ("1 2 | 3 | 4", None, false),
        ] {
            let strokes = strokes(text, 4);
            assert_eq!(strokes.box_columns(), columns, "{text}");
            assert_eq!(strokes.are_regular(), regular, "{text}");
        }
    }

    #[test]
    fn frames_are_drawing() {
        for (text, expected) in [
            ("*-----------*", true),
            (":---+---+---:", true),
            (".---.", true),
            (".---.---.", true),
            (".---.-.---.", false),
            ("'-------+-------'", true),
            ("|---+---+---|", true),
            ("*---", false),
            ("*-*", false),
            (".-.-.-.-.", false),
            ("*", false),
            ("**", false),
            (" ", false),
        ] {
            let line = Line {
                number: 1,
                text: text.into(),
            };
            assert_eq!(is_border(&line), expected, "{text}");
        }
    }

    #[test]
    fn dashes_with_gaps_may_be_cells() {
        for (text, side, expected) in [
            ("- - - -", 4, true),
            ("- - - -", 9, false),
            ("- - + - -", 5, false),
            ("---- ----", 2, false),
            ("| | | |", 4, true),
        ] {
            let line = Line {
                number: 1,
                text: text.into(),
            };
            assert_eq!(may_be_a_row(&line, side), expected, "{text}");
        }
    }
}
