//! The clause families of Sudoku: groups of candidates of which exactly one is true, and
//! the rules that say so.

use super::groups::{is_equation, write_equation, write_rule};
use super::spec::{Rule, Scope, Spec};
use super::varmap::{Term, VarMap};
use crate::cnf::{ClauseSink, Counted, Counter, Lit, Var};
use crate::grid::{Cell, Digit, House, HouseKind, Puzzle};
use std::collections::HashMap;

/// The part of a formula that comes from one rule of an encoding file, or the givens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// A rule about every group of a scope.
    Rule(Scope, Rule),
    /// A clause with one literal for each given.
    Givens,
}

impl Family {
    /// The name, such as `row unique`.
    pub fn name(self) -> String {
        match self {
            Family::Rule(scope, rule) => format!("{scope} {rule}"),
            Family::Givens => "givens".into(),
        }
    }

    /// The meaning of the family as a sentence; `scheme` is the at-most-one scheme.
    pub fn sentence(self, scheme: &str) -> String {
        let (scope, rule) = match self {
            Family::Givens => return "Each given holds.".into(),
            Family::Rule(scope, rule) => (scope, rule),
        };
        match (scope, rule) {
            (Scope::Cell, Rule::Defined) => "Each cell has a digit.".into(),
            (Scope::Cell, Rule::Unique) => format!("No cell has two digits ({scheme})."),
            (Scope::Cell, _) => "Each cell has one digit, by order literals.".into(),
            (Scope::House(_), Rule::Defined) => format!("Each {scope} has every digit."),
            (Scope::House(_), Rule::Unique) => format!("No {scope} repeats a digit ({scheme})."),
            (Scope::House(_), Rule::Ordered) => {
                format!("Each {scope} has every digit once, by order literals.")
            }
            (Scope::House(HouseKind::Box), Rule::Minis) => {
                "Each box has every digit in one of its mini-rows and one of its mini-columns."
                    .into()
            }
            (Scope::House(_), Rule::Minis) => {
                let mini = format!("mini-{scope}s");
                format!(
                    "Each {scope} has every digit in one of its {mini}, and in one cell of that."
                )
            }
        }
    }
}

/// A mini-row or mini-column: the cells that a box shares with a row or column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Mini {
    line: House,
    block: House,
}

/// What is written about a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Rule(Rule),
    /// At least one and at most one, as an equation.
    Both,
}

/// Writes the families of one formula.
pub struct FamilyWriter<'w> {
    spec: &'w Spec,
    map: &'w VarMap,
    sink: Counted<'w>,
    /// The literal of each mini-row and mini-column by its digit.
    minis: HashMap<(Mini, Digit), Term>,
    group: Vec<Lit>,
    /// The live candidates of a digit in a box.
    left: Vec<(Cell, Term)>,
}

