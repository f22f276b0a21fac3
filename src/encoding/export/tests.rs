use super::*;
use crate::cnf::dimacs;
use crate::grid::{Candidates, Cell, symmetry};

#[test]
fn a_file_is_its_own_key() {
    let geometry: Geometry = "2x3".parse().unwrap();
    let solution = symmetry::pattern(geometry);
    let mut puzzle = Puzzle::empty(geometry);
    puzzle.set(Cell(7), Some(solution.digit(Cell(7))));
    let encoding = Encoding::named("minimal").unwrap();
    let mut text = Vec::new();
    let options = ExportOptions {
        syntax: Syntax::Cnf,
        objective: None,
        show: true,
        limits: &Limits::unlimited(),
    };
    write(
        &encoding,
        &puzzle,
        &VarMap::full(geometry),
        options,
        &mut text,
    )
    .unwrap();
    let file = dimacs::read(&text[..]).unwrap();
    let key = ModelKey::from_comments(&file.comments).unwrap();
    assert_eq!(key.puzzle(), &puzzle);
    let map = VarMap::full(geometry);
    let model = map.candidates().map(|(var, candidate)| {
        let holds = solution.digit(candidate.cell) == candidate.digit;
        (var.number(), holds)
    });
    assert_eq!(key.decode(&model.collect()), Ok(solution));
}

/// What a solver reports of a model: the cost, or the value that is minimised.
fn reported(text: &str, syntax: Syntax, holds: impl Fn(usize) -> bool) -> i64 {
    let is_true = |literal: &str| match literal.trim_start_matches(['x', '-']).parse() {
        Ok(number) => holds(number) != literal.starts_with('-'),
        Err(_) => panic!("{literal}"),
    };
    if syntax == Syntax::Opb {
        let objective = text.lines().find_map(|line| line.strip_prefix("min:"));
        let words: Vec<&str> = objective
            .unwrap()
            .trim_end_matches(';')
            .split_whitespace()
            .collect();
        let terms = words.chunks(2).filter(|term| is_true(term[1]));
        return terms.map(|term| term[0].parse::<i64>().unwrap()).sum();
    }
    let soft = text
        .lines()
        .filter(|line| !line.starts_with(['c', 'h', 'p']));
    let clauses = soft.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let violated = clauses.filter(|clause| !is_true(clause[1]));
    violated
        .map(|clause| clause[0].parse::<i64>().unwrap())
        .sum()
}

#[test]
fn the_score_follows_from_what_a_solver_reports() {
    let geometry: Geometry = "2x2".parse().unwrap();
    let solution = symmetry::pattern(geometry);
    let mut puzzle = Puzzle::empty(geometry);
    puzzle.set(Cell(7), Some(solution.digit(Cell(7))));
    let map = VarMap::live(&Candidates::of_givens(&puzzle));
    let weights = |factor: i64| (0..16).map(|cell| factor * (5 * cell % 16 - 6)).collect();
    let [plain, multiplied] =
        [1, 100_000_000_000].map(|factor| Objective::new(geometry, weights(factor)).unwrap());
    for (syntax, direction, scores) in [Syntax::Wcnf, Syntax::Opb].into_iter().flat_map(|s| {
        [
            (s, Direction::Highest, &plain),
            (s, Direction::Lowest, &plain),
            (s, Direction::Highest, &multiplied),
        ]
    }) {
        let objective = Directed::new(scores.clone(), direction);
        let options = ExportOptions {
            syntax,
            objective: Some(&objective),
            show: false,
            limits: &Limits::unlimited(),
        };
        let mut text = Vec::new();
        let encoding = Encoding::named("minimal").unwrap();
        write(&encoding, &puzzle, &map, options, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let holds = |number: usize| {
            let mut named = map.candidates();
            named.any(|(var, c)| {
                var.number() as usize == number && solution.digit(c.cell) == c.digit
            })
        };
        let value = reported(&text, syntax, holds);
        let (_, comment) = text.split_once("the score is ").unwrap();
        let words: Vec<&str> = comment.split_whitespace().collect();
        let constant: i64 = words[0].parse().unwrap();
        let value = match words[2..] {
            [divisor, "times", ..] => value * divisor.parse::<i64>().unwrap(),
            _ => value,
        };
        // Solvers for 32 bits are not left behind.
        let is_multiplied = scores.weights() == multiplied.weights();
        assert_eq!(words[3] == "times", is_multiplied, "{comment}");
        let score = if words[1] == "plus" {
            constant + value
        } else {
            constant - value
        };
        assert_eq!(
            score,
            scores.score(&solution),
            "{syntax:?} {direction:?} {value}"
        );
    }
}

#[test]
fn models_that_are_not_grids_are_rejected() {
    let key = ModelKey::of_puzzle(Puzzle::empty("1x1".parse().unwrap()));
    assert!(matches!(
        key.decode(&BTreeMap::new()),
        Err(NotAGrid::Empty(_))
    ));
    let key = ModelKey::of_puzzle(Puzzle::empty("1x2".parse().unwrap()));
    let all = (1..=8).map(|number| (number, true)).collect();
    assert!(matches!(key.decode(&all), Err(NotAGrid::Twice(..))));
}

#[test]
fn comments_that_are_not_a_key_are_rejected() {
    let key = |comments: &[&str]| {
        let comments: Vec<String> = comments.iter().map(|c| c.to_string()).collect();
        ModelKey::from_comments(&comments).unwrap_err().to_string()
    };
    assert!(key(&[]).contains("satoku box"));
    assert!(key(&["satoku box 0x0"]).contains("cannot be read"));
    assert!(key(&["satoku box 2x2"]).contains("satoku puzzle"));
    let line = "satoku puzzle ................";
    assert!(key(&["satoku box 2x2", "satoku puzzle 12"]).contains("2 cells"));
    assert!(key(&["satoku box 2x2", line]).contains("varname"));
    assert!(key(&["satoku box 2x2", line, "varname 1 r5c1=1"]).contains("cannot be read"));
}
