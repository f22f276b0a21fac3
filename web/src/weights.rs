//! The field `weights`, and the request `pyramid`.

use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Instance;
use crate::solve::shown;
use crate::{Answer, object};
use satoku::backend::{AutoBackend, MaximumMethod, Presolve, SatBackend, VariantNative, maximise};
use satoku::encoding::DEFAULT;
use satoku::objective::{CellWeights, Directed, Direction, text};
use satoku::rules::Board;
use satoku::sat::Engine;
use satoku::{Encoding, Geometry, Limits, Objective, Optimum, Puzzle};
use serde_json::{Value, json};

/// Most bytes of weights as text.
const MAX_TEXT: usize = 1 << 20;

/// The empty 9×9 grid.
const EMPTY: &str =
    ".................................................................................";

/// Weights of cells.
pub enum Weights {
    /// 6 on the rim, and one more for each ring.
    Pyramid,
    /// One for each cell.
    Own(Vec<i64>),
}

impl Weights {
    /// Takes the field; the pyramid if it is not there.
    pub fn of(fields: &mut Fields) -> Result<Weights, Failure> {
        Ok(Weights::given(fields)?.unwrap_or(Weights::Pyramid))
    }

    /// Takes the field, if it is there.
    pub fn given(fields: &mut Fields) -> Result<Option<Weights>, Failure> {
        let fault = |why: String| Failure::in_field("weights", why);
        let value: Option<Value> = fields.optional("weights")?;
        Ok(Some(match value {
            None => return Ok(None),
            Some(Value::String(name)) if name == "pyramid" => Weights::Pyramid,
            Some(Value::String(text)) if text.len() > MAX_TEXT => {
                return Err(fault(format!("expected at most {MAX_TEXT} bytes")));
            }
            Some(Value::String(text)) => {
                let numbers = text::numbers(&text, "weights");
                Weights::Own(numbers.map_err(|error| fault(error.to_string()))?)
            }
            Some(numbers) => {
                let numbers = serde_json::from_value(numbers);
                Weights::Own(numbers.map_err(|error| fault(error.to_string()))?)
            }
        }))
    }

    /// The objective on a classic grid.
    pub fn on_grid(
        &self,
        geometry: Geometry,
        direction: Direction,
    ) -> Result<Directed<Objective>, Failure> {
        let fault = |why: String| Failure::in_field("weights", why);
        let plain = match self {
            Weights::Pyramid => Objective::pyramid(geometry),
            Weights::Own(numbers) => text::objective(numbers, "weights", geometry)
                .map_err(|error| fault(error.to_string()))?,
        };
        Ok(Directed::new(plain, direction))
    }

    /// The objective on a board.
    pub fn on_board(
        &self,
        board: &Board,
        direction: Direction,
    ) -> Result<Directed<CellWeights>, Failure> {
        let plain = match self {
            Weights::Pyramid => CellWeights::pyramid(board),
            Weights::Own(numbers) => CellWeights::new(board, numbers.clone())
                .map_err(|error| Failure::in_field("weights", error))?,
        };
        Ok(Directed::new(plain, direction))
    }
}

/// The best solution.
pub fn pyramid(fields: &mut Fields) -> Result<Answer, Failure> {
    let text: Option<String> = fields.optional("puzzle")?;
    let instance = Instance::parse(text.as_deref().unwrap_or(EMPTY), fields)?;
    let weights = Weights::of(fields)?;
    let direction = Direction::lowest_if(fields.or("minimise", false)?);
    let limits = fields.limits()?;
    fields.end()?;
    let board = instance.board();
    let (optimum, reduced) = match &instance.classic {
        Some(puzzle) => {
            let objective = weights.on_grid(puzzle.geometry(), direction)?;
            let optimum = best(puzzle, objective.to_maximise(), &limits)?;
            (optimum, reduction(objective.plain()))
        }
        None => {
            let objective = weights.on_board(board, direction)?;
            let mut native = VariantNative::default();
            let maximised = objective.to_maximise();
            let optimum = maximise(&mut native, &instance.puzzle, maximised, &limits)?;
            (optimum, None)
        }
    };
    let mut answer = object(json!({
        "weights": weights.on_board(board, direction)?.plain().weights(),
        "reduced": reduced,
    }));
    if let Some((solution, score)) = optimum.best() {
        answer.insert("score".into(), direction.signed(score).into());
        answer.insert("solution".into(), shown(board, solution));
    }
    let (verdict, reason) = match optimum {
        Optimum::Optimal { .. } => ("optimal", None),
        Optimum::Feasible { bound, reason, .. } => {
            answer.extend(bound.map(|bound| ("bound".to_owned(), direction.signed(bound).into())));
            ("feasible", Some(reason))
        }
        Optimum::Unsatisfiable => ("none", None),
        Optimum::Unknown(reason) => ("unknown", Some(reason)),
    };
    answer.insert("verdict".into(), verdict.into());
    answer.extend(reason.map(|reason| ("reason".to_owned(), reason.to_string().into())));
    Ok(answer)
}

fn best(puzzle: &Puzzle, objective: &Objective, limits: &Limits) -> Result<Optimum, Failure> {
    let missing = || Failure::new(format!("there is no encoding '{DEFAULT}'"));
    let encoding = Encoding::named(DEFAULT).ok_or_else(missing)?;
    let sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
    let mut auto = AutoBackend::new(sat.maximising(MaximumMethod::Linear));
    Ok(maximise(&mut auto, puzzle, objective, limits)?)
}

/// The smallest weights that mean the same, and the constants of rows, columns and boxes.
fn reduction(objective: &Objective) -> Option<Value> {
    let reduced = objective.reduced();
    let weights = reduced.objective.weights()?;
    let side = objective.geometry().side();
    let mut houses = reduced.taken.chunks(side);
    let mut next = || houses.next().unwrap_or_default();
    Some(json!({
        "weights": weights,
        "cells": weights.iter().filter(|weight| **weight != 0).count(),
        "rows": next(),
        "columns": next(),
        "boxes": next(),
        "constant": reduced.constant,
    }))
}
