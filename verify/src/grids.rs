//! `puzzle.txt` and `solutions.txt`: a grid a line, a character a cell, `.` for an empty
//! one, then 1–9, A–Z and a.

use crate::rules::Shape;

/// A cell's digit, 0 for none, cell by cell.
pub type Grid = Vec<usize>;

const DIGITS: &str = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa";

/// The grid that a line begins with, if it does. Empty cells may be zeros here, so that
/// a message can say how they are written.
fn parse(line: &str, shape: Shape) -> Option<Grid> {
    let digit = |c: char| match c {
        '0' => Some(0),
        c => DIGITS.find(c).filter(|digit| *digit <= shape.side),
    };
    let cells = line.chars().take(shape.cells()).map(digit);
    let cells: Grid = cells.collect::<Option<Grid>>()?;
    (cells.len() == shape.cells()).then_some(cells)
}

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
    let (mut grids, mut expected) = (Vec::new(), String::new());
    for (number, content) in (1..).zip(text.lines()) {
        if grids.len() as u64 > most {
            break;
        }
        match parse(content, shape) {
            Some(grid) => {
                expected += &line(&grid);
                grids.push(grid);
            }
            None => misfit(content, shape)
                .map_err(|(column, why)| format!(":{number}:{column}: {why}"))?,
        }
    }
    Ok((grids, expected))
}

/// An error if a line looks like a grid with a wrong character.
fn misfit(line: &str, shape: Shape) -> Result<(), (usize, String)> {
    let is_known = |c: char| c == '0' || DIGITS[..=shape.side].contains(c);
    let wrong = line.chars().position(|c| !is_known(c));
    let Some((place, c)) = wrong.and_then(|place| Some((place, line.chars().nth(place)?))) else {
        return Ok(());
    };
    if line.chars().count() != shape.cells() {
        return Ok(());
    }
    let last = &DIGITS[shape.side..=shape.side];
    let found = crate::escape::quoted(&c.to_string(), 1);
    let why = format!("found {found}, expected a digit up to {last}, or . for an empty cell");
    Err((place + 1, why))
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
