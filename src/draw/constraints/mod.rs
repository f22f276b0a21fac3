//! Rules and constraints as they are drawn.

mod between;
mod clues;
mod corners;
mod find;
mod letters;
mod line;
mod outline;
mod parts;
mod shapes;

pub use clues::Spot;
pub use corners::Corner;

use super::board::Grid;
use super::mark::Mark;
use super::svg::Svg;
use crate::grid::Cell;
use crate::rules::{
    Definition, Description, Drawing, Form, Library, Origin, VariantPuzzle, legend,
};
use std::collections::BTreeSet;

/// All rules and constraints of a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// Rules, then what is listed, in the order of the description.
    pub items: Vec<Item>,
    /// How many rows of clues are left of, above, right of and below the board.
    pub clues: [usize; 4],
}

/// A rule or a constraint.
#[derive(Clone, Debug)]
pub struct Item {
    pub origin: Origin,
    /// The rule or the type.
    pub kind: String,
    /// What it is for people, such as `killer r1c1 r1c2, sum 12`.
    pub label: String,
    /// What the legend says of it: the sentence of its rule file, with its numbers.
    pub legend: String,
    pub shapes: Vec<Shape>,
    /// Its number in the legend, if it has no picture of its own.
    pub key: Option<usize>,
    pub mark: Option<Mark>,
}

/// Which side of the lines of the grid something is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    BelowGrid,
    AboveGrid,
}

/// Something on the board.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How it looks; nothing for what no file draws.
    pub drawing: Option<Drawing>,
    pub cells: Vec<Cell>,
    /// The cells at which a line begins.
    pub after: Vec<Cell>,
    pub text: String,
    /// Where it is, if that is outside the grid.
    pub spot: Option<Spot>,
    /// Where its text is, if that is in the corner of a cell.
    pub corner: Corner,
    /// Tells types that look alike apart.
    pub letter: Option<char>,
}

impl Shape {
    /// Where it is drawn.
    fn layer(&self) -> Layer {
        use Form::{Area, Circles, Diagonal, Discs, Line, Pill, Squares};
        match self.drawing.as_ref().map(|drawing| drawing.form) {
            Some(Area | Circles | Diagonal | Discs | Line | Pill | Squares) => Layer::BelowGrid,
            _ => Layer::AboveGrid,
        }
    }

    /// Whether its first and last cell are the ends of a line that rises to the right.
    pub fn rises(&self, grid: &Grid) -> bool {
        let ends = self.cells.first().zip(self.cells.last());
        ends.is_some_and(|(&first, &last)| {
            let rows = grid.row(first).cmp(&grid.row(last));
            rows.is_ne() && rows == grid.column(last).cmp(&grid.column(first))
        })
    }

    /// Draws it, with its letter on top.
    pub fn draw(&self, svg: &mut Svg, grid: &Grid) {
        self.draw_form(svg, grid);
        letters::draw(svg, grid, self);
    }

    fn draw_form(&self, svg: &mut Svg, grid: &Grid) {
        let Some(drawing) = &self.drawing else {
            return shapes::numbered(svg, grid, self);
        };
        match drawing.form {
            Form::Cage => shapes::cage(svg, grid, self, drawing),
            Form::Area => shapes::area(svg, grid, self, drawing),
            Form::Pill => shapes::pill(svg, grid, self, drawing),
            Form::Discs | Form::Squares | Form::Circles => {
                shapes::in_cells(svg, grid, self, drawing);
            }
            Form::Line => line::line(svg, grid, self, drawing),
            Form::Diagonal => line::diagonal(svg, grid, self, drawing),
            Form::Dots => between::dots(svg, grid, self, drawing),
            Form::Signs => between::signs(svg, grid, self),
            Form::Greater | Form::Maximum | Form::Minimum => {
                between::angles(svg, grid, self, drawing.form);
            }
            Form::Corner => between::corner(svg, grid, self),
            Form::Clue => clues::clue(svg, grid, self),
        }
    }
}

