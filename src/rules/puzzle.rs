//! Variant puzzles, and the check of a solution against all constraints.

use super::board::{Board, BoardHouse, BoardHouseKind, Mask, only_digit};
use super::kernel::{Kernel, KernelError};
use crate::grid::{Cell, Digit, Puzzle, Solution, clash_in_words};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A puzzle with a board, candidates, and constraints.
///
/// Its first constraints are the houses of the board. Clones share their constraints until one
/// is added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantPuzzle {
    board: Board,
    candidates: Vec<Mask>,
    constraints: Arc<Vec<Constraint>>,
}

/// A constraint with its name, composed of kernels that must all hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// What it is for people, such as `row 1` or `killer r1c1 r1c2, sum 12`.
    pub label: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What must hold.
    pub kernels: Vec<Kernel>,
}

/// Where a constraint comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The board: a row, a column, a region.
    House(BoardHouseKind),
    /// A rule of the whole board, by its name.
    Rule(String),
    /// An item of the puzzle's list of constraints.
    Listed {
        /// Its type.
        kind: String,
        /// Its place in the list, from 0.
        index: usize,
    },
}

/// What is wrong with a grid that claims to solve a variant puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Violation {
    /// The grid and the puzzle differ in size, or a digit is out of range.
    #[error("the grid does not fit the board")]
    Size,
    /// A cell holds a digit that is no candidate.
    #[error("{cell} holds {value}, which is not one of its candidates")]
    Candidate {
        /// Name of the cell.
        cell: String,
        /// What it holds.
        value: i32,
    },
    /// A constraint is violated.
    #[error("the grid violates {0}")]
    Constraint(String),
}

/// Two equal givens in one house of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardClash {
    /// The names of the cells.
    pub cells: [String; 2],
    /// What both hold.
    pub value: i32,
    /// The name of the house.
    pub house: String,
}

impl BoardClash {
    /// The clash in words, with what both hold as it is to be shown.
    pub fn describe(&self, digit: impl fmt::Display) -> String {
        clash_in_words(&self.cells, digit, &self.house)
    }
}

impl fmt::Display for BoardClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(self.value))
    }
}

impl VariantPuzzle {
    /// A puzzle with all candidates, and no constraint but its houses.
    pub fn new(board: Board) -> VariantPuzzle {
        let houses = board.houses().iter().map(|house| Constraint {
            label: house.name(),
            origin: Origin::House(house.kind),
            kernels: vec![Kernel::Distinct(house.cells.clone())],
        });
        VariantPuzzle {
            candidates: vec![board.all_digits(); board.cell_count()],
            constraints: Arc::new(houses.collect()),
            board,
        }
    }

    /// A classic puzzle as a variant, if it has at most
    /// [`MAX_DIGITS`](super::MAX_DIGITS) digits.
    pub fn from_classic(puzzle: &Puzzle) -> Option<VariantPuzzle> {
        let mut variant = VariantPuzzle::new(Board::classic(puzzle.geometry())?);
        for (cell, digit) in puzzle.givens() {
            variant.restrict(cell, 1 << digit.index());
        }
        Some(variant)
    }

    /// This puzzle for engines that know only boxes: `None` if it has other regions,
    /// further constraints, or cells with some but not all candidates.
    pub fn to_classic(&self) -> Option<Puzzle> {
        let shape = self.board.box_shape()?;
        let all = self.board.all_digits();
        let only_houses = self.constraints.len() == self.board.houses().len();
        let plain = |mask: &Mask| *mask == all || mask.is_power_of_two();
        if !only_houses || !self.candidates.iter().all(plain) {
            return None;
        }
        let given = |mask: &Mask| only_digit(*mask);
        Puzzle::new(shape, self.candidates.iter().map(given).collect())
    }

    /// Removes the candidates of a cell that are not in `mask`.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn restrict(&mut self, cell: Cell, mask: Mask) {
        self.candidates[cell.index()] &= mask;
    }

    /// Replaces the candidates of a cell.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn set_candidates(&mut self, cell: Cell, mask: Mask) {
        self.candidates[cell.index()] = mask & self.board.all_digits();
    }

    /// Adds a constraint.
    ///
    /// # Errors
    /// [`KernelError`] if one of its kernels does not fit the board; nothing is added then.
    pub fn add(&mut self, constraint: Constraint) -> Result<(), KernelError> {
        let mut kernels = constraint.kernels.iter();
        kernels.try_for_each(|kernel| kernel.check(&self.board))?;
        Arc::make_mut(&mut self.constraints).push(constraint);
        Ok(())
    }

    /// Adds a constraint, by its index, of a puzzle on the same board.
    pub(crate) fn add_of(&mut self, other: &VariantPuzzle, index: usize) {
        Arc::make_mut(&mut self.constraints).push(other.constraints[index].clone());
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The candidates of each cell in reading order. A given has one, a cell may have none.
    pub fn candidates(&self) -> &[Mask] {
        &self.candidates
    }

    /// The given of a cell, if it has one candidate.
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn given(&self, cell: Cell) -> Option<Digit> {
        only_digit(self.candidates[cell.index()])
    }

    /// Every pair of equal givens in a house without a third one between them.
    pub fn clashes(&self) -> Vec<BoardClash> {
        let mut found = Vec::new();
        for house in self.board.houses() {
            let mut seen = BTreeMap::new();
            for &cell in &house.cells {
                let digit = self.given(cell);
                if let Some(first) = digit.and_then(|digit| seen.insert(digit, cell)) {
                    found.extend(self.clash_in(house, first, cell));
                }
            }
        }
        found
    }

    /// The clash of two cells in the first house that holds both, if they are equal givens.
    pub fn clash(&self, first: Cell, second: Cell) -> Option<BoardClash> {
        let mut houses = self.board.houses().iter();
        let has_both =
            |house: &&BoardHouse| house.cells.contains(&first) && house.cells.contains(&second);
        self.clash_in(houses.find(has_both)?, first, second)
    }

    fn clash_in(&self, house: &BoardHouse, first: Cell, second: Cell) -> Option<BoardClash> {
        let digit = self.given(first)?;
        (self.given(second) == Some(digit)).then(|| BoardClash {
            cells: [first, second].map(|cell| self.board.name(cell)),
            value: self.board.value(digit),
            house: match house.kind {
                BoardHouseKind::Region if self.board.box_shape().is_some() => {
                    format!("box {}", house.index + 1)
                }
                _ => house.name(),
            },
        })
    }

    /// All constraints, those of the houses first.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The kernels of all constraints.
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.constraints.iter().flat_map(|each| &each.kernels)
    }

    /// Checks a grid against the candidates and all constraints.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub fn check(&self, solution: &Solution) -> Result<(), Violation> {
        let digits = solution.cells();
        let in_range = |digit: &Digit| digit.index() < self.board.digit_count();
        if digits.len() != self.board.cell_count() || !digits.iter().all(in_range) {
            return Err(Violation::Size);
        }
        for cell in self.board.cells() {
            let digit = solution.digit(cell);
            if self.candidates[cell.index()] >> digit.index() & 1 == 0 {
                return Err(Violation::Candidate {
                    cell: self.board.name(cell),
                    value: self.board.value(digit),
                });
            }
        }
        let holds = |kernel: &Kernel| kernel.holds(&self.board, digits);
        let violated = self
            .constraints
            .iter()
            .find(|c| !c.kernels.iter().all(holds));
        violated.map_or(Ok(()), |c| Err(Violation::Constraint(c.label.clone())))
    }
}
