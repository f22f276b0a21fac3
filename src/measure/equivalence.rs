//! Proof that an encoding is equivalent to the rules on small grids: its models, projected
//! on the candidates, are exactly the solutions. At-most-one schemes write few literals pair by
//! pair, so each is proven for more literals than those grids have in a house.

use crate::backend::{self, Backend, NativeBackend, Presolve, SatBackend, WrongAnswer};
use crate::cnf::Lit;
use crate::encoding::Encoding;
use crate::grid::symmetry::pattern;
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::sat::enumerate::{Blocking, enumerate};
use crate::sat::{Engine, LimitChecks};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The box shapes of these grids, which have 2, 12, 576 and 288 solutions.
const SHAPES: [&str; 4] = ["1x2", "1x3", "1x4", "2x2"];

/// In these, rows and columns of a box differ in length. They have too many solutions, so that
/// the first cells are given.
const OBLONG: [&str; 2] = ["2x3", "3x2"];
const OBLONG_GIVENS: usize = 13;

/// At most one is proven for up to this many literals, or twice a group and one more if that is
/// larger, but for no more than [`MAX_LITERALS`].
const LITERALS: usize = 10;

/// Maximum number of literals for which at most one is proven.
const MAX_LITERALS: usize = 40;

/// More solutions than any of these grids has.
const LIMIT: u64 = 1000;

/// Why an encoding is not proven equivalent to the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotEquivalent {
    /// It has a model that is not a solution.
    #[error("{encoding} is not equivalent to the rules: on a grid with boxes {shape}, {wrong}")]
    Model {
        /// The encoding's name.
        encoding: String,
        /// The boxes of the grid.
        shape: Geometry,
        /// What is wrong with the model.
        wrong: String,
    },
    /// An at-most-one constraint is wrong.
    #[error(
        "{encoding} is not equivalent to the rules: its at-most-one of {literals} literals {wrong}"
    )]
    AtMostOne {
        /// The encoding's name.
        encoding: String,
        /// The number of literals.
        literals: usize,
        /// What is wrong with it.
        wrong: String,
    },
    /// The sets of solutions differ.
    #[error(
        "{encoding} is not equivalent to the rules: on a grid with boxes {shape} it has {found} \
         solutions, expected {expected}"
    )]
    Missing {
        /// The encoding's name.
        encoding: String,
        /// The boxes of the grid.
        shape: Geometry,
        /// Solutions of the encoding.
        found: usize,
        /// Solutions of the grid.
        expected: usize,
    },
    /// A limit or a fault of the engine came before the end of the proof.
    #[error("{encoding} is not proven equivalent to the rules: {reason}")]
    Stopped {
        /// The encoding's name.
        encoding: String,
        /// The limit or the fault.
        reason: Reason,
    },
}

/// Enumerates the models of an encoding on small grids with this engine: empty and with
/// a given, with all candidates and with live ones only; and those of its at-most-one scheme.
///
/// # Errors
/// [`NotEquivalent`] for the first grid on which they differ from the solutions, for the smallest
/// number of literals whose at-most-one is wrong, or if a limit ended the proof.
pub fn prove(encoding: &Encoding, engine: &Engine, limits: &Limits) -> Result<(), NotEquivalent> {
    let two_groups = encoding.spec().group.saturating_mul(2).saturating_add(1);
    for literals in 2..=two_groups.clamp(LITERALS, MAX_LITERALS) {
        prove_at_most_one(encoding, literals, engine, limits)?;
    }
    puzzles().try_for_each(|puzzle| prove_puzzle(encoding, &puzzle, engine, limits))
}

/// The grids whose solutions are compared.
fn puzzles() -> impl Iterator<Item = Puzzle> {
    let shapes = |names: &'static [&str]| names.iter().flat_map(|name| name.parse::<Geometry>());
    let small = shapes(&SHAPES).flat_map(|shape| {
        let mut given = Puzzle::empty(shape);
        given.set(Cell(1), Digit::new(1));
        [Puzzle::empty(shape), given]
    });
    let oblong = shapes(&OBLONG).map(|shape| {
        let (mut puzzle, pattern) = (Puzzle::empty(shape), pattern(shape));
        for cell in shape.cells().take(OBLONG_GIVENS) {
            puzzle.set(cell, Some(pattern.digit(cell)));
        }
        puzzle
    });
    small.chain(oblong)
}

