//! What a certificate says about its puzzle.

use crate::file;
use crate::rules::Shape;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The puzzle has exactly this many solutions.
    Solutions(u64),
    /// The highest score of a solution.
    Highest(i64),
    /// The lowest score of a solution.
    Lowest(i64),
    /// The score of a solution, and a higher one that none exceeds.
    AtMost(i64, i64),
    /// The score of a solution, and a lower one that none falls below.
    AtLeast(i64, i64),
}

impl Claim {
    /// The claim about this puzzle as a sentence.
    pub fn sentence(self, puzzle: &str) -> String {
        let best = |which: &str, score: i64| {
            format!("The {which} score of any solution of {puzzle} under objective.txt is {score}.")
        };
        let between = |beyond: &str, score: i64, bound: i64| {
            format!(
                "No solution of {puzzle} scores {beyond} {bound} under objective.txt, and one \
                 scores {score}."
            )
        };
        let count = match self {
            Claim::AtMost(score, bound) => return between("above", score, bound),
            Claim::AtLeast(score, bound) => return between("below", score, bound),
            Claim::Highest(score) => return best("highest", score),
            Claim::Lowest(score) => return best("lowest", score),
            Claim::Solutions(0) => "no solution".to_owned(),
            Claim::Solutions(1) => "exactly one solution".to_owned(),
            Claim::Solutions(count) => format!("exactly {count} solutions"),
        };
        format!("The puzzle in {puzzle} has {count}.")
    }

    /// How many solutions the certificate shows.
    pub fn shown(self) -> u64 {
        match self {
            Claim::Solutions(count) => count,
            _ => 1,
        }
    }

    /// The score, where the claim is about one.
    pub fn score(self) -> Option<i64> {
        match self {
            Claim::Solutions(_) => None,
            Claim::Highest(score)
            | Claim::Lowest(score)
            | Claim::AtMost(score, _)
            | Claim::AtLeast(score, _) => Some(score),
        }
    }

    /// What no score is beyond, where the claim is about one.
    pub fn bound(self) -> Option<i64> {
        match self {
            Claim::AtMost(_, bound) | Claim::AtLeast(_, bound) => Some(bound),
            _ => self.score(),
        }
    }

    /// Whether the claim is about lowest scores.
    pub fn is_lowest(self) -> bool {
        matches!(self, Claim::Lowest(_) | Claim::AtLeast(..))
    }
}

/// The file of a classic puzzle, with the shape of boxes where it does not follow from the
/// side.
pub fn classic(shape: Shape) -> String {
    match shape.rows == usual_rows(shape.side) {
        true => file::PUZZLE.to_owned(),
        false => format!("{} (boxes of {shape} cells)", file::PUZZLE),
    }
}

/// Boxes are usually as square as the side allows, and not taller than wide. No shape
/// is usual where that makes a box a whole row of more than three cells.
fn usual_rows(side: usize) -> usize {
    let divides = |rows: &usize| rows * rows <= side && side.is_multiple_of(*rows);
    match (1..=side).filter(divides).max() {
        Some(rows) if rows > 1 || side <= 3 => rows,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_sentences() {
        let sentence = |claim: Claim, shape: &str| claim.sentence(&classic(shape.parse().unwrap()));
        let one = "The puzzle in puzzle.txt has exactly one solution.";
        for shape in ["3x3", "2x3", "3x4", "1x2", "1x1"] {
            assert_eq!(sentence(Claim::Solutions(1), shape), one);
        }
        for shape in ["3x2", "1x6", "1x5", "5x1"] {
            let none =
                format!("The puzzle in puzzle.txt (boxes of {shape} cells) has no solution.");
            assert_eq!(sentence(Claim::Solutions(0), shape), none);
        }
        let best = "The highest score of any solution of puzzle.txt under objective.txt is 2906.";
        assert_eq!(sentence(Claim::Highest(2906), "3x3"), best);
        let between = "No solution of puzzle.txt scores above 81009 under objective.txt, and one \
                       scores 80983.";
        assert_eq!(sentence(Claim::AtMost(80983, 81009), "5x5"), between);
        assert!(sentence(Claim::AtLeast(5, 4), "5x5").contains("scores below 4"));
    }
}
