//! Names of cells, such as `r1c3`.

/// The name of the cell in this row and column, from 0.
pub fn place_name(row: usize, column: usize) -> String {
    // No grid has a row of the last number.
    let numbers = [row, column].map(|index| index.saturating_add(1));
    let mut name = String::with_capacity(LONGEST);
    for (letter, number) in ['r', 'c'].into_iter().zip(numbers) {
        name.push(letter);
        push_number(&mut name, number);
    }
    name
}

/// Bytes of names of cells of up to three digits a number.
const LONGEST: usize = 8;

/// Adds a number in decimal: formatting takes most of the time in which a file of classic puzzles
/// is read from JSON.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Row and column, from 0, of the cell with this name, such as `r1c3` or `R1C3`. Whether a
/// grid has such a cell is not checked.
pub fn place_named(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let index = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number: usize = text.parse().ok().filter(|_| is_number)?;
        number.checked_sub(1)
    };
    Some((index(row)?, index(column)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;

    #[test]
    fn names_and_places_are_inverse() {
        for place in [(0, 0), (8, 11), (1023, 5)] {
            assert_eq!(place_named(&place_name(place.0, place.1)), Some(place));
        }
        assert!(place_name(usize::MAX, 0).ends_with("c1"));
        assert_eq!(place_named("R2C10"), Some((1, 9)));
        for wrong in ["r0c1", "r1c0", "r1", "c1r1", "r+1c1", "r1c-1", "", "r1c1 "] {
            assert_eq!(place_named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn cells_are_found_by_their_places_and_names() {
        let geometry: Geometry = "2x3".parse().unwrap();
        for cell in geometry.cells() {
            let (row, column) = (geometry.row(cell), geometry.column(cell));
            assert_eq!(geometry.cell_at(row, column), Some(cell));
            assert_eq!(geometry.cell_named(&geometry.name(cell)), Some(cell));
        }
        assert_eq!(geometry.cell_at(6, 0), None);
        assert_eq!(geometry.cell_at(0, usize::MAX), None);
        for wrong in ["r7c1", "r1c7", "r0c1", "c1r1", ""] {
            assert_eq!(geometry.cell_named(wrong), None, "{wrong}");
        }
    }
}
