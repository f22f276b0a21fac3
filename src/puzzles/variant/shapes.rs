//! Random constraints: cells in the form that a type is drawn in, and parameters that are
//! read off a full grid.

mod own;
mod parameters;
mod place;

pub use own::{EmptyRange, OwnType};
pub use place::{cells_of, is_same_place};

use crate::grid::{Cell, Solution};
use crate::rules::{Board, ConstraintItem};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// How the cells of a constraint lie on the board, with their smallest and largest number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// Each next to one before it, by a side.
    Cage(usize, usize),
    /// Each next to the one before it, by a side or a corner.
    Path(usize, usize),
    /// Each next to the first, by a side.
    Around(usize, usize),
    /// Two that share a side.
    Domino,
    /// Two by two.
    Square,
    /// From the edge along a diagonal.
    Diagonal,
    /// A row or column from one of its ends.
    Line,
    /// The first cells of a row or column from one of its ends.
    Start(usize, usize),
}

/// What a type has besides its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extra {
    None,
    /// `sum` of all cells.
    Sum,
    /// `sum` of a part of the line: up to the first digit's place.
    FirstSum,
    /// `sum` between the smallest and largest digit of the board.
    BetweenExtremes,
    /// `sum` between the smallest and largest digit of the line.
    Lunchbox,
    /// `sum` of the pieces of a line, and that it is no loop.
    Pieces,
    /// `difference` of neighbours.
    Difference,
    /// `difference` of the ends.
    EndDifference,
    Modulus,
    Visible,
    /// `digit`: the first that is hidden.
    Hidden,
    /// `digit` in the place that the first one names.
    Numbered,
    /// `digits` that are there.
    Digits,
    /// `counts` of digits.
    Counts,
    /// `control`, and the `digit` in the place that it names.
    Index,
    /// `pill` of two cells before the others.
    Pill,
    /// Two `sets` instead of cells.
    Sets,
    /// `table` of pairs.
    Table,
    /// `table` of pairs for all pairs of cells.
    AllTable,
    Automaton,
    /// `branches` of digits of cells.
    Branches,
    /// `difference` of two cells, 0 too.
    Gap,
    /// `ratio` of two cells.
    Ratio,
    /// Circles around all digits of a kind.
    Circles,
}

/// Types whose constraints are made without trying values. All others are placed by what their
/// rule files say.
const TYPES: &[(&str, Shape, Extra)] = &[
    ("all-pairs", Shape::Path(2, 4), Extra::AllTable),
    ("any-of", Shape::Cage(2, 4), Extra::Branches),
    ("arrow", Shape::Path(3, 4), Extra::None),
    ("automaton", Shape::Path(2, 6), Extra::Automaton),
    ("between", Shape::Path(3, 5), Extra::None),
    ("black-dot", Shape::Domino, Extra::None),
    ("count-distinct", Shape::Path(3, 6), Extra::None),
    ("counting-circles", Shape::Cage(1, 1), Extra::Circles),
    ("counts", Shape::Cage(2, 6), Extra::Counts),
    ("difference", Shape::Domino, Extra::Gap),
    ("distinct", Shape::Cage(2, 6), Extra::None),
    ("double-arrow", Shape::Path(3, 5), Extra::None),
    ("entropic", Shape::Path(3, 5), Extra::None),
    ("even", Shape::Cage(1, 3), Extra::None),
    ("greater", Shape::Domino, Extra::None),
    ("hidden-skyscraper", Shape::Line, Extra::Hidden),
    ("index", Shape::Line, Extra::Index),
    ("killer", Shape::Cage(2, 5), Extra::Sum),
    ("little-killer", Shape::Diagonal, Extra::Sum),
    ("lockout", Shape::Path(3, 5), Extra::EndDifference),
    ("lunchbox", Shape::Path(3, 6), Extra::Lunchbox),
    ("maximum", Shape::Around(2, 5), Extra::None),
    ("minimum", Shape::Around(2, 5), Extra::None),
    ("modular", Shape::Path(2, 5), Extra::Modulus),
    ("nabner", Shape::Path(2, 4), Extra::None),
    ("numbered-room", Shape::Line, Extra::Numbered),
    ("odd", Shape::Cage(1, 3), Extra::None),
    ("outside", Shape::Start(2, 4), Extra::Digits),
    ("pairs", Shape::Path(2, 4), Extra::Table),
    ("palindrome", Shape::Path(3, 5), Extra::None),
    ("parity-line", Shape::Path(2, 5), Extra::None),
    ("pill-arrow", Shape::Path(4, 7), Extra::Pill),
    ("quadruple", Shape::Square, Extra::Digits),
    ("ratio", Shape::Domino, Extra::Ratio),
    ("region-sum", Shape::Path(2, 6), Extra::None),
    ("renban", Shape::Path(3, 5), Extra::None),
    ("same-digits", Shape::Cage(2, 4), Extra::Sets),
    ("sandwich", Shape::Line, Extra::BetweenExtremes),
    ("skyscraper", Shape::Line, Extra::Visible),
    ("slow-thermo", Shape::Path(3, 6), Extra::None),
    ("sum", Shape::Cage(2, 6), Extra::Sum),
    ("sum-line", Shape::Path(2, 6), Extra::Pieces),
    ("thermo", Shape::Path(3, 6), Extra::None),
    ("v", Shape::Domino, Extra::None),
    ("whisper", Shape::Path(3, 5), Extra::Difference),
    ("white-dot", Shape::Domino, Extra::None),
    ("x", Shape::Domino, Extra::None),
    ("x-sum", Shape::Line, Extra::FirstSum),
    ("zipper", Shape::Path(3, 5), Extra::None),
];

