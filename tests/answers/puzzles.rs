//! Generated, minimal and canonical puzzles obey their laws.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satoku::backend::{self, Backend, End, NativeBackend, Presolve, SatBackend};
use satoku::encoding::{self, Encoding};
use satoku::grid::Symmetry;
use satoku::grid::{Cell, Geometry, Puzzle, Solution};
use satoku::limits::Limits;
use satoku::outcome::Reason;
use satoku::puzzles::{
    Canonical, Canonizer, GenerateError, GeneratedPuzzle, Generator, Minimized, Minimizer,
    PatternSymmetry, PuzzleKind, Recipe, RecipeError,
};
use satoku::sat::Engine;
use std::collections::BTreeSet;
use std::time::Duration;

fn shape(text: &str) -> Geometry {
    text.parse().unwrap()
}

fn recipe(box_shape: &str, kind: PuzzleKind, givens: Option<usize>, seed: u64) -> Recipe {
    Recipe {
        geometry: shape(box_shape),
        kind,
        givens,
        symmetry: PatternSymmetry::None,
        seed,
    }
}

fn made(recipe: Recipe, numbers: std::ops::Range<u64>) -> Vec<GeneratedPuzzle> {
    let mut generator = Generator::new(recipe).unwrap();
    let make = |number| generator.puzzle(number, &Limits::unlimited()).unwrap();
    numbers.map(make).collect()
}

/// Up to two solutions, and whether there are no more.
fn solutions(backend: &mut dyn Backend, puzzle: &Puzzle) -> (Vec<Solution>, bool) {
    let found = backend::solutions(backend, puzzle, 2, &Limits::unlimited());
    let (found, tally) = found.unwrap();
    (found, tally.end == End::Exhausted)
}

fn is_proper(backend: &mut dyn Backend, puzzle: &Puzzle) -> bool {
    let (found, all) = solutions(backend, puzzle);
    all && found.len() == 1
}

fn backends() -> Vec<Box<dyn Backend>> {
    let encoding = Encoding::named(encoding::DEFAULT).unwrap();
    vec![
        Box::new(NativeBackend::default()),
        Box::new(SatBackend::new(
            Engine::varisat(),
            encoding,
            Presolve::Locked,
        )),
    ]
}

fn assert_minimal(puzzle: &Puzzle) {
    let mut native = NativeBackend::default();
    assert!(is_proper(&mut native, puzzle));
    for (cell, _) in puzzle.givens() {
        let mut fewer = puzzle.clone();
        fewer.set(cell, None);
        assert!(!is_proper(&mut native, &fewer), "{puzzle:?} {cell:?}");
    }
}

/// Tries to remove one given after the other: the result that minimizing must
/// have.
fn stripped_one_by_one(puzzle: &Puzzle, order: &[Cell]) -> Puzzle {
    let mut native = NativeBackend::default();
    let mut left = puzzle.clone();
    for &cell in order {
        let digit = left.given(cell);
        left.set(cell, None);
        if !is_proper(&mut native, &left) {
            left.set(cell, digit);
        }
    }
    left
}

#[test]
fn generated_puzzles_have_exactly_their_solution() {
    for (box_shape, count) in [
        ("1x1", 1),
        ("1x3", 5),
        ("2x2", 20),
        ("2x3", 20),
        ("3x3", 60),
        ("3x4", 3),
    ] {
        for kind in [
            PuzzleKind::Proper,
            PuzzleKind::Minimal,
            PuzzleKind::Solution,
        ] {
            for made in made(recipe(box_shape, kind, None, 4), 0..count) {
                for backend in &mut backends() {
                    let (found, all) = solutions(&mut **backend, &made.puzzle);
                    assert!(all, "{box_shape} {kind}");
                    assert_eq!(
                        found[..],
                        *std::slice::from_ref(&made.solution),
                        "{box_shape} {kind}"
                    );
                }
                match kind {
                    PuzzleKind::Minimal => assert_minimal(&made.puzzle),
                    PuzzleKind::Solution => assert_eq!(made.puzzle.empty_cells().count(), 0),
                    PuzzleKind::Proper => {}
                }
            }
        }
    }
}

