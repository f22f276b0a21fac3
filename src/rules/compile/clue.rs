//! Clues that are within the range of their parameter but that no line of digits can have, such
//! as an x-sum of 2 on digits from 1 on.

use super::bind::Bound;
use super::error::RuleError;
use super::{Compiler, names, range};
use crate::rules::definitions::{Definition, Machine, Parameter, ParameterType, Variable};
use crate::words::counted;

/// How far from a clue others are looked for.
const FAR: i64 = 10;

impl Compiler<'_> {
    /// What is wrong with the clue of a constraint that no line of this length satisfies, with
    /// the nearest clues that some line has; `error` if it has not exactly one number.
    pub(super) fn clue_without_line(
        &self,
        definition: &Definition,
        machine: &Machine,
        bound: &Bound,
        length: usize,
        error: RuleError,
    ) -> RuleError {
        let is_number = |parameter: &&Parameter| parameter.kind == ParameterType::Integer;
        let numbers: Vec<&Parameter> = definition.parameters.iter().filter(is_number).collect();
        let [parameter] = numbers[..] else {
            return error;
        };
        let Some(Variable::Number(place)) = parameter.variable else {
            return error;
        };
        let clue = bound.numbers[place];
        let values = bound.values();
        let least = parameter.least.as_ref().map(|least| least.value(values));
        let most = parameter.most.as_ref().map(|most| most.value(values));
        let has_line = |&other: &i64| {
            let mut numbers = bound.numbers.clone();
            (numbers[names::N], numbers[place]) = (length as i64, other);
            self.has_line(machine, numbers, &bound.lists, length)
        };
        let lower = (clue.saturating_sub(FAR)..clue).rev();
        let lower = lower.take_while(|other| least.is_none_or(|least| *other >= least));
        let higher = clue.saturating_add(1)..=clue.saturating_add(FAR);
        let higher = higher.take_while(|other| most.is_none_or(|most| *other <= most));
        let near = [{ lower }.find(has_line), { higher }.find(has_line)];
        let near: Vec<String> = near.into_iter().flatten().map(|n| n.to_string()).collect();
        let line = counted(length as u64, "digit");
        let expected = match near.is_empty() {
            true => format!("another line: no number near it fits one of {line}"),
            false => {
                let range = range::expected_number(least, most);
                let near = near.join(" or ");
                format!("{range} that a line of {line} can have, such as {near}")
            }
        };
        let pointer = format!("{}/{}", bound.pointer, parameter.name);
        RuleError::impossible(&pointer, clue.to_string(), expected)
    }
}
