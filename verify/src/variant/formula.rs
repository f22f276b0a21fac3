//! The formula of a variant puzzle, as FORMAT.md describes it.
//!
//! It is built such that every grid that obeys the kernels extends to a model. This is
//! all that a proof needs: if there is no model, there is no grid.

use super::Puzzle;
use super::board::Cell;
use super::diagram::{self, Budget, Layers};
use super::kernel::{Kernel, after};
use crate::formula::Formula;
use crate::proof::StopCheck;
use std::collections::BTreeMap;

/// Maximum number of literals of a formula.
const MAX_LITERALS: usize = 20_000_000;

/// Clauses that are written between two looks at the stop check.
const CLAUSES_BETWEEN_CHECKS: usize = 1 << 16;

/// Why a formula is not written to its end.
#[derive(Debug)]
pub enum Unwritten {
    /// It would be too large: "more than ...".
    TooLarge(String),
    /// The check was stopped.
    Stopped,
}

/// The clauses of the candidates and constraints.
pub fn rules(puzzle: &Puzzle, stop: &StopCheck<'_>) -> Result<Formula, Unwritten> {
    let mut writer = Writer {
        puzzle,
        live: puzzle.live(),
        formula: Formula::default(),
        budget: Budget::new(stop),
        stop,
    };
    writer.formula.variables = (puzzle.board.cells() * puzzle.board.digits()) as i32;
    writer.cells()?;
    for kernel in puzzle.constraints.iter().flat_map(|each| &each.kernels) {
        writer.kernel(kernel, None)?;
    }
    Ok(writer.formula.without_repetition())
}

/// Adds the blocking clause of a grid: some cell with several candidates holds another
/// value.
pub fn exclude(puzzle: &Puzzle, grid: &[i64], formula: &mut Formula) {
    let open = (0..grid.len()).filter(|&place| puzzle.candidates[place].len() > 1);
    let clause: Vec<i32> = open
        .map(|place| -puzzle.board.variable(place, grid[place]))
        .collect();
    match clause.is_empty() {
        true => formula.contradict(),
        false => formula.add(clause),
    }
}

impl Puzzle {
    /// The candidates of each cell, without those that a cell with one candidate takes
    /// away from the others of a distinct kernel.
    pub fn live(&self) -> Vec<Vec<i64>> {
        let mut live = self.candidates.clone();
        let index = |value: i64| (value - self.board.min) as usize;
        for cells in self.distinct() {
            // How many cells each value is the only candidate of.
            let mut givens = vec![0; self.board.digits()];
            for &cell in &cells {
                if let [value] = self.candidates[cell][..] {
                    givens[index(value)] += 1;
                }
            }
            for &cell in &cells {
                let own = |value: i64| usize::from(self.candidates[cell] == [value]);
                live[cell].retain(|value| givens[index(*value)] == own(*value));
            }
        }
        live
    }

    /// The cells of each distinct kernel that is not in a branch.
    pub fn distinct(&self) -> impl Iterator<Item = Vec<usize>> {
        let kernels = self.constraints.iter().flat_map(|each| &each.kernels);
        kernels.filter_map(|kernel| match kernel {
            Kernel::Distinct(cells) => Some(cells.iter().map(|c| self.board.place(*c)).collect()),
            _ => None,
        })
    }
}

/// Writes clauses. In a branch of any-of, a literal that says "not this branch" is added
/// to each.
struct Writer<'p> {
    puzzle: &'p Puzzle,
    live: Vec<Vec<i64>>,
    formula: Formula,
    budget: Budget<'p>,
    stop: &'p StopCheck<'p>,
}

type Written = Result<(), Unwritten>;

