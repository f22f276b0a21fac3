//! Proof that an encoding is equivalent to the rules on small grids: its models, projected
//! on the candidates, are exactly the solutions.

use crate::backend::{self, Backend, NativeBackend, Presolve, SatBackend, WrongAnswer};
use crate::encoding::Encoding;
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::sat::Engine;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The box shapes of these grids, which have 2, 12, 576 and 288 solutions.
const SHAPES: [&str; 4] = ["1x2", "1x3", "1x4", "2x2"];

/// More solutions than any of these grids has.
const LIMIT: u64 = 1000;

/// Why an encoding is not proven equivalent to the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotEquivalent {
    /// It has a model that is not a solution.
    #[error(
        "{encoding} is not equivalent to the rules: on an empty grid with boxes {shape}, {wrong}"
    )]
    Model {
        /// The encoding's name.
        encoding: String,
        /// The boxes of the grid.
        shape: Geometry,
        /// What is wrong with the model.
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
    /// A limit came before the end of the proof.
    #[error("{encoding} is not proven equivalent to the rules: {reason}")]
    Stopped {
        /// The encoding's name.
        encoding: String,
        /// The limit.
        reason: Reason,
    },
}

/// Enumerates the models of an encoding on small grids with this engine: empty and with
/// a given, with all candidates and with live ones only.
///
/// # Errors
/// [`NotEquivalent`] for the first grid on which they differ from the solutions, or if
/// a limit ended the proof.
pub fn prove(encoding: &Encoding, engine: &Engine, limits: &Limits) -> Result<(), NotEquivalent> {
    for shape in SHAPES {
        let Ok(shape) = shape.parse::<Geometry>() else {
            continue;
        };
        let mut given = Puzzle::empty(shape);
        given.set(Cell(1), Digit::new(1));
        for puzzle in [Puzzle::empty(shape), given] {
            let native = &mut NativeBackend::default();
            let expected = solutions(native, &puzzle, &Limits::unlimited());
            for presolve in [Presolve::None, Presolve::Givens] {
                let mut backend = SatBackend::new(engine.clone(), encoding.clone(), presolve);
                let found = solutions(&mut backend, &puzzle, limits);
                let wrong = |wrong: String| NotEquivalent::Model {
                    encoding: encoding.name().to_owned(),
                    shape,
                    wrong,
                };
                let (found, end) = found.map_err(|w| wrong(w.flaw.to_string()))?;
                match end {
                    End::Stopped(Reason::Timeout | Reason::Interrupted) => {
                        return Err(NotEquivalent::Stopped {
                            encoding: encoding.name().to_owned(),
                            reason: limits.reason(),
                        });
                    }
                    End::Stopped(reason) => return Err(wrong(reason.to_string())),
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
        }
    }
    Ok(())
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
    use crate::sat::{LimitChecks, SatSolver, SatVerdict, Varisat};
    use std::sync::Arc;
    use std::time::Duration;

    /// A solver that changes one clause.
    struct Faulty {
        inner: Varisat,
        clause: usize,
        change: fn(&[Lit]) -> Option<Vec<Lit>>,
        seen: usize,
    }

    impl ClauseSink for Faulty {
        fn new_var(&mut self) -> Var {
            self.inner.new_var()
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
            self.inner.solve(limits)
        }
        fn value(&self, var: Var) -> Option<bool> {
            self.inner.value(var)
        }
        fn core(&self) -> &[Lit] {
            self.inner.core()
        }
    }

    fn faulty(clause: usize, change: fn(&[Lit]) -> Option<Vec<Lit>>) -> Engine {
        Engine {
            make: Arc::new(move |_| {
                Box::new(Faulty {
                    inner: Varisat::new(LimitChecks::BeforeSolving),
                    clause,
                    change,
                    seen: 0,
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

    fn assert_differs(result: Result<(), NotEquivalent>) {
        let differs = matches!(
            result,
            Err(NotEquivalent::Model { .. } | NotEquivalent::Missing { .. })
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
}
