//! Detects the format of an input from its first lines.

use super::advice::{Advice, Setting};
use super::alphabet::Alphabet;
use super::error::{InputError, quote};
use super::lines::InputLines;
use super::words::Line;
use super::{
    Format, apart, count, dashes, drawn, header, hint, line, long_line, second_puzzle, split,
    sudokusat,
};

/// Detects the format of puzzles, whose side may be known. Only blank lines and comments
/// are consumed.
pub fn detect(lines: &mut InputLines<'_>, side: Option<usize>) -> Result<Format, InputError> {
    lines.skip_to_content()?;
    let Some(first) = lines.peek(0)?.cloned() else {
        let found = match lines.taken() {
            0 => "no puzzle: the input is empty",
            _ => "no puzzle, only empty lines or comments",
        };
        return Err(lines.error_at_end(
            found.into(),
            "a puzzle, such as a line of 81 characters".into(),
        ));
    };
    if sudokusat::is_header(&first) {
        return Ok(Format::Sudokusat);
    }
    if header::is_header(&first) {
        return Ok(Format::Line);
    }
    if split::are_whole(lines, &first, side)? {
        return Ok(Format::Line);
    }
    // In such an input, the puzzle is not where a reader would look for it.
    if let Some(hint) = hint::of_header(&first).or_else(|| second_puzzle::of(&first)) {
        return Err(hint.in_line(lines, &first));
    }
    if let Some(hint) = hint::of(&first) {
        return Ok(hint.format);
    }
    if drawn::is_border(&first) && is_bare(lines)? {
        return Err(unrecognised(lines, &first));
    }
    let above = drawn::is_border(&first)
        .then(|| next_row(lines))
        .transpose()?;
    if long_line::is_longer_than_rows(above.flatten().as_ref().unwrap_or(&first)) {
        return Ok(Format::Line);
    }
    if drawn::is_border(&first) || has_strokes(&first, side) {
        return Ok(Format::Grid);
    }
    if first.text.trim() == "0" && side.is_none() && next_content(lines, 1)?.is_none() {
        let text = "{} reads it as a list of 0 puzzles, {} as an empty cell";
        let settings = [Setting::Format(Some("poj")), Setting::Box("1x1".into())];
        let error = lines.error(&first, 1, "nothing but '0'".into(), "a puzzle".into());
        return Err(error.advise(Advice::new(text, settings)));
    }
    count::check(lines, &first, side)?;
    if side != Some(1) && count::is_count(lines, &first, side)? {
        return Ok(Format::Poj);
    }
    // Tabs separate cells of a row or columns of a table; a table starts with a whole
    // puzzle.
    let short = |word: &str| word.len() <= 4;
    let tokens = first.tokens();
    let tabbed = tokens.len() >= 4 && tokens.iter().all(|token| short(token.text));
    match tabbed || line::field(&first).text.contains(char::is_whitespace) {
        true => spaced(lines, &first, side),
        false => unspaced(lines, &first, side),
    }
}

/// The first line from this distance on that is neither blank nor a comment.
pub fn next_content(lines: &mut InputLines<'_>, from: usize) -> Result<Option<Line>, InputError> {
    next_line(lines, from, |line| !line.is_blank() && !line.is_comment())
}

/// The line behind the first one that may be another row.
fn next_row(lines: &mut InputLines<'_>) -> Result<Option<Line>, InputError> {
    next_line(lines, 1, |line| {
        !line.is_blank() && !line.is_comment() && !drawn::is_border(line)
    })
}

fn next_line(
    lines: &mut InputLines<'_>,
    from: usize,
    fits: impl Fn(&Line) -> bool,
) -> Result<Option<Line>, InputError> {
    let mut distance = from;
    while let Some(line) = lines.peek(distance)? {
        if fits(line) {
            return Ok(Some(line.clone()));
        }
        distance += 1;
    }
    Ok(None)
}

