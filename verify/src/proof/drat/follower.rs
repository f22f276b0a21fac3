//! Following what the search found, which is not trusted.
//!
//! The search for what a lemma follows from is fast, and so it is long. What it found is a few
//! clauses, and these are followed here one by one, as in LRAT: a mistake in the search may lose
//! a proof, but cannot make a lemma follow that does not.

use super::Hint;
use super::database::Id;
use super::propagation::Propagation;
use crate::proof::pace::{Pace, Stopped};
use crate::proof::variables::{Code, VariableMap};

/// What the hints may use: clauses of the core, and literals that are settled and needed. The
/// backward pass checks both later.
#[derive(Clone, Copy)]
pub struct Ground<'k> {
    pub known: &'k Propagation,
    /// By variable.
    pub is_needed: &'k [bool],
}

impl Ground<'_> {
    /// The literal of a variable that is settled.
    fn settled(self, code: Code) -> Option<Code> {
        let is_needed = self.is_needed[(code >> 1) as usize];
        match self.known.value(code) {
            value if value == 0 || !is_needed => None,
            value => Some(code ^ Code::from(value < 0)),
        }
    }

    fn has(self, id: Id) -> bool {
        self.known.database.is_live(id) && self.known.is_core(id)
    }
}

/// What assumptions lead to, by hints alone.
pub struct Follower {
    /// By literal: 1 is true, -1 false, 0 unassigned.
    values: Vec<i8>,
    /// Literals that are true.
    trail: Vec<Code>,
}

impl Follower {
    /// Nothing is assumed about this many variables.
    pub fn new(variables: usize) -> Follower {
        Follower {
            values: vec![0; 2 * variables],
            trail: Vec::new(),
        }
    }

    /// Whether these hints show that a clause cannot be false.
    pub fn shows(
        &mut self,
        ground: Ground<'_>,
        variables: &mut VariableMap,
        clause: &[Code],
        hints: &[Hint],
        pace: &mut Pace<'_>,
    ) -> Result<bool, Stopped> {
        let shown = self.falsify(clause) || self.follow(ground, variables, hints, pace)?;
        self.backtrack(0);
        Ok(shown)
    }

    /// Whether these hints show that no resolvent of a lemma with a clause of the core that has
    /// the negation of this literal can be false.
    pub fn shows_resolvents(
        &mut self,
        ground: Ground<'_>,
        variables: &mut VariableMap,
        core: &[Id],
        (lemma, pivot): (&[Code], Code),
        hints: &[Hint],
        pace: &mut Pace<'_>,
    ) -> Result<bool, Stopped> {
        let known = ground.known;
        let mut groups = hints.chunk_by(|_, next| !matches!(next, Hint::Candidate(_)));
        let mut shown = known.value(pivot) == 0 && lemma.contains(&pivot) && !self.falsify(lemma);
        let level = self.trail.len();
        for &id in core.iter().filter(|id| known.database.is_live(**id)) {
            let clause = known.database.clause(id);
            pace.visit(1 + clause.len())?;
            if !shown || !clause.contains(&(pivot ^ 1)) {
                continue;
            }
            let others = clause.iter().copied().filter(|code| *code != pivot ^ 1);
            let others: Vec<Code> = others.collect();
            shown = match groups.next() {
                Some([Hint::Candidate(candidate), hints @ ..]) if *candidate == id => {
                    self.falsify(&others) || self.follow(ground, variables, hints, pace)?
                }
                _ => false,
            };
            self.backtrack(level);
        }
        self.backtrack(0);
        Ok(shown && groups.next().is_none())
    }

    /// Makes all literals false; whether one of them is true.
    fn falsify(&mut self, clause: &[Code]) -> bool {
        clause.iter().any(|code| !self.satisfy(code ^ 1))
    }

    /// Makes a literal true, unless it is false.
    fn satisfy(&mut self, code: Code) -> bool {
        if self.values[code as usize] == 0 {
            self.values[code as usize] = 1;
            self.values[(code ^ 1) as usize] = -1;
            self.trail.push(code);
        }
        self.values[code as usize] > 0
    }

    fn backtrack(&mut self, length: usize) {
        for code in self.trail.drain(length..) {
            self.values[code as usize] = 0;
            self.values[(code ^ 1) as usize] = 0;
        }
    }

    /// Whether the hints lead to a clause without a literal left.
    fn follow(
        &mut self,
        ground: Ground<'_>,
        variables: &mut VariableMap,
        hints: &[Hint],
        pace: &mut Pace<'_>,
    ) -> Result<bool, Stopped> {
        for hint in hints {
            pace.visit(1)?;
            let implied = match *hint {
                Hint::Unit(variable) => match ground.settled(variables.code(variable)) {
                    None => return Ok(false),
                    Some(code) => code,
                },
                Hint::Clause(id) if ground.has(id) => {
                    let clause = ground.known.database.clause(id);
                    pace.visit(clause.len())?;
                    let mut left = clause
                        .iter()
                        .filter(|code| self.values[**code as usize] >= 0);
                    match (left.next(), left.next()) {
                        (None, _) => return Ok(true),
                        (Some(&last), None) => last,
                        (Some(_), Some(_)) => return Ok(false),
                    }
                }
                Hint::Clause(_) | Hint::Candidate(_) => return Ok(false),
            };
            if !self.satisfy(implied) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether this clause made a literal true, because of literals that became false before.
pub fn settled(known: &Propagation, code: Code, reason: Id) -> bool {
    let clause = known.database.clause(reason);
    let came_first = |other: &Code| known.place(*other) < known.place(code);
    let mut others = clause.iter().filter(|other| **other != code);
    known.database.is_live(reason)
        && clause.contains(&code)
        && others.all(|other| known.value(*other) < 0 && came_first(other))
}
