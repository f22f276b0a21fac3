//! A picture of each kind.

use super::{picture, puzzle, solution};
use crate::draw::{Mark, Picture, Theme};
use crate::grid::text::Alphabet;
use crate::grid::{Cell, Digit, Geometry, Puzzle};
use crate::search::variant::Occurrences;

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A solution and another one with two rectangles swapped.
const FIRST: &str = "1234341221434321";
const SECOND: &str = "1243342121344312";

/// All pictures with their names.
pub fn all() -> Vec<(&'static str, Picture)> {
    let mut all = classic();
    all.extend(sizes());
    all.extend(variants());
    for (_, picture) in &mut all {
        if picture.theme == Theme::Auto {
            picture.theme = Theme::Light;
        }
    }
    let of = || Picture::of_puzzle(&puzzle(CLASSIC)).solution(&solution(SOLVED));
    all.push(("theme_dark", of().theme(Theme::Dark)));
    all.push(("theme_auto", of().theme(Theme::Auto)));
    all
}

fn classic() -> Vec<(&'static str, Picture)> {
    let of = || Picture::of_puzzle(&puzzle(CLASSIC));
    let small = Puzzle::empty(Geometry::new(2, 2).unwrap());
    let counted = (0..16).map(|cell| {
        let digits = (0..4).filter(|digit| (cell + digit) % 3 != 0);
        let counted = digits.map(|d| {
            (
                Digit::from_index(d),
                Occurrences::Exactly((cell * d * 7 + 1) as u64),
            )
        });
        counted.collect()
    });
    let ring = |cell: i64| (cell / 9).min(cell % 9).min(8 - cell / 9).min(8 - cell % 9);
    let weights: Vec<i64> = (0..81).map(|cell| 6 + ring(cell)).collect();
    let mixed = (0..81)
        .map(|cell| (cell % 9 - 4) * (cell / 9))
        .collect::<Vec<i64>>();
    vec![
        ("puzzle", of()),
        ("solution", of().solution(&solution(SOLVED))),
        (
            "candidates",
            of().candidates(&(1..=81).map(|c| c * 7919 % 511 + 1).collect::<Vec<_>>()),
        ),
        (
            "counted",
            Picture::of_puzzle(&small).counted_candidates(counted.collect()),
        ),
        (
            "two_solutions",
            Picture::of_puzzle(&puzzle("1..............."))
                .solutions(&solution(FIRST), &solution(SECOND)),
        ),
        (
            "heat",
            Picture::of_puzzle(&Puzzle::empty(Geometry::CLASSIC)).heat(&weights),
        ),
        ("heat_signed", of().solution(&solution(SOLVED)).heat(&mixed)),
        (
            "conflict",
            of().mark([Cell(0), Cell(1), Cell(4), Cell(20)], Mark::Conflict),
        ),
        (
            "redundant",
            of().mark([Cell(0), Cell(9), Cell(19)], Mark::Redundant)
                .mark([Cell(40), Cell(41)], Mark::Highlight),
        ),
    ]
}

fn sizes() -> Vec<(&'static str, Picture)> {
    let empty =
        |rows, columns| Picture::of_puzzle(&Puzzle::empty(Geometry::new(rows, columns).unwrap()));
    let full = |rows: usize, columns: usize| {
        let geometry = Geometry::new(rows, columns).unwrap();
        let side = geometry.side();
        let digit = |cell: usize| {
            Digit::from_index((cell % side + cell / side * columns + cell / side / rows) % side)
        };
        let cells = (0..side * side).map(|cell| (cell % 3 != 0).then(|| digit(cell)));
        Picture::of_puzzle(&Puzzle::new(geometry, cells.collect()).unwrap())
    };
    vec![
        ("size_1x1", empty(1, 1)),
        ("size_4x4_empty", empty(2, 2)),
        ("size_6x6", full(2, 3)),
        ("size_10x10_wide", full(1, 10)),
        ("size_16x16", full(4, 4).candidates(&[0xffff; 256])),
        ("size_16x16_hex", full(4, 4).alphabet(Alphabet::Hex)),
        ("size_36x36_numbers", full(6, 6).alphabet(Alphabet::Numbers)),
        (
            "board_4x7",
            picture(
                r#"{"rows": 4, "columns": 7, "min": 1, "max": 7, "regions": null,
            "candidates": {"r1c1": [3], "r4c7": [5], "r2c2": [1, 2, 6]}}"#,
            ),
        ),
        (
            "jigsaw",
            picture(
                r#"{"rows": 5, "columns": 5, "min": 0, "max": 4,
            "regions": "aaabbaacbbdcccbddceeddeee", "candidates": {"r3c3": [0], "r1c1": [4]}}"#,
            ),
        ),
        (
            "double_digits",
            picture(
                r#"{"rows": 3, "columns": 3, "min": -5, "max": 12,
            "candidates": {"r1c1": [-5], "r2c2": [12], "r3c3": [1, 10], "r3c1": []}}"#,
            ),
        ),
    ]
}

