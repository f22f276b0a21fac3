//! Boards drawn for people, with lines around the regions.

use crate::escape;
use crate::grid::text::pretty::{BOLD, CYAN, PLAIN};
use crate::grid::{Cell, Solution};
use crate::rules::{Board, ConstraintItem, Description, VariantPuzzle};
use serde_json::Value;
use std::io::{self, Write};

/// Draws a solution. Givens differ from found digits in colour or, without colour, by a `*`
/// after them.
///
/// # Errors
/// Those of `out`.
pub fn write_solution(
    out: &mut dyn Write,
    puzzle: &VariantPuzzle,
    solution: &Solution,
    colour: bool,
) -> io::Result<()> {
    let board = puzzle.board();
    let is_given = |cell: Cell| puzzle.given(cell).is_some();
    let has_givens = board.cells().any(is_given);
    let text = |cell: Cell| board.value(solution.digit(cell)).to_string();
    let mark = |cell: Cell| match (colour, is_given(cell)) {
        (true, true) => (BOLD, PLAIN),
        (true, false) => (CYAN, PLAIN),
        (false, true) => ("", "*"),
        (false, false) if has_givens => ("", " "),
        (false, false) => ("", ""),
    };
    let marks = Marks {
        of: &mark,
        width: usize::from(has_givens && !colour),
    };
    draw(out, board, &text, &marks)
}

/// Draws a puzzle on its board: givens in the cells, `.` for empty ones, `*` for those
/// with some candidates. Candidates, rules and constraints are listed below.
///
/// # Errors
/// Those of `out`.
pub fn write_puzzle(
    out: &mut dyn Write,
    board: &Board,
    description: &Description,
) -> io::Result<()> {
    let mut candidates: Vec<Option<&[i64]>> = vec![None; board.cell_count()];
    for (name, digits) in &description.candidates {
        if let Some(cell) = board.cell_named(name) {
            candidates[cell.index()] = Some(digits);
        }
    }
    let named = |cell: Cell| candidates[cell.index()];
    let text = |cell: Cell| match named(cell) {
        None => ".".to_owned(),
        Some([digit]) => digit.to_string(),
        Some(_) => "*".to_owned(),
    };
    draw(out, board, &text, &Marks::NONE)?;
    for cell in board.cells() {
        if let Some(digits) = named(cell).filter(|digits| digits.len() != 1) {
            let digits: Vec<String> = digits.iter().map(i64::to_string).collect();
            let name = board.name(cell);
            writeln!(out, "{name}: {}", digits.join(" "))?;
        }
    }
    for rule in &description.rules {
        writeln!(out, "{}", escape::line(rule))?;
    }
    for constraint in &description.constraints {
        writeln!(out, "{}", in_words(constraint))?;
    }
    Ok(())
}

/// Longest value of a field that is written out.
const LONGEST: usize = 60;

/// A constraint on one line, such as `killer r1c1 r1c2, sum 12`.
fn in_words(constraint: &ConstraintItem) -> String {
    let mut text = constraint.kind.clone();
    if let Some(cells) = constraint.fields.get("cells") {
        text += &format!(" {}", value_text(cells));
    }
    let others = constraint.fields.iter().filter(|(key, _)| *key != "cells");
    for (key, value) in others {
        let value = value_text(value);
        let short: String = value.chars().take(LONGEST).collect();
        let dots = if short.len() < value.len() { "…" } else { "" };
        text += &format!(", {key} {short}{dots}");
    }
    escape::line(&text).into_owned()
}

fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items)
            if items
                .iter()
                .all(|item| !item.is_array() && !item.is_object()) =>
        {
            let items: Vec<String> = items.iter().map(value_text).collect();
            items.join(" ")
        }
        other => other.to_string(),
    }
}

/// What stands before and after the text of each cell.
struct Marks<'a> {
    of: &'a dyn Fn(Cell) -> (&'static str, &'static str),
    /// How many columns the marks of a cell take.
    width: usize,
}

