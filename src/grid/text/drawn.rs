//! Drawn grids: strokes such as `|` between cells, borders of `-` and `+` between rows.

use super::divisions::Weight;
use super::words::{Line, Token};

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

/// The first place in a row, from 1, where there is only space between two strokes.
pub fn empty_place(line: &Line) -> Option<usize> {
    let mut places = line.text.split(is_stroke);
    let mut column = 1 + places.next()?.chars().count() + 1;
    let mut places = places.peekable();
    while let Some(place) = places.next() {
        let is_inner = places.peek().is_some();
        if is_inner && !place.is_empty() && place.trim().is_empty() {
            return Some(column);
        }
        column += place.chars().count() + 1;
    }
    None
}

/// The column of the first `*` that marks a given behind its digit, as in `│ 1* 4  3* │`.
pub fn mark_behind_a_digit(line: &Line) -> Option<usize> {
    let is_spaced = |place: &str| place.split_whitespace().count() > 1;
    if !line.text.contains(is_stroke) || !line.text.split(is_stroke).any(is_spaced) {
        return None;
    }
    let digits = |token: &Token<'_>| {
        token
            .text
            .strip_suffix('*')
            .unwrap_or(token.text)
            .to_owned()
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let words = tokens(line);
    let is_cell = |word: &Token<'_>| {
        let digits = digits(word);
        digits == "." || !digits.is_empty() && is_number(&digits)
    };
    let marked = words.iter().find(|word| word.text.ends_with('*'))?;
    let behind = marked.column + digits(marked).chars().count();
    words.iter().all(is_cell).then_some(behind)
}

/// How strong a stroke between two cells is drawn.
pub fn weight(stroke: &str) -> Weight {
    match stroke {
        "┃" | "┇" | "┋" | "╏" | "║" => Weight::Bold,
        "┆" | "┊" | "╎" | "¦" => Weight::Dashed,
        _ => Weight::Plain,
    }
}

/// How strong a border is drawn; `None` if there is nothing but strokes and corners.
pub fn weight_of_line(border: &str) -> Option<Weight> {
    let of_character = |c: char| match c {
        '=' | '━' | '┅' | '┉' | '╍' | '═' => Some(Weight::Bold),
        '-' | '─' => Some(Weight::Plain),
        '┄' | '┈' | '╌' => Some(Weight::Dashed),
        _ => None,
    };
    border.chars().filter_map(of_character).max()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let line = Line::new(1, text.into());
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
            let line = Line::new(1, text.into());
            assert_eq!(may_be_a_row(&line, side), expected, "{text}");
        }
    }
}
