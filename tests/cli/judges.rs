//! The samples of the online judges, byte for byte.

use crate::support::{path, read, satoku};

#[test]
fn hdu_1426() {
    for backend in ["native", "varisat"] {
        let input = path("judge/hdu1426.in");
        let ran = satoku(&["solve", "--backend", backend, &input], "");
        assert_eq!(ran.stdout, read("judge/hdu1426.out"));
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
    }
}

#[test]
fn poj_2676() {
    // This puzzle has several solutions, and the judge accepts any. The native
    // search finds the judge's own; the program checks that of varisat.
    let input = path("judge/poj2676.in");
    let ran = satoku(&["solve", &input], "");
    assert_eq!(ran.stdout, read("judge/poj2676.out"));
    let ran = satoku(&["solve", "--backend", "varisat", &input], "");
    let rows: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((rows.len(), ran.code), (9, 0));
    assert!(rows.iter().all(|row| row.len() == 9));
}

#[test]
fn the_pyramid_samples() {
    for name in ["noip2009", "pyramid"] {
        let input = read(&format!("judge/{name}.in"));
        let expected = read(&format!("judge/{name}.out"));
        for method in ["native", "enumerate"] {
            let ran = satoku(&["pyramid", "--method", method], &input);
            assert_eq!((ran.stdout.as_str(), ran.code), (expected.as_str(), 0));
        }
        let ran = satoku(&["pyramid", "--check", "-"], &input);
        assert_eq!(ran.stdout, expected);
    }
}

#[test]
fn line_endings_marks_tabs_and_a_missing_last_newline_change_nothing() {
    for (name, verb) in [
        ("hdu1426", "solve"),
        ("poj2676", "solve"),
        ("noip2009", "pyramid"),
    ] {
        let input = read(&format!("judge/{name}.in"));
        let expected = read(&format!("judge/{name}.out"));
        let variants = [
            input.replace('\n', "\r\n"),
            format!("\u{feff}{input}"),
            input.replace(' ', "\t"),
            input.trim_end().to_owned(),
            format!("\n\n{input}\n\n"),
            input.replace('\n', "  \n"),
        ];
        for variant in variants {
            let ran = satoku(&[verb], &variant);
            assert_eq!(ran.stdout, expected, "{variant:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn an_unsolvable_puzzle_keeps_its_place() {
    let good = read("judge/hdu1426.in");
    let first = good.split("\n\n").next().unwrap();
    let clash = first.replacen("7 1 2 ?", "7 1 2 7", 1);
    let ran = satoku(&["solve"], &format!("{clash}\n\n{first}\n"));
    let answer = read("judge/hdu1426.out");
    let answer = answer.split("\n\n").next().unwrap();
    assert_eq!(ran.stdout, format!("no solution\n\n{answer}\n"));
    assert_eq!(
        ran.stderr,
        "satoku: <stdin>:1: puzzle 1: r1c1 and r1c4 both hold 7 in row 1\n\
         satoku: <stdin>:1: puzzle 1: r1c4 and r6c4 both hold 7 in column 4\n\
         satoku: <stdin>:1: puzzle 1: r1c4 and r2c6 both hold 7 in box 2\n"
    );
    assert_eq!(ran.code, 1);
    let pyramid = read("judge/noip2009.in").replacen("7 0 0 9", "7 0 0 7", 1);
    let ran = satoku(&["pyramid"], &pyramid);
    assert_eq!((ran.stdout.as_str(), ran.code), ("-1\n", 1));
}
