//! Strings of Interactive-Sudoku-Solver: `.Cage~10~R1C1~R1C2.~R5C5_7`, one puzzle a
//! line, or links that hold one.
//!
//! The grammar and the meanings are those of
//! <https://github.com/sigh/Interactive-Sudoku-Solver> (`sudoku_parser.js`,
//! `sudoku_constraint.js`). What goes beyond typed constraints on the cells of a grid,
//! such as variables and chaos construction, is refused by name.

mod clues;
mod encoded;
mod lines;
mod room;
mod shape;
mod strict;
mod tokens;

pub use tokens::starts_string;

use super::draft::{Place, add_rule, item, name, restrict};
use super::fault::Fault;
use super::links::{address, parameter, percent_decoded};
use super::{Parsed, VariantFormat};
use crate::grid::text::InputError;
use crate::grid::text::lines::InputLines;
use crate::grid::{Digit, Geometry, Puzzle, place_named};
use crate::rules::{ConstraintItem, Description};
use crate::words::rows_and_columns;
use room::Room;
use serde_json::{Value, json};
use shape::Layout;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use tokens::{Node, Word};

/// The next puzzle, one a line.
pub fn read(lines: &mut InputLines<'_>) -> Result<Option<Parsed>, InputError> {
    Parsed::of_line(lines, VariantFormat::Iss, |line| parse(&line.text))
}

/// Reads a line; also what it ignored.
pub fn parse(text: &str) -> Result<(Description, Vec<String>), Fault> {
    let Some(address) = address(text.trim()) else {
        return puzzle(text);
    };
    let Some(query) = parameter(address, "q") else {
        let expected = "an address of Interactive-Sudoku-Solver with a puzzle after ?q=";
        return Err(Fault::new("a link without a puzzle", expected));
    };
    let decoded = percent_decoded(query)?;
    if let Some(description) = plain(&decoded) {
        return Ok((description, Vec::new()));
    }
    // Columns of the decoded text would mislead.
    puzzle(&decoded).map_err(|fault| Fault {
        column: None,
        ..fault
    })
}

/// A classic puzzle as links hold it, too: the digits of its cells, 0 or . for empty ones.
fn plain(text: &str) -> Option<Description> {
    let side = text.len().isqrt();
    let is_square = (4..=9).contains(&side) && side * side == text.len();
    if !is_square || !text.bytes().all(|byte| matches!(byte, b'.' | b'0'..=b'9')) {
        return None;
    }
    let cells = text.bytes().map(|byte| match byte {
        b'.' => None,
        digit => Digit::new(u16::from(digit - b'0')),
    });
    let geometry = Geometry::from_side(side).ok()?;
    Description::of_classic(&Puzzle::new(geometry, cells.collect())?)
}

fn puzzle(text: &str) -> Result<(Description, Vec<String>), Fault> {
    let nodes = tokens::tree(text)?;
    let (mut description, layout) = shape::board(&nodes)?;
    let mut ignored = Vec::new();
    if let Some(size) = layout.unfit {
        ignored.push(format!(
            "RegionSize {size}: no boxes of that size fit the board"
        ));
    }
    let mut constraints = Constraints::default();
    let room = Room::new();
    for node in &nodes {
        if shape::is_layout(node.name()) || global(node, &mut description, &layout)? {
            continue;
        }
        if node.name() == "SearchPriority" {
            // It steers the search and says nothing about the puzzle.
            ignored.push("SearchPriority".to_owned());
            continue;
        }
        let found = Scope::new(&description, &room).constraints(node)?;
        if found.is_empty() && !node.name().is_empty() {
            ignored.push(format!("{} without effect", node.name()));
        }
        for constraint in found {
            match given(&constraint) {
                Some((cell, digits)) => restrict(&mut description, cell, &digits),
                None => constraints.add(node, constraint),
            }
        }
    }
    description.constraints.extend(constraints.items);
    strict::check(&nodes, &description)?;
    let mut named = HashSet::new();
    ignored.retain(|each| named.insert(each.clone()));
    Ok((description, ignored))
}

/// The cell and the digits of a constraint that is a given.
fn given(constraint: &ConstraintItem) -> Option<(Place, Vec<i64>)> {
    if constraint.kind != "candidates" {
        return None;
    }
    let cell = place_named(constraint.fields.get("cell")?.as_str()?)?;
    let digits = constraint.fields.get("digits")?.as_array()?.iter();
    Some((cell, digits.filter_map(|digit| digit.as_i64()).collect()))
}

