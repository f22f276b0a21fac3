//! Puzzles that need no propagators but those of classic ones: candidates, and three full
//! houses for each cell. The learning search on classic grids is several times as fast
//! there as the one that explains propagators.

use super::engine::Engine;
use super::goal::Goal;
use super::model::Model;
use super::propagator::Propagator;
use super::store::digits;
use crate::grid::{Candidate, Cell, Digit};
use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::Mask;
use crate::search::{SEED, cdcl};

/// Looks for all solutions from where an engine is, which must be a fixed point. `None` if
/// the puzzle asks for more than classic ones.
pub(super) fn run(engine: &Engine, limits: &Limits, goal: &mut dyn Goal) -> Option<End> {
    let houses = Houses::of(&engine.model)?;
    let masks = engine.store.masks();
    let board = cdcl::PartialBoard {
        houses: houses.count,
        digits: engine.model.digits,
        settled: masks.iter().map(|&mask| settled(mask)).collect(),
        candidates: candidates(masks),
    };
    let houses_of = |cell: Cell| houses.of[cell.index()];
    let end = cdcl::search_board(board, houses_of, SEED, limits, &mut |solution| {
        let digits = solution.cells().iter();
        let masks: Vec<Mask> = digits.map(|digit| 1 << digit.index()).collect();
        goal.solution(&masks)
    });
    Some(end)
}

/// The three full houses of each cell.
struct Houses {
    count: usize,
    of: Vec<[usize; 3]>,
}

impl Houses {
    /// `None` if the model is more than these, or if there are others.
    fn of(model: &Model) -> Option<Houses> {
        let mut count = 0;
        let mut of = vec![Vec::new(); model.masks.len()];
        for propagator in &model.propagators {
            match propagator {
                Propagator::Singles(cells, _) => {
                    cells.iter().for_each(|&cell| of[cell as usize].push(count));
                    count += 1;
                }
                // They follow from houses and peers in few steps. Lists that hold the same
                // digits do not: without them the search takes far longer on odd regions.
                Propagator::Pointing(_) | Propagator::Matching(_) => {}
                _ => return None,
            }
        }
        let of = of.into_iter().map(|houses| houses.try_into().ok());
        let of: Vec<[usize; 3]> = of.collect::<Option<_>>()?;
        let share_a_house = |first: usize, second: usize| {
            let seconds = of[second];
            of[first].iter().any(|house| seconds.contains(house))
        };
        let mut pairs = (0..of.len()).flat_map(|cell| {
            let peers = model.peers.of(cell as u32).iter();
            peers.map(move |&peer| (cell, peer as usize))
        });
        let are_all = pairs.all(|(cell, peer)| share_a_house(cell, peer));
        are_all.then_some(Houses { count, of })
    }
}

fn settled(mask: Mask) -> Option<Digit> {
    let is_full = mask.is_power_of_two();
    is_full.then(|| Digit::from_index(mask.trailing_zeros() as usize))
}

fn candidates(masks: &[Mask]) -> Vec<Candidate> {
    let open = masks.iter().enumerate();
    let open = open.filter(|(_, mask)| !mask.is_power_of_two());
    let candidates = open.flat_map(|(cell, &mask)| {
        digits(mask).map(move |digit| Candidate {
            cell: Cell(cell as u32),
            digit: Digit::from_index(digit as usize),
        })
    });
    candidates.collect()
}
