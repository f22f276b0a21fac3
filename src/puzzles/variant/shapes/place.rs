//! Where a constraint is, as far as that decides whether another one may be there, too.

use super::{Extra, Shape, TYPES};
use crate::rules::ConstraintItem;

/// Whether a constraint is in the place of another one: a mark would be drawn over the other, or
/// a clue would say the same from the other end of the line.
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

fn listed(kind: &str) -> Option<(Shape, Extra)> {
    let found = TYPES.iter().find(|(name, ..)| *name == kind);
    found.map(|&(_, shape, extra)| (shape, extra))
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

    fn item(kind: &str, cells: &str, sum: i64) -> ConstraintItem {
        let cells: Vec<&str> = cells.split(' ').collect();
        let item = json!({ "type": kind, "cells": cells, "sum": sum });
        serde_json::from_value(item).unwrap()
    }

    #[test]
    fn marks_take_their_place_and_lines_both_ends() {
        let is_same = |one: (&str, &str, i64), other: (&str, &str, i64)| {
            is_same_place(&item(one.0, one.1, one.2), &item(other.0, other.1, other.2))
        };
        for (one, other, expected) in [
            (("x", "r1c1 r1c2", 0), ("white-dot", "r1c2 r1c1", 0), true),
            (
                ("greater", "r1c1 r1c2", 0),
                ("greater", "r1c2 r1c1", 0),
                true,
            ),
            (("x", "r1c1 r1c2", 0), ("x", "r1c2 r1c3", 0), false),
            (("x", "r1c1 r1c2", 0), ("thermo", "r1c1 r1c2", 0), false),
            (
                ("quadruple", "r1c1 r1c2 r2c1 r2c2", 1),
                ("quadruple", "r2c2 r1c2 r2c1 r1c1", 2),
                true,
            ),
            (
                ("sandwich", "r1c1 r1c2 r1c3", 5),
                ("sandwich", "r1c3 r1c2 r1c1", 5),
                true,
            ),
            (
                ("little-killer", "r1c1 r2c2", 5),
                ("little-killer", "r2c2 r1c1", 5),
                true,
            ),
            (
                ("x-sum", "r1c1 r1c2 r1c3", 5),
                ("x-sum", "r1c3 r1c2 r1c1", 5),
                false,
            ),
            (
                ("skyscraper", "r1c1 r1c2", 1),
                ("skyscraper", "r1c2 r1c1", 1),
                false,
            ),
            (
                ("sandwich", "r1c1 r1c2", 5),
                ("little-killer", "r1c2 r1c1", 5),
                false,
            ),
            (("killer", "r1c1 r1c2", 5), ("killer", "r1c1 r1c2", 5), true),
            (
                ("killer", "r1c1 r1c2", 5),
                ("killer", "r1c2 r1c1", 5),
                false,
            ),
        ] {
            assert_eq!(is_same(one, other), expected, "{one:?} {other:?}");
        }
    }
}
