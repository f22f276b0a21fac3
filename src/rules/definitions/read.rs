//! From the text of a rule file to a definition.

use super::block::Cells;
use super::definition::{Definition, Known, Parameter};
use super::error::RuleFileError;
use super::expression::{Expression, ExpressionError, Variable};
use super::file::{self, File, Kind, LAYOUT, ParameterType, Text};
use super::names::{FIRST_FREE, Name, Scope, is_taken};
use super::parser::{Names, parse_condition};
use crate::toml_mistake::{self, header_offset};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Largest rule file in bytes.
const MAX_FILE: usize = 1 << 20;

/// How a kind of expression is read.
pub(super) type Parse = fn(&str, Names<'_>, &[&str]) -> Result<Expression, ExpressionError>;

/// What is known while a file is read.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    pub file: &'a str,
    pub kind: Kind,
    pub parameters: Vec<Parameter>,
    pub scope: Scope,
    /// Whether there is a line whose length is `n` in ranges.
    pub has_length: bool,
    /// The place of the first register.
    pub free: usize,
    /// Names that something in the file reads.
    pub read: RefCell<BTreeSet<String>>,
}

pub(super) type Read<T> = Result<T, RuleFileError>;

impl Definition {
    /// Reads a rule file, called `file` in messages.
    ///
    /// # Errors
    /// [`RuleFileError`] for text that is not TOML, unknown or missing keys, wrong
    /// expressions, and parameters that do not exist.
    pub fn parse(text: &str, file: &str) -> Result<Definition, RuleFileError> {
        let at = |offset, message| RuleFileError::at(file, text, offset, message);
        if text.len() > MAX_FILE {
            let length = text.len();
            return Err(at(
                0,
                format!("{length} bytes, expected at most {MAX_FILE}"),
            ));
        }
        let raw: File = toml_mistake::read(text, &LAYOUT)
            .map_err(|mistake| at(mistake.offset.unwrap_or(0), mistake.message))?;
        let mut reader = Reader {
            text,
            file,
            kind: raw.kind,
            parameters: Vec::new(),
            scope: Scope::new(&[]),
            has_length: raw.parameters.iter().any(file::Parameter::sets_length),
            free: FIRST_FREE,
            read: RefCell::default(),
        };
        reader.check_head(&raw)?;
        reader.read_parameters(&raw)?;
        reader.definition(raw)
    }
}

