//! `satoku verify`

use crate::certify::Checker;
use crate::certify::verify::{self, CheckError, Passed};
use crate::cli::args::TimeArgs;
use crate::cli::exit::{EngineFault, Exit, unless_interrupted};
use crate::cli::pipeline::input::STDIN;
use crate::cli::pipeline::output::{Output, with_output};
use crate::cli::pipeline::packed::{self, PackingError};
use crate::cli::pipeline::present::unknown;
use crate::cli::pipeline::{engines, session};
use crate::escape;
use crate::limits::Limits;
use anyhow::{Context, Result, bail};
use clap::Args;
use satoku_verify::verify::Verdict;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Checks everything in the folder: sizes and SHA-256 sums, the solutions, the reduction of the
objective, the formula, which is generated again from the rules, and the proof. The output
ends with the puzzle and 'verified' with what is proven about it, exit code 0; with 'rejected'
and the reason, exit code 1; or with 'unknown', exit code 3, if time runs out or a proof does
not fit in memory.

The proof is also checked by those of drat-trim, rate, cake_lpr, lrat-check and lrat-trim that
are installed, or by those that --checker names. If one of them crashes, satoku's verdict
stands, unless it was named with --checker. For checkers that read LRAT, a DRAT proof is converted.
drat-trim and rate do not check LRAT proofs.

The folder must hold the files that manifest.json lists, and no others. puzzle.txt (puzzle.json
for variants), solutions.txt, objective.txt and claim.txt must be byte for byte what
'satoku prove' writes, without comments or notes. Only the solutions may be in any order.

An archive may come from any program that packs such a folder, as 'zip -r' does. It may hold
only the files, stored or deflated, with their times and owners. It is rejected if it has
comments, other extra fields, links, bytes between files, two files of the same name, or paths
that lead out of it; if its headers disagree with its list of files; or if it unpacks to more
than 5 GiB.

For a variant, the claim is proven for the elementary constraints ('kernels') that
puzzle.json lists. The names of rules and constraints are labels, which are not checked.

Prices of cells and of digits in houses bound scores, because every solution pays each price
exactly once. The check adds up integers to see that no candidate scores more than the prices
that it pays.

A DRAT proof is checked as by drat-trim: backwards from the contradiction, and only the lemmas
that it needs. The deletion of a clause that made a literal true at the top level is ignored.
In an LRAT proof, every lemma is checked, and each of its hints must be used: unlike
lrat-check, satoku rejects hints after the contradiction and hints whose clause is satisfied.

A file whose name ends in .drat is read as DRAT, one that ends in .lrat as LRAT; .gz, .xz or
.zst may follow. In other files, the first lemma decides: it is LRAT if it begins with a number
above those of the formula's clauses, stands on a line of its own, and ends with hints that
name earlier clauses.

The same check is also a separate program, satoku-verify, which shares no code with the rest of
satoku. It is called as 'satoku-verify FOLDER' or 'satoku-verify FORMULA PROOF', and takes none of
these options: it reads no archives or compressed files and runs no other checkers. ('man
satoku-verify' documents 'satoku verify'.)

Examples:
  satoku verify certificate
  satoku verify certificate.zip
  satoku verify certificate --checker rate
  satoku verify certificate --checker 'dpr-trim {cnf} {proof}'
  satoku verify --formula formula.cnf --proof proof.drat   # any DRAT or LRAT proof";

/// What stands for standard input.
const DASH: &str = "-";

/// Arguments of `satoku verify`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("timeout", |arg| arg.help("Time limit, in seconds; none by default")))]
pub struct VerifyArgs {
    /// The certificate that 'satoku prove' wrote: a folder, or a ZIP archive of it
    #[arg(value_name = "FOLDER", required_unless_present_any = ["formula", "proof"])]
    folder: Option<PathBuf>,

    /// A second file, which has no place here
    #[arg(hide = true)]
    surplus: Option<PathBuf>,

    /// Instead of a certificate, check a proof that this DIMACS formula is unsatisfiable; the
    /// file may be compressed (.gz, .xz, .zst), and '-' reads standard input
    #[arg(
        long,
        value_name = "FILE",
        requires = "proof",
        conflicts_with = "folder"
    )]
    formula: Option<PathBuf>,

    /// The proof to check: DRAT or LRAT, text or binary, compressed or not; '-' reads standard
    /// input
    #[arg(long, value_name = "FILE", requires = "formula")]
    proof: Option<PathBuf>,

    /// Use only this checker in addition to satoku's own (may be repeated): drat-trim, rate,
    /// cake_lpr, lrat-check, lrat-trim, or a command that prints 's VERIFIED' and exits with 0 or
    /// 20, in which {cnf} and {proof} are replaced by the names of the files, which come last if
    /// not named
    #[arg(long, value_name = "NAME|COMMAND")]
    checker: Vec<String>,

    /// Write the report as one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeArgs,
}

#[derive(Serialize)]
struct Object {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    checked: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    what: String,
    by: String,
    found: String,
}

