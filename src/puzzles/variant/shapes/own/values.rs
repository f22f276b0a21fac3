//! Values for the parameters of a type that is not listed: numbers from small ranges; digits, tables
//! and all other numbers from a full grid.

use super::super::Drawing;
use super::OwnType;
use crate::grid::{Cell, Digit, Solution};
use crate::rules::{
    ConstraintItem, Parameter, ParameterType, range, range_depends_on, turning_points,
};
use rand::RngExt;
use rand::seq::SliceRandom;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Ranges of fewer numbers are tried number by number.
const MOST_NUMBERS: i64 = 300;

/// How many combinations of other parameters a number is derived for.
const COMBINATIONS: usize = 20;

/// How many numbers of a large range are taken at random.
const RANDOM_NUMBERS: usize = 20;

/// The largest number that JSON readers agree on, for parameters whose range has no end.
const LARGEST: i64 = (1 << 53) - 1;

/// Attempts at lists of digits or tables for one place.
const LISTS: usize = 20;

/// What the parameters of a constraint on some cells may be.
pub struct Choices<'l> {
    /// Parameters with values to be tried one by one.
    options: Vec<(&'l Parameter, Vec<Value>)>,
    /// Those of which there are too many values.
    lists: Vec<&'l Parameter>,
}

/// A parameter in whose range there is no number.
pub struct EmptyRange {
    pub parameter: String,
    pub least: i64,
    pub most: i64,
}

/// A parameter with too many numbers to try them all.
struct Large<'l> {
    parameter: &'l Parameter,
    range: (i64, i64),
    /// Where random numbers are taken from.
    usual: (i64, i64),
}

