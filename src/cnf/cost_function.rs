//! What the formula of an optimiser minimises: soft clauses in WCNF, `min:` in OPB.

use super::dimacs::comment;
use super::lit::Lit;
use std::collections::BTreeMap;
use std::io;

/// The soft clauses of a WCNF file, or the objective of an OPB file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostFunction {
    terms: Vec<Cost>,
}

/// A weight, and when a model has to pay it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Cost {
    /// Where no literal of this clause is true.
    Unsatisfied(i128, Vec<Lit>),
    /// Where this literal is true.
    True(i128, Lit),
}

impl CostFunction {
    /// What a model costs; `None` where that depends on variables without a value.
    pub fn cost(&self, model: &BTreeMap<u32, bool>) -> Option<i128> {
        let holds = |lit: &Lit| {
            let value = model.get(&lit.var().number())?;
            Some(*value == lit.is_positive())
        };
        let mut cost = 0_i128;
        for term in &self.terms {
            let (weight, is_paid) = match term {
                Cost::True(weight, lit) => (weight, holds(lit)?),
                Cost::Unsatisfied(weight, clause) => {
                    let values: Option<Vec<bool>> = clause.iter().map(holds).collect();
                    (weight, !values?.contains(&true))
                }
            };
            if is_paid {
                cost = cost.checked_add(*weight)?;
            }
        }
        Some(cost)
    }

    /// That of a WCNF file; `None` if it has no soft clauses, or none that can be read.
    /// `hard` is the weight of hard clauses, which was in the header until 2022.
    pub(super) fn of_wcnf(
        lines: impl Iterator<Item = io::Result<String>>,
        hard: Option<i128>,
    ) -> io::Result<Option<CostFunction>> {
        let mut terms = Vec::new();
        let mut is_readable = true;
        for line in lines {
            let line = line?;
            let text = line.trim();
            if text.is_empty() || text.starts_with('h') || comment(text).is_some() {
                continue;
            }
            match soft_clause(text) {
                Some((weight, _)) if hard.is_some_and(|hard| weight >= hard) => {}
                Some((weight, clause)) => terms.push(Cost::Unsatisfied(weight, clause)),
                None => is_readable = false,
            }
        }
        Ok(is_readable.then_some(CostFunction { terms }))
    }

    /// That of an OPB file whose first statement begins with this line: every model costs 0 if
    /// that is a constraint. `None` if the objective cannot be read.
    pub(super) fn of_opb(
        first: &str,
        mut lines: impl Iterator<Item = io::Result<String>>,
    ) -> io::Result<Option<CostFunction>> {
        let Some(rest) = first.trim().strip_prefix("min:") else {
            let is_maximum = first.trim().starts_with("max:");
            return Ok((!is_maximum).then_some(CostFunction { terms: Vec::new() }));
        };
        let mut text = rest.to_owned();
        let mut is_over = rest.contains(';');
        while !is_over {
            let Some(line) = lines.next().transpose()? else {
                return Ok(None);
            };
            is_over = line.contains(';');
            text.push(' ');
            text.push_str(line.trim());
        }
        let text = text.split(';').next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let terms = words.chunks(2).map(|term| match term {
            [weight, name] => Some(Cost::True(weight.parse().ok()?, named(name)?)),
            _ => None,
        });
        let terms: Option<Vec<Cost>> = terms.collect();
        Ok(terms.map(|terms| CostFunction { terms }))
    }
}

/// A weight, literals and 0.
fn soft_clause(text: &str) -> Option<(i128, Vec<Lit>)> {
    let mut words = text.split_whitespace();
    let weight = words.next()?.parse().ok()?;
    let mut clause = Vec::new();
    while let Some(lit) = Lit::from_dimacs(words.next()?.parse().ok()?) {
        clause.push(lit);
    }
    words.next().is_none().then_some((weight, clause))
}

/// `x1` or `~x1`.
fn named(text: &str) -> Option<Lit> {
    let (name, is_positive) = match text.strip_prefix('~') {
        Some(name) => (name, false),
        None => (text, true),
    };
    let lit = Lit::from_dimacs(name.strip_prefix('x')?.parse().ok()?)?;
    match (lit.is_positive(), is_positive) {
        (true, true) => Some(lit),
        (true, false) => Some(!lit),
        (false, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wcnf(text: &str, hard: Option<i128>) -> Option<CostFunction> {
        let lines = text.lines().map(|line| Ok(line.to_owned()));
        CostFunction::of_wcnf(lines, hard).unwrap()
    }

    fn opb(text: &str) -> Option<CostFunction> {
        let mut lines = text.lines().map(|line| Ok(line.to_owned()));
        let first = lines.next().unwrap().unwrap();
        CostFunction::of_opb(&first, lines).unwrap()
    }

    #[test]
    fn a_model_costs_what_it_leaves_unsatisfied() {
        let minimum = wcnf("3 -1 0\nc comment\nh 1 2 0\n4 2 1 0\n5 2 0\n", None).unwrap();
        let cost = |values: &[(u32, bool)]| minimum.cost(&values.iter().copied().collect());
        assert_eq!(cost(&[(1, true), (2, true)]), Some(3));
        assert_eq!(cost(&[(1, true), (2, false)]), Some(8));
        assert_eq!(cost(&[(1, false), (2, false)]), Some(9));
        assert_eq!(cost(&[(1, true)]), None);
        let minimum = wcnf("9 1 0\n3 1 0\n", Some(9)).unwrap();
        assert_eq!(minimum.cost(&[(1, false)].into()), Some(3));
    }

    #[test]
    fn a_model_costs_the_terms_that_hold() {
        let minimum = opb("min: -7 x1\n+3 ~x2 ;\n+1 x1 >= 1 ;").unwrap();
        let cost = |first, second| minimum.cost(&[(1, first), (2, second)].into());
        assert_eq!(cost(true, true), Some(-7));
        assert_eq!(cost(true, false), Some(-4));
        assert_eq!(cost(false, false), Some(3));
    }

    #[test]
    fn where_nothing_is_minimised_every_model_costs_0() {
        for minimum in [
            wcnf("h 1 0\n", None),
            opb("min: ;\n"),
            opb("+1 x1 >= 1 ;\n"),
        ] {
            assert_eq!(minimum.unwrap().cost(&[(1, true)].into()), Some(0));
        }
    }

    #[test]
    fn what_cannot_be_read_has_no_cost() {
        for text in ["3 1\n", "3 x 0\n", "p cnf 1 1\n", "3 1 0 2\n"] {
            assert_eq!(wcnf(text, None), None, "{text}");
        }
        for text in ["min: +3 x1", "min: 3 y1 ;", "max: 3 x1 ;", "min: 3 x1 x2 ;"] {
            assert_eq!(opb(text), None, "{text}");
        }
    }
}
