//! Candidate ↔ variable: the only place that knows the formula.

use crate::cnf::{Lit, Var};
use crate::grid::{Candidate, Cell, Digit, Geometry};

/// Variables of the candidates of one geometry.
///
/// Candidate variables come first: `1 + cell·N + (digit − 1)`, cells in
/// reading order from 0, so that on 9×9 the variable 1 is `r1c1=1` and 729 is
/// `r9c9=9`. Variables that a scheme adds come after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VarMap {
    geometry: Geometry,
}

impl VarMap {
    /// The map for a geometry.
    pub fn new(geometry: Geometry) -> VarMap {
        VarMap { geometry }
    }

    /// How many candidates there are, `N³`.
    pub fn len(self) -> usize {
        self.geometry.cell_count() * self.geometry.side()
    }

    /// There is always at least one candidate.
    pub fn is_empty(self) -> bool {
        false
    }

    /// The variable of a candidate.
    pub fn var(self, candidate: Candidate) -> Var {
        let Candidate { cell, digit } = candidate;
        Var::from_index(cell.index() * self.geometry.side() + digit.index())
    }

    /// The literal "this digit stands here".
    pub fn lit(self, cell: Cell, digit: Digit) -> Lit {
        self.var(Candidate { cell, digit }).positive()
    }

    /// The candidate of a variable; `None` for those that a scheme added.
    pub fn candidate(self, var: Var) -> Option<Candidate> {
        let side = self.geometry.side();
        (var.index() < self.len()).then(|| Candidate {
            cell: Cell((var.index() / side) as u32),
            digit: Digit::from_index(var.index() % side),
        })
    }

    /// Every candidate in the order of the variables.
    pub fn candidates(self) -> impl Iterator<Item = (Var, Candidate)> {
        (0..self.len()).filter_map(move |index| {
            let var = Var::from_index(index);
            Some((var, self.candidate(var)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_and_its_inverse_agree() {
        for shape in ["1x1", "2x3", "3x3"] {
            let geometry: Geometry = shape.parse().unwrap();
            let map = VarMap::new(geometry);
            let mut count = 0;
            for (var, candidate) in map.candidates() {
                assert_eq!(map.var(candidate), var);
                count += 1;
            }
            assert_eq!(count, map.len());
            assert_eq!(map.candidate(Var::from_index(count)), None);
        }
    }
}
