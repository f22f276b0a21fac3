//! 9×9 puzzles as 81 characters, and lines that hold one in a simple form.
//!
//! A *plain* line starts with 81 characters `1` to `9`, `.` or `0` and either ends
//! there or continues, in ASCII, after a separator. Other *simple* lines have blanks
//! around the puzzle, other marks for empty cells, a name or a rating beside it, or any
//! text after the separator; their puzzles are converted to the plain form. *Spaced* lines have a
//! space between any two cells.

use super::line::SEPARATORS;
use super::lines::MAX_LINE;
use super::rated;
use crate::grid::row::{CELLS, Row};

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
    let row = puzzle(text).or_else(|| puzzle(rated::beside_rating(text)?))?;
    (!text.contains('\0')).then_some(row)
}

/// The puzzle of a spaced line without a note.
pub fn spaced(line: &[u8]) -> Option<Row> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let start = line.iter().position(|byte| *byte != b' ')?;
    let end = line.iter().rposition(|byte| *byte != b' ')? + 1;
    let (last, pairs) = line[start..end].split_last()?;
    let (pairs, []) = pairs.as_chunks::<2>() else {
        return None;
    };
    let pairs: &[[u8; 2]; CELLS - 1] = pairs.try_into().ok()?;
    let mut cells = [*last; CELLS];
    let mut has_spaces = true;
    for (cell, [character, space]) in cells.iter_mut().zip(pairs) {
        *cell = *character;
        has_spaces &= *space == b' ';
    }
    let puzzle = cells.map(|character| match character {
        b'?' | b'_' | b'*' => b'.',
        other => other,
    });
    Row::new(&puzzle).filter(|_| has_spaces)
}

/// The 9×9 puzzle of a text that is one simple line in ASCII, or nine rows of digits and dots,
/// with blanks or line ends around it. `None` for what may mean anything else, such as a `0` that
/// may be a digit: [`PuzzleReader`](super::PuzzleReader) reads all other texts.
pub fn only(text: &[u8]) -> Option<Row> {
    if let Ok(cells) = text.try_into()
        && let Some(row) = Row::unambiguous(cells)
    {
        return Some(row);
    }
    let text = text.trim_ascii();
    // A bar may be a border of a grid.
    let row = match memchr::memchr3(b'\n', b'\r', b'|', text) {
        Some(_) => of_rows(text)?,
        None if text.is_ascii() => simple(text)?,
        None => return None,
    };
    (!row.has_doubtful_zeros()).then_some(row)
}

/// The puzzle of nine rows of digits and dots.
fn of_rows(text: &[u8]) -> Option<Row> {
    let mut cells = [0; CELLS];
    let mut lines = text.split(|byte| *byte == b'\n');
    for row in cells.chunks_exact_mut(9) {
        let line = lines.next()?;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        row.copy_from_slice(<&[u8; 9]>::try_from(line).ok()?);
    }
    Row::new(&cells).filter(|_| lines.next().is_none())
}

