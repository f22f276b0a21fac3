//! The engine of a request.

use crate::WHOLE;
use crate::failure::Failure;
use crate::fields::{Fields, short};
use crate::puzzle::Instance;
use satoku::backend::{
    self, Backend, CdclBackend, NativeBackend, Presolve, SatBackend, Tally, VariantNative,
    VariantSat, Visitor,
};
use satoku::encoding::DEFAULT;
use satoku::rules::VariantPuzzle;
use satoku::sat::Engine;
use satoku::search::SEED;
use satoku::{Encoding, Limits, Puzzle};

/// Most bytes of an encoding file.
const MAX_ENCODING: usize = 1 << 16;

/// The engines by name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Native,
    Cdcl,
    Varisat,
}

/// Who answers, and how.
pub struct Choice {
    name: Name,
    encoding: Encoding,
    presolve: Presolve,
}

/// An engine for classic puzzles or for others.
pub enum EngineFor<'c> {
    Classic(&'c Puzzle, Box<dyn Backend>),
    Variant(&'c VariantPuzzle, Box<dyn Backend<VariantPuzzle>>),
}

/// Takes the fields of an encoding.
pub fn encoding(fields: &mut Fields) -> Result<Encoding, Failure> {
    let (name, text): (Option<String>, Option<String>) = (
        fields.optional("encoding")?,
        fields.optional("encoding_text")?,
    );
    if let Some(text) = text {
        if name.is_some() {
            let why = "expected either this or 'encoding'";
            return Err(Failure::in_field("encoding_text", why));
        }
        return own_encoding(&text);
    }
    let name = name.as_deref().unwrap_or(DEFAULT);
    Encoding::named(name).ok_or_else(|| {
        let known = Encoding::built_in();
        let known: Vec<&str> = known.iter().map(Encoding::name).collect();
        let why = format!("found '{}', expected {}", short(name), known.join(", "));
        Failure::in_field("encoding", why)
    })
}

/// An encoding from the text of its file.
pub fn own_encoding(text: &str) -> Result<Encoding, Failure> {
    if text.len() > MAX_ENCODING {
        let why = format!(
            "{} bytes are too many, expected at most {MAX_ENCODING}",
            text.len()
        );
        return Err(Failure::in_field("encoding_text", why));
    }
    Ok(Encoding::parse(text, "encoding")?)
}

/// Takes the field `presolve`.
pub fn presolve(fields: &mut Fields, usual: Presolve) -> Result<Presolve, Failure> {
    let named = Presolve::ALL.map(|level| (level.name(), level));
    let choices: Vec<(&str, Presolve)> = [(usual.name(), usual)].into_iter().chain(named).collect();
    fields.choice("presolve", &choices)
}

impl Choice {
    /// Takes the fields of an engine.
    pub fn of(fields: &mut Fields) -> Result<Choice, Failure> {
        let names = [
            ("native", Name::Native),
            ("cdcl", Name::Cdcl),
            ("varisat", Name::Varisat),
        ];
        Ok(Choice {
            name: fields.choice("engine", &names)?,
            encoding: encoding(fields)?,
            presolve: presolve(fields, Presolve::Locked)?,
        })
    }

    /// An engine for this puzzle.
    pub fn engine<'c>(&self, instance: &'c Instance) -> Result<EngineFor<'c>, Failure> {
        if !WHOLE && self.name != Name::Native {
            return Err(Failure::of_the_first_module());
        }
        if let Some(puzzle) = &instance.classic {
            let encoding = self.encoding.clone();
            return Ok(EngineFor::Classic(
                puzzle,
                match self.name {
                    Name::Native => Box::new(NativeBackend::default()),
                    Name::Cdcl => Box::new(CdclBackend::new(SEED)),
                    Name::Varisat => {
                        Box::new(SatBackend::new(Engine::varisat(), encoding, self.presolve))
                    }
                },
            ));
        }
        if !WHOLE {
            return Err(Failure::of_the_first_module());
        }
        Ok(EngineFor::Variant(
            &instance.puzzle,
            match self.name {
                Name::Native => Box::new(VariantNative::default()),
                Name::Varisat => Box::new(VariantSat::new(&self.encoding, &Engine::varisat())),
                Name::Cdcl => {
                    let why = "cdcl takes classic puzzles only; use native or varisat";
                    return Err(Failure::in_field("engine", why));
                }
            },
        ))
    }
}

impl EngineFor<'_> {
    /// Its name, such as `varisat/extended`.
    pub fn name(&self) -> &str {
        match self {
            EngineFor::Classic(_, backend) => backend.name(),
            EngineFor::Variant(_, backend) => backend.name(),
        }
    }

    /// Shows checked solutions, up to `limit`.
    pub fn enumerate(
        &mut self,
        limit: u64,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> Result<Tally, Failure> {
        match self {
            EngineFor::Classic(puzzle, backend) => {
                backend.supports(puzzle, &backend::Query::Enumerate { limit })?;
                Ok(backend::enumerate(
                    &mut **backend,
                    *puzzle,
                    limit,
                    limits,
                    visitor,
                )?)
            }
            EngineFor::Variant(puzzle, backend) => {
                backend.supports(puzzle, &backend::Query::Enumerate { limit })?;
                Ok(backend::enumerate(
                    &mut **backend,
                    *puzzle,
                    limit,
                    limits,
                    visitor,
                )?)
            }
        }
    }
}
