//! Cells that differ: removes every candidate that no assignment of different digits
//! uses (J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs",
//! AAAI 1994).

use super::store::{Alive, Dead, Store, digits};
use crate::rules::{MAX_DIGITS, Mask};

const NONE: u8 = u8::MAX;

/// The open cells of a constraint of difference, and a digit for each; fewer than `N`
/// cells, and digits below `N`.
struct Matching<const N: usize> {
    masks: [Mask; N],
    count: usize,
    /// The digit of each cell.
    digit_of: [u8; N],
    /// The cell of each digit.
    owner: [u8; N],
}

/// Digits below which small tables suffice.
const SMALL: usize = 16;

/// Removes all candidates that are in no assignment. At most as many cells as digits.
pub(super) fn distinct(cells: &[u32], store: &mut Store) -> Alive {
    let union = cells
        .iter()
        .fold(0, |union, &cell| union | store.mask(cell));
    match cells.len() <= SMALL && union >> SMALL == 0 {
        true => distinct_within::<{ SMALL + 1 }>(cells, store),
        false => distinct_within::<{ MAX_DIGITS + 1 }>(cells, store),
    }
}

fn distinct_within<const N: usize>(cells: &[u32], store: &mut Store) -> Alive {
    let mut taken = 0;
    let mut places = [0; N];
    let mut count = 0;
    for &cell in cells {
        let mask = store.mask(cell);
        if !mask.is_power_of_two() {
            places[count] = cell;
            count += 1;
        } else if taken & mask != 0 {
            return Err(Dead);
        } else {
            taken |= mask;
        }
    }
    let mut masks = [0; N];
    let mut union = 0;
    for (mask, &cell) in masks.iter_mut().zip(&places[..count]) {
        *mask = store.mask(cell) & !taken;
        union |= *mask;
        store.remove(cell, taken)?;
    }
    let is_easy = count < 2 || masks[..count].iter().all(|&mask| mask == union);
    if is_easy {
        let enough = count <= union.count_ones() as usize;
        return if enough { Ok(()) } else { Err(Dead) };
    }
    let mut matching = Matching {
        masks,
        count,
        digit_of: [NONE; N],
        owner: [NONE; N],
    };
    matching.complete()?;
    let mut components = Components::new(&matching, union);
    components.visit_all();
    for (place, &cell) in places[..count].iter().enumerate() {
        store.restrict(cell, components.useful(&matching, place))?;
    }
    Ok(())
}

/// Cells, by their places in `masks`, that together have fewer digits than they are, and
/// those digits: why there is no assignment. Each mask is for a cell of its own.
pub(super) fn violator(masks: &[Mask]) -> Option<(Vec<usize>, Mask)> {
    let mut owners = [NONE; MAX_DIGITS];
    for cell in 0..masks.len() {
        let mut tried = 0;
        if !augment(masks, &mut owners, cell, &mut tried) {
            let others = digits(tried).map(|digit| usize::from(owners[digit as usize]));
            return Some((others.chain([cell]).collect(), tried));
        }
    }
    None
}

fn augment(masks: &[Mask], owners: &mut [u8], cell: usize, tried: &mut Mask) -> bool {
    while masks[cell] & !*tried != 0 {
        let digit = (masks[cell] & !*tried).trailing_zeros() as usize;
        *tried |= 1 << digit;
        let owner = owners[digit];
        if owner == NONE || augment(masks, owners, usize::from(owner), tried) {
            owners[digit] = cell as u8;
            return true;
        }
    }
    false
}

impl<const N: usize> Matching<N> {
    fn complete(&mut self) -> Alive {
        let mut taken: Mask = 0;
        for cell in 0..self.count {
            let free = self.masks[cell] & !taken;
            if free != 0 {
                self.assign(cell, free.trailing_zeros() as usize);
                taken |= 1 << free.trailing_zeros();
            } else if self.augment(cell, &mut 0) {
                taken = self.taken();
            } else {
                return Err(Dead);
            }
        }
        Ok(())
    }

