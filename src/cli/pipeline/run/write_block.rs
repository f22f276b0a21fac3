//! Answers of the lock-step search as text.

use super::BlockQuery;
use crate::cli::pipeline::present::NO_SOLUTION;
use crate::grid::row::CELLS;
use crate::grid::text::blocks::Block;
use crate::grid::text::stencil::{CellBytes, Stencil};
use crate::grid::text::{Alphabet, Format};
use crate::grid::{Geometry, Row};
use crate::search::lockstep::Answers;
use std::io::{self, Write};

/// Writes the answers to puzzles of a block.
pub struct BlockWriter<'b> {
    format: Format,
    block: &'b Block,
    text: Vec<u8>,
    /// The text of a grid around its digits. None if grids differ in more than digits, or
    /// are lines.
    stencil: Option<Stencil>,
}

impl<'b> BlockWriter<'b> {
    /// Writes about this many answers.
    pub fn new(format: Format, block: &'b Block, answers: usize) -> BlockWriter<'b> {
        BlockWriter {
            format,
            block,
            text: Vec::with_capacity(answers * (CELLS + 3)),
            stencil: None,
        }
    }

    /// The text.
    pub fn finish(self) -> Vec<u8> {
        self.text
    }

    /// Writes the answer to a query about a puzzle.
    pub fn write(&mut self, query: BlockQuery, answers: &Answers, puzzle: usize) -> io::Result<()> {
        if self.format.blank_between() && !self.text.is_empty() {
            self.text.push(b'\n');
        }
        let (found, solutions) = (answers.found(puzzle), answers.solutions(puzzle));
        match query {
            BlockQuery::First => match solutions.first() {
                Some(solution) => self.grid(solution, puzzle),
                None => self.word(NO_SOLUTION),
            },
            BlockQuery::Unique => self.several(solutions, puzzle),
            // Formatting takes longer than finding many of the answers.
            BlockQuery::Count(_) if found <= 9 => {
                self.text.extend([b'0' + found as u8, b'\n']);
                Ok(())
            }
            BlockQuery::Count(_) => writeln!(self.text, "{found}"),
        }
    }

    /// Writes how many solutions there are, and the solutions: on the same line, if each is
    /// a line.
    fn several(&mut self, solutions: &[[u8; CELLS]], puzzle: usize) -> io::Result<()> {
        let word = ["none", "one", "several"][solutions.len().min(2)];
        if !self.format.is_one_line() {
            self.word(word)?;
            return solutions.iter().try_for_each(|s| self.grid(s, puzzle));
        }
        self.text.extend_from_slice(word.as_bytes());
        for solution in solutions {
            self.text.push(b'\t');
            self.digits(solution);
        }
        self.text.push(b'\n');
        Ok(())
    }

    fn word(&mut self, word: &str) -> io::Result<()> {
        writeln!(self.text, "{word}")
    }

    fn grid(&mut self, solution: &[u8; CELLS], puzzle: usize) -> io::Result<()> {
        if self.format == Format::Line {
            self.digits(solution);
            self.text.push(b'\n');
            return Ok(());
        }
        if let Some(stencil) = &self.stencil {
            stencil.write(solution, &mut self.text);
            return Ok(());
        }
        let Some(row) = Row::new(solution) else {
            return Err(io::Error::other("a solution with empty cells"));
        };
        let (start, cells) = (self.text.len(), row.to_puzzle());
        let (_, index) = self.block.place(puzzle);
        let (shape, alphabet) = (Geometry::CLASSIC, self.block.alphabet);
        self.format
            .write(&mut self.text, shape, alphabet, index, cells.cells())?;
        self.stencil = Stencil::of(&self.text[start..], &row, &CellBytes::digits());
        Ok(())
    }

    /// Writes the digits of a solution, with spaces where they are numbers.
    fn digits(&mut self, solution: &[u8; CELLS]) {
        if self.block.alphabet != Alphabet::Numbers {
            return self.text.extend_from_slice(solution);
        }
        let mut spaced = [b' '; 2 * CELLS - 1];
        for (cell, digit) in spaced.iter_mut().step_by(2).zip(solution) {
            *cell = *digit;
        }
        self.text.extend_from_slice(&spaced);
    }
}
