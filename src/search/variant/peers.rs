//! Which cells may not hold the same digit.

use super::store::{Alive, Store};
use crate::rules::Mask;

/// Room for this many peers is made at once.
const USUAL: usize = 24;

/// For each cell the cells that must differ from it.
#[derive(Clone, Debug)]
pub(super) struct Peers {
    lists: Vec<Vec<u32>>,
    /// `lists` as sets of cells, `words` words for each cell.
    sets: Vec<u64>,
    words: usize,
    /// Groups of cells that were said to differ, as they were given.
    groups: Vec<Vec<u32>>,
}

impl Peers {
    pub fn new(cells: usize) -> Peers {
        let words = cells.div_ceil(64);
        Peers {
            lists: (0..cells).map(|_| Vec::with_capacity(USUAL)).collect(),
            sets: vec![0; cells * words],
            words,
            groups: Vec::new(),
        }
    }

    /// Makes room for this many cells; the new ones have no peers.
    pub fn grow(&mut self, cells: usize) {
        let words = cells.div_ceil(64);
        if words > self.words {
            let rows = self.sets.chunks(self.words.max(1));
            let gap = words - self.words;
            let rows = rows.flat_map(|row| row.iter().copied().chain(std::iter::repeat_n(0, gap)));
            self.sets = rows.collect();
            self.words = words;
        }
        self.lists.resize(cells, Vec::new());
        self.sets.resize(cells * words, 0);
    }

    /// Two cells differ.
    pub fn add(&mut self, first: u32, second: u32) {
        if first == second || self.are(first, second) {
            return;
        }
        for (cell, other) in [(first, second), (second, first)] {
            self.lists[cell as usize].push(other);
            self.sets[cell as usize * self.words + other as usize / 64] |= 1 << (other % 64);
        }
    }

    /// All of the cells differ.
    pub fn add_all(&mut self, cells: &[u32]) {
        self.groups.push(cells.to_vec());
        for (place, &first) in cells.iter().enumerate() {
            for &second in &cells[place + 1..] {
                self.add(first, second);
            }
        }
    }

    /// The groups that were given as a whole.
    pub fn groups(&self) -> &[Vec<u32>] {
        &self.groups
    }

    /// Whether two cells differ.
    pub fn are(&self, first: u32, second: u32) -> bool {
        self.sets[first as usize * self.words + second as usize / 64] >> (second % 64) & 1 == 1
    }

    /// Whether all of the cells differ.
    pub fn are_all(&self, cells: &[u32]) -> bool {
        let mut pairs = cells.iter().enumerate().flat_map(|(place, &first)| {
            let rest = cells[place + 1..].iter();
            rest.map(move |&second| (first, second))
        });
        pairs.all(|(first, second)| self.are(first, second))
    }

    /// The cells that differ from this one.
    pub fn of(&self, cell: u32) -> &[u32] {
        &self.lists[cell as usize]
    }

    /// One of the cells, of which there are some, holds `digit`: removes it from what
    /// differs from all of them.
    pub fn remove_common(
        &self,
        cells: impl Iterator<Item = u32> + Clone,
        digit: Mask,
        store: &mut Store,
    ) -> Alive {
        for word in 0..self.words {
            let sets = cells.clone();
            let mut common = sets.fold(u64::MAX, |common, cell| {
                common & self.sets[cell as usize * self.words + word]
            });
            while common != 0 {
                let cell = word as u32 * 64 + common.trailing_zeros();
                common &= common - 1;
                store.remove(cell, digit)?;
            }
        }
        Ok(())
    }
}