/// Reads a rule for the whole grid; whether it is one.
fn global(node: &Node, description: &mut Description, layout: &Layout) -> Result<bool, Fault> {
    let rule = match node.name() {
        "AntiKnight" => "anti-knight",
        "AntiKing" => "anti-king",
        "AntiTaxicab" => "anti-taxicab",
        "AntiConsecutive" => "non-consecutive",
        "DisjointSets" => "disjoint-groups",
        "GlobalEntropy" => "global-entropy",
        "GlobalMod" => "global-modular",
        "StrictKropki" => "strict-kropki",
        "StrictXV" => "strict-xv",
        "Windoku" => "windoku",
        "Diagonal" => match node.args.first().map(|arg| arg.text.as_str()) {
            Some("1") => "diagonal-up",
            Some("-1") => "diagonal-down",
            _ => return Err(node.fault("1 or -1 after Diagonal")),
        },
        _ => return Ok(false),
    };
    let most = usize::from(node.name() == "Diagonal");
    node.check_count(most..=most)?;
    // Both mean the places of boxes, whether boxes are regions or not.
    let sets = match node.name() {
        "DisjointSets" => layout
            .left_out
            .map(|shape| shape::disjoint_sets(description, shape)),
        "Windoku" => layout
            .unlike_rule(description)
            .map(|shape| shape::windows(description, shape)),
        _ => None,
    };
    match sets {
        Some(sets) => description.constraints.extend(sets),
        None => add_rule(description, rule),
    }
    Ok(true)
}

/// Tokens of which a later one at the same place stands instead of the earlier one.
const REPLACING: [&str; 7] = [
    "HiddenSkyscraper",
    "LittleKiller",
    "NumberedRoom",
    "Quad",
    "Sandwich",
    "Skyscraper",
    "XSum",
];

/// The constraints of a list of tokens.
#[derive(Default)]
struct Constraints {
    items: Vec<ConstraintItem>,
    /// Where those are that may be replaced, by type and cells.
    places: HashMap<(String, String), usize>,
}

impl Constraints {
    /// Adds a constraint that a token stands for.
    fn add(&mut self, node: &Node, constraint: ConstraintItem) {
        if REPLACING.contains(&node.name()) {
            let cells = constraint.fields.get("cells").map(Value::to_string);
            let key = (constraint.kind.clone(), cells.unwrap_or_default());
            match self.places.entry(key) {
                Entry::Occupied(place) => {
                    self.items[*place.get()] = constraint;
                    return;
                }
                Entry::Vacant(place) => place.insert(self.items.len()),
            };
        }
        self.items.push(constraint);
    }
}

/// A board and how far cells are moved, inside `Replicate`.
#[derive(Clone, Copy)]
struct Scope<'a> {
    board: &'a Description,
    room: &'a Room,
    shift: (isize, isize),
    is_moved: bool,
}

