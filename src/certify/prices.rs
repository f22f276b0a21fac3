//! `prices.txt` and `cube-N.prices`: why no solution scores more than a bound.

use super::objective::ObjectiveFile;
use crate::grid::{Digit, Geometry, Puzzle};
use crate::objective::Direction;
use crate::objective::prices::Prices;
use satoku_verify::objective::Objective as VerifierObjective;
use satoku_verify::prices::Prices as JudgedPrices;
use satoku_verify::rules::Shape;

/// What a file of prices begins with. No proof in DRAT does.
const COMMENT: &str = "\
# Each solution pays the price of each cell, and of each digit in each row, column and box,
# once. No candidate is worth more than it pays (for a lowest score: less), in units of one
# point divided by the scale. So no score is beyond the sum of all prices.
";

/// Whether the proof of a part is by prices.
pub fn are_prices(proof: &[u8]) -> bool {
    proof.starts_with(COMMENT.as_bytes())
}

/// The text of the file, from the prices of what is maximised, with the signs of the plain
/// objective.
pub fn text(geometry: Geometry, prices: &Prices, direction: Direction) -> String {
    let side = geometry.side();
    let mut text = format!("{COMMENT}scale {}\n", prices.scale);
    let of_kinds = prices.houses.chunks(side * side);
    let blocks = std::iter::once(&prices.cells[..]).chain(of_kinds);
    for (name, block) in ["cells", "rows", "columns", "boxes"].iter().zip(blocks) {
        text += &format!("{name}\n");
        for line in block.chunks(side) {
            let words = line
                .iter()
                .map(|price| direction.signed(*price).to_string());
            text += &format!("{}\n", words.collect::<Vec<String>>().join(" "));
        }
    }
    text + &format!("bound {}\n", direction.signed(prices.bound))
}

/// The bound that a file of prices states at its end.
pub fn bound(proof: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(proof).ok()?;
    text.trim_end().rsplit_once("\nbound ")?.1.parse().ok()
}

/// The bound that a file of prices shows for a puzzle, if it has no flaw for the verifier.
pub fn checked(puzzle: &Puzzle, objective: &ObjectiveFile, text: &str) -> Option<i64> {
    let shape: Shape = puzzle.geometry().to_string().parse().ok()?;
    let objective = VerifierObjective::parse(&objective.text(), shape).ok()?;
    let prices = JudgedPrices::parse(text, shape).ok()?;
    let number = |given: &Option<Digit>| given.map_or(0, |digit| digit.index() + 1);
    let givens: Vec<usize> = puzzle.cells().iter().map(number).collect();
    let flaw = prices.flaw(shape, &shape.candidates(&givens), &objective);
    match flaw.is_none() && prices.text(shape) == text {
        true => bound(text.as_bytes()),
        false => None,
    }
}
