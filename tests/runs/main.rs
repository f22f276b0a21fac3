//! Runs that take long: gone on with after they were stopped, two at once on one
//! file, on a full disk, on a pipe where somebody waits.
#![cfg(unix)]

mod files;
mod live;
mod place;
mod resume;
mod soak;
#[path = "../support/mod.rs"]
mod support;

/// A proper puzzle.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The same solution, for a puzzle with other givens.
const OTHER: &str =
    "5346789126721953481983425678597614234268537917139248569615372842874196353452861..";
