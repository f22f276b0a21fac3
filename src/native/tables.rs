//! What every search on one geometry looks up: which cells lie in which houses,
//! and where boxes and lines meet.

use crate::grid::{Cell, Geometry, HouseKind};

/// The tables of one geometry: cells of each house, houses of each cell.
pub struct Tables {
    /// The shape.
    pub geometry: Geometry,
    /// House `h` has the cells `h·N .. (h+1)·N`; rows, columns, boxes.
    pub house_cells: Vec<u32>,
    /// Row, column and box of each cell, as house indices.
    pub houses_of: Vec<[u32; 3]>,
    /// Every meeting of a box and a line.
    pub meetings: Vec<Meeting>,
}

/// A box and a row or column that crosses it.
pub struct Meeting {
    /// The cells of both.
    pub shared: Vec<u32>,
    /// The other cells of the box.
    pub box_only: Vec<u32>,
    /// The other cells of the line.
    pub line_only: Vec<u32>,
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
            meetings: meetings(geometry),
        }
    }

    /// The cells of a house.
    pub fn cells_of(&self, house: usize) -> &[u32] {
        let side = self.geometry.side();
        &self.house_cells[house * side..(house + 1) * side]
    }
}

fn meetings(geometry: Geometry) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for block in geometry.houses_of_kind(HouseKind::Box) {
        let in_box = |cell: &Cell| geometry.box_of(*cell) == block.index as usize;
        for kind in [HouseKind::Row, HouseKind::Column] {
            let lines = geometry.houses_of_kind(kind);
            for line in lines.filter(|line| geometry.house_cells(*line).any(|c| in_box(&c))) {
                let on_line = |cell: &Cell| geometry.houses_of(*cell).contains(&line);
                let (shared, box_only): (Vec<Cell>, Vec<Cell>) =
                    geometry.house_cells(block).partition(on_line);
                let line_only = geometry.house_cells(line).filter(|cell| !in_box(cell));
                let indices = |cells: Vec<Cell>| cells.iter().map(|cell| cell.0).collect();
                meetings.push(Meeting {
                    line_only: indices(line_only.collect()),
                    shared: indices(shared),
                    box_only: indices(box_only),
                });
            }
        }
    }
    meetings
}