/// How the constraints of a type look, if it is one of these.
fn listed(kind: &str) -> Option<(Shape, Extra)> {
    let found = TYPES.iter().find(|(name, ..)| *name == kind);
    found.map(|&(_, shape, extra)| (shape, extra))
}

/// The types whose constraints are made without trying values.
pub fn random_types() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|(kind, ..)| *kind)
}

/// The dominoes of a board, by sides.
pub fn dominoes(board: &Board) -> Vec<[Cell; 2]> {
    let (rows, columns) = (board.rows(), board.columns());
    let pairs = board.cells().flat_map(|cell| {
        let (row, column) = (board.row(cell), board.column(cell));
        let right = (column + 1 < columns).then(|| [cell, board.cell(row, column + 1)]);
        let below = (row + 1 < rows).then(|| [cell, board.cell(row + 1, column)]);
        [right, below]
    });
    pairs.flatten().collect()
}

/// Draws constraints on a full grid.
pub struct Drawing<'a> {
    pub board: &'a Board,
    pub solution: &'a Solution,
    pub random: &'a mut ChaCha8Rng,
}

/// How many constraints of a type a puzzle gets, and whether they may share cells.
pub struct Density {
    pub count: usize,
    pub overlaps: bool,
}

/// How many constraints of a type are drawn on a board.
pub fn density(kind: &str, board: &Board) -> Density {
    let cells = board.cell_count();
    let (share, overlaps) = match listed(kind).map(|(shape, _)| shape) {
        Some(Shape::Cage(2, _) | Shape::Around(..)) => (4, false),
        // One constraint has all circles.
        Some(Shape::Cage(1, 1)) => (cells, false),
        Some(Shape::Cage(..)) => (12, false),
        Some(Shape::Path(..)) | None => (10, false),
        Some(Shape::Domino | Shape::Square) => (8, true),
        Some(Shape::Diagonal | Shape::Line | Shape::Start(..)) => (8, true),
    };
    let count = (cells / share).max(1);
    Density { count, overlaps }
}

