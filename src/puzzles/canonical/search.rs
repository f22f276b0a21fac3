//! Row by row through all images of a grid, with everything left out that is
//! larger than the smallest image so far.

use super::Row;
use super::columns::Columns;
use super::rows::{Rows, bits};
use std::cmp::Ordering;

/// The smallest image so far.
#[derive(Default)]
pub struct Least {
    rows: Vec<Row>,
}

/// The first rows of an image.
#[derive(Clone, Copy, Default)]
struct Part {
    /// The rows of the grid that it has, as bits.
    taken: u16,
    /// How many these are.
    count: usize,
    /// The last of them.
    last: usize,
    /// What digits are renamed to, 0 if they have not been met.
    names: Row,
    /// How many digits have been met.
    named: u8,
}

impl Least {
    /// The cells of the image in reading order.
    pub fn cells(&self, side: usize) -> impl Iterator<Item = u8> {
        self.rows.iter().flat_map(move |row| &row[..side]).copied()
    }

    /// Compares all images of a grid, rows not turned into columns.
    pub fn compare_all(&mut self, grid: &Rows, orders: &[Columns]) {
        let twins = grid.twin_columns();
        let orders = orders.iter().filter(|order| order.keep_order(&twins));
        let orders: Vec<&Columns> = orders.collect();
        for row in bits(grid.next(0, 0, 0)) {
            let seconds = grid.next(1 << row, 1, row);
            for columns in &orders {
                if self.may_begin(grid, columns, row, seconds) {
                    self.extend(grid, columns, Part::default(), row);
                }
            }
        }
    }

    /// Whether images that begin with this row and one of `seconds` may be as
    /// small as the smallest so far. A full row is always renamed to 1, 2, 3 …,
    /// so that each digit of the next row is named after its column in the
    /// first.
    fn may_begin(&self, grid: &Rows, columns: &Columns, row: usize, seconds: u16) -> bool {
        let (Some(best), Some(columns_of)) = (self.rows.get(1), &grid.columns_of[row]) else {
            return true;
        };
        let name = |digit: u8| match digit {
            0 => 0,
            _ => columns.place_of[usize::from(columns_of[usize::from(digit)])] + 1,
        };
        bits(seconds).any(|second| {
            let second = &grid.cells[second];
            for place in 0..grid.side() {
                let name = name(second[usize::from(columns.at[place])]);
                if name != best[place] {
                    return name < best[place];
                }
            }
            true
        })
    }

    /// Puts a row behind the part, and all others behind that, unless the image
    /// gets larger than the smallest so far.
    fn extend(&mut self, grid: &Rows, columns: &Columns, mut part: Part, row: usize) {
        if self.put(grid, columns, &mut part, row).is_gt() {
            return;
        }
        for next in bits(grid.next(part.taken, part.count, part.last)) {
            self.extend(grid, columns, part, next);
        }
    }

    /// Puts a row behind the part, and into the smallest image if it makes that
    /// smaller.
    fn put(&mut self, grid: &Rows, columns: &Columns, part: &mut Part, row: usize) -> Ordering {
        let source = &grid.cells[row];
        let best = self.rows.get(part.count);
        let mut image = Row::default();
        let mut order = match best {
            Some(_) => Ordering::Equal,
            None => Ordering::Less,
        };
        for place in 0..grid.side() {
            let digit = usize::from(source[usize::from(columns.at[place])]);
            if digit > 0 && part.names[digit] == 0 {
                part.named += 1;
                part.names[digit] = part.named;
            }
            image[place] = part.names[digit];
            if let (Ordering::Equal, Some(best)) = (order, best) {
                order = image[place].cmp(&best[place]);
                if order.is_gt() {
                    return order;
                }
            }
        }
        if order.is_lt() {
            self.rows.truncate(part.count);
            self.rows.push(image);
        }
        part.taken |= 1 << row;
        part.count += 1;
        part.last = row;
        order
    }
}
