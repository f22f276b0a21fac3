//! Variables by activity: those that took part in recent conflicts first
//! (VSIDS; M. Moskewicz and others, "Chaff", DAC 2001).

use super::exact_cover::Var;

/// Every conflict makes earlier bumps count less by this factor.
const DECAY: f64 = 0.985;
const RESCALE: f64 = 1e100;

/// A binary heap of variables, the most active on top.
pub struct Order {
    activity: Vec<f64>,
    step: f64,
    heap: Vec<Var>,
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Order {
    /// All variables, with these first activities.
    pub fn new(activity: Vec<f64>) -> Order {
        let count = activity.len();
        let mut order = Order {
            activity,
            step: 1.0,
            heap: Vec::with_capacity(count),
            place: vec![ABSENT; count],
        };
        for var in 0..count as Var {
            order.insert(var);
        }
        order
    }

    /// Makes a variable more active.
    pub fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var as usize];
        *activity += self.step;
        if *activity > RESCALE {
            for activity in &mut self.activity {
                *activity /= RESCALE;
            }
            self.step /= RESCALE;
        }
        let place = self.place[var as usize];
        if place != ABSENT {
            self.up(place as usize);
        }
    }

    /// Makes all earlier bumps count less.
    pub fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// Puts a variable back.
    pub fn insert(&mut self, var: Var) {
        if self.place[var as usize] == ABSENT {
            self.place[var as usize] = self.heap.len() as u32;
            self.heap.push(var);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable.
    pub fn pop(&mut self) -> Option<Var> {
        let last = self.heap.pop()?;
        let Some(&top) = self.heap.first() else {
            self.place[last as usize] = ABSENT;
            return Some(last);
        };
        self.place[top as usize] = ABSENT;
        self.put(0, last);
        self.down(0);
        Some(top)
    }

    fn put(&mut self, place: usize, var: Var) {
        self.heap[place] = var;
        self.place[var as usize] = place as u32;
    }

    fn before(&self, a: Var, b: Var) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn up(&mut self, mut place: usize) {
        let var = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.before(var, self.heap[parent]) {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, var);
    }

    fn down(&mut self, mut place: usize) {
        let var = self.heap[place];
        loop {
            let left = 2 * place + 1;
            let Some(&first) = self.heap.get(left) else {
                break;
            };
            let child = match self.heap.get(left + 1) {
                Some(&second) if self.before(second, first) => left + 1,
                _ => left,
            };
            if !self.before(self.heap[child], var) {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, var);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_by_activity() {
        let mut order = Order::new(vec![0.0; 6]);
        for var in [3, 3, 3, 5, 5, 1] {
            order.bump(var);
        }
        order.decay();
        order.bump(0);
        let top: Vec<Var> = std::iter::from_fn(|| order.pop()).take(4).collect();
        assert_eq!(top, [3, 5, 0, 1]);
        order.insert(3);
        order.insert(3);
        assert_eq!(order.pop(), Some(3));
        assert_eq!(std::iter::from_fn(|| order.pop()).count(), 2);
    }
}
