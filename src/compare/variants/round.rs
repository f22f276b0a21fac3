//! The same queries about a variant puzzle to every backend.

use crate::backend::{self, Backend, Query};
use crate::compare::contradictions::{self, Answers};
use crate::compare::queries::{has_few_solutions, kind_of_open, reason_of};
use crate::compare::{Disagreement, Figures, FindingKind, KnownCount, QuerySet};
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::rules::VariantPuzzle;

/// What to ask each backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariantDepth {
    /// Which queries. The maximum is left out where there are more solutions than `limit`.
    pub queries: QuerySet,
    /// Count and enumerate at most this many solutions.
    pub limit: u64,
    /// How many solutions there are known to be.
    pub known: KnownCount,
}

/// Asks all backends about a puzzle and returns the answers that cannot all be right.
/// `limits` makes a fresh limit for each query.
pub fn compare_variants(
    puzzle: &VariantPuzzle,
    backends: &mut [Box<dyn Backend<VariantPuzzle>>],
    depth: VariantDepth,
    limits: &dyn Fn() -> Limits,
    figures: &mut Figures,
) -> Vec<Disagreement> {
    let VariantDepth {
        queries,
        limit,
        known,
    } = depth;
    let mut round = Round {
        puzzle,
        limits,
        figures,
        wrong: Vec::new(),
    };
    let mut found = Vec::new();
    if queries != QuerySet::Solutions {
        let firsts = round.ask(backends, &Query::First);
        found.extend(contradictions::verdicts(&firsts, known));
    }
    if queries != QuerySet::First {
        let sets = round.ask(backends, &Query::Enumerate { limit });
        let counts = round.ask(backends, &Query::Count { limit });
        found.extend(contradictions::counts(&sets, &counts, known));
        found.extend(contradictions::sets(&sets));
        if queries == QuerySet::All && has_few_solutions(&sets, limit) {
            let pyramid = CellWeights::pyramid(puzzle.board());
            let maxima = round.ask(backends, &Query::Maximise(pyramid));
            found.extend(contradictions::maxima(&maxima));
        }
    }
    found.append(&mut round.wrong);
    figures.puzzles += 1;
    figures.disagreements += u64::from(found.iter().any(|each| each.kind.is_wrong()));
    found
}

struct Round<'r> {
    puzzle: &'r VariantPuzzle,
    limits: &'r dyn Fn() -> Limits,
    figures: &'r mut Figures,
    /// Answers that are wrong regardless of all others.
    wrong: Vec<Disagreement>,
}

impl Round<'_> {
    /// The answers of the backends that support the query.
    fn ask(
        &mut self,
        backends: &mut [Box<dyn Backend<VariantPuzzle>>],
        query: &Query<CellWeights>,
    ) -> Answers {
        let mut answers = Vec::new();
        for backend in backends {
            if backend.supports(self.puzzle, query).is_err() {
                continue;
            }
            match backend::ask(&mut **backend, self.puzzle, query, &(self.limits)()) {
                Ok(answer) => {
                    let name = backend.name().to_owned();
                    match reason_of(&answer) {
                        None => self.figures.answers += 1,
                        Some(reason) => {
                            self.figures.open += 1;
                            if let Some(kind) = kind_of_open(reason) {
                                self.accuse(kind, name.clone(), reason.to_string());
                            }
                        }
                    }
                    answers.push((name, answer));
                }
                Err(wrong) => {
                    let claim = wrong.flaw.to_string();
                    self.accuse(FindingKind::Solution, wrong.backend, claim);
                }
            }
        }
        answers
    }

    /// Records that a backend is wrong regardless of the others, once for each kind.
    fn accuse(&mut self, kind: FindingKind, name: String, claim: String) {
        let again = |other: &Disagreement| other.kind == kind && other.accused[..] == [&*name];
        if !self.wrong.iter().any(again) {
            self.wrong.push(Disagreement {
                kind,
                claims: vec![(name.clone(), claim)],
                accused: vec![name],
                witness: None,
            });
        }
    }
}
