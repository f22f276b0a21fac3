//! Cells and houses by the rules of an encoding file.

use super::output::Output;
use super::writer::KernelWriter;
use crate::cnf::{ClauseSink, Lit};
use crate::encoding::groups::{is_equation, write_equation, write_rule};
use crate::encoding::{Rule, Scope, Term};
use crate::grid::{Cell, HouseKind};
use crate::rules::{Board, BoardHouseKind, members};

/// Pairs of cells, for "these two differ".
pub(super) struct CellPairs {
    cells: usize,
    bits: Vec<u64>,
}

impl CellPairs {
    pub fn new(cells: usize) -> CellPairs {
        CellPairs {
            cells,
            bits: vec![0; (cells * cells).div_ceil(64)],
        }
    }

    fn place(&self, first: Cell, second: Cell) -> usize {
        let (low, high) = (first.min(second), first.max(second));
        low.index() * self.cells + high.index()
    }

    pub fn insert(&mut self, first: Cell, second: Cell) {
        let place = self.place(first, second);
        self.bits[place / 64] |= 1 << (place % 64);
    }

    pub fn contains(&self, first: Cell, second: Cell) -> bool {
        let place = self.place(first, second);
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }

    /// Marks all pairs of these cells.
    pub fn insert_all(&mut self, cells: &[Cell]) {
        for (k, &first) in cells.iter().enumerate() {
            for &second in &cells[k + 1..] {
                self.insert(first, second);
            }
        }
    }

    /// Whether all pairs of these cells are marked.
    pub fn contain_all(&self, cells: &[Cell]) -> bool {
        let paired = |(k, first): (usize, &Cell)| {
            let mut rest = cells[k + 1..].iter();
            rest.all(|second| self.contains(*first, *second))
        };
        cells.iter().enumerate().all(paired)
    }
}

