//! A puzzle, classic or variant, with the backends that answered: who is to blame for an
//! answer, the backend or the SAT solver in it?

use super::diagnose::Finding;
use super::formulas::has_model;
use super::roster::{ProgramCalls, SolverSpec};
use super::watched::{RecordedCall, denies};
use super::{Disagreement, FindingKind, QuerySet};
use crate::cnf::Formula;
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use crate::sat::{Engine, LimitChecks, SatVerdict};
use std::time::Instant;

/// A puzzle about which backends can be asked again.
pub(super) trait Case {
    /// The solver in a backend, if there is one.
    fn solver(&self, backend: &str) -> Option<&SolverSpec>;

    /// All engines but the one of this name.
    fn engines_except(&self, name: &str) -> Vec<Engine>;

    /// Asks a backend with a solver again, and returns the calls of the solver that did
    /// not end with a model.
    fn calls(&self, backend: &str, queries: QuerySet) -> Vec<RecordedCall>;

    /// A fresh limit for a query, which ends at the end of the diagnosis, too.
    fn limits(&self) -> Limits;

    /// The end of the diagnosis.
    fn end(&self) -> &Limits;

    /// Whether what is asked now is not answered, because the diagnosis has ended.
    fn has_ended(&self) -> bool {
        self.end().exceeded().is_some() || self.limits().is_interrupted()
    }

    /// Whether the solver in a backend is a program, whose answers chance may decide.
    fn is_about_a_program(&self, backend: &str) -> bool {
        self.solver(backend)
            .is_some_and(|solver| solver.program.is_some())
    }
}

/// Limits that end at the end of a diagnosis, too.
pub(super) fn ending(limits: Limits, end: &Limits) -> Limits {
    let limits = limits.stopped_as(end.clone());
    match end.remaining() {
        Some(left) => limits.within(left),
        None => limits,
    }
}

/// The findings in disagreements about a puzzle, one for each kind and culprit. `calls` are those
/// that led to them.
pub(super) fn findings(
    case: &dyn Case,
    disagreements: &[Disagreement],
    calls: &ProgramCalls,
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for disagreement in disagreements {
        for accused in &disagreement.accused {
            if is_explained(case, accused, disagreement.kind, &findings) {
                continue;
            }
            let finding = finding(case, disagreement, accused, calls.of(accused));
            let again = |f: &Finding| (f.kind, &f.culprit) == (finding.kind, &finding.culprit);
            if !findings.iter().any(again) {
                findings.push(finding);
            }
        }
    }
    findings
}

/// Whether a finding about the backend's solver explains this one: one of the same kind, or a
/// formula that it denies, which explains wrong answers but no crash.
fn is_explained(case: &dyn Case, accused: &str, kind: FindingKind, findings: &[Finding]) -> bool {
    let Some(solver) = case.solver(accused) else {
        return false;
    };
    findings.iter().any(|finding| {
        finding.culprit == solver.engine.name
            && (finding.kind == kind
                || finding.kind == FindingKind::WrongUnsat && comes_from_denial(kind))
    })
}

/// Whether an answer is wrong, rather than missing.
pub(super) fn is_wrong_answer(kind: FindingKind) -> bool {
    match kind {
        FindingKind::Verdict
        | FindingKind::Count
        | FindingKind::Solution
        | FindingKind::Maximum => true,
        FindingKind::WrongUnsat
        | FindingKind::Fault(_)
        | FindingKind::TimeOut
        | FindingKind::Hang => false,
    }
}

/// Whether a solver that denies a formula with a model can be the reason: of wrong answers, and
/// of a proof that cannot be right.
fn comes_from_denial(kind: FindingKind) -> bool {
    is_wrong_answer(kind) || kind == FindingKind::Fault(Fault::WrongProof)
}

fn finding(
    case: &dyn Case,
    disagreement: &Disagreement,
    accused: &str,
    calls: &[RecordedCall],
) -> Finding {
    let mut finding = Finding::of_backend(disagreement, accused);
    let Some(solver) = case.solver(accused) else {
        return finding;
    };
    let denial = FindingKind::WrongUnsat;
    let denied = || {
        let found = wrong_call(case, solver, calls.to_vec(), denial);
        found.or_else(|| wrong_formula(case, accused, denial))
    };
    let kind = disagreement.kind;
    if comes_from_denial(kind)
        && let Some(formula) = denied()
    {
        finding.kind = denial;
        finding.culprit.clone_from(&solver.engine.name);
        finding.claim = "it denies that a formula has a model".into();
        finding.formula = Some(formula);
    } else if is_of_solver(kind) && solver.program.is_some() {
        finding.culprit.clone_from(&solver.engine.name);
    }
    finding
}

