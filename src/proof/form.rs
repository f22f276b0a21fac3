//! The formula of a certificate, by the encoder; [`super`] describes its form.

use crate::cnf::totalizer::{Cluster, Group, TooManySums, Totalizer};
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::encoding::{Encoding, VarMap};
use crate::grid::{Candidates, Cell, Digit, HouseKind, Puzzle, Solution};
use crate::objective::Objective;
use crate::objective::assignment::least_cost;
use crate::outcome::Reason;
use std::collections::HashSet;

/// The encoding whose clauses are those of the form.
const ENCODING: &str = "extended";

/// Keeps the first of equal clauses.
#[derive(Default)]
struct Distinct {
    formula: Formula,
    seen: HashSet<Vec<Lit>>,
}

impl ClauseSink for Distinct {
    fn new_var(&mut self) -> Var {
        self.formula.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        if self.seen.insert(sorted) {
            self.formula.add_clause(clause);
        }
    }
}

/// "The puzzle has another solution than these."
///
/// # Errors
/// If the encoding is not part of the program.
pub fn another_solution(puzzle: &Puzzle, solutions: &[Solution]) -> Result<Formula, Reason> {
    let map = VarMap::full(puzzle.geometry());
    let mut formula = rules(puzzle, &map)?;
    for solution in solutions {
        let open = puzzle.empty_cells();
        let clause: Vec<Lit> = open
            .filter_map(|cell| map.term(cell, solution.digit(cell)).literal())
            .map(|lit| !lit)
            .collect();
        match clause.is_empty() {
            true => contradict(&mut formula),
            false => formula.add_clause(&clause),
        }
    }
    Ok(formula)
}

/// "The puzzle has a solution that is worth more than this one."
///
/// # Errors
/// [`Reason::TooManySums`] for weights whose sums cannot be written down.
pub fn better_solution(
    puzzle: &Puzzle,
    objective: &Objective,
    solution: &Solution,
) -> Result<Formula, Reason> {
    let map = VarMap::full(puzzle.geometry());
    let mut formula = rules(puzzle, &map)?;
    let reduced = &objective.reduced().objective;
    let live = Candidates::of_givens(puzzle);
    let mut losses = Vec::new();
    let mut limit = 0u64;
    for cell in puzzle.geometry().cells() {
        let value = |digit| reduced.value(cell, digit);
        let best = live.digits(cell).map(value).max().unwrap_or(0);
        limit += best.abs_diff(value(solution.digit(cell)));
        let loss = |digit| (digit, best.abs_diff(value(digit)));
        let members: Vec<(Digit, u64)> = live.digits(cell).map(loss).collect();
        if members.iter().any(|(_, loss)| *loss > 0) {
            losses.push((cell, members));
        }
    }
    let kinds = HouseKind::ALL.into_iter();
    let clustered = kinds.map(|kind| clusters(&map, kind, &losses));
    let floor = |clusters: &Vec<Cluster>| clusters.iter().map(|c| c.at_least).sum::<u64>();
    let clusters = clustered.max_by_key(floor).unwrap_or_default();
    match limit.saturating_sub(floor(&clusters)) {
        0 => contradict(&mut formula),
        excess => {
            let totalizer = Totalizer::of_excess(&clusters, excess, &mut formula);
            let totalizer = totalizer.map_err(|TooManySums| Reason::TooManySums)?;
            if let Some(as_bad) = totalizer.at_least(excess) {
                formula.add_clause(&[!as_bad]);
            }
        }
    }
    Ok(formula)
}

/// A cell's live digits with what they lose.
type Losses = (Cell, Vec<(Digit, u64)>);

/// The cells by the houses of one kind, with what each house loses at least.
fn clusters(map: &VarMap, kind: HouseKind, losses: &[Losses]) -> Vec<Cluster> {
    let geometry = map.geometry();
    let mut clusters = Vec::new();
    for house in geometry.houses_of_kind(kind) {
        let inside = |(cell, _): &&Losses| geometry.houses_of(*cell).contains(&house);
        let costs: Vec<Vec<Option<u64>>> = losses
            .iter()
            .filter(inside)
            .map(|(_, members)| {
                let mut costs = vec![None; geometry.side()];
                for (digit, loss) in members {
                    costs[digit.index()] = Some(*loss);
                }
                costs
            })
            .collect();
        let member = |cell: Cell, (digit, loss): &(Digit, u64)| {
            Some((map.term(cell, *digit).literal()?, *loss))
        };
        let groups = losses.iter().filter(inside).map(|(cell, members)| {
            members
                .iter()
                .filter_map(|each| member(*cell, each))
                .collect()
        });
        let groups: Vec<Group> = groups.collect();
        if !groups.is_empty() {
            let at_least = least_cost(&costs).unwrap_or(0);
            clusters.push(Cluster { groups, at_least });
        }
    }
    clusters
}

fn contradict(formula: &mut Formula) {
    let first = Var::from_index(0);
    formula.add_clause(&[first.positive()]);
    formula.add_clause(&[first.negative()]);
}

fn rules(puzzle: &Puzzle, map: &VarMap) -> Result<Formula, Reason> {
    let missing = || Reason::Engine(format!("there is no encoding '{ENCODING}'"));
    let encoding = Encoding::named(ENCODING).ok_or_else(missing)?;
    let mut rules = Distinct::default();
    encoding.encode(puzzle, map, &mut rules);
    Ok(rules.formula)
}
