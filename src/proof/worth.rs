//! `objective.txt`: what a grid is worth, and why less is enough to know.
//!
//! Each row, column and box holds each digit once. So numbers that are taken from
//! all cells of a house change every score alike, and what is left decides:
//!
//! - with a weight for each cell, `weight = reduced + row + column + box` for the
//!   constants of the cell's row, column and box, and
//!   `score = reduced score + (1 + 2 + … + N) · (sum of all constants)`;
//! - with a value for each digit of each cell, `value = reduced + cell + row +
//!   column + box` for the constants of the cell, and of the digit in the row, the
//!   column and the box, and `score = reduced score + (sum of all constants)`.
//!
//! The file has words, and behind each its numbers: `direction`, `weights` or
//! `values`, `reduced`, `cells` (for values), `rows`, `columns`, `boxes`,
//! `constant`, `score` and `reduced-score`. `#` begins a comment; a certificate holds
//! those of [`Worth::text`] and no others.

use super::rules::Shape;
use crate::escape;
use crate::objective::Objective;
use std::fmt::Write;

/// The contents of `objective.txt`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Whether the lowest score is meant.
    pub lowest: bool,
    /// Whether there is a value for each digit, not a weight for each cell.
    pub by_digit: bool,
    /// Weights or values, cell by cell.
    pub weights: Vec<i64>,
    /// What is left of them.
    pub reduced: Vec<i64>,
    /// What was taken for each cell; nothing with weights.
    pub cells: Vec<i64>,
    /// What was taken for each row, or each digit of each row.
    pub rows: Vec<i64>,
    /// The same for columns.
    pub columns: Vec<i64>,
    /// The same for boxes.
    pub boxes: Vec<i64>,
    /// What scores are more than reduced scores.
    pub constant: i64,
    /// The score that is claimed.
    pub score: i64,
    /// The same less the constant.
    pub reduced_score: i64,
}

impl Worth {
    /// The reduction of an objective that is to be maximised; the negated one if
    /// the user wants the lowest score, which is written as the user sees it.
    pub fn new(objective: &Objective, lowest: bool, score: i64) -> Worth {
        let sign = if lowest { -1 } else { 1 };
        let shown = |numbers: &[i64]| -> Vec<i64> { numbers.iter().map(|n| sign * n).collect() };
        let reduced = objective.reduced();
        let by_digit = objective.weights().is_none();
        let side = objective.geometry().side();
        let cells = if by_digit { side * side } else { 0 };
        let lines = if by_digit { side * side } else { side };
        let taken = |from: usize, count: usize| {
            shown(reduced.taken.get(from..from + count).unwrap_or_default())
        };
        Worth {
            lowest,
            by_digit,
            weights: shown(objective.numbers()),
            reduced: shown(reduced.objective.numbers()),
            cells: taken(0, cells),
            rows: taken(cells, lines),
            columns: taken(cells + lines, lines),
            boxes: taken(cells + 2 * lines, lines),
            constant: sign * reduced.constant,
            score: sign * score,
            reduced_score: sign * (score - reduced.constant),
        }
    }

