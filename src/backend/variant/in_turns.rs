//! The solutions of a variant by native search and by SAT in turns.

use super::VariantSat;
use super::auto::FIRST_TURN;
use crate::backend::{Backend, Visitor};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::VariantPuzzle;
use crate::search::variant::Rival;
use crate::{Instant, Solution};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

/// Solutions from which native search goes on alone: SAT would find all of them again in each
/// turn.
const MANY: usize = 1000;

/// The turns of SAT, and the solutions of both.
pub(super) struct InTurns<'a, 'v> {
    puzzle: &'a VariantPuzzle,
    sat: &'a mut VariantSat,
    limits: &'a Limits,
    visitor: &'a mut Visitor<'v>,
    /// What was shown. Once SAT has no more turns, that is no longer added to.
    shown: HashSet<Solution>,
    found_by_native: usize,
    has_turns: bool,
    /// When native search began or went on.
    since: Instant,
    /// How long native search works before the next turn.
    patience: Duration,
    /// How long the next turn is.
    length: Duration,
    /// How SAT ended the search.
    end: Option<End>,
}

impl<'a, 'v> InTurns<'a, 'v> {
    /// Native search begins now.
    pub fn new(
        puzzle: &'a VariantPuzzle,
        sat: &'a mut VariantSat,
        limits: &'a Limits,
        visitor: &'a mut Visitor<'v>,
    ) -> InTurns<'a, 'v> {
        InTurns {
            puzzle,
            sat,
            limits,
            visitor,
            patience: FIRST_TURN,
            shown: HashSet::new(),
            found_by_native: 0,
            // A limit on nodes is for one search.
            has_turns: limits.nodes().is_none(),
            since: Instant::now(),
            length: FIRST_TURN,
            end: None,
        }
    }

    /// Whether SAT ended the search.
    pub fn ended_by_sat(&self) -> bool {
        self.end.is_some()
    }

    /// How the search ended, if native search ended like this.
    pub fn end(self, of_native: End) -> End {
        let is_complete = !self.has_turns || self.found_by_native == self.shown.len();
        match (self.end, of_native) {
            (Some(end), _) => end,
            (None, End::Exhausted) if !is_complete => contradiction(),
            (None, end) => end,
        }
    }

