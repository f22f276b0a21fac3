//! The clauses for "a better score", generated once more for the verifier, as
//! the description in [`super`] says.

use super::rules::{Clauses, Shape};

/// Most pairs that are added.
const MAX_PAIRS: usize = 4_000_000;

/// What a better grid's clauses are made of.
pub struct Question<'q> {
    /// The shape.
    pub shape: Shape,
    /// The givens; 0 is none.
    pub givens: &'q [usize],
    /// The grid that the others are compared with.
    pub solution: &'q [usize],
}

/// A cell's live digits, each with its loss in front.
type Losses = Vec<(i128, usize)>;

/// Literals for "this loss or more", by increasing losses.
type Node = Vec<(i128, i32)>;

/// Writes new variables and clauses.
struct Writer<'w> {
    clauses: &'w mut Clauses,
    variables: i32,
    /// Pairs that were added.
    pairs: usize,
}

impl Question<'_> {
    /// Adds the clauses; `value` is what a digit is worth in a cell. Returns the
    /// number of variables.
    ///
    /// # Errors
    /// If they are too many.
    pub fn write(
        &self,
        value: impl Fn(usize, usize) -> i128,
        clauses: &mut Clauses,
    ) -> Result<i32, String> {
        let side = self.shape.side;
        let variables = self.shape.variable(side - 1, side - 1, side);
        let live = self.shape.live(self.givens);
        let mut losses: Vec<Losses> = Vec::new();
        let mut limit = 0;
        for (place, digits) in live.iter().enumerate() {
            let best = digits.iter().map(|digit| value(place, *digit)).max();
            let best = best.unwrap_or_default();
            let loss = |digit: usize| best - value(place, digit);
            limit += loss(self.solution[place]);
            losses.push(digits.iter().map(|&digit| (loss(digit), digit)).collect());
        }
        let houses = self.houses(&losses);
        let limit = limit - houses.iter().map(|(_, least)| least).sum::<i128>();
        if limit <= 0 {
            clauses.contradict();
            return Ok(variables);
        }
        let mut writer = Writer {
            clauses,
            variables,
            pairs: 0,
        };
        let mut nodes = Vec::new();
        for (places, least) in &houses {
            let cap = least + limit;
            let mut leaves = Vec::new();
            for &place in places {
                let (row, column) = self.shape.cell(place);
                let literal = |digit| self.shape.variable(row, column, digit);
                let cut = losses[place].iter();
                let cut = cut.map(|&(loss, digit)| (loss.min(cap), literal(digit)));
                leaves.push(writer.leaf(&cut.collect::<Vec<_>>()));
            }
            let sum = writer.sum_of_all(leaves, cap)?.into_iter();
            let excess = sum.map(|(loss, literal)| (loss - least, literal));
            nodes.push(excess.filter(|(loss, _)| *loss > 0).collect());
        }
        let sum = writer.sum_of_all(nodes, limit)?;
        if let Some((_, literal)) = sum.last().filter(|(loss, _)| *loss == limit) {
            writer.clauses.push([-literal]);
        }
        Ok(writer.variables)
    }

    /// The cells with losses by rows, columns or boxes, whichever lose most at
    /// least, with what each of them loses at least.
    fn houses(&self, losses: &[Losses]) -> Vec<(Vec<usize>, i128)> {
        let side = self.shape.side;
        let loses = |place: &usize| losses[*place].iter().any(|(loss, _)| *loss > 0);
        let all: Vec<(Vec<usize>, i128)> = self
            .shape
            .houses()
            .into_iter()
            .map(|house| {
                let places = house.into_iter().map(|(row, column)| row * side + column);
                let places: Vec<usize> = places.filter(loses).collect();
                let rows: Vec<&Losses> = places.iter().map(|place| &losses[*place]).collect();
                let least = least_sum(&rows, side);
                (places, least)
            })
            .collect();
        let total =
            |kind: &&[(Vec<usize>, i128)]| kind.iter().map(|(_, least)| least).sum::<i128>();
        let best = all.chunks(side).max_by_key(total).unwrap_or_default();
        let filled = best.iter().filter(|(places, _)| !places.is_empty());
        filled.cloned().collect()
    }
}

