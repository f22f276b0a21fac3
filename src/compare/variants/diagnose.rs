//! From disagreements about variants to findings on small puzzles.

use super::roster::{VariantBackend, VariantRoster};
use super::round::{VariantDepth, compare_variants};
use super::shrink::smallest;
use crate::cnf::Formula;
use crate::compare::case::{self, Case};
use crate::compare::confirm::{Seen, confirm};
use crate::compare::diagnose::Finding;
use crate::compare::formulas::SHRINK_TIME;
use crate::compare::roster::{ProgramCalls, SolverSpec};
use crate::compare::watched::RecordedCall;
use crate::compare::{Disagreement, Figures, FindingKind, KnownCount, QuerySet};
use crate::limits::Limits;
use crate::rules::{self, Description, Library, VariantPuzzle};
use crate::sat::Engine;

/// Finds out what is to blame for disagreements about variants.
pub struct VariantDiagnosis<'d> {
    /// The backends that were compared.
    pub roster: &'d VariantRoster,
    /// What the rules mean.
    pub library: &'d Library,
    /// How many solutions were counted and enumerated.
    pub limit: u64,
    /// Makes a fresh limit for each query.
    pub limits: &'d dyn Fn() -> Limits,
    /// Ends the diagnosis; what is known by then is returned.
    pub end: Limits,
}

/// A finding on a variant, shrunk.
#[derive(Clone, PartialEq, Debug)]
pub struct ShrunkVariant {
    /// What is wrong; a time-out may turn out to be a hang.
    pub kind: FindingKind,
    /// The smallest puzzle found.
    pub puzzle: Description,
    /// The smallest formula found, if a SAT solver is to blame.
    pub formula: Option<Formula>,
    /// Whether the finding is not seen every time.
    pub is_flaky: bool,
}

/// A variant, compiled.
struct VariantCase<'c> {
    diagnosis: &'c VariantDiagnosis<'c>,
    puzzle: &'c VariantPuzzle,
}

impl VariantDiagnosis<'_> {
    /// The findings in the disagreements about a puzzle, one for each kind and culprit. `calls`
    /// are those that led to them.
    pub fn findings(
        &self,
        puzzle: &VariantPuzzle,
        seen: &[Disagreement],
        calls: &ProgramCalls,
    ) -> Vec<Finding> {
        case::findings(&self.case(puzzle), seen, calls)
    }

    /// Looks for a small puzzle, and formula, that shows the finding.
    pub fn shrink(&self, puzzle: &Description, finding: &Finding) -> ShrunkVariant {
        let mut shrunk = ShrunkVariant {
            kind: finding.kind,
            puzzle: puzzle.clone(),
            formula: None,
            is_flaky: false,
        };
        let Ok(original) = rules::compile(puzzle, self.library) else {
            return shrunk;
        };
        let case = self.case(&original);
        if !finding.kind.is_wrong() {
            let seen = case::time_out(&case, &finding.accused);
            (shrunk.kind, shrunk.formula) = (seen.kind, seen.formula);
            shrunk.is_flaky = seen.is_flaky;
            return shrunk;
        }
        let small = self.smaller_puzzle(puzzle, finding);
        let Ok(compiled) = rules::compile(&small, self.library) else {
            return shrunk;
        };
        let mut shows = || {
            let mut pair = self.pair(finding);
            self.shows(&compiled, &mut pair, finding, QuerySet::All)
        };
        let confirmed = confirm(&case, &self.case(&compiled), finding, &mut shows);
        shrunk.formula = confirmed.formula;
        match confirmed.seen {
            Seen::EveryTime => shrunk.puzzle = small,
            Seen::NotEveryTime => shrunk.is_flaky = true,
            Seen::Undecided => {}
        }
        shrunk
    }

    fn case<'c>(&'c self, puzzle: &'c VariantPuzzle) -> VariantCase<'c> {
        VariantCase {
            diagnosis: self,
            puzzle,
        }
    }

    fn smaller_puzzle(&self, puzzle: &Description, finding: &Finding) -> Description {
        let time = case::ending(Limits::unlimited().within(SHRINK_TIME), &self.end);
        let mut pair = self.pair(finding);
        smallest(puzzle, self.library, &mut |puzzle, queries| {
            time.exceeded().is_none() && self.shows(puzzle, &mut pair, finding, queries)
        })
    }

    /// The accused and the witness.
    fn pair(&self, finding: &Finding) -> Vec<VariantBackend> {
        let names = std::iter::once(&finding.accused).chain(&finding.witness);
        names.filter_map(|name| self.roster.backend(name)).collect()
    }

    fn shows(
        &self,
        puzzle: &VariantPuzzle,
        backends: &mut [VariantBackend],
        finding: &Finding,
        queries: QuerySet,
    ) -> bool {
        let found = compare_variants(
            puzzle,
            backends,
            self.depth(queries),
            &|| self.query_limits(),
            &mut Figures::default(),
        );
        found.iter().any(|seen| finding.is_seen_in(seen))
    }

    fn query_limits(&self) -> Limits {
        case::ending((self.limits)(), &self.end)
    }

    fn depth(&self, queries: QuerySet) -> VariantDepth {
        VariantDepth {
            queries,
            limit: self.limit,
            known: KnownCount::Unknown,
        }
    }
}

impl Case for VariantCase<'_> {
    fn solver(&self, backend: &str) -> Option<&SolverSpec> {
        let spec = self.diagnosis.roster.sat_spec(backend)?;
        Some(&spec.solver)
    }

    fn engines_except(&self, name: &str) -> Vec<Engine> {
        self.diagnosis.roster.engines_except(name)
    }

    fn calls(&self, backend: &str, queries: QuerySet) -> Vec<RecordedCall> {
        let diagnosis = self.diagnosis;
        let Some(spec) = diagnosis.roster.sat_spec(backend) else {
            return Vec::new();
        };
        let (backend, recording) = spec.recorded();
        compare_variants(
            self.puzzle,
            &mut [backend],
            diagnosis.depth(queries),
            &|| self.limits(),
            &mut Figures::default(),
        );
        recording.take()
    }

    fn limits(&self) -> Limits {
        self.diagnosis.query_limits()
    }

    fn end(&self) -> &Limits {
        &self.diagnosis.end
    }
}
