//! Learnt clauses: a flat store, two watched literals each, and the clauses
//! that are worth keeping.

/// A literal: twice the variable, plus one for "not".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lit(pub u32);

impl Lit {
    /// The literal that says yes.
    pub fn yes(var: u32) -> Lit {
        Lit(2 * var)
    }

    /// The literal that says no.
    pub fn no(var: u32) -> Lit {
        Lit(2 * var + 1)
    }

    /// The variable.
    pub fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it says yes.
    pub fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }

    /// The opposite.
    pub fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }

    /// Position in tables with an entry for each literal.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clause: where its literals start in the store. The two words before them
/// hold its length and its glue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClauseRef(u32);

/// A clause that watches a literal, and another of its literals: if that one is
/// true, the clause needs no look.
#[derive(Clone, Copy)]
pub struct Watch {
    /// The clause.
    pub clause: ClauseRef,
    /// Another literal of it.
    pub blocker: Lit,
}

const HEADER: usize = 2;

/// Clauses with this glue or less are kept for good (G. Audemard and L. Simon,
/// "Predicting learnt clauses quality", IJCAI 2009).
const KEPT_GLUE: u32 = 2;

/// The learnt clauses.
pub struct Clauses {
    store: Vec<Lit>,
    list: Vec<ClauseRef>,
    /// The clauses that watch each literal's becoming false.
    pub watches: Vec<Vec<Watch>>,
}

impl Clauses {
    /// No clauses over this many variables.
    pub fn new(variables: usize) -> Clauses {
        Clauses {
            store: Vec::new(),
            list: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
        }
    }

    /// Adds a clause of two literals or more; the first two are watched.
    pub fn add(&mut self, literals: &[Lit], glue: u32) -> ClauseRef {
        self.store.push(Lit(literals.len() as u32));
        self.store.push(Lit(glue));
        let clause = ClauseRef(self.store.len() as u32);
        self.store.extend_from_slice(literals);
        self.list.push(clause);
        self.watch(clause);
        clause
    }

    /// The literals of a clause.
    pub fn literals(&self, clause: ClauseRef) -> &[Lit] {
        let start = clause.0 as usize;
        &self.store[start..start + self.store[start - HEADER].0 as usize]
    }

    /// The literals of a clause, to be reordered.
    pub fn literals_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let start = clause.0 as usize;
        let length = self.store[start - HEADER].0 as usize;
        &mut self.store[start..start + length]
    }

    /// Forgets the worse half of the clauses: those with high glue, longer ones
    /// first. `locked` tells those that are reasons; `moved` learns where the
    /// ones that stay went.
    pub fn forget(
        &mut self,
        locked: impl Fn(ClauseRef) -> bool,
        mut moved: impl FnMut(ClauseRef, ClauseRef),
    ) {
        let rank = |clause: &ClauseRef| (self.glue(*clause), self.literals(*clause).len());
        let mut ranked = self.list.clone();
        ranked.sort_by_cached_key(rank);
        let keep = ranked.len() / 2;
        let forgotten: Vec<bool> = ranked
            .iter()
            .enumerate()
            .map(|(place, clause)| {
                place >= keep && self.glue(*clause) > KEPT_GLUE && !locked(*clause)
            })
            .collect();
        let old = std::mem::take(&mut self.store);
        self.list.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        for (clause, _) in ranked.into_iter().zip(forgotten).filter(|(_, gone)| !gone) {
            let start = clause.0 as usize;
            let length = old[start - HEADER].0 as usize;
            let to = self.add(&old[start..start + length], old[start - 1].0);
            moved(clause, to);
        }
    }

    fn glue(&self, clause: ClauseRef) -> u32 {
        self.store[clause.0 as usize - 1].0
    }

    fn watch(&mut self, clause: ClauseRef) {
        let [first, second, ..] = *self.literals(clause) else {
            return;
        };
        self.watches[first.index()].push(Watch {
            clause,
            blocker: second,
        });
        self.watches[second.index()].push(Watch {
            clause,
            blocker: first,
        });
    }
}
