//! What the search for classic boards finds, beside the one that explains propagators, and
//! which boards it takes.

use super::puzzles::boards;
use crate::grid::{Cell, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::{Kernel, Mask, VariantPuzzle};
use crate::search::variant::classic;
use crate::search::variant::goal::Goal;
use crate::search::variant::learn::Learner;
use crate::search::variant::search::{Search, solution};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::time::Duration;

struct Seen {
    solutions: Vec<Solution>,
    enough: usize,
}

impl Seen {
    fn until(enough: usize) -> Seen {
        let solutions = Vec::new();
        Seen { solutions, enough }
    }

    fn sorted(mut self) -> Vec<Solution> {
        self.solutions.sort();
        self.solutions
    }
}

impl Goal for Seen {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.solutions.push(solution(masks));
        match self.solutions.len() < self.enough {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

fn empty() -> VariantPuzzle {
    let classic = Puzzle::new("3x3".parse().unwrap(), vec![None; 81]);
    VariantPuzzle::from_classic(&classic.unwrap()).unwrap()
}

/// A search at its first fixed point.
fn search(puzzle: &VariantPuzzle) -> Option<Search> {
    Search::new(puzzle, &Limits::unlimited()).unwrap()
}

fn is_taken(puzzle: &VariantPuzzle) -> bool {
    let search = search(puzzle).unwrap();
    classic::run(&search.engine, &Limits::unlimited(), &mut Seen::until(1)).is_some()
}

#[test]
fn the_solutions_are_those_of_the_search_that_explains() {
    let mut random = ChaCha8Rng::seed_from_u64(34);
    let limits = Limits::unlimited();
    let (mut none, mut several) = (0, 0);
    for _ in 0..200 {
        let mut puzzle = empty();
        for cell in puzzle.board().cells() {
            puzzle.restrict(
                cell,
                random.random_range(1..512) | 1 << random.random_range(0..9),
            );
        }
        let Some(search) = search(&puzzle) else {
            continue;
        };
        let [mut expected, mut found] = [(); 2].map(|()| Seen::until(usize::MAX));
        let end = Learner::new(&search.engine).run(&limits, &mut expected);
        assert_eq!(end, End::Exhausted);
        let end = classic::run(&search.engine, &limits, &mut found);
        assert_eq!(end, Some(End::Exhausted));
        none += u32::from(expected.solutions.is_empty());
        several += u32::from(expected.solutions.len() > 1);
        assert_eq!(found.sorted(), expected.sorted(), "{puzzle:?}");
    }
    assert!(none > 20 && several > 20, "{none} {several}");
}

#[test]
fn what_asks_for_more_is_left_to_others() {
    assert!(is_taken(&empty()));
    for board in boards() {
        assert!(!is_taken(&VariantPuzzle::new(board.clone())), "{board:?}");
    }
    // Two cells that no house has together.
    let (first, last) = (Cell(0), Cell(80));
    let terms = vec![(first, 1), (last, 1)];
    let kernels = [
        Kernel::Distinct(vec![first, last]),
        Kernel::Sum { terms, total: 5 },
        Kernel::Clause(vec![(first, 0b11), (last, 0b1001)]),
    ];
    for kernel in kernels {
        let puzzle = empty().with(vec![kernel]);
        assert!(!is_taken(&puzzle), "{puzzle:?}");
    }
}

#[test]
fn it_ends_where_the_goal_or_the_limits_say() {
    let search = search(&empty()).unwrap();
    let mut seen = Seen::until(7);
    let end = classic::run(&search.engine, &Limits::unlimited(), &mut seen);
    assert_eq!((end, seen.solutions.len()), (Some(End::Enough), 7));
    let limits = Limits::unlimited().within(Duration::ZERO);
    let end = classic::run(&search.engine, &limits, &mut Seen::until(1));
    assert_eq!(end, Some(End::Stopped(Reason::Timeout)));
}
