//! The answers of cubes make that of the whole, and their iCNF files say the same.

use crate::support;
use satoku::backend::{self, Answer, Backend, End, NativeBackend, Optimum, Query};
use satoku::cnf::ClauseSink;
use satoku::compare::corpus::Corpus;
use satoku::cubes::{self, Combination, ConquerRequest, Split, SplitRequest, text};
use satoku::encoding::{DEFAULT, Encoding, VarMap, decode};
use satoku::grid::text::{PuzzleReader, ReadOptions};
use satoku::grid::{Geometry, Puzzle, Solution};
use satoku::limits::Limits;
use satoku::objective::Objective;
use satoku::sat::{LimitChecks, SatSolver, SatVerdict, Varisat};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn known(name: &str, most: usize) -> Vec<Puzzle> {
    let name = format!("known/{name}.txt");
    let text = support::read(&name);
    let reader = PuzzleReader::new(text.as_bytes(), &name, ReadOptions::default());
    let puzzles = reader.map(|record| record.unwrap().puzzle);
    puzzles.take(most).collect()
}

fn split(puzzle: &Puzzle, query: &Query, above: Option<i64>, count: usize) -> Split {
    let request = SplitRequest {
        query,
        above,
        count,
        limits: &Limits::unlimited(),
    };
    cubes::split(puzzle, &request)
}

/// What all cubes say together, with their answers as text on the way.
fn conquered(puzzle: &Puzzle, query: &Query, known: Option<&Solution>, count: usize) -> Answer {
    let above = match query {
        Query::Maximise(objective) => known.map(|solution| objective.score(solution)),
        _ => None,
    };
    let split = split(puzzle, query, above, count);
    let mut lines = Vec::new();
    let mut all = Combination::new(puzzle, query, split.cubes.len());
    known.iter().for_each(|known| all.know(known).unwrap());
    let request = ConquerRequest {
        puzzle,
        query,
        cubes: &split.cubes,
        jobs: 2,
        cube_time: None,
        limits: &Limits::unlimited(),
    };
    let mut write = |index: usize, answer: &cubes::CubeAnswer| {
        let line = text::answer_line(puzzle, index, answer);
        lines.push(serde_json::to_string(&line).unwrap());
        ControlFlow::Continue(())
    };
    cubes::conquer(&request, &mut all, &mut write).unwrap();
    assert!(all.is_settled());

    let mut read = Combination::new(puzzle, query, split.cubes.len());
    known.iter().for_each(|known| read.know(known).unwrap());
    for line in &lines {
        let line: text::AnswerLine = text::parse(line).unwrap();
        let index = line.cube - 1;
        let answer = text::answer_of(puzzle, &line).unwrap();
        read.add(index, &split.cubes[index], answer).unwrap();
    }
    assert_eq!(read.answer(), all.answer());
    all.answer()
}

/// Solutions up to the limit, and whether there are more.
fn whole(puzzle: &Puzzle, limit: u64) -> (BTreeSet<Solution>, End) {
    let mut solutions = BTreeSet::new();
    let mut native = NativeBackend::default();
    let limits = Limits::unlimited();
    let tally = backend::enumerate(&mut native, puzzle, limit, &limits, &mut |solution| {
        solutions.insert(solution.clone());
        ControlFlow::Continue(())
    });
    (solutions, tally.unwrap().end)
}

fn check_solutions(puzzle: &Puzzle, count: usize) {
    const LIMIT: u64 = 500;
    let (expected, end) = whole(puzzle, LIMIT);
    let query = Query::Enumerate { limit: LIMIT };
    let Answer::Enumerate(solutions, tally) = conquered(puzzle, &query, None, count) else {
        panic!("another kind of answer");
    };
    let solutions: BTreeSet<Solution> = solutions.into_iter().collect();
    assert_eq!(tally.end, end, "{puzzle:?}");
    assert_eq!(tally.found, expected.len() as u64, "{puzzle:?}");
    if end == End::Exhausted {
        assert_eq!(solutions, expected, "{puzzle:?}");
    }
    let first = conquered(puzzle, &Query::First, None, count);
    let has_some = matches!(first, Answer::First(backend::Verdict::Solved(_)));
    assert_eq!(has_some, !expected.is_empty());
}

#[test]
fn known_puzzles_have_the_same_solutions_in_cubes() {
    for (name, most) in [
        ("small_4x4", 6),
        ("none", 6),
        ("hardest_11plus_2k", 4),
        ("many_solutions_10k", 4),
        ("17clue", 2),
    ] {
        for puzzle in known(name, most) {
            check_solutions(&puzzle, 12);
        }
    }
}

#[test]
fn random_puzzles_have_the_same_solutions_in_cubes() {
    for shape in ["2x2", "2x3", "3x3"] {
        let geometry: Geometry = shape.parse().unwrap();
        for seed in 0..12 {
            let puzzle = Corpus::of_shape(geometry).instance(seed).puzzle;
            check_solutions(&puzzle, 1 + seed as usize);
        }
    }
}

