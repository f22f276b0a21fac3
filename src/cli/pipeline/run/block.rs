//! 9×9 lines by the thousand, answered in lock-step.

use super::check_block::answers_to_check;
use crate::cli::exit::{EngineFault, Interrupted};
use crate::cli::pipeline::check::{AnswerToCheck, PendingCheck};
use crate::cli::pipeline::clashes::{BlockClashes, ClashQuota};
use crate::cli::pipeline::present::NO_SOLUTION;
use crate::cli::pipeline::session;
use crate::grid::text::Alphabet;
use crate::grid::text::blocks::Block;
use crate::outcome::Reason;
use crate::search::lockstep::{Answers, CELLS, Failure, Lockstep, Question};
use anyhow::Result;
use std::io::{self, Write};
use std::time::Instant;

/// A query whose answer is one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineQuery {
    /// A solution.
    First,
    /// Whether there is none, one or several.
    Unique,
    /// The number of solutions, up to a limit.
    Count(u64),
}

/// Answers blocks of 9×9 lines.
pub struct BlockSolver<'c> {
    lockstep: Lockstep,
    query: LineQuery,
    clashes: &'c ClashQuota,
}

/// The answers to a block.
pub struct BlockAnswer {
    /// Lines for the output.
    pub text: Vec<u8>,
    pub clashes: BlockClashes,
    pub puzzles: u64,
    /// Puzzles without a solution.
    pub unsolved: u64,
    /// Solutions that were checked against the rules and the givens.
    pub checked: u64,
    /// The check by a second engine.
    pub check: Option<PendingCheck>,
}

impl<'c> BlockSolver<'c> {
    /// Answers this query, and describes clashes up to the quota.
    pub fn new(lockstep: Lockstep, query: LineQuery, clashes: &'c ClashQuota) -> BlockSolver<'c> {
        BlockSolver {
            lockstep,
            query,
            clashes,
        }
    }

    /// Answers a block, and returns the first of its answers for a check.
    pub fn answer(&self, block: &Block, checks: u64) -> Result<(BlockAnswer, Vec<AnswerToCheck>)> {
        let question = self.query.question();
        let start = Instant::now();
        let answers = self
            .lockstep
            .answer(&block.puzzles, question, &session::interrupts())
            .map_err(|failure| match failure {
                Failure::Stopped(Reason::Interrupted) => Interrupted.into(),
                failure => anyhow::Error::new(EngineFault(failure.to_string())),
            })?;
        let to_check = answers_to_check(block, &answers, question, start.elapsed(), checks);
        Ok((self.lines(block, &answers)?, to_check))
    }

    fn lines(&self, block: &Block, answers: &Answers) -> Result<BlockAnswer> {
        let mut lines = BlockAnswer {
            text: Vec::with_capacity(block.puzzles.len() * (CELLS + 3)),
            clashes: BlockClashes::default(),
            puzzles: block.puzzles.len() as u64,
            unsolved: 0,
            checked: answers.checked(),
            check: None,
        };
        for puzzle in 0..block.puzzles.len() {
            let text = &mut lines.text;
            self.query.write(answers, puzzle, block.alphabet, text)?;
            if answers.found(puzzle) == 0 {
                lines.unsolved += 1;
                lines.clashes.add(block, puzzle, self.clashes);
            }
        }
        Ok(lines)
    }
}

impl LineQuery {
    fn question(self) -> Question {
        let (limit, show) = match self {
            LineQuery::First => (1, 1),
            LineQuery::Unique => (2, 2),
            LineQuery::Count(limit) => (limit, 0),
        };
        Question { limit, show }
    }

    /// Writes the line of an answer.
    fn write(
        self,
        answers: &Answers,
        puzzle: usize,
        alphabet: Alphabet,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        let (found, solutions) = (answers.found(puzzle), answers.solutions(puzzle));
        match self {
            LineQuery::First if found == 0 => text.extend_from_slice(NO_SOLUTION.as_bytes()),
            LineQuery::First => solutions.iter().for_each(|s| write_grid(s, alphabet, text)),
            LineQuery::Unique => {
                let words = ["none", "one", "several"];
                text.extend_from_slice(words[solutions.len().min(2)].as_bytes());
                for solution in solutions {
                    text.push(b'\t');
                    write_grid(solution, alphabet, text);
                }
            }
            // Formatting takes longer than finding many of the answers.
            LineQuery::Count(_) if found <= 9 => text.push(b'0' + found as u8),
            LineQuery::Count(_) => write!(text, "{found}")?,
        }
        text.push(b'\n');
        Ok(())
    }
}

/// Writes the digits of a solution, with spaces where they are numbers.
fn write_grid(solution: &[u8; CELLS], alphabet: Alphabet, text: &mut Vec<u8>) {
    if alphabet != Alphabet::Numbers {
        return text.extend_from_slice(solution);
    }
    let spaced = solution.iter().flat_map(|digit| [b' ', *digit]);
    text.extend(spaced.skip(1));
}
