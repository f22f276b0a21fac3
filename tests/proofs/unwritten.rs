//! Answers whose certificate cannot be written, and folders behind symbolic links.

use crate::support::certificates::{PYRAMID, Place, SMALL, assert_verified};
use crate::support::{Ran, SOLVED, run, satoku};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the program where no file may be larger than a few KiB, as on a disk that is almost
/// full.
fn without_room(verb: &str, folder: &str, input: &str) -> Ran {
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_satoku")]);
    shell
        .args(verb.split(' '))
        .args(["-", "--certify", folder])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    run(&mut shell, input)
}

const VARIANT: &str = r#"{"rows":9,"columns":9,"min":1,"max":9,"regions":"111222333111222333111222333444555666444555666444555666777888999777888999777888999","candidates":{"r1c1":[1],"r5c5":[1]},"rules":["diagonal"],"constraints":[]}"#;

#[test]
fn answers_are_shown_although_their_certificates_cannot_be_written() {
    let place = Place::new();
    let unsolved = format!(".{}", &SOLVED[1..]);
    let two = format!("{unsolved}\n{unsolved}\n");
    let pyramids = format!("{PYRAMID}\n{PYRAMID}\n");
    let classic = [
        ("count", two.as_str(), "1\n1\n"),
        ("solve --unique", &two, "one\t"),
        ("pyramid", &pyramids, "2829\n2829\n"),
    ];
    for (verb, input, answer) in classic {
        let folder = place.folder(&verb.replace(' ', ""));
        let ran = without_room(verb, &folder, input);
        assert!(ran.stdout.starts_with(answer), "{ran:?}");
        assert_eq!(ran.stdout.lines().count(), 2, "{ran:?}");
        assert_eq!(ran.stderr.matches("error: ").count(), 2, "{ran:?}");
        assert_eq!(ran.code, 4, "{ran:?}");
    }
    for verb in ["count", "solve --unique", "pyramid"] {
        let folder = place.folder(&format!("variant{}", verb.len()));
        let ran = without_room(verb, &folder, VARIANT);
        assert_eq!(ran.stdout.lines().count(), 1, "{ran:?}");
        assert_eq!(ran.stderr.matches("error: ").count(), 1, "{ran:?}");
        assert_eq!(ran.code, 4, "{ran:?}");
    }
}

/// A folder was said to be missing that was there.
#[cfg(target_os = "linux")]
#[test]
fn what_the_system_says_about_a_place_is_reported() {
    for place in ["/proc/certificate", "/proc/certificate.zip"] {
        let ran = satoku(&["prove", "unique", "-o", place, "-"], SMALL);
        let says = format!(
            "satoku: error: {place}: cannot be written: No such file or directory (os error 2)\n"
        );
        assert_eq!((ran.stderr, ran.code), (says, 2));
    }
    let ran = satoku(
        &["prove", "unique", "-o", "missing/certificate", "-"],
        SMALL,
    );
    assert!(
        ran.stderr.contains("a folder that does not exist"),
        "{}",
        ran.stderr
    );
}

#[test]
fn certificates_go_where_a_symbolic_link_leads() {
    let place = Place::new();
    let (folder, link) = (place.folder("c"), place.folder("link"));
    symlink("c", &link).unwrap();
    // There is nothing yet, then an empty folder.
    for input in [SMALL.to_owned(), format!("{SMALL}\n{SMALL}\n")] {
        let ran = satoku(&["count", "-", "--certify", &link], &input);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(Path::new(&link).read_link().unwrap(), Path::new("c"));
        let folder = Path::new(&folder);
        match input.lines().count() {
            1 => assert_verified(folder),
            _ => ["1", "2"]
                .iter()
                .for_each(|number| assert_verified(&folder.join(number))),
        }
        std::fs::remove_dir_all(folder).unwrap();
        std::fs::create_dir(folder).unwrap();
    }
}
