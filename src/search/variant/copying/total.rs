//! Sums of cells with coefficients: bounds, where cells that differ count with different
//! digits, and every sum that can be reached where the slack is small.

use super::super::store::{Alive, Dead};
use super::super::sum::Sum;
use super::Small;
use super::network::{Network, small_digits};
use super::state::State;

/// Maximum number of terms of a sum.
const MOST_TERMS: usize = 64;

/// Terms up to which small tables suffice.
const SMALL: usize = 12;

/// Digits times positive coefficients add up to a target. Terms with a negative one count
/// digits downwards from the greatest.
#[derive(Clone, Debug)]
pub(super) struct Total {
    terms: Vec<Term>,
    groups: Vec<Group>,
    target: i64,
    digits: u32,
    /// Whether all coefficients are 1.
    is_plain: bool,
}

#[derive(Clone, Copy, Debug)]
struct Term {
    cell: u32,
    times: i64,
    is_reversed: bool,
}

/// Cells that differ, all with one coefficient.
#[derive(Clone, Copy, Debug)]
struct Group {
    start: usize,
    end: usize,
    times: i64,
}

/// What a sum can be at least and at most.
#[derive(Clone, Copy, Default)]
struct Range {
    least: i64,
    most: i64,
}

/// From which end a sum is looked at: the least or the greatest digits of all terms.
struct End {
    slack: u32,
    is_least: bool,
}

impl Total {
    /// `None` if there are too many terms.
    pub fn new(sum: &Sum, digits: usize) -> Option<Total> {
        let mut total = Total {
            terms: Vec::new(),
            groups: Vec::new(),
            target: sum.total(),
            digits: digits as u32,
            is_plain: true,
        };
        for (cells, times) in sum.owned_groups() {
            let start = total.terms.len();
            let is_reversed = times < 0;
            for cell in cells {
                if is_reversed {
                    total.target -= times * (digits as i64 - 1);
                }
                let times = times.abs();
                total.terms.push(Term {
                    cell,
                    times,
                    is_reversed,
                });
            }
            let (end, times) = (total.terms.len(), times.abs());
            total.groups.push(Group { start, end, times });
            total.is_plain &= times == 1;
        }
        (total.terms.len() <= MOST_TERMS).then_some(total)
    }

    pub fn cells(&self) -> Vec<u32> {
        self.terms.iter().map(|term| term.cell).collect()
    }

    pub fn propagate(&self, network: &Network, state: &mut State) -> Alive {
        match self.terms.len() <= SMALL {
            true => self.propagate_within::<SMALL>(network, state),
            false => self.propagate_within::<MOST_TERMS>(network, state),
        }
    }

    fn propagate_within<const N: usize>(&self, network: &Network, state: &mut State) -> Alive {
        let mut masks = [0; N];
        for (mask, term) in masks.iter_mut().zip(&self.terms) {
            *mask = self.turned(term, state.masks[term.cell as usize]);
        }
        let masks = &mut masks[..self.terms.len()];
        self.tighten::<N>(masks, network, state)?;
        match self.end(masks)? {
            Some(end) => self.reach::<N>(masks, &end, network, state),
            None => Ok(()),
        }
    }

    /// Candidates counted upwards for the sum, or back.
    fn turned(&self, term: &Term, mask: Small) -> Small {
        match term.is_reversed {
            true => mask.reverse_bits() >> (Small::BITS - self.digits),
            false => mask,
        }
    }

    fn keep(
        &self,
        place: usize,
        kept: Small,
        masks: &mut [Small],
        network: &Network,
        state: &mut State,
    ) -> Alive {
        if kept == masks[place] {
            return Ok(());
        }
        masks[place] = kept;
        let term = &self.terms[place];
        state.restrict(network, term.cell, self.turned(term, kept))
    }

    /// Bounds, once for each group.
    fn tighten<const N: usize>(
        &self,
        masks: &mut [Small],
        network: &Network,
        state: &mut State,
    ) -> Alive {
        let mut ranges = [Range::default(); N];
        let mut all = Range::default();
        for (range, group) in ranges.iter_mut().zip(&self.groups) {
            *range = group.range(masks);
            all.least += range.least;
            all.most += range.most;
        }
        if self.target < all.least || self.target > all.most {
            return Err(Dead);
        }
        let (below, above) = (self.target - all.least, all.most - self.target);
        for (own, group) in ranges.iter().zip(&self.groups) {
            let width = own.most - own.least;
            if width > below || width > above {
                let range = Range {
                    least: own.most - above,
                    most: own.least + below,
                };
                self.tighten_group(group, range, masks, network, state)?;
            }
        }
        Ok(())
    }

