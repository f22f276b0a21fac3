//! A puzzle of a request: read, with its rules, as engines know it.

use crate::WHOLE;
use crate::failure::Failure;
use crate::fields::Fields;
use satoku::Puzzle;
use satoku::grid::Geometry;
use satoku::grid::text::{PuzzleReader, ReadOptions, puzzle_line};
use satoku::rules::text::{InputFormat, VariantFormat, VariantReader, detect, mistake, write_json};
use satoku::rules::{Board, Description, Library, VariantPuzzle, compile, members};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most bytes of the text of one puzzle.
pub const MAX_PUZZLE: usize = 1 << 20;

/// Where a puzzle stood in a text, and what stood beside it.
#[derive(Clone, Default)]
pub struct Origin {
    /// Its name or title.
    pub name: String,
    /// What followed it on its line.
    pub note: String,
    /// The format.
    pub format: &'static str,
    /// From 1.
    pub line: u64,
    /// Its number in the text, from 1.
    pub index: u64,
    /// Fields that say nothing about digits.
    pub ignored: Vec<String>,
}

/// A puzzle and what it means.
pub struct Instance {
    /// What it says, rules included.
    pub description: Description,
    /// What it means.
    pub puzzle: VariantPuzzle,
    /// The puzzle for engines that know only rows, columns and boxes, if they suffice.
    pub classic: Option<Puzzle>,
    /// Where it stood.
    pub origin: Origin,
}

/// How a text is to be read.
#[derive(Clone, Default)]
pub struct Reading {
    /// The format; detected if none.
    pub from: Option<InputFormat>,
    /// The shape of boxes.
    pub shape: Option<Geometry>,
    /// Further rules of the whole grid.
    pub rules: Vec<String>,
}

/// Equal givens in a house.
#[derive(Serialize)]
pub struct ClashShown {
    cells: [String; 2],
    digit: i32,
    house: String,
    sentence: String,
}

/// What reading calls the text in messages; answers leave it out.
const FILE: &str = "text";

impl Reading {
    /// Takes the fields that say how.
    pub fn of(fields: &mut Fields) -> Result<Reading, Failure> {
        let named: Option<String> = fields.optional("from")?;
        let format_named = |name: String| {
            let mut all = InputFormat::ALL.into_iter();
            all.find(|format| format.name() == name).ok_or_else(|| {
                let known = InputFormat::ALL.map(InputFormat::name).join(", ");
                Failure::in_field("from", format!("expected {known}"))
            })
        };
        let from = named.map(format_named).transpose()?;
        Ok(Reading {
            from,
            shape: fields.shape()?,
            rules: fields.or("rules", Vec::new())?,
        })
    }

    /// Shows each puzzle of a text, and each mistake, to `visit` until that returns false.
    pub fn each(&self, text: &str, visit: &mut dyn FnMut(Result<Instance, Failure>) -> bool) {
        let detected = || match self.shape {
            Some(_) => None,
            None => detect(text.as_bytes()).map(InputFormat::Variant),
        };
        match self.from.or_else(detected) {
            Some(InputFormat::Variant(format)) => {
                let named = self.from.map(|_| format);
                self.variants(VariantReader::new(text.as_bytes(), FILE, named), visit);
            }
            classic => {
                let options = ReadOptions {
                    format: classic.and_then(InputFormat::classic),
                    geometry: self.shape,
                    alphabet: None,
                    mixed_sizes: true,
                };
                self.classics(PuzzleReader::of_text(text, FILE, options), visit);
            }
        }
    }

    fn variants(
        &self,
        mut reader: VariantReader<'_>,
        visit: &mut dyn FnMut(Result<Instance, Failure>) -> bool,
    ) {
        if !WHOLE {
            visit(Err(Failure::of_the_first_module()));
            return;
        }
        while let Some(record) = reader.next() {
            let (instance, goes_on) = match record {
                Ok(record) => {
                    let origin = Origin {
                        name: record.name,
                        note: String::new(),
                        format: record.format.name(),
                        line: record.line,
                        index: record.index,
                        ignored: record.ignored,
                    };
                    (
                        self.instance(record.description, Some(record.format), origin),
                        true,
                    )
                }
                Err(error) => (Err(error.into()), reader.go_on()),
            };
            if !visit(instance) || !goes_on {
                break;
            }
        }
    }

    fn classics(
        &self,
        mut reader: PuzzleReader<'_>,
        visit: &mut dyn FnMut(Result<Instance, Failure>) -> bool,
    ) {
        while let Some(record) = reader.next() {
            let (instance, goes_on) = match record {
                Ok(record) => {
                    let origin = Origin {
                        note: record.note,
                        format: record.format.name(),
                        line: record.line,
                        index: record.index,
                        ..Origin::default()
                    };
                    (self.of_classic(record.puzzle, origin), true)
                }
                Err(error) => (Err(error.into()), reader.go_on()),
            };
            if !visit(instance) || !goes_on {
                break;
            }
        }
    }

