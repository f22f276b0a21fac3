//! The clauses that say "a better score", as FORMAT.md describes them.
//!
//! A cell's loss is how much less its digit scores than its best candidate. A grid is better
//! exactly if the losses of its cells add up to less than those of the shown grid. Sums of losses
//! are counted in unary: a literal stands for "this loss or more".

use crate::formula::Formula;
use crate::rules::Shape;

/// Maximum number of pairs of literals that are added.
const MAX_PAIRS: usize = 4_000_000;

/// A cell's candidates, each after its loss.
pub type Losses = Vec<(i128, usize)>;

/// Literals for "this loss or more", by increasing losses.
type Sum = Vec<(i128, i32)>;

/// The cells of a house that can lose, and the least that they lose together.
pub type House = (Vec<usize>, i128);

/// Adds the clauses that say "better than this solution", unless they are too many;
/// `score` is what a digit adds to the score in a cell.
pub fn require_better(
    shape: Shape,
    givens: &[usize],
    solution: &[usize],
    formula: &mut Formula,
    score: impl Fn(usize, usize) -> i128,
) -> Result<(), String> {
    let mut losses: Vec<Losses> = Vec::new();
    let mut limit = 0;
    for (cell, digits) in shape.candidates(givens).into_iter().enumerate() {
        let best = digits.iter().map(|digit| score(cell, *digit)).max();
        let loss = |digit: usize| best.unwrap_or_default() - score(cell, digit);
        limit += loss(solution[cell]);
        losses.push(digits.iter().map(|&digit| (loss(digit), digit)).collect());
    }
    let houses = costliest_houses(shape, &losses);
    let variable = |cell, digit| shape.variable(cell, digit);
    require_less(&losses, &houses, limit, formula, variable)
}

/// Adds the clauses that say "all cells lose less than `limit`", unless they are too many.
/// Each cell that can lose is in one of the houses.
pub fn require_less(
    losses: &[Losses],
    houses: &[House],
    limit: i128,
    formula: &mut Formula,
    variable: impl Fn(usize, usize) -> i32,
) -> Result<(), String> {
    let limit = limit - houses.iter().map(|(_, least)| least).sum::<i128>();
    if limit <= 0 {
        formula.contradict();
        return Ok(());
    }
    let mut counter = Counter { formula, pairs: 0 };
    let mut excesses = Vec::new();
    for (cells, least) in houses.iter().filter(|(cells, _)| !cells.is_empty()) {
        let cap = least + limit;
        let leaf = |&cell: &usize| -> Sum {
            let losses = losses[cell].iter();
            let capped = losses.map(|&(loss, digit)| (loss.min(cap), variable(cell, digit)));
            counter.leaf(&capped.collect::<Sum>())
        };
        let leaves = cells.iter().map(leaf).collect();
        let sum = counter.sum_of_all(leaves, cap)?.into_iter();
        let excess = sum.map(|(loss, literal)| (loss - least, literal));
        excesses.push(excess.filter(|(loss, _)| *loss > 0).collect());
    }
    let sum = counter.sum_of_all(excesses, limit)?;
    if let Some((_, as_bad)) = sum.last().filter(|(loss, _)| *loss == limit) {
        counter.formula.add([-as_bad]);
    }
    Ok(())
}

/// Those of the cells that can lose, and the least that they lose together.
pub fn house(mut cells: Vec<usize>, losses: &[Losses], digits: usize) -> House {
    cells.retain(|cell| losses[*cell].iter().any(|(loss, _)| *loss > 0));
    let rows: Vec<&Losses> = cells.iter().map(|cell| &losses[*cell]).collect();
    let least = least_sum(&rows, digits);
    (cells, least)
}

/// The rows, the columns or the boxes, whichever lose most at least.
fn costliest_houses(shape: Shape, losses: &[Losses]) -> Vec<House> {
    let houses = shape.houses().into_iter();
    let all: Vec<House> = houses
        .map(|cells| house(cells, losses, shape.side))
        .collect();
    let total = |kind: &&[House]| kind.iter().map(|(_, least)| least).sum::<i128>();
    all.chunks(shape.side)
        .max_by_key(total)
        .unwrap_or_default()
        .to_vec()
}

/// The least sum of losses of cells that hold different digits; 0 if there are not
/// enough digits. This is the assignment problem, solved cell by cell: each new cell
/// takes a digit along the cheapest chain of cells that give theirs up (shortest paths
/// after Bellman and Ford).
fn least_sum(cells: &[&Losses], side: usize) -> i128 {
    let mut owner: Vec<Option<usize>> = vec![None; side + 1];
    let loss = |cell: usize, digit: usize| {
        let found = cells[cell].iter().find(|(_, each)| *each == digit);
        found.map_or(0, |(loss, _)| *loss)
    };
    let mut total = 0;
    for (new, losses) in cells.iter().enumerate() {
        // By digit: what it costs to serve the new cell by taking it, and which cell
        // takes it.
        let mut cost: Vec<Option<(i128, usize)>> = vec![None; side + 1];
        for &(loss, digit) in *losses {
            cost[digit] = Some((loss, new));
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for given_up in 1..=side {
                let (Some((so_far, _)), Some(cell)) = (cost[given_up], owner[given_up]) else {
                    continue;
                };
                let saved = loss(cell, given_up);
                for &(loss, digit) in cells[cell] {
                    let through = so_far - saved + loss;
                    if cost[digit].is_none_or(|(cost, _)| through < cost) {
                        cost[digit] = Some((through, cell));
                        changed = true;
                    }
                }
            }
        }
        let free = (1..=side).filter(|digit| owner[*digit].is_none());
        let cheapest = free.filter_map(|digit| cost[digit].map(|(cost, _)| (cost, digit)));
        let Some((cost_of_all, mut digit)) = cheapest.min() else {
            return 0;
        };
        total += cost_of_all;
        // Along the chain, each cell takes its new digit.
        while let Some((_, cell)) = cost[digit] {
            let before = owner.iter().position(|owner| *owner == Some(cell));
            owner[digit] = Some(cell);
            match before {
                Some(before) => digit = before,
                None => break,
            }
        }
    }
    total
}

