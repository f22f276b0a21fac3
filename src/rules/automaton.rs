//! Finite automata that read the digits of a line.

use super::board::{MAX_DIGITS, Mask};
use crate::limits::Limits;
use crate::outcome::Reason;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::HashMap;

/// A deterministic automaton. A line that no transition allows is refused.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Automaton {
    /// The class of each digit: digits of a class lead from each state to the same one. They
    /// are numbered in the order of their first digits.
    classes: Vec<u8>,
    start: u32,
    accepting: Vec<bool>,
    /// By state, then class; [`DEAD`] for none.
    next: Vec<u32>,
    /// How many classes there are.
    width: usize,
}

const DEAD: u32 = u32::MAX;

/// Maximum number of states of an automaton.
pub const MAX_STATES: usize = 200_000;

/// Maximum number of states in all sets of states that a nondeterministic automaton reaches.
const MAX_IN_SETS: usize = 5_000_000;

/// Maximum number of bytes in the states of all sets that are kept, each of them twice.
const MAX_SET_BYTES: usize = 1 << 26;

/// What is wrong with an automaton.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AutomatonError {
    /// A state or digit that does not exist.
    #[error("the transition from state {0} by digit {1} to state {2} names what does not exist")]
    Transition(usize, usize, usize),
    /// A start or accepting state that does not exist.
    #[error("state {0} does not exist; there are {1}")]
    State(usize, usize),
    /// More states than [`MAX_STATES`].
    #[error("more than {MAX_STATES} states")]
    TooLarge,
    /// Sets of states that would take too long, or too much memory.
    #[error("too many sets of states in which it may be at once")]
    SetsTooLarge,
    /// A limit came before the automaton was complete.
    #[error("{0}")]
    Stopped(Reason),
    /// No line is accepted, whatever its length.
    #[error("it accepts nothing")]
    Empty,
}

/// A transition: from a state, by the index of a digit, to a state.
pub type Transition = (usize, usize, usize);

// Digits are bits of a `Mask`, and their classes are bytes.
fn assert_digits(digits: usize) {
    assert!(
        digits <= MAX_DIGITS,
        "an automaton over {digits} digits, expected at most {MAX_DIGITS}"
    );
}

impl Automaton {
    /// A deterministic automaton that accepts the same lines as the nondeterministic one
    /// with these states and transitions.
    ///
    /// # Errors
    /// [`AutomatonError`].
    ///
    /// # Panics
    /// If there are more digits than [`MAX_DIGITS`].
    pub fn new(
        digits: usize,
        states: usize,
        start: &[usize],
        accepting: &[usize],
        transitions: &[Transition],
    ) -> Result<Automaton, AutomatonError> {
        let (length, limits) = (usize::MAX, &Limits::unlimited());
        Automaton::for_lines(
            (digits, length),
            states,
            start,
            accepting,
            transitions,
            limits,
        )
    }

    /// [`Automaton::new`] for lines of at most `length` digits: states that only longer lines reach
    /// are left out.
    ///
    /// # Errors
    /// [`AutomatonError`].
    ///
    /// # Panics
    /// If there are more digits than [`MAX_DIGITS`].
    pub fn for_lines(
        (digits, length): (usize, usize),
        states: usize,
        start: &[usize],
        accepting: &[usize],
        transitions: &[Transition],
        limits: &Limits,
    ) -> Result<Automaton, AutomatonError> {
        for &state in start.iter().chain(accepting) {
            if state >= states {
                return Err(AutomatonError::State(state, states));
            }
        }
        let mut next: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
        for &(from, digit, to) in transitions {
            if from >= states || to >= states || digit >= digits {
                return Err(AutomatonError::Transition(from, digit, to));
            }
            next.entry((from, digit)).or_default().push(to);
        }
        let mut start = start.to_vec();
        start.sort_unstable();
        start.dedup();
        let accepting: FxHashSet<usize> = accepting.iter().copied().collect();
        let step = |&state: &usize, digit| {
            let reached = next.get(&(state, digit));
            reached.into_iter().flatten().copied()
        };
        let accepts = |state: &usize| accepting.contains(state);
        let effort = (MAX_IN_SETS, limits);
        Automaton::explore_sets((digits, length), effort, start, accepts, step)
    }

