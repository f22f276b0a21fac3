//! How often digits may occur in a line, and what no line meets.

use super::bind::Bound;
use super::error::RuleError;
use super::names;
use super::range::expected_number;
use crate::rules::definitions::{Expression, Parameter, ParameterType, Values};
use crate::words::counted;

/// A digit, and whether it may occur 0, 1, 2 … times.
type Demand = (i64, Vec<bool>);

/// What a constraint says of how often digits occur.
pub(super) struct Demands<'a> {
    pub bound: &'a Bound,
    /// How many cells there are.
    pub count: usize,
    /// Digits, and how often the parameter names each.
    pub named: Vec<(i64, i64)>,
    /// What names the digits; nothing if all of them are meant.
    pub parameter: Option<&'a Parameter>,
    /// Which occurrences are allowed.
    pub allow: &'a Expression,
}

impl Demands<'_> {
    /// How often each digit may occur. A digit that is named twice meets both demands.
    ///
    /// # Errors
    /// An impossible one if no digits of this many cells meet all demands, as far as adding up
    /// shows.
    pub fn met(&self, digit_count: usize) -> Result<Vec<Demand>, RuleError> {
        let mut demands: Vec<Demand> = Vec::new();
        for (place, &(digit, times)) in self.named.iter().enumerate() {
            let allowed: Vec<bool> = self.allowed(digit, times).collect();
            if !allowed.contains(&true) {
                return Err(self.alone(place));
            }
            match demands.iter_mut().find(|(other, _)| *other == digit) {
                Some((_, both)) => {
                    both.iter_mut().zip(allowed).for_each(|(a, b)| *a &= b);
                    if !both.contains(&true) {
                        return Err(self.twice(place));
                    }
                }
                None => demands.push((digit, allowed)),
            }
        }
        match self.unmet_together(&demands, digit_count) {
            Some(found) => {
                let expected = format!("counts that {} can have", self.cells());
                Err(RuleError::impossible(&self.bound.pointer, found, expected))
            }
            None => Ok(demands),
        }
    }

    /// Whether a digit that is named this many times may occur 0, 1, 2 … times.
    fn allowed(&self, digit: i64, times: i64) -> impl Iterator<Item = bool> {
        let mut numbers = self.bound.numbers.clone();
        numbers[names::N] = self.count as i64;
        numbers[names::D] = digit;
        numbers[names::TIMES] = times;
        (0..=self.count).map(move |k| {
            numbers[names::K] = k as i64;
            self.allow.holds(Values {
                numbers: &numbers,
                lists: &self.bound.lists,
            })
        })
    }

    fn cells(&self) -> String {
        counted(self.count as u64, "cell")
    }

    /// Where the number and the digit of a demand are, if they were written as a pair.
    fn pair(&self, place: usize) -> Option<[String; 2]> {
        let parameter = self.parameter?;
        let is_pair = parameter.kind == ParameterType::Counts;
        let part = |part| format!("{}/{}/{place}/{part}", self.bound.pointer, parameter.name);
        is_pair.then(|| [part(0), part(1)])
    }

    /// The least and the greatest number of times that can be demanded of a digit, if `times` is
    /// beyond them and all between them can be demanded.
    fn range(&self, digit: i64, times: i64) -> Option<[i64; 2]> {
        let can_be = |times: &i64| self.allowed(digit, *times).any(|is_allowed| is_allowed);
        let mut all = 0..=self.count as i64;
        let (least, most) = (all.clone().find(can_be)?, all.rfind(can_be)?);
        let is_gapless = (least..=most).all(|times| can_be(&times));
        let is_all = !can_be(&(least - 1)) && !can_be(&(most + 1));
        let is_beyond = !(least..=most).contains(&times);
        (is_gapless && is_all && is_beyond).then_some([least, most])
    }

    /// A demand that these cells cannot meet.
    fn alone(&self, place: usize) -> RuleError {
        let (digit, times) = self.named[place];
        match (self.pair(place), self.range(digit, times)) {
            (Some([number, _]), Some([least, most])) => {
                let expected = expected_number(Some(least), Some(most));
                RuleError::impossible(&number, times.to_string(), expected)
            }
            _ => {
                let found = format!("a count that {} cannot have", self.cells());
                let expected = format!("another number of the digit {digit}");
                RuleError::impossible(&self.bound.pointer, found, expected)
            }
        }
    }

    /// A demand that contradicts an earlier one about the same digit.
    fn twice(&self, place: usize) -> RuleError {
        let (digit, _) = self.named[place];
        let found = format!("the digit {digit} a second time, with another count");
        let expected = "one count for each digit".to_owned();
        match self.pair(place) {
            Some([_, pointer]) => RuleError::impossible(&pointer, found, expected),
            None => RuleError::impossible(&self.bound.pointer, found, expected),
        }
    }

    /// What is too much or too little if this many cells cannot meet all demands.
    fn unmet_together(&self, demands: &[Demand], digit_count: usize) -> Option<String> {
        let fewest = demands
            .iter()
            .map(|(_, allowed)| allowed.iter().position(|&yes| yes));
        let fewest: usize = fewest.flatten().sum();
        let most = demands
            .iter()
            .map(|(_, allowed)| allowed.iter().rposition(|&yes| yes));
        let most: usize = most.flatten().sum();
        let counts_all = demands.len() == digit_count;
        match (fewest > self.count, counts_all && most < self.count) {
            (true, _) => Some(format!(
                "counts of at least {} in all",
                counted(fewest as u64, "digit")
            )),
            (false, true) => Some(format!(
                "counts of at most {} in all",
                counted(most as u64, "digit")
            )),
            (false, false) => None,
        }
    }
}
