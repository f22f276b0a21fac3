//! The report: disagreements as they are found, then groups and figures.

use super::source::Sourced;
use super::state::SavedState;
use super::{CompareArgs, findings, page};
use crate::cli::pipeline::partial::write_whole;
use crate::compare::group::Group;
use crate::compare::{Disagreement, Figures};
use crate::escape;
use crate::rules::{Description, Library};
use crate::words::counted;
use anyhow::Result;
use serde::Serialize;
use std::cmp::Reverse;
use std::io::Write;

/// At most this many backends that left queries open are named.
const NAMED: usize = 3;

#[derive(Serialize)]
struct JsonDisagreement<'a> {
    place: &'a str,
    kind: String,
    #[serde(rename = "said")]
    claims: &'a [(String, String)],
    /// A variant; the replay of a classic puzzle shows its line.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a Description>,
    replay: &'a str,
}

/// A group and the command that replays its smallest example.
#[derive(Serialize)]
struct JsonGroup<'a> {
    #[serde(flatten)]
    group: &'a Group,
    replay: String,
}

#[derive(Serialize)]
struct JsonReport<'a> {
    options: String,
    figures: &'a Figures,
    findings: Vec<JsonGroup<'a>>,
}

/// Prints one disagreement.
pub fn disagreement<P>(
    args: &CompareArgs,
    out: &mut impl Write,
    disagreement: &Disagreement,
    sourced: &Sourced<P>,
    puzzle: Option<&Description>,
) -> Result<()> {
    let Sourced { place, replay, .. } = sourced;
    if args.json_lines() {
        let line = JsonDisagreement {
            place,
            kind: disagreement.kind.to_string(),
            claims: &disagreement.claims,
            puzzle,
            replay,
        };
        writeln!(out, "{}", escape::json(&line)?)?;
    } else {
        let text = format!("{place}: {disagreement}");
        writeln!(out, "{}\n  replay: {replay}", escape::whole(&text))?;
    }
    Ok(())
}

/// Writes the requested files, and prints groups and figures. `library` says how variants
/// look.
pub fn report(
    args: &CompareArgs,
    out: &mut impl Write,
    state: &SavedState,
    library: &Library,
) -> Result<()> {
    // Whether or not somebody reads the rest.
    write_files(args, state, library)?;
    print(args, out, state)
}

fn print(args: &CompareArgs, out: &mut impl Write, state: &SavedState) -> Result<()> {
    for group in state.groups.list() {
        match args.json_lines() {
            true => writeln!(out, "{}", escape::json(&json_group(args, group))?)?,
            false => text_group(args, out, group)?,
        }
    }
    if args.json_lines() {
        writeln!(out, "{}", escape::json(&state.figures)?)?;
    } else {
        writeln!(out, "{}", summary(&state.figures))?;
    }
    Ok(())
}

fn write_files(args: &CompareArgs, state: &SavedState, library: &Library) -> Result<()> {
    let groups = state.groups.list();
    if let Some(path) = args.json.as_deref().filter(|_| !args.json_lines()) {
        let report = JsonReport {
            options: state.run().to_owned(),
            figures: &state.figures,
            findings: groups.iter().map(|g| json_group(args, g)).collect(),
        };
        let text = escape::json_pretty(&report)? + "\n";
        write_whole(path, text.as_bytes())?;
    }
    if let Some(path) = &args.html {
        write_whole(path, page::page(args, state, library).as_bytes())?;
    }
    Ok(())
}

fn json_group<'a>(args: &CompareArgs, group: &'a Group) -> JsonGroup<'a> {
    JsonGroup {
        group,
        replay: findings::replay(args, group),
    }
}

fn text_group(args: &CompareArgs, out: &mut impl Write, group: &Group) -> Result<()> {
    let times = format!("on {}", counted(group.count, "puzzle"));
    let found = format!(
        "finding {}: {} by {} {times}, first at {}; {}",
        group.number,
        group.kind,
        group.culprit,
        group.first,
        size(group)
    );
    let replay = findings::replay(args, group);
    writeln!(out, "{}\n  replay: {replay}", escape::whole(&found))?;
    if let Some(folder) = &args.findings {
        let file = folder.join(findings::stem(group));
        writeln!(out, "  saved: {}.md", escape::path(&file))?;
    }
    Ok(())
}

/// The size of the smallest example.
pub fn size(group: &Group) -> String {
    let example = &group.smallest;
    let mut size = format!("smallest: {}", findings::parts(example));
    if let Some(clauses) = example.clauses {
        size = format!("{size}, {}", counted(clauses as u64, "clause"));
    }
    if example.flaky {
        size.push_str("; not reproduced every time");
    }
    if example.interrupted {
        size.push_str("; shrinking was interrupted");
    } else if example.cut_short {
        size.push_str("; shrinking came to its limit");
    }
    size
}

/// The last line of the report.
pub fn summary(figures: &Figures) -> String {
    format!(
        "{}, {}, {} left open{}: {}",
        counted(figures.puzzles, "puzzle"),
        counted(figures.answers, "answer"),
        figures.open,
        by_whom(figures),
        match figures.disagreements {
            0 => "no disagreement".to_owned(),
            n => format!("{} with disagreement", counted(n, "puzzle")),
        }
    )
}

/// Who left queries open, those with the most first.
fn by_whom(figures: &Figures) -> String {
    let mut backends: Vec<(&String, &u64)> = figures.open_by_backend.iter().collect();
    backends.sort_by_key(|(_, open)| Reverse(**open));
    let (named, others) = backends.split_at(backends.len().min(NAMED));
    let named = named.iter().map(|(name, open)| format!("{open} by {name}"));
    let others: u64 = others.iter().map(|(_, open)| **open).sum();
    let others = (others > 0).then(|| format!("{others} by others"));
    let parts: Vec<String> = named.chain(others).collect();
    match &parts[..] {
        [] => String::new(),
        parts => format!(" ({})", parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_answers_are_open_is_said() {
        let mut figures = Figures {
            puzzles: 2,
            answers: 20,
            ..Figures::default()
        };
        let all = "2 puzzles, 20 answers, 0 left open: no disagreement";
        assert_eq!(summary(&figures), all);
        for (open, name) in [(3, "a"), (9, "b"), (5, "c"), (1, "d"), (2, "e")] {
            figures.open += open;
            figures.open_by_backend.insert(name.into(), open);
        }
        let some = "2 puzzles, 20 answers, 20 left open (9 by b, 5 by c, 3 by a, 3 by others): \
                    no disagreement";
        assert_eq!(summary(&figures), some);
    }
}
