//! Two sums added up, and how much a sum says.

use super::{Share, Sum};
use crate::rules::{MAX_DIGITS, Mask};
use crate::search::variant::peers::Peers;

impl Sum {
    /// How far the total is from what the groups can add up to at least, or at most.
    pub fn margin(&self, masks: &[Mask]) -> i64 {
        let Share { least, most } = self.bounds(masks);
        (most - self.total).min(self.total - least)
    }

    /// What the total cuts off the ranges of all groups.
    pub fn grip(&self, masks: &[Mask]) -> i64 {
        let Share { least, most } = self.bounds(masks);
        let cut = |(start, end): (usize, usize)| {
            let packed = self.packed(start, end, masks);
            let own = self.group_share(packed, (start, end), usize::MAX, masks);
            let range = own.most - own.least;
            let above = (range - (most - self.total)).max(0);
            let below = (range - (self.total - least)).max(0);
            above + below
        };
        self.groups().map(cut).sum()
    }

    /// Whether no cell is in both.
    pub fn is_apart(&self, other: &Sum) -> bool {
        !self.cells.iter().any(|cell| other.cells.contains(cell))
    }

    /// Both added up; a group of the other joins one whose cells differ from its own.
    /// `None` if that could overflow.
    pub fn joined(&self, other: &Sum, peers: &Peers) -> Option<Sum> {
        let mut groups: Vec<(Vec<u32>, i64)> = self.owned_groups().collect();
        let own = groups.len();
        for (cells, times) in other.owned_groups() {
            let fits = |(group, own): &(Vec<u32>, i64)| {
                *own == times
                    && group.len() + cells.len() <= MAX_DIGITS
                    && group
                        .iter()
                        .all(|&cell| cells.iter().all(|&each| peers.are(cell, each)))
            };
            let places = (0..own).filter(|&place| fits(&groups[place]));
            match places.max_by_key(|&place| groups[place].0.len()) {
                Some(place) => groups[place].0.extend(cells),
                None => groups.push((cells, times)),
            }
        }
        Sum::of_groups(groups, self.total.checked_add(other.total)?)
    }

    /// Groups of cells that differ, each with its coefficient.
    pub fn owned_groups(&self) -> impl Iterator<Item = (Vec<u32>, i64)> {
        let groups = self.groups();
        groups.map(|(start, end)| (self.cells[start..end].to_vec(), self.times[start]))
    }
}
