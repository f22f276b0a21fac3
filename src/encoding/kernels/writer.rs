//! Writes the clauses of a variant puzzle, kernel by kernel.

use super::choices::KernelChoices;
use super::combinations::is_cage;
use super::derived::{DerivedSum, derived_sums};
use super::diagram::{Diagram, Unrolled};
use super::fillings::{Candidate, refused};
use super::groups::CellPairs;
use super::joined::joined_sums;
use super::leftovers::leftovers;
use super::lines::Line;
use super::map::VariantMap;
use super::output::{FormulaPart, Output, not};
use crate::cnf::{ClauseSink, Lit};
use crate::encoding::{Spec, Term};
use crate::grid::{Cell, Digit};
use crate::rules::{
    Automaton, BoardHouseKind, Constraint, Kernel, Mask, Origin, VariantPuzzle, members, only_digit,
};
use std::collections::HashMap;

/// Maximum number of cells that the name of a variable lists.
const MAX_NAMED: usize = 12;

/// What is known while a formula is written.
pub(super) struct KernelWriter<'w> {
    pub spec: &'w Spec,
    pub choices: KernelChoices,
    pub map: &'w VariantMap,
    /// Pairs of cells that the formula already makes differ.
    pub written: CellPairs,
    /// Pairs of cells that differ in every solution.
    pub differing: CellPairs,
    pub minis: HashMap<(Vec<Cell>, usize), Term>,
    pub group: Vec<Lit>,
}