/// The puzzle with which a text begins, if nothing but a note follows.
fn puzzle(text: &str) -> Option<Row> {
    let (cells, _) = text.as_bytes().split_first_chunk::<CELLS>()?;
    // Nothing but dashes is a border.
    let has_dashes = cells.iter().any(|character| *character != b'-');
    let puzzle = cells.map(|character| match character {
        b'?' | b'_' | b'*' => b'.',
        b'-' if has_dashes => b'.',
        other => other,
    });
    let row = Row::new(&puzzle)?;
    let rest = &text[CELLS..];
    let is_separator = |c: &char| SEPARATORS.contains(c);
    let next = rest.chars().find(|c| is_separator(c) || !c.is_whitespace());
    next.as_ref().is_none_or(is_separator).then_some(row)
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
        let marked = marked.replacen('.', "?", 9).replacen('.', "-", 9);
        for line in [
            format!("{PUZZLE}\n"),
            format!("{PUZZLE} \t\r\n"),
            format!(" \t{PUZZLE}\n"),
            format!("\u{a0}{PUZZLE}\u{3000}\n"),
            format!("{PUZZLE} ,note\n"),
            format!("{PUZZLE} 1.2\n"),
            format!("{PUZZLE} 9.0 9.0 2.6\n"),
            format!("0000183b305c {PUZZLE} 7,note\n"),
            format!("{PUZZLE}#é\u{7}\n"),
            format!("{marked}\t|x|"),
        ] {
            assert_eq!(of_simple(&line).as_deref(), Some(PUZZLE), "{line:?}");
        }
        let zeros = PUZZLE.replace('.', "0");
        assert_eq!(of_simple(&format!("  {zeros}")), Some(zeros));
    }

    #[test]
    fn spaced_lines_have_a_space_between_cells() {
        let text = PUZZLE.replace("", " ");
        let (text, marked) = (
            text.trim(),
            PUZZLE.replacen('.', "?", 5).replacen('.', "_", 5),
        );
        let marked = marked.replacen('.', "*", 5).replace("", " ");
        for line in [
            text.to_owned(),
            format!("{text}\n"),
            format!("  {text} \r\n"),
            marked,
        ] {
            let row = spaced(line.as_bytes()).map(|row| row.to_vec());
            assert_eq!(row.as_deref(), Some(PUZZLE.as_bytes()), "{line:?}");
        }
        for line in [
            String::new(),
            " ".repeat(161),
            text[2..].to_owned(),
            format!("{text} ."),
            format!("{text},note"),
            format!("{text}\t"),
            text.replacen("3 .", "3  .", 1),
            text.replacen("3 .", "3\t.", 1),
            text.replacen("3 .", "3 -", 1),
            text.replacen("3 .", "33.", 1),
            text.replacen("3 .", "3 A", 1),
        ] {
            assert!(spaced(line.as_bytes()).is_none(), "{line:?}");
        }
    }

    #[test]
    fn other_lines_are_not_simple() {
        for line in [
            String::new(),
            PUZZLE[1..].to_owned(),
            format!("{PUZZLE}."),
            format!("{PUZZLE} x"),
            format!("{PUZZLE} 1.2\0"),
            format!("{PUZZLE}|"),
            format!("{PUZZLE},\0"),
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
    fn a_text_that_is_one_puzzle() {
        let of_text = |text: &str| only(text.as_bytes()).map(|row| row.to_puzzle());
        let puzzle = of_text(PUZZLE);
        assert!(puzzle.is_some());
        let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[row * 9..][..9]).collect();
        for text in [
            format!("\n  {PUZZLE} \r\n\n"),
            PUZZLE.replace('.', "_"),
            PUZZLE.replace('.', "0"),
            format!("{PUZZLE},note"),
            rows.join("\n"),
            format!("{}\r\n", rows.join("\r\n")),
        ] {
            assert_eq!(of_text(&text), puzzle, "{text:?}");
        }
        let without_nine = PUZZLE.replace('9', ".");
        for text in [
            String::new(),
            format!("{PUZZLE}\n{PUZZLE}"),
            format!("{PUZZLE},note\n{PUZZLE}"),
            format!("{PUZZLE}\n# comment"),
            format!("{PUZZLE},é"),
            format!("{PUZZLE}:|_"),
            without_nine.replacen('.', "0", 3),
            without_nine.replace('.', "_").replacen('_', "0", 3),
            rows[..8].join("\n"),
            [&rows[..], &rows[..1]].concat().join("\n"),
            rows.join("\n\n"),
            rows.join("\n").replace('.', "_"),
        ] {
            assert_eq!(of_text(&text), None, "{text:?}");
        }
    }

    #[test]
    fn plain_lines_have_notes_in_ascii_without_nul() {
        for note in ["", "\n", "\r\n", ",note", ";", ":7", "# easy", "\t1.2\n"] {
            let line = format!("{PUZZLE}{note}");
            assert!(plain(line.as_bytes()).is_some(), "{note:?}");
        }
        for note in [".", " ", " 1.2", ",\0", ",é", ",é\0"] {
            let line = format!("{PUZZLE}{note}");
            assert!(plain(line.as_bytes()).is_none(), "{note:?}");
        }
    }

    #[test]
    fn simple_lines_know_the_characters_of_the_format() {
        for byte in 0..=u8::MAX {
            let mut line = PUZZLE.as_bytes().to_vec();
            line[80] = byte;
            let symbol = Alphabet::Digits.symbol(char::from(byte), 9);
            let known = byte == b'-' || byte.is_ascii() && symbol.is_some();
            assert_eq!(simple(&line).is_some(), known, "{byte:#x}");
        }
    }
}
