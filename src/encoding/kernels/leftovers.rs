//! The law of leftovers: some lines and as many regions hold the same digits, so what the
//! lines have outside the regions is what the regions have outside the lines.

use super::map::VariantMap;
use super::output::{FormulaPart, Output, not};
use crate::cnf::ClauseSink;
use crate::encoding::Term;
use crate::grid::Cell;
use crate::rules::{Board, BoardHouseKind, members};
use std::collections::BTreeSet;

/// Maximum number of cells on either side.
const MAX_CELLS: usize = 5;

/// Two lists of cells that hold the same digits, equally often.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SameDigits {
    pub one: Vec<Cell>,
    pub other: Vec<Cell>,
}

/// All leftovers of adjacent lines and the regions that overlap most with them.
pub(super) fn leftovers(board: &Board) -> BTreeSet<SameDigits> {
    let full = |kind: BoardHouseKind| {
        let houses = board.full_houses(kind);
        houses.map(|house| &house.cells[..]).collect::<Vec<_>>()
    };
    let regions = full(BoardHouseKind::Region);
    let mut found = BTreeSet::new();
    for lines in [full(BoardHouseKind::Row), full(BoardHouseKind::Column)] {
        for first in 0..lines.len() {
            for last in first..lines.len() {
                let inside = lines[first..=last].concat();
                found.extend(difference(board, &inside, last - first + 1, &regions));
            }
        }
    }
    found
}

/// What some lines and `count` regions do not share.
fn difference(
    board: &Board,
    lines: &[Cell],
    count: usize,
    regions: &[&[Cell]],
) -> Option<SameDigits> {
    let mut is_inside = vec![false; board.cell_count()];
    lines.iter().for_each(|cell| is_inside[cell.index()] = true);
    let outside = |region: &[Cell]| {
        region
            .iter()
            .filter(|cell| !is_inside[cell.index()])
            .count()
    };
    let mut nearest = regions.to_vec();
    nearest.sort_by_key(|region| outside(region));
    let chosen = nearest.get(..count)?.concat();
    let other: Vec<Cell> = chosen
        .iter()
        .filter(|cell| !is_inside[cell.index()])
        .copied()
        .collect();
    if other.is_empty() || other.len() > MAX_CELLS {
        return None;
    }
    let one = lines.iter().filter(|cell| !chosen.contains(cell));
    let one = one.copied().collect();
    Some(SameDigits { one, other })
}

impl SameDigits {
    /// A digit on one side is on the other.
    pub fn write(&self, map: &VariantMap, output: &mut Output<'_>) {
        let names = |cells: &[Cell]| map.board().names(cells);
        let label = format!(
            "{} hold the digits of {}",
            names(&self.one),
            names(&self.other)
        );
        output.begin(FormulaPart::Derived(label));
        for (side, other) in [(&self.one, &self.other), (&self.other, &self.one)] {
            if output.is_closed() {
                return;
            }
            for &cell in side {
                for digit in members(map.digits(cell)) {
                    let own = not(map.term(cell, digit));
                    let places = other.iter().map(|&place| map.term(place, digit));
                    output.any(places.chain([own]).collect::<Vec<Term>>());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jigsaw_has_leftovers_and_boxes_have_none() {
        let boxes = Board::classic("3x3".parse().unwrap()).unwrap();
        assert!(
            leftovers(&boxes)
                .iter()
                .all(|same| same.one.len() == same.other.len())
        );
        assert!(leftovers(&boxes).iter().all(|same| same.one.len() > 2));
        let text = "aaabcabbccdbcddd";
        let regions = text.bytes().map(|c| Some(u16::from(c))).collect();
        let jigsaw = Board::new((4, 4), (1, 4), Some(regions)).unwrap();
        // Region a is the first row with r2c2 instead of r1c4.
        let first = SameDigits {
            one: vec![jigsaw.cell(0, 3)],
            other: vec![jigsaw.cell(1, 1)],
        };
        assert!(leftovers(&jigsaw).contains(&first));
    }
}
