//! Prices: why no solution scores more than a bound.
//!
//! Each cell holds one digit, and each row, column and box holds each digit once. So if a
//! cell has a price, and each digit in each house, every solution pays all prices, each
//! once. If no candidate is worth more than it pays, for its cell and for its digit in its
//! row, column and box, no solution is worth more than the sum of all prices. (This is weak
//! duality: prices are a solution of the dual linear program.) Prices may be negative, and
//! are integers, in units of one point divided by the scale. For a claim about the lowest
//! score, no candidate may be worth less than it pays.

use crate::file;
use crate::files::Files;
use crate::formula::Formula;
use crate::objective::{Objective, words};
use crate::rules::Shape;
use crate::text::{self, MAX_TEXT, require_text};
use crate::verdict::{Passed, Stop, rejected};
use crate::words::Words;
use std::rc::Rc;

/// The contents of a file of prices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prices {
    scale: i64,
    /// Of cells, and of each digit in rows, in columns, in boxes, house by house.
    blocks: [Vec<i64>; 4],
    /// No score is beyond this.
    bound: i64,
}

/// Largest absolute value of what a candidate is worth: it can be negated, and prices can be
/// taken from it, in 128 bits.
const MAX_WORTH: u128 = 1 << 126;

const NAMES: [&str; 4] = ["cells", "rows", "columns", "boxes"];

const COMMENT: &str = "\
# Each solution pays the price of each cell, and of each digit in each row, column and box,
# once. No candidate is worth more than it pays (for a lowest score: less), in units of one
# point divided by the scale. So no score is beyond the sum of all prices.
";

impl Prices {
    /// The file, byte by byte.
    pub fn text(&self, shape: Shape) -> String {
        let mut text = format!("{COMMENT}scale {}\n", self.scale);
        for (name, prices) in NAMES.iter().zip(&self.blocks) {
            text += &format!("{name}\n");
            for line in prices.chunks(shape.side) {
                text += &format!("{}\n", words(line));
            }
        }
        text + &format!("bound {}\n", self.bound)
    }

    /// Reads the file.
    ///
    /// # Errors
    /// `LINE: found X, expected Y`.
    pub fn parse(text: &str, shape: Shape) -> Result<Prices, String> {
        let mut words = Words::new(text);
        let mut prices = Prices {
            scale: words.one("scale")?,
            blocks: Default::default(),
            bound: 0,
        };
        for (name, block) in NAMES.into_iter().zip(&mut prices.blocks) {
            words.word(&[name])?;
            *block = words.numbers(shape.cells())?;
        }
        prices.bound = words.one("bound")?;
        match words.next() {
            None => Ok(prices),
            Some(_) => words.wrong("the end"),
        }
    }

    /// What a digit pays in a cell. Four numbers of 64 bits have a sum of far less than 128.
    fn paid(&self, shape: Shape, cell: usize, digit: usize) -> i128 {
        let [cells, houses @ ..] = &self.blocks;
        let houses = houses.iter().zip(shape.houses_of(cell));
        let prices = houses.map(|(prices, house)| prices[house * shape.side + digit - 1]);
        prices.chain([cells[cell]]).map(i128::from).sum()
    }

    /// All prices; at most some hundred thousand numbers of 64 bits.
    fn total(&self) -> i128 {
        self.blocks.iter().flatten().copied().map(i128::from).sum()
    }

    /// What is wrong with the prices, for these candidates of each cell.
    pub fn flaw(
        &self,
        shape: Shape,
        candidates: &[Vec<usize>],
        objective: &Objective,
    ) -> Option<String> {
        if self.scale < 1 {
            let scale = self.scale;
            return Some(format!("the scale is {scale}, expected at least 1"));
        }
        let sign = if objective.lowest { -1 } else { 1 };
        for (cell, digits) in candidates.iter().enumerate() {
            for &digit in digits {
                let (name, paid) = (shape.name(cell), self.paid(shape, cell, digit));
                let value = objective.value(cell, digit);
                let worth = value.checked_mul(i128::from(self.scale));
                let worth = worth.filter(|worth| worth.unsigned_abs() <= MAX_WORTH);
                let Some(worth) = worth else {
                    return Some(format!("the value of {name}={digit} is too large"));
                };
                if sign * worth > sign * paid {
                    return Some(format!(
                        "{name}={digit} has the value {worth} but pays only {paid}"
                    ));
                }
            }
        }
        let bound = sign * (sign * self.total()).div_euclid(i128::from(self.scale));
        let stated = self.bound;
        let why = format!("the prices make {bound}, not {stated}");
        Some(why).filter(|_| bound != i128::from(stated))
    }
}

/// The candidates that no solution beyond the claimed score has: what they pay and are not
/// worth is more than all prices leave above such a score. The prices must have no flaw.
fn lost(prices: &Prices, subject: &Subject, candidates: &[Vec<usize>]) -> Vec<i32> {
    let Subject {
        shape, objective, ..
    } = subject;
    let sign = if objective.lowest { -1 } else { 1 };
    let scale = i128::from(prices.scale);
    let least = sign * i128::from(subject.claimed) + 1;
    let room = sign * prices.total() - scale * least;
    let mut lost = Vec::new();
    for (cell, digits) in candidates.iter().enumerate() {
        for &digit in digits {
            let worth = objective.value(cell, digit) * scale;
            if sign * (prices.paid(*shape, cell, digit) - worth) > room {
                lost.push(shape.variable(cell, digit));
            }
        }
    }
    lost
}

