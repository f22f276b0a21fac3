//! Variant puzzles: `puzzle.json`, the grids that solve it, and its formula.

mod board;
mod diagram;
mod files;
mod formula;
mod kernel;
mod score;

use crate::escape;
use crate::file;
use crate::json_mistake::json_mistake;
use crate::words::counted;
use board::Board;
pub use files::certificate;
use kernel::{Choices, Kernel, increasing, values_flaw};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Characters of a label.
const MAX_LABEL: usize = 400;

/// The most cells of a board whose givens are shown.
const MAX_SHOWN: usize = 256;

/// The contents of the file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Contents {
    rows: usize,
    columns: usize,
    min: i64,
    max: i64,
    candidates: Choices,
    constraints: Vec<Constraint>,
}

/// Kernels that must all hold, and what people call them. Nothing checks that a label
/// says what the kernels mean.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Constraint {
    label: String,
    kernels: Vec<Kernel>,
}

/// A variant: its board, its candidates, and its constraints as kernels.
#[derive(Debug)]
pub struct Puzzle {
    board: Board,
    /// Those cells that may not hold every value.
    listed: Choices,
    /// The values of each cell in reading order.
    candidates: Vec<Vec<i64>>,
    constraints: Vec<Constraint>,
}

impl Puzzle {
    /// Reads a puzzle, whose text must be in the one form; or says what is wrong, and where.
    pub fn read(text: &str) -> Result<Puzzle, String> {
        let contents: Contents = serde_json::from_str(text)
            .map_err(|error| json_mistake(file::PUZZLE_JSON, text, &error))?;
        let board = Board {
            rows: contents.rows,
            columns: contents.columns,
            min: contents.min,
            max: contents.max,
        };
        let wrong = |why: String| format!("{}: {why}", file::PUZZLE_JSON);
        let found = |why: String| wrong(format!("found {why}"));
        board.flaw().map_err(found)?;
        let mut candidates = vec![board.values().collect::<Vec<i64>>(); board.cells()];
        let cells: Vec<_> = contents.candidates.iter().map(|(cell, _)| *cell).collect();
        increasing(&cells, |cell| format!("the candidates of {cell}")).map_err(found)?;
        for (cell, values) in &contents.candidates {
            let checked = board
                .require(*cell)
                .and_then(|()| values_flaw(&board, values));
            checked.map_err(|why| wrong(format!("candidates of {cell}: found {why}")))?;
            candidates[board.place(*cell)].clone_from(values);
        }
        for (number, each) in (1..).zip(&contents.constraints) {
            let kernels = || {
                each.kernels
                    .iter()
                    .try_for_each(|kernel| kernel.flaw(&board))
            };
            let checked = each.label_flaw().and_then(|()| kernels());
            let name = each.name();
            checked.map_err(|why| wrong(format!("constraint {number} ({name}): found {why}")))?;
        }
        Ok(Puzzle {
            board,
            listed: contents.candidates,
            candidates,
            constraints: contents.constraints,
        })
    }

