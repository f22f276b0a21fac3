//! All-different reasoning: an edge that is in no perfect matching is impossible
//! (J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs",
//! AAAI 1994). It finds naked and hidden subsets of every size, and fish when
//! it matches the rows of a digit with its columns.

use crate::limits::Limits;

/// As many left as right nodes, and which right nodes each left node may take.
pub struct Bipartite {
    edges: Vec<Vec<usize>>,
}

/// Why nothing is known about the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// There is no perfect matching.
    NoMatching,
    /// The limits were exceeded.
    Stopped,
}

/// Left nodes that are matched between two looks at the limits: on the largest
/// grids each may take a millisecond.
const NODES_PER_CHECK: usize = 64;

impl Bipartite {
    /// The right nodes of each left node, numbered below `edges.len()`.
    pub fn new(edges: Vec<Vec<usize>>) -> Bipartite {
        Bipartite { edges }
    }

    /// The edges that are in no perfect matching, as (left, right).
    pub fn useless_edges(&self, limits: &Limits) -> Result<Vec<(usize, usize)>, Failed> {
        let owner = self.matching(limits)?;
        let component = Components::of(&self.edges, &owner);
        let all = self.edges.iter().enumerate();
        let pairs = all.flat_map(|(left, rights)| rights.iter().map(move |&right| (left, right)));
        // Two matchings differ by alternating cycles: an edge is in one exactly
        // if a way leads back from its right node's owner.
        let useless = pairs.filter(|&(left, right)| component[left] != component[owner[right]]);
        Ok(useless.collect())
    }

    /// The left node that each right node is matched with.
    fn matching(&self, limits: &Limits) -> Result<Vec<usize>, Failed> {
        let mut owner = vec![None; self.edges.len()];
        let mut tried = vec![false; self.edges.len()];
        for (left, rights) in self.edges.iter().enumerate() {
            if (left + 1).is_multiple_of(NODES_PER_CHECK) && limits.exceeded().is_some() {
                return Err(Failed::Stopped);
            }
            // Most nodes find one that is free.
            if let Some(&free) = rights.iter().find(|&&right| owner[right].is_none()) {
                owner[free] = Some(left);
                continue;
            }
            tried.fill(false);
            if !self.augment(left, &mut owner, &mut tried) {
                return Err(Failed::NoMatching);
            }
        }
        let owner = owner.into_iter().collect::<Option<_>>();
        owner.ok_or(Failed::NoMatching)
    }

    /// Finds a right node for `left`, rematching others if necessary.
    fn augment(&self, left: usize, owner: &mut [Option<usize>], tried: &mut [bool]) -> bool {
        for &right in &self.edges[left] {
            if std::mem::replace(&mut tried[right], true) {
                continue;
            }
            if owner[right].is_none_or(|other| self.augment(other, owner, tried)) {
                owner[right] = Some(left);
                return true;
            }
        }
        false
    }
}

/// Strongly connected components of the left nodes, where each points to the
/// owners of its right nodes (R. Tarjan, 1972).
struct Components<'g> {
    edges: &'g [Vec<usize>],
    owner: &'g [usize],
    /// When each node was first seen, from 1; 0 is not yet.
    seen: Vec<usize>,
    low: Vec<usize>,
    stack: Vec<usize>,
    component: Vec<usize>,
    clock: usize,
}

const NONE: usize = usize::MAX;

impl<'g> Components<'g> {
    fn of(edges: &'g [Vec<usize>], owner: &'g [usize]) -> Vec<usize> {
        let count = edges.len();
        let mut walk = Components {
            edges,
            owner,
            seen: vec![0; count],
            low: vec![0; count],
            stack: Vec::new(),
            component: vec![NONE; count],
            clock: 0,
        };
        for node in 0..count {
            if walk.seen[node] == 0 {
                walk.visit(node);
            }
        }
        walk.component
    }

    fn visit(&mut self, node: usize) {
        self.clock += 1;
        self.seen[node] = self.clock;
        self.low[node] = self.clock;
        self.stack.push(node);
        let (edges, owner) = (self.edges, self.owner);
        for next in edges[node].iter().map(|&right| owner[right]) {
            if self.seen[next] == 0 {
                self.visit(next);
                self.low[node] = self.low[node].min(self.low[next]);
            } else if self.component[next] == NONE {
                self.low[node] = self.low[node].min(self.seen[next]);
            }
        }
        if self.low[node] == self.seen[node] {
            while let Some(member) = self.stack.pop() {
                self.component[member] = node;
                if member == node {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges in no perfect matching, by trying all matchings.
    fn by_force(edges: &[Vec<usize>]) -> Option<Vec<(usize, usize)>> {
        fn go(
            edges: &[Vec<usize>],
            taken: &mut Vec<usize>,
            used: &mut Vec<(usize, usize)>,
            any: &mut bool,
        ) {
            let left = taken.len();
            if left == edges.len() {
                *any = true;
                used.extend(taken.iter().copied().enumerate());
                return;
            }
            for &right in &edges[left] {
                if !taken.contains(&right) {
                    taken.push(right);
                    go(edges, taken, used, any);
                    taken.pop();
                }
            }
        }
        let (mut used, mut any) = (Vec::new(), false);
        go(edges, &mut Vec::new(), &mut used, &mut any);
        let all = edges.iter().enumerate();
        let pairs = all.flat_map(|(left, rights)| rights.iter().map(move |&right| (left, right)));
        any.then(|| pairs.filter(|pair| !used.contains(pair)).collect())
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        // Every graph with 3 + 3 nodes, and some with 6 + 6.
        let mut graphs: Vec<(usize, u64)> = (0..512).map(|bits| (3, bits)).collect();
        let mut state = 7u64;
        for _ in 0..500 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            graphs.push((6, state >> 24 & (state >> 13 | 0x8_4210_8421)));
        }
        let mut useless = 0;
        for (size, bits) in graphs {
            let row = |left: usize| {
                (0..size)
                    .filter(|right| bits >> (left * size + right) & 1 == 1)
                    .collect()
            };
            let edges: Vec<Vec<usize>> = (0..size).map(row).collect();
            let found = Bipartite::new(edges.clone())
                .useless_edges(&Limits::unlimited())
                .ok();
            useless += found.as_ref().map_or(0, Vec::len);
            assert_eq!(found, by_force(&edges), "{edges:?}");
        }
        assert!(useless > 100, "{useless}");
    }
}
