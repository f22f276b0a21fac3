//! Layered diagrams: all ways in which cells, one after the other, lead from a start to an
//! accepted end. FORMAT.md describes their clauses.

use std::collections::BTreeSet;

/// Maximum number of edges of all diagrams of a formula, before dead ends are removed.
const MAX_EDGES: usize = 4_000_000;

/// A step: before it, the value of the cell, after it.
pub struct Edge {
    pub from: i128,
    pub value: i64,
    pub to: i128,
}

/// The steps of each cell, in increasing order.
pub type Layers = Vec<Vec<Edge>>;

/// Counts edges.
#[derive(Default)]
pub struct Budget(usize);

/// The steps that lie on a way from the start to an accepted end; none if there is no way
/// at all. `values` are those that each cell may hold, and `next` is asked with the number
/// of the cell in the line, from 0.
pub fn layers(
    values: &[&[i64]],
    start: i128,
    next: impl Fn(usize, i128, i64) -> Option<i128>,
    accepts: impl Fn(i128) -> bool,
    budget: &mut Budget,
) -> Result<Option<Layers>, String> {
    let mut layers = Layers::new();
    let mut states = BTreeSet::from([start]);
    for (number, values) in values.iter().enumerate() {
        let mut layer = Vec::new();
        for &from in &states {
            let reached = values.iter().filter_map(|&value| {
                let to = next(number, from, value)?;
                Some(Edge { from, value, to })
            });
            layer.extend(reached);
            if budget.0 + layer.len() > MAX_EDGES {
                return Err(format!("diagrams of more than {MAX_EDGES} edges"));
            }
        }
        budget.0 += layer.len();
        states = layer.iter().map(|edge| edge.to).collect();
        layers.push(layer);
    }
    states.retain(|state| accepts(*state));
    for layer in layers.iter_mut().rev() {
        layer.retain(|edge| states.contains(&edge.to));
        states = layer.iter().map(|edge| edge.from).collect();
    }
    Ok(states.contains(&start).then_some(layers))
}
