//! The document: panels, legend, title and style.

use super::board::Point;
use super::constraints::Layer;
use super::frame::{CELL, Frame};
use super::layers::{digits, ground, lines, marks, notes};
use super::legend::Legend;
use super::picture::Picture;
use super::svg::{Attributes, Svg, number, with};
use super::theme::{Paint, Theme};

/// Fonts that every system has one of; digits and capitals are alike in height.
const FONTS: &str = "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif";

/// The least width of a picture with a legend.
const READABLE: f64 = 640.0;

/// Between two boards.
const BETWEEN: f64 = 50.0;

/// The height of the words above each of two boards.
const HEADING: f64 = 56.0;

/// The scope of the style sheet.
const SCOPE: &str = "satoku-auto";

/// Where a document begins, and its size.
struct Extent {
    corner: Point,
    size: Point,
}

/// The whole picture.
pub fn picture(picture: &Picture) -> String {
    let frame = picture.frame();
    let panels = picture.solutions.len().max(1);
    let step = frame.full_width() + BETWEEN;
    let boards = step * (panels - 1) as f64 + frame.full_width();
    let heading = if panels > 1 { HEADING } else { 0.0 };
    let legend = match picture.has_legend {
        true => Legend::of(picture),
        false => Legend::default(),
    };
    let width = match legend.is_empty() {
        true => boards,
        false => boards.max(READABLE),
    };
    let left = frame.left + (width - boards) / 2.0;
    let legend = legend.wrapped(width - 2.0 * LEGEND_INSET);
    let below = frame.height + frame.bottom;
    let extent = Extent {
        corner: (-left, -frame.top - heading),
        size: (width, frame.full_height() + heading + legend.height()),
    };

    let mut body = Svg::new(picture.theme);
    body.rect(extent.corner, extent.size, with().fill(Paint::Paper));
    for index in 0..panels {
        let is_moved = index > 0;
        if is_moved {
            let by = format!("translate({} 0)", number(step * index as f64));
            body.open("g", with().set("transform", by));
        }
        panel(&mut body, picture, index);
        if panels > 1 {
            let at = (frame.width / 2.0, -frame.top - HEADING / 2.0 + 6.0);
            let name = ["First solution", "Second solution"][index.min(1)];
            let attributes = with().fill(Paint::Clue).set("font-weight", "600");
            body.label(at, 30.0, attributes, name);
        }
        if is_moved {
            body.close("g");
        }
    }
    legend.draw(&mut body, (LEGEND_INSET - left, below));
    document(picture, &frame, extent, body)
}

/// Space left and right of a legend.
const LEGEND_INSET: f64 = 12.0;

/// The constraints of these layers alone.
pub fn constraints(picture: &Picture, layers: &[Layer]) -> String {
    let frame = picture.frame();
    let mut body = Svg::new(picture.theme);
    for &layer in layers {
        picture.constraints.draw(&mut body, &picture.grid, layer);
    }
    let extent = Extent {
        corner: (-frame.left, -frame.top),
        size: (frame.full_width(), frame.full_height()),
    };
    document(picture, &frame, extent, body)
}

/// A board with all its layers.
fn panel(svg: &mut Svg, picture: &Picture, index: usize) {
    let grid = &picture.grid;
    ground::draw(svg, picture);
    picture.constraints.draw(svg, grid, Layer::BelowGrid);
    notes::draw(svg, picture);
    lines::draw(svg, grid);
    marks::draw(svg, picture);
    picture.constraints.draw(svg, grid, Layer::AboveGrid);
    ground::weights(svg, picture, index);
    digits::draw(svg, picture, index);
}

/// The body with its root element.
fn document(picture: &Picture, frame: &Frame, extent: Extent, body: Svg) -> String {
    let (title, description) = (picture.title_text(), picture.description_text());
    let texts = [body.bytes(), title.as_bytes(), description.as_bytes()];
    // Several pictures may stand on one page.
    let name = format!("satoku-{:016x}", hash(&texts));
    let ids = (format!("{name}-title"), format!("{name}-description"));
    let mut svg = Svg::new(picture.theme);
    svg.open("svg", root(frame, &extent, &ids, picture.theme));
    svg.content("title", with().set("id", ids.0), &title);
    svg.content("desc", with().set("id", ids.1), &description);
    if picture.theme == Theme::Auto {
        svg.content("style", with(), &body.dark_style(SCOPE));
    }
    svg.append(body);
    svg.close("svg");
    svg.into_text()
}

fn root(frame: &Frame, extent: &Extent, ids: &(String, String), theme: Theme) -> Attributes {
    let (width, height) = extent.size;
    let values = [extent.corner.0, extent.corner.1, width, height];
    // A cell has 56 pixels, and less on boards of more than 16 columns.
    let scale = 0.56 * (16.0 * CELL / frame.width.max(frame.height)).min(1.0);
    let attributes = with()
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", values.map(number).join(" "))
        .number("width", (width * scale).round())
        .number("height", (height * scale).round())
        .set("role", "img")
        .set("aria-labelledby", format!("{} {}", ids.0, ids.1))
        .set("font-family", FONTS)
        .set("text-anchor", "middle");
    match theme {
        Theme::Auto => attributes.set("class", SCOPE),
        Theme::Light | Theme::Dark => attributes,
    }
}

/// FNV-1a: the same everywhere, and different for different pictures, most likely.
fn hash(texts: &[&[u8]]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
