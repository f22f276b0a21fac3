//! Names that options take.

use crate::backend::Presolve;
use crate::cnf::write::Syntax;
use crate::grid::text::{Alphabet, Format};
use crate::rules::text::VariantFormat;
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// The backends by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackendName {
    /// Search on bitmasks, with clause learning if that gets stuck
    Native,
    /// Clause learning on the houses themselves, without an encoding
    Cdcl,
    /// varisat on the clauses of an encoding
    Varisat,
    /// batsat on the clauses of an encoding
    #[cfg(feature = "batsat")]
    Batsat,
    /// CaDiCaL on the clauses of an encoding
    #[cfg(feature = "cadical")]
    Cadical,
    /// Several of these at once, for one solution of a hard large grid
    Portfolio,
}

/// A format for puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputFormat {
    /// Classic puzzles.
    Classic(Format),
    /// Variants.
    Variant(VariantFormat),
}

impl InputFormat {
    /// The format, if it is one of classic puzzles.
    pub fn classic(self) -> Option<Format> {
        match self {
            InputFormat::Classic(format) => Some(format),
            InputFormat::Variant(_) => None,
        }
    }

    /// The format, if it is one of variants.
    pub fn variant(self) -> Option<VariantFormat> {
        match self {
            InputFormat::Classic(_) => None,
            InputFormat::Variant(format) => Some(format),
        }
    }
}

impl std::fmt::Display for InputFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InputFormat::Classic(format) => format.fmt(f),
            InputFormat::Variant(format) => f.write_str(format.name()),
        }
    }
}

impl ValueEnum for InputFormat {
    fn value_variants<'a>() -> &'a [InputFormat] {
        const CLASSIC: usize = Format::ALL.len();
        const ALL: [InputFormat; CLASSIC + VariantFormat::ALL.len()] = {
            let mut all = [InputFormat::Classic(Format::Hdu); CLASSIC + VariantFormat::ALL.len()];
            let mut k = 0;
            while k < all.len() {
                all[k] = match k < CLASSIC {
                    true => InputFormat::Classic(Format::ALL[k]),
                    false => InputFormat::Variant(VariantFormat::ALL[k - CLASSIC]),
                };
                k += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            InputFormat::Classic(format) => format.to_possible_value(),
            InputFormat::Variant(format) => Some(value(*format)),
        }
    }
}

/// A format of variants as a value of an option.
fn value(format: VariantFormat) -> PossibleValue {
    PossibleValue::new(format.name()).help(match format {
        VariantFormat::Json => "satoku's JSON for variants: one object per line, or a single one",
        VariantFormat::FPuzzles => "f-puzzles JSON, or its compressed link",
        VariantFormat::Iss => "Interactive-Sudoku-Solver strings",
        VariantFormat::Jigsaw => "HDU 4069: digits with the walls of each cell added",
        VariantFormat::SumoCue => "SumoCue killer and jigsaw lines",
    })
}

/// A format for answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
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

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Target] {
        const ALL: [Target; 12] = [
            Target::Text(Format::Hdu),
            Target::Text(Format::Poj),
            Target::Text(Format::Pyramid),
            Target::Text(Format::Line),
            Target::Text(Format::Grid),
            Target::Text(Format::Rows),
            Target::Text(Format::Sudokusat),
            Target::Pretty,
            Target::Json,
            Target::Svg,
            Target::Variant(VariantFormat::FPuzzles),
            Target::Variant(VariantFormat::Jigsaw),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Target::Text(Format::Poj) => PossibleValue::new("poj")
                .help("POJ 2676: rows of 9 digits; only 'generate' writes the count first"),
            Target::Text(format) => format.to_possible_value()?,
            Target::Pretty => PossibleValue::new("pretty")
                .help("Drawn boxes; givens are bold, or marked with * if there is no colour"),
            Target::Json => PossibleValue::new("json").help("One JSON object per line"),
            Target::Svg => PossibleValue::new("svg")
                .help("A picture; for several: -o FOLDER/ or -o NAME-{}.svg"),
            Target::Variant(VariantFormat::Jigsaw) => {
                PossibleValue::new("jigsaw").help("HDU 4069: the judge's answers to jigsaw puzzles")
            }
            Target::Variant(format) => PossibleValue::new(format.name())
                .help("The puzzle as f-puzzles JSON, with its solution"),
        })
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Format::Hdu => "HDU 1426: rows of 1-9 and ? separated by spaces",
            Format::Poj => "POJ 2676: a count, then rows of 9 digits, 0 empty",
            Format::Pyramid => "NOIP 2009: rows of integers separated by spaces, 0 empty",
            Format::Line => "One puzzle per line, as in POJ 3074: 81 characters for 9×9",
            Format::Grid => "Rows as people paste them, with or without drawn lines",
            Format::Rows => "Rows of nothing but cells, as in POJ 3076: no spaces, no drawn lines",
            Format::Sudokusat => "Large grids, drawn, with header lines",
        }))
    }
}

impl ValueEnum for Presolve {
    fn value_variants<'a>() -> &'a [Presolve] {
        &Presolve::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            Presolve::None => "All candidates, a unit clause for each given",
            Presolve::Givens => "Candidates that the givens exclude are left out",
            Presolve::Singles => "Naked and hidden singles are placed first",
            Presolve::Locked => "Locked candidates are eliminated as well",
            Presolve::AllDifferent => "Subsets and fish of every size, too",
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
            Syntax::OldWcnf => "Weighted CNF as before 2022, which clasp reads",
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
