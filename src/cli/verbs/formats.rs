//! `satoku formats`

use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use anyhow::Result;
use std::io::Write;

const TEXT: &str = r##"Formats are detected from the first lines; --from names one. Lines that start
with # or // are comments, and so are those that start with ; or % and a space
before words. Titles such as [Puzzle], Grid 01 and Puzzle #12 (easy) are skipped,
and what SadMan Sudoku saves after [Puzzle] under [State] and other headings.
Lines end with LF or CRLF, or all with CR; tabs and a byte order mark are fine.
Files compressed with gzip, xz or Zstandard are decompressed. Sides 1 to 3 are
read only with --box, or where a header gives the size.

hdu        HDU 1426. 9 rows of 1-9 or ? separated by spaces, a blank line between
           puzzles, until the end of the input.
               7 1 2 ? 6 ? 3 5 8
               ? 6 5 2 ? 7 1 ? 4

poj        POJ 2676. A count T, then T times 9 rows of 9 digits, 0 empty. Answers
           have no count. After a count, grids of another side, in another alphabet
           or with other marks for empty cells are read, too, as in SPOJ SUDOKU.
               1
               103000509

pyramid    NOIP 2009, target sudoku. 9 rows of 9 integers separated by spaces,
           0 empty.
               7 0 0 9 0 0 0 0 1

line       One puzzle per line, row by row; . 0 ? _ * - are empty. 81 characters
           for 9×9, 16, 36, 256, 625 and so on for other sides. What follows a
           comma, semicolon, colon, tab or # is left alone, unless commas or
           semicolons separate all cells as in a grid. Beside a puzzle of
           81 cells or more, a name of 12 hexadecimal digits or a number such as
           1) or 1. before it, and a rating such as 1.2 or ED=9.0/1.2/1.2 after
           it, need only a space. All lines have the size of the first;
           --mixed-sizes takes others, too. A first line such as
           'puzzle,solution' is a header. --column NAME or --column 3 reads one
           column of a table with commas, semicolons or tabs; fields may be
           quoted. A line 'end' after the last puzzle ends the input, as in
           POJ 3074.
               53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

grid       Rows as people paste them, with or without spaces and drawn lines.
           The vertical bars must be in the same places in every row. Frames
           such as *-----------* are ignored. There are blank lines between
           all bands, between all rows, or nowhere. Commas or semicolons may
           separate the cells; nothing between two of them is an empty cell,
           too.
               5 3 . | . 7 . | . . .
               6 . . | 1 9 5 | . . .

rows       Rows of nothing but cells: no spaces, no drawn lines, as in POJ 3076.
           '-' is an empty cell, too. Where it is, lines of nothing but dashes are
           borders if they stand between all bands or around the grid, and rows of
           empty cells otherwise; a grid that can be read in both ways is refused.
           Answers to such grids are written in this format.
               --A----C-----O-I
               -J--A-B-P-CGF-H-

sudokusat  Large grids: header lines, boxes drawn, numbers, _ empty.
               puzzle size: 16x16
               +-------------+-------------+
               | __ __ __  5 | __ __ __ __ |

Variants, read in the same way ('satoku rules list' names the rules and constraints):
json       satoku's JSON: one puzzle per line, alone or as "puzzle" of a record. A cell is
           rRcC; "regions" has a character for each cell, or is null; candidates are
           givens and pencil marks.
               {"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344",
                "candidates":{"r1c1":[1]},"rules":["diagonal"],
                "constraints":[{"type":"killer","cells":["r1c2","r1c3"],"sum":5}]}
f-puzzles  JSON of f-puzzles.com, its compressed form, or a link.
iss        Strings and links of Interactive-Sudoku-Solver, one a line.
               .Cage~12~R1C1~R1C2.Thermo~R5C5~R5C6~R5C7
jigsaw     HDU 4069. A count, then 9 rows of 9 integers: the digit (0 empty) and 16,
           32, 64, 128 for a wall above, right, below, left.
               1
               144 18 112 208 80 25 54 144 48
sumocue    Lines of SumoCue and Perfect Sudoku: killer and jigsaw.

Written only:
pretty     Boxes drawn for a terminal; givens are bold, or marked with * where
           there is no colour.
json       One object per line: file, line, puzzle, verdict, solution, backend,
           checked_by, time_us and what else the command answers.

Alphabets of lines and grids above 9×9 (--alphabet); all puzzles of one side in an
input are in that of the first:
digits     1-9, then A-Z, then a-z; 0 is empty
hex        0-9, then A-Z; 0 is the digit 1. Taken for a puzzle of 10×10 to 36×36
           that has 0 as well as another mark for empty cells, unless one of its
           characters stands for the side itself, as G does on 16×16, or 0 occurs
           more often than a digit can
letters    A-Z, then a-z
numbers    numbers separated by spaces; 0 is empty
numbers-from-0
           the same, but 0 is the digit 1. Taken for a puzzle that has 0 as well as
           another mark for empty cells, unless a number is the side itself, as 16
           is on 16×16. All puzzles of an input are read like the first that has
           givens: from 1 if it does not show where its numbers begin"##;

/// Runs the verb.
pub fn run() -> Result<Exit> {
    with_output(None, |out| {
        writeln!(out, "{TEXT}")?;
        Ok(Exit::Answered)
    })
}
