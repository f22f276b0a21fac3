//! The cheapest way to give cells different digits: a lower bound on what the
//! cells of one house lose (H. Kuhn, "The Hungarian method for the assignment
//! problem", 1955; with potentials, in cubic time).

/// The cheapest assignment, and why there is no cheaper one.
#[derive(Debug)]
pub struct Assignment {
    /// What it costs.
    pub cost: u64,
    /// A price for each column. Some prices for the rows go with it, such that no allowed
    /// pair costs less than its row and its column, and all prices together are the cost.
    pub columns: Vec<i128>,
}

/// The least that cells lose together whose digits differ. Each cell lists its digits, from 0, with
/// what it loses by them, of which there are `digits` on the board. `None` if the cells cannot
/// differ, or lose more than a `u64` holds.
///
/// # Panics
/// If a cell lists a digit that is not on the board.
pub fn least_loss<C>(cells: impl IntoIterator<Item = C>, digits: usize) -> Option<u64>
where
    C: IntoIterator<Item = (usize, u64)>,
{
    let row = |losses: C| {
        let mut row = vec![None; digits];
        for (digit, loss) in losses {
            row[digit] = Some(loss);
        }
        row
    };
    let costs: Vec<_> = cells.into_iter().map(row).collect();
    match costs.len() <= digits {
        true => cheapest(&costs).map(|found| found.cost),
        false => None,
    }
}

/// The cheapest way to assign every row a column of its own. `costs` holds `None` for forbidden
/// pairs; there are at least as many columns as rows. `None` if no assignment exists, or if the
/// cheapest one costs more than a `u64` holds.
///
/// # Panics
/// If a row is shorter than the first.
pub fn cheapest(costs: &[Vec<Option<u64>>]) -> Option<Assignment> {
    let columns = costs.first().map_or(0, Vec::len);
    // A cost above all sums marks forbidden pairs.
    let finite = costs.iter().flatten().flatten();
    let forbidden = finite.fold(1i128, |sum, &cost| sum + i128::from(cost));
    let cost = |row: usize, column: usize| costs[row - 1][column - 1].map_or(forbidden, i128::from);
    let mut matching = Matching {
        row_of: vec![0; columns + 1],
        row_price: vec![0; costs.len() + 1],
        column_price: vec![0; columns + 1],
    };
    for row in 1..=costs.len() {
        matching.add(row, &cost)?;
    }
    let Matching {
        row_of,
        mut column_price,
        ..
    } = matching;
    let chosen = (1..=columns).filter(|&column| row_of[column] != 0);
    let total: i128 = chosen.map(|column| cost(row_of[column], column)).sum();
    let cost = u64::try_from(total).ok().filter(|_| total < forbidden)?;
    column_price.remove(0);
    Some(Assignment {
        cost,
        columns: column_price,
    })
}

/// A cheapest matching of some rows, and prices that show it. Rows and columns count from 1;
/// 0 stands for no row, and for the column to start from.
struct Matching {
    row_of: Vec<usize>,
    row_price: Vec<i128>,
    column_price: Vec<i128>,
}

impl Matching {
    /// Matches another row, along the cheapest augmenting path.
    fn add(&mut self, row: usize, cost: &impl Fn(usize, usize) -> i128) -> Option<()> {
        let columns = self.row_of.len() - 1;
        self.row_of[0] = row;
        let mut here = 0;
        let mut slack = vec![i128::MAX; columns + 1];
        let mut came_from = vec![0usize; columns + 1];
        let mut done = vec![false; columns + 1];
        while self.row_of[here] != 0 {
            done[here] = true;
            let current = self.row_of[here];
            let (mut least, mut next) = (i128::MAX, 0);
            for column in (1..=columns).filter(|&column| !done[column]) {
                let price = self.row_price[current] + self.column_price[column];
                let reduced = cost(current, column) - price;
                if reduced < slack[column] {
                    slack[column] = reduced;
                    came_from[column] = here;
                }
                if slack[column] < least {
                    (least, next) = (slack[column], column);
                }
            }
            if next == 0 {
                return None;
            }
            for column in 0..=columns {
                if done[column] {
                    self.row_price[self.row_of[column]] += least;
                    self.column_price[column] -= least;
                } else if slack[column] != i128::MAX {
                    slack[column] -= least;
                }
            }
            here = next;
        }
        while here != 0 {
            let before = came_from[here];
            self.row_of[here] = self.row_of[before];
            here = before;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn by_force(costs: &[Vec<Option<u64>>], row: usize, taken: u32) -> Option<u64> {
        if row == costs.len() {
            return Some(0);
        }
        let free = (0..costs[row].len()).filter(|column| taken >> column & 1 == 0);
        let sums = free.filter_map(|column| {
            Some(costs[row][column]? + by_force(costs, row + 1, taken | 1 << column)?)
        });
        sums.min()
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        let mut random = ChaCha8Rng::seed_from_u64(9);
        let mut impossible = 0;
        for _ in 0..2000 {
            let columns = random.random_range(1..6);
            let rows = random.random_range(0..=columns);
            let cost = |random: &mut ChaCha8Rng| {
                let allowed = random.random_bool(0.7);
                allowed.then(|| random.random_range(0..9))
            };
            let costs: Vec<Vec<Option<u64>>> = (0..rows)
                .map(|_| (0..columns).map(|_| cost(&mut random)).collect())
                .collect();
            let expected = by_force(&costs, 0, 0);
            impossible += u32::from(expected.is_none());
            let found = cheapest(&costs);
            assert_eq!(
                found.as_ref().map(|found| found.cost),
                expected,
                "{costs:?}"
            );
            let Some(Assignment { cost, columns }) = found else {
                continue;
            };
            // With the highest prices of rows that these allow, all make the cost.
            let left = |row: &Vec<Option<u64>>| -> i128 {
                let pairs = row.iter().zip(&columns);
                let left = pairs.filter_map(|(cost, price)| Some(i128::from((*cost)?) - price));
                left.min().unwrap()
            };
            let prices = costs.iter().map(left).sum::<i128>() + columns.iter().sum::<i128>();
            assert_eq!(prices, i128::from(cost), "{costs:?}");
        }
        assert!(impossible > 100);
    }
}
