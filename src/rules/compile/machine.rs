//! Automata with registers become finite automata.

use super::bind::Bound;
use super::error::{CompileError, RuleError};
use super::{Compiler, names};
use crate::limits::Limits;
use crate::rules::definitions::{Definition, Expression, Library, Machine, RuleFileError, Values};
use crate::rules::{Automaton, AutomatonError, MAX_STATES};
use std::cell::RefCell;
use std::sync::Arc;

/// Maximum number of registers, and the place in the line.
const WIDTH: usize = 9;

/// Maximum number of starting states.
const MAX_STARTS: usize = 10_000;

/// Maximum number of states in all sets of states that several starting states lead to.
const MAX_IN_SETS: usize = 30_000;

/// Values of registers; the last is the place in the line, if it matters.
type State = [i64; WIDTH];

impl Compiler<'_> {
    /// The automaton for lines of this many cells, or several if one would be too large: a
    /// line that one of them accepts is accepted.
    pub(super) fn machine(
        &mut self,
        (definition, place): (&Definition, usize),
        machine: &Machine,
        bound: &Bound,
        length: usize,
    ) -> Result<Automata, CompileError> {
        let mut numbers = bound.numbers.clone();
        numbers[names::N] = length as i64;
        let key = (definition.name.clone(), place, numbers.clone());
        let is_shared = bound.lists.is_empty();
        if let Some(known) = self.machines.get(&key).filter(|_| is_shared) {
            return Ok(known.clone());
        }
        let min = self.board.min();
        let runner = Runner::new(machine, numbers, &bound.lists, min, self.limits);
        let digits = self.board.digit_count();
        let automata = runner.automata(digits, length);
        let finished = |automaton| self.finish(automaton, length, &bound.pointer);
        let automata: Automata = match automata {
            Ok(all) => all
                .into_iter()
                .map(|each| finished(Ok(each)))
                .collect::<Result<_, _>>()?,
            Err(error @ (AutomatonError::TooLarge | AutomatonError::SetsTooLarge)) => {
                return Err(too_large((definition, place), &error, &bound.pointer).into());
            }
            Err(error) => Arc::new([finished(Err(error))?]),
        };
        if is_shared {
            self.machines.insert(key, automata.clone());
        }
        Ok(automata)
    }

    /// The automaton, if it accepts a line of this length.
    pub(super) fn finish(
        &self,
        automaton: Result<Automaton, AutomatonError>,
        length: usize,
        pointer: &str,
    ) -> Result<Arc<Automaton>, CompileError> {
        let refusal = |found: String, expected: &str| {
            let error = RuleError::new(pointer, found, expected.to_owned());
            Err(CompileError::Rule(error))
        };
        let accepted = automaton.and_then(|automaton| {
            let accepts = accepts_length(&automaton, length, self.limits)?;
            accepts.then_some(automaton).ok_or(AutomatonError::Empty)
        });
        match accepted {
            Ok(automaton) => Ok(Arc::new(automaton)),
            Err(AutomatonError::Stopped(reason)) => Err(CompileError::Stopped(reason)),
            Err(AutomatonError::Empty) => {
                let found = match length {
                    1 => "a condition that no digit satisfies".to_owned(),
                    length => format!("a condition that no digits in {length} cells satisfy"),
                };
                let expected = "one that can be satisfied".to_owned();
                Err(RuleError::impossible(pointer, found, expected).into())
            }
            Err(error @ AutomatonError::TooLarge) => refusal(
                format!("a constraint whose automaton has {error}"),
                "fewer cells, smaller numbers, or fewer digits",
            ),
            Err(error @ AutomatonError::SetsTooLarge) => refusal(
                format!("a constraint whose automaton has {error}"),
                "fewer cells, fewer states, or at most one next state for each state and digit",
            ),
            Err(error) => refusal(
                format!("an automaton that is wrong: {error}"),
                "a correct automaton",
            ),
        }
    }
}

impl Compiler<'_> {
    /// Whether some line of this length is accepted with these values of names and parameters.
    pub(super) fn has_line(
        &self,
        machine: &Machine,
        numbers: Vec<i64>,
        lists: &[Vec<(i64, i64)>],
        length: usize,
    ) -> bool {
        let runner = Runner::new(machine, numbers, lists, self.board.min(), self.limits);
        let automata = runner.automata(self.board.digit_count(), length);
        let accepts = |automaton: &Automaton| accepts_length(automaton, length, self.limits);
        automata.is_ok_and(|all| all.iter().any(|one| accepts(one).unwrap_or(false)))
    }
}

/// Where the kernel of a rule file is whose automaton is too large, and what helps.
fn too_large(
    (definition, place): (&Definition, usize),
    error: &AutomatonError,
    pointer: &str,
) -> RuleError {
    let accept = definition.places[place].says;
    let before = definition.text.get(..accept).unwrap_or_default();
    let header = before.rfind("[[automaton]]").unwrap_or(accept);
    let RuleFileError { file, line, .. } =
        RuleFileError::at(&definition.file, &definition.text, header, String::new());
    let found = format!("a constraint whose automaton, {file}:{line}, has {error}");
    let built_in = Library::built_in().namesake(definition);
    let is_own = built_in.is_none_or(|other| other.text != definition.text);
    let in_file = match is_own {
        true => {
            "; or, in the file, an earlier `reject`, and registers that are set to a constant \
             when they no longer matter"
        }
        false => "",
    };
    let expected = format!("fewer cells, smaller numbers, or fewer digits{in_file}");
    RuleError::new(pointer, found, expected)
}

/// Automata one of which has to accept.
pub(super) type Automata = Arc<[Arc<Automaton>]>;

