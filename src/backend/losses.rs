//! An objective as losses: how much less each digit of a cell scores than the best one,
//! and a lower bound on what each house loses because its digits differ.

use crate::cnf::totalizer::{Cluster, Group};
use crate::encoding::VarMap;
use crate::grid::{Cell, Digit, HouseKind};
use crate::limits::Limits;
use crate::objective::assignment::least_cost;
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
    let costs = cells.iter().map(|each| {
        let mut costs = vec![None; map.geometry().side()];
        for (digit, loss) in &each.digits {
            costs[digit.index()] = Some(*loss);
        }
        costs
    });
    let costs: Vec<Vec<Option<u64>>> = costs.collect();
    let groups = cells.iter().map(|each| {
        let literal = |digit| map.term(each.cell, digit).literal();
        let members = each.digits.iter();
        let members = members.filter_map(|(digit, loss)| Some((literal(*digit)?, *loss)));
        members.collect::<Group>()
    });
    Cluster {
        groups: groups.collect(),
        // If some digit has no place at all, the formula is unsatisfiable anyway.
        at_least: least_cost(&costs).unwrap_or(0),
    }
}
