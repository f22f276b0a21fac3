//! Lines, thermometers, arrows.

use super::Shape;
use super::shapes::{core, corner_text, tint};
use crate::draw::board::{Grid, Point};
use crate::draw::frame::CELL;
use crate::draw::svg::{Attributes, Svg, polygon, polyline, with};
use crate::draw::theme::Paint;
use crate::rules::{Drawing, LineEnd, Pattern};

/// Radius of a circle around a digit.
const CIRCLE: f64 = 38.0;
/// Radius of the bulb of a thermometer.
const BULB: f64 = 36.0;
/// Width of a thick line.
const THICK: f64 = 24.0;
/// Width of what is around a thick line, darker, for pale prints.
const BORDER: f64 = 1.6;
/// Width of a thin line.
const THIN: f64 = 5.0;

/// Draws a line with its ends.
pub fn line(svg: &mut Svg, grid: &Grid, shape: &Shape, drawing: &Drawing) {
    let mut points: Vec<Point> = shape.cells.iter().map(|&cell| grid.centre(cell)).collect();
    points.dedup();
    let Some(&first) = points.first() else {
        return;
    };
    let is_closed = points.len() > 2 && points.last() == Some(&first);
    if is_closed {
        points.pop();
    }
    let ends = points.clone();
    let after = shape.after.iter().map(|&cell| grid.centre(cell));
    let nearest = after.min_by(|a, b| distance(*a, first).total_cmp(&distance(*b, first)));
    if let Some(nearest) = nearest {
        points.insert(0, toward(nearest, first, CIRCLE));
    } else if points.len() > 1 {
        let last = points.len() - 1;
        // Round ends touch the circle from outside.
        let radius = CIRCLE + if drawing.is_thin { 0.0 } else { THICK / 2.0 };
        if is_ring(drawing.start) {
            points[0] = toward(points[0], points[1], radius);
        }
        if is_ring(drawing.end) {
            points[last] = toward(points[last], points[last - 1], radius);
        }
    }
    let path = match points[..] {
        // A line of no length is a dot.
        [point] => polyline(&[point, point]),
        _ if is_closed => polygon(&points),
        _ => polyline(&points),
    };
    border(svg, drawing, &ends, &path);
    ends_below(svg, drawing, &ends);
    strokes(svg, drawing, path);
    if drawing.end == LineEnd::Arrow {
        arrowhead(svg, drawing, &points);
    }
    if let Some(cell) = shape
        .cells
        .first()
        .copied()
        .filter(|_| !shape.text.is_empty())
    {
        corner_text(svg, grid, cell, shape);
    }
}

/// Draws a thin line from corner to corner of the board's outer cells.
pub fn diagonal(svg: &mut Svg, grid: &Grid, shape: &Shape, drawing: &Drawing) {
    let (Some(&first), Some(&last)) = (shape.cells.first(), shape.cells.last()) else {
        return;
    };
    let (a, b) = (grid.centre(first), grid.centre(last));
    // A single cell has the diagonal that falls to the right.
    let (x, y) = (
        (b.0 - a.0).signum(),
        if a == b { 1.0 } else { (b.1 - a.1).signum() },
    );
    let half = CELL / 2.0;
    let points = [
        (a.0 - half * x, a.1 - half * y),
        (b.0 + half * x, b.1 + half * y),
    ];
    let attributes = with().no_fill().stroke(core(drawing.colour), 2.2);
    svg.path(polyline(&points), attributes);
}

fn is_ring(end: LineEnd) -> bool {
    matches!(end, LineEnd::Circle | LineEnd::Diamond)
}

/// What shows around a thick line and its bulbs.
fn border(svg: &mut Svg, drawing: &Drawing, points: &[Point], path: &str) {
    if drawing.is_thin {
        return;
    }
    let core = core(drawing.colour);
    let wider = with().no_fill().stroke(core, THICK + 2.0 * BORDER);
    svg.path(path.to_owned(), wider.round());
    let ends = [
        (drawing.start, points.first()),
        (drawing.end, points.last()),
    ];
    for (end, at) in ends {
        if let (LineEnd::Bulb, Some(&at)) = (end, at) {
            svg.circle(at, BULB + BORDER, with().fill(core));
        }
    }
}

