//! Asks a backend, and checks every solution that it shows.

use super::{Answer, Backend, End, Optimum, Problem, Query, Tally, Verdict, Visitor, WrongAnswer};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::Progress;
use crate::outcome::Reason;
use crate::words;
use std::ops::ControlFlow;

/// Solutions that [`count`] shows before it leaves counting to a [`Counter`](super::Counter).
pub const SHOWN: u64 = 1000;

/// Shows checked solutions to `visitor`, up to `limit`. The tally ends with [`End::Enough`]
/// only if the limit was reached or the visitor broke, whatever the backend says. It is stopped
/// from the start if the backend [does not support](Backend::supports) the query: for a single
/// solution that is [`Query::First`].
///
/// # Errors
/// [`WrongAnswer`] as soon as a solution breaks the rules or a given.
pub fn enumerate<P: Problem>(
    backend: &mut dyn Backend<P>,
    puzzle: &P,
    limit: u64,
    limits: &Limits,
    visitor: &mut Visitor<'_>,
) -> Result<Tally, WrongAnswer<P::Flaw>> {
    let query = match limit {
        1 => Query::First,
        limit => Query::Enumerate { limit },
    };
    match refusal(backend, puzzle, &query) {
        Some(reason) => Ok(stopped(reason)),
        None => enumerate_supported(backend, puzzle, limit, limits, visitor),
    }
}

/// Checked solutions up to `limit`, as [`enumerate`] shows them.
///
/// # Errors
/// [`WrongAnswer`] if a solution breaks the rules or a given.
pub fn solutions<P: Problem>(
    backend: &mut dyn Backend<P>,
    puzzle: &P,
    limit: u64,
    limits: &Limits,
) -> Result<(Vec<Solution>, Tally), WrongAnswer<P::Flaw>> {
    let mut found = Vec::new();
    let tally = enumerate(backend, puzzle, limit, limits, &mut |solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    })?;
    Ok((found, tally))
}

/// Why a backend does not answer a query, if it does not.
fn refusal<P: Problem>(
    backend: &dyn Backend<P>,
    puzzle: &P,
    query: &Query<P::Objective>,
) -> Option<Reason> {
    let supported = backend.supports(puzzle, query);
    supported
        .err()
        .map(|unsupported| Reason::Engine(unsupported.to_string()))
}

fn stopped(reason: Reason) -> Tally {
    let (found, end) = (0, End::Stopped(reason));
    Tally { found, end }
}

