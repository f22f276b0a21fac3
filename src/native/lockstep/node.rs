//! Nodes of the search tree and the puzzles that they belong to, without grids.

/// The way from a puzzle to a node, from the highest bit: 0 for each first child,
/// 1 for each second. In depth-first search, lower ones come first. Where it is
/// longer than its bits, what lies below counts as the same place.
pub type Path = u128;

/// Solutions of a puzzle that can be shown.
pub const MOST_SHOWN: usize = 2;

/// A puzzle whose search is under way.
#[derive(Clone, Copy)]
pub struct Open {
    /// Its index.
    pub puzzle: usize,
    /// Solutions counted, up to the limit.
    pub found: u64,
    /// The lowest paths to solutions.
    pub lowest: [Path; MOST_SHOWN],
    /// Lanes and waiting nodes that belong to it.
    pub nodes: u32,
}

/// The number of an [`Open`] in its list.
pub type Ticket = u32;

/// A node of the search tree, but for its grid.
#[derive(Clone, Copy, Default)]
pub struct Node {
    /// Whose node it is.
    pub ticket: Ticket,
    /// Length of the path.
    pub depth: u8,
    /// The way to it.
    pub path: Path,
}

impl Node {
    /// Splits the node: it becomes its first child, and the second is returned.
    #[inline(always)]
    pub fn split(&mut self) -> Node {
        let mut second = *self;
        second.path |= 1 << (127 - self.depth.min(127));
        self.depth = self.depth.saturating_add(1);
        second.depth = self.depth;
        second
    }
}

impl Open {
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
