//! Answers to variants as text, JSON, or grids for people.

use super::VariantInstance;
use crate::cli::args::{InputFormat, OutputFormat};
use crate::cli::pipeline::check::{PuzzleTexts, Replay, option};
use crate::cli::pipeline::present::{NO_SOLUTION, Presenter, solution_text as classic_text};
use crate::draw::Picture;
use crate::escape;
use crate::grid::text::{Alphabet, Format, Record, write_pretty};
use crate::grid::{Digit, Solution};
use crate::rules::Library;
use crate::rules::text::{
    Hdu4069, VariantFormat, solution_text, write_fpuzzles, write_hdu4069, write_pretty_solution,
};
use anyhow::{Result, bail};

/// The format of the answers, if none is named: judges get their output, JSON is answered
/// by JSON, classic text by its own format, and all else by one line a puzzle.
pub fn default_format(format: InputFormat) -> Option<OutputFormat> {
    match format {
        InputFormat::Classic(_) => None,
        InputFormat::Variant(VariantFormat::Json) => Some(OutputFormat::Json),
        InputFormat::Variant(VariantFormat::Jigsaw) => {
            Some(OutputFormat::Variant(VariantFormat::Jigsaw))
        }
        InputFormat::Variant(_) => Some(OutputFormat::Text(Format::Line)),
    }
}

impl VariantInstance {
    /// How messages show the puzzle and its solutions. A replay has these rules.
    pub fn texts(&self, rules: &[String]) -> PuzzleTexts<'_> {
        let mut options = "--from json".to_owned();
        if !rules.is_empty() {
            options += &option("rules", &rules.join(","));
        }
        let replay = Replay {
            puzzle: escape::json(&self.item.description).unwrap_or_default(),
            options,
        };
        PuzzleTexts::new(self.item.place(), replay, |solution| {
            solution_text(self.puzzle.board(), solution)
        })
    }

    /// A solution as JSON shows it: digits in reading order.
    pub fn text(&self, solution: &Solution) -> String {
        match self.record_from_zero() {
            Some(record) => classic_text(record, solution),
            None => solution_text(self.puzzle.board(), solution),
        }
    }

    /// The puzzle as it was read, if that was as a classic one whose digits begin at 0.
    pub fn record_from_zero(&self) -> Option<&Record> {
        let record = self.item.classic.as_deref();
        record.filter(|record| record.alphabet.has_zero())
    }

    /// A digit in the alphabet in which the puzzle was read.
    pub fn digit_text(&self, digit: Digit) -> String {
        match &self.item.classic {
            Some(record) => {
                let side = record.puzzle.geometry().side();
                record.alphabet.reaching(side).write(Some(digit))
            }
            None => self.puzzle.board().value(digit).to_string(),
        }
    }

    /// A digit as a number, from 0 on if the puzzle was read so.
    pub fn digit_value(&self, digit: Digit) -> i32 {
        self.puzzle.board().value(digit) - i32::from(self.record_from_zero().is_some())
    }

    /// An error if the format `to` cannot show the puzzle.
    pub fn check_format(&self, to: Option<OutputFormat>) -> Result<()> {
        let format = match to {
            None | Some(OutputFormat::Json | OutputFormat::Pretty | OutputFormat::Svg) => {
                return Ok(());
            }
            Some(OutputFormat::Text(Format::Line)) => return Ok(()),
            Some(OutputFormat::Text(format)) => format,
            Some(OutputFormat::Variant(VariantFormat::Jigsaw)) if self.is_jigsaw() => return Ok(()),
            Some(OutputFormat::Variant(VariantFormat::Jigsaw)) => bail!(
                "{}: --to jigsaw: shows 9×9 grids only; use line, pretty or json",
                self.item.place()
            ),
            Some(OutputFormat::Variant(_)) => return Ok(()),
        };
        match self.classic_record(format) {
            Some(record) => Presenter::check(Some(OutputFormat::Text(format)), &record),
            None => bail!(
                "{}: --to {format}: shows grids with boxes and digits from 1 only; use line, \
                 pretty or json",
                self.item.place()
            ),
        }
    }

    /// What its rules mean.
    pub fn library(&self) -> &Library {
        self.extended.as_deref().unwrap_or(Library::built_in())
    }

    /// The puzzle with its givens and constraints.
    pub fn picture(&self) -> Picture {
        let picture = Picture::of_variant(&self.item.description, &self.puzzle, self.library());
        self.titled(picture)
    }

    /// A picture with the puzzle's name, if it has one, and its alphabet.
    pub fn titled(&self, picture: Picture) -> Picture {
        let picture = match &self.item.classic {
            Some(record) => picture.alphabet(record.alphabet),
            None => picture,
        };
        match self.item.name.is_empty() {
            true => picture,
            false => picture.title(self.item.name.as_str()),
        }
    }

    fn is_jigsaw(&self) -> bool {
        let board = self.puzzle.board();
        (board.rows(), board.columns(), board.min(), board.max()) == (9, 9, 1, 9)
    }

    /// The puzzle without its rules as a classic record, if its board has boxes.
    fn classic_record(&self, format: Format) -> Option<Record> {
        if let Some(record) = &self.item.classic {
            return Some((**record).clone());
        }
        let shape = self.puzzle.board().box_shape()?;
        let givens = self.puzzle.board().cells();
        let givens = givens.map(|cell| self.puzzle.given(cell)).collect();
        Some(Record {
            puzzle: crate::Puzzle::new(shape, givens)?,
            file: self.item.file.clone(),
            line: self.item.line,
            index: self.item.index,
            format,
            alphabet: Alphabet::default(),
            note: String::new(),
        })
    }
}

