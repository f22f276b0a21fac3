//! Messages say each thing once, and what is wrong.

use crate::support::{command, run, satoku};
use crate::{PUZZLE, SOLVED, refused};

#[cfg(target_os = "linux")]
#[test]
fn an_error_of_the_system_is_told_once() {
    // A file that can be opened, and not be read.
    let name = "/proc/self/mem";
    for args in [
        &["solve", name][..],
        &["solve", "--timeout", "9", name],
        &["encode", name],
        &["sat", name],
        &["pyramid", "--weights", name],
        &["verify", "--formula", name, "--proof", name],
    ] {
        let ran = satoku(args, "");
        assert_eq!(
            ran.stderr.matches("(os error 5)").count(),
            1,
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
        assert_eq!(ran.stdout, "");
    }
    let ran = satoku(
        &["verify", "--formula", "no/such", "--proof", "no/such"],
        "",
    );
    assert_eq!(
        ran.stderr.matches("(os error 2)").count(),
        1,
        "{}",
        ran.stderr
    );
}

#[test]
fn a_rating_behind_a_space_is_told_as_such() {
    let says = "1:83: found '9.2' behind a puzzle and a space, expected a comma, semicolon, colon, \
                tab or # before what follows a puzzle";
    refused(&["solve"], &format!("{PUZZLE} 9.2\n"), says);
    refused(
        &["solve", "--from", "line"],
        &format!("{PUZZLE} 9.2\n"),
        says,
    );
    let ran = satoku(&["solve"], &format!("{PUZZLE}, 9.2\n"));
    assert_eq!(ran.stdout, format!("{SOLVED}\n"));
}

#[test]
fn an_empty_satoku_simd_is_none() {
    let ran = run(command(&["solve"]).env("SATOKU_SIMD", ""), PUZZLE);
    assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n"), 0));
}

#[test]
fn canonical_says_which_shapes_it_takes() {
    let help = satoku(&["canonical", "--help"], "").stdout;
    assert!(
        help.contains("up to 7 where a box is one row or one column"),
        "{help}"
    );
    for (shape, code) in [
        ("1x7", 0),
        ("7x1", 0),
        ("2x4", 0),
        ("1x8", 2),
        ("8x1", 2),
        ("1x9", 2),
    ] {
        let cells: usize = shape
            .split('x')
            .map(|n| n.parse::<usize>().unwrap())
            .product();
        let ran = satoku(&["canonical", "--box", shape], &".".repeat(cells * cells));
        assert_eq!(ran.code, code, "{shape}: {}", ran.stderr);
    }
}
