//! Grids for a terminal, with boxes drawn. Givens differ from found digits in colour or,
//! without colour, by a `*` after them.

use super::alphabet::Alphabet;
use crate::grid::{Digit, Geometry, Puzzle};
use std::io::{self, Write};

pub const BOLD: &str = "\x1b[1m";
pub const CYAN: &str = "\x1b[36m";
pub const PLAIN: &str = "\x1b[0m";

/// Writes the grid `cells`, which extends the givens of `puzzle`.
pub fn write(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    alphabet: Alphabet,
    cells: &[Option<Digit>],
    colour: bool,
) -> io::Result<()> {
    let geometry = puzzle.geometry();
    let alphabet = alphabet.reaching(geometry.side());
    let words: Vec<String> = cells.iter().map(|cell| alphabet.write(*cell)).collect();
    let digits = words.iter().map(String::len).max().unwrap_or(1);
    let width = digits + usize::from(!colour);
    writeln!(out, "{}", border(geometry, width, ["┌", "┬", "┐"]))?;
    for row in 0..geometry.side() {
        if row > 0 && row % geometry.box_rows() == 0 {
            writeln!(out, "{}", border(geometry, width, ["├", "┼", "┤"]))?;
        }
        for column in 0..geometry.side() {
            if column % geometry.box_columns() == 0 {
                out.write_all("│ ".as_bytes())?;
            }
            let cell = geometry.cell(row, column);
            let word = &words[cell.index()];
            let given = puzzle.given(cell).is_some();
            match (colour, given) {
                (true, _) => {
                    let style = if given { BOLD } else { CYAN };
                    write!(out, "{style}{word:>width$}{PLAIN} ")?;
                }
                (false, true) => write!(out, "{word:>digits$}* ")?,
                (false, false) => write!(out, "{word:>digits$}  ")?,
            }
        }
        out.write_all("│\n".as_bytes())?;
    }
    writeln!(out, "{}", border(geometry, width, ["└", "┴", "┘"]))
}

fn border(geometry: Geometry, width: usize, [left, cross, right]: [&str; 3]) -> String {
    let stretch = "─".repeat(geometry.box_columns() * (width + 1) + 1);
    let groups = geometry.side() / geometry.box_columns();
    format!("{left}{}{right}", vec![stretch; groups].join(cross))
}
