//! The board of a description.

use super::error::RuleError;
use super::names;
use crate::rules::{Board, BoardError, BoardHouseKind, Description, MAX_DIGITS, VariantPuzzle};
use std::cell::RefCell;

/// What boards are drawn from: rows and columns, digits, and the map of regions.
type Drawing = ((usize, usize), (i32, i32), Option<String>);

thread_local! {
    /// The last board: most puzzles of a file have the same, which takes longer to make than to
    /// solve a classic puzzle.
    static LAST: RefCell<Option<(Drawing, VariantPuzzle)>> = const { RefCell::new(None) };
}

/// The board that a description draws, as a puzzle without candidates, rules and constraints.
pub(super) fn bare(description: &Description) -> Result<VariantPuzzle, RuleError> {
    let size = (description.rows, description.columns);
    let digits = (description.min, description.max);
    LAST.with_borrow_mut(|last| {
        let is_same = |drawing: &Drawing| {
            (drawing.0, drawing.1) == (size, digits) && drawing.2 == description.regions
        };
        match last {
            Some((drawing, puzzle)) if is_same(drawing) => Ok(puzzle.clone()),
            _ => {
                let puzzle = VariantPuzzle::new(board(description)?);
                let drawing = (size, digits, description.regions.clone());
                *last = Some((drawing, puzzle.clone()));
                Ok(puzzle)
            }
        }
    })
}

/// The board that a description draws.
pub(super) fn board(description: &Description) -> Result<Board, RuleError> {
    let size = (description.rows, description.columns);
    let digits = (description.min, description.max);
    let regions = description.regions.as_deref().map(region_numbers);
    Board::new(size, digits, regions).map_err(|error| {
        let pointer = match &error {
            BoardError::Size(rows, _) if !(1..=MAX_DIGITS).contains(rows) => "/rows",
            BoardError::Size(..) => "/columns",
            BoardError::Digits(..) => "/max",
            BoardError::Reversed(..) | BoardError::Smallest(_) => "/min",
            BoardError::Map { .. } => "/regions",
            BoardError::Crowded { house, .. } if house.starts_with("region") => "/regions",
            BoardError::Crowded { .. } => "/max",
        };
        let map = description.regions.as_deref().unwrap_or_default();
        let separated = match &error {
            BoardError::Map { expected, .. } => separator(map, *expected),
            _ => None,
        };
        match separated {
            Some((place, separator)) => RuleError::new(
                pointer,
                format!("'{separator}' at character {place} of the map"),
                format!("{}, without separators", error.expected()),
            ),
            None => RuleError::new(pointer, error.found(), error.expected()),
        }
    })
}

/// The first character, and its place from 1, that separates the rows of a map of this many cells.
fn separator(map: &str, cells: usize) -> Option<(usize, char)> {
    let is_separator = |c: &char| matches!(c, '/' | '|' | ',' | ';' | ' ' | '\n' | '-');
    let mut places = map.chars().zip(1..);
    let (separator, place) = places.find(|(c, _)| is_separator(c))?;
    let left = map.chars().filter(|c| *c != separator).count();
    (left == cells).then_some((place, separator))
}

/// Numbers of regions by cell, in the order of their first cells.
fn region_numbers(map: &str) -> Vec<Option<u16>> {
    let mut letters = std::collections::HashMap::new();
    let number = |letter: char| {
        let next = letters.len();
        let number = *letters.entry(letter).or_insert(next);
        // Longer maps are refused for their length.
        (letter != '.').then_some(number.min(usize::from(u16::MAX)) as u16)
    };
    map.chars().map(number).collect()
}

/// The values of the board's names; everything else is 0.
pub(super) fn numbers(board: &Board) -> Vec<i64> {
    let mut numbers = vec![0; names::FIRST_FREE];
    let (box_rows, box_columns) = boxes(board).unwrap_or((0, 0));
    let regions = board.houses_of_kind(BoardHouseKind::Region);
    numbers[names::ROWS] = board.rows() as i64;
    numbers[names::COLUMNS] = board.columns() as i64;
    numbers[names::MIN] = board.min().into();
    numbers[names::MAX] = board.max().into();
    numbers[names::SIZE] = board.digit_count() as i64;
    numbers[names::BOX_ROWS] = box_rows as i64;
    numbers[names::BOX_COLUMNS] = box_columns as i64;
    numbers[names::REGIONS] = regions.count() as i64;
    numbers
}

/// Rows and columns of a box, if the regions are equal rectangles side by side.
fn boxes(board: &Board) -> Option<(usize, usize)> {
    let mut regions = board.houses_of_kind(BoardHouseKind::Region);
    let last = *regions.next()?.cells.last()?;
    let (height, width) = (board.row(last) + 1, board.column(last) + 1);
    let fits = board.rows().is_multiple_of(height) && board.columns().is_multiple_of(width);
    let corner = |cell| {
        let row = board.row(cell) / height * height;
        board.cell(row, board.column(cell) / width * width)
    };
    let region = |cell| board.region(cell);
    let in_box = |cell| region(cell).is_some() && region(cell) == region(corner(cell));
    let is_tiled = fits && board.cells().all(in_box);
    let count = board.cell_count() / (height * width);
    let houses = board.houses().len() - board.rows() - board.columns();
    (is_tiled && houses == count).then_some((height, width))
}
