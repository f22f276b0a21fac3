//! The smallest puzzle on which a finding can be seen.
//!
//! Puzzles and formulas become smaller by delta debugging (A. Zeller and R. Hildebrandt,
//! "Simplifying and isolating failure-inducing input", 2002): remove everything, then halves,
//! quarters and so on, down to single items.

use super::case;
use super::confirm::{Seen, confirm};
use super::corpus::{Corpus, InstanceKind};
use super::diagnose::{Diagnosis, Finding};
use super::formulas::SHRINK_TIME;
use super::{Figures, FindingKind, Instance, KnownCount, QuerySet, compare};
use crate::cnf::Formula;
use crate::grid::{Cell, Digit, Geometry, Puzzle};
use crate::limits::Limits;
use crate::puzzles::delta_debug;

/// At most this many puzzles are tried for one finding.
const MAX_PUZZLES: u32 = 250;

/// Smaller grids to try, and how many puzzles of each kind.
const SHAPES: [&str; 6] = ["1x1", "1x2", "1x3", "2x2", "2x3", "3x3"];
const SEEDS: u64 = 2;

/// A finding, shrunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk {
    /// What is wrong; a time-out may turn out to be a hang.
    pub kind: FindingKind,
    /// The smallest puzzle found.
    pub puzzle: Puzzle,
    /// What is known about it, if the finding cannot be seen otherwise.
    pub known: KnownCount,
    /// The smallest formula found, if a SAT solver is to blame.
    pub formula: Option<Formula>,
    /// Whether the finding is not seen every time.
    pub is_flaky: bool,
}

impl Diagnosis<'_> {
    /// Looks for the smallest puzzle, and formula, that shows the finding.
    pub fn shrink(&self, instance: &Instance, finding: &Finding) -> Shrunk {
        let original = self.case(instance);
        let mut shrunk = Shrunk {
            kind: finding.kind,
            puzzle: instance.puzzle.clone(),
            known: instance.known,
            formula: None,
            is_flaky: false,
        };
        if !finding.kind.is_wrong() {
            let seen = case::time_out(&original, &finding.accused);
            (shrunk.kind, shrunk.formula) = (seen.kind, seen.formula);
            shrunk.is_flaky = seen.is_flaky;
            return shrunk;
        }
        let small = self.smaller_puzzle(&instance.puzzle, finding);
        let small = small.map_or_else(|| instance.clone(), Instance::unknown);
        let mut shows = || self.shows(&small, finding, QuerySet::All);
        let confirmed = confirm(&original, &self.case(&small), finding, &mut shows);
        shrunk.formula = confirmed.formula;
        match confirmed.seen {
            Seen::EveryTime => (shrunk.puzzle, shrunk.known) = (small.puzzle, small.known),
            Seen::NotEveryTime => shrunk.is_flaky = true,
            Seen::Undecided => {}
        }
        shrunk
    }

    /// Smaller puzzles are ones about which nothing is known.
    fn smaller_puzzle(&self, puzzle: &Puzzle, finding: &Finding) -> Option<Puzzle> {
        let mut left = MAX_PUZZLES;
        let time = case::ending(Limits::unlimited().within(SHRINK_TIME), &self.end);
        let queries = [QuerySet::First, QuerySet::Solutions, QuerySet::All]
            .into_iter()
            .find(|&queries| self.shows(&Instance::unknown(puzzle.clone()), finding, queries))?;
        let mut shows = |puzzle: &Puzzle| {
            let may =
                left > 0 && time.exceeded().is_none() && !self.query_limits().is_interrupted();
            left = left.saturating_sub(1);
            may && self.shows(&Instance::unknown(puzzle.clone()), finding, queries)
        };
        let mut smaller = self.small_puzzles(puzzle, finding.kind);
        let small = smaller.find(|small| shows(small));
        let start = small.unwrap_or_else(|| puzzle.clone());
        let givens: Vec<(Cell, Digit)> = start.givens().collect();
        let of = |givens: &[(Cell, Digit)]| {
            let mut puzzle = Puzzle::empty(start.geometry());
            for &(cell, digit) in givens {
                puzzle.set(cell, Some(digit));
            }
            puzzle
        };
        let kept = delta_debug(givens, &mut |givens| shows(&of(givens)));
        Some(of(&kept))
    }

    /// Empty and random puzzles on smaller grids, the smallest first.
    fn small_puzzles(&self, than: &Puzzle, kind: FindingKind) -> impl Iterator<Item = Puzzle> {
        let cells = than.cells().len();
        let known = self.shapes.filter(|_| case::is_wrong_answer(kind));
        let shapes = SHAPES.iter().filter_map(|shape| shape.parse().ok());
        let smaller = shapes.filter(move |shape: &Geometry| {
            shape.cell_count() < cells && known.is_none_or(|known| known.contains(shape))
        });
        smaller.flat_map(|shape| {
            let kinds = InstanceKind::ALL.into_iter();
            let random = kinds.flat_map(move |kind| {
                let corpus = Corpus {
                    kinds: vec![kind],
                    shapes: vec![shape],
                };
                (0..SEEDS).map(move |seed| corpus.instance(seed).puzzle)
            });
            std::iter::once(Puzzle::empty(shape)).chain(random)
        })
    }

    /// Whether the finding can be seen: the same backend is accused of the same, with the
    /// same witness.
    fn shows(&self, instance: &Instance, finding: &Finding, queries: QuerySet) -> bool {
        let names = std::iter::once(&finding.accused).chain(&finding.witness);
        let mut pair: Vec<_> = names.filter_map(|n| self.roster.backend(n)).collect();
        let mut figures = Figures::default();
        let found = compare(
            instance,
            &mut pair,
            self.depth,
            queries,
            &|| self.query_limits(),
            &mut figures,
        );
        found.iter().any(|seen| finding.is_seen_in(seen))
    }
}
