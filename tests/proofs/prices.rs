//! Scores of large grids by prices: certificates from the command line.

use crate::support::certificates::{
    PYRAMID, Place, SMALL, assert_rejected, assert_verified, forge, lines, verify,
};
use crate::support::{HARD, command, satoku};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

fn names(folder: &PathBuf) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn the_empty_16x16_pyramid_is_certified_whole_and_in_cubes() {
    let place = Place::new();
    let empty = ".".repeat(256);
    let box_shape = ["--box", "4x4"];
    let whole = place.folder("whole");
    let ran = satoku(
        &[&["pyramid", "-", "--certify", &whole], &box_shape[..]].concat(),
        &empty,
    );
    assert_eq!((ran.code, &*ran.stdout), (0, "18312\n"), "{}", ran.stderr);
    let whole = PathBuf::from(whole);
    assert_verified(&whole);
    assert_eq!(names(&whole).len(), 6, "no formula, no proof but prices");
    let parts = place.folder("parts");
    let args = [
        "cubes",
        "-",
        "--maximum",
        "--count",
        "4",
        "--certify",
        &parts,
    ];
    let ran = satoku(&[&args[..], &box_shape].concat(), &empty);
    assert!(ran.stdout.starts_with("maximum 18312\n"), "{ran:?}");
    let parts = PathBuf::from(parts);
    assert_verified(&parts);
    assert!(names(&parts).contains(&"cube-4.prices".to_owned()));
    forge(&parts, "cube-1.prices", |text| {
        lines(text, |all| {
            let first = all.iter().position(|line| line == "cells").unwrap() + 1;
            let (price, rest) = all[first].split_once(' ').unwrap();
            let price: i64 = price.parse().unwrap();
            all[first] = format!("{} {rest}", price - 1);
        })
    });
    assert_rejected(&parts, "cube-1.prices: r1c1=");
}

#[test]
fn prices_are_asked_for_by_name() {
    let place = Place::new();
    let folder = place.prove(&["maximum"], &".".repeat(81), &["--proof-format", "prices"]);
    assert_verified(&folder);
    let ran = verify(&folder);
    assert!(
        ran.stdout.contains("no score is above 2906"),
        "{}",
        ran.stdout
    );
    let folder = place.prove(
        &["maximum", "--minimise"],
        &".".repeat(81),
        &["--proof-format", "prices"],
    );
    let ran = verify(&folder);
    assert!(
        ran.stdout.contains("no score is below 2794"),
        "{}",
        ran.stdout
    );
    // None are written by a solver.
    let target = place.folder("none");
    let args = [
        "prove",
        "maximum",
        "-",
        "-o",
        &target,
        "--proof-format",
        "prices",
    ];
    let ran = satoku(
        &[&args[..], &["--solver", "true"]].concat(),
        "123434122143432.",
    );
    assert_eq!(ran.code, 2, "{}", ran.stderr);
}

