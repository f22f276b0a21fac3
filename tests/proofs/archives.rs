//! Certificates as archives, by each verb that writes them.

use crate::support::certificates::{PYRAMID, Place, SMALL, assert_verified};
use crate::support::{HARD, NONE, satoku};
use std::path::Path;

fn names(place: &Place) -> Vec<String> {
    let entries = std::fs::read_dir(place.0.path()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// An archive appears, and stays as it is when another is to have its name.
fn assert_writes_an_archive(args: &[&str], option: &str, input: &str) {
    let place = Place::new();
    let archive = place.folder("x.zip");
    let args = [args, &[option, &archive]].concat();
    let ran = satoku(&args, input);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
    assert_eq!(names(&place), ["x.zip"], "{args:?}");
    let bytes = std::fs::read(&archive).unwrap();
    assert!(bytes.starts_with(b"PK"), "{args:?}");
    assert_verified(Path::new(&archive));
    let ran = satoku(&args, input);
    assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
    assert!(ran.stderr.contains("exists already"), "{}", ran.stderr);
    assert_eq!(std::fs::read(&archive).unwrap(), bytes);
}

#[test]
fn prove_writes_archives() {
    assert_writes_an_archive(&["prove", "unique", "-"], "-o", HARD);
}

#[test]
fn cubes_writes_archives() {
    assert_writes_an_archive(&["cubes", "-", "--count", "4"], "--certify", HARD);
}

#[test]
fn answers_are_certified_as_archives() {
    assert_writes_an_archive(&["solve", "--unique", "-"], "--certify", HARD);
    assert_writes_an_archive(&["count", "-"], "--certify", SMALL);
    assert_writes_an_archive(&["pyramid", "-"], "--certify", PYRAMID);
}

#[test]
fn archives_of_several_answers_have_numbers() {
    let place = Place::new();
    let archive = place.folder("x.zip");
    let args = ["solve", "--unique", "-", "--certify", &archive];
    let ran = satoku(&args, &format!("{HARD}\n{NONE}\n{HARD}\n"));
    assert_eq!(names(&place), ["x-1.zip", "x-2.zip", "x-3.zip"], "{ran:?}");
    for name in names(&place) {
        assert_verified(&place.0.path().join(&name));
        let reported = match &*name {
            "x-1.zip" => format!("{archive} is now {}", place.folder(&name)),
            _ => format!("{name}: verified: The puzzle"),
        };
        assert!(ran.stderr.contains(&reported), "{}", ran.stderr);
    }
}

/// Standard input may go on for ever: the run does not wait for its end to tell.
#[test]
fn the_first_certificate_is_told_before_a_line_that_is_no_puzzle() {
    let place = Place::new();
    for name in ["x.zip", "x"] {
        let certificate = place.folder(name);
        let args = ["solve", "--unique", "-", "--certify", &certificate];
        let ran = satoku(&args, &format!("{HARD}\nhello\n"));
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        let told = format!("{certificate}: verified: The puzzle");
        assert!(ran.stderr.contains(&told), "{}", ran.stderr);
        assert_verified(Path::new(&certificate));
    }
}

#[test]
fn an_archive_that_is_there_is_kept_with_all_that_was_made_before() {
    for (taken, kept) in [("x-1.zip", "x.zip"), ("x-2.zip", "x-1.zip")] {
        let place = Place::new();
        let archive = place.folder("x.zip");
        std::fs::write(place.folder(taken), "mine").unwrap();
        let args = ["solve", "--unique", "-", "--certify", &archive];
        let ran = satoku(&args, &format!("{HARD}\n{NONE}\n"));
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        let says = format!("{taken}: exists already");
        assert!(ran.stderr.contains(&says), "{}", ran.stderr);
        assert_eq!(std::fs::read(place.folder(taken)).unwrap(), b"mine");
        assert_verified(Path::new(&place.folder(kept)));
    }
}

/// That nothing can be written there was noticed after all the work, under a hidden name.
#[test]
fn a_missing_folder_is_noticed_before_the_work() {
    for (args, option) in [
        (&["cubes", "-", "--count", "4"][..], "--certify"),
        (&["prove", "unique", "-"], "-o"),
        (&["solve", "--unique", "-"], "--certify"),
    ] {
        for name in ["missing/x", "missing/x.zip"] {
            let place = Place::new();
            let target = place.folder(name);
            let ran = satoku(&[args, &[option, &target]].concat(), HARD);
            assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{args:?}");
            assert!(
                ran.stderr.contains(&format!("{target}: ")),
                "{}",
                ran.stderr
            );
            assert!(ran.stderr.contains("does not exist"), "{}", ran.stderr);
        }
    }
}

/// A certificate was reported twice as verified, first under a name that it lost.
#[test]
fn the_first_of_several_certificates_is_reported_once_and_then_moves() {
    let two = format!("{SMALL}\n{SMALL}\n");
    for (ending, numbered) in [("", ["/1", "/2"]), (".zip", ["-1.zip", "-2.zip"])] {
        let place = Place::new();
        let stem = place.folder("c");
        let ran = satoku(&["count", "--certify", &format!("{stem}{ending}")], &two);
        let [first, second] = numbered;
        let expected = [
            format!("{stem}{ending}: verified: The puzzle in puzzle.txt has exactly 3 solutions."),
            format!("{stem}{ending} is now {stem}{first}"),
            format!("{stem}{second}: verified: The puzzle in puzzle.txt has exactly 3 solutions."),
        ];
        let expected = expected.map(|line| format!("satoku: {line}\n"));
        assert_eq!(ran.stderr, expected.concat());
    }
}
