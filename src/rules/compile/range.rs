//! What the parameters of a type of constraint may be on a board.

use super::bind::Bound;
use super::shape;
use crate::rules::Board;
use crate::rules::definitions::{Definition, Expression, Parameter, Variable};

/// How messages say which numbers are expected.
pub(super) fn expected_number(least: Option<i64>, most: Option<i64>) -> String {
    match (least, most) {
        (Some(least), Some(most)) if least == most => format!("the number {least}"),
        (Some(least), Some(most)) if least > most => {
            "another board: no number fits this one".into()
        }
        (Some(least), Some(most)) => format!("a number from {least} to {most}"),
        (Some(least), None) => format!("a number from {least}"),
        (None, Some(most)) => format!("a number up to {most}"),
        (None, None) => "a number".to_owned(),
    }
}

/// The ends of a parameter's range, for constraints whose parameter `cells` has that many: of
/// an integer its values, of a list how many items it has. Other parameters on whose values the
/// range depends have these values, or 0.
pub(crate) fn range(
    definition: &Definition,
    parameter: &Parameter,
    board: &Board,
    cells: usize,
    others: &[(&Parameter, i64)],
) -> (Option<i64>, Option<i64>) {
    let mut bound = Bound::empty(&shape::numbers(board), "");
    bound.make_room(definition);
    bound.set_length(cells, board);
    for (other, number) in others {
        bound.set(other, *number);
    }
    let value = |end: &Option<Expression>| end.as_ref().map(|end| end.value(bound.values()));
    (value(&parameter.least), value(&parameter.most))
}

/// Whether the range of a parameter depends on the value of another one.
pub(crate) fn range_depends_on(parameter: &Parameter, other: &Parameter) -> bool {
    let Some(Variable::Number(place) | Variable::Condition(place)) = other.variable else {
        return false;
    };
    let mut ends = parameter.least.iter().chain(&parameter.most);
    ends.any(|end| end.mentions(place))
}
