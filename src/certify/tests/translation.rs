//! Proofs by varisat, and whatever else the verifier accepts as DRAT, are accepted as LRAT
//! once they are translated.

use crate::certify::MAX_PROOF;
use crate::certify::hints::translate;
use crate::certify::lrat::LratForm;
use crate::certify::solver::{ProofFormat, ProofLimits, SolverAnswer, varisat};
use crate::cnf::verified::for_verifier;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::limits::Limits;
use proptest::prelude::*;
use satoku_verify::proof::{self, CheckResult, ProofSystem};

/// Clauses over eight variables.
fn random_clauses() -> impl Strategy<Value = Vec<Vec<i32>>> {
    let literal = (1..=8i32, any::<bool>()).prop_map(|(var, sign)| if sign { var } else { -var });
    prop::collection::vec(prop::collection::vec(literal, 1..=3), 5..60)
}

fn formula_of(clauses: &[Vec<i32>]) -> Formula {
    let mut formula = Formula::with_variables(8);
    for clause in clauses {
        let lits: Option<Vec<Lit>> = clause.iter().map(|lit| Lit::from_dimacs(*lit)).collect();
        formula.add_clause(&lits.unwrap());
    }
    formula
}

fn has_model(formula: &Formula) -> bool {
    let is_model = |bits: u32| formula.broken_clause(|var| bits >> var.index() & 1 == 1);
    (0..256).any(|bits| is_model(bits).is_none())
}

fn checked(system: ProofSystem, formula: &Formula, proof: &[u8]) -> Option<CheckResult> {
    proof::check(system, &for_verifier(formula), proof, &|| false).ok()
}

/// The result of a check of a DRAT proof, and the proof as LRAT.
fn translated(formula: &Formula, drat: &[u8], form: LratForm) -> (CheckResult, Vec<u8>) {
    let mut lrat = Vec::new();
    let result = translate(&for_verifier(formula), drat, &|| false, &mut lrat, form);
    (result.unwrap(), lrat)
}

fn drat_of(steps: &[(bool, Vec<(i32, bool)>)]) -> String {
    let literal = |(var, sign): &(i32, bool)| if *sign { *var } else { -var };
    let step = |(delete, clause): &(bool, Vec<(i32, bool)>)| {
        let words = clause.iter().map(|lit| format!("{} ", literal(lit)));
        format!(
            "{}{}0\n",
            if *delete { "d " } else { "" },
            words.collect::<String>()
        )
    };
    steps.iter().map(step).collect()
}

proptest! {
    #[test]
    fn proofs_of_varisat_pass(clauses in random_clauses(), binary in any::<bool>()) {
        let formula = formula_of(&clauses);
        let (format, form) = match binary {
            true => (ProofFormat::Binary, LratForm::Binary),
            false => (ProofFormat::Text, LratForm::Text),
        };
        let limits = ProofLimits { limits: &Limits::unlimited(), most: MAX_PROOF };
        let mut drat = Vec::new();
        let answer = varisat(&formula, format, &mut drat, limits);
        let (result, lrat) = translated(&formula, &drat, form);
        let untraced = checked(ProofSystem::Drat, &formula, &drat);
        prop_assert_eq!(Some(&result), untraced.as_ref());
        let again = checked(ProofSystem::Lrat, &formula, &lrat);
        if has_model(&formula) {
            prop_assert_eq!(answer, SolverAnswer::Satisfiable);
            prop_assert!(matches!(result, CheckResult::Flawed(_)));
            prop_assert!(matches!(again, Some(CheckResult::Flawed(_))));
        } else {
            prop_assert_eq!(answer, SolverAnswer::Unsatisfiable);
            prop_assert!(matches!(result, CheckResult::Refuted(_)), "{:?}", result);
            prop_assert!(matches!(again, Some(CheckResult::Refuted(_))), "{:?}", again);
            prop_assert!(proof::steps::is_lrat(&lrat, formula.clause_count()));
        }
    }

    /// Lemmas that do not follow are left out, so that many get in, among them RAT
    /// and new variables.
    #[test]
    fn whatever_drat_is_accepted_passes_as_lrat(
        mut clauses in random_clauses(),
        tautology in any::<bool>(),
        steps in prop::collection::vec(
            (any::<bool>(), prop::collection::vec((1..=10i32, any::<bool>()), 0..4)),
            0..60,
        ),
    ) {
        if tautology {
            clauses.insert(0, vec![1, -1]);
            clauses.push(vec![2, 2, 3]);
        }
        let formula = formula_of(&clauses);
        let mut kept = Vec::new();
        for step in steps {
            kept.push(step);
            match translated(&formula, drat_of(&kept).as_bytes(), LratForm::Text).0 {
                CheckResult::Flawed(why) if why.contains("does not follow") => drop(kept.pop()),
                CheckResult::Flawed(_) => {}
                CheckResult::Refuted(_) => break,
                other => panic!("{other:?}"),
            }
        }
        let drat = drat_of(&kept);
        let (result, lrat) = translated(&formula, drat.as_bytes(), LratForm::Text);
        match (result, checked(ProofSystem::Lrat, &formula, &lrat)) {
            (CheckResult::Refuted(_), Some(CheckResult::Refuted(_))) => {
                prop_assert!(!has_model(&formula));
            }
            (CheckResult::Flawed(_), Some(CheckResult::Flawed(_))) => {}
            (_, again) => {
                let lrat = String::from_utf8_lossy(&lrat);
                prop_assert!(false, "{drat}\n{lrat}\n{again:?}");
            }
        }
    }
}

/// The example of the paper needs a RAT lemma.
#[test]
fn rat_lemmas_are_translated() {
    let clauses: [[i32; 3]; 8] = [
        [1, 2, -3],
        [-1, -2, 3],
        [2, 3, -4],
        [-2, -3, 4],
        [-1, -3, -4],
        [1, 3, 4],
        [-1, 2, 4],
        [1, -2, -4],
    ];
    let formula = formula_of(&clauses.map(Vec::from));
    let (_, lrat) = translated(&formula, b"-1 0\n2 0\n0\n", LratForm::Text);
    let checked = checked(ProofSystem::Lrat, &formula, &lrat);
    assert!(matches!(checked, Some(CheckResult::Refuted(stats)) if stats.rat == 1));
}

/// Of a resolvent, two literals are true already, one because of the other.
#[test]
fn a_resolvent_with_literals_that_are_true_already_is_translated() {
    let clauses: [&[i32]; 7] = [
        &[-1, 2, 3],
        &[2, -3],
        &[-2, 4, 5],
        &[-2, 4, -5],
        &[-2, -4, 5],
        &[-2, -4, -5],
        &[3, 1],
    ];
    let formula = formula_of(&clauses.map(<[i32]>::to_vec));
    let drat = "1 0\n-3 0\n2 0\n4 0\n";
    let (result, lrat) = translated(&formula, drat.as_bytes(), LratForm::Text);
    assert!(matches!(result, CheckResult::Refuted(_)), "{result:?}");
    let result = checked(ProofSystem::Lrat, &formula, &lrat);
    assert!(
        matches!(result, Some(CheckResult::Refuted(_))),
        "{result:?}"
    );
}
