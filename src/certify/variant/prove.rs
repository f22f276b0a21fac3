//! Making a certificate of a variant puzzle.

use super::formula::{self, Losses};
use super::{MAX_CANDIDATES, MAX_PUZZLE, TooLarge, file};
use crate::certify::files::{Draft, Stated};
#[cfg(feature = "process")]
use crate::certify::folder::{Target, require_free};
#[cfg(feature = "process")]
use crate::certify::prove::finish_on_disk;
use crate::certify::prove::{answered, finish_in_memory, words};
use crate::certify::request::{
    Certificate, Certification, CertifyError, NotProven, ProofRequest, is_false, unknown,
};
use crate::certify::{Conclusion, MAX_SOLUTIONS, ProofFormat};
use crate::cnf::{Formula, Lit};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::{CellWeights, Directed, Direction};
use crate::outcome::{End, Reason};
use crate::rules::VariantPuzzle;
use crate::sat::enumerate::{Blocking, enumerate};
use crate::sat::optimise::{Minimum, Strategy, minimise};
use crate::sat::{LimitChecks, SatSolver, Varisat};
use satoku_verify::file as names;
use std::ops::ControlFlow;

/// What is to be proven.
#[derive(Clone, Debug)]
pub enum VariantAssertion {
    /// The puzzle has this many solutions.
    Solutions(u64),
    /// The score of the best solution is the one that is found.
    Best(Directed<CellWeights>),
}

/// A certificate to be made.
pub struct VariantRequest<'r> {
    /// The puzzle.
    pub puzzle: &'r VariantPuzzle,
    /// What is to be proven about it.
    pub assertion: &'r VariantAssertion,
    /// How its proof is made.
    pub proof: ProofRequest<'r>,
}

/// What is true of a puzzle.
#[derive(Clone)]
pub struct Facts {
    /// The solutions that are shown: all, or the best.
    pub solutions: Vec<Solution>,
    /// The weights, and the score that is claimed.
    pub best: Option<(Directed<CellWeights>, i64)>,
}

impl From<TooLarge> for CertifyError {
    fn from(why: TooLarge) -> CertifyError {
        CertifyError::TooLarge(why.to_string())
    }
}

/// Finds what is true, lets a solver prove it, and asks the verifier about the certificate.
///
/// # Errors
/// [`CertifyError`].
pub fn in_memory(request: &VariantRequest<'_>) -> Result<Certification<Certificate>, CertifyError> {
    answered(make(request).and_then(|draft| finish_in_memory(&draft, request.proof)))
}

/// Like [`in_memory`], but in a folder, which gets its name once the verifier accepts it. The
/// claim as a sentence.
///
/// # Errors
/// [`CertifyError`]; there is no folder then.
#[cfg(feature = "process")]
pub fn certify(
    request: &VariantRequest<'_>,
    target: Target<'_>,
) -> Result<Certification, CertifyError> {
    require_free(target.folder)?;
    answered(make(request).and_then(|draft| finish_on_disk(&draft, request.proof, target)))
}

/// The certificate without its proof.
fn make(request: &VariantRequest<'_>) -> Result<Draft, NotProven> {
    let puzzle = request.puzzle;
    if request.proof.format == ProofFormat::Prices {
        return Err(CertifyError::NoPrices.into());
    }
    let text = text(puzzle)?;
    let rules = formula::rules(puzzle)?;
    let facts = facts(request, &rules)?;
    let formula = negation(puzzle, rules, &facts).or_else(unknown)?;
    Ok(draft(text, puzzle, &facts, Some(formula)))
}

/// The certificate of what was found out about a puzzle, without its formula.
pub fn draft_of(
    puzzle: &VariantPuzzle,
    conclusion: &Conclusion<CellWeights>,
) -> Result<Draft, NotProven> {
    let text = text(puzzle)?;
    Ok(draft(text, puzzle, &facts_of(puzzle, conclusion)?, None))
}

/// The formula that says that what was found out is false.
pub fn negation_of(
    puzzle: &VariantPuzzle,
    conclusion: &Conclusion<CellWeights>,
) -> Result<Formula, NotProven> {
    let rules = formula::rules(puzzle)?;
    negation(puzzle, rules, &facts_of(puzzle, conclusion)?).or_else(unknown)
}

fn facts_of(
    puzzle: &VariantPuzzle,
    conclusion: &Conclusion<CellWeights>,
) -> Result<Facts, CertifyError> {
    Ok(match conclusion {
        Conclusion::All(solutions) => Facts {
            solutions: solutions.clone(),
            best: None,
        },
        Conclusion::AtMost { .. } => return Err(CertifyError::NoPrices),
        Conclusion::Best {
            solution,
            objective,
        } => {
            let score = objective.plain().score(puzzle.board(), solution);
            Facts {
                solutions: vec![solution.clone()],
                best: Some((objective.clone(), score)),
            }
        }
    })
}

/// The text of `puzzle.json`, unless it would be too large.
fn text(puzzle: &VariantPuzzle) -> Result<String, TooLarge> {
    let board = puzzle.board();
    if board.cell_count() * board.digit_count() > MAX_CANDIDATES {
        return Err(TooLarge("more than 46,656 candidates"));
    }
    let text = file::puzzle(puzzle);
    match text.len() > MAX_PUZZLE {
        true => Err(TooLarge("a puzzle.json of more than 16 MiB")),
        false => Ok(text),
    }
}

