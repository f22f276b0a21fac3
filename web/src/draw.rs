//! The request `draw`.

use crate::failure::Failure;
use crate::fields::{Fields, short};
use crate::parts::clues;
use crate::puzzle::Instance;
use crate::weights::Weights;
use crate::{Answer, object};
use satoku::Solution;
use satoku::draw::{Mark, Picture, Theme};
use satoku::grid::{Cell, Digit};
use satoku::objective::Direction;
use satoku::rules::{Board, Library};
use satoku::search::variant::Occurrences;
use serde::Deserialize;
use serde_json::{Value, json};

/// Which layers are drawn.
#[derive(Clone, Copy)]
enum Layers {
    All,
    Constraints,
    Below,
    Above,
}

/// A candidate and in how many solutions it occurs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    digit: i64,
    count: u64,
    #[serde(default = "yes")]
    exact: bool,
}

fn yes() -> bool {
    true
}

/// Cells with a mark.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Marked {
    cells: Vec<String>,
    mark: MarkName,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MarkName {
    Conflict,
    Redundant,
    Highlight,
    Difference,
}

/// A picture.
pub fn draw(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let mut picture =
        Picture::of_variant(&instance.description, &instance.puzzle, Library::built_in());
    picture = with_digits(picture, &instance, fields)?;
    if let Some(weights) = Weights::given(fields)? {
        let weights = weights.on_board(instance.board(), Direction::default())?;
        picture = picture.heat(weights.plain().weights());
    }
    let marks: Vec<Marked> = fields.or("marks", Vec::new())?;
    for Marked { cells, mark } in marks {
        let cells: Result<Vec<Cell>, Failure> = cells
            .iter()
            .map(|name| cell(instance.board(), name))
            .collect();
        picture = picture.mark(cells?, mark.into());
    }
    let title: Option<String> = fields.optional("title")?;
    if let Some(title) = title {
        picture = picture.title(title);
    }
    let themes = [
        ("auto", Theme::Auto),
        ("light", Theme::Light),
        ("dark", Theme::Dark),
    ];
    picture = picture.theme(fields.choice("theme", &themes)?);
    picture = picture.legend(fields.or("legend", true)?);
    let layers = [
        ("all", Layers::All),
        ("constraints", Layers::Constraints),
        ("below", Layers::Below),
        ("above", Layers::Above),
    ];
    let layers = fields.choice("layers", &layers)?;
    fields.end()?;
    let svg = match layers {
        Layers::All => picture.to_svg(),
        Layers::Constraints => picture.backdrop(),
        Layers::Below => picture.underlay(),
        Layers::Above => picture.overlay(),
    };
    let frame = picture.frame();
    let meanings = picture.meanings();
    let meanings = meanings.map(|(name, text)| json!({ "name": name, "text": text }));
    let meanings: Vec<Value> = meanings.collect();
    Ok(object(json!({
        "svg": svg,
        "meanings": meanings,
        "clues": clues(&instance),
        "frame": {
            "left": frame.left,
            "top": frame.top,
            "right": frame.right,
            "bottom": frame.bottom,
            "width": frame.width,
            "height": frame.height,
        },
    })))
}

fn with_digits(
    picture: Picture,
    instance: &Instance,
    fields: &mut Fields,
) -> Result<Picture, Failure> {
    let board = instance.board();
    let solutions: Vec<Vec<i64>> = fields.or("solutions", Vec::new())?;
    let read = |digits: &Vec<i64>| -> Result<Solution, Failure> {
        let digits = digits.iter().map(|value| digit(board, "solutions", *value));
        let digits: Vec<Digit> = digits.collect::<Result<_, _>>()?;
        match digits.len() == board.cell_count() {
            true => Ok(Solution::new(digits)),
            false => {
                let (found, cells) = (digits.len(), board.cell_count());
                let why = format!("found {found} digits, expected {cells}");
                Err(Failure::in_field("solutions", why))
            }
        }
    };
    let solutions: Vec<Solution> = solutions.iter().map(read).collect::<Result<_, _>>()?;
    let mut picture = match &solutions[..] {
        [] => picture,
        [one] => picture.solution(one),
        [first, second] => picture.solutions(first, second),
        more => {
            let why = format!("found {}, expected one or two", more.len());
            return Err(Failure::in_field("solutions", why));
        }
    };
    let candidates: Option<Vec<Vec<Counted>>> = fields.optional("candidates")?;
    if let Some(cells) = candidates {
        let counted = cells.iter().map(|cell| {
            let each = |counted: &Counted| {
                let digit = digit(board, "candidates", counted.digit)?;
                let occurrences = match counted.exact {
                    true => Occurrences::Exactly(counted.count),
                    false => Occurrences::AtLeast(counted.count),
                };
                Ok((digit, occurrences))
            };
            cell.iter().map(each).collect()
        });
        let counted: Vec<Vec<(Digit, Occurrences)>> = counted.collect::<Result<_, Failure>>()?;
        picture = picture.counted_candidates(counted);
    }
    Ok(picture)
}

fn digit(board: &Board, field: &str, value: i64) -> Result<Digit, Failure> {
    let (min, max) = (board.min(), board.max());
    let wrong = || Failure::in_field(field, format!("found {value}, expected {min} to {max}"));
    board.digit(value).ok_or_else(wrong)
}

fn cell(board: &Board, name: &str) -> Result<Cell, Failure> {
    let wrong = || {
        let (rows, columns) = (board.rows(), board.columns());
        let found = short(name);
        let why = format!("found '{found}', expected r1c1 to r{rows}c{columns}");
        Failure::in_field("marks", why)
    };
    board.cell_named(name).ok_or_else(wrong)
}

impl From<MarkName> for Mark {
    fn from(name: MarkName) -> Mark {
        match name {
            MarkName::Conflict => Mark::Conflict,
            MarkName::Redundant => Mark::Redundant,
            MarkName::Highlight => Mark::Highlight,
            MarkName::Difference => Mark::Difference,
        }
    }
}
