//! What a picture shows.

use super::board::Grid;
use super::constraints::{Constraints, Item, Layer};
use super::frame::Frame;
use super::mark::Mark;
use super::theme::Theme;
use super::{render, words};
use crate::grid::text::Alphabet;
use crate::grid::{Cell, Digit, Puzzle, Solution};
use crate::rules::{Board, Description, Library, Mask, Origin, VariantPuzzle, members, only_digit};
use crate::search::variant::Occurrences;
use std::collections::BTreeMap;

/// A puzzle with everything that is to be drawn.
///
/// Begin with [`Picture::of_puzzle`] or [`Picture::of_variant`], add layers, and end with
/// [`Picture::to_svg`]. Lists have an entry a cell in reading order; entries that are
/// missing count as empty, and those of cells that do not exist are not drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    pub(super) grid: Grid,
    pub(super) is_classic: bool,
    pub(super) givens: Vec<Option<Digit>>,
    /// Candidates that the puzzle itself names.
    pub(super) pencil_marks: BTreeMap<Cell, Vec<Digit>>,
    pub(super) constraints: Constraints,
    pub(super) solutions: Vec<Solution>,
    pub(super) notes: Option<Notes>,
    pub(super) heat: Option<Vec<i64>>,
    pub(super) marks: BTreeMap<Cell, Mark>,
    pub(super) remarks: Vec<String>,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) theme: Theme,
    pub(super) has_legend: bool,
}

/// Candidates of each cell.
#[derive(Clone, Debug)]
pub(super) enum Notes {
    Plain(Vec<Vec<Digit>>),
    Counted(Vec<Vec<(Digit, Occurrences)>>),
}

impl Notes {
    /// The candidates of a cell, with their occurrences if they are counted.
    pub fn of(&self, cell: Cell) -> Option<Vec<(Digit, Option<Occurrences>)>> {
        Some(match self {
            Notes::Plain(cells) => {
                let digits = cells.get(cell.index())?.iter();
                digits.map(|&digit| (digit, None)).collect()
            }
            Notes::Counted(cells) => {
                let counted = cells.get(cell.index())?.iter();
                let each = |&(digit, occurrences)| (digit, Some(occurrences));
                counted.map(each).collect()
            }
        })
    }
}

impl Picture {
    /// A classic puzzle with its givens.
    pub fn of_puzzle(puzzle: &Puzzle) -> Picture {
        let grid = Grid::classic(puzzle.geometry(), Alphabet::default());
        Picture {
            is_classic: true,
            givens: puzzle.cells().to_vec(),
            ..Picture::of_grid(grid)
        }
    }

    /// A variant with its givens and pencil_marks, and its rules and constraints as the
    /// library's files draw them. `puzzle` is what `description` compiles to.
    pub fn of_variant(
        description: &Description,
        puzzle: &VariantPuzzle,
        library: &Library,
    ) -> Picture {
        let mut picture = Picture::of_candidates(puzzle.board(), puzzle.candidates());
        picture.constraints = Constraints::new(description, puzzle, library);
        picture
    }

    /// A variant without its constraints: the board, with the candidates of each cell in
    /// reading order.
    pub fn of_candidates(board: &Board, candidates: &[Mask]) -> Picture {
        let mut picture = Picture::of_board(board);
        // Constraints speak of values.
        if picture.is_classic {
            picture.grid.write_digits(Alphabet::Numbers);
        }
        for (cell, &mask) in board.cells().zip(candidates) {
            let given = only_digit(mask);
            picture.givens[cell.index()] = given;
            if mask != board.all_digits() && given.is_none() {
                picture.pencil_marks.insert(cell, digits(mask));
            }
        }
        picture
    }

    /// An empty board.
    pub fn of_board(board: &Board) -> Picture {
        let is_classic = board.box_shape().is_some();
        let grid = match board.box_shape() {
            Some(geometry) => Grid::classic(geometry, Alphabet::default()),
            None => Grid::variant(board),
        };
        Picture {
            is_classic,
            ..Picture::of_grid(grid)
        }
    }

    fn of_grid(grid: Grid) -> Picture {
        Picture {
            is_classic: false,
            givens: vec![None; grid.cell_count()],
            pencil_marks: BTreeMap::new(),
            constraints: Constraints::default(),
            solutions: Vec::new(),
            notes: None,
            heat: None,
            marks: BTreeMap::new(),
            remarks: Vec::new(),
            title: None,
            description: None,
            theme: Theme::Auto,
            has_legend: true,
            grid,
        }
    }

    /// How digits of a grid with boxes are written; `1`–`9`, `A`, `B`, … if not said.
    #[must_use]
    pub fn alphabet(mut self, alphabet: Alphabet) -> Picture {
        if self.is_classic {
            self.grid.write_digits(alphabet);
        }
        self
    }

    /// With the digits of a solution in the empty cells.
    #[must_use]
    pub fn solution(mut self, solution: &Solution) -> Picture {
        self.solutions = vec![solution.clone()];
        self
    }

    /// Two solutions side by side; cells in which they differ are marked in both.
    #[must_use]
    pub fn solutions(mut self, first: &Solution, second: &Solution) -> Picture {
        self.solutions = vec![first.clone(), second.clone()];
        self
    }

    /// With candidates in the empty cells, as sets of digits; bit 0 is the first digit.
    #[must_use]
    pub fn candidates(self, cells: &[Mask]) -> Picture {
        let cells = cells.iter().map(|&mask| digits(mask)).collect::<Vec<_>>();
        self.candidate_lists(&cells)
    }

