//! From what a puzzle says to what that means: descriptions become kernels.

mod bind;
mod builders;
mod clue;
mod compiled;
mod demands;
mod error;
mod impossible;
mod json;
mod legend;
mod lower;
mod machine;
mod pairs;
mod positions;
mod range;
mod regex;
mod relation;
mod shape;
mod sums;
mod trial;
mod turning_points;

#[cfg(test)]
mod tests;

pub use compiled::Compiled;
pub use error::{CompileError, RuleError, RuleErrorKind};
pub(crate) use legend::legend;
pub(crate) use range::{range, range_depends_on};
pub use trial::trial;
pub(crate) use turning_points::turning_points;

use super::board::{Board, Mask};
use super::definitions::{Block, Builder, Definition, Kind, Library, Values, names};
use super::description::{ConstraintItem, Description};
use super::kernel::{Kernel, KernelError, Table};
use super::puzzle::{Constraint, Origin, VariantPuzzle};
use crate::grid::Cell;
use crate::limits::Limits;
use crate::words::rows_and_columns;
use bind::Bound;
use error::Refusal;
use machine::Automata;
use rustc_hash::FxHashSet;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What to write instead of a name that is not that of a rule.
fn expected_rule(library: &Library, name: &str) -> String {
    match library.constraint(name) {
        Some(_) => "a rule; this is a type of constraint: list it under \"constraints\"".into(),
        None => library.expected(Kind::Rule, name),
    }
}

/// The puzzle that a description means, with the rules and types of the library.
///
/// Its constraints are the houses, then the rules, then those of the list, each in the
/// order of the description.
///
/// # Errors
/// [`RuleError`] for what no board can have: unknown names, wrong parameters, cells
/// outside the board, sums that no digits have. A constraint that contradicts the
/// givens is not an error: such a puzzle has no solution.
pub fn compile(description: &Description, library: &Library) -> Result<VariantPuzzle, RuleError> {
    match compile_within(description, library, &Limits::unlimited()) {
        Ok(puzzle) => Ok(puzzle),
        Err(CompileError::Rule(error)) => Err(error),
        Err(CompileError::Stopped(_)) => unreachable!("there is no limit"),
    }
}

/// [`compile`] within limits: some automata have hundreds of thousands of states.
///
/// # Errors
/// [`CompileError::Rule`] as [`compile`], [`CompileError::Stopped`] if a limit came first.
pub fn compile_within(
    description: &Description,
    library: &Library,
    limits: &Limits,
) -> Result<VariantPuzzle, CompileError> {
    let mut puzzle = shape::bare(description)?;
    let board = puzzle.board().clone();
    let mut named = FxHashSet::default();
    for (name, digits) in &description.candidates {
        let pointer = || format!("/candidates/{}", error::escape(name));
        let cell = board.cell_named(name).ok_or_else(|| {
            RuleError::new(&pointer(), format!("\"{name}\""), json::cell_range(&board))
        })?;
        // Names are read in upper and lower case.
        if !named.insert(cell) {
            let found = format!("the cell {} a second time", board.name(cell));
            return Err(RuleError::new(&pointer(), found, "each cell once".into()).into());
        }
        puzzle.restrict(cell, json::digit_mask(&board, digits, pointer)?);
    }
    let mut compiler = Compiler::new(&board, description, library, limits);
    let mut seen = HashSet::new();
    for (index, name) in description.rules.iter().enumerate() {
        let pointer = format!("/rules/{index}");
        let kernels = compiler.rule(name, &pointer)?;
        if seen.insert(name) {
            let constraint = Constraint {
                label: name.clone(),
                origin: Origin::Rule(name.clone()),
                kernels,
            };
            puzzle
                .add(constraint)
                .map_err(|error| unfit(&pointer, &error))?;
        }
    }
    for (index, item) in description.constraints.iter().enumerate() {
        let pointer = format!("/constraints/{index}");
        let (label, kernels) = compiler.item(item, &pointer, 0)?;
        let kind = item.kind.clone();
        let constraint = Constraint {
            label,
            origin: Origin::Listed { kind, index },
            kernels,
        };
        puzzle
            .add(constraint)
            .map_err(|error| unfit(&pointer, &error))?;
    }
    Ok(puzzle)
}

