//! Trees: puzzles that had to be split, and their waiting nodes.
//!
//! A lane keeps the first child of its node. If the tree has to be searched as a whole,
//! the second goes to a free lane, or waits for any. If the first few solutions will do,
//! or are shown, each tree stays in its lane and is searched depth first.

use super::super::frame::Moves;
use super::super::frontier::{Frontier, Place};
use super::super::pending::is_hopeless;
use super::super::solved::Sink;
use super::Search;
use super::multiplicity::Multiplicity;
use crate::search::simd::{Lanes, MAX_LANES, lanes_of};

/// From this limit on, all lanes may work on one puzzle: the excess that they find is
/// small compared with the limit.
const HIGH_LIMIT: u64 = 2 * MAX_LANES as u64;

/// The number of a tree in its list.
type Number = u32;

/// The stack of nodes that any lane may take.
const SHARED: usize = MAX_LANES;

/// The trees that are searched.
pub(super) struct Trees<V> {
    pub frontier: Frontier<V>,
    trees: Vec<Tree>,
    /// Numbers that are free.
    unused: Vec<Number>,
    /// The tree of each lane.
    of_lane: [Number; MAX_LANES],
    /// Nodes that wait for each lane, and for any.
    stacks: [Vec<Node>; MAX_LANES + 1],
    /// Nodes in all stacks.
    waiting: usize,
}

/// A tree.
#[derive(Clone, Copy)]
struct Tree {
    puzzle: usize,
    attempt: u32,
    /// Its nodes in lanes, and those that wait.
    nodes: u32,
    found: u64,
    contradictions: u64,
    /// Whether its answer is known.
    is_over: bool,
}

/// A node that waits.
#[derive(Clone, Copy)]
struct Node {
    place: Place,
    tree: Number,
    multiplicity: Multiplicity,
}

impl<V: Lanes> Trees<V> {
    #[inline(always)]
    pub(super) fn new() -> Trees<V> {
        Trees {
            frontier: Frontier::new(),
            trees: Vec::with_capacity(2 * MAX_LANES),
            unused: Vec::with_capacity(2 * MAX_LANES),
            of_lane: [0; MAX_LANES],
            stacks: [const { Vec::new() }; MAX_LANES + 1],
            waiting: 0,
        }
    }

    /// Starts a tree in a lane.
    #[inline(always)]
    pub(super) fn plant(&mut self, lane: usize, puzzle: usize, attempt: u32) {
        let tree = Tree {
            puzzle,
            attempt,
            nodes: 1,
            found: 0,
            contradictions: 0,
            is_over: false,
        };
        let number = self.unused.pop().unwrap_or_else(|| {
            self.trees.push(tree);
            self.trees.len() as Number - 1
        });
        self.trees[number as usize] = tree;
        self.of_lane[lane] = number;
    }

    /// The tree of a lane.
    #[inline(always)]
    fn of(&mut self, lane: usize) -> &mut Tree {
        &mut self.trees[self.of_lane[lane] as usize]
    }

    /// Whether nodes wait for any lane.
    #[inline(always)]
    pub(super) fn shares(&self) -> bool {
        !self.stacks[SHARED].is_empty()
    }

    /// Drops a node of a tree. Returns whether it was the last.
    #[inline(always)]
    fn drop_node(&mut self, number: Number) -> bool {
        let tree = &mut self.trees[number as usize];
        tree.nodes -= 1;
        if tree.nodes == 0 {
            self.unused.push(number);
        }
        tree.nodes == 0
    }

    /// The last node of a stack whose tree is not over.
    #[inline(always)]
    fn pop(&mut self, stack: usize) -> Option<Node> {
        while let Some(waiting) = self.stacks[stack].pop() {
            self.waiting -= 1;
            if !self.trees[waiting.tree as usize].is_over {
                return Some(waiting);
            }
            self.frontier.forget(waiting.place);
            self.drop_node(waiting.tree);
        }
        None
    }

    /// The first node of the longest stack, which is the root of the largest part of a tree.
    #[inline(never)]
    fn steal(&mut self) -> Option<Node> {
        loop {
            let longest = self.stacks.iter_mut().max_by_key(|stack| stack.len())?;
            if longest.is_empty() {
                return None;
            }
            let waiting = longest.remove(0);
            self.waiting -= 1;
            if !self.trees[waiting.tree as usize].is_over {
                return Some(waiting);
            }
            self.frontier.forget(waiting.place);
            self.drop_node(waiting.tree);
        }
    }
}

