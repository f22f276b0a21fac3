//! Shows what comes of a run, in order, and what it did in figures.

use super::{AnswerContext, PieceResult, PuzzleAnswer, PuzzleOutcome};
use crate::cli::args::{OnError, OutputFormat};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckLog, CheckOutcome, PendingCheck};
use crate::cli::pipeline::clashes::{ClashQuota, ClashReport};
use crate::cli::pipeline::figures::RunFigures;
use crate::cli::pipeline::malformed::Malformed;
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
    /// Nothing was shown yet of a run that writes in this format. `log` is for its checks, if there
    /// may be any.
    pub fn new(
        to: Option<OutputFormat>,
        on_error: OnError,
        log: Option<CheckLog<'a>>,
        clashes: &'a ClashQuota,
    ) -> RunReport<'a> {
        RunReport {
            on_error,
            log,
            clashes: ClashReport::new(clashes),
            with_figures: false,
            is_pretty: to == Some(OutputFormat::Pretty),
            figures: RunFigures::new(),
        }
    }

    /// The same, with figures at the end or without.
    #[must_use]
    pub fn with_figures(self, with_figures: bool) -> RunReport<'a> {
        RunReport {
            with_figures,
            ..self
        }
    }

    /// Shows the next answer, once its check is done.
    pub(super) fn present<A: PuzzleAnswer, P>(
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
                let exit = self.count(answer.found(), |clashes| clashes.puzzle(answer.record()));
                present(out, answer, &AnswerContext { number, checked_by })?;
                Ok(Presented::puzzles(exit, 1))
            }
            PieceResult::Bad(error) => {
                self.malformed(out, &Malformed::input(&error))?;
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
            _ => Exit::Negative,
        };
        Ok(Presented::puzzles(exit, block.puzzles))
    }

    /// Counts what was found about a puzzle. `clashes` describes those of a puzzle without a
    /// solution.
    pub fn count(
        &mut self,
        found: &dyn PuzzleOutcome,
        clashes: impl FnOnce(&mut ClashReport<'a>),
    ) -> Exit {
        let (exit, checked) = (found.exit(), found.solutions_checked());
        self.figures.add(exit, checked, found.counts_together());
        if exit == Exit::Negative {
            clashes(&mut self.clashes);
        }
        exit
    }

    /// Counts what is no puzzle, and reports it.
    pub fn malformed(&mut self, out: &mut Presenter<'_>, error: &Malformed) -> Result<()> {
        self.figures.add_malformed(out, self.on_error, error)
    }

    /// Answers and errors so far.
    pub fn items(&self) -> u64 {
        self.figures.puzzles + self.figures.malformed
    }

    /// The engine that agrees with an answer, if one looked at it.
    pub fn note(&mut self, checked: Option<CheckOutcome>) -> Result<Vec<String>> {
        match &mut self.log {
            Some(log) => log.note_if_any(checked),
            None => Ok(Vec::new()),
        }
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
