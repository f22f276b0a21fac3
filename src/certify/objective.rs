//! `objective.txt`: the weights, the constants that were taken from them, and what is
//! left.

use crate::objective::Objective;

/// What the file says.
#[derive(Clone)]
pub struct ObjectiveFile {
    /// Whether the lowest score is wanted.
    lowest: bool,
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
    /// The reduction of an objective that was maximised, and the highest score. If the
    /// lowest score is wanted, the objective is its negation, and the file has the signs
    /// that the user sees.
    pub fn new(objective: &Objective, lowest: bool, score: i64) -> ObjectiveFile {
        let sign = if lowest { -1 } else { 1 };
        let signed = |numbers: &[i64]| -> Vec<i64> { numbers.iter().map(|n| sign * n).collect() };
        let reduced = objective.reduced();
        let side = objective.geometry().side();
        let (name, cells, houses) = match objective.weights() {
            Some(_) => ("weights", 0, side),
            None => ("values", side * side, side * side),
        };
        let mut blocks = vec![
            (name, signed(objective.numbers())),
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
            lowest,
            side,
            blocks,
            constant: sign * reduced.constant,
            score: sign * score,
            reduced_score: sign * (score - reduced.constant),
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let has_values = self.blocks.iter().any(|(name, _)| *name == "values");
        let comment = if has_values { VALUES } else { WEIGHTS };
        let direction = if self.lowest { "lowest" } else { "highest" };
        let mut text = format!("{comment}direction {direction}\n");
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
