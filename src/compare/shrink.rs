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
use crate::backend::Problem;
use crate::cnf::Formula;
use crate::grid::{Cell, Digit, Geometry, Puzzle};
use crate::limits::Limits;
use crate::puzzles::delta_debug;

/// Smaller grids to try, and how many puzzles of each kind.
const SHAPES: [&str; 6] = ["1x1", "1x2", "1x3", "2x2", "2x3", "3x3"];
const SEEDS: u64 = 2;

/// A finding, shrunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk<P = Puzzle> {
    /// What is wrong; a time-out may turn out to be a hang.
    pub kind: FindingKind,
    /// The smallest puzzle found.
    pub puzzle: P,
    /// What is known about it, if the finding cannot be seen otherwise.
    pub known: KnownCount,
    /// The smallest formula found, if a SAT solver is to blame.
    pub formula: Option<Formula>,
    /// Whether the finding is not seen every time.
    pub is_flaky: bool,
    /// Whether a limit on time or on puzzles came before there was none smaller to try.
    pub is_cut_short: bool,
}

/// Makes puzzles smaller.
pub trait Shrinker {
    /// A puzzle as it is written.
    type Puzzle: Clone;
    /// A puzzle as backends are asked about it.
    type Problem: Problem;

    /// At most this many smaller puzzles are tried for one finding.
    const MAX_PUZZLES: u32;

    /// What backends are asked, if the puzzle has a meaning.
    fn problem(&self, puzzle: &Self::Puzzle) -> Option<Self::Problem>;

    /// The smallest puzzle that `shows` accepts; this one if there is none. What is looked for
    /// is of this kind.
    fn smallest(
        &self,
        puzzle: &Self::Puzzle,
        kind: FindingKind,
        shows: &mut dyn FnMut(&Self::Puzzle) -> bool,
    ) -> Self::Puzzle;
}

impl<P: Problem> Diagnosis<'_, P> {
    /// Looks for the smallest puzzle, and formula, that shows the finding.
    pub fn shrink<S: Shrinker<Problem = P>>(
        &self,
        shrinker: &S,
        instance: &Instance<S::Puzzle>,
        finding: &Finding,
    ) -> Shrunk<S::Puzzle> {
        let Instance { puzzle, known } = instance;
        let mut shrunk = Shrunk {
            kind: finding.kind,
            puzzle: puzzle.clone(),
            known: *known,
            formula: None,
            is_flaky: false,
            is_cut_short: false,
        };
        let problem_of = |puzzle, known| {
            let puzzle = shrinker.problem(puzzle)?;
            Some(Instance { puzzle, known })
        };
        let Some(original) = problem_of(puzzle, *known) else {
            return shrunk;
        };
        let case = self.case(&original);
        if !finding.kind.is_wrong() {
            let seen = case::time_out(&case, &finding.accused);
            (shrunk.kind, shrunk.formula) = (seen.kind, seen.formula);
            shrunk.is_flaky = seen.is_flaky;
            return shrunk;
        }
        let is_cut_short = &mut shrunk.is_cut_short;
        let (small, known) = match self.smallest(shrinker, puzzle, finding, is_cut_short) {
            Some(small) => (small, KnownCount::Unknown),
            None => (puzzle.clone(), *known),
        };
        let Some(instance) = problem_of(&small, known) else {
            return shrunk;
        };
        let mut shows = || self.shows(&instance, finding, QuerySet::All);
        let confirmed = confirm(&case, &self.case(&instance), finding, &mut shows);
        shrunk.formula = confirmed.formula;
        match confirmed.seen {
            Seen::EveryTime => (shrunk.puzzle, shrunk.known) = (small, known),
            Seen::NotEveryTime => shrunk.is_flaky = true,
            Seen::Undecided => {}
        }
        shrunk
    }

    /// Smaller puzzles are ones about which nothing is known; `None` if the finding is not seen
    /// on this one without what is known about it.
    fn smallest<S: Shrinker<Problem = P>>(
        &self,
        shrinker: &S,
        puzzle: &S::Puzzle,
        finding: &Finding,
        is_cut_short: &mut bool,
    ) -> Option<S::Puzzle> {
        let shows_in = |puzzle: &S::Puzzle, queries| {
            let problem = shrinker.problem(puzzle).map(Instance::unknown);
            problem.is_some_and(|problem| self.shows(&problem, finding, queries))
        };
        // The fewest queries in which it can be seen.
        let sets = [QuerySet::First, QuerySet::Solutions, QuerySet::All];
        let queries = sets.into_iter().find(|&set| shows_in(puzzle, set))?;
        let mut left = S::MAX_PUZZLES;
        let time = case::ending(Limits::unlimited().within(SHRINK_TIME), &self.end);
        let mut shows = |puzzle: &S::Puzzle| {
            let is_interrupted = self.query_limits().is_interrupted();
            let may = left > 0 && time.exceeded().is_none();
            left = left.saturating_sub(1);
            *is_cut_short |= !may && !is_interrupted;
            may && !is_interrupted && shows_in(puzzle, queries)
        };
        Some(shrinker.smallest(puzzle, finding.kind, &mut shows))
    }

    /// Whether the finding can be seen: the same backend is accused of the same, with the
    /// same witness.
    fn shows(&self, instance: &Instance<P>, finding: &Finding, queries: QuerySet) -> bool {
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

/// Makes classic puzzles smaller: fewer givens, and smaller grids.
#[derive(Clone, Copy, Debug)]
pub struct ClassicShrinker<'s> {
    /// The shapes of the boards about which backends were asked, if they may not know others.
    /// SAT solvers, which know no boards, are asked about others nevertheless.
    pub shapes: Option<&'s [Geometry]>,
}

