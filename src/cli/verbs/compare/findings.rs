//! Findings as files: a puzzle, a formula, and how to replay them.

use super::state::SavedState;
use super::{CompareArgs, roster};
use crate::cli::pipeline::check::quoted;
use crate::cli::pipeline::engines::is_path;
use crate::cli::pipeline::partial::{make_folder, write_whole};
use crate::compare::group::{Example, Group, LineShape};
use crate::escape;
use crate::outcome::Fault;
use crate::words::counted;
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::path::Path;

/// The text as a shell word, quoted if necessary.
fn plain_or_quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => quoted(text),
    }
}

/// What the names of these files begin with.
const STEM: &str = "finding-";

/// An error if the folder of `--findings` has findings of a run other than the one that is
/// resumed, or if another run uses it: nobody could tell them apart.
pub fn require_own_folder(args: &CompareArgs, state: &mut SavedState) -> Result<()> {
    let Some(folder) = &args.findings else {
        return Ok(());
    };
    state.lock_folder(folder)?;
    if state.is_resumed {
        return Ok(());
    }
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("{}: cannot be read", folder.display()))?;
    let mut names = entries.flatten().map(|entry| entry.file_name());
    let earlier = names.find(|name| name.as_encoded_bytes().starts_with(STEM.as_bytes()));
    match earlier {
        None => Ok(()),
        Some(name) => bail!(
            "--findings {}: found {}, a finding of an earlier run, expected a folder without \
             findings; name another folder, or continue that run with its --resume",
            folder.display(),
            name.display()
        ),
    }
}

/// The name of a group's files, without an extension.
pub fn stem(group: &Group) -> String {
    let name = plain(&format!("{}-{}", group.kind, group.culprit));
    format!("{}{name}", prefix(group))
}

/// A text as part of a file name.
fn plain(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    text.chars().map(plain).collect()
}

/// What the names of a group's files begin with.
fn prefix(group: &Group) -> String {
    format!("{STEM}{:03}-", group.number)
}

/// The command that replays the smallest example of a group.
pub fn replay(args: &CompareArgs, group: &Group) -> String {
    let example = &group.smallest;
    let options = match roster::culprit_command(args, group) {
        Some(command) => args.options_with(&[command], args.images),
        None => args.shared_options(),
    };
    match &example.classic {
        Some(LineShape { boxes, alphabet }) => format!(
            "printf '%s\\n' {} | satoku compare --from line --box {} --alphabet {}{options} -",
            quoted(&example.puzzle),
            plain_or_quoted(boxes),
            plain_or_quoted(alphabet),
        ),
        None => variant_with(args, &example.puzzle, &options),
    }
}

/// The command that compares a variant.
pub fn replay_variant(args: &CompareArgs, json: &str) -> String {
    variant_with(args, json, &args.shared_options())
}

fn variant_with(args: &CompareArgs, json: &str, options: &str) -> String {
    let rules = args.input.read.rules.iter();
    let files = rules.filter(|rule| is_path(rule));
    let files: String = files
        .map(|file| format!(" --rules {}", quoted(file)))
        .collect();
    format!(
        "printf '%s\\n' {} | satoku compare --from json{files}{options} -",
        quoted(json),
    )
}

/// Writes the smallest example of a group: `.txt` with the puzzle, or `.json` if it is a
/// variant, `.cnf` with the formula if there is one, and `.md` with a description.
pub fn save(args: &CompareArgs, folder: &Path, group: &Group) -> Result<()> {
    make_folder(folder)?;
    let stem = stem(group);
    remove_earlier(folder, group)?;
    let file = |ending: &str| folder.join(format!("{stem}.{ending}"));
    let example = &group.smallest;
    let puzzle = escape::whole(&example.puzzle);
    match example.classic {
        Some(_) => {
            let text = format!("{}\n{puzzle}\n", escape::whole(&title(group)));
            write_whole(&file("txt"), text.as_bytes())?;
        }
        None => write_whole(&file("json"), format!("{puzzle}\n").as_bytes())?,
    }
    let cnf = file("cnf");
    match &example.formula {
        Some(formula) => write_whole(&cnf, formula.as_bytes())?,
        // That of a larger example may be there.
        None if cnf.exists() => std::fs::remove_file(&cnf)
            .with_context(|| format!("{}: cannot be removed", cnf.display()))?,
        None => {}
    }
    write_whole(&file("md"), description(args, group, &cnf)?.as_bytes())
}

