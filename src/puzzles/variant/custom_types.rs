//! Random constraints that hold in a full grid, of types that `shapes` does not list, such as the
//! user's own. The rule file says only what a constraint means, so values are tried; of those that
//! hold, the most restrictive one is taken.

use super::generate::{VariantGenerateError, only};
use super::shapes::{Drawing, EmptyRange, OwnType, random_types};
use crate::grid::{Cell, Solution};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{
    CompileError, ConstraintItem, Description, Kind, Library, compile_within, nearest,
};
use std::collections::BTreeMap;
use std::fmt;

/// Places that are tried for a constraint before there is none.
const PLACES_PER_CONSTRAINT: usize = 100;

/// Values of parameters that are tried for a constraint at all of its places together.
const VALUES_PER_CONSTRAINT: usize = 3000;

/// Values of parameters that are tried at one place.
const VALUES_PER_PLACE: usize = 300;

/// A constraint says the more, the fewer of these it allows.
const OTHER_GRIDS: usize = 20;

/// Places constraints of one type.
pub struct Placing<'a> {
    pub own: &'a OwnType<'a>,
    pub library: &'a Library,
    pub limits: &'a Limits,
}

/// Why there is no constraint.
pub enum Unplaced {
    NoneHolds(LastAttempt),
    Stopped(Reason),
}

/// How far the last attempt at a constraint came.
pub enum LastAttempt {
    NoCells,
    NoValue(EmptyRange),
    Refused { item: ConstraintItem, why: String },
}

impl fmt::Display for LastAttempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LastAttempt::NoCells => f.write_str("the board has no place for its cells"),
            LastAttempt::NoValue(EmptyRange {
                parameter,
                least,
                most,
            }) => write!(
                f,
                "the range of '{parameter}' has no number: it goes from {least} to {most}"
            ),
            LastAttempt::Refused { item, why } => {
                let item = serde_json::to_string(item).map_err(|_| fmt::Error)?;
                write!(f, "{item} was tried last: {why}")
            }
        }
    }
}

impl Placing<'_> {
    /// Adds constraints that hold to a puzzle, at least one.
    pub fn place(&self, full: &mut Description, drawing: &mut Drawing<'_>) -> Result<(), Unplaced> {
        let density = self.own.density(drawing.board);
        let others = drawing.exchanged(OTHER_GRIDS);
        let mut last = LastAttempt::NoCells;
        let mut used: Vec<Cell> = Vec::new();
        let before = full.constraints.len();
        for _ in 0..density.count {
            let (mut found, mut values_left) = (None, VALUES_PER_CONSTRAINT);
            for _ in 0..PLACES_PER_CONSTRAINT {
                let Some(cells) = drawing.own_cells(self.own) else {
                    continue;
                };
                let mut all = cells.iter().flat_map(|(_, cells)| cells).copied();
                if !density.overlaps && all.clone().any(|cell| used.contains(&cell)) {
                    continue;
                }
                found = self.best(full, &cells, drawing, &others, &mut last, &mut values_left)?;
                if found.is_some() {
                    used.extend(&mut all);
                }
                if found.is_some() || values_left == 0 {
                    break;
                }
            }
            let Some(item) = found else {
                break;
            };
            full.constraints.push(item);
        }
        match full.constraints.len() > before {
            true => Ok(()),
            false => Err(Unplaced::NoneHolds(last)),
        }
    }

    /// The constraint on these cells that holds in the grid and in fewest others.
    fn best(
        &self,
        full: &Description,
        cells: &[(&str, Vec<Cell>)],
        drawing: &mut Drawing<'_>,
        others: &[Solution],
        last: &mut LastAttempt,
        values_left: &mut usize,
    ) -> Result<Option<ConstraintItem>, Unplaced> {
        let choices = match drawing.choices(self.own, cells) {
            Ok(choices) => choices,
            Err(empty) => {
                *last = LastAttempt::NoValue(empty);
                return Ok(None);
            }
        };
        let mut best: Option<(usize, ConstraintItem)> = None;
        let most = VALUES_PER_PLACE.min(*values_left);
        for number in drawing.some_numbers(choices.count(), most) {
            *values_left = values_left.saturating_sub(1);
            let Some(fields) = drawing.own_fields(self.own, cells, &choices, number) else {
                break;
            };
            let kind = self.own.definition.name().to_owned();
            let item = ConstraintItem { kind, fields };
            let puzzle = match compile_within(&only(&item, full), self.library, self.limits) {
                Ok(puzzle) => puzzle,
                Err(CompileError::Stopped(reason)) => return Err(Unplaced::Stopped(reason)),
                Err(CompileError::Rule(error)) => {
                    let why = format!("found {}, expected {}", error.found, error.expected);
                    *last = LastAttempt::Refused { item, why };
                    continue;
                }
            };
            let why = match puzzle.check(drawing.solution) {
                Err(_) => Some("it does not hold"),
                Ok(()) if full.constraints.contains(&item) => Some("it is there already"),
                Ok(()) => None,
            };
            if let Some(why) = why.map(str::to_owned) {
                *last = LastAttempt::Refused { item, why };
                continue;
            }
            let obeying = others.iter().filter(|grid| puzzle.check(grid).is_ok());
            let obeying = obeying.count();
            if best.as_ref().is_none_or(|(fewest, _)| obeying < *fewest) {
                best = Some((obeying, item));
            }
            if obeying == 0 {
                break;
            }
        }
        Ok(best.map(|(_, item)| item))
    }
}

/// The types that `shapes` does not list, or why one of all types cannot be drawn.
pub fn own_types<'l>(
    kinds: &[String],
    library: &'l Library,
) -> Result<BTreeMap<String, OwnType<'l>>, VariantGenerateError> {
    let is_listed = |kind: &str| random_types().any(|known| known == kind);
    let mut own = BTreeMap::new();
    for kind in kinds {
        match library.constraint(kind) {
            _ if is_listed(kind) => {}
            Some(definition) => {
                let undrawable = |why| VariantGenerateError::Undrawable(kind.clone(), why);
                own.insert(kind.clone(), OwnType::new(definition).map_err(undrawable)?);
            }
            None if library.rule(kind).is_some() => {
                return Err(VariantGenerateError::Rule(kind.clone()));
            }
            None => {
                let others = library.constraint_names().filter(|name| !is_listed(name));
                let mut known: Vec<&str> = random_types().collect();
                known.extend(others);
                let near = nearest(kind, library.spellings(Kind::Constraint));
                let known = format!("{near}one of: {}", known.join(", "));
                return Err(VariantGenerateError::Unknown(kind.clone(), known));
            }
        }
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::{Library, own_types};

    #[test]
    fn every_built_in_type_can_be_placed() {
        let library = Library::built_in();
        let kinds: Vec<String> = library.constraint_names().map(str::to_owned).collect();
        let others = own_types(&kinds, library).unwrap();
        assert_eq!(
            others.into_keys().collect::<Vec<_>>(),
            ["candidates", "clone"]
        );
    }
}
