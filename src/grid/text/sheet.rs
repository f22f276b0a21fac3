//! Tables that hold a grid and more: empty rows between bands or grids, the header of a data frame.
//! Taken for cells, these would make another puzzle.

use super::advice::{Advice, Setting};
use super::error::{InputError, quote};
use super::lines::InputLines;
use super::words::Line;
use crate::grid::Geometry;

/// The rows of a table, of which the first was taken and the others come next.
struct Sheet<'a, 'l> {
    lines: &'a mut InputLines<'l>,
    first: &'a Line,
    delimiter: char,
    geometry: Geometry,
}

/// Refuses a table that is more than a grid of this shape, which was not named.
///
/// # Errors
/// What is not a cell, or may not be one.
pub fn check(
    lines: &mut InputLines<'_>,
    first: &Line,
    delimiter: char,
    geometry: Geometry,
) -> Result<(), InputError> {
    let mut sheet = Sheet {
        lines,
        first,
        delimiter,
        geometry,
    };
    sheet.check_header()?;
    sheet.check_bands()?;
    sheet.check_gap()
}

impl Sheet<'_, '_> {
    /// The fields of a row, counted from 0; `None` if there is no such row.
    fn row(&mut self, row: usize) -> Result<Option<Vec<String>>, InputError> {
        let line = match row.checked_sub(1) {
            None => Some(self.first),
            Some(distance) => self.lines.peek(distance)?,
        };
        let fields = |line: &Line| {
            let fields = line.text.split(self.delimiter);
            fields.map(|field| field.trim().to_owned()).collect()
        };
        let is_row = |line: &&Line| !line.is_blank() && !line.is_comment();
        let side = self.geometry.side();
        let row = line.filter(is_row).map(fields);
        Ok(row.filter(|fields: &Vec<String>| fields.len() == side))
    }

    fn refuse(&self, found: String, expected: &str, advice: Advice) -> Result<(), InputError> {
        let error = self.lines.error(self.first, 1, found, expected.into());
        Err(error.advise(advice))
    }

    fn shape(&self) -> Setting {
        Setting::Box(self.geometry.to_string())
    }

    /// Numbers from 0 on as the names of columns, perhaps beside those of rows.
    fn check_header(&mut self) -> Result<(), InputError> {
        let side = self.geometry.side();
        let names: Vec<String> = self.row(0)?.unwrap_or_default();
        let is_numbered = |names: &[String]| {
            let mut numbers = names.iter().enumerate();
            !names.is_empty() && numbers.all(|(number, name)| *name == number.to_string())
        };
        let has_index = match names.split_first() {
            Some((corner, names)) if corner.is_empty() && is_numbered(names) => {
                let next = self.row(1)?;
                next.is_some_and(|row| row.first().is_some_and(|field| field == "0"))
            }
            _ => false,
        };
        let is_header = has_index || is_numbered(&names) && self.row(side)?.is_some();
        if !is_header {
            return Ok(());
        }
        let found = match has_index {
            true => format!("the numbers 0 to {} as names of columns and rows", side - 2),
            false => format!("the numbers 0 to {} as names of columns", side - 1),
        };
        let expected = "nothing but cells, as DataFrame.to_csv(header=False, index=False) writes";
        let advice = Advice::new("{} reads the numbers as cells", [self.shape()]);
        self.refuse(found, expected, advice)
    }

    /// Rows of nothing but delimiters between all bands of a grid that is as many rows longer.
    fn check_bands(&mut self) -> Result<(), InputError> {
        let (side, band) = (self.geometry.side(), self.geometry.box_rows());
        let bands = side / band;
        let last = side + bands - 2;
        for row in (band..last).step_by(band + 1) {
            if !self.is_empty(row)? {
                return Ok(());
            }
        }
        if bands == 1 || self.row(last)?.is_none() {
            return Ok(());
        }
        self.refuse_empty_row(&format!("after each {band} rows"))
    }

    /// A row of nothing but delimiters between two grids, or after the last: before as many rows as
    /// a grid has, and another such row or the end.
    fn check_gap(&mut self) -> Result<(), InputError> {
        let side = self.geometry.side();
        if !self.is_empty(0)? {
            return Ok(());
        }
        let is_after_last = self.lines.peek(0)?.is_none();
        let is_before_grid = self.row(side)?.is_some()
            && (self.lines.peek(side)?.is_none_or(Line::is_blank) || self.is_empty(side + 1)?);
        match is_after_last || is_before_grid {
            true => self.refuse_empty_row("between grids"),
            false => Ok(()),
        }
    }

    fn is_empty(&mut self, row: usize) -> Result<bool, InputError> {
        let fields = self.row(row)?;
        Ok(fields.is_some_and(|fields| fields.iter().all(String::is_empty)))
    }

    fn refuse_empty_row(&self, place: &str) -> Result<(), InputError> {
        let delimiter = self.delimiter;
        let found = format!(
            "a row of nothing but {} {place}",
            quote(&delimiter.to_string())
        );
        let command = format!("grep -v '^{delimiter}*$' FILE");
        let text = "{} leaves such rows out, and {} reads them as cells";
        let advice = Advice::new(text, [Setting::Shell(command), self.shape()]);
        self.refuse(found, "the rows of a grid one after another", advice)
    }
}
