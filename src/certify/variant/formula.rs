//! The formula of a variant's certificate: the claim is false. The verifier's FORMAT.md
//! describes it.

use super::diagram::{Diagram, LineStep};
use super::kernels::{distinct, live, normal};
use super::{MAX_LITERALS, NotWritten, TooLarge};
use crate::backend::losses::{CellLosses, Losses};
use crate::certify::formula::Distinct;
use crate::cnf::{ClauseSink, Formula, Limited, Lit, Var, add_or_contradict};
use crate::grid::{Cell, Digit, Solution};
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::Reason;
use crate::rules::{Kernel, Mask, VariantPuzzle, members, only_digit};

/// "The puzzle has a solution."
///
/// # Errors
/// Why the formula was not written.
pub fn rules(puzzle: &VariantPuzzle, limits: &Limits) -> Result<Formula, NotWritten> {
    let mut clauses = Distinct::over(puzzle.board().cell_count() * puzzle.board().digit_count());
    let mut writer = Writer::new(puzzle, Limited::new(&mut clauses, limits));
    for cell in puzzle.board().cells() {
        writer.cell(cell)?;
    }
    for kernel in puzzle.kernels() {
        writer.kernel(&normal(kernel), None)?;
    }
    Ok(clauses.formula)
}

/// The literal that says that a cell holds a digit.
pub fn holds(puzzle: &VariantPuzzle, cell: Cell, digit: Digit) -> Lit {
    literal(puzzle.board().digit_count(), cell, digit.index())
}

fn literal(digits: usize, cell: Cell, digit: usize) -> Lit {
    Var::from_index(cell.index() * digits + digit).positive()
}

/// Some cell that is not given holds another digit than in this solution.
pub fn blocking(puzzle: &VariantPuzzle, solution: &Solution) -> Vec<Lit> {
    let is_open = |cell: &Cell| puzzle.given(*cell).is_none();
    let open = puzzle.board().cells().filter(is_open);
    open.map(|cell| !holds(puzzle, cell, solution.digit(cell)))
        .collect()
}

/// Adds "another solution than these".
pub fn exclude(puzzle: &VariantPuzzle, solutions: &[Solution], formula: &mut Formula) {
    for solution in solutions {
        add_or_contradict(formula, &blocking(puzzle, solution));
    }
}

/// What solutions lose under the weights that are maximised. The cells that can lose are grouped
/// by distinct kernels, as long as no cell is in two of them; the others stand alone.
///
/// # Errors
/// The reason why the limits ended it.
pub fn losses(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    limits: &Limits,
) -> Result<Losses, Reason> {
    let (board, live) = (puzzle.board(), live(puzzle));
    let cells = board.cells().map(|cell| {
        let literal = |digit| Some(literal(board.digit_count(), cell, digit));
        CellLosses::weighted(board, weights, cell, live[cell.index()], literal)
    });
    let cells: Vec<CellLosses> = cells.collect();
    let mut is_taken = vec![false; cells.len()];
    let alone = board.cells().map(|cell| vec![cell]);
    let mut houses = Vec::new();
    for mut house in distinct(puzzle).cloned().chain(alone) {
        if house.iter().any(|cell| is_taken[cell.index()]) {
            continue;
        }
        for cell in &house {
            is_taken[cell.index()] = true;
        }
        house.retain(|cell| cells[cell.index()].varies());
        houses.push(house);
    }
    Losses::of_houses(&cells, &houses, board.digit_count(), limits)
}

/// Writes the clauses of kernels; `unless` is added to all that stand in a branch.
struct Writer<'p> {
    puzzle: &'p VariantPuzzle,
    digits: usize,
    live: Vec<Mask>,
    sink: Limited<'p, Distinct>,
    /// Literals and edges so far.
    literals: usize,
    edges: usize,
}