/// The thick line and the thin one in its middle.
fn strokes(svg: &mut Svg, drawing: &Drawing, path: String) {
    let (tint, core) = (tint(drawing.colour), core(drawing.colour));
    let stroke = |paint, width| with().no_fill().stroke(paint, width).round();
    if drawing.is_thin {
        let attributes = stroke(core, THIN).dashes(dashes(drawing.pattern));
        return svg.path(path, attributes);
    }
    svg.path(path.clone(), stroke(tint, THICK));
    match drawing.pattern {
        Pattern::Plain => (),
        Pattern::Double => {
            svg.path(path.clone(), stroke(core, 13.0));
            svg.path(path, stroke(tint, 6.0));
        }
        Pattern::Dotted => svg.path(path, stroke(core, 7.0).dashes("0 15")),
        pattern => svg.path(path, stroke(core, 4.0).dashes(dashes(pattern))),
    }
}

/// How a thin line is broken.
fn dashes(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Plain | Pattern::Solid | Pattern::Double => "",
        Pattern::Dashed => "14 12",
        Pattern::Dotted => "0 10",
        Pattern::DashDot => "16 10 0 10",
    }
}

/// What stands at the ends, apart from arrowheads.
fn ends_below(svg: &mut Svg, drawing: &Drawing, points: &[Point]) {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return;
    };
    for (end, at) in [(drawing.start, first), (drawing.end, last)] {
        let core = core(drawing.colour);
        let ring: Attributes = with().no_fill().stroke(core, THIN);
        match end {
            LineEnd::None | LineEnd::Arrow => (),
            LineEnd::Dot => svg.circle(at, 13.0, with().fill(core)),
            LineEnd::Bulb => {
                svg.circle(at, BULB, with().fill(tint(drawing.colour)));
                if drawing.pattern != Pattern::Plain {
                    svg.circle(at, 29.0, with().no_fill().stroke(core, 3.5));
                }
            }
            LineEnd::Circle => svg.circle(at, CIRCLE, ring),
            LineEnd::Diamond => {
                let (x, y) = at;
                let d = CIRCLE + 5.0;
                let corners = [(x, y - d), (x + d, y), (x, y + d), (x - d, y)];
                svg.path(polygon(&corners), ring);
            }
        }
    }
}

fn arrowhead(svg: &mut Svg, drawing: &Drawing, points: &[Point]) {
    let [.., before, last] = points else {
        return;
    };
    let width = if drawing.is_thin { THIN } else { THIN + 2.0 };
    let paint: Paint = core(drawing.colour);
    let attributes = with().no_fill().stroke(paint, width).round();
    svg.path(head(*before, *last, 22.0), attributes);
}

/// An open arrowhead of this length, with its tip at `to`.
pub fn head(from: Point, to: Point, length: f64) -> String {
    let (x, y) = direction(from, to);
    let side = 0.75 * length;
    let back = (to.0 - length * x, to.1 - length * y);
    let corners = [
        (back.0 - side * y, back.1 + side * x),
        to,
        (back.0 + side * y, back.1 - side * x),
    ];
    polyline(&corners)
}

/// The point at this distance from `from` on the way to `to`.
pub fn toward(from: Point, to: Point, length: f64) -> Point {
    let (x, y) = direction(from, to);
    (from.0 + length * x, from.1 + length * y)
}

/// One unit of length on the way.
pub fn direction(from: Point, to: Point) -> Point {
    let length = distance(from, to);
    match length > 0.0 {
        true => ((to.0 - from.0) / length, (to.1 - from.1) / length),
        false => (1.0, 0.0),
    }
}

fn distance(a: Point, b: Point) -> f64 {
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    (x * x + y * y).sqrt()
}
