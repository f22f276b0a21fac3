//! What every engine in this build must do.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

/// A solver of every engine that looks at its limits while it solves.
fn solvers() -> Vec<(String, Box<dyn SatSolver>)> {
    solvers_with(LimitChecks::WhileSolving)
}

fn solvers_with(checks: LimitChecks) -> Vec<(String, Box<dyn SatSolver>)> {
    let engines = Engine::built_in().into_iter();
    engines
        .map(|engine| (engine.name, (engine.make)(checks)))
        .collect()
}

/// The pigeonhole principle: `holes + 1` pigeons in `holes` holes. There is no model, and
/// no short resolution proof.
fn pigeons(solver: &mut dyn SatSolver, holes: usize) {
    let vars: Vec<Vec<Var>> = (0..=holes)
        .map(|_| (0..holes).map(|_| solver.new_var()).collect())
        .collect();
    for pigeon in &vars {
        let somewhere: Vec<Lit> = pigeon.iter().map(|v| v.positive()).collect();
        solver.add_clause(&somewhere);
    }
    for (a, first) in vars.iter().enumerate() {
        for second in &vars[..a] {
            for (one, other) in first.iter().zip(second) {
                solver.add_clause(&[one.negative(), other.negative()]);
            }
        }
    }
}

#[test]
fn a_hard_formula_stops_at_its_deadline() {
    for (name, mut solver) in solvers() {
        pigeons(&mut *solver, 12);
        let limits = Limits::unlimited().within(Duration::from_millis(300));
        let verdict = solver.solve(&limits);
        assert_eq!(verdict, SatVerdict::Unknown(Reason::Timeout), "{name}");
    }
}

#[test]
fn varisat_repeats_its_reason_after_a_deadline() {
    let mut solver = Varisat::new(LimitChecks::WhileSolving);
    pigeons(&mut solver, 12);
    let limits = Limits::unlimited().within(Duration::from_millis(50));
    solver.solve(&limits);
    solver.add_clause(&[]);
    let again = solver.solve(&Limits::unlimited());
    assert_eq!(again, SatVerdict::Unknown(Reason::Timeout));
}

#[test]
fn varisat_tries_the_preferred_value_first() {
    let trues = |early: Option<bool>, late: Option<bool>| {
        let mut solver = Varisat::new(LimitChecks::BeforeSolving);
        early.into_iter().for_each(|value| solver.prefer(value));
        let vars: Vec<Var> = (0..10).map(|_| solver.new_var()).collect();
        late.into_iter().for_each(|value| solver.prefer(value));
        let clause: Vec<Lit> = vars.iter().map(|var| var.positive()).collect();
        solver.add_clause(&clause);
        assert_eq!(solver.solve(&Limits::unlimited()), SatVerdict::Sat);
        let is_true = |var: &&Var| solver.value(**var) == Some(true);
        vars.iter().filter(is_true).count()
    };
    assert_eq!(trues(None, None), 10);
    assert_eq!(trues(Some(true), Some(false)), 10);
    assert_eq!(trues(Some(false), Some(true)), 1);
}

#[test]
fn engines_are_incremental() {
    let without_checks = solvers_with(LimitChecks::BeforeSolving).into_iter();
    let false_first = solvers().into_iter().map(|(name, mut solver)| {
        solver.prefer(false);
        (name, solver)
    });
    for (name, mut solver) in without_checks.chain(solvers()).chain(false_first) {
        let [a, b, unused] = [solver.new_var(), solver.new_var(), solver.new_var()];
        let limits = Limits::unlimited();
        solver.add_clause(&[a.positive(), b.positive()]);
        solver.assume(&[a.negative()]);
        assert_eq!(solver.solve(&limits), SatVerdict::Sat, "{name}");
        let values = (solver.value(a), solver.value(b));
        assert_eq!(values, (Some(false), Some(true)), "{name}");
        assert_ne!(solver.value(unused), Some(true), "{name}");
        solver.assume(&[a.negative(), b.negative()]);
        assert_eq!(solver.solve(&limits), SatVerdict::Unsat, "{name}");
        let mut core = solver.core().to_vec();
        core.sort();
        assert!(!core.is_empty(), "{name}");
        assert!(
            core.iter().all(|lit| !lit.is_positive()),
            "{name}: {core:?}"
        );
        assert_eq!(solver.solve(&limits), SatVerdict::Sat, "{name}");
        solver.add_clause(&[b.negative()]);
        solver.add_clause(&[a.negative()]);
        assert_eq!(solver.solve(&limits), SatVerdict::Unsat, "{name}");
        assert_eq!(solver.value(a), None, "{name}");
    }
}

