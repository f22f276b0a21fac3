//! The maximum through clauses: models one by one, or a search that knows the
//! objective.

use super::sat::{SatBackend, settled};
use super::{End, Optimum};
use crate::cnf::Lit;
use crate::cnf::totalizer::{Cluster, Group};
use crate::encoding::{Term, VarMap, decode};
use crate::grid::{Cell, Digit, House, HouseKind, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::objective::assignment::least_cost;
use crate::outcome::Reason;
use crate::sat::SatSolver;
use crate::sat::optimise::{Minimum, Strategy, counted, minimise};
use std::ops::ControlFlow;

/// How a SAT engine finds the maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Maximising {
    /// All models, each excluded by a blocking clause.
    Enumerate,
    /// Models that differ in cells which the smallest equivalent objective
    /// counts.
    Project,
    /// A totalizer over the smallest equivalent objective, each model better
    /// than the last.
    Linear,
    /// From above, by unsatisfiable cores.
    Cores,
}

/// The smallest equivalent objective as losses of literals.
struct Losses {
    /// What a solution without losses would be worth.
    ceiling: i64,
    clusters: Vec<Cluster>,
}

/// A cell's live candidates by what they lose; a settled cell has one without a
/// literal.
pub(crate) struct CellLosses {
    pub(crate) cell: Cell,
    pub(crate) members: Vec<(Option<Lit>, Digit, u64)>,
}

impl Losses {
    fn new(objective: &Objective, map: &VarMap, limits: &Limits) -> Result<Losses, Reason> {
        let reduced = objective.reduced();
        let geometry = map.geometry();
        let mut ceiling = reduced.constant;
        let mut cells = Vec::new();
        for cell in geometry
            .cells()
            .filter(|&cell| reduced.objective.matters(cell))
        {
            let value = |digit| reduced.objective.value(cell, digit);
            let live = geometry
                .digits()
                .filter(|&d| map.term(cell, d) != Term::False);
            let most = live.clone().map(value).max().unwrap_or(0);
            ceiling += most;
            let loses = |d| (map.term(cell, d).literal(), d, most.abs_diff(value(d)));
            let members = live.map(loses).collect();
            cells.push(CellLosses { cell, members });
        }
        let clusters = strongest_clusters(map, &cells, limits)?;
        Ok(Losses { ceiling, clusters })
    }

    fn score(&self, loss: u64) -> i64 {
        self.ceiling.saturating_sub_unsigned(loss)
    }
}

/// The cells by the houses of one kind, with a lower bound on the loss of each house. The
/// houses of one kind share no cell, so their bounds add up; the kind with the largest
/// sum is taken.
pub(crate) fn strongest_clusters(
    map: &VarMap,
    cells: &[CellLosses],
    limits: &Limits,
) -> Result<Vec<Cluster>, Reason> {
    let kinds = HouseKind::ALL.into_iter();
    let clustered = kinds.map(|kind| clusters(map, kind, cells, limits));
    let clustered: Vec<Vec<Cluster>> = clustered.collect::<Result<_, _>>()?;
    let floor = |clusters: &Vec<Cluster>| clusters.iter().map(|c| c.at_least).sum::<u64>();
    Ok(clustered.into_iter().max_by_key(floor).unwrap_or_default())
}

/// The cells by the houses of one kind, with what each house loses at least
/// because its digits differ.
fn clusters(
    map: &VarMap,
    kind: HouseKind,
    cells: &[CellLosses],
    limits: &Limits,
) -> Result<Vec<Cluster>, Reason> {
    let geometry = map.geometry();
    let mut clusters = Vec::new();
    let inside = |house: House| {
        let here = move |each: &&CellLosses| geometry.houses_of(each.cell).contains(&house);
        cells.iter().filter(here)
    };
    for house in geometry.houses_of_kind(kind) {
        if let Some(reason) = limits.exceeded() {
            return Err(reason);
        }
        let costs: Vec<Vec<Option<u64>>> = inside(house)
            .map(|each| {
                let mut row = vec![None; geometry.side()];
                for &(_, digit, loss) in &each.members {
                    row[digit.index()] = Some(loss);
                }
                row
            })
            .collect();
        let groups = inside(house).map(|each| {
            let members = each.members.iter();
            members
                .filter_map(|&(lit, _, loss)| Some((lit?, loss)))
                .collect()
        });
        let groups: Vec<Group> = groups.collect();
        if !groups.is_empty() {
            // No way to place the digits: the formula finds that out.
            let at_least = least_cost(&costs).unwrap_or(0);
            clusters.push(Cluster { groups, at_least });
        }
    }
    Ok(clusters)
}

