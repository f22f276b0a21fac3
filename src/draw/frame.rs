//! What is around the board.

/// The width of a cell in user units.
pub const CELL: f64 = 100.0;

/// The margin of a side without clues.
const MARGIN: f64 = 10.0;

/// What one more row of clues outside the grid needs.
pub(super) const CLUE: f64 = 76.0;

/// How far a picture extends beyond its board, in user units.
///
/// The board's top left corner is the origin of the picture's coordinates, and each cell
/// is [`CELL`] wide and high. A side has a margin of 10 units, and 76 more for each row or
/// column of clues that stand there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Units left of the board.
    pub left: f64,
    /// Units above the board.
    pub top: f64,
    /// Units right of the board.
    pub right: f64,
    /// Units below the board.
    pub bottom: f64,
    /// The width of the board alone.
    pub width: f64,
    /// The height of the board alone.
    pub height: f64,
}

impl Frame {
    /// The frame of a board with this many rows of clues on its left, top, right and bottom.
    pub(super) fn new(rows: usize, columns: usize, clues: [usize; 4]) -> Frame {
        let [left, top, right, bottom] = clues.map(|levels| MARGIN + CLUE * levels as f64);
        Frame {
            left,
            top,
            right,
            bottom,
            width: CELL * columns as f64,
            height: CELL * rows as f64,
        }
    }

    /// The whole width: the third number of the view box.
    pub fn full_width(&self) -> f64 {
        self.left + self.width + self.right
    }

    /// The whole height: the fourth number of the view box.
    pub fn full_height(&self) -> f64 {
        self.top + self.height + self.bottom
    }
}
