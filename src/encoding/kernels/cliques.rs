//! Sums whose cells differ in part: cells that differ are taken together, by the sets of
//! digits that they can hold, and a diagram adds up what the groups hold.

use super::combinations::{Cage, combinations};
use super::diagram::Unrolled;
use super::groups::CellPairs;
use super::map::VariantMap;
use super::output::Output;
use super::writer::KernelWriter;
use crate::cnf::ClauseSink;
use crate::encoding::Term;
use crate::grid::{Cell, Digit};
use crate::rules::{Board, BoardHouse, BoardHouseKind, Mask, members};
use std::collections::BTreeMap;

/// Maximum number of sets of digits of a group with a variable each.
const MAX_SETS: usize = 128;

/// Maximum number of terms among which groups are looked for: that takes the cube of their number.
/// More are grouped by houses.
const MAX_TERMS: usize = 256;

/// Largest total and coefficient of such a sum: what they add up to stays in range.
const MAX_NUMBER: u64 = 1 << 32;

/// Cells that differ and count equally.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub cells: Vec<Cell>,
    pub times: i64,
}

/// Whether a sum has so few terms and such small numbers that it can be added to others.
pub(super) fn is_small(terms: &[(Cell, i64)], total: i64) -> bool {
    terms.len() <= MAX_TERMS && has_small_numbers(terms, total)
}

fn has_small_numbers(terms: &[(Cell, i64)], total: i64) -> bool {
    let mut numbers = terms.iter().map(|(_, times)| *times).chain([total]);
    numbers.all(|number| number.unsigned_abs() <= MAX_NUMBER)
}

/// The terms in groups: by rows, by columns, by regions, or each time as many as differ;
/// whichever leaves least between the smallest and the largest sum.
pub(super) fn groups(terms: &[(Cell, i64)], differing: &CellPairs, map: &VariantMap) -> Vec<Group> {
    let kinds = [
        BoardHouseKind::Region,
        BoardHouseKind::Row,
        BoardHouseKind::Column,
    ];
    let mut best = greedy(terms.to_vec(), differing);
    for kind in kinds {
        let other = by_houses(kind, terms, differing, map.board());
        if width(&other, map) < width(&best, map) {
            best = other;
        }
    }
    best
}

/// Each time as many terms as differ; each term alone if there are too many.
fn greedy(mut rest: Vec<(Cell, i64)>, differing: &CellPairs) -> Vec<Group> {
    if rest.len() > MAX_TERMS {
        let alone = |(cell, times)| Group {
            cells: vec![cell],
            times,
        };
        return rest.into_iter().map(alone).collect();
    }
    let mut groups = Vec::new();
    while !rest.is_empty() {
        let from = |&(start, times): &(Cell, i64)| {
            let mut cells = vec![start];
            for &(cell, other) in &rest {
                let differs = |&each: &Cell| each != cell && differing.contains(each, cell);
                if other == times && cells.iter().all(differs) {
                    cells.push(cell);
                }
            }
            Group { cells, times }
        };
        let longest = rest.iter().map(from).max_by_key(|group| group.cells.len());
        let Some(group) = longest else { break };
        remove(&mut rest, &group);
        groups.push(group);
    }
    groups
}

/// The terms in each house of a kind together, and the others greedily.
fn by_houses(
    kind: BoardHouseKind,
    terms: &[(Cell, i64)],
    differing: &CellPairs,
    board: &Board,
) -> Vec<Group> {
    let houses: Vec<&BoardHouse> = board.houses_of_kind(kind).collect();
    // For each cell its house; what is in none comes last.
    let mut place = vec![houses.len(); board.cell_count()];
    for (index, house) in houses.iter().enumerate() {
        for cell in &house.cells {
            place[cell.index()] = index;
        }
    }
    let mut parts = vec![Vec::new(); houses.len() + 1];
    for &term in terms {
        parts[place[term.0.index()]].push(term);
    }
    let groups = parts.into_iter().map(|part| greedy(part, differing));
    groups.flatten().collect()
}

