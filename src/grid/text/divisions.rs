//! Where drawing divides a row into groups of cells and a grid into groups of rows, and which
//! box shape that shows.

use super::advice::{Advice, Setting};
use super::error::InputError;
use super::lines::InputLines;
use super::words::Line;
use super::{dashes, drawn};
use crate::grid::Geometry;
use crate::words::counted;

/// How strong a stroke or a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    Dashed,
    Plain,
    /// Heavy or double.
    Bold,
}

/// The places at which a row of `side` cells, or a grid of `side` rows, is divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divisions {
    /// How many cells or rows are before each, in ascending order.
    places: Vec<(usize, Weight)>,
    side: usize,
}

/// The divisions between the rows of a grid, and the first line that makes one.
pub struct BetweenRows {
    divisions: Divisions,
    line: Option<Line>,
}

impl Divisions {
    fn new(places: impl IntoIterator<Item = (usize, Weight)>, side: usize) -> Divisions {
        let mut merged: Vec<(usize, Weight)> = Vec::new();
        let inner = places.into_iter().filter(|(at, _)| (1..side).contains(at));
        for (at, weight) in inner {
            match merged.last_mut() {
                Some(last) if last.0 == at => last.1 = last.1.max(weight),
                _ => merged.push((at, weight)),
            }
        }
        Divisions {
            places: merged,
            side,
        }
    }

    /// Where the strokes of a row of `side` cells are; `width` counts the cells between two of
    /// them.
    pub fn of_row(line: &Line, side: usize, width: impl Fn(&str) -> usize) -> Divisions {
        let mut places: Vec<(usize, Weight)> = Vec::new();
        let (mut cells, mut start) = (0, 0);
        for (at, stroke) in line.text.match_indices(drawn::is_stroke) {
            let is_double = at > 0 && at == start;
            cells += width(&line.text[start..at]);
            start = at + stroke.len();
            let weight = match is_double {
                true => Weight::Bold,
                false => drawn::weight(stroke),
            };
            places.push((cells, weight));
        }
        Divisions::new(places, side)
    }

    /// The places between boxes. Where every two cells are divided, the boldest divisions show
    /// the boxes.
    fn between_boxes(&self) -> Vec<usize> {
        let boldest = self.places.iter().map(|(_, weight)| *weight).max();
        let are_mixed = self
            .places
            .iter()
            .any(|(_, weight)| Some(*weight) != boldest);
        let choose_bold = are_mixed && self.places.len() + 1 == self.side;
        let chosen = |(at, weight): &(usize, Weight)| {
            (!choose_bold || Some(*weight) == boldest).then_some(*at)
        };
        self.places.iter().filter_map(chosen).collect()
    }

    /// The cells or rows of a box, if the divisions show them. Divisions of the same weight
    /// everywhere say nothing about boxes.
    fn box_size(&self) -> Option<usize> {
        let first = *self.between_boxes().first()?;
        (first > 1 && self.are_regular()).then_some(first)
    }

    fn are_regular(&self) -> bool {
        let places = self.between_boxes();
        let Some(first) = places.first() else {
            return true;
        };
        let ends = places.iter().copied().chain([self.side]);
        ends.eq((1..=self.side / first).map(|group| group * first))
            && self.side.is_multiple_of(*first)
    }

    /// Rejects a first row whose strokes are neither regular nor absent.
    pub fn check_first(&self, lines: &InputLines<'_>, line: &Line) -> Result<(), InputError> {
        if self.are_regular() {
            return Ok(());
        }
        let found = format!(
            "vertical bars after {} of {}",
            self.listed("cell"),
            self.side
        );
        let expected = "vertical bars between boxes of equal width, between all cells, or nowhere";
        Err(lines.error(line, 1, found, expected.into()))
    }

    /// Rejects a row whose strokes differ from those of the first row.
    pub fn check_row(
        &self,
        lines: &InputLines<'_>,
        line: &Line,
        row: usize,
        first: &Divisions,
    ) -> Result<(), InputError> {
        let places = |row: &Divisions| row.places.iter().map(|(at, _)| *at).collect::<Vec<_>>();
        if places(self) == places(first) && self.between_boxes() == first.between_boxes() {
            return Ok(());
        }
        let found = format!(
            "vertical bars in row {} that are not where those of row 1 are",
            row + 1
        );
        let expected = "bars in the same places in every row";
        Err(lines.error(line, 1, found, expected.into()))
    }

    /// "cell 2", "cells 2, 4".
    fn listed(&self, noun: &str) -> String {
        let places: Vec<String> = self.between_boxes().iter().map(usize::to_string).collect();
        let plural = if places.len() == 1 { "" } else { "s" };
        format!("{noun}{plural} {}", places.join(", "))
    }
}

