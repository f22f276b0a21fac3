//! Puzzles that are made: random ones, stripped ones and canonical ones, from
//! the outside and by laws.

mod support;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satoku::backend::{self, Backend, End, NativeBackend, Presolve, SatBackend};
use satoku::encoding::{self, Encoding};
use satoku::grid::Symmetry;
use satoku::grid::{Cell, Geometry, Puzzle, Solution};
use satoku::limits::Limits;
use satoku::puzzles::{
    Canonizer, GenerateError, GeneratedPuzzle, Generator, Minimized, Minimizer, PuzzleKind, Recipe,
    RecipeError,
};
use satoku::sat::Engine;
use std::ops::ControlFlow;
use support::{command, path, satoku};

fn shape(text: &str) -> Geometry {
    text.parse().unwrap()
}

fn recipe(box_shape: &str, kind: PuzzleKind, givens: Option<usize>, seed: u64) -> Recipe {
    Recipe {
        geometry: shape(box_shape),
        kind,
        givens,
        seed,
    }
}

fn made(recipe: Recipe, numbers: std::ops::Range<u64>) -> Vec<GeneratedPuzzle> {
    let mut generator = Generator::new(recipe).unwrap();
    let make = |number| generator.puzzle(number, &Limits::unlimited()).unwrap();
    numbers.map(make).collect()
}

/// Up to two solutions, and whether these are all.
fn solutions(backend: &mut dyn Backend, puzzle: &Puzzle) -> (Vec<Solution>, bool) {
    let mut found = Vec::new();
    let take = &mut |solution: &Solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    };
    let tally = backend::enumerate(backend, puzzle, 2, &Limits::unlimited(), take).unwrap();
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

/// One given after the other, each tested by itself: what minimizing has to
/// come to.
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

#[test]
fn a_canonical_form_belongs_to_its_class() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut canonizer = Canonizer::default();
    let geometry = Geometry::CLASSIC;
    for made in made(recipe("3x3", PuzzleKind::Minimal, None, 3), 0..300) {
        let canonical = canonizer.canonical(&made.puzzle).unwrap();
        assert!(is_proper(&mut NativeBackend::default(), &canonical));
        let mut image = Symmetry::random(geometry, &mut random).puzzle(&made.puzzle);
        if random.random() {
            image = Symmetry::transpose(geometry).puzzle(&image);
        }
        assert_eq!(canonizer.canonical(&image), Ok(canonical.clone()));
        assert_eq!(canonizer.canonical(&canonical), Ok(canonical.clone()));
        // One given less is another class.
        let mut givens: Vec<(Cell, _)> = image.givens().collect();
        givens.shuffle(&mut random);
        image.set(givens[0].0, None);
        assert_ne!(canonizer.canonical(&image), Ok(canonical));
    }
}

#[test]
fn a_seed_is_the_same_bytes_everywhere() {
    let ran = satoku(&["generate", "--kind", "minimal", "--count", "2"], "");
    let expected = "\
.5.....9.9...8.7....8...5.........7.21........86..21..6..7...49...2.6...42...5..1
.....8...9.....3..8.3.672.5.7..81.3......3.19...7...4.1582....72...........4.....
";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 0));
    let ran = satoku(&["generate"], "");
    let expected =
        ".5....49.96458172...8...5165......7.21.......786..213463.7..249891246...42...5..1\n";
    assert_eq!(ran.stdout, expected);
    let ran = satoku(&["generate", "--box", "2x3", "--kind", "minimal"], "");
    assert_eq!(ran.stdout, "..13.23..4.....6..4.5........3..4...\n");
}

#[test]
fn jobs_and_parts_do_not_change_puzzles() {
    let generate = |args: &[&str]| {
        let ran = satoku(&[&["generate"], args].concat(), "");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        ran.stdout
    };
    for kind in ["proper", "minimal", "solution"] {
        let one = generate(&["--kind", kind, "--count", "100", "--jobs", "1"]);
        let two = generate(&["--kind", kind, "--count", "100", "--jobs", "2"]);
        assert_eq!(one, two);
        let head = generate(&["--kind", kind, "--count", "60"]);
        let tail = generate(&["--kind", kind, "--count", "40", "--first", "61"]);
        assert_eq!(one, head + &tail);
        let other = generate(&["--kind", kind, "--count", "100", "--seed", "2"]);
        assert!(one.lines().zip(other.lines()).all(|(a, b)| a != b));
        let mut lines: Vec<&str> = one.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 100);
    }
}

#[test]
fn every_format_can_be_read_again() {
    for to in ["line", "grid", "hdu", "poj", "sudokusat"] {
        let written = satoku(&["generate", "--count", "3", "--to", to], "");
        let counted = satoku(&["count", "--limit", "2", "--from", to], &written.stdout);
        assert_eq!(counted.stdout, "1\n1\n1\n", "{to}: {}", written.stdout);
    }
    let json = satoku(&["generate", "--to", "json", "--givens", "30"], "");
    let line: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&line["seed"], &line["puzzle"]), (&1.into(), &1.into()));
    assert_eq!(line["givens"], 30);
    let solved = satoku(&["solve"], line["grid"].as_str().unwrap());
    assert_eq!(solved.stdout.trim(), line["solution"]);
    let pretty = satoku(&["generate", "--box", "2x2", "--to", "pretty"], "");
    assert!(pretty.stdout.starts_with('┌') && !pretty.stdout.contains('*'));
}