impl<'a> Scope<'a> {
    fn new(board: &'a Description, room: &'a Room) -> Scope<'a> {
        Scope {
            board,
            room,
            shift: (0, 0),
            is_moved: false,
        }
    }

    /// The constraints that a token stands for.
    fn constraints(&self, node: &Node) -> Result<Vec<ConstraintItem>, Fault> {
        match node.name() {
            "And" => self.all(&node.children),
            "Or" => self.any_of(node),
            "Replicate" => self.replicate(node),
            "" | "Given" => {
                let given = |arg| {
                    let given = self.given(arg)?;
                    self.room.take_item(&given, node)?;
                    Ok(given)
                };
                node.args.iter().map(given).collect()
            }
            _ => {
                let found = match lines::read(self, node)? {
                    Some(found) => Some(found),
                    None => clues::read(self, node)?,
                };
                let found = found.ok_or_else(|| unknown(&node.word))?;
                let mut items = found.iter();
                items.try_for_each(|item| self.room.take_item(item, node))?;
                Ok(found)
            }
        }
    }

    fn all(&self, nodes: &[Node]) -> Result<Vec<ConstraintItem>, Fault> {
        let mut all = Constraints::default();
        for node in nodes {
            let found = self.constraints(node)?;
            found.into_iter().for_each(|each| all.add(node, each));
        }
        Ok(all.items)
    }

    fn any_of(&self, node: &Node) -> Result<Vec<ConstraintItem>, Fault> {
        if node.children.is_empty() {
            return Err(node.fault("constraints between Or and End"));
        }
        let branches = node.children.iter().map(|child| self.constraints(child));
        let branches: Vec<Vec<ConstraintItem>> = branches.collect::<Result<_, _>>()?;
        Ok(vec![item("any-of", json!({ "branches": branches }))])
    }

    /// The constraints inside, moved so that the origin comes to lie on each target.
    fn replicate(&self, node: &Node) -> Result<Vec<ConstraintItem>, Fault> {
        node.check_count(1..=2)?;
        if self.is_moved {
            return Err(node.fault("no Replicate inside another"));
        }
        let origin = match node.args.get(1) {
            Some(word) => self.cell(word)?,
            None => (0, 0),
        };
        let columns = self.board.columns;
        let mut constraints = Vec::new();
        let targets = &node.args[0];
        let bits = encoded::sextets(targets)?;
        let set = (0..bits.len() * 6).filter(|bit| bits[bit / 6] >> (bit % 6) & 1 == 1);
        for bit in set {
            let cell = origin.0 * columns + origin.1 + bit;
            let target = (cell / columns, cell % columns);
            if target.0 >= self.board.rows {
                return Err(Fault::word(
                    targets.column,
                    &targets.text,
                    "cells of the board",
                ));
            }
            let moved = Scope {
                shift: (
                    target.0 as isize - origin.0 as isize,
                    target.1 as isize - origin.1 as isize,
                ),
                is_moved: true,
                ..*self
            };
            constraints.extend(moved.all(&node.children)?);
        }
        Ok(constraints)
    }

    fn given(&self, word: &Word) -> Result<ConstraintItem, Fault> {
        let mut parts = word.text.split('_');
        let cell = self.cell(&Word {
            text: parts.next().unwrap_or_default().into(),
            column: word.column,
        })?;
        let digits = parts.map(|part| self.digit(part, word));
        let digits: Vec<i64> = digits.collect::<Result<_, _>>()?;
        if digits.is_empty() {
            let expected = "a cell and its digits, such as R1C1_5";
            return Err(Fault::word(word.column, &word.text, expected));
        }
        let fields = json!({ "cell": name(cell), "digits": digits });
        Ok(item("candidates", fields))
    }

    /// A digit of the board.
    fn digit(&self, text: &str, word: &Word) -> Result<i64, Fault> {
        let (min, max) = (i64::from(self.board.min), i64::from(self.board.max));
        let digit = text
            .parse()
            .ok()
            .filter(|digit| (min..=max).contains(digit));
        let expected = || format!("digits from {min} to {max}");
        digit.ok_or_else(|| Fault::word(word.column, &word.text, expected()))
    }

    /// A cell, moved. Rows and columns are one character each, letters beyond 9.
    fn cell(&self, word: &Word) -> Result<Place, Fault> {
        let fault = || {
            let size = rows_and_columns(self.board.rows, self.board.columns);
            let expected = format!(
                "a cell of {size}, such as R1C1 (10 is A){}",
                if self.is_moved {
                    ", also after it was moved"
                } else {
                    ""
                }
            );
            Fault::word(word.column, &word.text, expected)
        };
        if word.text == "LOOP" {
            let expected = "cells alone: LOOP is read only after SumLine";
            return Err(Fault::word(word.column, &word.text, expected));
        }
        let bytes = word.text.as_bytes();
        let [b'R' | b'r', row, b'C' | b'c', column] = bytes else {
            return Err(fault());
        };
        let index = |byte: u8| Some(char::from(byte).to_digit(17)?.checked_sub(1)? as isize);
        let moved = |byte: u8, by: isize, most: usize| {
            let place = usize::try_from(index(byte)? + by).ok()?;
            (place < most).then_some(place)
        };
        let row = moved(*row, self.shift.0, self.board.rows);
        let column = moved(*column, self.shift.1, self.board.columns);
        row.zip(column).ok_or_else(fault)
    }

    fn cells(&self, words: &[Word]) -> Result<Vec<Place>, Fault> {
        words.iter().map(|word| self.cell(word)).collect()
    }
}

/// A token that stands for no constraint here.
fn unknown(word: &Word) -> Fault {
    let fault = Fault::word(
        word.column,
        &word.text,
        "a constraint of Interactive-Sudoku-Solver that satoku knows",
    );
    match tokens::MISSING.contains(&word.text.as_str()) {
        true => Fault {
            found: format!("{}, which satoku does not have", fault.found),
            ..fault
        },
        false => fault,
    }
}
