//! An objective as losses: how much less each digit of a cell scores than the best one,
//! and a lower bound on what each house loses because its digits differ.

use crate::cnf::totalizer::{Cluster, TooManySums, Totalizer, WeightedGroup};
use crate::cnf::{ClauseSink, Formula, Var};
use crate::encoding::VarMap;
use crate::grid::{Candidates, Cell, Digit, HouseKind, Puzzle};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::objective::assignment::least_loss;
use crate::outcome::Reason;

/// The candidates of a cell, and what each loses.
pub struct CellLosses {
    /// The cell.
    pub cell: Cell,
    /// Its candidates with their losses.
    pub digits: Vec<(Digit, u64)>,
}

/// The losses grouped by the houses of one kind, which share no cell. The kind with the
/// largest lower bound is chosen; candidates without a literal are settled.
///
/// # Errors
/// The reason why the limits ended it.
pub fn clusters(
    map: &VarMap,
    cells: &[CellLosses],
    limits: &Limits,
) -> Result<Vec<Cluster>, Reason> {
    let kinds = HouseKind::ALL.into_iter();
    let clustered = kinds.map(|kind| clusters_of(map, kind, cells, limits));
    let clustered: Vec<Vec<Cluster>> = clustered.collect::<Result<_, _>>()?;
    Ok(clustered
        .into_iter()
        .max_by_key(|c| floor(c))
        .unwrap_or_default())
}

/// A lower bound on the loss of all clusters.
pub fn floor(clusters: &[Cluster]) -> u64 {
    clusters.iter().map(|cluster| cluster.at_least).sum()
}

/// Adds the clauses that say "the solution scores more than this".
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
    let reduced = objective.reduced();
    let live = Candidates::of_givens(puzzle);
    let mut losses = Vec::new();
    let mut most = 0i64;
    for cell in puzzle.geometry().cells() {
        let value = |digit| reduced.objective.value(cell, digit);
        let best = live.digits(cell).map(value).max().unwrap_or(0);
        most += best;
        let digits = live.digits(cell);
        let digits = digits.map(|digit| (digit, best.abs_diff(value(digit))));
        let digits: Vec<_> = digits.collect();
        if digits.iter().any(|(_, loss)| *loss > 0) {
            losses.push(CellLosses { cell, digits });
        }
    }
    let clusters = clusters(&map, &losses, limits)?;
    let lost = (most + reduced.constant).saturating_sub(above);
    require_less(&clusters, u64::try_from(lost).unwrap_or(0), formula)
}

/// Adds the clauses that say "all clusters lose less than this".
///
/// # Errors
/// [`Reason::TooManySums`].
pub fn require_less(clusters: &[Cluster], lost: u64, formula: &mut Formula) -> Result<(), Reason> {
    let excess = lost.saturating_sub(floor(clusters));
    if excess == 0 {
        contradict(formula);
        return Ok(());
    }
    let totalizer = Totalizer::of_excess(clusters, excess, formula);
    let totalizer = totalizer.map_err(|TooManySums| Reason::TooManySums)?;
    if let Some(as_bad) = totalizer.at_least(excess) {
        formula.add_clause(&[!as_bad]);
    }
    Ok(())
}

/// Adds a contradiction. Not every solver and checker takes the empty clause.
pub fn contradict(formula: &mut dyn ClauseSink) {
    let first = Var::from_index(0);
    formula.add_clause(&[first.positive()]);
    formula.add_clause(&[first.negative()]);
}

fn clusters_of(
    map: &VarMap,
    kind: HouseKind,
    cells: &[CellLosses],
    limits: &Limits,
) -> Result<Vec<Cluster>, Reason> {
    let geometry = map.geometry();
    let mut clusters = Vec::new();
    for house in geometry.houses_of_kind(kind) {
        limits.check()?;
        let inside = |each: &&CellLosses| geometry.houses_of(each.cell).contains(&house);
        let inside: Vec<&CellLosses> = cells.iter().filter(inside).collect();
        if !inside.is_empty() {
            clusters.push(cluster(map, &inside));
        }
    }
    Ok(clusters)
}

/// The cells of one house.
fn cluster(map: &VarMap, cells: &[&CellLosses]) -> Cluster {
    let lost = cells.iter().map(|each| {
        let digits = each.digits.iter();
        digits.map(|(digit, loss)| (digit.index(), *loss))
    });
    // If some digit has no place at all, the formula is unsatisfiable anyway.
    let at_least = least_loss(lost, map.geometry().side()).unwrap_or(0);
    let groups = cells.iter().map(|each| {
        let literal = |digit| map.term(each.cell, digit).literal();
        let members = each.digits.iter();
        let members = members.filter_map(|(digit, loss)| Some((literal(*digit)?, *loss)));
        members.collect::<WeightedGroup>()
    });
    Cluster {
        groups: groups.collect(),
        at_least,
    }
}