/// [`compile_within`] that keeps the board if a limit comes first.
///
/// # Errors
/// As [`compile`].
pub fn compile_or_board(
    description: &Description,
    library: &Library,
    limits: &Limits,
) -> Result<Compiled, RuleError> {
    match compile_within(description, library, limits) {
        Ok(puzzle) => Ok(Compiled::Whole(puzzle)),
        Err(CompileError::Rule(error)) => Err(error),
        Err(CompileError::Stopped(reason)) => {
            let bare = compile(&description.without_rules(), library)?;
            Ok(Compiled::Cut {
                board: bare.board().clone(),
                candidates: bare.candidates().to_vec(),
                reason,
            })
        }
    }
}

fn unfit(pointer: &str, error: &KernelError) -> RuleError {
    let expected = "constraints that fit the board";
    RuleError::new(pointer, error.to_string(), expected.into())
}

/// Whether what the rules of a description forbid depends on its constraints of this type.
pub(crate) fn rules_depend_on(kind: &str, description: &Description, library: &Library) -> bool {
    let mut rules = description.rules.iter();
    rules.any(|rule| spared_by(rule, library).contains(&kind))
}

/// The types of constraint whose cells a rule, or one that it includes, leaves out.
pub(crate) fn spared_by<'l>(rule: &str, library: &'l Library) -> Vec<&'l str> {
    let mut pending: Vec<&Definition> = library.rule(rule).into_iter().collect();
    let mut done: HashSet<&str> = HashSet::new();
    let mut spared = Vec::new();
    while let Some(definition) = pending.pop() {
        if !done.insert(definition.name()) {
            continue;
        }
        for block in &definition.blocks {
            if let Block::Steps { unless, .. } = block {
                let unless = unless.iter().map(String::as_str);
                spared.extend(
                    unless
                        .filter(|kind| !spared.contains(kind))
                        .collect::<Vec<_>>(),
                );
            }
        }
        let included = definition.includes.iter().rev();
        pending.extend(included.filter_map(|name| library.rule(name)));
    }
    spared
}

/// What a board must be for a rule or a type of constraint, if it is not.
pub(crate) fn required<'d>(definition: &'d Definition, board: &Board) -> Option<&'d str> {
    missing(definition, &shape::numbers(board))
}

fn missing<'d>(definition: &'d Definition, numbers: &[i64]) -> Option<&'d str> {
    let lists = &[];
    let mut requires = definition.requires.iter();
    let missing = requires.find(|(that, _)| !that.holds(Values { numbers, lists }));
    missing.map(|(_, message)| &**message)
}

/// Deepest nesting of constraints in constraints.
const MAX_DEPTH: usize = 16;

/// What stays the same from constraint to constraint.
struct Compiler<'a> {
    board: &'a Board,
    description: &'a Description,
    library: &'a Library,
    limits: &'a Limits,
    /// The values that are the same everywhere.
    numbers: Vec<i64>,
    tables: HashMap<Table, Arc<Table>>,
    /// By definition, kernel and numbers: most clues of a puzzle are alike.
    machines: HashMap<(String, usize, Vec<i64>), Automata>,
}

impl<'a> Compiler<'a> {
    fn new(
        board: &'a Board,
        description: &'a Description,
        library: &'a Library,
        limits: &'a Limits,
    ) -> Self {
        Compiler {
            board,
            description,
            library,
            limits,
            numbers: shape::numbers(board),
            tables: HashMap::new(),
            machines: HashMap::new(),
        }
    }

    fn rule(&mut self, written: &str, pointer: &str) -> Result<Vec<Kernel>, CompileError> {
        let mut kernels = Vec::new();
        let mut pending = vec![written];
        let mut done: HashSet<&str> = HashSet::new();
        let library = self.library;
        while let Some(name) = pending.pop() {
            if !done.insert(name) {
                continue;
            }
            let definition = library
                .rule(name)
                .ok_or_else(|| self.unknown_rule(name, pointer))?;
            let bound = Bound::empty(&self.numbers, pointer);
            self.require(definition, written, pointer)?;
            kernels.extend(self.blocks(definition, &bound)?);
            pending.extend(definition.includes.iter().rev().map(String::as_str));
        }
        Ok(kernels)
    }