    /// The automaton whose states are the sets of states in which a nondeterministic one may
    /// be, for this many digits and lines of at most a length. Its sets may have `most` states
    /// in all.
    ///
    /// # Errors
    /// Those of [`Automaton::explore_lines`], and [`AutomatonError::SetsTooLarge`].
    pub(super) fn explore_sets<S: Clone + Ord + std::hash::Hash, I: IntoIterator<Item = S>>(
        (digits, length): (usize, usize),
        (most, limits): (usize, &Limits),
        start: Vec<S>,
        accepts: impl Fn(&S) -> bool,
        next: impl Fn(&S, usize) -> I,
    ) -> Result<Automaton, AutomatonError> {
        let (in_sets, kept) = (Cell::new(0), Cell::new(0));
        let is_too_large = || in_sets.get() > most || kept.get() > MAX_SET_BYTES;
        let is_accepting = |set: &Vec<S>| set.iter().any(&accepts);
        let next = |set: &Vec<S>, digit| {
            // The digits of a set come one after the other.
            if digit == 0 {
                in_sets.set(in_sets.get() + set.len());
            }
            if is_too_large() {
                return None;
            }
            let mut reached: Vec<S> = set.iter().flat_map(|state| next(state, digit)).collect();
            reached.sort_unstable();
            reached.dedup();
            reached.shrink_to_fit();
            (!reached.is_empty()).then_some(reached)
        };
        let keep = |set: &Vec<S>| kept.set(kept.get() + size_of_val(&set[..]));
        let lines = (digits, length);
        let explored = Automaton::explored(lines, start, is_accepting, next, keep, limits);
        match is_too_large() {
            true => Err(AutomatonError::SetsTooLarge),
            false => explored,
        }
    }

    /// The automaton of all states that can be reached from `start`, where `next` gives
    /// the state after a digit, or none.
    ///
    /// # Errors
    /// [`AutomatonError::TooLarge`], [`AutomatonError::Empty`].
    ///
    /// # Panics
    /// If there are more digits than [`MAX_DIGITS`].
    pub fn explore<S: Clone + Eq + std::hash::Hash>(
        digits: usize,
        start: S,
        is_accepting: impl Fn(&S) -> bool,
        next: impl Fn(&S, usize) -> Option<S>,
    ) -> Result<Automaton, AutomatonError> {
        let (length, limits) = (usize::MAX, &Limits::unlimited());
        Automaton::explore_lines((digits, length), start, is_accepting, next, limits)
    }

    /// [`Automaton::explore`] for lines of a bounded length: `lines` are the number of digits of
    /// the board and the most cells of a line. States that only longer lines reach are left out.
    ///
    /// # Errors
    /// [`AutomatonError::TooLarge`], [`AutomatonError::Empty`], [`AutomatonError::Stopped`].
    ///
    /// # Panics
    /// If there are more digits than [`MAX_DIGITS`].
    pub fn explore_lines<S: Clone + Eq + std::hash::Hash>(
        lines: (usize, usize),
        start: S,
        is_accepting: impl Fn(&S) -> bool,
        next: impl Fn(&S, usize) -> Option<S>,
        limits: &Limits,
    ) -> Result<Automaton, AutomatonError> {
        Automaton::explored(lines, start, is_accepting, next, |_| (), limits)
    }

    /// `keep` sees each state once, before it is kept.
    fn explored<S: Clone + Eq + std::hash::Hash>(
        (digits, length): (usize, usize),
        start: S,
        is_accepting: impl Fn(&S) -> bool,
        next: impl Fn(&S, usize) -> Option<S>,
        keep: impl Fn(&S),
        limits: &Limits,
    ) -> Result<Automaton, AutomatonError> {
        assert_digits(digits);
        keep(&start);
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut table = Vec::new();
        let (mut at, mut depth, mut layer_end) = (0, 0, 1);
        while at < states.len() {
            if at == layer_end {
                depth += 1;
                layer_end = states.len();
            }
            if depth >= length {
                table.resize(states.len() * digits, DEAD);
                break;
            }
            limits.check().map_err(AutomatonError::Stopped)?;
            let state = states[at].clone();
            for digit in 0..digits {
                let Some(after) = next(&state, digit) else {
                    table.push(DEAD);
                    continue;
                };
                let number = *numbers.entry(after.clone()).or_insert_with(|| {
                    keep(&after);
                    states.push(after);
                    states.len() as u32 - 1
                });
                table.push(number);
            }
            if states.len() > MAX_STATES {
                return Err(AutomatonError::TooLarge);
            }
            at += 1;
        }
        let accepting: Vec<bool> = states.iter().map(is_accepting).collect();
        match accepting.contains(&true) {
            false => Err(AutomatonError::Empty),
            true => Ok(Automaton::of_table(digits, accepting, &table)),
        }
    }