#[test]
fn wrong_recipes_get_their_message() {
    let wrong: &[(&[&str], &str)] = &[
        (
            &["--givens", "16"],
            "no proper 9×9 puzzle has 16 givens; ask for 17 or more",
        ),
        (
            &["--givens", "82"],
            "82 givens do not fit 81 cells; ask for fewer",
        ),
        (
            &["--box", "5x5", "--kind", "minimal"],
            "minimal puzzles can be made up to side 16, not of side 25; proper ones can be made of every side",
        ),
        (
            &["--kind", "solution", "--givens", "81"],
            "a full grid has a given in every cell; ask for another kind",
        ),
        (
            &["--box", "2x2", "--givens", "3"],
            "puzzle 1: none of 2000 random puzzles could be reduced to 3 givens; ask for another number",
        ),
        (
            &["--box", "4x4", "--to", "poj"],
            "--to poj: side 16 does not fit, the format ends at 9; choose another",
        ),
    ];
    for (args, says) in wrong {
        let ran = satoku(&[&["generate"], *args].concat(), "");
        assert_eq!(ran.stderr, format!("satoku: error: {says}\n"));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    }
    for args in [
        ["--count", "0"],
        ["--kind", "hard"],
        ["--seed", "-1"],
        ["--jobs", "0"],
    ] {
        assert_eq!(satoku(&["generate", args[0], args[1]], "").code, 2);
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let program = env!("CARGO_BIN_EXE_satoku");
    let line = format!("'{program}' generate --count 100000000 --kind solution | head -2 | wc -l");
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "2");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_there() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.txt");
    let name = file.to_str().unwrap();
    let args = ["generate", "--count", "100000000", "-o", name];
    let mut child = command(&args).spawn().unwrap();
    let partial = folder.path().join("out.txt.partial");
    let size = || std::fs::metadata(&partial).map_or(0, |data| data.len());
    while size() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let kept = std::fs::read_to_string(&partial).unwrap();
    assert!(kept.ends_with('\n') && kept.lines().all(|line| line.len() == 81));
    assert!(!file.exists());
}

#[test]
fn minimize_keeps_the_place_of_what_is_not_proper() {
    let input = "1234341221434321\n11..............\n1...............\n1.....3..4.....2\n";
    for jobs in ["1", "2"] {
        let ran = satoku(&["minimize", "--jobs", jobs], input);
        let expected = "\
......12.1.3.32.
no solution
several solutions
1.....3..4.....2
";
        assert_eq!((ran.stdout.as_str(), ran.code), (expected, 1));
        assert!(ran.stderr.contains("r1c1 and r1c2 both hold 1 in row 1"));
    }
    let json = satoku(&["minimize", "--to", "json"], input);
    let lines: Vec<serde_json::Value> = json
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let verdicts: Vec<&str> = lines.iter().filter_map(|l| l["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["minimal", "unsatisfiable", "several", "minimal"]);
    assert_eq!(
        (&lines[3]["givens"], &lines[3]["removed"]),
        (&4.into(), &0.into())
    );
    let seeds: Vec<String> = ["1", "2", "3"]
        .iter()
        .map(|seed| satoku(&["minimize", "--seed", seed], "1234341221434321\n").stdout)
        .collect();
    assert!(seeds.iter().any(|text| *text != seeds[0]));
}

#[test]
fn minimize_takes_large_puzzles() {
    let ran = satoku(
        &["minimize", "--to", "line", &path("large/table16-1.txt")],
        "",
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let counted = satoku(&["count", "--limit", "2", "--backend", "cdcl"], &ran.stdout);
    assert_eq!(counted.stdout, "1\n");
}

#[test]
fn canonical_is_the_smallest_line() {
    let input = "4........3......\n......1........3\n................\n1234341221434321\n";
    let ran = satoku(&["canonical", "--jobs", "2"], input);
    let expected = "\
...........1.2..
...........1.2..
................
1234341221434321
";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 0));
    let distinct = satoku(&["canonical", "--distinct"], input);
    assert_eq!(distinct.stdout.lines().count(), 3);
    let original = satoku(&["canonical", "--distinct", "--original"], input);
    let kept: Vec<&str> = input.lines().collect();
    let kept = format!("{}\n{}\n{}\n", kept[0], kept[2], kept[3]);
    assert_eq!(original.stdout, kept);
    let json = satoku(&["canonical", "--to", "json"], "................\n");
    assert_eq!(
        json.stdout,
        "{\"file\":\"<stdin>\",\"line\":1,\"puzzle\":1,\"grid\":\"................\"}\n"
    );
}

#[test]
fn known_smallest_lines_stay_as_they_are() {
    // Somebody else brought this list into the smallest form, but for one line,
    // whose smallest form all 2 · 1296 · 1296 arrangements were tried for.
    let ran = satoku(&["canonical", &path("known/17clue.txt")], "");
    let list = support::read("known/17clue.txt");
    let puzzles = list.lines().filter(|line| !line.starts_with('#'));
    let puzzles = puzzles.filter_map(|line| line.split(':').next());
    let pairs = puzzles.zip(ran.stdout.lines());
    let changed: Vec<(&str, &str)> = pairs.filter(|(a, b)| a != b).collect();
    assert_eq!(ran.stdout.lines().count(), 60);
    assert_eq!(
        changed,
        [(
            "........1.....2.3.....45.........2....6...4...7.1........8.7..92........5.4....8.",
            "........1.....2..3..4.5...........4..1....6..37..........1........7.38...58....9."
        )]
    );
}

#[test]
fn canonical_refuses_what_is_too_large() {
    let ran = satoku(&["canonical", &path("large/table16-1.txt")], "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr
            .contains("puzzle 1: grids with boxes 4x4 have too many symmetries")
    );
    let ran = satoku(&["canonical", "--original"], "................\n");
    assert!(ran.stderr.contains("--distinct") && ran.code == 2);
}
