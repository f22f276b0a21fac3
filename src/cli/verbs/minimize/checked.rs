//! What SAT checks about a minimal puzzle.

use crate::backend::cross_check::{Claim, Extent};
use crate::cli::pipeline::check::AnswerToCheck;
use crate::cli::pipeline::provenance::Provenance;
use crate::cli::pipeline::run::{PuzzleAnswer, PuzzleOutcome};
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::puzzles::Minimized;

/// What was found about a classic puzzle.
pub struct MinimalAnswer {
    pub record: Record,
    pub found: Minimized,
    /// The only solution, if there is one.
    pub solution: Option<Solution>,
    pub by: Provenance,
}

impl PuzzleAnswer for MinimalAnswer {
    fn record(&self) -> &Record {
        &self.record
    }

    fn found(&self) -> &dyn PuzzleOutcome {
        &self.found
    }

    fn to_check(&self) -> Option<AnswerToCheck> {
        let (puzzle, claim) = to_check(&self.found, self.solution.as_ref())?;
        let puzzle = puzzle.unwrap_or(&self.record.puzzle).clone();
        Some(AnswerToCheck {
            record: Record {
                puzzle,
                ..self.record.clone()
            },
            claim,
            by: self.by.clone(),
        })
    }
}

/// What is said about the solutions of the puzzle that is left, or, without one, about those of
/// the puzzle that was read; `None` if nothing is known.
pub fn to_check<'m, P>(
    found: &'m Minimized<P>,
    solution: Option<&Solution>,
) -> Option<(Option<&'m P>, Claim)> {
    let (puzzle, found, extent) = match found {
        Minimized::Puzzle(puzzle) | Minimized::Reduced(puzzle, _) => (Some(puzzle), 1, Extent::All),
        Minimized::Unsatisfiable => (None, 0, Extent::All),
        Minimized::SeveralSolutions => (None, 2, Extent::AtLeast),
        Minimized::Unknown(_) => return None,
    };
    let solutions = solution.into_iter().filter(|_| found == 1);
    let claim = Claim {
        found,
        extent,
        solutions: solutions.cloned().collect(),
    };
    Some((puzzle, claim))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::pipeline::check::{CheckOutcome, CheckPlan, CheckSelection};
    use crate::grid::text::{PuzzleReader, ReadOptions};
    use crate::outcome::Reason;
    use std::time::Duration;

    const SOLVED: &str = "1234341221434321";

    fn record(text: &str) -> Record {
        let mut reader = PuzzleReader::of_text(text, "test", ReadOptions::default());
        reader.next().unwrap().unwrap()
    }

    fn outcome(read: &str, found: Minimized) -> CheckOutcome {
        let solved = record(SOLVED).puzzle;
        let answer = MinimalAnswer {
            record: record(read),
            found,
            solution: Some(Solution::new(
                solved.givens().map(|(_, digit)| digit).collect(),
            )),
            by: Provenance::native(Duration::ZERO),
        };
        let plan = CheckPlan::of_native(CheckSelection::All, None, "minimize".to_owned());
        let mut checker = plan.unwrap().checker(1);
        let mut check = checker.submit(vec![answer.to_check().unwrap()]).unwrap();
        let longest = check.longest();
        check.wait(longest).unwrap().pop().unwrap()
    }

    #[test]
    fn what_is_left_must_have_the_one_solution() {
        let left = |text: &str| Minimized::Puzzle(record(text).puzzle);
        let several = "1..............1";
        assert!(matches!(
            outcome(SOLVED, left(SOLVED)),
            CheckOutcome::Agreed { .. }
        ));
        for wrong in [
            left(several),
            Minimized::Reduced(record(several).puzzle, Reason::Timeout),
            left("1234341221434312"),
            Minimized::Unsatisfiable,
            Minimized::SeveralSolutions,
        ] {
            assert!(matches!(
                outcome(SOLVED, wrong),
                CheckOutcome::Differ { .. }
            ));
        }
    }
}
