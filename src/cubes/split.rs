//! Splitting by look-ahead: the largest part is branched until there are enough.

use super::branching::{Branching, choose};
use super::{CandidateLists, Cube, Splittable};
use crate::backend::{Query, assert_fits};
use crate::grid::{Candidate, Cell};
use crate::limits::Limits;
use crate::outcome::Reason;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What to split for.
#[derive(Debug)]
pub struct SplitRequest<'r, O> {
    /// The query that the cubes will be asked. Cubes for a maximum are made so that
    /// their upper bounds fall.
    pub query: &'r Query<O>,
    /// If a maximum is wanted: solutions that score no more than this are of no
    /// interest, and may be in no cube.
    pub above: Option<i64>,
    /// About how many cubes to make: no fewer, if the puzzle can be split into as many,
    /// and at most as many more as one branching has branches.
    pub count: usize,
    /// When these are exceeded, there are fewer cubes, which still cover everything.
    pub limits: &'r Limits,
}

/// A puzzle in parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Split {
    /// Parts without common solutions, in the order of the tree's branches.
    pub cubes: Vec<Cube>,
    /// An upper bound on the scores in each cube, if a maximum is wanted.
    pub bounds: Vec<Option<i64>>,
    /// Parts without a solution, or without one above the known score: propagation shows
    /// it. With the cubes they are the leaves of a tree in which each branching tries all
    /// candidates of a cell, or all places of a digit in a house.
    pub refuted: Vec<Cube>,
    /// The limit that was exceeded, if there are fewer cubes because of one.
    pub stopped: Option<Reason>,
}

/// A part, with what propagation leaves of it.
pub(super) struct Part<P> {
    pub cube: Cube,
    pub puzzle: P,
    pub left: CandidateLists,
    pub bound: Option<i64>,
}

/// What has become of a part.
enum Leaf<P> {
    Open(Box<Part<P>>),
    /// Nothing is left to branch on.
    Settled(Cube, Option<i64>),
    Refuted(Cube),
}

/// The branches that lead to a leaf; leaves are in the order of their paths.
type Path = Vec<u32>;

/// A part that can be branched. The greatest is next: the one with the highest bound, then
/// the largest, then the first.
struct Open<P> {
    part: Box<Part<P>>,
    size: f64,
    path: Path,
}

impl<P> Ord for Open<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        let bounds = self.part.bound.cmp(&other.part.bound);
        let sizes = || self.size.total_cmp(&other.size);
        bounds
            .then_with(sizes)
            .then_with(|| other.path.cmp(&self.path))
    }
}

impl<P> PartialOrd for Open<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> PartialEq for Open<P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<P> Eq for Open<P> {}

/// The leaves of the tree.
struct Tree<P> {
    open: BinaryHeap<Open<P>>,
    settled: Vec<(Path, Cube, Option<i64>)>,
    refuted: Vec<(Path, Cube)>,
}

impl<P> Tree<P> {
    fn add(&mut self, path: Path, leaf: Leaf<P>) {
        match leaf {
            Leaf::Open(part) => self.open.push(Open {
                size: part.left.size(),
                part,
                path,
            }),
            Leaf::Settled(cube, bound) => self.settled.push((path, cube, bound)),
            Leaf::Refuted(cube) => self.refuted.push((path, cube)),
        }
    }

    fn cubes(&self) -> usize {
        self.open.len() + self.settled.len()
    }

    fn into_split(mut self, stopped: Option<Reason>) -> Split {
        let open = self.open.into_iter();
        self.settled
            .extend(open.map(|open| (open.path, open.part.cube, open.part.bound)));
        self.settled.sort_by(|a, b| a.0.cmp(&b.0));
        self.refuted.sort_by(|a, b| a.0.cmp(&b.0));
        let cubes = self
            .settled
            .into_iter()
            .map(|(_, cube, bound)| (cube, bound));
        let (cubes, bounds) = cubes.unzip();
        Split {
            cubes,
            bounds,
            refuted: self.refuted.into_iter().map(|(_, cube)| cube).collect(),
            stopped,
        }
    }
}

