//! Which cells lie in which houses, for searches on one geometry.

use crate::grid::Geometry;

/// The tables of one geometry: cells of each house, houses of each cell.
pub struct Tables {
    /// The shape.
    pub geometry: Geometry,
    /// House `h` has the cells `h·N .. (h+1)·N`; rows, columns, boxes.
    pub house_cells: Vec<u32>,
    /// Row, column and box of each cell, as house indices.
    pub houses_of: Vec<[u32; 3]>,
}

impl Tables {
    /// The tables of a geometry.
    pub fn new(geometry: Geometry) -> Tables {
        let side = geometry.side() as u32;
        let cells = geometry.houses().flat_map(|h| geometry.house_cells(h));
        let houses_of = |cell| {
            let [row, column, block] = geometry.houses_of(cell).map(|h| u32::from(h.index));
            [row, side + column, 2 * side + block]
        };
        Tables {
            geometry,
            house_cells: cells.map(|cell| cell.0).collect(),
            houses_of: geometry.cells().map(houses_of).collect(),
        }
    }

    /// The box with this number, as a house index.
    pub fn box_house(&self, number: usize) -> usize {
        2 * self.geometry.side() + number
    }

    /// The cells of a house.
    pub fn cells_of(&self, house: usize) -> &[u32] {
        let side = self.geometry.side();
        &self.house_cells[house * side..(house + 1) * side]
    }
}
