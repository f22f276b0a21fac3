//! What a legend says of a constraint: the sentence of its rule file, with its numbers.

use super::bind::Bound;
use super::shape;
use crate::rules::definitions::{Definition, Variable};
use crate::rules::{Board, ConstraintItem};

/// The sentence for this constraint on this board, with its tables, regular expressions and
/// automata. Without these, and without numbers in it, constraints of the same type have the
/// same sentence.
pub(crate) fn legend(definition: &Definition, item: &ConstraintItem, board: &Board) -> String {
    let Ok(bound) = Bound::new(definition, item, board, &shape::numbers(board), "") else {
        return definition.summary.clone();
    };
    let parameters = definition.parameters.iter();
    let numbers = parameters.filter_map(|parameter| match parameter.variable {
        Some(Variable::Number(place)) => Some((&parameter.name, bound.numbers[place])),
        _ => None,
    });
    let sentence = match &definition.legend {
        Some(legend) => numbers.fold(legend.clone(), |text, (name, number)| {
            text.replace(&format!("{{{name}}}"), &number.to_string())
        }),
        None => definition.summary.clone(),
    };
    match bound.relations.is_empty() {
        true => sentence,
        false => format!("{sentence} Here: {}.", bound.relations.join("; ")),
    }
}
