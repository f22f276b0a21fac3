//! Conflict-driven clause learning on the cells and houses themselves.
//!
//! A SAT solver sees "exactly one of these" as clauses: for 81×81, a hundred million of
//! them. Here each group of which exactly one candidate holds is one counter: a true
//! member makes the others false, the last one left becomes true, and either is a reason
//! that conflict analysis can ask for. Only what is learnt is stored as clauses. That
//! solves hard grids of 25×25 to 121×121 in seconds which depth-first search does not
//! finish.
//!
//! The techniques are the usual ones: first unique implication point (GRASP, 1996),
//! watched literals and VSIDS (Chaff, 2001), clause minimisation (N. Sörensson and
//! A. Biere, SAT 2009), glue and restarts by it (Glucose, 2009 and 2012).

mod analyse;
mod clauses;
mod exact_cover;
mod order;
mod propagate;
mod race;
mod restart;

pub(super) use clauses::{ClauseRef, Clauses, KEPT_GLUE, Lit, Watch};
pub use exact_cover::PartialBoard;
pub(super) use order::Order;

use crate::grid::{Candidate, Candidates, Cell, Solution};
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::threads::Threads;
use exact_cover::{ExactCover, Var};
use restart::Restarts;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Conflicts before half of the learnt clauses are forgotten, and how many more each
/// time.
const FORGET: u64 = 4000;
const FORGET_STEP: u64 = 1000;

/// Conflicts between two looks at the limits.
const CONFLICTS_PER_CHECK: u64 = 64;

/// Decisions between two looks at the limits: on the largest grids each may take
/// a millisecond.
const DECISIONS_PER_CHECK: u64 = 64;

/// Variables that a decision takes from the order at most: on the largest grids millions of them
/// have values already.
const POPS_PER_DECISION: usize = 1 << 10;

/// Values of literals.
const TRUE: i8 = 1;
const FALSE: i8 = -1;
const OPEN: i8 = 0;

/// Why a literal holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// It was decided, or holds at level 0.
    None,
    /// This variable of the same group is true, so the literal's is false.
    Taken(Var),
    /// All other members of this group are false.
    Last(u32),
    /// All other literals of this clause are false.
    Clause(ClauseRef),
}

/// A contradiction.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    /// Two members of a group are true.
    Two(Var, Var),
    /// No member of this group is left.
    Empty(u32),
    /// All literals of this clause are false.
    Clause(ClauseRef),
}

/// What a search does with a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LemmaStep {
    /// Learns it: from the groups and the clauses so far, unit propagation shows that one of
    /// its literals holds.
    Learn,
    /// Forgets it.
    Forget,
}

/// Called with each clause that a search learns or forgets: its literals are candidates and
/// whether they hold.
pub type Lemmas<'l> = dyn FnMut(LemmaStep, &[(Candidate, bool)]) + 'l;

/// The search.
struct Search<'p> {
    cover: &'p ExactCover,
    lemmas: Option<&'p mut Lemmas<'p>>,
    /// [`TRUE`], [`FALSE`] or [`OPEN`], by literal.
    values: Vec<i8>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    /// Members of each group that are not false, as far as propagated.
    left: Vec<u32>,
    trail: Vec<Lit>,
    /// Trail up to which everything was propagated.
    head: usize,
    /// Trail length at each decision.
    levels: Vec<usize>,
    clauses: Clauses,
    order: Order,
    restarts: Restarts,
    seen: Vec<bool>,
    /// Members of the learnt clause that each variable took away.
    taken: Vec<u32>,
    learnt: Vec<Lit>,
    to_clear: Vec<Var>,
    /// Variables whose reasons are still to be resolved.
    to_explain: Vec<Var>,
}

/// Shows every completion of `left`, the candidates after a
/// [`Closure`](super::Closure), to `visit` until it breaks. The seed breaks ties between
/// variables.
pub fn search(
    left: &Candidates,
    seed: u64,
    limits: &Limits,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    match ExactCover::new_within(left, limits) {
        Ok(cover) => Search::new(&cover, seed).run(limits, visit),
        Err(reason) => End::Stopped(reason),
    }
}

