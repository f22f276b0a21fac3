//! Whether an answer can be that of a cube: one may come from a file or another machine.

use super::{CombineError, Cube, CubeAnswer, Splittable};
use crate::backend::Query;
use crate::grid::Solution;
use crate::outcome::End;
use crate::words::counted;
use std::collections::BTreeSet;

/// Whether the answer is one to the query, agrees with itself, and has only solutions of the
/// cube with this index, from 0.
///
/// # Errors
/// [`CombineError`].
pub fn check<P: Splittable>(
    puzzle: &P,
    query: &Query<P::Objective>,
    index: usize,
    cube: &Cube,
    answer: &CubeAnswer,
) -> Result<(), CombineError> {
    let number = index + 1;
    let wrong = |flaw: String| CombineError::Solution { cube: number, flaw };
    let contradiction = match (answer, query) {
        (CubeAnswer::Best { .. }, Query::Maximise(objective)) => {
            contradiction_of_best(puzzle, objective, answer)
        }
        (CubeAnswer::Best { .. }, _) | (_, Query::Maximise(_)) => {
            return Err(CombineError::Query(number));
        }
        (CubeAnswer::Solutions { .. }, _) => contradiction(query, answer),
    };
    if let Some(what) = contradiction {
        return Err(CombineError::Contradiction { cube: number, what });
    }
    let solutions = solutions_of(answer);
    if solutions.is_empty() {
        return Ok(());
    }
    let part = puzzle.within(cube);
    let part = part.ok_or_else(|| wrong("the cube contradicts the puzzle".into()))?;
    let checked = solutions
        .iter()
        .try_for_each(|solution| part.check(solution));
    checked.map_err(|flaw| wrong(flaw.to_string()))
}

fn solutions_of(answer: &CubeAnswer) -> &[Solution] {
    match answer {
        CubeAnswer::Solutions { solutions, .. } => solutions,
        CubeAnswer::Best { solution, .. } => solution.as_slice(),
    }
}

/// Which parts of an answer about solutions cannot all be right.
fn contradiction<O>(query: &Query<O>, answer: &CubeAnswer) -> Option<String> {
    let CubeAnswer::Solutions {
        found,
        solutions,
        end,
    } = answer
    else {
        return None;
    };
    let (limit, keeps) = match query {
        Query::First => (1, true),
        Query::Enumerate { limit } => (*limit, true),
        Query::Count { limit } => (*limit, false),
        Query::Maximise(_) => return None,
    };
    let shown = solutions.len() as u64;
    // Whoever counts need not list more than one.
    let is_listed = shown == *found || (!keeps && shown <= 1 && shown <= *found);
    if !is_listed {
        let (found, shown) = (counted(*found, "solution"), counted(shown, "solution"));
        return Some(format!("{found} found, but {shown} listed"));
    }
    let different: BTreeSet<&Solution> = solutions.iter().collect();
    if different.len() != solutions.len() {
        return Some("the same solution twice".into());
    }
    let found_text = counted(*found, "solution");
    if *found > limit {
        return Some(format!("{found_text} found with a limit of {limit}"));
    }
    // At the limit, the solver may know that there are no more.
    (*end == End::Enough && *found < limit)
        .then(|| format!("the limit of {limit} was reached with {found_text}"))
}

/// Which parts of an answer about the maximum cannot all be right.
fn contradiction_of_best<P: Splittable>(
    puzzle: &P,
    objective: &P::Objective,
    answer: &CubeAnswer,
) -> Option<String> {
    let CubeAnswer::Best {
        solution,
        bound,
        end,
    } = answer
    else {
        return None;
    };
    if *end == End::Enough {
        let why = "it ends with 'enough', but a search for the best score ends with 'all', or with \
                   why it stopped";
        return Some(why.into());
    }
    let (solution, bound) = (solution.as_ref()?, (*bound)?);
    if puzzle.check(solution).is_err() {
        // That is what is wrong with it, rather than its score.
        return None;
    }
    let score = puzzle.score(objective, solution);
    (score > bound).then(|| format!("a solution that is better than its bound {bound}"))
}
