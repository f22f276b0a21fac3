//! The board: size, digits, boxes and jigsaw pieces.

use super::super::draft::{Place, draft, of_cells};
use super::super::fault::Fault;
use super::tokens::Node;
use crate::rules::{ConstraintItem, Description, region_map};

/// Maximum number of rows, columns and digits.
const MOST: usize = 16;

/// Whether a token says how the board is.
pub fn is_layout(name: &str) -> bool {
    matches!(name, "Shape" | "RegionSize" | "NoBoxes" | "Jigsaw")
}

/// What rules of the whole board depend on beside the board.
pub struct Layout {
    /// Rows and columns of the boxes that `NoBoxes` leaves out.
    pub left_out: Option<(usize, usize)>,
    /// Rows and columns of the boxes, whether they are left out or not.
    boxes: Option<(usize, usize)>,
    /// What `RegionSize` says where no boxes have that many cells.
    pub unfit: Option<usize>,
}

/// The board that these tokens describe.
pub fn board(nodes: &[Node]) -> Result<(Description, Layout), Fault> {
    let mut shapes = nodes.iter().filter(|node| node.name() == "Shape");
    let mut description = match shapes.next() {
        Some(node) => shape(node)?,
        None => draft((9, 9), (1, 9)),
    };
    if let Some(second) = shapes.next() {
        return Err(second.fault("one Shape"));
    }
    let size = (description.rows, description.columns);
    let mut region_size = size.0.max(size.1);
    let (mut has_boxes, mut says_size) = (true, false);
    for node in nodes {
        match node.name() {
            "NoBoxes" => has_boxes = false,
            "RegionSize" => {
                node.check_count(1..=1)?;
                let number = node.args[0].text.parse().ok();
                let fault = || node.fault(format!("a size from 1 to {MOST}"));
                region_size = number
                    .filter(|n| (1..=MOST).contains(n))
                    .ok_or_else(fault)?;
                says_size = true;
            }
            _ => {}
        }
    }
    let boxes = box_shape(size, region_size);
    description.regions = boxes
        .filter(|_| has_boxes)
        .and_then(|boxes| region_map::boxes(size, boxes));
    for node in nodes.iter().filter(|node| node.name() == "Jigsaw") {
        jigsaw(node, &mut description)?;
    }
    let left_out = boxes.filter(|_| !has_boxes);
    let is_unfit = says_size && has_boxes && boxes.is_none();
    let unfit = is_unfit.then_some(region_size);
    let layout = Layout {
        left_out,
        boxes,
        unfit,
    };
    Ok((description, layout))
}

impl Layout {
    /// The shape of the boxes if the rule `windoku` does not hold for the board: they are left
    /// out, or further ones do not fit evenly.
    pub fn unlike_rule(&self, board: &Description) -> Option<(usize, usize)> {
        let fits_evenly = |&(height, width): &(usize, usize)| {
            (board.rows - 1).is_multiple_of(height + 1)
                && (board.columns - 1).is_multiple_of(width + 1)
        };
        let boxes = self.boxes.filter(|boxes| !fits_evenly(boxes));
        self.left_out.or(boxes)
    }
}

/// The cells at the same place of each box.
pub fn disjoint_sets(board: &Description, (height, width): (usize, usize)) -> Vec<ConstraintItem> {
    let mut sets = Vec::new();
    for place in 0..height * width {
        let (row, column) = (place / width, place % width);
        let rows = (row..board.rows).step_by(height);
        let cells = rows.flat_map(|row| {
            let columns = (column..board.columns).step_by(width);
            columns.map(move |column| (row, column))
        });
        sets.push(of_cells("distinct", &cells.collect::<Vec<Place>>()));
    }
    sets
}