impl KernelWriter<'_> {
    /// Each cell has one digit, by the rules for cells. Where counting the digits of rows,
    /// columns and boxes does not make up for a missing rule, it is added.
    pub(super) fn cells(&mut self, output: &mut Output<'_>) {
        let mut rules = self.spec.families.cell.clone();
        let counted = self.counted_rules();
        let has = |half: Rule| counted.iter().any(|rule| rule.implies(half));
        let is_enough = is_square(self.map.board()) && has(Rule::Defined) && has(Rule::Unique);
        if !is_enough && !rules.contains(&Rule::Ordered) {
            rules = vec![Rule::Defined, Rule::Unique];
        }
        for cell in self.map.board().cells() {
            if output.is_closed() {
                return;
            }
            if self.map.digits(cell) == 0 {
                output.add_clause(&[]);
            }
            let digits = members(self.map.digits(cell));
            let terms = digits.map(|digit| self.map.term(cell, digit));
            if is_equation(self.spec, &rules, &*output) {
                write_equation(terms, &mut self.group, output);
                continue;
            }
            for &rule in &rules {
                write_rule(self.spec, rule, terms.clone(), &mut self.group, output);
            }
        }
    }

    /// The rules of all scopes that split the cells of a square board.
    fn counted_rules(&self) -> Vec<Rule> {
        let board = self.map.board();
        let boxes = board.full_houses(BoardHouseKind::Region);
        let has_boxes = boxes.count() == board.digit_count();
        let is_split = |scope: Scope| has_boxes || scope != Scope::House(HouseKind::Box);
        let rules = self.spec.families.rules();
        let rules = rules.filter(|(scope, _)| is_split(*scope));
        rules.map(|(_, rule)| rule).collect()
    }

    /// Cells that differ. If they hold every digit, the rules are those of `kind`, else
    /// at most one of them has a digit.
    pub(super) fn distinct(
        &mut self,
        cells: &[Cell],
        kind: BoardHouseKind,
        output: &mut Output<'_>,
    ) {
        if cells.len() != self.map.board().digit_count() {
            if cells.len() > self.map.board().digit_count() {
                output.add_clause(&[]);
            }
            return self.differ(cells, output);
        }
        let families = &self.spec.families;
        let rules = match kind {
            BoardHouseKind::Row => &families.row,
            BoardHouseKind::Column => &families.column,
            BoardHouseKind::Region => &families.box_,
        };
        if is_equation(self.spec, rules, &*output) {
            for digit in members(self.map.board().all_digits()) {
                let terms = cells.iter().map(|&cell| self.map.term(cell, digit));
                write_equation(terms, &mut self.group, output);
            }
            return self.mark(cells, output);
        }
        for rule in rules.clone() {
            match rule {
                Rule::Unique => self.differ(cells, output),
                Rule::Minis => self.through_minis(cells, kind, output),
                Rule::Defined | Rule::Ordered => {
                    self.each_digit(cells, rule, output);
                    if rule == Rule::Ordered {
                        self.mark(cells, output);
                    }
                }
            }
        }
    }

    fn mark(&mut self, cells: &[Cell], output: &Output<'_>) {
        if !output.is_guarded() && self.map.is_live() {
            self.written.insert_all(cells);
        }
    }

    fn each_digit(&mut self, cells: &[Cell], rule: Rule, output: &mut Output<'_>) {
        for digit in members(self.map.board().all_digits()) {
            let terms = cells.iter().map(|&cell| self.map.term(cell, digit));
            write_rule(self.spec, rule, terms, &mut self.group, output);
        }
    }

    /// No digit twice. Pairs of cells for which this is written already are left out.
    pub(super) fn differ(&mut self, cells: &[Cell], output: &mut Output<'_>) {
        if !self.spec.at_most_one.is_by_pairs() {
            if !self.written.contain_all(cells) {
                self.each_digit(cells, Rule::Unique, output);
            }
            return self.mark(cells, output);
        }
        for (k, &first) in cells.iter().enumerate() {
            for &second in &cells[k + 1..] {
                if !self.written.contains(first, second) {
                    self.two_differ(first, second, output);
                }
            }
        }
        self.mark(cells, output);
    }

    fn two_differ(&mut self, first: Cell, second: Cell, output: &mut Output<'_>) {
        if first == second {
            return output.add_clause(&[]);
        }
        for digit in members(self.map.digits(first) & self.map.digits(second)) {
            let terms = [first, second].map(|cell| self.map.term(cell, digit));
            write_rule(
                self.spec,
                Rule::Unique,
                terms.into_iter(),
                &mut self.group,
                output,
            );
        }
    }

    /// Each digit is in exactly one part of a house, and there in exactly one cell. Parts
    /// of a row or column are those of its regions; others are split by rows, then by
    /// columns.
    fn through_minis(&mut self, cells: &[Cell], kind: BoardHouseKind, output: &mut Output<'_>) {
        let board = self.map.board().clone();
        let by_region = |cell: Cell| board.region(cell).map_or(usize::MAX, usize::from);
        let by_row = |cell: Cell| board.row(cell);
        let by_column = |cell: Cell| board.column(cell);
        let splits: Vec<Vec<Vec<Cell>>> = match kind {
            BoardHouseKind::Region => vec![split(cells, by_row), split(cells, by_column)],
            _ => vec![split(cells, by_region)],
        };
        for parts in splits {
            for digit in members(board.all_digits()) {
                let terms: Vec<Term> = parts
                    .iter()
                    .map(|part| self.mini(part, digit, output))
                    .collect();
                write_rule(
                    self.spec,
                    Rule::Minis,
                    terms.into_iter(),
                    &mut self.group,
                    output,
                );
            }
        }
        self.mark(cells, output);
    }

    /// What stands for "the digit is in this part of a house", at most once.
    fn mini(&mut self, part: &[Cell], digit: usize, output: &mut Output<'_>) -> Term {
        let terms: Vec<Term> = part.iter().map(|&c| self.map.term(c, digit)).collect();
        if let [only] = terms[..] {
            return only;
        }
        let key = (part.to_vec(), digit);
        if let (Some(&known), false) = (self.minis.get(&key), output.is_guarded()) {
            return known;
        }
        write_rule(
            self.spec,
            Rule::Unique,
            terms.iter().copied(),
            &mut self.group,
            output,
        );
        let name = || format!("{} in {}", self.value(digit), self.names(part));
        let mini = define_any(&terms, &name, output);
        if !output.is_guarded() {
            self.minis.insert(key, mini);
        }
        mini
    }
}

/// What stands for "one of these is true": one of them if it says the same.
pub(super) fn define_any(
    terms: &[Term],
    name: &dyn Fn() -> String,
    output: &mut Output<'_>,
) -> Term {
    if terms.contains(&Term::True) {
        return Term::True;
    }
    let literals: Vec<Lit> = terms.iter().filter_map(|term| term.literal()).collect();
    match literals[..] {
        [] => Term::False,
        [only] => Term::Lit(only),
        _ => {
            let any = output.fresh(name);
            for &literal in &literals {
                output.add_clause(&[!literal, any]);
            }
            let clause: Vec<Lit> = literals.into_iter().chain([!any]).collect();
            output.add_clause(&clause);
            Term::Lit(any)
        }
    }
}

/// Cells with the same key together, in the order of their first cells.
fn split(cells: &[Cell], key: impl Fn(Cell) -> usize) -> Vec<Vec<Cell>> {
    let mut parts: Vec<(usize, Vec<Cell>)> = Vec::new();
    for &cell in cells {
        match parts
            .iter_mut()
            .find(|(each, _)| *each == key(cell) && *each != usize::MAX)
        {
            Some((_, part)) => part.push(cell),
            None => parts.push((key(cell), vec![cell])),
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Whether each row and each column holds every digit.
fn is_square(board: &Board) -> bool {
    board.rows() == board.digit_count() && board.columns() == board.digit_count()
}
