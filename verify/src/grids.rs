//! `puzzle.txt` and `solutions.txt`: a grid a line, a character a cell, `.` for an empty
//! one, then 1–9, A–Z and a.

use crate::escape;
use crate::rules::Shape;

/// A cell's digit, 0 for none, cell by cell.
pub type Grid = Vec<usize>;

const DIGITS: &str = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa";

fn line(grid: &[usize]) -> String {
    let digits: Vec<char> = DIGITS.chars().collect();
    let line = grid.iter().filter_map(|digit| digits.get(*digit));
    line.chain(&['\n']).collect()
}

/// Reads up to `most` grids, and one more if there is one. Returns them with the text as it
/// should be, which may differ from the text as it is.
///
/// # Errors
/// `:LINE:COLUMN: found X, expected Y` if nothing can be said about what it should be.
pub fn read(text: &str, shape: Shape, most: u64) -> Result<(Vec<Grid>, String), String> {
    let digits = &DIGITS[..=shape.side];
    // Zeros are taken for empty cells, so that a message can say how they are written.
    let digit = |c: char| if c == '0' { Some(0) } else { digits.find(c) };
    let (mut grids, mut expected) = (Vec::new(), String::new());
    for (number, content) in (1..).zip(text.lines()) {
        if grids.len() as u64 > most {
            break;
        }
        let start = content.chars().take(shape.cells());
        let grid = start.map(digit).collect::<Option<Grid>>();
        if let Some(grid) = grid.filter(|grid| grid.len() == shape.cells()) {
            expected += &line(&grid);
            grids.push(grid);
            continue;
        }
        let wrong = (1..)
            .zip(content.chars())
            .find(|(_, c)| digit(*c).is_none());
        if let Some((column, c)) = wrong
            && content.chars().count() == shape.cells()
        {
            let (last, found) = (&digits[shape.side..], escape::quoted(&c.to_string(), 1));
            return Err(format!(
                ":{number}:{column}: found {found}, expected a digit up to {last}, or . for \
                 an empty cell"
            ));
        }
    }
    Ok((grids, expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_read_and_their_form_is_known() {
        let shape: Shape = "1x2".parse().unwrap();
        let text = "12.1\n.21.\n";
        let grids = vec![vec![1, 2, 0, 1], vec![0, 2, 1, 0]];
        assert_eq!(read(text, shape, 2), Ok((grids.clone(), text.into())));
        assert_eq!(read(text, shape, 0).unwrap().0.len(), 1);
        let other = "# note\n12.1, x\r\n\n021.";
        assert_eq!(read(other, shape, 2), Ok((grids, text.into())));
        let wrong = ":1:2: found '3', expected a digit up to 2, or . for an empty cell";
        assert_eq!(read("13.1\n", shape, 1), Err(wrong.into()));
    }

    #[test]
    fn large_grids_have_a_character_a_cell() {
        let shape: Shape = "6x6".parse().unwrap();
        let text = "1A9Za.".repeat(shape.cells() / 6) + "\n";
        let (grids, expected) = read(&text, shape, 1).unwrap();
        assert_eq!(grids[0][..6], [1, 10, 9, 35, 36, 0]);
        assert_eq!(expected, text);
    }
}
