//! Cages, areas, and shapes in cells.

use super::Shape;
use super::outline::{first_cell, outline};
use super::parts::joints;
use crate::draw::board::Grid;
use crate::draw::frame::CELL;
use crate::draw::svg::{Attributes, Svg, number, text_width, with};
use crate::draw::theme::Paint;
use crate::grid::Cell;
use crate::rules::{Colour, Drawing, Form, Pattern};

/// How far a cage is from the borders of its cells.
const INSET: f64 = 8.0;
/// The font of sums of cages.
const SMALL: f64 = 22.0;

/// The lighter tone of a colour.
pub fn tint(colour: Colour) -> Paint {
    match colour {
        Colour::Grey => Paint::Grey,
        Colour::Red => Paint::Red,
        Colour::Orange => Paint::Orange,
        Colour::Yellow => Paint::Yellow,
        Colour::Green => Paint::Green,
        Colour::Teal => Paint::Teal,
        Colour::Blue => Paint::Blue,
        Colour::Purple => Paint::Purple,
        Colour::Pink => Paint::Pink,
        Colour::White => Paint::DotWhite,
        Colour::Black => Paint::DotBlack,
    }
}

/// The darker tone of a colour.
pub fn core(colour: Colour) -> Paint {
    match colour {
        Colour::Grey => Paint::GreyCore,
        Colour::Red => Paint::RedCore,
        Colour::Orange => Paint::OrangeCore,
        Colour::Yellow => Paint::YellowCore,
        Colour::Green => Paint::GreenCore,
        Colour::Teal => Paint::TealCore,
        Colour::Blue => Paint::BlueCore,
        Colour::Purple => Paint::PurpleCore,
        Colour::Pink => Paint::PinkCore,
        Colour::White | Colour::Black => Paint::Ink,
    }
}

/// Draws a cage, with its text in the corner of its first cell.
pub fn cage(svg: &mut Svg, grid: &Grid, shape: &Shape, drawing: &Drawing) {
    let gap = (!shape.text.is_empty()).then(|| {
        let width = SMALL * shape.corner.width;
        let height = SMALL * (shape.corner.level + 1) as f64;
        (
            width.min(CELL - 2.0 * INSET - 12.0) + 5.0,
            height.min(CELL - 2.0 * INSET - 2.0) + 1.0,
        )
    });
    let attributes = match drawing.pattern {
        Pattern::Plain | Pattern::Dashed => line(2.4).dashes("8 5.5"),
        Pattern::Dotted => line(3.2).round().dashes("0 7"),
        Pattern::DashDot => line(2.4).dashes("12 5 2.4 5"),
        Pattern::Solid | Pattern::Double => line(2.4),
    };
    svg.path(outline(grid, &shape.cells, INSET, gap), attributes);
    svg.path(joints(grid, &shape.cells, INSET), line(2.4));
    if let Some(cell) = first_cell(&shape.cells).filter(|_| gap.is_some()) {
        corner_text(svg, grid, cell, shape);
    }
}

fn line(width: f64) -> Attributes {
    with().no_fill().stroke(Paint::Clue, width)
}

/// How many texts fit below each other.
const LEVELS: usize = 4;
/// How many numbers in boxes fit below each other.
const TAG_LEVELS: usize = 3;

/// Writes the text of a shape in the top left corner of a cell, as large as fits.
pub fn corner_text(svg: &mut Svg, grid: &Grid, cell: Cell, shape: &Shape) {
    let (text, level) = (&shape.text, shape.corner.level);
    let (x, y) = grid.corner(cell);
    let x = x + (level / LEVELS * 30) as f64;
    let y = y + SMALL * (level % LEVELS) as f64;
    let room = CELL - 2.0 * INSET;
    let size = SMALL.min(room / text_width(text, 1.0).max(0.1));
    let at = (x + INSET - 1.0, y + 16.0);
    let attributes = with().set("text-anchor", "start").set("font-weight", "600");
    // Lines below keep away from it. Not every program knows `paint-order`, so the ground
    // is a text of its own.
    let ground = attributes.clone().fill(Paint::Paper);
    let ground = ground.stroke(Paint::Paper, 5.0);
    let ground = ground.set("stroke-linejoin", "round");
    svg.label(at, size, ground.set("aria-hidden", "true"), text);
    svg.label(at, size, attributes.fill(Paint::Clue), text);
}