/// varisat leaves assumptions out of cores once new variables take the place of those that
/// unit clauses have settled.
#[test]
fn a_core_has_no_model() {
    const ROUNDS: usize = 200;
    let limits = Limits::unlimited();
    let mut cores = 0;
    for seed in 0..3 {
        for (name, mut solver) in solvers() {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut vars: Vec<Var> = (0..40).map(|_| solver.new_var()).collect();
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            for _ in 0..ROUNDS {
                let mut literal = || {
                    let var = vars[random.random_range(0..vars.len())];
                    match random.random() {
                        true => var.positive(),
                        false => var.negative(),
                    }
                };
                let (one, other) = (literal(), literal());
                let clause: Vec<Lit> = (0..3).map(|_| literal()).collect();
                let assumptions: Vec<Lit> = (0..20).map(|_| literal()).collect();
                let any = solver.new_var();
                let [one_is_any, other_is_any] = [one, other].map(|lit| [!lit, any.positive()]);
                let any_is_either = [one, other, any.negative()];
                for clause in [&clause[..], &one_is_any, &other_is_any, &any_is_either] {
                    solver.add_clause(clause);
                    clauses.push(clause.to_vec());
                }
                vars.push(any);
                solver.assume(&assumptions);
                if solver.solve(&limits) == SatVerdict::Sat {
                    continue;
                }
                let core = solver.core();
                if core.is_empty() {
                    break;
                }
                assert!(core.iter().all(|lit| assumptions.contains(lit)), "{name}");
                let mut again = Varisat::new(LimitChecks::BeforeSolving);
                clauses.iter().for_each(|clause| again.add_clause(clause));
                core.iter().for_each(|lit| again.add_clause(&[*lit]));
                assert_eq!(again.solve(&limits), SatVerdict::Unsat, "{name} {seed}");
                cores += 1;
            }
        }
    }
    assert!(cores > 100, "{cores}");
}

#[test]
fn a_variable_that_is_only_assumed_has_its_value() {
    for (name, mut solver) in solvers() {
        let [a, b] = [solver.new_var(), solver.new_var()];
        solver.assume(&[a.positive(), b.negative()]);
        assert_eq!(
            solver.solve(&Limits::unlimited()),
            SatVerdict::Sat,
            "{name}"
        );
        let values = (solver.value(a), solver.value(b));
        assert_eq!(values, (Some(true), Some(false)), "{name}");
    }
}

#[test]
fn a_model_stays_until_the_next_solve() {
    for (name, mut solver) in solvers() {
        let a = solver.new_var();
        solver.add_clause(&[a.positive()]);
        assert_eq!(
            solver.solve(&Limits::unlimited()),
            SatVerdict::Sat,
            "{name}"
        );
        let b = solver.new_var();
        solver.add_clause(&[a.negative(), b.positive()]);
        solver.assume(&[b.negative()]);
        assert_eq!(solver.value(a), Some(true), "{name}");
        assert_eq!(
            solver.solve(&Limits::unlimited()),
            SatVerdict::Unsat,
            "{name}"
        );
        assert_eq!(solver.value(a), None, "{name}");
    }
}

#[test]
fn the_empty_clause_has_no_model() {
    for (name, mut solver) in solvers() {
        solver.add_clause(&[]);
        let verdict = solver.solve(&Limits::unlimited());
        assert_eq!(verdict, SatVerdict::Unsat, "{name}");
    }
}

#[test]
fn seven_pigeons_do_not_fit_six_holes() {
    for (name, mut solver) in solvers() {
        pigeons(&mut *solver, 6);
        let verdict = solver.solve(&Limits::unlimited());
        assert_eq!(verdict, SatVerdict::Unsat, "{name}");
    }
}

/// A limit came before the call, and the assumptions held for the next one.
#[test]
fn assumptions_are_for_one_call_even_if_it_does_nothing() {
    for (name, mut solver) in solvers() {
        let var = solver.new_var();
        solver.add_clause(&[var.positive()]);
        solver.assume(&[var.negative()]);
        let over = Limits::unlimited().within(Duration::ZERO);
        assert_eq!(
            solver.solve(&over),
            SatVerdict::Unknown(Reason::Timeout),
            "{name}"
        );
        assert_eq!(
            solver.solve(&Limits::unlimited()),
            SatVerdict::Sat,
            "{name}"
        );
    }
}
