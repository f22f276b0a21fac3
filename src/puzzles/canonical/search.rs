//! Search through all images of a grid, row by row, that prunes whatever is larger than
//! the smallest image so far.

use super::Row;
use super::columns::Columns;
use super::rows::{Rows, bits};
use crate::limits::Limits;
use crate::outcome::Reason;
use std::cmp::Ordering;

/// The limits are checked after this many partial images, some tenths of a millisecond.
const IMAGES_PER_CHECK: u64 = 4096;

/// The smallest image so far.
pub struct SmallestImage<'l> {
    rows: Vec<Row>,
    limits: &'l Limits,
    /// Partial images seen.
    seen: u64,
}

/// The first rows of an image.
#[derive(Clone, Copy, Default)]
struct PartialImage {
    /// The rows of the grid that are used, as bits.
    taken: u16,
    /// How many are used.
    count: usize,
    /// The last row used.
    last: usize,
    /// The new name of each digit, or 0 if it has not occurred.
    names: Row,
    /// How many digits have occurred.
    named: u8,
}

impl<'l> SmallestImage<'l> {
    /// No image yet, and the limits on the search for the smallest.
    pub fn new(limits: &'l Limits) -> SmallestImage<'l> {
        SmallestImage {
            rows: Vec::new(),
            limits,
            seen: 0,
        }
    }

    /// The cells of the image in reading order.
    pub fn cells(&self, side: usize) -> impl Iterator<Item = u8> {
        self.rows.iter().flat_map(move |row| &row[..side]).copied()
    }

    /// Compares all images of a grid, except for transposition.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub fn compare_all(&mut self, grid: &Rows, orders: &[Columns]) -> Result<(), Reason> {
        let twins = grid.twin_columns();
        let orders = orders.iter().filter(|order| order.keep_order(&twins));
        let orders: Vec<&Columns> = orders.collect();
        for row in bits(grid.next(0, 0, 0)) {
            self.limits.check()?;
            let seconds = grid.next(1 << row, 1, row);
            for columns in &orders {
                if self.may_begin(grid, columns, row, seconds) {
                    self.extend(grid, columns, PartialImage::default(), row)?;
                }
            }
        }
        Ok(())
    }

    /// Whether an image that begins with this row and one of `seconds` can be as small
    /// as the smallest so far. A first row with all digits becomes 1, 2, 3 …, so the
    /// digits of the next row are named after their columns in the first.
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

    /// Appends a row, and then all possible others, unless the image gets larger than
    /// the smallest so far.
    fn extend(
        &mut self,
        grid: &Rows,
        columns: &Columns,
        mut part: PartialImage,
        row: usize,
    ) -> Result<(), Reason> {
        self.seen += 1;
        if self.seen.is_multiple_of(IMAGES_PER_CHECK) {
            self.limits.check()?;
        }
        if self.put(grid, columns, &mut part, row).is_gt() {
            return Ok(());
        }
        bits(grid.next(part.taken, part.count, part.last))
            .try_for_each(|next| self.extend(grid, columns, part, next))
    }

    /// Appends a row, and replaces the smallest image if this one is smaller.
    fn put(
        &mut self,
        grid: &Rows,
        columns: &Columns,
        part: &mut PartialImage,
        row: usize,
    ) -> Ordering {
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