/// How many lines to search for a mark of an empty cell.
const LINES_AHEAD: usize = 200;

/// Cells separated by spaces. HDU marks empty cells by `?`, the pyramid problem by `0`;
/// both have rows of 9 digits.
fn spaced(
    lines: &mut InputLines<'_>,
    first: &Line,
    known: Option<usize>,
) -> Result<Format, InputError> {
    let field = line::field(first);
    // A tab ends a field of a table but separates cells of a row.
    let count = match field.text.contains(char::is_whitespace) {
        true => field.words().len(),
        false => first.tokens().len(),
    };
    if is_of_side(known, count) {
        return Ok(Format::Line);
    }
    if count != 9 {
        let alone = next_row(lines)?.is_none_or(|next| is_no_row(&next, count, known));
        let is_word = |word: &str| word.len() > 1 && word.contains(|c: char| c.is_alphabetic());
        let is_prose = field.words().iter().any(|token| is_word(token.text));
        if is_prose && !is_square(lines, count)? {
            return Err(unrecognised(lines, first));
        }
        let is_whole = may_be_whole(count, known)
            && alone
            && match is_square(lines, count)? {
                true => apart::told(lines, count)? == apart::Lines::Puzzles,
                false => !apart::are_uneven_rows(lines, count)?,
            };
        return Ok(match is_whole {
            true => Format::Line,
            false => Format::Grid,
        });
    }
    let mut marks: Vec<String> = Vec::new();
    for distance in 0..LINES_AHEAD {
        match lines.peek(distance)? {
            Some(line) => {
                marks.extend(line.tokens().iter().map(|token| token.text.to_owned()));
            }
            None => break,
        }
        // The first mark decides. Full grids have none.
        let is_mark = |mark: &String| [".", "_", "*", "?", "0"].contains(&mark.as_str());
        if marks.iter().any(is_mark) {
            break;
        }
    }
    let any = |wanted: &[&str]| marks.iter().any(|mark| wanted.contains(&mark.as_str()));
    Ok(if any(&[".", "_", "*"]) {
        Format::Grid
    } else if any(&["?"]) {
        Format::Hdu
    } else {
        Format::Pyramid
    })
}

/// Whether a line behind one of `count` cells says that each is a puzzle: it holds one, too,
/// or no grid has rows of that many cells.
fn is_no_row(line: &Line, count: usize, known: Option<usize>) -> bool {
    let field = line::field(line);
    let words = field.words().len();
    words == count
        || words == 1 && field.text.chars().count() == count
        || count > LONGEST_ROW && !has_strokes(line, known)
}

/// Whether strokes divide a line. Those behind a whole puzzle belong to its name.
fn has_strokes(line: &Line, known: Option<usize>) -> bool {
    if !line.text.contains(drawn::is_stroke) {
        return false;
    }
    let field = line::field(line);
    let count = match field.text.contains(char::is_whitespace) {
        true => field.words().len(),
        false => field.text.chars().count(),
    };
    let is_whole = is_of_side(known, count) || count > LONGEST_ROW || may_be_whole(count, known);
    field.text.contains(drawn::is_stroke) || !is_whole
}

/// Whether this many cells are a puzzle of the side that is known.
fn is_of_side(known: Option<usize>, count: usize) -> bool {
    known.is_some_and(|side| side > 1 && side * side == count)
}

/// Whether this many cells may be a whole puzzle, and not a row of the side that is known.
fn may_be_whole(count: usize, known: Option<usize>) -> bool {
    count >= 16 && count.isqrt().pow(2) == count && known != Some(count)
}

/// Longest row that is written without spaces, that of a 36×36 grid. Longer lines are
/// whole puzzles, however many there are and whatever is wrong with the first.
pub const LONGEST_ROW: usize = 36;

