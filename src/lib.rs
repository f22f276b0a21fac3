//! satoku: Sudoku as SAT, with a second opinion.
//!
//! Text becomes a puzzle ([`grid`]), a puzzle becomes clauses ([`encoding`],
//! [`cnf`]), an engine finds a model ([`sat`]), the model becomes a grid, and
//! the grid is held against the rules before anybody sees it ([`backend`]).
//! A search that needs no encoding ([`search`]) answers the same questions, one
//! checks the other ([`backend::cross_check`]), [`compare`] looks for any
//! difference, and an answer can be had with a certificate that proves it
//! ([`certify`]).
//!
//! ```
//! use satoku::backend::{self, NativeBackend, Verdict};
//! use satoku::limits::Limits;
//! use satoku::grid::text::{PuzzleReader, ReadOptions};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut reader = PuzzleReader::new(text.as_bytes(), "example", ReadOptions::default());
//! let record = reader.next().expect("one puzzle")?;
//! let mut native = NativeBackend::default();
//! let verdict = backend::first(&mut native, &record.puzzle, &Limits::unlimited())?;
//! assert!(matches!(verdict, Verdict::Solved(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules below stand in the order in which they depend on each other:
//! each uses only those above it.

#![warn(clippy::unwrap_used)]

pub mod escape;

pub mod grid;
pub mod objective;

pub mod child;
pub mod limits;
pub mod outcome;

pub mod cnf;
pub mod encoding;
pub mod sat;

pub mod search;

pub mod puzzles;

pub mod backend;
pub mod certify;

pub mod batch;
pub mod compare;
pub mod measure;

pub mod cli;