/// The boxes one row and one column further on, with a gap between them.
pub fn windows(board: &Description, (height, width): (usize, usize)) -> Vec<ConstraintItem> {
    let mut windows = Vec::new();
    for top in (1..(board.rows - 1).saturating_sub(height - 1)).step_by(height + 1) {
        for left in (1..(board.columns - 1).saturating_sub(width - 1)).step_by(width + 1) {
            let rows = top..top + height;
            let cells = rows.flat_map(|row| (left..left + width).map(move |column| (row, column)));
            windows.push(of_cells("distinct", &cells.collect::<Vec<Place>>()));
        }
    }
    windows
}

fn shape(node: &Node) -> Result<Description, Fault> {
    let fault = || {
        let expected = format!(
            "Shape with rows x columns up to {MOST} and optionally digits, such as 9x9 or 9x9~0-8"
        );
        node.fault(expected)
    };
    let mut args = node.args.iter().map(|arg| arg.text.as_str());
    let number = |text: &str| text.parse().ok().filter(|n| (0..=MOST).contains(n));
    let (rows, columns) = args
        .next()
        .and_then(|text| text.split_once('x'))
        .ok_or_else(fault)?;
    let (rows, columns) = number(rows).zip(number(columns)).ok_or_else(fault)?;
    if rows == 0 || columns == 0 {
        return Err(fault());
    }
    let (min, max) = match args.next() {
        None | Some("") => (1, rows.max(columns)),
        Some(range) => match range.split_once('-') {
            Some((min, max)) => number(min).zip(number(max)).ok_or_else(fault)?,
            None => (1, number(range).ok_or_else(fault)?),
        },
    };
    match args.next() {
        None | Some("Sudoku") => {}
        Some(_) => return Err(node.fault("a grid with rows and columns, not of another type")),
    }
    if min > max || args.next().is_some() {
        return Err(fault());
    }
    Ok(draft((rows, columns), (min as i32, max as i32)))
}

/// Rows and columns of the boxes of this size, if they fit the board: as square as
/// possible, wider than high if both fit.
fn box_shape((rows, columns): (usize, usize), size: usize) -> Option<(usize, usize)> {
    let fits = |&(height, width): &(usize, usize)| rows % height == 0 && columns % width == 0;
    let small = (2..=size.isqrt())
        .rev()
        .filter(|&small| size.is_multiple_of(small));
    small
        .flat_map(|small| [(small, size / small), (size / small, small)])
        .find(fits)
}

/// Pieces become regions, or sets of different cells where the board has boxes too.
fn jigsaw(node: &Node, description: &mut Description) -> Result<(), Fault> {
    node.check_count(1..=2)?;
    let map = node
        .args
        .last()
        .map(|arg| arg.text.as_str())
        .unwrap_or_default();
    let (rows, columns) = (description.rows, description.columns);
    let found = map.chars().count();
    if found != rows * columns {
        let expected = format!("a map of {} cells instead of {found}", rows * columns);
        return Err(node.fault(expected));
    }
    // Here even '.' would be a piece.
    let map = map.replace('.', "\u{1}");
    let pieces = region_map::cells(&map, columns);
    if pieces.len() == 1 {
        return Ok(());
    }
    let digits = (description.max - description.min + 1) as usize;
    let sizes = rows.max(columns)..=digits;
    let (whole, others): (Vec<_>, Vec<_>) = pieces
        .into_iter()
        .partition(|piece: &Vec<Place>| sizes.contains(&piece.len()));
    if others.len() > 1 {
        let cells = match *sizes.start() {
            least if least == digits => format!("{digits} cells"),
            least => format!("{least} to {digits} cells"),
        };
        return Err(node.fault(format!("pieces of {cells}, except for at most one")));
    }
    if description.regions.is_some() {
        let sets = whole.iter().map(|piece| of_cells("distinct", piece));
        description.constraints.extend(sets);
        return Ok(());
    }
    let mut numbers = vec![None; rows * columns];
    for (index, piece) in whole.iter().enumerate() {
        for (row, column) in piece {
            numbers[row * columns + column] = Some(index);
        }
    }
    description.regions = region_map::map(&numbers);
    Ok(())
}
