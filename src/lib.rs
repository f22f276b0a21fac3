//! A Sudoku solver that gives a second opinion: it searches the grid and, independently, solves the
//! puzzle as clauses with a SAT solver.
//!
//! # How a puzzle is answered
//!
//! Text becomes a [`Puzzle`] ([`grid::text`]). An [`Encoding`] turns the puzzle into
//! clauses and sends them to a [`ClauseSink`](cnf::ClauseSink): a formula in memory, a
//! DIMACS file, or a [`SatSolver`]. The solver's model is decoded into a [`Solution`],
//! and the solution is checked against the rules and the givens before it is returned.
//!
//! ```
//! use satoku::encoding::{DEFAULT, VarMap, decode};
//! use satoku::grid::text::{Alphabet, PuzzleReader, ReadOptions, line_text};
//! use satoku::sat::SatVerdict;
//! use satoku::{Encoding, LimitChecks, Limits, SatSolver, Varisat};
//!
//! // Text to puzzle.
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut reader = PuzzleReader::of_text(text, "example", ReadOptions::default());
//! let puzzle = reader.next().expect("one puzzle")?.puzzle;
//!
//! // Puzzle to clauses. The map knows which variable stands for which candidate.
//! let encoding = Encoding::named(DEFAULT).expect("a built-in encoding");
//! let map = VarMap::full(puzzle.geometry());
//! let mut solver = Varisat::new(LimitChecks::BeforeSolving);
//! encoding.encode(&puzzle, &map, &mut solver);
//!
//! // Clauses to model, model to grid.
//! assert_eq!(solver.solve(&Limits::unlimited()), SatVerdict::Sat);
//! let solution = decode(&map, |var| solver.value(var) == Some(true))?;
//! assert_eq!(solution.check(&puzzle), Ok(()));
//!
//! let cells: Vec<_> = solution.cells().iter().copied().map(Some).collect();
//! let line = line_text(puzzle.geometry(), Alphabet::Digits, &cells);
//! assert!(line.starts_with("534678912"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Answers you can rely on
//!
//! [`backend`] does all of that in one call: a [`Backend`] answers queries about a
//! puzzle, with a SAT solver or with a [`search`] that needs no encoding, within
//! [`Limits`]. Its answer, a type of [`outcome`], says how sure it is.
//!
//! ```
//! use satoku::backend::{self, NativeBackend};
//! use satoku::{Geometry, Limits, Puzzle, Verdict};
//!
//! let puzzle = Puzzle::empty(Geometry::CLASSIC);
//! let mut native = NativeBackend::default();
//! let verdict = backend::first(&mut native, &puzzle, &Limits::unlimited())?;
//! assert!(matches!(verdict, Verdict::Solved(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two backends can check each other: on one puzzle with
//! [`backend::cross_check`], on a corpus with [`compare`]. With the feature `certificates`,
//! `certify` makes certificates that can be checked without trusting any of this code, by
//! `certify::verifier`.
//!
//! # Features
//!
//! - `cli` (default): the `satoku` program and everything only it needs. Library users
//!   want `default-features = false`.
//! - `process`: external SAT solvers and proof checkers, certificates in folders. Implies
//!   `certificates` and `threads`.
//! - `certificates`: proofs of answers, made in memory.
//! - `threads`: `batch`, the portfolio backend, parallel search on one grid.
//! - `batsat`, `cadical`: further SAT solvers.
//! - `png`: `satoku draw --to png`.
//!
//! Without features the library needs neither threads nor processes nor files, and
//! compiles to WebAssembly. On `wasm32-unknown-unknown` it takes the time from the crate
//! `web-time`, which needs wasm-bindgen. A module that is loaded without it replaces that crate by
//! one of the same interface in its own `Cargo.toml`, as this repository does with `web/clock`:
//!
//! ```toml
//! [patch.crates-io]
//! web-time = { path = "satoku/web/clock" }
//! ```
//!
//! # Other crates in the interface
//!
//! Random puzzles take generators of `rand` 0.10, and the fields of a
//! [`Description`](rules::Description) are values of `serde_json` 1.
//!
//! # Modules
//!
//! ARCHITECTURE.md lists them in the order of their dependencies, as this file does.

#![warn(clippy::unwrap_used)]

// std's clock panics on wasm32-unknown-unknown.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

pub(crate) mod escape;
pub(crate) mod toml_mistake;
pub(crate) mod words;

pub mod grid;

pub mod outcome;

pub mod limits;

pub mod rules;

pub mod objective;

// Only the program ends all children at once.
#[cfg(feature = "process")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
pub(crate) mod child;

pub mod cnf;
pub mod encoding;
pub mod sat;

pub mod search;

pub mod draw;

pub mod backend;
pub mod puzzles;

pub mod cubes;

#[cfg(feature = "certificates")]
pub mod certify;

#[cfg(feature = "threads")]
pub mod batch;
pub mod compare;
pub mod measure;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

#[cfg(feature = "process")]
pub use child::{CommandError, FileCommand};

pub use backend::{Backend, CdclBackend, NativeBackend, Query, SatBackend};
pub use cnf::{Formula, Lit, Var};
pub use encoding::Encoding;
pub use grid::{Candidate, Candidates, Cell, Digit, Geometry, Puzzle, Solution};
pub use limits::Limits;
pub use objective::Objective;
pub use outcome::{End, Optimum, Reason, Tally, Verdict};
pub use sat::{LimitChecks, SatSolver, Varisat};

/// Compiles the Rust programs of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
