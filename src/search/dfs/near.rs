//! Depth-first search with an aim: solutions near a known one, or any full
//! grid by chance.

use crate::grid::{Cell, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::dfs::state::{Branch, Halt, State};
use crate::search::dfs::{self, Goal, Step};
use rand::Rng;
use rand::seq::SliceRandom;
use std::cell::RefCell;
use std::ops::ControlFlow;

/// A search for solutions other than a known one.
pub struct Near<'k> {
    /// The solution to stay near to.
    pub known: &'k Solution,
    /// Nodes after which it ends; `None` is no limit.
    pub nodes: Option<u64>,
}

/// A node of the search: where to go back to, and the ways still to try.
struct Node {
    mark: usize,
    next: usize,
}

impl Near<'_> {
    /// Shows solutions on an empty state, those that share most choices with
    /// the known one first. The visitor names a cell for each, which must hold
    /// its known digit from then on.
    pub fn search<const W: usize>(
        &self,
        state: &mut State<'_, W>,
        puzzle: &Puzzle,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<(), Cell>,
    ) -> End {
        let mut alive = match dfs::start(state, puzzle, limits) {
            Ok(alive) => alive,
            Err(end) => return end,
        };
        let nodes_per_check = dfs::nodes_per_check(puzzle.cells().len()) as u64;
        let mut nodes: Vec<Node> = Vec::new();
        // The ways of all open nodes, end to end, the next one last.
        let mut open: Vec<Branch> = Vec::new();
        let mut ways = Vec::new();
        let mut held: Vec<Branch> = Vec::new();
        let mut seen = 0;
        loop {
            if alive && state.empty_cells() > 0 {
                if self.nodes.is_some_and(|nodes| seen >= nodes) {
                    return End::Enough;
                }
                seen += 1;
                if seen % nodes_per_check == 0
                    && let Some(reason) = limits.exceeded()
                {
                    return End::Stopped(reason);
                }
                state.choose(&mut ways);
                self.known_first(&mut ways);
                nodes.push(Node {
                    mark: state.mark(),
                    next: open.len(),
                });
                open.extend(ways.iter().rev());
            } else if alive && let Some(other) = self.other(state) {
                match visitor(&other) {
                    ControlFlow::Continue(cell) => held.push(self.known_at(cell)),
                    ControlFlow::Break(()) => return End::Enough,
                }
            }
            let Some(way) = next_way(state, &mut nodes, &mut open) else {
                return End::Exhausted;
            };
            let mut choices = std::iter::once(way).chain(held.iter().copied());
            alive = match choices.try_for_each(|choice| state.branch(choice)) {
                Err(Halt::Stopped) => return End::Stopped(limits.reason()),
                branched => branched.is_ok(),
            };
        }
    }

    /// A full grid, if it is not the known one.
    fn other<const W: usize>(&self, state: &State<'_, W>) -> Option<Solution> {
        Some(state.solution()).filter(|solution| solution != self.known)
    }

    fn known_at(&self, cell: Cell) -> Branch {
        Branch {
            cell: cell.0,
            digit: self.known.digit(cell).index() as u16,
        }
    }

    fn known_first(&self, ways: &mut [Branch]) {
        let known = |way: &Branch| *way == self.known_at(Cell(way.cell));
        if let Some(place) = ways.iter().position(known) {
            ways.swap(0, place);
        }
    }
}

/// Goes back to the last node that has a way left, and takes that from it.
fn next_way<const W: usize>(
    state: &mut State<'_, W>,
    nodes: &mut Vec<Node>,
    open: &mut Vec<Branch>,
) -> Option<Branch> {
    loop {
        let node = nodes.last()?;
        state.undo_to(node.mark);
        if open.len() > node.next {
            return open.pop();
        }
        nodes.pop();
    }
}

/// Takes the ways in random order and keeps the first full grid.
pub struct Chance<'r, R> {
    /// The source of chance.
    pub random: RefCell<&'r mut R>,
    /// Nodes left.
    pub patience: u64,
    /// The grid.
    pub found: Option<Solution>,
}

impl<const W: usize, R: Rng> Goal<W> for Chance<'_, R> {
    fn enter(&mut self, _: &State<'_, W>) -> Step {
        match self.patience {
            0 => return Step::Stop,
            _ => self.patience -= 1,
        }
        Step::Search
    }

    fn order(&self, ways: &mut [Branch]) {
        ways.shuffle(&mut **self.random.borrow_mut());
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
        let end = native.others(
            &puzzle.clone(),
            &known,
            None,
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
    fn chance_fills_a_grid_of_every_shape() {
        let mut native = Native::default();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for shape in ["1x1", "1x4", "2x2", "2x3", "3x3", "4x4"] {
            let geometry: Geometry = shape.parse().unwrap();
            let grids = (0..20).filter_map(|_| {
                native.by_chance(geometry, 4000, &mut random, &Limits::unlimited())
            });
            let grids: Vec<_> = grids.collect();
            assert!(!grids.is_empty(), "{shape}");
            for grid in grids {
                assert_eq!(grid.check(&Puzzle::empty(geometry)), Ok(()), "{shape}");
            }
        }
    }
}
