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
    loop {
        let mut changed = false;
        for cells in &houses {
            for digit in geometry.digits() {
                let places = cells.iter().copied();
                let mut places = places.filter(|&cell| left.contains(Candidate { cell, digit }));
                let only = (places.next()?, places.next());
                let settled = |cell: &&Cell| left.count(**cell) == 1;
                let holder = cells.iter().find(|cell| {
                    settled(cell)
                        && left.contains(Candidate {
                            cell: **cell,
                            digit,
                        })
                });
                changed |= match (holder.copied(), only) {
                    (Some(holder), _) => {
                        let others = cells.iter().filter(|cell| **cell != holder);
                        others.fold(false, |changed, &cell| {
                            take(&mut left, cell, |each| each == digit) || changed
                        })
                    }
                    (None, (cell, None)) => take(&mut left, cell, |each| each != digit),
                    _ => false,
                };
            }
        }
        if !changed {
            let has_some = |cell| left.count(cell) > 0;
            return geometry.cells().all(has_some).then_some(left);
        }
    }
}

/// Removes these digits of a cell; whether there were any.
fn take(left: &mut Candidates, cell: Cell, digits: impl Fn(Digit) -> bool) -> bool {
    let lost: Vec<Digit> = left.digits(cell).filter(|&digit| digits(digit)).collect();
    for &digit in &lost {
        left.remove(Candidate { cell, digit });
    }
    !lost.is_empty()
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
