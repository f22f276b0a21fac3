//! Definitions by name.

use super::block::Block;
use super::built_in::FILES;
use super::definition::Definition;
use super::error::RuleFileError;
use super::file::Kind;
use crate::rules::nearest::nearest;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The rules and types of constraint that descriptions may use.
#[derive(Clone, Debug, Default)]
pub struct Library {
    rules: BTreeMap<String, Arc<Definition>>,
    constraints: BTreeMap<String, Arc<Definition>>,
}

impl Library {
    /// The files of the folder `rules`.
    #[allow(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "the files are part of the program, and a test reads them"
    )]
    pub fn built_in() -> &'static Library {
        static BUILT_IN: OnceLock<Library> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            let mut library = Library::default();
            for (file, text) in FILES {
                library.add(Definition::parse(text, file).expect("a built-in rule file"));
            }
            library
        })
    }

    /// This library and one more file, called `file` in messages.
    ///
    /// # Errors
    /// What is wrong with the file; or another file defines the same name.
    pub fn with_file(&self, text: &str, file: &str) -> Result<Library, RuleFileError> {
        let definition = self.checked(text, file)?;
        if let Some(other) = self.namesake(&definition)
            && other.text() != text
        {
            let message = format!(
                "there is another {} called `{}`: give this one a name of its own",
                definition.kind(),
                definition.name
            );
            return Err(RuleFileError::at(file, text, definition.name_at, message));
        }
        let mut library = self.clone();
        library.add(definition);
        Ok(library)
    }

    /// Refuses names of other files that no file has. No rule includes itself.
    fn check_uses(&self, definition: &Definition) -> Result<(), RuleFileError> {
        for (kind, name, offset) in &definition.uses {
            let is_known = match kind {
                Kind::Rule => *name != definition.name && self.rules.contains_key(name),
                Kind::Constraint => self.constraints.contains_key(name),
            };
            if !is_known {
                let expected = self.expected(*kind, name);
                let message = format!(
                    "unknown {kind} `{name}`, expected {expected}; if another file of yours defines \
                     it, name that file first"
                );
                let (file, text) = (&definition.file, &definition.text);
                return Err(RuleFileError::at(file, text, *offset, message));
            }
        }
        Ok(())
    }

    /// Names to write instead of one that is not known: a similar one first.
    pub(crate) fn expected(&self, kind: Kind, unknown: &str) -> String {
        let near = nearest(unknown, self.spellings(kind));
        let known: Vec<&str> = self.of_kind(kind).keys().map(String::as_str).collect();
        format!("{near}one of: {}", known.join(", "))
    }

    /// Refuses a name that is another name of another definition.
    fn check_name(&self, definition: &Definition) -> Result<(), RuleFileError> {
        let (kind, name) = (definition.kind, &*definition.name);
        let mut spellings = self.spellings(kind);
        match spellings.find(|&(spelling, known)| spelling == name && known != name) {
            None => Ok(()),
            Some((_, known)) => {
                let message = format!(
                    "name: found `{name}`, another name of the {kind} `{known}`: choose a name \
                     of its own"
                );
                let (file, text) = (&definition.file, &definition.text);
                Err(RuleFileError::at(file, text, definition.name_at, message))
            }
        }
    }

    /// Shows the names of all rules and types of constraint, as they may be written.
    pub(crate) fn each_spelling(&self, mut show: impl FnMut(&str)) {
        let kinds = [Kind::Rule, Kind::Constraint].into_iter();
        let spellings = kinds.flat_map(|kind| self.spellings(kind));
        spellings.for_each(|(spelling, _)| show(spelling));
    }

    fn of_kind(&self, kind: Kind) -> &BTreeMap<String, Arc<Definition>> {
        match kind {
            Kind::Rule => &self.rules,
            Kind::Constraint => &self.constraints,
        }
    }

    /// Refuses other names of a definition by which another one is known.
    fn check_also(&self, definition: &Definition) -> Result<(), RuleFileError> {
        let (text, file) = (&definition.text, &definition.file);
        for name in &definition.also {
            let mut spellings = self.spellings(definition.kind);
            let is_other =
                |&(spelling, known): &(&str, &str)| spelling == name && known != definition.name;
            if let Some((_, known)) = spellings.find(is_other) {
                let offset = text.find(&format!("\"{name}\"")).unwrap_or(0);
                let kind = definition.kind;
                let message = format!(
                    "also: found `{name}`, which already means the {kind} `{known}`: remove it"
                );
                return Err(RuleFileError::at(file, text, offset, message));
            }
        }
        Ok(())
    }

    /// The definition of a file, called `file` in messages, which may include rules of this
    /// library.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn checked(&self, text: &str, file: &str) -> Result<Definition, RuleFileError> {
        let definition = Definition::parse(text, file)?;
        self.check_uses(&definition)?;
        self.check_name(&definition)?;
        self.check_also(&definition)?;
        Ok(definition)
    }

    /// The definition of the same kind and name.
    pub fn namesake(&self, definition: &Definition) -> Option<&Definition> {
        match definition.kind {
            Kind::Rule => self.rule(&definition.name),
            Kind::Constraint => self.constraint(&definition.name),
        }
    }

    /// The same without the kernels that leave out cells which some constraints mark.
    pub(crate) fn without_marks(&self) -> Library {
        let mut library = self.clone();
        for rule in library.rules.values_mut() {
            let leaves_out = |block: &Block| match block {
                Block::Steps { unless, .. } => !unless.is_empty(),
                _ => false,
            };
            if rule.blocks.iter().any(leaves_out) {
                let mut without = Definition::clone(rule);
                let blocks = without.blocks.into_iter().zip(without.places);
                let left = blocks.filter(|(block, _)| !leaves_out(block));
                (without.blocks, without.places) = left.unzip();
                *rule = Arc::new(without);
            }
        }
        library
    }

    fn add(&mut self, definition: Definition) {
        let definitions = match definition.kind {
            Kind::Rule => &mut self.rules,
            Kind::Constraint => &mut self.constraints,
        };
        definitions.insert(definition.name.clone(), Arc::new(definition));
    }

    /// All definitions: rules, then types of constraint, each by name.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        let all = self.rules.values().chain(self.constraints.values());
        all.map(Arc::as_ref)
    }

    /// Each name that definitions of a kind have or are known by, with the one that puzzles use.
    pub fn spellings(&self, kind: Kind) -> impl Iterator<Item = (&str, &str)> {
        self.of_kind(kind).values().flat_map(|each| {
            let spellings = [&each.name].into_iter().chain(&each.also);
            spellings.map(|spelling| (spelling.as_str(), each.name.as_str()))
        })
    }

    /// The names of all rules.
    pub fn rule_names(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// The names of all types of constraint.
    pub fn constraint_names(&self) -> impl Iterator<Item = &str> {
        self.constraints.keys().map(String::as_str)
    }

    /// The rule of the whole board with this name.
    pub fn rule(&self, name: &str) -> Option<&Definition> {
        self.rules.get(name).map(Arc::as_ref)
    }

    /// The type of constraint with this name.
    pub fn constraint(&self, name: &str) -> Option<&Definition> {
        self.constraints.get(name).map(Arc::as_ref)
    }
}
