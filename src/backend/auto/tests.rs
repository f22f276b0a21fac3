use super::*;
use crate::backend::{Presolve, Problem, maximise};
use crate::cnf::{ClauseSink, Lit, Var};
use crate::encoding::{DEFAULT, Encoding};
use crate::grid::{Cell, Digit, Row};
use crate::objective::Improvement;
use crate::sat::{Engine, SatSolver, SatVerdict, Varisat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cell::Cell as Shared;
use std::ops::ControlFlow;
use std::sync::Arc;

fn auto() -> AutoBackend {
    let encoding = Encoding::named(DEFAULT).unwrap();
    let sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
    AutoBackend::new(sat)
}

/// A 16×16 puzzle with a hundred givens of a simple pattern, and weights without one.
fn instance() -> (Puzzle, Objective) {
    let geometry: Geometry = "4x4".parse().unwrap();
    let mut puzzle = Puzzle::empty(geometry);
    for index in 0..100usize {
        let cell = index * 37 % 256;
        let (row, column) = (cell / 16, cell % 16);
        let digit = (4 * (row % 4) + row / 4 + column) % 16;
        puzzle.set(Cell(cell as u32), Some(Digit::from_index(digit)));
    }
    let weights = (0..256u64).map(|cell| ((cell + 3) * (cell + 7) * 7919 % 23) as i64);
    (puzzle, Objective::new(geometry, weights.collect()).unwrap())
}

#[test]
fn no_start_is_worse_than_that_of_the_search() {
    let (puzzle, objective) = instance();
    let short = Limits::unlimited().up_to_nodes(NODES);
    let mut native = NativeBackend::default();
    let quick = maximise(&mut native, &puzzle, &objective, &short).unwrap();
    let (_, before) = quick.best().unwrap();
    let highest = Shared::new(i64::MIN);
    let watch = |improvement| {
        if let Improvement::Score(score) = improvement {
            assert!(score > highest.replace(score));
        }
    };
    let (limits, progress) = (Limits::unlimited(), Progress::to(&watch));
    let start = auto().start(&puzzle, &objective, &limits, progress);
    let solution = start.best().unwrap();
    puzzle.check(solution).unwrap();
    let score = objective.score(solution);
    assert!(score >= before, "{score} {before}");
    if let Start::Open(known) = &start {
        assert!(known.bound.is_none_or(|bound| bound > score));
    }
}

/// What is known stays known if time is up.
#[test]
fn the_best_solution_is_never_lost() {
    let (puzzle, objective) = instance();
    let late = Limits::unlimited().within(Duration::from_secs(3));
    let found = maximise(&mut auto(), &puzzle, &objective, &late).unwrap();
    let (solution, score) = found.best().unwrap();
    puzzle.check(solution).unwrap();
    assert_eq!(objective.score(solution), score);
    if let Optimum::Feasible { bound, .. } = found {
        assert!(bound.is_none_or(|bound| bound >= score));
    }
}

/// 34,502 solutions, which were given to SAT if weights were large.
#[test]
fn large_weights_on_filled_grids_need_no_clauses() {
    let text = b"....2....269..7........61...267..3.....5..6....168.4..........4.....4...64.2..931";
    let puzzle = Row::new(text).unwrap().to_puzzle();
    let mut random = ChaCha8Rng::seed_from_u64(51);
    for most in [100, 1_000_000, 1_000_000_000] {
        let weights = (0..81).map(|_| random.random_range(-most..=most)).collect();
        let objective = Objective::new(Geometry::CLASSIC, weights).unwrap();
        assert_proven_at_start(&puzzle, &objective);
    }
}

/// 6,048 solutions, on which clauses took a hundred times as long as search.
#[test]
fn values_without_a_pattern_on_small_boards_need_no_clauses() {
    let geometry: Geometry = "5x1".parse().unwrap();
    let mut puzzle = Puzzle::empty(geometry);
    puzzle.set(Cell(5), Some(Digit::from_index(1)));
    puzzle.set(Cell(11), Some(Digit::from_index(3)));
    for (seed, most) in [(2, 1_000), (5, 1_000), (5, 12_000_000)] {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let values = (0..125).map(|_| random.random_range(-most..=most));
        let objective = Objective::new(geometry, values.collect()).unwrap();
        assert_proven_at_start(&puzzle, &objective);
    }
}

/// The first, short searches find the highest score of all solutions.
fn assert_proven_at_start(puzzle: &Puzzle, objective: &Objective) {
    let limits = Limits::unlimited();
    let start = auto().start(puzzle, objective, &limits, Progress::SILENT);
    let Start::Done(Optimum::Optimal { solution, score }) = start else {
        panic!("not proven");
    };
    assert_eq!(puzzle.check(&solution), Ok(()));
    let mut highest = i64::MIN;
    let mut visit = |solution: &Solution| {
        highest = highest.max(objective.score(solution));
        ControlFlow::Continue(())
    };
    _ = NativeBackend::default().search(puzzle, &limits, &mut visit);
    assert_eq!(score, highest);
}

/// Has run out of a time of its own before it begins.
struct OutOfTime(Varisat);

impl ClauseSink for OutOfTime {
    fn new_var(&mut self) -> Var {
        self.0.new_var()
    }

    fn add_clause(&mut self, _: &[Lit]) {}
}

impl SatSolver for OutOfTime {
    fn assume(&mut self, _: &[Lit]) {}

    fn solve(&mut self, _: &Limits) -> SatVerdict {
        SatVerdict::Unknown(Reason::Timeout)
    }

    fn value(&self, _: Var) -> Option<bool> {
        None
    }

    fn core(&mut self) -> &[Lit] {
        &[]
    }
}

#[test]
fn an_engine_whose_own_time_is_up_is_not_asked_forever() {
    let (puzzle, objective) = instance();
    let mut engine = Engine::varisat();
    engine.make = Arc::new(|checks| Box::new(OutOfTime(Varisat::new(checks))));
    let encoding = Encoding::named(DEFAULT).unwrap();
    let mut auto = AutoBackend::new(SatBackend::new(engine, encoding, Presolve::Locked));
    let limits = Limits::unlimited().within(Duration::from_secs(60));
    let found = maximise(&mut auto, &puzzle, &objective, &limits).unwrap();
    assert_eq!(found.reason(), Some(&Reason::Timeout));
    assert_eq!(limits.exceeded(), None);
}

#[test]
fn a_lower_limit_on_nodes_is_kept() {
    let (puzzle, objective) = instance();
    let few = Limits::unlimited().up_to_nodes(5);
    let mut auto = auto();
    let found = maximise(&mut auto, &puzzle, &objective, &few).unwrap();
    assert_eq!(found.reason(), Some(&Reason::NodeLimit));
    assert_eq!(auto.approach(), Approach::Search);
}

#[test]
fn a_lower_limit_on_nodes_is_kept_for_several_scores() {
    let geometry = "2x5".parse().unwrap();
    let (puzzle, objective) = (Puzzle::empty(geometry), Objective::pyramid(geometry));
    let few = Limits::unlimited().up_to_nodes(5);
    let mut auto = auto();
    let found = maximise(&mut auto, &puzzle, &objective, &Limits::unlimited()).unwrap();
    let (best, score) = found.best().unwrap();
    let top = auto.top_scores(&puzzle, &objective, best, 1_000_000, &few);
    let top = top.unwrap();
    assert_eq!(top.scores[0], (score, best.clone()));
    let consecutive = (0..).map(|below| score - below).take(top.scores.len());
    assert!(top.scores.iter().map(|(score, _)| *score).eq(consecutive));
    assert_eq!(top.end, End::Stopped(Reason::NodeLimit));
}

/// Row times column, on which clauses take longer than anybody waits.
#[test]
fn weights_that_are_hard_for_sat_are_left_to_search() {
    let (puzzle, limits) = (
        Puzzle::empty(Geometry::CLASSIC),
        Limits::unlimited().within(Duration::from_secs(300)),
    );
    let weights = (0..81).map(|cell| cell / 9 * (cell % 9)).collect();
    let objective = Objective::new(Geometry::CLASSIC, weights).unwrap();
    let mut auto = auto();
    let found = maximise(&mut auto, &puzzle, &objective, &limits).unwrap();
    assert!(matches!(found, Optimum::Optimal { score: 6980, .. }));
    assert_eq!(auto.approach(), Approach::Search);
}

#[test]
fn answers_that_contradict_each_other_are_no_answer() {
    let (puzzle, objective) = instance();
    let limits = Limits::unlimited().up_to_nodes(NODES);
    let quick = maximise(&mut NativeBackend::default(), &puzzle, &objective, &limits).unwrap();
    let (solution, score) = quick.best().unwrap();
    let solution = solution.clone();
    let mut known = Known::new(&puzzle, &objective, Progress::SILENT);
    known.best = Some(solution.clone());
    known.bound = Some(score - 1);
    let found = Optimum::Optimal { solution, score };
    let last = known.after_turn(found, &limits, &limits).unwrap();
    assert!(matches!(last.reason(), Some(Reason::Engine(_))));
}
