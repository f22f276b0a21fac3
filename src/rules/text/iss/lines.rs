//! Lines, sets and pairs of cells.

use super::super::draft::{Place, by_table, item, names, neighbours, of_cells, with_number};
use super::super::fault::Fault;
use super::tokens::{Node, Word};
use super::{Scope, encoded, room};
use crate::rules::ConstraintItem;
use serde_json::{Value, json};

/// The constraints of a token; none if it is of another kind.
pub fn read(scope: &Scope<'_>, node: &Node) -> Result<Option<Vec<ConstraintItem>>, Fault> {
    if let Some(kind) = plain(node.name()) {
        let cells = some_cells(scope, node, &node.args)?;
        let is_without_regions = kind == "region-sum" && scope.board.regions.is_none();
        let says_nothing = cells.len() < least_cells(node.name()) || is_without_regions;
        return Ok(Some(match says_nothing {
            true => Vec::new(),
            false => vec![of_cells(kind, &cells)],
        }));
    }
    if let Some(kind) = on_edges(node.name()) {
        return on_each_edge(scope, node, kind).map(Some);
    }
    let constraint = match node.name() {
        "Whisper" => return line(numbered(scope, node, "whisper", "difference", Some(5))?),
        "Modular" => return line(numbered(scope, node, "modular", "modulus", None)?),
        "Lockout" => numbered(scope, node, "lockout", "difference", None)?,
        "Lunchbox" => numbered(scope, node, "lunchbox", "sum", None)?,
        "Sum" => sum(scope, node)?,
        "Cage" => cage(scope, node)?,
        "SumLine" => sum_line(scope, node)?,
        "PillArrow" => pill_arrow(scope, node)?,
        "SameValues" => same_values(scope, node)?,
        "LookAndSay" => look_and_say(scope, node)?,
        "ContainAtLeast" | "ContainExact" => contain(scope, node)?,
        "Regex" => return groups(scope, node, &Relation::Regex(regex(node)?)).map(Some),
        "NFA" => {
            let (word, _) = node.first("an automaton")?;
            let automaton = encoded::automaton(word, scope.board)?;
            return groups(scope, node, &Relation::Automaton(automaton)).map(Some);
        }
        "Pair" | "PairX" | "Binary" | "BinaryX" => {
            let (word, _) = node.first("a table")?;
            let is_old = node.name().starts_with("Binary");
            let table = encoded::table(word, scope.board, is_old)?;
            let kind = match node.name().ends_with('X') {
                true => "all-pairs",
                false => "pairs",
            };
            return groups(scope, node, &Relation::Table(kind, table)).map(Some);
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![constraint]))
}

/// Types of cells without parameters.
fn plain(name: &str) -> Option<&'static str> {
    Some(match name {
        "AllDifferent" => "distinct",
        "Arrow" => "arrow",
        "Between" => "between",
        "CountDistinct" => "count-distinct",
        "CountingCircles" => "counting-circles",
        "DoubleArrow" => "double-arrow",
        "Entropic" => "entropic",
        "Palindrome" => "palindrome",
        "RegionSumLine" => "region-sum",
        "Renban" => "renban",
        "Thermo" => "thermo",
        "Zipper" => "zipper",
        _ => return None,
    })
}

/// Types of two neighbours; a token may name more cells.
fn on_edges(name: &str) -> Option<&'static str> {
    Some(match name {
        "BlackDot" => "black-dot",
        "GreaterThan" => "greater",
        "V" => "v",
        "WhiteDot" => "white-dot",
        "X" => "x",
        _ => return None,
    })
}

/// How many cells a line needs to say anything. Interactive-Sudoku-Solver lets shorter ones
/// pass, except where they would have no solution.
fn least_cells(name: &str) -> usize {
    match name {
        "Entropic" | "Palindrome" | "RegionSumLine" | "Thermo" | "Zipper" => 2,
        "Between" => 3,
        _ => 1,
    }
}

/// The constraint of a line, which says nothing about a single cell.
fn line(constraint: ConstraintItem) -> Result<Option<Vec<ConstraintItem>>, Fault> {
    let cells = constraint.fields.get("cells").and_then(Value::as_array);
    let says_nothing = cells.is_some_and(|cells| cells.len() < 2);
    Ok(Some(match says_nothing {
        true => Vec::new(),
        false => vec![constraint],
    }))
}

fn some_cells(scope: &Scope<'_>, node: &Node, words: &[Word]) -> Result<Vec<Place>, Fault> {
    match words.is_empty() {
        true => Err(node.fault(format!("cells after {}", node.name()))),
        false => scope.cells(words),
    }
}

