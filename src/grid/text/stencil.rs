//! The text of a 9×9 grid with its cells cut out: whatever has the same text around its
//! cells is the same grid with other digits.
//!
//! A file of grids repeats one arrangement of rows, spaces, strokes and borders. The reader
//! of a format parses it once; then a comparison with it is enough, whatever the format is.
//! In the same way, the answers to such a file are written.

use super::rows::CellStyle;
use super::separators;
use crate::grid::row::{CELLS, Row};

/// Longest text that is compared with, in bytes.
pub const LONGEST: usize = 1 << 12;

/// The text around the cells of a grid.
#[derive(Clone, Debug)]
pub struct Stencil {
    text: Vec<u8>,
    /// For each byte of the text, a mask: all bits, or none for a cell.
    around: Vec<u8>,
    /// Where the cells are, row by row.
    cells: [u16; CELLS],
    lines: u64,
}

/// What each byte means as a cell: a digit, `.` or `0` for an empty one, or 0 for nothing.
pub struct CellBytes([u8; 256]);

impl CellBytes {
    /// Digits alone.
    pub fn digits() -> CellBytes {
        let mut meaning = [0; 256];
        for digit in b'1'..=b'9' {
            meaning[usize::from(digit)] = digit;
        }
        CellBytes(meaning)
    }

    /// Digits, and the single characters that this style has for empty cells. A `0` stays one.
    pub fn of(style: &CellStyle) -> CellBytes {
        let CellBytes(mut meaning) = CellBytes::digits();
        for mark in style.empty {
            if let [mark] = mark.as_bytes() {
                meaning[usize::from(*mark)] = if *mark == b'0' { b'0' } else { b'.' };
            }
        }
        CellBytes(meaning)
    }
}

impl Stencil {
    /// Cuts the cells out of whole lines that were read as this grid. `None` if anything
    /// beside the cells looks like one, or there is a `#`.
    pub fn of(text: &[u8], grid: &Row, cells: &CellBytes) -> Option<Stencil> {
        if text.len() > LONGEST || text.contains(&b'#') || !text.ends_with(b"\n") {
            return None;
        }
        let meaning = |at: &usize| cells.0[usize::from(text[*at])];
        let places: Vec<usize> = (0..text.len()).filter(|at| meaning(at) != 0).collect();
        let places: [usize; CELLS] = places.try_into().ok()?;
        let digit = |at: &usize| match meaning(at) {
            b'0' => b'.',
            digit => digit,
        };
        if !places.iter().map(digit).eq(grid.iter().copied()) {
            return None;
        }
        let mut around = vec![u8::MAX; text.len()];
        places.iter().for_each(|&at| around[at] = 0);
        Some(Stencil {
            text: text.to_owned(),
            around,
            cells: places.map(|at| at as u16),
            lines: memchr::memchr_iter(b'\n', text).count() as u64,
        })
    }

    /// The grid at the start of these bytes, if they begin with the same text around cells.
    pub fn read(&self, bytes: &[u8], cells: &CellBytes) -> Option<Row> {
        let bytes = bytes.get(..self.text.len())?;
        let pairs = bytes.iter().zip(&self.text).zip(&self.around);
        // No early exit, so that the compiler vectorises the comparison.
        let differs = pairs.fold(0, |differs, ((one, other), mask)| {
            differs | ((one ^ other) & mask)
        });
        let character = |at: &u16| char::from(bytes[usize::from(*at)]);
        let mut rows = self.cells.chunks(9);
        if differs != 0
            || rows.any(|row| separators::may_separate(row.iter().map(character)).is_some())
        {
            return None;
        }
        Row::new(
            &self
                .cells
                .map(|at| cells.0[usize::from(bytes[usize::from(at)])]),
        )
    }

    /// Writes the text with these digits.
    #[cfg(any(test, feature = "cli"))]
    pub fn write(&self, digits: &[u8; CELLS], out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&self.text);
        for (at, digit) in self.cells.iter().zip(digits) {
            out[start + usize::from(*at)] = *digit;
        }
    }

    /// Bytes of the text.
    pub fn length(&self) -> usize {
        self.text.len()
    }

    /// Lines of the text.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Lines before the first row.
    pub fn lines_before_row(&self) -> u64 {
        let before = &self.text[..usize::from(self.cells[0])];
        memchr::memchr_iter(b'\n', before).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::text::grid;

    const SOLVED: &[u8; CELLS] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn drawn(digits: &[u8]) -> String {
        let mut text = "+---+\n".to_owned();
        for row in digits.chunks(9) {
            for group in row.chunks(3) {
                text += &format!("│{}", String::from_utf8_lossy(group));
            }
            text += "\r\n";
        }
        text
    }

    #[test]
    fn a_stencil_reads_and_writes_other_digits_in_the_same_text() {
        let cells = CellBytes::of(&grid::NUMBERS);
        let solved = Row::new(SOLVED).unwrap();
        let stencil = Stencil::of(drawn(SOLVED).as_bytes(), &solved, &cells).unwrap();
        assert_eq!((stencil.lines(), stencil.lines_before_row()), (10, 1));
        let mut other = *SOLVED;
        (other[0], other[1], other[80]) = (b'.', b'9', b'.');
        let marked = drawn(&other).replacen('.', "_", 1) + "rest";
        let read = stencil.read(marked.as_bytes(), &cells);
        assert_eq!(read.as_deref(), Some(&other));
        let mut written = Vec::new();
        stencil.write(&other, &mut written);
        assert_eq!(String::from_utf8(written).unwrap(), drawn(&other));
    }

    #[test]
    fn any_other_text_is_left_to_the_reader_of_the_format() {
        let cells = CellBytes::of(&grid::NUMBERS);
        let solved = Row::new(SOLVED).unwrap();
        let text = drawn(SOLVED);
        let stencil = Stencil::of(text.as_bytes(), &solved, &cells).unwrap();
        for other in [
            text.replacen('+', "|", 1),
            text.replacen("\r\n", "\n", 1),
            text.replacen('5', "A", 1),
            text.replacen('5', "-", 1),
            text[..text.len() - 1].to_owned(),
            String::new(),
        ] {
            assert!(stencil.read(other.as_bytes(), &cells).is_none(), "{other}");
        }
        for text in [
            text.replacen("+---+", "1", 1),
            text.replacen("+---+", "# 9", 1),
            text.replacen("+---+", &"-".repeat(LONGEST), 1),
            text.trim_end().to_owned(),
        ] {
            assert!(
                Stencil::of(text.as_bytes(), &solved, &cells).is_none(),
                "{text}"
            );
        }
        let other = Row::EMPTY;
        assert!(Stencil::of(text.as_bytes(), &other, &cells).is_none());
    }
}