    /// Leaves what keeps the group in the range.
    fn tighten_group(
        &self,
        group: &Group,
        range: Range,
        masks: &mut [Small],
        network: &Network,
        state: &mut State,
    ) -> Alive {
        for place in group.start..group.end {
            let mask = masks[place];
            if mask.is_power_of_two() {
                continue;
            }
            masks[place] = 0;
            let rest = group.range(masks);
            masks[place] = mask;
            let kept = within(
                mask,
                group.times,
                (range.least - rest.most, range.most - rest.least),
            );
            self.keep(place, kept, masks, network, state)?;
        }
        Ok(())
    }

    /// The end that is nearer to the target, if it is so near that not every digit fits.
    fn end(&self, masks: &[Small]) -> Result<Option<End>, Dead> {
        let (mut least, mut most) = (0, 0);
        let mut has_gaps = !self.is_plain;
        for (term, &mask) in self.terms.iter().zip(masks) {
            let (low, high) = ends(mask);
            least += term.times * low;
            most += term.times * high;
            has_gaps |= mask.count_ones() as i64 != high - low + 1;
        }
        let (below, above) = (self.target - least, most - self.target);
        let slack = below.min(above);
        if slack < 0 {
            return Err(Dead);
        }
        // Without gaps bounds say all; with more slack than one cell can use up they nearly do.
        let is_near = has_gaps && slack <= i64::from(self.digits);
        Ok(is_near.then_some(End {
            slack: slack as u32,
            is_least: below <= above,
        }))
    }

    /// Leaves the candidates with which the others can reach the target, whether or not
    /// they differ.
    fn reach<const N: usize>(
        &self,
        masks: &mut [Small],
        end: &End,
        network: &Network,
        state: &mut State,
    ) -> Alive {
        let count = self.terms.len();
        let within = u64::MAX >> (u64::BITS - 1 - end.slack);
        let mut before = [0u64; N];
        let mut reached = 1;
        for place in 0..count {
            before[place] = reached;
            if masks[place].is_power_of_two() {
                continue;
            }
            let all = self.steps(place, masks[place], end);
            reached = all.fold(0, |all, (_, step)| all | reached << step) & within;
        }
        if reached >> end.slack & 1 == 0 {
            return Err(Dead);
        }
        let mut wanted = 1 << end.slack;
        for place in (0..count).rev() {
            let mask = masks[place];
            if mask.is_power_of_two() {
                continue;
            }
            let (mut kept, mut next) = (0, 0);
            for (digit, step) in self.steps(place, mask, end) {
                if before[place] << step & wanted != 0 {
                    kept |= 1 << digit;
                    next |= wanted >> step;
                }
            }
            wanted = next;
            self.keep(place, kept, masks, network, state)?;
        }
        Ok(())
    }

    /// The digits of a term and how far each is from its end, in the sum; only those within
    /// the slack.
    fn steps(&self, place: usize, mask: Small, end: &End) -> impl Iterator<Item = (u32, u32)> {
        let times = self.terms[place].times;
        let (low, high) = ends(mask);
        let (is_least, slack) = (end.is_least, i64::from(end.slack));
        small_digits(mask).filter_map(move |digit| {
            let far = match is_least {
                true => i64::from(digit) - low,
                false => high - i64::from(digit),
            };
            let step = times * far;
            (step <= slack).then_some((digit, step as u32))
        })
    }
}

impl Group {
    /// What its cells can add up to; those without candidates do not count.
    fn range(&self, masks: &[Small]) -> Range {
        let masks = &masks[self.start..self.end];
        if let [mask] = masks {
            let (low, high) = match mask {
                0 => (0, 0),
                mask => ends(*mask),
            };
            return Range {
                least: self.times * low,
                most: self.times * high,
            };
        }
        let (mut low, mut high) = (0, 0);
        let (mut taken_low, mut taken_high) = (0u64, 0u64);
        let mut count = 0;
        for &mask in masks {
            if mask != 0 {
                low += i64::from(park(&mut taken_low, mask.trailing_zeros()));
                high += i64::from(park(&mut taken_high, mask.leading_zeros()));
                count += 1;
            }
        }
        Range {
            least: self.times * low,
            most: self.times * (count * i64::from(Small::BITS - 1) - high),
        }
    }
}

/// Takes the first free place from here on. Which places are taken in the end does not depend
/// on the order.
fn park(taken: &mut u64, from: u32) -> u32 {
    let before = *taken | ((1 << from) - 1);
    let place = (!before).trailing_zeros();
    *taken |= 1 << place;
    place
}

/// The least and the greatest digit.
fn ends(mask: Small) -> (i64, i64) {
    (i64::from(mask.trailing_zeros()), i64::from(mask.ilog2()))
}

/// The digits whose products with a positive coefficient are in a range.
fn within(mask: Small, times: i64, (low, high): (i64, i64)) -> Small {
    let (mut low, mut high) = (low.max(0), high);
    if high < 0 {
        return 0;
    }
    if times != 1 {
        (low, high) = ((low + times - 1) / times, high / times);
    }
    let (low, high) = (low.min(16) as u32, high.min(15) as u32);
    mask & (u32::MAX << low) as Small & !(u32::MAX << (high + 1)) as Small
}