/// Draws tinted cells with a thin outline.
pub fn area(svg: &mut Svg, grid: &Grid, shape: &Shape, drawing: &Drawing) {
    let inset = 3.0;
    let data = outline(grid, &shape.cells, inset, None);
    let paint = match drawing.colour {
        Colour::Grey => Paint::Shape,
        colour => tint(colour),
    };
    let attributes = with().fill(paint).set("fill-opacity", "0.6");
    let attributes = attributes.set("fill-rule", "evenodd");
    let attributes = attributes.stroke(core(drawing.colour), 2.5);
    svg.path(data, attributes);
    let joined = with().no_fill().stroke(core(drawing.colour), 2.5);
    svg.path(joints(grid, &shape.cells, inset), joined);
    if let Some(cell) = first_cell(&shape.cells).filter(|_| !shape.text.is_empty()) {
        corner_text(svg, grid, cell, shape);
    }
}

/// Draws a capsule around cells in a row, or an outline around others.
pub fn pill(svg: &mut Svg, grid: &Grid, shape: &Shape, drawing: &Drawing) {
    let rows = shape.cells.iter().map(|&cell| grid.row(cell));
    let columns = shape.cells.iter().map(|&cell| grid.column(cell));
    let span = |values: Vec<usize>| Some((*values.iter().min()?, *values.iter().max()?));
    let (Some(rows), Some(columns)) = (span(rows.collect()), span(columns.collect())) else {
        return;
    };
    let attributes = with().no_fill().stroke(core(drawing.colour), 5.0);
    let count = (rows.1 - rows.0 + 1) * (columns.1 - columns.0 + 1);
    let is_straight = rows.0 == rows.1 || columns.0 == columns.1;
    if !is_straight || count != shape.cells.len() {
        let inset = 14.0;
        let data = outline(grid, &shape.cells, inset, None) + &joints(grid, &shape.cells, inset);
        return svg.path(data, attributes);
    }
    let inset = 12.0;
    let corner = (
        CELL * columns.0 as f64 + inset,
        CELL * rows.0 as f64 + inset,
    );
    let length = |(first, last): (usize, usize)| CELL * (last - first + 1) as f64 - 2.0 * inset;
    let radius = CELL / 2.0 - inset;
    let attributes = attributes.number("rx", radius);
    svg.rect(corner, (length(columns), length(rows)), attributes);
}

/// Draws a disc, a square or a circle in each cell.
pub fn in_cells(svg: &mut Svg, grid: &Grid, shape: &Shape, drawing: &Drawing) {
    for &cell in &shape.cells {
        let (x, y) = grid.corner(cell);
        let filled = match drawing.colour {
            Colour::Grey => with().fill(Paint::Shape),
            colour => with().fill(tint(colour)),
        };
        let filled = filled.stroke(core(drawing.colour), 1.6);
        match drawing.form {
            Form::Discs => svg.circle(grid.centre(cell), 38.0, filled),
            Form::Squares => svg.rect((x + 14.0, y + 14.0), (72.0, 72.0), filled),
            _ => {
                let ring = with().no_fill().stroke(core(drawing.colour), 4.0);
                svg.circle(grid.centre(cell), 39.0, ring);
            }
        }
    }
}

/// Draws cells for which there is no picture: a dotted outline, and the number in the
/// legend.
pub fn numbered(svg: &mut Svg, grid: &Grid, shape: &Shape) {
    let attributes = with().no_fill().stroke(Paint::Muted, 4.0).round();
    let inset = 13.0;
    let data = outline(grid, &shape.cells, inset, None) + &joints(grid, &shape.cells, inset);
    svg.path(data, attributes.dashes("0 9"));
    let Some(cell) = first_cell(&shape.cells) else {
        return;
    };
    let (x, y) = grid.corner(cell);
    let level = shape.corner.level;
    let (left, down) = (28 * (level / TAG_LEVELS), 28 * (level % TAG_LEVELS));
    let place = (x + CELL - 20.0 - left as f64, y + 19.0 + down as f64);
    tag(svg, place, &shape.text);
}

/// A number in a small box around a point.
pub fn tag(svg: &mut Svg, (x, y): (f64, f64), text: &str) {
    let width = text_width(text, 20.0) + 12.0;
    let frame = with().fill(Paint::Paper).stroke(Paint::Muted, 2.0);
    let frame = frame.set("rx", number(6.0));
    svg.rect((x - width / 2.0, y - 13.0), (width, 26.0), frame);
    let attributes = with().fill(Paint::Clue).set("font-weight", "600");
    svg.label((x, y), 20.0, attributes, text);
}
