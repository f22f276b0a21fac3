//! Rotations and reflections of variant puzzles: a law to test by. A puzzle and its image
//! have as many solutions, and these are each other's images.

use super::description::{ConstraintItem, Description};
use crate::grid::{Digit, Solution, place_name, place_named};
use serde_json::Value;

/// A rotation or reflection of a rectangle: perhaps rows become columns, then perhaps the
/// order of the rows, and that of the columns, is reversed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSymmetry {
    transposes: bool,
    flips_rows: bool,
    flips_columns: bool,
}

/// Fields of constraints that hold text of people, not names of cells.
const TEXTS: [&str; 3] = ["name", "regex", "type"];

/// Rules that change places where one diagonal becomes the other.
const DIAGONALS: [&str; 2] = ["diagonal-down", "diagonal-up"];

impl BoardSymmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = BoardSymmetry> {
        (0..8u8).map(|bits| BoardSymmetry {
            transposes: bits & 4 != 0,
            flips_rows: bits & 2 != 0,
            flips_columns: bits & 1 != 0,
        })
    }

    /// Rows and columns of the image of a board with this many rows and columns.
    pub fn size(self, (rows, columns): (usize, usize)) -> (usize, usize) {
        match self.transposes {
            true => (columns, rows),
            false => (rows, columns),
        }
    }

    /// Row and column, from 0, of the image of a cell of a board of this size.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn place(self, size: (usize, usize), (row, column): (usize, usize)) -> (usize, usize) {
        let is_inside = row < size.0 && column < size.1;
        assert!(
            is_inside,
            "row {row}, column {column} of a board of {size:?}"
        );
        let (rows, columns) = self.size(size);
        let (row, column) = self.size((row, column));
        let flipped = |flips: bool, place: usize, count: usize| match flips {
            true => count - 1 - place,
            false => place,
        };
        (
            flipped(self.flips_rows, row, rows),
            flipped(self.flips_columns, column, columns),
        )
    }

    /// The image of values that are given by cell in reading order, one for each cell.
    ///
    /// # Panics
    /// If there are more values than cells, or no columns.
    pub fn grid<T: Clone>(self, size: (usize, usize), cells: &[T]) -> Vec<T> {
        let columns = self.size(size).1;
        let mut placed: Vec<(usize, &T)> = Vec::with_capacity(cells.len());
        for (index, value) in cells.iter().enumerate() {
            let (row, column) = self.place(size, (index / size.1, index % size.1));
            placed.push((row * columns + column, value));
        }
        placed.sort_by_key(|(place, _)| *place);
        placed.into_iter().map(|(_, value)| value.clone()).collect()
    }

    /// The image of a solution of a board of this size.
    ///
    /// # Panics
    /// As [`BoardSymmetry::grid`].
    pub fn solution(self, size: (usize, usize), solution: &Solution) -> Solution {
        let digits: Vec<Digit> = self.grid(size, solution.cells());
        Solution::new(digits)
    }

    /// The image of a puzzle: its board, regions, candidates, rules and constraints.
    ///
    /// Text that names no cell of the board stays as it is. Rules for the whole grid are
    /// taken to mean the same from all sides, but for the two diagonals.
    pub fn description(self, puzzle: &Description) -> Description {
        let size = (puzzle.rows, puzzle.columns);
        let (rows, columns) = self.size(size);
        let regions = puzzle.regions.as_ref().map(|map| {
            let cells: Vec<char> = map.chars().collect();
            match cells.len() == rows * columns {
                true => self.grid(size, &cells).into_iter().collect(),
                false => map.clone(),
            }
        });
        let candidates = puzzle.candidates.iter();
        let image = |item: &ConstraintItem| ConstraintItem {
            kind: item.kind.clone(),
            fields: self.fields(size, &item.fields),
        };
        Description {
            rows,
            columns,
            regions,
            candidates: candidates
                .map(|(cell, digits)| (self.name(size, cell), digits.clone()))
                .collect(),
            rules: puzzle.rules.iter().map(|rule| self.rule(rule)).collect(),
            constraints: puzzle.constraints.iter().map(image).collect(),
            ..puzzle.clone()
        }
    }

    fn rule(self, rule: &str) -> String {
        let exchanges = self.flips_rows != self.flips_columns;
        let place = DIAGONALS.iter().position(|diagonal| *diagonal == rule);
        match place.filter(|_| exchanges) {
            Some(place) => DIAGONALS[1 - place].to_owned(),
            None => rule.to_owned(),
        }
    }

    fn fields(
        self,
        size: (usize, usize),
        fields: &serde_json::Map<String, Value>,
    ) -> serde_json::Map<String, Value> {
        let image = |(key, value): (&String, &Value)| {
            let is_text = TEXTS.contains(&key.as_str());
            let value = match is_text {
                true => value.clone(),
                false => self.value(size, value),
            };
            (key.clone(), value)
        };
        fields.iter().map(image).collect()
    }

    fn value(self, size: (usize, usize), value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.name(size, text)),
            Value::Array(items) => items.iter().map(|item| self.value(size, item)).collect(),
            Value::Object(fields) => Value::Object(self.fields(size, fields)),
            _ => value.clone(),
        }
    }

    /// The name of the image of a cell; other text stays as it is.
    fn name(self, size: (usize, usize), name: &str) -> String {
        let is_inside = |&(row, column): &(usize, usize)| row < size.0 && column < size.1;
        match place_named(name).filter(is_inside) {
            Some(place) => {
                let (row, column) = self.place(size, place);
                place_name(row, column)
            }
            None => name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(text: &str) -> Description {
        serde_json::from_str(text).unwrap()
    }

    const PUZZLE: &str = r#"{"rows":2,"columns":3,"min":1,"max":3,"regions":"aab.bb",
        "candidates":{"r1c3":[2]},"rules":["diagonal-down"],
        "constraints":[{"type":"any-of","branches":[[{"type":"pairs","name":"r1c1",
        "table":[[1,2]],"cells":["r1c1","r2c1"]}]]}]}"#;

    #[test]
    fn a_quarter_turn_moves_everything() {
        let turn = BoardSymmetry {
            transposes: true,
            flips_rows: false,
            flips_columns: true,
        };
        let expected = r#"{"rows":3,"columns":2,"min":1,"max":3,"regions":".ababb",
            "candidates":{"r3c2":[2]},"rules":["diagonal-up"],
            "constraints":[{"type":"any-of","branches":[[{"type":"pairs","name":"r1c1",
            "table":[[1,2]],"cells":["r1c2","r1c1"]}]]}]}"#;
        assert_eq!(
            turn.description(&description(PUZZLE)),
            description(expected)
        );
    }

    #[test]
    fn the_eight_differ_and_four_quarter_turns_are_none() {
        let puzzle = description(PUZZLE);
        let images: Vec<Description> = BoardSymmetry::all()
            .map(|symmetry| symmetry.description(&puzzle))
            .collect();
        assert_eq!(images[0], puzzle);
        for (index, image) in images.iter().enumerate() {
            assert!(!images[..index].contains(image), "{index}");
        }
        let turn = BoardSymmetry {
            transposes: true,
            flips_rows: false,
            flips_columns: true,
        };
        let around = (0..4).fold(puzzle.clone(), |image, _| turn.description(&image));
        assert_eq!(around, puzzle);
    }
}
