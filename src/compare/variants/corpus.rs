//! Random variant puzzles: boards of any form, rules and constraints of every type.

use super::filling::random_filling;
use crate::grid::{Digit, Solution};
use crate::puzzles::variant::generate::holds;
use crate::puzzles::variant::shapes::{Drawing, random_types};
use crate::rules::{self, Board, ConstraintItem, Description, Library, VariantPuzzle, region_map};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// A board of a random puzzle: rows, columns, the smallest and the largest digit, and the
/// rows and columns of its boxes, if it has any.
type Form = (usize, usize, i32, i32, Option<(usize, usize)>);

/// Forms of boards; small ones are more likely.
const FORMS: [Form; 16] = [
    (4, 4, 1, 4, Some((2, 2))),
    (4, 4, 1, 4, Some((2, 2))),
    (4, 4, 1, 4, None),
    (4, 4, 1, 5, Some((2, 2))),
    (4, 4, 0, 3, Some((2, 2))),
    (3, 5, 1, 5, None),
    (5, 3, -1, 3, None),
    (4, 4, 1, 6, None),
    (2, 6, 1, 6, Some((2, 3))),
    (6, 6, 1, 6, Some((2, 3))),
    (6, 6, 1, 6, Some((3, 2))),
    (6, 6, 1, 6, None),
    (6, 6, 0, 5, Some((2, 3))),
    (9, 9, 1, 9, Some((3, 3))),
    (9, 9, 1, 9, Some((3, 3))),
    (9, 9, 0, 8, Some((3, 3))),
];

/// Attempts at a constraint that holds.
const ATTEMPTS: usize = 30;

/// Nodes of the search for a grid to read constraints off.
const NODES: u32 = 5000;

/// Random puzzles from rules and types of constraint.
#[derive(Clone, Debug)]
pub struct VariantCorpus {
    /// Rules for the whole grid to choose from.
    pub rules: Vec<String>,
    /// Types of constraint to choose from.
    pub types: Vec<String>,
}

impl VariantCorpus {
    /// All types of constraint that can be drawn, and these rules.
    pub fn new(rules: Vec<String>) -> VariantCorpus {
        VariantCorpus {
            rules,
            types: random_types().map(str::to_owned).collect(),
        }
    }

    /// The puzzle of a seed: the same on every machine, whether it has no solution, one,
    /// or many.
    pub fn puzzle(&self, seed: u64, library: &Library) -> Description {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let form = *FORMS.choose(&mut random).unwrap_or(&FORMS[0]);
        let mut puzzle = board(form, &mut random);
        let most = self.rules.len().min(2) as u32;
        let rules = random.random_range(0..=most) as usize;
        for rule in self.rules.sample(&mut random, rules) {
            puzzle.rules.push(rule.clone());
            // Some rules need other boards.
            if rules::compile(&puzzle, library).is_err() {
                puzzle.rules.pop();
            }
        }
        let Ok(compiled) = rules::compile(&puzzle, library) else {
            return puzzle;
        };
        let grid = grid(&compiled, &mut random);
        self.draw(&mut puzzle, compiled.board(), &grid, library, &mut random);
        give(&mut puzzle, compiled.board(), &grid, &mut random);
        puzzle
    }

    /// Draws constraints. Most hold in the grid, if it takes few attempts to find some.
    fn draw(
        &self,
        puzzle: &mut Description,
        board: &Board,
        grid: &Solution,
        library: &Library,
        random: &mut ChaCha8Rng,
    ) {
        let constraints = random.random_range(0..=6u32);
        for _ in 0..constraints {
            let Some(kind) = self.types.choose(random) else {
                return;
            };
            let is_blind = random.random_bool(0.15);
            let mut drawing = Drawing {
                board,
                solution: grid,
                random,
            };
            let items = (0..ATTEMPTS).filter_map(|_| drawing.item(kind));
            let mut items = items.filter(|item| compiles(puzzle, item, library));
            let first = match is_blind {
                true => items.next(),
                false => items.find(|item| holds(item, puzzle, library, grid)),
            };
            puzzle.constraints.extend(first);
        }
        if random.random_bool(0.15) && puzzle.constraints.len() > 1 {
            branch(puzzle, library);
        }
    }
}

fn compiles(puzzle: &Description, item: &ConstraintItem, library: &Library) -> bool {
    let alone = Description {
        constraints: vec![item.clone()],
        ..puzzle.clone()
    };
    rules::compile(&alone, library).is_ok()
}

/// Makes the last two constraints the branches of one.
fn branch(puzzle: &mut Description, library: &Library) {
    let before = puzzle.clone();
    let (Some(second), Some(first)) = (puzzle.constraints.pop(), puzzle.constraints.pop()) else {
        return;
    };
    let branch = |item: ConstraintItem| {
        let mut fields = item.fields;
        fields.insert("type".to_owned(), Value::String(item.kind));
        json!([fields])
    };
    let branches = json!([branch(first), branch(second)]);
    puzzle.constraints.push(ConstraintItem {
        kind: "any-of".to_owned(),
        fields: [("branches".to_owned(), branches)].into_iter().collect(),
    });
    if rules::compile(puzzle, library).is_err() {
        *puzzle = before;
    }
}

fn board((rows, columns, min, max, shape): Form, random: &mut ChaCha8Rng) -> Description {
    let boxes = shape.and_then(|shape| region_map::boxes((rows, columns), shape));
    let regions = boxes.map(|boxes| {
        let mut map: Vec<char> = boxes.chars().collect();
        // Regions of any form; they need not be connected.
        if random.random_bool(0.25) {
            for _ in 0..rows {
                let first = random.random_range(0..map.len() as u32) as usize;
                let second = random.random_range(0..map.len() as u32) as usize;
                map.swap(first, second);
            }
        }
        map.into_iter().collect()
    });
    Description {
        rows,
        columns,
        min,
        max,
        regions,
        candidates: [].into(),
        rules: Vec::new(),
        constraints: Vec::new(),
    }
}

/// A random grid that obeys the rules, or only the houses where that takes too long, or
/// only rows and columns.
fn grid(puzzle: &VariantPuzzle, random: &mut ChaCha8Rng) -> Solution {
    let board = puzzle.board();
    let houses = VariantPuzzle::new(board.clone());
    let mut attempts = [puzzle, &houses].into_iter();
    let found = attempts.find_map(|puzzle| random_filling(puzzle, NODES, random));
    found.unwrap_or_else(|| {
        let mut digits: Vec<usize> = (0..board.digit_count()).collect();
        digits.shuffle(random);
        let digit = |cell| {
            let place = board.row(cell) + board.column(cell);
            Digit::from_index(digits[place % digits.len()])
        };
        Solution::new(board.cells().map(digit).collect())
    })
}

/// Gives some cells their digit, some two candidates, and seldom one a wrong digit.
fn give(puzzle: &mut Description, board: &Board, grid: &Solution, random: &mut ChaCha8Rng) {
    let share = [0.0, 0.1, 0.3, 0.5][random.random_range(0..4u32) as usize];
    for cell in board.cells() {
        let own = i64::from(board.value(grid.digit(cell)));
        let other = random.random_range(board.min()..=board.max()).into();
        let digits = match random.random_range(0..40u32) {
            0 => vec![other],
            1..=3 if other != own => vec![own.min(other), own.max(other)],
            _ => vec![own],
        };
        if random.random_bool(share) {
            puzzle.candidates.insert(board.name(cell), digits);
        }
    }
}