/// A line without spaces: a whole puzzle or one row.
fn unspaced(
    lines: &mut InputLines<'_>,
    first: &Line,
    known: Option<usize>,
) -> Result<Format, InputError> {
    let field = line::field(first);
    let text = field.text.to_owned();
    let length = text.chars().count();
    if length == 0 {
        return Err(unrecognised(lines, first));
    }
    if known == Some(length) && length > LONGEST_ROW {
        return Ok(Format::Grid);
    }
    if is_of_side(known, length) || length > LONGEST_ROW {
        // Decided without reading on: on a pipe, the next line may take a while.
        return Ok(Format::Line);
    }
    let side = length.isqrt();
    let text = dashes::replaced(&text);
    let reads_as = |side: usize| {
        let alphabet = Alphabet::detect(&text, side);
        text.chars().all(|c| alphabet.symbol(c, side).is_some())
    };
    let is_row = length > 1 && is_square(lines, length)?;
    if is_row {
        // A row of a sparse 16×16 grid may look like a 4×4 puzzle.
        let are_puzzles =
            may_be_whole(length, known) && apart::told(lines, length)? == apart::Lines::Puzzles;
        return Ok(if are_puzzles {
            Format::Line
        } else {
            Format::Grid
        });
    }
    match side * side == length {
        true if length >= 16 || reads_as(side) => Ok(Format::Line),
        _ if reads_as(length.max(9)) => Ok(Format::Grid),
        _ => Err(unrecognised(lines, first)),
    }
}

fn unrecognised(lines: &InputLines<'_>, first: &Line) -> InputError {
    let expected = "a puzzle: a line of 81 characters, or 9 rows of 9 cells";
    let formats = Setting::Shell("'satoku formats' lists the others".into());
    let advice = Advice::new("{}, and {} names one", [formats, Setting::Format(None)]);
    let error = lines.error(first, 1, quote(first.text.trim()), expected.into());
    error.advise(advice)
}