impl Reader<'_> {
    fn definition(self, raw: File) -> Read<Definition> {
        let requires = raw.requires.iter().map(|each| {
            if each.message.trim().is_empty() {
                let message = "requires: expected a `message` that says which boards will do";
                return Err(self.error(&each.that, message.into()));
            }
            // Asked before there are parameters.
            let that = self.parse(&each.that, &Scope::new(&[]), parse_condition)?;
            Ok((that, each.message.clone()))
        });
        let requires = requires.collect::<Read<Vec<_>>>()?;
        let builder = self.builder(&raw)?;
        let (blocks, places) = self.blocks(&raw)?;
        if blocks.is_empty() && builder.is_none() && raw.includes.is_empty() {
            let kernels = "distinct, pairs, sum, equal_sums, automaton, count, some, candidates";
            let message = format!("found no kernel, expected one of {kernels}");
            return Err(RuleFileError::at(self.file, self.text, 0, message));
        }
        let drawings = self.drawings(&raw)?;
        let legend = raw.legend.as_ref().map(|text| self.legend(text));
        let legend = legend.transpose()?;
        self.check_read(&raw)?;
        let uses = uses(&raw);
        let known = raw.known.into_iter().map(|known| Known {
            at: known.shape.span().start,
            shape: known.shape.into_inner(),
            solutions: known.solutions,
            reference: known.reference,
        });
        Ok(Definition {
            name_at: raw.name.span().start,
            uses,
            name: raw.name.into_inner(),
            also: raw.also.into_iter().map(Text::into_inner).collect(),
            kind: raw.kind,
            summary: raw.summary.into_inner(),
            reference: raw.reference,
            example: raw.example.trim_end().to_owned(),
            parameters: self.parameters,
            requires,
            includes: raw.includes.into_iter().map(Text::into_inner).collect(),
            builder,
            blocks,
            places,
            drawings,
            legend,
            known: known.collect(),
            text: self.text.to_owned(),
            file: self.file.to_owned(),
        })
    }

    /// An error at a text of the file.
    pub fn error(&self, text: &Text, message: String) -> RuleFileError {
        RuleFileError::at(self.file, self.text, text.span().start, message)
    }

    fn check_head(&self, raw: &File) -> Read<()> {
        if !is_plain(raw.name.get_ref()) {
            let message = "name: expected lowercase letters, digits and - only";
            return Err(self.error(&raw.name, message.into()));
        }
        for (place, name) in raw.also.iter().enumerate() {
            if !is_plain(name.get_ref()) {
                let message = "also: expected lowercase letters, digits and - only";
                return Err(self.error(name, message.into()));
            }
            let mut earlier = raw.also[..place].iter().chain([&raw.name]);
            if earlier.any(|other| other.get_ref() == name.get_ref()) {
                let message = format!(
                    "also: found `{}` a second time, expected other names",
                    name.get_ref()
                );
                return Err(self.error(name, message));
            }
        }
        if raw.summary.get_ref().trim().is_empty() {
            return Err(self.error(&raw.summary, "summary: expected a sentence".into()));
        }
        if let (Kind::Rule, Some(first)) = (raw.kind, raw.parameters.first()) {
            let message = "a rule for the whole grid has no parameters";
            return Err(self.error(&first.name, message.into()));
        }
        if let (Kind::Constraint, Some(first)) = (raw.kind, raw.includes.first()) {
            let message = "only rules include others; use the kernels of the other file";
            return Err(self.error(first, message.into()));
        }
        Ok(())
    }

    fn read_parameters(&mut self, raw: &File) -> Read<()> {
        let mut variables = Vec::new();
        let (mut numbers, mut lists) = (FIRST_FREE, 0);
        for (place, parameter) in raw.parameters.iter().enumerate() {
            let name = parameter.name.get_ref();
            let earlier = &raw.parameters[..place];
            if earlier.iter().any(|other| other.name.get_ref() == name) {
                let message = format!("the parameter {name} occurs twice");
                return Err(self.error(&parameter.name, message));
            }
            if !is_word(name) {
                let message = format!(
                    "found a parameter called \"{name}\", expected letters, digits and _ only, \
                     beginning with a letter"
                );
                return Err(self.error(&parameter.name, message));
            }
            if name == "type" || is_taken(name) {
                let message = format!("{name} already has a meaning; choose another name");
                return Err(self.error(&parameter.name, message));
            }
            let variable = match parameter.kind {
                ParameterType::Integer => Some(Variable::Number(numbers)),
                ParameterType::Boolean => Some(Variable::Condition(numbers)),
                ParameterType::Digits | ParameterType::Counts => Some(Variable::Digits(lists)),
                ParameterType::Table => Some(Variable::Pairs(lists)),
                _ => None,
            };
            match variable {
                Some(Variable::Number(_) | Variable::Condition(_)) => numbers += 1,
                Some(_) => lists += 1,
                None => (),
            }
            self.check_optional(parameter)?;
            self.check_limits(parameter)?;
            // What sets `n` is read before all others.
            let earlier = match parameter.sets_length() {
                true => &[],
                false => variables.as_slice(),
            };
            let parameter = self.parameter(parameter, variable, earlier)?;
            self.parameters.push(parameter);
            variables.extend(variable.map(|variable| (name.clone(), variable)));
        }
        self.scope = Scope::new(&variables);
        self.free = numbers;
        Ok(())
    }

    /// Reads an expression that may use the board, the parameters and these names.
    pub fn expression(&self, text: &Text, names: &[Name], parse: Parse) -> Read<Expression> {
        self.parse(text, &self.scope.with(names), parse)
    }

    /// [`Reader::expression`] for one that may be missing.
    pub fn optional(
        &self,
        text: &Option<Text>,
        names: &[Name],
        parse: Parse,
    ) -> Read<Option<Expression>> {
        let text = text.as_ref();
        text.map(|text| self.expression(text, names, parse))
            .transpose()
    }

    /// Reads an expression that may use the names of the scope.
    pub fn parse(&self, text: &Text, scope: &Scope, parse: Parse) -> Read<Expression> {
        let known = |name: &str| {
            self.mark_read(name);
            scope.find(name)
        };
        parse(text.get_ref(), &known, &scope.names()).map_err(|error| {
            let start = text.span().start;
            let rest = self.text.get(start..).unwrap_or_default();
            let is_long = rest.starts_with("\"\"\"") || rest.starts_with("'''");
            let quotes = if is_long { 3 } else { 1 };
            let offset = start + quotes + error.offset;
            RuleFileError::at(self.file, self.text, offset, error.message)
        })
    }

    /// The expression `1`.
    pub fn one(&self) -> Expression {
        Expression::Constant(1)
    }

    /// The cells that a kernel of this table is about.
    pub fn cells(&self, of: &Option<Text>, table: &str) -> Read<Cells> {
        if let (None, Kind::Rule) = (of, self.kind) {
            return Ok(Cells::Board);
        }
        let name = of.as_ref().map_or("cells", |text| text.get_ref());
        self.mark_read(name);
        let mut parameters = self.parameters.iter();
        let found = parameters.position(|parameter| {
            let is_line = matches!(parameter.kind, ParameterType::Cells | ParameterType::Cell);
            parameter.name == name && is_line
        });
        let message = || format!("no parameter {name} of type \"cells\" or \"cell\"");
        found.map(Cells::Parameter).ok_or_else(|| match of {
            Some(text) => self.error(text, message()),
            None => {
                let offset = header_offset(self.text, table).unwrap_or(0);
                RuleFileError::at(self.file, self.text, offset, message())
            }
        })
    }
}

/// Names of other files that a file uses, and where they are.
fn uses(raw: &File) -> Vec<(Kind, String, usize)> {
    let used = |kind| move |name: &Text| (kind, name.get_ref().clone(), name.span().start);
    let rules = raw.includes.iter().map(used(Kind::Rule));
    let types = raw.pairs.iter().flat_map(|pairs| &pairs.unless);
    rules.chain(types.map(used(Kind::Constraint))).collect()
}

/// Whether expressions can read a text as a name.
pub(super) fn is_word(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_part)
}

/// Whether a text may be the name of a file.
fn is_plain(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.chars().all(is_plain)
}
