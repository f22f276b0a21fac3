//! Values for the parameters of a type of one's own: numbers from their ranges, digits and
//! tables from a full grid.

use super::super::Drawing;
use super::OwnType;
use crate::grid::{Cell, Digit, Solution};
use crate::rules::{Parameter, ParameterType, range};
use rand::RngExt;
use rand::seq::SliceRandom;
use serde_json::{Map, Value, json};

/// Ranges up to this size are tried number by number.
const MOST_NUMBERS: i64 = 300;

/// Attempts at lists of digits or tables for one place.
const LISTS: usize = 20;

/// What the parameters of a constraint on some cells may be.
pub struct Choices<'l> {
    /// Names of parameters with values to be tried one by one.
    options: Vec<(&'l str, Vec<Value>)>,
    /// Those of which there are too many values.
    lists: Vec<&'l Parameter>,
}

impl Drawing<'_> {
    /// What the other parameters may be.
    pub fn choices<'l>(&self, own: &OwnType<'l>, cells: &[(&str, Vec<Cell>)]) -> Choices<'l> {
        let mut choices = Choices {
            options: Vec::new(),
            lists: Vec::new(),
        };
        for parameter in own.definition.parameters() {
            match parameter.kind() {
                ParameterType::Integer => {
                    let numbers = self.integers(own, parameter, cells);
                    let numbers = numbers.into_iter().map(Value::from).collect();
                    choices.options.push((parameter.name(), numbers));
                }
                ParameterType::Boolean => {
                    let both = vec![true.into(), false.into()];
                    choices.options.push((parameter.name(), both));
                }
                ParameterType::Text if parameter.is_required() => {
                    let name = vec![own.definition.name().into()];
                    choices.options.push((parameter.name(), name));
                }
                ParameterType::Digits | ParameterType::Counts | ParameterType::Table => {
                    choices.lists.push(parameter);
                }
                _ => {}
            }
        }
        choices
    }

    /// The numbers of a range, or those that are likely to hold if there are too many.
    fn integers(
        &self,
        own: &OwnType<'_>,
        parameter: &Parameter,
        cells: &[(&str, Vec<Cell>)],
    ) -> Vec<i64> {
        let main = cells.iter().find(|(name, _)| *name == "cells");
        let n = main.or(cells.first()).map_or(0, |(_, cells)| cells.len());
        let (least, most) = range(own.definition, parameter, self.board, n);
        let (min, max) = (i64::from(self.board.min()), i64::from(self.board.max()));
        let least = least.unwrap_or_else(|| (n as i64 * min).min(0));
        let most = most.unwrap_or_else(|| (n as i64 * max).max(least));
        if most.saturating_sub(least) < MOST_NUMBERS {
            return (least..=most).collect();
        }
        let each = cells.iter().map(|(_, cells)| self.values(cells));
        let each: Vec<Vec<i64>> = each.collect();
        let all = each.concat();
        let figures = each.iter().chain([&all]).flat_map(|values| figures(values));
        let mut numbers: Vec<i64> = figures.collect();
        numbers.retain(|number| (least..=most).contains(number));
        numbers.sort_unstable();
        numbers.dedup();
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
        let mut rest = number;
        for (name, options) in &choices.options {
            let option = options.get(rest.checked_rem(options.len())?)?;
            rest /= options.len();
            fields.insert((*name).to_owned(), option.clone());
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

    /// The grid with its digits exchanged at random, so many times.
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
        let options = self.options.iter().map(|(_, options)| options.len());
        let count = options.fold(1, usize::saturating_mul);
        match self.lists.is_empty() {
            true => count,
            false => count.saturating_mul(LISTS),
        }
    }
}

/// What people count and compute along a line.
fn figures(values: &[i64]) -> Vec<i64> {
    let (low, high) = (values.iter().min(), values.iter().max());
    let (first, last) = (values.first(), values.last());
    let difference = |a: Option<&i64>, b: Option<&i64>| Some((a? - b?).abs());
    let product = values
        .iter()
        .fold(1_i64, |all, each| all.saturating_mul(*each));
    let number = values.iter().fold(0_i64, |all, each| {
        all.saturating_mul(10).saturating_add(*each)
    });
    let mut different = values.to_vec();
    different.sort_unstable();
    different.dedup();
    let squares = values.iter().map(|each| each * each);
    let mut figures = vec![
        values.iter().sum(),
        product,
        number,
        squares.sum(),
        values.len() as i64,
        different.len() as i64,
    ];
    figures.extend(difference(low, high));
    figures.extend(difference(first, last));
    figures.extend(values);
    figures
}
