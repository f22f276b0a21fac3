//! What a run over variants reports beside its answers.

use super::run::VariantAnswer;
use super::{VariantInstance, VariantItem};
use crate::cli::args::OnError;
use crate::cli::exit::Exit;
use crate::cli::messages::warn;
use crate::cli::pipeline::check::CheckLog;
use crate::cli::pipeline::clashes::{ClashQuota, ClashReport};
use crate::cli::pipeline::figures::RunFigures;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::grid::Cell;
use crate::rules::{Board, Compiled};
use crate::words::counted;
use anyhow::Result;
use std::collections::BTreeMap;

/// Puzzles whose ignored fields are named.
const MOST_WARNINGS: u64 = 100;

/// What is known of a run so far.
pub(super) struct Report<'a> {
    log: CheckLog<'a>,
    on_error: OnError,
    clashes: ClashReport<'a>,
    figures: RunFigures,
    /// Puzzles with fields that were ignored.
    ignoring: u64,
    /// Puzzles with a few regions smaller than the others.
    uneven: u64,
}

impl<'a> Report<'a> {
    /// A run that begins now.
    pub fn new(log: CheckLog<'a>, clashes: &'a ClashQuota, on_error: OnError) -> Report<'a> {
        Report {
            log,
            on_error,
            clashes: ClashReport::new(clashes),
            figures: RunFigures::new(),
            ignoring: 0,
            uneven: 0,
        }
    }

    /// Counts an answer, and returns the engines that agree with it.
    pub fn settle<T: PuzzleOutcome>(
        &mut self,
        answer: &mut VariantAnswer<T>,
    ) -> Result<Vec<String>> {
        let found = &answer.found;
        let (checked, counts_together) = (found.solutions_checked(), found.counts_together());
        self.figures.add(found.exit(), checked, counts_together);
        answer.number = self.figures.puzzles + self.figures.malformed;
        self.warn_of_ignored(&answer.instance.item);
        self.warn_of_regions(&answer.instance);
        self.warn_of_clashes(found.exit(), &answer.instance);
        let checked = answer.checked.take().map(|checked| self.log.note(checked));
        Ok(checked.transpose()?.flatten().into_iter().collect())
    }

    fn warn_of_ignored(&mut self, item: &VariantItem) {
        if item.ignored.is_empty() {
            return;
        }
        self.ignoring += 1;
        if self.ignoring <= MOST_WARNINGS {
            let names = item.ignored.join(", ");
            warn(format_args!("{}: ignored: {names}", item.place()));
        }
    }

    /// A wrong letter in a map of regions makes another puzzle.
    fn warn_of_regions(&mut self, instance: &VariantInstance<Compiled>) {
        let Some(uneven) = uneven_regions(instance.puzzle.board()) else {
            return;
        };
        self.uneven += 1;
        if self.uneven <= MOST_WARNINGS {
            warn(format_args!("{}: {uneven}", instance.item.place()));
        }
    }

    fn warn_of_clashes(&mut self, exit: Exit, instance: &VariantInstance<Compiled>) {
        if let (Exit::NoSolution, Ok(puzzle)) = (exit, instance.puzzle.whole()) {
            match &instance.item.classic {
                Some(record) => self.clashes.puzzle(record),
                None => self.clashes.variant(|| instance.item.place(), puzzle),
            }
        }
    }

    /// Counts and reports what is no puzzle.
    pub fn bad(&mut self, out: &mut Presenter<'_>, error: &str) -> Result<()> {
        self.figures.add_malformed(out, self.on_error, &error)
    }

    /// Says how many puzzles with ignored fields, or with clashing givens, were not named.
    pub fn finish_warnings(&self) {
        self.clashes.finish();
        if let Some(more @ 1..) = self.ignoring.checked_sub(MOST_WARNINGS) {
            let puzzles = counted(more, "more puzzle");
            warn(format_args!("and {puzzles} with ignored fields"));
        }
        if let Some(more @ 1..) = self.uneven.checked_sub(MOST_WARNINGS) {
            let puzzles = counted(more, "more puzzle");
            warn(format_args!(
                "and {puzzles} with regions of different sizes"
            ));
        }
    }

    /// Reports on stderr what the checks found.
    pub fn finish_checks(&self) {
        self.log.report();
    }

    /// Reports the figures on stderr.
    pub fn finish_figures(&self) {
        self.figures.report();
    }
}

/// Says which regions are smaller than the others, if most hold every digit and all could:
/// the regions cover a square with as many rows as digits.
fn uneven_regions(board: &Board) -> Option<String> {
    let digits = board.digit_count();
    if (board.rows(), board.columns()) != (digits, digits) {
        return None;
    }
    let mut sizes: BTreeMap<u16, (Cell, usize)> = BTreeMap::new();
    for cell in board.cells() {
        let (_, size) = sizes.entry(board.region(cell)?).or_insert((cell, 0));
        *size += 1;
    }
    let small: Vec<_> = sizes.values().filter(|(_, size)| *size < digits).collect();
    if small.is_empty() || 2 * small.len() >= sizes.len() {
        return None;
    }
    let named = small.iter().map(|(cell, size)| {
        let cells = counted(*size as u64, "cell");
        format!("the region of {} has {cells}", board.name(*cell))
    });
    let named: Vec<String> = named.collect();
    Some(format!("{}, the others {digits}", named.join(", ")))
}
