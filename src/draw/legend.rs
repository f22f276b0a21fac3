//! What the picture means, below the board.

use super::board::{Grid, Point, number_text};
use super::constraints::{Corner, Item, Shape, tag};
use super::frame::CELL;
use super::layers::ground::Scale;
use super::layers::{marks, notes};
use super::mark::Mark;
use super::picture::Picture;
use super::svg::{Svg, number, text_width, with};
use super::theme::Paint;
use super::words;
use crate::grid::Cell;
use crate::rules::{Board, Form};

/// The font.
const SIZE: f64 = 25.0;
/// From line to line.
const LINE: f64 = 33.0;
/// Space between rows.
const GAP: f64 = 11.0;
/// Words are narrower than digits.
const WORDS: f64 = 0.86;
/// The width of samples.
const SAMPLE: f64 = 82.0;
/// A cell of a sample is half as wide.
const SCALE: f64 = SAMPLE / 2.0 / CELL;
/// Maximum number of rows of single constraints.
const MOST: usize = 60;
/// Maximum number of marked constraints that are listed: the board shows them.
const MOST_MARKED: usize = 8;

/// Rows of samples with texts.
#[derive(Default)]
pub struct Legend {
    rows: Vec<Row>,
    scale: Option<(Scale, &'static str)>,
    /// Whether what is most in the scale may be more.
    is_open: bool,
}

struct Row {
    sample: Sample,
    /// What is printed in bold first.
    name: String,
    text: String,
    lines: Vec<String>,
}

enum Sample {
    Nothing,
    Shape(Box<Shape>),
    /// A clue outside the grid, before its first cell.
    Clue(Box<Shape>),
    Key(String),
    Mark(Mark),
}

impl Legend {
    /// The digits, the rules and types of constraint, each once for each sentence about it,
    /// marks, and the scale of shades.
    pub fn of(picture: &Picture) -> Legend {
        let mut legend = Legend::default();
        if let Some(digits) = words::digits(picture) {
            legend.row(Sample::Nothing, digits, String::new());
        }
        for remark in &picture.remarks {
            legend.row(Sample::Nothing, remark.clone(), String::new());
        }
        let items = &picture.constraints.items;
        for item in picture.constraints.explained() {
            let sample = sample(item, &picture.grid).unwrap_or(Sample::Nothing);
            legend.row(sample, item.kind.clone(), item.legend.clone());
        }
        let numbered = items.iter().filter_map(|item| Some((item, item.key?)));
        legend
            .listed(numbered.map(|(item, key)| (Sample::Key(key.to_string()), item.label.clone())));
        legend.marks(picture);
        let most = notes::most(picture);
        let counted = most.map(|most| (0, most.known().min(i64::MAX as u64) as i64));
        legend.is_open = picture.heat.is_none() && most.is_some_and(|most| !most.is_exact());
        legend.scale = match (&picture.heat, counted) {
            (Some(weights), _) => Some((Scale::of(weights), "Shade: the weight of the cell")),
            (None, Some((least, most))) => {
                Some((Scale { least, most }, "Shade: solutions with the candidate"))
            }
            (None, None) => None,
        };
        legend
    }

    fn marks(&mut self, picture: &Picture) {
        let differing = picture.differing().into_iter().map(|_| Mark::Difference);
        let used = picture.marks.values().copied().chain(differing);
        let items = &picture.constraints.items;
        let mut used: Vec<Mark> = used.chain(items.iter().filter_map(|i| i.mark)).collect();
        used.sort_unstable();
        used.dedup();
        for mark in used {
            let marked = items.iter().filter(|item| item.mark == Some(mark));
            let labels: Vec<&str> = marked.map(|item| item.label.as_str()).collect();
            let (shown, others) = labels.split_at(labels.len().min(MOST_MARKED));
            let text = match others.len() {
                0 => shown.join("; "),
                others => format!("{}; and {others} more", shown.join("; ")),
            };
            self.row(Sample::Mark(mark), mark.name().to_owned(), text);
        }
    }

    /// Rows for single constraints, the last of which says how many more there are.
    fn listed(&mut self, rows: impl Iterator<Item = (Sample, String)>) {
        let mut more = 0;
        for (index, (sample, text)) in rows.enumerate() {
            match index < MOST {
                true => self.row(sample, String::new(), text),
                false => more += 1,
            }
        }
        if more > 0 {
            let text = format!("and {more} more");
            self.row(Sample::Nothing, String::new(), text);
        }
    }