/// The certificate of a puzzle whose `puzzle.json` is this text.
pub fn draft(
    text: String,
    puzzle: &VariantPuzzle,
    facts: &Facts,
    formula: Option<Formula>,
) -> Draft {
    let board = puzzle.board();
    let best = facts.best.as_ref();
    let stated = Stated {
        solutions: facts.solutions.len(),
        score: best.map(|(_, score)| *score),
        direction: best.map_or_else(Direction::default, |(weights, _)| weights.direction()),
        bound: None,
    };
    let mut texts = vec![
        (names::CLAIM, stated.sentence(names::PUZZLE_JSON) + "\n"),
        (names::PUZZLE_JSON, text),
        (names::SOLUTIONS, file::solutions(board, &facts.solutions)),
    ];
    if let Some((weights, score)) = best {
        let text = file::weights(board, weights, *score);
        texts.push((names::OBJECTIVE, text));
    }
    Draft {
        formula,
        texts,
        stated,
        shape: None,
        cubes: None,
        proof: None,
    }
}

/// The formula that says the claim is false.
pub fn negation(puzzle: &VariantPuzzle, rules: Formula, facts: &Facts) -> Result<Formula, Reason> {
    let mut formula = rules;
    match (&facts.best, &facts.solutions[..]) {
        (Some((weights, _)), [best]) => {
            let losses = Losses::new(puzzle, weights.to_maximise());
            formula::require_better(puzzle, &losses, best, &mut formula)
                .map_err(|_| Reason::TooManySums)?;
        }
        (_, solutions) => formula::exclude(puzzle, solutions, &mut formula),
    }
    Ok(formula)
}

fn facts(request: &VariantRequest<'_>, rules: &Formula) -> Result<Facts, NotProven> {
    let (puzzle, limits) = (request.puzzle, request.proof.limits);
    match request.assertion {
        VariantAssertion::Solutions(count) => {
            if *count > MAX_SOLUTIONS {
                return Err(CertifyError::Solutions(*count).into());
            }
            let (solutions, end) = solutions(puzzle, rules, *count + 1, limits)?;
            let found = solutions.len() as u64;
            match end {
                _ if found > *count && *count == 0 => is_false("the puzzle has a solution".into()),
                _ if found > *count => {
                    is_false(format!("the puzzle has more than {}", words(*count)))
                }
                End::Stopped(reason) => unknown(reason),
                _ if found < *count => is_false(format!("the puzzle has {}", words(found))),
                _ => Ok(Facts {
                    solutions,
                    best: None,
                }),
            }
        }
        VariantAssertion::Best(weights) => {
            let losses = Losses::new(puzzle, weights.to_maximise());
            let best = best(puzzle, rules, &losses, limits)?;
            let score = weights.plain().score(puzzle.board(), &best);
            Ok(Facts {
                solutions: vec![best],
                best: Some((weights.clone(), score)),
            })
        }
    }
}

/// Up to `most` solutions, and why the search for more ended.
fn solutions(
    puzzle: &VariantPuzzle,
    rules: &Formula,
    most: u64,
    limits: &Limits,
) -> Result<(Vec<Solution>, End), CertifyError> {
    let mut solver = Varisat::new(LimitChecks::WhileSolving);
    rules.replay(&mut solver);
    let (mut found, mut wrong) = (Vec::new(), None);
    let end = enumerate(&mut solver, &[], Blocking::Permanent, limits, |model| {
        match read(puzzle, model) {
            Ok(solution) => found.push(solution),
            Err(error) => {
                wrong = Some(error);
                return ControlFlow::Break(());
            }
        }
        let clause: Option<Vec<Lit>> = found.last().map(|last| formula::blocking(puzzle, last));
        match clause.filter(|_| (found.len() as u64) < most) {
            Some(clause) => ControlFlow::Continue(clause),
            None => ControlFlow::Break(()),
        }
    });
    wrong.map_or(Ok((found, end)), Err)
}

/// A solution that loses least.
fn best(
    puzzle: &VariantPuzzle,
    rules: &Formula,
    losses: &Losses,
    limits: &Limits,
) -> Result<Solution, NotProven> {
    let mut solver = Varisat::new(LimitChecks::WhileSolving);
    rules.replay(&mut solver);
    let clusters = losses.clusters(puzzle);
    let mut best = None;
    let mut visit = |model: &dyn SatSolver| best = Some(read(puzzle, model));
    let strategy = Strategy::Linear;
    let ended = minimise(
        &mut solver,
        &clusters,
        strategy,
        None,
        limits,
        &mut visit,
        &mut |_| {},
    );
    match (ended, best) {
        (Minimum::Proven, Some(best)) => Ok(best?),
        (Minimum::Stopped { reason, .. }, _) => unknown(reason),
        _ => is_false("the puzzle has no solution".into()),
    }
}

/// The solution of a model, which must keep the puzzle's constraints.
fn read(puzzle: &VariantPuzzle, model: &dyn SatSolver) -> Result<Solution, CertifyError> {
    let board = puzzle.board();
    let digits = board.cells().map(|cell| {
        let mut values = i64::from(board.min())..=i64::from(board.max());
        let digit = values.find_map(|value| {
            let digit = board.digit(value)?;
            let lit = formula::holds(puzzle, cell, digit);
            (model.value(lit.var()) == Some(true)).then_some(digit)
        });
        digit.ok_or_else(|| CertifyError::Engine(format!("{} has no digit", board.name(cell))))
    });
    let solution = Solution::new(digits.collect::<Result<_, _>>()?);
    let checked = puzzle.check(&solution);
    checked.map_err(|why| CertifyError::Engine(format!("a wrong solution: {why}")))?;
    Ok(solution)
}
