//! Blank lines inside of a grid: between all bands, or between all rows, or
//! nowhere. Any other blank line ends a grid that was cut off.

use super::rows;
use crate::grid::Geometry;

/// Where the blank lines of a grid stand, as far as it was read.
pub struct Spacing {
    geometry: Geometry,
    /// Rows from one blank line to the next; `None` while that is open.
    every: Option<usize>,
}

impl Spacing {
    /// Of a grid of which one row was read.
    pub fn new(geometry: Geometry) -> Spacing {
        Spacing {
            geometry,
            every: None,
        }
    }

    /// Another row comes behind so many, after a blank line or not.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn row(&mut self, before: usize, gap: bool) -> Result<(), String> {
        let side = self.geometry.side();
        let band = self.geometry.box_rows();
        if gap && before == 1 {
            self.every = Some(1);
        } else if before == band && self.every.is_none() {
            self.every = Some(if gap { band } else { side });
        }
        let due = self.every.is_some_and(|every| before.is_multiple_of(every));
        match (gap, due) {
            (true, false) => Err(format!(
                "{side} rows, with empty lines between all bands or nowhere: the grid is cut off"
            )),
            (false, true) => Err(format!(
                "one, as after {}: the grid is cut off",
                rows::rows(self.every.unwrap_or(band))
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of rows that stand before the first wrong gap.
    fn wrong_after(shape: &str, gaps: &[usize]) -> Option<usize> {
        let geometry: Geometry = shape.parse().unwrap();
        let mut spacing = Spacing::new(geometry);
        let mut rows = 1..geometry.side();
        rows.find(|row| spacing.row(*row, gaps.contains(row)).is_err())
    }

    #[test]
    fn gaps_stand_between_all_bands_or_rows_or_nowhere() {
        for (shape, gaps, expected) in [
            ("2x2", &[][..], None),
            ("2x2", &[2], None),
            ("2x2", &[1, 2, 3], None),
            ("2x2", &[1], Some(2)),
            ("2x2", &[3], Some(3)),
            ("2x2", &[2, 3], Some(3)),
            ("3x3", &[3, 6], None),
            ("3x3", &[3], Some(6)),
            ("3x3", &[6], Some(6)),
            ("3x3", &[8], Some(8)),
            ("1x4", &[1, 2, 3], None),
            ("1x4", &[2], Some(2)),
            ("4x1", &[], None),
        ] {
            assert_eq!(wrong_after(shape, gaps), expected, "{shape} {gaps:?}");
        }
    }
}
