//! Which candidates may come back while bounds still exclude a total.

use super::Sum;
use super::packed::Packed;
use crate::rules::Mask;
use crate::search::variant::store::digits;

/// The side on which bounds exclude the total.
#[derive(Clone, Copy)]
enum Side {
    /// The least sum is too large.
    Low,
    /// The greatest sum is too small.
    High,
}

impl Sum {
    /// Puts candidates of `most` back into `now`, both by place, while bounds exclude the
    /// total: those of the first places in `order` first. False, and nothing put back, if
    /// they do not exclude it or the sum is too large for [`Packed`].
    pub fn loosen(&self, now: &mut [Mask], most: &[Mask], order: &[usize]) -> bool {
        let mut groups = Vec::with_capacity(self.ends.len());
        for (start, end) in self.groups() {
            // What may come back must fit, too.
            if Packed::of(most[start..end].iter().copied()).is_none() {
                return false;
            }
            let Some(group) = Packed::of(now[start..end].iter().copied()) else {
                return false;
            };
            groups.push((end, self.times[start], group));
        }
        let shares = groups.iter().map(|(_, times, group)| group.share(*times));
        let (least, most_of_all) = shares.fold((0, 0), |(least, most), share| {
            (least + share.least, most + share.most)
        });
        // By how much the total is missed.
        let (side, mut excess) = match self.total {
            total if total < least => (Side::Low, least - total),
            total if total > most_of_all => (Side::High, total - most_of_all),
            _ => return false,
        };
        for &place in order {
            let Some((_, times, group)) = groups.iter_mut().find(|(end, ..)| place < *end) else {
                continue;
            };
            let bound = |group: Packed| match side {
                Side::Low => group.share(*times).least,
                Side::High => -group.share(*times).most,
            };
            let others = group.without(now[place]);
            let before = bound(*group);
            let put_back = |mask: Mask| {
                let with = others.with(mask);
                let lost = before - bound(with);
                (lost < excess).then_some((with, lost))
            };
            let mut best = put_back(most[place]).map(|found| (most[place], found));
            if best.is_none() {
                for digit in digits(most[place] & !now[place]) {
                    let mask = best.map_or(now[place], |(mask, _)| mask) | 1 << digit;
                    best = put_back(mask).map(|found| (mask, found)).or(best);
                }
            }
            if let Some((mask, (with, lost))) = best {
                now[place] = mask;
                *group = with;
                excess -= lost;
            }
        }
        true
    }
}
