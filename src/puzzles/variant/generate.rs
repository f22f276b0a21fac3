//! Random variant puzzles. A seed gives the same puzzles on every machine.

mod error;
mod misses;

pub use error::VariantGenerateError;
pub use misses::Misses;

use super::super::generate::{PuzzleKind, RecipeError};
use super::custom_types::{Placing, Unplaced, own_types};
use super::minimize::{self, Preserved, Reduction, VariantError, order};
use super::random_grid::random_solution;
use super::shapes::{Drawing, OwnType, cells_of, density, is_same_place};
use crate::backend::Backend;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::rules::{
    self, Board, ConstraintItem, Description, Library, RuleError, VariantPuzzle, required,
    spared_by,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use std::collections::BTreeMap;

/// Search nodes for each question about a puzzle in the making.
const NODES: u64 = 2000;

/// Attempts at a puzzle, and at a place for each constraint.
const ATTEMPTS: usize = 100;

/// What variant puzzles to generate.
#[derive(Clone, PartialEq, Debug)]
pub struct VariantRecipe {
    /// The board and its rules; candidates and constraints are ignored.
    pub board: Description,
    /// Types of constraints to draw on it: built-in ones, or those that the library's other
    /// files define.
    pub constraints: Vec<String>,
    /// The kind. Minimal puzzles have no given and no constraint that a short search proves
    /// redundant, but at least one constraint if there is a type; in proper ones, only givens are
    /// removed.
    pub kind: PuzzleKind,
    /// The number of givens; as few as possible if `None`.
    pub givens: Option<usize>,
    /// Determines the sequence of puzzles.
    pub seed: u64,
}

/// A generated variant puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneratedVariant {
    /// The puzzle.
    pub puzzle: Description,
    /// Its only solution.
    pub solution: Solution,
}

/// Generates the puzzles of a recipe.
pub struct VariantGenerator<'a> {
    recipe: VariantRecipe,
    library: &'a Library,
    /// The same without the kernels that leave out marked cells.
    unmarked: Library,
    /// Of types that `shapes` does not list, by their names.
    own: BTreeMap<String, OwnType<'a>>,
    misses: Misses,
    backend: &'a mut dyn Backend<VariantPuzzle>,
}