impl BetweenRows {
    /// The lines between the rows of a grid of `side` rows, of which the first was taken and the
    /// others come next. None if the grid is cut off, by the end or by a line that `ends` it, or
    /// if a line of dashes may be a row.
    pub fn ahead(
        lines: &mut InputLines<'_>,
        first: &Line,
        side: usize,
        ends: impl Fn(&Line) -> bool,
    ) -> Result<BetweenRows, InputError> {
        let none = || BetweenRows {
            divisions: Divisions::new([], side),
            line: None,
        };
        let (mut rows, mut distance) = (1, 0);
        let (mut has_dashes, mut has_dash_line) = (dashes::are_cells(first), false);
        let (mut places, mut drawn_line) = (Vec::new(), None);
        while rows < side {
            let Some(line) = lines.peek(distance)?.filter(|line| !ends(line)) else {
                return Ok(none());
            };
            distance += 1;
            if line.is_blank() || line.is_comment() {
                continue;
            }
            if !drawn::is_border(line) || drawn::may_be_a_row(line, side) {
                has_dashes |= dashes::are_cells(line);
                rows += 1;
            } else if let Some(weight) = drawn::weight_of_line(&line.text) {
                has_dash_line |= dashes::are_all_cells(line, side);
                drawn_line.get_or_insert_with(|| line.clone());
                places.push((rows, weight));
            }
        }
        if has_dashes && has_dash_line {
            return Ok(none());
        }
        Ok(BetweenRows {
            divisions: Divisions::new(places, side),
            line: drawn_line,
        })
    }
}

/// The box shape that a grid's strokes and lines show, if they show one.
///
/// # Errors
/// Lines that no boxes have, or that contradict the strokes.
pub fn box_shape(
    lines: &InputLines<'_>,
    cells: &Divisions,
    rows: &BetweenRows,
) -> Result<Option<Geometry>, InputError> {
    let side = cells.side;
    let refuse = |found: String, expected: &str| {
        let shape = Geometry::from_side(side).map_or("RxC".into(), |shape| shape.to_string());
        let advice = Advice::new(
            "{} gives the boxes, whatever is drawn",
            [Setting::Box(shape)],
        );
        let error = match &rows.line {
            Some(line) => lines.error(line, 1, found, expected.into()),
            None => lines.error_at_end(found, expected.into()),
        };
        Err(error.advise(advice))
    };
    if !rows.divisions.are_regular() {
        let count = rows.divisions.between_boxes().len();
        let noun = if count == 1 { "a line" } else { "lines" };
        return refuse(
            format!("{noun} after {} of {side}", rows.divisions.listed("row")),
            "lines between bands of equal height, between all rows, or nowhere",
        );
    }
    let (columns, rows_of_box) = match (cells.box_size(), rows.divisions.box_size()) {
        (None, None) => return Ok(None),
        (Some(columns), None) => (columns, side / columns),
        (None, Some(rows)) => (side / rows, rows),
        (Some(columns), Some(rows)) => (columns, rows),
    };
    if columns * rows_of_box != side {
        let found = format!(
            "lines around {} and bars around {} of {side}",
            counted(rows_of_box as u64, "row"),
            counted(columns as u64, "cell"),
        );
        let expected = format!("lines and bars around boxes of {side} cells");
        return refuse(found, &expected);
    }
    Ok(Geometry::new(rows_of_box, columns).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_row(text: &str, side: usize) -> Divisions {
        let line = Line::new(1, text.into());
        Divisions::of_row(&line, side, |group| group.split_whitespace().count())
    }

    fn of_rows(text: &str, side: usize) -> Divisions {
        let mut lines = InputLines::new(text.as_bytes(), "x");
        let first = lines.take().unwrap().unwrap();
        let ahead = BetweenRows::ahead(&mut lines, &first, side, Line::is_title);
        ahead.unwrap().divisions
    }

    #[test]
    fn strokes_divide_rows_into_boxes_of_one_width() {
        for (text, size, regular) in [
            ("1 2 3 4", None, true),
            ("| 1 2 | 3 4 |", Some(2), true),
            ("1 2 || 3 4", Some(2), true),
            ("1 | 2 | 3 | 4", None, true),
            ("|| 1 | 2 || 3 | 4 ||", Some(2), true),
            ("|| 1 || 2 || 3 || 4 ||", None, true),
            ("║ 1 │ 2 ║ 3 │ 4 ║", Some(2), true),
            ("┃ 1 ┊ 2 ┃ 3 ┊ 4 ┃", Some(2), true),
            ("│ 1 ┊ 2 │ 3 ┊ 4 │", Some(2), true),
            ("│ 1 ║ 2 │ 3 │ 4 │", None, false),
            ("│ 1 │ 2 │ 3 ║ 4 │", None, false),
            ("1 2 3 | 4", None, false),
            ("1 | 2 | 3 4", None, false),
            ("1 | 2 3 | 4", None, false),
            ("1 2 | 3 | 4", None, false),
        ] {
            let row = of_row(text, 4);
            assert_eq!(row.box_size(), size, "{text}");
            assert_eq!(row.are_regular(), regular, "{text}");
        }
    }

    #[test]
    fn lines_divide_rows_into_bands_of_one_height() {
        for (text, size, regular) in [
            ("1\n2\n3\n4", None, true),
            ("1\n2\n--\n3\n4\n--", Some(2), true),
            ("1\n2\n\n# -\n--\n3\n4", Some(2), true),
            ("1\n--\n2\n--\n3\n--\n4", None, true),
            ("1\n--\n2\n==\n3\n--\n4", Some(2), true),
            ("1\n──\n2\n━━\n3\n──\n4", Some(2), true),
            ("1\n| |\n2\n==\n3\n4", Some(2), true),
            ("1\n--\n2\n3\n4", None, false),
            ("1\n2\n3\n--\n4", None, false),
            ("1\n2\n3\n--", None, true),
            ("1-..\n----\n3...\n4...", None, true),
        ] {
            let rows = of_rows(text, 4);
            assert_eq!(rows.box_size(), size, "{text}");
            assert_eq!(rows.are_regular(), regular, "{text}");
        }
    }
}
