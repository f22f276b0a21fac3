//! Images of every kind of puzzle, made kernel by kernel: digits renamed as far as the
//! kernels allow, and rows, columns and bands exchanged where the board has boxes. The
//! image has the image of the solution and no other, by the native search and by SAT.

use crate::laws::{assert_most, kind};
use crate::sample::{TIME, instances};
use satoku::backend::{Backend, VariantNative, VariantSat};
use satoku::encoding::Encoding;
use satoku::grid::{Cell, Digit, Solution};
use satoku::limits::Limits;
use satoku::puzzles::Properness;
use satoku::rules::{Automaton, Board, Constraint, Kernel, Mask, Origin, Table, VariantPuzzle};
use satoku::sat::Engine;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How the digits of a puzzle may be renamed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Renaming {
    /// In any way.
    Any,
    /// The least becomes the greatest and so on: sums stay sums.
    Reversal,
}

/// What the kernels allow: all have an image under any names, but for sums.
fn renaming<'k>(mut kernels: impl Iterator<Item = &'k Kernel>) -> Renaming {
    fn has_sum(kernel: &Kernel) -> bool {
        match kernel {
            Kernel::Sum { .. } => true,
            Kernel::AnyOf(branches) => branches.iter().flatten().any(has_sum),
            _ => false,
        }
    }
    match kernels.any(has_sum) {
        true => Renaming::Reversal,
        false => Renaming::Any,
    }
}

/// Where cells go, and what digits become, by their indices.
struct Image<'b> {
    board: &'b Board,
    cells: Vec<Cell>,
    digits: Vec<usize>,
}

impl Image<'_> {
    fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    fn mask(&self, mask: Mask) -> Mask {
        let renamed = self.digits.iter().enumerate();
        renamed.fold(0, |image, (digit, new)| image | (mask >> digit & 1) << new)
    }

    fn old(&self, new: usize) -> usize {
        self.digits.iter().position(|&each| each == new).unwrap()
    }

    fn kernel(&self, kernel: &Kernel) -> Kernel {
        let cells = |cells: &[Cell]| cells.iter().map(|&cell| self.cell(cell)).collect();
        let pair = |&(cell, mask): &(Cell, Mask)| (self.cell(cell), self.mask(mask));
        match kernel {
            Kernel::Distinct(all) => Kernel::Distinct(cells(all)),
            Kernel::Pair(first, second, table) => {
                let allows = |a, b| table.allows(self.old(a), self.old(b));
                let table = Arc::new(Table::new(table.digit_count(), allows));
                Kernel::Pair(self.cell(*first), self.cell(*second), table)
            }
            Kernel::Sum { terms, total } => self.sum(terms, *total),
            Kernel::Automaton(all, automaton) => {
                Kernel::Automaton(cells(all), Arc::new(self.automaton(automaton)))
            }
            Kernel::Clause(options) => Kernel::Clause(options.iter().map(pair).collect()),
            Kernel::AnyOf(branches) => {
                let branch = |all: &Vec<Kernel>| all.iter().map(|each| self.kernel(each)).collect();
                Kernel::AnyOf(branches.iter().map(branch).collect())
            }
            Kernel::Candidates(cell, mask) => {
                Kernel::Candidates(self.cell(*cell), self.mask(*mask))
            }
        }
    }

    /// Digits that stay, or that are reversed.
    fn sum(&self, terms: &[(Cell, i64)], total: i64) -> Kernel {
        let images = terms.iter().map(|&(cell, times)| (self.cell(cell), times));
        let is_reversed = self.digits[0] != 0;
        let ends = i64::from(self.board.min()) + i64::from(self.board.max());
        let weight: i64 = terms.iter().map(|(_, times)| times).sum();
        let total = match is_reversed {
            true => weight * ends - total,
            false => total,
        };
        Kernel::sum(images, total)
    }

    fn automaton(&self, automaton: &Automaton) -> Automaton {
        let states = 0..automaton.states();
        let accepting: Vec<usize> = states
            .clone()
            .filter(|&state| automaton.is_accepting(state))
            .collect();
        let transitions = states.flat_map(|state| {
            let digits = self.digits.iter().enumerate();
            digits
                .filter_map(move |(digit, &new)| Some((state, new, automaton.next(state, digit)?)))
        });
        let (count, start) = (automaton.states(), [automaton.start()]);
        let transitions: Vec<_> = transitions.collect();
        Automaton::new(self.digits.len(), count, &start, &accepting, &transitions).unwrap()
    }

    fn puzzle(&self, puzzle: &VariantPuzzle) -> VariantPuzzle {
        let mut image = VariantPuzzle::new(self.board.clone());
        for cell in self.board.cells() {
            image.set_candidates(
                self.cell(cell),
                self.mask(puzzle.candidates()[cell.index()]),
            );
        }
        for constraint in puzzle.constraints() {
            // Houses become houses.
            if !matches!(constraint.origin, Origin::House(_)) {
                image
                    .add(Constraint {
                        kernels: constraint
                            .kernels
                            .iter()
                            .map(|each| self.kernel(each))
                            .collect(),
                        ..constraint.clone()
                    })
                    .unwrap();
            }
        }
        image
    }

    fn solution(&self, solution: &Solution) -> Solution {
        let mut digits = solution.cells().to_vec();
        for (cell, digit) in self.board.cells().zip(solution.cells()) {
            digits[self.cell(cell).index()] = Digit::from_index(self.digits[digit.index()]);
        }
        Solution::new(digits)
    }
}

