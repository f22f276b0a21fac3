//! The request `why`: the clauses behind a cell.

use crate::engine::encoding;
use crate::failure::Failure;
use crate::fields::{Fields, short};
use crate::puzzle::Instance;
use crate::{Answer, WHOLE, object};
use satoku::Encoding;
use satoku::encoding::kernels::explain_variant;
use satoku::encoding::{DigitStatus, Explanation, ForbiddingClause, explain};
use satoku::grid::Cell;
use serde::Serialize;
use serde_json::{Value, json};

/// Largest side on which the whole formula can be searched.
const MAX_SIDE: usize = 36;

#[derive(Serialize)]
struct Literal {
    text: String,
    positive: bool,
    cell: Option<String>,
    digit: Option<i64>,
}

/// Every digit of a cell, and the clauses that forbid it.
pub fn why(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let name: String = fields.required("cell")?;
    let encoding = encoding(fields)?;
    fields.end()?;
    let board = instance.board();
    let side = board.digit_count().max(board.rows()).max(board.columns());
    if side > MAX_SIDE {
        let why = format!("side {side} is too large, expected {MAX_SIDE} or less");
        return Err(Failure::in_field("puzzle", why));
    }
    let cell = board.cell_named(&name).ok_or_else(|| {
        let (rows, columns) = (board.rows(), board.columns());
        let found = short(&name);
        let why = format!("found '{found}', expected r1c1 to r{rows}c{columns}");
        Failure::in_field("cell", why)
    })?;
    let told = explained(&instance, &encoding, cell)?;
    let digits = told.digits.into_iter().map(|(digit, status)| {
        let (status, clauses) = words(status);
        let families = by_family(clauses);
        json!({ "digit": board.value(digit), "status": status, "families": families })
    });
    let occurrences = told.occurrences.into_iter();
    let occurrences = occurrences.filter(|(_, clauses)| *clauses > 0);
    let occurrences =
        occurrences.map(|(family, clauses)| json!({ "family": family, "clauses": clauses }));
    Ok(object(json!({
        "cell": board.name(cell),
        "encoding": encoding.name(),
        "contradiction": told.contradiction,
        "occurrences": occurrences.collect::<Vec<_>>(),
        "digits": digits.collect::<Vec<_>>(),
    })))
}

fn explained(instance: &Instance, encoding: &Encoding, cell: Cell) -> Result<Explanation, Failure> {
    if let Some(puzzle) = &instance.classic {
        return Ok(explain(encoding, puzzle, cell));
    }
    if !WHOLE {
        return Err(Failure::of_the_first_module());
    }
    Ok(explain_variant(encoding, &instance.puzzle, cell))
}

fn words(status: DigitStatus) -> (&'static str, Vec<ForbiddingClause>) {
    match status {
        DigitStatus::Given => ("given", Vec::new()),
        DigitStatus::Forced(clauses) => ("forced", clauses),
        DigitStatus::Open => ("open", Vec::new()),
        DigitStatus::RuledOut(clauses) => ("ruled-out", clauses),
        DigitStatus::Forbidden(clauses) => ("forbidden", clauses),
        DigitStatus::ForbiddenLater(clauses) => ("forbidden-later", clauses),
    }
}

/// The clauses of each family, in the order of the formula.
fn by_family(clauses: Vec<ForbiddingClause>) -> Vec<Value> {
    let mut families: Vec<(String, Vec<Value>)> = Vec::new();
    for clause in clauses {
        let shown = shown(&clause.literals);
        match families.iter_mut().find(|(name, _)| *name == clause.source) {
            Some((_, listed)) => listed.push(shown),
            None => families.push((clause.source, vec![shown])),
        }
    }
    let families = families.into_iter();
    families
        .map(|(family, clauses)| json!({ "family": family, "clauses": clauses }))
        .collect()
}

fn shown(literals: &[String]) -> Value {
    let literals: Vec<Literal> = literals.iter().map(|text| literal(text)).collect();
    let mut cells: Vec<&String> = Vec::new();
    for cell in literals.iter().filter_map(|literal| literal.cell.as_ref()) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    json!({ "literals": literals, "cells": cells })
}

/// `¬r1c3=5` and its parts.
fn literal(text: &str) -> Literal {
    let name = text.strip_prefix('¬').unwrap_or(text);
    let candidate = name.split_once('=');
    let candidate = candidate.and_then(|(cell, digit)| Some((cell, digit.parse().ok()?)));
    let candidate = candidate.filter(|(cell, _)| cell.starts_with('r'));
    Literal {
        text: text.to_owned(),
        positive: name.len() == text.len(),
        cell: candidate.map(|(cell, _)| cell.to_owned()),
        digit: candidate.map(|(_, digit)| digit),
    }
}
