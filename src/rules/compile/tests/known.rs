//! Counts of solutions in rule files, by brute force.

use super::compiled;
use crate::grid::{Cell, Digit, Solution};
use crate::rules::{Kernel, Kind, Library, VariantPuzzle};
use serde_json::json;

/// An empty grid with boxes of so many rows and columns.
fn empty([box_rows, box_columns]: [usize; 2], rules: &[&str]) -> VariantPuzzle {
    let side = box_rows * box_columns;
    let cells = (0..side * side).map(|cell| (cell / side, cell % side));
    let region = |(row, column)| row / box_rows * box_rows + column / box_columns + 1;
    let regions: String = cells.map(|cell| region(cell).to_string()).collect();
    compiled(json!({
        "rows": side, "columns": side, "min": 1, "max": side, "regions": regions, "rules": rules,
    }))
    .unwrap()
}

/// Counts grids, cell by cell: a kernel is checked once all of its cells have digits.
struct BruteForce<'p> {
    puzzle: &'p VariantPuzzle,
    /// By cell: the kernels of which it is the last.
    kernels: Vec<Vec<&'p Kernel>>,
    digits: Vec<Digit>,
}

impl<'p> BruteForce<'p> {
    fn new(puzzle: &'p VariantPuzzle) -> BruteForce<'p> {
        let cells = puzzle.board().cell_count();
        let mut kernels = vec![Vec::new(); cells];
        let constraints = puzzle.constraints().iter();
        for kernel in constraints.flat_map(|constraint| &constraint.kernels) {
            let last = kernel.cells().into_iter().map(Cell::index).max();
            kernels[last.unwrap()].push(kernel);
        }
        BruteForce {
            puzzle,
            kernels,
            digits: vec![Digit::from_index(0); cells],
        }
    }

    fn count(&mut self, cell: usize) -> u64 {
        if cell == self.digits.len() {
            let solution = Solution::new(self.digits.clone());
            assert!(self.puzzle.check(&solution).is_ok());
            return 1;
        }
        let board = self.puzzle.board();
        let mut count = 0;
        for digit in 0..board.digit_count() {
            self.digits[cell] = Digit::from_index(digit);
            let mut kernels = self.kernels[cell].iter();
            if self.differs(cell) && kernels.all(|kernel| kernel.holds(board, &self.digits)) {
                count += self.count(cell + 1);
            }
        }
        count
    }

    /// Whether no earlier cell of its row, column or box has its digit.
    fn differs(&self, cell: usize) -> bool {
        let board = self.puzzle.board();
        let houses = board.houses().iter().map(|house| &house.cells);
        let mut houses = houses.filter(|cells| cells.iter().any(|each| each.index() == cell));
        houses.all(|cells| {
            let mut earlier = cells
                .iter()
                .map(|each| each.index())
                .filter(|&each| each < cell);
            earlier.all(|each| self.digits[each] != self.digits[cell])
        })
    }
}

#[test]
fn known_counts_are_right() {
    assert_eq!(BruteForce::new(&empty([2, 2], &[])).count(0), 288);
    for definition in Library::built_in().definitions() {
        let name = definition.name();
        let is_rule = definition.kind() == Kind::Rule;
        assert_eq!(definition.known().is_empty(), !is_rule, "{name}");
        for known in definition.known() {
            let shape = match &*known.shape {
                "2x2" => [2, 2],
                "2x3" => [2, 3],
                other => panic!("{name}: {other} is too large"),
            };
            let puzzle = empty(shape, &[name]);
            let count = BruteForce::new(&puzzle).count(0);
            assert_eq!(count, known.solutions, "{name} {}", known.shape);
        }
    }
}

/// Marks exempt their cells from the strict rules, and nothing else.
#[test]
fn strict_rules_look_at_marks() {
    let cells = [["r1c1", "r1c2"], ["r1c2", "r1c3"], ["r1c3", "r1c4"]];
    for (rule, kind, line, expected) in [
        ("strict-white-dots", "white-dot", [1, 2, 4, 6], 1),
        ("strict-white-dots", "white-dot", [1, 2, 3, 6], 2),
        ("strict-black-dots", "black-dot", [1, 2, 4, 5], 2),
        ("strict-kropki", "black-dot", [1, 2, 4, 3], 3),
        // Dots with numbers, here the usual ones.
        ("strict-white-dots", "difference", [1, 2, 4, 6], 1),
        ("strict-white-dots", "ratio", [1, 2, 4, 6], 1),
        ("strict-black-dots", "ratio", [1, 2, 4, 5], 2),
        ("strict-black-dots", "difference", [1, 2, 4, 5], 2),
        ("strict-kropki", "difference", [1, 2, 4, 3], 3),
        ("strict-kropki", "ratio", [1, 2, 4, 3], 3),
        ("strict-xv", "x", [4, 6, 3, 1], 1),
        ("strict-xv", "v", [4, 1, 4, 6], 3),
    ] {
        let digits = line.map(|value: usize| Digit::from_index(value - 1));
        let marked = |marks: usize| {
            let marks = cells[..marks].iter();
            let marks = marks.map(|cells| json!({"type": kind, "cells": cells}));
            compiled(json!({
                "rows": 1, "columns": 4, "min": 1, "max": 6, "rules": [rule],
                "constraints": marks.collect::<Vec<_>>(),
            }))
            .unwrap()
        };
        for marks in 0..=3 {
            let puzzle = marked(marks);
            let strict = puzzle.constraints().iter().find(|each| each.label == rule);
            let mut kernels = strict.unwrap().kernels.iter();
            let holds = kernels.all(|kernel| kernel.holds(puzzle.board(), &digits));
            assert_eq!(holds, marks >= expected, "{rule} {line:?} {marks}");
        }
    }
}