    fn unknown_rule(&self, name: &str, pointer: &str) -> RuleError {
        let expected = expected_rule(self.library, name);
        RuleError {
            kind: match self.library.constraint(name) {
                Some(_) => RuleErrorKind::Malformed,
                None => RuleErrorKind::UnknownName,
            },
            ..RuleError::new(pointer, format!("the rule \"{name}\""), expected)
        }
    }

    fn unknown_type(&self, name: &str, pointer: &str) -> RuleError {
        let refused = match self.library.rule(name) {
            Some(_) => Some("a type of constraint; this is a rule: list it under \"rules\""),
            None => Refusal::find(name),
        };
        let types = || self.library.expected(Kind::Constraint, name);
        let expected = refused.map_or_else(types, str::to_owned);
        let pointer = format!("{pointer}/type");
        RuleError {
            kind: match refused {
                Some(_) => RuleErrorKind::Malformed,
                None => RuleErrorKind::UnknownName,
            },
            ..RuleError::new(&pointer, format!("the type \"{name}\""), expected)
        }
    }

    fn item(
        &mut self,
        item: &ConstraintItem,
        pointer: &str,
        depth: usize,
    ) -> Result<(String, Vec<Kernel>), CompileError> {
        self.limits.check().map_err(CompileError::Stopped)?;
        if depth > MAX_DEPTH {
            let found = format!("constraints nested deeper than {MAX_DEPTH}");
            return Err(RuleError::new(pointer, found, "fewer levels".into()).into());
        }
        let definition = self
            .library
            .constraint(&item.kind)
            .ok_or_else(|| self.unknown_type(&item.kind, pointer))?;
        self.require(definition, &item.kind, pointer)?;
        let bound = Bound::new(definition, item, self.board, &self.numbers, pointer)?;
        let mut label = bound.label(definition, self.board);
        let mut kernels = self.blocks(definition, &bound)?;
        match definition.builder {
            Some(Builder::AnyOf) => {
                let (text, any_of) = self.any_of(&bound, depth)?;
                label = text;
                kernels.push(any_of);
            }
            Some(Builder::Automaton) => kernels.extend(self.automaton(definition, &bound)?),
            Some(Builder::SameDigits) => {
                kernels.extend(self.same_digits(&bound)?);
            }
            None => (),
        }
        impossible::check(self.board, &kernels, pointer)?;
        Ok((label, kernels))
    }

    /// Refuses a board that the definition makes no sense on, which a puzzle uses by the name
    /// `written` or by one that includes it.
    fn require(
        &self,
        definition: &Definition,
        written: &str,
        pointer: &str,
    ) -> Result<(), RuleError> {
        match missing(definition, &self.numbers) {
            None => Ok(()),
            Some(message) => {
                let board = self.board;
                let size = rows_and_columns(board.rows(), board.columns());
                let (min, max) = (board.min(), board.max());
                let found =
                    format!("{written} on a board of {size} with digits from {min} to {max}");
                Err(RuleError::new(pointer, found, message.to_owned()))
            }
        }
    }

    /// Pairs of cells that constraints of these types mark, in both orders.
    fn marked(&self, types: &[String]) -> HashSet<(Cell, Cell)> {
        let items = self.description.constraints.iter();
        let items = items.filter(|item| types.contains(&item.kind));
        let mut marked = HashSet::new();
        for item in items {
            let cells = item.fields.get("cells").and_then(|cells| cells.as_array());
            let names = cells.into_iter().flatten();
            let named = |name: &serde_json::Value| self.board.cell_named(name.as_str()?);
            let cells: Vec<Cell> = names.filter_map(named).collect();
            for pair in cells.windows(2) {
                marked.insert((pair[0], pair[1]));
                marked.insert((pair[1], pair[0]));
            }
        }
        marked
    }

    /// One copy of equal tables.
    fn share(&mut self, table: Table) -> Arc<Table> {
        let shared = self.tables.entry(table);
        shared
            .or_insert_with_key(|table| Arc::new(table.clone()))
            .clone()
    }
}

/// The digits for which a condition holds, with the digit's value at place `D`.
fn mask_where(board: &Board, mut holds: impl FnMut(i64) -> bool) -> Mask {
    let digits = 0..board.digit_count();
    let value = |index: usize| i64::from(board.min()) + index as i64;
    let holding = digits.filter(|&index| holds(value(index)));
    holding.fold(0, |mask, index| mask | 1 << index)
}
