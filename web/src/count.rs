//! The requests `count` and `candidates`.

use crate::engine::Choice;
use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Instance;
use crate::{Answer, object};
use satoku::End;
use satoku::grid::{Cell, Digit};
use satoku::rules::members;
use satoku::search::variant::{TrueCandidates, true_candidates};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Where counting ends unless the request says.
const USUAL_LIMIT: u64 = 1_000_000;

/// Counts solutions up to a limit.
pub fn count(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let choice = Choice::of(fields)?;
    let limit = fields.count("limit", USUAL_LIMIT, u64::MAX)?;
    let limits = fields.limits()?;
    fields.end()?;
    let mut engine = choice.engine(&instance)?;
    let tally = engine.enumerate(limit, &limits, &mut |_| ControlFlow::Continue(()))?;
    let mut answer = object(json!({
        "found": tally.found,
        "exact": tally.end == End::Exhausted,
        "engine": engine.name(),
    }));
    if let End::Stopped(reason) = tally.end {
        answer.insert("reason".into(), reason.to_string().into());
    }
    Ok(answer)
}

/// In how many solutions each candidate occurs.
pub fn candidates(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let limit = fields.count("limit", 1, u64::MAX)?;
    let limits = fields.limits()?;
    fields.end()?;
    let found = true_candidates(&instance.puzzle, limit, None, &limits);
    let board = instance.board();
    let is_complete = found.stopped.is_none();
    let verdict = match board.cells().any(|cell| found.possible(cell) == 0) {
        _ if !is_complete => "unknown",
        true => "none",
        false => "candidates",
    };
    let cells: Vec<Value> = board
        .cells()
        .map(|cell| cell_of(&instance, &found, cell))
        .collect();
    let mut answer = object(json!({ "verdict": verdict, "cells": cells }));
    if let Some(reason) = found.stopped {
        answer.insert("reason".into(), reason.to_string().into());
    }
    Ok(answer)
}

fn cell_of(instance: &Instance, found: &TrueCandidates, cell: Cell) -> Value {
    let board = instance.board();
    let mask = found.possible(cell);
    let shown = members(mask).map(|index| {
        let digit = Digit::from_index(index);
        let occurrences = found.occurrences(cell, digit);
        json!({
            "digit": board.value(digit),
            "count": occurrences.known(),
            "exact": occurrences.is_exact(),
        })
    });
    shown.collect()
}
