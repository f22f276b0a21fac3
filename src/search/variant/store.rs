//! The candidates of all cells, with a trail to undo changes.

use crate::rules::{Mask, members};
use crate::search::cdcl::ClauseRef;

/// A cell has no candidate left, or a constraint cannot hold any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dead;

/// Whether candidates are left.
pub(super) type Alive = Result<(), Dead>;

/// Why a cell lost candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// It was decided.
    Decision,
    /// This cell, which must differ, holds the digit.
    Peer(u32),
    /// The propagator with this index.
    Propagator(u32),
    /// A learnt clause.
    Clause(ClauseRef),
    /// The cell holds another digit.
    Own,
    /// The cell has lost all other digits.
    Last,
}

/// A cell that has lost candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub cell: u32,
    pub old: Mask,
    pub new: Mask,
    pub why: Why,
}

/// The candidates of all cells.
#[derive(Clone, Debug)]
pub(super) struct Store {
    masks: Vec<Mask>,
    trail: Vec<Change>,
    /// Why changes are made now; see [`super::learn`].
    pub why: Why,
    /// Cells that changed since they were last taken.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
}

impl Store {
    pub fn new(masks: Vec<Mask>) -> Store {
        Store {
            is_changed: vec![false; masks.len()],
            masks,
            trail: Vec::new(),
            why: Why::Decision,
            changed: Vec::new(),
        }
    }

    /// Starts again with other candidates, and forgets all changes.
    pub fn reset(&mut self, masks: &[Mask]) {
        self.forget_changes();
        self.trail.clear();
        self.masks.clear();
        self.masks.extend_from_slice(masks);
        self.is_changed.resize(masks.len(), false);
    }

    pub fn masks(&self) -> &[Mask] {
        &self.masks
    }

    pub fn mask(&self, cell: u32) -> Mask {
        self.masks[cell as usize]
    }

    /// Leaves a cell only the candidates in `mask`.
    pub fn restrict(&mut self, cell: u32, mask: Mask) -> Alive {
        let old = self.masks[cell as usize];
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        let why = self.why;
        self.trail.push(Change {
            cell,
            old,
            new,
            why,
        });
        self.masks[cell as usize] = new;
        if new == 0 {
            return Err(Dead);
        }
        if !self.is_changed[cell as usize] {
            self.is_changed[cell as usize] = true;
            self.changed.push(cell);
        }
        Ok(())
    }

    /// Removes the candidates in `mask`.
    pub fn remove(&mut self, cell: u32, mask: Mask) -> Alive {
        self.restrict(cell, !mask)
    }

    /// A cell that changed and was not taken since.
    pub fn take_changed(&mut self) -> Option<u32> {
        let cell = self.changed.pop()?;
        self.is_changed[cell as usize] = false;
        Some(cell)
    }

    /// Whether any cell changed that was not taken since.
    pub fn has_changes(&self) -> bool {
        !self.changed.is_empty()
    }

    pub fn forget_changes(&mut self) {
        while self.take_changed().is_some() {}
    }

    /// A point to which [`Store::undo`] can return.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all changes since the mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some(change) = self.trail.pop() {
                self.masks[change.cell as usize] = change.old;
            }
        }
    }

    /// All changes that were not taken back.
    pub fn trail(&self) -> &[Change] {
        &self.trail
    }

    /// The cell that changed last.
    pub fn last_changed(&self) -> Option<u32> {
        self.trail.last().map(|change| change.cell)
    }
}

/// The indices of the digits of a mask, from the lowest.
#[inline]
pub(super) fn digits(mask: Mask) -> impl Iterator<Item = u32> {
    members(mask).map(|digit| digit as u32)
}
