//! The requests `formula` and `export`.

use crate::engine::{encoding, presolve};
use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Instance;
use crate::weights::Weights;
use crate::{Answer, object};
use satoku::backend::Presolve;
use satoku::cnf::{Counter, Syntax};
use satoku::encoding::kernels::{VariantExportOptions, VariantMap, closure, write_variant};
use satoku::encoding::{ExportOptions, VarMap, write_formula};
use satoku::grid::Candidates;
use satoku::objective::Direction;
use satoku::search::Native;
use satoku::{Limits, Puzzle};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Most bytes of a file.
pub const MAX_EXPORT: usize = 64 << 20;

/// The size of a formula, by families.
pub fn formula(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let encoding = encoding(fields)?;
    let presolve = presolve(fields, Presolve::None)?;
    fields.end()?;
    let limits = Limits::unlimited();
    let (candidates, families): (usize, Vec<(String, Counter)>) = match &instance.classic {
        Some(puzzle) => {
            let map = variables(presolve, puzzle, &limits)?;
            let families = encoding.count_by_family(puzzle, &map).into_iter();
            let families = families.map(|(family, size)| (family.name(), size));
            (map.len(), families.collect())
        }
        None => {
            let map = variant_variables(presolve, &instance, &limits)?;
            let families = encoding.count_variant_by_family(&instance.puzzle, &map);
            let families = families.into_iter();
            let families = families.map(|(family, size)| (family.to_string(), size));
            (map.len(), families.collect())
        }
    };
    let mut total = Counter::default();
    for (_, size) in &families {
        total = total + *size;
    }
    let listed: Vec<Value> = families
        .iter()
        .map(|(family, size)| {
            json!({
                "family": family,
                "variables": size.variables,
                "clauses": size.clauses,
                "literals": size.literals,
            })
        })
        .collect();
    Ok(object(json!({
        "encoding": encoding.name(),
        "variables": candidates + total.variables,
        "candidates": candidates,
        "clauses": total.clauses,
        "literals": total.literals,
        "families": listed,
    })))
}

/// The candidates that have a variable. For a contradiction, no cell has any.
fn variables(presolve: Presolve, puzzle: &Puzzle, limits: &Limits) -> Result<VarMap, Failure> {
    let found = presolve.variables_within(&mut Native::default(), puzzle, limits);
    let none = || VarMap::live(&Candidates::none(puzzle.geometry()));
    Ok(found.map_err(Failure::new)?.unwrap_or_else(none))
}

fn variant_variables(
    presolve: Presolve,
    instance: &Instance,
    limits: &Limits,
) -> Result<VariantMap, Failure> {
    let board = instance.board();
    if presolve == Presolve::None {
        return Ok(VariantMap::full(board));
    }
    let left = closure(&instance.puzzle, limits).map_err(Failure::new)?;
    let none = || vec![0; board.cell_count()];
    Ok(VariantMap::live(board, &left.unwrap_or_else(none)))
}

/// The formula as a file.
pub fn export(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let encoding = encoding(fields)?;
    let presolve = presolve(fields, Presolve::None)?;
    let syntax = fields.choice("as", &Syntax::ALL.map(|syntax| (syntax.name(), syntax)))?;
    let weights = Weights::given(fields)?;
    let show = fields.or("show", false)?;
    fields.end()?;
    if weights.is_some() && syntax == Syntax::Cnf {
        let why = "a CNF file has no place for an objective; expected 'as' wcnf or opb";
        return Err(Failure::in_field("weights", why));
    }
    let limits = &Limits::unlimited();
    let mut out = Limited(Vec::new());
    let written = match &instance.classic {
        Some(puzzle) => {
            let objective =
                weights.map(|given| given.on_grid(puzzle.geometry(), Direction::default()));
            let objective = objective.transpose()?;
            let options = ExportOptions {
                syntax,
                objective: objective.as_ref(),
                show,
                limits,
            };
            let map = variables(presolve, puzzle, limits)?;
            write_formula(&encoding, puzzle, &map, options, &mut out)
        }
        None => {
            let weights =
                weights.map(|given| given.on_board(instance.board(), Direction::default()));
            let weights = weights.transpose()?;
            let json = instance.json();
            let options = VariantExportOptions {
                syntax,
                objective: weights.as_ref(),
                show,
                json: Some(&json),
                limits,
            };
            let map = variant_variables(presolve, &instance, limits)?;
            write_variant(&encoding, &instance.puzzle, &map, options, &mut out)
        }
    };
    written.map_err(Failure::new)?;
    let text = String::from_utf8_lossy(&out.0);
    Ok(object(
        json!({ "text": text, "name": format!("puzzle.{}", syntax.name()) }),
    ))
}

/// A file in memory that does not grow without limit.
struct Limited(Vec<u8>);

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_EXPORT {
            let most = MAX_EXPORT >> 20;
            let why = format!("the file would have more than {most} MiB; use 'satoku encode'");
            return Err(io::Error::other(why));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
