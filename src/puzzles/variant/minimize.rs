//! Removing givens and constraints of variant puzzles.

use super::parts::Properness;
use crate::backend::{self, Backend, WrongAnswer};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::{Reason, Verdict};
use crate::puzzles::Minimized;
use crate::rules::{
    self, CompileError, Constraint, ConstraintItem, Description, Kernel, Library, Origin,
    RuleError, VariantPuzzle, Violation, rules_depend_on,
};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

/// What is preserved, whether it is needed or not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Preserved {
    /// Givens and pencil marks.
    pub givens: bool,
    /// Constraints. Rules for the whole grid are always preserved.
    pub constraints: bool,
}

/// Why a variant puzzle could not be worked on.
#[derive(Debug, thiserror::Error)]
pub enum VariantError {
    /// It says what no rule file defines, or says it wrongly.
    #[error(transparent)]
    Rule(Box<RuleError>),
    /// The backend gave a wrong answer.
    #[error("{0}")]
    Wrong(#[from] WrongAnswer<Violation>),
}

impl From<RuleError> for VariantError {
    fn from(error: RuleError) -> VariantError {
        VariantError::Rule(Box::new(error))
    }
}

/// Removes givens and constraints as long as the solution stays the only one.
pub struct VariantMinimizer<'a> {
    library: &'a Library,
    backend: &'a mut dyn Backend<VariantPuzzle>,
    solution: Option<Solution>,
}

impl<'a> VariantMinimizer<'a> {
    /// A minimizer that reads puzzles with these rules and asks this backend.
    pub fn new(
        library: &'a Library,
        backend: &'a mut dyn Backend<VariantPuzzle>,
    ) -> VariantMinimizer<'a> {
        VariantMinimizer {
            library,
            backend,
            solution: None,
        }
    }

    /// Removes givens and pencil marks, then constraints, each unless the puzzle would get
    /// a second solution: in their order, or in a random order determined by the seed.
    /// With a limit on nodes, which holds for each question about a smaller puzzle, what
    /// takes longer to prove redundant stays, too.
    ///
    /// # Errors
    /// [`VariantError`].
    pub fn minimize(
        &mut self,
        puzzle: &Description,
        preserved: Preserved,
        seed: Option<u64>,
        limits: &Limits,
    ) -> Result<Minimized<Description>, VariantError> {
        self.solution = None;
        let compiled = match compiled(puzzle, self.library, limits)? {
            Ok(compiled) => compiled,
            Err(reason) => return Ok(Minimized::Unknown(reason)),
        };
        let solution = match Properness::of(&compiled, self.backend, limits)? {
            Properness::Proper(solution) => &*self.solution.insert(solution),
            Properness::Unsatisfiable => return Ok(Minimized::Unsatisfiable),
            Properness::Several => return Ok(Minimized::SeveralSolutions),
            Properness::Unknown(reason) => return Ok(Minimized::Unknown(reason)),
        };
        let mut random = seed.map(ChaCha8Rng::seed_from_u64);
        let order = order(puzzle, preserved, random.as_mut());
        let mut reduction = Reduction {
            library: self.library,
            backend: self.backend,
            solution,
            fewest: 0,
            limits,
        };
        Ok(match reduction.reduced(puzzle, &order)? {
            Ok(puzzle) => Minimized::Puzzle(puzzle),
            Err((rest, reason)) if rest == *puzzle => Minimized::Unknown(reason),
            Err((rest, reason)) => Minimized::Reduced(rest, reason),
        })
    }

    /// The only solution of the last puzzle, if it was proper and known to be so.
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }
}

/// What a description means, or the limit that came first.
pub(super) fn compiled(
    puzzle: &Description,
    library: &Library,
    limits: &Limits,
) -> Result<Result<VariantPuzzle, Reason>, VariantError> {
    match rules::compile_within(puzzle, library, limits) {
        Ok(puzzle) => Ok(Ok(puzzle)),
        Err(CompileError::Stopped(reason)) => Ok(Err(reason)),
        Err(CompileError::Rule(error)) => Err(error.into()),
    }
}

/// Something that can be removed from a description.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Removable {
    /// The candidates of the cell with this name.
    Given(String),
    /// The constraint at this place.
    Constraint(usize),
}

/// What can be removed: givens first, then constraints.
pub(super) fn order(
    puzzle: &Description,
    preserved: Preserved,
    random: Option<&mut ChaCha8Rng>,
) -> Vec<Removable> {
    let mut givens: Vec<Removable> = match preserved.givens {
        true => Vec::new(),
        false => puzzle
            .candidates
            .keys()
            .cloned()
            .map(Removable::Given)
            .collect(),
    };
    let mut constraints: Vec<Removable> = match preserved.constraints {
        true => Vec::new(),
        false => (0..puzzle.constraints.len())
            .map(Removable::Constraint)
            .collect(),
    };
    if let Some(random) = random {
        givens.shuffle(random);
        constraints.shuffle(random);
    }
    givens.append(&mut constraints);
    givens
}

/// Removals from a puzzle with one solution.
pub(super) struct Reduction<'a> {
    pub library: &'a Library,
    pub backend: &'a mut dyn Backend<VariantPuzzle>,
    pub solution: &'a Solution,
    /// How many cells keep their candidates at least.
    pub fewest: usize,
    pub limits: &'a Limits,
}

/// A reduced puzzle, or how far it was reduced before a limit was reached.
type Reduced = Result<Description, (Description, Reason)>;