impl Drawing<'_> {
    /// What the other parameters may be.
    pub fn choices<'l>(
        &mut self,
        own: &OwnType<'l>,
        cells: &[(&str, Vec<Cell>)],
    ) -> Result<Choices<'l>, EmptyRange> {
        let mut choices = Choices {
            options: Vec::new(),
            lists: Vec::new(),
        };
        let mut large = Vec::new();
        for parameter in own.definition.parameters() {
            match parameter.kind() {
                ParameterType::Integer => match self.integers(own, parameter, cells, &choices)? {
                    Integers::All(numbers) => {
                        let numbers = numbers.map(Value::from).collect();
                        choices.options.push((parameter, numbers));
                    }
                    Integers::Large(more) => large.push(more),
                },
                ParameterType::Boolean => {
                    let both = vec![true.into(), false.into()];
                    choices.options.push((parameter, both));
                }
                ParameterType::Text if parameter.is_required() => {
                    let name = vec![own.definition.name().into()];
                    choices.options.push((parameter, name));
                }
                ParameterType::Digits | ParameterType::Counts | ParameterType::Table => {
                    choices.lists.push(parameter);
                }
                _ => {}
            }
        }
        for place in 0..large.len() {
            let numbers = self.derived(own, cells, &choices, &large[place..]);
            let numbers = numbers.into_iter().map(Value::from).collect();
            choices.options.push((large[place].parameter, numbers));
        }
        Ok(choices)
    }

    /// The range of a parameter or, if it depends on others, all numbers that are in it for some
    /// of their values, as far as these are known.
    fn range(
        &mut self,
        own: &OwnType<'_>,
        parameter: &Parameter,
        n: usize,
        choices: &Choices<'_>,
    ) -> (Option<i64>, Option<i64>) {
        let depends = |(other, _): &(&Parameter, Vec<Value>)| range_depends_on(parameter, other);
        let at =
            |others: &[(&Parameter, i64)]| range(own.definition, parameter, self.board, n, others);
        if !choices.options.iter().any(depends) {
            return at(&[]);
        }
        let mut all: Option<(Option<i64>, Option<i64>)> = None;
        for number in self.some_numbers(choices.combinations(), COMBINATIONS) {
            let others = choices.values(number).filter_map(|(other, value)| {
                let number = value.as_i64().or(value.as_bool().map(i64::from))?;
                Some((other, number))
            });
            let (least, most) = at(&others.collect::<Vec<_>>());
            if least.zip(most).is_some_and(|(least, most)| least > most) {
                continue;
            }
            all = Some(match all {
                None => (least, most),
                Some((low, high)) => (
                    low.zip(least).map(|(a, b)| a.min(b)),
                    high.zip(most).map(|(a, b)| a.max(b)),
                ),
            });
        }
        all.unwrap_or_else(|| at(&[]))
    }

    /// The numbers of a range, if they are few.
    fn integers<'l>(
        &mut self,
        own: &OwnType<'l>,
        parameter: &'l Parameter,
        cells: &[(&str, Vec<Cell>)],
        choices: &Choices<'l>,
    ) -> Result<Integers<'l>, EmptyRange> {
        let main = cells.iter().find(|(name, _)| *name == "cells");
        let n = main.or(cells.first()).map_or(0, |(_, cells)| cells.len());
        let (least, most) = self.range(own, parameter, n, choices);
        if let (Some(least), Some(most)) = (least, most) {
            if least > most {
                let parameter = parameter.name().to_owned();
                return Err(EmptyRange {
                    parameter,
                    least,
                    most,
                });
            }
            if most.saturating_sub(least) < MOST_NUMBERS {
                return Ok(Integers::All(least..=most));
            }
        }
        let (min, max) = (i64::from(self.board.min()), i64::from(self.board.max()));
        let sums = ((n as i64 * min).min(0), (n as i64 * max).max(0));
        let ends = |(low, high): (i64, i64)| {
            let low = least.unwrap_or_else(|| most.map_or(low, |most| low.min(most)));
            (low, most.unwrap_or(high.max(low)))
        };
        Ok(Integers::Large(Large {
            parameter,
            range: ends((-LARGEST, LARGEST)),
            usual: ends(sums),
        }))
    }

    /// Numbers for the first of some parameters that are derived from the grid, and some random
    /// ones. The others of them are as small as they may be.
    fn derived<'l>(
        &mut self,
        own: &OwnType<'l>,
        cells: &[(&str, Vec<Cell>)],
        choices: &Choices<'l>,
        large: &[Large<'l>],
    ) -> BTreeSet<i64> {
        let mut numbers = BTreeSet::new();
        let Some(first) = large.first() else {
            return numbers;
        };
        for number in self.some_numbers(choices.count(), COMBINATIONS) {
            let Some(mut fields) = self.own_fields(own, cells, choices, number) else {
                continue;
            };
            for each in large {
                let least = each.range.0.into();
                fields.insert(each.parameter.name().to_owned(), least);
            }
            let kind = own.definition.name().to_owned();
            let item = ConstraintItem { kind, fields };
            let grid = (self.board, self.solution);
            let points = turning_points(own.definition, &item, first.parameter, first.range, grid);
            numbers.extend(points);
        }
        let (least, most) = first.usual;
        numbers.extend((0..RANDOM_NUMBERS).map(|_| self.random.random_range(least..=most)));
        numbers
    }

    fn values(&self, cells: &[Cell]) -> Vec<i64> {
        cells.iter().map(|&cell| self.value(cell)).collect()
    }

    /// The fields of a constraint on these cells, with the choice of this number.
    pub fn own_fields(
        &mut self,
        own: &OwnType<'_>,
        cells: &[(&str, Vec<Cell>)],
        choices: &Choices<'_>,
        number: usize,
    ) -> Option<Map<String, Value>> {
        let mut fields = Map::new();
        let mut values = Vec::new();
        for (name, cells) in cells {
            values.extend(self.values(cells));
            let mut parameters = own.definition.parameters().iter();
            let kind = parameters.find(|each| each.name() == *name)?.kind();
            let value = match (kind, &cells[..]) {
                (ParameterType::Cell, [cell]) => self.board.name(*cell).into(),
                _ => self.names(cells),
            };
            fields.insert((*name).to_owned(), value);
        }
        for parameter in &choices.lists {
            let list = match parameter.kind() {
                ParameterType::Digits => self.digits(&values).into(),
                ParameterType::Counts => json!(self.counts(&values)),
                _ => {
                    let all = self.random.random_bool(0.5);
                    json!(self.table(&values, all))
                }
            };
            fields.insert(parameter.name().to_owned(), list);
        }
        if choices.combinations() == 0 {
            return None;
        }
        for (parameter, value) in choices.values(number) {
            fields.insert(parameter.name().to_owned(), value.clone());
        }
        Some(fields)
    }

    /// Some digits of a line, or of the board.
    fn digits(&mut self, values: &[i64]) -> Vec<i64> {
        if self.random.random_bool(0.5) {
            return self.some_of(values);
        }
        let all: Vec<i64> = (self.board.min()..=self.board.max())
            .map(i64::from)
            .collect();
        self.some_of(&all)
    }

    /// All numbers below `count`, or random ones if there are more than `most`.
    pub fn some_numbers(&mut self, count: usize, most: usize) -> Vec<usize> {
        match count <= most {
            true => (0..count).collect(),
            false => {
                let any = |_| self.random.random_range(0..count as u64) as usize;
                (0..most).map(any).collect()
            }
        }
    }

    /// The grid with its digits exchanged at random, this many times.
    pub fn exchanged(&mut self, times: usize) -> Vec<Solution> {
        let digits = self.board.digit_count();
        let mut images: Vec<Digit> = (0..digits).map(Digit::from_index).collect();
        let mut grids = Vec::new();
        for _ in 0..times {
            images.shuffle(self.random);
            let cells = self.solution.cells().iter();
            let cells = cells.map(|digit| images[digit.index()]);
            grids.push(Solution::new(cells.collect()));
        }
        grids
    }
}

impl Choices<'_> {
    /// How many combinations of options there are, each several times if lists are drawn.
    pub fn count(&self) -> usize {
        match self.lists.is_empty() {
            true => self.combinations(),
            false => self.combinations().saturating_mul(LISTS),
        }
    }

    fn combinations(&self) -> usize {
        let options = self.options.iter().map(|(_, options)| options.len());
        options.fold(1, usize::saturating_mul)
    }

    /// The parameters with the values of the combination of this number.
    fn values(&self, number: usize) -> impl Iterator<Item = (&Parameter, &Value)> {
        let mut rest = number;
        self.options.iter().filter_map(move |(parameter, options)| {
            let option = options.get(rest.checked_rem(options.len())?)?;
            rest /= options.len();
            Some((*parameter, option))
        })
    }
}

/// The numbers that a parameter may be.
enum Integers<'l> {
    All(RangeInclusive<i64>),
    Large(Large<'l>),
}