impl<'w> KernelWriter<'w> {
    pub fn new(spec: &'w Spec, map: &'w VariantMap, puzzle: &VariantPuzzle) -> KernelWriter<'w> {
        let cells = map.board().cell_count();
        let mut differing = CellPairs::new(cells);
        for kernel in puzzle.kernels() {
            if let Kernel::Distinct(group) = kernel {
                differing.insert_all(group);
            }
        }
        KernelWriter {
            spec,
            choices: spec.kernels,
            map,
            written: CellPairs::new(cells),
            differing,
            minis: HashMap::new(),
            group: Vec::new(),
        }
    }

    /// Writes everything. The sink has the candidates' variables already.
    pub fn puzzle(&mut self, puzzle: &VariantPuzzle, output: &mut Output<'_>) {
        if !self.map.is_live() {
            output.begin(FormulaPart::Candidates);
            self.candidates(puzzle, output);
        }
        output.begin(FormulaPart::Cells);
        self.cells(output);
        for (index, constraint) in puzzle.constraints().iter().enumerate() {
            if output.is_closed() {
                return;
            }
            output.begin(FormulaPart::Constraint(index));
            self.constraint(constraint, output);
        }
        if self.choices.derived_house_sums {
            self.derived(puzzle, output);
        }
        if self.choices.joined_sums {
            for joined in joined_sums(puzzle, self.map, &self.differing) {
                self.derived_sum(joined, output);
            }
        }
    }

    /// What follows from full houses.
    fn derived(&mut self, puzzle: &VariantPuzzle, output: &mut Output<'_>) {
        for same in leftovers(self.map.board()) {
            same.write(self.map, output);
        }
        for mut derived in derived_sums(puzzle, self.map) {
            let sum = derived.sum_text(self.map.board());
            derived.label = format!("cages and {}: {sum}", derived.label);
            self.derived_sum(derived, output);
        }
    }

    fn derived_sum(&mut self, derived: DerivedSum, output: &mut Output<'_>) {
        if !output.is_closed() {
            output.begin(FormulaPart::Derived(derived.label));
            self.sum(&derived.terms, derived.total, false, output);
        }
    }

    /// Units for givens and for candidates that the puzzle leaves out.
    fn candidates(&mut self, puzzle: &VariantPuzzle, output: &mut Output<'_>) {
        let board = puzzle.board();
        for (cell, &mask) in board.cells().zip(puzzle.candidates()) {
            match only_digit(mask) {
                Some(digit) => output.any([self.map.term(cell, digit.index())]),
                None => self.only(cell, mask, output),
            }
        }
    }

    fn constraint(&mut self, constraint: &Constraint, output: &mut Output<'_>) {
        let kind = match constraint.origin {
            Origin::House(kind) => kind,
            Origin::Rule(_) | Origin::Listed { .. } => BoardHouseKind::Region,
        };
        self.kernels(&constraint.kernels, kind, output);
    }

    /// Kernels that must all hold.
    pub(super) fn kernels(
        &mut self,
        kernels: &[Kernel],
        kind: BoardHouseKind,
        output: &mut Output<'_>,
    ) {
        for kernel in kernels {
            match kernel {
                Kernel::Distinct(cells) => self.distinct(cells, kind, output),
                Kernel::Pair(first, second, table) => self.pair(*first, *second, table, output),
                Kernel::Sum { terms, total } => {
                    self.sum(terms, *total, is_cage(terms, kernels), output);
                }
                Kernel::Automaton(cells, automaton) => self.automaton(cells, automaton, output),
                Kernel::Clause(candidates) => {
                    let terms = self.terms_of(candidates);
                    output.any(terms);
                }
                Kernel::AnyOf(branches) => self.any_of(branches, output),
                Kernel::Candidates(cell, mask) => self.only(*cell, *mask, output),
            }
        }
        if self.choices.pair_sets {
            self.pair_sets(kernels, output);
        }
    }

    /// The cell holds one of these digits.
    fn only(&self, cell: Cell, mask: Mask, output: &mut Output<'_>) {
        for digit in members(self.map.digits(cell) & !mask) {
            output.any([not(self.map.term(cell, digit))]);
        }
    }

    fn terms_of(&self, candidates: &[(Cell, Mask)]) -> Vec<Term> {
        let each = candidates.iter().flat_map(|&(cell, mask)| {
            members(self.map.digits(cell) & mask).map(move |digit| self.map.term(cell, digit))
        });
        each.collect()
    }

    /// A branch that is a single clause needs no selector.
    fn any_of(&mut self, branches: &[Vec<Kernel>], output: &mut Output<'_>) {
        let mut clause = Vec::new();
        for (number, branch) in branches.iter().enumerate() {
            match &branch[..] {
                [] => return,
                [Kernel::Candidates(cell, mask)] => clause.extend(self.terms_of(&[(*cell, *mask)])),
                [Kernel::Clause(candidates)] => clause.extend(self.terms_of(candidates)),
                _ => {
                    let name = || format!("branch {} of {}", number + 1, branches.len());
                    let selector = output.fresh(&name);
                    output.guard(selector);
                    self.kernels(branch, BoardHouseKind::Region, output);
                    output.unguard();
                    clause.push(Term::Lit(selector));
                }
            }
        }
        output.any(clause);
    }

    fn automaton(&mut self, cells: &[Cell], automaton: &Automaton, output: &mut Output<'_>) {
        let digits: Vec<Mask> = cells.iter().map(|&cell| self.map.digits(cell)).collect();
        let step = |_, state: i64, digit| Some(automaton.next(state as usize, digit)? as i64);
        let accepts = |state: i64| automaton.is_accepting(state as usize);
        let unrolled = Unrolled::new(&digits, automaton.start() as i64, step, accepts, &|| {
            output.is_closed()
        });
        let Some(unrolled) = unrolled else {
            return self.no_line(output);
        };
        let name = || format!("the line {}", self.names(cells));
        let layers = cells.iter().map(|&cell| self.layer(cell)).collect();
        let diagram = unrolled.reduced();
        if self.choices.line_pairs && self.differing.contain_all(cells) {
            match refused(&unrolled, &diagram, &digits, &|| output.is_closed()) {
                Some(pairs) => self.refuse(cells, &pairs, output),
                None => return self.no_line(output),
            }
        }
        self.diagram(diagram, layers, &name, output);
    }

    /// Pairs of candidates of a line, by place and digit.
    fn refuse(&self, cells: &[Cell], pairs: &[[Candidate; 2]], output: &mut Output<'_>) {
        for pair in pairs {
            let [early, late] = pair.map(|(place, digit)| not(self.map.term(cells[place], digit)));
            match early == late {
                true => output.any([late]),
                false => output.any([early, late]),
            }
        }
    }

    /// Writes that no line is accepted, unless the output is closed.
    fn no_line(&self, output: &mut Output<'_>) {
        if !output.is_closed() {
            output.add_clause(&[]);
        }
    }

    /// The digits of a cell as a layer of a diagram.
    pub(super) fn layer(&self, cell: Cell) -> Vec<(usize, Term)> {
        let digits = members(self.map.digits(cell));
        digits
            .map(|digit| (digit, self.map.term(cell, digit)))
            .collect()
    }

    /// The line is one of these.
    pub(super) fn unrolled(
        &self,
        unrolled: Option<Unrolled>,
        layers: Vec<Vec<(usize, Term)>>,
        name: &dyn Fn() -> String,
        output: &mut Output<'_>,
    ) {
        match unrolled {
            Some(unrolled) => self.diagram(unrolled.reduced(), layers, name, output),
            None => self.no_line(output),
        }
    }

    /// The line is in the diagram.
    fn diagram(
        &self,
        diagram: Diagram,
        layers: Vec<Vec<(usize, Term)>>,
        name: &dyn Fn() -> String,
        output: &mut Output<'_>,
    ) {
        let is_settled = |layer: usize| layers[layer].iter().any(|(_, term)| *term == Term::True);
        let (diagram, kept) = diagram.without(is_settled);
        let terms = kept.iter().map(|&layer| layers[layer].clone()).collect();
        let line = Line {
            diagram: &diagram,
            terms,
            name,
        };
        line.write(self.choices.automata, output);
    }

    /// Cells in the name of a variable. Long lists are cut short: a line has as many variables as
    /// cells or more, so names that list all cells would grow with the square of its length.
    pub(super) fn names(&self, cells: &[Cell]) -> String {
        let board = self.map.board();
        match cells {
            [first, .., last] if cells.len() > MAX_NAMED => {
                let (first, last) = (board.name(*first), board.name(*last));
                format!("{first} … {last} ({} cells)", cells.len())
            }
            _ => board.names(cells),
        }
    }

    /// The value of a digit.
    pub(super) fn value(&self, digit: usize) -> i64 {
        i64::from(self.map.board().value(Digit::from_index(digit)))
    }
}
