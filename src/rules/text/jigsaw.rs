//! HDU 4069: a number of cases, and 9 rows of 9 numbers each: the digit, 0 for none, plus 16 for a
//! wall above, 32 on the right, 64 below and 128 on the left.

use super::draft::{self, draft};
use super::fault::Fault;
use super::{Parsed, VariantFormat};
use crate::grid::Solution;
use crate::grid::text::InputError;
use crate::grid::text::error::quote;
use crate::grid::text::lines::InputLines;
use crate::grid::text::words::Line;
use crate::rules::{Board, Description, region_map};
use crate::words::counted;
use std::io::{self, Write};

const SIDE: usize = 9;

/// The bits of walls, and the steps across them.
const WALLS: [(u32, (isize, isize)); 4] =
    [(16, (-1, 0)), (32, (0, 1)), (64, (1, 0)), (128, (0, -1))];

/// Reads the cases.
#[derive(Default)]
pub struct JigsawReader {
    /// Cases in all and read so far.
    cases: Option<(u64, u64)>,
}

impl JigsawReader {
    /// Whether the input says that it holds no case.
    pub fn announces_none(&self) -> bool {
        self.cases.is_some_and(|(cases, _)| cases == 0)
    }

    /// The next case.
    pub fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Option<Parsed>, InputError> {
        let (cases, done) = match self.cases {
            Some(known) => known,
            None => (read_count(lines)?, 0),
        };
        self.cases = Some((cases, done));
        if done == cases {
            return match lines.take_content()? {
                None => Ok(None),
                Some(line) => {
                    let found = quote(line.text.trim());
                    let expected = format!("nothing after {}", counted(cases, "case"));
                    Err(lines.error(&line, 1, found, expected))
                }
            };
        }
        self.cases = Some((cases, done + 1));
        let mut numbers = Vec::with_capacity(SIDE * SIDE);
        let mut first = None;
        for row in 0..SIDE {
            let Some(line) = lines.take_content()? else {
                let after = format!("{} of case {}", counted(row as u64, "row"), done + 1);
                return Err(lines.ended_after(after, "9 rows per case".into()));
            };
            first = first.or(Some(line.number));
            numbers.extend(read_row(lines, &line)?);
        }
        let line = first.unwrap_or(1);
        let description = describe(&numbers).map_err(|fault| fault.in_line(&lines.file(), line))?;
        Ok(Some(Parsed::new(description, line, VariantFormat::Jigsaw)))
    }
}

fn read_count(lines: &mut InputLines<'_>) -> Result<u64, InputError> {
    let expected = "the number of cases";
    let Some(line) = lines.take_content()? else {
        return Err(lines.error_at_end("the end of the input".into(), expected.into()));
    };
    let text = line.text.trim();
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|_| is_number);
    count.ok_or_else(|| lines.error(&line, 1, quote(text), expected.into()))
}

fn read_row(lines: &InputLines<'_>, line: &Line) -> Result<Vec<u32>, InputError> {
    let tokens = line.tokens();
    if tokens.len() != SIDE {
        let found = counted(tokens.len() as u64, "number");
        return Err(lines.error(line, 1, found, "9 numbers".into()));
    }
    let number = |token: &crate::grid::text::words::Token<'_>| {
        let number: Option<u32> = token.text.parse().ok();
        let in_range = |&number: &u32| number & 15 <= SIDE as u32 && number < 256;
        number.filter(in_range).ok_or_else(|| {
            let expected = "a digit from 0 to 9, plus 16, 32, 64, 128 for walls";
            lines.unexpected(line, *token, expected.into())
        })
    };
    tokens.iter().map(number).collect()
}

fn describe(numbers: &[u32]) -> Result<Description, Fault> {
    let mut description = draft((SIDE, SIDE), (1, SIDE as i32));
    check_walls(&description, numbers)?;
    let mut regions: Vec<Option<usize>> = vec![None; SIDE * SIDE];
    for start in 0..SIDE * SIDE {
        if regions[start].is_none() {
            flood(&description, numbers, start, &mut regions);
        }
    }
    for (cell, number) in numbers.iter().enumerate() {
        let digit = i64::from(number & 15);
        if digit > 0 {
            draft::restrict(&mut description, (cell / SIDE, cell % SIDE), &[digit]);
        }
    }
    description.regions = region_map::map(&regions);
    let map = description.regions.as_deref().unwrap_or_default();
    for region in region_map::cells(map, SIDE) {
        if region.len() != SIDE {
            let name = region.first().copied().map(draft::name).unwrap_or_default();
            let found = format!(
                "walls around a region of {} cells with {name}",
                region.len()
            );
            return Err(Fault::new(found, "regions of 9 cells"));
        }
    }
    Ok(description)
}

/// A wall between two cells must be there from both sides.
fn check_walls(description: &Description, numbers: &[u32]) -> Result<(), Fault> {
    for (cell, number) in numbers.iter().enumerate() {
        let place = (cell / SIDE, cell % SIDE);
        for (bit, step) in WALLS {
            let other = draft::offset(description, place, step);
            let back = WALLS.iter().find(|wall| wall.1 == (-step.0, -step.1));
            let Some((other, &(back, _))) = other.zip(back) else {
                continue;
            };
            let there = numbers[other.0 * SIDE + other.1] & back != 0;
            if (number & bit != 0) && !there {
                let (from, to) = (draft::name(place), draft::name(other));
                let found = format!("a wall between {from} and {to} that only {from} has");
                return Err(Fault::new(found, "the wall at both cells"));
            }
        }
    }
    Ok(())
}

fn flood(description: &Description, numbers: &[u32], start: usize, regions: &mut [Option<usize>]) {
    let mut open = vec![start];
    regions[start] = Some(start);
    while let Some(cell) = open.pop() {
        for (bit, step) in WALLS {
            let other = draft::offset(description, (cell / SIDE, cell % SIDE), step);
            let Some((row, column)) = other.filter(|_| numbers[cell] & bit == 0) else {
                continue;
            };
            let other = row * SIDE + column;
            if regions[other].is_none() {
                regions[other] = Some(start);
                open.push(other);
            }
        }
    }
}

/// What the judge of HDU 4069 wants to read about a case.
#[derive(Clone, Copy, Debug)]
pub enum Hdu4069<'a> {
    /// Exactly one solution.
    Unique(&'a Board, &'a Solution),
    /// No solution.
    None,
    /// Two or more.
    Multiple,
}

/// Writes the answer for a case, counted from 1.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, case: u64, answer: Hdu4069<'_>) -> io::Result<()> {
    writeln!(out, "Case {case}:")?;
    match answer {
        Hdu4069::None => writeln!(out, "No solution"),
        Hdu4069::Multiple => writeln!(out, "Multiple Solutions"),
        Hdu4069::Unique(board, solution) => {
            for row in solution.cells().chunks(board.columns()) {
                let digits = row.iter().map(|&digit| board.value(digit).to_string());
                writeln!(out, "{}", digits.collect::<String>())?;
            }
            Ok(())
        }
    }
}
