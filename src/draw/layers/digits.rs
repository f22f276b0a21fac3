//! Givens and the digits of a solution.

use crate::draw::picture::Picture;
use crate::draw::svg::{Svg, text_width, with};
use crate::draw::theme::Paint;

/// Writes givens bold and other digits in regular weight.
pub fn draw(svg: &mut Svg, picture: &Picture, panel: usize) {
    let grid = &picture.grid;
    let widest = "0".repeat(grid.longest());
    let size = 64.0_f64.min(76.0 / text_width(&widest, 1.0));
    for is_given in [true, false] {
        let cells = grid.cells().filter_map(|cell| {
            let (digit, given) = picture.digit(cell, panel)?;
            (given == is_given).then_some((cell, digit))
        });
        let mut cells = cells.peekable();
        if cells.peek().is_none() {
            continue;
        }
        let group = match is_given {
            true => with().fill(Paint::Given).set("font-weight", "700"),
            false => with().fill(Paint::Solved).set("font-weight", "400"),
        };
        svg.open("g", group);
        for (cell, digit) in cells {
            svg.label(grid.centre(cell), size, with(), grid.text(digit));
        }
        svg.close("g");
    }
}