/// A constraint for each pair of neighbours, the earlier cell first.
fn on_each_edge(scope: &Scope<'_>, node: &Node, kind: &str) -> Result<Vec<ConstraintItem>, Fault> {
    let cells = some_cells(scope, node, &node.args)?;
    let mut named: Vec<(usize, Place)> = Vec::new();
    for (place, &cell) in cells.iter().enumerate() {
        if named.iter().all(|(_, other)| *other != cell) {
            named.push((place, cell));
        }
    }
    let mut constraints = Vec::new();
    for (index, &(place, cell)) in named.iter().enumerate() {
        let around: Vec<Place> = neighbours(scope.board, cell).collect();
        if !named.iter().any(|(_, other)| around.contains(other)) {
            let word = &node.args[place];
            let expected = "a neighbour of another cell of the token";
            return Err(Fault::word(word.column, &word.text, expected));
        }
        let later = named[index + 1..].iter().map(|&(_, other)| other);
        for other in later.filter(|other| around.contains(other)) {
            constraints.push(of_cells(kind, &[cell, other]));
        }
    }
    Ok(constraints)
}

fn integer(word: &Word, what: &str) -> Result<i64, Fault> {
    let fault = || {
        Fault::word(
            word.column,
            &word.text,
            format!("the {what}, a whole number"),
        )
    };
    word.text.parse().map_err(|_| fault())
}

/// A number, then cells. Where there is a usual number, it may be missing.
fn numbered(
    scope: &Scope<'_>,
    node: &Node,
    kind: &str,
    key: &str,
    usual: Option<i64>,
) -> Result<ConstraintItem, Fault> {
    let (first, rest) = node.first(&format!("the {key}"))?;
    let (number, words) = match usual {
        Some(usual) if scope.cell(first).is_ok() => (usual, &node.args[..]),
        _ => (integer(first, key)?, rest),
    };
    let cells = some_cells(scope, node, words)?;
    Ok(with_number(kind, &cells, key, number))
}

/// A sum of 0, or none, means any sum.
fn cage(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    let (first, rest) = node.first("the sum")?;
    let cells = some_cells(scope, node, rest)?;
    let sum = match first.text.is_empty() {
        true => 0,
        false => integer(first, "sum")?,
    };
    Ok(match sum {
        0 => of_cells("distinct", &cells),
        sum => with_number("killer", &cells, "sum", sum),
    })
}

/// Largest coefficient of a sum.
const MOST: i64 = 100;

/// A sum, perhaps with `_=_` and a coefficient for each cell: so often the cell is added.
fn sum(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    let (first, rest) = node.first("the sum")?;
    if let Some(word) = rest.iter().find(|word| word.text.parse::<i64>().is_ok()) {
        let expected = "cells alone: coefficients are read only after the sum, such as \
                        .Sum~10_=_1_2~R1C1~R1C2";
        return Err(Fault::word(word.column, &word.text, expected));
    }
    let mut cells = some_cells(scope, node, rest)?;
    let mut total = first.clone();
    if let Some((before, coefficients)) = first.text.split_once("_=_") {
        let coefficients: Vec<&str> = coefficients.split('_').collect();
        if coefficients.len() != cells.len() {
            let expected = format!("as many coefficients as cells, which are {}", cells.len());
            return Err(Fault::word(first.column, &first.text, expected));
        }
        let mut added = Vec::new();
        for (coefficient, cell) in coefficients.into_iter().zip(cells) {
            let times = coefficient.parse().ok();
            let times = times.filter(|times| (0..=MOST).contains(times));
            let expected = || format!("coefficients from 0 to {MOST}");
            let times = times.ok_or_else(|| Fault::word(first.column, coefficient, expected()))?;
            scope.room.require(added.len() + times as usize, node)?;
            added.extend(std::iter::repeat_n(cell, times as usize));
        }
        if added.is_empty() {
            return Err(Fault::word(
                first.column,
                &first.text,
                "a coefficient above 0",
            ));
        }
        (cells, total.text) = (added, before.to_owned());
    }
    let sum = integer(&total, "sum")?;
    Ok(with_number("sum", &cells, "sum", sum))
}

fn sum_line(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    let (first, rest) = node.first("the sum")?;
    let (is_loop, words) = match rest.split_last() {
        Some((last, words)) if last.text == "LOOP" => (true, words),
        _ => (false, rest),
    };
    let cells = some_cells(scope, node, words)?;
    let mut constraint = with_number("sum-line", &cells, "sum", integer(first, "sum")?);
    constraint.fields.insert("loop".into(), is_loop.into());
    Ok(constraint)
}

/// The pill's digits are read from left to right and from top to bottom.
fn pill_arrow(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    let (first, rest) = node.first("the size of the pill")?;
    let size = match first.text.as_str() {
        "2" => 2,
        "3" => 3,
        _ => {
            return Err(Fault::word(
                first.column,
                &first.text,
                "2 or 3 cells in the pill",
            ));
        }
    };
    let cells = scope.cells(rest)?;
    if cells.len() <= size {
        return Err(node.fault("cells for the pill and for the arrow"));
    }
    let (pill, shaft) = cells.split_at(size);
    let mut pill = pill.to_vec();
    pill.sort_unstable();
    let fields = json!({ "pill": names(&pill), "cells": names(shaft) });
    Ok(item("pill-arrow", fields))
}

