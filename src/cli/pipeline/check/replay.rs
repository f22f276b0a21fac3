//! A difference in words, and the command that replays it.

use crate::backend::cross_check::{Claim, Difference, Extent};
use crate::cli::args::{BackendName, EngineArgs};
use crate::cli::pipeline::present::{NO_SOLUTION, puzzle_text, solution_text};
use crate::cli::pipeline::session;
use crate::escape;
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::rules::Description;
use clap::ValueEnum;
use std::fmt::Display;

/// How messages show a puzzle and its solutions.
pub struct PuzzleTexts<'r> {
    /// Where it was read.
    pub place: String,
    /// How to ask about it once more.
    pub replay: Replay,
    solution: Box<dyn Fn(&Solution) -> String + 'r>,
}

impl<'r> PuzzleTexts<'r> {
    /// The place of the puzzle, the puzzle itself, and its solutions.
    pub fn new(
        place: String,
        replay: Replay,
        solution: impl Fn(&Solution) -> String + 'r,
    ) -> PuzzleTexts<'r> {
        let solution = Box::new(solution);
        PuzzleTexts {
            place,
            replay,
            solution,
        }
    }

    /// A classic puzzle.
    pub fn of(record: &'r Record) -> PuzzleTexts<'r> {
        let solution = |solution: &Solution| solution_text(record, solution);
        PuzzleTexts::new(session::place(record), Replay::of(record), solution)
    }

    /// Both answers to the puzzle, which are shown like this, and the puzzle.
    pub fn difference<A, F: Display>(
        &self,
        (first, answer): (&str, &A),
        second: &str,
        found: &Difference<A, F>,
        shown: impl Fn(&A) -> String,
    ) -> String {
        let mut claimed = shown(answer);
        let other = match found {
            Difference::FirstIsWrong(flaw) => {
                claimed += &format!(", which is wrong: {flaw}");
                return self.both((first, &claimed), None);
            }
            Difference::SecondIsWrong(flaw) => format!("a wrong solution: {flaw}"),
            Difference::Answers(answer) => shown(answer),
        };
        self.both((first, &claimed), Some((second, &other)))
    }

    /// The puzzle and what engines say about it.
    fn both(&self, first: (&str, &str), second: Option<(&str, &str)>) -> String {
        let mut text = format!("{}: the answers differ", self.place);
        for (name, answer) in std::iter::once(first).chain(second) {
            text += &format!("\n  {name} says: {answer}");
        }
        text + &format!("\n  puzzle: {}", self.replay.puzzle)
    }

    /// How many solutions there are, with some of them.
    pub fn claim(&self, claim: &Claim) -> String {
        let number = match (claim.found, claim.extent) {
            (0, _) => return NO_SOLUTION.to_owned(),
            (1, Extent::All) => "exactly 1 solution".to_owned(),
            (1, Extent::AtLeast) => "a solution".to_owned(),
            (found, Extent::All) => format!("exactly {found} solutions"),
            (found, Extent::AtLeast) => format!("at least {found} solutions"),
        };
        let shown = claim.solutions.iter().take(2);
        let grids: Vec<String> = shown.map(&self.solution).collect();
        match grids.is_empty() {
            true => number,
            false => format!("{number}: {}", grids.join(", ")),
        }
    }
}

/// What a shell command needs to ask about a puzzle once more.
pub struct Replay {
    /// The puzzle on one line.
    pub puzzle: String,
    /// The options for reading it.
    pub options: String,
}

impl Replay {
    fn of(record: &Record) -> Replay {
        let geometry = record.puzzle.geometry();
        let alphabet = record.alphabet.reaching(geometry.side());
        Replay {
            puzzle: puzzle_text(record, &record.puzzle),
            options: format!("--from line --box {geometry} --alphabet {alphabet}"),
        }
    }

    /// A variant, read with these rules, too.
    pub fn of_variant(puzzle: &Description, rules: &[String]) -> Replay {
        let mut options = "--from json".to_owned();
        if !rules.is_empty() {
            options += &option("rules", &rules.join(","));
        }
        Replay {
            puzzle: escape::json(puzzle).unwrap_or_default(),
            options,
        }
    }

    /// A shell command that asks the same, and checks the answer.
    pub fn command(&self, verb: &str) -> String {
        let (puzzle, options) = (quoted(&self.puzzle), &self.options);
        format!("printf '%s\\n' {puzzle} | satoku {verb} --check all {options} -")
    }
}

/// An option with its value, after a space.
pub fn option(name: &str, value: &str) -> String {
    format!(" --{name} {}", quoted(value))
}

/// A verb with the options that decide its answers, for [`Replay::command`].
pub fn command(verb: &str, limit: Option<u64>, engine: &EngineArgs) -> String {
    let limit = limit.map(|limit| option("limit", &limit.to_string()));
    let limit = limit.unwrap_or_default();
    format!("{verb}{limit}{}", engine_options(engine))
}

/// The options that choose an engine, except those left at their defaults.
fn engine_options(args: &EngineArgs) -> String {
    let mut options = String::new();
    let mut add = |name: &str, value: &str| options += &option(name, value);
    if args.backend != BackendName::Auto
        && let Some(name) = args.backend.to_possible_value()
    {
        add("backend", name.get_name());
    }
    args.solver
        .iter()
        .for_each(|command| add("solver", command));
    args.member.iter().for_each(|member| add("member", member));
    if args.encoding != crate::encoding::DEFAULT {
        add("encoding", &args.encoding);
    }
    add("presolve", args.presolve.name());
    if let Some(time) = args.time.timeout {
        add("timeout", &time.as_secs_f64().to_string());
    }
    options
}

/// Text between quotes that a shell takes for one word. Characters that are not safe
/// to show are octal numbers of bytes between `$'` and `'`, which bash, zsh and ksh
/// understand.
pub fn quoted(text: &str) -> String {
    if text.chars().all(escape::is_safe) {
        return format!("'{}'", text.replace('\'', "'\\''"));
    }
    let mut word = String::from("$'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => word.extend(['\\', c]),
            _ if escape::is_safe(c) => word.push(c),
            _ => {
                let bytes = c.to_string().into_bytes();
                word.extend(bytes.iter().map(|byte| format!("\\{byte:03o}")));
            }
        }
    }
    word.push('\'');
    word
}
