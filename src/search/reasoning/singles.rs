//! Naked and hidden singles among candidates, whatever they were taken from.

use crate::grid::{Candidate, Candidates, Cell, Digit};

/// What is left once each cell with one candidate has it alone in its houses, and each digit
/// with one place in a house is alone there. `None` if a cell has no candidate, or a digit no
/// place. Unit propagation finds as much.
pub fn settle(mut left: Candidates) -> Option<Candidates> {
    let geometry = left.geometry();
    let houses: Vec<Vec<Cell>> = geometry
        .houses()
        .map(|house| geometry.house_cells(house).collect())
        .collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for cells in &houses {
            for digit in geometry.digits() {
                changed |= settle_digit(&mut left, cells, digit)?;
            }
        }
    }
    let has_some = |cell| left.count(cell) > 0;
    geometry.cells().all(has_some).then_some(left)
}

/// Looks for singles of a digit in a house; whether candidates were removed. `None` if the
/// digit has no place.
fn settle_digit(left: &mut Candidates, cells: &[Cell], digit: Digit) -> Option<bool> {
    let places = cells.iter().copied();
    let places = places.filter(|&cell| left.contains(Candidate { cell, digit }));
    let places: Vec<Cell> = places.collect();
    let holder = places.iter().copied().find(|&cell| left.count(cell) == 1);
    let lost: Vec<Candidate> = match (&places[..], holder) {
        ([], _) => return None,
        (_, Some(holder)) => {
            let others = places.iter().filter(|cell| **cell != holder);
            others.map(|&cell| Candidate { cell, digit }).collect()
        }
        (&[cell], None) => {
            let others = left.digits(cell).filter(|each| *each != digit);
            others.map(|digit| Candidate { cell, digit }).collect()
        }
        _ => return Some(false),
    };
    lost.iter().for_each(|&candidate| left.remove(candidate));
    Some(!lost.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Puzzle;
    use crate::limits::Limits;
    use crate::search::{Closure, Native};

    #[test]
    fn what_singles_leave_of_givens_is_what_the_closure_leaves() {
        for line in [
            "1.......3......2",
            "12......3......2",
            "1234............",
            "1...2...3......1",
        ] {
            let mut puzzle = Puzzle::empty("2x2".parse().unwrap());
            for (cell, character) in puzzle.geometry().cells().zip(line.chars()) {
                let digit = character
                    .to_digit(10)
                    .and_then(|digit| Digit::new(digit as u16));
                puzzle.set(cell, digit);
            }
            let closed = Native::default().close(&puzzle, Closure::Singles, &Limits::unlimited());
            let settled = settle(Candidates::of_givens(&puzzle));
            assert_eq!(settled, closed.unwrap(), "{line}");
        }
    }
}
