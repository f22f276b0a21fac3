//! Dots, signs and angles between cells.

use super::Shape;
use super::line::{direction, toward};
use crate::draw::board::{Grid, Point};
use crate::draw::frame::CELL;
use crate::draw::svg::{Svg, polyline, text_width, with};
use crate::draw::theme::Paint;
use crate::grid::Cell;
use crate::rules::{Colour, Drawing, Form};

/// The points between cells that follow each other. Cells that are not neighbours are
/// linked by a dotted line.
fn middles(svg: &mut Svg, grid: &Grid, pairs: &[(Cell, Cell)]) -> Vec<(Point, Point)> {
    let mut middles = Vec::new();
    for &(first, second) in pairs {
        let (a, b) = (grid.centre(first), grid.centre(second));
        let apart = grid.row(first).abs_diff(grid.row(second))
            + grid.column(first).abs_diff(grid.column(second));
        if apart != 1 {
            let dotted = with().no_fill().stroke(Paint::Muted, 3.0).round();
            svg.path(polyline(&[a, b]), dotted.dashes("0 9"));
        }
        let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        middles.push((middle, direction(a, b)));
    }
    middles
}

/// Where the way to another cell leaves a cell.
fn border(grid: &Grid, cell: Cell, other: Cell) -> Point {
    let (from, to) = (grid.centre(cell), grid.centre(other));
    let (x, y) = direction(from, to);
    toward(from, to, CELL / 2.0 / x.abs().max(y.abs()))
}

fn chain(cells: &[Cell]) -> Vec<(Cell, Cell)> {
    cells.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Draws dots, with a text in them.
pub fn dots(svg: &mut Svg, grid: &Grid, shape: &Shape, drawing: &Drawing) {
    let is_black = drawing.colour == Colour::Black;
    let (fill, text) = match is_black {
        true => (Paint::DotBlack, Paint::OnBlack),
        false => (super::shapes::tint(drawing.colour), Paint::OnWhite),
    };
    let radius = if shape.text.is_empty() { 13.0 } else { 17.0 };
    for (middle, _) in middles(svg, grid, &chain(&shape.cells)) {
        svg.circle(middle, radius, with().fill(fill).stroke(Paint::Ink, 2.6));
        if !shape.text.is_empty() {
            let attributes = with().fill(text).set("font-weight", "600");
            svg.label(
                middle,
                fitting(&shape.text, 22.0, 27.0),
                attributes,
                &shape.text,
            );
        }
    }
}

/// Writes a text between cells, on a patch that interrupts the line of the grid.
pub fn signs(svg: &mut Svg, grid: &Grid, shape: &Shape) {
    for (middle, _) in middles(svg, grid, &chain(&shape.cells)) {
        svg.circle(middle, 16.0, with().fill(Paint::Paper));
        let attributes = with().fill(Paint::Ink).set("font-weight", "700");
        let size = fitting(&shape.text, 30.0, 36.0);
        svg.label(middle, size, attributes, &shape.text);
    }
}

/// Draws angles that point to the smaller of two cells.
pub fn angles(svg: &mut Svg, grid: &Grid, shape: &Shape, form: Form) {
    let pairs: Vec<(Cell, Cell)> = match (form, shape.cells.split_first()) {
        (Form::Maximum, Some((&first, rest))) => rest.iter().map(|&c| (first, c)).collect(),
        (Form::Minimum, Some((&first, rest))) => rest.iter().map(|&c| (c, first)).collect(),
        _ => chain(&shape.cells),
    };
    let places = middles(svg, grid, &pairs);
    for (&(from, to), (middle, (right, down))) in pairs.iter().zip(places) {
        // Halfway to a cell further off there may be a digit.
        let (x, y) = match form {
            Form::Maximum => border(grid, from, to),
            Form::Minimum => border(grid, to, from),
            _ => middle,
        };
        let at = |along: f64, aside: f64| {
            let (dx, dy) = (along * right - aside * down, along * down + aside * right);
            (x + dx, y + dy)
        };
        let corners = [at(-7.0, -15.0), at(9.0, 0.0), at(-7.0, 15.0)];
        // A patch interrupts the line of the grid.
        svg.circle((x, y), 12.0, with().fill(Paint::Paper));
        let attributes = with().no_fill().stroke(Paint::Ink, 4.5).round();
        svg.path(polyline(&corners), attributes);
    }
}

/// Draws a circle where cells meet, with digits in one row or two.
pub fn corner(svg: &mut Svg, grid: &Grid, shape: &Shape) {
    if shape.cells.is_empty() {
        return;
    }
    let centres = shape.cells.iter().map(|&cell| grid.centre(cell));
    let count = shape.cells.len() as f64;
    let sum = centres.fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x, sum.1 + y));
    let (x, y) = (sum.0 / count, sum.1 / count);
    let circle = with().fill(Paint::Paper).stroke(Paint::Ink, 2.6);
    svg.circle((x, y), 25.0, circle);
    let attributes = with().fill(Paint::Ink).set("font-weight", "600");
    let digits: Vec<char> = shape.text.chars().collect();
    if digits.len() < 3 || digits.contains(&' ') {
        let size = fitting(&shape.text, 26.0, 40.0);
        return svg.label((x, y), size, attributes, &shape.text);
    }
    let (upper, lower) = digits.split_at(digits.len().div_ceil(2));
    for (row, offset) in [(upper, -10.0), (lower, 10.0)] {
        let text: String = row.iter().collect();
        let size = fitting(&text, 21.0, 34.0);
        svg.label((x, y + offset), size, attributes.clone(), &text);
    }
}

/// The size of a font, smaller where a text would be wider than `room`.
fn fitting(text: &str, size: f64, room: f64) -> f64 {
    size.min(room / text_width(text, 1.0).max(0.1))
}
