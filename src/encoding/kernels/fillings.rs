//! What lines of cells that all differ refuse beyond what their diagram says: pairs of
//! candidates that are on an accepted line together, but on none whose digits differ.
//! Sandwiches are such lines: digits that add up to 18 are three or four, which no diagram
//! of partial sums says.

use super::diagram::{Diagram, Unrolled};
use crate::rules::{Mask, members};

/// Maximum number of states of a layer times sets of digits that are followed.
const MOST_NODES: usize = 1 << 17;

/// Candidates of a line as bits, layer by layer.
type Candidates = u128;

/// A candidate: its layer and its digit.
pub(super) type Candidate = (usize, usize);

/// Pairs of candidates, each with one of a later layer. Both are the same if that candidate
/// is on no line.
///
/// `unrolled` are the lines over these `masks`; `None` if the digits differ on
/// none of them, or if `is_stopped` said so in between. Empty if that would take long.
pub(super) fn refused(
    unrolled: &Unrolled,
    diagram: &Diagram,
    masks: &[Mask],
    is_stopped: &dyn Fn() -> bool,
) -> Option<Vec<[Candidate; 2]>> {
    let digits = masks.iter().fold(0, |all, mask| all | mask);
    let digits = (Mask::BITS - digits.leading_zeros()) as usize;
    let widest = diagram.states.iter().copied().max().unwrap_or(0);
    let is_small = digits * masks.len() <= Candidates::BITS as usize
        && 1usize
            .checked_shl(digits as u32)
            .and_then(|sets| sets.checked_mul(widest))
            .is_some_and(|nodes| nodes <= MOST_NODES);
    if !is_small {
        return Some(Vec::new());
    }
    let distinct = distinct(diagram, digits, masks, is_stopped)?;
    let possible = together(&distinct, digits, masks.len());
    let on_lines = together(unrolled, digits, masks.len());
    let mut refused = Vec::new();
    for (late, (&on_lines, &possible)) in on_lines.iter().zip(&possible).enumerate() {
        let mut others = on_lines & !possible;
        if others >> late & 1 == 1 {
            // The candidate itself is on none.
            others = 1 << late;
        }
        for early in (0..=late).filter(|early| others >> early & 1 == 1) {
            let pair = [early, late].map(|index| (index / digits, index % digits));
            // That equal digits are refused is written elsewhere.
            if early == late || pair[0].1 != pair[1].1 {
                refused.push(pair);
            }
        }
    }
    Some(refused)
}

/// The lines of a diagram whose digits all differ. States are those of the diagram with the
/// digits so far.
fn distinct(
    diagram: &Diagram,
    digits: usize,
    masks: &[Mask],
    is_stopped: &dyn Fn() -> bool,
) -> Option<Unrolled> {
    let next = diagram
        .layers
        .iter()
        .zip(&diagram.states)
        .map(|(edges, states)| {
            let mut next = vec![None; states * digits];
            for edge in edges {
                for digit in members(edge.digits) {
                    next[edge.from as usize * digits + digit] = Some(edge.to);
                }
            }
            next
        });
    let next: Vec<Vec<Option<u32>>> = next.collect();
    let step = |layer: usize, node: i64, digit: usize| {
        let (state, used) = (node as usize >> digits, node & ((1 << digits) - 1));
        let to = next[layer][state * digits + digit]?;
        let is_free = used >> digit & 1 == 0;
        is_free.then_some(i64::from(to) << digits | used | 1 << digit)
    };
    Unrolled::new(masks, 0, step, |_| true, is_stopped)
}

