//! The lines of the grid.

use crate::draw::board::Grid;
use crate::draw::frame::CELL;
use crate::draw::svg::{Svg, polyline, with};
use crate::draw::theme::Paint;

/// Draws thin lines between cells, and thick ones around regions and the board.
pub fn draw(svg: &mut Svg, grid: &Grid) {
    let (rows, columns) = (grid.rows, grid.columns);
    let mut thin = String::new();
    let mut thick = String::new();
    for row in 1..rows {
        let is_border = |c: usize| grid.region(row - 1, c) != grid.region(row, c);
        thin += &runs(columns, |c| !is_border(c), |c| (c, row as f64));
        thick += &runs(columns, is_border, |c| (c, row as f64));
    }
    for column in 1..columns {
        let is_border = |r: usize| grid.region(r, column - 1) != grid.region(r, column);
        thin += &runs(rows, |r| !is_border(r), |r| (column as f64, r));
        thick += &runs(rows, is_border, |r| (column as f64, r));
    }
    let width = if rows.max(columns) > 16 { 6.0 } else { 5.0 };
    svg.path(thin, with().no_fill().stroke(Paint::Rule, 1.8));
    let stroke = with().no_fill().stroke(Paint::Ink, width);
    svg.path(thick, stroke.clone().set("stroke-linecap", "square"));
    let size = (CELL * columns as f64, CELL * rows as f64);
    svg.rect((0.0, 0.0), size, stroke);
}

/// Lines along those of `count` cells in a row for which `is_drawn` holds.
fn runs(count: usize, is_drawn: impl Fn(usize) -> bool, at: impl Fn(f64) -> (f64, f64)) -> String {
    let mut data = String::new();
    let mut start = None;
    for index in 0..=count {
        let here = index < count && is_drawn(index);
        match (start, here) {
            (None, true) => start = Some(index),
            (Some(first), false) => {
                let ends = [at(first as f64), at(index as f64)];
                let ends = ends.map(|(x, y)| (CELL * x, CELL * y));
                data += &polyline(&ends);
                start = None;
            }
            _ => (),
        }
    }
    data
}