fn same_values(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    let (first, rest) = node.first("the number of sets")?;
    let cells = some_cells(scope, node, rest)?;
    let count = usize::try_from(integer(first, "number of sets")?).unwrap_or(0);
    if count == 0 || cells.len() % count != 0 {
        let expected = format!("a number of sets that divides {} cells", cells.len());
        return Err(Fault::word(first.column, &first.text, expected));
    }
    let sets: Vec<Vec<String>> = cells.chunks(cells.len() / count).map(names).collect();
    Ok(item("same-digits", json!({ "sets": sets })))
}

fn counts(
    scope: &Scope<'_>,
    words: &[Word],
    counts: Vec<[i64; 2]>,
) -> Result<ConstraintItem, Fault> {
    let cells = names(&scope.cells(words)?);
    Ok(item("counts", json!({ "cells": cells, "counts": counts })))
}

/// Pairs of digits: how often, and what.
fn look_and_say(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    let (clue, rest) = node.first("a clue")?;
    some_cells(scope, node, rest)?;
    let digits: Option<Vec<i64>> = clue
        .text
        .chars()
        .map(|c| c.to_digit(10).map(i64::from))
        .collect();
    let pairs = digits.filter(|digits| !digits.is_empty() && digits.len() % 2 == 0);
    let Some(digits) = pairs else {
        let expected = "pairs of digits, how often and what, such as 1325";
        return Err(Fault::word(clue.column, &clue.text, expected));
    };
    let pairs = digits.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
    counts(scope, rest, pairs.collect())
}

/// Digits that occur at least or exactly as often as they are named.
fn contain(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    let (list, rest) = node.first("digits")?;
    let cells = some_cells(scope, node, rest)?;
    let digits = list.text.split('_').map(|digit| scope.digit(digit, list));
    let digits: Vec<i64> = digits.collect::<Result<_, _>>()?;
    if node.name() == "ContainAtLeast" {
        let fields = json!({ "cells": names(&cells), "digits": digits });
        return Ok(item("quadruple", fields));
    }
    let mut pairs: Vec<[i64; 2]> = Vec::new();
    for digit in digits {
        match pairs.iter_mut().find(|pair| pair[1] == digit) {
            Some(pair) => pair[0] += 1,
            None => pairs.push([1, digit]),
        }
    }
    counts(scope, rest, pairs)
}

fn regex(node: &Node) -> Result<String, Fault> {
    let (word, _) = node.first("a regular expression")?;
    match word.text.contains('%') {
        // As it was written before it was encoded in Base64.
        true => super::percent_decoded(&word.text),
        false => encoded::text(word),
    }
}

/// What holds on each line of a token with several.
enum Relation {
    Regex(String),
    Automaton(Value),
    Table(&'static str, Vec<[i64; 2]>),
}

/// A constraint for each line: an empty argument ends one, `_` begins a name.
fn groups(
    scope: &Scope<'_>,
    node: &Node,
    relation: &Relation,
) -> Result<Vec<ConstraintItem>, Fault> {
    let mut name = String::new();
    let mut cells: Vec<Place> = Vec::new();
    let mut constraints = Vec::new();
    let (size, mut copies) = (relation.size(), 0);
    let mut finish = |cells: &mut Vec<Place>, name: &str| {
        if !cells.is_empty() {
            // Each of them has a copy.
            copies += size;
            scope.room.require(copies, node)?;
            constraints.push(relation.of(&std::mem::take(cells), name));
        }
        Ok(())
    };
    for word in node.args.iter().skip(1) {
        match word.text.strip_prefix('_') {
            Some(encoded) => {
                finish(&mut cells, &name)?;
                name = super::percent_decoded(encoded)?;
            }
            None if word.text.is_empty() => finish(&mut cells, &name)?,
            None => cells.push(scope.cell(word)?),
        }
    }
    finish(&mut cells, &name)?;
    match constraints.is_empty() {
        true => Err(node.fault(format!("cells after {}", node.name()))),
        false => Ok(constraints),
    }
}

impl Relation {
    /// How many values a copy holds.
    fn size(&self) -> usize {
        match self {
            Relation::Regex(regex) => room::text_size(regex),
            Relation::Automaton(automaton) => room::size(automaton),
            Relation::Table(_, table) => table.len(),
        }
    }

    fn of(&self, cells: &[Place], name: &str) -> ConstraintItem {
        let mut constraint = match self {
            Relation::Table(kind, table) => by_table(kind, cells, name, table),
            Relation::Regex(regex) => item(
                "automaton",
                json!({ "regex": regex, "cells": names(cells) }),
            ),
            Relation::Automaton(automaton) => item(
                "automaton",
                json!({ "automaton": automaton, "cells": names(cells) }),
            ),
        };
        if name.is_empty() {
            constraint.fields.remove("name");
        } else {
            constraint.fields.insert("name".into(), name.into());
        }
        constraint
    }
}