impl Drawing<'_> {
    /// A constraint of this type that may hold in the grid, or not: whoever wants one that
    /// holds tries again. `None` if there is no place for it, or the type is not known.
    pub fn item(&mut self, kind: &str) -> Option<ConstraintItem> {
        let (shape, extra) = listed(kind)?;
        let cells = self.cells(shape)?;
        let fields = self.fields(extra, &cells)?;
        Some(ConstraintItem {
            kind: kind.to_owned(),
            fields,
        })
    }

    fn value(&self, cell: Cell) -> i64 {
        i64::from(self.board.value(self.solution.digit(cell)))
    }

    fn names(&self, cells: &[Cell]) -> Value {
        cells.iter().map(|&cell| self.board.name(cell)).collect()
    }

    fn any_cell(&mut self) -> Cell {
        Cell(self.random.random_range(0..self.board.cell_count() as u32))
    }

    fn cells(&mut self, shape: Shape) -> Option<Vec<Cell>> {
        match shape {
            Shape::Cage(fewest, most) => self.grown(fewest, most, Self::sides, |cells| cells),
            Shape::Around(fewest, most) => {
                self.grown(fewest, most, Self::sides, |cells| &cells[..1])
            }
            Shape::Path(fewest, most) => {
                let path = self.grown(fewest, most, Self::neighbours, |cells| {
                    &cells[cells.len() - 1..]
                });
                path.filter(|cells| !self.crosses_itself(cells))
            }
            Shape::Domino => dominoes(self.board).choose(self.random).map(|pair| {
                match self.random.random_bool(0.5) {
                    true => vec![pair[0], pair[1]],
                    false => vec![pair[1], pair[0]],
                }
            }),
            Shape::Square => self.square(),
            Shape::Diagonal => self.diagonal(),
            Shape::Line => Some(self.line()),
            Shape::Start(fewest, most) => {
                let mut cells = self.line();
                cells.truncate(self.random.random_range(fewest..=most));
                (cells.len() >= fewest).then_some(cells)
            }
        }
    }

    /// Cells that grow from a random one by neighbours of those that `ends` leaves.
    fn grown(
        &mut self,
        fewest: usize,
        most: usize,
        neighbours: fn(&Self, Cell) -> Vec<Cell>,
        ends: fn(&[Cell]) -> &[Cell],
    ) -> Option<Vec<Cell>> {
        let wanted = self.random.random_range(fewest..=most);
        let mut cells = vec![self.any_cell()];
        while cells.len() < wanted {
            let around = ends(&cells).iter().flat_map(|&end| neighbours(self, end));
            let around: Vec<Cell> = around.filter(|cell| !cells.contains(cell)).collect();
            let Some(&next) = around.choose(self.random) else {
                break;
            };
            cells.push(next);
        }
        (cells.len() >= fewest).then_some(cells)
    }

    /// Whether two diagonal steps of a path have the same middle: nobody could tell its order.
    fn crosses_itself(&self, path: &[Cell]) -> bool {
        let middle = |step: &[Cell]| {
            let sum = |place: fn(&Board, Cell) -> usize| {
                place(self.board, step[0]) + place(self.board, step[1])
            };
            (sum(Board::row), sum(Board::column))
        };
        let mut seen = HashSet::new();
        !path.windows(2).all(|step| seen.insert(middle(step)))
    }

    fn sides(&self, cell: Cell) -> Vec<Cell> {
        let (row, column) = (self.board.row(cell), self.board.column(cell));
        let is_side =
            |other: &Cell| self.board.row(*other) == row || self.board.column(*other) == column;
        self.neighbours(cell).into_iter().filter(is_side).collect()
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let (row, column) = (self.board.row(cell), self.board.column(cell));
        let near =
            |place: usize, count: usize| place.saturating_sub(1)..=(place + 1).min(count - 1);
        let rows = near(row, self.board.rows());
        let cells = rows.flat_map(|row| {
            let columns = near(column, self.board.columns());
            columns.map(move |column| self.board.cell(row, column))
        });
        cells.filter(|other| *other != cell).collect()
    }

    fn square(&mut self) -> Option<Vec<Cell>> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        if rows < 2 || columns < 2 {
            return None;
        }
        let row = self.random.random_range(0..rows as u32 - 1) as usize;
        let column = self.random.random_range(0..columns as u32 - 1) as usize;
        let cell = |place: usize| self.board.cell(row + place / 2, column + place % 2);
        Some((0..4).map(cell).collect())
    }

    fn line(&mut self) -> Vec<Cell> {
        let board = self.board;
        let mut cells: Vec<Cell> = match self.random.random_bool(0.5) {
            true => {
                let row = self.random.random_range(0..board.rows() as u32) as usize;
                (0..board.columns())
                    .map(|column| board.cell(row, column))
                    .collect()
            }
            false => {
                let column = self.random.random_range(0..board.columns() as u32) as usize;
                (0..board.rows())
                    .map(|row| board.cell(row, column))
                    .collect()
            }
        };
        if self.random.random_bool(0.5) {
            cells.reverse();
        }
        cells
    }

    fn diagonal(&mut self) -> Option<Vec<Cell>> {
        let edge = *self.line().first()?;
        let (down, right) = (self.random.random_bool(0.5), self.random.random_bool(0.5));
        let step = |place: usize, forward: bool, count: usize| match forward {
            true => Some(place + 1).filter(|next| *next < count),
            false => place.checked_sub(1),
        };
        let board = self.board;
        let cells = std::iter::successors(Some(edge), |&cell| {
            let row = step(board.row(cell), down, board.rows())?;
            let column = step(board.column(cell), right, board.columns())?;
            Some(board.cell(row, column))
        });
        let cells: Vec<Cell> = cells.collect();
        (cells.len() > 1).then_some(cells)
    }
}

fn object(fields: Value) -> Map<String, Value> {
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