    /// The text of the file.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let Board {
            rows,
            columns,
            min,
            max,
        } = self.board;
        let candidates = serde_json::to_string(&self.listed)?;
        let lines = self.constraints.iter().map(serde_json::to_string);
        let lines = lines.collect::<Result<Vec<String>, _>>()?.join(",\n");
        Ok(format!(
            "{{\"rows\":{rows},\"columns\":{columns},\"min\":{min},\"max\":{max},\n\
             \"candidates\":{candidates},\n\"constraints\":[\n{lines}\n]}}\n"
        ))
    }

    /// What is wrong with a grid, whose values are those of the board.
    fn flaw(&self, grid: &[i64]) -> Option<String> {
        for (place, value) in grid.iter().enumerate() {
            if !self.candidates[place].contains(value) {
                let cell = self.board.name(place);
                return Some(format!(
                    "{cell} holds {value}, which is not one of its candidates"
                ));
            }
        }
        for (number, each) in (1..).zip(&self.constraints) {
            let broken = |kernel: &&Kernel| !kernel.holds(&self.board, grid);
            if let Some(kernel) = each.kernels.iter().find(broken) {
                let (kind, name) = (kernel.kind(), each.name());
                return Some(format!("breaks '{kind}' of constraint {number} ({name})"));
            }
        }
        None
    }

    /// One line about it: what is checked, and not what labels say.
    fn summary(&self) -> String {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for kernel in self.constraints.iter().flat_map(|each| &each.kernels) {
            *kinds.entry(kernel.kind()).or_default() += 1;
        }
        let kinds = kinds.iter().map(|(kind, n)| format!("{n} {kind}"));
        let mut limits: Vec<String> = kinds.collect();
        if limits.is_empty() {
            limits.push("no kernels".to_owned());
        }
        limits.extend(self.listed_ones());
        let Board {
            rows,
            columns,
            min,
            max,
        } = self.board;
        let (limits, givens) = (limits.join(", "), self.givens());
        format!("{rows}x{columns} cells, digits {min} to {max}, {limits}; givens {givens}")
    }

    /// How many cells that are not given may hold only some of the digits, if any.
    fn listed_ones(&self) -> Option<String> {
        let count = |is_counted: &dyn Fn(usize) -> bool| {
            let sizes = self.candidates.iter().map(Vec::len);
            sizes.filter(|size| is_counted(*size)).count() as u64
        };
        let fewer = count(&|size| size != 1 && size < self.board.digits());
        let none = count(&|size| size == 0);
        let cells = counted(fewer, "cell");
        match (fewer, none) {
            (0, _) => None,
            (_, 0) => Some(format!("{cells} with fewer candidates")),
            _ if fewer == none => Some(format!("{cells} without candidates")),
            _ => Some(format!(
                "{cells} with fewer candidates, {none} of them with none"
            )),
        }
    }

    /// The givens in a line, with dots for other cells; of a large board their number.
    fn givens(&self) -> String {
        let cells = self.board.cells();
        if cells > MAX_SHOWN {
            let givens = self.candidates.iter().filter(|values| values.len() == 1);
            return format!("{} of {cells}", givens.count());
        }
        let words = self.candidates.iter().map(|values| match values[..] {
            [given] => given.to_string(),
            _ => ".".to_owned(),
        });
        words.collect::<Vec<String>>().join(self.separator())
    }

    /// What stands between two values of a line: nothing if each has one digit.
    fn separator(&self) -> &'static str {
        match self.board.min >= 0 && self.board.max <= 9 {
            true => "",
            false => " ",
        }
    }
}

impl Constraint {
    fn label_flaw(&self) -> Result<(), String> {
        if self.label.chars().nth(MAX_LABEL).is_some() {
            return Err(format!("a label of more than {MAX_LABEL} characters"));
        }
        match escape::line(&self.label) == self.label {
            true => Ok(()),
            false => Err("a label with invisible characters".into()),
        }
    }

    fn name(&self) -> String {
        escape::quoted(&self.label, 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_givens_of_a_large_board_are_counted() {
        let summary = |rows: usize| {
            let text = format!(
                "{{\"rows\":{rows},\"columns\":16,\"min\":1,\"max\":9,\
                 \"candidates\":[[\"r1c1\",[3]],[\"r1c2\",[1,2]]],\"constraints\":[]}}"
            );
            Puzzle::read(&text).unwrap().summary()
        };
        let dots = ".".repeat(255);
        assert!(summary(16).ends_with(&format!("; givens 3{dots}")));
        assert!(summary(17).ends_with("; givens 1 of 272"));
    }

    #[test]
    fn cells_with_fewer_candidates_are_counted() {
        for (candidates, told) in [
            ("", ""),
            (r#"["r1c1",[1,2,3,4]]"#, ""),
            (r#"["r1c1",[1]]"#, ""),
            (
                r#"["r1c1",[1]],["r1c2",[1,2]]"#,
                ", 1 cell with fewer candidates",
            ),
            (r#"["r1c1",[]]"#, ", 1 cell without candidates"),
            (
                r#"["r1c1",[]],["r1c2",[1,2]]"#,
                ", 2 cells with fewer candidates, 1 of them with none",
            ),
        ] {
            let text = format!(
                "{{\"rows\":2,\"columns\":2,\"min\":1,\"max\":4,\
                 \"candidates\":[{candidates}],\"constraints\":[]}}"
            );
            let summary = Puzzle::read(&text).unwrap().summary();
            let expected = format!("2x2 cells, digits 1 to 4, no kernels{told}; givens ");
            assert!(summary.starts_with(&expected), "{summary}");
        }
    }
}
