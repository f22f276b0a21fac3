//! A puzzle, classic or variant, with the backends that answered: who is to blame for an
//! answer, the backend or the SAT solver in it?

use super::diagnose::Finding;
use super::formulas::has_model;
use super::roster::ExternalSolver;
use super::watched::RecordedCall;
use super::{Disagreement, FindingKind, QuerySet};
use crate::cnf::Formula;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::sat::{Engine, LimitChecks, SatVerdict};

/// A puzzle about which backends can be asked again.
pub(super) trait Case {
    /// The solver in a backend, if there is one.
    fn solver(&self, backend: &str) -> Option<CaseSolver<'_>>;

    /// All engines but the one of this name.
    fn engines_except(&self, name: &str) -> Vec<Engine>;

    /// Asks a backend with a solver again, and returns the calls of the solver that did
    /// not end with a model.
    fn calls(&self, backend: &str, queries: QuerySet) -> Vec<RecordedCall>;

    /// A fresh limit for a query.
    fn limits(&self) -> Limits;

    /// Whether the solver in a backend is a program, whose answers chance may decide.
    fn is_about_a_program(&self, backend: &str) -> bool {
        self.solver(backend)
            .is_some_and(|solver| solver.program.is_some())
    }
}

/// The solver in a backend.
pub(super) struct CaseSolver<'c> {
    pub engine: &'c Engine,
    pub program: Option<&'c ExternalSolver>,
}

/// The findings in disagreements about a puzzle, one for each kind and culprit.
pub(super) fn findings(case: &dyn Case, disagreements: &[Disagreement]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for disagreement in disagreements {
        for accused in &disagreement.accused {
            if is_explained(case, accused, disagreement.kind, &findings) {
                continue;
            }
            let finding = finding(case, disagreement, accused);
            let again = |f: &Finding| (f.kind, &f.culprit) == (finding.kind, &finding.culprit);
            if !findings.iter().any(again) {
                findings.push(finding);
            }
        }
    }
    findings
}

/// Whether the backend's solver was already found wrong, which explains all other answers
/// of the backend.
fn is_explained(case: &dyn Case, accused: &str, kind: FindingKind, findings: &[Finding]) -> bool {
    let Some(solver) = case.solver(accused) else {
        return false;
    };
    findings.iter().any(|finding| {
        finding.culprit == solver.engine.name
            && (finding.kind == kind || finding.kind == FindingKind::WrongUnsat)
    })
}

fn finding(case: &dyn Case, disagreement: &Disagreement, accused: &str) -> Finding {
    let mut finding = Finding::of_backend(disagreement, accused);
    let Some(solver) = case.solver(accused) else {
        return finding;
    };
    match disagreement.kind {
        FindingKind::Fault(_) | FindingKind::TimeOut | FindingKind::Hang
            if solver.program.is_some() =>
        {
            finding.culprit.clone_from(&solver.engine.name);
        }
        FindingKind::Fault(_) | FindingKind::TimeOut | FindingKind::Hang => {}
        _ if wrong_formula(case, accused, FindingKind::WrongUnsat).is_some() => {
            finding.kind = FindingKind::WrongUnsat;
            finding.culprit.clone_from(&solver.engine.name);
            finding.claim = "it denies that a formula has a model".into();
        }
        _ => {}
    }
    finding
}

/// Asks a backend again and returns the smallest formula that its engine gets wrong in this
/// way.
pub(super) fn wrong_formula(case: &dyn Case, backend: &str, kind: FindingKind) -> Option<Formula> {
    let solver = case.solver(backend)?;
    let mut calls = case.calls(backend, QuerySet::All);
    calls.sort_by_key(|call| call.formula.clause_count());
    let others = case.engines_except(&solver.engine.name);
    let wrong = |call: &RecordedCall| match (&call.verdict, kind) {
        (SatVerdict::Unsat, FindingKind::WrongUnsat) => {
            has_model(&call.formula, &others, &|| case.limits())
        }
        (SatVerdict::Unknown(Reason::Fault(fault, _)), kind) => kind == FindingKind::Fault(*fault),
        _ => false,
    };
    calls.into_iter().find(wrong).map(|call| call.formula)
}

/// Asks a backend again and returns the first formula on which its engine reaches its
/// limit.
fn slow_formula(case: &dyn Case, backend: &str) -> Option<Formula> {
    let sets = [QuerySet::First, QuerySet::Solutions, QuerySet::All];
    let late = |call: &RecordedCall| call.verdict == SatVerdict::Unknown(Reason::Timeout);
    let mut formulas = sets.into_iter().filter_map(|queries| {
        let mut calls = case.calls(backend, queries).into_iter();
        calls.find(late).map(|call| call.formula)
    });
    formulas.next()
}

/// The formula on which an external solver reached its limit, and whether it gives no answer
/// within several times that limit either.
pub(super) fn time_out(case: &dyn Case, backend: &str) -> (FindingKind, Option<Formula>) {
    let solver = case.solver(backend);
    let Some(program) = solver.and_then(|solver| solver.program) else {
        return (FindingKind::TimeOut, None);
    };
    let Some(formula) = slow_formula(case, backend) else {
        return (FindingKind::TimeOut, None);
    };
    let mut solver = (program.patient.make)(LimitChecks::WhileSolving);
    formula.replay(&mut *solver);
    // The solver's own limit applies here, and Ctrl-C.
    let limits = Limits::unlimited().stopped_as(case.limits());
    let kind = match solver.solve(&limits) {
        SatVerdict::Unknown(Reason::Timeout) => FindingKind::Hang,
        _ => FindingKind::TimeOut,
    };
    (kind, Some(formula))
}
