//! The neutral description of a variant puzzle, which is also satoku's JSON: what a
//! puzzle says, before any rule file has said what that means.

use super::board::MAX_DIGITS;
use crate::grid::{Cell, Puzzle};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A variant puzzle as it is written in JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// The smallest digit.
    pub min: i32,
    /// The largest digit.
    pub max: i32,
    /// One character a cell, `.` for none; nothing at all if there are no regions.
    #[serde(default)]
    pub regions: Option<String>,
    /// The digits of given and pencilmarked cells, by the names of the cells.
    #[serde(default)]
    pub candidates: BTreeMap<String, Vec<i64>>,
    /// Rules of the whole board, by their names.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Constraints of some cells.
    #[serde(default)]
    pub constraints: Vec<ConstraintItem>,
}

/// A constraint as it is written in JSON: a type, cells, and parameters of that type.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ConstraintItem {
    /// The type, which a rule file defines.
    #[serde(rename = "type")]
    pub kind: String,
    /// All other fields.
    #[serde(flatten)]
    pub fields: serde_json::Map<String, serde_json::Value>,
}

/// Marks of regions: digits and letters first.
fn region_marks() -> impl Iterator<Item = char> {
    ('1'..='9').chain('A'..='Z').chain('a'..='z').chain('Α'..)
}

impl Description {
    /// A classic puzzle, if it has at most [`MAX_DIGITS`] digits.
    pub fn of_classic(puzzle: &Puzzle) -> Option<Description> {
        let geometry = puzzle.geometry();
        let side = geometry.side();
        let max = i32::try_from(side).ok().filter(|_| side <= MAX_DIGITS)?;
        let marks: Vec<char> = region_marks().take(side).collect();
        let regions = geometry
            .cells()
            .map(|cell| marks[usize::from(geometry.houses_of(cell)[2].index)]);
        let name = |cell: Cell| {
            let (row, column) = (cell.index() / side, cell.index() % side);
            format!("r{}c{}", row + 1, column + 1)
        };
        let givens = puzzle.givens();
        let givens = givens.map(|(cell, digit)| (name(cell), vec![digit.index() as i64 + 1]));
        Some(Description {
            rows: side,
            columns: side,
            min: 1,
            max,
            regions: Some(regions.collect()),
            candidates: givens.collect(),
            rules: Vec::new(),
            constraints: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Geometry};

    #[test]
    fn a_classic_puzzle_has_one_region_for_each_box() {
        let mut puzzle = Puzzle::empty(Geometry::new(2, 3).unwrap());
        puzzle.set(Cell(7), Some(Digit::from_index(4)));
        let description = Description::of_classic(&puzzle).unwrap();
        let regions = description.regions.unwrap();
        assert_eq!(regions, "111222111222333444333444555666555666");
        let givens: Vec<_> = description.candidates.into_iter().collect();
        assert_eq!(givens, [("r2c2".to_owned(), vec![5])]);
        assert!(Description::of_classic(&Puzzle::empty(Geometry::new(8, 8).unwrap())).is_some());
        assert!(Description::of_classic(&Puzzle::empty(Geometry::new(9, 9).unwrap())).is_none());
    }
}
