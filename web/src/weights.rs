//! The field `weights`, and the request `pyramid`.

use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Instance;
use crate::solve::shown;
use crate::{Answer, object};
use satoku::backend::{AutoBackend, MaximumMethod, Presolve, SatBackend, VariantNative, maximise};
use satoku::encoding::DEFAULT;
use satoku::objective::{CellWeights, text};
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

    /// What to maximise on a classic grid.
    pub fn objective(&self, geometry: Geometry, lowest: bool) -> Result<Objective, Failure> {
        let fault = |why: String| Failure::in_field("weights", why);
        let plain = match self {
            Weights::Pyramid => Objective::pyramid(geometry),
            Weights::Own(numbers) => text::objective(numbers, "weights", geometry)
                .map_err(|error| fault(error.to_string()))?,
        };
        Ok(if lowest { plain.negated() } else { plain })
    }

    /// The weights on a board, negated if `negated`.
    pub fn on(&self, board: &Board, negated: bool) -> Result<CellWeights, Failure> {
        let plain = match self {
            Weights::Pyramid => CellWeights::pyramid(board).weights().to_vec(),
            Weights::Own(numbers) => numbers.clone(),
        };
        let sign = if negated { -1 } else { 1 };
        let signed = plain.iter().map(|weight| weight.saturating_mul(sign));
        let weights = CellWeights::new(board, signed.collect());
        weights.map_err(|error| Failure::in_field("weights", error))
    }
}

/// The best solution.
pub fn pyramid(fields: &mut Fields) -> Result<Answer, Failure> {
    let text: Option<String> = fields.optional("puzzle")?;
    let instance = Instance::parse(text.as_deref().unwrap_or(EMPTY), fields)?;
    let weights = Weights::of(fields)?;
    let lowest = fields.or("minimise", false)?;
    let limits = fields.limits()?;
    fields.end()?;
    let board = instance.board();
    let (optimum, reduced) = match &instance.classic {
        Some(puzzle) => {
            let objective = weights.objective(puzzle.geometry(), lowest)?;
            let optimum = best(puzzle, &objective, &limits)?;
            (
                optimum,
                reduction(&weights.objective(puzzle.geometry(), false)?),
            )
        }
        None => {
            let objective = weights.on(board, lowest)?;
            let mut native = VariantNative::default();
            (
                maximise(&mut native, &instance.puzzle, &objective, &limits)?,
                None,
            )
        }
    };
    let sign = if lowest { -1 } else { 1 };
    let mut answer = object(json!({
        "weights": weights.on(board, false)?.weights(),
        "reduced": reduced,
    }));
    if let Some((solution, score)) = optimum.best() {
        answer.insert("score".into(), (sign * score).into());
        answer.insert("solution".into(), shown(board, solution));
    }
    let (verdict, reason) = match optimum {
        Optimum::Optimal { .. } => ("optimal", None),
        Optimum::Feasible { bound, reason, .. } => {
            answer.extend(bound.map(|bound| ("bound".to_owned(), (sign * bound).into())));
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