fn enumerate_supported<P: Problem>(
    backend: &mut dyn Backend<P>,
    puzzle: &P,
    limit: u64,
    limits: &Limits,
    visitor: &mut Visitor<'_>,
) -> Result<Tally, WrongAnswer<P::Flaw>> {
    let (mut found, mut is_enough) = (0, false);
    let mut flaw = None;
    if limit == 0 {
        let end = End::Enough;
        return Ok(Tally { found, end });
    }
    let end = backend.search(puzzle, limits, &mut |solution| {
        if is_enough || flaw.is_some() {
            return ControlFlow::Break(());
        }
        if let Err(wrong) = puzzle.check(solution) {
            flaw = Some(wrong);
            return ControlFlow::Break(());
        }
        found += 1;
        let flow = visitor(solution);
        is_enough = flow.is_break() || found >= limit;
        match is_enough {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    let end = match end {
        End::Enough if !is_enough => End::Stopped(Reason::stopped_early()),
        end => end,
    };
    match flaw {
        None => Ok(Tally { found, end }),
        Some(flaw) => Err(wrong_answer(backend, flaw)),
    }
}

/// Counts solutions up to `limit`. They are checked and shown to `visitor`: all, or the first
/// [`SHOWN`] where [`Backend::counter`] is a faster way and there is no limit on nodes. It is
/// stopped from the start if the backend [does not support](Backend::supports) the query.
///
/// # Errors
/// [`WrongAnswer`] as soon as a solution that is shown breaks the rules or a given.
pub fn count<P: Problem>(
    backend: &mut dyn Backend<P>,
    puzzle: &P,
    limit: u64,
    limits: &Limits,
    visitor: &mut Visitor<'_>,
) -> Result<Tally, WrongAnswer<P::Flaw>> {
    let query = match limit {
        1 => Query::First,
        limit => Query::Count { limit },
    };
    if let Some(reason) = refusal(backend, puzzle, &query) {
        return Ok(stopped(reason));
    }
    let may_count = limit > SHOWN && limits.nodes().is_none();
    if !may_count || backend.counter(puzzle).is_none() {
        return enumerate_supported(backend, puzzle, limit, limits, visitor);
    }
    let mut flow = ControlFlow::Continue(());
    let shown = enumerate_supported(backend, puzzle, SHOWN, limits, &mut |solution| {
        flow = visitor(solution);
        flow
    })?;
    match backend.counter(puzzle) {
        Some(count) if shown.end == End::Enough && flow.is_continue() => {
            let counted = count(limit, limits);
            Ok(more_than_shown(counted, &shown, limit))
        }
        _ => Ok(shown),
    }
}

/// What was counted after this many solutions had been shown. A count that was stopped may have
/// come less far; any other one that is smaller is wrong.
fn more_than_shown(counted: Tally, shown: &Tally, limit: u64) -> Tally {
    let end = match counted.end {
        End::Exhausted if counted.found < shown.found => {
            let (found, shown) = (counted.found, shown.found);
            End::Stopped(Reason::Engine(format!(
                "the engine counted {} after it had shown {shown}",
                words::counted(found, "solution")
            )))
        }
        End::Enough if counted.found < limit => End::Stopped(Reason::stopped_early()),
        end => end,
    };
    let found = counted.found.max(shown.found);
    Tally { found, end }
}

/// One checked solution, or why there is none.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
pub fn first<P: Problem>(
    backend: &mut dyn Backend<P>,
    puzzle: &P,
    limits: &Limits,
) -> Result<Verdict, WrongAnswer<P::Flaw>> {
    let mut kept = None;
    let tally = enumerate(backend, puzzle, 1, limits, &mut |solution| {
        kept = Some(solution.clone());
        ControlFlow::Continue(())
    })?;
    Ok(Verdict::of(kept, tally.end))
}

/// The checked best solution. Its score is computed here, whatever the backend claims. It is
/// [`Optimum::Unknown`] if the backend [does not support](Backend::supports) the query, or if the
/// objective has another shape than the puzzle.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
pub fn maximise<P: Problem>(
    backend: &mut dyn Backend<P>,
    puzzle: &P,
    objective: &P::Objective,
    limits: &Limits,
) -> Result<Optimum, WrongAnswer<P::Flaw>> {
    maximise_with_progress(backend, puzzle, objective, limits, Progress::SILENT)
}

/// Like [`maximise`], and reports better scores and bounds on the way.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
pub fn maximise_with_progress<P: Problem>(
    backend: &mut dyn Backend<P>,
    puzzle: &P,
    objective: &P::Objective,
    limits: &Limits,
    progress: Progress<'_>,
) -> Result<Optimum, WrongAnswer<P::Flaw>> {
    if let Err(why) = puzzle.fits(objective) {
        return Ok(Optimum::Unknown(Reason::Engine(why)));
    }
    if let Some(reason) = refusal(backend, puzzle, &Query::Maximise(objective.clone())) {
        return Ok(Optimum::Unknown(reason));
    }
    let optimum = backend.maximise(puzzle, objective, limits, progress);
    judged(optimum, backend, puzzle, objective)
}

/// The answer of a backend with its solution checked, and the score that this solution has.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
pub(crate) fn judged<P: Problem>(
    mut optimum: Optimum,
    backend: &dyn Backend<P>,
    puzzle: &P,
    objective: &P::Objective,
) -> Result<Optimum, WrongAnswer<P::Flaw>> {
    if let Optimum::Optimal { solution, score }
    | Optimum::Feasible {
        solution, score, ..
    } = &mut optimum
    {
        checked(backend, puzzle, solution)?;
        *score = puzzle.score(objective, solution);
    }
    Ok(optimum)
}

/// Answers any query, with every solution checked.
///
/// # Errors
/// [`WrongAnswer`] if a solution breaks the rules or a given.
pub fn ask<P: Problem>(
    backend: &mut dyn Backend<P>,
    puzzle: &P,
    query: &Query<P::Objective>,
    limits: &Limits,
) -> Result<Answer, WrongAnswer<P::Flaw>> {
    Ok(match query {
        Query::First => Answer::First(first(backend, puzzle, limits)?),
        Query::Count { limit } => {
            let all = &mut |_: &Solution| ControlFlow::Continue(());
            Answer::Count(count(backend, puzzle, *limit, limits, all)?)
        }
        Query::Enumerate { limit } => {
            let (found, tally) = solutions(backend, puzzle, *limit, limits)?;
            Answer::Enumerate(found, tally)
        }
        Query::Maximise(objective) => {
            Answer::Maximise(maximise(backend, puzzle, objective, limits)?)
        }
    })
}

/// Checks a caller's solution as if a backend had found it, and returns its score.
///
/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
///
/// # Panics
/// If the objective is not one for the puzzle.
pub(super) fn checked_score<P: Problem>(
    backend: &dyn Backend<P>,
    puzzle: &P,
    objective: &P::Objective,
    solution: &Solution,
) -> Result<i64, WrongAnswer<P::Flaw>> {
    assert_fits(puzzle, objective);
    checked(backend, puzzle, solution)?;
    Ok(puzzle.score(objective, solution))
}

/// # Panics
/// If the objective is not one for the puzzle.
pub(crate) fn assert_fits<P: Problem>(puzzle: &P, objective: &P::Objective) {
    if let Err(why) = puzzle.fits(objective) {
        panic!("{why}");
    }
}

/// # Errors
/// [`WrongAnswer`] if the solution breaks the rules or a given.
pub(crate) fn checked<P: Problem>(
    backend: &dyn Backend<P>,
    puzzle: &P,
    solution: &Solution,
) -> Result<(), WrongAnswer<P::Flaw>> {
    let checked = puzzle.check(solution);
    checked.map_err(|flaw| wrong_answer(backend, flaw))
}

fn wrong_answer<P: Problem>(backend: &dyn Backend<P>, flaw: P::Flaw) -> WrongAnswer<P::Flaw> {
    WrongAnswer {
        backend: backend.answered_by().to_owned(),
        flaw,
    }
}
