//! The formula of a certificate, generated once more for the verifier.
//!
//! Written from the description in [`super`], on plain numbers, and shares no
//! code with the encoder: what the two disagree about is found.

use crate::escape;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

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
        let side = rows * columns;
        match side <= super::MAX_SIDE {
            true => Ok(Shape {
                rows,
                columns,
                side,
            }),
            false => Err(format!(
                "found side {side}, expected at most {}",
                super::MAX_SIDE
            )),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl Shape {
    /// The number of the variable that puts a digit into a cell.
    pub fn variable(self, row: usize, column: usize, digit: usize) -> i32 {
        ((row * self.side + column) * self.side + digit) as i32
    }

    /// The box of a cell, counted row by row.
    pub fn box_of(self, row: usize, column: usize) -> usize {
        row / self.rows * (self.side / self.columns) + column / self.columns
    }

    /// The cells of each row, each column, each box.
    pub fn houses(self) -> Vec<Vec<(usize, usize)>> {
        let mut houses = vec![Vec::new(); 3 * self.side];
        for row in 0..self.side {
            for column in 0..self.side {
                let block = self.box_of(row, column);
                houses[row].push((row, column));
                houses[self.side + column].push((row, column));
                houses[2 * self.side + block].push((row, column));
            }
        }
        houses
    }

    /// The cell of a place in reading order.
    pub fn cell(self, place: usize) -> (usize, usize) {
        (place / self.side, place % self.side)
    }

    /// The digits that each cell may hold beside the givens; 0 is no given.
    pub fn live(self, givens: &[usize]) -> Vec<Vec<usize>> {
        let mut live = vec![vec![true; self.side + 1]; givens.len()];
        for house in self.houses() {
            for &(row, column) in &house {
                let given = givens[row * self.side + column];
                for &(r, c) in house.iter().filter(|_| given > 0) {
                    live[r * self.side + c][given] = false;
                }
            }
        }
        let digits = |(allowed, &given): (Vec<bool>, &usize)| match given {
            0 => (1..=self.side).filter(|digit| allowed[*digit]).collect(),
            given => vec![given],
        };
        live.into_iter().zip(givens).map(digits).collect()
    }

    /// What is wrong with a solution of these givens.
    pub fn flaw(self, givens: &[usize], solution: &[usize]) -> Option<String> {
        let name = |place: usize| {
            let (row, column) = self.cell(place);
            format!("r{}c{}", row + 1, column + 1)
        };
        for (place, (&given, &digit)) in givens.iter().zip(solution).enumerate() {
            if digit == 0 {
                return Some(format!("{} is empty", name(place)));
            }
            if given > 0 && given != digit {
                let name = name(place);
                return Some(format!("{name} holds {digit}, but {given} was given"));
            }
        }
        for (number, house) in self.houses().into_iter().enumerate() {
            let mut seen = vec![false; self.side + 1];
            for (row, column) in house {
                let digit = solution[row * self.side + column];
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

/// Clauses end to end, the literals of each in increasing order.
#[derive(Clone, Default, Debug)]
pub struct Clauses {
    literals: Vec<i32>,
    ends: Vec<usize>,
}

/// The first clause of which two formulas have different numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The first formula lacks it.
    Missing(Vec<i32>),
    /// The first formula has it once too often.
    Extra(Vec<i32>),
}

impl Clauses {
    /// Adds a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        let start = self.literals.len();
        self.literals.extend(clause);
        self.literals[start..].sort_unstable();
        self.ends.push(self.literals.len());
    }

    /// Adds two clauses that contradict each other.
    pub fn contradict(&mut self) {
        self.push([1]);
        self.push([-1]);
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn sorted(&self) -> Vec<&[i32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let spans = starts.zip(&self.ends);
        let mut clauses: Vec<&[i32]> = spans
            .map(|(start, &end)| &self.literals[start..end])
            .collect();
        clauses.sort_unstable();
        clauses
    }

    /// The same clauses, each once.
    fn distinct(&self) -> Clauses {
        let mut clauses = self.sorted();
        clauses.dedup();
        let mut distinct = Clauses::default();
        for clause in clauses {
            distinct.push(clause.iter().copied());
        }
        distinct
    }

    /// How this formula is another than the one `expected`, in whatever order
    /// their clauses come.
    pub fn difference(&self, expected: &Clauses) -> Option<Difference> {
        let (found, expected) = (self.sorted(), expected.sorted());
        let mut found = found.into_iter().peekable();
        let mut expected = expected.into_iter().peekable();
        loop {
            match (found.peek(), expected.peek()) {
                (None, None) => return None,
                (Some(extra), None) => return Some(Difference::Extra(extra.to_vec())),
                (None, Some(missing)) => return Some(Difference::Missing(missing.to_vec())),
                (Some(one), Some(other)) => match one.cmp(other) {
                    Ordering::Less => return Some(Difference::Extra(one.to_vec())),
                    Ordering::Greater => return Some(Difference::Missing(other.to_vec())),
                    Ordering::Equal => {
                        found.next();
                        expected.next();
                    }
                },
            }
        }
    }
}

/// The clauses of the rules and the givens; 0 is no given.
pub fn rules(shape: Shape, givens: &[usize]) -> Clauses {
    let mut clauses = Clauses::default();
    let mut exactly_one = |group: Vec<i32>| {
        for (k, &first) in group.iter().enumerate() {
            for &second in &group[k + 1..] {
                clauses.push([-first, -second]);
            }
        }
        clauses.push(group);
    };
    for row in 0..shape.side {
        for column in 0..shape.side {
            let digits = 1..=shape.side;
            exactly_one(
                digits
                    .map(|digit| shape.variable(row, column, digit))
                    .collect(),
            );
        }
    }
    for house in shape.houses() {
        for digit in 1..=shape.side {
            let places = house.iter();
            exactly_one(
                places
                    .map(|&(row, column)| shape.variable(row, column, digit))
                    .collect(),
            );
        }
    }
    for (place, &given) in givens.iter().enumerate().filter(|(_, given)| **given > 0) {
        let (row, column) = shape.cell(place);
        clauses.push([shape.variable(row, column, given)]);
    }
    clauses.distinct()
}

/// Adds the clause that excludes a solution.
pub fn exclude(shape: Shape, givens: &[usize], solution: &[usize], clauses: &mut Clauses) {
    let open = givens.iter().zip(solution).enumerate();
    let open = open.filter(|(_, (given, _))| **given == 0);
    let clause: Vec<i32> = open
        .map(|(place, (_, &digit))| {
            let (row, column) = shape.cell(place);
            -shape.variable(row, column, digit)
        })
        .collect();
    match clause.is_empty() {
        true => clauses.contradict(),
        false => clauses.push(clause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_differs_by_its_first_clause() {
        let of = |clauses: &[&[i32]]| {
            let mut formula = Clauses::default();
            clauses.iter().for_each(|c| formula.push(c.iter().copied()));
            formula
        };
        let formula = of(&[&[1, -2], &[3], &[1, -2]]);
        assert_eq!((formula.len(), formula.is_empty()), (3, false));
        assert!(Clauses::default().is_empty());
        assert_eq!(formula.difference(&of(&[&[3], &[-2, 1], &[-2, 1]])), None);
        let missing = Some(Difference::Missing(vec![4]));
        assert_eq!(
            formula.difference(&of(&[&[3], &[-2, 1], &[-2, 1], &[4]])),
            missing
        );
        let extra = Some(Difference::Extra(vec![-2, 1]));
        assert_eq!(formula.difference(&of(&[&[3], &[-2, 1]])), extra);
    }

    #[test]
    fn shapes_are_read_and_bounded() {
        let shape: Shape = "2x3".parse().unwrap();
        assert_eq!(
            (shape.side, shape.box_of(3, 2), shape.box_of(4, 5)),
            (6, 2, 5)
        );
        for wrong in ["", "3", "0x3", "-1x3", "7x7", "3x3x3", "65535x65535"] {
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
    }
}