/// Whether the first lines are nothing but drawing.
fn is_bare(lines: &mut InputLines<'_>) -> Result<bool, InputError> {
    const FAR: usize = 100;
    for distance in 0..FAR {
        let Some(line) = lines.peek(distance)? else {
            return Ok(true);
        };
        if !line.is_blank() && !line.is_comment() && !drawn::is_border(line) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the next `side` lines, apart from blank lines and drawing, all have `side`
/// words or `side` characters.
fn is_square(lines: &mut InputLines<'_>, side: usize) -> Result<bool, InputError> {
    is_square_from(lines, 0, side)
}

/// Like [`is_square`] for the lines from a distance on.
pub fn is_square_from(
    lines: &mut InputLines<'_>,
    mut distance: usize,
    side: usize,
) -> Result<bool, InputError> {
    // Lines of dashes are rows where there are dashes in other rows.
    let (mut rows, mut dashed, mut has_dashes) = (0, 0, false);
    while rows + if has_dashes { dashed } else { 0 } < side {
        let Some(line) = lines.peek(distance)? else {
            return Ok(false);
        };
        distance += 1;
        dashed += usize::from(dashes::are_all_cells(line, side));
        has_dashes |= dashes::are_cells(line);
        if line.is_blank() || line.is_comment() || drawn::is_border(line) {
            continue;
        }
        let words = drawn::tokens(line);
        let characters: usize = words.iter().map(|word| word.text.chars().count()).sum();
        if words.len() != side && characters != side {
            return Ok(false);
        }
        rows += 1;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(text: &str) -> Option<Format> {
        detect(&mut InputLines::new(text.as_bytes(), "x"), None).ok()
    }

    #[test]
    fn a_lone_number_before_lines_of_another_length_is_a_count() {
        for (text, expected) in [
            ("0\n", None),
            ("1\n5 3 0 0 7 0 0 0 0\n", Some(Format::Poj)),
            ("1\n5 3 . . 7 . . . .\n", None),
            (
                "49151\n.................................................................................\n",
                None,
            ),
            ("1000000000\n530070000\n", Some(Format::Poj)),
            ("5\n", Some(Format::Grid)),
            ("1\n\n# one\n530070000\n", Some(Format::Poj)),
            ("12345678\n1\n", Some(Format::Poj)),
            ("123456789\n1\n", Some(Format::Grid)),
            ("12\n21\n", Some(Format::Grid)),
            ("12\n2 1\n", Some(Format::Grid)),
            ("1...\n................\n", Some(Format::Line)),
            ("", None),
            ("\n# nothing\n", None),
        ] {
            assert_eq!(detected(text), expected, "{text}");
        }
    }

    #[test]
    fn words_are_cells_of_a_row_or_of_a_whole_grid() {
        let row = |count: usize| vec!["."; count].join(" ") + "\n";
        for (text, expected) in [
            (row(4), Some(Format::Grid)),
            (row(16), Some(Format::Line)),
            (row(16).repeat(2), Some(Format::Line)),
            (row(16) + &row(3), Some(Format::Grid)),
            (row(16).repeat(16), Some(Format::Grid)),
            (row(16).replacen('.', "4", 1).repeat(16), Some(Format::Line)),
            (row(16).replacen('.', "5", 4).repeat(16), Some(Format::Grid)),
            (row(16).replacen('.', "4", 1) + &row(16).repeat(15), None),
            (row(16).replacen('.', "4", 2) + &row(16).repeat(15), None),
            (row(81).replacen('.', "9", 1).repeat(81), Some(Format::Line)),
            (
                row(81).replacen('.', "10", 1).repeat(81),
                Some(Format::Grid),
            ),
            (row(17), Some(Format::Grid)),
            (row(16).replacen('.', "A", 2), Some(Format::Line)),
            (row(9).replace(' ', "\t"), Some(Format::Grid)),
            (row(81).replace('\n', "# a|b\n"), Some(Format::Line)),
            (
                row(81) + &row(16).replace('\n', "# hard!\n"),
                Some(Format::Line),
            ),
            ("hello big world\n".into(), None),
            ("ab cd\nef gh\n".into(), Some(Format::Grid)),
        ] {
            assert_eq!(detected(&text), expected, "{text}");
        }
    }

    #[test]
    fn characters_are_cells_of_a_row_or_of_a_whole_grid() {
        let square = |row: &str| format!("{row}\n").repeat(row.len());
        let letters = square("123456789ABCDEFG");
        let noted = letters.replacen("G\n1", "G\n# note\n1", 1);
        for (text, expected) in [
            ("12..\n..12\n....\n....\n".into(), Some(Format::Grid)),
            ("1234\n".into(), Some(Format::Grid)),
            ("12345\n".into(), Some(Format::Grid)),
            ("123x5\n".into(), None),
            (".".repeat(15), Some(Format::Grid)),
            ("12z4............\n".into(), Some(Format::Line)),
            ("1................\n".into(), Some(Format::Grid)),
            (".".repeat(35), Some(Format::Grid)),
            ("z".repeat(35), None),
            (".".repeat(37), Some(Format::Line)),
            (letters, Some(Format::Grid)),
            (noted, Some(Format::Grid)),
            (square(&"9".repeat(36)), Some(Format::Grid)),
            (square(&".".repeat(16)), Some(Format::Grid)),
            (square("1..............."), Some(Format::Line)),
            (square("5..............."), Some(Format::Grid)),
            (square("1111............"), None),
            (".".repeat(81) + " # hard!\n", Some(Format::Line)),
            (".".repeat(81) + ",a|b\n", Some(Format::Line)),
            ("1.......3......2 # a|b\n".into(), Some(Format::Line)),
            ("5,3,|,,7\n".into(), Some(Format::Grid)),
            ("12|34 # a name of many words\n".into(), Some(Format::Grid)),
            (square(&"9".repeat(49)), Some(Format::Line)),
        ] {
            assert_eq!(detected(&text), expected, "{text}");
        }
    }
}
