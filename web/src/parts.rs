//! The requests `contradiction` and `redundant`.

use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Instance;
use crate::{Answer, object};
use satoku::backend::VariantNative;
use satoku::puzzles::{
    Contradiction, PuzzlePart, Redundancy, contradiction_among, redundant as spare,
};
use satoku::rules::{Library, Origin};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Why a puzzle has no solution.
pub fn contradiction(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let only_givens = fields.choice("parts", &[("givens", true), ("all", false)])?;
    let limits = fields.limits()?;
    fields.end()?;
    let clashes = instance.clashes();
    let (verdict, parts, sentence) = if clashes.is_empty() {
        let mut parts = PuzzlePart::of(&instance.puzzle);
        if only_givens {
            parts.retain(|part| matches!(part, PuzzlePart::Cell(_)));
        }
        let mut native = VariantNative::default();
        let found = contradiction_among(&instance.puzzle, parts, &mut native, &limits)?;
        minimal(found)
    } else {
        (
            "clash",
            Vec::new(),
            "equal digits are given in one house".into(),
        )
    };
    let parts: Vec<Value> = parts.iter().map(|part| shown(&instance, *part)).collect();
    Ok(object(json!({
        "verdict": verdict,
        "clashes": clashes,
        "parts": parts,
        "sentence": sentence,
    })))
}

fn minimal(found: Contradiction) -> (&'static str, Vec<PuzzlePart>, String) {
    match found {
        Contradiction::Minimal(parts) if parts.is_empty() => {
            let why = "what cannot be left out has no solution alone";
            ("minimal", parts, why.into())
        }
        Contradiction::Minimal(parts) => {
            let why =
                "these contradict each other; if any one of them is left out, the others do not";
            ("minimal", parts, why.into())
        }
        Contradiction::Reduced(parts, reason) => {
            ("reduced", parts, format!("perhaps not minimal: {reason}"))
        }
        Contradiction::Satisfiable => (
            "satisfiable",
            Vec::new(),
            "the puzzle has a solution".into(),
        ),
        Contradiction::Unknown(reason) => ("unknown", Vec::new(), format!("unknown: {reason}")),
    }
}

/// What a puzzle with one solution does not need.
pub fn redundant(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let limits = fields.limits()?;
    fields.end()?;
    let found = spare(
        &instance.puzzle,
        &instance.description,
        Library::built_in(),
        &mut VariantNative::default(),
        &limits,
    )?;
    let sentence = found.to_string();
    let (verdict, parts) = match found {
        Redundancy::Each(parts) => ("redundant", parts),
        Redundancy::Unsatisfiable => ("none", Vec::new()),
        Redundancy::SeveralSolutions => ("several", Vec::new()),
        Redundancy::Unknown(_) => ("unknown", Vec::new()),
    };
    let parts: Vec<Value> = parts.iter().map(|part| shown(&instance, *part)).collect();
    Ok(object(
        json!({ "verdict": verdict, "parts": parts, "sentence": sentence }),
    ))
}

/// The constraints that the text of a puzzle lists, in its order.
pub fn clues(instance: &Instance) -> Vec<Value> {
    let constraints = instance.puzzle.constraints().iter().enumerate();
    let listed = constraints.filter(|(_, each)| matches!(each.origin, Origin::Listed { .. }));
    listed
        .map(|(index, _)| shown(instance, PuzzlePart::Constraint(index)))
        .collect()
}

fn shown(instance: &Instance, part: PuzzlePart) -> Value {
    let board = instance.board();
    let (kind, cells) = match part {
        PuzzlePart::Cell(cell) => {
            let kind = match instance.puzzle.given(cell) {
                Some(_) => "given",
                None => "pencilmarks",
            };
            (kind, vec![board.name(cell)])
        }
        PuzzlePart::Constraint(index) => {
            let constraint = instance.puzzle.constraints().get(index);
            let kernels = constraint.into_iter().flat_map(|each| &each.kernels);
            let cells: BTreeSet<_> = kernels.flat_map(|kernel| kernel.cells()).collect();
            let cells = cells.into_iter().map(|cell| board.name(cell));
            ("constraint", cells.collect())
        }
    };
    json!({ "kind": kind, "label": part.label(&instance.puzzle), "cells": cells })
}
