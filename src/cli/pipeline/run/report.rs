//! Shows what comes of a run, in order, and what it did in figures.

use super::{AnswerContext, PieceResult, PuzzleAnswer, PuzzleRun};
use crate::cli::args::{OnError, Target};
use crate::cli::exit::Exit;
use crate::cli::messages::warn;
use crate::cli::pipeline::check::{CheckLog, PendingCheck};
use crate::cli::pipeline::clashes::{ClashQuota, ClashReport};
use crate::cli::pipeline::present::{Presenter, error_line};
use crate::cli::pipeline::run::BlockAnswer;
use crate::cli::pipeline::stream::Presented;
use crate::grid::text::InputError;
use crate::grid::text::error::counted;
use anyhow::Result;
use std::time::Instant;

/// What is known of a run so far.
pub struct RunReport<'a> {
    on_error: OnError,
    log: Option<CheckLog<'a>>,
    clashes: ClashReport<'a>,
    /// Whether the figures are wanted.
    with_figures: bool,
    is_pretty: bool,
    start: Instant,
    puzzles: u64,
    unsolved: u64,
    bad: u64,
    checked: u64,
    /// Whether some may have been counted together with others, of which one was checked.
    counts_together: bool,
}

impl<'a> RunReport<'a> {
    /// Nothing was shown yet.
    pub fn new(run: &PuzzleRun<'a>, clashes: &'a ClashQuota) -> RunReport<'a> {
        let log = run.checks.plan().map(|plan| match run.to {
            // It names the engines that agree.
            Some(Target::Json) => plan.log().holding_answers(),
            _ => plan.log(),
        });
        RunReport {
            on_error: run.list.on_error,
            log,
            clashes: ClashReport::new(clashes),
            with_figures: run.stats,
            is_pretty: run.to == Some(Target::Pretty),
            start: Instant::now(),
            puzzles: 0,
            unsolved: 0,
            bad: 0,
            checked: 0,
            counts_together: false,
        }
    }

    /// Shows the next answer, once its check is done.
    pub fn present<A: PuzzleAnswer>(
        &mut self,
        out: &mut Presenter<'_>,
        done: PieceResult<A>,
        number: u64,
        present: &mut impl FnMut(&mut Presenter<'_>, A, &AnswerContext<'_>) -> Result<()>,
    ) -> Result<Presented> {
        match done {
            PieceResult::Part(part) => {
                let checked_by = &[];
                present(out, part, &AnswerContext { number, checked_by })?;
                Ok(Presented::PART)
            }
            PieceResult::Block(block) => self.block(out, block),
            PieceResult::Puzzle(answer, check) => {
                let checked_by = &self.settle(check)?;
                let exit = self.count(&answer);
                present(out, answer, &AnswerContext { number, checked_by })?;
                Ok(Presented::puzzles(exit, 1))
            }
            PieceResult::Bad(error) => self.bad(out, &error),
        }
    }

    fn block(&mut self, out: &mut Presenter<'_>, mut block: BlockAnswer) -> Result<Presented> {
        self.settle(block.check.take())?;
        self.clashes.block(&block.clashes);
        out.answers(&block.text, block.blank_between)?;
        self.puzzles += block.puzzles;
        self.unsolved += block.unsolved;
        self.checked += block.checked;
        self.counts_together |= block.counts_together;
        let exit = match block.unsolved {
            0 => Exit::Answered,
            _ => Exit::NoSolution,
        };
        Ok(Presented::puzzles(exit, block.puzzles))
    }

    fn count(&mut self, answer: &impl PuzzleAnswer) -> Exit {
        let exit = answer.exit();
        self.puzzles += 1;
        self.checked += answer.solutions_checked();
        self.counts_together |= answer.counts_together();
        if exit == Exit::NoSolution {
            self.unsolved += 1;
            self.clashes.puzzle(answer.record());
        }
        exit
    }

    fn bad(&mut self, out: &mut Presenter<'_>, error: &InputError) -> Result<Presented> {
        self.bad += 1;
        warn(format_args!("error: {error}"));
        if self.on_error == OnError::Report {
            match out.is_json() {
                true => out.json(&serde_json::json!({ "error": error.to_string() }))?,
                false => out.wrong(&error_line(error))?,
            }
        }
        Ok(Presented::puzzles(Exit::Usage, 1))
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
            self.report_figures();
        }
    }

    fn report_figures(&self) {
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = self.puzzles as f64 / seconds.max(1e-9);
        warn(format_args!(
            "{} in {seconds:.3} s, {rate:.0} a second: {} without a solution, {} malformed, {} \
             checked{}",
            counted(self.puzzles, "puzzle"),
            self.unsolved,
            self.bad,
            counted(self.checked, "solution"),
            match self.counts_together {
                true => " or counted together with a checked one",
                false => "",
            }
        ));
    }
}
