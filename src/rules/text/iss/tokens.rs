//! Tokens, their arguments, and what is between `.Or` and `.End`.

use super::super::fault::Fault;
use crate::words::counted;
use std::ops::RangeInclusive;

/// Deepest nesting of `Or`, `And` and `Replicate`.
const MAX_DEPTH: usize = 50;

/// A piece of the line.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    /// From 1, in characters.
    pub column: usize,
}

/// A token with its arguments and, if it has an end, what is inside.
#[derive(Clone, Debug)]
pub struct Node {
    pub word: Word,
    pub args: Vec<Word>,
    pub children: Vec<Node>,
}

impl Node {
    /// The type; empty for givens.
    pub fn name(&self) -> &str {
        &self.word.text
    }

    /// An error about the token as a whole.
    pub fn fault(&self, expected: impl Into<String>) -> Fault {
        let mut text = format!(".{}", self.name());
        for arg in &self.args {
            text = text + "~" + &arg.text;
        }
        Fault::word(self.word.column, &text, expected)
    }

    /// An error unless it has this many arguments.
    pub fn check_count(&self, count: RangeInclusive<usize>) -> Result<(), Fault> {
        match count.contains(&self.args.len()) {
            true => Ok(()),
            false => {
                let most = counted(*count.end() as u64, "argument");
                Err(self.fault(format!("{} with {most}", self.name())))
            }
        }
    }

    /// The first argument and the others.
    pub fn first(&self, what: &str) -> Result<(&Word, &[Word]), Fault> {
        let split = self.args.split_first();
        split.ok_or_else(|| self.fault(format!("{what} after {}", self.name())))
    }
}

/// The tokens of a string.
pub fn tree(text: &str) -> Result<Vec<Node>, Fault> {
    let mut pieces = words(text, '.', 1);
    if !pieces.next().is_some_and(|before| before.text.is_empty()) {
        let expected = "a string that begins with '.', such as .Thermo~R1C1~R1C2";
        return Err(Fault::word(1, text.trim(), expected));
    }
    let mut open: Vec<Node> = Vec::new();
    let mut nodes: Vec<Node> = Vec::new();
    for piece in pieces {
        let mut args = words(&piece.text, '~', piece.column);
        let word = args.next().unwrap_or(Word {
            text: String::new(),
            column: piece.column,
        });
        let node = Node {
            word,
            args: args.collect(),
            children: Vec::new(),
        };
        let finished = match node.name() {
            "Or" | "And" | "Replicate" if open.len() < MAX_DEPTH => {
                open.push(node);
                continue;
            }
            "Or" | "And" | "Replicate" => {
                return Err(node.fault(format!("at most {MAX_DEPTH} inside each other")));
            }
            "End" => match open.pop() {
                Some(finished) => finished,
                None => return Err(node.fault("an End only after Or, And or Replicate")),
            },
            _ => node,
        };
        match open.last_mut() {
            Some(around) => around.children.push(finished),
            None => nodes.push(finished),
        }
    }
    match open.pop() {
        Some(unfinished) => Err(unfinished.fault("an .End after it")),
        None => Ok(nodes),
    }
}

/// The pieces of a text, without spaces.
fn words(text: &str, separator: char, column: usize) -> impl Iterator<Item = Word> + '_ {
    let mut next = column;
    text.split(separator).map(move |piece| {
        let column = next;
        next += piece.chars().count() + 1;
        Word {
            text: piece.chars().filter(|c| !c.is_whitespace()).collect(),
            column,
        }
    })
}

/// Constraints without arguments.
const ALONE: [&str; 11] = [
    "AntiConsecutive",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "DisjointSets",
    "GlobalEntropy",
    "GlobalMod",
    "NoBoxes",
    "StrictKropki",
    "StrictXV",
    "Windoku",
];

/// Constraints of Interactive-Sudoku-Solver that are not here.
pub const MISSING: [&str; 14] = [
    "ChaosArrow",
    "ChaosConstruction",
    "ChaosCount",
    "ConnectedValues",
    "Doppelganger",
    "DutchFlatmates",
    "EqualSum",
    "EqualityCage",
    "FullRank",
    "FullRankTies",
    "RegionSameValues",
    "RellikCage",
    "ValueIndexing",
    "Var",
];

/// Whether a line begins like such a string; no line of a classic puzzle does, although it
/// may begin with an empty cell and letters.
pub fn starts_string(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('.') else {
        return false;
    };
    let first = rest.split(['.', '~']).next().unwrap_or_default();
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_capital = first.bytes().next().is_none_or(|b| b.is_ascii_uppercase());
    let is_alone = |names: &[&str]| names.contains(&first.trim_end());
    // What follows a puzzle on its line, such as its name, may hold any character.
    let field = rest.split([' ', '\t', ',', ';', '#', ':']).next();
    let has_values = || field.is_some_and(|field| field.contains('~'));
    is_alone(&ALONE) || is_alone(&MISSING) || is_name(first) && is_capital && has_values()
}
