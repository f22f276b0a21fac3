//! What a run over variants reports beside its answers.

use super::run::VariantAnswer;
use super::{VariantInstance, VariantItem};
use crate::cli::messages::warn;
use crate::cli::pipeline::clashes::ClashReport;
use crate::cli::pipeline::run::{PuzzleOutcome, RunReport};
use crate::grid::Cell;
use crate::rules::{Board, Compiled};
use crate::words::counted;
use anyhow::Result;
use std::collections::BTreeMap;

/// Puzzles whose ignored fields are named.
const MOST_WARNINGS: u64 = 100;

/// What is known of a run so far.
pub(super) struct VariantReport<'a> {
    pub run: RunReport<'a>,
    /// Puzzles with fields that were ignored.
    ignoring: u64,
    /// Puzzles with a few regions smaller than the others.
    uneven: u64,
}

impl<'a> VariantReport<'a> {
    /// Adds what variants may have to be warned of to this report.
    pub fn new(run: RunReport<'a>) -> VariantReport<'a> {
        VariantReport {
            run,
            ignoring: 0,
            uneven: 0,
        }
    }

    /// Counts an answer, and returns the engines that agree with it.
    pub fn settle<T: PuzzleOutcome>(
        &mut self,
        answer: &mut VariantAnswer<T>,
    ) -> Result<Vec<String>> {
        let instance = &answer.instance;
        self.run
            .count(&answer.found, |clashes| report_clashes(clashes, instance));
        answer.number = self.run.items();
        self.warn_of_ignored(&instance.item);
        self.warn_of_regions(instance);
        self.run.note(answer.checked.take())
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

    /// Reports how many puzzles were not described.
    pub fn finish_warnings(&self) {
        self.run.finish_clashes();
        warn_of_more(self.ignoring, "ignored fields");
        warn_of_more(self.uneven, "regions of different sizes");
    }
}

fn report_clashes(clashes: &mut ClashReport<'_>, instance: &VariantInstance<Compiled>) {
    match (&instance.item.classic, instance.puzzle.whole()) {
        (Some(record), Ok(_)) => clashes.puzzle(record),
        (None, Ok(puzzle)) => clashes.variant(|| instance.item.place(), puzzle),
        (_, Err(_)) => {}
    }
}

/// Says how many of these puzzles were not named.
fn warn_of_more(puzzles: u64, what: &str) {
    if let Some(more @ 1..) = puzzles.checked_sub(MOST_WARNINGS) {
        let puzzles = counted(more, "more puzzle");
        warn(format_args!("and {puzzles} with {what}"));
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
