//! Lines of cubes and answers. Engines maximise, so that scores of a minimum are negated
//! inside; lines have the signs of the caller. In the answers of a minimum, `least` is in
//! the place of `best`, and `below` in that of `above`; the program writes answers with
//! `best` and negated scores, which are read, too.

use super::task::{bad, engine};
use crate::error::Failure;
use satoku::cubes::text::{self, AnswerLine, CubeLine, CubeTextError};
use satoku::objective::Direction;
use serde_json::Value;

/// The fields of an answer of a maximum, and of a minimum.
const NAMES: [(&str, &str); 3] = [("best", "least"), ("above", "below"), ("bound", "bound")];

/// Reads a cube.
pub fn parse_cube(line: &str) -> Result<CubeLine, Failure> {
    text::parse(line).map_err(wrong)
}

fn wrong(error: CubeTextError) -> Failure {
    bad(match error {
        CubeTextError::Json(what) => format!("{what}; expected a line of split or solve"),
        other => other.to_string(),
    })
}

/// Reads an answer; its scores are those to maximise.
pub fn parse_answer(line: &str, direction: Direction) -> Result<AnswerLine, Failure> {
    if direction == Direction::Highest {
        return text::parse(line).map_err(wrong);
    }
    let mut value: Value = text::parse(line).map_err(wrong)?;
    if value.get("least").is_some() {
        rename(&mut value, NAMES.map(|(best, least)| (least, best)));
    }
    serde_json::from_value(value).map_err(|error| wrong(CubeTextError::Json(error.to_string())))
}

/// Writes an answer whose scores are those to maximise.
pub fn answer_text(line: &AnswerLine, direction: Direction) -> Result<String, Failure> {
    if direction == Direction::Highest {
        return serde_json::to_string(line).map_err(engine);
    }
    let mut value = serde_json::to_value(line).map_err(engine)?;
    rename(&mut value, NAMES);
    Ok(value.to_string())
}

/// Gives fields other names, and their numbers the other sign.
fn rename(value: &mut Value, names: [(&str, &str); 3]) {
    let Some(fields) = value.as_object_mut() else {
        return;
    };
    for (from, to) in names {
        let Some(field) = fields.remove(from) else {
            continue;
        };
        let negated = field
            .as_i64()
            .map(|score| Value::from(score.saturating_neg()));
        fields.insert(to.to_owned(), negated.unwrap_or(field));
    }
}
