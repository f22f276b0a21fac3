//! The law behind all formats: an input is refused, or every character in it that a
//! person would take for a cell or a note is part of a puzzle.
//!
//! Valid inputs of each format are damaged at random. Whatever is accepted is
//! compared with a second reading, which knows of each format only what is drawing,
//! space or comment.

use crate::rows;
use crate::support::{PUZZLE, SOLVED};
use proptest::prelude::*;
use satoku::grid::text::{
    Alphabet, BlockReader, ColumnReader, Format, Piece, PuzzleReader, ReadOptions, Record,
    line_text,
};
use std::io::{BufRead, BufReader};

/// Characters to insert: cells, drawing, separators, and others.
const WRITTEN: &[char] = &[
    '.', '0', '?', '_', '*', '1', '5', '9', 'A', 'x', '+', '-', '=', '!', '|', '│', '#', ',', ';',
    ':', '\t', ' ', '\n', '"', '\'', '/', '%', 'é',
];

/// One mutation: its kind, its place (in thousandths of the text), its character.
type Damage = (u8, usize, usize);

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    prop::collection::vec((0..8u8, 0..1000usize, 0..WRITTEN.len()), 1..4)
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (what, place, written) in damages {
        let at = place * text.len() / 1000;
        let start = text[..at]
            .iter()
            .rposition(|c| *c == '\n')
            .map_or(0, |k| k + 1);
        let end = text[at..]
            .iter()
            .position(|c| *c == '\n')
            .map_or(text.len(), |k| at + k);
        match what {
            _ if text.is_empty() => {}
            0 | 1 => text[at] = WRITTEN[*written],
            2 | 3 => text.insert(at, WRITTEN[*written]),
            4 => drop(text.remove(at)),
            5 => text.truncate(at),
            6 => drop(text.drain(start..end)),
            _ => {
                let row: Vec<char> = text[start..end].iter().copied().chain(['\n']).collect();
                text.splice(start..start, row);
            }
        }
    }
    text.into_iter().collect()
}

/// Valid inputs, each with its format.
fn samples() -> Vec<(String, Format)> {
    let list = format!(
        "{PUZZLE}\n{}\n# note\n{PUZZLE},7\n",
        SOLVED.replace('5', "0")
    );
    let noted = format!("puzzle,solution\n{PUZZLE},{SOLVED}\n{PUZZLE}:1:{SOLVED}\n");
    let hdu = rows(&PUZZLE.replace('.', "?"), " ");
    let poj = rows(&PUZZLE.replace('.', "0"), "");
    let pyramid = rows(&PUZZLE.replace('.', "0"), " ");
    let drawn = |text: &str| {
        let border = "------+-------+------\n";
        let split = |row: &str| format!("{}| {}| {}\n", &row[..6], &row[6..12], &row[12..]);
        let rows: Vec<String> = text.lines().map(|row| split(&format!("{row} "))).collect();
        rows.chunks(3)
            .map(<[String]>::concat)
            .collect::<Vec<_>>()
            .join(border)
    };
    let small = "1 2 | . .\n. . | 1 2\n----+----\n2 1 | . .\n. . | 2 1\n";
    let course = "experiment: x\ntask: 1\npuzzle size: 4x4\n+-----+-----+\n| 1 _ | _ _ |\n\
                  | _ 2 | _ _ |\n+-----+-----+\n| _ _ | 3 _ |\n| _ _ | _ 4 |\n+-----+-----+\n";
    vec![
        (PUZZLE.to_owned(), Format::Line),
        (list, Format::Line),
        (noted, Format::Line),
        (
            "1.....3..4.....2\n................:288\n".into(),
            Format::Line,
        ),
        (format!("{hdu}\n{hdu}"), Format::Hdu),
        (format!("2\n{poj}{poj}"), Format::Poj),
        (format!("{pyramid}{pyramid}"), Format::Pyramid),
        (rows(PUZZLE, ""), Format::Rows),
        (
            format!("{}\n{}", rows(PUZZLE, " "), rows(SOLVED, " ")),
            Format::Grid,
        ),
        (drawn(&rows(PUZZLE, " ")), Format::Grid),
        (format!("+---+\n{}", small.repeat(2)), Format::Grid),
        (course.repeat(2), Format::Sudokusat),
    ]
}

/// All puzzles, or `None` if anything was refused.
fn accepted(text: &str, format: Option<Format>) -> Option<Vec<Record>> {
    let options = ReadOptions {
        format,
        ..ReadOptions::default()
    };
    PuzzleReader::new(text.as_bytes(), "x", options)
        .collect::<Result<Vec<_>, _>>()
        .ok()
}

/// The cells of a record, as characters. The second reading takes every `0` for an empty cell,
/// also where the marks beside it make it a digit.
fn cells(record: &Record) -> String {
    let alphabet = match record.alphabet {
        Alphabet::Hex => Alphabet::Hex,
        _ => Alphabet::Digits,
    };
    let puzzle = &record.puzzle;
    plain(&line_text(puzzle.geometry(), alphabet, puzzle.cells()))
}

