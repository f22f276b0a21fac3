//! Nodes of the search tree and the puzzles that they belong to, without grids.

use super::frame::CELLS;
use std::ops::RangeInclusive;

/// The way from a puzzle to a node, from the highest bit: 0 for each first child,
/// 1 for each second. In depth-first search, lower ones come first. Where it is
/// longer than its bits, what lies below counts as the same place. The two lowest bits
/// are never set, so that there are numbers above all paths.
pub type Path = u128;

/// Solutions of a puzzle that can be shown.
pub const MOST_SHOWN: usize = 2;

/// Contradictions after which it seems that a whole tree must be searched.
const WIDE: u32 = 2;

/// How many givens puzzles have that are proper and do not give in to inference:
/// with fewer none is proper, with more hardly one.
const GIVENS_OF_HARD: RangeInclusive<u8> = 17..=29;

/// A puzzle whose search is under way.
#[derive(Clone, Copy)]
pub struct Open {
    /// Its index.
    pub puzzle: usize,
    /// Solutions counted, up to the limit.
    pub found: u64,
    /// The lowest paths to solutions.
    pub lowest: [Path; MOST_SHOWN],
    /// Lanes and waiting nodes that belong to it, one at first.
    pub nodes: u32,
    /// Contradictions met.
    pub dead: u32,
    /// Whether it seems to have many solutions.
    pub rich: bool,
    /// The last of its nodes that began to wait.
    pub waiting: Place,
}

/// The number of an [`Open`] in its list.
pub type Ticket = u32;

/// The place of a node that waits, or [`NOBODY`].
pub type Place = u32;

/// The place of no node.
pub const NOBODY: Place = Place::MAX;

/// A node of the search tree, but for its grid.
#[derive(Clone, Copy)]
pub struct Node {
    /// Whose node it is.
    pub ticket: Ticket,
    /// Length of the path.
    pub depth: u32,
    /// The way to it.
    pub path: Path,
}

impl Node {
    /// The root of a puzzle's tree, for the ticket 0.
    pub const ROOT: Node = Node {
        ticket: 0,
        depth: 0,
        path: 0,
    };

    /// Splits the node: it becomes its first child, and the second is returned.
    #[inline(always)]
    pub fn split(&mut self) -> Node {
        let mut second = *self;
        second.path |= 1 << (127 - self.depth.min(125));
        self.depth = self.depth.saturating_add(1);
        second.depth = self.depth;
        second
    }
}

/// Guesses, from the givens of a puzzle that has to be split, whether it has many
/// solutions.
#[inline(always)]
pub fn seems_rich(puzzle: &[u8; CELLS]) -> bool {
    // In bytes, of which many are added at once.
    let is_given = |character: &u8| u8::from(*character > b'0');
    let givens = puzzle.iter().map(is_given).sum();
    !GIVENS_OF_HARD.contains(&givens)
}

impl Open {
    /// A puzzle with one node.
    #[inline(always)]
    pub fn new(puzzle: usize, rich: bool) -> Open {
        Open {
            puzzle,
            found: 0,
            lowest: [Path::MAX; MOST_SHOWN],
            nodes: 1,
            dead: 0,
            rich,
            waiting: NOBODY,
        }
    }

    /// A puzzle with one node that a dive did not answer: its whole tree is to be
    /// searched.
    #[inline(always)]
    pub fn again(puzzle: usize) -> Open {
        Open {
            dead: WIDE,
            ..Open::new(puzzle, true)
        }
    }

    /// Whether its whole tree is to be searched, as far as one can tell, so that
    /// lanes that have nothing to do are welcome. Else a second child may never be
    /// asked for.
    #[inline(always)]
    pub fn is_wide(&self) -> bool {
        !self.rich || self.dead >= WIDE
    }

    /// Keeps the path to a solution if it is one of the lowest.
    #[inline(always)]
    pub fn keep(&mut self, mut path: Path) {
        for lowest in &mut self.lowest {
            if path < *lowest {
                std::mem::swap(&mut path, lowest);
            }
        }
    }
}