impl<'a> VariantGenerator<'a> {
    /// A generator for this recipe. For reproducible puzzles, the backend must stop at a
    /// limit on nodes always or never.
    ///
    /// # Errors
    /// [`VariantGenerateError::Undrawable`], [`VariantGenerateError::Unknown`] and
    /// [`VariantGenerateError::Rule`], or what is wrong with the board or its rules.
    pub fn new(
        mut recipe: VariantRecipe,
        library: &'a Library,
        backend: &'a mut dyn Backend<VariantPuzzle>,
    ) -> Result<VariantGenerator<'a>, VariantGenerateError> {
        let own = own_types(&recipe.constraints, library)?;
        recipe.board.candidates.clear();
        recipe.board.constraints.clear();
        let empty = rules::compile(&recipe.board, library).map_err(VariantError::from)?;
        for kind in &recipe.constraints {
            let definition = library.constraint(kind);
            if let Some(board) = definition.and_then(|each| required(each, empty.board())) {
                return Err(VariantGenerateError::Board(kind.clone(), board.to_owned()));
            }
        }
        let cells = empty.board().cell_count();
        match (recipe.givens, recipe.kind) {
            (Some(_), PuzzleKind::Solution) => return Err(RecipeError::Full.into()),
            (Some(givens), _) if givens > cells => {
                return Err(RecipeError::TooMany(givens, cells).into());
            }
            _ => {}
        }
        Ok(VariantGenerator {
            recipe,
            library,
            unmarked: library.without_marks(),
            own,
            misses: Misses::default(),
            backend,
        })
    }

    /// The puzzle with this number. It depends on nothing but the recipe and the number.
    ///
    /// # Errors
    /// [`VariantGenerateError`].
    pub fn puzzle(
        &mut self,
        number: u64,
        limits: &Limits,
    ) -> Result<GeneratedVariant, VariantGenerateError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.recipe.seed);
        random.set_stream(number);
        self.misses = Misses::default();
        for _ in 0..ATTEMPTS {
            if let Some(reason) = limits.exceeded() {
                return Err(VariantGenerateError::Stopped(reason));
            }
            if let Some(made) = self.attempt(&mut random, limits)? {
                return Ok(made);
            }
        }
        Err(self.reason(&mut random, limits)?)
    }

    /// Why all attempts failed: a type of which no constraint can hold, if there is one.
    fn reason(
        &mut self,
        random: &mut ChaCha8Rng,
        limits: &Limits,
    ) -> Result<VariantGenerateError, VariantGenerateError> {
        let mut bare = self.recipe.board.clone();
        bare.rules.clear();
        let compiled = compiled(&bare, self.library, limits)?;
        let solution = random_solution(&compiled, self.backend, random, limits)?;
        let mut drawing = Drawing {
            board: compiled.board(),
            solution: &solution,
            random,
        };
        for kind in &self.recipe.constraints {
            let items = (0..ATTEMPTS).filter_map(|_| drawing.item(kind));
            let errors = items.map(|item| alone(&item, &bare, self.library).err());
            let errors: Option<Vec<RuleError>> = errors.collect();
            // If one of them means something, the grid may have been in the way.
            let errors = errors.filter(|errors| errors.iter().all(|error| error.is_impossible()));
            if let Some(error) = errors.and_then(|errors| errors.into_iter().next()) {
                return Ok(VariantGenerateError::Impossible(kind.clone(), error.found));
            }
        }
        Ok(VariantGenerateError::Attempts(self.misses.clone()))
    }

    fn attempt(
        &mut self,
        random: &mut ChaCha8Rng,
        limits: &Limits,
    ) -> Result<Option<GeneratedVariant>, VariantGenerateError> {
        // Where some marks have to be given, that is a question of marks, not of the grid.
        let grid = compiled(&self.recipe.board, &self.unmarked, limits)?;
        let solution = random_solution(&grid, self.backend, random, limits)?;
        let (mut full, board) = (self.recipe.board.clone(), grid.board());
        if !self.draw(&mut full, board, &solution, random, limits)? {
            return Ok(None);
        }
        let whole = compiled(&full, self.library, limits)?;
        if whole.check(&solution).is_err() {
            return Ok(None);
        }
        for cell in board.cells() {
            let value = i64::from(board.value(solution.digit(cell)));
            full.candidates.insert(board.name(cell), vec![value]);
        }
        self.reduce(full, solution, random, limits)
    }

    /// Draws constraints that hold. Returns whether there are some of each type.
    fn draw(
        &mut self,
        full: &mut Description,
        board: &Board,
        solution: &Solution,
        random: &mut ChaCha8Rng,
        limits: &Limits,
    ) -> Result<bool, VariantGenerateError> {
        let mut drawing = Drawing {
            board,
            solution,
            random,
        };
        for kind in self.recipe.constraints.clone() {
            let is_drawn = match self.own.contains_key(&kind) {
                true => self.draw_own(&kind, full, &mut drawing, limits)?,
                false => self.draw_listed(&kind, full, &mut drawing),
            };
            if !is_drawn {
                return Ok(false);
            }
            self.misses.placed(&kind);
        }
        self.mark(full, board, solution, limits).map(|()| true)
    }

    /// Draws constraints of a type that `shapes` lists. Returns whether there are some.
    fn draw_listed(
        &mut self,
        kind: &str,
        full: &mut Description,
        drawing: &mut Drawing<'_>,
    ) -> bool {
        let density = density(kind, drawing.board);
        let mut used = Vec::new();
        for _ in 0..density.count {
            let item = (0..ATTEMPTS).find_map(|_| {
                let item = drawing.item(kind)?;
                let cells = cells_of(&item);
                let is_free = density.overlaps || !cells.iter().any(|c| used.contains(c));
                let is_there = |other: &ConstraintItem| is_same_place(other, &item);
                let fits = is_free && !full.constraints.iter().any(is_there);
                let holds = || holds(&item, full, self.library, drawing.solution);
                (fits && holds()).then_some((item, cells))
            });
            let Some((item, mut cells)) = item else {
                break;
            };
            used.append(&mut cells);
            full.constraints.push(item);
        }
        let is_drawn = full.constraints.iter().any(|item| item.kind == *kind);
        if !is_drawn {
            self.misses.missed(kind);
        }
        is_drawn
    }

    /// Draws constraints of a type that `shapes` does not list. Returns whether there are some.
    fn draw_own(
        &mut self,
        kind: &str,
        full: &mut Description,
        drawing: &mut Drawing<'_>,
        limits: &Limits,
    ) -> Result<bool, VariantGenerateError> {
        let Some(own) = self.own.get(kind) else {
            return Ok(false);
        };
        let library = self.library;
        let placing = Placing {
            own,
            library,
            limits,
        };
        match placing.place(full, drawing) {
            Ok(()) => Ok(true),
            Err(Unplaced::Stopped(reason)) => Err(VariantGenerateError::Stopped(reason)),
            Err(Unplaced::NoneHolds(last)) => {
                self.misses.missed(kind);
                match self.misses.hopeless(kind) {
                    Some(grids) => Err(VariantGenerateError::Never {
                        kind: kind.to_owned(),
                        grids,
                        why: last.to_string(),
                    }),
                    None => Ok(false),
                }
            }
        }
    }

    /// Adds a mark wherever a rule demands one: the first of its types that holds.
    fn mark(
        &self,
        full: &mut Description,
        board: &Board,
        solution: &Solution,
        limits: &Limits,
    ) -> Result<(), VariantGenerateError> {
        let rules = self.recipe.board.rules.iter();
        let kinds: Vec<&str> = rules
            .flat_map(|rule| spared_by(rule, self.library))
            .collect();
        if kinds.is_empty() {
            return Ok(());
        }
        let compiled = compiled(full, self.library, limits)?;
        let kernels = compiled.constraints().iter().flat_map(|each| &each.kernels);
        for kernel in kernels.filter(|kernel| !kernel.holds(board, solution.cells())) {
            let names: Vec<String> = kernel
                .cells()
                .iter()
                .map(|&cell| board.name(cell))
                .collect();
            let turned: Vec<String> = names.iter().rev().cloned().collect();
            let both = kinds
                .iter()
                .flat_map(|kind| [(kind, &names), (kind, &turned)]);
            let mut marks = both.map(|(kind, names)| ConstraintItem {
                kind: (*kind).to_owned(),
                fields: [("cells".to_owned(), json!(names))].into_iter().collect(),
            });
            let mark = marks.find(|mark| holds(mark, full, self.library, solution));
            full.constraints.extend(mark);
        }
        Ok(())
    }

    fn reduce(
        &mut self,
        full: Description,
        solution: Solution,
        random: &mut ChaCha8Rng,
        limits: &Limits,
    ) -> Result<Option<GeneratedVariant>, VariantGenerateError> {
        let preserved = Preserved {
            givens: self.recipe.kind == PuzzleKind::Solution,
            constraints: self.recipe.kind != PuzzleKind::Minimal,
        };
        let order = order(&full, preserved, Some(random));
        let short = limits.clone().up_to_nodes(NODES);
        let mut reduction = Reduction {
            library: self.library,
            backend: self.backend,
            solution: &solution,
            fewest: match self.recipe.kind {
                PuzzleKind::Proper => self.recipe.givens.unwrap_or_default(),
                PuzzleKind::Minimal | PuzzleKind::Solution => 0,
            },
            limits: &short,
        };
        let reduced = reduction.reduced(&full, &order)?;
        Ok(match reduced {
            Err((_, reason)) => return Err(VariantGenerateError::Stopped(reason)),
            Ok(puzzle) if !self.has_constraints(&puzzle) => {
                self.misses.redundant();
                None
            }
            Ok(puzzle) => {
                let wanted = self.recipe.givens;
                let fits = wanted.is_none_or(|givens| puzzle.candidates.len() == givens);
                fits.then_some(GeneratedVariant { puzzle, solution })
            }
        })
    }

    /// Whether there are constraints of the wanted types, or none are wanted.
    fn has_constraints(&self, puzzle: &Description) -> bool {
        let kinds = &self.recipe.constraints;
        let mut constraints = puzzle.constraints.iter();
        kinds.is_empty() || constraints.any(|item| kinds.contains(&item.kind))
    }
}

fn compiled(
    puzzle: &Description,
    library: &Library,
    limits: &Limits,
) -> Result<VariantPuzzle, VariantGenerateError> {
    let compiled = minimize::compiled(puzzle, library, limits)?;
    compiled.map_err(VariantGenerateError::Stopped)
}

/// Whether a constraint holds in a grid, by itself.
pub(crate) fn holds(
    item: &ConstraintItem,
    on: &Description,
    library: &Library,
    solution: &Solution,
) -> bool {
    alone(item, on, library).is_ok_and(|puzzle| puzzle.check(solution).is_ok())
}

/// What a constraint means by itself.
fn alone(
    item: &ConstraintItem,
    on: &Description,
    library: &Library,
) -> Result<VariantPuzzle, RuleError> {
    rules::compile(&only(item, on), library)
}

/// A constraint by itself, on the same board.
pub(super) fn only(item: &ConstraintItem, on: &Description) -> Description {
    Description {
        constraints: vec![item.clone()],
        ..on.board_alone()
    }
}
