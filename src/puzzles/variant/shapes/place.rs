//! The place of a constraint, which decides whether another one may share it.

use super::{Extra, Shape, listed};
use crate::rules::ConstraintItem;

/// Whether a constraint is in the place of another one: a mark would be drawn over the other, a
/// clue would begin where the other does, or say the same from the other end of the line.
pub fn is_same_place(one: &ConstraintItem, other: &ConstraintItem) -> bool {
    if one == other {
        return true;
    }
    let (these, mut those) = (cells_of(one), cells_of(other));
    if is_mark(&one.kind) && is_mark(&other.kind) {
        return these.len() == those.len() && these.iter().all(|cell| those.contains(cell));
    }
    if one.kind == other.kind && is_start(&one.kind) {
        return these.iter().zip(&those).all(|(cell, other)| cell == other);
    }
    those.reverse();
    one.kind == other.kind && reads_both_ways(&one.kind) && these == those
}

/// The names of the cells of a constraint.
pub fn cells_of(item: &ConstraintItem) -> Vec<String> {
    let cells = item.fields.get("cells").and_then(|cells| cells.as_array());
    let names = cells.into_iter().flatten().filter_map(|cell| cell.as_str());
    names.map(str::to_owned).collect()
}

/// Whether constraints of a type are marks between cells, which may be named in any order.
fn is_mark(kind: &str) -> bool {
    listed(kind).is_some_and(|(shape, _)| matches!(shape, Shape::Domino | Shape::Square))
}

/// Whether constraints of a type are clues for the first cells of a line.
fn is_start(kind: &str) -> bool {
    listed(kind).is_some_and(|(shape, _)| matches!(shape, Shape::Start(..)))
}

/// Whether a line of a type means the same from its other end.
fn reads_both_ways(kind: &str) -> bool {
    listed(kind).is_some_and(|(shape, extra)| {
        shape == Shape::Diagonal || (shape, extra) == (Shape::Line, Extra::BetweenExtremes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A type and its cells, with a sum that tells it from others.
    fn item(text: &str, sum: i64) -> ConstraintItem {
        let (kind, cells) = text.split_once(' ').unwrap();
        let cells: Vec<&str> = cells.split(' ').collect();
        let item = json!({ "type": kind, "cells": cells, "sum": sum });
        serde_json::from_value(item).unwrap()
    }

    fn is_same(one: &str, other: &str) -> bool {
        is_same_place(&item(one, 1), &item(other, 2))
    }

    #[test]
    fn marks_take_their_place_and_lines_both_ends() {
        for (one, other) in [
            ("x r1c1 r1c2", "white-dot r1c2 r1c1"),
            ("greater r1c1 r1c2", "greater r1c2 r1c1"),
            (
                "quadruple r1c1 r1c2 r2c1 r2c2",
                "quadruple r2c2 r1c2 r2c1 r1c1",
            ),
            ("sandwich r1c1 r1c2 r1c3", "sandwich r1c3 r1c2 r1c1"),
            ("little-killer r1c1 r2c2", "little-killer r2c2 r1c1"),
            ("outside r1c1 r1c2", "outside r1c1 r1c2 r1c3"),
        ] {
            assert!(is_same(one, other), "{one}, {other}");
        }
        for (one, other) in [
            ("x r1c1 r1c2", "x r1c2 r1c3"),
            ("x r1c1 r1c2", "thermo r1c1 r1c2"),
            ("x-sum r1c1 r1c2 r1c3", "x-sum r1c3 r1c2 r1c1"),
            ("skyscraper r1c1 r1c2", "skyscraper r1c2 r1c1"),
            ("sandwich r1c1 r1c2", "little-killer r1c2 r1c1"),
            ("outside r1c1 r1c2", "outside r1c2 r1c1"),
            ("killer r1c1 r1c2", "killer r1c1 r1c2"),
        ] {
            assert!(!is_same(one, other), "{one}, {other}");
        }
        assert!(is_same_place(
            &item("killer r1c1 r1c2", 5),
            &item("killer r1c1 r1c2", 5)
        ));
    }
}
