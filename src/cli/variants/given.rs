//! The rules that the command line names.

use super::{VariantInstance, VariantItem};
use crate::cli::pipeline::engines::is_path;
use crate::cli::pipeline::input;
use crate::cli::pipeline::malformed::Malformed;
use crate::escape;
use crate::limits::Limits;
use crate::rules::text::{InputFormat, mistake};
use crate::rules::{
    Compiled, Definition, Description, Kind, Library, RuleError, RuleErrorKind, compile_or_board,
};
use anyhow::{Result, bail};
use std::sync::Arc;
use twox_hash::xxhash3_128::Hasher;

/// Largest rule file, in bytes.
pub const MAX_RULES: u64 = 1 << 24;

/// What else to do about a name that no rule file in use has.
const OR_FILE: &str = ", or name its file with --rules FILE.toml";

/// The rules of the command line.
pub struct RulesGiven {
    /// The built-in definitions with those of the given files; none without files.
    extended: Option<Arc<Library>>,
    /// The rules that hold for every puzzle.
    pub names: Vec<String>,
    /// The types of constraints that files define, and these files.
    pub types: Vec<(String, String)>,
    /// The rules for the whole grid that files define, and these files.
    files: Vec<(String, String)>,
    /// Of the texts of the files.
    digest: Hasher,
}

impl RulesGiven {
    /// Names of rules, and rule files.
    ///
    /// # Errors
    /// A rule file that cannot be read or has a mistake, or the name of no rule.
    pub fn new(rules: &[String]) -> Result<RulesGiven> {
        let mut given = RulesGiven {
            extended: None,
            names: Vec::new(),
            types: Vec::new(),
            files: Vec::new(),
            digest: Hasher::new(),
        };
        for rule in rules.iter().map(|rule| rule.trim()) {
            if !is_path(rule) {
                given.names.push(rule.to_owned());
                continue;
            }
            let text = input::read_text(rule, MAX_RULES)?;
            given.digest.write(text.as_bytes());
            given.extended = Some(Arc::new(given.library().with_file(&text, rule)?));
            let definition = Definition::parse(&text, rule)?;
            let name = definition.name().to_owned();
            match definition.kind() {
                Kind::Rule => {
                    given.names.push(name.clone());
                    given.files.push((name, rule.to_owned()));
                }
                Kind::Constraint => given.types.push((name, rule.to_owned())),
            }
        }
        let unknown = |name: &&String| given.library().rule(name).is_none();
        if let Some(name) = given.names.iter().find(unknown) {
            if given.library().constraint(name).is_some() {
                bail!(
                    "--rules: found '{name}', expected a rule; this is a type of constraint, which \
                     has cells of its own: list it under \"constraints\" in a puzzle in JSON, or \
                     use 'satoku generate --constraints {name}' for random ones"
                );
            }
            let expected = given.library().expected(Kind::Rule, name);
            bail!("--rules: found '{name}', expected {expected}{OR_FILE}");
        }
        Ok(given)
    }

    /// Compiles a puzzle.
    ///
    /// # Errors
    /// What is wrong with it, after its place.
    pub fn compile(
        &self,
        item: VariantItem,
        limits: &Limits,
    ) -> Result<VariantInstance<Compiled>, Malformed> {
        let wrong = |error: &str| item.malformed(error);
        let format = match item.format {
            InputFormat::Variant(format) => Some(format),
            InputFormat::Classic(_) => None,
        };
        let compiled = compile_or_board(&item.description, self.library(), limits);
        let puzzle = compiled.map_err(|error| {
            if error.kind == RuleErrorKind::UnknownName {
                return wrong(&format!("{error}{OR_FILE}"));
            }
            let given = self.error_in_rule_option(&error, &item.description);
            wrong(&given.unwrap_or_else(|| mistake(&error, &item.description, format)))
        })?;
        let extended = self.extended.clone();
        Ok(VariantInstance {
            item,
            puzzle,
            extended,
        })
    }

    /// A mistake in a rule of the command line, whose place is there and not in the puzzle.
    fn error_in_rule_option(&self, error: &RuleError, description: &Description) -> Option<String> {
        let index: usize = error.pointer.strip_prefix("/rules/")?.parse().ok()?;
        let name = description.rules.get(index)?;
        let rule = self.names.iter().find(|given| *given == name)?;
        let file = self.files.iter().find(|(known, _)| known == rule);
        let rule = escape::line(file.map_or(rule.as_str(), |(_, file)| file));
        let (found, expected) = (&error.found, &error.expected);
        Some(format!(
            "--rules {rule}: found {found}, expected {expected}"
        ))
    }

    /// What rules and types of constraints mean.
    pub fn library(&self) -> &Library {
        self.extended.as_deref().unwrap_or(Library::built_in())
    }

    /// Stands for the texts of the files, if there are any.
    pub fn digest(&self) -> Option<String> {
        let has_files = self.extended.is_some();
        has_files.then(|| format!("{:032x}", self.digest.finish_128()))
    }

    /// The rules, as options that decide answers.
    pub fn options(&self, rules: &[String]) -> Vec<(String, String)> {
        let all = [
            ("--rules", (!rules.is_empty()).then(|| rules.join(","))),
            ("the text of the rule files", self.digest()),
        ];
        let given = all
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)));
        given.collect()
    }
}
