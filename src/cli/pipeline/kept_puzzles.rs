//! The puzzles that a verb kept in an earlier run, for verbs that leave out those which
//! resemble an earlier one.

use crate::cli::exit::Exit;
use crate::cli::pipeline::earlier_answers::puzzle_of;
use crate::cli::pipeline::present::UNKNOWN;
use crate::grid::text::blocks::Block;
use crate::grid::text::{Alphabet, Record};
use crate::grid::{Geometry, Puzzle};
use anyhow::Result;
use std::fs::File;
use std::io::{BufRead, BufReader, Take};

/// Learns from the puzzles that an earlier run kept.
pub type Restore<'a> = dyn Fn(&mut KeptPuzzles<'_>) -> Result<()> + Sync + 'a;

/// The box shape and the alphabet of a puzzle, needed to read its answer line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notation {
    geometry: Geometry,
    alphabet: Alphabet,
}

impl Notation {
    /// That of a puzzle.
    pub fn of(record: &Record) -> Notation {
        Notation {
            geometry: record.puzzle.geometry(),
            alphabet: record.alphabet,
        }
    }

    /// That of all puzzles of a block.
    pub fn of_block(block: &Block) -> Notation {
        Notation {
            geometry: Geometry::CLASSIC,
            alphabet: block.alphabet,
        }
    }
}

/// The puzzles that an earlier run kept, in their order.
pub struct KeptPuzzles<'k> {
    lines: &'k mut BufReader<Take<File>>,
    number: u64,
    notations: &'k [Notation],
    /// The error about a line that is no answer.
    mismatch: &'k (dyn Fn(&str) -> anyhow::Error + Sync),
    exit: Exit,
}

impl<'k> KeptPuzzles<'k> {
    /// The puzzles in these lines, each in one of these notations.
    pub fn new(
        lines: &'k mut BufReader<Take<File>>,
        notations: &'k [Notation],
        mismatch: &'k (dyn Fn(&str) -> anyhow::Error + Sync),
    ) -> KeptPuzzles<'k> {
        KeptPuzzles {
            lines,
            number: 0,
            notations,
            mismatch,
            exit: Exit::Answered,
        }
    }

    /// The outcome that the lines so far state.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    fn read(&self, text: &str) -> Result<Puzzle> {
        let readings = self.notations.iter();
        let readings =
            readings.filter_map(|notation| puzzle_of(notation.geometry, notation.alphabet, text));
        let mut different: Vec<Puzzle> = readings.collect();
        different.dedup();
        let number = self.number;
        match (different.pop(), different.is_empty()) {
            (Some(puzzle), true) => Ok(puzzle),
            (Some(_), false) => Err((self.mismatch)(&format!(
                "its line {number} can be read in several ways, because the input mixes box \
                 shapes or alphabets"
            ))),
            (None, _) => Err((self.mismatch)(&format!(
                "its line {number} is not an answer to a puzzle of the input"
            ))),
        }
    }
}

impl Iterator for KeptPuzzles<'_> {
    type Item = Result<Puzzle>;

    fn next(&mut self) -> Option<Result<Puzzle>> {
        let mut line = String::new();
        loop {
            line.clear();
            self.number += 1;
            match self.lines.read_line(&mut line) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => {
                    return Some(Err((self.mismatch)(&format!("cannot be read: {error}"))));
                }
            }
            let text = line.strip_suffix('\n').unwrap_or(&line);
            if text.starts_with(UNKNOWN) {
                self.exit.raise(Exit::Unknown);
            } else if text.starts_with("error: ") {
                self.exit.raise(Exit::Usage);
            } else {
                return Some(self.read(text));
            }
        }
    }
}