#[test]
fn large_puzzles_are_proper_too() {
    for (box_shape, kind) in [
        ("4x4", PuzzleKind::Minimal),
        ("4x5", PuzzleKind::Proper),
        ("5x5", PuzzleKind::Proper),
    ] {
        let made = made(recipe(box_shape, kind, None, 2), 1..2).remove(0);
        assert_eq!(made.solution.check(&made.puzzle), Ok(()));
        assert!(
            is_proper(&mut *backends().remove(1), &made.puzzle),
            "{box_shape}"
        );
    }
}

#[test]
fn givens_come_in_the_number_asked_for() {
    for (kind, givens) in [
        (PuzzleKind::Proper, 28),
        (PuzzleKind::Proper, 81),
        (PuzzleKind::Minimal, 24),
    ] {
        for made in made(recipe("3x3", kind, Some(givens), 1), 0..10) {
            assert_eq!(made.puzzle.givens().count(), givens);
            assert!(is_proper(&mut NativeBackend::default(), &made.puzzle));
        }
    }
    let mut generator = Generator::new(recipe("2x2", PuzzleKind::Proper, Some(3), 1)).unwrap();
    let missed = generator.puzzle(1, &Limits::unlimited());
    assert!(matches!(
        missed,
        Err(GenerateError::Givens { givens: 3, .. })
    ));
}

/// Image after image, by hand: each given's mirror image holds a given, and no set of images can
/// be removed from a minimal puzzle.
#[test]
fn symmetric_patterns_are_symmetric() {
    let mut native = NativeBackend::default();
    for symmetry in PatternSymmetry::ALL {
        for (box_shape, kind, count) in [
            ("3x3", PuzzleKind::Minimal, 10),
            ("3x3", PuzzleKind::Proper, 10),
            ("2x3", PuzzleKind::Minimal, 10),
            ("5x5", PuzzleKind::Proper, 1),
        ] {
            let recipe = Recipe {
                symmetry,
                ..recipe(box_shape, kind, None, 5)
            };
            for GeneratedPuzzle { puzzle, solution } in made(recipe, 0..count) {
                assert_eq!(solution.check(&puzzle), Ok(()));
                let geometry = puzzle.geometry();
                for cell in geometry.cells() {
                    let orbit = symmetry.orbit(geometry, cell);
                    let has_given = |cell: &Cell| puzzle.given(*cell).is_some();
                    assert!(
                        orbit
                            .iter()
                            .all(|image| has_given(image) == has_given(&cell))
                    );
                    if kind == PuzzleKind::Minimal && has_given(&cell) {
                        let mut fewer = puzzle.clone();
                        orbit.iter().for_each(|image| fewer.set(*image, None));
                        assert!(!is_proper(&mut native, &fewer), "{symmetry} {puzzle:?}");
                    }
                }
                let backend = &mut backends()[usize::from(geometry.side() > 16)];
                assert!(is_proper(&mut **backend, &puzzle), "{symmetry} {puzzle:?}");
            }
        }
    }
}

#[test]
fn symmetric_patterns_have_the_number_of_givens_asked_for() {
    for (symmetry, givens) in [
        (PatternSymmetry::Rotate180, 25),
        (PatternSymmetry::Rotate90, 28),
        (PatternSymmetry::Full, 33),
    ] {
        let recipe = Recipe {
            symmetry,
            ..recipe("3x3", PuzzleKind::Proper, Some(givens), 1)
        };
        for made in made(recipe, 0..5) {
            assert_eq!(made.puzzle.givens().count(), givens);
        }
    }
    let odd = Recipe {
        symmetry: PatternSymmetry::Rotate90,
        ..recipe("3x3", PuzzleKind::Proper, Some(26), 1)
    };
    let refused = Generator::new(odd).err();
    let expected = RecipeError::Asymmetric(26, PatternSymmetry::Rotate90);
    assert_eq!(refused, Some(expected));
}

