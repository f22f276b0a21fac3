//! Elements, attributes and text, escaped.

use super::board::Point;
use super::theme::{Paint, Theme};
use crate::escape;
use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use std::collections::BTreeSet;

/// Characters in the body of a text that fit the width of an em, in a usual sans serif.
const PER_EM: f64 = 1.85;

/// Elements one after the other.
pub struct Svg {
    writer: Writer<Vec<u8>>,
    theme: Theme,
    /// How each colour is used; what the dark theme has to replace.
    used: BTreeSet<(Paint, Use)>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Use {
    Fill,
    Stroke,
}

/// The attributes of an element.
#[derive(Clone, Default)]
pub struct Attributes {
    values: Vec<(&'static str, String)>,
    paints: Vec<(Use, Paint)>,
}

/// No attributes.
pub fn with() -> Attributes {
    Attributes::default()
}

impl Attributes {
    pub fn set(mut self, name: &'static str, value: impl Into<String>) -> Attributes {
        self.values.push((name, value.into()));
        self
    }

    pub fn number(self, name: &'static str, value: f64) -> Attributes {
        self.set(name, number(value))
    }

    pub fn fill(mut self, paint: Paint) -> Attributes {
        self.paints.push((Use::Fill, paint));
        self
    }

    pub fn no_fill(self) -> Attributes {
        self.set("fill", "none")
    }

    /// A line of this colour and width.
    pub fn stroke(mut self, paint: Paint, width: f64) -> Attributes {
        self.paints.push((Use::Stroke, paint));
        self.number("stroke-width", width)
    }

    pub fn dashes(self, pattern: &str) -> Attributes {
        match pattern {
            "" => self,
            pattern => self.set("stroke-dasharray", pattern),
        }
    }

    /// Round ends and corners of lines.
    pub fn round(self) -> Attributes {
        let capped = self.set("stroke-linecap", "round");
        capped.set("stroke-linejoin", "round")
    }
}

impl Svg {
    pub fn new(theme: Theme) -> Svg {
        Svg {
            writer: Writer::new(Vec::new()),
            theme,
            used: BTreeSet::new(),
        }
    }

    fn start(&mut self, name: &'static str, attributes: Attributes) -> BytesStart<'static> {
        let mut element = BytesStart::new(name);
        let mut classes = Vec::new();
        for (usage, paint) in attributes.paints {
            let (attribute, prefix) = match usage {
                Use::Fill => ("fill", "f-"),
                Use::Stroke => ("stroke", "s-"),
            };
            element.push_attribute((attribute, paint.colour(self.theme)));
            self.used.insert((paint, usage));
            classes.push(format!("{prefix}{}", paint.class()));
        }
        if self.theme == Theme::Auto && !classes.is_empty() {
            element.push_attribute(("class", classes.join(" ").as_str()));
        }
        for (name, value) in attributes.values {
            element.push_attribute((name, value.as_str()));
        }
        element
    }

    fn event(&mut self, event: Event<'_>) {
        // Writing into memory cannot fail.
        let _ = self.writer.write_event(event);
    }

    pub fn open(&mut self, name: &'static str, attributes: Attributes) {
        let element = self.start(name, attributes);
        self.event(Event::Start(element));
    }

    pub fn close(&mut self, name: &'static str) {
        self.event(Event::End(BytesEnd::new(name)));
    }

    /// An element without content.
    pub fn element(&mut self, name: &'static str, attributes: Attributes) {
        let element = self.start(name, attributes);
        self.event(Event::Empty(element));
    }

    /// An element with text.
    pub fn content(&mut self, name: &'static str, attributes: Attributes, text: &str) {
        self.open(name, attributes);
        self.event(Event::Text(BytesText::new(&legible(text))));
        self.close(name);
    }

    /// Text around a point: `size` is that of the font.
    pub fn label(&mut self, (x, y): Point, size: f64, attributes: Attributes, text: &str) {
        // Digits and capitals are about 0.72 em high.
        let attributes = attributes
            .number("x", x)
            .number("y", y + 0.36 * size)
            .number("font-size", size);
        self.content("text", attributes, text);
    }

    pub fn path(&mut self, data: String, attributes: Attributes) {
        if !data.is_empty() {
            self.element("path", attributes.set("d", data));
        }
    }

    pub fn circle(&mut self, (x, y): Point, radius: f64, attributes: Attributes) {
        let attributes = attributes.number("cx", x).number("cy", y);
        self.element("circle", attributes.number("r", radius));
    }

    /// A rectangle by its corner and size.
    pub fn rect(&mut self, (x, y): Point, (width, height): Point, attributes: Attributes) {
        let attributes = attributes.number("x", x).number("y", y);
        let attributes = attributes.number("width", width).number("height", height);
        self.element("rect", attributes);
    }

    /// Appends elements of another text.
    pub fn append(&mut self, other: Svg) {
        self.used.extend(other.used);
        let bytes = other.writer.into_inner();
        self.writer.get_mut().extend(bytes);
    }

    /// The style sheet that replaces colours where readers prefer dark pages.
    pub fn dark_style(&self, scope: &str) -> String {
        let rules = self.used.iter().map(|&(paint, usage)| {
            let (property, prefix) = match usage {
                Use::Fill => ("fill", "f-"),
                Use::Stroke => ("stroke", "s-"),
            };
            let (class, colour) = (paint.class(), paint.colour(Theme::Dark));
            format!(".{scope} .{prefix}{class}{{{property}:{colour}}}")
        });
        let rules: String = rules.collect();
        format!("@media (prefers-color-scheme:dark){{{rules}}}")
    }

    pub fn bytes(&self) -> &[u8] {
        self.writer.get_ref()
    }

    pub fn into_text(self) -> String {
        String::from_utf8(self.writer.into_inner()).unwrap_or_default()
    }
}

/// Text that XML can hold and nobody is deceived by.
fn legible(text: &str) -> String {
    let shown = escape::whole(text);
    shown.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// A number with at most two decimals.
pub fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // No "-0".
    (rounded + 0.0).to_string()
}

/// Lines from point to point.
pub fn polyline(points: &[Point]) -> String {
    let mut data = String::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        let command = if index == 0 { "M" } else { "L" };
        data += &format!("{command}{} {}", number(x), number(y));
    }
    data
}

/// Lines from point to point, and back to the first.
pub fn polygon(points: &[Point]) -> String {
    polyline(points) + "Z"
}

/// About how wide a text is.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size / PER_EM
}
