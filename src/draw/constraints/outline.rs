//! Outlines of sets of cells.

use crate::draw::board::{Grid, Point};
use crate::draw::frame::CELL;
use crate::draw::svg::{polygon, polyline};
use crate::grid::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// A corner of the board's cells: row and column.
type Corner = (i64, i64);
/// Down and right.
type Step = (i64, i64);

/// The outline of cells, `inset` units within them, as SVG path data. With a gap, the
/// top left corner of the first cell is left out: so far to the right, and so far down.
pub fn outline(grid: &Grid, cells: &[Cell], inset: f64, gap: Option<Point>) -> String {
    let loops = loops(grid, &cells.iter().copied().collect());
    let mut data = String::new();
    for (index, steps) in loops.iter().enumerate() {
        let mut points = points(steps, inset);
        match gap.filter(|_| index == 0) {
            None => data += &polygon(&points),
            Some((right, down)) => {
                let (x, y) = points[0];
                points[0] = (x + right, y);
                points.push((x, y + down));
                data += &polyline(&points);
            }
        }
    }
    data
}

/// The first cell in reading order, where a text stands.
pub fn first_cell(cells: &[Cell]) -> Option<Cell> {
    cells.iter().copied().min()
}

/// The borders of a set of cells, clockwise, the first from the top left corner of the
/// first cell; holes are loops of their own.
fn loops(grid: &Grid, cells: &BTreeSet<Cell>) -> Vec<Vec<(Corner, Step)>> {
    let inside = |row, column| grid.cell(row, column).is_some_and(|c| cells.contains(&c));
    let mut open: BTreeMap<Corner, BTreeSet<(u8, Step)>> = BTreeMap::new();
    for &cell in cells {
        let (r, c) = (grid.row(cell) as i64, grid.column(cell) as i64);
        let sides = [
            (inside(r - 1, c), (r, c), (0, 1)),
            (inside(r, c + 1), (r, c + 1), (1, 0)),
            (inside(r + 1, c), (r + 1, c + 1), (0, -1)),
            (inside(r, c - 1), (r + 1, c), (-1, 0)),
        ];
        for (order, (has_neighbour, from, step)) in sides.into_iter().enumerate() {
            if !has_neighbour {
                open.entry(from).or_default().insert((order as u8, step));
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((&start, steps)) = open.iter().next() {
        let Some(&(_, first)) = steps.first() else {
            open.remove(&start);
            continue;
        };
        loops.push(follow(&mut open, start, first));
    }
    loops
}

/// Follows a border from a corner back to it.
fn follow(
    open: &mut BTreeMap<Corner, BTreeSet<(u8, Step)>>,
    start: Corner,
    first: Step,
) -> Vec<(Corner, Step)> {
    let mut path = Vec::new();
    let (mut at, mut step) = (start, first);
    loop {
        path.push((at, step));
        at = (at.0 + step.0, at.1 + step.1);
        // Where two cells touch at a corner, a turn to the right stays with the same cell.
        let (down, right) = step;
        let turns = [(right, -down), (down, right), (-right, down)];
        let is_open = |turn: &Step| {
            let steps = open.get(&at);
            steps.is_some_and(|steps| steps.iter().any(|(_, other)| other == turn))
        };
        let next = turns.into_iter().find(is_open);
        let is_closed = at == start && next == Some(first);
        let Some(next) = next else {
            return path;
        };
        if let Some(steps) = open.get_mut(&at) {
            steps.retain(|(_, other)| *other != next);
        }
        if is_closed {
            return path;
        }
        step = next;
    }
}

/// The corners of a border, moved inwards.
fn points(steps: &[(Corner, Step)], inset: f64) -> Vec<Point> {
    let mut points = Vec::new();
    for (index, &((row, column), (down, right))) in steps.iter().enumerate() {
        let before = index.checked_sub(1).unwrap_or(steps.len() - 1);
        let (_, (down_before, right_before)) = steps[before];
        if (down, right) == (down_before, right_before) {
            continue;
        }
        // Inwards is to the right of each step.
        let (x, y) = (-(down + down_before), right + right_before);
        points.push((
            CELL * column as f64 + inset * x as f64,
            CELL * row as f64 + inset * y as f64,
        ));
    }
    points
}
