//! The smallest variant puzzle on which a disagreement can be seen.

use super::round::{VariantDepth, compare_variants};
use crate::backend::Backend;
use crate::compare::{Disagreement, Figures, KnownCount, QuerySet};
use crate::limits::Limits;
use crate::puzzles::delta_debug;
use crate::rules::{self, ConstraintItem, Description, Library, VariantPuzzle};

/// At most this many puzzles are tried for one disagreement.
const MAX_PUZZLES: u32 = 400;

/// What can be left out of a description.
#[derive(Clone, PartialEq, Debug)]
enum Item {
    Rule(String),
    Constraint(ConstraintItem),
    Candidates(String, Vec<i64>),
}

/// Leaves out rules, constraints, givens and regions of a puzzle as long as the backends
/// still disagree in the same way.
pub fn smallest(
    puzzle: &Description,
    library: &Library,
    seen: &Disagreement,
    backends: &mut [Box<dyn Backend<VariantPuzzle>>],
    limit: u64,
    limits: &dyn Fn() -> Limits,
) -> Description {
    let mut shows_in = |puzzle: &Description, queries| {
        let Ok(compiled) = rules::compile(puzzle, library) else {
            return false;
        };
        let depth = VariantDepth {
            queries,
            limit,
            known: KnownCount::Unknown,
        };
        let mut figures = Figures::default();
        let found = compare_variants(&compiled, backends, depth, limits, &mut figures);
        let same = |other: &Disagreement| other.kind == seen.kind && other.accused == seen.accused;
        found.iter().any(same)
    };
    // The fewest queries in which it can be seen.
    let sets = [QuerySet::First, QuerySet::Solutions, QuerySet::All];
    let Some(queries) = sets.into_iter().find(|&set| shows_in(puzzle, set)) else {
        return puzzle.clone();
    };
    let mut left = MAX_PUZZLES;
    let mut shows = |puzzle: &Description| {
        if left == 0 || limits().exceeded().is_some() {
            return false;
        }
        left -= 1;
        shows_in(puzzle, queries)
    };
    let open = Description {
        regions: None,
        ..puzzle.clone()
    };
    let start = match puzzle.regions.is_some() && shows(&open) {
        true => open,
        false => puzzle.clone(),
    };
    let rules = start.rules.iter().cloned().map(Item::Rule);
    let constraints = start.constraints.iter().cloned().map(Item::Constraint);
    let candidates = start.candidates.iter();
    let candidates =
        candidates.map(|(cell, digits)| Item::Candidates(cell.clone(), digits.clone()));
    let items = constraints.chain(rules).chain(candidates).collect();
    let kept = delta_debug(items, &mut |items| shows(&of_items(&start, items)));
    of_items(&start, &kept)
}

fn of_items(board: &Description, items: &[Item]) -> Description {
    let mut puzzle = Description {
        candidates: [].into(),
        rules: Vec::new(),
        constraints: Vec::new(),
        ..board.clone()
    };
    for item in items.iter().cloned() {
        match item {
            Item::Rule(rule) => puzzle.rules.push(rule),
            Item::Constraint(item) => puzzle.constraints.push(item),
            Item::Candidates(cell, digits) => {
                puzzle.candidates.insert(cell, digits);
            }
        }
    }
    puzzle
}