impl Marks<'_> {
    const NONE: Marks<'static> = Marks {
        of: &|_| ("", ""),
        width: 0,
    };
}

/// Where the lines are.
struct Walls<'a> {
    board: &'a Board,
    /// Between which rows and columns there is any line; the first is the border.
    rows: Vec<bool>,
    columns: Vec<bool>,
}

fn draw(
    out: &mut dyn Write,
    board: &Board,
    text: &dyn Fn(Cell) -> String,
    marks: &Marks<'_>,
) -> io::Result<()> {
    let walls = Walls::new(board);
    let texts: Vec<String> = board.cells().map(text).collect();
    let width = texts.iter().map(|text| text.chars().count()).max();
    let width = width.unwrap_or(1);
    for row in 0..=board.rows() {
        if walls.rows[row] {
            let line = walls.line(row, width + marks.width);
            writeln!(out, "{}", line.trim_end())?;
        }
        if row == board.rows() {
            break;
        }
        let mut line = String::new();
        for column in 0..=board.columns() {
            line += match (walls.columns[column], walls.left(row, column)) {
                (true, true) => " │ ",
                (true, false) => "   ",
                (false, _) => " ",
            };
            if column < board.columns() {
                let text = &texts[row * board.columns() + column];
                let (before, after) = (marks.of)(board.cell(row, column));
                line += &format!("{before}{text:>width$}{after}");
            }
        }
        writeln!(out, "{}", line.trim())?;
    }
    Ok(())
}

impl<'a> Walls<'a> {
    fn new(board: &'a Board) -> Walls<'a> {
        let mut walls = Walls {
            board,
            rows: Vec::new(),
            columns: Vec::new(),
        };
        let (rows, columns) = (board.rows(), board.columns());
        walls.rows = (0..=rows)
            .map(|row| (0..columns).any(|column| walls.above(row, column)))
            .collect();
        walls.columns = (0..=columns)
            .map(|column| (0..rows).any(|row| walls.left(row, column)))
            .collect();
        walls
    }

    fn region(&self, row: usize, column: usize) -> Option<u16> {
        self.board.region(self.board.cell(row, column))
    }

    /// Whether there is a line above a cell, or below the last one.
    fn above(&self, row: usize, column: usize) -> bool {
        let is_border = row == 0 || row == self.board.rows();
        is_border || self.region(row - 1, column) != self.region(row, column)
    }

    /// Whether there is a line left of a cell, or right of the last one.
    fn left(&self, row: usize, column: usize) -> bool {
        let is_border = column == 0 || column == self.board.columns();
        is_border || self.region(row, column - 1) != self.region(row, column)
    }

    /// The line above a row.
    fn line(&self, row: usize, width: usize) -> String {
        let columns = self.board.columns();
        let stroke = |is_there| if is_there { '─' } else { ' ' };
        let mut line = String::new();
        for column in 0..=columns {
            let before = column > 0 && self.above(row, column - 1);
            let after = column < columns && self.above(row, column);
            if self.columns[column] {
                let up = row > 0 && self.left(row - 1, column);
                let down = row < self.board.rows() && self.left(row, column);
                if column > 0 {
                    line.push(stroke(before));
                }
                line.push(corner(up, down, before, after));
                line.push(stroke(after));
            } else {
                line.push(stroke(before && after));
            }
            if column < columns {
                line.extend(std::iter::repeat_n(stroke(after), width));
            }
        }
        line.trim_end_matches(' ').to_owned()
    }
}

/// Where lines meet.
fn corner(up: bool, down: bool, left: bool, right: bool) -> char {
    match (up, down, left, right) {
        (false, false, false, false) => ' ',
        (false, false, _, _) => '─',
        (_, _, false, false) => '│',
        (false, true, false, true) => '┌',
        (false, true, true, false) => '┐',
        (true, false, false, true) => '└',
        (true, false, true, false) => '┘',
        (true, true, false, true) => '├',
        (true, true, true, false) => '┤',
        (false, true, true, true) => '┬',
        (true, false, true, true) => '┴',
        (true, true, true, true) => '┼',
    }
}
