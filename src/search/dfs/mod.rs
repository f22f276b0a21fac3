//! Depth-first search on a [`State`]: naked and hidden singles until nothing
//! moves, then the narrowest choice. The stack is explicit, so that the depth
//! is limited by memory only.

pub mod mask;
pub mod near;
pub mod state;
pub mod tables;

use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::dfs::state::{Branch, Halt, State};
use crate::search::reasoning::closure::Room;
use std::ops::ControlFlow;

/// Nodes between two looks at the limits, on small grids.
const NODES_PER_CHECK: usize = 128;

/// Cells that choices look through between two looks at the limits.
const CELLS_PER_CHECK: usize = 1 << 17;

/// What can be undone: each candidate takes as much of the trail as it has left.
const TRAIL: Room = Room {
    most: 1 << 28,
    bytes_each: 8,
};

/// Nodes between two looks at the limits, where each looks through so many cells.
pub(in crate::search) fn nodes_per_check(cells: usize) -> usize {
    (CELLS_PER_CHECK / cells.max(1)).clamp(1, NODES_PER_CHECK)
}

/// Places the givens, and starts to record if there is memory for all that may
/// have to be undone. `Ok` says whether they agree.
pub(in crate::search) fn start<const W: usize>(
    state: &mut State<'_, W>,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<bool, End> {
    match state.place_givens(puzzle) {
        Err(Halt::Stopped) => return Err(End::Stopped(limits.reason())),
        Err(Halt::Contradiction) => return Ok(false),
        Ok(()) => {}
    }
    let side = puzzle.geometry().side();
    if let Some(reason) = TRAIL.refusal(side, state.candidates_left()) {
        return Err(End::Stopped(reason));
    }
    state.record();
    Ok(true)
}

/// What to do at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Branch.
    Search,
    /// Nothing below this node matters.
    Cut,
    /// The whole search has lasted long enough.
    Stop,
}

/// What a search is for.
pub trait Goal<const W: usize> {
    /// What to do at a node that is neither full nor contradictory.
    fn enter(&mut self, state: &State<'_, W>) -> Step;

    /// Puts the most promising way first.
    fn order(&self, ways: &mut [Branch]);

    /// Takes a full grid; a break ends the search.
    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()>;
}

/// A node of the search: where to go back to, and the ways still to try.
struct Node {
    mark: usize,
    next: usize,
}

/// Searches all completions of the puzzle on an empty state.
pub fn search<const W: usize>(
    state: &mut State<'_, W>,
    puzzle: &Puzzle,
    limits: &Limits,
    goal: &mut impl Goal<W>,
) -> End {
    let mut alive = match start(state, puzzle, limits) {
        Ok(alive) => alive,
        Err(end) => return end,
    };
    let nodes_per_check = nodes_per_check(puzzle.cells().len());
    let mut nodes: Vec<Node> = Vec::new();
    // The ways of all open nodes, end to end; each node's are popped from the
    // end, so the last node's are on top.
    let mut open: Vec<Branch> = Vec::new();
    let mut ways = Vec::new();
    let mut until_check = 0;
    loop {
        if until_check == 0 {
            until_check = nodes_per_check;
            if let Some(reason) = limits.exceeded() {
                return End::Stopped(reason);
            }
        }
        until_check -= 1;
        if alive && state.empty_cells() == 0 {
            if goal.solution(state).is_break() {
                return End::Enough;
            }
        } else if alive {
            match goal.enter(state) {
                Step::Stop => return End::Enough,
                Step::Cut => {}
                Step::Search => {
                    state.choose(&mut ways);
                    goal.order(&mut ways);
                    nodes.push(Node {
                        mark: state.mark(),
                        next: open.len(),
                    });
                    open.extend(ways.iter().rev());
                }
            }
        }
        loop {
            let Some(node) = nodes.last() else {
                return End::Exhausted;
            };
            state.undo_to(node.mark);
            if open.len() > node.next
                && let Some(way) = open.pop()
            {
                alive = match state.branch(way) {
                    Err(Halt::Stopped) => return End::Stopped(limits.reason()),
                    branched => branched.is_ok(),
                };
                break;
            }
            nodes.pop();
        }
    }
}
