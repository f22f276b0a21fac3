//! Depth-first search on a [`State`]: naked and hidden singles until nothing
//! moves, then the narrowest choice. The stack is explicit, so that the depth
//! is limited by memory only.

use super::state::{Branch, State};
use crate::budget::{Budget, End};
use crate::grid::Puzzle;
use std::ops::ControlFlow;

/// Nodes between two looks at the budget.
const NODES_PER_CHECK: u32 = 128;

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
    budget: &Budget,
    goal: &mut impl Goal<W>,
) -> End {
    let mut alive = state.place_givens(puzzle).is_ok();
    let mut nodes: Vec<Node> = Vec::new();
    // The ways of all open nodes, end to end; each node's are popped from the
    // end, so the last node's are on top.
    let mut open: Vec<Branch> = Vec::new();
    let mut ways = Vec::new();
    let mut until_check = 0;
    loop {
        if until_check == 0 {
            until_check = NODES_PER_CHECK;
            if let Some(reason) = budget.exceeded() {
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
                alive = state.branch(way).is_ok();
                break;
            }
            nodes.pop();
        }
    }
}