/// The models for a puzzle are its solutions.
fn prove_puzzle(
    encoding: &Encoding,
    puzzle: &Puzzle,
    engine: &Engine,
    limits: &Limits,
) -> Result<(), NotEquivalent> {
    let shape = puzzle.geometry();
    let native = &mut NativeBackend::default();
    let expected = solutions(native, puzzle, &Limits::unlimited());
    for presolve in [Presolve::None, Presolve::Givens] {
        let mut backend = SatBackend::new(engine.clone(), encoding.clone(), presolve);
        let found = solutions(&mut backend, puzzle, limits);
        let wrong = |wrong: String| NotEquivalent::Model {
            encoding: encoding.name().to_owned(),
            shape,
            wrong,
        };
        let (found, end) = found.map_err(|w| wrong(w.flaw.to_string()))?;
        match end {
            // A model that is no grid.
            End::Stopped(Reason::Engine(what)) => return Err(wrong(what)),
            End::Stopped(reason) => {
                return Err(NotEquivalent::Stopped {
                    encoding: encoding.name().to_owned(),
                    reason,
                });
            }
            End::Exhausted | End::Enough => {}
        }
        if expected.as_ref().map(|(set, _)| set) != Ok(&found) {
            return Err(NotEquivalent::Missing {
                encoding: encoding.name().to_owned(),
                shape,
                found: found.len(),
                expected: expected.map_or(0, |(set, _)| set.len()),
            });
        }
    }
    Ok(())
}

/// Of this many literals under the scheme, none can be true, or each one alone.
fn prove_at_most_one(
    encoding: &Encoding,
    count: usize,
    engine: &Engine,
    limits: &Limits,
) -> Result<(), NotEquivalent> {
    let spec = encoding.spec();
    let mut solver = (engine.make)(LimitChecks::for_limits(limits));
    let literals: Vec<Lit> = (0..count).map(|_| solver.new_var().positive()).collect();
    spec.at_most_one.encode(&literals, spec.group, &mut *solver);
    let (mut models, mut both) = (0, false);
    let end = enumerate(&mut *solver, &[], Blocking::Permanent, limits, |model| {
        let is_true = |lit: &Lit| model.value(lit.var()) == Some(true);
        let held: Vec<Lit> = literals.iter().copied().filter(is_true).collect();
        both = held.len() > 1;
        models += 1;
        match both {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(
                literals
                    .iter()
                    .map(|lit| if is_true(lit) { !*lit } else { *lit })
                    .collect(),
            ),
        }
    });
    let wrong = match end {
        End::Stopped(reason) => {
            return Err(NotEquivalent::Stopped {
                encoding: encoding.name().to_owned(),
                reason,
            });
        }
        End::Exhausted | End::Enough if both => "allows two of them".to_owned(),
        End::Exhausted | End::Enough if models != count + 1 => {
            format!("has {models} models, expected {}", count + 1)
        }
        End::Exhausted | End::Enough => return Ok(()),
    };
    Err(NotEquivalent::AtMostOne {
        encoding: encoding.name().to_owned(),
        literals: count,
        wrong,
    })
}

