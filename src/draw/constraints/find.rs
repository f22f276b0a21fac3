//! Which cells and texts the drawings of a rule or a constraint have.

use super::Shape;
use super::clues::Spot;
use super::corners::Corner;
use crate::grid::Cell;
use crate::rules::{
    Board, ConstraintItem, Definition, Description, Drawing, DrawnText, Form, Kernel, Library,
    Origin, ParameterType, compile,
};
use serde_json::Value;

/// Deepest nesting of rules that include others.
const MAX_DEPTH: usize = 16;

/// What is drawn for a rule for the whole grid: each group of cells that differ. A rule
/// without drawings has those of the rules that it includes.
pub fn of_rule(
    name: &str,
    description: &Description,
    board: &Board,
    library: &Library,
) -> Vec<Shape> {
    let mut shapes = Vec::new();
    add_rule(name, description, board, library, MAX_DEPTH, &mut shapes);
    shapes
}

fn add_rule(
    name: &str,
    description: &Description,
    board: &Board,
    library: &Library,
    depth: usize,
    shapes: &mut Vec<Shape>,
) {
    let Some(definition) = library.rule(name).filter(|_| depth > 0) else {
        return;
    };
    if definition.drawings().is_empty() {
        for included in definition.includes() {
            add_rule(included, description, board, library, depth - 1, shapes);
        }
        return;
    }
    // The rule alone, on the same board.
    let alone = Description {
        rules: vec![name.to_owned()],
        constraints: Vec::new(),
        ..description.clone()
    };
    let Ok(puzzle) = compile(&alone, library) else {
        return;
    };
    let of_rule = |origin: &Origin| matches!(origin, Origin::Rule(_));
    let constraints = puzzle.constraints().iter();
    let kernels = constraints.filter(|each| of_rule(&each.origin));
    for kernel in kernels.flat_map(|each| &each.kernels) {
        let Kernel::Distinct(cells) = kernel else {
            continue;
        };
        for drawing in definition.drawings() {
            shapes.push(Shape::new(drawing, cells.clone(), String::new(), board));
        }
    }
}

/// What is drawn for a constraint. Where its file draws nothing, or a clue has no place
/// outside the grid, shapes without a drawing hold its cells.
pub fn of_item(
    item: &ConstraintItem,
    definition: Option<&Definition>,
    board: &Board,
) -> Vec<Shape> {
    let drawings = definition.map_or(&[][..], Definition::drawings);
    let mut shapes = Vec::new();
    for drawing in drawings {
        let of = drawing.of.as_deref().and_then(|name| item.fields.get(name));
        let text = text(item, definition, drawing);
        for cells in of.map_or(Vec::new(), |value| cells_of(value, board)) {
            let mut shape = Shape::new(drawing, cells, text.clone(), board);
            if let Some(after) = &drawing.after {
                let after = item.fields.get(after);
                let after = after.map_or(Vec::new(), |value| cells_of(value, board));
                shape.after = after.into_iter().flatten().collect();
            }
            let is_lost = drawing.form == Form::Clue && shape.spot.is_none();
            if !is_lost {
                shapes.push(shape);
            }
        }
    }
    if shapes.is_empty() {
        let values = item.fields.values();
        let lists = values.flat_map(|value| cells_of(value, board));
        shapes.extend(lists.map(Shape::without_drawing));
    }
    shapes
}

impl Shape {
    fn new(drawing: &Drawing, cells: Vec<Cell>, text: String, board: &Board) -> Shape {
        let is_clue = drawing.form == Form::Clue;
        Shape {
            spot: is_clue.then(|| Spot::of(&cells, board)).flatten(),
            drawing: Some(drawing.clone()),
            cells,
            after: Vec::new(),
            text,
            corner: Corner::default(),
            letter: None,
        }
    }

    fn without_drawing(cells: Vec<Cell>) -> Shape {
        Shape {
            drawing: None,
            cells,
            after: Vec::new(),
            text: String::new(),
            spot: None,
            corner: Corner::default(),
            letter: None,
        }
    }
}

/// The lists of cells in a value, however deep.
pub fn cells_of(value: &Value, board: &Board) -> Vec<Vec<Cell>> {
    let named = |value: &Value| board.cell_named(value.as_str()?);
    match value {
        Value::String(_) => named(value).map(|cell| vec![cell]).into_iter().collect(),
        Value::Array(items) => {
            let cells: Option<Vec<Cell>> = items.iter().map(named).collect();
            match cells.filter(|cells| !cells.is_empty()) {
                Some(cells) => vec![cells],
                None => items
                    .iter()
                    .flat_map(|item| cells_of(item, board))
                    .collect(),
            }
        }
        Value::Object(fields) => {
            let values = fields.values();
            values.flat_map(|value| cells_of(value, board)).collect()
        }
        _ => Vec::new(),
    }
}

fn text(item: &ConstraintItem, definition: Option<&Definition>, drawing: &Drawing) -> String {
    let name = match &drawing.text {
        None => return String::new(),
        Some(DrawnText::Sign(sign)) => return sign.clone(),
        Some(DrawnText::Parameter(name)) => name,
    };
    let mut parameters = definition.map_or(&[][..], Definition::parameters).iter();
    let parameter = parameters.find(|parameter| parameter.name() == name);
    match item.fields.get(name) {
        Some(Value::Array(counts))
            if parameter.is_some_and(|p| p.kind() == ParameterType::Counts) =>
        {
            let texts: Vec<String> = counts.iter().map(|pair| list(pair, "×")).collect();
            texts.join(" ")
        }
        Some(value) => list(value, ""),
        // Only a plain number is the same for every board.
        None => {
            let default = parameter.and_then(|parameter| parameter.default());
            let number = default.filter(|text| text.parse::<i64>().is_ok());
            number.unwrap_or_default().to_owned()
        }
    }
}

/// A value as text. Lists of long items have blanks between them.
fn list(value: &Value, between: &str) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let texts: Vec<String> = items.iter().map(|item| list(item, between)).collect();
            let is_short = texts.iter().all(|text| text.chars().count() == 1);
            texts.join(if is_short || !between.is_empty() {
                between
            } else {
                " "
            })
        }
        other => other.to_string(),
    }
}
