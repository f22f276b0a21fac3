//! Provers with a mistake in what they share with the judge: each is refused. And proofs
//! by varisat, which the judge's checkers accept as DRAT and as LRAT.

use super::files::{self, Facts};
use super::folder::Staging;
use super::hints::translate;
use super::manifest::Manifest;
use super::prove::{Assertion, CertifyRequest, for_judge, negation};
use super::solver::{ProofFormat, ProofLimits, SolverAnswer, varisat};
use super::{MAX_PROOF, objective::ObjectiveFile};
use crate::backend::{self, NativeBackend, Optimum};
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::grid::{Cell, Digit, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use proptest::prelude::*;
use satoku_verify::file;
use satoku_verify::proof::{self, CheckResult, ProofSystem};
use satoku_verify::verify::{Verdict, certificate};
use std::ops::ControlFlow;

/// What a prover found and is about to write.
struct Draft {
    facts: Facts,
    /// What is written.
    formula: Formula,
    /// What the solver refutes.
    refuted: Formula,
}

/// A mistake, and what the judge says about it.
struct Mistake {
    name: &'static str,
    plant: fn(&mut Draft),
    manifest: fn(&mut Manifest),
    says: &'static str,
}

fn no_change(_: &mut Manifest) {}

fn puzzle() -> Puzzle {
    let mut puzzle = Puzzle::empty("2x2".parse().unwrap());
    for (cell, digit) in [(0, 1), (8, 3), (15, 2)] {
        puzzle.set(Cell(cell), Digit::new(digit));
    }
    puzzle
}

fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let mut found = Vec::new();
    let limits = Limits::unlimited();
    backend::enumerate(
        &mut NativeBackend::default(),
        puzzle,
        100,
        &limits,
        &mut |solution| {
            found.push(solution.clone());
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    found
}

/// Clauses with each literal mapped, from those that are kept.
fn rewritten(formula: &Formula, keep: impl Fn(usize) -> bool, map: impl Fn(Lit) -> Lit) -> Formula {
    let mut changed = Formula::with_variables(formula.variables());
    let kept = formula.clauses().enumerate();
    for (_, clause) in kept.filter(|(place, _)| keep(*place)) {
        let clause: Vec<Lit> = clause.iter().map(|lit| map(*lit)).collect();
        changed.add_clause(&clause);
    }
    changed
}

/// The literal of a cell's digit, from 1, on a grid of side 4.
fn holds(cell: usize, digit: usize) -> Lit {
    Var::from_index(cell * 4 + digit - 1).positive()
}

/// The same digit in the cell that reflection puts there.
fn transposed(lit: Lit) -> Lit {
    let index = lit.var().index();
    let (row, column, digit) = (index / 16, index / 4 % 4, index % 4);
    let place = (column * 4 + row) * 4 + digit;
    shifted(lit, place as isize - index as isize)
}

/// The same of another variable.
fn shifted(lit: Lit, by: isize) -> Lit {
    let var = Var::from_index(lit.var().index().strict_add_signed(by));
    match lit.is_positive() {
        true => var.positive(),
        false => var.negative(),
    }
}

fn in_objective(draft: &mut Draft, change: fn(&mut ObjectiveFile)) {
    draft.facts.objective.iter_mut().for_each(change);
}

/// Writes the certificate of a prover with this mistake; what the judge says.
fn judged(request: &CertifyRequest<'_>, facts: Facts, mistake: &Mistake) -> Verdict {
    let around = tempfile::tempdir().unwrap();
    let formula = negation(request, &facts).unwrap();
    let mut draft = Draft {
        facts,
        refuted: formula.clone(),
        formula,
    };
    (mistake.plant)(&mut draft);
    let staging = Staging::new(&around.path().join("certificate")).unwrap();
    let limits = ProofLimits {
        limits: request.limits,
        most: MAX_PROOF,
    };
    let proof = staging.file(file::DRAT);
    let answer = varisat(&draft.refuted, request.format, &proof, limits).unwrap();
    assert_eq!(answer, SolverAnswer::Unsatisfiable, "{}", mistake.name);
    files::write_formula(&draft.formula, &staging.file(file::FORMULA)).unwrap();
    files::write_files(
        request.puzzle,
        &draft.facts,
        &staging,
        "varisat",
        request.format,
    )
    .unwrap();
    let path = staging.file(file::MANIFEST);
    let mut manifest: Manifest = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    (mistake.manifest)(&mut manifest);
    std::fs::write(&path, serde_json::to_string(&manifest).unwrap()).unwrap();
    certificate(staging.path(), &|| false, &mut |_| {}).unwrap()
}

fn assert_judged(assertion: &Assertion, facts: &Facts, mistakes: &[Mistake]) {
    let puzzle = puzzle();
    let request = CertifyRequest {
        puzzle: &puzzle,
        assertion,
        folder: "".as_ref(),
        format: ProofFormat::Text,
        solver: None,
        limits: &Limits::unlimited(),
        max_proof: MAX_PROOF,
    };
    for mistake in mistakes {
        let name = mistake.name;
        match judged(&request, facts.clone(), mistake) {
            Verdict::Verified(_) => assert_eq!(mistake.says, "verified", "{name}"),
            Verdict::Rejected(why) => assert!(why.contains(mistake.says), "{name}: {why}"),
            Verdict::Stopped => panic!("{name}"),
        }
    }
}

#[test]
fn a_count_by_a_prover_with_a_mistake_is_refused() {
    let facts = Facts {
        solutions: solutions(&puzzle()),
        objective: None,
        lowest: false,
    };
    assert_eq!(facts.solutions.len(), 3);
    let mistakes = [
        Mistake {
            name: "none",
            plant: |_| {},
            manifest: no_change,
            says: "verified",
        },
        Mistake {
            name: "a rule that Sudoku does not have",
            plant: |draft| {
                // The corners of a diagonal differ.
                let clause = [!holds(0, 4), !holds(15, 4)];
                draft.formula.add_clause(&clause);
                draft.refuted.add_clause(&clause);
            },
            manifest: no_change,
            says: "formula.cnf: has the clause '-64 -4 0', which does not belong there",
        },
        Mistake {
            name: "a rule clause that says too much",
            plant: |draft| {
                let first = draft.formula.clauses().next().unwrap().to_vec();
                let shorter = rewritten(&draft.formula, |place| place > 0, |lit| lit);
                draft.formula = shorter;
                draft.formula.add_clause(&first[..first.len() - 1]);
                draft.refuted = draft.formula.clone();
            },
            manifest: no_change,
            says: "formula.cnf: ",
        },
        Mistake {
            name: "a count that is too small",
            plant: |draft| drop(draft.facts.solutions.pop()),
            manifest: no_change,
            says: "formula.cnf: has the clause",
        },
        Mistake {
            name: "a count that is too large",
            plant: |draft| draft.facts.solutions.push(draft.facts.solutions[0].clone()),
            manifest: no_change,
            says: "solutions.txt: grid 4: stands there twice",
        },
        Mistake {
            name: "a count that only the manifest has",
            plant: |_| {},
            manifest: |manifest| manifest.solutions += 1,
            says: "claim.txt: expected",
        },
        Mistake {
            name: "a blocking clause that is skipped",
            plant: |draft| {
                let last = draft.formula.clause_count() - 1;
                draft.formula = rewritten(&draft.formula, |place| place < last, |lit| lit);
            },
            manifest: no_change,
            says: "formula.cnf: lacks the clause",
        },
        Mistake {
            name: "rows and columns of variables exchanged",
            plant: |draft| {
                draft.formula = rewritten(&draft.formula, |_| true, transposed);
                draft.refuted = draft.formula.clone();
            },
            manifest: no_change,
            says: "formula.cnf: ",
        },
        Mistake {
            name: "digits of variables exchanged",
            plant: |draft| {
                let swapped = |lit: Lit| match lit.var().index() % 4 {
                    0 => shifted(lit, 1),
                    1 => shifted(lit, -1),
                    _ => lit,
                };
                draft.formula = rewritten(&draft.formula, |_| true, swapped);
                draft.refuted = draft.formula.clone();
            },
            manifest: no_change,
            says: "formula.cnf: ",
        },
        Mistake {
            name: "the digest of something else",
            plant: |_| {},
            manifest: |manifest| manifest.files[3].sha256 = manifest.files[2].sha256.clone(),
            says: "has another SHA-256 than the manifest says",
        },
        Mistake {
            name: "the size of something else",
            plant: |_| {},
            manifest: |manifest| manifest.files[3].bytes -= 1,
            says: "as the manifest says",
        },
        Mistake {
            name: "boxes of another shape",
            plant: |_| {},
            manifest: |manifest| manifest.shape = "1x4".into(),
            says: "claim.txt: expected",
        },
    ];
    assert_judged(&Assertion::Solutions(3), &facts, &mistakes);
}

#[test]
fn a_score_by_a_prover_with_a_mistake_is_refused() {
    let given = puzzle();
    let weights = (0..16).map(|cell| [3, 7, 1, 9, 4][cell % 5]).collect();
    let objective = Objective::new(given.geometry(), weights).unwrap();
    let limits = Limits::unlimited();
    let mut native = NativeBackend::default();
    let best = backend::maximise(&mut native, &given, &objective, &limits).unwrap();
    let Optimum::Optimal { solution, score } = best else {
        panic!("{best:?}");
    };
    let facts = Facts {
        solutions: vec![solution],
        objective: Some(ObjectiveFile::new(&objective, false, score)),
        lowest: false,
    };
    let mistakes = [
        Mistake {
            name: "none",
            plant: |_| {},
            manifest: no_change,
            says: "verified",
        },
        Mistake {
            name: "a total that is too large",
            plant: |draft| in_objective(draft, |objective| objective.constant += 1),
            manifest: no_change,
            says: "objective.txt: the constants make",
        },
        Mistake {
            name: "a reduced score that is too small",
            plant: |draft| in_objective(draft, |objective| objective.reduced_score -= 1),
            manifest: no_change,
            says: "objective.txt: the reduced score and the constant make",
        },
        Mistake {
            name: "a score that nobody reaches",
            plant: |draft| {
                in_objective(draft, |objective| {
                    objective.score += 1;
                    objective.reduced_score += 1;
                });
            },
            manifest: no_change,
            says: "solutions.txt: the grid is worth",
        },
        Mistake {
            name: "the opposite direction",
            plant: |draft| draft.facts.lowest = true,
            manifest: no_change,
            says: "objective.txt: the direction is not that of the claim",
        },
        Mistake {
            name: "a bound that is too strong",
            plant: |draft| {
                // The literal of the next smaller loss: grids must be better by more.
                assert!(draft.formula.variables() > 64);
                let last = draft.formula.clause_count() - 1;
                let bound = draft.formula.clauses().nth(last).unwrap()[0];
                draft.formula = rewritten(&draft.formula, |place| place < last, |lit| lit);
                draft.formula.add_clause(&[shifted(bound, -1)]);
                draft.refuted = draft.formula.clone();
            },
            manifest: no_change,
            says: "formula.cnf: ",
        },
        Mistake {
            name: "a worse grid as the best",
            plant: |draft| {
                let mut all = solutions(&puzzle());
                all.retain(|solution| *solution != draft.facts.solutions[0]);
                draft.facts.solutions = all.into_iter().take(1).collect();
            },
            manifest: no_change,
            says: "solutions.txt: the grid is worth",
        },
    ];
    let assertion = Assertion::Best {
        objective,
        lowest: false,
    };
    assert_judged(&assertion, &facts, &mistakes);
}

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
    proof::check(system, &for_judge(formula), proof, &|| false).ok()
}

/// The result of a check of a DRAT proof, and the proof as LRAT.
fn translated(formula: &Formula, drat: &[u8], binary: bool) -> (CheckResult, Vec<u8>) {
    let mut lrat = Vec::new();
    let result = translate(&for_judge(formula), drat, &|| false, &mut lrat, binary);
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
        let file = tempfile::NamedTempFile::new().unwrap();
        let format = if binary { ProofFormat::Binary } else { ProofFormat::Text };
        let limits = ProofLimits { limits: &Limits::unlimited(), most: MAX_PROOF };
        let answer = varisat(&formula, format, file.path(), limits).unwrap();
        let drat = std::fs::read(file.path()).unwrap();
        let (result, lrat) = translated(&formula, &drat, binary);
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
            match translated(&formula, drat_of(&kept).as_bytes(), false).0 {
                CheckResult::Flawed(why) if why.contains("does not follow") => drop(kept.pop()),
                CheckResult::Flawed(_) => {}
                CheckResult::Refuted(_) => break,
                CheckResult::Stopped => panic!("stopped"),
            }
        }
        let drat = drat_of(&kept);
        let (result, lrat) = translated(&formula, drat.as_bytes(), false);
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
    let (_, lrat) = translated(&formula, b"-1 0\n2 0\n0\n", false);
    let checked = checked(ProofSystem::Lrat, &formula, &lrat);
    assert!(matches!(checked, Some(CheckResult::Refuted(stats)) if stats.rat == 1));
}
