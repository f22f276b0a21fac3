//! What the parameters of a type of constraint may be on a board.

use super::bind::Bound;
use super::shape;
use crate::rules::Board;
use crate::rules::definitions::{Definition, Expression, Parameter};

/// The ends of a parameter's range, for constraints whose parameter `cells` has so many: of
/// an integer its values, of a list how many items it has. Where a range depends on the values
/// of other parameters, these count as 0.
pub(crate) fn range(
    definition: &Definition,
    parameter: &Parameter,
    board: &Board,
    cells: usize,
) -> (Option<i64>, Option<i64>) {
    let mut bound = Bound::empty(&shape::numbers(board), "");
    bound.make_room(definition);
    bound.set_length(cells, board);
    let value = |end: &Option<Expression>| end.as_ref().map(|end| end.value(bound.values()));
    (value(&parameter.least), value(&parameter.most))
}