/// Unifies the signs for an empty cell.
fn plain(text: &str) -> String {
    let empty = |c| matches!(c, '0' | '-' | '?' | '_' | '*');
    text.chars()
        .map(|c| if empty(c) { '.' } else { c })
        .collect()
}

/// The lines that are neither empty nor comments.
fn content(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !is_comment(line))
}

/// Whether a line is a comment: after its mark comes nothing, or a blank and a word.
fn is_comment(line: &str) -> bool {
    let rest = line.trim_start_matches([';', '%']);
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    line.starts_with('#')
        || line.starts_with("//")
        || rest.len() < line.len()
            && (rest.is_empty() || rest.starts_with(' ') && rest.split(' ').any(is_word))
}

/// The cells and notes of a list.
fn of_list(text: &str) -> String {
    let separators = [',', ';', ':', '#', '\t'];
    let is_name = |field: &str| !field.trim().starts_with(|c: char| !c.is_alphabetic());
    let is_header = |k: usize, line: &str| {
        k == 0 && line.starts_with("puzzle") && line.split(separators).all(is_name)
    };
    content(text)
        .enumerate()
        .filter(|(k, line)| !is_header(*k, line))
        .map(|(_, line)| {
            let (field, note) = line.split_at(line.find(separators).unwrap_or(line.len()));
            // A rating behind 81 cells needs no separator.
            let field = match field.split_whitespace().next() {
                Some(puzzle) if puzzle.len() >= 81 => field.split_whitespace().collect(),
                _ => field.trim().to_owned(),
            };
            // The note begins with its separator, which may be a tab.
            plain(&field) + note.trim_end() + "\n"
        })
        .collect()
}

/// The cells of rows: words, or characters.
fn of_rows(text: &str, format: Format, words: bool) -> String {
    let headers = ["experiment:", "number of tasks:", "task:", "puzzle size:"];
    let is_stroke = |c: char| c.is_whitespace() || matches!(c, '|' | '!' | '│');
    let is_drawing = |c: char| is_stroke(c) || matches!(c, '-' | '+' | '=');
    let drawn = matches!(format, Format::Grid | Format::Rows | Format::Sudokusat);
    let rows = content(text)
        .skip(usize::from(format == Format::Poj))
        .filter(|line| !(drawn && line.chars().all(is_drawing)))
        .filter(|line| format != Format::Sudokusat || !headers.iter().any(|h| line.starts_with(h)));
    let cut = |c: char| c.is_whitespace() || (drawn && is_stroke(c));
    rows.flat_map(|row| row.split(cut))
        .map(|word| normal(word, words))
        .collect()
}

fn normal(word: &str, is_cell: bool) -> String {
    match (is_cell, word.parse::<u64>()) {
        _ if !word.is_empty() && word.chars().all(|c| c == '_') && is_cell => ".".into(),
        (true, Ok(number)) if !word.starts_with('+') && number > 0 => number.to_string(),
        _ => plain(word),
    }
}