    /// With candidates in the empty cells, as lists of digits: boards may have more than 64.
    #[must_use]
    pub fn candidate_lists(mut self, cells: &[Vec<Digit>]) -> Picture {
        self.notes = Some(Notes::Plain(cells.to_vec()));
        self
    }

    /// With candidates in the empty cells, shaded by the number of solutions in which
    /// they occur. Where that is not exact, a `+` follows the number.
    #[must_use]
    pub fn counted_candidates(mut self, cells: Vec<Vec<(Digit, Occurrences)>>) -> Picture {
        self.notes = Some(Notes::Counted(cells));
        self
    }

    /// With weights of cells as a heat map, each also written in its cell.
    #[must_use]
    pub fn heat(mut self, weights: &[i64]) -> Picture {
        self.heat = Some(weights.to_vec());
        self
    }

    /// With none, one or two solutions, side by side; further ones are not shown.
    #[must_use]
    pub fn with_solutions(mut self, solutions: &[Solution]) -> Picture {
        self.solutions = solutions.iter().take(2).cloned().collect();
        self
    }

    /// With a sentence below the board, such as a verdict. It begins with a capital letter there.
    #[must_use]
    pub fn remark(mut self, text: impl Into<String>) -> Picture {
        self.remarks.push(crate::words::capitalised(&text.into()));
        self
    }

    /// With marked cells. A cell has one mark, the first that it was given.
    #[must_use]
    pub fn mark(mut self, cells: impl IntoIterator<Item = Cell>, mark: Mark) -> Picture {
        for cell in cells {
            if cell.index() < self.grid.cell_count() {
                self.marks.entry(cell).or_insert(mark);
            }
        }
        self
    }

    /// With a marked rule or constraint: its cells are framed, and the legend names it.
    #[must_use]
    pub fn mark_constraint(mut self, origin: &Origin, mark: Mark) -> Picture {
        let is_it = |item: &&mut Item| item.origin == *origin;
        for item in self.constraints.items.iter_mut().filter(is_it) {
            item.mark = Some(mark);
        }
        self
    }

    /// The title that screen readers say first; size and kind of the puzzle if not said.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Picture {
        self.title = Some(title.into());
        self
    }

    /// The description for screen readers; the rows and constraints in words if not said.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Picture {
        self.description = Some(description.into());
        self
    }

    /// Light, dark, or what the reader prefers, which is the default.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Picture {
        self.theme = theme;
        self
    }

    /// Whether a legend below the board explains what is drawn, where that is needed. The default
    /// is `true`.
    #[must_use]
    pub fn legend(mut self, has_legend: bool) -> Picture {
        self.has_legend = has_legend;
        self
    }

    /// What the legend says of rules and constraints: the name of each type, and each
    /// sentence about it once.
    pub fn meanings(&self) -> impl Iterator<Item = (&str, &str)> {
        let items = self.constraints.explained().into_iter();
        items.map(|item| (item.kind.as_str(), item.legend.as_str()))
    }

    /// What is around the board, in [`Picture::backdrop`], [`Picture::underlay`] and
    /// [`Picture::overlay`] exactly, in [`Picture::to_svg`] at least.
    pub fn frame(&self) -> Frame {
        Frame::new(self.grid.rows, self.grid.columns, self.constraints.clues)
    }

    /// The picture as an SVG document without an XML declaration, which also stands in
    /// HTML.
    pub fn to_svg(&self) -> String {
        render::picture(self)
    }

    /// All constraints alone, on a transparent ground, without grid, digits and legend:
    /// for a page that has a grid of its own. The view box is that of [`Picture::frame`].
    pub fn backdrop(&self) -> String {
        render::constraints(self, &[Layer::BelowGrid, Layer::AboveGrid])
    }

    /// What of [`Picture::backdrop`] belongs below the lines of a grid: areas, shapes and
    /// lines.
    pub fn underlay(&self) -> String {
        render::constraints(self, &[Layer::BelowGrid])
    }

    /// What of [`Picture::backdrop`] belongs above the lines of a grid: cages, dots,
    /// signs, and clues outside the grid.
    pub fn overlay(&self) -> String {
        render::constraints(self, &[Layer::AboveGrid])
    }

    /// The title, as screen readers say it.
    pub(super) fn title_text(&self) -> String {
        let title = self.title.clone();
        title.unwrap_or_else(|| words::title(self))
    }

    /// The description, as screen readers say it.
    pub(super) fn description_text(&self) -> String {
        let description = self.description.clone();
        description.unwrap_or_else(|| words::description(self))
    }

    /// The digit of a cell in one of the panels, and whether it is a given.
    pub(super) fn digit(&self, cell: Cell, panel: usize) -> Option<(Digit, bool)> {
        if let Some(digit) = self.givens[cell.index()] {
            return Some((digit, true));
        }
        let solution = self.solutions.get(panel)?;
        let digit = solution.cells().get(cell.index())?;
        Some((*digit, false))
    }

    /// The cells in which two solutions differ.
    pub(super) fn differing(&self) -> Vec<Cell> {
        let [first, second] = &self.solutions[..] else {
            return Vec::new();
        };
        let pairs = first.cells().iter().zip(second.cells());
        let pairs = self.grid.cells().zip(pairs);
        let differing = pairs.filter(|(_, (a, b))| a != b);
        differing.map(|(cell, _)| cell).collect()
    }
}

/// The digits of a set.
fn digits(mask: Mask) -> Vec<Digit> {
    members(mask).map(Digit::from_index).collect()
}