impl<'p> Writer<'p> {
    fn new(puzzle: &'p VariantPuzzle, sink: Limited<'p, Distinct>) -> Writer<'p> {
        Writer {
            puzzle,
            digits: puzzle.board().digit_count(),
            live: live(puzzle),
            sink,
            literals: 0,
            edges: 0,
        }
    }

    fn clause(&mut self, literals: &[Lit], unless: Option<Lit>) -> Result<(), NotWritten> {
        let mut clause: Vec<Lit> = literals.to_vec();
        clause.extend(unless);
        self.literals += clause.len();
        add_or_contradict(&mut self.sink, &clause);
        if self.literals > MAX_LITERALS {
            return Err(TooLarge("more than 20 million literals").into());
        }
        self.sink.check().map_err(NotWritten::Stopped)
    }

    fn conflicts(&mut self, literals: &[Lit], unless: Option<Lit>) -> Result<(), NotWritten> {
        for (place, &one) in literals.iter().enumerate() {
            for &other in &literals[..place] {
                self.clause(&[!one, !other], unless)?;
            }
        }
        Ok(())
    }

    fn lit(&self, cell: Cell, digit: usize) -> Lit {
        literal(self.digits, cell, digit)
    }

    fn cell(&mut self, cell: Cell) -> Result<(), NotWritten> {
        let all: Vec<Lit> = (0..self.digits)
            .map(|digit| self.lit(cell, digit))
            .collect();
        self.clause(&all, None)?;
        self.conflicts(&all, None)?;
        self.candidates(cell, self.puzzle.candidates()[cell.index()], None)
    }

    fn candidates(
        &mut self,
        cell: Cell,
        mask: Mask,
        unless: Option<Lit>,
    ) -> Result<(), NotWritten> {
        let mask = mask & self.puzzle.board().all_digits();
        if let Some(digit) = only_digit(mask) {
            let given = self.lit(cell, digit.index());
            return self.clause(&[given], unless);
        }
        for digit in members(self.puzzle.board().all_digits() & !mask) {
            self.clause(&[!self.lit(cell, digit)], unless)?;
        }
        Ok(())
    }

    fn kernel(&mut self, kernel: &Kernel, unless: Option<Lit>) -> Result<(), NotWritten> {
        match kernel {
            Kernel::Distinct(cells) => {
                for digit in 0..self.digits {
                    let places: Vec<Lit> = cells.iter().map(|&c| self.lit(c, digit)).collect();
                    if cells.len() == self.digits {
                        self.clause(&places, unless)?;
                    }
                    self.conflicts(&places, unless)?;
                }
            }
            Kernel::Pair(one, other, table) => {
                let forbidden = |first| {
                    let seconds = self.puzzle.board().all_digits() & !table.seconds(first);
                    members(seconds).map(move |second| (first, second))
                };
                for (first, second) in (0..self.digits).flat_map(forbidden) {
                    let both = [!self.lit(*one, first), !self.lit(*other, second)];
                    self.clause(&both, unless)?;
                }
            }
            Kernel::Sum { terms, total } => {
                let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
                let line = LineStep::sum(self.puzzle.board(), terms, *total);
                self.diagram(&cells, &line, unless)?;
            }
            Kernel::Automaton(cells, automaton) => {
                self.diagram(cells, &LineStep::automaton(automaton), unless)?;
            }
            Kernel::Clause(choices) => {
                let all = self.puzzle.board().all_digits();
                let each = |&(cell, mask): &(Cell, Mask)| {
                    members(mask & all).map(move |digit| (cell, digit))
                };
                let pairs = choices.iter().flat_map(each);
                let clause: Vec<Lit> = pairs.map(|(c, digit)| self.lit(c, digit)).collect();
                self.clause(&clause, unless)?;
            }
            Kernel::AnyOf(branches) => {
                let new = branches.iter().map(|_| self.sink.new_var().positive());
                let chosen: Vec<Lit> = new.collect();
                self.clause(&chosen, unless)?;
                for (branch, chosen) in branches.iter().zip(chosen) {
                    for kernel in branch {
                        self.kernel(kernel, Some(!chosen))?;
                    }
                }
            }
            Kernel::Candidates(cell, mask) => self.candidates(*cell, *mask, unless)?,
        }
        Ok(())
    }

    /// One of the ways of a diagram is taken: nodes, and edges that are true together with
    /// their ends and their candidate.
    fn diagram(
        &mut self,
        cells: &[Cell],
        line: &LineStep<'_>,
        unless: Option<Lit>,
    ) -> Result<(), NotWritten> {
        let live: Vec<Mask> = cells.iter().map(|cell| self.live[cell.index()]).collect();
        let Some(diagram) = Diagram::new(&live, line, &mut self.edges)? else {
            return self.clause(&[], unless);
        };
        let mut ends = vec![self.sink.new_var().positive()];
        self.clause(&ends, unless)?;
        for (level, &cell) in cells.iter().enumerate() {
            let starts = ends;
            let count = diagram.nodes(level + 1);
            ends = (0..count).map(|_| self.sink.new_var().positive()).collect();
            let mut leaving = vec![Vec::new(); starts.len()];
            let mut arriving = vec![Vec::new(); ends.len()];
            let mut reading = vec![Vec::new(); self.digits];
            for (from, digit, to) in diagram.edges(level, line, live[level]) {
                let edge = self.sink.new_var().positive();
                let parts = [starts[from], self.lit(cell, digit), ends[to]];
                for part in parts {
                    self.clause(&[!edge, part], unless)?;
                }
                leaving[from].push(edge);
                arriving[to].push(edge);
                reading[digit].push(edge);
            }
            let read = members(live[level]).map(|digit| (self.lit(cell, digit), &reading[digit]));
            let needs = starts.iter().copied().zip(&leaving);
            let needs = needs.chain(ends.iter().copied().zip(&arriving)).chain(read);
            let clauses: Vec<Vec<Lit>> = needs
                .map(|(part, edges)| [!part].into_iter().chain(edges.iter().copied()).collect())
                .collect();
            for clause in clauses {
                self.clause(&clause, unless)?;
            }
        }
        Ok(())
    }
}
