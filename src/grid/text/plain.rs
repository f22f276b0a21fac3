//! 9×9 puzzles as 81 characters, and lines that hold one in a simple form.
//!
//! A *plain* line starts with 81 characters `1` to `9`, `.` or `0` and either ends
//! there or continues, in ASCII, after a separator. Other *simple* lines have blanks
//! around the puzzle, other marks for empty cells, or any text after the separator;
//! their puzzles are converted to the plain form.

use super::drawn;
use super::line::{self, SEPARATORS};
use super::lines::{BYTE_ORDER_MARK, MAX_LINE};
pub use crate::grid::row::{CELLS, Row};

/// The puzzle of the first line, if that is exactly 81 characters, and what follows the
/// line. Not having to search for the line's end saves half of the work.
#[inline]
pub fn first_line(bytes: &[u8]) -> Option<(Row, &[u8])> {
    let (puzzle, rest) = bytes.split_first_chunk::<CELLS>()?;
    let rest = rest.strip_prefix(b"\n")?;
    Row::new(puzzle).map(|row| (row, rest))
}

/// The puzzle of a plain line.
pub fn plain(line: &[u8]) -> Option<Row> {
    let (puzzle, rest) = line.split_first_chunk::<CELLS>()?;
    let ends = match rest {
        [] | b"\n" | b"\r\n" => true,
        [b',' | b';' | b':' | b'#' | b'\t', note @ ..] => note.is_ascii() && !note.contains(&0),
        _ => false,
    };
    Row::new(puzzle).filter(|_| ends)
}

/// The puzzle of any simple line, plain or not.
pub fn simple(line: &[u8]) -> Option<Row> {
    if line.len() > MAX_LINE {
        return None;
    }
    let text = std::str::from_utf8(line).ok()?.trim_start();
    let (cells, _) = text.as_bytes().split_first_chunk::<CELLS>()?;
    let puzzle = cells.map(|character| match character {
        b'?' | b'_' | b'*' => b'.',
        other => other,
    });
    let row = Row::new(&puzzle)?;
    let rest = &text[CELLS..];
    let is_separator = |c: &char| SEPARATORS.contains(c);
    let next = rest.chars().find(|c| is_separator(c) || !c.is_whitespace());
    (next.as_ref().is_none_or(is_separator) && !rest.contains('\0')).then_some(row)
}

/// Whether an input that starts with these bytes is a list of 9×9 lines: its first line
/// of content is simple, or is the header of a table and the next one is simple.
/// `None` if it takes more bytes to tell.
pub fn starts_plain(start: &[u8]) -> Option<bool> {
    let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
    let mut header = false;
    for line in start.split_inclusive(|byte| *byte == b'\n') {
        if line.last() != Some(&b'\n') {
            return (line.len() > MAX_LINE).then_some(false);
        }
        let text = line.trim_ascii();
        if text.is_empty() || text.starts_with(b"#") {
            continue;
        }
        if plain(line).is_some() {
            return Some(true);
        }
        let text = String::from_utf8_lossy(text);
        // Without a header, a line with strokes is part of a drawing.
        if simple(line).is_some() && (header || !text.contains(drawn::is_stroke)) {
            return Some(true);
        }
        if header || !line::is_header_text(&text) {
            return Some(false);
        }
        header = true;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::Alphabet;
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn of_simple(line: &str) -> Option<String> {
        let puzzle = simple(line.as_bytes())?;
        Some(String::from_utf8_lossy(&*puzzle).into_owned())
    }

    #[test]
    fn simple_lines_have_the_plain_form() {
        let marked = PUZZLE.replacen('.', "_", 9).replacen('.', "*", 9);
        let marked = marked.replacen('.', "?", 9);
        for line in [
            format!("{PUZZLE}\n"),
            format!("{PUZZLE} \t\r\n"),
            format!(" \t{PUZZLE}\n"),
            format!("\u{a0}{PUZZLE}\u{3000}\n"),
            format!("{PUZZLE} ,note\n"),
            format!("{PUZZLE}#é\u{7}\n"),
            format!("{marked}\t|x|"),
        ] {
            assert_eq!(of_simple(&line).as_deref(), Some(PUZZLE), "{line:?}");
        }
        let zeros = PUZZLE.replace('.', "0");
        assert_eq!(of_simple(&format!("  {zeros}")), Some(zeros));
    }

    #[test]
    fn other_lines_are_not_simple() {
        for line in [
            String::new(),
            PUZZLE[1..].to_owned(),
            format!("{PUZZLE}."),
            format!("{PUZZLE} x"),
            format!("{PUZZLE}|"),
            format!("{PUZZLE},\0"),
            PUZZLE.replacen('.', "-", 1),
            PUZZLE.replacen('.', "A", 1),
            PUZZLE.replacen('.', "é", 1),
            format!("# {PUZZLE}"),
            format!("{PUZZLE},{}", "x".repeat(MAX_LINE)),
        ] {
            assert_eq!(of_simple(&line), None, "{}", &line[..line.len().min(90)]);
        }
        assert!(simple(&[PUZZLE.as_bytes(), b",\xff"].concat()).is_none());
    }

    #[test]
    fn simple_lines_know_the_characters_of_the_format() {
        for byte in 0..=u8::MAX {
            let mut line = PUZZLE.as_bytes().to_vec();
            line[80] = byte;
            let symbol = Alphabet::Digits.symbol(char::from(byte), 9);
            let known = byte.is_ascii() && symbol.is_some();
            assert_eq!(simple(&line).is_some(), known, "{byte:#x}");
        }
    }

    #[test]
    fn plain_starts_are_known_as_soon_as_they_can_be() {
        assert_eq!(starts_plain(b""), None);
        assert_eq!(starts_plain(PUZZLE.as_bytes()), None);
        assert_eq!(starts_plain(format!("{PUZZLE}\n").as_bytes()), Some(true));
        assert_eq!(starts_plain(b"\n# x\nPuzzle\n"), None);
        let table = format!("quizzes,solutions\r\n{PUZZLE},x\n");
        assert_eq!(starts_plain(table.as_bytes()), Some(true));
        assert_eq!(starts_plain(b"2\n530070000\n"), Some(false));
        assert_eq!(starts_plain(format!("{PUZZLE}x\n").as_bytes()), Some(false));
        // The longest line may still end.
        let mut long = vec![b'1'; MAX_LINE];
        assert_eq!(starts_plain(&long), None);
        long.push(b'1');
        assert_eq!(starts_plain(&long), Some(false));
    }

    #[test]
    fn an_input_may_start_with_any_simple_line_that_is_no_drawing() {
        let marked = PUZZLE.replace('.', "_");
        for (start, expected) in [
            (format!(" {PUZZLE} \n"), true),
            (format!("\u{feff}{PUZZLE}\n"), true),
            (format!("\u{feff}\n{marked}\n"), true),
            (format!("{marked},|\n"), false),
            (format!("sudoku\n{marked},|\n"), true),
            (format!("{PUZZLE},|\n"), true),
        ] {
            let found = starts_plain(start.as_bytes());
            assert_eq!(found, Some(expected), "{start:?}");
        }
    }
}
