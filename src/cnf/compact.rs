//! Variables numbered anew, without those that occur in no clause: engines
//! allocate for every number up to the largest.

use super::lit::{Lit, Var};
use super::sink::{ClauseSink, Formula};

/// A formula may announce so many variables for each literal that it has, and a
/// thousand more, before they are numbered anew.
const SPARSE: usize = 8;

/// The variables of a formula as an engine numbers them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// As the formula does.
    Same,
    /// Those that occur, in order; the first becomes the variable 1.
    Occurring(Vec<Var>),
}

impl Numbering {
    /// The numbering that takes memory in proportion to the clauses.
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

    /// The engine's variable; `None` for one that it never heard of.
    pub fn numbered(&self, var: Var) -> Option<Var> {
        match self {
            Numbering::Same => Some(var),
            Numbering::Occurring(vars) => vars.binary_search(&var).ok().map(Var::from_index),
        }
    }

    /// Sends a formula on, as long as the sink takes clauses.
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