impl Constraints {
    /// The rules and constraints of a description, with the labels of the puzzle that it
    /// compiles to.
    pub fn new(
        description: &Description,
        puzzle: &VariantPuzzle,
        library: &Library,
    ) -> Constraints {
        let mut items: Vec<Item> = Vec::new();
        let mut keys = 1..;
        for constraint in puzzle.constraints() {
            let (kind, legend, shapes) = match &constraint.origin {
                Origin::House(_) => continue,
                Origin::Rule(name) => {
                    let shapes = find::of_rule(name, description, puzzle.board(), library);
                    let summary = library.rule(name).map_or("", Definition::summary);
                    (name, summary.to_owned(), shapes)
                }
                Origin::Listed { kind, index } => {
                    let Some(item) = description.constraints.get(*index) else {
                        continue;
                    };
                    let definition = library.constraint(kind);
                    let board = puzzle.board();
                    let legend = definition.map(|definition| legend(definition, item, board));
                    let shapes = find::of_item(item, definition, board);
                    (kind, legend.unwrap_or_default(), shapes)
                }
            };
            let mut item = Item {
                origin: constraint.origin.clone(),
                kind: kind.clone(),
                label: constraint.label.clone(),
                legend,
                shapes,
                key: None,
                mark: None,
            };
            if item.shapes.iter().any(|shape| shape.drawing.is_none()) {
                item.key = keys.next();
                item.number();
            }
            items.push(item);
        }
        let mut constraints = Constraints {
            items,
            clues: [0; 4],
        };
        constraints.add_letters(&Grid::variant(puzzle.board()));
        constraints.stack_clues(puzzle.board());
        constraints.stack_corner_texts();
        constraints
    }

    /// The first of each type, and of each sentence about it.
    pub fn explained(&self) -> Vec<&Item> {
        let entry = |item: &Item| {
            let is_rule = matches!(item.origin, Origin::Rule(_));
            (item.kind.clone(), item.legend.clone(), is_rule)
        };
        let mut seen = BTreeSet::new();
        let items = self.items.iter();
        items.filter(|item| seen.insert(entry(item))).collect()
    }

    /// Draws what belongs into this layer.
    pub fn draw(&self, svg: &mut Svg, grid: &Grid, layer: Layer) {
        let shapes = self.items.iter().flat_map(|item| &item.shapes);
        // Thin lines would vanish under thick ones, and both under areas.
        let mut shapes: Vec<&Shape> = shapes.filter(|s| s.layer() == layer).collect();
        shapes.sort_by_key(|shape| shape.rank());
        for shape in shapes {
            shape.draw(svg, grid);
        }
    }

    /// Whether some cells have the outline of a cage within them.
    pub fn has_cages(&self) -> bool {
        let mut shapes = self.items.iter().flat_map(|item| &item.shapes);
        shapes.any(|shape| {
            let form = shape.drawing.as_ref().map(|drawing| drawing.form);
            form == Some(Form::Cage)
        })
    }

    /// Whether some cells have a text in their corner.
    pub fn has_corner_texts(&self) -> bool {
        let mut shapes = self.items.iter().flat_map(|item| &item.shapes);
        shapes.any(|shape| match &shape.drawing {
            None => true,
            Some(drawing) => {
                let has_corner = matches!(drawing.form, Form::Area | Form::Cage | Form::Line);
                has_corner && !shape.text.is_empty()
            }
        })
    }
}

impl Item {
    /// Writes its key on its shapes, once in each cell.
    fn number(&mut self) {
        let key = self.key.map(|key| key.to_string()).unwrap_or_default();
        let mut numbered = BTreeSet::new();
        for shape in self
            .shapes
            .iter_mut()
            .filter(|shape| shape.drawing.is_none())
        {
            if numbered.insert(shape.cells.iter().min().copied()) {
                shape.text.clone_from(&key);
            }
        }
    }
}

impl Shape {
    /// What is drawn earlier has a lower rank.
    fn rank(&self) -> u8 {
        let Some(drawing) = &self.drawing else {
            return 9;
        };
        match drawing.form {
            Form::Area => 0,
            Form::Discs | Form::Squares => 1,
            Form::Diagonal => 2,
            Form::Line if drawing.is_thin => 4,
            Form::Line => 3,
            Form::Pill | Form::Circles => 5,
            Form::Cage => 6,
            _ => 7,
        }
    }
}

/// The outline of cells, `inset` units inside them.
pub fn outline_of(grid: &Grid, cells: &[Cell], inset: f64) -> String {
    outline::outline(grid, cells, inset, None)
}

/// A number in a small box around a point.
pub use shapes::tag;
