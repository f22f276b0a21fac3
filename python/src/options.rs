//! The keywords that all verbs share.

use crate::error::{BadInput, Failure};
use crate::keywords::Keyword;
use crate::numbers::of_wrong_type;
use crate::text::cut;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use satoku::Geometry;
use satoku::backend::Presolve;
use satoku::grid::text::Alphabet;
use satoku::rules::{Definition, Kind, Library};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How text becomes a puzzle.
#[derive(Default)]
pub struct Reading {
    /// The box shape, where it is named.
    pub geometry: Option<Geometry>,
    /// The alphabet, where it is named.
    pub alphabet: Option<Alphabet>,
    /// Rules of the whole grid.
    pub rules: Vec<String>,
    /// The types of constraints that files define, and these files.
    pub types: Vec<(String, String)>,
    /// The built-in definitions with those of rule files; none without files.
    extended: Option<Arc<Library>>,
}

/// Names of rules: one, several with commas, or a list.
pub enum Names {
    /// With commas between them.
    One(String),
    /// A list.
    Many(Vec<String>),
}

impl Names {
    /// Reads a keyword; messages call it `name`.
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Names>> {
        if value.is_none() {
            return Ok(None);
        }
        if value.is_instance_of::<PyString>() {
            return Ok(Some(Names::One(String::read(value, name)?)));
        }
        let expected = "names: a string with commas between them, or a list of strings";
        let items = value.try_iter();
        let items = items.map_err(|error| of_wrong_type(value, name, expected, error))?;
        let names = items.map(|item| {
            let item = item?;
            match item.is_instance_of::<PyString>() {
                true => String::read(&item, name),
                false => {
                    let error = PyTypeError::new_err(expected);
                    let expected = "a string, as all items of the list";
                    Err(of_wrong_type(&item, name, expected, error))
                }
            }
        });
        Ok(Some(Names::Many(names.collect::<PyResult<_>>()?)))
    }

    /// The names, one by one.
    pub fn into_vec(self) -> Vec<String> {
        match self {
            Names::Many(names) => names,
            Names::One(names) => {
                let names = names.split(',').map(str::trim);
                names
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned)
                    .collect()
            }
        }
    }
}

/// A function for each keyword, because PyO3 tells readers nothing but the value.
macro_rules! keywords {
    ($($name:ident),*) => {
        $(
            #[doc = concat!("Reads the keyword `", stringify!($name), "`.")]
            ///
            /// # Errors
            /// Whatever is no names.
            pub fn $name(value: &Bound<'_, PyAny>) -> PyResult<Option<Names>> {
                Names::read(value, stringify!($name))
            }
        )*
    };
}

keywords!(constraints, encodings, kinds, presolve, rules);

impl Reading {
    /// Reads the keywords.
    ///
    /// # Errors
    /// A shape, an alphabet or a rule that does not exist.
    pub fn new(
        shape: Option<&str>,
        alphabet: Option<&str>,
        rules: Option<Names>,
    ) -> Result<Reading, Failure> {
        let mut reading = Reading {
            geometry: shape.map(geometry).transpose()?,
            alphabet: alphabet.map(alphabet_named).transpose()?,
            ..Reading::default()
        };
        for rule in rules.map_or_else(Vec::new, Names::into_vec) {
            reading.add_rule(rule)?;
        }
        Ok(reading)
    }

    /// Refuses an alphabet where the puzzles are numbers.
    ///
    /// # Errors
    /// An alphabet was passed.
    pub fn refuse_alphabet_of_digits(&self) -> Result<(), Failure> {
        let passed = [("alphabet", self.alphabet.is_some())];
        let because = "digits were passed as numbers, of which 0 is an empty cell";
        refuse(&passed, "to text", because)
    }

