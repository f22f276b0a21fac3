//! The parameters of random constraints, read off a full grid.

use super::{Drawing, Extra, object};
use crate::grid::Cell;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use serde_json::{Map, Value, json};

/// From this difference between its largest and smallest digit on, a board counts as large.
const LARGE: i64 = 5;

impl Drawing<'_> {
    /// All fields of a constraint on these cells.
    pub(super) fn fields(&mut self, extra: Extra, cells: &[Cell]) -> Option<Map<String, Value>> {
        let values: Vec<i64> = cells.iter().map(|&cell| self.value(cell)).collect();
        let more = match extra {
            Extra::None => json!({}),
            Extra::Modulus => json!({ "modulus": self.random.random_range(2..=3) }),
            Extra::Digits => json!({ "digits": self.some_of(&values) }),
            Extra::Counts => json!({ "counts": self.counts(&values) }),
            Extra::Pieces => json!({ "sum": self.piece(&values), "loop": false }),
            Extra::Table | Extra::AllTable => {
                let all = extra == Extra::AllTable;
                json!({ "name": "random", "table": self.table(&values, all) })
            }
            Extra::Automaton => json!({ "name": "random", "automaton": self.automaton(&values) }),
            Extra::Index => {
                let control = self.random.random_range(0..cells.len() as u32) as usize;
                let place = usize::try_from(values[control] - 1).ok()?;
                let control = self.board.name(cells[control]);
                json!({ "control": control, "digit": values.get(place)? })
            }
            Extra::Pill => {
                let (pill, cells) = cells.split_at(2);
                return Some(object(
                    json!({ "pill": self.names(pill), "cells": self.names(cells) }),
                ));
            }
            Extra::Sets => return Some(object(json!({ "sets": self.sets(cells) }))),
            Extra::Branches => return Some(object(json!({ "branches": self.branches(cells) }))),
            Extra::Circles => return Some(object(json!({ "cells": self.circles()? }))),
            _ => self.clue(extra, &values)?,
        };
        let mut fields = object(more);
        fields.insert("cells".to_owned(), self.names(cells));
        Some(fields)
    }

    /// Parameters that the values determine.
    fn clue(&self, extra: Extra, values: &[i64]) -> Option<Value> {
        let neighbours = values.windows(2).map(|pair| (pair[0] - pair[1]).abs());
        let (min, max) = (i64::from(self.board.min()), i64::from(self.board.max()));
        Some(match extra {
            Extra::Sum => json!({ "sum": values.iter().sum::<i64>() }),
            Extra::FirstSum => {
                let cells = usize::try_from(values[0]).ok()?;
                json!({ "sum": values.get(..cells)?.iter().sum::<i64>() })
            }
            Extra::BetweenExtremes => json!({ "sum": between(values, min, max)? }),
            Extra::Lunchbox => {
                let (low, high) = (*values.iter().min()?, *values.iter().max()?);
                json!({ "sum": between(values, low, high)? })
            }
            Extra::Difference => {
                // On larger boards, 1 would only say that neighbours differ.
                let least = if max - min >= LARGE { 2 } else { 1 };
                json!({ "difference": neighbours.min().filter(|d| *d >= least)? })
            }
            Extra::EndDifference => {
                let ends = (values[0] - values.last()?).abs();
                json!({ "difference": ends.clamp(1, (max - min).clamp(1, 4)) })
            }
            Extra::Gap => json!({ "difference": (values[0] - values[1]).abs() }),
            Extra::Ratio => {
                let (low, high) = (values[0].min(values[1]), values[0].max(values[1]));
                let ratio = high.checked_div(low).filter(|ratio| ratio * low == high)?;
                json!({ "ratio": ratio })
            }
            Extra::Visible => json!({ "visible": records(values).len() }),
            Extra::Hidden => {
                let records = records(values);
                let hidden = (0..values.len()).find(|place| !records.contains(place))?;
                json!({ "digit": values[hidden] })
            }
            Extra::Numbered => {
                let place = usize::try_from(values[0] - 1).ok()?;
                json!({ "digit": values.get(place)? })
            }
            _ => return None,
        })
    }

    pub(super) fn some_of(&mut self, values: &[i64]) -> Vec<i64> {
        let count = self.random.random_range(1..=values.len() as u32) as usize;
        let mut some = values.to_vec();
        some.shuffle(self.random);
        some.truncate(count);
        some.sort_unstable();
        some
    }

    /// How often some of the values occur.
    pub(super) fn counts(&mut self, values: &[i64]) -> Vec<(usize, i64)> {
        let mut some = self.some_of(values);
        some.dedup();
        let count = |digit: &i64| values.iter().filter(|value| *value == digit).count();
        some.iter().map(|digit| (count(digit), *digit)).collect()
    }

    /// The sum of some first values.
    fn piece(&mut self, values: &[i64]) -> i64 {
        let end = self.random.random_range(1..=values.len() as u32) as usize;
        values[..end].iter().sum::<i64>().max(1)
    }

    /// A table with the pairs of the line, and others at random.
    pub(super) fn table(&mut self, values: &[i64], all: bool) -> Vec<(i64, i64)> {
        let digits = i64::from(self.board.min())..=i64::from(self.board.max());
        let needed = |first: i64, second: i64| match all {
            false => values.windows(2).any(|pair| pair == [first, second]),
            true => {
                let mut places = 0..values.len();
                places.any(|place| values[place] == first && values[place + 1..].contains(&second))
            }
        };
        let mut table = Vec::new();
        for first in digits.clone() {
            for second in digits.clone() {
                if self.random.random_bool(0.4) || needed(first, second) {
                    table.push((first, second));
                }
            }
        }
        if all {
            // Which cell of a pair comes first is left open.
            let back: Vec<(i64, i64)> = table.iter().map(|&(a, b)| (b, a)).collect();
            table.extend(back);
            table.sort_unstable();
            table.dedup();
        }
        table
    }

    /// A random automaton that accepts the line.
    fn automaton(&mut self, values: &[i64]) -> Value {
        let min = i64::from(self.board.min());
        let digits = self.board.digit_count() as u32;
        let states = self.random.random_range(2..=5u32);
        let mut transitions: Vec<(u32, u32, u32)> = Vec::new();
        for state in 0..states {
            for digit in 0..digits {
                if self.random.random_bool(0.7) {
                    transitions.push((state, digit, self.random.random_range(0..states)));
                }
            }
        }
        let mut state = 0;
        for value in values {
            let digit = (value - min) as u32;
            let known = transitions.iter().find(|t| (t.0, t.1) == (state, digit));
            let next = known.map(|t| t.2);
            let next = next.unwrap_or_else(|| {
                let next = self.random.random_range(0..states);
                transitions.push((state, digit, next));
                next
            });
            state = next;
        }
        json!({ "states": states, "start": [0], "accept": [state], "transitions": transitions })
    }

    /// The cells, and others that hold the same digits.
    fn sets(&mut self, cells: &[Cell]) -> [Value; 2] {
        let mut others = Vec::new();
        for &cell in cells {
            let same = self.board.cells().filter(|&other| {
                self.value(other) == self.value(cell)
                    && !cells.contains(&other)
                    && !others.contains(&other)
            });
            let same: Vec<Cell> = same.collect();
            others.push(*same.choose(self.random).unwrap_or(&cell));
        }
        others.shuffle(self.random);
        [self.names(cells), self.names(&others)]
    }

    /// Two branches about the cells; the first one holds.
    fn branches(&mut self, cells: &[Cell]) -> Value {
        let (first, second) = cells.split_at(cells.len() / 2);
        let held = first.iter().map(|&cell| {
            let digits = [self.value(cell)];
            json!({ "type": "candidates", "cell": self.board.name(cell), "digits": digits })
        });
        let held: Value = held.collect();
        let total = second.iter().map(|&cell| self.value(cell)).sum::<i64>();
        let total = total + i64::from(self.random.random_range(0..=1u8));
        let other = json!([{ "type": "sum", "cells": self.names(second), "sum": total }]);
        match self.random.random_bool(0.5) {
            true => json!([held, other]),
            false => json!([other, held]),
        }
    }

    /// For some digits, as many cells with each as it says.
    fn circles(&mut self) -> Option<Value> {
        let mut circles = Vec::new();
        let most = i64::from(self.board.max()).min(3);
        for digit in 1..=most {
            let cells = self.board.cells().filter(|&cell| self.value(cell) == digit);
            let mut cells: Vec<Cell> = cells.collect();
            if cells.len() as i64 >= digit && self.random.random_bool(0.6) {
                cells.shuffle(self.random);
                circles.extend(&cells[..digit as usize]);
            }
        }
        circles.sort_unstable();
        (!circles.is_empty()).then(|| self.names(&circles))
    }
}

/// The sum of the values between two others.
fn between(values: &[i64], low: i64, high: i64) -> Option<i64> {
    let place = |value: i64| values.iter().position(|each| *each == value);
    let (first, last) = (place(low)?, place(high)?);
    let (first, last) = (first.min(last), first.max(last));
    Some(values.get(first + 1..last)?.iter().sum())
}

/// The places of values that are larger than all before them.
fn records(values: &[i64]) -> Vec<usize> {
    let larger = |&place: &usize| values[..place].iter().all(|before| *before < values[place]);
    (0..values.len()).filter(larger).collect()
}
