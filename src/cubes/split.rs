//! Splitting by look-ahead: the largest part is branched until there are enough.

use super::branching::{Branching, choose};
use super::{Candidates, Cube, Splittable};
use crate::backend::Query;
use crate::grid::{Candidate, Cell};
use crate::limits::Limits;

/// What to split for.
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
}

/// A part, with what propagation leaves of it.
pub(super) struct Part<P> {
    pub cube: Cube,
    pub puzzle: P,
    pub left: Candidates,
    pub bound: Option<i64>,
}

impl<P> Part<P> {
    /// Whether to branch this part before the other: the higher bound, then the larger.
    fn comes_before(&self, other: &Part<P>) -> bool {
        match self.bound.cmp(&other.bound) {
            std::cmp::Ordering::Equal => self.left.size() > other.left.size(),
            order => order.is_gt(),
        }
    }
}

/// What has become of a part.
enum Leaf<P> {
    Open(Box<Part<P>>),
    /// Nothing is left to branch on.
    Settled(Cube, Option<i64>),
    Refuted(Cube),
}

/// Splits a puzzle. The same puzzle and request give the same cubes, unless the limits end
/// it early.
pub fn split<P: Splittable>(puzzle: &P, request: &SplitRequest<'_, P::Objective>) -> Split {
    let mut splitter = Splitter {
        engine: P::Engine::default(),
        houses: puzzle.full_houses(),
        scores: match request.query {
            Query::Maximise(objective) => Some(puzzle.scores(objective, request.limits)),
            _ => None,
        },
        request,
    };
    let whole = splitter.part(puzzle, Cube::default());
    let mut leaves = vec![whole.unwrap_or_else(|| Leaf::Settled(Cube::default(), None))];
    while count(&leaves) < request.count.max(1) {
        let Some(next) = largest(&leaves) else { break };
        let Some(parts) = splitter.branch(&leaves[next]) else {
            break;
        };
        leaves.splice(next..=next, parts);
    }
    let mut split = Split::default();
    for leaf in leaves {
        match leaf {
            Leaf::Open(part) => split.keep(part.cube, part.bound),
            Leaf::Settled(cube, bound) => split.keep(cube, bound),
            Leaf::Refuted(cube) => split.refuted.push(cube),
        }
    }
    split
}

impl Split {
    fn keep(&mut self, cube: Cube, bound: Option<i64>) {
        self.cubes.push(cube);
        self.bounds.push(bound);
    }
}

fn count<P>(leaves: &[Leaf<P>]) -> usize {
    let kept = |leaf: &&Leaf<P>| !matches!(leaf, Leaf::Refuted(_));
    leaves.iter().filter(kept).count()
}

fn largest<P>(leaves: &[Leaf<P>]) -> Option<usize> {
    let mut best: Option<(usize, &Part<P>)> = None;
    for (index, leaf) in leaves.iter().enumerate() {
        if let Leaf::Open(part) = leaf
            && best.is_none_or(|(_, best)| part.comes_before(best))
        {
            best = Some((index, part));
        }
    }
    best.map(|(index, _)| index)
}

pub(super) struct Splitter<'r, P: Splittable> {
    pub engine: P::Engine,
    pub houses: Vec<Vec<Cell>>,
    /// If a maximum is wanted.
    pub scores: Option<P::Scores>,
    pub request: &'r SplitRequest<'r, P::Objective>,
}

impl<P: Splittable> Splitter<'_, P> {
    /// A part of the puzzle; `None` if the limits are exceeded.
    fn part(&mut self, puzzle: &P, cube: Cube) -> Option<Leaf<P>> {
        let Some(puzzle) = puzzle.within(&cube) else {
            return Some(Leaf::Refuted(cube));
        };
        let limits = self.request.limits;
        let Some(left) = puzzle.propagate(&mut self.engine, limits).ok()? else {
            return Some(Leaf::Refuted(cube));
        };
        let mut bound = None;
        if let Some(scores) = &self.scores {
            let Some(most) = puzzle.bound(scores, &left) else {
                return Some(Leaf::Refuted(cube));
            };
            if self.request.above.is_some_and(|above| most <= above) {
                return Some(Leaf::Refuted(cube));
            }
            bound = Some(most);
        }
        Some(match left.is_settled() {
            true => Leaf::Settled(cube, bound),
            false => Leaf::Open(Box::new(Part {
                cube,
                puzzle,
                left,
                bound,
            })),
        })
    }

    /// The parts of the best branching; `None` if the limits are exceeded.
    fn branch(&mut self, leaf: &Leaf<P>) -> Option<Vec<Leaf<P>>> {
        let Leaf::Open(part) = leaf else { return None };
        let Branching(candidates) = choose(self, part)?;
        let parts = candidates.into_iter().map(|candidate| {
            let cube = part.cube.with(candidate);
            self.part(&part.puzzle, cube)
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
        let one = Cube::default().with(candidate);
        Some(match self.part(&part.puzzle, one)? {
            Leaf::Refuted(_) => None,
            Leaf::Settled(_, bound) => Some((0.0, bound)),
            Leaf::Open(open) => Some((open.left.size(), open.bound)),
        })
    }
}