impl<V: Lanes> Search<'_, V> {
    /// Ends nodes that are solved or dead, and frees their lanes.
    #[inline(always)]
    pub(super) fn end_nodes(&mut self, solved: u32, dead: u32, sink: &mut dyn Sink) {
        for lane in lanes_of((solved | dead) & !self.unsplit.lanes & self.busy) {
            if self.busy >> lane & 1 == 0 {
                // The tree was over before.
                continue;
            }
            self.busy &= !(1 << lane);
            match solved >> lane & 1 {
                1 => self.count_solution(lane, sink),
                _ => self.count_contradiction(lane, sink),
            }
            let tree = *self.trees.of(lane);
            let is_last = self.trees.drop_node(self.trees.of_lane[lane]);
            if is_last && !tree.is_over {
                self.tendency.learn(false);
                sink.counted(tree.puzzle, tree.found);
            }
        }
    }

    #[inline(always)]
    fn count_solution(&mut self, lane: usize, sink: &mut dyn Sink) {
        let limit = self.question.limit;
        let Tree { found, puzzle, .. } = *self.trees.of(lane);
        let found = found + self.add_solution(lane, found, sink);
        self.trees.of(lane).found = found;
        if found == limit {
            self.end_tree(lane);
            self.tendency.learn(true);
            sink.counted(puzzle, found);
        }
    }

    #[inline(always)]
    fn count_contradiction(&mut self, lane: usize, sink: &mut dyn Sink) {
        let question = self.question;
        let tree = self.trees.of(lane);
        tree.contradictions += 1;
        let Tree {
            attempt,
            contradictions,
            found,
            puzzle,
            ..
        } = *tree;
        if is_hopeless(attempt, contradictions, found, question) {
            self.end_tree(lane);
            match self.pending.is_refuted(puzzle, attempt) {
                true => sink.counted(puzzle, 0),
                false => self.pending.restart(puzzle, attempt.max(1)),
            }
        }
    }

    /// Ends the tree of this lane: all lanes leave it, and its waiting nodes are dropped
    /// when their turn comes.
    #[inline(always)]
    fn end_tree(&mut self, lane: usize) {
        self.trees.of(lane).is_over = true;
        let number = self.trees.of_lane[lane];
        for other in lanes_of(self.busy & !self.unsplit.lanes) {
            if self.trees.of_lane[other] == number {
                self.busy &= !(1 << other);
                self.trees.drop_node(number);
            }
        }
    }

    /// Splits the nodes in these lanes: their second children go to free lanes, by the
    /// moves that are returned, or wait.
    #[inline(always)]
    pub(super) fn split(&mut self, nodes: u32, without: V) -> Moves {
        let spreads = self.spreads();
        let mut free = if spreads { V::all() & !self.busy } else { 0 };
        let (mut moves, mut left) = (Moves::none(), nodes);
        while free != 0 && left != 0 {
            let lane = left.trailing_zeros() as usize;
            let other = free.trailing_zeros() as usize;
            free &= free - 1;
            left &= left - 1;
            moves.add(lane, other);
            self.trees.of(lane).nodes += 1;
            let multiplicity = self.multiplicities.of(lane);
            self.enter(other, self.trees.of_lane[lane], multiplicity);
        }
        let places = self.trees.frontier.put(&self.lanes, left, without);
        for lane in lanes_of(left) {
            let node = Node {
                place: places[lane],
                tree: self.trees.of_lane[lane],
                multiplicity: self.multiplicities.of(lane),
            };
            self.trees.of(lane).nodes += 1;
            let stack = if spreads { SHARED } else { lane };
            self.trees.stacks[stack].push(node);
            self.trees.waiting += 1;
        }
        moves
    }

    /// Whether trees spread over the lanes. Where puzzles reach a low limit, much of that
    /// work would be wasted. Descents move lanes in another way and rule it out.
    #[inline(always)]
    fn spreads(&self) -> bool {
        let limit = self.question.limit;
        let descents = self.unsplit.descents & self.unsplit.lanes & self.busy;
        let is_wasted = limit < HIGH_LIMIT && self.tendency.favors_descent();
        self.question.show == 0 && !is_wasted && descents == 0
    }

    /// Assigns a lane to a tree.
    #[inline(always)]
    fn enter(&mut self, lane: usize, number: Number, multiplicity: Multiplicity) {
        let Tree {
            puzzle, attempt, ..
        } = self.trees.trees[number as usize];
        self.trees.of_lane[lane] = number;
        (self.puzzles[lane], self.attempts[lane]) = (puzzle, attempt);
        self.unsplit.lanes &= !(1 << lane);
        self.multiplicities.enter(lane, multiplicity);
        self.busy |= 1 << lane;
    }

    /// Gives free lanes the nodes that wait for them.
    #[inline(always)]
    pub(super) fn take_waiting(&mut self) {
        let free = V::all() & !self.busy;
        for lane in lanes_of(free) {
            if self.trees.waiting == 0 {
                break;
            }
            let waiting = self.trees.pop(lane).or_else(|| self.trees.pop(SHARED));
            let may_steal = || self.question.show == 0 && self.pending.is_empty();
            let waiting = match waiting {
                None if may_steal() => self.trees.steal(),
                waiting => waiting,
            };
            if let Some(node) = waiting {
                self.trees.frontier.take(node.place, lane);
                self.enter(lane, node.tree, node.multiplicity);
            }
        }
    }
}
