//! Solvers that see a formula with other names, signs and orders.
//!
//! Renaming variables, negating some of them everywhere, and reordering clauses and their
//! literals change neither satisfiability nor, renamed back, the models. A solver whose answer
//! changes has a bug.

use super::{Engine, LimitChecks, MakeSolver, SatSolver, SatVerdict};
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::limits::Limits;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use std::time::Duration;

/// The engine, of which each call gets a shuffled formula. Formulas and `seed` determine the
/// shuffling; assumptions are renamed, but keep their order. Each call makes a new solver, so
/// nothing learnt is kept.
pub fn shuffled(engine: &Engine, seed: u64) -> Engine {
    let make = engine.make.clone();
    let mut engine = engine.clone();
    engine.capabilities.keeps_learnt = false;
    engine.make = Arc::new(move |checks| {
        Box::new(Shuffled {
            make: make.clone(),
            checks,
            seed,
            preferred: None,
            formula: Formula::default(),
            assumptions: Vec::new(),
            called: None,
        })
    });
    engine
}

struct Shuffled {
    make: MakeSolver,
    checks: LimitChecks,
    seed: u64,
    preferred: Option<bool>,
    formula: Formula,
    assumptions: Vec<Lit>,
    called: Option<Call>,
}

/// The last call.
struct Call {
    solver: Box<dyn SatSolver>,
    renaming: Renaming,
    has_model: bool,
    core: Vec<Lit>,
}

/// What each variable is called, by its index.
struct Renaming(Vec<Lit>);

impl Renaming {
    fn random(variables: usize, random: &mut ChaCha8Rng) -> Renaming {
        let mut indices: Vec<usize> = (0..variables).collect();
        indices.shuffle(random);
        let names = indices.into_iter().map(Var::from_index);
        let signed = names.map(|var| match random.random() {
            true => var.positive(),
            false => var.negative(),
        });
        Renaming(signed.collect())
    }

    fn of(&self, lit: Lit) -> Lit {
        let name = self.0[lit.var().index()];
        match lit.is_positive() {
            true => name,
            false => !name,
        }
    }
}

impl Shuffled {
    /// Random numbers that depend on every literal.
    fn random(&self, assumptions: &[Lit]) -> ChaCha8Rng {
        let clauses = self.formula.clauses().chain([assumptions]);
        let seed = clauses.fold(self.seed, |hash, clause| {
            let literals = clause.iter().map(|lit| lit.dimacs() as u64);
            literals.chain([0]).fold(hash, mixed)
        });
        ChaCha8Rng::seed_from_u64(seed)
    }

    fn call(&self, assumptions: &[Lit]) -> Call {
        let mut random = self.random(assumptions);
        let variables = self.formula.variables();
        let renaming = Renaming::random(variables, &mut random);
        let mut clauses: Vec<&[Lit]> = self.formula.clauses().collect();
        clauses.shuffle(&mut random);
        let mut solver = (self.make)(self.checks);
        if let Some(value) = self.preferred {
            solver.prefer(value);
        }
        for _ in 0..variables {
            solver.new_var();
        }
        let mut renamed = Vec::new();
        for clause in clauses {
            renamed.clear();
            renamed.extend(clause.iter().map(|&lit| renaming.of(lit)));
            renamed.shuffle(&mut random);
            solver.add_clause(&renamed);
        }
        let renamed: Vec<Lit> = assumptions.iter().map(|&lit| renaming.of(lit)).collect();
        solver.assume(&renamed);
        Call {
            solver,
            renaming,
            has_model: false,
            core: Vec::new(),
        }
    }
}

/// FNV-1a's step, on words instead of bytes, followed by a rotation.
fn mixed(hash: u64, word: u64) -> u64 {
    (hash ^ word)
        .wrapping_mul(0x0000_0100_0000_01b3)
        .rotate_left(29)
}

impl ClauseSink for Shuffled {
    fn new_var(&mut self) -> Var {
        self.formula.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.formula.add_clause(clause);
    }
}

impl SatSolver for Shuffled {
    fn prefer(&mut self, value: bool) {
        self.preferred = Some(value);
    }

