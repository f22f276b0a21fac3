//! Tables over two cells: by support clauses (S. Kasif, "On the parallel complexity of
//! discrete relaxation in constraint satisfaction networks", Artificial Intelligence 45,
//! 1990), or by conflict clauses.

use super::choices::PairClauses;
use super::output::{Output, not};
use super::writer::KernelWriter;
use crate::encoding::Term;
use crate::grid::Cell;
use crate::rules::{Mask, Table, members};

impl KernelWriter<'_> {
    /// Two cells hold an allowed pair.
    pub(super) fn pair(
        &mut self,
        first: Cell,
        second: Cell,
        table: &Table,
        output: &mut Output<'_>,
    ) {
        if first == second {
            for digit in members(self.map.digits(first)) {
                if !table.allows(digit, digit) {
                    output.any([not(self.map.term(first, digit))]);
                }
            }
            return;
        }
        let differ =
            |digit: usize| table.seconds(digit) == !(1 << digit) & self.map.board().all_digits();
        if (0..table.digit_count()).all(differ) {
            return self.differ(&[first, second], output);
        }
        let by_conflicts = self.choices.pairs == PairClauses::Conflict;
        let sides = [self.map.digits(first), self.map.digits(second)];
        for digit in members(sides[0]) {
            let refused = sides[1] & !table.seconds(digit);
            // One conflict says the same as a support clause, in both directions.
            if by_conflicts || refused.is_power_of_two() {
                self.conflicts((first, digit), (second, refused), output);
            } else if refused != 0 {
                self.support((first, digit), (second, sides[1] & !refused), output);
            }
        }
        for digit in members(sides[1]).filter(|_| !by_conflicts) {
            let refused = sides[0] & !table.firsts(digit);
            if refused.is_power_of_two() {
                let other = refused.trailing_zeros() as usize;
                let is_written = (sides[1] & !table.seconds(other)).is_power_of_two();
                if !is_written {
                    self.conflicts((second, digit), (first, refused), output);
                }
            } else if refused != 0 {
                self.support((second, digit), (first, sides[0] & !refused), output);
            }
        }
    }

    fn conflicts(
        &self,
        (cell, digit): (Cell, usize),
        other: (Cell, Mask),
        output: &mut Output<'_>,
    ) {
        for refused in members(other.1) {
            let terms = [self.map.term(cell, digit), self.map.term(other.0, refused)];
            output.any(terms.map(not));
        }
    }

    fn support(&self, (cell, digit): (Cell, usize), other: (Cell, Mask), output: &mut Output<'_>) {
        let own: Term = not(self.map.term(cell, digit));
        let partners = members(other.1).map(|partner| self.map.term(other.0, partner));
        output.any([own].into_iter().chain(partners));
    }
}
