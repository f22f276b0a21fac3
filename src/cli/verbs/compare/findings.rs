//! Findings as files: a puzzle, a formula, and how to replay them.

use super::CompareArgs;
use crate::cli::pipeline::check::quoted;
use crate::cli::pipeline::partial::write_whole;
use crate::compare::group::{Example, Group, LineShape};
use crate::compare::roster::Roster;
use crate::escape;
use crate::grid::text::error::counted;
use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::Path;

/// The text as a shell word, quoted if necessary.
fn plain_or_quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => quoted(text),
    }
}

/// The name of a group's files, without an extension.
pub fn stem(group: &Group) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name = format!("{}-{}", group.kind, group.culprit);
    let name: String = name.chars().map(plain).collect();
    format!("finding-{:03}-{name}", group.number)
}

/// The command that replays the smallest example of a group.
pub fn replay(args: &CompareArgs, group: &Group) -> String {
    let example = &group.smallest;
    match &example.classic {
        Some(LineShape { boxes, alphabet }) => format!(
            "printf '%s\\n' {} | satoku compare --from line --box {} --alphabet {}{} -",
            quoted(&example.puzzle),
            plain_or_quoted(boxes),
            plain_or_quoted(alphabet),
            args.shared_options()
        ),
        None => replay_variant(args, &example.puzzle),
    }
}

/// The command that compares a variant.
pub fn replay_variant(args: &CompareArgs, json: &str) -> String {
    let rules = args.input.read.rules.iter();
    let files = rules.filter(|rule| rule.ends_with(".toml"));
    let files: String = files
        .map(|file| format!(" --rules {}", quoted(file)))
        .collect();
    format!(
        "printf '%s\\n' {} | satoku compare --from json{files}{} -",
        quoted(json),
        args.shared_options()
    )
}

/// Writes the smallest example of a group: `.txt` with the puzzle, or `.json` if it is a
/// variant, `.cnf` with the formula if there is one, and `.md` with a description. `roster`
/// has the solvers that formulas are for.
pub fn save(
    args: &CompareArgs,
    roster: Option<&Roster>,
    folder: &Path,
    group: &Group,
) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{}: cannot be made", folder.display()))?;
    let stem = stem(group);
    let file = |ending: &str| folder.join(format!("{stem}.{ending}"));
    let example = &group.smallest;
    let title = format!("# {} by {}", group.kind, group.culprit);
    let puzzle = escape::whole(&example.puzzle);
    match example.classic {
        Some(_) => {
            let text = format!("{}\n{puzzle}\n", escape::whole(&title));
            write_whole(&file("txt"), text.as_bytes())?;
        }
        None => write_whole(&file("json"), format!("{puzzle}\n").as_bytes())?,
    }
    if let Some(formula) = &example.formula {
        write_whole(&file("cnf"), formula.as_bytes())?;
    }
    write_whole(
        &file("md"),
        description(args, roster, group, &stem)?.as_bytes(),
    )
}

fn description(
    args: &CompareArgs,
    roster: Option<&Roster>,
    group: &Group,
    stem: &str,
) -> Result<String> {
    let example = &group.smallest;
    let mut text = String::new();
    let title = format!("# {} by {}", group.kind, group.culprit);
    let claim = format!("{}: {}", group.backend, group.claim);
    writeln!(text, "{}\n", escape::whole(&title))?;
    writeln!(text, "{}\n", escape::whole(&claim))?;
    writeln!(text, "First seen: {}\n", escape::whole(&group.first))?;
    writeln!(
        text,
        "The smallest puzzle found has {}, {}:\n\n    {}\n",
        counted(example.cells as u64, "cell"),
        escape::whole(&parts(example)),
        escape::whole(&example.puzzle)
    )?;
    writeln!(text, "Replay:\n\n    {}", replay(args, group))?;
    if let Some(clauses) = example.clauses {
        writeln!(
            text,
            "\nThe smallest formula found has {}. The first command shows the wrong answer, \
             the last one the right one:\n",
            counted(clauses as u64, "clause")
        )?;
        let spec = roster.and_then(|roster| roster.sat_spec(&group.backend));
        if let Some(program) = spec.and_then(|spec| spec.program.as_ref()) {
            writeln!(
                text,
                "    {}",
                escape::whole(&applied(&program.command, &format!("{stem}.cnf")))
            )?;
        }
        writeln!(text, "    satoku sat {stem}.cnf")?;
    }
    Ok(text)
}

/// What a puzzle consists of, besides its cells.
pub fn parts(example: &Example) -> String {
    let givens = counted(example.givens as u64, "given");
    match (&example.classic, example.constraints) {
        (Some(shape), _) => format!("boxes {}, {givens}", shape.boxes),
        (None, constraints) => {
            let constraints = counted(constraints.unwrap_or_default() as u64, "constraint");
            format!("{givens}, {constraints}")
        }
    }
}

/// A solver's command, applied to a formula.
fn applied(command: &str, cnf: &str) -> String {
    match command.contains("{cnf}") {
        true => command
            .replace("{cnf}", cnf)
            .replace("{model}", "/dev/stdout"),
        false => format!("{command} {cnf}"),
    }
}
