//! Cells that differ, and the sets of digits that they can hold: a variable for each set, and
//! one for each digit that some sets have and others lack.

use super::groups::define_any;
use super::output::{Output, not};
use super::writer::KernelWriter;
use crate::cnf::{ClauseSink, Lit};
use crate::encoding::Term;
use crate::grid::Cell;
use crate::rules::{Mask, members};

impl KernelWriter<'_> {
    /// The cells hold one of these sets of digits.
    pub(super) fn hold_one_of(&self, cells: &[Cell], sets: &[Mask], output: &mut Output<'_>) {
        self.drop_outside(cells, sets, output);
        match sets {
            [] => output.add_clause(&[]),
            [only] => self.single_set(cells, *only, output),
            _ => {
                self.one_of_sets(cells, sets, output);
            }
        }
    }

    /// Each digit of the set is somewhere.
    pub(super) fn single_set(&self, cells: &[Cell], set: Mask, output: &mut Output<'_>) {
        for digit in members(set) {
            output.any(cells.iter().map(|&cell| self.map.term(cell, digit)));
            self.strike_seen(cells, digit, Term::True, output);
        }
    }

    /// Digits in no set are false.
    pub(super) fn drop_outside(&self, cells: &[Cell], sets: &[Mask], output: &mut Output<'_>) {
        let inside = sets.iter().fold(0, |all, set| all | set);
        for &cell in cells {
            for digit in members(self.map.digits(cell) & !inside) {
                output.any([not(self.map.term(cell, digit))]);
            }
        }
    }

    /// One of several sets holds, and says for each digit whether it is in one of the cells.
    /// That at most one holds follows: two sets differ in a digit.
    pub(super) fn one_of_sets(
        &self,
        cells: &[Cell],
        sets: &[Mask],
        output: &mut Output<'_>,
    ) -> Vec<Lit> {
        let name = |set: Mask| {
            let values: Vec<String> = members(set).map(|d| self.value(d).to_string()).collect();
            format!("{} hold {}", self.names(cells), values.join(" "))
        };
        let each = sets.iter().map(|&set| output.fresh(&|| name(set)));
        let chosen: Vec<Lit> = each.collect();
        output.add_clause(&chosen);
        let union = sets.iter().fold(0, |all, set| all | set);
        for digit in members(union) {
            let is_inside = sets.iter().map(|set| set >> digit & 1 == 1);
            let (with, without): (Vec<_>, Vec<_>) = chosen
                .iter()
                .zip(is_inside)
                .partition(|(_, inside)| *inside);
            let places: Vec<Term> = cells.iter().map(|&c| self.map.term(c, digit)).collect();
            let held = if without.is_empty() {
                output.any(places);
                Term::True
            } else {
                let held = self.held(cells, digit, &places, output);
                let with = with.iter().map(|(set, _)| Term::Lit(**set));
                output.any(with.clone().chain([not(held)]));
                with.for_each(|set| output.any([held, not(set)]));
                for (set, _) in without {
                    output.any([not(held), Term::Lit(!*set)]);
                }
                held
            };
            self.strike_seen(cells, digit, held, output);
        }
        chosen
    }

    /// What stands for "one of the cells has the digit", given the digit in each cell.
    fn held(&self, cells: &[Cell], digit: usize, places: &[Term], output: &mut Output<'_>) -> Term {
        let name = || format!("{} in {}", self.value(digit), self.names(cells));
        define_any(places, &name, output)
    }

    /// If the cells hold a digit, no cell has it that differs from all its places there.
    fn strike_seen(&self, cells: &[Cell], digit: usize, held: Term, output: &mut Output<'_>) {
        let has = |cell: &Cell| self.map.digits(*cell) >> digit & 1 == 1;
        let places: Vec<Cell> = cells.iter().copied().filter(has).collect();
        let seen = |cell: &Cell| {
            let mut places = places.iter();
            !cells.contains(cell) && places.all(|&place| self.differing.contains(place, *cell))
        };
        for cell in self.map.board().cells().filter(has).filter(seen) {
            output.any([not(self.map.term(cell, digit)), not(held)]);
        }
    }
}