/// Adds up sums, with new variables.
struct Counter<'f> {
    formula: &'f mut Formula,
    /// Pairs added so far.
    pairs: usize,
}

impl Counter<'_> {
    fn leaf(&mut self, losses: &[(i128, i32)]) -> Sum {
        let mut levels: Vec<i128> = losses.iter().map(|(loss, _)| *loss).collect();
        levels.retain(|level| *level > 0);
        levels.sort_unstable();
        levels.dedup();
        let mut leaf = Sum::new();
        for level in levels.into_iter().rev() {
            let same = losses.iter().filter(|(loss, _)| *loss == level);
            let mut causes: Vec<i32> = same.map(|(_, digit)| *digit).collect();
            causes.extend(leaf.last().map(|(_, above)| *above));
            let literal = match causes[..] {
                [only] => only,
                _ => self.formula.new_variable(),
            };
            for cause in causes.into_iter().filter(|cause| *cause != literal) {
                self.formula.add([-cause, literal]);
            }
            leaf.push((level, literal));
        }
        leaf.reverse();
        leaf
    }

    /// Always adds the two shortest next.
    fn sum_of_all(&mut self, mut sums: Vec<Sum>, limit: i128) -> Result<Sum, String> {
        while sums.len() > 1 {
            let mut pick = || {
                let lengths = sums.iter().map(Vec::len).enumerate();
                let shortest = lengths.min_by_key(|(_, length)| *length);
                sums.remove(shortest.map_or(0, |(place, _)| place))
            };
            let (first, second) = (pick(), pick());
            let pairs = (first.len() + 1).saturating_mul(second.len() + 1);
            self.pairs = self.pairs.saturating_add(pairs);
            if self.pairs > MAX_PAIRS {
                return Err(format!("a counter that adds more than {MAX_PAIRS} pairs"));
            }
            sums.push(self.sum(&first, &second, limit));
        }
        Ok(sums.pop().unwrap_or_default())
    }

    fn sum(&mut self, first: &Sum, second: &Sum, limit: i128) -> Sum {
        // Each sum, with the clause that says it is reached, less its last literal.
        let mut reached: Vec<(i128, Vec<i32>)> = Vec::new();
        for &(one, cause) in first {
            reached.push((one, vec![-cause]));
            for &(two, other) in second {
                reached.push(((one + two).min(limit), vec![-cause, -other]));
            }
        }
        reached.extend(second.iter().map(|&(two, cause)| (two, vec![-cause])));
        reached.sort_by_key(|(sum, _)| *sum);
        let mut all = Sum::new();
        for (sum, mut clause) in reached {
            let literal = match all.last() {
                Some(&(last, literal)) if last == sum => literal,
                before => {
                    let before = before.map(|(_, literal)| *literal);
                    let literal = self.formula.new_variable();
                    if let Some(before) = before {
                        self.formula.add([-literal, before]);
                    }
                    all.push((sum, literal));
                    literal
                }
            };
            clause.push(literal);
            self.formula.add(clause);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By trying everything.
    fn tried(cells: &[&Losses], taken: &mut Vec<usize>) -> Option<i128> {
        let Some((first, rest)) = cells.split_first() else {
            return Some(0);
        };
        let mut least = None;
        for &(loss, digit) in *first {
            if !taken.contains(&digit) {
                taken.push(digit);
                let sum = tried(rest, taken).map(|sum| sum + loss);
                taken.pop();
                least = [least, sum].into_iter().flatten().min();
            }
        }
        least
    }

    #[test]
    fn too_many_pairs_are_refused_before_they_are_added() {
        let mut formula = Formula::default();
        let mut counter = Counter {
            formula: &mut formula,
            pairs: 0,
        };
        let sum = |length: i128| (1..=length).map(|loss| (loss, 1)).collect();
        // One more each: 2001 × 2000.
        let refused = counter.sum_of_all(vec![sum(1999), sum(2000)], 10);
        assert!(refused.is_err());
        assert!(counter.sum_of_all(vec![sum(9), sum(9)], 10).is_err());
        assert!(formula.is_empty());
    }

    proptest! {
        #[test]
        fn nothing_is_cheaper_than_the_least_sum(
            table in prop::collection::vec(
                prop::collection::vec(prop::option::weighted(0.8, 0..20i128), 5),
                0..=5,
            ),
        ) {
            let cells: Vec<Losses> = table
                .iter()
                .map(|row| (1..).zip(row).filter_map(|(d, loss)| Some(((*loss)?, d))).collect())
                .collect();
            let cells: Vec<&Losses> = cells.iter().collect();
            let expected = tried(&cells, &mut Vec::new()).unwrap_or(0);
            prop_assert_eq!(least_sum(&cells, 5), expected);
        }
    }
}
