//! The program as a black box: what it reads, writes and refuses.

mod alphabets;
mod bad_input;
mod bare_names;
mod beside_puzzles;
mod clashes;
mod classic_as_variant;
mod closed_pipes;
mod collections;
mod comments;
mod convert;
mod dashes;
mod decode;
mod drawn_boxes;
mod encode;
mod encodings;
mod formats;
mod grids;
mod json_answers;
mod judges;
mod line_ends;
mod line_shapes;
mod lines;
mod meant_otherwise;
mod messages;
mod mutations;
mod named_alphabets;
mod no_effect;
mod one_alphabet;
mod options;
mod output;
mod own_types;
mod packed;
mod puzzles;
mod pyramid;
mod round_trips;
mod rule_files;
mod rule_sizes;
mod same_file;
#[cfg(unix)]
mod same_names;
mod separators;
mod sheets;
mod signs;
mod sizes;
mod skipping;
mod solve;
mod standard_input;
#[path = "../support/mod.rs"]
mod support;
mod tables;
mod together;
mod variant_messages;
mod variants;
mod verbs;
mod zeros;

/// Asserts that an input is refused with this message and without any answer.
pub fn refused(args: &[&str], input: &str, says: &str) {
    let ran = support::satoku(args, input);
    let expected = format!("satoku: error: <stdin>:{says}\n");
    assert_eq!(ran.stderr, expected, "{input}");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{input}");
}

/// The rows of a 9×9 line, with a separator between the cells.
pub fn rows(puzzle: &str, between: &str) -> String {
    let cells: Vec<String> = puzzle.chars().map(String::from).collect();
    let rows = cells.chunks(9).map(|row| row.join(between) + "\n");
    rows.collect()
}
