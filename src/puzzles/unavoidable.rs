//! Unavoidable sets: cells in which two solutions of the same grid differ. A
//! proper puzzle has a given in each of them, or else both solve it.

use crate::grid::{Cell, Geometry, HouseKind, Solution};

/// Unavoidable sets over the places of an order of removal.
///
/// Cells are taken away in that order as long as one solution is left. A cell
/// has to stay exactly if all of some set would be gone with it: if it is the
/// last of the set in the order and none of the set stayed before. So a list of
/// sets says which cells stay, and each of these has its witness.
pub struct Unavoidable {
    /// The place in the order of each cell that may be taken away.
    place_of: Vec<Option<u32>>,
    words: usize,
    /// By their last place.
    sets: Vec<(usize, Places)>,
}

/// Places of an order as bits.
type Places = Box<[u64]>;

impl Unavoidable {
    /// No sets yet, for cells of this grid that go in this order.
    pub fn new(geometry: Geometry, order: &[Cell]) -> Unavoidable {
        let mut place_of = vec![None; geometry.cell_count()];
        for (place, cell) in (0..).zip(order) {
            place_of[cell.index()] = Some(place);
        }
        Unavoidable {
            place_of,
            words: order.len().div_ceil(64),
            sets: Vec::new(),
        }
    }

    /// Adds the cells of a set; the last of them in the order, or `None` if
    /// none of them may be taken away.
    pub fn add(&mut self, cells: impl Iterator<Item = Cell>) -> Option<usize> {
        let mut places = vec![0; self.words].into_boxed_slice();
        let mut last = None;
        for cell in cells {
            if let Some(place) = self.place_of[cell.index()] {
                let place = place as usize;
                places[place / 64] |= 1 << (place % 64);
                last = last.max(Some(place));
            }
        }
        if let Some(last) = last {
            let at = self.sets.partition_point(|(other, _)| *other <= last);
            self.sets.insert(at, (last, places));
        }
        last
    }

    /// The places that have to stay, as far as the sets tell, in their order.
    pub fn stays(&self) -> Vec<usize> {
        let mut stays = vec![0u64; self.words];
        let mut order = Vec::new();
        for (last, places) in &self.sets {
            if places.iter().zip(&stays).all(|(a, b)| a & b == 0) {
                stays[last / 64] |= 1 << (last % 64);
                order.push(*last);
            }
        }
        order
    }
}

/// The smallest sets in which two digits of a solution can be exchanged, for
/// all pairs of digits.
pub fn of_two_digits(geometry: Geometry, solution: &Solution) -> Vec<Vec<Cell>> {
    let side = geometry.side();
    let wheres = Wheres::new(geometry, solution);
    let mut sets = Vec::new();
    for first in 0..side {
        for second in first + 1..side {
            let mut seen = vec![false; side];
            for row in 0..side {
                if !seen[row] {
                    let set = wheres.exchange(first, second, row);
                    for cell in &set {
                        seen[geometry.row(*cell)] = true;
                    }
                    sets.push(set);
                }
            }
        }
    }
    sets
}

/// Where each digit stands in each house.
pub struct Wheres {
    geometry: Geometry,
    digits: Vec<u16>,
    /// `cells[house·N + digit]`; rows, columns, boxes.
    cells: Vec<u32>,
}

impl Wheres {
    /// Looks at a full grid.
    pub fn new(geometry: Geometry, solution: &Solution) -> Wheres {
        let mut wheres = Wheres {
            geometry,
            digits: vec![0; geometry.cell_count()],
            cells: vec![0; 3 * geometry.cell_count()],
        };
        for cell in geometry.cells() {
            wheres.put(cell, solution.digit(cell).index());
        }
        wheres
    }

    /// Writes a digit, by its index, into a cell.
    pub fn put(&mut self, cell: Cell, digit: usize) {
        self.digits[cell.index()] = digit as u16;
        for slot in self.slots(cell, digit) {
            self.cells[slot] = cell.0;
        }
    }

    /// The digit, by its index, in a cell.
    pub fn digit(&self, cell: Cell) -> usize {
        usize::from(self.digits[cell.index()])
    }

    /// The cells that two digits, by their indices, exchange if they do so in
    /// this row.
    pub fn exchange(&self, first: usize, second: usize, row: usize) -> Vec<Cell> {
        let side = self.geometry.side();
        let mut set = Vec::with_capacity(2 * side);
        let mut rows = vec![false; side];
        let mut open = vec![row];
        rows[row] = true;
        while let Some(row) = open.pop() {
            for (digit, other) in [(first, second), (second, first)] {
                let cell = Cell(self.cells[row * side + digit]);
                set.push(cell);
                for slot in self.slots(cell, other) {
                    let next = self.geometry.row(Cell(self.cells[slot]));
                    if !rows[next] {
                        rows[next] = true;
                        open.push(next);
                    }
                }
            }
        }
        set
    }

    fn slots(&self, cell: Cell, digit: usize) -> [usize; 3] {
        let side = self.geometry.side();
        self.geometry.houses_of(cell).map(|house| {
            let kind = match house.kind {
                HouseKind::Row => 0,
                HouseKind::Column => 1,
                HouseKind::Box => 2,
            };
            (kind * side + usize::from(house.index)) * side + digit
        })
    }
}