    fn row(&mut self, sample: Sample, name: String, text: String) {
        self.rows.push(Row {
            sample,
            name,
            text,
            lines: Vec::new(),
        });
    }

    /// Whether there is nothing to explain.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.scale.is_none()
    }

    /// With lines of at most this width.
    pub fn wrapped(mut self, width: f64) -> Legend {
        let room = (width - SAMPLE - 16.0).max(8.0 * SIZE);
        for row in &mut self.rows {
            let room = match row.sample {
                Sample::Nothing => room + SAMPLE + 16.0,
                _ => room,
            };
            row.lines = wrap(&row.name, &row.text, room);
        }
        self
    }

    /// The height, 0 if there is nothing to explain.
    pub fn height(&self) -> f64 {
        let rows: f64 = self.rows.iter().map(Row::height).sum();
        let scale = if self.scale.is_some() {
            2.0 * LINE + 2.0 * GAP
        } else {
            0.0
        };
        match self.is_empty() {
            true => 0.0,
            false => rows + scale + GAP,
        }
    }

    /// Draws it from this point on.
    pub fn draw(&self, svg: &mut Svg, (x, y): Point) {
        let mut y = y + GAP;
        for row in &self.rows {
            row.draw(svg, (x, y));
            y += row.height();
        }
        if let Some((scale, name)) = self.scale {
            shades(svg, (x, y + GAP), scale, self.is_open, name);
        }
    }
}

impl Row {
    fn height(&self) -> f64 {
        LINE * self.lines.len().max(1) as f64 + GAP
    }

    fn draw(&self, svg: &mut Svg, (x, y): Point) {
        let middle = y + LINE / 2.0;
        let mut left = x + SAMPLE + 16.0;
        match &self.sample {
            Sample::Nothing => left = x,
            Sample::Key(key) => tag(svg, (x + SAMPLE / 2.0, middle), key),
            Sample::Shape(shape) => {
                scaled(svg, (x, middle - CELL / 2.0 * SCALE), SCALE, 2, |svg| {
                    shape.draw(svg, &Grid::strip(2))
                });
            }
            Sample::Clue(shape) => {
                let is_diagonal = shape.spot.is_some_and(|spot| spot.is_diagonal());
                // Above and left of a cell: there is no room for the cell.
                let (scale, corner, columns) = match is_diagonal {
                    true => (0.6, (x + 0.7 * SAMPLE, middle + 16.0), 0),
                    false => (SCALE, (x + SAMPLE / 2.0, middle - CELL / 2.0 * SCALE), 1),
                };
                let grid = Grid::strip(1);
                scaled(svg, corner, scale, columns, |svg| shape.draw(svg, &grid));
            }
            Sample::Mark(mark) => {
                let corner = (x + SAMPLE / 4.0, middle - CELL / 2.0 * SCALE);
                scaled(svg, corner, SCALE, 1, |svg| {
                    if let Some(paint) = marks::ground(*mark) {
                        svg.rect((0.0, 0.0), (CELL, CELL), with().fill(paint));
                    }
                    marks::draw_mark(svg, (0.0, 0.0), *mark);
                });
            }
        }
        for (index, line) in self.lines.iter().enumerate() {
            let at = middle + LINE * index as f64 + 0.36 * SIZE;
            let attributes = with().fill(Paint::Clue).set("text-anchor", "start");
            let attributes = attributes.number("x", left).number("y", at);
            svg.open("text", attributes.number("font-size", SIZE));
            let (bold, rest) = match line.strip_prefix(self.name.as_str()) {
                Some(rest) if index == 0 => (self.name.as_str(), rest),
                // A name that is wrapped onto several lines.
                _ if self.text.is_empty() => (line.as_str(), ""),
                _ => ("", line.as_str()),
            };
            if !bold.is_empty() {
                svg.content("tspan", with().set("font-weight", "700"), bold);
            }
            if !rest.is_empty() {
                svg.content("tspan", with(), rest);
            }
            svg.close("text");
        }
    }
}

