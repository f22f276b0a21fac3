//! The request `solve`.

use crate::engine::{Choice, EngineFor};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Instance;
use crate::{Answer, object};
use satoku::rules::Board;
use satoku::rules::text::solution_text;
use satoku::{End, Limits, Reason, Solution};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// What is known about the solutions of a puzzle.
pub struct Found {
    /// `none`, `one`, `several`, `solved` or `unknown`.
    pub verdict: &'static str,
    /// At most two.
    pub solutions: Vec<Solution>,
    /// Why the verdict is unknown.
    pub reason: Option<Reason>,
}

/// Whether a puzzle has no solution, one or several.
pub fn solve(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let choice = Choice::of(fields)?;
    let unique = fields.or("unique", true)?;
    let limits = fields.limits()?;
    fields.end()?;
    let mut engine = choice.engine(&instance)?;
    let found = find(&mut engine, unique, &limits)?;
    let solutions = found.solutions.iter();
    let solutions: Vec<Value> = solutions
        .map(|each| shown(instance.board(), each))
        .collect();
    let mut answer = object(json!({
        "verdict": found.verdict,
        "solutions": solutions,
        "engine": engine.name(),
        "clashes": instance.clashes(),
    }));
    if let Some(reason) = found.reason {
        answer.insert("reason".into(), reason.to_string().into());
    }
    Ok(answer)
}

/// Looks for one solution, or for two.
pub fn find(engine: &mut EngineFor<'_>, unique: bool, limits: &Limits) -> Result<Found, Failure> {
    let mut solutions = Vec::new();
    let limit = if unique { 2 } else { 1 };
    let tally = engine.enumerate(limit, limits, &mut |solution| {
        solutions.push(solution.clone());
        ControlFlow::Continue(())
    })?;
    let (verdict, reason) = match (solutions.len(), unique, tally.end) {
        (2.., ..) => ("several", None),
        (1, false, _) => ("solved", None),
        (_, _, End::Stopped(reason)) => ("unknown", Some(reason)),
        (1, ..) => ("one", None),
        (0, ..) => ("none", None),
    };
    Ok(Found {
        verdict,
        solutions,
        reason,
    })
}

/// A solution as answers show it.
pub fn shown(board: &Board, solution: &Solution) -> Value {
    let digits = solution.cells().iter().map(|&digit| board.value(digit));
    json!({ "digits": digits.collect::<Vec<_>>(), "text": solution_text(board, solution) })
}
