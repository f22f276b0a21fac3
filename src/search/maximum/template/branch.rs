//! Branching: on the cell whose candidates cost most, as far as they are tried, or else on one
//! of the narrowest.

use super::bound::Node;
use super::prices::Effort;
use super::propagate::propagate;
use super::{AGAIN, BELOW, Search, Stop, Values};

/// The effort for trying a candidate.
const TRY: Effort = Effort {
    rounds: 16,
    step: 20.0,
    patience: 16,
};

/// Depth down to which every narrow cell is tried before branching.
const TRIED_DEPTH: u32 = 2;

impl Search<'_> {
    /// Tries the candidates of one cell.
    pub(super) fn branch(
        &mut self,
        mut node: Node,
        values: &Values,
        depth: u32,
    ) -> Result<(), Stop> {
        let mut cell = None;
        if depth <= TRIED_DEPTH {
            match self.tried(&mut node, values) {
                None => return Ok(()),
                Some(Tried::Smaller) => return self.explore(node, values, depth + 1, AGAIN),
                Some(Tried::Branch(at)) => cell = Some(at),
                Some(Tried::Nothing) => {}
            }
        }
        let Some(cell) = cell.or_else(|| self.narrowest(&node)) else {
            return Ok(());
        };
        for digit in (0..9)
            .rev()
            .filter(|digit| node.candidates[cell] >> digit & 1 == 1)
        {
            let mut below = node.clone();
            below.candidates[cell] = 1 << digit;
            self.explore(below, values, depth + 1, BELOW)?;
        }
        Ok(())
    }

    /// The open cell with the fewest candidates, the one with the largest values
    /// among these.
    fn narrowest(&self, node: &Node) -> Option<usize> {
        let open = (0..81).filter(|&cell| node.candidates[cell].count_ones() > 1);
        open.min_by_key(|&cell| {
            let weight = self.values.weight(cell);
            (node.candidates[cell].count_ones(), -weight)
        })
    }

    /// Tries every candidate of every cell with two or three: what cannot reach
    /// the target goes; the cell whose candidates cost most is the one to branch
    /// on. `None` if a cell loses all.
    fn tried(&mut self, node: &mut Node, values: &Values) -> Option<Tried> {
        let units = values.needed(self.target);
        let mut smaller = false;
        let mut best: Option<(i64, usize)> = None;
        let here = self.evaluate(node, values)?;
        for cell in 0..81 {
            let mask = node.candidates[cell];
            if !(2..=3).contains(&mask.count_ones()) {
                continue;
            }
            let mut cost = 0;
            for digit in (0..9).filter(|digit| mask >> digit & 1 == 1) {
                self.nodes = self.nodes.saturating_sub(1);
                let mut below = node.clone();
                below.candidates[cell] = 1 << digit;
                let reached = match propagate(self.tables, &mut below.candidates) {
                    Ok(()) => self.improve(&mut below, values, TRY, units),
                    Err(_) => None,
                };
                match reached.filter(|&bound| bound >= units) {
                    Some(bound) => cost += i64::from(here) - i64::from(bound) + 1,
                    None => {
                        node.candidates[cell] &= !(1 << digit);
                        smaller = true;
                        propagate(self.tables, &mut node.candidates).ok()?;
                    }
                }
            }
            let open = node.candidates[cell].count_ones() > 1;
            if open && best.is_none_or(|(most, _)| cost > most) {
                best = Some((cost, cell));
            }
        }
        Some(match (smaller, best) {
            (true, _) => Tried::Smaller,
            (false, Some((_, cell))) => Tried::Branch(cell),
            (false, None) => Tried::Nothing,
        })
    }
}

/// The outcome of trying narrow cells.
enum Tried {
    /// Candidates are gone.
    Smaller,
    /// This cell is the one to branch on.
    Branch(usize),
    /// No cell is narrow.
    Nothing,
}
