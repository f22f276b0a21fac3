//! Texts in the corners of cells: those of one cell are written below each other.

use super::outline::first_cell;
use super::{Constraints, Shape};
use crate::draw::svg::text_width;
use crate::grid::Cell;
use crate::rules::Form;
use std::collections::BTreeMap;

/// Where a text is among those in the corner of its cell.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Corner {
    /// How many are above it.
    pub level: usize,
    /// The width of the widest one down to it, if the font has size 1.
    pub width: f64,
}

impl Corner {
    /// That of a text with no other beside it.
    pub fn alone(text: &str) -> Corner {
        Corner {
            level: 0,
            width: text_width(text, 1.0),
        }
    }
}

impl Constraints {
    /// Puts texts in the same corner of the same cell below each other.
    pub(super) fn stack_corner_texts(&mut self) {
        let mut taken: BTreeMap<(Cell, bool), Corner> = BTreeMap::new();
        let shapes = self.items.iter_mut().flat_map(|item| &mut item.shapes);
        for shape in shapes {
            let Some(cell) = shape.corner_cell() else {
                continue;
            };
            // Numbers of the legend are on the right.
            let next = taken.entry((cell, shape.drawing.is_none())).or_default();
            next.width = next.width.max(text_width(&shape.text, 1.0));
            shape.corner = *next;
            next.level += 1;
        }
    }
}

impl Shape {
    /// The cell in whose corner its text is.
    fn corner_cell(&self) -> Option<Cell> {
        let form = self.drawing.as_ref().map(|drawing| drawing.form);
        match form {
            _ if self.text.is_empty() => None,
            None | Some(Form::Cage | Form::Area) => first_cell(&self.cells),
            Some(Form::Line) => self.cells.first().copied(),
            Some(_) => None,
        }
    }
}
