//! Clues outside the grid.

use super::line::{direction, head};
use super::{Constraints, Shape};
use crate::draw::board::{Grid, Point};
use crate::draw::frame::{CELL, CLUE};
use crate::draw::svg::{Svg, polyline, text_width, with};
use crate::draw::theme::Paint;
use crate::grid::Cell;
use crate::rules::Board;
use std::collections::BTreeMap;

/// A place outside the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spot {
    /// The row and column of the cell that would be there: -1, or as many as there are,
    /// is outside.
    row: i64,
    column: i64,
    /// The way inwards: rows and columns.
    step: (i64, i64),
    /// How many clues are between it and the board.
    level: usize,
}

impl Spot {
    /// The place before the first of the cells, if they are a straight line from the edge.
    pub fn of(cells: &[Cell], board: &Board) -> Option<Spot> {
        let place = |cell: Cell| (board.row(cell) as i64, board.column(cell) as i64);
        let first = place(*cells.first()?);
        let steps = match cells.get(1) {
            Some(&second) => {
                let second = place(second);
                vec![(second.0 - first.0, second.1 - first.1)]
            }
            // A single cell is the end of a diagonal, or a whole row.
            None => vec![
                (1, -1),
                (1, 1),
                (-1, 1),
                (-1, -1),
                (0, 1),
                (1, 0),
                (0, -1),
                (-1, 0),
            ],
        };
        let (rows, columns) = (board.rows() as i64, board.columns() as i64);
        let is_outside = |row, column| {
            let is_inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            !is_inside
        };
        let fits = |&(down, right): &(i64, i64)| {
            let is_unit = down.abs() <= 1 && right.abs() <= 1 && (down, right) != (0, 0);
            let on_line = |(index, &cell): (usize, &Cell)| {
                let index = index as i64;
                place(cell) == (first.0 + index * down, first.1 + index * right)
            };
            is_unit
                && cells.iter().enumerate().all(on_line)
                && is_outside(first.0 - down, first.1 - right)
        };
        let step = steps.into_iter().find(fits)?;
        Some(Spot {
            row: first.0 - step.0,
            column: first.1 - step.1,
            step,
            level: 0,
        })
    }

    /// Whether it points along a diagonal.
    pub fn is_diagonal(&self) -> bool {
        self.step.0 != 0 && self.step.1 != 0
    }

    /// A place of this kind beside a single cell: left of it, or above and left of it.
    pub fn in_a_sample(self) -> Spot {
        let above = i64::from(self.is_diagonal());
        Spot {
            row: -above,
            column: -1,
            step: (above, 1),
            level: 0,
        }
    }

    /// Whether it is left of, above, right of and below the board.
    fn sides(&self, board: &Board) -> [bool; 4] {
        let (rows, columns) = (board.rows() as i64, board.columns() as i64);
        [
            self.column < 0,
            self.row < 0,
            self.column >= columns,
            self.row >= rows,
        ]
    }

    fn centre(&self, grid: &Grid) -> Point {
        let out = 40.0 + CLUE * self.level as f64;
        let along = |index: i64, size: usize| match index {
            index if index < 0 => -out,
            index if index >= size as i64 => CELL * size as f64 + out,
            index => CELL * index as f64 + CELL / 2.0,
        };
        (along(self.column, grid.columns), along(self.row, grid.rows))
    }
}

impl Constraints {
    /// Puts clues at the same place behind each other, and counts the rows of clues.
    pub(super) fn stack_clues(&mut self, board: &Board) {
        let mut taken: BTreeMap<(i64, i64), usize> = BTreeMap::new();
        let shapes = self.items.iter_mut().flat_map(|item| &mut item.shapes);
        let mut spots: Vec<&mut Spot> = shapes.filter_map(|shape| shape.spot.as_mut()).collect();
        // Arrows belong next to the board.
        spots.sort_by_key(|spot| !spot.is_diagonal());
        for spot in spots {
            let level = taken.entry((spot.row, spot.column)).or_default();
            spot.level = *level;
            *level += 1;
            for (side, clues) in spot.sides(board).into_iter().zip(&mut self.clues) {
                if side {
                    *clues = (*clues).max(spot.level + 1);
                }
            }
        }
    }
}

/// Writes a clue; one of a diagonal has a small arrow.
pub fn clue(svg: &mut Svg, grid: &Grid, shape: &Shape) {
    let Some(spot) = shape.spot else {
        return;
    };
    let (mut x, mut y) = spot.centre(grid);
    let (down, right) = (spot.step.0 as f64, spot.step.1 as f64);
    let is_diagonal = spot.is_diagonal();
    if is_diagonal {
        // The arrow ends at the corner of the first cell, or as far out as the text.
        let out = CLUE * spot.level as f64;
        let corner = |index: i64, step: i64, size: usize| {
            let outside = i64::from(index >= size as i64) - i64::from(index < 0);
            CELL * (index + i64::from(step > 0)) as f64 + out * outside as f64
        };
        let to = (
            corner(spot.column, spot.step.1, grid.columns),
            corner(spot.row, spot.step.0, grid.rows),
        );
        let tip = (to.0 - 5.0 * right, to.1 - 5.0 * down);
        let from = (tip.0 - 19.0 * right, tip.1 - 19.0 * down);
        let attributes = with().no_fill().stroke(Paint::Muted, 3.5).round();
        let shaft = polyline(&[from, tip]) + &head(from, tip, 9.0);
        svg.path(shaft, attributes);
        // The text makes room for it.
        let (away_x, away_y) = direction(tip, (x, y));
        x += 5.0 * away_x;
        y += 5.0 * away_y;
    }
    let size = 36.0_f64.min((CLUE - 8.0) / text_width(&shape.text, 1.0).max(0.1));
    let size = if is_diagonal { size * 0.85 } else { size };
    let attributes = with().fill(Paint::Clue).set("font-weight", "500");
    svg.label((x, y), size, attributes, &shape.text);
    if let Some(letter) = shape.letter {
        let right = x + text_width(&shape.text, size) / 2.0 + 7.0;
        let attributes = with().fill(Paint::Muted).set("font-style", "italic");
        svg.label((right, y + 14.0), 20.0, attributes, &letter.to_string());
    }
}
