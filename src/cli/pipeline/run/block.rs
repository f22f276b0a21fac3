//! 9×9 puzzles by the thousand, answered in lock-step.

use super::check_block::claim;
use super::pace::Pace;
use super::write_block::BlockWriter;
use crate::cli::exit::{EngineFault, Interrupted};
use crate::cli::pipeline::check::{AnswerToCheck, PendingCheck};
use crate::cli::pipeline::clashes::{BlockClashes, ClashQuota};
use crate::cli::pipeline::session;
use crate::grid::text::Format;
use crate::grid::text::blocks::Block;
use crate::outcome::Reason;
use crate::search::lockstep::{Answers, Failure, Lockstep, Question};
use anyhow::Result;
use std::ops::Range;
use std::time::{Duration, Instant};

/// A query that can be answered in blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockQuery {
    /// A solution.
    First,
    /// Whether there is none, one or several.
    Unique,
    /// The number of solutions, up to a limit.
    Count(u64),
}

/// Counts up to this limit are fast enough to be made in blocks.
const QUICK: u64 = 10_000;

/// Answers blocks of 9×9 puzzles.
pub struct BlockSolver<'c> {
    lockstep: Lockstep,
    query: BlockQuery,
    /// The format of the answers, if it is not that of the puzzles.
    to: Option<Format>,
    /// The time limit of each puzzle.
    timeout: Option<Duration>,
    pace: Pace,
    clashes: &'c ClashQuota,
}

/// What lock-step search found for a block.
pub struct SolvedBlock<'b> {
    block: &'b Block,
    query: BlockQuery,
    asked: BlockQuestion,
    /// None if that took longer than one puzzle may.
    answers: Option<Answers>,
    took: Duration,
}

/// What lock-step search is asked about each puzzle.
#[derive(Clone, Copy)]
struct BlockQuestion {
    question: Question,
    /// A puzzle with fewer solutions than this is answered.
    answered_below: u64,
}

/// The answers to consecutive puzzles of a block.
pub struct BlockAnswer {
    /// Text for the output.
    pub text: Vec<u8>,
    /// Whether a blank line separates answers.
    pub blank_between: bool,
    pub clashes: BlockClashes,
    pub puzzles: u64,
    /// Puzzles without a solution.
    pub unsolved: u64,
    /// Solutions that were checked against the rules and the givens.
    pub checked: u64,
    /// Whether some may have been counted together with others, of which one was checked.
    pub counts_together: bool,
    /// The check by a second engine.
    pub check: Option<PendingCheck>,
}

