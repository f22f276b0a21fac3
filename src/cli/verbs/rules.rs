//! `satoku rules`

mod known;
mod sample;

use crate::cli::exit::Exit;
use crate::cli::pipeline::engines::is_path;
use crate::cli::pipeline::input;
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::session;
use crate::cli::variants::MAX_RULES;
use crate::escape;
use crate::rules::{ConstraintItem, Definition, Kind, Library, ParameterType, nearest_name, trial};
use crate::words::counted;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use std::io::Write;
use std::time::Duration;

/// How long the kernels of a file are tried.
const TRIAL: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
A rule holds on the whole grid. It is named with --rules, or under \"rules\" in JSON. A type of
constraint holds on some cells, and is named under \"constraints\". Each is a file in the folder
'rules' of the repository, whose README says how to write one.

Examples:
  satoku rules                                  # all names, with a sentence each
  satoku rules show killer                      # parameters, an example, the file
  satoku rules check my-rule.toml               # is this file right?
  satoku solve --rules diagonal,my-rule.toml puzzle.txt";

/// Arguments of `satoku rules`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct RulesArgs {
    #[command(subcommand)]
    verb: Option<RulesVerb>,
}

#[derive(Subcommand, Debug)]
enum RulesVerb {
    /// List rules and types of constraints
    #[command(after_help = "\
Examples:
  satoku rules list
  satoku rules list | grep -i sum")]
    List,
    /// Show a rule or type of constraint, with its parameters and an example
    #[command(after_help = "\
Examples:
  satoku rules show killer
  satoku rules show anti-knight
  satoku rules show my-rule.toml")]
    Show {
        /// A name from 'satoku rules list', or your own rule file (.toml)
        #[arg(value_name = "NAME|FILE")]
        name: String,
    },
    /// Check rule files of your own, including the numbers of solutions under [[known]]
    #[command(after_help = "\
List a file after the files that it uses. Kernels are tried on short lines of a 9×9 board: one
that picks no cells, that all digits satisfy, or that none do, is a mistake. Trying and counting
stop after 10 seconds each.

Examples:
  satoku rules check my-rule.toml
  satoku rules check my-dot.toml strict-my-dots.toml
  satoku rules check - < my-rule.toml")]
    Check {
        /// The files; '-' is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
    },
}

/// Runs the verb.
pub fn run(args: &RulesArgs) -> Result<Exit> {
    match &args.verb {
        None | Some(RulesVerb::List) => list(),
        Some(RulesVerb::Show { name }) => show(name),
        Some(RulesVerb::Check { files }) => check(files),
    }
}

fn list() -> Result<Exit> {
    let library = Library::built_in();
    let width = library.definitions().map(|each| each.name().len()).max();
    let width = width.unwrap_or(0);
    with_output(None, |out| {
        for (kind, title) in [
            (Kind::Rule, "Rules for the whole grid"),
            (Kind::Constraint, "Types of constraints"),
        ] {
            writeln!(out, "{title}:")?;
            for each in library.definitions().filter(|each| each.kind() == kind) {
                writeln!(out, "  {:width$}  {}", each.name(), each.summary())?;
            }
        }
        Ok(Exit::Answered)
    })
}

fn show(name: &str) -> Result<Exit> {
    if is_path(name) {
        let text = input::read_text(name, MAX_RULES)?;
        let definition = Library::built_in().checked(&text, name)?;
        let mut shown = Vec::new();
        let own = Library::built_in().with_file(&text, name);
        let sample = own.ok().and_then(|own| sample_of(&definition, &own));
        write_definition(&mut shown, &definition, sample.as_ref())?;
        let shown = String::from_utf8_lossy(&shown).replace("\r\n", "\n");
        return with_output(None, |out| {
            write!(out, "{}", escape::lines(&shown))?;
            Ok(Exit::Answered)
        });
    }
    let library = Library::built_in();
    let found = [library.rule(name), library.constraint(name)];
    let found: Vec<&Definition> = found.into_iter().flatten().collect();
    if found.is_empty() {
        let known = [Kind::Rule, Kind::Constraint].map(|kind| library.spellings(kind));
        let mut known = known.into_iter().flatten();
        if let Some((_, known)) = known.find(|(spelling, _)| *spelling == name) {
            bail!("{name}: found another name of {known}; try 'satoku rules show {known}'");
        }
        let known = [Kind::Rule, Kind::Constraint].map(|kind| library.spellings(kind));
        if let Some(near) = nearest_name(&name.to_lowercase(), known.into_iter().flatten()) {
            bail!(
                "{name}: no such rule or type of constraint; try '{near}', or 'satoku rules list' \
                 for all names"
            );
        }
        bail!("{name}: no such rule or type of constraint; 'satoku rules list' names them all");
    }
    with_output(None, |out| {
        for each in found {
            write_definition(out, each, sample_of(each, library).as_ref())?;
        }
        Ok(Exit::Answered)
    })
}