impl Reduction<'_> {
    /// The puzzle without what can be removed, tried in the given order.
    pub fn reduced(
        &mut self,
        puzzle: &Description,
        order: &[Removable],
    ) -> Result<Reduced, VariantError> {
        let mut removed = Vec::new();
        let mut proper = match compiled(puzzle, self.library, self.limits)? {
            Ok(proper) => proper,
            Err(reason) => return Ok(Err((puzzle.clone(), reason))),
        };
        loop {
            let before = removed.len();
            let known: HashSet<&Removable> = removed.iter().collect();
            let left = order.iter().filter(|each| !known.contains(each));
            let left: Vec<Removable> = left.cloned().collect();
            if let Err(reason) = self.pass(puzzle, &left, &mut removed, &mut proper)? {
                return Ok(Err((without(puzzle, &removed), reason)));
            }
            // What was needed before a mark was removed may be redundant now.
            if !removed[before..]
                .iter()
                .any(|each| self.tightens(puzzle, each))
            {
                return Ok(Ok(without(puzzle, &removed)));
            }
        }
    }

    /// Whether a rule for the whole grid forbids more without this.
    fn tightens(&self, puzzle: &Description, part: &Removable) -> bool {
        match part {
            Removable::Given(_) => false,
            Removable::Constraint(place) => {
                rules_depend_on(&puzzle.constraints[*place].kind, puzzle, self.library)
            }
        }
    }

    /// Removes what the proper puzzle does not need, in this order. It is `puzzle` without what
    /// is removed already.
    fn pass(
        &mut self,
        puzzle: &Description,
        order: &[Removable],
        removed: &mut Vec<Removable>,
        proper: &mut VariantPuzzle,
    ) -> Result<Result<(), Reason>, VariantError> {
        // From the last to the first part that was not tried; halves follow a failure.
        let mut parts = vec![order];
        while let Some(part) = parts.pop() {
            let before = removed.len();
            removed.extend_from_slice(part);
            let rest = without(puzzle, removed);
            if rest.candidates.len() >= self.fewest {
                let tried = match compiled(&rest, self.library, self.limits)? {
                    Ok(rest) => self.is_proper(&rest, proper, part)?.map(|is| (is, rest)),
                    Err(reason) => Err(reason),
                };
                match tried {
                    Ok((true, rest)) => {
                        *proper = rest;
                        continue;
                    }
                    Ok((false, _)) => {}
                    Err(reason) => {
                        removed.truncate(before);
                        return Ok(Err(reason));
                    }
                }
            }
            removed.truncate(before);
            if part.len() > 1 {
                let (first, second) = part.split_at(part.len() / 2);
                parts.extend([second, first]);
            }
        }
        Ok(Ok(()))
    }

    /// Whether the solution is the only one of the rest of a proper puzzle without this part.
    /// It may be none any more: what a rule for the whole grid forbids can depend on the
    /// constraints.
    fn is_proper(
        &mut self,
        rest: &VariantPuzzle,
        proper: &VariantPuzzle,
        part: &[Removable],
    ) -> Result<Result<bool, Reason>, VariantError> {
        if rest.check(self.solution).is_err() {
            return Ok(Ok(false));
        }
        let only_givens = part.iter().all(|each| matches!(each, Removable::Given(_)));
        let is_proper = match only_givens {
            true => self.has_no_other(rest, proper)?,
            false => match Properness::of(rest, self.backend, self.limits)? {
                Properness::Proper(_) => Ok(true),
                Properness::Several | Properness::Unsatisfiable => Ok(false),
                Properness::Unknown(reason) => Err(reason),
            },
        };
        Ok(match is_proper {
            // Not proven within the nodes of this question: it stays.
            Err(Reason::NodeLimit) => Ok(false),
            is_proper => is_proper,
        })
    }

    /// Whether a puzzle from which only givens were removed has no second solution. One would
    /// differ from a given that was removed: else it would solve the proper puzzle, too.
    fn has_no_other(
        &mut self,
        rest: &VariantPuzzle,
        proper: &VariantPuzzle,
    ) -> Result<Result<bool, Reason>, VariantError> {
        let candidates = rest.candidates().iter().zip(proper.candidates());
        let others = rest.board().cells().zip(candidates);
        let others = others.map(|(cell, (now, before))| (cell, now & !before));
        let different = Constraint {
            label: "another solution".to_owned(),
            origin: Origin::Rule("another solution".to_owned()),
            kernels: vec![Kernel::Clause(
                others.filter(|other| other.1 != 0).collect(),
            )],
        };
        let mut rest = rest.clone();
        rest.add(different)
            .expect("candidates of the puzzle are on its board");
        Ok(match backend::first(self.backend, &rest, self.limits)? {
            Verdict::Unsatisfiable => Ok(true),
            Verdict::Solved(_) => Ok(false),
            Verdict::Unknown(reason) => Err(reason),
        })
    }
}

/// The description without what was removed.
pub(super) fn without(puzzle: &Description, removed: &[Removable]) -> Description {
    let mut rest = puzzle.clone();
    let mut constraints: Vec<Option<ConstraintItem>> =
        rest.constraints.into_iter().map(Some).collect();
    for each in removed {
        match each {
            Removable::Given(cell) => _ = rest.candidates.remove(cell),
            Removable::Constraint(place) => constraints[*place] = None,
        }
    }
    rest.constraints = constraints.into_iter().flatten().collect();
    rest
}
