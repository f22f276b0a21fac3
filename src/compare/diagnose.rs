//! From disagreements to findings.

use super::case::{self, Case};
use super::roster::{ProgramCalls, Roster, SolverSpec};
use super::watched::RecordedCall;
use super::{Depth, Disagreement, Figures, FindingKind, Instance, QuerySet, compare};
use crate::backend::Problem;
use crate::cnf::Formula;
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::outcome::Fault;
use crate::sat::Engine;
use crate::words::counted;

/// Something wrong with one backend or one solver, on one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// What is to blame: a solver if one of its formulas proves it, else a backend.
    pub culprit: String,
    /// The backend that gave the answer.
    pub accused: String,
    /// A backend whose answer contradicts the accused.
    pub witness: Option<String>,
    /// What the accused answered.
    pub claim: String,
    /// The formula that a solver denied, as it was when it did so.
    pub formula: Option<Formula>,
}

impl Finding {
    /// A finding that blames the backend `accused`.
    pub fn of_backend(disagreement: &Disagreement, accused: &str) -> Finding {
        let is_of = |name: &str, backend: &str| {
            let how = name.strip_prefix(backend);
            how.is_some_and(|how| ["", " enumerates", " counts"].contains(&how))
        };
        let own = disagreement.claims.iter();
        let own = own.filter(|(name, _)| is_of(name, accused));
        let mut claims: Vec<String> = match disagreement.kind {
            FindingKind::Count => own.map(|(_, count)| number_of_solutions(count)).collect(),
            _ => own.map(|(_, text)| text.clone()).collect(),
        };
        // A backend enumerates and counts.
        claims.dedup();
        let mut claim = claims.join(", ");
        if let Some(witness) = &disagreement.witness {
            let mut others = disagreement.claims.iter();
            let other = others.find(|(name, _)| is_of(name, witness));
            if let Some((_, other)) = other {
                claim = format!("{claim}; {witness}: {other}");
            }
        }
        Finding {
            kind: disagreement.kind,
            culprit: accused.to_owned(),
            accused: accused.to_owned(),
            witness: disagreement.witness.clone(),
            claim,
            formula: None,
        }
    }

    /// Whether the same backend is accused of the same.
    pub(super) fn is_seen_in(&self, disagreement: &Disagreement) -> bool {
        let kind = disagreement.kind;
        let is_same = match self.kind {
            FindingKind::WrongUnsat => matches!(
                kind,
                FindingKind::Verdict
                    | FindingKind::Count
                    | FindingKind::Maximum
                    | FindingKind::Fault(Fault::WrongProof)
            ),
            expected => kind == expected,
        };
        is_same && disagreement.accused.contains(&self.accused)
    }
}

/// A claim about the number of solutions, such as `1` or `at least 1`.
fn number_of_solutions(claim: &str) -> String {
    let number = claim.parse();
    number.map_or_else(|_| claim.to_owned(), |number| counted(number, "solution"))
}

/// Finds out what is to blame for disagreements.
pub struct Diagnosis<'d, P: Problem = Puzzle> {
    /// The backends that were compared.
    pub roster: &'d Roster<P>,
    /// How thoroughly they were compared.
    pub depth: Depth,
    /// Makes a fresh limit for each query.
    pub limits: &'d dyn Fn() -> Limits,
    /// Ends the diagnosis; what is known by then is returned.
    pub end: Limits,
}

/// A puzzle, with the backends of a diagnosis.
pub(super) struct Diagnosed<'c, P: Problem> {
    diagnosis: &'c Diagnosis<'c, P>,
    instance: &'c Instance<P>,
}

impl<P: Problem> Diagnosis<'_, P> {
    /// The findings in the disagreements about an instance, one for each kind and
    /// culprit. `calls` are those that led to them.
    pub fn findings(
        &self,
        instance: &Instance<P>,
        disagreements: &[Disagreement],
        calls: &ProgramCalls,
    ) -> Vec<Finding> {
        case::findings(&self.case(instance), disagreements, calls)
    }

    pub(super) fn case<'c>(&'c self, instance: &'c Instance<P>) -> Diagnosed<'c, P> {
        Diagnosed {
            diagnosis: self,
            instance,
        }
    }

    /// A fresh limit for a query.
    pub(super) fn query_limits(&self) -> Limits {
        case::ending((self.limits)(), &self.end)
    }
}

impl<P: Problem> Case for Diagnosed<'_, P> {
    fn solver(&self, backend: &str) -> Option<&SolverSpec> {
        let spec = self.diagnosis.roster.sat_spec(backend)?;
        Some(&spec.solver)
    }

    fn engines_except(&self, name: &str) -> Vec<Engine> {
        self.diagnosis.roster.engines_except(name)
    }

    fn calls(&self, backend: &str, queries: QuerySet) -> Vec<RecordedCall> {
        let Some(spec) = self.diagnosis.roster.sat_spec(backend) else {
            return Vec::new();
        };
        let (backend, recording) = spec.recorded();
        let depth = self.diagnosis.depth;
        let mut figures = Figures::default();
        let (instance, mut backends) = (self.instance, [backend]);
        compare(
            instance,
            &mut backends,
            depth,
            queries,
            &|| self.limits(),
            &mut figures,
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
