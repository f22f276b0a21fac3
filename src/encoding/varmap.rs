//! Candidate ↔ variable: the only file that knows the index formula.

use crate::cnf::{Lit, Var};
use crate::grid::{Candidate, Candidates, Cell, Digit, Geometry};
use crate::limits::Limits;
use crate::outcome::Reason;

/// What stands for a candidate in a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// True: a given, or implied by the givens.
    True,
    /// False.
    False,
    /// Decided by a variable.
    Lit(Lit),
}

impl Term {
    /// The literal, if a variable decides.
    pub fn literal(self) -> Option<Lit> {
        match self {
            Term::Lit(lit) => Some(lit),
            Term::True | Term::False => None,
        }
    }

    /// Whether it is true where variables have these values.
    pub fn is_true(self, value: impl FnOnce(Var) -> bool) -> bool {
        match self {
            Term::True => true,
            Term::False => false,
            Term::Lit(lit) => value(lit.var()) == lit.is_positive(),
        }
    }
}

/// The variables of the candidates of one puzzle.
///
/// Candidate variables come first, auxiliary variables after them. A *full* map has a
/// variable for every candidate, `1 + cell·N + (digit − 1)` with cells in reading order
/// from 0, so on 9×9 the variable 1 is `r1c1=1` and 729 is `r9c9=9`. A *live* map numbers
/// only the candidates that are left, in the same order and without gaps; a cell with one
/// candidate needs no variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarMap {
    geometry: Geometry,
    live: Option<Live>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Live {
    /// The number of each candidate by its full index, or [`TRUE`] or [`FALSE`].
    numbers: Vec<u32>,
    candidates: Vec<Candidate>,
}

const FALSE: u32 = 0;
const TRUE: u32 = u32::MAX;

/// Cells between two checks of the limits.
const CELLS_PER_CHECK: usize = 1024;

impl VarMap {
    /// A variable for every candidate.
    pub fn full(geometry: Geometry) -> VarMap {
        VarMap {
            geometry,
            live: None,
        }
    }

    /// Variables for the candidates of cells with more than one.
    pub fn live(left: &Candidates) -> VarMap {
        let map = VarMap::live_within(left, &Limits::unlimited());
        map.unwrap_or_else(|_| VarMap::full(left.geometry()))
    }

    /// Like [`VarMap::live`], within limits.
    ///
    /// # Errors
    /// The limit that was exceeded.
    pub fn live_within(left: &Candidates, limits: &Limits) -> Result<VarMap, Reason> {
        let geometry = left.geometry();
        let side = geometry.side();
        let mut numbers = vec![FALSE; geometry.cell_count() * side];
        let mut candidates = Vec::new();
        for cell in geometry.cells() {
            if cell.index().is_multiple_of(CELLS_PER_CHECK) {
                limits.check()?;
            }
            let settled = left.count(cell) == 1;
            for digit in left.digits(cell) {
                let number = &mut numbers[cell.index() * side + digit.index()];
                if settled {
                    *number = TRUE;
                } else {
                    candidates.push(Candidate { cell, digit });
                    *number = candidates.len() as u32;
                }
            }
        }
        Ok(VarMap {
            geometry,
            live: Some(Live {
                numbers,
                candidates,
            }),
        })
    }

    /// Whether only live candidates have variables.
    pub fn is_live(&self) -> bool {
        self.live.is_some()
    }

    /// The shape of the grid.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// How many candidates have a variable.
    pub fn len(&self) -> usize {
        match &self.live {
            None => self.geometry.cell_count() * self.geometry.side(),
            Some(live) => live.candidates.len(),
        }
    }

    /// Whether no candidate has a variable.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What stands for a candidate.
    ///
    /// # Panics With debug assertions, if the grid has no such candidate; without them, it may
    /// panic as well, or the result is that for another candidate or an auxiliary variable.
    pub fn term(&self, cell: Cell, digit: Digit) -> Term {
        debug_assert!(
            cell.index() < self.geometry.cell_count() && digit.index() < self.geometry.side(),
            "there is no {} on this grid",
            self.geometry.candidate_name(Candidate { cell, digit })
        );
        let index = cell.index() * self.geometry.side() + digit.index();
        match &self.live {
            None => Term::Lit(Var::from_index(index).positive()),
            Some(live) => match live.numbers[index] {
                FALSE => Term::False,
                TRUE => Term::True,
                number => Term::Lit(Var::from_index(number as usize - 1).positive()),
            },
        }
    }

    /// The candidate of a variable; `None` for auxiliary variables.
    pub fn candidate(&self, var: Var) -> Option<Candidate> {
        let side = self.geometry.side();
        match &self.live {
            None => (var.index() < self.len()).then(|| Candidate {
                cell: Cell((var.index() / side) as u32),
                digit: Digit::from_index(var.index() % side),
            }),
            Some(live) => live.candidates.get(var.index()).copied(),
        }
    }

    /// Every candidate with a variable, in the order of the variables.
    pub fn candidates(&self) -> impl Iterator<Item = (Var, Candidate)> + '_ {
        (0..self.len()).filter_map(|index| {
            let var = Var::from_index(index);
            Some((var, self.candidate(var)?))
        })
    }

    /// Every candidate that is true and needs no variable.
    pub fn settled(&self) -> impl Iterator<Item = Candidate> + '_ {
        let side = self.geometry.side();
        let numbers = self.live.iter().flat_map(|live| live.numbers.iter());
        let settled = numbers.enumerate().filter(|(_, number)| **number == TRUE);
        settled.map(move |(index, _)| Candidate {
            cell: Cell((index / side) as u32),
            digit: Digit::from_index(index % side),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Puzzle;

    #[test]
    fn the_maps_and_their_inverses_agree() {
        for shape in ["1x1", "2x3", "3x3"] {
            let geometry: Geometry = shape.parse().unwrap();
            let mut puzzle = Puzzle::empty(geometry);
            puzzle.set(Cell(0), Digit::new(1));
            let left = Candidates::of_givens(&puzzle);
            for map in [VarMap::full(geometry), VarMap::live(&left)] {
                let mut count = 0;
                for (var, Candidate { cell, digit }) in map.candidates() {
                    assert_eq!(map.term(cell, digit), Term::Lit(var.positive()));
                    count += 1;
                }
                assert_eq!(count, map.len());
                assert_eq!(map.candidate(Var::from_index(count)), None);
            }
            let live = VarMap::live(&left);
            assert_eq!(live.settled().count(), 1);
            assert_eq!(live.len() + 1, left.len());
            assert_eq!(live.is_empty(), shape == "1x1");
            assert!(live.is_live() && !VarMap::full(geometry).is_live());
        }
    }

    #[test]
    fn settled_candidates_are_listed() {
        let mut puzzle = Puzzle::empty("2x3".parse().unwrap());
        let given = Candidate {
            cell: Cell(22),
            digit: Digit::from_index(4),
        };
        puzzle.set(given.cell, Some(given.digit));
        let map = VarMap::live(&Candidates::of_givens(&puzzle));
        assert_eq!(map.settled().collect::<Vec<_>>(), [given]);
        assert_eq!(map.term(given.cell, given.digit), Term::True);
        assert_eq!(map.term(given.cell, Digit::from_index(0)), Term::False);
    }
}
