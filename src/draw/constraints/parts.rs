//! What joins the parts of a set of cells that do not share a side.

use crate::draw::board::Grid;
use crate::draw::frame::CELL;
use crate::draw::svg::{number, polyline};
use crate::grid::Cell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// How far a line along a row or a column begins from its middle, where the digits are.
const BESIDE: f64 = 33.0;

/// Curves from part to part of a set of cells, each to the nearest, as SVG path data. They
/// begin and end at outlines that are `inset` units within the cells.
pub fn joints(grid: &Grid, cells: &[Cell], inset: f64) -> String {
    let parts = parts(grid, cells);
    let Some((first, others)) = parts.split_first() else {
        return String::new();
    };
    // Each cell that is not yet joined, with its part and the nearest of those that are.
    let mut open: BTreeMap<Cell, (usize, Cell)> = BTreeMap::new();
    for (part, cells) in others.iter().enumerate() {
        let nearest = |cell| {
            first
                .iter()
                .copied()
                .min_by_key(|&c| distance(grid, c, cell))
        };
        let entries = cells
            .iter()
            .filter_map(|&cell| Some((cell, (part, nearest(cell)?))));
        open.extend(entries);
    }
    let mut data = String::new();
    let shortest = |open: &BTreeMap<Cell, (usize, Cell)>| {
        let entries = open.iter().map(|(&cell, &(part, from))| (from, cell, part));
        entries.min_by_key(|&(from, cell, _)| distance(grid, from, cell))
    };
    while let Some((from, to, joined)) = shortest(&open) {
        data += &curve(grid, (from, to), inset);
        open.retain(|_, (part, _)| *part != joined);
        for (&cell, (_, from)) in &mut open {
            for &new in &others[joined] {
                if distance(grid, new, cell) < distance(grid, *from, cell) {
                    *from = new;
                }
            }
        }
    }
    data
}

/// The cells that hang together by their sides.
fn parts(grid: &Grid, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut left: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&cell) = part.get(next) {
            let (row, column) = (grid.row(cell) as i64, grid.column(cell) as i64);
            let sides = [(-1, 0), (0, -1), (0, 1), (1, 0)];
            let sides = sides.map(|(down, right)| grid.cell(row + down, column + right));
            part.extend(sides.into_iter().flatten().filter(|side| left.remove(side)));
            next += 1;
        }
        parts.push(part);
    }
    parts
}

/// The square of the distance between two cells.
fn distance(grid: &Grid, a: Cell, b: Cell) -> usize {
    let rows = grid.row(a).abs_diff(grid.row(b));
    let columns = grid.column(a).abs_diff(grid.column(b));
    rows * rows + columns * columns
}

/// From the corners of two cells that face each other; beside the digits if the cells are in
/// one row or column. Curves of different lengths do not run on top of each other.
fn curve(grid: &Grid, (from, to): (Cell, Cell), inset: f64) -> String {
    let (a, b) = (grid.centre(from), grid.centre(to));
    let half = CELL / 2.0 - inset;
    let start = |from: f64, to: f64| match from.total_cmp(&to) {
        Ordering::Less => half,
        Ordering::Greater => -half,
        Ordering::Equal => BESIDE,
    };
    let from = (a.0 + start(a.0, b.0), a.1 + start(a.1, b.1));
    let to = (b.0 + start(b.0, a.0), b.1 + start(b.1, a.1));
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let length = right.hypot(down);
    if length < CELL {
        return polyline(&[from, to]);
    }
    let is_straight = a.0 == b.0 || a.1 == b.1;
    let bend = match is_straight {
        true => (0.08 * length).min(30.0),
        // Around the digits of cells on the way.
        false => 50.0,
    };
    // Away from the digits: down, or to the right.
    let is_flat = right.abs() >= down.abs();
    let side = if is_flat { right } else { -down }.signum();
    let control = (
        (from.0 + to.0 - 2.0 * side * bend * down / length) / 2.0,
        (from.1 + to.1 + 2.0 * side * bend * right / length) / 2.0,
    );
    let [from, control, to] =
        [from, control, to].map(|(x, y)| format!("{} {}", number(x), number(y)));
    format!("M{from}Q{control} {to}")
}
