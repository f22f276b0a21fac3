//! What distinguishes a run from others whose answers may differ.

use crate::cli::args::{InputArgs, ListArgs};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the option that is the command.
pub const VERB: &str = "verb";

/// What determines the answers of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunIdentity {
    /// The version of the program; another may show other solutions.
    version: String,
    /// Options by their names.
    options: BTreeMap<String, String>,
    /// Names of the inputs, in their order.
    inputs: Vec<String>,
}

impl RunIdentity {
    /// A run of this program.
    pub fn new(options: BTreeMap<String, String>, inputs: Vec<String>) -> RunIdentity {
        RunIdentity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            options,
            inputs,
        }
    }

    /// A run with these options over inputs that are read in a certain way.
    pub fn of_inputs(
        mut options: BTreeMap<String, String>,
        input: &InputArgs,
        list: &ListArgs,
    ) -> RunIdentity {
        let on_error = list.on_error.to_possible_value();
        let on_error = on_error.map(|value| value.get_name().to_owned());
        options.insert("--on-error".to_owned(), on_error.unwrap_or_default());
        for (name, value) in input.read.deciding() {
            options.insert(name.to_owned(), value.unwrap_or_else(|| "given".to_owned()));
        }
        RunIdentity::new(options, input.files().map(str::to_owned).collect())
    }

    /// The command.
    pub fn verb(&self) -> &str {
        self.options.get(VERB).map_or("run", String::as_str)
    }

    /// What is different in `now`, in words.
    pub fn differences(&self, now: &RunIdentity) -> Vec<String> {
        let none = || "not given".to_owned();
        let of = |options: &BTreeMap<String, String>, name: &String| {
            options.get(name).cloned().unwrap_or_else(none)
        };
        let mut all = vec![(
            "version".to_owned(),
            self.version.clone(),
            now.version.clone(),
        )];
        let more = now
            .options
            .keys()
            .filter(|name| !self.options.contains_key(*name));
        for name in self.options.keys().chain(more) {
            let (before, after) = (of(&self.options, name), of(&now.options, name));
            all.push((name.clone(), before, after));
        }
        all.push((
            "input".to_owned(),
            self.inputs.join(" "),
            now.inputs.join(" "),
        ));
        let differing = all.into_iter().filter(|(_, before, after)| before != after);
        differing
            .map(|(name, before, after)| {
                let name = if name == VERB { "the command" } else { &name };
                format!("{name} was {before} and is {after}")
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> RunIdentity {
        let options = [("--limit".to_owned(), "2".to_owned())];
        RunIdentity::new(options.into(), vec!["in.txt".to_owned()])
    }

    #[test]
    fn every_difference_is_named() {
        let command = |name: &str| {
            let options = [(VERB.to_owned(), name.to_owned())];
            RunIdentity::new(options.into(), Vec::new())
        };
        let differences = command("count").differences(&command("solve"));
        assert_eq!(differences, ["the command was count and is solve"]);
        let mut other = identity();
        other.version = "0.0.0".to_owned();
        other.options = [("--timeout".to_owned(), "5".to_owned())].into();
        other.inputs.push("more.txt".to_owned());
        let version = env!("CARGO_PKG_VERSION");
        let expected = [
            format!("version was {version} and is 0.0.0"),
            "--limit was 2 and is not given".to_owned(),
            "--timeout was not given and is 5".to_owned(),
            "input was in.txt and is in.txt more.txt".to_owned(),
        ];
        assert_eq!(identity().differences(&other), expected);
        assert!(identity().differences(&identity()).is_empty());
    }
}