    fn assume(&mut self, assumptions: &[Lit]) {
        self.assumptions = assumptions.to_vec();
    }

    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        let assumptions = std::mem::take(&mut self.assumptions);
        let mut call = self.call(&assumptions);
        let verdict = call.solver.solve(limits);
        call.has_model = verdict == SatVerdict::Sat;
        let core = call.solver.core();
        let is_in_core = |lit: &Lit| core.contains(&call.renaming.of(*lit));
        call.core = assumptions.into_iter().filter(is_in_core).collect();
        self.called = Some(call);
        verdict
    }

    fn value(&self, var: Var) -> Option<bool> {
        let call = self.called.as_ref().filter(|call| call.has_model)?;
        // Variables made after the call have no name.
        let name = call.renaming.0.get(var.index())?;
        // What a model leaves open is false under that name, but may be true under this one.
        let value = call.solver.value(name.var()).unwrap_or(false);
        Some(value == name.is_positive())
    }

    fn core(&mut self) -> &[Lit] {
        self.called.as_ref().map_or(&[], |call| &call.core)
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.called.as_ref()?.solver.cpu_time()
    }

    fn proof_check_time(&self) -> Duration {
        let called = self.called.as_ref();
        called.map_or(Duration::ZERO, |call| call.solver.proof_check_time())
    }

    fn conflicts(&self) -> Option<u64> {
        self.called.as_ref()?.solver.conflicts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    const VARIABLES: usize = 6;

    /// Clauses of three literals, which may repeat.
    fn clauses(random: &mut ChaCha8Rng, number: usize) -> Vec<Vec<Lit>> {
        let literal = |random: &mut ChaCha8Rng| {
            let var = Var::from_index(random.random_range(0..VARIABLES));
            match random.random() {
                true => var.positive(),
                false => var.negative(),
            }
        };
        let clause = |random: &mut ChaCha8Rng| (0..3).map(|_| literal(random)).collect();
        (0..number).map(|_| clause(random)).collect()
    }

    fn filled(engine: &Engine, clauses: &[Vec<Lit>]) -> (Box<dyn SatSolver>, Formula) {
        let mut solver = (engine.make)(LimitChecks::BeforeSolving);
        let mut formula = Formula::default();
        for _ in 0..VARIABLES {
            solver.new_var();
            formula.new_var();
        }
        for clause in clauses {
            solver.add_clause(clause);
            formula.add_clause(clause);
        }
        (solver, formula)
    }

    #[test]
    fn answers_models_and_cores_are_those_of_the_formula() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let (plain, mut satisfiable) = (Engine::varisat(), 0);
        for seed in 0..200 {
            let clauses = clauses(&mut random, 22);
            let (mut expected, formula) = filled(&plain, &clauses);
            let (mut found, _) = filled(&shuffled(&plain, seed), &clauses);
            let assumed = [0, 1].map(|index| Var::from_index(index).negative());
            for assumptions in [&assumed[..], &[]] {
                expected.assume(assumptions);
                found.assume(assumptions);
                let verdict = found.solve(&Limits::unlimited());
                assert_eq!(verdict, expected.solve(&Limits::unlimited()));
                if verdict == SatVerdict::Sat {
                    satisfiable += 1;
                    let holds = |var| found.value(var).unwrap();
                    assert_eq!(formula.broken_clause(holds), None);
                    assert!(
                        assumptions
                            .iter()
                            .all(|lit| holds(lit.var()) == lit.is_positive())
                    );
                } else {
                    let core = found.core().to_vec();
                    assert!(core.iter().all(|lit| assumptions.contains(lit)), "{core:?}");
                    expected.assume(&core);
                    assert_eq!(expected.solve(&Limits::unlimited()), SatVerdict::Unsat);
                }
            }
        }
        assert!((100..300).contains(&satisfiable), "{satisfiable}");
    }

    /// Formulas that solvers were given.
    type Seen = Arc<Mutex<Vec<Formula>>>;

    /// A solver that shows its formula and gives no values.
    struct Spy(Formula, Seen);

    impl ClauseSink for Spy {
        fn new_var(&mut self) -> Var {
            self.0.new_var()
        }

        fn add_clause(&mut self, clause: &[Lit]) {
            self.0.add_clause(clause);
        }
    }

    impl SatSolver for Spy {
        fn assume(&mut self, _: &[Lit]) {}

        fn solve(&mut self, _: &Limits) -> SatVerdict {
            self.1.lock().unwrap().push(self.0.clone());
            SatVerdict::Sat
        }

        fn value(&self, _: Var) -> Option<bool> {
            None
        }

        fn core(&mut self) -> &[Lit] {
            &[]
        }
    }

    #[test]
    fn names_signs_and_orders_depend_on_seed_and_formula() {
        let seen = Seen::default();
        let shown = seen.clone();
        let spy = Engine {
            make: Arc::new(move |_| Box::new(Spy(Formula::default(), shown.clone()))),
            ..Engine::varisat()
        };
        let clauses = clauses(&mut ChaCha8Rng::seed_from_u64(1), 20);
        for (seed, clauses) in [
            (1, &clauses[..]),
            (1, &clauses),
            (2, &clauses),
            (1, &clauses[1..]),
        ] {
            filled(&shuffled(&spy, seed), clauses)
                .0
                .solve(&Limits::unlimited());
        }
        let (mut solver, formula) = filled(&shuffled(&spy, 1), &clauses);
        let seen: Vec<Vec<Vec<i32>>> = seen.lock().unwrap().iter().map(numbers).collect();
        assert_eq!(seen[0], seen[1]);
        let different: BTreeSet<_> = seen.iter().cloned().chain([numbers(&formula)]).collect();
        assert_eq!(different.len(), 4);
        // What a model leaves open is false for the solver, whatever that means here.
        assert_eq!(solver.value(Var::from_index(0)), None);
        solver.solve(&Limits::unlimited());
        let values = (0..VARIABLES).map(|index| solver.value(Var::from_index(index)));
        let values: BTreeSet<Option<bool>> = values.collect();
        assert_eq!(values, BTreeSet::from([Some(false), Some(true)]));
    }

    fn numbers(formula: &Formula) -> Vec<Vec<i32>> {
        let number = |clause: &[Lit]| clause.iter().map(|lit| lit.dimacs()).collect();
        formula.clauses().map(number).collect()
    }
}
