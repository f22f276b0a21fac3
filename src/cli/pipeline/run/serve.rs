//! Answers pieces of the input in one thread.

use super::block::BlockSolver;
use super::{Done, PieceResult, Placed, PuzzleAnswer, PuzzleQuestion};
use crate::batch::Emit;
use crate::cli::exit::Interrupted;
use crate::cli::pipeline::check::{AnswerChecker, AnswerToCheck, PendingCheck};
use crate::cli::pipeline::journal::Mark;
use crate::cli::pipeline::session::check_interrupt;
use crate::grid::text::Record;
use crate::grid::text::blocks::{Block, Piece};
use crate::search::Threads;
use anyhow::{Result, bail};

/// A piece of the input, and how many of its answers are to be checked.
pub struct Task {
    pub piece: Placed<Piece>,
    pub checks: u64,
}

/// The engines of one thread.
pub struct Worker<'b, W> {
    /// Answers single puzzles.
    pub answer: W,
    pub checker: Option<AnswerChecker>,
    /// Answers blocks of puzzles.
    pub blocks: Option<&'b BlockSolver<'b>>,
    pub threads: &'b Threads,
}

impl<W> Worker<'_, W> {
    /// Answers a piece, perhaps in parts.
    pub fn serve<A: PuzzleAnswer, P>(
        &mut self,
        task: Task,
        emit: &mut Emit<'_, Done<A, P>>,
    ) -> Result<Done<A, P>>
    where
        W: FnMut(PuzzleQuestion, &mut Emit<'_, P>) -> Result<A>,
    {
        let _at_work = self.threads.work();
        let Task { piece, checks } = task;
        let Placed { item, mark } = piece;
        let result = match item {
            Piece::Block(block) => return self.block(&block, mark, checks, emit),
            Piece::Record(record) => self.puzzle(*record, mark.puzzles, checks > 0, emit)?,
            Piece::Bad(error) => PieceResult::Bad(error),
        };
        let mark = Some(mark);
        let number = piece.mark.puzzles;
        Ok(Done {
            result,
            number,
            mark,
        })
    }

    /// Answers the puzzle of this number.
    fn puzzle<A: PuzzleAnswer, P>(
        &mut self,
        record: Record,
        number: u64,
        is_checked: bool,
        emit: &mut Emit<'_, Done<A, P>>,
    ) -> Result<PieceResult<A, P>>
    where
        W: FnMut(PuzzleQuestion, &mut Emit<'_, P>) -> Result<A>,
    {
        let question = PuzzleQuestion { record, is_checked };
        let mut emit = |part| {
            emit(Done {
                result: PieceResult::Part(part),
                number,
                mark: None,
            })
        };
        let answer = (self.answer)(question, &mut emit)?;
        if answer.found().reason().is_some() {
            check_interrupt()?;
        }
        let item = is_checked.then(|| answer.to_check()).flatten();
        let check = self.submit(item.into_iter().collect());
        Ok(PieceResult::Puzzle(answer, check))
    }

    /// Answers the puzzles of a block in their order: together those that lock-step search
    /// can answer, the others one by one.
    fn block<A: PuzzleAnswer, P>(
        &mut self,
        block: &Block,
        mark: Mark,
        checks: u64,
        emit: &mut Emit<'_, Done<A, P>>,
    ) -> Result<Done<A, P>>
    where
        W: FnMut(PuzzleQuestion, &mut Emit<'_, P>) -> Result<A>,
    {
        let Some(blocks) = self.blocks else {
            bail!("found a block of puzzles, expected single ones");
        };
        let solved = blocks.solve(block)?;
        let count = block.puzzles().len();
        let checked = usize::try_from(checks).map_or(count, |checks| checks.min(count));
        let mut start = 0;
        loop {
            let answered = (start..count).take_while(|&puzzle| solved.is_answered(puzzle));
            let mut end = start + answered.count();
            let result = match end > start {
                true => {
                    let mut answer = blocks.answer(&solved, start..end)?;
                    let to_check = solved.to_check(start..end.min(checked));
                    answer.check = self.submit(to_check);
                    PieceResult::Block(answer)
                }
                false => {
                    end = start + 1;
                    let number = mark.puzzles - (count - end) as u64;
                    self.puzzle(block.record(start), number, start < checked, emit)?
                }
            };
            let done = Done {
                result,
                number: mark.puzzles - (count - end) as u64,
                mark: (end >= count).then_some(mark),
            };
            if end >= count {
                return Ok(done);
            }
            if emit(done).is_break() {
                // Another error ended the run, and nobody sees this one.
                return Err(Interrupted.into());
            }
            start = end;
        }
    }

    fn submit(&mut self, answers: Vec<AnswerToCheck>) -> Option<PendingCheck> {
        self.checker.as_mut()?.submit(answers)
    }
}