    fn taken(&self) -> Mask {
        let taken = self.digit_of[..self.count].iter();
        let taken = taken.filter(|&&digit| digit != NONE);
        taken.fold(0, |mask, digit| mask | 1 << digit)
    }

    fn assign(&mut self, cell: usize, digit: usize) {
        self.digit_of[cell] = digit as u8;
        self.owner[digit] = cell as u8;
    }

    /// Finds a digit for a cell, moving other cells if necessary.
    fn augment(&mut self, cell: usize, tried: &mut Mask) -> bool {
        for digit in digits(self.masks[cell]) {
            if *tried >> digit & 1 == 1 {
                continue;
            }
            *tried |= 1 << digit;
            let owner = self.owner[digit as usize];
            if owner == NONE || self.augment(owner as usize, tried) {
                self.assign(cell, digit as usize);
                return true;
            }
        }
        false
    }
}

/// Strongly connected components of the cells: a way leads from a cell to the owner of
/// each of its candidates, and by way of any free digit to all cells (R. Tarjan 1972).
struct Components<const N: usize> {
    /// By cell the cells that it leads to; the last node stands for free digits.
    next: [Mask; N],
    /// By cell and for free digits.
    number: [u8; N],
    lowest: [u8; N],
    leads_to_free: Mask,
    free: Mask,
    count: usize,
    visited: u8,
    stack: [u8; N],
    height: usize,
    component: [u8; N],
}

impl<const N: usize> Components<N> {
    fn new(matching: &Matching<N>, union: Mask) -> Components<N> {
        let count = matching.count;
        let free = union & !matching.taken();
        let mut next = [0; N];
        let mut leads_to_free = 0;
        for (cell, next) in next.iter_mut().enumerate().take(count) {
            let mask = matching.masks[cell];
            if mask & free != 0 {
                leads_to_free |= 1 << cell;
            }
            for digit in digits(mask & !free) {
                *next |= 1 << matching.owner[digit as usize];
            }
            *next &= !(1 << cell);
        }
        next[count] = Mask::MAX >> (MAX_DIGITS - count);
        Components {
            next,
            number: [NONE; N],
            lowest: [NONE; N],
            leads_to_free,
            free,
            count,
            visited: 0,
            stack: [0; N],
            height: 0,
            component: [NONE; N],
        }
    }

    fn visit_all(&mut self) {
        for node in 0..self.count {
            if self.number[node] == NONE {
                self.visit(node);
            }
        }
    }

    fn visit(&mut self, node: usize) {
        self.number[node] = self.visited;
        self.lowest[node] = self.visited;
        self.visited += 1;
        self.stack[self.height] = node as u8;
        self.height += 1;
        let to_free = node < self.count && self.leads_to_free >> node & 1 == 1;
        let free_node = to_free.then_some(self.count);
        let next = digits(self.next[node]).map(|other| other as usize);
        for other in next.chain(free_node) {
            if self.number[other] == NONE {
                self.visit(other);
                self.lowest[node] = self.lowest[node].min(self.lowest[other]);
            } else if self.component[other] == NONE {
                self.lowest[node] = self.lowest[node].min(self.number[other]);
            }
        }
        if self.lowest[node] == self.number[node] {
            loop {
                self.height -= 1;
                let member = usize::from(self.stack[self.height]);
                self.component[member] = node as u8;
                if member == node {
                    break;
                }
            }
        }
    }

    /// The candidates of a cell that are in some assignment.
    fn useful(&self, matching: &Matching<N>, cell: usize) -> Mask {
        let own: Mask = 1 << matching.digit_of[cell];
        let shared = digits(matching.masks[cell] & !self.free & !own).filter(|&digit| {
            let owner = matching.owner[digit as usize] as usize;
            self.component[owner] == self.component[cell]
        });
        shared.fold(own | matching.masks[cell] & self.free, |mask, digit| {
            mask | 1 << digit
        })
    }
}
