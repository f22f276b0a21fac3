//! Names that options take.

use crate::backend::Presolve;
use crate::cnf::write::Syntax;
use crate::grid::text::{Alphabet, Format};
use crate::rules::text::{InputFormat, VariantFormat};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::sync::LazyLock;

/// The backends by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackendName {
    /// Native search; 'solve' and 'count' usually run varisat as well once a variant has taken a
    /// second, unless --jobs is 1
    Auto,
    /// Bitmask search, falling back on clause learning
    Native,
    /// Clause learning directly on rows, columns and boxes, without CNF
    Cdcl,
    /// The built-in SAT solver varisat, on the clauses of an encoding
    Varisat,
    /// batsat on the clauses of an encoding
    #[cfg(feature = "batsat")]
    Batsat,
    /// CaDiCaL on the clauses of an encoding
    #[cfg(feature = "cadical")]
    Cadical,
    /// Several engines at once, for one solution of a hard large classic grid
    Portfolio,
}

impl ValueEnum for InputFormat {
    fn value_variants<'a>() -> &'a [InputFormat] {
        &InputFormat::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.summary()))
    }
}

/// What --to names: a format for answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// One of the formats that can be read, too.
    Text(Format),
    /// For a terminal.
    Pretty,
    /// One object a line.
    Json,
    /// A picture.
    Svg,
    /// Only variants are written in this.
    Variant(VariantFormat),
}

impl OutputFormat {
    /// Whether an answer is one line of text, which is not JSON.
    pub fn is_one_line(self) -> bool {
        matches!(self, OutputFormat::Text(format) if format.is_one_line())
    }
}

/// Takes only these formats by these names; a verb says itself what they mean for it.
pub fn one_of(
    formats: &'static [(&'static str, OutputFormat, &'static str)],
) -> impl TypedValueParser<Value = OutputFormat> {
    let values = formats.iter();
    let values = values.map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).try_map(|text| {
        let mut formats = formats.iter();
        let format = formats.find(|(name, ..)| name.eq_ignore_ascii_case(&text));
        format.map(|(_, format, _)| *format).ok_or("unknown format")
    })
}

/// Takes every format, but does not offer these, which a verb refuses with advice.
pub fn offering_all_but(
    refused: &'static [OutputFormat],
) -> impl TypedValueParser<Value = OutputFormat> {
    let formats = OutputFormat::value_variants().iter();
    let values = formats.filter_map(|format| {
        let value = format.to_possible_value()?;
        Some(value.hide(refused.contains(format)))
    });
    PossibleValuesParser::new(values).try_map(|name| OutputFormat::from_str(&name, true))
}

impl ValueEnum for OutputFormat {
    fn value_variants<'a>() -> &'a [OutputFormat] {
        static ALL: LazyLock<Vec<OutputFormat>> = LazyLock::new(|| {
            let texts = Format::ALL.map(OutputFormat::Text);
            let others = [OutputFormat::Pretty, OutputFormat::Json, OutputFormat::Svg];
            let variants = VariantFormat::ALL.into_iter();
            let variants = variants.filter(|format| summary_of_answers(*format).is_some());
            let variants = variants.map(OutputFormat::Variant);
            texts.into_iter().chain(others).chain(variants).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            OutputFormat::Text(Format::Poj) => PossibleValue::new("poj").help(
                "POJ 2676: rows of 9 digits; input and the output of 'generate' begin with a count",
            ),
            OutputFormat::Text(format) => PossibleValue::new(format.name()).help(format.summary()),
            OutputFormat::Pretty => PossibleValue::new("pretty")
                .help("Drawn boxes; givens are bold, or marked with * if there is no colour"),
            OutputFormat::Json => PossibleValue::new("json").help("One JSON object per line"),
            OutputFormat::Svg => PossibleValue::new("svg")
                .help("A picture; for several: -o FOLDER/ or -o NAME-{}.svg"),
            OutputFormat::Variant(format) => {
                PossibleValue::new(format.name()).help(summary_of_answers(*format)?)
            }
        })
    }
}

/// What an answer in a format of variants is; `None` if it is one for reading only.
fn summary_of_answers(format: VariantFormat) -> Option<&'static str> {
    match format {
        VariantFormat::FPuzzles => {
            Some("f-puzzles JSON, with the solution if the command finds one")
        }
        VariantFormat::Jigsaw => Some("HDU 4069: answers to jigsaws as the judge expects them"),
        // Answers in JSON are `OutputFormat::Json`.
        VariantFormat::Json | VariantFormat::Iss | VariantFormat::SumoCue => None,
    }
}

impl ValueEnum for Presolve {
    fn value_variants<'a>() -> &'a [Presolve] {
        &Presolve::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Presolve::None => {
                "No simplification: every candidate, and a unit clause for each given"
            }
            Presolve::Givens => "Candidates that the givens exclude are left out",
            Presolve::Singles => "Naked and hidden singles are placed first",
            Presolve::Locked => "Locked candidates are applied as well",
            Presolve::AllDifferent => "Subsets and fish of every size are applied as well",
        }))
    }
}

impl ValueEnum for Syntax {
    fn value_variants<'a>() -> &'a [Syntax] {
        &Syntax::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Syntax::Cnf => "DIMACS CNF, for SAT solvers",
            Syntax::Wcnf => "Weighted CNF (2022 form), for MaxSAT solvers",
            Syntax::OldWcnf => "Weighted CNF as it was before 2022, which clasp reads",
            Syntax::Opb => "Pseudo-Boolean constraints, for PB solvers",
        }))
    }
}

impl ValueEnum for Alphabet {
    fn value_variants<'a>() -> &'a [Alphabet] {
        &Alphabet::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Alphabet::Digits => "1-9, A-Z, a-z; 0 is empty",
            Alphabet::Hex => "0-9, A-Z; 0 is the digit 1",
            Alphabet::Letters => "A-Z, a-z",
            Alphabet::Numbers => "Numbers separated by spaces",
            Alphabet::NumbersFromZero => "Numbers from 0 on; 0 is the digit 1",
        }))
    }
}
