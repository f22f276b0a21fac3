//! Laws that hold for every puzzle, whatever its answer.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use satoku::backend::{self, Backend, End, NativeBackend, Optimum, Presolve, SatBackend, Verdict};
use satoku::compare::corpus::{Corpus, random_solution};
use satoku::compare::{Instance, KnownCount};
use satoku::encoding::Encoding;
use satoku::grid::Symmetry;
use satoku::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use satoku::limits::Limits;
use satoku::objective::Objective;
use satoku::sat::Engine;
use std::ops::ControlFlow;

const LIMIT: u64 = 40;

fn varisat(encoding: &str) -> SatBackend {
    SatBackend::new(
        Engine::varisat(),
        Encoding::named(encoding).unwrap(),
        Presolve::Locked,
    )
}

fn backends() -> Vec<Box<dyn Backend>> {
    vec![
        Box::new(NativeBackend::default()),
        Box::new(varisat("minimal")),
        Box::new(varisat("extended")),
    ]
}

/// The number of solutions up to the limit, and whether there are no more.
fn count(backend: &mut dyn Backend, puzzle: &Puzzle) -> (u64, bool) {
    let any = &mut |_: &Solution| ControlFlow::Continue(());
    let tally = backend::enumerate(backend, puzzle, LIMIT, &Limits::unlimited(), any).unwrap();
    (tally.found, tally.end == End::Exhausted)
}

fn geometry() -> impl Strategy<Value = Geometry> {
    prop::sample::select(vec!["2x2", "2x3", "3x2", "3x3"]).prop_map(|s| s.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn known_by_construction(geometry in geometry(), seed: u64) {
        let Instance { puzzle, known } = Corpus::of_shape(geometry).instance(seed);
        for backend in &mut backends() {
            let (found, all) = count(&mut **backend, &puzzle);
            let right = match known {
                KnownCount::Exactly(exactly) => found == exactly && all,
                KnownCount::AtLeast(least) => found >= least,
                KnownCount::Unknown => false,
            };
            prop_assert!(right, "{} says {found}, known is {known:?}", backend.name());
        }
    }

    #[test]
    fn removing_a_given_keeps_every_solution(geometry in geometry(), seed: u64, which: prop::sample::Index) {
        let puzzle = Corpus::of_shape(geometry).instance(seed).puzzle;
        let givens: Vec<(Cell, Digit)> = puzzle.givens().collect();
        prop_assume!(!givens.is_empty());
        let mut fewer = puzzle.clone();
        fewer.set(givens[which.index(givens.len())].0, None);
        for backend in &mut backends() {
            let (before, _) = count(&mut **backend, &puzzle);
            let (after, _) = count(&mut **backend, &fewer);
            prop_assert!(after >= before, "{}", backend.name());
        }
    }

    #[test]
    fn adding_a_digit_of_a_solution_keeps_it_solvable(geometry in geometry(), seed: u64, which: prop::sample::Index) {
        let puzzle = Corpus::of_shape(geometry).instance(seed).puzzle;
        let mut native = NativeBackend::default();
        let verdict = backend::first(&mut native, &puzzle, &Limits::unlimited()).unwrap();
        if let Verdict::Solved(solution) = verdict {
            let cell = Cell(which.index(geometry.cell_count()) as u32);
            let mut more = puzzle;
            more.set(cell, Some(solution.digit(cell)));
            for backend in &mut backends() {
                prop_assert!(count(&mut **backend, &more).0 >= 1, "{}", backend.name());
            }
        }
    }

    #[test]
    fn symmetries_keep_the_count(geometry in geometry(), seed: u64) {
        let puzzle = Corpus::of_shape(geometry).instance(seed).puzzle;
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ 1);
        let images = [
            Symmetry::random(geometry, &mut random).puzzle(&puzzle),
            Symmetry::transpose(geometry).puzzle(&puzzle),
        ];
        for backend in &mut backends() {
            let expected = count(&mut **backend, &puzzle);
            for image in &images {
                prop_assert_eq!(count(&mut **backend, image), expected, "{}", backend.name());
            }
        }
    }

    #[test]
    fn a_grid_and_its_complement_score_5700(seed: u64) {
        let geometry = Geometry::CLASSIC;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let solution = random_solution(geometry, &mut random);
        let pyramid = Objective::pyramid(geometry);
        let opposite = complement(&solution);
        prop_assert_eq!(pyramid.score(&solution) + pyramid.score(&opposite), 5700);
        let score = pyramid.score(&solution);
        prop_assert!((2794..=2906).contains(&score));
    }

    #[test]
    fn the_pyramid_keeps_its_symmetries(seed: u64) {
        let geometry = Geometry::CLASSIC;
        let puzzle = few_solutions(seed);
        let turned = Symmetry::transpose(geometry).puzzle(&puzzle);
        let best = |puzzle: &Puzzle, backend: &mut dyn Backend| maximum(puzzle, backend);
        let mut native = NativeBackend::default();
        let expected = best(&puzzle, &mut native);
        prop_assert_eq!(best(&turned, &mut native), expected);
        prop_assert_eq!(best(&puzzle, &mut varisat("extended")), expected);
    }
}

