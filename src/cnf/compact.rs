//! Renumbering without the variables that occur in no clause: solvers allocate memory
//! for every number up to the largest.

use super::lit::{Lit, Var};
use super::sink::{ClauseSink, Formula};

/// A formula may have this many variables per literal, and a thousand more, before it is
/// renumbered.
const SPARSE: usize = 8;

/// How the variables of a formula are numbered for a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// As in the formula.
    Same,
    /// Only those that occur, in order; the first becomes the variable 1.
    Occurring(Vec<Var>),
}

impl Numbering {
    /// A numbering whose memory is proportional to the clauses.
    pub fn of(formula: &Formula) -> Numbering {
        let literals: usize = formula.clauses().map(<[Lit]>::len).sum();
        if formula.variables() <= SPARSE * literals + 1000 {
            return Numbering::Same;
        }
        let mut occurring: Vec<Var> = formula.clauses().flatten().map(|lit| lit.var()).collect();
        occurring.sort_unstable();
        occurring.dedup();
        Numbering::Occurring(occurring)
    }

    /// The number of a variable for the solver; `None` if it does not occur.
    pub fn numbered(&self, var: Var) -> Option<Var> {
        match self {
            Numbering::Same => Some(var),
            Numbering::Occurring(vars) => vars.binary_search(&var).ok().map(Var::from_index),
        }
    }

    /// Sends a formula to a sink, renumbered, until the sink is closed.
    pub fn replay(&self, formula: &Formula, sink: &mut (impl ClauseSink + ?Sized)) {
        let Numbering::Occurring(vars) = self else {
            return formula.replay(sink);
        };
        for _ in vars {
            sink.new_var();
        }
        let mut renamed = Vec::new();
        for clause in formula.clauses() {
            if sink.is_closed() {
                return;
            }
            renamed.clear();
            renamed.extend(clause.iter().filter_map(|lit| {
                let var = self.numbered(lit.var())?;
                Some(match lit.is_positive() {
                    true => var.positive(),
                    false => var.negative(),
                })
            }));
            sink.add_clause(&renamed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_large_numbers_become_small_ones() {
        let var = Var::from_index;
        let mut formula = Formula::with_variables(i32::MAX as usize);
        let (first, last) = (var(6), var(i32::MAX as usize - 1));
        formula.add_clause(&[last.negative(), first.positive()]);
        formula.add_clause(&[last.positive()]);
        let numbering = Numbering::of(&formula);
        assert_eq!(numbering.numbered(first), Some(var(0)));
        assert_eq!(numbering.numbered(last), Some(var(1)));
        assert_eq!(numbering.numbered(var(5)), None);
        let mut small = Formula::default();
        numbering.replay(&formula, &mut small);
        assert_eq!(small.variables(), 2);
        let clauses: Vec<&[Lit]> = small.clauses().collect();
        let expected: [&[Lit]; 2] = [
            &[var(1).negative(), var(0).positive()],
            &[var(1).positive()],
        ];
        assert_eq!(clauses, expected);
    }

    #[test]
    fn ordinary_formulas_keep_their_numbers() {
        let mut formula = Formula::with_variables(900);
        formula.add_clause(&[Var::from_index(899).positive()]);
        let numbering = Numbering::of(&formula);
        assert_eq!(numbering, Numbering::Same);
        let mut same = Formula::default();
        numbering.replay(&formula, &mut same);
        assert_eq!(same, formula);
    }
}
