//! Kernels by themselves: models and propagation.

use super::*;
use crate::cnf::{ClauseSink, Propagated, propagate};

#[test]
fn models_are_the_fillings_that_hold() {
    let random = &mut Random(17);
    for round in 0..150 {
        let kind = round % 10;
        let (min, digits) = (
            [0, 1, -1][random.below(3) as usize],
            3 + random.below(2) as i32,
        );
        let board = Board::new((2, 2), (min, min + digits - 1), None).unwrap();
        let left: Vec<Mask> = (0..4).map(|_| random.mask(digits as usize)).collect();
        let kernels = random_kernels(random, &board, kind);
        for map in [VariantMap::full(&board), VariantMap::live(&board, &left)] {
            let holds = |filling: &Vec<Digit>| kernels.iter().all(|k| k.holds(&board, filling));
            let expected: Vec<_> = fillings(&map).into_iter().filter(holds).collect();
            let choices = all_choices();
            let places = [0, 7, 17, 21, 35, (round as usize * 7) % choices.len()];
            for choices in places.map(|place| choices[place]) {
                let totalizers = (choices.sums, choices.cages);
                let is_exact = kind < 9
                    && !matches!(
                        totalizers,
                        (SumClauses::Totalizer, _) | (_, CageClauses::Totalizer)
                    );
                let formula = alone(&kernels, &map, choices);
                let variables = if is_exact {
                    formula.variables()
                } else {
                    map.len()
                };
                let found = models(&formula, &map, variables);
                let grids: Vec<_> = found.keys().cloned().collect();
                assert_eq!(grids, expected, "{kernels:?} {choices}");
                let once = found.values().all(|count| *count == 1);
                assert!(once, "{kernels:?} {choices}");
            }
        }
    }
}

/// What is left of each cell in some filling that holds; `None` if none does.
fn supported(kernels: &[Kernel], board: &Board, left: &[Mask]) -> Option<Vec<Mask>> {
    let map = VariantMap::live(board, left);
    let mut masks = vec![0; left.len()];
    for filling in fillings(&map) {
        if kernels.iter().all(|kernel| kernel.holds(board, &filling)) {
            for (mask, digit) in masks.iter_mut().zip(filling) {
                *mask |= 1 << digit.index();
            }
        }
    }
    (masks[0] != 0).then_some(masks)
}

/// What unit propagation leaves of each cell; `None` after a conflict.
pub(super) fn propagated(formula: &Formula, map: &VariantMap, left: &[Mask]) -> Option<Vec<Mask>> {
    let mut formula = formula.clone();
    for (var, cell, digit) in map.candidates() {
        if left[cell.index()] >> digit.index() & 1 == 0 {
            formula.add_clause(&[var.negative()]);
        }
    }
    let Propagated::Fixpoint(values) = propagate(&formula) else {
        return None;
    };
    let mut masks = vec![0; left.len()];
    for (var, cell, digit) in map.candidates() {
        if values.value(var.positive()) != Some(false) {
            masks[cell.index()] |= 1 << digit.index();
        }
    }
    Some(masks)
}

#[test]
fn propagation_is_complete_for_pairs_and_automata() {
    let random = &mut Random(4);
    let board = Board::new((1, 3), (1, 3), None).unwrap();
    let cells: Vec<Cell> = board.cells().collect();
    let map = VariantMap::full(&board);
    for round in 0..60 {
        let kernel = match round % 3 {
            0 => Kernel::Pair(cells[0], cells[2], random_table(random, 3)),
            1 => Kernel::Automaton(cells.clone(), random_automaton(random, 3)),
            _ => {
                let times = [1, 2, -1, 1][random.below(4) as usize];
                let terms = [(cells[0], times), (cells[1], 1), (cells[2], 1)];
                Kernel::sum(terms, random.below(9) as i64)
            }
        };
        let kernels = [kernel];
        let formula = alone(&kernels, &map, KernelChoices::default());
        for number in 0..343 {
            let left = [number / 49 + 1, number / 7 % 7 + 1, number % 7 + 1];
            assert_eq!(
                propagated(&formula, &map, &left),
                supported(&kernels, &board, &left),
                "{kernels:?} {left:?}"
            );
        }
    }
}