impl Shrinker for ClassicShrinker<'_> {
    type Puzzle = Puzzle;
    type Problem = Puzzle;

    const MAX_PUZZLES: u32 = 250;

    fn problem(&self, puzzle: &Puzzle) -> Option<Puzzle> {
        Some(puzzle.clone())
    }

    fn smallest(
        &self,
        puzzle: &Puzzle,
        kind: FindingKind,
        shows: &mut dyn FnMut(&Puzzle) -> bool,
    ) -> Puzzle {
        let mut empty = self.shapes_below(puzzle, kind).map(Puzzle::empty);
        if let Some(empty) = empty.find(|empty| shows(empty)) {
            return empty;
        }
        // This one first: random ones might take all the time.
        let fewest = with_fewest_givens(puzzle, shows);
        let mut random = self.shapes_below(puzzle, kind).flat_map(random_puzzles);
        match random.find(|small| shows(small)) {
            Some(small) => with_fewest_givens(&small, shows),
            None => fewest,
        }
    }
}

/// The puzzle without the givens that need not be there.
fn with_fewest_givens(puzzle: &Puzzle, shows: &mut dyn FnMut(&Puzzle) -> bool) -> Puzzle {
    let of = |givens: &[(Cell, Digit)]| {
        let mut fewer = Puzzle::empty(puzzle.geometry());
        for &(cell, digit) in givens {
            fewer.set(cell, Some(digit));
        }
        fewer
    };
    let givens = puzzle.givens().collect();
    of(&delta_debug(givens, &mut |givens| shows(&of(givens))))
}

/// Random puzzles of all kinds on a grid.
fn random_puzzles(shape: Geometry) -> impl Iterator<Item = Puzzle> {
    InstanceKind::ALL.into_iter().flat_map(move |kind| {
        let corpus = Corpus {
            kinds: vec![kind],
            shapes: vec![shape],
        };
        (0..SEEDS).map(move |seed| corpus.instance(seed).puzzle)
    })
}

impl ClassicShrinker<'_> {
    /// The boxes of smaller grids, the smallest first.
    fn shapes_below(&self, than: &Puzzle, kind: FindingKind) -> impl Iterator<Item = Geometry> {
        let cells = than.cells().len();
        let known = self.shapes.filter(|_| case::is_wrong_answer(kind));
        let shapes = SHAPES.iter().filter_map(|shape| shape.parse().ok());
        shapes.filter(move |shape: &Geometry| {
            shape.cell_count() < cells && known.is_none_or(|known| known.contains(shape))
        })
    }
}
