//! The permutations of columns that a symmetry allows: the stacks in any order, and the
//! columns of each stack in any order.

use super::Row;
use crate::grid::Geometry;

/// At most this many permutations are searched.
pub const MAX_ORDERS: usize = 5040;

/// An order of the columns.
pub struct Columns {
    /// The column at each place.
    pub at: Row,
    /// The place of each column.
    pub place_of: Row,
}

/// The number of permutations.
pub fn count(geometry: Geometry) -> usize {
    let (stacks, width) = (geometry.box_rows(), geometry.box_columns());
    let inside = factorial(width).saturating_pow(stacks as u32);
    factorial(stacks).saturating_mul(inside)
}

fn factorial(count: usize) -> usize {
    (1..=count).fold(1, usize::saturating_mul)
}

/// All permutations.
pub fn all(geometry: Geometry) -> Vec<Columns> {
    let mut all = Vec::new();
    extend(geometry, &mut Vec::new(), &mut all);
    all
}

fn extend(geometry: Geometry, taken: &mut Vec<usize>, all: &mut Vec<Columns>) {
    let (side, width) = (geometry.side(), geometry.box_columns());
    if taken.len() == side {
        all.push(Columns::new(taken));
        return;
    }
    // The columns of a stack stay together; then comes any other stack.
    let open = match taken.len() % width {
        0 => None,
        _ => taken.last().map(|column| column / width),
    };
    for column in 0..side {
        let fits = match open {
            Some(stack) => column / width == stack && !taken.contains(&column),
            None => taken.iter().all(|other| other / width != column / width),
        };
        if fits {
            taken.push(column);
            extend(geometry, taken, all);
            taken.pop();
        }
    }
}

impl Columns {
    fn new(order: &[usize]) -> Columns {
        let mut columns = Columns {
            at: Row::default(),
            place_of: Row::default(),
        };
        for (place, &column) in order.iter().enumerate() {
            columns.at[place] = column as u8;
            columns.place_of[column] = place as u8;
        }
        columns
    }

    /// Whether the first column of each pair comes before the second.
    pub fn keep_order(&self, pairs: &[(usize, usize)]) -> bool {
        let mut pairs = pairs.iter();
        pairs.all(|&(first, second)| self.place_of[first] < self.place_of[second])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_orders_as_counted() {
        for (shape, expected) in [
            ("1x1", 1),
            ("1x3", 6),
            ("2x2", 8),
            ("2x3", 72),
            ("3x3", 1296),
        ] {
            let geometry: Geometry = shape.parse().unwrap();
            let mut orders: Vec<Row> = all(geometry).iter().map(|order| order.at).collect();
            orders.sort_unstable();
            orders.dedup();
            assert_eq!((orders.len(), count(geometry)), (expected, expected));
        }
        assert!(count("4x4".parse().unwrap()) > MAX_ORDERS);
        assert!(count("1x1024".parse().unwrap()) > MAX_ORDERS);
    }
}
