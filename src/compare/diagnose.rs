//! From disagreements to findings: is the backend to blame, or the SAT solver in it?

use super::roster::{Roster, SatSpec};
use super::watched::RecordedCall;
use super::{Depth, Disagreement, Figures, FindingKind, Instance, QuerySet, compare};
use crate::cnf::Formula;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::sat::{Engine, LimitChecks, SatVerdict};

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
}

impl Finding {
    /// That a backend is to blame, as the disagreement says.
    pub fn of_backend(disagreement: &Disagreement, accused: &str) -> Finding {
        let names = ["", " enumerates", " counts"].map(|how| format!("{accused}{how}"));
        let own = disagreement.claims.iter();
        let own = own.filter(|(name, _)| names.contains(name));
        let claims: Vec<&str> = own.map(|(_, text)| text.as_str()).collect();
        Finding {
            kind: disagreement.kind,
            culprit: accused.to_owned(),
            accused: accused.to_owned(),
            witness: disagreement.witness.clone(),
            claim: claims.join(", "),
        }
    }
}

/// Finds out what is to blame for disagreements.
pub struct Diagnosis<'d> {
    /// The backends that were compared.
    pub roster: &'d Roster,
    /// How thoroughly they were compared.
    pub depth: Depth,
    /// Makes a fresh limit for each query.
    pub limits: &'d dyn Fn() -> Limits,
}

impl Diagnosis<'_> {
    /// The findings in the disagreements about an instance, one for each kind and
    /// culprit.
    pub fn findings(&self, instance: &Instance, disagreements: &[Disagreement]) -> Vec<Finding> {
        let mut findings: Vec<Finding> = Vec::new();
        for disagreement in disagreements {
            for accused in &disagreement.accused {
                if self.is_explained(accused, disagreement.kind, &findings) {
                    continue;
                }
                let finding = self.finding(instance, disagreement, accused);
                let again = |f: &Finding| (f.kind, &f.culprit) == (finding.kind, &finding.culprit);
                if !findings.iter().any(again) {
                    findings.push(finding);
                }
            }
        }
        findings
    }

    /// Whether the backend's solver was already found wrong, which explains all other
    /// answers of the backend.
    fn is_explained(&self, accused: &str, kind: FindingKind, findings: &[Finding]) -> bool {
        let Some(spec) = self.roster.sat_spec(accused) else {
            return false;
        };
        findings.iter().any(|finding| {
            finding.culprit == spec.engine.name
                && (finding.kind == kind || finding.kind == FindingKind::WrongUnsat)
        })
    }

    fn finding(&self, instance: &Instance, disagreement: &Disagreement, accused: &str) -> Finding {
        let mut finding = Finding::of_backend(disagreement, accused);
        let Some(spec) = self.roster.sat_spec(accused) else {
            return finding;
        };
        match disagreement.kind {
            FindingKind::Fault(_) | FindingKind::TimeOut | FindingKind::Hang
                if spec.program.is_some() =>
            {
                finding.culprit = spec.engine.name.clone();
            }
            FindingKind::Fault(_) | FindingKind::TimeOut | FindingKind::Hang => {}
            _ if self
                .wrong_formula(instance, spec, FindingKind::WrongUnsat)
                .is_some() =>
            {
                finding.kind = FindingKind::WrongUnsat;
                finding.culprit = spec.engine.name.clone();
                finding.claim = "it denies that a formula has a model".into();
            }
            _ => {}
        }
        finding
    }

    /// Asks a backend about the instance again and returns the smallest formula
    /// that its engine gets wrong in this way.
    pub(super) fn wrong_formula(
        &self,
        instance: &Instance,
        spec: &SatSpec,
        kind: FindingKind,
    ) -> Option<Formula> {
        let (backend, recording) = spec.recorded();
        let (all, mut figures) = (QuerySet::All, Figures::default());
        let mut backends = [backend];
        compare(
            instance,
            &mut backends,
            self.depth,
            all,
            self.limits,
            &mut figures,
        );
        let mut calls = recording.take();
        calls.sort_by_key(|call| call.formula.clause_count());
        let others = self.roster.engines_except(&spec.engine.name);
        let wrong = |call: &RecordedCall| match (&call.verdict, kind) {
            (SatVerdict::Unsat, FindingKind::WrongUnsat) => self.has_model(&call.formula, &others),
            (SatVerdict::Unknown(Reason::Fault(fault, _)), kind) => {
                kind == FindingKind::Fault(*fault)
            }
            _ => false,
        };
        calls.into_iter().find(wrong).map(|call| call.formula)
    }

    /// Whether one of the engines finds a model that satisfies every clause.
    fn has_model(&self, formula: &Formula, engines: &[Engine]) -> bool {
        engines.iter().any(|engine| {
            let mut solver = (engine.make)(LimitChecks::WhileSolving);
            formula.replay(&mut *solver);
            solver.solve(&(self.limits)()) == SatVerdict::Sat
                && formula
                    .broken_clause(|var| solver.value(var).unwrap_or(false))
                    .is_none()
        })
    }
}
