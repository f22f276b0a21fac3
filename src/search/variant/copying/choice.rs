//! What to decide next: the digit of a cell, or the place of a digit in a house.

use super::Small;
use super::hot::Hot;
use super::network::{Network, small_digits};
use super::state::State;

/// A candidate to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub cell: u32,
    pub digit: Small,
    /// Candidates of the cell, or places of the digit in a house.
    pub options: u32,
}

/// The cell with the most weight for each of its candidates, more if it may hold the hot
/// digit, and its lowest digit. Where that leaves more than two options, a digit with two
/// places in a house comes before it if one of these weighs as much for each. `None` if all
/// cells are full.
pub(super) fn choose(
    network: &Network,
    state: &State,
    weights: &[f64],
    hot: &Hot,
) -> Option<Choice> {
    let (score, choice) = heaviest_cell(state, weights, hot)?;
    if choice.options == 2 {
        return Some(choice);
    }
    Some(heaviest_place(network, state, weights, score).unwrap_or(choice))
}

/// With its score.
fn heaviest_cell(state: &State, weights: &[f64], hot: &Hot) -> Option<(f64, Choice)> {
    let mut best: Option<(f64, usize, Small)> = None;
    for ((cell, &mask), &weight) in state.masks.iter().enumerate().zip(weights) {
        if mask.is_power_of_two() {
            continue;
        }
        let score = (weight + hot.extra(mask)) / f64::from(mask.count_ones());
        if best.is_none_or(|(most, ..)| score > most) {
            best = Some((score, cell, mask));
        }
    }
    let (score, cell, mask) = best?;
    let choice = Choice {
        cell: cell as u32,
        digit: mask & mask.wrapping_neg(),
        options: mask.count_ones(),
    };
    Some((score, choice))
}

/// The heavier of two places of a digit in a house; `None` if all have a lower score.
fn heaviest_place(network: &Network, state: &State, weights: &[f64], least: f64) -> Option<Choice> {
    let (mut best, mut most) = (None, 2.0 * least);
    for (cells, places) in network.house_cells().zip(&state.places) {
        for digit in small_digits(places.with_two_places()) {
            let digit = 1 << digit;
            for &cell in cells {
                let weight = weights[cell as usize];
                if weight >= most && state.masks[cell as usize] & digit != 0 {
                    most = weight;
                    best = Some(Choice {
                        cell,
                        digit,
                        options: 2,
                    });
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::rules::{Board, VariantPuzzle};
    use crate::search::variant::model::Model;

    /// Of three candidates of a cell that weighs 3, and two places of 4 in the first row, of
    /// which one weighs 1 and the other one `weight`.
    fn chosen(weight: f64) -> Choice {
        let board = Board::classic("2x2".parse().unwrap()).unwrap();
        let puzzle = VariantPuzzle::new(board);
        let network = Network::new(&Model::new(&puzzle, &Limits::unlimited()).unwrap()).unwrap();
        let mut masks = vec![0b1111; 16];
        masks[..4].copy_from_slice(&[0b0111, 0b1111, 0b0111, 0b1111]);
        let mut weights = vec![0.0; 16];
        weights[..4].copy_from_slice(&[3.0, 1.0, 0.0, weight]);
        let state = State::new(masks, &network);
        choose(&network, &state, &weights, &Hot::default()).unwrap()
    }

    #[test]
    fn the_heavier_of_two_places_comes_before_a_cell_with_more_candidates() {
        let place = Choice {
            cell: 3,
            digit: 0b1000,
            options: 2,
        };
        let cell = Choice {
            cell: 0,
            digit: 0b0001,
            options: 3,
        };
        assert_eq!([2.0, 1.9].map(chosen), [place, cell]);
    }
}
