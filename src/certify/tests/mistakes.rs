//! Provers with a mistake in what they share with the verifier: each is refused.

use crate::backend::{self, NativeBackend, Optimum};
use crate::certify::MAX_PROOF;
use crate::certify::certifiable::{Certifiable, Conclusion};
use crate::certify::files::{self, Stated};
use crate::certify::manifest::{Evidence, Manifest};
use crate::certify::objective::ObjectiveFile;
use crate::certify::solver::{ProofFormat, ProofLimits, SolverAnswer, varisat};
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::grid::{Cell, Digit, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Directed, Direction, Objective};
use satoku_verify::file;
use satoku_verify::files::Memory;
use satoku_verify::verify::{Verdict, certificate};

/// What a prover found and is about to write.
struct Draft {
    solutions: Vec<Solution>,
    objective: Option<ObjectiveFile>,
    direction: Direction,
    /// What is written.
    formula: Formula,
    /// What the solver refutes.
    refuted: Formula,
}

/// A mistake, and what the verifier says about it.
struct Mistake {
    name: &'static str,
    plant: fn(&mut Draft),
    manifest: fn(&mut Manifest),
    says: &'static str,
}

/// A mistake before the certificate is written.
const fn planted(name: &'static str, says: &'static str, plant: fn(&mut Draft)) -> Mistake {
    Mistake {
        name,
        plant,
        manifest: |_| {},
        says,
    }
}

/// A mistake in the manifest alone.
const fn in_manifest(
    name: &'static str,
    says: &'static str,
    manifest: fn(&mut Manifest),
) -> Mistake {
    Mistake {
        name,
        plant: |_| {},
        manifest,
        says,
    }
}

fn puzzle() -> Puzzle {
    let mut puzzle = Puzzle::empty("2x2".parse().unwrap());
    for (cell, digit) in [(0, 1), (8, 3), (15, 2)] {
        puzzle.set(Cell(cell), Digit::new(digit));
    }
    puzzle
}