fn check(text: &str, named: Option<Format>) -> Result<(), TestCaseError> {
    let Some(records) = accepted(text, named) else {
        return Ok(());
    };
    let Some(format) = named.or(records.first().map(|record| record.format)) else {
        return Ok(());
    };
    if format == Format::Line {
        let sides: Vec<usize> = records.iter().map(|r| r.puzzle.geometry().side()).collect();
        prop_assert!(sides.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
        prop_assert!(sides.iter().all(|side| *side >= 4), "{text}");
        let of_record = |record: &Record| cells(record) + &record.note + "\n";
        let read: String = records.iter().map(of_record).collect();
        prop_assert_eq!(&read, &of_list(text), "{}", text);
    } else {
        let read: String = records.iter().map(cells).collect();
        let by_word = of_rows(text, format, true);
        let by_character = of_rows(text, format, false);
        prop_assert!(
            read == by_word || read == by_character,
            "{format} {read}\n{by_word}\n{text}"
        );
    }
    Ok(())
}

/// How a reader reads each line, with its messages.
fn by_blocks(text: &str, options: ReadOptions) -> Vec<String> {
    let mut reader = BlockReader::new(text.as_bytes(), "x", options);
    let mut all = Vec::new();
    while let Some(piece) = reader.take().unwrap() {
        match piece {
            Piece::Block(block) => {
                let one = |k| cells(&block.record(k));
                all.extend((0..block.puzzles().len()).map(one));
            }
            Piece::Record(record) => all.push(cells(&record)),
            Piece::Bad(error) => all.push(error.to_string()),
        }
    }
    all
}

fn one_by_one(text: &str, options: ReadOptions) -> Vec<String> {
    let mut reader = PuzzleReader::new(text.as_bytes(), "x", options);
    let mut all = Vec::new();
    while let Some(record) = reader.next() {
        all.push(match record {
            Ok(record) => cells(&record),
            Err(error) => {
                assert!(reader.go_on());
                error.to_string()
            }
        });
    }
    all
}

#[test]
fn samples_are_read_whole() {
    for (text, format) in samples() {
        let records = accepted(&text, None).unwrap_or_else(|| panic!("{text}"));
        assert!(!records.is_empty() && records[0].format == format, "{text}");
        check(&text, None).unwrap();
        check(&text, Some(format)).unwrap();
    }
}

#[test]
fn two_lines_may_make_a_puzzle_with_zeros_as_digits() {
    let text = format!("{PUZZLE}{}", SOLVED.replace('5', "0"));
    let line = &text[..144];
    let records = accepted(line, Some(Format::Line)).unwrap();
    assert_eq!(records[0].alphabet, Alphabet::Hex);
    check(line, Some(Format::Line)).unwrap();
}

#[test]
fn a_note_may_stand_behind_a_tab() {
    check(
        "1.....3..4.....2\t288\n................ \t 7\n",
        Some(Format::Line),
    )
    .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig {
        // A failure prints its input.
        failure_persistence: None,
        ..ProptestConfig::with_cases(4000)
    })]

    #[test]
    fn nothing_of_a_damaged_input_is_dropped_in_silence(
        (text, format) in prop::sample::select(samples()),
        damages in damages(),
    ) {
        let text = damaged(&text, &damages);
        check(&text, None)?;
        check(&text, Some(format))?;
    }

    #[test]
    fn damaged_lists_are_read_the_same_in_blocks(
        (text, _) in prop::sample::select(samples()[..4].to_vec()),
        damages in damages(),
    ) {
        let text = damaged(&text, &damages);
        let options = ReadOptions { format: Some(Format::Line), ..ReadOptions::default() };
        prop_assert_eq!(by_blocks(&text, options), one_by_one(&text, options), "{}", text);
    }

    #[test]
    fn a_column_of_a_damaged_table_is_what_another_reader_finds(
        separator in prop::sample::select(vec![',', ';', '\t']),
        damages in damages(),
    ) {
        let table = format!("id,puzzle,x\n1,{PUZZLE},\"a b\"\n2,\"{PUZZLE}\",7\n# no\n\n3,{SOLVED},\n");
        let table = damaged(&table.replace(',', &separator.to_string()), &damages);
        let reader = ColumnReader::new(table.as_bytes(), "x", "puzzle".parse().unwrap());
        let lines: Result<Vec<String>, _> = BufReader::new(reader).lines().collect();
        let Ok(lines) = lines else { return Ok(()) };
        let filled = lines.iter().filter(|line| !line.is_empty());
        let found: Vec<String> = filled.map(|line| without_space(line)).collect();
        let expected = [b',', b';', b'\t'].into_iter().map(|delimiter| column(&table, delimiter));
        prop_assert!(expected.flatten().any(|column| column == found), "{table}");
    }
}

/// Joins the rows of a field and trims them.
fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Begins a comment, and nothing else.
const COMMENT: char = '\u{1}';

/// A line that begins with `#`, perhaps after blanks, is a comment unless it has a separator and
/// comes after the first record, or names the column.
fn with_marked_comments(table: &str, separator: char) -> String {
    let mut columns = None;
    let lines = table.split_inclusive('\n').map(|line| {
        let text = line.trim_start();
        let fields: Vec<&str> = text.split(separator).map(str::trim).collect();
        let is_header = |field: &&str| field.trim_matches('"').eq_ignore_ascii_case("puzzle");
        let is_comment = text.starts_with('#')
            && match columns {
                None => fields.len() == 1 || !fields.iter().any(is_header),
                Some(columns) => columns == 1 || fields.len() == 1,
            };
        if is_comment {
            return format!("{COMMENT}{text}");
        }
        if columns.is_none() && !text.is_empty() {
            columns = Some(fields.len());
        }
        line.to_owned()
    });
    lines.collect()
}

/// The column of puzzles, as the crate `csv` reads it.
fn column(table: &str, delimiter: u8) -> Option<Vec<String>> {
    let table = with_marked_comments(table, char::from(delimiter));
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(COMMENT as u8))
        .delimiter(delimiter)
        .from_reader(table.as_bytes());
    let mut records = reader.records().map(|record| record.unwrap());
    let header = records.next()?;
    let place = header
        .iter()
        .position(|name| name.trim().eq_ignore_ascii_case("puzzle"))?;
    records
        .filter(|record| record.iter().any(|field| !field.trim().is_empty()))
        .map(|record| {
            record
                .get(place)
                .map(|field| without_quotes(&without_space(field)))
        })
        .collect()
}

/// A field without the quotes that have blanks around them, which `csv` takes for text.
fn without_quotes(field: &str) -> String {
    let inside = field
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or(field).to_owned()
}
