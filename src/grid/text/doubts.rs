//! Grids that were probably meant otherwise: with numbers of rows and columns beside the cells, an
//! empty column, several puzzles for one, or gaps that show other boxes.

use super::advice::{Advice, Setting};
use super::drawn;
use super::error::InputError;
use super::lines::InputLines;
use super::split::CellSplit;
use super::words::{Line, Token};
use crate::grid::{Digit, Geometry};

/// A grid whose box shape is the usual one, because neither the user nor the text says more.
pub struct UsualGrid<'a> {
    pub rows: &'a [Line],
    pub split: CellSplit,
    pub geometry: Geometry,
    pub cells: &'a [Option<Digit>],
}

impl UsualGrid<'_> {
    /// Refuses a grid that was probably meant otherwise.
    ///
    /// # Errors
    /// What is doubtful, and the box shape that says that it is meant.
    pub fn check(&self, lines: &InputLines<'_>) -> Result<(), InputError> {
        self.check_margin(lines)?;
        self.check_digits(lines)?;
        self.check_gaps(lines)
    }

    /// Numbers as names of columns and rows, or, in a table, an outer column without anything in it:
    /// what is left is a grid of the next smaller side.
    fn check_margin(&self, lines: &InputLines<'_>) -> Result<(), InputError> {
        let side = self.geometry.side();
        let inner = side - 1;
        if Geometry::from_side(inner).is_err() || self.most() > inner {
            return Ok(());
        }
        let is_empty = |mut line: Cells<'_>| line.all(|cell| cell.is_none());
        let (row, column) = (|index| self.row(index), |index| self.column(index));
        let has_empty_row = is_empty(row(0)) || is_empty(row(inner));
        let has_empty_column = is_empty(column(0)) || is_empty(column(inner));
        // Only between separators is a cell empty without a mark for it. A 16×16 grid is more
        // probable than one of 15×15 with an empty margin, and so is one with few givens.
        let is_table = matches!(self.split, CellSplit::Fields(_));
        let may_be_empty = is_table && side.isqrt().pow(2) != side && self.givens() > 0;
        let what = if is_numbered(row(0)) && is_numbered(column(0)) {
            format!("the numbers 1 to {inner} as names of columns and rows")
        } else if may_be_empty && has_empty_row && has_empty_column {
            "an empty row and an empty column at the border".to_owned()
        } else if may_be_empty && has_empty_column && self.has_many_givens() {
            "an empty column at the border".to_owned()
        } else {
            return Ok(());
        };
        let found = format!("{side} rows of {side} cells with {what}, and no number above {inner}");
        let expected = format!("a grid of side {inner} alone, or a box shape");
        self.refuse(lines, found, expected)
    }

    /// Many digits, all of them small, as if the rows held several puzzles. With two digits fewer
    /// than its side, no grid is a proper puzzle.
    fn check_digits(&self, lines: &InputLines<'_>) -> Result<(), InputError> {
        let (side, most) = (self.geometry.side(), self.most());
        if 4 * most > 3 * side || most + 2 > side || !self.has_many_givens() {
            return Ok(());
        }
        let found = format!("{side} rows of {side} cells with no digit above {most}");
        let expected = format!("digits up to {side}, separate puzzles, or a box shape");
        self.refuse(lines, found, expected)
    }

    /// Wide gaps in the same places of all rows that are not those between boxes.
    fn check_gaps(&self, lines: &InputLines<'_>) -> Result<(), InputError> {
        let side = self.geometry.side();
        let mut widths = self.rows.iter().map(|row| self.group(row));
        let Some(width) = widths.next().flatten() else {
            return Ok(());
        };
        if width == self.geometry.box_columns() || !widths.all(|other| other == Some(width)) {
            return Ok(());
        }
        let found = format!("gaps after every {width} cells of each row");
        let shape = format!("{}x{width}", side / width);
        let text = "{} for boxes as the gaps show, or {}";
        let advice = Advice::new(text, [Setting::Box(shape), self.shape()]);
        let error = lines.error(&self.rows[0], 1, found, "a box shape".into());
        Err(error.advise(advice))
    }

    /// How many cells are between two wide gaps of a row, if that is everywhere the same.
    fn group(&self, row: &Line) -> Option<usize> {
        let side = self.geometry.side();
        if row.text.contains(drawn::is_stroke) {
            return None;
        }
        let words = row.tokens();
        let width = match self.split {
            CellSplit::Characters => equal_length(&words)?,
            CellSplit::Words if equal_length(&words) == Some(1) => equal_distance(&words)?,
            CellSplit::Words | CellSplit::Fields(_) => return None,
        };
        (1 < width && width < side && side.is_multiple_of(width)).then_some(width)
    }

    fn refuse(
        &self,
        lines: &InputLines<'_>,
        found: String,
        expected: String,
    ) -> Result<(), InputError> {
        let text = format!("{{}} reads a grid of side {}", self.geometry.side());
        let error = lines.error(&self.rows[0], 1, found, expected);
        Err(error.advise(Advice::new(text, [self.shape()])))
    }

    fn shape(&self) -> Setting {
        Setting::Box(self.geometry.to_string())
    }

    fn givens(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Whether there are more than two givens in each row on average.
    fn has_many_givens(&self) -> bool {
        self.givens() > 2 * self.geometry.side()
    }

    /// The largest digit, 0 if there is none.
    fn most(&self) -> usize {
        let digits = self.cells.iter().flatten();
        digits.map(|digit| digit.index() + 1).max().unwrap_or(0)
    }

    fn row(&self, index: usize) -> Cells<'_> {
        let side = self.geometry.side();
        Box::new(self.cells[index * side..][..side].iter())
    }

    fn column(&self, index: usize) -> Cells<'_> {
        Box::new(self.cells.iter().skip(index).step_by(self.geometry.side()))
    }
}

