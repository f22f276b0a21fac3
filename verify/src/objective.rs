//! `objective.txt`: what a grid scores, and why a simpler score is enough.
//!
//! Each row, column and box holds each digit once. So a constant can be taken from all
//! cells of a house without changing which grid is best:
//!
//! - with a weight for each cell, `weight = reduced + row + column + box`, and
//!   `score = reduced score + (1 + 2 + … + N) · (sum of all constants)`;
//! - with a value for each digit of each cell, `value = reduced + cell + row + column +
//!   box`, where rows, columns and boxes have a constant for each digit, and
//!   `score = reduced score + (sum of all constants)`.

use crate::rules::Shape;
use crate::words::Words;

/// The contents of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Whether the lowest score is wanted.
    pub lowest: bool,
    /// Whether there is a value for each digit of a cell, not a weight for the cell.
    by_digit: bool,
    /// The weights or values, what is left of them, and the constants of cells, rows,
    /// columns and boxes.
    blocks: [Vec<i64>; 6],
    /// The difference between a score and the reduced score.
    pub constant: i64,
    /// The score that is claimed.
    pub score: i64,
    /// The score that is claimed, less the constant.
    pub reduced_score: i64,
}

/// The blocks of the file: their names and how many numbers each has.
fn blocks(by_digit: bool, shape: Shape) -> [(&'static str, usize); 6] {
    let (name, numbers, cells, houses) = match by_digit {
        false => ("weights", shape.cells(), 0, shape.side),
        true => {
            let cells = shape.cells();
            ("values", cells * shape.side, cells, cells)
        }
    };
    [
        (name, numbers),
        ("reduced", numbers),
        ("cells", cells),
        ("rows", houses),
        ("columns", houses),
        ("boxes", houses),
    ]
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

impl Objective {
    /// The file, byte by byte.
    pub fn text(&self, shape: Shape) -> String {
        let comment = if self.by_digit { VALUES } else { WEIGHTS };
        let direction = if self.lowest { "lowest" } else { "highest" };
        let mut text = format!("{comment}direction {direction}\n");
        for ((name, count), numbers) in blocks(self.by_digit, shape).iter().zip(&self.blocks) {
            if *count > 0 {
                text += &format!("{name}\n");
            }
            for line in numbers.chunks(shape.side) {
                text += &format!("{}\n", words(line));
            }
        }
        let (constant, score, reduced) = (self.constant, self.score, self.reduced_score);
        text + &format!("constant {constant}\nscore {score}\nreduced-score {reduced}\n")
    }

    /// Reads the file.
    ///
    /// # Errors
    /// `LINE: found X, expected Y`.
    pub fn parse(text: &str, shape: Shape) -> Result<Objective, String> {
        let mut words = Words::new(text);
        words.word(&["direction"])?;
        let lowest = words.word(&["highest", "lowest"])? == "lowest";
        let by_digit = words.word(&["weights", "values"])? == "values";
        let [(_, count), others @ ..] = blocks(by_digit, shape);
        let mut objective = Objective {
            lowest,
            by_digit,
            blocks: Default::default(),
            constant: 0,
            score: 0,
            reduced_score: 0,
        };
        let [weights, rest @ ..] = &mut objective.blocks;
        *weights = words.numbers(count)?;
        for (numbers, (name, count)) in rest.iter_mut().zip(others) {
            if count > 0 {
                words.word(&[name])?;
                *numbers = words.numbers(count)?;
            }
        }
        objective.constant = words.one("constant")?;
        objective.score = words.one("score")?;
        objective.reduced_score = words.one("reduced-score")?;
        match words.next() {
            None => Ok(objective),
            Some(_) => words.wrong("the end"),
        }
    }

    /// What is wrong with the arithmetic.
    pub fn flaw(&self, shape: Shape) -> Option<String> {
        let each = if self.by_digit { shape.side } else { 1 };
        let [weights, reduced, cells, houses @ ..] = &self.blocks;
        for (place, (&weight, &reduced)) in weights.iter().zip(reduced).enumerate() {
            let (cell, digit) = (place / each, place % each);
            let mut sum = i128::from(reduced);
            sum += cells.get(cell).map_or(0, |&constant| i128::from(constant));
            for (constants, house) in houses.iter().zip(shape.houses_of(cell)) {
                sum += i128::from(constants[house * each + digit]);
            }
            if sum != i128::from(weight) {
                let name = shape.name(cell);
                return Some(format!(
                    "{name}: the reduced number and its constants make {sum}, not {weight}"
                ));
            }
        }
        let constants = houses.iter().chain([cells]).flatten();
        let mut constant: i128 = constants.map(|&constant| i128::from(constant)).sum();
        if !self.by_digit {
            constant *= (shape.side * (shape.side + 1) / 2) as i128;
        }
        if constant != i128::from(self.constant) {
            let claimed = self.constant;
            return Some(format!("the constants make {constant}, not {claimed}"));
        }
        let score = i128::from(self.reduced_score) + constant;
        let claimed = self.score;
        let why = format!("the reduced score and the constant make {score}, not {claimed}");
        Some(why).filter(|_| score != i128::from(claimed))
    }

    /// What scores are made of, on one line.
    pub fn summary(&self) -> String {
        let name = if self.by_digit { "values" } else { "weights" };
        format!("{name} {}", words(&self.blocks[0]))
    }

    /// The score of a grid.
    pub fn score_of(&self, solution: &[usize]) -> i128 {
        self.sum(&self.blocks[0], solution)
    }

    /// The reduced score of a grid.
    pub fn reduced_score_of(&self, solution: &[usize]) -> i128 {
        self.sum(&self.blocks[1], solution)
    }

    fn sum(&self, numbers: &[i64], solution: &[usize]) -> i128 {
        let cells = (0..).zip(solution);
        cells
            .map(|(cell, &digit)| self.term(numbers, cell, digit))
            .sum()
    }

    /// What a digit adds to the score.
    pub fn value(&self, cell: usize, digit: usize) -> i128 {
        self.term(&self.blocks[0], cell, digit)
    }

    /// What a digit adds to the reduced score, negated if the lowest score is wanted.
    pub fn gain(&self, cell: usize, digit: usize) -> i128 {
        let gain = self.term(&self.blocks[1], cell, digit);
        if self.lowest { -gain } else { gain }
    }

    fn term(&self, numbers: &[i64], cell: usize, digit: usize) -> i128 {
        if !self.by_digit {
            return i128::from(numbers[cell]) * digit as i128;
        }
        let side = numbers.len() / self.blocks[2].len();
        i128::from(numbers[cell * side + digit - 1])
    }
}

pub(crate) fn words(numbers: &[i64]) -> String {
    let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a grid of one cell: 5 · 1 is 2 · 1 and the constants 1, 1 and 1.
    const ONE: &str = "direction highest\nweights\n5\nreduced\n2\nrows\n1\ncolumns\n1\nboxes\n1\n\
                       constant 3\nscore 5\nreduced-score 2\n";

    /// That grid with a value for the digit, and 1 taken from the cell.
    const VALUE: &str = "direction lowest\nvalues\n5\nreduced\n1\ncells\n1\nrows\n1\ncolumns\n1\n\
                         boxes\n1\nconstant 4\nscore 5\nreduced-score 1\n";

    fn read(text: &str) -> Objective {
        Objective::parse(text, "1x1".parse().unwrap()).unwrap()
    }

    #[test]
    fn files_are_read_and_written() {
        let shape: Shape = "1x1".parse().unwrap();
        for (comment, text) in [(WEIGHTS, ONE), (VALUES, VALUE)] {
            let objective = read(text);
            assert_eq!(objective.text(shape), format!("{comment}{text}"));
            assert_eq!(objective.flaw(shape), None);
            assert_eq!(objective.score_of(&[1]), 5);
            let reduced = i128::from(objective.reduced_score);
            assert_eq!(objective.reduced_score_of(&[1]), reduced);
            let gain = if objective.lowest { -reduced } else { reduced };
            assert_eq!(objective.gain(0, 1), gain);
        }
    }

    #[test]
    fn each_changed_number_is_noticed() {
        let changes: [fn(&mut Objective); 8] = [
            |objective| objective.blocks[0][0] += 1,
            |objective| objective.blocks[1][0] -= 1,
            |objective| objective.blocks[3][0] += 1,
            |objective| objective.blocks[4][0] += 1,
            |objective| objective.blocks[5][0] += 1,
            |objective| objective.constant += 1,
            |objective| objective.score += 1,
            |objective| objective.reduced_score += 1,
        ];
        for text in [ONE, VALUE] {
            for change in changes {
                let mut objective = read(text);
                change(&mut objective);
                let flaw = objective.flaw("1x1".parse().unwrap());
                assert!(flaw.is_some(), "{objective:?}");
            }
        }
        let mut objective = read(VALUE);
        objective.blocks[2][0] += 1;
        assert!(objective.flaw("1x1".parse().unwrap()).is_some());
    }

    #[test]
    fn broken_files_are_refused_with_their_line() {
        let shape: Shape = "1x1".parse().unwrap();
        let message = |text: &str| Objective::parse(text, shape).unwrap_err();
        assert_eq!(message(""), "1: found the end, expected direction");
        assert_eq!(
            message("direction up"),
            "1: found 'up', expected highest or lowest"
        );
        let start = "# x\ndirection highest\nweights 1\nreduced x";
        assert_eq!(message(start), "4: found 'x', expected an integer");
        assert_eq!(
            message(&format!("{ONE}7")),
            "15: found '7', expected the end"
        );
    }
}
