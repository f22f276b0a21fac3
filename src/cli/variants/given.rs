//! The rules that the command line names.

use super::{VariantInstance, VariantItem};
use crate::cli::pipeline::input;
use crate::rules::{Definition, Kind, Library, compile};
use anyhow::Result;
use std::sync::Arc;
use twox_hash::xxhash3_128::Hasher;

/// Largest rule file, in bytes.
pub const MAX_RULES: u64 = 1 << 24;

/// The rules of the command line.
pub struct RulesGiven {
    /// The built-in definitions with those of the given files; none without files.
    extended: Option<Arc<Library>>,
    /// The rules that hold for every puzzle.
    pub names: Vec<String>,
    /// Of the texts of the files.
    digest: Hasher,
}

impl RulesGiven {
    /// Names of rules, and rule files.
    ///
    /// # Errors
    /// A rule file that cannot be read or has a mistake.
    pub fn new(rules: &[String]) -> Result<RulesGiven> {
        let mut given = RulesGiven {
            extended: None,
            names: Vec::new(),
            digest: Hasher::new(),
        };
        for rule in rules {
            let is_file = rule.ends_with(".toml") || rule.contains(std::path::MAIN_SEPARATOR);
            if !is_file {
                given.names.push(rule.clone());
                continue;
            }
            let text = input::read_text(rule, MAX_RULES)?;
            given.digest.write(text.as_bytes());
            given.extended = Some(Arc::new(given.library().with_file(&text, rule)?));
            let definition = Definition::parse(&text, rule)?;
            if definition.kind() == Kind::Rule {
                given.names.push(definition.name().to_owned());
            }
        }
        Ok(given)
    }

    /// Finds out what a puzzle means.
    ///
    /// # Errors
    /// What is wrong with it, after its place.
    pub fn compile(&self, item: VariantItem) -> Result<VariantInstance, String> {
        match compile(&item.description, self.library()) {
            Ok(puzzle) => Ok(VariantInstance {
                item,
                puzzle,
                extended: self.extended.clone(),
            }),
            Err(error) => Err(format!("{}: {error}", item.place())),
        }
    }

    /// What rules and types of constraints mean.
    pub fn library(&self) -> &Library {
        self.extended.as_deref().unwrap_or(Library::built_in())
    }

    /// The rules, as options that decide answers.
    pub fn options(&self, rules: &[String]) -> Vec<(String, String)> {
        let has_files = self.extended.is_some();
        let digest = has_files.then(|| format!("{:032x}", self.digest.finish_128()));
        let all = [
            ("--rules", (!rules.is_empty()).then(|| rules.join(","))),
            ("the text of the rule files", digest),
        ];
        let given = all
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)));
        given.collect()
    }
}
