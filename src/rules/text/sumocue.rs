//! Killer and jigsaw lines of SumoCue (`SumoCueV1=…`) and Perfect Sudoku (`3x3::k:…`).
//!
//! Both formats as their author described them
//! (<http://www.sudocue.net/forum/viewtopic.php?f=1&t=519>). SumoCue: 81 entries `=sum`
//! (a cage begins) or `+cell` (it belongs to the cage of that cell, counted from 0),
//! each perhaps with `J` and a region; `V1D` for diagonals. A sum of 0 is none: the
//! digits of such a cage differ all the same. A cage of one cell is a given. Perfect Sudoku: 81
//! numbers, 256 times the sum of the cage plus its identifier.

use super::draft::{self, Place, classic, with_number};
use super::fault::Fault;
use super::{Parsed, VariantFormat};
use crate::grid::text::InputError;
use crate::grid::text::lines::InputLines;
use crate::rules::{Description, region_map};
use crate::words::counted;

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// How the lines begin.
pub const SUMOCUE: &str = "SumoCueV1";
pub const PERFECT: &str = "3x3:";

/// The next puzzle, one a line.
pub fn read(lines: &mut InputLines<'_>) -> Result<Option<Parsed>, InputError> {
    Parsed::of_line(lines, VariantFormat::SumoCue, |line| {
        Ok((parse(&line.text)?, Vec::new()))
    })
}

/// The puzzle in the line of this number.
pub fn of_line(text: &str, line: u64) -> Result<Parsed, Fault> {
    Ok(Parsed::new(parse(text)?, line, VariantFormat::SumoCue))
}

fn parse(line: &str) -> Result<Description, Fault> {
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    let text = line.trim();
    if let Some(rest) = text.strip_prefix(SUMOCUE) {
        return sumocue(rest, indent + SUMOCUE.len() + 1);
    }
    if let Some(rest) = text.strip_prefix(PERFECT) {
        return perfect(rest, indent + PERFECT.len() + 1);
    }
    let expected = "SumoCueV1=… with 81 entries, or 3x3::k:… with 81 numbers";
    Err(Fault::word(indent + 1, text, expected))
}

/// Cells with sums, and to which cell's cage the others belong.
#[derive(Default)]
struct Cages {
    sums: Vec<i64>,
    heads: Vec<usize>,
    regions: Vec<Option<usize>>,
}

fn sumocue(text: &str, column: usize) -> Result<Description, Fault> {
    let (entries, is_diagonal) = match text.strip_prefix('D') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let mut column = column + usize::from(is_diagonal);
    let mut cages = Cages::default();
    let mut rest = entries;
    while !rest.is_empty() {
        let sign = |c: char| c == '=' || c == '+';
        let length = rest.char_indices().skip(1).find(|&(_, c)| sign(c));
        let (entry, after) = rest.split_at(length.map_or(rest.len(), |(at, _)| at));
        cages.add(entry).ok_or_else(|| {
            let expected = "'=' and a sum, or '+' and a cell from 0 to 80; then optionally J \
                            and a region from 0 to 8";
            Fault::word(column, entry, expected)
        })?;
        column += entry.chars().count();
        rest = after;
    }
    if cages.heads.len() != CELLS {
        let found = counted(cages.heads.len() as u64, "entry");
        return Err(Fault::new(found, "81 entries, one per cell"));
    }
    let mut description = classic();
    if cages.regions.iter().any(Option::is_some) {
        description.regions = region_map::map(&cages.regions);
    }
    if is_diagonal {
        diagonals(&mut description);
    }
    cages.write(&mut description)?;
    Ok(description)
}

fn diagonals(description: &mut Description) {
    draft::add_rule(description, "diagonal-up");
    draft::add_rule(description, "diagonal-down");
}

impl Cages {
    fn add(&mut self, entry: &str) -> Option<()> {
        let (sign, rest) = entry.split_at_checked(1)?;
        let (number, region) = match rest.split_once('J') {
            Some((number, region)) => (number, Some(region)),
            None => (rest, None),
        };
        let number: usize = plain_number(number)?;
        let region = match region.map(plain_number) {
            Some(region) => Some(region.filter(|&region| region < SIDE)?),
            None => None,
        };
        let (sum, head) = match sign {
            "=" => (i64::try_from(number).ok()?, self.heads.len()),
            "+" if number < CELLS && number != self.heads.len() => (0, number),
            _ => return None,
        };
        self.sums.push(sum);
        self.heads.push(head);
        self.regions.push(region);
        Some(())
    }

    /// Adds the cages, and single cells as givens.
    fn write(&self, description: &mut Description) -> Result<(), Fault> {
        let mut cells: Vec<Vec<Place>> = vec![Vec::new(); self.heads.len()];
        for (cell, &head) in self.heads.iter().enumerate() {
            if self.heads.get(head) != Some(&head) {
                let found = format!("entry {}, which names a cell without a sum", cell + 1);
                return Err(Fault::new(
                    found,
                    "'+' and the cell with the sum of its cage",
                ));
            }
            cells[head].push((cell / SIDE, cell % SIDE));
        }
        for (cells, &sum) in cells.iter().zip(&self.sums) {
            match cells[..] {
                [] => {}
                [cell] if (1..=SIDE as i64).contains(&sum) => {
                    draft::restrict(description, cell, &[sum]);
                }
                [_] if sum == 0 => {}
                _ if sum == 0 => {
                    description
                        .constraints
                        .push(draft::of_cells("distinct", cells));
                }
                _ => {
                    let cage = with_number("killer", cells, "sum", sum);
                    description.constraints.push(cage);
                }
            }
        }
        Ok(())
    }
}

/// A number of few digits and nothing else.
fn plain_number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 6;
    text.parse().ok().filter(|_| is_plain)
}

fn perfect(text: &str, column: usize) -> Result<Description, Fault> {
    let mut fields = text.strip_suffix(':').unwrap_or(text).split(':');
    let mut description = classic();
    let diagonal = fields.next().unwrap_or_default();
    match diagonal {
        "" => {}
        "d" => diagonals(&mut description),
        _ => return Err(Fault::word(column, diagonal, "nothing, or d for diagonals")),
    }
    let mut column = column + diagonal.chars().count() + 1;
    let kind = fields.next().unwrap_or_default();
    if kind != "k" {
        return Err(Fault::word(column, kind, "k for a killer"));
    }
    column += 2;
    // By identifier: the sum, where it was named, the cells.
    let mut cages: Vec<(usize, i64, Vec<Place>)> = Vec::new();
    let mut count = 0;
    for field in fields {
        let Some(number) = plain_number(field) else {
            let expected = "a number, 256 times the sum of the cage plus its identifier";
            return Err(Fault::word(column, field, expected));
        };
        let (sum, identifier) = ((number / 256) as i64, number % 256);
        let cell = (count / SIDE, count % SIDE);
        match cages.iter_mut().find(|cage| cage.0 == identifier) {
            _ if sum == 0 => {}
            Some(cage) if cage.1 == sum => cage.2.push(cell),
            Some(cage) => {
                let expected = format!("{}, the sum of this cage's first cell", cage.1);
                return Err(Fault::word(column, &sum.to_string(), expected));
            }
            None => cages.push((identifier, sum, vec![cell])),
        }
        column += field.chars().count() + 1;
        count += 1;
    }
    if count != CELLS {
        let found = counted(count as u64, "number");
        return Err(Fault::new(found, "81 numbers, one per cell"));
    }
    for (_, sum, cells) in cages {
        let cage = with_number("killer", &cells, "sum", sum);
        description.constraints.push(cage);
    }
    Ok(description)
}
