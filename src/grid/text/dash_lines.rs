//! Which lines of nothing but dashes are borders and which are rows of empty cells, in a grid
//! that has dashes for empty cells.

use super::error::InputError;
use super::grid_body::Above;
use super::lines::InputLines;
use super::spacing::Spacing;
use super::words::Line;
use super::{dashes, drawn};
use crate::grid::Geometry;

/// Grids that follow without a gap and are looked at first.
const FEW_GRIDS: usize = 3;

/// Grids that follow without a gap and are looked at if lines in the first ones may be borders.
const MANY_GRIDS: usize = 11;

/// The lines of nothing but dashes in a grid, as many as a row has cells.
#[derive(Default)]
pub struct DashLines {
    /// The numbers of those that are rows.
    rows: Vec<u64>,
    /// The number of the one below the last row.
    below: Option<u64>,
}

/// Where a grid has borders.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Layout {
    above: bool,
    between_bands: bool,
    below: bool,
}

/// The lines of a grid, and those after it, that are rows or may be.
struct Ahead {
    geometry: Geometry,
    seen: Vec<Seen>,
    /// Whether a row has a dash for an empty cell.
    has_dashed_row: bool,
    /// How many lines were looked at.
    distance: usize,
    /// Whether a blank line was the last of them.
    has_gap: bool,
    has_ended: bool,
}

struct Seen {
    /// The line, if it is nothing but dashes.
    dashes: Option<Line>,
    is_after_gap: bool,
}

impl DashLines {
    /// Those of the grid whose first row is `first`. The other rows come next.
    ///
    /// # Errors
    /// They may be either.
    pub fn of(
        lines: &mut InputLines<'_>,
        above: &Above,
        first: &Line,
        geometry: Geometry,
    ) -> Result<DashLines, InputError> {
        let side = geometry.side();
        let mut ahead = Ahead::new(above, first, geometry);
        ahead.look(lines, |ahead| ahead.seen.len() >= side)?;
        let Some(dashes) = ahead.seen.iter().find_map(|line| line.dashes.clone()) else {
            return Ok(DashLines::default());
        };
        ahead.look(lines, |ahead| ahead.has_dashed_row || ahead.rows() >= side)?;
        if !ahead.has_dashed_row {
            return Ok(DashLines::default());
        }
        // No more is read than must be: on a pipe, the next line may take a while.
        let mut layouts = Vec::new();
        for grids in [FEW_GRIDS, MANY_GRIDS] {
            ahead.look(lines, |ahead| {
                ahead.is_one_run() || ahead.seen.len() > grids * side
            })?;
            layouts = ahead.layouts();
            if layouts.len() < 2 {
                break;
            }
        }
        if ahead.seen.len() > FEW_GRIDS * side {
            // In that many grids, these rows would not all be empty.
            let has_borders = |layout: &Layout| *layout != Layout::ROWS;
            if layouts.iter().any(has_borders) {
                layouts.retain(has_borders);
            }
        }
        match layouts[..] {
            [layout] => Ok(ahead.dash_lines(layout)),
            // The rows are too few, or blank lines are between the wrong ones.
            [] if ahead.first_run() <= side => Ok(ahead.dash_lines(Layout::ROWS)),
            _ => {
                let found = format!("{side} dashes, either a border or a row of empty cells");
                let expected = "rows with . for an empty cell, or borders with +, such as ---+---";
                Err(lines.error(&dashes, 1, found, expected.into()))
            }
        }
    }

    /// Whether a line is a row.
    pub fn is_row(&self, line: &Line) -> bool {
        self.rows.contains(&line.number)
    }

    /// Takes the border below the last row, which was taken.
    pub fn take_below(&self, lines: &mut InputLines<'_>) -> Result<(), InputError> {
        let Some(below) = self.below else {
            return Ok(());
        };
        while lines.peek(0)?.is_some_and(|line| line.number <= below) {
            lines.take()?;
        }
        Ok(())
    }
}

impl Layout {
    /// Without borders.
    const ROWS: Layout = Layout::new(false, false, false);

    const ALL: [Layout; 8] = [
        Layout::ROWS,
        Layout::new(false, false, true),
        Layout::new(false, true, false),
        Layout::new(false, true, true),
        Layout::new(true, false, false),
        Layout::new(true, false, true),
        Layout::new(true, true, false),
        Layout::new(true, true, true),
    ];

    const fn new(above: bool, between_bands: bool, below: bool) -> Layout {
        Layout {
            above,
            between_bands,
            below,
        }
    }

    /// Rows and borders.
    fn length(self, geometry: Geometry) -> usize {
        let bands = geometry.side() / geometry.box_rows();
        let between = if self.between_bands { bands - 1 } else { 0 };
        usize::from(self.above) + geometry.side() + between + usize::from(self.below)
    }

    /// Whether the line at this place, from 0, is a border.
    fn is_border(self, geometry: Geometry, place: usize) -> bool {
        let band = geometry.box_rows();
        match place.checked_sub(usize::from(self.above)) {
            None => true,
            Some(place) if self.between_bands => place % (band + 1) == band,
            Some(place) => place >= geometry.side(),
        }
    }
}

