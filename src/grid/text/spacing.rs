//! Blank lines inside a grid: between all bands, between all rows, or nowhere.
//! Any other blank line means that the grid is cut off.

use super::advice::{Advice, Setting};
use crate::grid::Geometry;
use crate::words::counted;

/// Where a grid has had blank lines so far.
pub struct Spacing {
    geometry: Geometry,
    /// Rows between blank lines, once known.
    every: Option<usize>,
}

impl Spacing {
    /// For a grid whose first row has been read.
    pub fn new(geometry: Geometry) -> Spacing {
        Spacing {
            geometry,
            every: None,
        }
    }

    /// Another row follows `before` others, with or without a gap of blank lines.
    ///
    /// # Errors
    /// What was found, and what was expected instead.
    pub fn row(&mut self, before: usize, gap: bool) -> Result<(), (String, String)> {
        let side = self.geometry.side();
        let band = self.geometry.box_rows();
        if gap && before == 1 {
            self.every = Some(1);
        } else if before == band && self.every.is_none() {
            self.every = Some(if gap { band } else { side });
        }
        let due = self.every.is_some_and(|every| before.is_multiple_of(every));
        match (self.every, gap, due) {
            (_, true, false) => Err((
                format!("an empty line after {}", counted(before as u64, "row")),
                format!(
                    "{side} rows, with empty lines between all bands or nowhere: the grid is cut off"
                ),
            )),
            (Some(every), false, true) => {
                let between = if every == band { "bands" } else { "rows" };
                Err((
                    format!("row {} right after row {before}", before + 1),
                    format!(
                        "an empty line between them, as there is one after row {every}: put empty \
                         lines between all {between} of a grid, or nowhere"
                    ),
                ))
            }
            _ => Ok(()),
        }
    }

    /// What to do if this many rows before an empty line are a band.
    pub fn other_bands(&self, rows: usize) -> Option<Advice> {
        let side = self.geometry.side();
        let may_be_band = rows > 1 && rows != self.geometry.box_rows() && side.is_multiple_of(rows);
        let shape = Setting::Box(format!("{rows}x{}", side / rows));
        let text = format!("if bands have {rows} rows, add {{}}");
        may_be_band.then(|| Advice::new(text, [shape]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of rows before the first wrong gap.
    fn wrong_after(shape: &str, gaps: &[usize]) -> Option<usize> {
        let geometry: Geometry = shape.parse().unwrap();
        let mut spacing = Spacing::new(geometry);
        let mut rows = 1..geometry.side();
        rows.find(|row| spacing.row(*row, gaps.contains(row)).is_err())
    }

    #[test]
    fn gaps_separate_all_bands_or_all_rows_or_nothing() {
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

    #[test]
    fn bands_have_two_rows_at_least() {
        let spacing = Spacing::new("2x3".parse().unwrap());
        let offered: Vec<usize> = (1..6)
            .filter(|&rows| spacing.other_bands(rows).is_some())
            .collect();
        assert_eq!(offered, [3]);
    }
}
