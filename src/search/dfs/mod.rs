//! Depth-first search on a [`State`], for grids of any shape: naked and hidden singles
//! until nothing changes, then the choice with the fewest branches. The stack is
//! explicit, so that only memory limits the depth.

pub mod goals;
pub mod mask;
pub mod state;
pub mod tables;

use crate::grid::geometry::MAX_SIDE;
use crate::grid::{Geometry, Puzzle};
use crate::limits::{CandidateLimit, Limits};
use crate::outcome::{End, Reason};
use crate::search::dfs::state::{Branch, Halt, State};
use crate::search::dfs::tables::Tables;
use std::ops::ControlFlow;

/// Steps between two looks at the limits, on small grids.
const STEPS_PER_CHECK: usize = 128;

/// Cells that choices look through between two looks at the limits.
const CELLS_PER_CHECK: usize = 1 << 17;

/// The trail of what can be undone grows by an entry for each candidate that is left.
const TRAIL: CandidateLimit = CandidateLimit {
    most: 1 << 28,
    bytes_each: 8,
};

/// What to do at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Branch.
    Search,
    /// Nothing below this node matters.
    Cut,
    /// Give up with [`Reason::NodeLimit`].
    Stop,
}

/// What a search is for.
pub trait Goal<const W: usize> {
    /// What to do at a node that is neither full nor contradictory.
    fn enter(&mut self, _: &State<'_, W>) -> Step {
        Step::Search
    }

    /// Puts the most promising branch first.
    fn order(&mut self, _: &mut [Branch]) {}

    /// Takes a full grid; a break ends the search with [`End::Enough`].
    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()>;

    /// Called after each branch, to place what must hold in every further solution.
    fn resume(&mut self, _: &mut State<'_, W>) -> Result<(), Halt> {
        Ok(())
    }
}

/// A goal for grids of any side.
pub trait AnyGoal: Goal<1> + Goal<4> + Goal<16> {}

impl<G: Goal<1> + Goal<4> + Goal<16>> AnyGoal for G {}

/// Words of a mask that holds the digits of this geometry.
pub fn words(geometry: Geometry) -> usize {
    const { assert!(MAX_SIDE <= 16 * 64) };
    geometry.side().div_ceil(64)
}

/// Searches all completions of a puzzle, with masks as wide as its side needs. Where
/// it would branch more often than the limits allow, it ends with
/// [`Reason::NodeLimit`].
pub fn search(tables: &Tables, puzzle: &Puzzle, limits: &Limits, goal: &mut impl AnyGoal) -> End {
    let end = match words(puzzle.geometry()) {
        1 => run(State::<1>::new(tables, limits), puzzle, limits, goal),
        2..=4 => run(State::<4>::new(tables, limits), puzzle, limits, goal),
        _ => run(State::<16>::new(tables, limits), puzzle, limits, goal),
    };
    end.unwrap_or_else(End::Stopped)
}

/// Whether a step succeeded: `false` is a contradiction.
///
/// # Errors
/// The reason why the limits stopped it.
#[inline]
fn alive(step: Result<(), Halt>, limits: &Limits) -> Result<bool, Reason> {
    match step {
        Ok(()) => Ok(true),
        Err(Halt::Contradiction) => Ok(false),
        Err(Halt::Stopped) => Err(limits.reason()),
    }
}

fn run<const W: usize>(
    mut state: State<'_, W>,
    puzzle: &Puzzle,
    limits: &Limits,
    goal: &mut impl Goal<W>,
) -> Result<End, Reason> {
    let mut is_alive = alive(state.place_givens(puzzle), limits)?;
    if is_alive {
        TRAIL.check(puzzle.geometry().side(), state.candidates_left())?;
        state.record();
    }
    let steps_per_check = (CELLS_PER_CHECK / puzzle.cells().len().max(1)).clamp(1, STEPS_PER_CHECK);
    let mut nodes_left = limits.nodes().unwrap_or(u64::MAX);
    let mut path = Path::default();
    let mut branches = Vec::new();
    let mut until_check = 0;
    loop {
        if until_check == 0 {
            until_check = steps_per_check;
            limits.check()?;
        }
        until_check -= 1;
        if is_alive && state.empty_cells() == 0 {
            if goal.solution(&state).is_break() {
                return Ok(End::Enough);
            }
        } else if is_alive {
            nodes_left = nodes_left.checked_sub(1).ok_or(Reason::NodeLimit)?;
            match goal.enter(&state) {
                Step::Stop => return Err(Reason::NodeLimit),
                Step::Cut => {}
                Step::Search => {
                    state.choose(&mut branches);
                    goal.order(&mut branches);
                    path.push(state.mark(), &branches);
                }
            }
        }
        let Some(branch) = path.next(&mut state) else {
            return Ok(End::Exhausted);
        };
        let step = state.branch(branch);
        is_alive = alive(step.and_then(|()| goal.resume(&mut state)), limits)?;
    }
}

/// The open nodes.
#[derive(Default)]
struct Path {
    nodes: Vec<Node>,
    /// The branches of all nodes, end to end; each node's are popped from the end, so
    /// that the last node's are on top.
    open: Vec<Branch>,
}

/// Where to go back to, and where the node's branches start.
struct Node {
    mark: usize,
    start: usize,
}

impl Path {
    fn push(&mut self, mark: usize, branches: &[Branch]) {
        let start = self.open.len();
        self.nodes.push(Node { mark, start });
        self.open.extend(branches.iter().rev());
    }

    /// Goes back to the last node that has a branch left, and takes that from it.
    fn next<const W: usize>(&mut self, state: &mut State<'_, W>) -> Option<Branch> {
        loop {
            let node = self.nodes.last()?;
            state.undo_to(node.mark);
            if self.open.len() > node.start {
                return self.open.pop();
            }
            self.nodes.pop();
        }
    }
}