/// Removes the files of the group under another kind: that of a run that was interrupted may
/// have been preliminary.
fn remove_earlier(folder: &Path, group: &Group) -> Result<()> {
    let (prefix, own) = (prefix(group), stem(group));
    let culprit = plain(&format!("-{}", group.culprit));
    let is_earlier =
        |stem: &str| stem.starts_with(&prefix) && stem.ends_with(&culprit) && stem != own;
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("{}: cannot be read", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if stem.is_some_and(is_earlier) {
            std::fs::remove_file(&path)
                .with_context(|| format!("{}: cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

fn title(group: &Group) -> String {
    format!("# {} by {}", group.kind, group.culprit)
}

fn description(args: &CompareArgs, group: &Group, cnf: &Path) -> Result<String> {
    let example = &group.smallest;
    let mut text = String::new();
    let claim = format!("{}: {}", group.backend, group.claim);
    writeln!(text, "{}\n", escape::whole(&title(group)))?;
    writeln!(text, "{}\n", escape::whole(&claim))?;
    writeln!(text, "First seen: {}\n", escape::whole(&group.first))?;
    if example.flaky {
        writeln!(
            text,
            "Not reproduced every time: further runs on the same input did not all show it, so \
             this is the first puzzle, not a smaller one.\n"
        )?;
    }
    if example.interrupted {
        writeln!(
            text,
            "Shrinking was interrupted, so smaller puzzles may show it, too.\n"
        )?;
    } else if example.cut_short {
        writeln!(
            text,
            "Shrinking came to its limit on time or on puzzles, so smaller puzzles may show it, \
             too.\n"
        )?;
    }
    writeln!(
        text,
        "The {} has {}, {}:\n\n    {}\n",
        if example.flaky {
            "puzzle"
        } else {
            "smallest puzzle found"
        },
        counted(example.cells as u64, "cell"),
        escape::whole(&parts(example)),
        escape::whole(&example.puzzle)
    )?;
    writeln!(text, "Replay, where it was found:\n")?;
    if let Ok(here) = std::env::current_dir() {
        let here = plain_or_quoted(&here.to_string_lossy());
        writeln!(text, "    cd {}", escape::whole(&here))?;
    }
    writeln!(text, "    {}", replay(args, group))?;
    if let Some(clauses) = example.clauses {
        formula(args, group, clauses, cnf, &mut text)?;
    }
    Ok(text)
}

/// What the formula shows, and how to see it.
fn formula(
    args: &CompareArgs,
    group: &Group,
    clauses: usize,
    cnf: &Path,
    text: &mut String,
) -> Result<()> {
    let clauses = counted(clauses as u64, "clause");
    let is_slow = ["hang", "time-out"].contains(&&*group.kind);
    let is_about_proof = group.kind == Fault::WrongProof.to_string();
    let what = match (is_slow, group.smallest.flaky) {
        (true, _) => format!(
            "The formula on which {} was ended, encoded as in {}, has {clauses}",
            group.culprit, group.backend
        ),
        (false, true) => format!("The formula of one run has {clauses}"),
        (false, false) => format!("The smallest formula found has {clauses}"),
    };
    let shows = match (is_slow, group.smallest.flaky) {
        (true, true) => "gave no answer in time once",
        (true, false) => "gives no answer in time",
        (false, true) => "shows the wrong answer at times",
        (false, false) => "shows the wrong answer",
    };
    let last = match (is_about_proof, group.smallest.flaky) {
        (true, false) => "the first command writes the proof, the last one checks it".to_owned(),
        (true, true) => {
            "the first command writes a proof, which is wrong at times, the last one checks it"
                .to_owned()
        }
        (false, _) => format!("the first command {shows}, the last one shows the right answer"),
    };
    let what = escape::whole(&what);
    writeln!(text, "\n{what}. In the same folder, {last}:\n")?;
    let proof = plain_or_quoted(&cnf.with_extension("proof").to_string_lossy());
    let cnf = plain_or_quoted(&cnf.to_string_lossy());
    if let Some(command) = roster::culprit_command(args, group) {
        let applied = applied(&command, &cnf, &proof);
        writeln!(text, "    {}", escape::whole(&applied))?;
    }
    let right = match is_about_proof {
        true => format!("verify --formula {cnf} --proof {proof}"),
        false => format!("sat {cnf}"),
    };
    writeln!(text, "    satoku {}", escape::whole(&right))?;
    Ok(())
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
fn applied(command: &str, cnf: &str, proof: &str) -> String {
    let command = match command.contains("{cnf}") {
        true => command.replace("{cnf}", cnf),
        false => format!("{command} {cnf}"),
    };
    let command = command.replace("{model}", "/dev/stdout");
    command.replace("{proof}", proof)
}