/// Like [`search`], on a board whose cells are in these three of its houses.
pub fn search_board(
    board: PartialBoard,
    houses_of: impl Fn(Cell) -> [usize; 3],
    seed: u64,
    limits: &Limits,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    match ExactCover::of_board(board, houses_of, limits) {
        Ok(cover) => Search::new(&cover, seed).run(limits, visit),
        Err(reason) => End::Stopped(reason),
    }
}

/// Like [`search`], and shows all it learns: the clauses refute the groups of `left` with
/// the negation of each solution that is shown. The last one is empty if the search ends
/// with [`End::Exhausted`].
pub fn refute(
    left: &Candidates,
    seed: u64,
    limits: &Limits,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    lemmas: &mut Lemmas<'_>,
) -> End {
    let cover = match ExactCover::new_within(left, limits) {
        Ok(cover) => cover,
        Err(reason) => return End::Stopped(reason),
    };
    let end = {
        let mut search = Search::new(&cover, seed);
        search.lemmas = Some(&mut *lemmas);
        search.run(limits, visit)
    };
    if end == End::Exhausted {
        lemmas(LemmaStep::Learn, &[]);
    }
    end
}

/// Like [`search`], with as many parallel searches as there are threads to share, but no
/// more than `most`; the first one has the seed `seed`.
pub fn race(
    left: &Candidates,
    seed: u64,
    threads: &Threads,
    most: usize,
    limits: &Limits,
    visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    match ExactCover::new_within(left, limits) {
        Ok(cover) => race::search(&cover, seed, threads, most, limits, visit),
        Err(reason) => End::Stopped(reason),
    }
}

