//! An objective as losses: how much less each candidate scores than the best one of its cell,
//! and a lower bound on what each house loses because its digits differ.

use crate::cnf::totalizer::{Cluster, TooManySums, Totalizer, floor};
use crate::cnf::{ClauseSink, Formula, Lit, contradict};
use crate::encoding::VarMap;
use crate::encoding::kernels::VariantMap;
use crate::grid::{Candidate, Candidates, Cell, Digit, HouseKind, Puzzle};
use crate::limits::Limits;
use crate::objective::assignment::least_loss;
use crate::objective::{CellWeights, Objective, Reduced};
use crate::outcome::Reason;
use crate::rules::{Board, BoardHouseKind, Mask, members};

/// An objective as losses of literals.
pub struct Losses {
    /// The score of a solution without losses.
    ceiling: i64,
    /// The cells by the houses of one kind, which share no cell.
    pub clusters: Vec<Cluster>,
}

/// The candidates of a cell, and what each loses.
pub struct CellLosses {
    /// The score of the best one.
    most: i64,
    candidates: Vec<CandidateLoss>,
}

struct CandidateLoss {
    /// From 0.
    digit: usize,
    /// Unless it is settled.
    literal: Option<Lit>,
    loss: u64,
}

impl CellLosses {
    /// From each candidate's digit, literal and value.
    fn new(candidates: impl Iterator<Item = (usize, Option<Lit>, i64)> + Clone) -> CellLosses {
        let values = candidates.clone().map(|(_, _, value)| value);
        let most = values.max().unwrap_or(0);
        let candidates = candidates.map(|(digit, literal, value)| CandidateLoss {
            digit,
            literal,
            loss: most.abs_diff(value),
        });
        CellLosses {
            most,
            candidates: candidates.collect(),
        }
    }

    /// Those of a cell's candidates under weights; `literal` gives the literals of digits, from 0.
    pub fn weighted(
        board: &Board,
        weights: &CellWeights,
        cell: Cell,
        digits: Mask,
        literal: impl Fn(usize) -> Option<Lit> + Clone,
    ) -> CellLosses {
        CellLosses::new(members(digits).map(|digit| {
            let value = i64::from(board.value(Digit::from_index(digit)));
            (digit, literal(digit), weights.weight(cell) * value)
        }))
    }

    /// Whether some candidate loses something.
    pub fn varies(&self) -> bool {
        self.candidates.iter().any(|candidate| candidate.loss > 0)
    }
}

