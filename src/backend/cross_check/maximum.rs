//! Whether another engine finds the same maximum.

use super::{Agreement, Difference, GiveUp, MAX_CLAUSES, differ};
use crate::backend::{Approach, Backend, Problem, Query, maximise};
use crate::limits::Limits;
use crate::outcome::{Optimum, Reason};
use std::time::Duration;

/// Lets the second engine maximise as well, for as long as `time` and `limits` allow, and
/// compares its answer with `first`. Bounds are compared, too: a score above the other
/// engine's bound is a difference.
pub fn cross_check_maximum<P: Problem>(
    second: &mut dyn Backend<P>,
    puzzle: &P,
    objective: &P::Objective,
    first: &Optimum,
    time: Duration,
    limits: &Limits,
) -> Agreement<Optimum, P::Flaw> {
    if let Some((solution, _)) = first.best()
        && let Err(flaw) = puzzle.check(solution)
    {
        return differ(Difference::FirstIsWrong(flaw));
    }
    // What it says of the answer before shows which engine it is.
    if second.approach() != Approach::Search && !puzzle.formula_is_small() {
        let why = format!("a formula of more than {MAX_CLAUSES} clauses");
        return Agreement::GaveUp(GiveUp::Unsupported(why));
    }
    if let Err(unsupported) = second.supports(puzzle, &Query::Maximise(objective.clone())) {
        return Agreement::GaveUp(GiveUp::Unsupported(unsupported.to_string()));
    }
    if time.is_zero() {
        return Agreement::GaveUp(GiveUp::Stopped(Reason::Timeout));
    }
    let limits = limits.clone().within(time);
    match maximise(second, puzzle, objective, &limits) {
        Err(wrong) => differ(Difference::SecondIsWrong(wrong.flaw)),
        Ok(optimum) if !first.is_compatible_with(&optimum) => differ(Difference::Answers(optimum)),
        Ok(Optimum::Feasible { reason, .. } | Optimum::Unknown(reason)) => {
            Agreement::GaveUp(GiveUp::Stopped(reason))
        }
        Ok(Optimum::Optimal { .. } | Optimum::Unsatisfiable) => Agreement::Agree,
    }
}
