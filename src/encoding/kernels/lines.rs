//! Diagrams as clauses.
//!
//! With edges: a variable for each edge, unless its digit says the same; a digit implies
//! one of its edges, an edge one of its digits, and an edge into a state one that leads
//! on, and back. Unit propagation is then complete: it removes every candidate on no
//! accepted line (C.-G. Quimper and T. Walsh, "Global grammar constraints", CP 2006; F.
//! Bacchus, "GAC via unit propagation", CP 2007). A cell that occurs twice in a line is
//! the exception. Each grid has exactly one extension, because the digits determine the
//! path.

use super::choices::DiagramClauses;
use super::diagram::{Diagram, Edge};
use super::output::{Output, not};
use crate::cnf::{ClauseSink, Lit};
use crate::encoding::Term;
use crate::rules::{Mask, members};

/// A diagram with what stands for each digit of each layer.
pub(super) struct Line<'l> {
    /// The diagram, without layers that are settled.
    pub diagram: &'l Diagram,
    /// The digits of each layer, with or without edges, and what stands for them.
    pub terms: Vec<Vec<(usize, Term)>>,
    /// What it is for people, such as `the sum of r1c1 r1c2`.
    pub name: &'l dyn Fn() -> String,
}

impl Line<'_> {
    /// Writes the clauses in the chosen form.
    pub fn write(&self, form: DiagramClauses, output: &mut Output<'_>) {
        self.drop_unsupported(output);
        match form {
            DiagramClauses::Edges => self.edges(output),
            DiagramClauses::States => self.states(output),
        }
    }

    /// Digits without an edge are false.
    fn drop_unsupported(&self, output: &mut Output<'_>) {
        for (terms, edges) in self.terms.iter().zip(&self.diagram.layers) {
            let supported = edges.iter().fold(0, |mask: Mask, edge| mask | edge.digits);
            for &(digit, term) in terms {
                if supported >> digit & 1 == 0 {
                    output.any([not(term)]);
                }
            }
        }
    }

    fn edges(&self, output: &mut Output<'_>) {
        // The literals of the edges into each state.
        let mut into: Vec<Vec<Lit>> = vec![Vec::new()];
        for layer in 0..self.diagram.layers.len() {
            if output.is_closed() {
                return;
            }
            let literals = self.edge_literals(layer, output);
            let edges = &self.diagram.layers[layer];
            let mut out = vec![Vec::new(); self.diagram.states[layer]];
            let mut next = vec![Vec::new(); self.diagram.states[layer + 1]];
            for (edge, &literal) in edges.iter().zip(&literals) {
                out[edge.from as usize].push(literal);
                next[edge.to as usize].push(literal);
            }
            if layer > 0 {
                for (state, (into, out)) in into.iter().zip(&out).enumerate() {
                    self.join((layer, state), into, out, output);
                }
            }
            into = next;
        }
    }

    /// The literal of each edge of a layer, with the clauses that tie it to its digits.
    fn edge_literals(&self, layer: usize, output: &mut Output<'_>) -> Vec<Lit> {
        let edges = &self.diagram.layers[layer];
        let with = |digit: usize| edges.iter().filter(move |e| e.digits >> digit & 1 == 1);
        let is_alone = |edge: &Edge| {
            edge.digits.is_power_of_two() && {
                with(edge.digits.trailing_zeros() as usize).count() == 1
            }
        };
        let term = |digit: usize| self.term(layer, digit);
        let mut literals = Vec::with_capacity(edges.len());
        for edge in edges {
            let digit = edge.digits.trailing_zeros() as usize;
            if let (true, Term::Lit(literal)) = (is_alone(edge), term(digit)) {
                literals.push(literal);
                continue;
            }
            let name = || {
                let Edge { from, to, .. } = edge;
                format!(
                    "edge {from}-{to} of step {} of {}",
                    layer + 1,
                    (self.name)()
                )
            };
            let literal = output.fresh(&name);
            let digits = members(edge.digits).map(term);
            output.any(digits.chain([Term::Lit(!literal)]));
            literals.push(literal);
        }
        for &(digit, own) in &self.terms[layer] {
            let fitting = edges.iter().zip(&literals);
            let fitting = fitting.filter(|(edge, _)| edge.digits >> digit & 1 == 1);
            let fitting: Vec<Term> = fitting.map(|(_, lit)| Term::Lit(*lit)).collect();
            // A digit that stands for its edge needs no clause, nor does one without.
            if !fitting.is_empty() && fitting[0] != own {
                output.any(fitting.into_iter().chain([not(own)]));
            }
        }
        literals
    }

    /// An edge into a state implies one out of it, and back.
    fn join(
        &self,
        (layer, state): (usize, usize),
        into: &[Lit],
        out: &[Lit],
        output: &mut Output<'_>,
    ) {
        let negated = |lits: &[Lit]| lits.iter().map(|&lit| !lit).collect::<Vec<_>>();
        let directly = into.len() * out.len();
        if directly <= into.len() + out.len() + 1 {
            implies(&negated(into), out, output);
            implies(&negated(out), into, output);
            return;
        }
        let name = || format!("state {state} after step {layer} of {}", (self.name)());
        let here = output.fresh(&name);
        for side in [into, out] {
            implies(&negated(side), &[here], output);
            implies(&[!here], side, output);
        }
    }

    fn states(&self, output: &mut Output<'_>) {
        let mut before = vec![Term::True];
        let last = self.diagram.layers.len();
        for layer in 0..last {
            if output.is_closed() {
                return;
            }
            let count = self.diagram.states[layer + 1];
            let after: Vec<Term> = match layer + 1 == last {
                true => vec![Term::True; count],
                false => self.state_literals(layer, count, output),
            };
            output.any(after.iter().copied());
            self.transitions(layer, &before, &after, output);
            before = after;
        }
    }

    fn state_literals(&self, layer: usize, count: usize, output: &mut Output<'_>) -> Vec<Term> {
        let literals = (0..count).map(|state| {
            let name = || {
                format!(
                    "state {state} after step {} of {}",
                    layer + 1,
                    (self.name)()
                )
            };
            Term::Lit(output.fresh(&name))
        });
        literals.collect()
    }

    /// A state and a digit imply the next state; a state and the digit before it imply one
    /// of the states that lead there.
    fn transitions(&self, layer: usize, before: &[Term], after: &[Term], output: &mut Output<'_>) {
        let edges = &self.diagram.layers[layer];
        for &(digit, own) in &self.terms[layer] {
            let mut onward = vec![None; before.len()];
            let mut back: Vec<Vec<Term>> = vec![Vec::new(); after.len()];
            for edge in edges.iter().filter(|e| e.digits >> digit & 1 == 1) {
                onward[edge.from as usize] = Some(after[edge.to as usize]);
                back[edge.to as usize].push(before[edge.from as usize]);
            }
            if onward.iter().all(Option::is_none) {
                continue;
            }
            for (state, next) in before.iter().zip(onward) {
                output.any([not(*state), not(own)].into_iter().chain(next));
            }
            for (state, sources) in after.iter().zip(back) {
                output.any([not(*state), not(own)].into_iter().chain(sources));
            }
        }
    }

    fn term(&self, layer: usize, digit: usize) -> Term {
        let found = self.terms[layer].iter().find(|(each, _)| *each == digit);
        found.map_or(Term::False, |(_, term)| *term)
    }
}

/// Each of the first (which are negated already) implies one of the others.
fn implies(negated: &[Lit], any: &[Lit], output: &mut Output<'_>) {
    for &lit in negated {
        let clause: Vec<Lit> = [lit].into_iter().chain(any.iter().copied()).collect();
        output.add_clause(&clause);
    }
}