impl Losses {
    /// Those of the candidates of a classic puzzle. Only the cells that `counts` picks are in
    /// clusters; the others must not lose anything.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn classic(
        reduced: &Reduced,
        map: &VarMap,
        is_candidate: impl Fn(Cell, Digit) -> bool,
        counts: impl Fn(Cell, &CellLosses) -> bool,
        limits: &Limits,
    ) -> Result<Losses, Reason> {
        let geometry = map.geometry();
        let cells = geometry.cells().map(|cell| {
            let digits = geometry.digits().filter(|&digit| is_candidate(cell, digit));
            CellLosses::new(digits.map(|digit| {
                let value = reduced.objective.value(cell, digit);
                (digit.index(), map.term(cell, digit).literal(), value)
            }))
        });
        let losses: Vec<CellLosses> = cells.collect();
        let kinds = HouseKind::ALL.map(|kind| {
            let houses = geometry.houses_of_kind(kind).map(|house| {
                let cells = geometry.house_cells(house);
                cells
                    .filter(|&cell| counts(cell, &losses[cell.index()]))
                    .collect()
            });
            houses.collect()
        });
        let mut all = Losses::new(&losses, kinds, geometry.side(), limits)?;
        all.ceiling += reduced.constant;
        Ok(all)
    }

    /// Those of the candidates of a variant puzzle.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn variant(
        weights: &CellWeights,
        map: &VariantMap,
        limits: &Limits,
    ) -> Result<Losses, Reason> {
        let board = map.board();
        let cells = board.cells().map(|cell| {
            let literal = |digit| map.term(cell, digit).literal();
            CellLosses::weighted(board, weights, cell, map.digits(cell), literal)
        });
        let cells: Vec<CellLosses> = cells.collect();
        let kinds = BoardHouseKind::ALL.map(|kind| {
            let houses = board.houses_of_kind(kind);
            let mut groups: Vec<Vec<Cell>> = houses.map(|house| house.cells.clone()).collect();
            let inside = groups.concat();
            let alone = board.cells().filter(|cell| !inside.contains(cell));
            groups.extend(alone.map(|cell| vec![cell]));
            groups
        });
        Losses::new(&cells, kinds, board.digit_count(), limits)
    }

    /// Of the kinds of houses, each as the cells of all its houses, the one with the largest
    /// lower bound.
    fn new(
        cells: &[CellLosses],
        kinds: [Vec<Vec<Cell>>; 3],
        digits: usize,
        limits: &Limits,
    ) -> Result<Losses, Reason> {
        let [first, others @ ..] =
            kinds.map(|houses| Losses::of_houses(cells, &houses, digits, limits));
        let mut best = first?;
        for other in others {
            let other = other?;
            if floor(&other.clusters) >= floor(&best.clusters) {
                best = other;
            }
        }
        Ok(best)
    }

    /// Those of a board with this many digits, whose cells are grouped by these houses. Cells in
    /// none of them must not lose anything.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn of_houses(
        cells: &[CellLosses],
        houses: &[Vec<Cell>],
        digits: usize,
        limits: &Limits,
    ) -> Result<Losses, Reason> {
        let houses = houses.iter().filter(|house| !house.is_empty());
        let clusters = houses.map(|house| {
            limits.check()?;
            let inside = house.iter().map(|cell| &cells[cell.index()]);
            Ok(cluster(inside, digits))
        });
        Ok(Losses {
            ceiling: cells.iter().map(|cell| cell.most).sum(),
            clusters: clusters.collect::<Result<_, Reason>>()?,
        })
    }

    /// The score of a solution that loses this much.
    pub fn score(&self, loss: u64) -> i64 {
        self.ceiling.saturating_sub_unsigned(loss)
    }

    /// What a solution with this score loses.
    pub fn loss(&self, score: i64) -> u64 {
        self.ceiling.saturating_sub(score).unsigned_abs()
    }

    /// Adds the clauses that say "the solution scores more than this".
    ///
    /// # Errors
    /// [`Reason::TooManySums`] for weights whose sums are too many.
    pub fn require_above(&self, above: i64, sink: &mut dyn ClauseSink) -> Result<(), Reason> {
        let lost = u64::try_from(self.ceiling.saturating_sub(above)).unwrap_or(0);
        let excess = lost.saturating_sub(floor(&self.clusters));
        if excess == 0 {
            contradict(sink);
            return Ok(());
        }
        let totalizer = Totalizer::of_excess(&self.clusters, excess, sink);
        let totalizer = totalizer.map_err(|TooManySums| Reason::TooManySums)?;
        if let Some(as_bad) = totalizer.at_least(excess) {
            sink.add_clause(&[!as_bad]);
        }
        Ok(())
    }
}

/// The cells of one house.
fn cluster<'c>(cells: impl Iterator<Item = &'c CellLosses> + Clone, digits: usize) -> Cluster {
    let lost = cells.clone().map(|cell| {
        let candidates = cell.candidates.iter();
        candidates.map(|candidate| (candidate.digit, candidate.loss))
    });
    // If some digit has no place at all, the formula is unsatisfiable anyway.
    let at_least = least_loss(lost, digits).unwrap_or(0);
    let groups = cells.map(|cell| {
        let candidates = cell.candidates.iter();
        candidates
            .filter_map(|candidate| Some((candidate.literal?, candidate.loss)))
            .collect()
    });
    Cluster {
        groups: groups.collect(),
        at_least,
    }
}

/// Adds the clauses that say "the solution scores more than this" to the formula of a puzzle
/// with a variable for every candidate.
///
/// # Errors
/// [`Reason::TooManySums`] for weights whose sums are too many, or a limit.
pub fn require_above(
    puzzle: &Puzzle,
    objective: &Objective,
    above: i64,
    formula: &mut Formula,
    limits: &Limits,
) -> Result<(), Reason> {
    let map = VarMap::full(puzzle.geometry());
    let left = Candidates::of_givens(puzzle);
    let is_candidate = |cell, digit| left.contains(Candidate { cell, digit });
    let varies = |_, losses: &CellLosses| losses.varies();
    Losses::classic(objective.reduced(), &map, is_candidate, varies, limits)?
        .require_above(above, formula)
}
