//! What depth-first searches look for: all solutions, those that differ from a known
//! one, or any one at random.

use crate::grid::{Cell, Solution};
use crate::search::dfs::state::{Branch, Halt, State};
use crate::search::dfs::{Goal, Step};
use rand::Rng;
use rand::seq::SliceRandom;
use std::ops::ControlFlow;

/// Shows every solution to a visitor.
pub struct All<'v> {
    /// A break ends the search.
    pub visitor: &'v mut dyn FnMut(&Solution) -> ControlFlow<()>,
    pub patience: Patience,
}

/// How long a search may find nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// As long as its limits allow.
    Endless,
    /// Nodes left in which to find a first solution.
    Left(u64),
    /// None were left, and the search has given up.
    Lost,
}

impl<const W: usize> Goal<W> for All<'_> {
    fn enter(&mut self, _: &State<'_, W>) -> Step {
        self.patience = match self.patience {
            Patience::Left(0) | Patience::Lost => Patience::Lost,
            Patience::Left(left) => Patience::Left(left - 1),
            Patience::Endless => Patience::Endless,
        };
        match self.patience {
            Patience::Lost => Step::Stop,
            Patience::Left(_) | Patience::Endless => Step::Search,
        }
    }

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        self.patience = Patience::Endless;
        (self.visitor)(&state.solution())
    }
}

/// Shows solutions that differ from a known one, those that share most branches with
/// it first.
pub struct DifferingFrom<'a> {
    known: &'a Solution,
    visitor: &'a mut dyn FnMut(&Solution) -> ControlFlow<(), Cell>,
    held: Vec<Branch>,
}

impl<'a> DifferingFrom<'a> {
    /// The visitor names a cell for each solution, which must hold its known digit from
    /// then on; a break ends the search.
    pub fn new(
        known: &'a Solution,
        visitor: &'a mut dyn FnMut(&Solution) -> ControlFlow<(), Cell>,
    ) -> DifferingFrom<'a> {
        let held = Vec::new();
        DifferingFrom {
            known,
            visitor,
            held,
        }
    }

    fn known_at(&self, cell: Cell) -> Branch {
        Branch {
            cell: cell.0,
            digit: self.known.digit(cell).index() as u16,
        }
    }
}

impl<const W: usize> Goal<W> for DifferingFrom<'_> {
    fn order(&mut self, branches: &mut [Branch]) {
        let known = |branch: &Branch| *branch == self.known_at(Cell(branch.cell));
        if let Some(place) = branches.iter().position(known) {
            branches.swap(0, place);
        }
    }

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        let solution = state.solution();
        if solution == *self.known {
            return ControlFlow::Continue(());
        }
        let cell = (self.visitor)(&solution);
        cell.map_continue(|cell| self.held.push(self.known_at(cell)))
    }

    fn resume(&mut self, state: &mut State<'_, W>) -> Result<(), Halt> {
        let mut held = self.held.iter();
        held.try_for_each(|held| state.branch(*held))
    }
}

/// Takes branches in random order and keeps the first full grid.
pub struct Random<'r, R> {
    /// The source of randomness.
    pub random: &'r mut R,
    /// The grid.
    pub found: Option<Solution>,
}

impl<const W: usize, R: Rng> Goal<W> for Random<'_, R> {
    fn order(&mut self, branches: &mut [Branch]) {
        branches.shuffle(self.random);
    }

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        self.found = Some(state.solution());
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests {
    use crate::grid::{Geometry, Puzzle, symmetry};
    use crate::limits::Limits;
    use crate::outcome::End;
    use crate::search::Native;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::ops::ControlFlow;

    #[test]
    fn held_cells_leave_nothing_but_the_known_solution() {
        let geometry: Geometry = "2x3".parse().unwrap();
        let known = symmetry::pattern(geometry);
        let mut puzzle = Puzzle::empty(geometry);
        let mut native = Native::default();
        let end = native.differing_from(
            &puzzle.clone(),
            &known,
            &Limits::unlimited(),
            &mut |other| {
                assert_eq!(other.check(&puzzle), Ok(()));
                let differs = |&cell: &_| other.digit(cell) != known.digit(cell);
                let cell = geometry.cells().find(differs).unwrap();
                puzzle.set(cell, Some(known.digit(cell)));
                ControlFlow::Continue(cell)
            },
        );
        assert_eq!(end, End::Exhausted);
        let mut found = 0;
        native.enumerate(&puzzle, &Limits::unlimited(), &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(found, 1);
    }

    #[test]
    fn random_branches_fill_a_grid_of_every_shape() {
        let mut native = Native::default();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for shape in ["1x1", "1x4", "2x2", "2x3", "3x3", "4x4"] {
            let geometry: Geometry = shape.parse().unwrap();
            let grids = (0..20).filter_map(|_| {
                native.random_grid(
                    geometry,
                    &mut random,
                    &Limits::unlimited().up_to_nodes(4000),
                )
            });
            let grids: Vec<_> = grids.collect();
            assert!(!grids.is_empty(), "{shape}");
            for grid in grids {
                assert_eq!(grid.check(&Puzzle::empty(geometry)), Ok(()), "{shape}");
            }
        }
    }
}
