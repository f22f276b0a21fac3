//! The rules of Sudoku: boxes, houses, what a solution is, and all of it as clauses.
//!
//! Rows and columns count from 0, digits from 1; a given of 0 is none. Cells are in
//! reading order.

use crate::escape;
use crate::formula::Formula;
use std::fmt;
use std::str::FromStr;

/// Largest side of a certificate.
const MAX_SIDE: usize = 36;

/// Boxes of `rows × columns` cells on a grid of `side = rows · columns`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Rows of a box.
    pub rows: usize,
    /// Columns of a box.
    pub columns: usize,
    /// Rows and columns of the grid, and its digits.
    pub side: usize,
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Shape, String> {
        let wrong = || format!("found box {}, expected RxC", escape::quoted(text, 24));
        let (rows, columns) = text.split_once('x').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u16>().ok().filter(|number| *number > 0);
        let (rows, columns) = number(rows).zip(number(columns)).ok_or_else(wrong)?;
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        if text != format!("{rows}x{columns}") {
            return Err(wrong());
        }
        let side = rows * columns;
        if side > MAX_SIDE {
            return Err(format!("found side {side}, expected at most {MAX_SIDE}"));
        }
        Ok(Shape {
            rows,
            columns,
            side,
        })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl Shape {
    /// Number of cells.
    pub fn cells(self) -> usize {
        self.side * self.side
    }

    /// The variable "this cell holds this digit".
    pub fn variable(self, cell: usize, digit: usize) -> i32 {
        (cell * self.side + digit) as i32
    }

    /// Number of these variables.
    pub fn variables(self) -> i32 {
        (self.cells() * self.side) as i32
    }

    /// The row, the column and the box of a cell; boxes count row by row.
    pub fn houses_of(self, cell: usize) -> [usize; 3] {
        let (row, column) = (cell / self.side, cell % self.side);
        let boxes_in_a_row = self.side / self.columns;
        let r#box = row / self.rows * boxes_in_a_row + column / self.columns;
        [row, column, r#box]
    }

    /// The cells of each row, then of each column, then of each box.
    pub fn houses(self) -> Vec<Vec<usize>> {
        let mut houses = vec![Vec::new(); 3 * self.side];
        for cell in 0..self.cells() {
            for (kind, number) in self.houses_of(cell).into_iter().enumerate() {
                houses[kind * self.side + number].push(cell);
            }
        }
        houses
    }

    /// `r1c1` for the first cell.
    pub fn name(self, cell: usize) -> String {
        let [row, column, _] = self.houses_of(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// The digits that each cell may hold: its given, or those that no given of its
    /// houses holds.
    ///
    /// # Panics
    /// If there are fewer givens than cells, or one is larger than the side.
    pub fn candidates(self, givens: &[usize]) -> Vec<Vec<usize>> {
        let mut allowed = vec![vec![true; self.side + 1]; givens.len()];
        for house in self.houses() {
            for given in house.iter().map(|&cell| givens[cell]) {
                for &cell in &house {
                    allowed[cell][given] = false;
                }
            }
        }
        let digits = |(allowed, &given): (Vec<bool>, &usize)| match given {
            0 => (1..=self.side).filter(|digit| allowed[*digit]).collect(),
            given => vec![given],
        };
        allowed.into_iter().zip(givens).map(digits).collect()
    }

    /// What is wrong with a solution of these givens.
    pub fn flaw(self, givens: &[usize], solution: &[usize]) -> Option<String> {
        let (found, expected) = (solution.len(), self.cells());
        if found != expected {
            return Some(format!("found {found} cells, expected {expected}"));
        }
        for (cell, (&given, &digit)) in givens.iter().zip(solution).enumerate() {
            let name = self.name(cell);
            if digit == 0 {
                return Some(format!("{name} is empty"));
            }
            if digit > self.side {
                let side = self.side;
                return Some(format!("{name} holds {digit}, expected at most {side}"));
            }
            if given > 0 && given != digit {
                return Some(format!("{name} holds {digit}, but {given} was given"));
            }
        }
        for (number, house) in self.houses().into_iter().enumerate() {
            let mut seen = vec![false; self.side + 1];
            for digit in house.into_iter().map(|cell| solution[cell]) {
                if std::mem::replace(&mut seen[digit], true) {
                    let kind = ["row", "column", "box"][number / self.side];
                    let which = number % self.side + 1;
                    return Some(format!("{kind} {which} has {digit} twice"));
                }
            }
        }
        None
    }
}

/// The clauses of the rules and the givens.
pub fn rules(shape: Shape, givens: &[usize]) -> Formula {
    let mut formula = Formula::default();
    formula.variables = shape.variables();
    for cell in 0..shape.cells() {
        let digits = 1..=shape.side;
        let variables = digits.map(|digit| shape.variable(cell, digit));
        exactly_one(variables, &mut formula);
    }
    for house in shape.houses() {
        for digit in 1..=shape.side {
            let cells = house.iter();
            exactly_one(cells.map(|&cell| shape.variable(cell, digit)), &mut formula);
        }
    }
    for (cell, &given) in givens.iter().enumerate().filter(|(_, given)| **given > 0) {
        formula.add([shape.variable(cell, given)]);
    }
    formula.without_repetition()
}

fn exactly_one(variables: impl Iterator<Item = i32>, formula: &mut Formula) {
    let variables: Vec<i32> = variables.collect();
    for (k, &first) in variables.iter().enumerate() {
        for &second in &variables[k + 1..] {
            formula.add([-first, -second]);
        }
    }
    formula.add(variables);
}

/// Adds the blocking clause of a solution: some cell without a given holds another
/// digit.
pub fn exclude(shape: Shape, givens: &[usize], solution: &[usize], formula: &mut Formula) {
    let open = (0..shape.cells()).filter(|&cell| givens[cell] == 0);
    let clause: Vec<i32> = open
        .map(|cell| -shape.variable(cell, solution[cell]))
        .collect();
    match clause.is_empty() {
        true => formula.contradict(),
        false => formula.add(clause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_and_bounded() {
        let shape: Shape = "2x3".parse().unwrap();
        let boxes = [(3, 2), (4, 5)].map(|(row, column)| shape.houses_of(row * 6 + column)[2]);
        assert_eq!((shape.side, boxes), (6, [2, 5]));
        for wrong in [
            "+2x3",
            "02x3",
            "",
            "3",
            "0x3",
            "-1x3",
            "7x7",
            "3x3x3",
            "65535x65535",
        ] {
            assert!(wrong.parse::<Shape>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn flaws_are_found() {
        let shape: Shape = "1x2".parse().unwrap();
        assert_eq!(shape.flaw(&[0, 2, 0, 0], &[1, 2, 2, 1]), None);
        let given = shape.flaw(&[0, 2, 0, 0], &[2, 1, 1, 2]).unwrap();
        assert_eq!(given, "r1c2 holds 1, but 2 was given");
        let twice = shape.flaw(&[0; 4], &[1, 2, 1, 2]).unwrap();
        assert_eq!(twice, "column 1 has 1 twice");
        let large = shape.flaw(&[0; 4], &[1, 2, 3, 1]).unwrap();
        assert_eq!(large, "r2c1 holds 3, expected at most 2");
        let few = shape.flaw(&[0; 4], &[1, 2]).unwrap();
        assert_eq!(few, "found 2 cells, expected 4");
    }

    /// Every assignment of 4 cells with 2 digits is tried.
    #[test]
    fn the_clauses_hold_for_solutions_and_for_nothing_else() {
        let shape: Shape = "1x2".parse().unwrap();
        for givens in [[0; 4], [0, 2, 0, 0], [1, 1, 0, 0]] {
            let formula = rules(shape, &givens);
            let is_model = |bits: u32| {
                let holds =
                    |literal: &i32| (bits >> (literal.abs() - 1) & 1 == 1) == (*literal > 0);
                formula.clauses().all(|clause| clause.iter().any(holds))
            };
            let models: Vec<u32> = (0..256).filter(|bits| is_model(*bits)).collect();
            let solutions = [[1, 2, 2, 1], [2, 1, 1, 2]];
            let bits = |solution: &[usize; 4]| {
                let set = |cell: usize| 1u32 << (shape.variable(cell, solution[cell]) - 1);
                (0..4).map(set).sum()
            };
            let kept = solutions
                .iter()
                .filter(|s| shape.flaw(&givens, *s).is_none());
            assert_eq!(models, kept.map(bits).collect::<Vec<u32>>(), "{givens:?}");
        }
    }
}
