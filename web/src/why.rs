//! The request `why`: the clauses behind a cell.

use crate::engine::encoding;
use crate::failure::Failure;
use crate::fields::{Fields, short};
use crate::puzzle::Instance;
use crate::{Answer, WHOLE, object};
use satoku::Encoding;
use satoku::encoding::kernels::{VariantClause, explain_variant};
use satoku::encoding::{DigitStatus, ForbiddingClause, explain};
use satoku::grid::{Cell, Digit};
use serde::Serialize;
use serde_json::{Value, json};

/// Largest side on which the whole formula can be searched.
const MAX_SIDE: usize = 36;

/// A clause by the names of its literals.
struct Named {
    family: String,
    literals: Vec<String>,
}

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
    let (contradiction, occurrences, digits) = explained(&instance, &encoding, cell)?;
    let digits = digits.into_iter().map(|(digit, status)| {
        let (status, clauses) = words(status);
        let families = by_family(clauses);
        json!({ "digit": board.value(digit), "status": status, "families": families })
    });
    let occurrences = occurrences.into_iter().filter(|(_, clauses)| *clauses > 0);
    let occurrences =
        occurrences.map(|(family, clauses)| json!({ "family": family, "clauses": clauses }));
    Ok(object(json!({
        "cell": board.name(cell),
        "encoding": encoding.name(),
        "contradiction": contradiction,
        "occurrences": occurrences.collect::<Vec<_>>(),
        "digits": digits.collect::<Vec<_>>(),
    })))
}

/// Whether there is a contradiction, how often the cell occurs in each family, and its
/// digits.
type Explained = (bool, Vec<(String, u64)>, Vec<(Digit, DigitStatus<Named>)>);

fn explained(instance: &Instance, encoding: &Encoding, cell: Cell) -> Result<Explained, Failure> {
    if let Some(puzzle) = &instance.classic {
        let told = explain(encoding, puzzle, cell);
        let occurrences = told.occurrences.into_iter();
        let occurrences = occurrences.map(|(family, count)| (family.name(), count));
        let digits = told.digits.into_iter();
        let named = |clause: ForbiddingClause| Named {
            family: clause.family.name(),
            literals: clause.literals,
        };
        let digits = digits.map(|(digit, status)| (digit, renamed(status, named)));
        return Ok((told.contradiction, occurrences.collect(), digits.collect()));
    }
    if !WHOLE {
        return Err(Failure::of_the_first_module());
    }
    let told = explain_variant(encoding, &instance.puzzle, cell);
    let named = |clause: VariantClause| Named {
        family: clause.source,
        literals: clause.literals,
    };
    let digits = told.digits.into_iter();
    let digits = digits.map(|(digit, status)| (digit, renamed(status, named)));
    Ok((told.contradiction, told.occurrences, digits.collect()))
}

fn renamed<C>(status: DigitStatus<C>, named: impl Fn(C) -> Named) -> DigitStatus<Named> {
    let all = |clauses: Vec<C>| clauses.into_iter().map(named).collect();
    match status {
        DigitStatus::Given => DigitStatus::Given,
        DigitStatus::Forced(clauses) => DigitStatus::Forced(all(clauses)),
        DigitStatus::Open => DigitStatus::Open,
        DigitStatus::RuledOut(clauses) => DigitStatus::RuledOut(all(clauses)),
        DigitStatus::Forbidden(clauses) => DigitStatus::Forbidden(all(clauses)),
        DigitStatus::ForbiddenLater(clauses) => DigitStatus::ForbiddenLater(all(clauses)),
    }
}

fn words(status: DigitStatus<Named>) -> (&'static str, Vec<Named>) {
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
fn by_family(clauses: Vec<Named>) -> Vec<Value> {
    let mut families: Vec<(String, Vec<Value>)> = Vec::new();
    for clause in clauses {
        let shown = shown(&clause.literals);
        match families.iter_mut().find(|(name, _)| *name == clause.family) {
            Some((_, listed)) => listed.push(shown),
            None => families.push((clause.family, vec![shown])),
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
