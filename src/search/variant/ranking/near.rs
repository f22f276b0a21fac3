//! Scores of solutions near a known one: most of its digits stay, and the others are tried. Many
//! solutions may share each score, so a search that leaves out nothing finds the same few scores
//! again and again.

use super::super::bound::Bound;
use super::super::goal::Goal;
use super::super::search::Search;
use super::scores::Ranking;
use crate::limits::Limits;
use crate::rules::{Board, BoardHouseKind, Mask};
use crate::search::triples::triples;
use std::ops::ControlFlow;

/// Failures of the search among the neighbours that share a set of cells.
const EACH: u64 = 100;

/// How often a search may have that many.
const CUT: usize = 100;

/// Searches in all, most of which end at once.
const SEARCHES: usize = 10_000;

/// How much of the searches is left.
pub(super) struct Effort {
    cut: usize,
    searches: usize,
}

impl Effort {
    pub fn new() -> Effort {
        Effort {
            cut: CUT,
            searches: SEARCHES,
        }
    }
}

/// Adds scores of solutions near the one of the lowest score above `most`, in which three digits
/// or houses of a kind are free, until a solution scores `most`.
pub(super) fn add_neighbours(
    bound: &Bound<'_>,
    most: i64,
    ranking: &mut Ranking<'_>,
    search: &mut Search,
    effort: &mut Effort,
    limits: &Limits,
) {
    let Some(solution) = ranking.next_above(most) else {
        return;
    };
    let known = ranking.highest_up_to(most);
    let mut near = Near {
        bound,
        ranking,
        known: known.unwrap_or(i64::MIN),
        most,
    };
    for free in neighbourhoods(bound.board(), &solution) {
        let is_over = effort.cut == 0 || effort.searches == 0 || near.known == most;
        if is_over || limits.exceeded().is_some() {
            return;
        }
        let fixed = (0..).zip(solution.iter().zip(&free));
        let fixed = fixed.filter(|(_, (_, is_free))| !**is_free);
        let fixed = fixed.map(|(cell, (mask, _))| (cell, *mask));
        effort.searches -= 1;
        let end = search.run_within(fixed, EACH, limits, &mut near);
        effort.cut -= usize::from(end.is_none());
    }
}

/// Which cells are free, for each neighbourhood of a solution.
fn neighbourhoods<'a>(
    board: &'a Board,
    solution: &'a [Mask],
) -> impl Iterator<Item = Vec<bool>> + 'a {
    let digits = triples(board.digit_count()).map(|three| {
        let mask = three.iter().fold(0, |mask, digit| mask | 1 << digit);
        let is_free = |digit: &Mask| digit & mask != 0;
        solution.iter().map(is_free).collect()
    });
    let kinds = BoardHouseKind::ALL.into_iter();
    let houses = kinds.flat_map(move |kind| {
        let houses: Vec<_> = board.houses_of_kind(kind).collect();
        triples(houses.len()).map(move |three| {
            let mut is_free = vec![false; board.cell_count()];
            let cells = three.iter().flat_map(|&house| &houses[house].cells);
            cells.for_each(|cell| is_free[cell.index()] = true);
            is_free
        })
    });
    digits.chain(houses)
}

/// Scores above the best known one, up to a limit.
struct Near<'n, 'o, 'w> {
    bound: &'n Bound<'o>,
    ranking: &'n mut Ranking<'w>,
    known: i64,
    most: i64,
}

impl Goal for Near<'_, '_, '_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        self.bound.is_below(masks, self.known.saturating_add(1))
            || self.bound.range(masks).0 > self.most
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn digit(&self, cell: usize, mask: Mask) -> u32 {
        self.bound.best_digit(cell, mask)
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.known = self.bound.by_cells(masks);
        self.ranking.take(self.known, masks);
        match self.known == self.most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
