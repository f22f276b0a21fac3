//! The smallest variant on which something can be seen.

use crate::compare::QuerySet;
use crate::puzzles::delta_debug;
use crate::rules::{self, ConstraintItem, Description, Library, VariantPuzzle};

/// At most this many puzzles are tried.
const MAX_PUZZLES: u32 = 400;

/// What can be left out of a description.
#[derive(Clone, PartialEq, Debug)]
enum Item {
    Rule(String),
    Constraint(ConstraintItem),
    Candidates(String, Vec<i64>),
}

/// Leaves out rules, constraints, givens and regions of a puzzle as long as `shows` says that
/// these queries about it still show what is looked for.
pub fn smallest(
    puzzle: &Description,
    library: &Library,
    shows: &mut dyn FnMut(&VariantPuzzle, QuerySet) -> bool,
) -> Description {
    let mut shows_in = |puzzle: &Description, queries| {
        rules::compile(puzzle, library).is_ok_and(|compiled| shows(&compiled, queries))
    };
    // The fewest queries in which it can be seen.
    let sets = [QuerySet::First, QuerySet::Solutions, QuerySet::All];
    let Some(queries) = sets.into_iter().find(|&set| shows_in(puzzle, set)) else {
        return puzzle.clone();
    };
    let mut left = MAX_PUZZLES;
    let mut shows = |puzzle: &Description| {
        let may = left > 0;
        left = left.saturating_sub(1);
        may && shows_in(puzzle, queries)
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
    let mut puzzle = board.board_alone();
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
