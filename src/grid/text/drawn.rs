//! Grids that people draw: rows split by `|`, bands by `-` and `+`.

use super::lines::{Line, Token};

/// Characters that draw lines and hold no digit.
pub fn is_drawing(c: char) -> bool {
    matches!(c, '|' | '+' | '-' | '=' | '!' | '¦' | '─'..='╿')
}

/// A line with nothing but drawing on it.
pub fn is_border(line: &Line) -> bool {
    !line.is_blank()
        && line
            .text
            .chars()
            .all(|c| is_drawing(c) || c.is_whitespace())
}

/// The words of a row between its drawing.
pub fn tokens(line: &Line) -> Vec<Token<'_>> {
    line.tokens_without(is_drawing)
}

/// Words between two vertical strokes, if the row has strokes and all its
/// groups have as many: the columns of a box.
pub fn group_width(line: &Line, width: impl Fn(&str) -> usize) -> Option<usize> {
    let text = line.text.trim();
    let inner = text.trim_matches(|c: char| is_drawing(c) || c.is_whitespace());
    let mut groups = inner.split(is_drawing).map(width);
    let first = groups.next()?;
    let more: Vec<usize> = groups.collect();
    (first > 0 && !more.is_empty() && more.iter().all(|&g| g == first)).then_some(first)
}