impl<'c> BlockSolver<'c> {
    /// Answers this query in this format, and describes clashes up to the quota. A run that
    /// may be resumed keeps each answer that takes long.
    pub fn new(
        lockstep: Lockstep,
        query: BlockQuery,
        to: Option<Format>,
        timeout: Option<Duration>,
        is_resumable: bool,
        clashes: &'c ClashQuota,
    ) -> BlockSolver<'c> {
        let pace = match (query.is_quick() && timeout.is_none(), is_resumable) {
            (true, _) => Pace::fixed(usize::MAX),
            (false, true) => Pace::fixed(1),
            (false, false) => Pace::careful(),
        };
        BlockSolver {
            lockstep,
            query,
            to,
            timeout,
            pace,
            clashes,
        }
    }

    /// How many puzzles to answer together now.
    pub fn most_together(&self) -> usize {
        self.pace.now()
    }

    /// Searches for the solutions of a block.
    ///
    /// # Errors
    /// An interrupt, or a wrong solution.
    pub fn solve<'b>(&self, block: &'b Block) -> Result<SolvedBlock<'b>> {
        let format = self.to.unwrap_or(block.format);
        let is_of_lines = (block.format, format) == (Format::Line, Format::Line);
        let asked = self.query.asked(is_of_lines && self.timeout.is_none());
        let limits = session::limits(self.timeout);
        let start = Instant::now();
        let answers = match self
            .lockstep
            .answer(block.puzzles(), asked.question, &limits)
        {
            Ok(answers) => Some(answers),
            Err(Failure::Stopped(Reason::Timeout)) => None,
            Err(Failure::Stopped(Reason::Interrupted)) => return Err(Interrupted.into()),
            Err(failure) => return Err(EngineFault(failure.to_string()).into()),
        };
        let solved = SolvedBlock {
            block,
            query: self.query,
            asked,
            answers,
            took: start.elapsed(),
        };
        let count = block.puzzles().len();
        let is_answered = (0..count).all(|puzzle| solved.is_answered(puzzle));
        self.pace.learn(count, is_answered);
        Ok(solved)
    }

    /// The answers to these puzzles, all of which are answered.
    ///
    /// # Errors
    /// None in practice: the text is written to memory.
    pub fn answer(&self, solved: &SolvedBlock<'_>, puzzles: Range<usize>) -> Result<BlockAnswer> {
        let block = solved.block;
        let format = self.to.unwrap_or(block.format);
        let mut writer = BlockWriter::new(format, block, puzzles.len());
        let mut answer = BlockAnswer {
            text: Vec::new(),
            blank_between: format.blank_between(),
            clashes: BlockClashes::default(),
            puzzles: puzzles.len() as u64,
            unsolved: 0,
            checked: 0,
            counts_together: false,
            check: None,
        };
        let Some(answers) = &solved.answers else {
            return Ok(answer);
        };
        for puzzle in puzzles {
            let found = answers.found(puzzle);
            writer.write(self.query, answers, puzzle)?;
            if found == 0 {
                answer.unsolved += 1;
                answer.clashes.add(block, puzzle, self.clashes);
            }
            if answers.checked() > 0 {
                answer.checked += found;
                answer.counts_together |= found > 1 && matches!(self.query, BlockQuery::Count(_));
            }
        }
        answer.text = writer.finish();
        Ok(answer)
    }
}

impl SolvedBlock<'_> {
    /// Whether the answer to a puzzle is known. Others are for the engine of the verb.
    pub fn is_answered(&self, puzzle: usize) -> bool {
        let answers = self.answers.as_ref();
        answers.is_some_and(|answers| answers.found(puzzle) < self.asked.answered_below)
    }

    /// The answers to these puzzles for a check.
    pub fn to_check(&self, puzzles: Range<usize>) -> Vec<AnswerToCheck> {
        let Some(answers) = &self.answers else {
            return Vec::new();
        };
        let limit = match self.query {
            BlockQuery::First => 1,
            BlockQuery::Unique | BlockQuery::Count(_) => self.asked.question.limit,
        };
        let claim = |puzzle| claim(self.block, answers, puzzle, limit, self.took);
        puzzles.map(claim).collect()
    }
}

impl BlockQuery {
    /// Whether no puzzle takes long.
    fn is_quick(self) -> bool {
        match self {
            BlockQuery::Count(limit) => limit <= QUICK,
            BlockQuery::First | BlockQuery::Unique => true,
        }
    }

    /// What to ask. `any_solution` says that a puzzle with several may be answered with any
    /// of them, which is faster. Otherwise the engine of the verb chooses, so that formats other
    /// than lines, and runs with a time limit, show the same solutions whatever time a block took.
    fn asked(self, any_solution: bool) -> BlockQuestion {
        let (limit, show, answered_below) = match self {
            BlockQuery::First if any_solution => (1, 1, u64::MAX),
            BlockQuery::Unique if any_solution => (2, 2, u64::MAX),
            BlockQuery::First | BlockQuery::Unique => (2, 1, 2),
            BlockQuery::Count(limit) if limit <= QUICK => (limit, 0, u64::MAX),
            BlockQuery::Count(_) => (QUICK, 0, QUICK),
        };
        BlockQuestion {
            question: Question { limit, show },
            answered_below,
        }
    }
}