/// The rows of a board in another order that keeps bands together: the bands turned by
/// one, and in each the rows. `height` rows make a band.
fn exchanged(count: usize, height: usize) -> Vec<usize> {
    let bands = count / height;
    let place = |row: usize| ((row / height + 1) % bands) * height + (row % height + 1) % height;
    (0..count).map(place).collect()
}

/// Where cells go when rows and columns are exchanged; `None` without boxes.
fn exchange(board: &Board) -> Option<Vec<Cell>> {
    let shape = board.box_shape()?;
    let rows = exchanged(board.rows(), shape.box_rows());
    let columns = exchanged(board.columns(), shape.box_columns());
    let place = |cell| board.cell(rows[board.row(cell)], columns[board.column(cell)]);
    Some(board.cells().map(place).collect())
}

fn names(board: &Board, renaming: Renaming) -> Vec<usize> {
    let count = board.digit_count();
    match renaming {
        // Not the reversal, and no digit keeps its name.
        Renaming::Any => (0..count).map(|digit| (digit + 1) % count).collect(),
        Renaming::Reversal => (0..count).rev().collect(),
    }
}

fn properness(puzzle: &VariantPuzzle, backend: &mut dyn Backend<VariantPuzzle>) -> Properness {
    Properness::of(puzzle, backend, &Limits::unlimited().within(TIME)).unwrap()
}

/// By kind which renamings were tried, and how many images with exchanged rows were.
type Tried = BTreeMap<String, (Vec<Renaming>, usize)>;

/// Every kind, or the first instances of each for engines that are slow.
fn try_images(backend: &mut dyn Backend<VariantPuzzle>, most_of_a_kind: usize) -> Tried {
    let (mut tried, mut compared) = (Tried::new(), 0);
    for instance in instances() {
        let puzzle = instance.puzzle();
        let board = puzzle.board();
        let Some(solution) = &instance.solution else {
            continue;
        };
        let (renamings, exchanges) = tried.entry(kind(&instance)).or_default();
        if renamings.len() >= most_of_a_kind {
            continue;
        }
        let renaming = renaming(puzzle.kernels());
        let exchange = exchange(board);
        *exchanges += usize::from(exchange.is_some());
        renamings.push(renaming);
        let image = Image {
            board,
            cells: exchange.unwrap_or_else(|| board.cells().collect()),
            digits: names(board, renaming),
        };
        let found = properness(&image.puzzle(&puzzle), backend);
        if !matches!(found, Properness::Unknown(_)) {
            let expected = Properness::Proper(image.solution(solution));
            assert_eq!(found, expected, "{}: {renaming:?}", instance.id);
            compared += 1;
        }
    }
    let all = tried.values().map(|(renamings, _)| renamings.len()).sum();
    assert_most(compared, all);
    tried
}

#[test]
fn the_native_search_finds_the_images_of_solutions() {
    let tried = try_images(&mut VariantNative::default(), usize::MAX);
    // What the kernels say of some kinds.
    for (kind, expected) in [
        ("killer", Renaming::Reversal),
        ("little-killer", Renaming::Reversal),
        ("arrow", Renaming::Reversal),
        ("thermo", Renaming::Any),
        ("kropki", Renaming::Any),
        ("anti-knight", Renaming::Any),
        ("jigsaw", Renaming::Any),
    ] {
        let (renamings, _) = &tried[kind];
        assert!(renamings.contains(&expected), "{kind}: {renamings:?}");
    }
    let exchanged: usize = tried.values().map(|(_, exchanges)| exchanges).sum();
    assert!(exchanged > 20, "{exchanged}");
}

#[test]
fn sat_finds_the_images_of_solutions() {
    let encoding = Encoding::named(satoku::encoding::DEFAULT).unwrap();
    let tried = try_images(&mut VariantSat::new(&encoding, &Engine::varisat()), 1);
    assert!(tried.len() > 20, "{}", tried.len());
}

#[test]
fn an_image_is_another_puzzle() {
    let mut others = 0;
    for instance in instances() {
        let puzzle = instance.puzzle();
        let image = Image {
            board: puzzle.board(),
            cells: puzzle.board().cells().collect(),
            digits: names(puzzle.board(), renaming(puzzle.kernels())),
        };
        if let Some(solution) = &instance.solution {
            let moved = image.solution(solution);
            assert_eq!(
                image.puzzle(&puzzle).check(&moved),
                Ok(()),
                "{}",
                instance.id
            );
            others += usize::from(puzzle.check(&moved).is_err());
        }
    }
    assert!(others > 50, "{others}");
}
