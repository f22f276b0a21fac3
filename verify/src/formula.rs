//! A formula in conjunctive normal form: literals are numbers as in DIMACS, a
//! variable or its negative.

/// The most clauses of a formula and of a proof that are kept at once: some 8 GiB.
pub(crate) const MAX_CLAUSES: usize = 1 << 26;

/// The most literals of a formula and of a proof that are kept at once: 8 GiB.
pub(crate) const MAX_LITERALS: usize = 1 << 31;

/// Clauses end to end, the literals of each in increasing order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Formula {
    /// The largest variable that clauses may use.
    pub variables: i32,
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Formula {
    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = i32>) {
        let start = self.literals.len();
        self.literals.extend(clause);
        self.literals[start..].sort_unstable();
        self.ends.push(self.literals.len());
    }

    /// Makes the formula contradictory by the clauses `1` and `-1`, because some checkers reject
    /// the empty clause.
    pub fn contradict(&mut self) {
        self.add([1]);
        self.add([-1]);
    }

    /// Adds a variable.
    pub fn new_variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of literals in all clauses.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = starts.zip(&self.ends);
        spans.map(|(start, &end)| &self.literals[start..end])
    }

    fn sorted(&self) -> Vec<&[i32]> {
        let mut clauses: Vec<&[i32]> = self.clauses().collect();
        clauses.sort_unstable();
        clauses
    }

    /// These clauses, each once.
    pub fn without_repetition(&self) -> Formula {
        let mut distinct = Formula::default();
        let mut clauses = self.sorted();
        clauses.dedup();
        for clause in clauses {
            distinct.add(clause.iter().copied());
        }
        distinct.variables = self.variables;
        distinct
    }

    /// How this formula differs from the expected one, if it does. The order of
    /// clauses is free, but each must be there equally often.
    pub fn difference(&self, expected: &Formula) -> Option<String> {
        let (found, wanted) = (self.sorted(), expected.sorted());
        let both = found.iter().zip(&wanted);
        let first = both.take_while(|(a, b)| a == b).count();
        let extra = |clause: &[i32]| {
            let why = "which does not belong there";
            Some(format!("has the clause '{}', {why}", dimacs(clause)))
        };
        match (found.get(first), wanted.get(first)) {
            (Some(found), None) => extra(found),
            (Some(found), Some(wanted)) if found < wanted => extra(found),
            (_, Some(wanted)) => Some(format!("lacks the clause '{}'", dimacs(wanted))),
            (None, None) => {
                let (found, expected) = (self.variables, expected.variables);
                let why = format!("has {found} variables, expected {expected}");
                Some(why).filter(|_| found != expected)
            }
        }
    }
}

fn dimacs(clause: &[i32]) -> String {
    let literals = clause.iter().map(|literal| format!("{literal} "));
    literals.chain(["0".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_differ_by_their_first_clause() {
        let of = |clauses: &[&[i32]]| {
            let mut formula = Formula::default();
            clauses.iter().for_each(|c| formula.add(c.iter().copied()));
            formula
        };
        let formula = of(&[&[1, -2], &[3], &[1, -2]]);
        assert_eq!((formula.len(), formula.is_empty()), (3, false));
        assert!(Formula::default().is_empty());
        let differs = |clauses: &[&[i32]]| formula.difference(&of(clauses));
        assert_eq!(differs(&[&[3], &[-2, 1], &[-2, 1]]), None);
        let missing = differs(&[&[3], &[-2, 1], &[-2, 1], &[4]]);
        assert_eq!(missing.as_deref(), Some("lacks the clause '4 0'"));
        let missing = differs(&[&[3], &[-3], &[-2, 1], &[-2, 1]]);
        assert_eq!(missing.as_deref(), Some("lacks the clause '-3 0'"));
        for expected in [
            &[&[3][..], &[-2, 1]][..],
            &[&[-2, 1], &[-2, 1]],
            &[&[-2, 1], &[3], &[4]],
        ] {
            let extra = differs(expected).unwrap();
            assert!(extra.starts_with("has the clause '"), "{extra}");
        }
        let mut other = formula.clone();
        other.variables = 3;
        let words = "has 0 variables, expected 3";
        assert_eq!(formula.difference(&other).as_deref(), Some(words));
        assert_eq!(formula.without_repetition(), of(&[&[1, -2], &[3]]));
    }
}