    /// Shows what SAT finds in a turn; `None` if native search is to go on.
    fn ask_sat(&mut self) -> Option<End> {
        let limits = self.limits.clone().within(self.length);
        let (shown, visitor) = (&mut self.shown, &mut *self.visitor);
        let (mut found, mut is_enough) = (0, false);
        let end = self.sat.search(self.puzzle, &limits, &mut |solution| {
            found += 1;
            if shown.insert(solution.clone()) {
                is_enough = visitor(solution).is_break();
            }
            match is_enough || found >= MANY {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        self.has_turns = end == End::Stopped(Reason::Timeout);
        match end {
            End::Enough if is_enough => Some(End::Enough),
            End::Exhausted if found < shown.len() => Some(contradiction()),
            End::Exhausted => Some(End::Exhausted),
            End::Enough | End::Stopped(_) => None,
        }
    }
}

fn contradiction() -> End {
    let why = "native search and SAT contradict each other about the solutions";
    End::Stopped(Reason::Engine(why.into()))
}

impl Rival for InTurns<'_, '_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.found_by_native += 1;
        self.has_turns &= self.shown.len() < MANY;
        let is_new = match self.has_turns {
            true => self.shown.insert(solution.clone()),
            false => !self.shown.contains(solution),
        };
        match is_new {
            true => (self.visitor)(solution),
            false => ControlFlow::Continue(()),
        }
    }

    fn turn(&mut self) -> ControlFlow<()> {
        if !self.has_turns || self.since.elapsed() < self.patience {
            return ControlFlow::Continue(());
        }
        self.end = self.ask_sat();
        self.length = self.length.saturating_mul(2);
        self.patience = self.length;
        self.since = Instant::now();
        match self.end {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{self, VariantNative};
    use crate::encoding::{DEFAULT, Encoding};
    use crate::rules::Board;
    use crate::sat::Engine;

    /// Two rows of a board, with 216 solutions or too many for turns.
    fn puzzle(columns: usize, digits: i32) -> VariantPuzzle {
        VariantPuzzle::new(Board::new((2, columns), (1, digits), None).unwrap())
    }

    fn sat() -> VariantSat {
        VariantSat::new(&Encoding::named(DEFAULT).unwrap(), &Engine::varisat())
    }

    /// A native search that finds these solutions in turns with SAT, up to a limit: what was
    /// shown, how it ended, and whether SAT ended it.
    fn shown(
        puzzle: &VariantPuzzle,
        by_native: &[Solution],
        most: usize,
        [patience, length]: [Duration; 2],
    ) -> (Vec<Solution>, End, bool) {
        let (mut sat, limits) = (sat(), Limits::unlimited());
        let mut shown = Vec::new();
        let mut visitor = |solution: &Solution| {
            shown.push(solution.clone());
            match shown.len() == most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let turns = InTurns::new(puzzle, &mut sat, &limits, &mut visitor);
        let mut turns = InTurns {
            patience,
            length,
            ..turns
        };
        let all = by_native.iter().try_for_each(|solution| {
            turns.solution(solution)?;
            turns.turn()
        });
        let end = match all {
            ControlFlow::Break(()) => End::Enough,
            ControlFlow::Continue(()) => End::Exhausted,
        };
        let by_sat = turns.ended_by_sat();
        let end = turns.end(end);
        (shown, end, by_sat)
    }

    #[test]
    fn each_solution_is_shown_once() {
        let (zero, short) = (Duration::ZERO, Duration::from_nanos(1));
        let (some, hour) = (Duration::from_micros(300), Duration::from_secs(3600));
        for (columns, digits, count) in [(4, 4, 216), (3, 5, 1920)] {
            let puzzle = puzzle(columns, digits);
            let native = &mut VariantNative::default();
            let all = backend::solutions(native, &puzzle, u64::MAX, &Limits::unlimited());
            let (all, _) = all.unwrap();
            assert_eq!(all.len(), count);
            for most in [1, 2, 30, usize::MAX] {
                for turns in [[zero, hour], [short, some], [short, short], [hour, hour]] {
                    let (shown, end, by_sat) = shown(&puzzle, &all, most, turns);
                    assert_eq!(shown.len(), count.min(most));
                    let is_complete = most == usize::MAX;
                    assert_eq!(end == End::Exhausted, is_complete, "{most} {turns:?}");
                    let is_settled = most > 1 && count < MANY;
                    assert!(by_sat || turns != [zero, hour] || !is_settled);
                    let distinct: HashSet<Solution> = shown.into_iter().collect();
                    assert_eq!(distinct.len(), count.min(most));
                    assert!(distinct.iter().all(|solution| all.contains(solution)));
                }
            }
        }
    }

    #[test]
    fn a_solution_that_one_engine_loses_is_noticed() {
        let puzzle = puzzle(4, 4);
        let wrong = Solution::new(vec![crate::Digit::from_index(0); 8]);
        let turns = [Duration::ZERO, Duration::from_secs(3600)];
        let (_, by_sat, _) = shown(&puzzle, &[wrong], usize::MAX, turns);
        assert_eq!(by_sat, contradiction());

        let (mut sat, limits) = (sat(), Limits::unlimited());
        let mut visitor = |_: &Solution| ControlFlow::Continue(());
        let mut turns = InTurns::new(&puzzle, &mut sat, &limits, &mut visitor);
        turns.length = Duration::from_secs(3600);
        assert_eq!(turns.ask_sat(), Some(End::Exhausted));
        turns.has_turns = true;
        assert_eq!(turns.end(End::Exhausted), contradiction());
    }
}