/// Splits a puzzle. The same puzzle and request give the same cubes, unless the limits end
/// it early.
///
/// # Panics
/// If the objective is of another shape than the puzzle.
pub fn split<P: Splittable>(puzzle: &P, request: &SplitRequest<'_, P::Objective>) -> Split {
    if let Query::Maximise(objective) = request.query {
        assert_fits(puzzle, objective);
    }
    let mut splitter = Splitter {
        puzzle,
        engine: P::Engine::default(),
        houses: puzzle.full_houses(),
        scores: match request.query {
            Query::Maximise(objective) => Some(puzzle.scores(objective, request.limits)),
            _ => None,
        },
        request,
    };
    let mut tree = Tree {
        open: BinaryHeap::new(),
        settled: Vec::new(),
        refuted: Vec::new(),
    };
    let whole = splitter.whole();
    tree.add(
        Path::new(),
        whole.unwrap_or_else(|| Leaf::Settled(Cube::default(), None)),
    );
    while tree.cubes() < request.count.max(1) {
        let Some(next) = tree.open.pop() else { break };
        let Some(parts) = splitter.branch(&next.part) else {
            tree.open.push(next);
            break;
        };
        for (branch, part) in (0..).zip(parts) {
            let mut path = next.path.clone();
            path.push(branch);
            tree.add(path, part);
        }
    }
    let is_short = tree.cubes() < request.count.max(1);
    let stopped = request.limits.exceeded().filter(|_| is_short);
    tree.into_split(stopped)
}

pub(super) struct Splitter<'r, P: Splittable> {
    pub puzzle: &'r P,
    pub engine: P::Engine,
    pub houses: Vec<Vec<Cell>>,
    /// If a maximum is wanted.
    pub scores: Option<P::Scores>,
    pub request: &'r SplitRequest<'r, P::Objective>,
}

impl<P: Splittable> Splitter<'_, P> {
    /// The whole puzzle; `None` if the limits are exceeded.
    fn whole(&mut self) -> Option<Leaf<P>> {
        let limits = self.request.limits;
        limits.check().ok()?;
        let left = self.puzzle.propagate(&mut self.engine, limits);
        let looked = self.looked(left.ok()?);
        Some(leaf(Cube::default(), looked, || self.puzzle.clone()))
    }

    /// The parts of the best branching; `None` if the limits are exceeded.
    fn branch(&mut self, part: &Part<P>) -> Option<Vec<Leaf<P>>> {
        let Branching(candidates) = choose(self, part)?;
        let parts = candidates.into_iter().map(|candidate| {
            let looked = self.look(part, candidate)?;
            let cube = part.cube.with(candidate);
            // Propagation would have found a contradiction to the part.
            let Some(puzzle) = part.puzzle.within(&Cube::default().with(candidate)) else {
                return Some(Leaf::Refuted(cube));
            };
            Some(leaf(cube, looked, || puzzle))
        });
        parts.collect()
    }

    /// How much is left of a part if one more candidate is assumed, and its bound. The
    /// outer `None` says that the limits are exceeded, the inner one that nothing is left.
    pub(super) fn look_ahead(
        &mut self,
        part: &Part<P>,
        candidate: Candidate,
    ) -> Option<Option<(f64, Option<i64>)>> {
        let looked = self.look(part, candidate)?;
        Some(looked.map(|(left, bound)| match left.is_settled() {
            true => (0.0, bound),
            false => (left.size(), bound),
        }))
    }

    fn look(&mut self, part: &Part<P>, candidate: Candidate) -> Option<Looked> {
        let limits = self.request.limits;
        limits.check().ok()?;
        let of = (&part.puzzle, &part.left);
        let left = self
            .puzzle
            .propagate_further(&mut self.engine, of, candidate, limits);
        Some(self.looked(left.ok()?))
    }

    /// What is left, unless it is of no interest.
    fn looked(&self, left: Option<CandidateLists>) -> Looked {
        let left = left?;
        let Some(scores) = &self.scores else {
            return Some((left, None));
        };
        let most = self.puzzle.bound(scores, &left)?;
        let is_wanted = self.request.above.is_none_or(|above| most > above);
        is_wanted.then_some((left, Some(most)))
    }
}

/// Candidates that are left, and the bound on their scores, if a maximum is wanted; `None`
/// if there are none, or none of interest.
type Looked = Option<(CandidateLists, Option<i64>)>;

fn leaf<P>(cube: Cube, looked: Looked, puzzle: impl FnOnce() -> P) -> Leaf<P> {
    match looked {
        None => Leaf::Refuted(cube),
        Some((left, bound)) if left.is_settled() => Leaf::Settled(cube, bound),
        Some((left, bound)) => Leaf::Open(Box::new(Part {
            cube,
            puzzle: puzzle(),
            left,
            bound,
        })),
    }
}