/// A 6×6 board with these rules and constraints.
fn six(rest: &str) -> Picture {
    picture(&format!(
        r#"{{"rows": 6, "columns": 6, "min": 1, "max": 6,
            "regions": "111222111222333444333444555666555666", {rest}}}"#
    ))
}

/// A 9×9 board with these rules and constraints.
fn nine(rest: &str) -> Picture {
    picture(&format!(
        r#"{{"rows": 9, "columns": 9, "min": 1, "max": 9, "regions":
            "111222333111222333111222333444555666444555666444555666777888999777888999777888999",
            {rest}}}"#
    ))
}

fn variants() -> Vec<(&'static str, Picture)> {
    [cages_and_lines(), marks_and_clues(), rules_and_others()].concat()
}

fn cages_and_lines() -> Vec<(&'static str, Picture)> {
    vec![
        (
            "killer",
            nine(
                r#""candidates": {"r5c5": [9]}, "constraints": [
            {"type": "killer", "cells": ["r1c1", "r1c2", "r2c1"], "sum": 15},
            {"type": "killer", "cells": ["r2c2", "r3c2", "r3c3", "r2c3"], "sum": 20},
            {"type": "killer", "cells": ["r4c4", "r4c5", "r4c6", "r5c6", "r6c6", "r6c5", "r6c4", "r5c4"], "sum": 36},
            {"type": "killer", "cells": ["r7c7", "r8c8"], "sum": 8},
            {"type": "killer", "cells": ["r9c1"], "sum": 4},
            {"type": "sum", "cells": ["r1c7", "r1c8", "r1c9", "r2c9"], "sum": 21},
            {"type": "counts", "cells": ["r7c1", "r7c2", "r8c1", "r8c2"], "counts": [[2, 5], [0, 1]]},
            {"type": "distinct", "cells": ["r7c4", "r7c5", "r7c6", "r8c5", "r9c5"]}]"#,
            ),
        ),
        (
            "thermometers_and_arrows",
            nine(
                r#""constraints": [
            {"type": "thermo", "cells": ["r1c1", "r2c1", "r3c1", "r3c2", "r3c3"]},
            {"type": "thermo", "cells": ["r9c9", "r8c8", "r7c7", "r7c6"]},
            {"type": "slow-thermo", "cells": ["r1c3", "r1c4", "r1c5", "r2c6"]},
            {"type": "arrow", "cells": ["r5c5", "r4c5", "r3c5", "r3c6"]},
            {"type": "arrow", "cells": ["r5c5", "r6c5", "r6c4"]},
            {"type": "pill-arrow", "pill": ["r8c1", "r8c2"], "cells": ["r7c2", "r6c2", "r6c1"]},
            {"type": "double-arrow", "cells": ["r1c8", "r2c8", "r3c8", "r4c9"]},
            {"type": "between", "cells": ["r9c3", "r9c4", "r9c5", "r8c6"]},
            {"type": "lockout", "cells": ["r5c7", "r5c8", "r6c9", "r7c9"]}]"#,
            ),
        ),
        (
            "lines",
            nine(
                r#""constraints": [
            {"type": "whisper", "cells": ["r1c1", "r1c2", "r2c3", "r1c4"]},
            {"type": "renban", "cells": ["r2c1", "r3c1", "r3c2", "r3c3"]},
            {"type": "palindrome", "cells": ["r1c6", "r1c7", "r2c8", "r1c9"]},
            {"type": "region-sum", "cells": ["r4c1", "r4c2", "r4c3", "r4c4", "r4c5"]},
            {"type": "entropic", "cells": ["r5c1", "r5c2", "r6c3", "r5c4"]},
            {"type": "modular", "cells": ["r7c1", "r7c2", "r7c3", "r8c3"]},
            {"type": "nabner", "cells": ["r8c1", "r9c1", "r9c2", "r9c3"]},
            {"type": "parity-line", "cells": ["r3c5", "r3c6", "r3c7", "r3c8", "r4c9"]},
            {"type": "zipper", "cells": ["r5c6", "r5c7", "r6c8", "r5c9"]},
            {"type": "lunchbox", "cells": ["r6c5", "r7c5", "r7c6", "r6c6"], "sum": 9},
            {"type": "sum-line", "cells": ["r8c5", "r8c6", "r9c6", "r9c5", "r8c5"], "sum": 10, "loop": true},
            {"type": "count-distinct", "cells": ["r7c9", "r8c9", "r8c8", "r9c8"]}]"#,
            ),
        ),
    ]
}