#[test]
fn senseless_recipes_are_refused() {
    let refused = |recipe| Generator::new(recipe).err();
    assert_eq!(
        refused(recipe("5x5", PuzzleKind::Minimal, None, 1)),
        Some(RecipeError::Large(25))
    );
    assert_eq!(
        refused(recipe("3x3", PuzzleKind::Proper, Some(16), 1)),
        Some(RecipeError::TooFew(16))
    );
    assert_eq!(
        refused(recipe("2x2", PuzzleKind::Proper, Some(17), 1)),
        Some(RecipeError::TooMany(17, 16))
    );
    assert_eq!(
        refused(recipe("2x2", PuzzleKind::Solution, Some(16), 1)),
        Some(RecipeError::Full)
    );
}

#[test]
fn minimizing_is_taking_one_given_after_the_other() {
    for (box_shape, count) in [("1x4", 5), ("2x2", 40), ("2x3", 40), ("3x3", 40)] {
        for made in made(recipe(box_shape, PuzzleKind::Proper, None, 8), 0..count) {
            let order: Vec<Cell> = made.puzzle.givens().map(|(cell, _)| cell).collect();
            let expected = stripped_one_by_one(&made.puzzle, &order);
            let mut minimizer = Minimizer::default();
            let minimal = minimizer.minimize(&made.puzzle, None, &Limits::unlimited());
            assert_eq!(minimal, Minimized::Puzzle(expected), "{:?}", made.puzzle);
            let seeded = minimizer.minimize(&made.puzzle, Some(1), &Limits::unlimited());
            let Minimized::Puzzle(seeded) = seeded else {
                panic!("{seeded:?}")
            };
            assert_minimal(&seeded);
        }
    }
}

/// In parts, with the same result.
#[test]
fn large_grids_are_minimized_one_given_after_the_other_too() {
    let recipe = recipe("3x4", PuzzleKind::Proper, Some(100), 8);
    for made in made(recipe, 0..1) {
        let order: Vec<Cell> = made.puzzle.givens().map(|(cell, _)| cell).collect();
        let expected = stripped_one_by_one(&made.puzzle, &order);
        let minimal = Minimizer::default().minimize(&made.puzzle, None, &Limits::unlimited());
        assert_eq!(minimal, Minimized::Puzzle(expected));
    }
}

#[test]
fn what_is_redundant_is_known_when_the_time_ends() {
    let [full] = &made(recipe("5x5", PuzzleKind::Solution, None, 1), 0..1)[..] else {
        panic!("one")
    };
    // Some limit ends it halfway, whatever the machine.
    let reduced = (0..40).find_map(|power| {
        let time = Duration::from_millis(20).mul_f64(1.2f64.powi(power));
        let limits = Limits::unlimited().within(time);
        match Minimizer::default().minimize(&full.puzzle, None, &limits) {
            Minimized::Reduced(reduced, Reason::Timeout) => Some(reduced),
            Minimized::Unknown(Reason::Timeout) | Minimized::Puzzle(_) => None,
            other => panic!("{other:?}"),
        }
    });
    let reduced = reduced.unwrap();
    assert!(reduced.givens().count() < 625);
    let givens = |puzzle: &Puzzle| puzzle.givens().collect::<BTreeSet<_>>();
    assert!(givens(&reduced).is_subset(&givens(&full.puzzle)));
    assert!(is_proper(&mut NativeBackend::default(), &reduced));
}

#[test]
fn a_canonical_form_belongs_to_its_class() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut canonizer = Canonizer::default();
    let geometry = Geometry::CLASSIC;
    for made in made(recipe("3x3", PuzzleKind::Minimal, None, 3), 0..300) {
        let mut canonical =
            |puzzle: &Puzzle| match canonizer.canonical(puzzle, &Limits::unlimited()) {
                Ok(Canonical::Puzzle(form)) => form,
                other => panic!("{other:?}"),
            };
        let form = canonical(&made.puzzle);
        assert!(is_proper(&mut NativeBackend::default(), &form));
        let mut image = Symmetry::random(geometry, &mut random).puzzle(&made.puzzle);
        if random.random() {
            image = Symmetry::transpose(geometry).puzzle(&image);
        }
        assert_eq!(canonical(&image), form);
        assert_eq!(canonical(&form), form);
        // With one given fewer, it is another class.
        let mut givens: Vec<(Cell, _)> = image.givens().collect();
        givens.shuffle(&mut random);
        image.set(givens[0].0, None);
        assert_ne!(canonical(&image), form);
    }
}