    /// Adds a rule by its name, or those of a file.
    fn add_rule(&mut self, rule: String) -> Result<(), Failure> {
        let is_file = rule.ends_with(".toml") || rule.contains(std::path::MAIN_SEPARATOR);
        if !is_file {
            if self.library().rule(&rule).is_none() {
                let names: Vec<&str> = self.library().rule_names().collect();
                let names = names.join(", ");
                let found = cut(&rule);
                let what =
                    format!("rules: found '{found}', expected one of {names}, or a .toml file");
                return Err(BadInput::new(what).into());
            }
            self.rules.push(rule);
            return Ok(());
        }
        let bad = |error: String| BadInput::new(format!("rules: {error}"));
        let text = std::fs::read_to_string(&rule);
        let text = text.map_err(|error| bad(format!("{rule}: cannot be read: {error}")))?;
        let library = self.library().with_file(&text, &rule);
        let library = library.map_err(|error| bad(error.to_string()))?;
        self.extended = Some(Arc::new(library));
        let definition = Definition::parse(&text, &rule);
        let definition = definition.map_err(|error| bad(error.to_string()))?;
        let name = definition.name().to_owned();
        match definition.kind() {
            Kind::Rule => self.rules.push(name),
            Kind::Constraint => self.types.push((name, rule)),
        }
        Ok(())
    }

    /// What rules and types of constraints mean.
    pub fn library(&self) -> &Library {
        self.extended.as_deref().unwrap_or(Library::built_in())
    }

    /// That library, if rule files belong to it.
    pub fn own_library(&self) -> Option<Arc<Library>> {
        self.extended.clone()
    }

    /// Whether 81 digits and dots are a 9×9 puzzle and nothing else.
    pub fn is_plain(&self) -> bool {
        self.geometry.is_none_or(|shape| shape == Geometry::CLASSIC)
            && self.alphabet.is_none_or(|name| name == Alphabet::Digits)
            && self.rules.is_empty()
    }

    /// Whether puzzles of this shape are meant, too.
    pub fn is_about(&self, shape: Geometry) -> bool {
        self.geometry.is_none_or(|named| named == shape)
    }

    /// Whether keywords speak of classic text.
    pub fn is_about_lines(&self) -> bool {
        self.geometry.is_some() || self.alphabet.is_some()
    }
}

/// A box shape by its name, such as `2x3`.
///
/// # Errors
/// Another text.
pub fn geometry(shape: &str) -> Result<Geometry, Failure> {
    // The message repeats what was passed.
    let shape: Result<Geometry, _> = cut(shape).parse();
    Ok(shape.map_err(|error| BadInput::new(format!("box: {error}")))?)
}

fn alphabet_named(name: &str) -> Result<Alphabet, Failure> {
    let found = Alphabet::ALL.into_iter().find(|a| a.name() == name);
    Ok(found.ok_or_else(|| {
        let names = Alphabet::ALL.map(Alphabet::name).join(", ");
        let found = cut(name);
        BadInput::new(format!(
            "alphabet: found '{found}', expected one of {names}"
        ))
    })?)
}

/// A number of seconds as a time limit.
///
/// # Errors
/// A number that is not positive and finite.
pub fn duration(seconds: Option<f64>) -> Result<Option<Duration>, Failure> {
    let Some(seconds) = seconds else {
        return Ok(None);
    };
    let expected = match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => return Ok(Some(time)),
        Err(_) if seconds > 0.0 => "a smaller number of seconds",
        _ => "a positive number of seconds",
    };
    let what =
        format!("timeout: found {seconds:?}, expected {expected}; leave timeout out for no limit");
    Err(BadInput::new(what).into())
}

/// The number of threads: all cores unless it is named.
pub fn jobs(jobs: Option<NonZeroUsize>) -> usize {
    let cores = || thread::available_parallelism().ok();
    jobs.or_else(cores).map_or(1, usize::from)
}

/// Refuses keywords that were passed where they do not apply: `to` says what they apply to,
/// `because` what is there instead.
///
/// # Errors
/// The first that was passed.
pub fn refuse(keywords: &[(&str, bool)], to: &str, because: &str) -> Result<(), Failure> {
    match keywords.iter().find(|(_, is_passed)| *is_passed) {
        Some((name, _)) => {
            let what = format!("{name}: applies only {to}, but {because}; leave {name} out");
            Err(BadInput::new(what).into())
        }
        None => Ok(()),
    }
}

/// A level of reasoning before a formula is written.
///
/// # Errors
/// A name that does not exist.
pub fn presolve_named(name: &str) -> Result<Presolve, Failure> {
    let found = Presolve::ALL.into_iter().find(|level| level.name() == name);
    Ok(found.ok_or_else(|| {
        let names = Presolve::ALL.map(Presolve::name).join(", ");
        let found = cut(name);
        BadInput::new(format!(
            "presolve: found '{found}', expected one of {names}"
        ))
    })?)
}