/// Whether the solver in a backend is to blame if it is a program, whatever it was asked.
fn is_of_solver(kind: FindingKind) -> bool {
    matches!(
        kind,
        FindingKind::Fault(_) | FindingKind::TimeOut | FindingKind::Hang
    )
}

/// Asks a backend again and returns the smallest formula that its engine gets wrong in this
/// way.
pub(super) fn wrong_formula(case: &dyn Case, backend: &str, kind: FindingKind) -> Option<Formula> {
    let solver = case.solver(backend)?;
    wrong_call(case, solver, case.calls(backend, QuerySet::All), kind)
}

/// The smallest formula of these calls that the solver got wrong in this way.
fn wrong_call(
    case: &dyn Case,
    solver: &SolverSpec,
    mut calls: Vec<RecordedCall>,
    kind: FindingKind,
) -> Option<Formula> {
    calls.sort_by_key(|call| call.formula.clause_count());
    let others = case.engines_except(&solver.engine.name);
    let wrong = |call: &RecordedCall| match (&call.verdict, kind) {
        (verdict, FindingKind::WrongUnsat) if denies(verdict) => {
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

/// What further runs say of a time-out.
pub(super) struct TimeOut {
    /// A hang if there is no answer within several times the limit either.
    pub kind: FindingKind,
    /// The formula on which an external solver reached its limit.
    pub formula: Option<Formula>,
    /// Whether the solver answered in time when it was asked again.
    pub is_flaky: bool,
}

/// Asks the solver of a backend that timed out again.
pub(super) fn time_out(case: &dyn Case, backend: &str) -> TimeOut {
    let mut time_out = TimeOut {
        kind: FindingKind::TimeOut,
        formula: None,
        is_flaky: false,
    };
    let solver = case.solver(backend);
    let Some(program) = solver.and_then(|solver| solver.program.as_ref()) else {
        return time_out;
    };
    let formula = slow_formula(case, backend);
    if case.has_ended() {
        return time_out;
    }
    let Some(formula) = formula else {
        time_out.is_flaky = true;
        return time_out;
    };
    let mut solver = (program.patient.make)(LimitChecks::WhileSolving);
    formula.replay(&mut *solver);
    time_out.formula = Some(formula);
    // The limit is the solver's own, not that of a query.
    let limits = case.end().clone().stopped_as(case.limits());
    let start = Instant::now();
    let verdict = solver.solve(&limits);
    match verdict {
        SatVerdict::Unknown(Reason::Timeout) if !case.has_ended() => {
            time_out.kind = FindingKind::Hang;
        }
        SatVerdict::Unknown(_) => {}
        _ => time_out.is_flaky = start.elapsed() < program.limit,
    }
    time_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::roster::ExternalSolver;
    use std::time::Duration;

    /// A puzzle about which a solver denies a formula that has a model.
    struct Denied {
        solver: SolverSpec,
        end: Limits,
    }

    impl Case for Denied {
        fn solver(&self, _: &str) -> Option<&SolverSpec> {
            Some(&self.solver)
        }

        fn engines_except(&self, _: &str) -> Vec<Engine> {
            vec![Engine::varisat()]
        }

        fn calls(&self, _: &str, _: QuerySet) -> Vec<RecordedCall> {
            vec![RecordedCall {
                formula: Formula::default(),
                verdict: SatVerdict::Unsat,
            }]
        }

        fn limits(&self) -> Limits {
            Limits::unlimited()
        }

        fn end(&self) -> &Limits {
            &self.end
        }
    }

    #[test]
    fn a_denied_formula_explains_wrong_answers_but_no_crash() {
        let engine = Engine {
            name: "liar".into(),
            ..Engine::varisat()
        };
        let program = Some(ExternalSolver {
            command: "liar".into(),
            limit: Duration::from_secs(1),
            patient: engine.clone(),
            shuffling: None,
        });
        let case = Denied {
            solver: SolverSpec { engine, program },
            end: Limits::unlimited(),
        };
        let crash = FindingKind::Fault(Fault::Crash);
        let kinds = [
            FindingKind::Verdict,
            FindingKind::Count,
            crash,
            FindingKind::TimeOut,
            crash,
        ];
        let disagreements = kinds.map(|kind| Disagreement {
            kind,
            claims: Vec::new(),
            accused: vec!["liar/extended".into()],
            witness: None,
        });
        let found = findings(&case, &disagreements, &ProgramCalls::default());
        let found: Vec<_> = found.iter().map(|f| (f.kind, &*f.culprit)).collect();
        let expected = [FindingKind::WrongUnsat, crash, FindingKind::TimeOut];
        assert_eq!(found, expected.map(|kind| (kind, "liar")));
    }
}