fn marks_and_clues() -> Vec<(&'static str, Picture)> {
    vec![
        (
            "dots_and_signs",
            six(r#""rules": ["strict-kropki"], "constraints": [
            {"type": "white-dot", "cells": ["r1c1", "r1c2"]},
            {"type": "black-dot", "cells": ["r1c2", "r2c2", "r3c2"]},
            {"type": "difference", "cells": ["r1c4", "r1c5"], "difference": 3},
            {"type": "ratio", "cells": ["r2c5", "r3c5"], "ratio": 3},
            {"type": "x", "cells": ["r3c3", "r3c4"]},
            {"type": "v", "cells": ["r4c3", "r5c3"]},
            {"type": "greater", "cells": ["r5c1", "r5c2"]},
            {"type": "greater", "cells": ["r6c4", "r5c4"]},
            {"type": "maximum", "cells": ["r5c6", "r4c6", "r6c6", "r5c5"]},
            {"type": "minimum", "cells": ["r2c6", "r1c6", "r3c6"]},
            {"type": "white-dot", "cells": ["r6c1", "r6c3"]}]"#),
        ),
        (
            "cells",
            six(r#""constraints": [
            {"type": "odd", "cells": ["r1c1", "r2c2"]},
            {"type": "even", "cells": ["r1c2", "r2c1"]},
            {"type": "counting-circles", "cells": ["r1c5", "r2c6", "r3c6"]},
            {"type": "quadruple", "cells": ["r3c3", "r3c4", "r4c3", "r4c4"], "digits": [1, 2, 3, 6]},
            {"type": "quadruple", "cells": ["r5c1", "r5c2", "r6c1", "r6c2"], "digits": [2, 5]},
            {"type": "clone", "cells": ["r3c1", "r4c1"], "clones": ["r5c6", "r6c6"]},
            {"type": "distinct", "cells": ["r5c3", "r5c4", "r6c4"]}]"#),
        ),
        (
            "outside",
            six(r#""constraints": [
            {"type": "sandwich", "cells": ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r1c6"], "sum": 9},
            {"type": "skyscraper", "cells": ["r1c6", "r1c5", "r1c4", "r1c3", "r1c2", "r1c1"], "visible": 3},
            {"type": "x-sum", "cells": ["r1c2", "r2c2", "r3c2", "r4c2", "r5c2", "r6c2"], "sum": 12},
            {"type": "sandwich", "cells": ["r1c2", "r2c2", "r3c2", "r4c2", "r5c2", "r6c2"], "sum": 5},
            {"type": "little-killer", "cells": ["r1c4", "r2c5", "r3c6"], "sum": 13},
            {"type": "little-killer", "cells": ["r6c3", "r5c2", "r4c1"], "sum": 7},
            {"type": "little-killer", "cells": ["r1c6", "r2c5", "r3c4", "r4c3", "r5c2", "r6c1"], "sum": 20},
            {"type": "numbered-room", "cells": ["r6c5", "r5c5", "r4c5", "r3c5", "r2c5", "r1c5"], "digit": 4},
            {"type": "outside", "cells": ["r4c6", "r4c5", "r4c4"], "digits": [2, 5]},
            {"type": "hidden-skyscraper", "cells": ["r5c1", "r5c2", "r5c3", "r5c4", "r5c5", "r5c6"], "digit": 2}]"#),
        ),
    ]
}

fn rules_and_others() -> Vec<(&'static str, Picture)> {
    vec![
        (
            "rules",
            nine(r#""rules": ["diagonal", "windoku", "anti-knight", "non-consecutive"]"#),
        ),
        (
            "without_picture",
            six(r#""constraints": [
            {"type": "index", "control": "r1c3", "digit": 2, "cells": ["r1c1", "r2c1", "r3c1", "r4c1", "r5c1", "r6c1"]},
            {"type": "automaton", "cells": ["r3c3", "r3c4", "r4c4"], "regex": "12+3?", "name": "My line"},
            {"type": "any-of", "branches": [
                [{"type": "killer", "cells": ["r5c5", "r5c6"], "sum": 5}],
                [{"type": "white-dot", "cells": ["r6c5", "r6c6"]}]]},
            {"type": "same-digits", "sets": [["r1c5", "r1c6"], ["r2c4", "r3c5"]]},
            {"type": "sandwich", "cells": ["r6c2", "r6c3", "r6c4"], "sum": 3}]"#),
        ),
        ("core", {
            let json = six(
                r#""candidates": {"r1c1": [6], "r2c5": [3]}, "rules": ["diagonal"], "constraints": [
                {"type": "killer", "cells": ["r1c1", "r1c2", "r2c2"], "sum": 7},
                {"type": "killer", "cells": ["r4c4", "r4c5"], "sum": 7}]"#,
            );
            let killer = crate::rules::Origin::Listed {
                kind: "killer".into(),
                index: 0,
            };
            json.mark([Cell(0)], Mark::Conflict)
                .mark_constraint(&killer, Mark::Conflict)
        }),
    ]
}
