//! How a rule or a type of constraint looks on the board.

use serde::Deserialize;

/// One `[[draw]]` of a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// What is drawn.
    pub form: Form,
    /// The parameter whose cells it is about; nothing in rules of the whole board, which
    /// draw each group of cells that differ.
    pub of: Option<String>,
    /// The parameter at whose cells a line begins: at the nearest of them.
    pub after: Option<String>,
    /// What is written there.
    pub text: Option<DrawnText>,
    /// The colour.
    pub colour: Colour,
    /// How lines are broken.
    pub pattern: Pattern,
    /// What is at the beginning of a line.
    pub start: LineEnd,
    /// What is at the end of a line.
    pub end: LineEnd,
    /// Whether a line is thin.
    pub is_thin: bool,
}

/// What is written in a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DrawnText {
    /// Always the same.
    Sign(String),
    /// The value of this parameter.
    Parameter(String),
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A dashed outline within the cells, with a text in its corner.
    Cage,
    /// Tinted cells in a thin outline.
    Area,
    /// A line from centre to centre.
    Line,
    /// A thin line through the outer corners of the cells.
    Diagonal,
    /// A capsule around the cells.
    Pill,
    /// A disc in each cell.
    Discs,
    /// A square in each cell.
    Squares,
    /// A circle in each cell.
    Circles,
    /// A dot between cells that follow each other, with a text.
    Dots,
    /// A text between cells that follow each other.
    Signs,
    /// An angle between cells that follow each other: the first is greater.
    Greater,
    /// Angles around the first cell: it is greater than each of the others.
    Maximum,
    /// Angles around the first cell: it is smaller than each of the others.
    Minimum,
    /// A circle where the cells meet, with a text.
    Corner,
    /// A text outside the grid, before the first cell.
    Clue,
}

impl Form {
    /// Whether a text is written in it.
    pub fn has_text(self) -> bool {
        use Form::{Area, Cage, Clue, Corner, Dots, Line, Signs};
        matches!(self, Cage | Area | Line | Dots | Signs | Corner | Clue)
    }

    /// Whether its lines can be broken in several ways.
    pub fn has_pattern(self) -> bool {
        matches!(self, Form::Cage | Form::Line)
    }

    /// Whether it is drawn in a colour of its own.
    pub fn has_colour(self) -> bool {
        use Form::{Area, Circles, Diagonal, Discs, Dots, Line, Pill, Squares};
        matches!(
            self,
            Area | Line | Diagonal | Pill | Discs | Squares | Circles | Dots
        )
    }
}

/// Colours, each with a lighter and a darker tone in light and in dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "names of colours")]
pub enum Colour {
    #[default]
    Grey,
    Red,
    Orange,
    Yellow,
    Green,
    Teal,
    Blue,
    Purple,
    Pink,
    White,
    Black,
}

/// The thin line in the middle of a thick one, or how an outline is broken: types that
/// differ in colour should differ in this, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// What is usual for the form.
    #[default]
    Plain,
    /// Without breaks.
    Solid,
    /// Broken into dashes.
    Dashed,
    /// Broken into dots.
    Dotted,
    /// Dashes and dots in turn.
    DashDot,
    /// Two lines.
    Double,
}

/// What is at an end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineEnd {
    /// Nothing.
    #[default]
    None,
    /// A disc in the line's colour, as of a thermometer.
    Bulb,
    /// A circle around the digit.
    Circle,
    /// A square on its corner around the digit.
    Diamond,
    /// A small dot.
    Dot,
    /// An arrowhead.
    Arrow,
}
