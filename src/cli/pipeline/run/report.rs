//! Shows what comes of a run, in order, and what it did in figures.

use super::{AnswerContext, PieceResult, PuzzleAnswer, PuzzleRun};
use crate::cli::advice::WithAdvice;
use crate::cli::args::{OnError, OutputFormat};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckLog, PendingCheck};
use crate::cli::pipeline::clashes::{ClashQuota, ClashReport};
use crate::cli::pipeline::figures::RunFigures;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::run::BlockAnswer;
use crate::cli::pipeline::stream::Presented;
use anyhow::Result;

/// What is known of a run so far.
pub struct RunReport<'a> {
    on_error: OnError,
    log: Option<CheckLog<'a>>,
    clashes: ClashReport<'a>,
    /// Whether the figures are wanted.
    with_figures: bool,
    is_pretty: bool,
    figures: RunFigures,
}

impl<'a> RunReport<'a> {
    /// Nothing was shown yet.
    pub fn new(run: &PuzzleRun<'a>, clashes: &'a ClashQuota) -> RunReport<'a> {
        let log = run.checks.plan().map(|plan| match run.to {
            // It names the engines that agree.
            Some(OutputFormat::Json) => plan.log().holding_answers(),
            _ => plan.log(),
        });
        RunReport {
            on_error: run.list.on_error,
            log,
            clashes: ClashReport::new(clashes),
            with_figures: run.stats,
            is_pretty: run.to == Some(OutputFormat::Pretty),
            figures: RunFigures::new(),
        }
    }

    /// Shows the next answer, once its check is done.
    pub fn present<A: PuzzleAnswer, P>(
        &mut self,
        out: &mut Presenter<'_>,
        done: PieceResult<A, P>,
        number: u64,
        present_part: &mut impl FnMut(&mut Presenter<'_>, P) -> Result<()>,
        present: &mut impl FnMut(&mut Presenter<'_>, A, &AnswerContext<'_>) -> Result<()>,
    ) -> Result<Presented> {
        match done {
            PieceResult::Part(part) => present_part(out, part).map(|()| Presented::PART),
            PieceResult::Block(block) => self.block(out, block),
            PieceResult::Puzzle(answer, check) => {
                let checked_by = &self.settle(check)?;
                let exit = self.count(&answer);
                present(out, answer, &AnswerContext { number, checked_by })?;
                Ok(Presented::puzzles(exit, 1))
            }
            PieceResult::Bad(error) => {
                self.figures
                    .add_malformed(out, self.on_error, &WithAdvice(&error))?;
                Ok(Presented::puzzles(Exit::Usage, 1))
            }
        }
    }

    fn block(&mut self, out: &mut Presenter<'_>, mut block: BlockAnswer) -> Result<Presented> {
        self.settle(block.check.take())?;
        self.clashes.block(&block.clashes);
        out.answers(&block.text, block.blank_between)?;
        self.figures.puzzles += block.puzzles;
        self.figures.unsolved += block.unsolved;
        self.figures.checked += block.checked;
        self.figures.counts_together |= block.counts_together;
        let exit = match block.unsolved {
            0 => Exit::Answered,
            _ => Exit::NoSolution,
        };
        Ok(Presented::puzzles(exit, block.puzzles))
    }

    fn count(&mut self, answer: &impl PuzzleAnswer) -> Exit {
        let found = answer.found();
        let (exit, checked) = (found.exit(), found.solutions_checked());
        self.figures.add(exit, checked, found.counts_together());
        if exit == Exit::NoSolution {
            self.clashes.puzzle(answer.record());
        }
        exit
    }

    /// The engines that agree with an answer.
    fn settle(&mut self, check: Option<PendingCheck>) -> Result<Vec<String>> {
        match &mut self.log {
            Some(log) => log.settle(check),
            None => Ok(Vec::new()),
        }
    }

    /// Reports how many clashing puzzles were not described.
    pub fn finish_clashes(&self) {
        self.clashes.finish();
    }

    /// Waits for the checks that are not done.
    pub fn finish_checks(&mut self) -> Result<()> {
        self.log.as_mut().map_or(Ok(()), CheckLog::finish)
    }

    /// Reports the figures that are wanted on stderr.
    pub fn finish(&self) {
        if self.with_figures || self.is_pretty {
            self.log.iter().for_each(CheckLog::report);
        }
        if self.with_figures {
            self.figures.report();
        }
    }
}