/// Multiplies all prices and their scale, which changes nothing.
fn in_half_units(text: &str) -> String {
    let line = |line: &str| match line.split_once(' ') {
        Some(("scale", scale)) => format!("scale {}", 2 * scale.parse::<i64>().unwrap()),
        Some((name, _)) if name == "bound" || name == "#" => line.to_owned(),
        Some(_) => {
            let words = line.split(' ').map(|word| 2 * word.parse::<i64>().unwrap());
            words
                .map(|word| word.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        }
        None => line.to_owned(),
    };
    text.lines().map(|each| line(each) + "\n").collect()
}

/// The proofs of the first cubes are there when the program is killed.
#[test]
fn proofs_that_were_made_before_a_crash_are_taken_in() {
    let place = Place::new();
    let input = place.folder("empty.txt");
    std::fs::write(&input, ".".repeat(256)).unwrap();
    let [answers, folder] = ["answers", "certificate"].map(|name| place.folder(name));
    let args = [
        "cubes",
        &input,
        "--box",
        "4x4",
        "--maximum",
        "--count",
        "8",
        "--jobs",
        "1",
        "--resume",
        &answers,
        "--certify",
        &folder,
    ];
    let mut crashing = command(&args).stderr(Stdio::null()).spawn().unwrap();
    let kept = |part: u32| PathBuf::from(format!("{answers}.proofs/part-{part}"));
    while !kept(2).exists() {
        assert_eq!(
            crashing.try_wait().unwrap(),
            None,
            "it ended before it was killed"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    crashing.kill().unwrap();
    crashing.wait().unwrap();
    assert!(!PathBuf::from(&folder).exists());
    // One of them is taken as it is; a damaged one is made again.
    let text = in_half_units(&std::fs::read_to_string(kept(1)).unwrap());
    std::fs::write(kept(1), &text).unwrap();
    std::fs::write(kept(2), "damaged").unwrap();
    let ran = satoku(&args, "");
    assert!(ran.stdout.starts_with("maximum 18312\n"), "{ran:?}");
    let folder = PathBuf::from(folder);
    assert_verified(&folder);
    let taken = std::fs::read_to_string(folder.join("cube-1.prices")).unwrap();
    assert_eq!(taken, text);
    assert!(!PathBuf::from(format!("{answers}.proofs")).exists());
}

/// Cubes that were left out because of a bound are proven, too.
#[test]
fn a_run_without_a_certificate_is_continued_with_one() {
    let place = Place::new();
    for (puzzle, options) in [
        (HARD, &[][..]),
        (PYRAMID, &["--maximum"]),
        (SMALL, &["--maximum", "--minimise"]),
    ] {
        let number = std::fs::read_dir(place.0.path()).unwrap().count();
        let [answers, folder] = ["a", "c"].map(|name| place.folder(&format!("{name}{number}")));
        let first = [
            "cubes", "-", "--solve", "--count", "9", "--resume", &answers,
        ];
        let first = satoku(&[&first[..], options].concat(), puzzle);
        assert_eq!(first.code, 0, "{}", first.stderr);
        let lines = std::fs::read_to_string(&answers).unwrap();
        let args = [
            "cubes",
            "-",
            "--count",
            "9",
            "--resume",
            &answers,
            "--certify",
            &folder,
        ];
        let second = satoku(&[&args[..], options].concat(), puzzle);
        assert_eq!(
            (second.code, &second.stdout),
            (0, &first.stdout),
            "{}",
            second.stderr
        );
        assert_verified(&PathBuf::from(folder));
        // All answers were there.
        assert_eq!(std::fs::read_to_string(&answers).unwrap(), lines);
    }
}

/// A part's prices of another puzzle end with a bound that looks good.
#[test]
fn proofs_that_another_puzzle_left_are_not_taken_in() {
    let place = Place::new();
    let empty = ".".repeat(144);
    let given = format!("{}1", ".".repeat(143));
    let answers = place.folder("answers");
    let kept = |part: u32| PathBuf::from(format!("{answers}.proofs/part-{part}"));
    let certify = |puzzle: &str, name: &str| {
        let folder = place.folder(name);
        let args = [
            "cubes",
            "-",
            "--box",
            "3x4",
            "--maximum",
            "--count",
            "4",
            "--resume",
            &answers,
            "--certify",
            &folder,
        ];
        let ran = satoku(&args, puzzle);
        assert_eq!(ran.code, 0, "{name}: {}", ran.stderr);
        assert_verified(&PathBuf::from(&folder));
        PathBuf::from(folder)
    };
    let other = certify(&given, "other");
    let leave = || {
        std::fs::create_dir_all(format!("{answers}.proofs")).unwrap();
        for part in 1..=4 {
            let prices = other.join(format!("cube-{part}.prices"));
            std::fs::copy(prices, kept(part)).unwrap();
        }
        std::fs::write(kept(99), "of a part that there is not").unwrap();
    };
    std::fs::remove_file(&answers).unwrap();
    leave();
    certify(&empty, "without answers");
    assert!(!PathBuf::from(format!("{answers}.proofs")).exists());
    leave();
    certify(&empty, "with answers");
}

/// A puzzle with 1,042 solutions, and weights whose sums are too many for clauses.
fn wide(place: &Place) -> (String, String) {
    let puzzle =
        "7321..6.5.5...........4..2.589..3.7..27....6.346........3.184.....63.............";
    let weights = (1..=81).map(|k| (k * k * 7919 % 2001 - 1000).to_string());
    let file = place.folder("weights");
    std::fs::write(&file, weights.collect::<Vec<_>>().join(" ")).unwrap();
    (puzzle.to_owned(), file)
}

#[test]
fn scores_with_too_many_sums_are_proven_by_prices_of_cubes() {
    let place = Place::new();
    let (puzzle, weights) = wide(&place);
    let score = satoku(&["pyramid", "--weights", &weights], &puzzle).stdout;
    let lowest = satoku(&["pyramid", "--minimise", "--weights", &weights], &puzzle).stdout;
    let runs: [(&[&str], String); 3] = [
        (&["pyramid", "--certify"], score.clone()),
        (&["cubes", "--maximum", "--count", "4", "--certify"], score),
        (&["pyramid", "--minimise", "--certify"], lowest),
    ];
    for (number, (args, score)) in (0..).zip(runs) {
        let folder = place.folder(&format!("wide{number}"));
        let ran = satoku(&[args, &[&folder, "--weights", &weights]].concat(), &puzzle);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let folder = PathBuf::from(&folder);
        let claim = std::fs::read_to_string(folder.join("claim.txt")).unwrap();
        assert!(claim.contains(&format!("is {}.", score.trim())), "{claim}");
        assert_verified(&folder);
        let names = names(&folder);
        assert!(names.contains(&"cube-2.prices".to_owned()), "{names:?}");
        assert!(!names.contains(&"cube-1.drat".to_owned()), "{names:?}");
    }
}

#[test]
fn a_form_of_proof_that_does_not_suffice_is_refused_with_what_would() {
    let place = Place::new();
    let (puzzle, weights) = wide(&place);
    for (format, code, says) in [
        (
            "lrat",
            1,
            "without --proof-format and --solver, prices of cubes may prove it",
        ),
        (
            "prices",
            2,
            "leave the choice to satoku: prices of cubes may prove it",
        ),
    ] {
        let folder = place.folder(format);
        let form = ["--proof-format", format, "--weights", &weights];
        let ran = satoku(
            &[&["prove", "maximum", "-o", &folder][..], &form].concat(),
            &puzzle,
        );
        assert_eq!(ran.code, code, "{}", ran.stderr);
        let told = ran.stdout + &ran.stderr;
        assert!(told.trim().ends_with(says), "{told}");
        assert!(!PathBuf::from(&folder).exists());
    }
}
