//! Variant puzzles as clauses: kernels by the choices of an encoding file.

pub(crate) mod choices;
mod cliques;
mod closure;
mod combinations;
mod derived;
mod diagram;
mod explain;
mod export;
mod fillings;
mod groups;
mod joined;
mod leftovers;
mod lines;
mod map;
mod model_key;
mod output;
mod pair_sets;
mod pairs;
mod sets;
mod sums;
#[cfg(test)]
mod tests;
mod writer;

pub use choices::{CageClauses, DiagramClauses, KernelChoices, PairClauses, SumClauses};
pub use closure::closure;
pub use explain::explain_variant;
pub use export::{VariantExportOptions, write_variant};
pub use map::VariantMap;
pub use model_key::VariantModelKey;
pub use output::{FormulaPart, Observer, Silent};

use super::{Encoding, declare};
use crate::cnf::{ClauseSink, Counter};
use crate::rules::{BoardHouseKind, Origin, VariantPuzzle};
use output::Output;
use std::fmt;
use writer::KernelWriter;

/// The clauses of all constraints of one kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VariantFamily {
    /// Units for givens and dropped candidates.
    Candidates,
    /// Each cell has one digit.
    Cells,
    /// Rows, columns or regions.
    Houses(BoardHouseKind),
    /// A rule of the whole board, by its name.
    Rule(String),
    /// Listed constraints of one type.
    Listed(String),
    /// What follows from several constraints together.
    Derived,
}

impl fmt::Display for VariantFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            VariantFamily::Candidates => "candidates",
            VariantFamily::Cells => "cells",
            VariantFamily::Houses(BoardHouseKind::Row) => "rows",
            VariantFamily::Houses(BoardHouseKind::Column) => "columns",
            VariantFamily::Houses(BoardHouseKind::Region) => "regions",
            VariantFamily::Rule(name) | VariantFamily::Listed(name) => name,
            VariantFamily::Derived => "derived",
        })
    }
}

impl VariantFamily {
    /// The family of a part of the formula of a puzzle.
    ///
    /// # Panics
    /// If the part is a constraint that the puzzle lacks.
    pub fn of(part: &FormulaPart, puzzle: &VariantPuzzle) -> VariantFamily {
        match part {
            FormulaPart::Candidates => VariantFamily::Candidates,
            FormulaPart::Cells => VariantFamily::Cells,
            FormulaPart::Derived(_) => VariantFamily::Derived,
            FormulaPart::Constraint(index) => match &puzzle.constraints()[*index].origin {
                Origin::House(kind) => VariantFamily::Houses(*kind),
                Origin::Rule(name) => VariantFamily::Rule(name.clone()),
                Origin::Listed { kind, .. } => VariantFamily::Listed(kind.clone()),
            },
        }
    }
}

impl Encoding {
    /// Writes the variables of `map` and the clauses of a variant puzzle. `observer` learns
    /// which part comes next, and what auxiliary variables stand for.
    ///
    /// A model restricted to the candidates is a solution, and each solution has a model.
    /// It has only one if the at-most-one scheme is pairwise, neither sums nor cages are
    /// totalizers, and there is no `any-of`.
    ///
    /// # Panics
    /// If the map is of another board than the puzzle, or the sink has variables already: the first
    /// candidate has the first variable.
    pub fn encode_variant(
        &self,
        puzzle: &VariantPuzzle,
        map: &VariantMap,
        sink: &mut dyn ClauseSink,
        observer: &mut dyn Observer,
    ) {
        assert!(map.board() == puzzle.board(), "a map of another board");
        let mut output = Output::new(sink, observer);
        declare(map.len(), &mut output);
        KernelWriter::new(&self.spec, map, puzzle).puzzle(puzzle, &mut output);
    }

    /// This encoding with other choices for kernels.
    #[must_use]
    pub fn with_kernels(mut self, kernels: KernelChoices) -> Encoding {
        self.spec.kernels = kernels;
        self
    }

    /// The size of each family in the formula of a variant puzzle, in the order in which
    /// they first occur. Candidate variables belong to none.
    ///
    /// # Panics
    /// If the map is of another board than the puzzle.
    pub fn count_variant_by_family(
        &self,
        puzzle: &VariantPuzzle,
        map: &VariantMap,
    ) -> Vec<(VariantFamily, Counter)> {
        let mut starts = Starts {
            puzzle,
            found: Vec::new(),
        };
        let mut total = Counter::default();
        self.encode_variant(puzzle, map, &mut total, &mut starts);
        let starts = starts.found;
        let mut sizes: Vec<(VariantFamily, Counter)> = Vec::new();
        for (place, (family, start)) in starts.iter().enumerate() {
            let end = starts.get(place + 1).map_or(total, |(_, next)| *next);
            let size = end - *start;
            match sizes.iter_mut().find(|(each, _)| each == family) {
                Some((_, sum)) => *sum = *sum + size,
                None => sizes.push((family.clone(), size)),
            }
        }
        sizes
    }
}

/// How much was written before each part.
struct Starts<'s> {
    puzzle: &'s VariantPuzzle,
    found: Vec<(VariantFamily, Counter)>,
}

impl Observer for Starts<'_> {
    fn begin(&mut self, part: FormulaPart, so_far: Counter) {
        let family = VariantFamily::of(&part, self.puzzle);
        self.found.push((family, so_far));
    }
}