fn solutions(puzzle: &Puzzle) -> Vec<Solution> {
    let mut native = NativeBackend::default();
    let found = backend::solutions(&mut native, puzzle, 100, &Limits::unlimited());
    found.unwrap().0
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

/// The literal of the variable that comes `by` variables later.
fn shifted(lit: Lit, by: isize) -> Lit {
    let var = Var::from_index(lit.var().index().strict_add_signed(by));
    match lit.is_positive() {
        true => var.positive(),
        false => var.negative(),
    }
}

fn in_objective(draft: &mut Draft, change: fn(&mut ObjectiveFile)) {
    draft.objective.iter_mut().for_each(change);
}

/// Writes the certificate of a prover with this mistake; what the verifier says.
fn verified(conclusion: &Conclusion<Objective>, mistake: &Mistake) -> Verdict {
    let (puzzle, limits) = (puzzle(), Limits::unlimited());
    let Ok(formula) = puzzle.negation(conclusion, &limits) else {
        panic!("no formula");
    };
    let best = conclusion.best();
    let mut draft = Draft {
        solutions: conclusion.solutions().to_vec(),
        objective: best.map(|(solution, objective)| ObjectiveFile::new(objective, solution)),
        direction: best.map_or_else(Direction::default, |(_, objective)| objective.direction()),
        refuted: formula.clone(),
        formula,
    };
    (mistake.plant)(&mut draft);
    let limits = ProofLimits {
        limits: &limits,
        most: MAX_PROOF,
    };
    let mut proof = Vec::new();
    let answer = varisat(&draft.refuted, ProofFormat::Text, &mut proof, limits);
    assert_eq!(answer, SolverAnswer::Unsatisfiable, "{}", mistake.name);
    let mut made = Memory::default();
    made.files.insert(file::DRAT.to_owned(), proof);
    let objective = draft.objective.as_ref();
    let stated = Stated {
        solutions: draft.solutions.len(),
        score: objective.map(|objective| (draft.direction, objective.score)),
        bound: None,
    };
    files::write_formula(&draft.formula, &mut made).unwrap();
    let proofs = vec![file::FORMULA.into(), file::DRAT.into()];
    files::draft(&puzzle, &draft.solutions, objective, stated)
        .write_texts(&mut made, "varisat", Evidence::Drat, None, proofs)
        .unwrap();
    let bytes = made.files.get_mut(file::MANIFEST).unwrap();
    let mut manifest: Manifest = serde_json::from_slice(bytes).unwrap();
    (mistake.manifest)(&mut manifest);
    *bytes = serde_json::to_vec(&manifest).unwrap();
    certificate(&made, &|| false, &mut |_| {}).unwrap()
}

fn assert_verdicts(conclusion: &Conclusion<Objective>, mistakes: &[Mistake]) {
    for mistake in mistakes {
        let name = mistake.name;
        match verified(conclusion, mistake) {
            Verdict::Verified(_) => assert_eq!(mistake.says, "verified", "{name}"),
            Verdict::Rejected(why) => assert!(why.contains(mistake.says), "{name}: {why}"),
            Verdict::TooLarge(_) | Verdict::Stopped => panic!("{name}"),
        }
    }
}

/// Mistakes of a prover that counts.
fn mistakes_in_a_count() -> Vec<Mistake> {
    vec![
        planted("none", "verified", |_| {}),
        planted(
            "a rule that Sudoku does not have",
            "formula.cnf: has the clause '-64 -4 0', which does not belong there",
            |draft| {
                // The corners of a diagonal differ.
                let clause = [!holds(0, 4), !holds(15, 4)];
                draft.formula.add_clause(&clause);
                draft.refuted.add_clause(&clause);
            },
        ),
        planted(
            "a rule clause that says too much",
            "formula.cnf: ",
            |draft| {
                let first = draft.formula.clauses().next().unwrap().to_vec();
                let shorter = rewritten(&draft.formula, |place| place > 0, |lit| lit);
                draft.formula = shorter;
                draft.formula.add_clause(&first[..first.len() - 1]);
                draft.refuted = draft.formula.clone();
            },
        ),
        planted(
            "a count that is too small",
            "formula.cnf: has the clause",
            |draft| drop(draft.solutions.pop()),
        ),
        planted(
            "a count that is too large",
            "solutions.txt: grid 4: occurs twice",
            |draft| draft.solutions.push(draft.solutions[0].clone()),
        ),
        planted(
            "a blocking clause that is skipped",
            "formula.cnf: lacks the clause",
            |draft| {
                let last = draft.formula.clause_count() - 1;
                draft.formula = rewritten(&draft.formula, |place| place < last, |lit| lit);
            },
        ),
        planted(
            "rows and columns of variables exchanged",
            "formula.cnf: ",
            |draft| {
                draft.formula = rewritten(&draft.formula, |_| true, transposed);
                draft.refuted = draft.formula.clone();
            },
        ),
        planted("digits of variables exchanged", "formula.cnf: ", |draft| {
            let swapped = |lit: Lit| match lit.var().index() % 4 {
                0 => shifted(lit, 1),
                1 => shifted(lit, -1),
                _ => lit,
            };
            draft.formula = rewritten(&draft.formula, |_| true, swapped);
            draft.refuted = draft.formula.clone();
        }),
    ]
}

/// Mistakes of a prover that writes the manifest.
fn mistakes_in_a_manifest() -> Vec<Mistake> {
    vec![
        in_manifest(
            "a count that only the manifest has",
            "claim.txt: expected",
            |manifest| manifest.solutions += 1,
        ),
        in_manifest(
            "the digest of something else",
            "does not have the SHA-256 that the manifest says",
            |manifest| manifest.files[3].sha256 = manifest.files[2].sha256.clone(),
        ),
        in_manifest(
            "the size of something else",
            "as the manifest says",
            |manifest| manifest.files[3].bytes -= 1,
        ),
        in_manifest(
            "boxes of another shape",
            "claim.txt: expected",
            |manifest| manifest.shape = Some("1x4".into()),
        ),
    ]
}

#[test]
fn a_count_by_a_prover_with_a_mistake_is_refused() {
    let solutions = solutions(&puzzle());
    assert_eq!(solutions.len(), 3);
    let conclusion = Conclusion::All(solutions);
    assert_verdicts(&conclusion, &mistakes_in_a_count());
    assert_verdicts(&conclusion, &mistakes_in_a_manifest());
}

/// Mistakes of a prover of scores.
fn mistakes_in_a_score() -> Vec<Mistake> {
    vec![
        planted("none", "verified", |_| {}),
        planted(
            "a total that is too large",
            "objective.txt: the constants make",
            |draft| in_objective(draft, |objective| objective.constant += 1),
        ),
        planted(
            "a reduced score that is too small",
            "objective.txt: the reduced score and the constant make",
            |draft| in_objective(draft, |objective| objective.reduced_score -= 1),
        ),
        planted(
            "a score that nobody reaches",
            "solutions.txt: the grid scores",
            |draft| {
                in_objective(draft, |objective| {
                    objective.score += 1;
                    objective.reduced_score += 1;
                });
            },
        ),
        planted(
            "the opposite direction",
            "objective.txt: the direction is not that of the claim",
            |draft| draft.direction = Direction::Lowest,
        ),
        planted("a bound that is too strong", "formula.cnf: ", |draft| {
            // The literal of the next smaller loss: grids must be better by more.
            assert!(draft.formula.variables() > 64);
            let last = draft.formula.clause_count() - 1;
            let bound = draft.formula.clauses().nth(last).unwrap()[0];
            draft.formula = rewritten(&draft.formula, |place| place < last, |lit| lit);
            draft.formula.add_clause(&[shifted(bound, -1)]);
            draft.refuted = draft.formula.clone();
        }),
        planted(
            "a worse grid as the best",
            "solutions.txt: the grid scores",
            |draft| {
                let mut all = solutions(&puzzle());
                all.retain(|solution| *solution != draft.solutions[0]);
                draft.solutions = all.into_iter().take(1).collect();
            },
        ),
    ]
}

#[test]
fn a_score_by_a_prover_with_a_mistake_is_refused() {
    let given = puzzle();
    let weights = (0..16).map(|cell| [3, 7, 1, 9, 4][cell % 5]).collect();
    let objective = Directed::highest(Objective::new(given.geometry(), weights).unwrap());
    let limits = Limits::unlimited();
    let mut native = NativeBackend::default();
    let best = backend::maximise(&mut native, &given, objective.to_maximise(), &limits).unwrap();
    let Optimum::Optimal { solution, .. } = best else {
        panic!("{best:?}");
    };
    let conclusion = Conclusion::Best {
        solution,
        objective,
    };
    assert_verdicts(&conclusion, &mistakes_in_a_score());
}