    /// The file.
    pub fn text(&self, shape: Shape) -> String {
        let side = shape.side;
        let (numbers, what) = match self.by_digit {
            false => ("weights", "weight × digit over its cells"),
            true => ("values", "the values of its digits"),
        };
        let mut text = format!("# The score of a grid is the sum of {what}.\n");
        text += match self.by_digit {
            false => {
                "# Each weight is its reduced weight and the constants of its row, column and box;\n\
                 # each house holds 1 to N, so that a score is the reduced score and a constant:\n\
                 # 1 + 2 + … + N times the sum of all constants.\n"
            }
            true => {
                "# Each value is its reduced value and the constants of its cell and of its digit in\n\
                 # its row, column and box; each house holds each digit once, so that a score is the\n\
                 # reduced score and a constant, the sum of all constants.\n"
            }
        };
        text += if self.lowest {
            "direction lowest\n"
        } else {
            "direction highest\n"
        };
        let mut block = |name: &str, numbers: &[i64]| {
            text.push_str(name);
            for line in numbers.chunks(side) {
                let words: Vec<String> = line.iter().map(i64::to_string).collect();
                text.push('\n');
                text.push_str(&words.join(" "));
            }
            text.push('\n');
        };
        block(numbers, &self.weights);
        block("reduced", &self.reduced);
        if self.by_digit {
            block("cells", &self.cells);
        }
        block("rows", &self.rows);
        block("columns", &self.columns);
        block("boxes", &self.boxes);
        let (constant, score, reduced) = (self.constant, self.score, self.reduced_score);
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "constant {constant}\nscore {score}\nreduced-score {reduced}\n"
        );
        text
    }

    /// Reads the file.
    ///
    /// # Errors
    /// `LINE: found X, expected Y`.
    pub fn parse(text: &str, shape: Shape) -> Result<Worth, String> {
        let mut words = Words::new(text);
        let lowest = {
            words.word(&["direction"])?;
            words.word(&["highest", "lowest"])? == "lowest"
        };
        let by_digit = words.word(&["weights", "values"])? == "values";
        let cells = shape.side * shape.side;
        let numbers = if by_digit { cells * shape.side } else { cells };
        let lines = if by_digit { cells } else { shape.side };
        let weights = words.numbers(numbers)?;
        let reduced = words.block("reduced", numbers)?;
        let cells = match by_digit {
            true => words.block("cells", cells)?,
            false => Vec::new(),
        };
        let worth = Worth {
            lowest,
            by_digit,
            weights,
            reduced,
            cells,
            rows: words.block("rows", lines)?,
            columns: words.block("columns", lines)?,
            boxes: words.block("boxes", lines)?,
            constant: words.one("constant")?,
            score: words.one("score")?,
            reduced_score: words.one("reduced-score")?,
        };
        words.end()?;
        Ok(worth)
    }

    /// What is wrong with the arithmetic.
    pub fn flaw(&self, shape: Shape) -> Option<String> {
        let side = shape.side;
        let each = if self.by_digit { side } else { 1 };
        for (place, (&weight, &reduced)) in self.weights.iter().zip(&self.reduced).enumerate() {
            let (row, column) = shape.cell(place / each);
            let (block, digit) = (shape.box_of(row, column), place % each);
            let of = |numbers: &[i64], group: usize| i128::from(numbers[group * each + digit]);
            let cell = self.cells.get(place / each).copied().unwrap_or(0);
            let sum = i128::from(reduced)
                + i128::from(cell)
                + of(&self.rows, row)
                + of(&self.columns, column)
                + of(&self.boxes, block);
            if sum != i128::from(weight) {
                return Some(format!(
                    "r{}c{}: the reduced number and its constants make {sum}, not {weight}",
                    row + 1,
                    column + 1
                ));
            }
        }
        let taken = [&self.cells, &self.rows, &self.columns, &self.boxes];
        let taken: i128 = taken
            .into_iter()
            .flatten()
            .map(|&number| i128::from(number))
            .sum();
        let factor = if self.by_digit {
            1
        } else {
            side * (side + 1) / 2
        };
        let constant = taken * factor as i128;
        if constant != i128::from(self.constant) {
            return Some(format!(
                "the constants make {constant}, not {}",
                self.constant
            ));
        }
        let score = i128::from(self.reduced_score) + constant;
        (score != i128::from(self.score)).then(|| {
            let claimed = self.score;
            format!("the reduced score and the constant make {score}, not {claimed}")
        })
    }

    /// What scores are made of, on one line.
    pub fn summary(&self) -> String {
        let what = if self.by_digit { "values" } else { "weights" };
        let numbers: Vec<String> = self.weights.iter().map(i64::to_string).collect();
        format!("{what} {}", numbers.join(" "))
    }

    /// What a grid is worth by the weights that the user gave.
    pub fn score_of(&self, solution: &[usize]) -> i128 {
        self.sum(&self.weights, solution)
    }

    /// What a grid is worth by the reduced weights.
    pub fn reduced_score_of(&self, solution: &[usize]) -> i128 {
        self.sum(&self.reduced, solution)
    }

    fn sum(&self, numbers: &[i64], solution: &[usize]) -> i128 {
        let cells = solution.iter().enumerate();
        cells
            .map(|(place, &digit)| self.number(numbers, place, digit))
            .sum()
    }

    /// What a digit in a cell adds to the reduced score that is to be high.
    pub fn gain(&self, place: usize, digit: usize) -> i128 {
        let value = self.number(&self.reduced, place, digit);
        if self.lowest { -value } else { value }
    }

    fn number(&self, numbers: &[i64], place: usize, digit: usize) -> i128 {
        match self.by_digit {
            false => i128::from(numbers[place]) * digit as i128,
            true => {
                let side = numbers.len() / self.cells.len();
                i128::from(numbers[place * side + digit - 1])
            }
        }
    }
}

