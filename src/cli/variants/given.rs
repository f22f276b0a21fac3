//! The rules that the command line names.

use super::{VariantInstance, VariantItem};
use crate::cli::args::InputFormat;
use crate::cli::pipeline::input;
use crate::cli::pipeline::session::is_path;
use crate::escape;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::text::VariantFormat;
use crate::rules::{
    CompileError, Definition, Description, Kind, Library, RuleError, VariantPuzzle, compile,
    compile_within, expected_rule,
};
use anyhow::{Result, bail};
use serde_json::{Map, Value};
use std::sync::Arc;
use twox_hash::xxhash3_128::Hasher;

/// Largest rule file, in bytes.
pub const MAX_RULES: u64 = 1 << 24;

/// What else to do about a name that no rule file in use has.
const OR_FILE: &str = ", or name its file with --rules FILE.toml";

/// A puzzle with what it means, unless a limit came first.
pub struct Compiled {
    /// Without rules and constraints if a limit came first.
    pub instance: VariantInstance,
    /// The limit.
    pub stopped: Option<Reason>,
}

impl Compiled {
    /// The whole puzzle.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn whole(self) -> Result<VariantInstance, Reason> {
        match self.stopped {
            None => Ok(self.instance),
            Some(reason) => Err(reason),
        }
    }
}

/// The rules of the command line.
pub struct RulesGiven {
    /// The built-in definitions with those of the given files; none without files.
    extended: Option<Arc<Library>>,
    /// The rules that hold for every puzzle.
    pub names: Vec<String>,
    /// The types of constraints that files define, and these files.
    pub types: Vec<(String, String)>,
    /// The rules of the whole board that files define, and these files.
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
            let expected = expected_rule(given.library(), name);
            let or_file = match given.library().constraint(name) {
                Some(_) => "",
                None => OR_FILE,
            };
            bail!("--rules: found '{name}', expected {expected}{or_file}");
        }
        Ok(given)
    }

    /// Finds out what a puzzle means.
    ///
    /// # Errors
    /// What is wrong with it, after its place.
    pub fn compile(&self, item: VariantItem, limits: &Limits) -> Result<Compiled, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", item.place());
        let (puzzle, stopped) = match compile_within(&item.description, self.library(), limits) {
            Ok(puzzle) => (puzzle, None),
            Err(CompileError::Rule(error)) if error.is_unknown => {
                return Err(wrong(&format!("{error}{OR_FILE}")));
            }
            Err(CompileError::Rule(error)) => {
                let given = self.told(&error, &item.description);
                return Err(wrong(&given.unwrap_or_else(|| told(&error, &item))));
            }
            Err(CompileError::Stopped(reason)) => {
                let board = self.board_alone(&item.description);
                let board = board.map_err(|error| wrong(&told(&error, &item)))?;
                (board, Some(reason))
            }
        };
        let extended = self.extended.clone();
        let instance = VariantInstance {
            item,
            puzzle,
            extended,
        };
        Ok(Compiled { instance, stopped })
    }

    /// A mistake in a rule of the command line, whose place is there and not in the puzzle.
    fn told(&self, error: &RuleError, description: &Description) -> Option<String> {
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

    /// A puzzle without its rules and constraints.
    fn board_alone(&self, description: &Description) -> Result<VariantPuzzle, RuleError> {
        let board = Description {
            rules: Vec::new(),
            constraints: Vec::new(),
            ..description.clone()
        };
        compile(&board, self.library())
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

/// A mistake in a puzzle. Where its text is not JSON, a pointer into JSON would name a place
/// that is not there.
fn told(error: &RuleError, item: &VariantItem) -> String {
    if item.format == InputFormat::Variant(VariantFormat::Json) {
        let (pointer, found, expected) = (&error.pointer, &error.found, &error.expected);
        return match counted_place(pointer, &item.description) {
            Some(place) => format!("{pointer} ({place}): found {found}, expected {expected}"),
            None => error.to_string(),
        };
    }
    let place = place(&error.pointer, &item.description);
    let place = place.map_or(String::new(), |place| format!("{place}: "));
    format!("{place}found {}, expected {}", error.found, error.expected)
}

/// The constraint to which a pointer leads, and its cell, both counted from 1: pointers count
/// from 0.
fn counted_place(pointer: &str, description: &Description) -> Option<String> {
    let mut tokens = pointer.strip_prefix("/constraints/")?.split('/');
    let index: usize = tokens.next()?.parse().ok()?;
    let kind = escape::line(&description.constraints.get(index)?.kind);
    let constraint = format!("constraint {}, {kind}", index + 1);
    let cell = match (tokens.next(), tokens.next()) {
        (Some("cells"), Some(cell)) => cell.parse::<usize>().ok(),
        _ => None,
    };
    Some(match cell {
        Some(cell) => format!("{constraint}, cell {}", cell + 1),
        None => constraint,
    })
}

/// The cell, or the constraint with its cells and the name of a field, to which a pointer
/// leads.
fn place(pointer: &str, description: &Description) -> Option<String> {
    let mut tokens = pointer.split('/').skip(1);
    let (list, name) = (tokens.next()?, tokens.next()?);
    if list == "candidates" {
        return Some(name.to_owned());
    }
    let index: usize = name.parse().ok().filter(|_| list == "constraints")?;
    let item = description.constraints.get(index)?;
    let mut words = vec![with_cells(&item.kind, &item.fields)];
    let (mut fields, mut tokens) = (&item.fields, tokens.peekable());
    let mut last = None;
    while let Some(token) = tokens.next() {
        last = Some(token);
        let branches = fields.get(token).filter(|_| token == "branches");
        let place = |tokens: &mut dyn Iterator<Item = &str>| tokens.next()?.parse::<usize>().ok();
        let inner = branches.and_then(|branches| {
            let branch = branches.get(place(&mut tokens)?)?;
            branch.get(place(&mut tokens)?)?.as_object()
        });
        let Some(inner) = inner else { break };
        let kind = inner.get("type").and_then(|kind| kind.as_str());
        words.push(with_cells(kind.unwrap_or_default(), inner));
        (fields, last) = (inner, None);
    }
    words.extend(last.map(|field| escape::line(field).into_owned()));
    Some(words.join(", "))
}

/// A type of constraint with the cells of one.
fn with_cells(kind: &str, fields: &Map<String, Value>) -> String {
    let cells = fields.get("cells").and_then(|cells| cells.as_array());
    let cells = cells.into_iter().flatten().filter_map(|cell| cell.as_str());
    let words: Vec<&str> = std::iter::once(kind).chain(cells).collect();
    escape::line(&words.join(" ")).into_owned()
}
