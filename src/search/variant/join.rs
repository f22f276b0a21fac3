//! Sums without a common cell, added up: where cells of one differ from cells of the other,
//! the total leaves less room than each alone. Four parallel diagonals of a little killer,
//! for instance, have seven cells in the box in the middle.

use super::peers::Peers;
use super::propagator::Propagator;
use super::sum::Sum;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::Mask;
use std::collections::BTreeSet;

/// Sums beyond which none are added up.
const MOST_SUMS: usize = 32;

/// The sums that follow and say more than their parts, at most one for each long sum.
///
/// # Errors
/// The reason why the limits ended it.
pub(super) fn joined(
    propagators: &[Propagator],
    digits: usize,
    masks: &[Mask],
    peers: &Peers,
    limits: &Limits,
) -> Result<Vec<Propagator>, Reason> {
    let sums: Vec<&Sum> = propagators
        .iter()
        .filter_map(|propagator| match propagator {
            Propagator::Sum(sum) if is_long(sum, digits) => Some(sum),
            _ => None,
        })
        .collect();
    if sums.len() > MOST_SUMS {
        return Ok(Vec::new());
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for first in &sums {
        limits.check()?;
        if let Some(sum) = tightest(first, &sums, masks, peers) {
            let cells: BTreeSet<u32> = sum.cells().iter().copied().collect();
            if seen.insert(cells) {
                found.push(Propagator::Sum(sum));
            }
        }
    }
    Ok(found)
}

/// Whether a sum has two thirds of the cells of a house: shorter ones are many, and say
/// little about others.
fn is_long(sum: &Sum, digits: usize) -> bool {
    3 * sum.cells().len() >= 2 * digits
}

/// `first` with others added one by one, each time with the smallest margin, as it is where it
/// restricts its groups most; `None` if it never does so more than its parts.
fn tightest(first: &Sum, sums: &[&Sum], masks: &[Mask], peers: &Peers) -> Option<Sum> {
    let mut whole = first.clone();
    let mut parts = first.grip(masks);
    let mut rest = sums.to_vec();
    let (mut best, mut most) = (None, 0);
    loop {
        rest.retain(|other| whole.is_apart(other));
        let all = rest.iter().filter_map(|other| {
            let joined = whole.joined(other, peers)?;
            Some((joined.margin(masks), joined, other))
        });
        let Some((_, joined, other)) = all.min_by_key(|(margin, ..)| *margin) else {
            return best;
        };
        parts += other.grip(masks);
        let gain = joined.grip(masks) - parts;
        if gain > most {
            (best, most) = (Some(joined.clone()), gain);
        }
        whole = joined;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::limits::Limits;
    use crate::rules::{Board, Kernel, VariantPuzzle};
    use crate::search::variant::model::Model;

    /// The cells of a diagonal that goes down to the left.
    fn diagonal(board: &Board, sum: usize) -> Vec<Cell> {
        let rows = sum.saturating_sub(8)..=sum.min(8);
        rows.map(|row| board.cell(row, sum - row)).collect()
    }

    /// The lengths of the sums of a puzzle.
    fn lengths(puzzle: &VariantPuzzle) -> Vec<usize> {
        let model = Model::new(puzzle, &Limits::unlimited()).unwrap();
        let sums = model
            .propagators
            .iter()
            .filter_map(|propagator| match propagator {
                Propagator::Sum(sum) => Some(sum.cells().len()),
                _ => None,
            });
        sums.collect()
    }

    #[test]
    fn parallel_diagonals_are_added_up_where_that_says_more() {
        let board = Board::classic("3x3".parse().unwrap()).unwrap();
        // Together 32 cells. Boxes allow 198 at most: 7 of the 9 cells in the middle
        // hold 42, 6 hold 39, 5 hold 35.
        for (total, is_joined) in [(49, true), (40, false)] {
            let mut puzzle = VariantPuzzle::new(board.clone());
            for index in 7..11 {
                let terms = diagonal(&board, index).into_iter().map(|cell| (cell, 1));
                puzzle = puzzle.with(vec![Kernel::sum(terms, total)]);
            }
            assert_eq!(lengths(&puzzle).contains(&32), is_joined, "{total}");
        }
    }
}
