//! High scores near known ones: most digits of a solution stay, and the others are tried.
//!
//! Many solutions may share each score, so a search that leaves out nothing finds the same few
//! scores again and again. Their neighbours have others.

use crate::grid::{Cell, HouseKind, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::ranked::Ranked;
use crate::search::triples::triples;
use std::collections::BTreeSet;

/// How long to look.
pub struct Effort {
    /// Nodes of the search among the neighbours that share a set of cells.
    pub each: u64,
    /// How often that limit may be reached in all.
    pub cut: usize,
    /// Searches in all, most of which end at once.
    pub searches: usize,
}

/// Adds scores of neighbours of the solutions with the highest scores, until the ranking is
/// complete, nothing is new, or it takes long. `search` adds the scores of a puzzle that has many
/// givens.
pub fn add_neighbours(
    puzzle: &Puzzle,
    ranked: &mut Ranked,
    effort: &Effort,
    limits: &Limits,
    mut search: impl FnMut(&Puzzle, &mut Ranked, &Limits) -> End,
) {
    let each = limits.clone().within_nodes(effort.each);
    let (mut done, mut cut, mut left) = (BTreeSet::new(), 0, effort.searches);
    while let Some((score, solution)) = ranked.highest_except(&done) {
        let solution = solution.clone();
        done.insert(score);
        for near in neighbourhoods(puzzle, &solution) {
            if left == 0 || cut >= effort.cut || limits.exceeded().is_some() {
                return;
            }
            left -= 1;
            let end = search(&near, ranked, &each);
            cut += usize::from(end != End::Exhausted);
            if ranked.is_complete() {
                return;
            }
        }
    }
}

/// What a cell of a solution is freed with.
const KINDS: [Option<HouseKind>; 4] = [
    None,
    Some(HouseKind::Row),
    Some(HouseKind::Column),
    Some(HouseKind::Box),
];

/// The puzzle with the digits of a solution, but for those of three digits or houses of a kind.
fn neighbourhoods(puzzle: &Puzzle, solution: &Solution) -> impl Iterator<Item = Puzzle> {
    let geometry = puzzle.geometry();
    let unit = move |kind, cell: Cell| match kind {
        None => solution.digit(cell).index(),
        Some(HouseKind::Row) => geometry.row(cell),
        Some(HouseKind::Column) => geometry.column(cell),
        Some(HouseKind::Box) => geometry.box_of(cell),
    };
    let kinds = KINDS.into_iter();
    kinds.flat_map(move |kind| {
        triples(geometry.side()).map(move |free| {
            let mut near = puzzle.clone();
            for cell in geometry.cells() {
                if !free.contains(&unit(kind, cell)) {
                    near.set(cell, Some(solution.digit(cell)));
                }
            }
            near
        })
    })
}
