//! Pictures of puzzles, as SVG.
//!
//! A [`Picture`] is a board with layers: givens, a solution or two, candidates, an objective as a
//! heat map, constraints, marked cells. [`Picture::to_svg`] draws it, the same text for the same
//! picture on every machine, with a title and a description for screen readers. Nothing is conveyed
//! by colour alone, except the shades of counts, which the description repeats as numbers. Rule
//! files say how constraints look (`[[draw]]` in `rules/*.toml`); a type that says nothing gets
//! outlined cells with a number, and its name in the legend.
//!
//! ```
//! use satoku::draw::{Picture, Theme};
//! use satoku::{Geometry, Puzzle};
//!
//! let puzzle = Puzzle::empty(Geometry::CLASSIC);
//! let svg = Picture::of_puzzle(&puzzle).theme(Theme::Light).to_svg();
//! assert!(svg.starts_with("<svg ") && svg.contains("role=\"img\""));
//! ```
//!
//! Lengths are in user units: a cell is [`CELL`] wide, and the board's top left corner is
//! the origin. [`Frame`] says how much is around it.

mod board;
mod constraints;
mod frame;
mod layers;
mod legend;
mod mark;
mod picture;
mod render;
mod svg;
mod theme;
mod words;

#[cfg(test)]
mod tests;

pub use frame::{CELL, Frame};
pub use mark::Mark;
pub use picture::Picture;
pub use theme::Theme;
