//! Certificates of best scores whose sums are too many for clauses: the puzzle is split into
//! cubes so small that prices show that none of them has a better solution.

use super::certifiable::{Certifiable, Conclusion};
use super::cubes::CubesDraft;
#[cfg(feature = "process")]
use super::folder::{self, Target};
#[cfg(feature = "process")]
use super::prove::answered;
use super::request::{Certificate, NotProven};
#[cfg(feature = "process")]
use super::request::{Certification, CertifyError, unknown};
use super::solver::ProofLimits;
use super::staging::Staging;
use crate::cnf::Formula;
use crate::cubes::{CandidateLists, Cube, Splittable};
use crate::grid::{Candidate, Candidates, Cell, Puzzle};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::objective::prices::Prices;
use crate::outcome::Reason;
use crate::search::Native;
use satoku_verify::files::Memory;

/// Maximum number of cubes that are made.
const MAX_CUBES: usize = 10_000;

/// Cubes that hold all solutions, and the prices of each.
#[derive(Clone, Debug)]
pub struct PricedCubes {
    /// The rules and the givens.
    pub(super) rules: Formula,
    /// The cubes, each with the text of its prices.
    pub(super) cubes: Vec<(Cube, String)>,
}

/// A certificate that lacks only the proof that the cubes cover everything.
pub struct BoundedDraft<'p, P: Certifiable> {
    draft: CubesDraft<'p, P>,
    prices: Vec<String>,
}

impl<'p, P: Certifiable> BoundedDraft<'p, P> {
    /// The certificate of a best solution, by cubes within these; `None` if prices would need
    /// too many of them, or there are none for such a puzzle.
    ///
    /// # Errors
    /// A limit that was exceeded.
    pub(super) fn new(
        puzzle: &'p P,
        conclusion: Conclusion<P::Objective>,
        within: &[Cube],
        limits: &Limits,
    ) -> Result<Option<BoundedDraft<'p, P>>, NotProven> {
        let Some(priced) = puzzle.priced_cubes(&conclusion, within, limits)? else {
            return Ok(None);
        };
        let (cubes, prices) = priced.cubes.into_iter().unzip();
        let draft = CubesDraft::of_prices(puzzle, conclusion, cubes, priced.rules)?;
        Ok(Some(BoundedDraft { draft, prices }))
    }

    /// Makes the certificate in memory.
    pub(super) fn in_memory(&self, within: ProofLimits<'_>) -> Result<Certificate, NotProven> {
        let mut files = Memory::default();
        let (claim, _) = self.complete(within, &mut files)?;
        Ok(Certificate { claim, files })
    }

    /// Makes the certificate in a folder or an archive; its claim.
    #[cfg(feature = "process")]
    pub(super) fn on_disk(
        &self,
        within: ProofLimits<'_>,
        target: Target<'_>,
    ) -> Result<String, NotProven> {
        folder::in_place(target, |staging| self.complete(within, staging))
    }

    fn complete(
        &self,
        within: ProofLimits<'_>,
        staging: &mut dyn Staging,
    ) -> Result<(String, Vec<String>), NotProven> {
        let mut parts = Vec::new();
        for (part, prices) in self.prices.iter().enumerate() {
            parts.push(self.draft.put(part, prices.as_bytes(), staging)?);
        }
        let cover = self.draft.proof(self.prices.len(), within)?;
        parts.push(self.draft.put(self.prices.len(), &cover, staging)?);
        self.draft.complete(&parts, staging, within.limits)
    }
}

/// Makes a certificate of a best solution in a folder or an archive, by cubes within these that
/// prices bound; the claim as a sentence. [`Reason::TooManySums`] if that takes too many.
///
/// # Errors
/// [`CertifyError`]; there is no certificate then.
#[cfg(feature = "process")]
pub fn bounded_on_disk<P: Certifiable>(
    puzzle: &P,
    conclusion: Conclusion<P::Objective>,
    within: &[Cube],
    costs: ProofLimits<'_>,
    target: Target<'_>,
) -> Result<Certification, CertifyError> {
    let draft = BoundedDraft::new(puzzle, conclusion, within, costs.limits);
    answered(draft.and_then(|draft| match draft {
        Some(draft) => draft.on_disk(costs, target),
        None => unknown(Reason::TooManySums),
    }))
}

/// Cubes within these that prices bound by a score; `None` if they would be too many, or if
/// values are too large for prices.
///
/// # Errors
/// The limit that was exceeded.
pub fn split(
    puzzle: &Puzzle,
    objective: &Objective,
    score: i64,
    within: &[Cube],
    limits: &Limits,
) -> Result<Option<Vec<(Cube, Prices)>>, Reason> {
    let mut native = Native::default();
    let mut open: Vec<Cube> = within.iter().rev().cloned().collect();
    let mut bounded = Vec::new();
    while let Some(cube) = open.pop() {
        limits.check()?;
        if bounded.len() + open.len() >= MAX_CUBES {
            return Ok(None);
        }
        // Parts without a solution are left to the proof that the cubes cover everything.
        let Some(part) = puzzle.within(&cube) else {
            continue;
        };
        let Some(left) = part.propagate(&mut native, limits)? else {
            continue;
        };
        let cube = with_settled(cube, &part, &left);
        let Some(part) = puzzle.within(&cube) else {
            continue;
        };
        let Some(prices) = Prices::new(objective, &part, score, limits) else {
            limits.check()?;
            return Ok(None);
        };
        if prices.bound <= score {
            bounded.push((cube, prices));
            continue;
        }
        let Some(cell) = narrowest(&left, &prices.beyond(objective, &part, score)) else {
            return Ok(None);
        };
        let branches = left.0[cell.index()].iter().rev();
        open.extend(branches.map(|&digit| cube.with(Candidate { cell, digit })));
    }
    Ok(Some(bounded))
}

/// The cube with the candidates that it settles: as givens, they make prices lower.
fn with_settled(mut cube: Cube, part: &Puzzle, left: &CandidateLists) -> Cube {
    let cells = part.geometry().cells().zip(&left.0);
    let open = cells.filter(|(cell, _)| part.given(*cell).is_none());
    let settled = open.filter_map(|(cell, digits)| match digits[..] {
        [digit] => Some(Candidate { cell, digit }),
        _ => None,
    });
    cube.candidates.extend(settled);
    cube
}

/// The open cell with the fewest candidates of better solutions; `None` if none is open.
fn narrowest(left: &CandidateLists, better: &Candidates) -> Option<Cell> {
    let cells = (0..).map(Cell).zip(&left.0);
    let open = cells.filter(|(_, digits)| digits.len() > 1);
    let narrowest = open.min_by_key(|&(cell, digits)| {
        let better = digits
            .iter()
            .filter(|&&digit| better.contains(Candidate { cell, digit }));
        (better.count(), digits.len())
    });
    narrowest.map(|(cell, _)| cell)
}