/// The cells of a row or column.
type Cells<'a> = Box<dyn Iterator<Item = &'a Option<Digit>> + 'a>;

/// How many characters each of these words has, if all have as many.
fn equal_length(words: &[Token<'_>]) -> Option<usize> {
    let mut lengths = words.iter().map(|word| word.text.chars().count());
    let first = lengths.next()?;
    lengths.all(|length| length == first).then_some(first)
}

/// How many words of one character are between two wide gaps, if that is everywhere the same.
fn equal_distance(words: &[Token<'_>]) -> Option<usize> {
    let gaps = words.windows(2).map(|two| two[1].column - two[0].column);
    let gaps: Vec<usize> = gaps.collect();
    let narrow = *gaps.iter().min()?;
    let width = gaps.iter().position(|gap| *gap > narrow)? + 1;
    let is_regular =
        |(index, gap): (usize, &usize)| (*gap > narrow) == (index + 1).is_multiple_of(width);
    gaps.iter().enumerate().all(is_regular).then_some(width)
}

/// Whether there is nothing in the first cell, and then 1, 2, 3 …
fn is_numbered(line: Cells<'_>) -> bool {
    let mut numbered = line.enumerate();
    numbered.all(|(index, cell)| cell.map_or(0, |digit| digit.index() + 1) == index)
}

#[cfg(test)]
mod tests {
    use crate::grid::text::{Format, PuzzleReader, ReadOptions};

    /// What is doubtful about the first grid of a text.
    fn found(text: &str) -> Option<String> {
        let options = ReadOptions {
            format: Some(Format::Grid),
            ..ReadOptions::default()
        };
        let error = PuzzleReader::of_text(text, "x", options).next()?.err()?;
        let message = error.to_string();
        let (found, _) = message.split_once(", expected")?;
        Some(found.strip_prefix("x:1:1: found ")?.to_owned())
    }

    /// A table with a comma between the cells of these rows.
    fn table(rows: &str) -> String {
        rows.replace(' ', ",").replace('.', "")
    }

    /// Ten rows of ten cells without a 10, with these outer columns and outer rows.
    fn ten([left, right]: [&str; 2], [top, bottom]: [&str; 2], inner: &str) -> String {
        let row = |cell: &str, inner: &str, last: &str| {
            format!("{cell} {} {last}\n", [inner; 8].join(" "))
        };
        let middle = row(left, inner, right).repeat(8);
        table(&(row(left, top, right) + &middle + &row(left, bottom, right)))
    }

    #[test]
    fn an_empty_column_is_a_margin_where_many_cells_are_given() {
        let column =
            "10 rows of 10 cells with an empty column at the border, and no number above 9";
        for sides in [[".", "9"], ["9", "."]] {
            let text = ten(sides, ["9", "9"], "9");
            assert_eq!(found(&text).as_deref(), Some(column), "{text}");
        }
        assert_eq!(found(&ten(["9", "9"], [".", "9"], "9")), None);
        assert_eq!(found(&ten(["9", "9"], ["9", "9"], "9")), None);
        assert_eq!(found(&ten([".", "10"], ["9", "9"], "9")), None);
        // Two givens in each row are few: the second column of nines, and one more.
        let few = table(&". . . . 9 . . . . 9\n".repeat(10));
        assert_eq!(found(&few), None);
        let more = few.replacen(",,,,9", ",,,9,9", 1);
        assert_eq!(found(&more).as_deref(), Some(column));
        let both = "10 rows of 10 cells with an empty row and an empty column at the border, and no \
                    number above 9";
        let one = format!("{}. . . . 9 . . . . .\n", ". . . . . . . . . .\n".repeat(9));
        assert_eq!(found(&table(&one)).as_deref(), Some(both));
        // Where each empty cell has a mark, it is meant.
        assert_eq!(found(&one), None);
        assert_eq!(found(&table(&". . . . . . . . . .\n".repeat(10))), None);
        // An empty margin of a 16×16 grid may be meant.
        let sixteen = format!("{} 15 .\n", vec!["14"; 14].join(" ")).repeat(16);
        assert_eq!(found(&table(&sixteen)), None);
    }

    #[test]
    fn small_digits_are_doubtful_where_there_are_many() {
        let rows = |side: usize, digit: usize, givens: usize| {
            let cell = |place: usize| match place < givens {
                true => digit.to_string(),
                false => ".".to_owned(),
            };
            let row = |row: usize| {
                let cells = (0..side).map(|column| cell(column * side + row));
                cells.collect::<Vec<_>>().join(" ") + "\n"
            };
            (0..side).map(row).collect::<String>()
        };
        let small = |side: usize, digit: usize| {
            Some(format!(
                "{side} rows of {side} cells with no digit above {digit}"
            ))
        };
        assert_eq!(found(&rows(16, 12, 33)), small(16, 12));
        assert_eq!(found(&rows(16, 13, 33)), None);
        assert_eq!(found(&rows(16, 12, 32)), None);
        assert_eq!(found(&rows(8, 6, 17)), small(8, 6));
        assert_eq!(found(&rows(8, 7, 17)), None);
        // With all digits but one, a grid may be a proper puzzle.
        assert_eq!(found(&rows(4, 3, 9)), None);
        assert_eq!(found(&rows(4, 2, 9)), small(4, 2));
    }

    #[test]
    fn gaps_show_boxes_only_if_all_rows_have_the_same() {
        let gaps = |width: usize| Some(format!("gaps after every {width} cells of each row"));
        assert_eq!(found(&"1. .. .2\n".repeat(6)), gaps(2));
        assert_eq!(found(&"1 .  . .  . 2\n".repeat(6)), gaps(2));
        for text in [
            "1.. ..2\n".repeat(6),
            "1 . .  . . 2\n".repeat(6),
            "1. .. .2\n".repeat(5) + "1....2\n",
            "1. .. .2\n".repeat(5) + "1. ....2\n",
            "1 .  . .  . 2\n".repeat(5) + "1 . . . . 2\n",
            "1  . . .  . 2\n".repeat(6),
            "1. .. .. 2\n".repeat(6),
            "1. | .. | .2\n".repeat(6),
            "1 . . . . 2\n".repeat(6),
            "1....2\n".repeat(6),
        ] {
            assert_ne!(found(&text), gaps(2), "{text}");
        }
    }
}
