//! The live candidates as variables, and the groups of which exactly one is
//! true.

use crate::grid::{Candidate, Candidates, Digit, HouseKind, Solution};
use crate::limits::Limits;
use crate::outcome::Reason;

/// A variable: a candidate of a cell that is not settled.
pub type Var = u32;

/// Candidates that are sorted into groups between two looks at the limits.
const CANDIDATES_PER_CHECK: usize = 1 << 18;

/// Variables and groups.
pub struct Problem {
    /// The candidate of each variable.
    pub candidates: Vec<Candidate>,
    /// Members of all groups, end to end.
    members: Vec<Var>,
    /// Where each group starts; one more at the end.
    starts: Vec<u32>,
    /// The cell, row, column and box group of each variable.
    pub groups_of: Vec<[u32; 4]>,
    settled: Vec<Option<Digit>>,
}

impl Problem {
    /// The problem that a closure leaves: every unsettled cell has at least two
    /// candidates, and every digit that is missing in a house at least two places.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn new_within(left: &Candidates, limits: &Limits) -> Result<Problem, Reason> {
        let geometry = left.geometry();
        let side = geometry.side();
        let settled: Vec<Option<Digit>> = geometry
            .cells()
            .map(|cell| left.digits(cell).next().filter(|_| left.count(cell) == 1))
            .collect();
        let open = left.iter().filter(|c| settled[c.cell.index()].is_none());
        let candidates: Vec<Candidate> = open.collect();
        // Group keys: cells first, then rows, columns and boxes by digit.
        let keys_of = |c: &Candidate| -> [usize; 4] {
            let houses = geometry.houses_of(c.cell);
            let key = |kind: usize| {
                let house = houses[kind].index as usize;
                (kind + 1) * side * side + house * side + c.digit.index()
            };
            [c.cell.index(), key(0), key(1), key(2)]
        };
        let kinds = 1 + HouseKind::ALL.len();
        let mut sizes = vec![0u32; kinds * side * side];
        for (var, candidate) in candidates.iter().enumerate() {
            if var.is_multiple_of(CANDIDATES_PER_CHECK) {
                limits.check()?;
            }
            for key in keys_of(candidate) {
                sizes[key] += 1;
            }
        }
        let mut starts = vec![0];
        let mut group_of_key = vec![u32::MAX; sizes.len()];
        for (key, &size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
            group_of_key[key] = starts.len() as u32 - 1;
            starts.push(starts[starts.len() - 1] + size);
        }
        let mut next = starts.clone();
        let mut members = vec![0; *next.last().unwrap_or(&0) as usize];
        let mut groups_of = Vec::with_capacity(candidates.len());
        for (var, candidate) in candidates.iter().enumerate() {
            if var.is_multiple_of(CANDIDATES_PER_CHECK) {
                limits.check()?;
            }
            let groups = keys_of(candidate).map(|key| group_of_key[key]);
            for group in groups {
                members[next[group as usize] as usize] = var as Var;
                next[group as usize] += 1;
            }
            groups_of.push(groups);
        }
        Ok(Problem {
            candidates,
            members,
            starts,
            groups_of,
            settled,
        })
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.candidates.len()
    }

    /// Number of groups.
    pub fn groups(&self) -> usize {
        self.starts.len() - 1
    }

    /// The members of a group.
    pub fn members(&self, group: u32) -> &[Var] {
        let group = group as usize;
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// The grid with these variables true.
    pub fn solution(&self, is_true: impl Fn(Var) -> bool) -> Solution {
        let mut cells = self.settled.clone();
        for (var, candidate) in self.candidates.iter().enumerate() {
            if is_true(var as Var) {
                cells[candidate.cell.index()] = Some(candidate.digit);
            }
        }
        let digit = |cell: Option<Digit>| cell.unwrap_or(Digit::from_index(0));
        Solution::new(cells.into_iter().map(digit).collect())
    }
}