/// The least sum of losses of cells that hold different digits, found cell by cell:
/// each takes a digit along the cheapest chain of cells that give theirs up (the
/// assignment problem by shortest paths, after Bellman and Ford). 0 if there are
/// not digits enough.
fn least_sum(cells: &[&Losses], side: usize) -> i128 {
    let mut owner: Vec<Option<usize>> = vec![None; side + 1];
    let loss = |cell: usize, digit: usize| {
        let found = cells[cell].iter().find(|(_, each)| *each == digit);
        found.map(|(loss, _)| *loss)
    };
    let mut total = 0;
    for new in 0..cells.len() {
        // What it costs that the new cell is served and a digit is taken, and
        // which cell takes it.
        let mut cost: Vec<Option<(i128, usize)>> = vec![None; side + 1];
        for &(loss, digit) in cells[new] {
            cost[digit] = Some((loss, new));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for given_up in 1..=side {
                let (Some((so_far, _)), Some(cell)) = (cost[given_up], owner[given_up]) else {
                    continue;
                };
                let saved = loss(cell, given_up).unwrap_or_default();
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

impl Writer<'_> {
    fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn leaf(&mut self, losses: &[(i128, i32)]) -> Node {
        let mut levels: Vec<i128> = losses.iter().map(|(loss, _)| *loss).collect();
        levels.retain(|level| *level > 0);
        levels.sort_unstable();
        levels.dedup();
        let mut node = Node::new();
        for level in levels.into_iter().rev() {
            let same = losses.iter().filter(|(loss, _)| *loss == level);
            let mut causes: Vec<i32> = same.map(|(_, digit)| *digit).collect();
            causes.extend(node.last().map(|(_, above)| *above));
            let literal = match causes[..] {
                [only] => only,
                _ => self.variable(),
            };
            for cause in causes.into_iter().filter(|cause| *cause != literal) {
                self.clauses.push([-cause, literal]);
            }
            node.push((level, literal));
        }
        node.reverse();
        node
    }

    fn sum_of_all(&mut self, mut nodes: Vec<Node>, limit: i128) -> Result<Node, String> {
        while nodes.len() > 1 {
            let mut pick = || {
                let sizes = nodes.iter().enumerate();
                let place = sizes
                    .min_by_key(|(_, node)| node.len())
                    .map_or(0, |(k, _)| k);
                nodes.remove(place)
            };
            let (first, second) = (pick(), pick());
            self.pairs += (first.len() + 1) * (second.len() + 1);
            if self.pairs > MAX_PAIRS {
                return Err(format!("a counter that adds more than {MAX_PAIRS} pairs"));
            }
            nodes.push(self.sum(&first, &second, limit));
        }
        Ok(nodes.pop().unwrap_or_default())
    }

    fn sum(&mut self, first: &Node, second: &Node, limit: i128) -> Node {
        let mut ways: Vec<(i128, Vec<i32>)> = Vec::new();
        for &(one, cause) in first {
            ways.push((one, vec![-cause]));
            for &(two, other) in second {
                ways.push(((one + two).min(limit), vec![-cause, -other]));
            }
        }
        ways.extend(second.iter().map(|&(two, cause)| (two, vec![-cause])));
        ways.sort_by_key(|(sum, _)| *sum);
        let mut node = Node::new();
        for (sum, mut clause) in ways {
            let literal = match node.last() {
                Some(&(last, literal)) if last == sum => literal,
                before => {
                    let before = before.map(|(_, literal)| *literal);
                    let literal = self.variable();
                    if let Some(before) = before {
                        self.clauses.push([-literal, before]);
                    }
                    node.push((sum, literal));
                    literal
                }
            };
            clause.push(literal);
            self.clauses.push(clause);
        }
        node
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
    fn more_pairs_than_allowed_are_refused_before_they_are_added() {
        let mut clauses = Clauses::default();
        let mut writer = Writer {
            clauses: &mut clauses,
            variables: 0,
            pairs: 0,
        };
        let node = |length: i128| (1..=length).map(|loss| (loss, 1)).collect();
        // One more each: 2001 × 2000.
        let sum = writer.sum_of_all(vec![node(1999), node(2000)], 10);
        assert!(sum.is_err());
        assert!(writer.sum_of_all(vec![node(9), node(9)], 10).is_err());
        assert!(clauses.is_empty());
    }

    proptest! {
        #[test]
        fn no_way_is_cheaper(
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