/// Writes answers to variants.
pub struct VariantPresenter<'p, 'o> {
    /// Writes text and JSON.
    pub out: &'p mut Presenter<'o>,
    /// The format.
    pub to: Option<OutputFormat>,
}

impl VariantPresenter<'_, '_> {
    /// Whether each answer is one line.
    pub fn is_line(&self, instance: &VariantInstance) -> bool {
        match self.to {
            Some(to) => to == OutputFormat::Text(Format::Line),
            None => instance.item.format == InputFormat::Classic(Format::Line),
        }
    }

    /// Writes a solution as a block of its own.
    pub fn solution(&mut self, instance: &VariantInstance, solution: &Solution) -> Result<()> {
        let puzzle = &instance.puzzle;
        match self.to {
            Some(OutputFormat::Text(Format::Line)) => self.out.line(&instance.text(solution)),
            Some(OutputFormat::Variant(VariantFormat::FPuzzles)) => {
                self.fpuzzles(instance, solution)
            }
            Some(OutputFormat::Text(format)) => self.classic(instance, format, solution),
            None => match instance.item.format {
                InputFormat::Classic(format) => self.classic(instance, format, solution),
                InputFormat::Variant(_) => self.out.line(&instance.text(solution)),
            },
            Some(OutputFormat::Svg) => self.out.picture(&instance.picture().solution(solution)),
            Some(OutputFormat::Json | OutputFormat::Pretty | OutputFormat::Variant(_)) => {
                let record = instance.record_from_zero();
                self.out.block(|out, colour| match record {
                    Some(record) => {
                        let cells: Vec<Option<Digit>> = solution.into();
                        write_pretty(out, &record.puzzle, record.alphabet, &cells, colour)
                    }
                    None => write_pretty_solution(out, puzzle, solution, colour),
                })
            }
        }
    }

    fn classic(
        &mut self,
        instance: &VariantInstance,
        format: Format,
        solution: &Solution,
    ) -> Result<()> {
        match instance.classic_record(format) {
            Some(record) => self.out.solution(&record, solution),
            None => self.out.line(&instance.text(solution)),
        }
    }

    fn fpuzzles(&mut self, instance: &VariantInstance, solution: &Solution) -> Result<()> {
        let description = &instance.item.description;
        let text = match write_fpuzzles(description, &instance.item.name) {
            Ok(text) => text,
            Err(error) => bail!("{}: --to f-puzzles: {error}", instance.item.place()),
        };
        let mut object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text)?;
        let values = solution.cells().iter();
        let values: Vec<i32> = values.map(|&d| instance.puzzle.board().value(d)).collect();
        object.insert("solution".to_owned(), values.into());
        self.out.json(&object)
    }

    /// Writes the judge's answer to a jigsaw.
    pub fn jigsaw(&mut self, instance: &VariantInstance, answer: Hdu4069<'_>) -> Result<()> {
        let index = instance.item.index;
        self.out.raw(|out| write_hdu4069(out, index, answer))
    }

    /// Writes words in place of a solution.
    pub fn words(&mut self, instance: &VariantInstance, words: &str) -> Result<()> {
        if self.out.is_svg() {
            return self.out.picture(&instance.picture().note(words));
        }
        match instance.classic_record(Format::Line) {
            Some(record) if instance.item.classic.is_some() => self.out.text(&record, words),
            _ => self.out.line(words),
        }
    }

    /// Writes that there is no solution.
    pub fn none(&mut self, instance: &VariantInstance) -> Result<()> {
        self.words(instance, NO_SOLUTION)
    }
}
