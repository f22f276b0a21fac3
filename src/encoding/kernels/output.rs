//! Where the clauses of kernels go: a sink, with guards on every clause and names for
//! auxiliary variables.

use crate::cnf::{ClauseSink, Counted, Counter, Lit, Var};
use crate::encoding::Term;
use crate::rules::VariantPuzzle;

/// The part of a formula that is being written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FormulaPart {
    /// Candidates that the puzzle leaves out, where the map has variables for them.
    Candidates,
    /// Each cell has one digit.
    Cells,
    /// A constraint, by its place in the puzzle's list.
    Constraint(usize),
    /// What follows from houses and cages, in words.
    Derived(String),
}

impl FormulaPart {
    /// What it is for people: the label of a constraint, such as `row 1`.
    ///
    /// # Panics
    /// If it is a constraint that the puzzle lacks.
    pub fn label(&self, puzzle: &VariantPuzzle) -> String {
        match self {
            FormulaPart::Candidates => "candidates".into(),
            FormulaPart::Cells => "each cell has one digit".into(),
            FormulaPart::Constraint(index) => puzzle.constraints()[*index].label.clone(),
            FormulaPart::Derived(label) => label.clone(),
        }
    }
}

/// Learns what is written while it is written.
pub trait Observer {
    /// The following clauses belong to `part`; this much was written before.
    fn begin(&mut self, _part: FormulaPart, _so_far: Counter) {}

    /// What an auxiliary variable stands for.
    fn name(&mut self, _var: Var, _name: &dyn Fn() -> String) {}
}

/// An observer that ignores everything.
#[derive(Debug)]
pub struct Silent;

impl Observer for Silent {}

/// A sink that adds the current guards to each clause.
pub(super) struct Output<'o> {
    sink: Counted<'o>,
    observer: &'o mut dyn Observer,
    guards: Vec<Lit>,
    buffer: Vec<Lit>,
}

impl<'o> Output<'o> {
    pub fn new(sink: &'o mut dyn ClauseSink, observer: &'o mut dyn Observer) -> Output<'o> {
        Output {
            sink: Counted::new(sink),
            observer,
            guards: Vec::new(),
            buffer: Vec::new(),
        }
    }

    pub fn begin(&mut self, part: FormulaPart) {
        self.observer.begin(part, self.sink.so_far());
    }

    /// A new variable with a name.
    pub fn fresh(&mut self, name: &dyn Fn() -> String) -> Lit {
        let var = self.sink.new_var();
        self.observer.name(var, name);
        var.positive()
    }

    /// The clauses from here on hold only if `selector` does.
    pub fn guard(&mut self, selector: Lit) {
        self.guards.push(!selector);
    }

    /// Ends the last guard.
    pub fn unguard(&mut self) {
        self.guards.pop();
    }

    /// Whether clauses hold only under a condition.
    pub fn is_guarded(&self) -> bool {
        !self.guards.is_empty()
    }

    /// A clause of terms: true ones satisfy it, false ones are left out.
    pub fn any(&mut self, terms: impl IntoIterator<Item = Term>) {
        let mut clause = Vec::new();
        for term in terms {
            match term {
                Term::True => return,
                Term::False => {}
                Term::Lit(lit) => clause.push(lit),
            }
        }
        self.add_clause(&clause);
    }
}

impl ClauseSink for Output<'_> {
    fn new_var(&mut self) -> Var {
        self.sink.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if self.guards.is_empty() {
            return self.sink.add_clause(clause);
        }
        self.buffer.clear();
        self.buffer.extend_from_slice(clause);
        self.buffer.extend_from_slice(&self.guards);
        self.sink.add_clause(&self.buffer);
    }

    fn takes_sums(&self) -> bool {
        self.guards.is_empty() && self.sink.takes_sums()
    }

    fn add_sum(&mut self, terms: &[(i64, Lit)], total: i64) {
        self.sink.add_sum(terms, total);
    }

    fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }
}

/// The opposite.
pub(super) fn not(term: Term) -> Term {
    match term {
        Term::True => Term::False,
        Term::False => Term::True,
        Term::Lit(lit) => Term::Lit(!lit),
    }
}
