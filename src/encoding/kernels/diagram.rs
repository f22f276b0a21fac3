//! Layered diagrams of accepted lines: an automaton, or partial sums, unrolled over the
//! candidates that are left (G. Pesant, "A regular language membership constraint for
//! finite sequences of variables", CP 2004), trimmed from both ends, with equal states of
//! a layer merged.

use crate::rules::{Mask, members};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// How many states are followed between stop checks: about 100 µs of work.
const STATES_PER_CHECK: usize = 1024;

/// Lines as paths through layers of states. Layer `i` of edges leads from states of layer
/// `i` to those of layer `i + 1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// How many states each layer has: the first and the last have one.
    pub states: Vec<usize>,
    /// The edges of each layer, by source, then target.
    pub layers: Vec<Vec<Edge>>,
}

/// All digits that lead from one state to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The state in the layer before.
    pub from: u32,
    /// The state in the layer after.
    pub to: u32,
    /// The digits, as a set of indices.
    pub digits: Mask,
}

/// The states and transitions that lie on accepted lines.
pub struct Unrolled {
    /// `(from, digit, to)` for each layer, by source, then digit.
    layers: Vec<Vec<(u32, u8, u32)>>,
}

/// A multiplicative hash: states are small numbers, and hashing them is half of the work.
#[derive(Default)]
pub struct QuickHash(u64);

pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHash>>;

impl Hasher for QuickHash {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Unrolled {
    /// The lines over these sets of digits that `step` leads from `start` to a state that
    /// is accepted. `step` gets the layer, a state and a digit. `None` if there is no line,
    /// or if `is_stopped` said so in between.
    pub fn new(
        digits: &[Mask],
        start: i64,
        step: impl Fn(usize, i64, usize) -> Option<i64>,
        accepts: impl Fn(i64) -> bool,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Unrolled> {
        let mut states = vec![start];
        let mut layers = Vec::with_capacity(digits.len());
        let mut looked_at = 0_usize;
        for (layer, mask) in digits.iter().enumerate() {
            let mut numbers: QuickMap<i64, u32> = QuickMap::default();
            let mut after = Vec::new();
            let mut edges = Vec::new();
            for (from, &state) in states.iter().enumerate() {
                looked_at += 1;
                if looked_at.is_multiple_of(STATES_PER_CHECK) && is_stopped() {
                    return None;
                }
                for digit in members(*mask) {
                    if let Some(next) = step(layer, state, digit) {
                        let to = *numbers.entry(next).or_insert_with(|| {
                            after.push(next);
                            after.len() as u32 - 1
                        });
                        edges.push((from as u32, digit as u8, to));
                    }
                }
            }
            layers.push(edges);
            states = after;
        }
        let accepted: Vec<bool> = states.iter().map(|&state| accepts(state)).collect();
        let any = accepted.contains(&true);
        trim(&mut layers, accepted);
        any.then_some(Unrolled { layers })
    }

    /// `(from, digit, to)` for each layer, by source, then digit.
    pub fn layers(&self) -> &[Vec<(u32, u8, u32)>] {
        &self.layers
    }

    /// The digits that lie on some line, for each layer.
    pub fn supported(&self) -> impl Iterator<Item = Mask> + '_ {
        let of_layer = |edges: &Vec<(u32, u8, u32)>| {
            let digits = edges.iter();
            digits.fold(0, |mask, (_, digit, _)| mask | 1 << digit)
        };
        self.layers.iter().map(of_layer)
    }

    /// Merges the states of a layer from which the same lines lead on.
    pub fn reduced(&self) -> Diagram {
        let mut layers = Vec::with_capacity(self.layers.len());
        let mut states = vec![1];
        // The class of each state of the layer after; only accepted ones are left at the end.
        let mut classes: Option<QuickMap<u32, u32>> = None;
        for edges in self.layers.iter().rev() {
            let mut numbers: HashMap<Vec<(u8, u32)>, u32, _> =
                HashMap::with_hasher(BuildHasherDefault::<QuickHash>::default());
            let mut before: QuickMap<u32, u32> = QuickMap::default();
            let mut merged = Vec::new();
            for group in edges.chunk_by(|one, two| one.0 == two.0) {
                let class_of = |to: u32| classes.as_ref().map_or(0, |classes| classes[&to]);
                let onward: Vec<(u8, u32)> = group
                    .iter()
                    .map(|(_, digit, to)| (*digit, class_of(*to)))
                    .collect();
                let next = numbers.len() as u32;
                let class = *numbers.entry(onward.clone()).or_insert(next);
                if class == next {
                    merged.extend(together(class, &onward));
                }
                before.insert(group[0].0, class);
            }
            states.push(numbers.len());
            layers.push(merged);
            classes = Some(before);
        }
        states.reverse();
        layers.reverse();
        Diagram { states, layers }
    }
}

/// Drops edges that lead to no accepted state.
fn trim(layers: &mut [Vec<(u32, u8, u32)>], accepted: Vec<bool>) {
    let mut alive = accepted;
    for edges in layers.iter_mut().rev() {
        edges.retain(|(_, _, to)| alive.get(*to as usize) == Some(&true));
        // Edges are in the order of their sources. Those behind the last are dead.
        let sources = edges.last().map_or(0, |(from, ..)| *from as usize + 1);
        alive = vec![false; sources];
        for (from, ..) in edges.iter() {
            alive[*from as usize] = true;
        }
    }
}

/// The edges of one state, digits with the same target together.
fn together(from: u32, onward: &[(u8, u32)]) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for &(digit, to) in onward {
        match edges.iter_mut().find(|edge| edge.to == to) {
            Some(edge) => edge.digits |= 1 << digit,
            None => edges.push(Edge {
                from,
                to,
                digits: 1 << digit,
            }),
        }
    }
    edges
}

