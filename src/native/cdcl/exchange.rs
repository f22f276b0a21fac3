//! Short clauses that searches of the same problem tell each other.
//!
//! What a search learns follows from the problem and from the solutions that it
//! showed already, so that whoever takes over a clause misses no other solution.

use super::clauses::Lit;
use std::sync::{Mutex, PoisonError};

/// Longest clause that is told.
const LONGEST: usize = 2;

/// Most clauses that are kept for others.
const MOST: usize = 1 << 16;

/// The clauses of all searches, in the order of their coming.
#[derive(Default)]
pub struct Exchange {
    told: Mutex<Vec<Told>>,
}

struct Told {
    by: usize,
    clause: Box<[Lit]>,
}

/// One search's way in and out.
pub struct Port<'e> {
    exchange: &'e Exchange,
    /// The number of the search.
    own: usize,
    /// How many clauses it has heard.
    heard: usize,
    /// What is still to be told.
    waiting: Vec<Box<[Lit]>>,
}

impl Exchange {
    /// The way in and out of the search with this number.
    pub fn port(&self, own: usize) -> Port<'_> {
        Port {
            exchange: self,
            own,
            heard: 0,
            waiting: Vec::new(),
        }
    }
}

impl Port<'_> {
    /// A clause was learnt; short ones are told to the others.
    pub fn learnt(&mut self, clause: &[Lit]) {
        if clause.len() <= LONGEST {
            self.waiting.push(clause.into());
        }
    }

    /// Tells what waits and hears what is new.
    pub fn trade(&mut self) -> Vec<Box<[Lit]>> {
        let told = self.exchange.told.lock();
        let mut told = told.unwrap_or_else(PoisonError::into_inner);
        let new = told.iter().skip(self.heard);
        let others = new.filter(|told| told.by != self.own);
        let news = others.map(|told| told.clause.clone()).collect();
        let room = MOST.saturating_sub(told.len());
        let by = self.own;
        told.extend(
            self.waiting
                .drain(..)
                .take(room)
                .map(|clause| Told { by, clause }),
        );
        self.heard = told.len();
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_clauses_reach_the_others_once() {
        let exchange = Exchange::default();
        let (mut one, mut two) = (exchange.port(1), exchange.port(2));
        let (a, b, c) = (Lit::yes(0), Lit::no(1), Lit::no(2));
        one.learnt(&[a]);
        one.learnt(&[a, b]);
        one.learnt(&[a, b, c]);
        assert!(one.trade().is_empty());
        two.learnt(&[c]);
        let heard: Vec<Vec<Lit>> = two.trade().into_iter().map(Vec::from).collect();
        assert_eq!(heard, [vec![a], vec![a, b]]);
        assert!(two.trade().is_empty());
        assert_eq!(one.trade().len(), 1);
    }
}