/// Whether some line of this length is accepted.
fn accepts_length(
    automaton: &Automaton,
    length: usize,
    limits: &Limits,
) -> Result<bool, AutomatonError> {
    let mut layer = vec![automaton.start()];
    for _ in 0..length {
        limits.check().map_err(AutomatonError::Stopped)?;
        let mut reached = vec![false; automaton.states()];
        for &state in &layer {
            for digit in 0..automaton.digit_count() {
                if let Some(next) = automaton.next(state, digit) {
                    reached[next] = true;
                }
            }
        }
        let states = 0..automaton.states();
        layer = states.filter(|&state| reached[state]).collect();
    }
    Ok(layer.iter().any(|&state| automaton.is_accepting(state)))
}

/// Runs a machine on values.
struct Runner<'a> {
    machine: &'a Machine,
    numbers: RefCell<Vec<i64>>,
    lists: &'a [Vec<(i64, i64)>],
    min: i64,
    counts_places: bool,
    limits: &'a Limits,
}

impl<'a> Runner<'a> {
    fn new(
        machine: &'a Machine,
        mut numbers: Vec<i64>,
        lists: &'a [Vec<(i64, i64)>],
        min: i32,
        limits: &'a Limits,
    ) -> Runner<'a> {
        numbers.resize(machine.first + WIDTH, 0);
        Runner {
            machine,
            numbers: RefCell::new(numbers),
            lists,
            min: min.into(),
            counts_places: machine.mentions(names::I),
            limits,
        }
    }

    /// One automaton, or several if it would be too large.
    fn automata(&self, digits: usize, length: usize) -> Result<Vec<Automaton>, AutomatonError> {
        match self.automaton(digits, length) {
            Err(AutomatonError::TooLarge | AutomatonError::SetsTooLarge) => {
                self.alternatives(digits, length)
            }
            automaton => automaton.map(|automaton| vec![automaton]),
        }
    }

    fn automaton(&self, digits: usize, length: usize) -> Result<Automaton, AutomatonError> {
        let starts = self.starts()?;
        if let [start] = starts[..] {
            return self.from(start, digits, length);
        }
        // Several at once: the automaton keeps the set of all states that it may be in.
        Automaton::explore_sets(
            (digits, length),
            (MAX_IN_SETS, self.limits),
            starts,
            |state| self.accepts(state),
            |state, digit| self.next(state, digit),
        )
    }

    /// An automaton for each starting state from which a line is accepted.
    fn alternatives(&self, digits: usize, length: usize) -> Result<Vec<Automaton>, AutomatonError> {
        let (mut automata, mut states) = (Vec::new(), 0);
        for start in self.starts()? {
            match self.from(start, digits, length) {
                Ok(automaton) => {
                    states += automaton.states();
                    if accepts_length(&automaton, length, self.limits)? {
                        automata.push(automaton);
                    }
                }
                Err(AutomatonError::Empty) => (),
                Err(error) => return Err(error),
            }
            if states > MAX_STATES {
                return Err(AutomatonError::TooLarge);
            }
        }
        match automata.is_empty() {
            true => Err(AutomatonError::Empty),
            false => Ok(automata),
        }
    }

    fn from(
        &self,
        start: State,
        digits: usize,
        length: usize,
    ) -> Result<Automaton, AutomatonError> {
        let accepts = |state: &State| self.accepts(state);
        let next = |state: &State, digit| self.next(state, digit);
        Automaton::explore_lines((digits, length), start, accepts, next, self.limits)
    }

    fn accepts(&self, state: &State) -> bool {
        self.holds(&self.machine.accept, state)
    }

    /// All states with values from the ranges of the registers.
    fn starts(&self) -> Result<Vec<State>, AutomatonError> {
        let mut starts = vec![[0; WIDTH]];
        for (register, (first, last)) in self.machine.start.iter().enumerate() {
            let mut longer = Vec::new();
            for state in starts {
                self.load(&state);
                let (first, last) = (self.value(first), self.value(last));
                for value in first..=last {
                    let mut next: State = state;
                    next[register] = value;
                    longer.push(next);
                    if longer.len() > MAX_STARTS {
                        return Err(AutomatonError::TooLarge);
                    }
                }
            }
            starts = longer;
        }
        if let Some(reject) = &self.machine.reject {
            starts.retain(|state| !self.holds(reject, state));
        }
        match starts.is_empty() {
            true => Err(AutomatonError::Empty),
            false => Ok(starts),
        }
    }

    fn next(&self, state: &State, digit: usize) -> Option<State> {
        self.load(state);
        {
            let mut numbers = self.numbers.borrow_mut();
            numbers[names::D] = self.min + digit as i64;
            numbers[names::I] = state[WIDTH - 1] + 1;
        }
        let mut next = *state;
        next[WIDTH - 1] += i64::from(self.counts_places);
        let taken = |when: &Option<Expression>| when.as_ref().is_none_or(|w| self.value(w) != 0);
        let mut steps = self.machine.steps.iter();
        if let Some(step) = steps.find(|step| taken(&step.when)) {
            for (register, value) in &step.set {
                next[*register] = self.value(value);
            }
        }
        let reject = self.machine.reject.as_ref();
        let is_rejected = reject.is_some_and(|reject| self.holds(reject, &next));
        (!is_rejected).then_some(next)
    }

    fn load(&self, state: &State) {
        let mut numbers = self.numbers.borrow_mut();
        let first = self.machine.first;
        numbers[first..first + WIDTH].copy_from_slice(state);
    }

    fn value(&self, expression: &Expression) -> i64 {
        expression.value(Values {
            numbers: &self.numbers.borrow(),
            lists: self.lists,
        })
    }

    fn holds(&self, condition: &Expression, state: &State) -> bool {
        self.load(state);
        self.value(condition) != 0
    }
}
