//! `objective.txt` of a variant: a weight for each cell.

use super::Puzzle;
use super::board::Board;
use crate::counter::{self, House};
use crate::formula::Formula;
use crate::objective::words;
use crate::words::Words;

const COMMENT: &str = "# The score of a grid is the sum of weight × value over its cells.\n";

/// The contents of the file.
pub struct Weights {
    pub lowest: bool,
    weights: Vec<i64>,
    pub score: i64,
}

impl Weights {
    /// Reads the file: `LINE: found X, expected Y` if it holds anything else.
    pub fn parse(text: &str, board: &Board) -> Result<Weights, String> {
        let mut words = Words::new(text);
        words.word(&["direction"])?;
        let lowest = words.word(&["highest", "lowest"])? == "lowest";
        words.word(&["weights"])?;
        let weights = words.numbers(board.cells())?;
        let score = words.one("score")?;
        match words.next() {
            Some(_) => words.wrong("the end"),
            None => Ok(Weights {
                lowest,
                weights,
                score,
            }),
        }
    }

    /// The text as it should be.
    pub fn text(&self, board: &Board) -> String {
        let direction = if self.lowest { "lowest" } else { "highest" };
        let lines = self
            .weights
            .chunks(board.columns)
            .map(|row| words(row) + "\n");
        let lines: String = lines.collect();
        let score = self.score;
        format!("{COMMENT}direction {direction}\nweights\n{lines}score {score}\n")
    }

    /// One line about it.
    pub fn summary(&self) -> String {
        format!("weights {}", words(&self.weights))
    }

    /// The score of a grid.
    pub fn score_of(&self, grid: &[i64]) -> i128 {
        let cells = self.weights.iter().zip(grid);
        cells
            .map(|(weight, value)| i128::from(*weight) * i128::from(*value))
            .sum()
    }

    /// Adds the clauses that say "better than this grid", unless they are too many.
    pub fn require_better(
        &self,
        puzzle: &Puzzle,
        grid: &[i64],
        formula: &mut Formula,
    ) -> Result<(), String> {
        let board = &puzzle.board;
        let (mut losses, mut limit) = (Vec::new(), 0);
        for (place, live) in puzzle.live().into_iter().enumerate() {
            let gain = |value: i64| {
                let gain = i128::from(self.weights[place]) * i128::from(value);
                if self.lowest { -gain } else { gain }
            };
            let best = live
                .iter()
                .map(|value| gain(*value))
                .max()
                .unwrap_or_default();
            limit += best - gain(grid[place]);
            let index = |value: i64| (value - board.min + 1) as usize;
            let each = live.iter().map(|&value| (best - gain(value), index(value)));
            losses.push(each.collect());
        }
        let mut is_free = vec![true; board.cells()];
        let mut houses: Vec<House> = Vec::new();
        let alone = (0..board.cells()).map(|place| vec![place]);
        for cells in puzzle.distinct().chain(alone) {
            if cells.iter().all(|place| is_free[*place]) {
                cells.iter().for_each(|place| is_free[*place] = false);
                houses.push(counter::house(cells, &losses, board.digits()));
            }
        }
        let variable =
            |place: usize, digit: usize| board.variable(place, board.min + digit as i64 - 1);
        counter::require_less(&losses, &houses, limit, formula, variable)
    }
}