fn sample_of(definition: &Definition, library: &Library) -> Option<ConstraintItem> {
    let is_constraint = definition.kind() == Kind::Constraint;
    is_constraint.then(|| sample::of(definition, library))?
}

fn write_definition(
    out: &mut impl Write,
    definition: &Definition,
    sample: Option<&ConstraintItem>,
) -> Result<()> {
    let kind = match definition.kind() {
        Kind::Rule => "a rule for the whole grid",
        Kind::Constraint => "a type of constraint",
    };
    writeln!(out, "{}: {kind}", definition.name())?;
    writeln!(out, "{}", definition.summary())?;
    if !definition.also().is_empty() {
        writeln!(
            out,
            "Also called (puzzles use the name above): {}",
            definition.also().join(", ")
        )?;
    }
    if !definition.reference().is_empty() {
        writeln!(out, "Reference: {}", definition.reference())?;
    }
    if !definition.example().is_empty() {
        writeln!(out, "\n{}", definition.example().trim_end())?;
    }
    if let Some(sample) = sample {
        let sample = escape::json(sample)?;
        writeln!(out, "\nIn a puzzle, under \"constraints\":\n  {sample}")?;
    }
    if !definition.parameters().is_empty() {
        writeln!(out, "\nParameters:")?;
    }
    for parameter in definition.parameters() {
        let need = match parameter.default() {
            Some(value) => format!(", default {value}"),
            None if parameter.is_required() => String::new(),
            None => ", may be left out".to_owned(),
        };
        let (name, kind) = (parameter.name(), values(parameter.kind()));
        writeln!(out, "  {name} ({kind}{need})  {}", parameter.summary())?;
    }
    for known in definition.known() {
        let (shape, solutions) = (&known.shape, known.solutions);
        writeln!(
            out,
            "\nAn empty grid with boxes {shape} has {}.",
            counted(solutions, "solution")
        )?;
    }
    writeln!(out, "\nThe file:\n{}", definition.text().trim_end())?;
    Ok(())
}

/// What a parameter of this type is in JSON.
fn values(kind: ParameterType) -> &'static str {
    match kind {
        ParameterType::Cells => "list of cells",
        ParameterType::Cell => "cell",
        ParameterType::Sets => "list of lists of cells",
        ParameterType::Integer => "integer",
        ParameterType::Boolean => "true or false",
        ParameterType::Digits => "list of digits",
        ParameterType::Counts => "list of pairs: how many, digit",
        ParameterType::Table => "list of pairs of digits",
        ParameterType::Text | ParameterType::Regex => "text",
        ParameterType::Automaton => "object",
        ParameterType::Branches => "list of lists of constraints",
    }
}

fn check(files: &[String]) -> Result<Exit> {
    let mut library = Library::built_in().clone();
    with_output(None, |out| {
        for file in files {
            let text = input::read_text(file, MAX_RULES)?;
            let name = if file == "-" { input::STDIN } else { file };
            let definition = library.checked(&text, name)?;
            // A puzzle cannot use it beside another one of its name.
            library = library.with_file(&text, name)?;
            let limits = session::interrupts().within(TRIAL);
            if let Some(error) = trial(&definition, &library, &limits) {
                return Err(error.into());
            }
            session::check_interrupt()?;
            let counts = known::check(&definition, &library)?;
            let (kind, own) = (definition.kind(), definition.name());
            writeln!(out, "{name}: the {kind} {own} is valid")?;
            for line in &counts {
                writeln!(out, "{name}: {line}")?;
            }
        }
        Ok(Exit::Answered)
    })
}
