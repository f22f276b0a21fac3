//! What a comparison says: differences as they come, then groups and figures.

use super::source::Sourced;
use super::state::State;
use super::{CompareArgs, findings, page};
use crate::cli::partial::write_whole;
use crate::compare::group::Group;
use crate::compare::{Disagreement, Figures};
use anyhow::Result;
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct JsonDifference<'a> {
    place: &'a str,
    kind: String,
    said: &'a [(String, String)],
    replay: &'a str,
}

/// A group and the command that shows its smallest example.
#[derive(Serialize)]
struct JsonGroup<'a> {
    #[serde(flatten)]
    group: &'a Group,
    replay: String,
}

#[derive(Serialize)]
struct JsonReport<'a> {
    options: String,
    figures: Figures,
    findings: Vec<JsonGroup<'a>>,
}

/// Tells one difference.
pub fn difference(
    args: &CompareArgs,
    out: &mut impl Write,
    difference: &Disagreement,
    sourced: &Sourced,
) -> Result<()> {
    let Sourced { place, replay, .. } = sourced;
    if args.json_lines() {
        let line = JsonDifference {
            place,
            kind: difference.kind.to_string(),
            said: &difference.said,
            replay,
        };
        serde_json::to_writer(&mut *out, &line)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{place}: {difference}\n  replay: {replay}")?;
    }
    Ok(())
}

/// Tells groups and figures, and writes the files that were asked for.
pub fn report(args: &CompareArgs, out: &mut impl Write, state: &State) -> Result<()> {
    let groups = state.groups.list();
    for group in groups {
        match args.json_lines() {
            true => {
                serde_json::to_writer(&mut *out, &json_group(args, group))?;
                writeln!(out)?;
            }
            false => text_group(args, out, group)?,
        }
    }
    if args.json_lines() {
        serde_json::to_writer(&mut *out, &state.figures)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{}", summary(state.figures))?;
    }
    if let Some(path) = args.json.as_deref().filter(|_| !args.json_lines()) {
        let report = JsonReport {
            options: state.run().to_owned(),
            figures: state.figures,
            findings: groups.iter().map(|g| json_group(args, g)).collect(),
        };
        let mut text = serde_json::to_vec_pretty(&report)?;
        text.push(b'\n');
        write_whole(path, &text)?;
    }
    if let Some(path) = &args.html {
        write_whole(path, page::page(args, state).as_bytes())?;
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
    let times = match group.count {
        1 => "on 1 puzzle".to_owned(),
        n => format!("on {n} puzzles"),
    };
    writeln!(
        out,
        "finding {}: {} by {} {times}, first at {}; {}\n  replay: {}",
        group.number,
        group.kind,
        group.culprit,
        group.first,
        size(group),
        findings::replay(args, group)
    )?;
    if let Some(folder) = &args.findings {
        let file = folder.join(findings::stem(group));
        writeln!(out, "  saved: {}.md", file.display())?;
    }
    Ok(())
}

/// How small the smallest example is.
pub fn size(group: &Group) -> String {
    let example = &group.smallest;
    let puzzle = format!(
        "smallest: boxes {}, {} givens",
        example.shape, example.givens
    );
    match example.clauses {
        Some(clauses) => format!("{puzzle}, {clauses} clauses"),
        None => puzzle,
    }
}

/// The last line of the report.
pub fn summary(figures: Figures) -> String {
    format!(
        "{} puzzles, {} answers, {} left open: {}",
        figures.cases,
        figures.answers,
        figures.open,
        match figures.disagreements {
            0 => "no disagreement".to_owned(),
            1 => "1 puzzle with disagreement".to_owned(),
            n => format!("{n} puzzles with disagreement"),
        }
    )
}
