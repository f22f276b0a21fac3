//! Regular expressions over digits, as automata of their positions (Glushkov, 1961).

use super::positions::{Positions, Set, insert};
use crate::limits::Limits;
use crate::rules::{Automaton, AutomatonError, Board, Mask};

/// What is wrong with a regular expression.
pub(super) struct RegexError {
    /// Which character, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// Maximum number of positions after repetitions are written out.
const MAX_POSITIONS: usize = 2_000;

/// Deepest nesting of parentheses.
const MAX_DEPTH: usize = 100;

/// Maximum number of repetitions that are written out, of nothing, too.
const MAX_COPIES: usize = 20_000;

/// The automaton of a regular expression that a whole line of this length matches.
pub(super) fn automaton(
    board: &Board,
    text: &str,
    length: usize,
    limits: &Limits,
) -> Result<Result<Automaton, AutomatonError>, RegexError> {
    let mut parser = Parser {
        board,
        text: text.chars().collect(),
        at: 0,
        depth: 0,
        positions: Vec::new(),
        follow: Vec::new(),
        copies: 0,
    };
    let part = parser.alternatives()?;
    if parser.at < parser.text.len() {
        return parser.error("`)` without `(`".into());
    }
    let (masks, follow) = (parser.positions, parser.follow);
    let lines = (board.digit_count(), length);
    Ok(Positions::new(&part, &masks, follow).automaton(lines, limits))
}

/// A part of an expression: which positions may begin and end it.
#[derive(Clone, Default)]
pub(super) struct Part {
    pub is_optional: bool,
    pub first: Vec<usize>,
    pub last: Vec<usize>,
}

impl Part {
    fn empty() -> Part {
        Part {
            is_optional: true,
            ..Part::default()
        }
    }

    /// This part, then another; which positions follow which is not said here.
    fn then(mut self, next: Part) -> Part {
        if self.is_optional {
            self.first.extend(next.first);
        }
        self.last = match next.is_optional {
            true => [self.last, next.last].concat(),
            false => next.last,
        };
        self.is_optional &= next.is_optional;
        self
    }

    fn or(mut self, other: Part) -> Part {
        self.is_optional |= other.is_optional;
        self.first.extend(other.first);
        self.last.extend(other.last);
        self
    }

    fn optional(mut self) -> Part {
        self.is_optional = true;
        self
    }
}

struct Parser<'a> {
    board: &'a Board,
    text: Vec<char>,
    at: usize,
    depth: usize,
    /// The digits that each position matches.
    positions: Vec<Mask>,
    /// For each position, those that may come next.
    follow: Vec<Set>,
    copies: usize,
}

type Parsed<T> = Result<T, RegexError>;