impl Writer<'_> {
    fn add(&mut self, literals: impl IntoIterator<Item = i32>, unless: Option<i32>) -> Written {
        let mut clause: Vec<i32> = literals.into_iter().chain(unless).collect();
        clause.sort_unstable();
        clause.dedup();
        match clause.is_empty() {
            true => self.formula.contradict(),
            false => self.formula.add(clause),
        }
        if self.formula.len().is_multiple_of(CLAUSES_BETWEEN_CHECKS) && (self.stop)() {
            return Err(Unwritten::Stopped);
        }
        match self.formula.literals() <= MAX_LITERALS {
            true => Ok(()),
            false => Err(Unwritten::TooLarge(format!(
                "more than {MAX_LITERALS} literals"
            ))),
        }
    }

    /// No two of them.
    fn at_most_one(&mut self, variables: &[i32], unless: Option<i32>) -> Written {
        for (place, first) in variables.iter().enumerate() {
            for second in &variables[place + 1..] {
                self.add([-first, -second], unless)?;
            }
        }
        Ok(())
    }

    /// Each cell holds exactly one value, and one of its candidates.
    fn cells(&mut self) -> Written {
        let board = &self.puzzle.board;
        for (place, candidates) in self.puzzle.candidates.iter().enumerate() {
            let variables: Vec<i32> = board.values().map(|v| board.variable(place, v)).collect();
            self.at_most_one(&variables, None)?;
            self.add(variables, None)?;
            self.candidates(place, candidates, None)?;
        }
        Ok(())
    }

    fn candidates(&mut self, place: usize, values: &[i64], unless: Option<i32>) -> Written {
        let board = &self.puzzle.board;
        if let [only] = values {
            return self.add([board.variable(place, *only)], unless);
        }
        for value in board.values().filter(|value| !values.contains(value)) {
            self.add([-board.variable(place, value)], unless)?;
        }
        Ok(())
    }

    fn kernel(&mut self, kernel: &Kernel, unless: Option<i32>) -> Written {
        let board = self.puzzle.board;
        let variable = |cell, value| board.variable(board.place(cell), value);
        match kernel {
            Kernel::Distinct(cells) => self.distinct(cells, unless),
            Kernel::Pair { cells, allowed } => {
                if (self.stop)() {
                    return Err(Unwritten::Stopped);
                }
                // They are in increasing order.
                let is_forbidden = |pair| allowed.binary_search(&pair).is_err();
                for first in board.values() {
                    for second in board.values().filter(|b| is_forbidden((first, *b))) {
                        let both = [-variable(cells.0, first), -variable(cells.1, second)];
                        self.add(both, unless)?;
                    }
                }
                Ok(())
            }
            Kernel::Sum { terms, total } => self.sum(terms, i128::from(*total), unless),
            Kernel::Automaton {
                cells,
                start,
                accepting,
                transitions,
                ..
            } => {
                let next = |_, state, value| {
                    let state = usize::try_from(state).ok()?;
                    Some(after(transitions, state, value)? as i128)
                };
                let accepts = |state: i128| {
                    let order = |each: &usize| (*each as i128).cmp(&state);
                    accepting.binary_search_by(order).is_ok()
                };
                let places: Vec<usize> = cells.iter().map(|cell| board.place(*cell)).collect();
                self.diagram(&places, *start as i128, next, accepts, unless)
            }
            Kernel::Clause(choices) => {
                let each = |(cell, values): &(_, Vec<i64>)| -> Vec<i32> {
                    values.iter().map(|value| variable(*cell, *value)).collect()
                };
                self.add(choices.iter().flat_map(each), unless)
            }
            Kernel::AnyOf(branches) => self.any_of(branches, unless),
            Kernel::Candidates(cell, values) => self.candidates(board.place(*cell), values, unless),
        }
    }

    fn distinct(&mut self, cells: &[Cell], unless: Option<i32>) -> Written {
        let board = &self.puzzle.board;
        for value in board.values() {
            let holders = cells.iter().map(|c| board.variable(board.place(*c), value));
            let holders: Vec<i32> = holders.collect();
            self.at_most_one(&holders, unless)?;
            if cells.len() == board.digits() {
                self.add(holders, unless)?;
            }
        }
        Ok(())
    }

    /// A variable for each branch says that the branch holds.
    fn any_of(&mut self, branches: &[Vec<Kernel>], unless: Option<i32>) -> Written {
        let new = branches.iter().map(|_| self.formula.new_variable());
        let chosen: Vec<i32> = new.collect();
        self.add(chosen.iter().copied(), unless)?;
        for (branch, chosen) in branches.iter().zip(chosen) {
            for kernel in branch {
                self.kernel(kernel, Some(-chosen))?;
            }
        }
        Ok(())
    }

    fn sum(&mut self, terms: &[(Cell, i64)], total: i128, unless: Option<i32>) -> Written {
        let board = self.puzzle.board;
        // The least and the most that the terms from here on can add.
        let mut rest = vec![(0, 0)];
        for (_, times) in terms.iter().rev() {
            let ends = [board.min, board.max].map(|value| i128::from(*times) * i128::from(value));
            let (least, most) = rest[rest.len() - 1];
            rest.push((least + ends[0].min(ends[1]), most + ends[0].max(ends[1])));
        }
        rest.reverse();
        let next = |number: usize, sum: i128, value: i64| {
            let sum = sum + i128::from(terms[number].1) * i128::from(value);
            let (least, most) = rest[number + 1];
            (sum + least..=sum + most).contains(&total).then_some(sum)
        };
        let places: Vec<usize> = terms.iter().map(|(cell, _)| board.place(*cell)).collect();
        self.diagram(&places, 0, next, |sum| sum == total, unless)
    }

    /// The cells in these places lead from the start to an accepted end.
    fn diagram(
        &mut self,
        places: &[usize],
        start: i128,
        next: impl Fn(usize, i128, i64) -> Option<i128>,
        accepts: impl Fn(i128) -> bool,
        unless: Option<i32>,
    ) -> Written {
        let live = std::mem::take(&mut self.live);
        let values: Vec<&[i64]> = places.iter().map(|place| &live[*place][..]).collect();
        let layers = diagram::layers(&values, start, next, accepts, &mut self.budget)?;
        let written = match layers {
            Some(layers) => self.branches(places, &values, start, &layers, unless),
            None => self.add([], unless),
        };
        self.live = live;
        written
    }

    /// The clauses of a diagram.
    fn branches(
        &mut self,
        places: &[usize],
        values: &[&[i64]],
        start: i128,
        layers: &Layers,
        unless: Option<i32>,
    ) -> Written {
        let root = self.formula.new_variable();
        self.add([root], unless)?;
        let mut nodes = BTreeMap::from([(start, root)]);
        for ((layer, place), values) in layers.iter().zip(places).zip(values) {
            let mut after: BTreeMap<i128, i32> = layer.iter().map(|edge| (edge.to, 0)).collect();
            for node in after.values_mut() {
                *node = self.formula.new_variable();
            }
            // By node or value: the edges, of which it needs one.
            let mut needs: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
            let holds = |value: i64| self.puzzle.board.variable(*place, value);
            needs.extend(values.iter().map(|value| (holds(*value), Vec::new())));
            for edge in layer {
                let variable = self.formula.new_variable();
                for part in [nodes[&edge.from], holds(edge.value), after[&edge.to]] {
                    self.add([-variable, part], unless)?;
                    needs.entry(part).or_default().push(variable);
                }
            }
            for (part, edges) in needs {
                self.add([-part].into_iter().chain(edges), unless)?;
            }
            nodes = after;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(size: usize, constraint: &str, stop: bool) -> Result<Formula, Unwritten> {
        let kernels = format!("{{\"label\":\"x\",\"kernels\":[{constraint}]}}");
        let text = format!(
            "{{\"rows\":{size},\"columns\":{size},\"min\":1,\"max\":{size},\
             \"candidates\":[],\"constraints\":[{kernels}]}}"
        );
        rules(&Puzzle::read(&text).unwrap(), &|| stop)
    }

    #[test]
    fn writing_stops_among_many_clauses() {
        // 1296 cells with 630 pairs of values each.
        let one = "{\"distinct\":[\"r1c1\",\"r1c2\"]}";
        assert!(written(36, one, false).unwrap().len() > 800_000);
        assert!(matches!(written(36, one, true), Err(Unwritten::Stopped)));
    }

    #[test]
    fn givens_take_their_value_from_the_other_cells_of_a_distinct_kernel() {
        let text = "{\"rows\":1,\"columns\":5,\"min\":-1,\"max\":2,\
                    \"candidates\":[[\"r1c1\",[0]],[\"r1c2\",[-1,0]],[\"r1c4\",[2]],[\"r1c5\",[2]]],\
                    \"constraints\":[{\"label\":\"x\",\"kernels\":[\
                    {\"distinct\":[\"r1c1\",\"r1c2\",\"r1c3\"]},{\"distinct\":[\"r1c2\",\"r1c4\"]},\
                    {\"distinct\":[\"r1c4\",\"r1c5\"]}]}]}";
        let live = Puzzle::read(text).unwrap().live();
        // Two givens of one value leave each other nothing.
        let expected: [&[i64]; 5] = [&[0], &[-1], &[-1, 1, 2], &[], &[]];
        assert_eq!(live, expected);
    }

    #[test]
    fn writing_stops_inside_a_diagram() {
        let cells = (1..=18).flat_map(|row| (1..=18).map(move |column| (row, column)));
        let terms = cells.map(|(row, column)| format!("[\"r{row}c{column}\",1]"));
        let terms: Vec<String> = terms.collect();
        let sum = format!(
            "{{\"sum\":{{\"terms\":[{}],\"total\":2000}}}}",
            terms.join(",")
        );
        // Stopped before the many edges turn out to be too many.
        assert!(matches!(
            written(18, &sum, false),
            Err(Unwritten::TooLarge(_))
        ));
        assert!(matches!(written(18, &sum, true), Err(Unwritten::Stopped)));
    }
}