/// For each candidate, itself and the candidates of earlier layers that share a line with it.
fn together(unrolled: &Unrolled, digits: usize, layers: usize) -> Vec<Candidates> {
    let mut all = vec![0; digits * layers];
    // By state the candidates on the ways to it.
    let mut before: Vec<Candidates> = vec![0];
    for (layer, edges) in unrolled.layers().iter().enumerate() {
        let last = edges.iter().map(|(_, _, to)| *to).max().unwrap_or(0);
        let mut after = vec![0; last as usize + 1];
        for &(from, digit, to) in edges {
            let own = layer * digits + usize::from(digit);
            let seen = before[from as usize] | 1 << own;
            all[own] |= seen;
            after[to as usize] |= seen;
        }
        before = after;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines of digits below 5, as many as there are masks, that add up to a total.
    fn lines(masks: &[Mask], total: usize, differ: bool) -> Vec<Vec<usize>> {
        let mut lines = vec![Vec::new()];
        for mask in masks {
            let longer = lines.iter().flat_map(|line: &Vec<usize>| {
                let fits =
                    |digit: &usize| mask >> digit & 1 == 1 && !(differ && line.contains(digit));
                (0..5)
                    .filter(fits)
                    .map(|digit| [&line[..], &[digit]].concat())
            });
            lines = longer.collect();
        }
        lines.retain(|line| line.iter().sum::<usize>() == total);
        lines
    }

    #[test]
    fn exactly_the_pairs_without_a_filling_are_refused() {
        let mut counts = [0; 3];
        for masks in [
            [31, 31, 31, 31],
            [31, 7, 28, 14],
            [3, 31, 9, 31],
            [1, 3, 3, 30],
        ] {
            for total in 0..=16 {
                let step = |_, sum: i64, digit: usize| Some(sum + digit as i64);
                let unrolled = Unrolled::new(&masks, 0, step, |sum| sum == total as i64, &|| false);
                let Some(unrolled) = unrolled else { continue };
                let refused = refused(&unrolled, &unrolled.reduced(), &masks, &|| false);
                let different = lines(&masks, total, true);
                let Some(refused) = refused else {
                    assert!(different.is_empty());
                    counts[0] += 1;
                    continue;
                };
                let any = lines(&masks, total, false);
                let has = |lines: &[Vec<usize>], pair: [Candidate; 2]| {
                    lines
                        .iter()
                        .any(|line| pair.iter().all(|&(at, digit)| line[at] == digit))
                };
                let candidates =
                    || (0..4).flat_map(|layer| (0..5).map(move |digit| (layer, digit)));
                for late in candidates() {
                    let is_dead = !has(&different, [late; 2]);
                    assert_eq!(
                        refused.contains(&[late; 2]),
                        is_dead && has(&any, [late; 2])
                    );
                    for early in candidates().filter(|early| early.0 < late.0 && early.1 != late.1)
                    {
                        let pair = [early, late];
                        let expected = has(&any, pair) && !has(&different, pair) && !is_dead;
                        assert_eq!(
                            refused.contains(&pair),
                            expected,
                            "{masks:?} {total} {pair:?}"
                        );
                        counts[1] += usize::from(expected);
                    }
                }
                counts[2] += refused.len();
            }
        }
        assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
    }

    /// Two states and sets of 63 digits are more than 64 bits can number.
    #[test]
    fn many_digits_are_left_alone() {
        let masks = [Mask::MAX >> 1; 2];
        let step = |layer, state: i64, digit: usize| match layer {
            0 => Some(digit as i64 % 2),
            _ => (digit as i64 / 2 % 2 == state).then_some(0),
        };
        let unrolled = Unrolled::new(&masks, 0, step, |_| true, &|| false).unwrap();
        let refused = refused(&unrolled, &unrolled.reduced(), &masks, &|| false);
        assert_eq!(refused, Some(Vec::new()));
    }

    #[test]
    fn large_lines_are_left_alone() {
        let masks = [Mask::MAX; 3];
        let unrolled = Unrolled::new(&masks, 0, |_, _, _| Some(0), |_| true, &|| false).unwrap();
        let refused = refused(&unrolled, &unrolled.reduced(), &masks, &|| false);
        assert_eq!(refused, Some(Vec::new()));
    }
}