impl Parser<'_> {
    fn error<T>(&self, message: String) -> Parsed<T> {
        Err(RegexError {
            column: self.at + 1,
            message,
        })
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, expected: char) -> bool {
        let is_there = self.peek() == Some(expected);
        self.at += usize::from(is_there);
        is_there
    }

    /// Any of the first positions may come after any of the last ones.
    fn connect(&mut self, last: &[usize], first: &[usize]) {
        let Some(&most) = first.iter().max() else {
            return;
        };
        let mut next: Set = vec![0; most / 64 + 1];
        first.iter().for_each(|&to| insert(&mut next, to));
        for &from in last {
            let known = &mut self.follow[from];
            known.resize(known.len().max(next.len()), 0);
            known.iter_mut().zip(&next).for_each(|(a, b)| *a |= b);
        }
    }

    fn joined(&mut self, before: Part, part: Part) -> Part {
        self.connect(&before.last, &part.first);
        before.then(part)
    }

    fn alternatives(&mut self) -> Parsed<Part> {
        let mut all = self.sequence()?;
        while self.take('|') {
            all = all.or(self.sequence()?);
        }
        Ok(all)
    }

    fn sequence(&mut self) -> Parsed<Part> {
        let mut all = Part::empty();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            let (start, known) = (self.at, self.positions.len());
            let mut part = self.atom()?;
            let atom_end = self.at;
            let mut is_repeated = false;
            while let Some(sign @ ('*' | '+' | '?' | '{')) = self.peek() {
                self.at += 1;
                part = match sign {
                    '*' | '+' => {
                        // Repeating once more changes nothing.
                        if !std::mem::replace(&mut is_repeated, true) {
                            self.connect(&part.last, &part.first);
                        }
                        if sign == '*' { part.optional() } else { part }
                    }
                    '?' => part.optional(),
                    _ => {
                        if self.at - 1 > atom_end {
                            return self.error("`{` after another repetition: use ( )".into());
                        }
                        self.positions.truncate(known);
                        self.follow.truncate(known);
                        self.counted(start)?
                    }
                };
            }
            all = self.joined(all, part);
        }
        Ok(all)
    }

    /// Between m and n times what begins at `start`, after its `{`.
    fn counted(&mut self, start: usize) -> Parsed<Part> {
        let least = self.number()?;
        let most = match self.take(',') {
            false => Some(least),
            true if self.peek() == Some('}') => None,
            true => Some(self.number()?),
        };
        if !self.take('}') {
            return self.error("`{` without `}`".into());
        }
        if most.is_some_and(|most| most < least) {
            return self.error("a repetition that ends before it begins".into());
        }
        let end = self.at;
        let mut all = Part::empty();
        let copies = most.unwrap_or(least + 1);
        for copy in 0..copies {
            self.at = start;
            self.copies += 1;
            if self.copies > MAX_COPIES {
                return self.error(format!("more than {MAX_COPIES} repetitions"));
            }
            let mut part = self.atom()?;
            if most.is_none() && copy + 1 == copies {
                self.connect(&part.last, &part.first);
            }
            if copy >= least {
                part = part.optional();
            }
            all = self.joined(all, part);
        }
        self.at = end;
        Ok(all)
    }

    fn number(&mut self) -> Parsed<usize> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let text: String = self.text[start..self.at].iter().collect();
        let number = text.parse().ok().filter(|&number| number <= MAX_POSITIONS);
        match number {
            Some(number) => Ok(number),
            None if text.is_empty() => self.error("`{` without a number".into()),
            None => self.error(format!("a number above {MAX_POSITIONS}")),
        }
    }

    fn atom(&mut self) -> Parsed<Part> {
        let Some(first) = self.peek() else {
            return self.error("the end".into());
        };
        let mask = match first {
            '(' => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return self.error(format!("more than {MAX_DEPTH} levels of `(`"));
                }
                self.at += 1;
                let inner = self.alternatives()?;
                if !self.take(')') {
                    return self.error("`(` without `)`".into());
                }
                self.depth -= 1;
                return Ok(inner);
            }
            '.' => {
                self.at += 1;
                self.board.all_digits()
            }
            '[' => self.class()?,
            _ => 1 << self.digit()?,
        };
        if self.positions.len() == MAX_POSITIONS {
            return self.error(format!("more than {MAX_POSITIONS} positions"));
        }
        let position = self.positions.len();
        self.positions.push(mask);
        self.follow.push(Set::new());
        Ok(Part {
            is_optional: false,
            first: vec![position],
            last: vec![position],
        })
    }

    /// A class such as `[1-3]` or `[^5]`.
    fn class(&mut self) -> Parsed<Mask> {
        self.at += 1;
        let is_negated = self.take('^');
        let mut mask: Mask = 0;
        while !self.take(']') {
            if self.peek().is_none() {
                return self.error("`[` without `]`".into());
            }
            let first = self.digit()?;
            let last = match self.take('-') {
                true => self.digit()?,
                false => first,
            };
            if last < first {
                return self.error("a range that ends before it begins".into());
            }
            mask |= (first..=last).fold(0, |mask, digit| mask | 1 << digit);
        }
        Ok(match is_negated {
            true => self.board.all_digits() & !mask,
            false => mask,
        })
    }

    /// The index of a digit; `A` or `a` is 10.
    fn digit(&mut self) -> Parsed<usize> {
        let found = self.peek();
        let value = found.and_then(|c| c.to_digit(36));
        match value.and_then(|value| self.board.digit(value.into())) {
            Some(digit) => {
                self.at += 1;
                Ok(digit.index())
            }
            None => {
                let found = found.map_or("the end".into(), |c| format!("`{c}`"));
                let (min, max) = (self.board.min(), self.board.max());
                self.error(format!("{found} instead of a digit from {min} to {max}"))
            }
        }
    }
}
