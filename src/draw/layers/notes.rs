//! Candidates, small, each at its place in the cell.

use crate::draw::board::Point;
use crate::draw::frame::CELL;
use crate::draw::picture::Picture;
use crate::draw::svg::{Svg, text_width, with};
use crate::draw::theme::Paint;
use crate::grid::{Cell, Digit};

/// Writes the candidates of cells without a digit.
pub fn draw(svg: &mut Svg, picture: &Picture) {
    if !picture.solutions.is_empty() {
        return;
    }
    let places = Places::new(picture);
    let most = most(picture);
    svg.open("g", with().fill(Paint::Note));
    for cell in picture.grid.cells() {
        if picture.digit(cell, 0).is_some() {
            continue;
        }
        let notes = picture
            .notes
            .as_ref()
            .and_then(|notes| notes.cells.get(cell.index()));
        if let Some(candidates) = notes {
            for &(digit, count) in candidates {
                let level = most.map(|most| level(count, most));
                places.write(svg, picture, cell, digit, level);
            }
        } else if let Some(digits) = picture.pencilmarks.get(&cell) {
            for &digit in digits {
                places.write(svg, picture, cell, digit, None);
            }
        }
        let is_impossible = match notes {
            Some(notes) => notes.is_empty(),
            None => picture.pencilmarks.get(&cell).is_some_and(Vec::is_empty),
        };
        if is_impossible {
            let attributes = with().fill(Paint::Conflict);
            svg.label(picture.grid.centre(cell), 44.0, attributes, "∅");
        }
    }
    svg.close("g");
}

/// The largest count, if candidates are counted.
pub fn most(picture: &Picture) -> Option<u64> {
    let notes = picture.notes.as_ref().filter(|notes| notes.is_counted)?;
    let counts = notes.cells.iter().flatten().map(|&(_, count)| count);
    Some(counts.max().unwrap_or(1).max(1))
}

/// Whether there may be more solutions with a candidate than the largest count.
pub fn is_most_open(picture: &Picture) -> bool {
    let Some(notes) = &picture.notes else {
        return false;
    };
    let cells = picture.grid.cells().zip(&notes.cells);
    let mut counts = cells.flat_map(|(cell, counts)| counts.iter().map(move |count| (cell, count)));
    let most = most(picture);
    counts.any(|(cell, &(digit, count))| Some(count) == most && notes.open.contains(&(cell, digit)))
}

/// The shade of a count, from 1 to 8.
pub fn level(count: u64, most: u64) -> usize {
    let scaled = u128::from(count) * 8;
    (scaled.div_ceil(u128::from(most.max(1))) as usize).clamp(1, 8)
}

/// Where candidates stand in a cell.
struct Places {
    columns: usize,
    /// Width and height of the place of a candidate.
    size: Point,
    top: f64,
    font: f64,
}

/// Space at the borders of a cell.
const INSET: f64 = 7.0;

impl Places {
    fn new(picture: &Picture) -> Places {
        let grid = &picture.grid;
        let columns = grid.note_columns.max(1);
        let rows = grid.digit_count().div_ceil(columns).max(1);
        // Sums of cages stand above.
        let top = match picture.constraints.has_corner_texts() {
            true => INSET + 18.0,
            false => INSET,
        };
        // Weights stand below.
        let bottom = match picture.heat.is_some() {
            true => INSET + 17.0,
            false => INSET,
        };
        let width = (CELL - 2.0 * INSET) / columns as f64;
        let height = (CELL - bottom - top) / rows as f64;
        let widest = "0".repeat(grid.longest());
        Places {
            columns,
            size: (width, height),
            top,
            font: (0.98 * height)
                .min(0.94 * width / text_width(&widest, 1.0))
                .min(30.0),
        }
    }

    fn write(
        &self,
        svg: &mut Svg,
        picture: &Picture,
        cell: Cell,
        digit: Digit,
        level: Option<usize>,
    ) {
        let (x, y) = picture.grid.corner(cell);
        let (width, height) = self.size;
        let row = (digit.index() / self.columns) as f64;
        let column = (digit.index() % self.columns) as f64;
        let corner = (x + INSET + column * width, y + self.top + row * height);
        if let Some(level) = level {
            let fill = with().fill(Paint::heat(level)).number("rx", 0.12 * height);
            let (gap_x, gap_y) = (0.03 * width, 0.03 * height);
            let size = (width - 2.0 * gap_x, height - 2.0 * gap_y);
            svg.rect((corner.0 + gap_x, corner.1 + gap_y), size, fill);
        }
        let centre = (corner.0 + width / 2.0, corner.1 + height / 2.0);
        let attributes = match level {
            Some(_) => with().fill(Paint::Clue),
            None => with(),
        };
        svg.label(centre, self.font, attributes, picture.grid.text(digit));
    }
}
