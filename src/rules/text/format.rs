//! The formats of variants, and all formats, by name.

use crate::grid::text::Format;
use std::fmt;

/// A text format that variant puzzles are read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariantFormat {
    /// satoku's own JSON.
    Json,
    /// The JSON of f-puzzles.com, plain, compressed, or as a link.
    FPuzzles,
    /// Strings and links of Interactive-Sudoku-Solver, one puzzle a line.
    Iss,
    /// HDU 4069: digits with bits for walls.
    Jigsaw,
    /// SumoCue's and Perfect Sudoku's lines.
    SumoCue,
}

impl VariantFormat {
    /// Every format.
    pub const ALL: [VariantFormat; 5] = [
        VariantFormat::Json,
        VariantFormat::FPuzzles,
        VariantFormat::Iss,
        VariantFormat::Jigsaw,
        VariantFormat::SumoCue,
    ];

    /// The name for `--from`.
    pub fn name(self) -> &'static str {
        match self {
            VariantFormat::Json => "json",
            VariantFormat::FPuzzles => "f-puzzles",
            VariantFormat::Iss => "iss",
            VariantFormat::Jigsaw => "jigsaw",
            VariantFormat::SumoCue => "sumocue",
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            VariantFormat::Json => {
                "satoku's JSON for variants: one object per line, or a single one"
            }
            VariantFormat::FPuzzles => "JSON of f-puzzles.com, its compressed form, or a link",
            VariantFormat::Iss => "Strings and links of Interactive-Sudoku-Solver",
            VariantFormat::Jigsaw => "HDU 4069: digits with the walls of each cell added",
            VariantFormat::SumoCue => "Lines of SumoCue and Perfect Sudoku: killer and jigsaw",
        }
    }

    /// How a text in this format looks or begins.
    pub fn sample(self) -> &'static str {
        match self {
            VariantFormat::Json => concat!(
                r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","#,
                "\n",
                r#" "candidates":{"r1c1":[1]},"rules":["diagonal"],"#,
                "\n",
                r#" "constraints":[{"type":"killer","cells":["r1c2","r1c3"],"sum":5}]}"#
            ),
            VariantFormat::FPuzzles => "https://www.f-puzzles.com/?load=…",
            VariantFormat::Iss => ".Cage~12~R1C1~R1C2.Thermo~R5C5~R5C6~R5C7",
            VariantFormat::Jigsaw => "1\n144 18 112 208 80 25 54 144 48",
            VariantFormat::SumoCue => "SumoCueV1=…",
        }
    }
}

impl fmt::Display for VariantFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text format that puzzles of any kind are read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputFormat {
    /// Classic puzzles.
    Classic(Format),
    /// Variants.
    Variant(VariantFormat),
}

impl InputFormat {
    /// Every format, those of classic puzzles first.
    pub const ALL: [InputFormat; Format::ALL.len() + VariantFormat::ALL.len()] = {
        let mut all =
            [InputFormat::Classic(Format::Hdu); Format::ALL.len() + VariantFormat::ALL.len()];
        let mut k = 0;
        while k < all.len() {
            all[k] = match k.checked_sub(Format::ALL.len()) {
                None => InputFormat::Classic(Format::ALL[k]),
                Some(k) => InputFormat::Variant(VariantFormat::ALL[k]),
            };
            k += 1;
        }
        all
    };

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

    /// The name for `--from`.
    pub fn name(self) -> &'static str {
        match self {
            InputFormat::Classic(format) => format.name(),
            InputFormat::Variant(format) => format.name(),
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            InputFormat::Classic(format) => format.summary(),
            InputFormat::Variant(format) => format.summary(),
        }
    }

    /// How a text in this format looks or begins.
    pub fn sample(self) -> &'static str {
        match self {
            InputFormat::Classic(format) => format.sample(),
            InputFormat::Variant(format) => format.sample(),
        }
    }
}

impl fmt::Display for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