fn solutions(
    backend: &mut dyn Backend,
    puzzle: &Puzzle,
    limits: &Limits,
) -> Result<(BTreeSet<Solution>, End), WrongAnswer> {
    let mut set = BTreeSet::new();
    let keep = &mut |solution: &Solution| {
        set.insert(solution.clone());
        ControlFlow::Continue(())
    };
    let tally = backend::enumerate(backend, puzzle, LIMIT, limits, keep)?;
    Ok((set, tally.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{ClauseSink, Lit, Var};
    use crate::outcome::Fault;
    use crate::sat::{SatSolver, SatVerdict, Varisat};
    use std::sync::Arc;
    use std::time::Duration;

    /// A solver that changes one clause.
    struct Faulty {
        inner: Varisat,
        clause: usize,
        change: fn(&[Lit]) -> Option<Vec<Lit>>,
        seen: usize,
        variables: u32,
        /// Instead of an answer about formulas with more variables.
        gives_up_above: u32,
    }

    impl ClauseSink for Faulty {
        fn new_var(&mut self) -> Var {
            let var = self.inner.new_var();
            self.variables = var.number();
            var
        }

        fn add_clause(&mut self, clause: &[Lit]) {
            self.seen += 1;
            if self.seen != self.clause {
                self.inner.add_clause(clause);
            } else if let Some(changed) = (self.change)(clause) {
                self.inner.add_clause(&changed);
            }
        }
    }

    impl SatSolver for Faulty {
        fn prefer(&mut self, value: bool) {
            self.inner.prefer(value);
        }
        fn assume(&mut self, assumptions: &[Lit]) {
            self.inner.assume(assumptions);
        }
        fn solve(&mut self, limits: &Limits) -> SatVerdict {
            match self.variables > self.gives_up_above {
                true => SatVerdict::Unknown(Reason::Fault(Fault::GaveUp, "gave up".into())),
                false => self.inner.solve(limits),
            }
        }
        fn value(&self, var: Var) -> Option<bool> {
            self.inner.value(var)
        }
        fn core(&mut self) -> &[Lit] {
            self.inner.core()
        }
    }

    fn faulty(clause: usize, change: fn(&[Lit]) -> Option<Vec<Lit>>) -> Engine {
        engine(clause, change, u32::MAX)
    }

    fn engine(
        clause: usize,
        change: fn(&[Lit]) -> Option<Vec<Lit>>,
        gives_up_above: u32,
    ) -> Engine {
        Engine {
            make: Arc::new(move |_| {
                Box::new(Faulty {
                    inner: Varisat::new(LimitChecks::BeforeSolving),
                    clause,
                    change,
                    seen: 0,
                    variables: 0,
                    gives_up_above,
                })
            }),
            ..Engine::varisat()
        }
    }

    #[test]
    fn every_built_in_encoding_is_equivalent() {
        for encoding in Encoding::built_in() {
            for engine in Engine::built_in() {
                assert_eq!(prove(&encoding, &engine, &Limits::unlimited()), Ok(()));
            }
        }
    }

    #[test]
    fn an_encoding_with_a_missing_or_changed_clause_is_not() {
        let minimal = Encoding::named("minimal").unwrap();
        let drop = |_: &[Lit]| None;
        let negate_first = |clause: &[Lit]| {
            let (first, rest) = clause.split_first()?;
            Some([&[!*first], rest].concat())
        };
        for clause in [1, 2] {
            let engine = faulty(clause, drop);
            assert_differs(prove(&minimal, &engine, &Limits::unlimited()));
        }
        for clause in [1, 5, 9] {
            let engine = faulty(clause, negate_first);
            assert_differs(prove(&minimal, &engine, &Limits::unlimited()));
        }
    }

    /// On the small grids, these schemes write pairs.
    #[test]
    fn a_scheme_with_a_missing_or_changed_clause_is_not() {
        for (name, literals, clauses) in [("product", 9, 24), ("commander", 5, 10)] {
            let encoding = Encoding::named(name).unwrap();
            let proven = |clause| {
                let engine = faulty(clause, |_| None);
                prove_at_most_one(&encoding, literals, &engine, &Limits::unlimited())
            };
            for clause in 1..=clauses {
                assert_differs(proven(clause));
                assert_differs(prove(
                    &encoding,
                    &faulty(clause, |_| None),
                    &Limits::unlimited(),
                ));
            }
            assert_eq!(proven(0), Ok(()));
        }
    }

    fn assert_differs(result: Result<(), NotEquivalent>) {
        let differs = matches!(
            result,
            Err(NotEquivalent::Model { .. }
                | NotEquivalent::Missing { .. }
                | NotEquivalent::AtMostOne { .. })
        );
        assert!(differs, "{result:?}");
    }

    #[test]
    fn a_limit_is_no_difference() {
        let minimal = Encoding::named("minimal").unwrap();
        let limits = Limits::unlimited().within(Duration::ZERO);
        let stopped = prove(&minimal, &Engine::varisat(), &limits);
        let expected = NotEquivalent::Stopped {
            encoding: "minimal".into(),
            reason: Reason::Timeout,
        };
        assert_eq!(stopped, Err(expected));
    }

    #[test]
    fn a_solver_that_gives_up_on_grids_shows_no_difference() {
        let minimal = Encoding::named("minimal").unwrap();
        // At-most-one schemes have fewer variables, 4×4 grids have 64.
        let engine = engine(0, |_| None, 60);
        let stopped = prove(&minimal, &engine, &Limits::unlimited());
        let expected = NotEquivalent::Stopped {
            encoding: "minimal".into(),
            reason: Reason::Fault(Fault::GaveUp, "gave up".into()),
        };
        assert_eq!(stopped, Err(expected));
    }
}
