//! `objective.txt`: the weights, the constants that were taken from them, and what is
//! left.

use crate::grid::Solution;
use crate::objective::{Directed, Direction, Objective};

/// What the file says.
#[derive(Clone)]
pub struct ObjectiveFile {
    direction: Direction,
    side: usize,
    /// The blocks of numbers, each after its name.
    blocks: Vec<(&'static str, Vec<i64>)>,
    /// The difference between a score and the reduced score.
    pub constant: i64,
    /// The score that is claimed.
    pub score: i64,
    pub reduced_score: i64,
}

impl ObjectiveFile {
    /// The score of a solution, and the reduction of what is maximised, with the signs of the
    /// plain objective.
    pub fn new(objective: &Directed<Objective>, solution: &Solution) -> ObjectiveFile {
        let (plain, direction) = (objective.plain(), objective.direction());
        let signed = |numbers: &[i64]| -> Vec<i64> {
            numbers.iter().map(|&n| direction.signed(n)).collect()
        };
        let reduced = objective.to_maximise().reduced();
        let (constant, score) = (direction.signed(reduced.constant), plain.score(solution));
        let side = plain.geometry().side();
        let (name, cells, houses) = match plain.weights() {
            Some(_) => ("weights", 0, side),
            None => ("values", side * side, side * side),
        };
        let mut blocks = vec![
            (name, plain.numbers().to_vec()),
            ("reduced", signed(reduced.objective.numbers())),
        ];
        let mut taken = &reduced.taken[..];
        for (name, count) in [
            ("cells", cells),
            ("rows", houses),
            ("columns", houses),
            ("boxes", houses),
        ] {
            let (block, rest) = taken.split_at(count.min(taken.len()));
            taken = rest;
            if count > 0 {
                blocks.push((name, signed(block)));
            }
        }
        ObjectiveFile {
            direction,
            side,
            blocks,
            constant,
            score,
            reduced_score: score - constant,
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let has_values = self.blocks.iter().any(|(name, _)| *name == "values");
        let comment = if has_values { VALUES } else { WEIGHTS };
        let mut text = format!("{comment}direction {}\n", self.direction.name());
        for (name, numbers) in &self.blocks {
            text += &format!("{name}\n");
            for line in numbers.chunks(self.side) {
                let words: Vec<String> = line.iter().map(i64::to_string).collect();
                text += &format!("{}\n", words.join(" "));
            }
        }
        let (constant, score, reduced) = (self.constant, self.score, self.reduced_score);
        text + &format!("constant {constant}\nscore {score}\nreduced-score {reduced}\n")
    }
}

const WEIGHTS: &str = "\
# The score of a grid is the sum of weight × digit over its cells.
# Each weight is its reduced weight and the constants of its row, column and box;
# each house holds 1 to N, so that a score is the reduced score and a constant:
# 1 + 2 + … + N times the sum of all constants.
";

const VALUES: &str = "\
# The score of a grid is the sum of the values of its digits.
# Each value is its reduced value and the constants of its cell and of its digit in
# its row, column and box; each house holds each digit once, so that a score is the
# reduced score and a constant, the sum of all constants.
";
