//! Unavoidable sets: the cells in which two full grids differ. A proper puzzle has a
//! given in each of them, or both grids would solve it.

use crate::grid::{Cell, Geometry, HouseKind, Solution};

/// Unavoidable sets for an order of removal.
///
/// Cells are removed in that order, some of them together, as long as the solution is unique.
/// Those at a position must stay exactly if a whole set would be removed with them: if they hold
/// the last of the set in the order and no other cell of the set stays.
pub struct Unavoidable {
    /// The position in the order of each cell that may be removed.
    place_of: Vec<Option<u32>>,
    words: usize,
    /// Sorted by their last position.
    sets: Vec<(usize, PositionSet)>,
}

/// Positions in the order as bits.
type PositionSet = Box<[u64]>;

impl Unavoidable {
    /// No sets yet, for this order of removal.
    pub fn new(geometry: Geometry, order: &[impl AsRef<[Cell]>]) -> Unavoidable {
        let mut place_of = vec![None; geometry.cell_count()];
        for (place, together) in (0..).zip(order) {
            for cell in together.as_ref() {
                place_of[cell.index()] = Some(place);
            }
        }
        Unavoidable {
            place_of,
            words: order.len().div_ceil(64),
            sets: Vec::new(),
        }
    }

    /// Adds a set and returns the position of its last cell, or `None` if none of the
    /// cells may be removed.
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

    /// The positions that must stay according to the sets, in ascending order.
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

/// The smallest sets of cells in which two digits of a solution can be exchanged, for each pair of
/// digits: on large grids, all of them together would take gigabytes.
pub fn of_two_digits(
    geometry: Geometry,
    solution: &Solution,
) -> impl Iterator<Item = Vec<Vec<Cell>>> {
    let side = geometry.side();
    let positions = DigitPositions::new(geometry, solution);
    let pairs =
        (0..side).flat_map(move |first| (first + 1..side).map(move |second| (first, second)));
    pairs.map(move |(first, second)| {
        let mut seen = vec![false; side];
        let mut sets = Vec::new();
        for row in 0..side {
            if !seen[row] {
                let set = positions.exchange(first, second, row);
                for cell in &set {
                    seen[geometry.row(*cell)] = true;
                }
                sets.push(set);
            }
        }
        sets
    })
}

/// The cell of each digit in each house of a full grid.
pub struct DigitPositions {
    geometry: Geometry,
    digits: Vec<u16>,
    /// `cells[house·N + digit]`; rows, columns, boxes.
    cells: Vec<u32>,
}

impl DigitPositions {
    /// The positions in a full grid.
    pub fn new(geometry: Geometry, solution: &Solution) -> DigitPositions {
        let mut positions = DigitPositions {
            geometry,
            digits: vec![0; geometry.cell_count()],
            cells: vec![0; 3 * geometry.cell_count()],
        };
        for cell in geometry.cells() {
            positions.put(cell, solution.digit(cell).index());
        }
        positions
    }

    /// Puts the digit with this index into a cell.
    pub fn put(&mut self, cell: Cell, digit: usize) {
        self.digits[cell.index()] = digit as u16;
        for slot in self.slots(cell, digit) {
            self.cells[slot] = cell.0;
        }
    }

    /// The index of the digit in a cell.
    pub fn digit(&self, cell: Cell) -> usize {
        usize::from(self.digits[cell.index()])
    }

    /// The cells in which two digits, given by their indices, must be exchanged if they
    /// are exchanged in this row.
    pub fn exchange(&self, first: usize, second: usize, row: usize) -> Vec<Cell> {
        let side = self.geometry.side();
        let mut set = Vec::new();
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
