//! Candidates, small, each at its place in the cell.

use crate::draw::board::Point;
use crate::draw::frame::CELL;
use crate::draw::picture::{Notes, Picture};
use crate::draw::svg::{Svg, text_width, with};
use crate::draw::theme::Paint;
use crate::grid::{Cell, Digit};
use crate::search::variant::Occurrences;

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
        let notes = picture.notes.as_ref().and_then(|notes| notes.of(cell));
        if let Some(candidates) = &notes {
            for &(digit, occurrences) in candidates {
                let level = occurrences.zip(most);
                let level = level.map(|(each, most)| level_of(each.known(), most.known()));
                places.write(svg, picture, cell, digit, level);
            }
        } else if let Some(digits) = picture.pencil_marks.get(&cell) {
            for &digit in digits {
                places.write(svg, picture, cell, digit, None);
            }
        }
        let is_impossible = match &notes {
            Some(notes) => notes.is_empty(),
            None => picture.pencil_marks.get(&cell).is_some_and(Vec::is_empty),
        };
        if is_impossible {
            let attributes = with().fill(Paint::Conflict);
            svg.label(picture.grid.centre(cell), 44.0, attributes, "∅");
        }
    }
    svg.close("g");
}

/// How often the most frequent candidate occurs, if they are counted; of several, one that is
/// not exact.
pub fn most(picture: &Picture) -> Option<Occurrences> {
    let Some(Notes::Counted(cells)) = &picture.notes else {
        return None;
    };
    let all = cells.iter().flatten().map(|&(_, occurrences)| occurrences);
    let most = all.max_by_key(|each| (each.known(), !each.is_exact()));
    Some(match most {
        Some(most) if most.known() > 0 => most,
        _ => Occurrences::Exactly(1),
    })
}

/// The shade of a count, from 1 to 8.
pub fn level_of(count: u64, most: u64) -> usize {
    let scaled = u128::from(count) * 8;
    (scaled.div_ceil(u128::from(most.max(1))) as usize).clamp(1, 8)
}

/// Where candidates stand in a cell.
struct Places {
    columns: usize,
    /// Space at the left and right border of a cell.
    inset: f64,
    /// Width and height of the place of a candidate.
    size: Point,
    top: f64,
    font: f64,
}

/// Space at the borders of a cell.
const INSET: f64 = 7.0;
/// The same where outlines of cages are.
const IN_A_CAGE: f64 = 12.0;

impl Places {
    fn new(picture: &Picture) -> Places {
        let grid = &picture.grid;
        let columns = grid.note_columns.max(1);
        let rows = grid.digit_count().div_ceil(columns).max(1);
        let inset = match picture.constraints.has_cages() {
            true => IN_A_CAGE,
            false => INSET,
        };
        // Sums of cages stand above.
        let top = match picture.constraints.has_corner_texts() {
            true => INSET + 20.0,
            false => inset,
        };
        // Weights stand below.
        let bottom = match picture.heat.is_some() {
            true => INSET + 17.0,
            false => inset,
        };
        let width = (CELL - 2.0 * inset) / columns as f64;
        let height = (CELL - bottom - top) / rows as f64;
        let widest = "0".repeat(grid.longest());
        // Two digits must not look like parts of a longer number.
        let share = match grid.longest() {
            1 => 0.94,
            _ => 0.8,
        };
        Places {
            columns,
            inset,
            size: (width, height),
            top,
            font: (0.98 * height)
                .min(share * width / text_width(&widest, 1.0))
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
        let corner = (x + self.inset + column * width, y + self.top + row * height);
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