impl<'p> Search<'p> {
    fn new(cover: &'p ExactCover, seed: u64) -> Search<'p> {
        let count = cover.variables();
        // Members of small groups and of the guess first; the seed breaks ties.
        let smallest = |var: usize| {
            let groups = cover.groups_of[var].iter();
            groups.map(|&g| cover.members(g).len()).min().unwrap_or(1)
        };
        let noise = |var: usize| {
            let mixed = (var as u64 ^ seed.rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (mixed >> 40) as f64 / (1u64 << 24) as f64
        };
        let guess = |var| f64::from(u8::from(cover.is_guessed(var)));
        let activity = |var| 0.1 / smallest(var) as f64 + 0.001 * (noise(var) + guess(var));
        Search {
            cover,
            lemmas: None,
            values: vec![OPEN; 2 * count],
            level: vec![0; count],
            reason: vec![Reason::None; count],
            left: (0..cover.groups() as u32)
                .map(|g| cover.members(g).len() as u32)
                .collect(),
            trail: Vec::with_capacity(count),
            head: 0,
            levels: Vec::new(),
            clauses: Clauses::new(count),
            order: Order::new((0..count).map(activity).collect()),
            restarts: Restarts::default(),
            seen: vec![false; count],
            taken: vec![0; count],
            learnt: Vec::new(),
            to_clear: Vec::new(),
            to_explain: Vec::new(),
        }
    }

    fn run(&mut self, limits: &Limits, visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>) -> End {
        let mut conflicts = 0u64;
        let mut decisions = 0u64;
        let mut forgets = 0;
        let mut forget_at = FORGET;
        loop {
            if let Some(conflict) = self.propagate() {
                conflicts += 1;
                if self.levels.is_empty() {
                    return End::Exhausted;
                }
                self.learn_from(conflict);
                if conflicts.is_multiple_of(CONFLICTS_PER_CHECK)
                    && let Some(reason) = limits.exceeded()
                {
                    return End::Stopped(reason);
                }
                continue;
            }
            if conflicts >= forget_at {
                forgets += 1;
                forget_at = conflicts + FORGET + FORGET_STEP * forgets;
                self.forget();
            }
            if self.restarts.is_due() {
                self.go_back_to(0);
                continue;
            }
            decisions += 1;
            if decisions.is_multiple_of(DECISIONS_PER_CHECK)
                && let Some(reason) = limits.exceeded()
            {
                return End::Stopped(reason);
            }
            if !self.decide() {
                continue;
            }
            let is_true = |var| self.values[Lit::yes(var).index()] == TRUE;
            let solution = self.cover.solution(is_true);
            if visit(&solution).is_break() {
                return End::Enough;
            }
            if !self.block() {
                return End::Exhausted;
            }
            if let Err(reason) = self.clauses.check_room() {
                return End::Stopped(reason);
            }
        }
    }

    /// Makes the most active open variable true, unless that takes long to find. Returns whether
    /// none is open.
    fn decide(&mut self) -> bool {
        if self.trail.len() == self.level.len() {
            return true;
        }
        for _ in 0..POPS_PER_DECISION {
            let Some(var) = self.order.pop() else {
                return true;
            };
            let lit = Lit::yes(var);
            if self.values[lit.index()] == OPEN {
                self.levels.push(self.trail.len());
                self.assign(lit, Reason::None);
                break;
            }
        }
        false
    }

    fn assign(&mut self, lit: Lit, reason: Reason) {
        let var = lit.var() as usize;
        self.values[lit.index()] = TRUE;
        self.values[lit.not().index()] = FALSE;
        self.level[var] = self.levels.len() as u32;
        self.reason[var] = reason;
        self.trail.push(lit);
    }

    /// Takes back all decisions above `level`.
    fn go_back_to(&mut self, level: usize) {
        let Some(&start) = self.levels.get(level) else {
            return;
        };
        for place in (start..self.trail.len()).rev() {
            let lit = self.trail[place];
            let var = lit.var();
            if place < self.head && !lit.is_yes() {
                for group in self.cover.groups_of[var as usize] {
                    self.left[group as usize] += 1;
                }
            }
            self.values[lit.index()] = OPEN;
            self.values[lit.not().index()] = OPEN;
            self.order.insert(var);
        }
        self.trail.truncate(start);
        self.levels.truncate(level);
        self.head = self.head.min(start);
    }

    /// Excludes the solution by the decisions that led to it. Returns whether there may be
    /// more.
    fn block(&mut self) -> bool {
        let decided = self.levels.iter().map(|&start| self.trail[start].not());
        let mut clause: Vec<Lit> = decided.collect();
        clause.reverse();
        match clause[..] {
            [] => return false,
            _ => self.show(LemmaStep::Learn, &clause),
        }
        match clause[..] {
            [] => {}
            [only] => {
                self.go_back_to(0);
                self.assign(only, Reason::None);
            }
            [last, ..] => {
                let level = self.levels.len() - 1;
                self.go_back_to(level);
                // Glue 0 keeps the clause for good.
                let clause = self.clauses.add(&clause, 0);
                self.assign(last, Reason::Clause(clause));
            }
        }
        true
    }

    /// Shows a clause to whoever follows the search.
    fn show(&mut self, step: LemmaStep, clause: &[Lit]) {
        if let Some(lemmas) = &mut self.lemmas {
            let candidate = |lit: &Lit| self.cover.candidates[lit.var() as usize];
            let literals = clause.iter().map(|lit| (candidate(lit), lit.is_yes()));
            lemmas(step, &literals.collect::<Vec<_>>());
        }
    }

    /// Forgets the worse half of the learnt clauses, except those that are reasons.
    fn forget(&mut self) {
        let mut moved: HashMap<ClauseRef, ClauseRef> = HashMap::new();
        for lit in &self.trail {
            if let Reason::Clause(clause) = self.reason[lit.var() as usize] {
                moved.insert(clause, clause);
            }
        }
        let reasons: HashSet<ClauseRef> = moved.keys().copied().collect();
        let is_reason = |clause| reasons.contains(&clause);
        let mut gone: HashMap<ClauseRef, Vec<Lit>> = match self.lemmas {
            None => HashMap::new(),
            Some(_) => {
                let literals = |clause| (clause, self.clauses.literals(clause).to_vec());
                self.clauses.all().map(literals).collect()
            }
        };
        self.clauses.forget(is_reason, |from, to| {
            gone.remove(&from);
            moved.entry(from).and_modify(|clause| *clause = to);
        });
        gone.values()
            .for_each(|clause| self.show(LemmaStep::Forget, clause));
        for lit in &self.trail {
            if let Reason::Clause(clause) = &mut self.reason[lit.var() as usize] {
                *clause = moved[clause];
            }
        }
    }
}

#[cfg(test)]
mod tests;
