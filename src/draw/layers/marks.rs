//! Marked cells and constraints, each mark with a shape of its own.

use crate::draw::board::{Grid, Point};
use crate::draw::constraints::{Item, outline_of};
use crate::draw::frame::CELL;
use crate::draw::mark::Mark;
use crate::draw::picture::Picture;
use crate::draw::svg::{Attributes, Svg, polyline, with};
use crate::draw::theme::Paint;
use crate::grid::Cell;

/// The tint of a marked cell.
pub fn ground(mark: Mark) -> Option<Paint> {
    match mark {
        Mark::Conflict => Some(Paint::ConflictCell),
        Mark::Highlight => Some(Paint::HighlightCell),
        Mark::Difference => Some(Paint::DifferenceCell),
        Mark::Redundant => None,
    }
}

/// Draws frames, rings and hatching, below the digits.
pub fn draw(svg: &mut Svg, picture: &Picture) {
    for item in &picture.constraints.items {
        if let Some(mark) = item.mark {
            constraint(svg, &picture.grid, item, mark);
        }
    }
    for (&cell, &mark) in &picture.marks {
        draw_mark(svg, picture.grid.corner(cell), mark);
    }
    for cell in picture.differing() {
        draw_mark(svg, picture.grid.corner(cell), Mark::Difference);
    }
}

/// Draws a mark in the cell with this corner.
pub fn draw_mark(svg: &mut Svg, (x, y): Point, mark: Mark) {
    let centre = (x + CELL / 2.0, y + CELL / 2.0);
    match mark {
        Mark::Conflict => {
            svg.path(
                hatching((x, y)),
                line(mark, 2.0).set("stroke-opacity", "0.45"),
            );
            frame(svg, (x, y), line(mark, 6.0));
        }
        Mark::Redundant => {
            svg.circle(centre, 41.0, line(mark, 7.0).round().dashes("0 12.27"));
        }
        Mark::Highlight => frame(svg, (x, y), line(mark, 5.0)),
        Mark::Difference => svg.circle(centre, 41.0, line(mark, 4.0)),
    }
}

fn frame(svg: &mut Svg, (x, y): Point, attributes: Attributes) {
    let size = CELL - 26.0;
    svg.rect(
        (x + 13.0, y + 13.0),
        (size, size),
        attributes.number("rx", 4.0),
    );
}

fn line(mark: Mark, width: f64) -> Attributes {
    let paint = match mark {
        Mark::Conflict => Paint::Conflict,
        Mark::Redundant => Paint::Redundant,
        Mark::Highlight => Paint::Highlight,
        Mark::Difference => Paint::Difference,
    };
    with().no_fill().stroke(paint, width)
}

/// Lines from the lower left to the upper right, within the frame.
fn hatching((x, y): Point) -> String {
    let (low, high): Point = (14.0, CELL - 14.0);
    let sums = (1..10).map(|index| 20.0 * f64::from(index));
    let lines = sums.map(|sum| {
        let from = low.max(sum - high);
        let to = high.min(sum - low);
        polyline(&[(x + from, y + sum - from), (x + to, y + sum - to)])
    });
    lines.collect()
}

/// Frames the cells of a constraint.
fn constraint(svg: &mut Svg, grid: &Grid, item: &Item, mark: Mark) {
    let cells: Vec<Cell> = item.shapes.iter().flat_map(|s| s.cells.clone()).collect();
    let attributes = match mark {
        Mark::Redundant => line(mark, 7.0).round().dashes("0 12.5"),
        _ => line(mark, 7.0).set("stroke-opacity", "0.7"),
    };
    svg.path(outline_of(grid, &cells, 3.5), attributes);
}