/// How far apart the smallest and the largest sum of groups are.
fn width(groups: &[Group], map: &VariantMap) -> i64 {
    let ranges = groups.iter().map(|group| group.range(map));
    ranges.map(|(low, high)| high - low).sum()
}

impl Group {
    /// What the group can count if its cells could have any of their digits.
    pub fn range(&self, map: &VariantMap) -> (i64, i64) {
        let digits = |&cell: &Cell| map.digits(cell);
        let union = self
            .cells
            .iter()
            .map(digits)
            .fold(0, |all, mask| all | mask);
        let value = |digit: usize| i64::from(map.board().value(Digit::from_index(digit)));
        let values: Vec<i64> = members(union).map(value).collect();
        let count = self.cells.len().min(values.len());
        let low: i64 = values[..count].iter().sum();
        let high: i64 = values[values.len() - count..].iter().sum();
        let (one, other) = (self.times * low, self.times * high);
        (one.min(other), one.max(other))
    }
}

/// Removes the terms of a group, each once.
fn remove(terms: &mut Vec<(Cell, i64)>, group: &Group) {
    for &cell in &group.cells {
        let own = terms.iter().position(|each| *each == (cell, group.times));
        if let Some(place) = own {
            terms.remove(place);
        }
    }
}

/// A group with the sets of digits that it can hold, by what they count.
struct Choice {
    group: Group,
    sets: BTreeMap<i64, Vec<Mask>>,
}

impl Choice {
    fn least(&self) -> i64 {
        self.sets.keys().next().copied().unwrap_or(0)
    }

    fn most(&self) -> i64 {
        self.sets.keys().next_back().copied().unwrap_or(0)
    }
}

