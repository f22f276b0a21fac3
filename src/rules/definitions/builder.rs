//! Rust code that turns parameters into kernels, for what a file cannot say.

use super::file::{self, File, Kind, ParameterType, Text};
use super::read::{Read, Reader};
use ParameterType::{Automaton, Branches, Cells, Regex, Sets};

/// What builds the kernels of a type of constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builder {
    /// One of several lists of constraints.
    AnyOf,
    /// An automaton, a regular expression, or both, in the puzzle.
    Automaton,
    /// Sets of cells that hold the same digits.
    SameDigits,
}

/// Parameters that a builder takes: of each of these types one at most, and one at least of
/// any of them.
type Takes = &'static [&'static [ParameterType]];

impl Builder {
    const ALL: [Builder; 3] = [Builder::AnyOf, Builder::Automaton, Builder::SameDigits];

    /// The name that a file uses.
    fn name(self) -> &'static str {
        match self {
            Builder::AnyOf => "any-of",
            Builder::Automaton => "automaton",
            Builder::SameDigits => "same-digits",
        }
    }

    fn takes(self) -> Takes {
        match self {
            Builder::AnyOf => &[&[Branches]],
            Builder::Automaton => &[&[Cells], &[Automaton, Regex]],
            Builder::SameDigits => &[&[Sets]],
        }
    }
}

impl Reader<'_> {
    /// The builder of the file, whose parameters are what it takes.
    pub(super) fn builder(&self, raw: &File) -> Read<Option<Builder>> {
        let builder = raw.builder.as_ref().map(|name| self.named(name));
        let builder = builder.transpose()?;
        let is_taken = |kind| builder.is_some_and(|each| each.takes().concat().contains(&kind));
        let is_idle = |each: &&file::Parameter| is_for_builders(each.kind) && !is_taken(each.kind);
        if let Some(parameter) = raw.parameters.iter().find(is_idle) {
            let kind = parameter.kind;
            let takers = Builder::ALL.into_iter();
            let mut takers = takers.filter(|each| each.takes().concat().contains(&kind));
            let taker = takers.next().map_or("another one", Builder::name);
            let message =
                format!("only `builder = \"{taker}\"` reads a parameter of type \"{kind}\"");
            return Err(self.error(&parameter.name, message));
        }
        if let (Some(builder), Some(name)) = (builder, &raw.builder) {
            for kinds in builder.takes() {
                self.check_taken(raw, name, kinds)?;
            }
        }
        Ok(builder)
    }

    fn named(&self, name: &Text) -> Read<Builder> {
        if self.kind == Kind::Rule {
            let message = "only types of constraint have a builder";
            return Err(self.error(name, message.into()));
        }
        let mut builders = Builder::ALL.into_iter();
        let found = builders.find(|each| each.name() == name.get_ref());
        found.ok_or_else(|| {
            let message = format!(
                "unknown builder; known: {}",
                Builder::ALL.map(Builder::name).join(", ")
            );
            self.error(name, message)
        })
    }

    /// Checks the parameters of these types, of which the builder takes one or more.
    fn check_taken(&self, raw: &File, builder: &Text, kinds: &[ParameterType]) -> Read<()> {
        let parameters = raw.parameters.iter();
        let taken: Vec<&file::Parameter> = parameters
            .filter(|each| kinds.contains(&each.kind))
            .collect();
        let quoted: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
        let quoted = quoted.join(" or ");
        if taken.is_empty() {
            let message = format!("it needs a parameter of type {quoted}");
            return Err(self.error(builder, message));
        }
        for (place, parameter) in taken.iter().enumerate() {
            self.mark_read(parameter.name.get_ref());
            let kind = parameter.kind;
            if taken[..place].iter().any(|earlier| earlier.kind == kind) {
                let message = format!(
                    "a second parameter of type \"{kind}\": `builder = \"{}\"` reads only one",
                    builder.get_ref()
                );
                return Err(self.error(&parameter.name, message));
            }
        }
        let are_optional = taken.len() > 1;
        match taken.iter().find(|each| each.optional != are_optional) {
            None => Ok(()),
            Some(parameter) => {
                let message = match are_optional {
                    true => "add `optional = true`: the builder needs only one of them",
                    false => "remove `optional`: the builder needs a value",
                };
                Err(self.error(&parameter.name, message.into()))
            }
        }
    }
}

/// Whether kernels do not read parameters of this type.
fn is_for_builders(kind: ParameterType) -> bool {
    matches!(kind, Automaton | Branches | Regex | Sets)
}
