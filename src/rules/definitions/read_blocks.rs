//! The kernels of a rule file.

use super::block::{Block, BlockPlace, Cells, CountedDigits, Machine, MachineStep, Steps};
use super::error::RuleFileError;
use super::expression::{Expression, Variable};
use super::file::{self, File, Kind, Text};
use super::names::{
    BOARD, CELL, COUNT, DIGIT, DIGIT_OF_EACH, DIGIT_OF_WINDOW, EACH, LENGTH, PAIR, PLACE, PLACES,
    STEP, STEP_PAIR, Scope,
};
use super::parser::{parse_condition, parse_number};
use super::read::{Read, Reader, is_word};
use crate::rules::MAX_DIGITS;
use crate::toml_mistake::{Exactly, header_offset};
use std::collections::BTreeMap;

impl Reader<'_> {
    /// All kernels of the file, and where they are.
    pub fn blocks(&self, raw: &File) -> Read<(Vec<Block>, Vec<BlockPlace>)> {
        let (mut blocks, mut places) = (Vec::new(), Vec::new());
        for each in &raw.candidates {
            let of = self.cells(&each.of, "candidates")?;
            let allow = self.expression(&each.allow, DIGIT, parse_condition)?;
            blocks.push(Block::Candidates { of, allow });
            places.push(place("candidates", None, &each.allow));
        }
        for each in &raw.distinct {
            let of = self.cells(&each.of, "distinct")?;
            let names = if of == Cells::Board { CELL } else { PLACE };
            let which = self.optional(&each.place, names, parse_condition)?;
            let by = self.optional(&each.by, names, parse_number)?;
            blocks.push(Block::Distinct {
                of,
                place: which,
                by,
            });
            let texts = [&each.by, &each.place, &each.of];
            let first = texts.into_iter().flatten().next();
            places.push(BlockPlace {
                table: "distinct",
                picks: start(&each.place),
                says: first.map_or_else(
                    || header_offset(self.text, "distinct").unwrap_or(0),
                    |text| text.span().start,
                ),
            });
        }
        for each in &raw.pairs {
            blocks.push(self.pairs(each)?);
            places.push(place("pairs", start(&each.places), &each.allow));
        }
        for each in &raw.sum {
            blocks.push(self.sum(each)?);
            places.push(place("sum", None, &each.total));
        }
        for each in &raw.equal_sums {
            let of = self.line(&each.of, "equal_sums", &each.by)?;
            let by = self.expression(&each.by, PLACE, parse_number)?;
            blocks.push(Block::EqualSums { of, by });
            places.push(place("equal_sums", None, &each.by));
        }
        for each in &raw.count {
            blocks.push(self.count(each)?);
            places.push(place("count", None, &each.allow));
        }
        for each in &raw.automaton {
            blocks.push(Block::Automaton(Box::new(self.automaton(each)?)));
            places.push(place("automaton", None, &each.accept));
        }
        for each in &raw.some {
            blocks.push(self.some(each)?);
            places.push(place("some", None, &each.allow));
        }
        Ok((blocks, places))
    }

    /// The cells of a kernel that needs a line, which a rule has not.
    fn line(&self, of: &Option<Text>, block: &str, place: &Text) -> Read<Cells> {
        match self.cells(of, block)? {
            Cells::Board => {
                let message = "a rule for the whole grid has no line of cells";
                Err(self.error(place, message.into()))
            }
            line => Ok(line),
        }
    }

    fn pairs(&self, raw: &file::Pairs) -> Read<Block> {
        match self.kind {
            Kind::Rule => self.pairs_of_rule(raw),
            Kind::Constraint => self.pairs_of_constraint(raw),
        }
    }

    fn pairs_of_rule(&self, raw: &file::Pairs) -> Read<Block> {
        if let Some(key) = raw.with.as_ref().or(raw.of.as_ref()) {
            let message = "`of` and `with` are for types of constraints: remove them";
            return Err(self.error(key, message.into()));
        }
        let wrong = |message: &str| Err(self.error(&raw.allow, message.into()));
        let steps = match (&raw.steps, &raw.places) {
            (Some(steps), None) if steps.is_empty() => {
                return wrong("`steps` is empty, expected at least one step such as [0, 1]");
            }
            (Some(steps), None) => {
                let steps = steps.iter().map(|&Exactly([down, right])| (down, right));
                Steps::Listed(steps.collect())
            }
            (None, Some(place)) => Steps::Where(self.expression(place, STEP, parse_condition)?),
            _ => {
                return wrong("pairs of a rule need `where`, or `steps` such as [[0, 1], [1, 0]]");
            }
        };
        let unless = raw.unless.iter().map(|text| text.get_ref().clone());
        Ok(Block::Steps {
            steps,
            unless: unless.collect(),
            allow: self.expression(&raw.allow, STEP_PAIR, parse_condition)?,
        })
    }

    fn pairs_of_constraint(&self, raw: &file::Pairs) -> Read<Block> {
        let wrong = |at: &Text, message: &str| Err(self.error(at, message.into()));
        if raw.steps.is_some() {
            let message = "`steps` is for rules; a type of constraint has `where`";
            return wrong(&raw.allow, message);
        }
        if let Some(unless) = raw.unless.first() {
            return wrong(unless, "`unless` is for rules: remove it");
        }
        let of = self.cells(&raw.of, "pairs")?;
        let with = match &raw.with {
            Some(_) => self.cells(&raw.with, "pairs")?,
            None => of.clone(),
        };
        let Some(places) = &raw.places else {
            let message = "pairs of a constraint need `where`, such as \"j = i + 1\"";
            return wrong(&raw.allow, message);
        };
        Ok(Block::Pairs {
            of,
            with,
            places: self.expression(places, PLACES, parse_condition)?,
            allow: self.expression(&raw.allow, PAIR, parse_condition)?,
        })
    }

    fn sum(&self, raw: &file::Sum) -> Read<Block> {
        let times = |text: &Option<Text>| {
            let read = self.optional(text, PLACE, parse_number)?;
            Ok(read.unwrap_or(self.one()))
        };
        let terms = match raw.terms.is_empty() {
            true => vec![(self.line(&raw.of, "sum", &raw.total)?, times(&raw.times)?)],
            false if raw.of.is_some() || raw.times.is_some() => {
                let message = "expected either `terms`, or `of` and `times`";
                return Err(self.error(&raw.total, message.into()));
            }
            false => {
                let terms = raw.terms.iter().map(|term| {
                    let of = self.line(&Some(term.of.clone()), "sum", &term.of)?;
                    Ok((of, times(&term.times)?))
                });
                terms.collect::<Read<Vec<_>>>()?
            }
        };
        let total = self.expression(&raw.total, LENGTH, parse_number)?;
        Ok(Block::Sum { terms, total })
    }

    fn count(&self, raw: &file::Count) -> Read<Block> {
        let name = raw.digits.get_ref();
        self.mark_read(name);
        let digits = match (name.as_str(), self.scope.find(name)) {
            ("every", _) => CountedDigits::Every,
            (_, Some(Variable::Digits(list))) => CountedDigits::Listed(list),
            _ => {
                let message = "expected \"every\", or a parameter of type digits or counts";
                return Err(self.error(&raw.digits, message.into()));
            }
        };
        Ok(Block::Count {
            of: self.line(&raw.of, "count", &raw.digits)?,
            digits,
            allow: self.expression(&raw.allow, COUNT, parse_condition)?,
        })
    }

    fn some(&self, raw: &file::Some_) -> Read<Block> {
        if self.kind == Kind::Constraint {
            let message =
                "`windows` belongs to rules of the whole board, not to a type of constraint";
            return Err(self.error(&raw.allow, message.into()));
        }
        let Exactly([height, width]) = raw.windows;
        if height == 0 || width == 0 {
            let message = "a window has at least one row and one column";
            return Err(self.error(&raw.allow, message.into()));
        }
        if height.max(width) > MAX_DIGITS {
            let message = format!("no board has more than {MAX_DIGITS} rows or columns");
            return Err(self.error(&raw.allow, message));
        }
        let names = match raw.each {
            Some(_) => DIGIT_OF_EACH,
            None => DIGIT_OF_WINDOW,
        };
        let allow = self.expression(&raw.allow, names, parse_condition)?;
        if let Some(each) = &raw.each
            && (each.get_ref().is_empty() || !allow.mentions(EACH))
        {
            let message = match each.get_ref().is_empty() {
                true => "`each` is empty, expected at least one number, or no `each`",
                false => "`allow` does not depend on `each`: use it there, or remove it",
            };
            let offset = each.span().start;
            return Err(RuleFileError::at(
                self.file,
                self.text,
                offset,
                message.into(),
            ));
        }
        Ok(Block::Some {
            windows: (height, width),
            each: raw
                .each
                .as_ref()
                .map_or(vec![0], |each| each.get_ref().clone()),
            allow,
        })
    }

    fn automaton(&self, raw: &file::Automaton) -> Read<Machine> {
        let of = self.line(&raw.of, "automaton", &raw.accept)?;
        let registers = self.registers(raw)?;
        let start = registers.iter().map(|(_, start)| start.clone()).collect();
        let names: Vec<&str> = registers.iter().map(|(name, _)| *name).collect();
        let with_registers = |mut scope: Scope| {
            for (place, name) in names.iter().enumerate() {
                scope = scope.with_number(name, self.free + place);
            }
            scope
        };
        let at_end = with_registers(self.scope.with(LENGTH));
        let inside = with_registers(self.scope.with(DIGIT));
        let steps = raw.steps.iter().map(|step| {
            let when = step.when.as_ref();
            let when = when.map(|text| self.parse(text, &inside, parse_condition));
            let set = self.assignments(&step.set, &names, &inside)?;
            let when = when.transpose()?;
            Ok(MachineStep { when, set })
        });
        let steps = steps.collect::<Read<Vec<_>>>()?;
        let reject = raw.reject.as_ref();
        let reject = reject.map(|text| self.parse(text, &at_end, parse_condition));
        Ok(Machine {
            of,
            first: self.free,
            start,
            steps,
            reject: reject.transpose()?,
            accept: self.parse(&raw.accept, &at_end, parse_condition)?,
        })
    }

    /// The registers with the range of values that they start with: guessed ones, then
    /// others, which may use them.
    fn registers<'a>(
        &self,
        raw: &'a file::Automaton,
    ) -> Read<Vec<(&'a str, (Expression, Expression))>> {
        let mut scope = self.scope.with(LENGTH);
        let mut registers = Vec::new();
        for (name, Exactly([first, last])) in &raw.guess {
            let number = |text: &Text| self.expression(text, LENGTH, parse_number);
            registers.push((name.as_str(), (number(first)?, number(last)?)));
            scope = scope.with_number(name, self.free + registers.len() - 1);
        }
        for (name, start) in &raw.registers {
            let start = self.parse(start, &scope, parse_number)?;
            registers.push((name.as_str(), (start.clone(), start)));
        }
        let taken = self.scope.with(DIGIT);
        let mut names = registers.iter().map(|(name, _)| *name);
        let wrong = names.find(|name| {
            !is_word(name)
                || taken.find(name).is_some()
                || BOARD.iter().any(|(known, _)| known == name)
        });
        let twice = raw
            .guess
            .keys()
            .find(|name| raw.registers.contains_key(*name));
        let message = match (wrong, twice) {
            (Some(name), _) => format!("a register cannot be called `{name}`"),
            (_, Some(name)) => format!("the register `{name}` occurs twice"),
            _ if registers.len() > MAX_REGISTERS => format!("more than {MAX_REGISTERS} registers"),
            _ => return Ok(registers),
        };
        Err(self.error(&raw.accept, message))
    }

    fn assignments(
        &self,
        set: &BTreeMap<String, Text>,
        names: &[&str],
        scope: &Scope,
    ) -> Read<Vec<(usize, Expression)>> {
        let assignments = set.iter().map(|(name, value)| {
            let place = names.iter().position(|known| known == name);
            let place = place.ok_or_else(|| {
                let message = format!("unknown register `{name}`; known: {}", names.join(", "));
                RuleFileError::at(self.file, self.text, value.span().start, message)
            })?;
            Ok((place, self.parse(value, scope, parse_number)?))
        });
        assignments.collect()
    }
}

fn start(text: &Option<Text>) -> Option<usize> {
    text.as_ref().map(|text| text.span().start)
}

fn place(table: &'static str, picks: Option<usize>, says: &Text) -> BlockPlace {
    BlockPlace {
        table,
        picks,
        says: says.span().start,
    }
}

/// Maximum number of registers of an automaton.
pub const MAX_REGISTERS: usize = 8;
