//! From disagreements to findings: who is to blame, the backend or the SAT
//! solver inside of it.

use super::contestant::{Mix, Roster, Run, recorded};
use super::{Case, Depth, Disagreement, Figures, Kind, Questions, compare_on};
use crate::cnf::Formula;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::sat::{Engine, SatVerdict};
use std::sync::PoisonError;

/// Something wrong with one backend or one solver, on one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: Kind,
    /// Whose fault it is: a solver where its own formula shows it, else a backend.
    pub culprit: String,
    /// The backend that was accused.
    pub accused: String,
    /// A backend whose answer contradicts the accused.
    pub witness: Option<String>,
    /// What the accused said.
    pub said: String,
}

/// What a diagnosis may ask, and whom.
pub struct Court<'c> {
    /// Who took part.
    pub roster: &'c Roster,
    /// How deep was compared.
    pub depth: Depth,
    /// Makes a fresh limit for each question.
    pub limits: &'c dyn Fn() -> Limits,
}

impl Court<'_> {
    /// The findings in the disagreements about a case, one for each kind and
    /// culprit.
    pub fn findings(&self, case: &Case, disagreements: &[Disagreement]) -> Vec<Finding> {
        let mut findings: Vec<Finding> = Vec::new();
        for disagreement in disagreements {
            for accused in &disagreement.accused {
                if self.is_convicted(accused, disagreement.kind, &findings) {
                    continue;
                }
                let finding = self.finding(case, disagreement, accused);
                let again = |f: &Finding| (f.kind, &f.culprit) == (finding.kind, &finding.culprit);
                if !findings.iter().any(again) {
                    findings.push(finding);
                }
            }
        }
        findings
    }

    /// Whether the solver inside of a backend was found wrong before, which
    /// explains whatever else the backend says.
    fn is_convicted(&self, accused: &str, kind: Kind, findings: &[Finding]) -> bool {
        let Some(mix) = self.roster.mix(accused) else {
            return false;
        };
        findings.iter().any(|finding| {
            finding.culprit == mix.engine.name
                && (finding.kind == kind || finding.kind == Kind::WrongUnsat)
        })
    }

    fn finding(&self, case: &Case, disagreement: &Disagreement, accused: &str) -> Finding {
        let said = disagreement.said.iter();
        let voices = ["", " enumerates", " counts"].map(|how| format!("{accused}{how}"));
        let own = said.filter(|(who, _)| voices.contains(who));
        let said: Vec<&str> = own.map(|(_, text)| text.as_str()).collect();
        let mut finding = Finding {
            kind: disagreement.kind,
            culprit: accused.to_owned(),
            accused: accused.to_owned(),
            witness: disagreement.witness.clone(),
            said: said.join(", "),
        };
        let Some(mix) = self.roster.mix(accused) else {
            return finding;
        };
        match disagreement.kind {
            Kind::Fault(_) | Kind::TimeOut | Kind::Hang if mix.program.is_some() => {
                finding.culprit = mix.engine.name.clone();
            }
            Kind::Fault(_) | Kind::TimeOut | Kind::Hang => {}
            _ if self.wrong_formula(case, mix, Kind::WrongUnsat).is_some() => {
                finding.kind = Kind::WrongUnsat;
                finding.culprit = mix.engine.name.clone();
                finding.said = "it denies that a formula has a model".into();
            }
            _ => {}
        }
        finding
    }

    /// The formula that an engine gets wrong in this way when it is asked about
    /// the case once more; the smallest of several.
    pub fn wrong_formula(&self, case: &Case, mix: &Mix, kind: Kind) -> Option<Formula> {
        let (backend, runs) = recorded(mix);
        let mut figures = Figures::default();
        let all = Questions::All;
        compare_on(
            case,
            &mut [backend],
            self.depth,
            all,
            self.limits,
            &mut figures,
        );
        let mut runs = std::mem::take(&mut *runs.lock().unwrap_or_else(PoisonError::into_inner));
        runs.sort_by_key(|run| run.formula.clause_count());
        let judges = self.roster.engines_but(&mix.engine.name);
        let wrong = |run: &Run| match (&run.verdict, kind) {
            (SatVerdict::Unsat, Kind::WrongUnsat) => self.has_model(&run.formula, &judges),
            (SatVerdict::Unknown(Reason::Fault(fault, _)), kind) => kind == Kind::Fault(*fault),
            _ => false,
        };
        runs.into_iter().find(wrong).map(|run| run.formula)
    }

    /// Whether one of these engines shows a model that satisfies every clause.
    fn has_model(&self, formula: &Formula, judges: &[Engine]) -> bool {
        judges.iter().any(|judge| {
            let mut solver = (judge.make)(true);
            formula.replay(&mut *solver);
            solver.solve(&(self.limits)()) == SatVerdict::Sat
                && formula
                    .broken_clause(|var| solver.value(var).unwrap_or(false))
                    .is_none()
        })
    }
}