impl Ahead {
    fn new(above: &Above, first: &Line, geometry: Geometry) -> Ahead {
        let mut ahead = Ahead {
            geometry,
            seen: Vec::new(),
            has_dashed_row: false,
            distance: 0,
            has_gap: false,
            has_ended: false,
        };
        for line in above.borders.iter().chain([first]) {
            ahead.add(line);
            ahead.has_gap = above.are_spaced && line.number < first.number;
        }
        ahead
    }

    /// Looks at lines until it is enough or the grid must have ended.
    fn look(
        &mut self,
        lines: &mut InputLines<'_>,
        is_enough: impl Fn(&Ahead) -> bool,
    ) -> Result<(), InputError> {
        while !self.has_ended && !is_enough(self) {
            match lines.peek(self.distance)? {
                Some(line) if !line.is_title() => self.add(line),
                _ => self.has_ended = true,
            }
            self.distance += 1;
        }
        Ok(())
    }

    fn add(&mut self, line: &Line) {
        let is_dashes = dashes::are_all_cells(line, self.geometry.side());
        self.has_gap |= line.is_blank();
        if line.is_blank() || line.is_comment() || drawn::is_border(line) && !is_dashes {
            return;
        }
        self.has_dashed_row |= dashes::are_cells(line);
        self.seen.push(Seen {
            dashes: is_dashes.then(|| line.clone()),
            is_after_gap: self.has_gap,
        });
        self.has_gap = false;
    }

    /// How many of the lines are not only dashes.
    fn rows(&self) -> usize {
        let rows = self.seen.iter().filter(|line| line.dashes.is_none());
        rows.count()
    }

    /// How many lines stand before the first gap.
    fn first_run(&self) -> usize {
        1 + self.lines_without_gap(1)
    }

    /// How many lines from this one on follow each other and the one before without a gap.
    fn lines_without_gap(&self, from: usize) -> usize {
        let lines = self.seen.iter().skip(from);
        lines.take_while(|line| !line.is_after_gap).count()
    }

    /// Whether a gap follows the lines, which are enough for a grid, and there was none before.
    fn is_one_run(&self) -> bool {
        let count = self.seen.len();
        self.has_gap && count >= self.geometry.side() && self.first_run() == count
    }

    /// The layouts that the grid may have.
    fn layouts(&self) -> Vec<Layout> {
        let mut layouts = Layout::ALL.to_vec();
        layouts.retain(|layout| self.may_have(*layout));
        layouts
    }

    /// Whether the lines are a grid of this layout, and those that follow without a gap are grids
    /// of the same layout.
    fn may_have(&self, layout: Layout) -> bool {
        let length = layout.length(self.geometry);
        if !self.fits(layout) {
            return false;
        }
        let run = length..length + self.lines_without_gap(length);
        let has_ended = run.end < self.seen.len() || self.has_gap || self.has_ended;
        let has_borders = |grid: &[Seen]| {
            let mut lines = grid.iter().enumerate();
            lines.all(|(place, line)| {
                line.dashes.is_some() || !layout.is_border(self.geometry, place)
            })
        };
        let grids = &self.seen[run];
        let is_closed = match grids.len() % length {
            0 => true,
            // One border between any two grids, and one below the last.
            1 if layout.above && grids.len() > 1 => {
                grids.last().is_some_and(|line| line.dashes.is_some())
            }
            _ => false,
        };
        (is_closed || !has_ended) && grids.chunks(length).all(has_borders)
    }

    /// Whether borders are where this layout has them, and blank lines where they may be.
    fn fits(&self, layout: Layout) -> bool {
        let Some(seen) = self.seen.get(..layout.length(self.geometry)) else {
            return false;
        };
        let mut spacing = Spacing::new(self.geometry);
        let (mut rows, mut has_gap) = (0, false);
        for (place, line) in seen.iter().enumerate() {
            let is_border = layout.is_border(self.geometry, place);
            let is_outside = is_border && (rows == 0 || rows == self.geometry.side());
            has_gap |= line.is_after_gap;
            let is_wrong_gap = match (is_border, rows) {
                (true, _) => is_outside && has_gap && rows > 0,
                (false, 0) => layout.above && has_gap,
                (false, rows) => spacing.row(rows, has_gap).is_err(),
            };
            if is_wrong_gap || is_border && line.dashes.is_none() {
                return false;
            }
            if !is_border {
                rows += 1;
                has_gap = false;
            }
        }
        seen.iter().any(|line| line.dashes.is_none())
    }

    /// The lines of dashes in this layout.
    fn dash_lines(&self, layout: Layout) -> DashLines {
        let mut found = DashLines::default();
        let length = layout.length(self.geometry);
        for (place, line) in self.seen.iter().enumerate().take(length) {
            let Some(line) = &line.dashes else {
                continue;
            };
            match layout.is_border(self.geometry, place) {
                false => found.rows.push(line.number),
                true if place + 1 == length => found.below = Some(line.number),
                true => {}
            }
        }
        found
    }
}
