//! Models one by one, each excluded by a blocking clause before the next is
//! asked for.

use super::{SatSolver, SatVerdict};
use crate::budget::{Budget, End};
use crate::cnf::Lit;
use std::ops::ControlFlow;

/// Shows each model to `visit`, which returns the blocking clause, or a break.
///
/// A clause that the model satisfies does not block it: such a visitor is shown
/// the same model for ever.
pub fn enumerate(
    solver: &mut dyn SatSolver,
    budget: &Budget,
    mut visit: impl FnMut(&dyn SatSolver) -> ControlFlow<(), Vec<Lit>>,
) -> End {
    loop {
        match solver.solve(budget) {
            SatVerdict::Unsat => return End::Exhausted,
            SatVerdict::Unknown(reason) => return End::Stopped(reason),
            SatVerdict::Sat => match visit(solver) {
                ControlFlow::Continue(clause) => solver.add_clause(&clause),
                ControlFlow::Break(()) => return End::Enough,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::Varisat;

    #[test]
    fn three_free_variables_have_eight_models() {
        let mut solver = Varisat::new(true);
        let vars: Vec<_> = (0..3)
            .map(|_| crate::cnf::ClauseSink::new_var(&mut solver))
            .collect();
        for &var in &vars {
            let clause = [var.positive(), var.negative()];
            crate::cnf::ClauseSink::add_clause(&mut solver, &clause);
        }
        let mut seen = Vec::new();
        let ended = enumerate(&mut solver, &Budget::unlimited(), |solver| {
            let model: Vec<bool> = vars.iter().map(|&v| solver.value(v).unwrap()).collect();
            let block = vars.iter().zip(&model);
            let clause = block.map(|(v, &on)| if on { v.negative() } else { v.positive() });
            let clause = clause.collect();
            seen.push(model);
            ControlFlow::Continue(clause)
        });
        seen.sort();
        seen.dedup();
        assert_eq!((ended, seen.len()), (End::Exhausted, 8));
    }
}
