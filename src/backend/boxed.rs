//! A boxed backend is a backend: it can be a part of another one.

use super::{Approach, Backend, Counter, End, Optimum, Problem, Query, Unsupported, Visitor};
use crate::limits::Limits;
use crate::objective::Progress;

impl<P: Problem, B: Backend<P> + ?Sized> Backend<P> for Box<B> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn answered_by(&self) -> &str {
        (**self).answered_by()
    }

    fn approach(&self) -> Approach {
        (**self).approach()
    }

    fn supports(&self, puzzle: &P, query: &Query<P::Objective>) -> Result<(), Unsupported> {
        (**self).supports(puzzle, query)
    }

    fn search(&mut self, puzzle: &P, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        (**self).search(puzzle, limits, visitor)
    }

    fn counter(&mut self, puzzle: &P) -> Option<Counter<'_>> {
        (**self).counter(puzzle)
    }

    fn maximise(
        &mut self,
        puzzle: &P,
        objective: &P::Objective,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        (**self).maximise(puzzle, objective, limits, progress)
    }
}
