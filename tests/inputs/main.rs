//! Inputs that could be misread: each is read as a person would read it, or
//! refused with a message that says what to do.

#[path = "../support/mod.rs"]
mod support;

mod messages;
mod mutations;
mod packed;
mod signs;
mod sizes;
mod skipping;
mod tables;

/// A proper puzzle.
pub const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Holds an input against the message that it gets. Nothing is answered.
pub fn refused(args: &[&str], input: &str, says: &str) {
    let ran = support::satoku(args, input);
    let expected = format!("satoku: error: <stdin>:{says}\n");
    assert_eq!(ran.stderr, expected, "{input}");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{input}");
}

/// The rows of a 9×9 line, each split like this.
pub fn rows(puzzle: &str, between: &str) -> String {
    let cells: Vec<String> = puzzle.chars().map(String::from).collect();
    let rows = cells.chunks(9).map(|row| row.join(between) + "\n");
    rows.collect()
}
