//! Whether the highest or the lowest score is the best. Engines only ever maximise: for the
//! lowest score, the negated objective.

/// Which score is the best.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Direction {
    /// The highest.
    #[default]
    Highest,
    /// The lowest.
    Lowest,
}

impl Direction {
    /// [`Direction::Lowest`] if `is_lowest`, otherwise [`Direction::Highest`].
    pub fn lowest_if(is_lowest: bool) -> Direction {
        match is_lowest {
            true => Direction::Lowest,
            false => Direction::Highest,
        }
    }

    /// Converts a score of what is maximised to the sign of the plain objective, or back.
    pub fn signed(self, score: i64) -> i64 {
        match self {
            Direction::Highest => score,
            Direction::Lowest => score.saturating_neg(),
        }
    }

    /// `highest` or `lowest`.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Highest => "highest",
            Direction::Lowest => "lowest",
        }
    }

    /// `maximum` or `minimum`.
    pub fn extremum(self) -> &'static str {
        match self {
            Direction::Highest => "maximum",
            Direction::Lowest => "minimum",
        }
    }

    /// Where better scores are: `above` or `below`.
    pub fn beyond(self) -> &'static str {
        match self {
            Direction::Highest => "above",
            Direction::Lowest => "below",
        }
    }
}

/// Objectives of which there is the negation.
pub trait Negate {
    /// The objective whose maximum is this one's minimum, with the sign changed.
    #[must_use]
    fn negated(&self) -> Self;
}

/// An objective, and which of its scores is the best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directed<O> {
    plain: O,
    direction: Direction,
    /// `None` if that is the plain one.
    negated: Option<O>,
}

impl<O: Negate> Directed<O> {
    /// Scores are those of `plain`.
    pub fn new(plain: O, direction: Direction) -> Directed<O> {
        let negated = match direction {
            Direction::Highest => None,
            Direction::Lowest => Some(plain.negated()),
        };
        Directed {
            plain,
            direction,
            negated,
        }
    }

    /// The highest score is the best.
    pub fn highest(plain: O) -> Directed<O> {
        Directed::new(plain, Direction::Highest)
    }

    /// The lowest score is the best.
    pub fn lowest(plain: O) -> Directed<O> {
        Directed::new(plain, Direction::Lowest)
    }
}

impl<O> Directed<O> {
    /// What scores are measured by.
    pub fn plain(&self) -> &O {
        &self.plain
    }

    /// Which of them is the best.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// What is to be maximised to find the best: the objective or its negation.
    pub fn to_maximise(&self) -> &O {
        self.negated.as_ref().unwrap_or(&self.plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Geometry, symmetry};
    use crate::objective::{CellWeights, Objective};
    use crate::rules::Board;

    #[test]
    fn what_is_maximised_has_the_signed_scores() {
        let geometry: Geometry = "2x3".parse().unwrap();
        let (grid, pyramid) = (symmetry::pattern(geometry), Objective::pyramid(geometry));
        let board = Board::new((6, 6), (-1, 4), None).unwrap();
        let weights = CellWeights::pyramid(&board);
        for direction in [Direction::Highest, Direction::Lowest] {
            let pyramid = Directed::new(pyramid.clone(), direction);
            let maximised = pyramid.to_maximise().score(&grid);
            assert_eq!(direction.signed(maximised), pyramid.plain().score(&grid));
            let weights = Directed::new(weights.clone(), direction);
            let maximised = weights.to_maximise().score(&board, &grid);
            let score = weights.plain().score(&board, &grid);
            assert_eq!(direction.signed(maximised), score);
            assert_eq!(direction.signed(score), maximised);
        }
    }
}
