//! Reads how a rule or a type of constraint looks.

use super::drawing::{Colour, Drawing, DrawnText, Form, LineEnd, Pattern};
use super::error::RuleFileError;
use super::file::{Draw, File, Kind, ParameterType, Text};
use super::read::{Read, Reader};

/// Maximum number of characters of a sign.
const MAX_SIGN: usize = 8;

impl Reader<'_> {
    /// All drawings of a file.
    pub(super) fn drawings(&self, raw: &File) -> Read<Vec<Drawing>> {
        raw.draw.iter().map(|draw| self.drawing(draw)).collect()
    }

    /// The sentence of a legend, whose braces hold names of numbers.
    pub(super) fn legend(&self, text: &Text) -> Read<String> {
        let legend = text.get_ref();
        let parameters = self.parameters.iter();
        let numbers = parameters.filter(|parameter| parameter.kind == ParameterType::Integer);
        let mut left = legend.clone();
        for parameter in numbers {
            let name = format!("{{{}}}", parameter.name);
            if left.contains(&name) {
                self.mark_read(&parameter.name);
                left = left.replace(&name, "");
            }
        }
        if left.contains(['{', '}']) {
            let message = "between { and }, expected the name of a parameter of type \"integer\"";
            return Err(self.error(text, message.into()));
        }
        Ok(legend.clone())
    }

    fn drawing(&self, raw: &Draw) -> Read<Drawing> {
        let form = *raw.form.get_ref();
        let refuse = |message: &str| {
            let offset = raw.form.span().start;
            Err(RuleFileError::at(
                self.file,
                self.text,
                offset,
                message.to_owned(),
            ))
        };
        let is_line = form == Form::Line;
        let has_ends = (raw.start, raw.end) != (LineEnd::None, LineEnd::None);
        if !is_line && (has_ends || raw.thin || raw.after.is_some()) {
            return refuse("only a line has `start`, `end`, `thin` and `after`");
        }
        if raw.text.is_some() && raw.sign.is_some() {
            return refuse("found `text` and `sign`, expected one of them");
        }
        self.check_keys(raw, form)?;
        if self.kind == Kind::Rule {
            return self.of_rule(raw, form);
        }
        if form == Form::Diagonal {
            return refuse("only rules of the whole board draw a diagonal");
        }
        Ok(Drawing {
            of: Some(self.drawn_cells(&raw.of, "cells", raw)?),
            after: match &raw.after {
                None => None,
                after => Some(self.drawn_cells(after, "", raw)?),
            },
            text: self.drawn_text(raw)?,
            ..Drawing::new(raw, form)
        })
    }

    /// Refuses keys without effect, and signs without a text.
    fn check_keys(&self, raw: &Draw, form: Form) -> Read<()> {
        let refuse = |message: String| {
            let offset = raw.form.span().start;
            Err(RuleFileError::at(self.file, self.text, offset, message))
        };
        let text = raw.text.as_ref().or(raw.sign.as_ref());
        match (text, form.has_text()) {
            (Some(text), false) => {
                let message =
                    "only cages, areas, lines, dots, signs, corners and clues have a text";
                return Err(self.error(text, message.into()));
            }
            (None, _) if form == Form::Signs => {
                return refuse("found no `sign` and no `text`, expected what to write".into());
            }
            _ => {}
        }
        if raw.pattern != Pattern::Plain && !form.has_pattern() {
            return refuse("only a cage and a line have a `pattern`".into());
        }
        if raw.color != Colour::Grey && !form.has_colour() {
            return refuse(
                "only an area, a line, a diagonal, a pill, discs, squares, circles and dots have a \
                 `color`"
                    .into(),
            );
        }
        let name = |text: &Option<Text>| text.as_ref().map(|text| text.get_ref().clone());
        let of = name(&raw.of).unwrap_or_else(|| "cells".to_owned());
        match &raw.after {
            Some(after) if *after.get_ref() == of => {
                let message = "expected a parameter with other cells, at which the line begins";
                Err(self.error(after, message.into()))
            }
            _ => Ok(()),
        }
    }

    fn of_rule(&self, raw: &Draw, form: Form) -> Read<Drawing> {
        let texts = [&raw.of, &raw.after, &raw.text, &raw.sign];
        if let Some(text) = texts.into_iter().flatten().next() {
            let message = "a rule for the whole grid draws its groups, without parameters";
            return Err(self.error(text, message.to_owned()));
        }
        match form {
            Form::Diagonal | Form::Area | Form::Cage | Form::Line => Ok(Drawing::new(raw, form)),
            _ => {
                let offset = raw.form.span().start;
                let message = "a rule for the whole grid draws a diagonal, area, cage or line";
                Err(RuleFileError::at(
                    self.file,
                    self.text,
                    offset,
                    message.to_owned(),
                ))
            }
        }
    }

    /// The name of a parameter that is cells.
    fn drawn_cells(&self, of: &Option<Text>, default: &str, raw: &Draw) -> Read<String> {
        use ParameterType::{Cell, Cells, Sets};
        let name = of.as_ref().map_or(default, |text| text.get_ref());
        self.mark_read(name);
        let is_cells = |kind| matches!(kind, Cells | Cell | Sets);
        let mut parameters = self.parameters.iter();
        if parameters.any(|parameter| parameter.name == name && is_cells(parameter.kind)) {
            return Ok(name.to_owned());
        }
        let message = format!("no parameter {name} of type \"cells\", \"cell\" or \"sets\"");
        Err(match of {
            Some(text) => self.error(text, message),
            None => RuleFileError::at(self.file, self.text, raw.form.span().start, message),
        })
    }

    fn drawn_text(&self, raw: &Draw) -> Read<Option<DrawnText>> {
        use ParameterType::{Counts, Digits, Integer};
        if let Some(sign) = &raw.sign {
            let length = sign.get_ref().chars().count();
            if !(1..=MAX_SIGN).contains(&length) {
                let message = format!("{length} characters, expected 1 to {MAX_SIGN}");
                return Err(self.error(sign, message));
            }
            return Ok(Some(DrawnText::Sign(sign.get_ref().clone())));
        }
        let Some(text) = &raw.text else {
            return Ok(None);
        };
        let name = text.get_ref();
        self.mark_read(name);
        let is_number = |kind| matches!(kind, Integer | Digits | Counts | ParameterType::Text);
        let mut parameters = self.parameters.iter();
        if parameters.any(|parameter| parameter.name == *name && is_number(parameter.kind)) {
            return Ok(Some(DrawnText::Parameter(name.clone())));
        }
        let kinds = "\"integer\", \"digits\", \"counts\" or \"text\"";
        let message = format!("no parameter {name} of type {kinds}; `sign` writes a fixed text");
        Err(self.error(text, message))
    }
}

impl Drawing {
    /// Without parameters.
    fn new(raw: &Draw, form: Form) -> Drawing {
        Drawing {
            form,
            of: None,
            after: None,
            text: None,
            colour: raw.color,
            pattern: raw.pattern,
            start: raw.start,
            end: raw.end,
            is_thin: raw.thin,
        }
    }
}
