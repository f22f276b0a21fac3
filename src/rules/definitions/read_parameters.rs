//! The parameters of a rule file.

use super::definition::{Impossible, Parameter};
use super::expression::{Expression, Variable};
use super::file::{self, ParameterType, Text};
use super::names::{RANGE, Scope};
use super::parser::parse_number;
use super::read::{Read, Reader};

impl Reader<'_> {
    /// Refuses a parameter that kernels read and that may be missing without a default.
    pub fn check_optional(&self, raw: &file::Parameter) -> Read<()> {
        use ParameterType::{Automaton, Boolean, Branches, Integer, Regex, Sets, Text};
        let may_be_missing = match raw.kind {
            Text | Automaton | Regex | Branches | Sets => true,
            _ => raw.default.is_some(),
        };
        if may_be_missing || !raw.optional {
            return Ok(());
        }
        let instead = match raw.kind {
            Integer | Boolean => "give it a `default`, or remove `optional`",
            _ => "remove `optional`",
        };
        let name = raw.name.get_ref();
        let message = format!(
            "`optional` is for texts and for what a builder reads, not for {name}; {instead}"
        );
        Err(self.error(&raw.name, message))
    }

    /// Refuses limits that nothing reads for a parameter of this type.
    pub fn check_limits(&self, raw: &file::Parameter) -> Read<()> {
        use ParameterType::{Cells, Digits, Integer, Sets};
        let kind = raw.kind;
        if !matches!(kind, Cells | Digits | Integer | Sets) {
            let ends = [("least", &raw.least), ("most", &raw.most)];
            if let Some((end, Some(text))) = ends.iter().find(|(_, text)| text.is_some()) {
                let message = format!(
                    "`{end}` limits an integer, or how many cells, digits or sets there are; \
                     a parameter of type \"{kind}\" has no range"
                );
                return Err(self.error(text, message));
            }
        }
        if raw.repeats && kind != Cells {
            let message =
                format!("`repeats` is for parameters of type \"cells\", not \"{kind}\"; remove it");
            return Err(self.error(&raw.name, message));
        }
        Ok(())
    }

    pub fn parameter(
        &self,
        raw: &file::Parameter,
        variable: Option<Variable>,
        earlier: &[(String, Variable)],
    ) -> Read<Parameter> {
        let scope = match self.has_length && !raw.sets_length() {
            true => Scope::new(earlier).with(RANGE),
            false => Scope::new(earlier),
        };
        let number = |text: &Option<Text>| {
            let text = text.as_ref();
            text.map(|text| self.parse(text, &scope, parse_number))
                .transpose()
        };
        let written = |text: &Option<Text>| text.as_ref().map(|text| text.get_ref().clone());
        let default = match (&raw.default, raw.kind) {
            (None, _) => None,
            (Some(_), ParameterType::Integer) => number(&raw.default)?,
            (Some(text), ParameterType::Boolean) => match text.get_ref().as_str() {
                "false" => Some(Expression::Constant(0)),
                "true" => Some(Expression::Constant(1)),
                _ => return Err(self.error(text, "expected \"true\" or \"false\"".into())),
            },
            (Some(text), _) => {
                let message = "only integer and boolean parameters have defaults";
                return Err(self.error(text, message.into()));
            }
        };
        let (least, most) = (number(&raw.least)?, number(&raw.most)?);
        self.check_range(raw, &least, &most)?;
        self.check_default(raw, &default, &least, &most)?;
        Ok(Parameter {
            name: raw.name.get_ref().clone(),
            kind: raw.kind,
            summary: raw.summary.clone(),
            least,
            most,
            impossible: self.impossible(raw)?,
            default,
            optional: raw.optional,
            repeats: raw.repeats,
            sets_length: raw.sets_length(),
            range: (
                written(&raw.least),
                written(&raw.most),
                written(&raw.default),
            ),
            variable,
        })
    }

    /// Refuses a default that is a number outside a range whose ends are numbers.
    fn check_default(
        &self,
        raw: &file::Parameter,
        default: &Option<Expression>,
        least: &Option<Expression>,
        most: &Option<Expression>,
    ) -> Read<()> {
        let (Some(text), Some(Expression::Constant(default))) = (&raw.default, default) else {
            return Ok(());
        };
        let message = match (least, most) {
            (Some(Expression::Constant(least)), _) if default < least => {
                format!("found {default}, expected at least {least}, which is `least`")
            }
            (_, Some(Expression::Constant(most))) if default > most => {
                format!("found {default}, expected at most {most}, which is `most`")
            }
            _ => return Ok(()),
        };
        Err(self.error(text, message))
    }

    /// Refuses a range whose ends are numbers and that is empty.
    fn check_range(
        &self,
        raw: &file::Parameter,
        least: &Option<Expression>,
        most: &Option<Expression>,
    ) -> Read<()> {
        let (Some(Expression::Constant(most)), Some(text)) = (most, &raw.most) else {
            return Ok(());
        };
        let expected = match least {
            Some(Expression::Constant(least)) if least > most => {
                format!("{least}, which is `least`")
            }
            None if raw.kind != ParameterType::Integer && *most < 1 => "1".to_owned(),
            _ => return Ok(()),
        };
        Err(self.error(text, format!("found {most}, expected at least {expected}")))
    }

    /// Where no digits satisfy the constraint: beyond an end that the range has.
    fn impossible(&self, raw: &file::Parameter) -> Read<Impossible> {
        let Some(text) = &raw.impossible else {
            return Ok(Impossible::default());
        };
        let Some(impossible) = Impossible::named(text.get_ref()) else {
            let message = "expected \"below\", \"above\" or \"outside\"";
            return Err(self.error(text, message.into()));
        };
        let ends = [
            ("least", impossible.below && raw.least.is_none()),
            ("most", impossible.above && raw.most.is_none()),
        ];
        match ends.iter().find(|(_, is_missing)| *is_missing) {
            Some((end, _)) => Err(self.error(text, format!("there is no `{end}` to be beyond"))),
            None => Ok(impossible),
        }
    }
}
