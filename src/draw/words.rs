//! Pictures in words.

use super::mark::Mark;
use super::picture::{Notes, Picture};
use crate::grid::Digit;
use crate::search::variant::Occurrences;
use crate::words::counted;
use std::collections::BTreeMap;

/// Maximum number of constraints that a description lists one by one.
const MOST: usize = 100;

/// Kind and size of what is shown.
pub fn title(picture: &Picture) -> String {
    let (rows, columns) = (picture.grid.rows, picture.grid.columns);
    let has_digits = picture.givens.iter().any(Option::is_some);
    let is_variant = !picture.constraints.items.is_empty();
    let what = match (picture.solutions.len(), &picture.notes, &picture.heat) {
        (2.., ..) => "Two solutions of a Sudoku",
        (1, ..) => "Solved Sudoku",
        (_, Some(_), _) => "Candidates of a Sudoku",
        (_, _, Some(_)) if !has_digits => "Weights of a Sudoku",
        _ if is_variant => "Variant Sudoku",
        _ => "Sudoku",
    };
    format!("{what}, {rows}×{columns}")
}

/// Which digits there are, unless they are those from 1 to the side of a square.
pub fn digits(picture: &Picture) -> Option<String> {
    let grid = &picture.grid;
    let count = grid.digit_count();
    let first = grid.text(Digit::from_index(0));
    let last = grid.text(Digit::from_index(count.checked_sub(1)?));
    let is_usual = first == "1" && grid.rows == count && grid.columns == count;
    match count {
        _ if is_usual => None,
        1 => Some(format!("Digit {first}")),
        _ => Some(format!("Digits {first} to {last}")),
    }
}

/// The rows, marks and constraints.
pub fn description(picture: &Picture) -> String {
    let mut sentences = Vec::new();
    let givens = picture.givens.iter().flatten().count();
    sentences.push(match givens {
        1 => "1 given.".to_owned(),
        count => format!("{count} givens."),
    });
    sentences.extend(digits(picture).map(|digits| format!("{digits}.")));
    if matches!(picture.notes, Some(Notes::Counted(_))) {
        let meaning = "After each candidate, the number of solutions with it.";
        sentences.push(meaning.to_owned());
    }
    sentences.extend(picture.remarks.iter().map(|remark| format!("{remark}.")));
    for panel in 0..picture.solutions.len().max(1) {
        if picture.solutions.len() > 1 {
            sentences.push(format!("Solution {}.", panel + 1));
        }
        for row in 0..picture.grid.rows {
            sentences.push(format!(
                "Row {}: {}.",
                row + 1,
                row_text(picture, row, panel)
            ));
        }
    }
    let mut marked: BTreeMap<Mark, Vec<String>> = BTreeMap::new();
    let differing = picture.differing().into_iter();
    let differing = differing.map(|cell| (cell, Mark::Difference));
    let marks = picture.marks.iter().map(|(&cell, &mark)| (cell, mark));
    for (cell, mark) in marks.chain(differing) {
        let (row, column) = (picture.grid.row(cell) + 1, picture.grid.column(cell) + 1);
        marked
            .entry(mark)
            .or_default()
            .push(format!("r{row}c{column}"));
    }
    for (mark, cells) in marked {
        sentences.push(format!("Cells, {}: {}.", mark.name(), cells.join(" ")));
    }
    sentences.extend(constraints(picture));
    sentences.join(" ")
}

fn row_text(picture: &Picture, row: usize, panel: usize) -> String {
    let cells = (0..picture.grid.columns).filter_map(|c| picture.grid.cell(row as i64, c as i64));
    let texts = cells.map(|cell| {
        if let Some((digit, _)) = picture.digit(cell, panel) {
            return picture.grid.text(digit).to_owned();
        }
        let notes = picture.notes.as_ref().and_then(|notes| notes.of(cell));
        let marks = picture.pencil_marks.get(&cell);
        let text = |digit| picture.grid.text(digit).to_owned();
        let candidate = |&(digit, occurrences): &(Digit, Option<Occurrences>)| match occurrences {
            Some(occurrences) => format!("{}: {occurrences}", text(digit)),
            None => text(digit),
        };
        let is_counted = matches!(picture.notes, Some(Notes::Counted(_)));
        let between = if is_counted { "; " } else { " " };
        let candidates: Vec<String> = match (notes, marks) {
            (Some(notes), _) => notes.iter().map(candidate).collect(),
            (None, Some(digits)) => {
                let digits: Vec<String> = digits.iter().map(|&digit| text(digit)).collect();
                return format!("({})", digits.join(" "));
            }
            (None, None) => return "blank".to_owned(),
        };
        format!("({})", candidates.join(between))
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn constraints(picture: &Picture) -> Vec<String> {
    let items = &picture.constraints.items;
    let mut sentences: Vec<String> = items
        .iter()
        .take(MOST)
        .map(|item| {
            let mark = item
                .mark
                .map_or(String::new(), |mark| format!(" ({})", mark.name()));
            format!("{}{mark}.", item.label)
        })
        .collect();
    if let Some(more @ 1..) = items.len().checked_sub(MOST) {
        sentences.push(format!("And {}.", counted(more as u64, "more constraint")));
    }
    if !sentences.is_empty() {
        sentences.insert(0, "Rules and constraints:".to_owned());
    }
    sentences
}