/// Runs the verb.
pub fn run(args: &VerifyArgs) -> Result<Exit> {
    if let (Some(first), Some(second)) = (&args.folder, &args.surplus) {
        bail!(
            "found two files, expected a certificate; to check a proof of a formula, use \
             'satoku verify --formula {} --proof {}'",
            escape::path(first),
            escape::path(second)
        );
    }
    let checkers = checkers(&args.checker)?;
    with_output(None, |out| {
        let mut lines = Vec::new();
        let limits = session::limits(args.time.timeout);
        let verdict = verdict(args, &checkers, &limits, &mut |passed| lines.push(passed));
        if !args.json {
            for Passed { file, by, found } in &lines {
                let line = format!("{file}: {found} ({by})");
                writeln!(out, "{}", escape::whole(&line))?;
            }
        }
        let verdict = verdict?;
        let exit = match &verdict {
            Verdict::Verified(_) => Exit::Answered,
            Verdict::Rejected(_) => Exit::Negative,
            Verdict::TooLarge(_) => Exit::Unknown,
            Verdict::Stopped => Exit::of_reason(&unless_interrupted(limits.reason())?),
        };
        match args.json {
            true => json(out, verdict, &limits, lines)?,
            false => text(out, &verdict, &limits)?,
        }
        Ok(exit)
    })
}

/// Writes the details, and the verdict as the last line.
fn text(out: &mut Output, verdict: &Verdict, limits: &Limits) -> Result<()> {
    let last = match verdict {
        Verdict::Verified(proven) => {
            if let Some(puzzle) = &proven.puzzle {
                writeln!(out, "puzzle: {}", escape::whole(puzzle))?;
            }
            if let Some(objective) = &proven.objective {
                writeln!(out, "objective: {}", escape::whole(objective))?;
            }
            format!("verified: {}", proven.claim)
        }
        Verdict::Rejected(why) => format!("rejected: {why}"),
        Verdict::TooLarge(why) => unknown(why),
        Verdict::Stopped => unknown(limits.reason()),
    };
    Ok(writeln!(out, "{}", escape::whole(&last))?)
}

fn verdict(
    args: &VerifyArgs,
    checkers: &[Checker],
    limits: &Limits,
    report: &mut verify::Report<'_>,
) -> Result<Verdict> {
    let verdict = match (&args.folder, &args.formula, &args.proof) {
        (Some(folder), _, _) => verify::certificate(folder, checkers, limits, report),
        (None, Some(cnf), Some(proof)) => {
            let is_stdin = |path: &Path| path == Path::new(DASH);
            let is_other = std::fs::metadata(proof).is_ok_and(|data| !data.is_file());
            let is_pipe = is_stdin(proof) || is_other;
            // A pipe can be read only once.
            let checkers = if is_pipe { &[] } else { checkers };
            if is_pipe && !args.checker.is_empty() {
                bail!(
                    "--proof {}: found no regular file, expected one for --checker",
                    proof.display()
                );
            }
            // Messages name the files.
            let named = [cnf, proof].map(|path| match is_stdin(path) {
                true => Path::new(STDIN),
                false => path,
            });
            let opened = |path: &Path| match named.iter().position(|named| *named == path) {
                Some(0) => unpacked(cnf, path),
                _ => unpacked(proof, path),
            };
            verify::refutation(named, &opened, checkers, limits, report)
        }
        _ => bail!("expected a folder, or --formula and --proof"),
    };
    verdict.map_err(|error| match error {
        CheckError::Checker(why) => EngineFault(why).into(),
        other => other.into(),
    })
}

/// Opens a file or standard input, compressed or not, which has this name in messages.
fn unpacked(path: &Path, name: &Path) -> io::Result<Box<dyn Read>> {
    let name = name.display().to_string();
    let file: Box<dyn Read + Send> = match path == Path::new(DASH) {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path)?),
    };
    let input = packed::unpack(file, &name).map_err(|error| {
        // The verifier names the file.
        if let Some(PackingError::Misnamed(_, packing)) = error.downcast_ref() {
            let why = format!("it is not compressed with {packing}, although its name says so");
            return io::Error::other(why + "; rename it");
        }
        let text = error.to_string();
        let why = text.strip_prefix(&format!("{name}: ")).unwrap_or(&text);
        let why = why.strip_prefix("cannot be read: ").unwrap_or(why);
        io::Error::other(why.to_owned())
    })?;
    Ok(Box::new(input))
}

fn json(out: &mut Output, verdict: Verdict, limits: &Limits, lines: Vec<Passed>) -> Result<()> {
    let (verdict, proven, reason) = match verdict {
        Verdict::Verified(proven) => ("verified", Some(proven), None),
        Verdict::Rejected(why) => ("rejected", None, Some(why)),
        Verdict::TooLarge(why) => ("unknown", None, Some(why)),
        Verdict::Stopped => ("unknown", None, Some(limits.reason().to_string())),
    };
    let (claim, puzzle, objective) = match proven {
        Some(proven) => (Some(proven.claim), proven.puzzle, proven.objective),
        None => (None, None, None),
    };
    let line = |Passed { file, by, found }| Line {
        what: file,
        by,
        found,
    };
    let object = Object {
        verdict,
        claim,
        puzzle,
        objective,
        reason,
        checked: lines.into_iter().map(line).collect(),
    };
    Ok(writeln!(out, "{}", escape::json(&object)?)?)
}

/// The requested checkers, or those that are installed.
fn checkers(wanted: &[String]) -> Result<Vec<Checker>> {
    if wanted.is_empty() {
        return Ok(Checker::known().filter(is_installed).collect());
    }
    let mut checkers = Vec::new();
    for text in wanted {
        let checker = Checker::parse(text).context("--checker")?;
        if !is_installed(&checker) {
            let how = match checker.name() {
                "rate" => " with 'cargo install rate'",
                _ => "",
            };
            bail!(
                "--checker {}: there is no program '{}'; install it{how}, or leave --checker out",
                checker.name(),
                checker.program()
            );
        }
        checkers.push(checker);
    }
    Ok(checkers)
}

fn is_installed(checker: &Checker) -> bool {
    engines::find_program(checker.program()).is_some()
}
