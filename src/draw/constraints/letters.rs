//! Letters for types that look alike but for their colour, and for areas that belong together.

use super::{Constraints, Item, Shape};
use crate::draw::board::Grid;
use crate::draw::svg::{Svg, with};
use crate::draw::theme::Paint;
use crate::rules::{Colour, DrawnText, Form, LineEnd, Origin, Pattern};
use std::collections::HashMap;

/// What a reader sees in black and white.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Look {
    form: Form,
    pattern: Pattern,
    ends: (LineEnd, LineEnd),
    is_thin: bool,
    is_black: bool,
    /// A fixed text, or whether there is one.
    text: (Option<String>, bool),
    /// Whether a clue is about a diagonal.
    is_diagonal: bool,
    /// Whether a diagonal of the board rises.
    rises: bool,
}

impl Look {
    fn of(shape: &Shape, grid: &Grid) -> Option<Look> {
        let drawing = shape.drawing.as_ref()?;
        let sign = match &drawing.text {
            Some(DrawnText::Sign(sign)) => Some(sign.clone()),
            _ => None,
        };
        Some(Look {
            form: drawing.form,
            pattern: drawing.pattern,
            ends: (drawing.start, drawing.end),
            is_thin: drawing.is_thin,
            is_black: drawing.colour == Colour::Black,
            text: (sign, drawing.text.is_some()),
            is_diagonal: shape.spot.is_some_and(|spot| spot.is_diagonal()),
            rises: drawing.form == Form::Diagonal && shape.rises(grid),
        })
    }
}

impl Constraints {
    /// Gives each of several types with the same look a letter; and each of several
    /// sentences of the legend about one type. A constraint of several areas has one of its
    /// own, which says that they belong together.
    pub(super) fn add_letters(&mut self, grid: &Grid) {
        let mut kinds: HashMap<Look, Vec<Entry>> = HashMap::new();
        for item in self.items.iter().filter(|item| !item.has_several_areas()) {
            if let Some(look) = item.look(grid) {
                let kinds = kinds.entry(look).or_default();
                if !kinds.contains(&item.entry()) {
                    kinds.push(item.entry());
                }
            }
        }
        let mut free = 'a'..='z';
        let mut letters: Vec<(Entry, char)> = Vec::new();
        for item in &mut self.items {
            if item.has_several_areas() {
                if let Some(letter) = free.next() {
                    item.letter(letter);
                }
                continue;
            }
            let look = item.look(grid);
            let is_alone = look.is_none_or(|look| kinds.get(&look).is_none_or(|k| k.len() < 2));
            if is_alone {
                continue;
            }
            let known = letters.iter().find(|(entry, _)| *entry == item.entry());
            let letter = known.map(|&(_, letter)| letter).or_else(|| free.next());
            if let Some(letter) = letter {
                letters.push((item.entry(), letter));
                item.letter(letter);
            }
        }
    }
}

/// A type and a sentence about it: an entry of the legend.
type Entry = (String, String);

impl Item {
    fn entry(&self) -> Entry {
        (self.kind.clone(), self.legend.clone())
    }

    fn look(&self, grid: &Grid) -> Option<Look> {
        self.shapes.first().and_then(|shape| Look::of(shape, grid))
    }

    fn has_several_areas(&self) -> bool {
        let drawings = self
            .shapes
            .iter()
            .filter_map(|shape| shape.drawing.as_ref());
        drawings
            .filter(|drawing| drawing.form == Form::Area)
            .count()
            > 1
            && matches!(self.origin, Origin::Listed { .. })
    }

    fn letter(&mut self, letter: char) {
        for shape in &mut self.shapes {
            shape.letter = Some(letter);
        }
    }
}

/// Writes the letter of a shape into its first cell. Clues have theirs beside them.
pub fn draw(svg: &mut Svg, grid: &Grid, shape: &Shape) {
    let is_clue = shape.spot.is_some();
    let (Some(letter), Some(&cell)) = (shape.letter, shape.cells.first()) else {
        return;
    };
    if !is_clue {
        let (x, y) = grid.corner(cell);
        let attributes = with().fill(Paint::Clue).set("font-style", "italic");
        svg.label((x + 86.0, y + 84.0), 22.0, attributes, &letter.to_string());
    }
}