    /// The automaton of a table by state, then digit. Digits that make no difference share a
    /// column: a table of many states and digits is kept only if it has to be.
    fn of_table(digits: usize, accepting: Vec<bool>, table: &[u32]) -> Automaton {
        let column = |digit: usize| table.iter().skip(digit).step_by(digits.max(1));
        let mut firsts: Vec<usize> = Vec::new();
        let classes = (0..digits).map(|digit| {
            let known = firsts
                .iter()
                .position(|&first| column(first).eq(column(digit)));
            let class = known.unwrap_or_else(|| {
                firsts.push(digit);
                firsts.len() - 1
            });
            class as u8
        });
        let classes = classes.collect();
        let rows = table.chunks_exact(digits.max(1));
        let next = rows.flat_map(|row| firsts.iter().map(|&first| row[first]));
        Automaton {
            classes,
            start: 0,
            accepting,
            next: next.collect(),
            width: firsts.len(),
        }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// How many digits each state has transitions for.
    pub fn digit_count(&self) -> usize {
        self.classes.len()
    }

    /// The state before the first digit.
    pub fn start(&self) -> usize {
        self.start as usize
    }

    /// Whether a line may end in this state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// The state after the digit with this index, if there is one.
    ///
    /// # Panics
    /// If there is no such digit, or no such state.
    pub fn next(&self, state: usize, digit: usize) -> Option<usize> {
        let class = usize::from(self.classes[digit]);
        let next = self.next[state * self.width + class];
        (next != DEAD).then_some(next as usize)
    }

    /// The digits that a state has a transition for.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn allowed(&self, state: usize) -> Mask {
        let digits = (0..self.digit_count()).filter(|&digit| self.next(state, digit).is_some());
        digits.fold(0, |mask, digit| mask | 1 << digit)
    }

    /// Whether a line of digits, by their indices, is accepted.
    ///
    /// # Panics
    /// If there is no digit with such an index.
    pub fn accepts(&self, line: impl IntoIterator<Item = usize>) -> bool {
        let mut line = line.into_iter();
        let end = line.try_fold(self.start(), |state, digit| self.next(state, digit));
        end.is_some_and(|state| self.is_accepting(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines over two digits whose last but one digit is the second.
    #[test]
    fn a_nondeterministic_automaton_becomes_deterministic() {
        let transitions = [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 0, 2), (1, 1, 2)];
        let automaton = Automaton::new(2, 3, &[0], &[2], &transitions).unwrap();
        for line in 0..32usize {
            let digits = (0..5).map(|place| line >> place & 1);
            assert_eq!(automaton.accepts(digits), line >> 3 & 1 == 1, "{line:b}");
        }
        assert!(!automaton.accepts([1]));
    }

    #[test]
    fn digits_that_make_no_difference_share_a_column() {
        // How often the third digit occurs.
        let next = |&count: &usize, digit| (count < 9).then_some(count + usize::from(digit == 2));
        let automaton = Automaton::explore(36, 0, |&count| count == 2, next).unwrap();
        assert_eq!(automaton.next.len(), 2 * automaton.states());
        assert_eq!(automaton.digit_count(), 36);
        assert!(automaton.accepts([2, 35, 2, 0]) && !automaton.accepts([2, 35, 1, 0]));
    }

    #[test]
    fn states_that_no_line_reaches_take_no_memory() {
        let automaton = Automaton::new(9, usize::MAX, &[0], &[0, 7], &[]).unwrap();
        assert_eq!(automaton.states(), 1);
        assert!(automaton.accepts([]) && !automaton.accepts([0]));
    }

    #[test]
    fn wrong_automata_are_refused() {
        assert_eq!(
            Automaton::new(2, 1, &[0], &[1], &[]),
            Err(AutomatonError::State(1, 1))
        );
        assert_eq!(
            Automaton::new(2, 1, &[0], &[0], &[(0, 2, 0)]),
            Err(AutomatonError::Transition(0, 2, 0))
        );
        assert_eq!(
            Automaton::new(2, 2, &[0], &[1], &[]),
            Err(AutomatonError::Empty)
        );
    }
}
