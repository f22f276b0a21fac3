//! The engines that a verb takes, where it does not take all.

use super::BackendName;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error, ValueEnum};
use std::ffi::OsStr;

/// `--backend` of verbs that look for more than one solution.
pub fn of_many_solutions(arg: Arg) -> Arg {
    arg.value_parser(Backends {
        refused: &[BackendName::Portfolio],
        why: "only looks for one solution",
    })
}

/// `--backend` of verbs that take all puzzles as variants.
pub fn of_variants(arg: Arg) -> Arg {
    arg.value_parser(Backends {
        refused: &[BackendName::Cdcl, BackendName::Portfolio],
        why: "knows rows, columns and boxes, but no other constraints",
    })
}

/// `--member` of verbs that take no portfolio.
pub fn no_member(arg: Arg) -> Arg {
    let refuse = |_: &str| -> Result<String, &str> {
        Err(
            "this command takes no portfolio: leave --member out, or name one engine with --backend",
        )
    };
    arg.hide(true).value_parser(refuse)
}

/// Takes all names but some, which are not shown, and says why not those.
#[derive(Clone)]
struct Backends {
    refused: &'static [BackendName],
    why: &'static str,
}

impl Backends {
    fn accepted(&self) -> impl Iterator<Item = PossibleValue> + use<> {
        let refused = self.refused;
        let all = BackendName::value_variants().iter();
        let accepted = all.filter(move |name| !refused.contains(name));
        accepted.filter_map(ValueEnum::to_possible_value)
    }
}

impl TypedValueParser for Backends {
    type Value = BackendName;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<BackendName, Error> {
        let mut refused = self.refused.iter().filter_map(ValueEnum::to_possible_value);
        if let Some(name) = refused.find(|name| value == name.get_name()) {
            let accepted: Vec<String> = self
                .accepted()
                .map(|name| name.get_name().to_owned())
                .collect();
            let text = format!(
                "--backend {} {}; expected {}",
                name.get_name(),
                self.why,
                accepted.join(", ")
            );
            return Err(command.clone().error(ErrorKind::InvalidValue, text));
        }
        let name = PossibleValuesParser::new(self.accepted()).parse_ref(command, arg, value)?;
        BackendName::from_str(&name, false)
            .map_err(|why| command.clone().error(ErrorKind::InvalidValue, why))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.accepted()))
    }
}