fn complement(solution: &Solution) -> Solution {
    let digits = solution.cells().iter();
    Solution::new(
        digits
            .map(|d| Digit::new(10 - d.value()).unwrap())
            .collect(),
    )
}

/// A 9×9 puzzle with a handful of solutions, or none.
fn few_solutions(seed: u64) -> Puzzle {
    let mut puzzle = Corpus::of_shape(Geometry::CLASSIC).instance(seed).puzzle;
    let mut native = NativeBackend::default();
    let verdict = backend::first(&mut native, &puzzle, &Limits::unlimited()).unwrap();
    let Verdict::Solved(solution) = verdict else {
        return puzzle;
    };
    for cell in Geometry::CLASSIC.cells() {
        if count(&mut native, &puzzle).1 {
            break;
        }
        puzzle.set(cell, Some(solution.digit(cell)));
    }
    puzzle
}

fn maximum(puzzle: &Puzzle, backend: &mut dyn Backend) -> Option<i64> {
    let pyramid = Objective::pyramid(puzzle.geometry());
    match backend::maximise(backend, puzzle, &pyramid, &Limits::unlimited()).unwrap() {
        Optimum::Optimal { score, .. } => Some(score),
        Optimum::Unsatisfiable => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_settled_mini_excludes_its_other_members() {
    use satoku::cnf::{ClauseSink, Formula};
    use satoku::encoding::{Encoding, VarMap, decode};
    use satoku::grid::text::{PuzzleReader, ReadOptions};
    use satoku::sat::{LimitChecks, SatSolver, SatVerdict, Varisat};
    let text = "name = \"x\"\nsummary = \"x\"\nreference = \"x\"\nat_most_one = \"pairwise\"\n\
                [families]\ncell = [\"defined\"]\nrow = [\"minis\"]\ncolumn = [\"defined\"]\n\
                box = [\"defined\"]\n";
    let encoding = Encoding::parse(text, "x").unwrap();
    let line = "..2..4..3.......";
    let mut reader = PuzzleReader::new(line.as_bytes(), "x", ReadOptions::default());
    let puzzle = reader.next().unwrap().unwrap().puzzle;
    let left = satoku::grid::Candidates::of_givens(&puzzle);
    let map = VarMap::live(&left);
    let mut formula = Formula::default();
    encoding.encode(&puzzle, &map, &mut formula);
    // Whichever candidate is assumed, a model is a full grid.
    let mut models = 0;
    for (var, _) in map.candidates() {
        let mut solver = Varisat::new(LimitChecks::BeforeSolving);
        formula.replay(&mut solver);
        solver.add_clause(&[var.positive()]);
        if solver.solve(&Limits::unlimited()) == SatVerdict::Sat {
            let grid = decode(&map, |v| solver.value(v).unwrap_or(false)).unwrap();
            assert_eq!(grid.check(&puzzle), Ok(()));
            models += 1;
        }
    }
    assert!(models > 0);
}
