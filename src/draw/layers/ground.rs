//! What is behind everything: cells of givens, weights, tints of marked cells.

use super::marks;
use crate::draw::board::{Grid, number_text};
use crate::draw::frame::CELL;
use crate::draw::mark::Mark;
use crate::draw::picture::Picture;
use crate::draw::svg::{Svg, text_width, with};
use crate::draw::theme::Paint;
use crate::grid::Cell;

/// Tints cells.
pub fn draw(svg: &mut Svg, picture: &Picture) {
    let grid = &picture.grid;
    if let Some(weights) = &picture.heat {
        let scale = Scale::of(weights);
        for (cell, &weight) in grid.cells().zip(weights) {
            tint(svg, grid, cell, scale.paint(weight));
        }
    } else if !picture.solutions.is_empty() {
        let givens = grid
            .cells()
            .filter(|cell| picture.givens[cell.index()].is_some());
        for cell in givens {
            tint(svg, grid, cell, Paint::GivenCell);
        }
    }
    let differing = picture.differing().into_iter();
    let differing = differing.map(|cell| (cell, Mark::Difference));
    let marked = picture.marks.iter().map(|(&cell, &mark)| (cell, mark));
    for (cell, mark) in marked.chain(differing) {
        if let Some(paint) = marks::ground(mark) {
            tint(svg, grid, cell, paint);
        }
    }
}

fn tint(svg: &mut Svg, grid: &Grid, cell: Cell, paint: Paint) {
    svg.rect(grid.corner(cell), (CELL, CELL), with().fill(paint));
}

/// Writes the weights: in the corner, or in the middle where nothing else is on the board.
pub fn weights(svg: &mut Svg, picture: &Picture, panel: usize) {
    let Some(weights) = &picture.heat else {
        return;
    };
    let grid = &picture.grid;
    let has_digits = grid
        .cells()
        .any(|cell| picture.digit(cell, panel).is_some());
    let is_empty = !has_digits && picture.notes.is_none();
    for (cell, weight) in grid.cells().zip(weights) {
        let text = number_text(*weight);
        let (x, y) = grid.corner(cell);
        let fit = |size: f64| size.min(84.0 / text_width(&text, 1.0));
        let attributes = with().fill(Paint::Clue);
        if is_empty {
            svg.label(grid.centre(cell), fit(38.0), attributes, &text);
        } else {
            // Bold, unlike candidates.
            let attributes = attributes.set("font-weight", "700");
            let attributes = attributes.set("text-anchor", "end");
            svg.label(
                (x + CELL - 7.0, y + CELL - 14.0),
                fit(19.0),
                attributes,
                &text,
            );
        }
    }
}

/// From weights to shades.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    pub least: i64,
    pub most: i64,
}

impl Scale {
    pub fn of(weights: &[i64]) -> Scale {
        Scale {
            least: weights.iter().copied().min().unwrap_or(0),
            most: weights.iter().copied().max().unwrap_or(0),
        }
    }

    /// Without negative weights from the least to the most; else warm above 0, cold below.
    pub fn paint(self, weight: i64) -> Paint {
        let share = |part: i128, whole: i128, levels: i128| {
            // Rounded to the nearest level.
            ((2 * part * levels + whole) / (2 * whole.max(1))) as usize
        };
        let wide = i128::from;
        if self.least >= 0 {
            let (part, whole) = (
                wide(weight) - wide(self.least),
                wide(self.most) - wide(self.least),
            );
            return Paint::heat(share(part, whole, 8));
        }
        let most = wide(self.most).max(-wide(self.least));
        match weight {
            0.. => Paint::heat(share(wide(weight), most, 8)),
            _ => Paint::cold(share(-wide(weight), most, 4).max(1)),
        }
    }
}
