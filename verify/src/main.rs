//! `satoku-verify`: checks a certificate, or the refutation of a formula.

use satoku_verify::files::Folder;
use satoku_verify::verify::{self, Verdict, VerifyError};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
Checks a certificate that 'satoku prove' wrote, or a proof that a formula is unsatisfiable.
Nothing in the folder is trusted.

Usage:
  satoku-verify FOLDER            a certificate
  satoku-verify FORMULA PROOF     DIMACS CNF, and DRAT or LRAT, text or binary
  satoku-verify --version

Exit codes:
  0  verified: the last line says what is proven
  1  rejected: the last line says why
  2  wrong usage, or files that cannot be read or written
  3  unknown: the last line says what is too large to check
";

const VERSION: &str = concat!("satoku-verify ", env!("CARGO_PKG_VERSION"), "\n");

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let told = match args.iter().map(|arg| arg.to_str()).collect::<Vec<_>>()[..] {
        [Some("-h" | "--help")] => Some(HELP),
        [Some("-V" | "--version")] => Some(VERSION),
        _ => None,
    };
    if let Some(text) = told {
        return written(io::stdout().write_all(text.as_bytes()), 0);
    }
    let is_option = |arg: &OsString| arg.as_encoded_bytes().starts_with(b"-");
    if args.is_empty() || args.len() > 2 || args.iter().any(is_option) {
        return written(io::stderr().write_all(HELP.as_bytes()), 2);
    }
    match run(&args) {
        Ok((code, text)) => written(writeln!(io::stdout(), "{text}"), code),
        Err(error) => written(writeln!(io::stderr(), "satoku-verify: error: {error}"), 2),
    }
}

/// The exit code, or 2 if the output could not be written.
fn written(written: io::Result<()>, code: u8) -> ExitCode {
    ExitCode::from(written.map_or(2, |()| code))
}

/// The exit code, and the last lines.
fn run(args: &[OsString]) -> Result<(u8, String), VerifyError> {
    // A closed output is noticed at the last line.
    let report = &mut |verify::Passed { file, found }| {
        let _ = writeln!(io::stdout(), "{file}: {found}");
    };
    let verdict = match args {
        [cnf, proof] => verify::refutation(cnf.as_ref(), proof.as_ref(), &|| false, report)?,
        _ => {
            let folder: &Path = args.first().map_or_else(|| Path::new(""), Path::new);
            verify::certificate(&Folder::new(folder), &|| false, report)?
        }
    };
    Ok(match verdict {
        Verdict::Verified(proven) => {
            let puzzle = proven.puzzle.map(|puzzle| format!("puzzle: {puzzle}\n"));
            let objective = proven.objective.map(|text| format!("objective: {text}\n"));
            let about = puzzle.unwrap_or_default() + &objective.unwrap_or_default();
            (0, format!("{about}verified: {}", proven.claim))
        }
        Verdict::Rejected(why) => (1, format!("rejected: {why}")),
        Verdict::TooLarge(why) => (3, format!("unknown: {why}")),
        Verdict::Stopped => (3, "unknown: stopped".into()),
    })
}
