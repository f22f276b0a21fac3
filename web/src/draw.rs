//! The request `draw`.

use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Case;
use crate::weights::Weights;
use crate::{Answer, object};
use satoku::Solution;
use satoku::draw::{Mark, Picture, Theme};
use satoku::rules::{Board, Mask};
use serde_json::json;

/// A picture as SVG.
pub fn draw(fields: &mut Fields) -> Result<Answer, Failure> {
    let case = Case::of(fields)?;
    let board = case.board();
    let solutions: Vec<Vec<i32>> = fields.or("solutions", Vec::new())?;
    let candidates: Option<Vec<Vec<i32>>> = fields.optional("candidates")?;
    let marks: Vec<String> = fields.or("marks", Vec::new())?;
    let title: Option<String> = fields.optional("title")?;
    let heat = Weights::given(fields)?;
    let themes = [("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark)];
    let theme = fields.choice("theme", &themes)?;
    let is_backdrop = fields.choice("part", &[("picture", false), ("backdrop", true)])?;
    fields.end()?;

    let mut picture = match &case.classic {
        Some(puzzle) if case.is_plain() => Picture::of_puzzle(puzzle),
        _ => Picture::of_variant(&case.description, &case.puzzle),
    };
    picture = picture.theme(theme);
    if let Some(title) = title {
        picture = picture.title(title);
    }
    if let Some(cells) = candidates {
        picture = picture.candidates(&masks(board, &cells)?);
    }
    if let Some(weights) = heat {
        picture = picture.heat(weights.on(board, false)?.weights());
    }
    let mut read = Vec::new();
    for digits in &solutions {
        read.push(solution(board, digits)?);
    }
    picture = match &read[..] {
        [] => picture,
        [only] => picture.solution(only),
        [first, second] => picture.solutions(first, second),
        _ => return Err(Failure::in_field("solutions", "expected two or fewer")),
    };
    let mut cells = Vec::new();
    for name in &marks {
        let unknown = || Failure::in_field("marks", format!("'{name}' is no cell of this board"));
        cells.push(board.cell_named(name).ok_or_else(unknown)?);
    }
    picture = picture.mark(cells, Mark::Highlight);
    let svg = if is_backdrop { picture.backdrop() } else { picture.to_svg() };
    Ok(object(json!({ "svg": svg })))
}

/// The digits of a whole grid.
fn solution(board: &Board, digits: &[i32]) -> Result<Solution, Failure> {
    let fault = |why: String| Failure::in_field("solutions", why);
    let (found, expected) = (digits.len(), board.cell_count());
    if found != expected {
        return Err(fault(format!("found {found} digits, expected {expected}")));
    }
    let read = digits.iter().map(|&value| {
        let unknown = || fault(format!("{value} is no digit of this puzzle"));
        board.digit(i64::from(value)).ok_or_else(unknown)
    });
    Ok(Solution::new(read.collect::<Result<_, _>>()?))
}

/// The candidates of each cell.
fn masks(board: &Board, cells: &[Vec<i32>]) -> Result<Vec<Mask>, Failure> {
    let fault = |why: String| Failure::in_field("candidates", why);
    let (found, expected) = (cells.len(), board.cell_count());
    if found != expected {
        return Err(fault(format!("found {found} cells, expected {expected}")));
    }
    let read = cells.iter().map(|digits| {
        digits.iter().try_fold(0, |mask: Mask, &value| {
            let unknown = || fault(format!("{value} is no digit of this puzzle"));
            let digit = board.digit(i64::from(value)).ok_or_else(unknown)?;
            Ok(mask | 1 << digit.index())
        })
    });
    read.collect()
}
