//! The clause families of Sudoku: for each cell and for each digit in each
//! house, "defined" (at least one) and "unique" (at most one).

use super::spec::Rule;
use super::varmap::VarMap;
use crate::cnf::{Amo, ClauseSink, Lit};
use crate::grid::{Geometry, HouseKind};

/// Writes the rules of one scope: the named rules, in this order, over each
/// group of candidates of which exactly one is true.
pub fn encode(
    scope: Scope,
    rules: &[Rule],
    scheme: Amo,
    geometry: Geometry,
    sink: &mut dyn ClauseSink,
) {
    let mut group = Vec::with_capacity(geometry.side());
    for rule in rules {
        scope.each_group(geometry, &mut group, |literals| match rule {
            Rule::Defined => sink.add_clause(literals),
            Rule::Unique => scheme.encode(literals, sink),
        });
    }
}

/// One of the four ways to split the candidates into groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The digits of a cell.
    Cell,
    /// The places of a digit in a house.
    House(HouseKind),
}

impl Scope {
    /// All four, in the order in which they are written.
    pub const ALL: [Scope; 4] = [
        Scope::Cell,
        Scope::House(HouseKind::Row),
        Scope::House(HouseKind::Column),
        Scope::House(HouseKind::Box),
    ];

    fn each_group(self, geometry: Geometry, group: &mut Vec<Lit>, mut visit: impl FnMut(&[Lit])) {
        let map = VarMap::new(geometry);
        let mut show = |literals: &mut dyn Iterator<Item = Lit>| {
            group.clear();
            group.extend(literals);
            visit(group);
        };
        match self {
            Scope::Cell => {
                for cell in geometry.cells() {
                    show(&mut geometry.digits().map(|digit| map.lit(cell, digit)));
                }
            }
            Scope::House(kind) => {
                for house in geometry.houses_of_kind(kind) {
                    for digit in geometry.digits() {
                        show(&mut geometry.house_cells(house).map(|cell| map.lit(cell, digit)));
                    }
                }
            }
        }
    }
}
