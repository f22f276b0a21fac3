//! Variants, made smaller.

use crate::compare::FindingKind;
use crate::compare::shrink::Shrinker;
use crate::puzzles::delta_debug;
use crate::rules::{self, ConstraintItem, Description, Library, VariantPuzzle};

/// What can be left out of a description.
#[derive(Clone, PartialEq, Debug)]
enum Item {
    Rule(String),
    Constraint(ConstraintItem),
    Candidates(String, Vec<i64>),
}

/// Leaves out rules, constraints, givens and regions of variants.
#[derive(Clone, Copy, Debug)]
pub struct VariantShrinker<'s> {
    /// What the rules mean.
    pub library: &'s Library,
}

impl Shrinker for VariantShrinker<'_> {
    type Puzzle = Description;
    type Problem = VariantPuzzle;

    const MAX_PUZZLES: u32 = 400;

    fn problem(&self, puzzle: &Description) -> Option<VariantPuzzle> {
        rules::compile(puzzle, self.library).ok()
    }

    fn smallest(
        &self,
        puzzle: &Description,
        _: FindingKind,
        shows: &mut dyn FnMut(&Description) -> bool,
    ) -> Description {
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
