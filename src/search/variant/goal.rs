//! The goal of a search: what becomes of its solutions, and what it may skip.

use crate::rules::Mask;
use std::ops::ControlFlow;

/// What a search is for.
pub(super) trait Goal {
    /// Whether nothing of interest can be below these candidates.
    fn is_hopeless(&mut self, _: &[Mask]) -> bool {
        false
    }

    /// Whether other searches may take over: [`Goal::is_hopeless`] prunes nothing that
    /// [`Goal::wanted`] does not rule out.
    fn can_learn(&self) -> bool {
        true
    }

    /// The digit of a cell to try first.
    fn digit(&self, _cell: usize, mask: Mask) -> u32 {
        mask.trailing_zeros()
    }

    /// The digit of a cell that a search which learns decides on, if not the most active one.
    fn preferred(&self, _cell: u32, _mask: Mask) -> Option<u32> {
        None
    }

    /// The candidate to decide on first, if it matters: one of several of a cell.
    fn first(&self, _: &[Mask]) -> Option<(u32, u32)> {
        None
    }

    /// Candidates of which each further solution must hold one, if not all others count.
    fn wanted(&self) -> Option<Vec<(u32, u32)>> {
        None
    }

    /// Takes a solution: one candidate in each cell.
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()>;

    /// Called between the turns of searches; a break ends them.
    fn between_turns(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
