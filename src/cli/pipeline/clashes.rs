//! Messages about puzzles whose givens contradict each other.

use crate::cli::messages::{PREFIX, warn, warn_lines};
use crate::cli::pipeline::session::place;
use crate::grid::Clash;
use crate::grid::row::CELLS;
use crate::grid::text::{Block, Record};
use crate::rules::{BoardClash, VariantPuzzle};
use std::sync::atomic::{AtomicU64, Ordering};

/// Puzzles of a run whose clashes are described; further ones are only counted.
/// Describing all of them took longer than answering them.
pub const MOST_DESCRIBED: u64 = 100;

/// Clashes of one puzzle that are described.
const MOST_OF_ONE: usize = 3;

/// Describes which givens clash, as they were written; `None` if none do.
pub fn description(record: &Record) -> Option<String> {
    let geometry = record.puzzle.geometry();
    let alphabet = record.alphabet.reaching(geometry.side());
    let in_words = |clash: &Clash| clash.describe(geometry, |digit| alphabet.write(Some(digit)));
    described(|| place(record), &record.puzzle.clashes(), in_words)
}

/// Describes which givens of a variant, read at this place, clash; `None` if none do.
fn description_of_variant(place: impl Fn() -> String, puzzle: &VariantPuzzle) -> Option<String> {
    described(place, &puzzle.clashes(), BoardClash::to_string)
}

/// A line for each of the first clashes.
fn described<C>(
    place: impl Fn() -> String,
    clashes: &[C],
    in_words: impl Fn(&C) -> String,
) -> Option<String> {
    if clashes.is_empty() {
        return None;
    }
    let start = format!("{PREFIX}{}: ", place());
    let mut lines = String::new();
    for clash in clashes.iter().take(MOST_OF_ONE) {
        lines += &format!("{start}{}\n", in_words(clash));
    }
    if let Some(more @ 1..) = clashes.len().checked_sub(MOST_OF_ONE) {
        let noun = if more == 1 { "clash" } else { "clashes" };
        lines += &format!("{start}and {more} more {noun}\n");
    }
    Some(lines)
}

/// Reports on stderr which givens of a puzzle clash.
pub fn warn_of_clashes(record: &Record) {
    if let Some(lines) = description(record) {
        warn_lines(&lines);
    }
}

/// Reports on stderr which givens of a variant, read at this place, clash.
pub fn warn_of_clashes_in(place: impl Fn() -> String, puzzle: &VariantPuzzle) {
    if let Some(lines) = description_of_variant(place, puzzle) {
        warn_lines(&lines);
    }
}

/// How many puzzles of a run have been described. Workers read it to skip the work once
/// there are enough.
#[derive(Default)]
pub struct ClashQuota(AtomicU64);

/// The clashing puzzles of a block.
#[derive(Default)]
pub struct BlockClashes {
    /// The first of them.
    described: Vec<String>,
    /// How many more there are.
    more: u64,
}

impl BlockClashes {
    /// Looks at a puzzle that has no solution.
    pub fn add(&mut self, block: &Block, puzzle: usize, quota: &ClashQuota) {
        if !has_clash(&block.puzzles()[puzzle]) {
            return;
        }
        let described = quota.0.load(Ordering::Relaxed) + self.described.len() as u64;
        if described >= MOST_DESCRIBED {
            self.more += 1;
        } else {
            self.described.extend(description(&block.record(puzzle)));
        }
    }
}

/// Reports clashes in the order of the puzzles.
pub struct ClashReport<'q> {
    quota: &'q ClashQuota,
    more: u64,
}

impl<'q> ClashReport<'q> {
    /// Nothing reported yet.
    pub fn new(quota: &'q ClashQuota) -> ClashReport<'q> {
        ClashReport { quota, more: 0 }
    }

    /// Reports a puzzle that has no solution.
    pub fn puzzle(&mut self, record: &Record) {
        self.show(description(record).as_slice());
    }

    /// Reports a variant, read at this place, that has no solution.
    pub fn variant(&mut self, place: impl Fn() -> String, puzzle: &VariantPuzzle) {
        self.show(description_of_variant(place, puzzle).as_slice());
    }

    /// Reports the puzzles of a block.
    pub fn block(&mut self, clashes: &BlockClashes) {
        self.show(&clashes.described);
        self.more += clashes.more;
    }

    fn show(&mut self, puzzles: &[String]) {
        let shown = self.take(puzzles.len());
        warn_lines(&puzzles[..shown].concat());
    }

    /// How many of the next puzzles are to be described; the others are counted.
    fn take(&mut self, puzzles: usize) -> usize {
        let count = puzzles as u64;
        let before = self.quota.0.fetch_add(count, Ordering::Relaxed);
        let shown = count.min(MOST_DESCRIBED.saturating_sub(before));
        self.more += count - shown;
        shown as usize
    }

    /// Reports how many puzzles were not described.
    pub fn finish(&self) {
        match self.more {
            0 => {}
            1 => warn("and 1 more puzzle with clashing givens"),
            more => warn(format_args!("and {more} more puzzles with clashing givens")),
        }
    }
}

/// Whether any two equal givens share a house.
fn has_clash(cells: &[u8; CELLS]) -> bool {
    let (mut rows, mut columns, mut boxes) = ([0; 9], [0; 9], [0; 9]);
    let mut twice = 0;
    for (row, characters) in cells.chunks_exact(9).enumerate() {
        for (column, character) in characters.iter().enumerate() {
            let given = digit_bit(*character);
            let square = row / 3 * 3 + column / 3;
            twice |= given & (rows[row] | columns[column] | boxes[square]);
            rows[row] |= given;
            columns[column] |= given;
            boxes[square] |= given;
        }
    }
    twice != 0
}

/// The bit of a digit; none for an empty cell.
fn digit_bit(character: u8) -> u16 {
    (1 << (character & 15)) & 0b11_1111_1110
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::text::ReadOptions;
    use crate::grid::text::blocks::{BlockReader, Piece};
    use rand::{RngExt, SeedableRng};

    #[test]
    fn the_first_puzzles_of_a_run_are_described_and_the_others_counted() {
        let quota = ClashQuota::default();
        let mut report = ClashReport::new(&quota);
        // Blocks that workers described before they saw that there were enough.
        let shown = [60, 60, 7].map(|puzzles| report.take(puzzles));
        assert_eq!(shown, [60, 40, 0]);
        assert_eq!(report.more, 27);
    }

    #[test]
    fn a_block_counts_the_puzzles_whose_givens_clash() {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(15);
        let mut text = String::new();
        for puzzle in 0..3000 {
            // From none to several clashes each.
            let givens = puzzle % 24;
            for _ in 0..CELLS {
                let given = random.random_range(0..CELLS) < givens;
                let digit = random.random_range(b'1'..=b'9');
                text.push(if given { char::from(digit) } else { '.' });
            }
            text.push('\n');
        }
        let mut reader = BlockReader::new(text.as_bytes(), "file", ReadOptions::default());
        let (mut clashing, mut clean) = (0, 0);
        let mut found = BlockClashes::default();
        let quota = ClashQuota::default();
        while let Some(Piece::Block(block)) = reader.take().unwrap() {
            for puzzle in 0..block.puzzles().len() {
                match description(&block.record(puzzle)) {
                    Some(_) => clashing += 1,
                    None => clean += 1,
                }
                found.add(&block, puzzle, &quota);
            }
        }
        assert!(clashing > 100 && clean > 100, "{clashing} {clean}");
        assert_eq!(found.described.len() as u64, MOST_DESCRIBED);
        assert_eq!(found.more, clashing - MOST_DESCRIBED);
    }
}