/// What all prices of a certificate are about.
pub(crate) struct Subject {
    pub shape: Shape,
    pub givens: Vec<usize>,
    pub objective: Objective,
    /// No solution scores beyond this, says the claim.
    pub claimed: i64,
}

/// A file of prices that is still to be checked.
pub struct Pricing<'f> {
    files: &'f dyn Files,
    name: String,
    part: Option<String>,
    subject: Rc<Subject>,
    givens: Vec<usize>,
}

impl<'f> Pricing<'f> {
    /// The prices of the whole puzzle.
    pub(crate) fn of_all(files: &'f dyn Files, subject: &Rc<Subject>) -> Pricing<'f> {
        Pricing {
            files,
            name: file::PRICES.to_owned(),
            part: None,
            subject: subject.clone(),
            givens: subject.givens.clone(),
        }
    }

    /// The prices of a part. Its literals are given digits; a literal that is none, or
    /// that contradicts a given, only leaves more candidates than there are.
    pub(crate) fn of_part(mut self, part: String, name: String, cube: &[i32]) -> Pricing<'f> {
        let shape = self.subject.shape;
        for literal in cube.iter().filter(|literal| **literal > 0) {
            let index = (literal - 1) as usize;
            if let Some(given) = self.givens.get_mut(index / shape.side)
                && *given == 0
            {
                *given = index % shape.side + 1;
            }
        }
        self.name = name;
        self.part = Some(part);
        self
    }

    /// The prices, once they are checked, and the candidates that they are for.
    fn read(&self) -> Result<(Prices, Vec<Vec<usize>>), Stop> {
        let Subject {
            shape, objective, ..
        } = &*self.subject;
        let name = &*self.name;
        let text = text::read(self.files, name, MAX_TEXT)?;
        let prices =
            Prices::parse(&text, *shape).map_err(|why| Stop::Rejected(format!("{name}:{why}")))?;
        require_text(name, &text, &prices.text(*shape))?;
        let candidates = shape.candidates(&self.givens);
        if let Some(flaw) = prices.flaw(*shape, &candidates, objective) {
            return rejected(name, flaw);
        }
        Ok((prices, candidates))
    }

    /// Says in clauses that a solution has no candidate that is not in any beyond the
    /// claimed score.
    ///
    /// # Errors
    /// [`Stop`] if the prices are wrong, or cannot be read.
    pub(crate) fn exclude(&self, formula: &mut Formula) -> Result<String, Stop> {
        let (prices, candidates) = self.read()?;
        let lost = lost(&prices, &self.subject, &candidates);
        lost.iter().for_each(|variable| formula.add([-variable]));
        let (all, lost) = (candidates.iter().map(Vec::len).sum::<usize>(), lost.len());
        Ok(format!(
            "{lost} of {all} candidates are excluded: by the prices, no solution with one of them \
             scores beyond {}",
            self.subject.claimed
        ))
    }

    /// Checks that the prices show what is claimed.
    ///
    /// # Errors
    /// [`Stop`] if they do not, or cannot be read.
    pub fn check(&self) -> Result<Passed, Stop> {
        let (prices, candidates) = self.read()?;
        let Subject {
            objective, claimed, ..
        } = &*self.subject;
        let name = &*self.name;
        let Prices { bound, scale, .. } = prices;
        let (is_beyond, side, worth) = match objective.lowest {
            true => (bound < *claimed, "below", "less"),
            false => (bound > *claimed, "above", "more"),
        };
        if is_beyond {
            let why = format!("shows that no score is {side} {bound}, expected {claimed}");
            return rejected(name, why);
        }
        let count = candidates.iter().map(Vec::len).sum::<usize>();
        let found = format!(
            "none of the {count} candidates is worth {worth} than it pays, in units of 1/{scale}: \
             no score is {side} {bound}"
        );
        Ok(match &self.part {
            None => Passed {
                file: file::PRICES,
                found,
            },
            Some(part) => Passed {
                file: file::CUBES,
                found: format!("{part}: {found}"),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value times the scale is the least number of 128 bits, whose negative is none.
    #[test]
    fn a_candidate_that_is_worth_far_less_than_it_pays_is_a_flaw() {
        let shape: Shape = "2x2".parse().unwrap();
        let zeros = |count: usize| "0 ".repeat(count);
        let weights = format!("{} {}", i64::MIN, zeros(15));
        let houses = ["rows", "columns", "boxes"].map(|name| format!("{name} {}", zeros(4)));
        let text = format!(
            "direction lowest weights {weights} reduced {weights} {} constant 0 score 0 \
             reduced-score 0",
            houses.concat()
        );
        let objective = Objective::parse(&text, shape).unwrap();
        let mut givens = vec![0; 16];
        givens[0] = 4;
        let candidates = shape.candidates(&givens);
        for scale in [1, 1_i64 << 62] {
            let blocks = NAMES.map(|name| format!("{name} {}", zeros(16)));
            let text = format!("scale {scale} {} bound 0", blocks.concat());
            let prices = Prices::parse(&text, shape).unwrap();
            let flaw = prices.flaw(shape, &candidates, &objective).unwrap();
            assert!(flaw.contains("r1c1=4"), "{flaw}");
        }
    }
}
