//! Nine templates that share no cell, by depth-first search: the digit with the fewest
//! templates first, within a limit on their joint loss.

use super::bound::Evaluated;
use super::shape::{FITS, ORDERS, cells};

/// A template of one digit, and what it loses to the digit's best, in units.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Bit `c` for cell `c`.
    pub cells: u128,
    loss: i32,
}

/// How the search for nine templates ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// These.
    Found([u128; 9]),
    /// There are none.
    None,
    /// There are too many to try.
    TooMany,
}

/// The templates of a digit that lose no more than `slack`, the best first.
pub fn templates(evaluated: &Evaluated, digit: usize, slack: i32) -> Vec<Template> {
    let mut found = Vec::new();
    let best = evaluated.best.of(digit);
    let band = |band: usize, triple: usize| evaluated.bands[band][triple].of(digit);
    for (upper, fits) in FITS.iter().enumerate() {
        for (middle, lower) in fits.map(|(m, l)| (m as usize, l as usize)) {
            let loss = best - band(0, upper) - band(1, middle) - band(2, lower);
            if loss > slack {
                continue;
            }
            let left = slack - loss;
            let parts = [upper, middle, lower];
            let ways: [Vec<(u128, i32)>; 3] = std::array::from_fn(|each| {
                let triple = parts[each];
                let ways = ORDERS.into_iter().map(|order| {
                    let places = cells(each, triple, order);
                    let value: i32 = places.iter().map(|&c| evaluated.cells[c].of(digit)).sum();
                    let mask = places.iter().fold(0, |mask, &cell| mask | 1u128 << cell);
                    (mask, band(each, triple) - value)
                });
                ways.filter(|(_, loss)| *loss <= left).collect()
            });
            for &(a, first) in &ways[0] {
                for &(b, second) in &ways[1] {
                    for &(c, third) in &ways[2] {
                        let more = first + second + third;
                        if more <= left {
                            let loss = loss + more;
                            found.push(Template {
                                cells: a | b | c,
                                loss,
                            });
                        }
                    }
                }
            }
        }
    }
    found.sort_unstable_by_key(|template| template.loss);
    found
}

/// The state of a search.
struct Join<'a> {
    chosen: [u128; 9],
    left: u64,
    accepts: &'a dyn Fn(&[u128; 9]) -> bool,
}

/// Looks for templates, one from each list, that share no cell, lose no more than `slack`
/// together and are accepted; gives up after `limit` nodes.
pub fn join(
    lists: Vec<Vec<Template>>,
    slack: i32,
    limit: u64,
    accepts: &dyn Fn(&[u128; 9]) -> bool,
) -> Joined {
    let open: Vec<(usize, Vec<Template>)> = lists.into_iter().enumerate().collect();
    let mut join = Join {
        chosen: [0; 9],
        left: limit,
        accepts,
    };
    join.search(open, slack)
}

impl Join<'_> {
    fn search(&mut self, mut open: Vec<(usize, Vec<Template>)>, slack: i32) -> Joined {
        if self.left == 0 {
            return Joined::TooMany;
        }
        self.left -= 1;
        let fewest = (0..open.len()).min_by_key(|&place| open[place].1.len());
        let Some(fewest) = fewest else {
            return match (self.accepts)(&self.chosen) {
                true => Joined::Found(self.chosen),
                false => Joined::None,
            };
        };
        let (digit, list) = open.swap_remove(fewest);
        let least = |list: &[Template]| list.first().map_or(0, |template| template.loss);
        let floor: i32 = open.iter().map(|(_, list)| least(list)).sum();
        for template in &list {
            if template.loss + floor > slack {
                break;
            }
            self.chosen[digit] = template.cells;
            let Some(rest) = compatible(&open, template, slack - template.loss) else {
                continue;
            };
            match self.search(rest, slack - template.loss) {
                Joined::None => {}
                ended => return ended,
            }
        }
        Joined::None
    }
}

/// The lists without what shares a cell with the template or loses too much;
/// `None` if one becomes empty.
fn compatible(
    open: &[(usize, Vec<Template>)],
    template: &Template,
    slack: i32,
) -> Option<Vec<(usize, Vec<Template>)>> {
    let mut rest = Vec::with_capacity(open.len());
    let mut floor = 0;
    for (digit, list) in open {
        let fits = |other: &&Template| other.cells & template.cells == 0 && other.loss <= slack;
        let list: Vec<Template> = list.iter().filter(fits).copied().collect();
        floor += list.first()?.loss;
        rest.push((*digit, list));
    }
    (floor <= slack).then_some(rest)
}
