//! Constraints of types that are not listed, such as the user's own: cells as the rule file draws
//! them.

mod values;

pub use values::EmptyRange;

use super::{Density, Drawing};
use crate::grid::Cell;
use crate::rules::{Block, Board, Definition, Form, Parameter, ParameterType, range};
use rand::seq::IndexedRandom;

/// Numbers of cells that are tried beyond the smallest sensible one.
const MORE_CELLS: usize = 4;

/// How the cells of a constraint lie on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    /// A row or column from one of its ends.
    Line,
    /// Each next to the one before it, by a side or a corner.
    Path,
    /// Each next to the one before it, by a side.
    Steps,
    /// Two by two, if there are four cells.
    Square,
    /// Each next to the first, by a side.
    Around,
    /// Each next to one before it, by a side.
    Cage,
}

/// A type that is not listed.
pub struct OwnType<'l> {
    pub definition: &'l Definition,
    layout: Layout,
}

impl<'l> OwnType<'l> {
    /// A type, or why its constraints cannot be drawn.
    pub fn new(definition: &'l Definition) -> Result<OwnType<'l>, String> {
        if definition.builder.is_some() {
            let why = "what its builder reads does not follow from a grid";
            return Err(why.into());
        }
        let parameters = definition.parameters();
        let is_foreign = |each: &&Parameter| each.is_required() && !is_drawn(each.kind());
        if let Some(foreign) = parameters.iter().find(is_foreign) {
            return Err(format!(
                "found its parameter '{}', expected cells, numbers, conditions and digits only",
                foreign.name()
            ));
        }
        let lines = parameters.iter().filter(|each| has_cells(each)).count();
        if lines == 0 {
            return Err("it has no parameter of type cells or cell".into());
        }
        let lists = parameters.iter();
        let lists = lists.filter(|each| each.kind() == ParameterType::Cells);
        Ok(OwnType {
            definition,
            layout: match layout(definition) {
                Layout::Line if lists.count() != 1 => Layout::Path,
                layout => layout,
            },
        })
    }

    /// How many constraints are drawn on a board.
    pub fn density(&self, board: &Board) -> Density {
        let (share, overlaps) = match self.layout {
            Layout::Line | Layout::Steps | Layout::Square => (8, true),
            Layout::Path | Layout::Around | Layout::Cage => (10, false),
        };
        let count = (board.cell_count() / share).max(1);
        Density { count, overlaps }
    }

    /// How many cells a parameter may have, if `cells` has `n`, or as many as are asked about.
    fn lengths(&self, parameter: &Parameter, board: &Board, n: Option<usize>) -> Vec<usize> {
        let most = board.rows().max(board.columns()).min(board.cell_count());
        let allows = |length: &usize| {
            let n = n.unwrap_or(*length);
            let (least, most) = range(self.definition, parameter, board, n, &[]);
            let length = *length as i64;
            least.unwrap_or(1) <= length && most.is_none_or(|most| length <= most)
        };
        (1..=most).filter(allows).collect()
    }
}

/// How the cells lie: as the file draws them, or in a line if their order matters.
fn layout(definition: &Definition) -> Layout {
    let is_ordered = |block: &Block| {
        use Block::{Automaton, EqualSums, Pairs};
        matches!(block, Pairs { .. } | Automaton(_) | EqualSums { .. })
    };
    match definition.drawings().first().map(|drawing| drawing.form) {
        Some(Form::Clue) => Layout::Line,
        Some(Form::Line | Form::Pill) => Layout::Path,
        Some(Form::Dots | Form::Signs | Form::Greater) => Layout::Steps,
        Some(Form::Maximum | Form::Minimum) => Layout::Around,
        Some(Form::Corner) => Layout::Square,
        Some(_) => Layout::Cage,
        None if definition.blocks.iter().any(is_ordered) => Layout::Path,
        None => Layout::Cage,
    }
}

fn has_cells(parameter: &Parameter) -> bool {
    matches!(parameter.kind(), ParameterType::Cells | ParameterType::Cell)
}

/// Whether values of this type can be found for a grid.
fn is_drawn(kind: ParameterType) -> bool {
    use ParameterType::{Automaton, Branches, Regex, Sets};
    !matches!(kind, Automaton | Branches | Regex | Sets)
}

impl Drawing<'_> {
    /// Random cells for each parameter that has some, by the parameter's name.
    pub fn own_cells<'l>(&mut self, own: &OwnType<'l>) -> Option<Vec<(&'l str, Vec<Cell>)>> {
        let parameters = own.definition.parameters().iter();
        let parameters: Vec<&'l Parameter> = parameters.filter(|each| has_cells(each)).collect();
        let cells = parameters.iter().find(|each| each.name() == "cells");
        let n = match cells {
            Some(cells) => Some(self.some_length(own.lengths(cells, self.board, None), 2)?),
            None => None,
        };
        let mut lengths = Vec::new();
        for parameter in &parameters {
            lengths.push(match (parameter.name(), parameter.kind()) {
                (_, ParameterType::Cell) => 1,
                ("cells", _) => n?,
                _ => self.some_length(own.lengths(parameter, self.board, n), 1)?,
            });
        }
        if own.layout == Layout::Line {
            return self.along_a_line(own, &parameters, &lengths);
        }
        let mut parts: Vec<(&str, Vec<Cell>)> = Vec::new();
        if own.layout == Layout::Cage {
            // Areas lie anywhere, but not on each other.
            for (parameter, length) in parameters.iter().zip(lengths) {
                let area = self.laid_out(own.layout, length)?;
                let is_taken = |cell| parts.iter().any(|(_, others)| others.contains(cell));
                if area.iter().any(is_taken) {
                    return None;
                }
                parts.push((parameter.name(), area));
            }
            return Some(parts);
        }
        let mut rest = &self.laid_out(own.layout, lengths.iter().sum())?[..];
        for (parameter, length) in parameters.iter().zip(lengths) {
            let (part, others) = rest.split_at_checked(length)?;
            parts.push((parameter.name(), part.to_vec()));
            rest = others;
        }
        Some(parts)
    }

    /// One of the smallest lengths, from `least` on if that is allowed.
    fn some_length(&mut self, allowed: Vec<usize>, least: usize) -> Option<usize> {
        let first = allowed.iter().find(|&&length| length >= least);
        let first = *first.or(allowed.last())?;
        let near = allowed.iter().filter(|&&length| length >= first);
        let near: Vec<usize> = near.take(MORE_CELLS).copied().collect();
        near.choose(self.random).copied()
    }

    /// The cells of a row or column, all of them if there may be that many, and single cells in
    /// it.
    fn along_a_line<'l>(
        &mut self,
        own: &OwnType<'l>,
        parameters: &[&'l Parameter],
        lengths: &[usize],
    ) -> Option<Vec<(&'l str, Vec<Cell>)>> {
        let mut line = self.line();
        for (parameter, &length) in parameters.iter().zip(lengths) {
            let is_line = parameter.kind() == ParameterType::Cells;
            let allows_all = || {
                own.lengths(parameter, self.board, None)
                    .contains(&line.len())
            };
            if is_line && !allows_all() {
                line.truncate(length);
            }
        }
        let mut parts = Vec::new();
        for parameter in parameters {
            parts.push(match parameter.kind() {
                ParameterType::Cell => (parameter.name(), vec![*line.choose(self.random)?]),
                _ => (parameter.name(), line.clone()),
            });
        }
        Some(parts)
    }

    fn laid_out(&mut self, layout: Layout, count: usize) -> Option<Vec<Cell>> {
        match layout {
            Layout::Square if count == 4 => self.square(),
            Layout::Square | Layout::Cage => self.grown(count, count, Self::sides, |cells| cells),
            Layout::Around => self.grown(count, count, Self::sides, |cells| &cells[..1]),
            Layout::Steps => {
                self.grown(count, count, Self::sides, |cells| &cells[cells.len() - 1..])
            }
            Layout::Path | Layout::Line => self.grown(count, count, Self::neighbours, |cells| {
                &cells[cells.len() - 1..]
            }),
        }
    }
}