impl KernelWriter<'_> {
    /// A sum of groups. Whether there were any.
    pub(super) fn grouped_sum(
        &mut self,
        terms: &[(Cell, i64)],
        total: i64,
        output: &mut Output<'_>,
    ) -> bool {
        if !has_small_numbers(terms, total) {
            return false;
        }
        let mut choices = self.choices_of(terms);
        if choices.iter().all(|choice| choice.group.cells.len() < 2) {
            return false;
        }
        restrict(&mut choices, total);
        if choices.iter().any(|choice| choice.sets.is_empty()) {
            output.add_clause(&[]);
            return true;
        }
        let layers: Vec<Vec<Term>> = choices
            .iter()
            .map(|choice| self.amounts(choice, output))
            .collect();
        let amounts: Vec<Vec<i64>> = choices
            .iter()
            .map(|choice| choice.sets.keys().copied().collect())
            .collect();
        self.add_up(&choices, &amounts, layers, total, output);
        true
    }

    /// The terms in groups with a limited number of sets.
    fn choices_of(&self, terms: &[(Cell, i64)]) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut groups = groups(terms, &self.differing, self.map);
        groups.reverse();
        while let Some(mut group) = groups.pop() {
            if let Some(sets) = self.sets_of(&group) {
                choices.push(Choice { group, sets });
            } else {
                // Half of them have fewer.
                let cells = group.cells.split_off(group.cells.len() / 2);
                let times = group.times;
                groups.extend([Group { cells, times }, group]);
            }
        }
        choices
    }

    /// What a group can hold. `None` if there are too many sets.
    fn sets_of(&self, group: &Group) -> Option<BTreeMap<i64, Vec<Mask>>> {
        let digits: Vec<Mask> = group.cells.iter().map(|&c| self.map.digits(c)).collect();
        let min = i64::from(self.map.board().min());
        let mut found = BTreeMap::new();
        let mut count = 0;
        let most = (self.map.board().digit_count() * group.cells.len()) as i64;
        for above in 0..most {
            let total = min * group.cells.len() as i64 + above;
            let cage = Cage {
                digits: digits.clone(),
                total,
                min,
            };
            let sets = combinations(&cage, MAX_SETS)?;
            count += sets.len();
            if !sets.is_empty() {
                found.insert(total * group.times, sets);
            }
        }
        (group.cells.len() == 1 || count <= MAX_SETS && found.len() < 64).then_some(found)
    }

    /// What stands for each amount of a group.
    fn amounts(&mut self, choice: &Choice, output: &mut Output<'_>) -> Vec<Term> {
        let cells = &choice.group.cells;
        let sets: Vec<Mask> = choice.sets.values().flatten().copied().collect();
        self.drop_outside(cells, &sets, output);
        if let [cell] = cells[..] {
            let digit = |sets: &Vec<Mask>| self.map.term(cell, sets[0].trailing_zeros() as usize);
            return choice.sets.values().map(digit).collect();
        }
        if sets.len() == 1 {
            self.single_set(cells, sets[0], output);
            return vec![Term::True];
        }
        let chosen = self.one_of_sets(cells, &sets, output);
        let mut rest = &chosen[..];
        let mut terms = Vec::with_capacity(choice.sets.len());
        for (amount, sets) in &choice.sets {
            let (own, others) = rest.split_at(sets.len());
            rest = others;
            if let [only] = own {
                terms.push(Term::Lit(*only));
                continue;
            }
            let sum = amount / choice.group.times;
            let name = || format!("{} add {sum}", self.names(cells));
            let literal = output.fresh(&name);
            for &set in own {
                output.add_clause(&[literal, !set]);
            }
            let any: Vec<_> = own.iter().copied().chain([!literal]).collect();
            output.add_clause(&any);
            terms.push(Term::Lit(literal));
        }
        terms
    }

    fn add_up(
        &self,
        choices: &[Choice],
        amounts: &[Vec<i64>],
        layers: Vec<Vec<Term>>,
        total: i64,
        output: &mut Output<'_>,
    ) {
        let masks: Vec<Mask> = amounts
            .iter()
            .map(|a| Mask::MAX >> (64 - a.len()))
            .collect();
        let mut rest = vec![(0, 0)];
        for choice in choices.iter().rev() {
            let (low, high) = rest[rest.len() - 1];
            rest.push((low + choice.least(), high + choice.most()));
        }
        rest.reverse();
        let step = |layer: usize, sum: i64, place: usize| {
            let sum = sum + amounts[layer][place];
            let (low, high) = rest[layer + 1];
            (low..=high).contains(&(total - sum)).then_some(sum)
        };
        let unrolled = Unrolled::new(&masks, 0, step, |sum| sum == total, &|| output.is_closed());
        let cells: Vec<Cell> = choices
            .iter()
            .flat_map(|c| c.group.cells.iter().copied())
            .collect();
        let name = || format!("the sum of {}", self.names(&cells));
        let layers = layers
            .into_iter()
            .map(|terms| terms.into_iter().enumerate().collect());
        self.unrolled(unrolled, layers.collect(), &name, output);
    }
}

/// Drops what the other groups cannot make up for.
fn restrict(choices: &mut [Choice], total: i64) {
    loop {
        let least: i64 = choices.iter().map(Choice::least).sum();
        let most: i64 = choices.iter().map(Choice::most).sum();
        let mut has_changed = false;
        for choice in choices.iter_mut() {
            let low = total - (most - choice.most());
            let high = total - (least - choice.least());
            let before = choice.sets.len();
            choice
                .sets
                .retain(|amount, _| (low..=high).contains(amount));
            has_changed |= choice.sets.len() < before;
        }
        if !has_changed || choices.iter().any(|choice| choice.sets.is_empty()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn among_too_many_terms_no_groups_are_looked_for() {
        let groups = |count: usize| {
            let cells: Vec<Cell> = (0..count).map(|cell| Cell(cell as u32)).collect();
            let mut differing = CellPairs::new(count);
            differing.insert_all(&cells);
            let terms = cells.into_iter().map(|cell| (cell, 1)).collect();
            greedy(terms, &differing).len()
        };
        assert_eq!(groups(MAX_TERMS), 1);
        assert_eq!(groups(MAX_TERMS + 2), MAX_TERMS + 2);
    }
}
