//! Enumeration of models: a blocking clause excludes each before the next is searched
//! for.

use super::{SatSolver, SatVerdict};
use crate::cnf::Lit;
use crate::limits::Limits;
use crate::outcome::End;
use std::ops::ControlFlow;

/// How long blocking clauses hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocking {
    /// As long as the solver exists.
    Permanent,
    /// During this enumeration, so that the solver can be used for others.
    Temporary,
}

/// Passes each model under the assumptions to `visit`, which returns a blocking clause or
/// breaks.
///
/// The model must falsify the clause, or it is found again, forever.
pub fn enumerate(
    solver: &mut dyn SatSolver,
    assumptions: &[Lit],
    blocking: Blocking,
    limits: &Limits,
    mut visit: impl FnMut(&dyn SatSolver) -> ControlFlow<(), Vec<Lit>>,
) -> End {
    let mut assumed = assumptions.to_vec();
    // Blocking clauses hold only if this literal does.
    let mut switch = None;
    let end = loop {
        solver.assume(&assumed);
        match solver.solve(limits) {
            SatVerdict::Unsat => break End::Exhausted,
            SatVerdict::Unknown(reason) => break End::Stopped(reason),
            SatVerdict::Sat => match visit(solver) {
                ControlFlow::Break(()) => break End::Enough,
                ControlFlow::Continue(mut clause) => {
                    if blocking == Blocking::Temporary {
                        clause.push(!*switch.get_or_insert_with(|| {
                            let switch = solver.new_var().positive();
                            assumed.push(switch);
                            switch
                        }));
                    }
                    solver.add_clause(&clause);
                }
            },
        }
    };
    if let Some(switch) = switch {
        solver.add_clause(&[!switch]);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::ClauseSink;
    use crate::sat::{LimitChecks, Varisat};

    #[test]
    fn three_free_variables_have_eight_models() {
        let mut solver = Varisat::new(LimitChecks::WhileSolving);
        let vars: Vec<_> = (0..3).map(|_| solver.new_var()).collect();
        for &var in &vars {
            solver.add_clause(&[var.positive(), var.negative()]);
        }
        let mut count = |assumptions: &[Lit], blocking| {
            let mut seen = Vec::new();
            let limits = Limits::unlimited();
            let ended = enumerate(&mut solver, assumptions, blocking, &limits, |solver| {
                let model: Vec<bool> = vars.iter().map(|&v| solver.value(v).unwrap()).collect();
                let block = vars.iter().zip(&model);
                let clause = block.map(|(v, &on)| if on { v.negative() } else { v.positive() });
                let clause = clause.collect();
                seen.push(model);
                ControlFlow::Continue(clause)
            });
            assert_eq!(ended, End::Exhausted);
            seen.sort();
            seen.dedup();
            seen.len()
        };
        assert_eq!(count(&[], Blocking::Temporary), 8);
        assert_eq!(count(&[vars[0].positive()], Blocking::Temporary), 4);
        assert_eq!(count(&[], Blocking::Permanent), 8);
        assert_eq!(count(&[], Blocking::Temporary), 0);
    }
}
