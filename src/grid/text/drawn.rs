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

/// The columns of a box, if the strokes of a row split it into equal groups
/// that can be boxes of a grid of this side. Strokes beside every cell say
/// nothing about boxes.
pub fn box_columns(line: &Line, side: usize, width: impl Fn(&str) -> usize) -> Option<usize> {
    let inner = line
        .text
        .trim_matches(|c: char| is_drawing(c) || c.is_whitespace());
    let mut groups = inner.split(is_drawing).map(width);
    let first = groups.next()?;
    let fits = (2..side).contains(&first) && side.is_multiple_of(first);
    (fits && groups.all(|group| group == first)).then_some(first)
}
