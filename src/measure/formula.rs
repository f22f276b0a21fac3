//! The size of a formula, within limits.

use crate::cnf::propagate::{Propagated, propagate_within};
use crate::cnf::{ClauseSink, Counter, Formula, Limited, Var};
use crate::encoding::{Encoding, VarMap};
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::outcome::Reason;

/// A formula's size, and whether unit propagation decides it.
pub(super) struct FormulaFigures {
    pub size: Counter,
    pub propagated: bool,
}

impl FormulaFigures {
    pub fn new(
        encoding: &Encoding,
        puzzle: &Puzzle,
        map: &VarMap,
        limits: &Limits,
    ) -> Result<FormulaFigures, Reason> {
        let mut formula = Formula::default();
        encode(encoding, puzzle, map, &mut formula, limits)?;
        let propagated = match propagate_within(&formula, limits)? {
            Propagated::Conflict => true,
            Propagated::Fixpoint(values) => {
                (0..map.len()).all(|index| values.is_settled(Var::from_index(index)))
            }
        };
        let size = Counter {
            variables: formula.variables(),
            clauses: formula.clause_count() as u64,
            literals: formula.clauses().map(|clause| clause.len() as u64).sum(),
        };
        Ok(FormulaFigures { size, propagated })
    }
}

/// Writes the formula of a puzzle, to its end unless a limit comes first.
pub(super) fn encode(
    encoding: &Encoding,
    puzzle: &Puzzle,
    map: &VarMap,
    sink: &mut dyn ClauseSink,
    limits: &Limits,
) -> Result<(), Reason> {
    let mut limited = Limited::new(sink, limits);
    encoding.encode(puzzle, map, &mut limited);
    limited.finish()
}