impl SatBackend {
    /// The best of all models, up to the limits's number of them. Models that
    /// agree on the cells that `matters` picks count once.
    pub(super) fn best_of_all(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        matters: impl Fn(Cell) -> bool,
    ) -> Optimum {
        let mut best: Option<(i64, Solution)> = None;
        let mut models = 0;
        let end = self.models(puzzle, limits, matters, |solution| {
            models += 1;
            let score = objective.score(&solution);
            if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
                best = Some((score, solution));
            }
            match limits.models().is_none_or(|limit| models < limit) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let reason = match end {
            End::Exhausted => None,
            End::Enough => Some(Reason::ModelLimit),
            End::Stopped(reason) => Some(reason),
        };
        let best = best.map(|(_, solution)| solution);
        let bound = || objective.bound(|cell| puzzle.given(cell));
        optimum(objective, best, reason.map(|reason| (bound(), reason)))
    }

    /// Searches with the objective in clauses, for the best solution that is
    /// worth less than `below`, if that is given.
    pub fn optimise(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        strategy: Strategy,
        below: Option<i64>,
        limits: &Limits,
    ) -> Optimum {
        let map = match self.variables(puzzle, limits) {
            Ok(map) => map,
            Err(End::Stopped(reason)) => return Optimum::Unknown(reason),
            Err(End::Exhausted | End::Enough) => return Optimum::Unsatisfiable,
        };
        let mut best: Option<Solution> = None;
        if map.is_empty() {
            settled(&map, |solution| {
                let counts = below.is_none_or(|below| objective.score(&solution) < below);
                best = counts.then_some(solution);
                ControlFlow::Continue(())
            });
            return optimum(objective, best, None);
        }
        let ready = Losses::new(objective, &map, limits)
            .and_then(|losses| Ok((losses, self.for_maxima(puzzle, &map, limits)?)));
        let (losses, mut solver) = match ready {
            Ok(ready) => ready,
            Err(reason) => return Optimum::Unknown(reason),
        };
        if let Some(below) = below
            && let Err(reason) = stay_below(below, objective, &map, &mut *solver, limits)
        {
            return Optimum::Unknown(reason);
        }
        let mut broken = None;
        let keep = &mut |solver: &dyn SatSolver| match decode(&map, |var| {
            solver.value(var).unwrap_or(false)
        }) {
            Ok(solution) => {
                limits.report(Some(objective.score(&solution)), None);
                best = Some(solution);
            }
            Err(error) => broken = Some(Reason::Engine(error.to_string())),
        };
        let bound = &mut |loss| limits.report(None, Some(losses.score(loss)));
        let ended = minimise(
            &mut *solver,
            &losses.clusters,
            strategy,
            limits,
            keep,
            bound,
        );
        if let Some(reason) = broken {
            return Optimum::Unknown(reason);
        }
        match ended {
            Minimum::Unsatisfiable => Optimum::Unsatisfiable,
            Minimum::Proven => optimum(objective, best, None),
            Minimum::Stopped { bound, reason } => {
                optimum(objective, best, Some((losses.score(bound), reason)))
            }
        }
    }

    /// Shows every solution that is worth `score` or more.
    pub fn worth_at_least(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        score: i64,
        limits: &Limits,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let map = match self.variables(puzzle, limits) {
            Ok(map) => map,
            Err(end) => return end,
        };
        let visit = &mut |solution: Solution| match objective.score(&solution) >= score {
            true => visit(&solution),
            false => ControlFlow::Continue(()),
        };
        if map.is_empty() {
            return settled(&map, visit);
        }
        let losses = match Losses::new(objective, &map, limits) {
            Ok(losses) => losses,
            Err(reason) => return End::Stopped(reason),
        };
        if score > losses.ceiling {
            return End::Exhausted;
        }
        let mut solver = match self.for_maxima(puzzle, &map, limits) {
            Ok(solver) => solver,
            Err(reason) => return End::Stopped(reason),
        };
        let floor: u64 = losses.clusters.iter().map(|cluster| cluster.at_least).sum();
        let Some(excess) = losses.ceiling.abs_diff(score).checked_sub(floor) else {
            return End::Exhausted;
        };
        match counted(&losses.clusters, excess + 1, &mut *solver, limits) {
            Err(reason) => return End::Stopped(reason),
            Ok(totalizer) => {
                if let Some(more) = totalizer.at_least(excess + 1) {
                    solver.add_clause(&[!more]);
                }
            }
        }
        self.all_models(puzzle, &map, &mut *solver, limits, visit)
    }
}

/// Forbids solutions that are worth `below` or more.
fn stay_below(
    below: i64,
    objective: &Objective,
    map: &VarMap,
    solver: &mut dyn SatSolver,
    limits: &Limits,
) -> Result<(), Reason> {
    // What the negated objective loses is what this one gains.
    let gains = Losses::new(&objective.negated(), map, limits)?;
    let floor = -gains.ceiling;
    let Ok(room) = u64::try_from(below.saturating_sub(floor)) else {
        solver.add_clause(&[]);
        return Ok(());
    };
    let least: u64 = gains.clusters.iter().map(|cluster| cluster.at_least).sum();
    match room.checked_sub(least) {
        None | Some(0) => solver.add_clause(&[]),
        Some(room) => {
            let totalizer = counted(&gains.clusters, room, solver, limits)?;
            if let Some(more) = totalizer.at_least(room) {
                solver.add_clause(&[!more]);
            }
        }
    }
    Ok(())
}

/// What the best solution is, and the bound and the reason if the search was
/// stopped.
fn optimum(
    objective: &Objective,
    best: Option<Solution>,
    stopped: Option<(i64, Reason)>,
) -> Optimum {
    match (best, stopped) {
        (None, None) => Optimum::Unsatisfiable,
        (None, Some((_, reason))) => Optimum::Unknown(reason),
        (Some(solution), None) => Optimum::Optimal {
            score: objective.score(&solution),
            solution,
        },
        (Some(solution), Some((bound, reason))) => Optimum::Feasible {
            score: objective.score(&solution),
            solution,
            bound: Some(bound),
            reason,
        },
    }
}
