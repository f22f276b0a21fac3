//! What a certificate says about its puzzle.

use super::file::{OBJECTIVE, PUZZLE};
use super::rules::Shape;
use crate::grid::Geometry;

/// A claim about the puzzle of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It has so many solutions.
    Solutions(u64),
    /// No solution is worth more than this, and one is worth it.
    Highest(i64),
    /// No solution is worth less than this, and one is worth it.
    Lowest(i64),
}

impl Claim {
    /// The claim as a sentence. Boxes are named where their shape does not follow
    /// from the side.
    pub fn sentence(self, shape: Shape) -> String {
        let own = Geometry::from_side(shape.side);
        let is_own =
            own.is_ok_and(|g| (g.box_rows(), g.box_columns()) == (shape.rows, shape.columns));
        let boxes = match is_own {
            true => String::new(),
            false => format!(" (boxes of {shape} cells)"),
        };
        let extreme = |which: &str, score: i64| {
            format!(
                "The {which} score of any solution of {PUZZLE}{boxes} under {OBJECTIVE} is {score}."
            )
        };
        let how_many = match self {
            Claim::Highest(score) => return extreme("highest", score),
            Claim::Lowest(score) => return extreme("lowest", score),
            Claim::Solutions(0) => "no solution".to_owned(),
            Claim::Solutions(1) => "exactly one solution".to_owned(),
            Claim::Solutions(count) => format!("exactly {count} solutions"),
        };
        format!("The puzzle in {PUZZLE}{boxes} has {how_many}.")
    }

    /// How many solutions the certificate shows.
    pub fn shown(self) -> u64 {
        match self {
            Claim::Solutions(count) => count,
            Claim::Highest(_) | Claim::Lowest(_) => 1,
        }
    }

    /// The score, where the claim is about one.
    pub fn score(self) -> Option<i64> {
        match self {
            Claim::Solutions(_) => None,
            Claim::Highest(score) | Claim::Lowest(score) => Some(score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_sentences() {
        let sentence = |claim: Claim, shape: &str| claim.sentence(shape.parse().unwrap());
        let one = "The puzzle in puzzle.txt has exactly one solution.";
        assert_eq!(sentence(Claim::Solutions(1), "3x3"), one);
        let none = "The puzzle in puzzle.txt (boxes of 3x2 cells) has no solution.";
        assert_eq!(sentence(Claim::Solutions(0), "3x2"), none);
        let best = "The highest score of any solution of puzzle.txt under objective.txt is 2906.";
        assert_eq!(sentence(Claim::Highest(2906), "3x3"), best);
    }
}