#[test]
fn maxima_are_those_of_the_whole() {
    for shape in ["2x2", "2x3", "3x3"] {
        let geometry: Geometry = shape.parse().unwrap();
        let objective = Objective::pyramid(geometry);
        for seed in 0..8 {
            let puzzle = Corpus::of_shape(geometry).instance(seed).puzzle;
            let mut native: Box<dyn Backend> = Box::new(NativeBackend::default());
            let limits = Limits::unlimited();
            let expected = backend::maximise(&mut *native, &puzzle, &objective, &limits).unwrap();
            let some = whole(&puzzle, 1).0.pop_first();
            let query = Query::Maximise(objective.clone());
            for known in [None, some.as_ref(), expected.best().map(|(best, _)| best)] {
                let Answer::Maximise(found) = conquered(&puzzle, &query, known, 15) else {
                    panic!("another kind of answer");
                };
                match (&found, &expected) {
                    (Optimum::Optimal { score, .. }, Optimum::Optimal { score: best, .. }) => {
                        assert_eq!(score, best, "{shape} {seed}");
                    }
                    _ => assert_eq!(found, expected, "{shape} {seed}"),
                }
            }
        }
    }
}

/// The solutions under the assumptions of each cube, by an incremental solver that reads
/// the file: disjoint, and all of them together.
#[test]
fn icnf_files_have_the_solutions_of_the_puzzle() {
    for puzzle in known("small_4x4", 3) {
        let (expected, _) = whole(&puzzle, u64::MAX);
        let split = split(&puzzle, &Query::First, None, 9);
        let encoding = Encoding::named(DEFAULT).unwrap();
        let limits = Limits::unlimited();
        use satoku::cubes::Splittable;
        let formula = puzzle.formula(&encoding, &limits).unwrap();
        let mut bytes = Vec::new();
        cubes::write_icnf(&formula, &split.cubes, &mut bytes).unwrap();
        let file = cubes::read_icnf(&bytes[..]).unwrap();
        assert_eq!(file.cubes.len(), split.cubes.len());

        let map = VarMap::full(puzzle.geometry());
        let mut solver = Varisat::new(LimitChecks::BeforeSolving);
        file.formula.replay(&mut solver);
        let mut found = BTreeSet::new();
        for cube in &file.cubes {
            let mut blocked = Vec::new();
            loop {
                let mut assumptions = cube.clone();
                assumptions.extend(&blocked);
                solver.assume(&assumptions);
                match solver.solve(&limits) {
                    SatVerdict::Unsat => break,
                    SatVerdict::Sat => {}
                    SatVerdict::Unknown(reason) => panic!("{reason}"),
                }
                let solution = decode(&map, |var| solver.value(var) == Some(true)).unwrap();
                // Blocked only as long as this is assumed.
                let switch = solver.new_var();
                let digits = puzzle.geometry().cells().zip(solution.cells());
                let lits = digits.map(|(cell, &digit)| !map.term(cell, digit).literal().unwrap());
                let clause: Vec<_> = lits.chain([switch.negative()]).collect();
                solver.add_clause(&clause);
                blocked.push(switch.positive());
                assert!(found.insert(solution), "a solution in two cubes");
            }
        }
        assert_eq!(found, expected);
    }
}

#[test]
fn files_that_are_no_icnf_are_refused_with_their_line() {
    let message = |text: &str| {
        let error = cubes::read_icnf(text.as_bytes()).unwrap_err();
        format!("{}: {error}", error.line().unwrap_or_default())
    };
    assert!(message("").starts_with("1: found no header"));
    assert!(message("c x\np cnf 1 1\n").starts_with("2: found 'p cnf 1 1'"));
    assert!(message("p inccnf\n1 2\n").starts_with("2: found '1 2'"));
    assert!(message("p inccnf\na 1 x 0\n").starts_with("2: found 'a 1 x 0'"));
}

/// `--known` takes what `solve` writes.
#[test]
fn a_known_solution_may_be_a_line_of_a_variant() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [square, known] = ["l3.json", "known.txt"].map(path);
    let text = r#"{"rows":3,"columns":3,"min":1,"max":3,"regions":null,"candidates":{},"rules":[],"constraints":[]}"#;
    std::fs::write(&square, text).unwrap();
    let solved = support::satoku(&["solve", "--to", "line", &square], "");
    let line = solved.stdout.trim();
    assert_eq!(line.len(), 9, "{solved:?}");
    let blanks: Vec<String> = line.chars().map(|digit| digit.to_string()).collect();
    let args = [
        "cubes",
        "--maximum",
        "--known",
        &known,
        "--count",
        "3",
        &square,
    ];
    let written = [line.to_owned(), blanks.join(" ")].map(|line| {
        std::fs::write(&known, line).unwrap();
        let ran = support::satoku(&args, "");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout + &ran.stderr
    });
    assert!(!written[0].is_empty());
    assert_eq!(written[0], written[1]);
}