impl<'w> FamilyWriter<'w> {
    /// Writes clauses over the candidates of `map` to `sink`, which already has their
    /// variables.
    pub fn new(spec: &'w Spec, map: &'w VarMap, sink: &'w mut dyn ClauseSink) -> FamilyWriter<'w> {
        FamilyWriter {
            spec,
            map,
            sink: Counted::new(sink),
            minis: HashMap::new(),
            group: Vec::new(),
            left: Vec::new(),
        }
    }

    /// What has been written.
    pub fn so_far(&self) -> Counter {
        self.sink.so_far()
    }

    /// Writes one rule about every group of a scope.
    pub fn family(&mut self, scope: Scope, rule: Rule) {
        let equation = is_equation(self.spec, self.spec.families.of(scope), &self.sink);
        match (rule, scope) {
            (Rule::Minis, Scope::House(kind)) => self.through_minis(kind),
            (Rule::Defined, _) if equation => self.each_group(scope, Half::Both),
            (Rule::Unique, _) if equation => {}
            _ => self.each_group(scope, Half::Rule(rule)),
        }
    }

    fn each_group(&mut self, scope: Scope, rule: Half) {
        let geometry = self.map.geometry();
        match scope {
            Scope::Cell => {
                for cell in geometry.cells() {
                    if self.sink.is_closed() {
                        return;
                    }
                    let terms = geometry.digits().map(|digit| (cell, digit));
                    self.rule(rule, terms);
                }
            }
            Scope::House(kind) => {
                let by_pairs = rule == Half::Rule(Rule::Unique) && self.skips_shared_pairs(kind);
                for house in geometry.houses_of_kind(kind) {
                    // Finding cells takes divisions: do it once for all digits.
                    let cells: Vec<Cell> = geometry.house_cells(house).collect();
                    for digit in geometry.digits() {
                        if self.sink.is_closed() {
                            return;
                        }
                        let places = cells.iter().map(|&cell| (cell, digit));
                        match by_pairs {
                            true => self.box_pairs(places),
                            false => self.rule(rule, places),
                        }
                    }
                }
            }
        }
    }

    /// Writes a clause for each given.
    pub fn givens(&mut self, puzzle: &Puzzle) {
        for (cell, digit) in puzzle.givens() {
            if let Term::Lit(given) = self.map.term(cell, digit) {
                self.sink.add_clause(&[given]);
            }
        }
    }

    /// Whether no given is left to variables, as it is if the candidates follow from the givens.
    pub fn knows_givens(&self, puzzle: &Puzzle) -> bool {
        let mut givens = puzzle.givens();
        givens.all(|(cell, digit)| !matches!(self.map.term(cell, digit), Term::Lit(_)))
    }

    /// Whether at most one in boxes leaves out pairs that share a row or column: among live
    /// candidates, no pair is written twice.
    fn skips_shared_pairs(&self, kind: HouseKind) -> bool {
        let families = &self.spec.families;
        let by_pairs = self.spec.at_most_one.is_by_pairs();
        let lines = [&families.row, &families.column];
        kind == HouseKind::Box
            && by_pairs
            && self.map.is_live()
            && lines.iter().all(|rules| rules.contains(&Rule::Unique))
    }

    fn box_pairs(&mut self, places: impl Iterator<Item = (Cell, Digit)>) {
        let (geometry, map) = (self.map.geometry(), self.map);
        let mut left = std::mem::take(&mut self.left);
        let terms = places.map(|(cell, digit)| (cell, map.term(cell, digit)));
        left.clear();
        left.extend(terms.filter(|(_, term)| *term != Term::False));
        for (k, &(first, term)) in left.iter().enumerate() {
            for &(second, other) in &left[k + 1..] {
                let shared = geometry.row(first) == geometry.row(second)
                    || geometry.column(first) == geometry.column(second);
                if !shared {
                    self.terms(Rule::Unique, [term, other].into_iter());
                }
            }
        }
        self.left = left;
    }

    fn rule(&mut self, rule: Half, candidates: impl Iterator<Item = (Cell, Digit)>) {
        let map = self.map;
        let terms = candidates.map(|(cell, digit)| map.term(cell, digit));
        match rule {
            Half::Rule(rule) => self.terms(rule, terms),
            Half::Both => write_equation(terms, &mut self.group, &mut self.sink),
        }
    }

    fn terms(&mut self, rule: Rule, terms: impl Iterator<Item = Term>) {
        write_rule(self.spec, rule, terms, &mut self.group, &mut self.sink);
    }

    fn at_most_one(&mut self, literals: &[Lit]) {
        let group = self.spec.group;
        self.spec
            .at_most_one
            .encode(literals, group, &mut self.sink);
    }

    /// A digit is in exactly one mini of a line, and in exactly one mini-row and one
    /// mini-column of a box.
    fn through_minis(&mut self, kind: HouseKind) {
        let geometry = self.map.geometry();
        let lines = match kind {
            HouseKind::Box => vec![HouseKind::Row, HouseKind::Column],
            line => vec![line],
        };
        for line in lines {
            for house in geometry.houses_of_kind(kind) {
                if self.sink.is_closed() {
                    return;
                }
                let minis = self.minis_of(house, line);
                for digit in geometry.digits() {
                    let terms: Vec<Term> = minis.iter().map(|m| self.mini(*m, digit)).collect();
                    self.terms(Rule::Minis, terms.into_iter());
                }
            }
        }
    }

    /// The mini-rows or mini-columns of a line or a box.
    fn minis_of(&self, house: House, line: HouseKind) -> Vec<Mini> {
        let geometry = self.map.geometry();
        let mut minis: Vec<Mini> = Vec::new();
        for cell in geometry.house_cells(house) {
            let [row, column, block] = geometry.houses_of(cell);
            let line = if line == HouseKind::Row { row } else { column };
            let mini = Mini { line, block };
            if !minis.contains(&mini) {
                minis.push(mini);
            }
        }
        minis
    }

    /// The literal for "the digit is in this mini", defined on first use.
    fn mini(&mut self, mini: Mini, digit: Digit) -> Term {
        if let Some(&term) = self.minis.get(&(mini, digit)) {
            return term;
        }
        let geometry = self.map.geometry();
        let in_box = |cell: &Cell| geometry.box_of(*cell) == mini.block.index as usize;
        let cells = geometry.house_cells(mini.line).filter(in_box);
        let terms: Vec<Term> = cells.map(|cell| self.map.term(cell, digit)).collect();
        let literals: Vec<Lit> = terms
            .iter()
            .filter_map(|term| match term {
                Term::Lit(lit) => Some(*lit),
                Term::True | Term::False => None,
            })
            .collect();
        let term = if terms.contains(&Term::True) {
            // No other clause says that the others are false.
            self.terms(Rule::Unique, terms.into_iter());
            Term::True
        } else if literals.is_empty() {
            Term::False
        } else {
            Term::Lit(self.define_mini(&literals))
        };
        self.minis.insert((mini, digit), term);
        term
    }

    /// Either the digit is not in the mini, or in exactly one of its cells. With "is not" as one
    /// of the alternatives, one is always true, which settles the auxiliary variables of
    /// every at-most-one scheme.
    fn define_mini(&mut self, literals: &[Lit]) -> Lit {
        let mini = Var::positive(self.sink.new_var());
        let alternatives: Vec<Lit> = [!mini].iter().chain(literals).copied().collect();
        self.sink.add_clause(&alternatives);
        self.at_most_one(&alternatives);
        mini
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Amo;
    use crate::encoding::Encoding;
    use crate::grid::{Candidates, Geometry};

    /// With every other scheme, a group of its own for each pair would be many more clauses.
    #[test]
    fn boxes_leave_out_shared_pairs_only_if_groups_are_written_by_pairs() {
        let puzzle = Puzzle::empty(Geometry::CLASSIC);
        let live = VarMap::live(&Candidates::of_givens(&puzzle));
        let full = VarMap::full(puzzle.geometry());
        let boxes = Family::Rule(Scope::House(HouseKind::Box), Rule::Unique);
        for scheme in Amo::ALL {
            let text = format!(
                "name = 'x'\nsummary = 's'\nreference = 'r'\nat_most_one = '{scheme}'\n\
                 [families]\ncell = ['defined']\nrow = ['unique']\ncolumn = ['unique']\n\
                 box = ['unique']\n"
            );
            let encoding = Encoding::parse(&text, "x.toml").unwrap();
            let size = |map| {
                let sizes = encoding.count_by_family(&puzzle, map);
                sizes.into_iter().find(|(family, _)| *family == boxes)
            };
            let leaves_out = size(&live) != size(&full);
            assert_eq!(leaves_out, scheme == Amo::Pairwise, "{scheme}");
        }
    }
}
