//! The smallest equivalent objective, drawn.

use super::Objectives;
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::with_output;
use crate::grid::Geometry;
use crate::objective::Objective;
use anyhow::{Result, bail};
use std::io::Write;
use std::path::Path;

/// Shows the weights and their smallest equivalent for one box shape.
pub fn run(objectives: &Objectives, geometry: Geometry, output: Option<&Path>) -> Result<Exit> {
    let objective = objectives.on_grid(geometry)?;
    let objective = objective.to_maximise();
    let reduced = objective.reduced();
    let (Some(weights), Some(smaller)) = (objective.weights(), reduced.objective.weights()) else {
        bail!(
            "--explain: shows one weight per cell, but these weights differ by digit; use --weights with one weight per cell, or leave --weights out"
        );
    };
    let used = |weights: &[i64]| weights.iter().filter(|weight| **weight != 0).count();
    with_output(output, |out| {
        writeln!(out, "Σ digit × weight over {} cells:", used(weights))?;
        draw(out, objective, weights)?;
        writeln!(
            out,
            "\nis, on every full grid, {} + Σ digit × weight over {} cells:",
            reduced.constant,
            used(smaller)
        )?;
        draw(out, &reduced.objective, smaller)?;
        writeln!(
            out,
            "\nEvery row, column and box holds each digit once: subtracting a constant from all\n\
             weights of one changes every score by the same amount."
        )?;
        Ok(Exit::Answered)
    })
}

fn draw(out: &mut impl Write, objective: &Objective, weights: &[i64]) -> Result<()> {
    let geometry = objective.geometry();
    let shown: Vec<String> = weights
        .iter()
        .map(|&weight| {
            if weight == 0 {
                ".".into()
            } else {
                weight.to_string()
            }
        })
        .collect();
    let width = shown.iter().map(String::len).max().unwrap_or(1);
    for row in shown.chunks(geometry.side()) {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        writeln!(out, "  {}", cells.join(" "))?;
    }
    Ok(())
}
