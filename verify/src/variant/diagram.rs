//! Layered diagrams: all ways in which cells, one after the other, lead from a start to an
//! accepted end. FORMAT.md describes their clauses.

use super::formula::Unwritten;
use crate::proof::StopCheck;
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

/// Edges that are made between two looks at the stop check.
const EDGES_BETWEEN_CHECKS: usize = 1 << 16;

/// Counts the edges of all diagrams.
pub struct Budget<'s> {
    edges: usize,
    next_check: usize,
    stop: &'s StopCheck<'s>,
}

impl<'s> Budget<'s> {
    /// Nothing is spent.
    pub fn new(stop: &'s StopCheck<'s>) -> Budget<'s> {
        Budget {
            edges: 0,
            next_check: EDGES_BETWEEN_CHECKS,
            stop,
        }
    }

    fn spend(&mut self, edges: usize) -> Result<(), Unwritten> {
        self.edges += edges;
        if self.edges > MAX_EDGES {
            let why = format!("diagrams of more than {MAX_EDGES} edges");
            return Err(Unwritten::TooLarge(why));
        }
        if self.edges >= self.next_check {
            self.next_check = self.edges + EDGES_BETWEEN_CHECKS;
            if (self.stop)() {
                return Err(Unwritten::Stopped);
            }
        }
        Ok(())
    }
}

/// The steps on a path from the start to an accepting end; none if there is no such path. `values`
/// are those that each cell may hold, and `next` is asked with the number of the cell in the line,
/// from 0.
pub fn layers(
    values: &[&[i64]],
    start: i128,
    next: impl Fn(usize, i128, i64) -> Option<i128>,
    accepts: impl Fn(i128) -> bool,
    budget: &mut Budget<'_>,
) -> Result<Option<Layers>, Unwritten> {
    let mut layers = Layers::new();
    let mut states = BTreeSet::from([start]);
    for (number, values) in values.iter().enumerate() {
        let mut layer = Vec::new();
        for &from in &states {
            let reached = values.iter().filter_map(|&value| {
                let to = next(number, from, value)?;
                Some(Edge { from, value, to })
            });
            let before = layer.len();
            layer.extend(reached);
            budget.spend(layer.len() - before)?;
        }
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
