//! Upper bounds that need no search.

use super::Objective;
use crate::grid::{Cell, Digit, House, HouseKind};

/// House by house, the most that the empty cells can score. Rows, columns and boxes each
/// give a bound; the least one counts.
pub fn bound(objective: &Objective, placed: &impl Fn(Cell) -> Option<Digit>) -> i64 {
    let geometry = objective.geometry();
    let bounds = HouseKind::ALL.into_iter().map(|kind| {
        let houses = geometry.houses_of_kind(kind);
        houses
            .map(|house| house_bound(objective, house, placed))
            .sum()
    });
    bounds.min().unwrap_or(0)
}

fn house_bound(
    objective: &Objective,
    house: House,
    placed: &impl Fn(Cell) -> Option<Digit>,
) -> i64 {
    let geometry = objective.geometry();
    let mut missing = vec![true; geometry.side()];
    let mut empty = Vec::with_capacity(geometry.side());
    let mut bound = 0;
    for cell in geometry.house_cells(house) {
        match placed(cell) {
            Some(digit) => {
                missing[digit.index()] = false;
                bound += objective.value(cell, digit);
            }
            None => empty.push(cell),
        }
    }
    let digits = geometry.digits().filter(|digit| missing[digit.index()]);
    match objective.weights() {
        Some(weights) => bound + rearranged(digits, empty, weights),
        None => {
            let digits: Vec<Digit> = digits.collect();
            let best = |cell: Cell| {
                let values = digits.iter().map(|&digit| objective.value(cell, digit));
                values.max().unwrap_or(0)
            };
            bound + empty.into_iter().map(best).sum::<i64>()
        }
    }
}

/// The largest digits go to the heaviest cells (the rearrangement inequality).
fn rearranged(digits: impl Iterator<Item = Digit>, empty: Vec<Cell>, weights: &[i64]) -> i64 {
    let mut weights: Vec<i64> = empty.iter().map(|cell| weights[cell.index()]).collect();
    weights.sort_unstable();
    let pairs = digits.zip(&weights);
    pairs
        .map(|(digit, weight)| i64::from(digit.value()) * weight)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Geometry, symmetry};

    #[test]
    fn the_bound_of_a_full_grid_is_its_score() {
        let geometry = Geometry::CLASSIC;
        let solution = symmetry::pattern(geometry);
        let pyramid = Objective::pyramid(geometry);
        let values = |cell: Cell| geometry.digits().map(move |d| pyramid_like(cell, d));
        let table = geometry.cells().flat_map(values).collect();
        let table = Objective::new(geometry, table).unwrap();
        for objective in [pyramid, table] {
            let score = objective.score(&solution);
            let all = |cell: Cell| Some(solution.digit(cell));
            assert_eq!(bound(&objective, &all), score);
            for kept in 0..81 {
                let known = |cell: Cell| (cell.index() < kept).then(|| solution.digit(cell));
                assert!(bound(&objective, &known) >= score);
            }
        }
    }

    fn pyramid_like(cell: Cell, digit: Digit) -> i64 {
        (cell.index() as i64 * 7 + i64::from(digit.value()) * 5) % 23 - 11
    }
}
