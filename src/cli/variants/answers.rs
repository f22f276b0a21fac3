//! Answers to variants as text, JSON, or grids for people.

use super::{MaybeCompiled, VariantInstance};
use crate::cli::args::OutputFormat;
use crate::cli::pipeline::check::{PuzzleTexts, Replay};
use crate::cli::pipeline::present::{Position, Presenter, solution_text as classic_text};
use crate::cli::pipeline::presentable::Presentable;
use crate::draw::Picture;
use crate::grid::text::{Alphabet, Format, Record, write_pretty};
use crate::grid::{Digit, Solution};
use crate::rules::text::{
    InputFormat, VariantFormat, solution_text, write_fpuzzles, write_pretty_solution,
};
use crate::rules::{Description, only_digit};
use anyhow::{Result, bail};
use std::borrow::Cow;

/// The format of the answers, if none is named: judges get their output, JSON is answered
/// in JSON, and all else by one line a puzzle.
pub fn default_format(format: VariantFormat, is_json: bool) -> OutputFormat {
    match format {
        _ if is_json => OutputFormat::Json,
        VariantFormat::Jigsaw => OutputFormat::Variant(VariantFormat::Jigsaw),
        _ => OutputFormat::Text(Format::Line),
    }
}

impl<P: MaybeCompiled> VariantInstance<P> {
    /// How messages show the puzzle and its solutions. A replay has these rules.
    pub fn texts(&self, rules: &[String]) -> PuzzleTexts<'_> {
        self.texts_of(&self.item.description, rules)
    }

    /// [`VariantInstance::texts`] for a puzzle on the same board, such as a part of this one.
    pub fn texts_of(&self, puzzle: &Description, rules: &[String]) -> PuzzleTexts<'_> {
        let replay = Replay::of_variant(puzzle, rules);
        PuzzleTexts::new(self.item.place(), replay, |solution| {
            solution_text(self.puzzle.board(), solution)
        })
    }

    /// The puzzle without its rules, if its solutions are written in an alphabet of its own: that
    /// of a grid in JSON, or one whose digits begin at 0.
    pub fn record_in_alphabet(&self) -> Option<Cow<'_, Record>> {
        if let Some(alphabet) = self.item.grid_alphabet {
            let record = self.classic_record(Format::Line)?;
            let alphabet = alphabet.reaching(record.puzzle.geometry().side());
            return Some(Cow::Owned(Record { alphabet, ..record }));
        }
        let record = self.item.classic.as_deref();
        let from_zero = record.filter(|record| record.alphabet.has_zero());
        from_zero.map(Cow::Borrowed)
    }

    /// A digit in the alphabet in which the puzzle was read.
    pub fn digit_text(&self, digit: Digit) -> String {
        match self.item.alphabet() {
            Some(alphabet) => {
                let side = self.puzzle.board().digit_count();
                alphabet.reaching(side).write(Some(digit))
            }
            None => self.puzzle.board().value(digit).to_string(),
        }
    }

    /// A digit as a number, from 0 on if the puzzle was read so.
    pub fn digit_value(&self, digit: Digit) -> i32 {
        let is_from_zero = self.item.alphabet().is_some_and(Alphabet::has_zero);
        self.puzzle.board().value(digit) - i32::from(is_from_zero)
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
                "{}: --to jigsaw: shows 9×9 grids only; use line or pretty",
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

    /// A picture with the puzzle's name, if it has one, and its alphabet.
    pub fn titled(&self, picture: Picture) -> Picture {
        let picture = match self.item.alphabet() {
            Some(alphabet) => picture.alphabet(alphabet),
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
        let givens = self.puzzle.candidates().iter();
        let givens = givens.map(|&mask| only_digit(mask)).collect();
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

    fn write_classic(
        &self,
        out: &mut Presenter<'_>,
        format: Format,
        solution: &Solution,
    ) -> Result<()> {
        match self.classic_record(format) {
            Some(record) => out.solution(&record, solution),
            None => out.line(&self.text(solution)),
        }
    }

    fn write_fpuzzles(&self, out: &mut Presenter<'_>, solution: &Solution) -> Result<()> {
        let text = match write_fpuzzles(&self.item.description, &self.item.name) {
            Ok(text) => text,
            Err(error) => bail!("{}: --to f-puzzles: {error}", self.item.place()),
        };
        let mut object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text)?;
        let values = solution.cells().iter();
        let values: Vec<i32> = values.map(|&d| self.puzzle.board().value(d)).collect();
        object.insert("solution".to_owned(), values.into());
        out.json(&object)
    }
}

impl<P: MaybeCompiled> Presentable for VariantInstance<P> {
    fn position(&self) -> Position<'_> {
        Position::new(&self.item.file, self.item.line, self.item.index).named(&self.item.name)
    }

    fn text(&self, solution: &Solution) -> String {
        match self.record_in_alphabet() {
            Some(record) => classic_text(&record, solution),
            None => solution_text(self.puzzle.board(), solution),
        }
    }

    fn picture(&self) -> Picture {
        self.titled(self.drawn())
    }

    fn is_line(&self, out: &Presenter<'_>) -> bool {
        match out.to() {
            Some(to) => to.is_one_line(),
            None => self.item.format.classic().is_some_and(Format::is_one_line),
        }
    }

    fn words(&self, out: &mut Presenter<'_>, words: &str) -> Result<()> {
        if out.is_svg() {
            return out.picture(&self.picture().remark(words));
        }
        match &self.item.classic {
            Some(record) => out.text(record, words),
            None if self.is_line(out) => out.line(words),
            None => out.block(|out, _| writeln!(out, "{words}")),
        }
    }

    fn solution(&self, out: &mut Presenter<'_>, solution: &Solution) -> Result<()> {
        match out.to() {
            Some(OutputFormat::Text(Format::Line)) => out.line(&self.text(solution)),
            Some(OutputFormat::Variant(VariantFormat::FPuzzles)) => {
                self.write_fpuzzles(out, solution)
            }
            Some(OutputFormat::Text(format)) => self.write_classic(out, format, solution),
            None => match self.item.format {
                InputFormat::Classic(format) => self.write_classic(out, format, solution),
                InputFormat::Variant(_) => out.line(&self.text(solution)),
            },
            Some(OutputFormat::Svg) => out.picture(&self.picture().solution(solution)),
            Some(OutputFormat::Json | OutputFormat::Pretty | OutputFormat::Variant(_)) => out
                .block(|out, colour| match self.record_in_alphabet() {
                    Some(record) => {
                        let cells: Vec<Option<Digit>> = solution.into();
                        write_pretty(out, &record.puzzle, record.alphabet, &cells, colour)
                    }
                    None => match self.puzzle.whole() {
                        Ok(puzzle) => write_pretty_solution(out, puzzle, solution, colour),
                        Err(_) => writeln!(out, "{}", self.text(solution)),
                    },
                }),
        }
    }

    fn solution_below(&self, out: &mut Presenter<'_>, solution: &Solution) -> Result<()> {
        self.solution(out, solution)
    }
}