    fn of_classic(&self, puzzle: Puzzle, origin: Origin) -> Result<Instance, Failure> {
        let Some(description) = Description::of_classic(&puzzle) else {
            let side = puzzle.geometry().side();
            let most = satoku::rules::MAX_DIGITS;
            let why = format!("side {side} is too large for a page, expected {most} or less");
            return Err(Failure::new(why));
        };
        match VariantPuzzle::from_classic(&puzzle).filter(|_| self.rules.is_empty()) {
            Some(variant) => Ok(Instance {
                classic: Some(puzzle),
                description,
                puzzle: variant,
                origin,
            }),
            None => self.instance(description, None, origin),
        }
    }

    fn instance(
        &self,
        description: Description,
        format: Option<VariantFormat>,
        origin: Origin,
    ) -> Result<Instance, Failure> {
        if !WHOLE {
            return Err(Failure::of_the_first_module());
        }
        let description = description.with_rules(&self.rules);
        let puzzle = compile(&description, Library::built_in()).map_err(|error| Failure {
            message: mistake(&error, &description, format),
            line: Some(origin.line),
            ..Failure::from(error)
        })?;
        Ok(Instance {
            classic: puzzle.to_classic(),
            description,
            puzzle,
            origin,
        })
    }
}

impl Instance {
    /// Takes the fields of a puzzle.
    pub fn of(fields: &mut Fields) -> Result<Instance, Failure> {
        let text: String = fields.required("puzzle")?;
        Instance::parse(&text, fields)
    }

    /// Reads the one puzzle of a text as other fields say.
    pub fn parse(text: &str, fields: &mut Fields) -> Result<Instance, Failure> {
        let reading = Reading {
            from: None,
            shape: fields.shape()?,
            rules: fields.or("rules", Vec::new())?,
        };
        if text.len() > MAX_PUZZLE {
            let why = format!(
                "{} bytes are too many, expected at most {MAX_PUZZLE}",
                text.len()
            );
            return Err(Failure::in_field("puzzle", why));
        }
        let mut found = None;
        let mut several = false;
        reading.each(text, &mut |instance| {
            several = found.is_some();
            found.get_or_insert(instance);
            !several
        });
        match found {
            _ if several => Err(Failure::in_field(
                "puzzle",
                "the text holds several puzzles, expected one",
            )),
            Some(instance) => instance.map_err(|failure| Failure {
                field: failure.field.or_else(|| Some("puzzle".into())),
                ..failure
            }),
            None => Err(Failure::in_field(
                "puzzle",
                "the text holds no puzzle, expected one",
            )),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// The puzzle as one line of JSON.
    pub fn json(&self) -> String {
        let mut line = Vec::new();
        // Nothing fails to be written to memory.
        let _ = write_json(&mut line, &self.description);
        String::from_utf8_lossy(&line).trim_end().to_owned()
    }

    /// The puzzle in one line, as short as possible.
    pub fn text(&self) -> String {
        let classic = self.classic.as_ref().filter(|_| self.is_plain());
        let usual = classic.filter(|puzzle| {
            let geometry = puzzle.geometry();
            let side = geometry.side();
            (4..=25).contains(&side) && Geometry::from_side(side) == Ok(geometry)
        });
        match usual {
            Some(puzzle) => puzzle_line(puzzle),
            None => self.json(),
        }
    }

    /// Whether it is described without rules and constraints.
    pub fn is_plain(&self) -> bool {
        self.description.rules.is_empty() && self.description.constraints.is_empty()
    }

    /// Equal givens in one house.
    pub fn clashes(&self) -> Vec<ClashShown> {
        let clashes = self.puzzle.clashes().into_iter();
        let shown = clashes.map(|clash| ClashShown {
            sentence: clash.to_string(),
            cells: clash.cells,
            digit: clash.value,
            house: clash.house,
        });
        shown.collect()
    }

    /// All about it, as 'read' answers.
    pub fn shown(&self) -> Value {
        let board = self.board();
        let all = board.all_digits();
        let given = |cell| self.puzzle.given(cell).map(|digit| board.value(digit));
        let values = |mask: u64| -> Vec<i64> {
            members(mask)
                .map(|digit| i64::from(board.min()) + digit as i64)
                .collect()
        };
        let marks = board.cells().filter_map(|cell| {
            let mask = self.puzzle.candidates()[cell.index()];
            (mask != all && mask.count_ones() != 1).then(|| (board.name(cell), values(mask)))
        });
        let regions = board.cells().map(|cell| board.region(cell));
        let origin = &self.origin;
        json!({
            "text": self.text(),
            "json": self.json(),
            "classic": self.classic.is_some(),
            "rows": board.rows(),
            "columns": board.columns(),
            "min": board.min(),
            "max": board.max(),
            "box": board.box_shape().map(|shape| shape.to_string()),
            "regions": board.has_regions().then(|| regions.collect::<Vec<_>>()),
            "givens": board.cells().map(given).collect::<Vec<_>>(),
            "candidates": marks.collect::<BTreeMap<_, _>>(),
            "rules": self.description.rules,
            "constraints": self.description.constraints,
            "name": origin.name,
            "note": origin.note,
            "format": origin.format,
            "line": origin.line,
            "index": origin.index,
            "ignored": origin.ignored,
            "clashes": self.clashes(),
        })
    }
}
