//! One backend for variants and one for classic puzzles.

use super::{Approach, Backend, Counter, End, Optimum, Query, Unsupported, Visitor};
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::objective::{CellWeights, Objective, Progress};
use crate::rules::VariantPuzzle;

/// Leaves puzzles in which nothing but rows, columns and boxes holds to a backend for classic
/// puzzles, which is faster.
#[derive(Default, Debug)]
pub struct ByType<V, C> {
    variants: V,
    classic: C,
    /// Whether the last puzzle was classic.
    was_classic: bool,
    /// The last objective, which most puzzles of a run share, with what engines know about it.
    objective: Option<Objective>,
}

impl<V: Backend<VariantPuzzle>, C: Backend> ByType<V, C> {
    /// A backend for variants, and one for classic puzzles.
    pub fn new(variants: V, classic: C) -> ByType<V, C> {
        ByType {
            variants,
            classic,
            was_classic: false,
            objective: None,
        }
    }

    /// The backend for variants.
    pub(super) fn variants(&self) -> &V {
        &self.variants
    }

    /// The puzzle and its objective for the classic backend, if it takes them.
    fn classic_maximum(
        &mut self,
        puzzle: &VariantPuzzle,
        weights: &CellWeights,
    ) -> Option<(Puzzle, Objective)> {
        let classic = puzzle.to_classic()?;
        let objective = Objective::new(classic.geometry(), weights.weights().to_vec()).ok()?;
        let objective = match &self.objective {
            Some(known) if *known == objective => known.clone(),
            _ => self.objective.insert(objective).clone(),
        };
        let query = Query::Maximise(objective.clone());
        let is_supported = self.classic.supports(&classic, &query).is_ok();
        is_supported.then_some((classic, objective))
    }
}

impl<V: Backend<VariantPuzzle>, C: Backend> Backend<VariantPuzzle> for ByType<V, C> {
    fn name(&self) -> &str {
        match self.was_classic {
            true => self.classic.name(),
            false => self.variants.name(),
        }
    }

    fn answered_by(&self) -> &str {
        match self.was_classic {
            true => self.classic.answered_by(),
            false => self.variants.answered_by(),
        }
    }

    fn approach(&self) -> Approach {
        match self.was_classic {
            true => self.classic.approach(),
            false => self.variants.approach(),
        }
    }

    fn supports(
        &self,
        puzzle: &VariantPuzzle,
        query: &Query<CellWeights>,
    ) -> Result<(), Unsupported> {
        let Some(classic) = puzzle.to_classic() else {
            return self.variants.supports(puzzle, query);
        };
        match query {
            Query::First => self.classic.supports(&classic, &Query::First),
            &Query::Count { limit } => self.classic.supports(&classic, &Query::Count { limit }),
            &Query::Enumerate { limit } => {
                self.classic.supports(&classic, &Query::Enumerate { limit })
            }
            // What the classic backend does not maximise goes to the other one.
            Query::Maximise(_) => self.variants.supports(puzzle, query),
        }
    }

    fn search(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        let classic = puzzle.to_classic();
        self.was_classic = classic.is_some();
        match classic {
            Some(classic) => self.classic.search(&classic, limits, visitor),
            None => self.variants.search(puzzle, limits, visitor),
        }
    }

    fn counter(&mut self, puzzle: &VariantPuzzle) -> Option<Counter<'_>> {
        match puzzle.to_classic() {
            Some(classic) => self.classic.counter(&classic),
            None => self.variants.counter(puzzle),
        }
    }

    fn maximise(
        &mut self,
        puzzle: &VariantPuzzle,
        weights: &CellWeights,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        let classic = self.classic_maximum(puzzle, weights);
        self.was_classic = classic.is_some();
        match classic {
            Some((classic, objective)) => self
                .classic
                .maximise(&classic, &objective, limits, progress),
            None => self.variants.maximise(puzzle, weights, limits, progress),
        }
    }
}