/// Draws something on a board of one row.
fn scaled(svg: &mut Svg, (x, y): Point, scale: f64, columns: usize, draw: impl FnOnce(&mut Svg)) {
    let transform = format!(
        "translate({} {}) scale({})",
        number(x),
        number(y),
        number(scale)
    );
    svg.open("g", with().set("transform", transform));
    for column in 0..columns {
        let corner = (CELL * column as f64, 0.0);
        svg.rect(
            corner,
            (CELL, CELL),
            with().no_fill().stroke(Paint::Rule, 2.0),
        );
    }
    draw(svg);
    svg.close("g");
}

/// The first shape of a constraint on a board of one or two cells. Clues have a letter
/// if there are several types.
fn sample(item: &Item, grid: &Grid) -> Option<Sample> {
    let shape = item.shapes.first()?;
    let drawing = shape.drawing.as_ref()?;
    if drawing.form == Form::Clue {
        let clue = || {
            let spot = shape.spot?.in_a_sample();
            let cells = vec![Cell(0)];
            Some(Sample::Clue(Box::new(Shape {
                cells,
                spot: Some(spot),
                ..shape.clone()
            })))
        };
        let letter = shape.letter.map(|letter| Sample::Key(letter.to_string()));
        return letter.or_else(clue);
    }
    Some(Sample::Shape(Box::new(Shape {
        cells: match drawing.form {
            Form::Discs | Form::Squares | Form::Circles => vec![Cell(0)],
            // It falls from the first cell to the last.
            Form::Diagonal if shape.rises(grid) => vec![Cell(1), Cell(0)],
            _ => vec![Cell(0), Cell(1)],
        },
        after: Vec::new(),
        corner: Corner::alone(&shape.text),
        ..shape.clone()
    })))
}

/// Lines of words, the first of which begins with the name.
fn wrap(name: &str, text: &str, room: f64) -> Vec<String> {
    let whole = match (name.is_empty(), text.is_empty()) {
        (true, _) => text.to_owned(),
        (false, true) => name.to_owned(),
        (false, false) => format!("{name}: {text}"),
    };
    let mut lines: Vec<String> = Vec::new();
    for word in whole.split_whitespace() {
        let word = shortened(word, room);
        match lines.last_mut() {
            Some(line) if WORDS * text_width(&format!("{line} {word}"), SIZE) <= room => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// A word that fits a line.
fn shortened(word: &str, room: f64) -> String {
    let fitting = (room / text_width("0", SIZE)) as usize;
    match word.chars().count() <= fitting {
        true => word.to_owned(),
        false => word
            .chars()
            .take(fitting.saturating_sub(1))
            .chain(['…'])
            .collect(),
    }
}

/// Shades from the least to the most.
fn shades(svg: &mut Svg, (x, y): Point, scale: Scale, is_open: bool, name: &str) {
    let wide = i128::from(scale.most) - i128::from(scale.least);
    let boxes = (wide + 1).clamp(1, 9);
    let label = |svg: &mut Svg, (x, y): Point, text: &str| {
        let attributes = with().fill(Paint::Clue).set("text-anchor", "start");
        svg.label((x, y + LINE / 2.0), SIZE, attributes, text);
    };
    let least = number_text(scale.least);
    let left = x + text_width(&least, SIZE) + 14.0;
    label(svg, (x, y), &least);
    for index in 0..boxes {
        let weight = i128::from(scale.least) + wide * index / (boxes - 1).max(1);
        let paint = scale.paint(weight as i64);
        let fill = with().fill(paint).stroke(Paint::Rule, 1.0);
        svg.rect((left + 34.0 * index as f64, y), (34.0, LINE), fill);
    }
    let right = left + 34.0 * boxes as f64 + 14.0;
    let most = number_text(scale.most);
    let more = if is_open { "+" } else { "" };
    if boxes > 1 || is_open {
        label(svg, (right, y), &format!("{most}{more}"));
    }
    label(svg, (x, y + LINE + 4.0), name);
}

impl Grid {
    /// A board of one row, for samples.
    fn strip(columns: usize) -> Grid {
        #[allow(clippy::expect_used, reason = "the size is a constant")]
        let board = Board::new((1, columns), (1, columns as i32), None).expect("a small board");
        Grid::variant(&board)
    }
}