impl Diagram {
    /// Without the layers for which `is_settled` holds, each of which has one digit.
    pub fn without(mut self, is_settled: impl Fn(usize) -> bool) -> (Diagram, Vec<usize>) {
        let mut kept: Vec<usize> = (0..self.layers.len()).collect();
        for layer in (0..self.layers.len()).rev().filter(|&l| is_settled(l)) {
            let next: QuickMap<u32, u32> =
                self.layers[layer].iter().map(|e| (e.from, e.to)).collect();
            match layer.checked_sub(1) {
                Some(before) => {
                    for edge in &mut self.layers[before] {
                        edge.to = next[&edge.to];
                    }
                    self.states.remove(layer);
                }
                // The only state after the first layer becomes the first one.
                None => {
                    self.states.remove(0);
                }
            }
            self.layers.remove(layer);
            kept.remove(layer);
        }
        (self, kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of three digits 0..4 that are 6.
    fn sums() -> Unrolled {
        let step = |_, sum: i64, digit: usize| Some(sum + digit as i64);
        Unrolled::new(&[0b1111; 3], 0, step, |sum| sum == 6, &|| false).unwrap()
    }

    fn lines(diagram: &Diagram) -> usize {
        let mut counts = vec![1usize];
        for (layer, edges) in diagram.layers.iter().enumerate() {
            let mut next = vec![0; diagram.states[layer + 1]];
            for edge in edges {
                let ways = edge.digits.count_ones() as usize;
                next[edge.to as usize] += counts[edge.from as usize] * ways;
            }
            counts = next;
        }
        assert_eq!(counts.len(), 1);
        counts[0]
    }

    #[test]
    fn a_diagram_holds_exactly_the_accepted_lines() {
        let all = (0..64).map(|n| [n & 3, n >> 2 & 3, n >> 4]);
        let expected = all.filter(|line| line.iter().sum::<usize>() == 6).count();
        let diagram = sums().reduced();
        assert_eq!(lines(&diagram), expected);
        // 6 and 3, 4, 5 are left to be reached with two and one digits.
        assert_eq!(diagram.states, [1, 4, 4, 1]);
        assert_eq!(sums().supported().collect::<Vec<_>>(), [0b1111; 3]);
    }

    #[test]
    fn equal_states_are_merged() {
        // The states remember the first digit, which does not matter.
        let step = |layer, _, digit: usize| (layer == 0 || digit < 2).then_some(digit as i64);
        let unrolled = Unrolled::new(&[0b111; 2], 0, step, |_| true, &|| false).unwrap();
        let diagram = unrolled.reduced();
        assert_eq!(diagram.states, [1, 1, 1]);
        assert_eq!(diagram.layers[0][0].digits, 0b111);
        assert_eq!(diagram.layers[1][0].digits, 0b011);
        let never = Unrolled::new(&[0b111; 2], 0, step, |_| false, &|| false);
        assert!(never.is_none());
    }

    #[test]
    fn settled_layers_are_skipped() {
        let step = |_, sum: i64, digit: usize| Some(sum + digit as i64);
        for settled in 0..3 {
            let mut digits = [0b1111; 3];
            digits[settled] = 0b10;
            let unrolled = Unrolled::new(&digits, 0, step, |sum| sum == 5, &|| false).unwrap();
            let whole = unrolled.reduced();
            let (diagram, kept) = whole.clone().without(|layer| layer == settled);
            assert_eq!(kept.len(), 2);
            assert_eq!(diagram.states.len(), 3);
            assert_eq!(lines(&diagram), lines(&whole));
        }
    }

    #[test]
    fn large_diagrams_can_be_stopped() {
        // Every digit leads to another state: 16 to the power of the layers.
        let step = |_, state: i64, digit: usize| Some(state * 16 + digit as i64);
        let unrolled = |layers: usize, is_stopped: &dyn Fn() -> bool| {
            Unrolled::new(&vec![0xffff; layers], 0, step, |_| true, is_stopped).is_some()
        };
        assert!(unrolled(2, &|| true));
        assert!(unrolled(4, &|| false));
        assert!(!unrolled(15, &|| true));
    }

    #[test]
    fn long_diagrams_of_small_layers_can_be_stopped() {
        let step = |_, state: i64, digit: usize| Some((state + digit as i64) % 16);
        let unrolled = |layers: usize, is_stopped: &dyn Fn() -> bool| {
            Unrolled::new(&vec![0xffff; layers], 0, step, |_| true, is_stopped).is_some()
        };
        assert!(unrolled(10, &|| true));
        assert!(!unrolled(1000, &|| true));
    }
}
