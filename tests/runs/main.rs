//! Limits, signals, full disks, `--resume`, and solvers as child processes.

#[cfg(unix)]
mod children;
mod cubes;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod interrupted;
mod limits;
#[cfg(unix)]
mod live;
#[cfg(unix)]
mod memory;
#[cfg(unix)]
mod place;
mod preparation;
#[cfg(unix)]
mod puzzle_resume;
#[cfg(unix)]
mod resume;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod soak;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod surroundings;
#[cfg(unix)]
mod threads;
mod variant_resume;

/// The same solution, for a puzzle with other givens.
const OTHER: &str =
    "5346789126721953481983425678597614234268537917139248569615372842874196353452861..";