/// The words of the file with their lines.
struct Words<'t> {
    words: Vec<(usize, &'t str)>,
    next: usize,
}

impl<'t> Words<'t> {
    fn new(text: &'t str) -> Words<'t> {
        let mut words = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            words.extend(line.split_whitespace().map(|word| (number, word)));
        }
        Words { words, next: 0 }
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, String> {
        Err(match self.words.get(self.next) {
            Some((line, word)) => {
                let word = escape::quoted(word, 40);
                format!("{line}: found {word}, expected {expected}")
            }
            None => {
                let line = self.words.last().map_or(1, |(line, _)| *line);
                format!("{line}: found the end, expected {expected}")
            }
        })
    }

    fn word(&mut self, expected: &[&'static str]) -> Result<&'static str, String> {
        let found = self.words.get(self.next).map(|(_, word)| *word);
        match expected.iter().find(|word| Some(**word) == found) {
            Some(word) => {
                self.next += 1;
                Ok(word)
            }
            None => self.wrong(&expected.join(" or ")),
        }
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<i64>, String> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let word = self
                .words
                .get(self.next)
                .and_then(|(_, word)| word.parse().ok());
            match word {
                Some(number) => numbers.push(number),
                None => return self.wrong(&format!("{count} integers")),
            }
            self.next += 1;
        }
        Ok(numbers)
    }

    fn block(&mut self, name: &'static str, count: usize) -> Result<Vec<i64>, String> {
        self.word(&[name])?;
        self.numbers(count)
    }

    fn one(&mut self, name: &'static str) -> Result<i64, String> {
        Ok(self.block(name, 1)?[0])
    }

    fn end(&self) -> Result<(), String> {
        match self.next == self.words.len() {
            true => Ok(()),
            false => self.wrong("the end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Geometry, Solution, symmetry};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn digits(solution: &Solution) -> Vec<usize> {
        let cells = solution.cells().iter();
        cells.map(|digit| usize::from(digit.value())).collect()
    }

    #[test]
    fn every_reduction_is_arithmetic_that_adds_up() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        for text in ["1x1", "2x3", "3x3"] {
            let geometry: Geometry = text.parse().unwrap();
            let shape: Shape = text.parse().unwrap();
            let grid = symmetry::pattern(geometry);
            for count in [geometry.cell_count(), geometry.cell_count() * shape.side] {
                let numbers = (0..count).map(|_| random.random_range(-50..50)).collect();
                let plain = Objective::new(geometry, numbers).unwrap();
                for (objective, lowest) in [(plain.clone(), false), (plain.negated(), true)] {
                    let worth = Worth::new(&objective, lowest, objective.score(&grid));
                    assert_eq!(worth.flaw(shape), None);
                    let score = i128::from(plain.score(&grid));
                    assert_eq!(worth.score_of(&digits(&grid)), score);
                    assert_eq!(i128::from(worth.score), score);
                    let reduced = worth.reduced_score_of(&digits(&grid));
                    assert_eq!(i128::from(worth.reduced_score), reduced);
                    assert_eq!(Worth::parse(&worth.text(shape), shape), Ok(worth));
                }
            }
        }
    }

    #[test]
    fn each_changed_number_is_found() {
        let shape: Shape = "2x2".parse().unwrap();
        let objective = Objective::pyramid("2x2".parse().unwrap());
        let good = Worth::new(&objective, false, 290);
        let broken: [fn(&mut Worth); 8] = [
            |worth| worth.weights[3] += 1,
            |worth| worth.reduced[0] -= 1,
            |worth| worth.rows[1] += 1,
            |worth| worth.columns[1] += 1,
            |worth| worth.boxes[3] += 1,
            |worth| worth.constant += 1,
            |worth| worth.score += 1,
            |worth| worth.reduced_score += 1,
        ];
        for change in broken {
            let mut worth = good.clone();
            change(&mut worth);
            assert!(worth.flaw(shape).is_some(), "{worth:?}");
        }
    }

    #[test]
    fn wrong_files_are_refused_with_their_line() {
        let shape: Shape = "1x1".parse().unwrap();
        let message = |text: &str| Worth::parse(text, shape).unwrap_err();
        assert_eq!(message(""), "1: found the end, expected direction");
        assert_eq!(
            message("direction up"),
            "1: found 'up', expected highest or lowest"
        );
        let start = "# x\ndirection highest\nweights 1\nreduced x";
        assert_eq!(message(start), "4: found 'x', expected 1 integers");
    }
}
