//! `satoku formats`

use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use crate::grid::text::Format;
use crate::rules::text::VariantFormat;
use anyhow::Result;
use std::io::{self, Write};

const HEAD: &str = "\
The format is detected from the first lines, unless --from names it. Comments
start with # or //, or with ; or % followed by a space and words. Titles such as
[Puzzle], Grid 01 and Puzzle #12 (easy) are skipped, and so is what follows after
a [Puzzle] under [State], [PencilMarks], [Colors] and [Solution]. Lines end with LF
or CRLF or, if the first one ends with CR, with any of the three. Tabs and a byte
order mark are fine. Files compressed with gzip, xz or Zstandard are decompressed.
Sides 1 to 3 are read only with --box, or if a header gives the size.";

const VARIANTS: &str = "\
Formats for variants, also detected ('satoku rules list' names rules and constraints):";

const TAIL: &str = "\
Written as well:
pretty     Boxes drawn for a terminal; givens are bold, or marked with * where
           there is no colour.
json       One object per line, with file, line, puzzle, verdict, solution, backend,
           checked_by, time_us and whatever else the command reports. Objects of
           'generate', 'minimize' and 'canonical' that have a grid can be read with
           --from json.

Alphabets of lines and grids (--alphabet), detected above 9×9. All puzzles of one side
in an input are read in the alphabet of the first. Rows of numbers are hdu or pyramid
unless another alphabet is named: these and sudokusat have numbers from 1 on.
digits     1-9, then A-Z, then a-z; 0 is empty.
hex        0-9, then A-Z; 0 is the digit 1. Detected if a puzzle of 10×10 to 36×36
           has 0 as well as another mark for empty cells, unless one of its
           characters stands for the side itself, as G does on 16×16, or 0 occurs
           more often than a digit can.
letters    A-Z, then a-z.
numbers    Numbers separated by spaces; 0 is empty.
numbers-from-0
           The same, but 0 is the digit 1. Detected if a puzzle has 0 as well as
           another mark for empty cells, unless a number is the side itself, as 16
           is on 16×16. All puzzles of an input are read like the first that has
           givens: from 1 if it does not show where its numbers begin.
Up to 9×9, 0 is empty. A puzzle that has 0 as well as another mark for empty cells, but
not its largest digit, needs --alphabet: digits, or hex if 0 is a digit.";

/// What there is to know about a format of classic puzzles.
fn classic(format: Format) -> &'static str {
    match format {
        Format::Hdu => {
            "\
HDU 1426. 9 rows of 1-9 or ? separated by spaces, with an empty line
between puzzles."
        }
        Format::Poj => {
            "\
POJ 2676. A count T, then T times 9 rows of 9 digits, 0 empty. Answers
have no count. Rows without spaces of another side, in another alphabet
or with other marks for empty cells are also read after a count, as in
SPOJ SUDOKU."
        }
        Format::Pyramid => {
            "\
NOIP 2009, target sudoku. 9 rows of 9 integers separated by spaces,
0 empty."
        }
        Format::Line => {
            "\
One puzzle per line, row by row; . 0 ? _ * - are empty. 81 characters
for 9×9; 16, 36, 256, 625 and so on for other sides. What follows a
comma, semicolon, colon, tab or # is not part of the puzzle, unless
commas or semicolons separate all cells as in a grid. Around a puzzle of
81 cells or more, a space suffices: before it, after a name of 12
hexadecimal digits or a number such as 1) or 1.; after it, before
ratings such as 1.2, 9.0 1.2 1.2 or ED=9.0/1.2/1.2. All lines must have
the size of the first; --mixed-sizes accepts others. A first line such
as 'puzzle,solution' is a header. --column NAME or --column 3 reads one
column of a table with commas, semicolons or tabs; fields may be quoted.
A line of such a table that begins with # is a comment if it comes
before the header or has no separator. A line 'end' after the last
puzzle ends the input, as in POJ 3074."
        }
        Format::Grid => {
            "\
Rows as people paste them, with or without spaces and drawn lines.
Vertical bars and lines between rows show the boxes; if every cell is
ruled off, the heavy or double lines do. The bars must be in
the same places in every row. Frames such as *-----------* are
ignored. Empty lines may be between all bands or between all rows, but
not between some. Commas or semicolons may separate the cells; nothing
between two of them is an empty cell."
        }
        Format::Rows => {
            "\
Rows of nothing but cells: no spaces, no drawn lines, as in POJ 3076.
'-' is an empty cell as well. In such a grid, lines of nothing but
dashes are borders if they stand between all bands or around the grid,
and rows of empty cells otherwise; a grid that can be read both ways is
refused. Answers to such grids are written in this format."
        }
        Format::Sudokusat => "Large grids: header lines, drawn boxes, numbers, _ empty.",
    }
}

/// What there is to know about a format of variants.
fn variant(format: VariantFormat) -> &'static str {
    match format {
        VariantFormat::Json => {
            "\
satoku's JSON: one puzzle per line, alone or as the \"puzzle\" of a record. A cell is
rRcC; \"regions\" has a character for each cell, or is null; candidates are
givens and pencil marks. A classic puzzle is also an array of rows, such as
[[5, 3, 0, …], …], or a record whose \"grid\" or \"puzzle\" is a line or such an
array; its \"box\" is the box shape, such as \"2x3\"."
        }
        VariantFormat::FPuzzles => "JSON of f-puzzles.com, its compressed form, or a link.",
        VariantFormat::Iss => "Strings and links of Interactive-Sudoku-Solver, one per line.",
        VariantFormat::Jigsaw => {
            "\
HDU 4069. A count, then 9 rows of 9 integers: the digit (0 empty) plus 16,
32, 64 or 128 for a wall above, right, below or left."
        }
        VariantFormat::SumoCue => "Lines of SumoCue and Perfect Sudoku: killer and jigsaw.",
    }
}

/// Writes what there is to know about a format, beside its name, and a sample.
fn write_entry(out: &mut dyn Write, name: &str, about: &str, sample: &str) -> io::Result<()> {
    for (number, line) in about.lines().enumerate() {
        let name = if number == 0 { name } else { "" };
        writeln!(out, "{name:10} {line}")?;
    }
    for line in sample.lines() {
        writeln!(out, "{:15}{line}", "")?;
    }
    Ok(())
}

/// Runs the verb.
pub fn run() -> Result<Exit> {
    with_output(None, |out| {
        writeln!(out, "{HEAD}\n")?;
        for format in Format::ALL {
            write_entry(out, format.name(), classic(format), format.sample())?;
            writeln!(out)?;
        }
        writeln!(out, "{VARIANTS}")?;
        for format in VariantFormat::ALL {
            write_entry(out, format.name(), variant(format), format.sample())?;
        }
        writeln!(out, "\n{TAIL}")?;
        Ok(Exit::Answered)
    })
}
