//! Detects the format of variant puzzles. Classic formats are never claimed.

use super::{VariantFormat, iss, json, links, sumocue};
use crate::grid::text::comments::{is_comment, is_title};
use crate::grid::text::error::quote;
use crate::grid::text::lines::InputLines;
use crate::grid::text::{Advice, InputError, Setting};

/// Whether an input of variants that begins with these bytes is JSON rather than a link, a line
/// or numbers.
pub fn begins_as_json(start: &[u8]) -> bool {
    let first = content(text_of(start)).next();
    first.is_some_and(|line| line.starts_with(['{', '[']))
}

/// The text without a byte order mark, as far as it is text: bytes may be cut within a
/// character.
fn text_of(start: &[u8]) -> &str {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// The lines that are neither empty nor comments or titles.
fn content(text: &str) -> impl Iterator<Item = &str> {
    let is_content = |line: &&str| !line.is_empty() && !is_comment(line) && !is_title(line);
    let lines = text.split(['\n', '\r']).map(str::trim);
    lines.filter(is_content)
}

/// The format of an input that begins with these bytes, if it is one of variant
/// puzzles. A few hundred bytes are enough; what is longer than the bytes is not known.
pub fn detect(start: &[u8]) -> Option<VariantFormat> {
    let text = text_of(start);
    let mut lines = content(text);
    let first = lines.next()?;
    if first.starts_with(['{', '[']) {
        let opening = |c: char| c == '[' || c.is_whitespace();
        let text = &text[text.find(first)?..];
        let inside = text.trim_start_matches(opening);
        if inside.starts_with('{') {
            return Some(json_format(text));
        }
        let is_array_of_texts = inside.starts_with('"') && brackets(text, inside) == 1;
        if is_array_of_texts {
            return Some(VariantFormat::Json);
        }
        return opens_rows(text, inside).then_some(VariantFormat::Json);
    }
    if iss::starts_string(first) {
        return Some(VariantFormat::Iss);
    }
    if first.starts_with(sumocue::SUMOCUE) || is_perfect(first) {
        return Some(VariantFormat::SumoCue);
    }
    if let Some(address) = links::address(first) {
        return Some(match is_of_iss(address) {
            true => VariantFormat::Iss,
            false => VariantFormat::FPuzzles,
        });
    }
    // What the compressed form of `{"` begins with.
    let bare = first
        .strip_prefix("fpuzzles")
        .or(first.strip_prefix("fpuz"));
    if bare.unwrap_or(first).starts_with("N4Ig") && first.len() > 40 {
        return Some(VariantFormat::FPuzzles);
    }
    let is_count = first.len() <= 6 && first.bytes().all(|byte| byte.is_ascii_digit());
    let is_walled = is_count && lines.next().is_some_and(is_walled);
    is_walled.then_some(VariantFormat::Jigsaw)
}

/// Whether an address is that of Interactive-Sudoku-Solver, wherever it runs.
fn is_of_iss(address: &str) -> bool {
    let has = |name| links::parameter(address, name).is_some();
    let is_of_fpuzzles = has("load") || has("puzzleid") || address.contains("/fpuz");
    address.contains("Interactive-Sudoku-Solver") || has("q") && !is_of_fpuzzles
}

/// Whether a line is a puzzle of its own: a link, or a string of another program. No line of JSON
/// looks like that.
pub fn is_link_or_string(line: &str) -> bool {
    let format = detect(line.as_bytes());
    matches!(
        format,
        Some(VariantFormat::FPuzzles | VariantFormat::Iss | VariantFormat::SumoCue)
    ) && !line.trim_start().starts_with(['{', '['])
}

/// Whether a line may begin JSON.
pub fn may_be_json(line: &str) -> bool {
    let mut symbols = line.chars().filter(|c| !c.is_whitespace());
    match (symbols.next(), symbols.next()) {
        (Some('{'), next) => matches!(next, None | Some('"' | '}')),
        (Some('['), next) => matches!(next, None | Some('{' | '[' | ']' | '"')),
        _ => false,
    }
}

/// How many brackets open before what is inside of them.
fn brackets(text: &str, inside: &str) -> usize {
    text[..text.len() - inside.len()].matches('[').count()
}

/// Whether a text is an array of rows, as far as it is known. `inside` is what follows its first
/// brackets. Rows without commas are those of numpy.
fn opens_rows(text: &str, inside: &str) -> bool {
    let brackets = brackets(text, inside);
    let first_row = inside.split(']').next().unwrap_or(inside);
    let is_row = first_row.contains(',') || json::numpy::is_row(first_row);
    brackets > 2 || brackets == 2 && is_row
}

fn is_perfect(line: &str) -> bool {
    ["3x3::k:", "3x3:d:k:"]
        .iter()
        .any(|start| line.starts_with(start))
}

/// 9 numbers with bits that no digit has.
fn is_walled(line: &str) -> bool {
    let numbers: Option<Vec<u32>> = line
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect();
    numbers.is_some_and(|numbers| numbers.len() == 9 && numbers.iter().any(|&n| n >= 16))
}

/// Whose JSON it is; each document is looked at again when it is read.
fn json_format(text: &str) -> VariantFormat {
    let is_own = ["\"puzzle\"", "\"rows\"", "\"constraints\""];
    let is_other = text.contains("\"grid\"") || text.contains("\"size\"");
    match is_other && !is_own.iter().any(|key| text.contains(key)) {
        true => VariantFormat::FPuzzles,
        false => VariantFormat::Json,
    }
}

/// An input without any puzzle.
pub fn no_puzzle(lines: &InputLines<'_>) -> InputError {
    let found = "no puzzle: the input is empty";
    lines.error_at_end(found.into(), "a variant puzzle".into())
}

/// Maximum number of lines that are looked at.
const LINES: usize = 50;

/// The format of these lines, none of which is consumed.
pub fn of_lines(lines: &mut InputLines<'_>) -> Result<VariantFormat, InputError> {
    lines.skip_to_content()?;
    let Some(first) = lines.peek(0)?.cloned() else {
        return Err(no_puzzle(lines));
    };
    let mut text = String::new();
    for distance in 0..LINES {
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        text.push_str(&line.text);
        text.push('\n');
        if let Some(format) = detect(text.as_bytes()) {
            return Ok(format);
        }
        if text.len() > 4096 {
            break;
        }
    }
    let names: Vec<&str> = VariantFormat::ALL
        .iter()
        .map(|format| format.name())
        .collect();
    let text = format!("name its format with {{}}: {}", names.join(", "));
    let advice = Advice::new(text, [Setting::Format(None)]);
    let found = quote(first.text.trim());
    Err(lines
        .error(&first, 1, found, "a variant puzzle".into())
        .advise(advice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_from_their_first_bytes() {
        let zeros = "0 ".repeat(8);
        for (text, expected) in [
            ("{\"rows\": 9", VariantFormat::Json),
            (
                "\u{feff}# killers\n{\"id\": \"a\", \"size\": 9, \"puzzle\":",
                VariantFormat::Json,
            ),
            ("[\n  {\n", VariantFormat::Json),
            ("{\"size\":9,\"grid\":[[", VariantFormat::FPuzzles),
            (
                "https://www.f-puzzles.com/?load=N4Ig",
                VariantFormat::FPuzzles,
            ),
            (".Cage~10~R1C1", VariantFormat::Iss),
            (".~R1C1_5", VariantFormat::Iss),
            (".AntiKnight", VariantFormat::Iss),
            ("SumoCueV1=10J0", VariantFormat::SumoCue),
            ("SumoCueV1D=10", VariantFormat::SumoCue),
            ("3x3::k:5888:", VariantFormat::SumoCue),
            (&format!("2\n144 {zeros}\n"), VariantFormat::Jigsaw),
        ] {
            assert_eq!(detect(text.as_bytes()), Some(expected), "{text}");
        }
    }

    #[test]
    fn classic_formats_are_not_claimed() {
        let line = ".".repeat(81);
        let letters = format!(".A{}B", ".".repeat(253));
        let zeros = "0 ".repeat(9);
        for text in [
            "",
            "# nothing\n",
            &line,
            &letters,
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            ".X.V.............",
            ".abc.def.ghi.jkl",
            ".gjfnbd.a.cohmi.",
            ".Gjfnbd.a.cohmi.",
            &format!("1\n{zeros}\n"),
            "1\n530070000\n",
            "9\n9 9 9 9 9 9 9 9 9\n",
            "+---+---+\n| 1 | 2 |",
            "[5 3]\n",
            "6:///2//////1///2/5////3//2//2/5/",
        ] {
            assert_eq!(detect(text.as_bytes()), None, "{text}");
        }
    }
}
