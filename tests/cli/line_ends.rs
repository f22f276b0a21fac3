//! Files whose lines end with a carriage return, as on old Macs, with a line feed, or both.

use crate::support::{PUZZLE, SOLVED, command, read, satoku};
use crate::{refused, rows};
use std::io::{BufRead, BufReader, Write};

#[test]
fn lines_that_end_with_a_carriage_return_are_read_in_every_format() {
    let json = r#"{"rows":1,"columns":2,"min":1,"max":2}"#;
    let cells = rows(PUZZLE, " ");
    let inputs = [
        read("judge/hdu1426.in"),
        read("judge/poj2676.in"),
        read("judge/noip2009.in"),
        read("large/table16-1.txt"),
        format!("{PUZZLE}\n{PUZZLE} easy, # a note\n").repeat(300),
        format!("# one\n{cells}\n# two\n{cells}\n"),
        format!("{json}\n{json}\n"),
        ".Shape~2x2.NoBoxes\n".repeat(2),
    ];
    for input in inputs {
        for verb in [&["solve", "--to", "line"][..], &["count", "--limit", "3"]] {
            let expected = satoku(verb, &input);
            for ends in ["\r", "\r\n"] {
                let ran = satoku(verb, &input.replace('\n', ends));
                assert_eq!(ran.stdout, expected.stdout, "{}", ran.stderr);
                assert_eq!(
                    (ran.stderr, ran.code),
                    (expected.stderr.clone(), expected.code)
                );
            }
        }
    }
}

#[test]
fn lines_of_a_file_may_end_in_several_ways() {
    let bad = format!("{}x{}", &PUZZLE[..4], &PUZZLE[5..]);
    let says = "5: found 'x', expected a digit 1-9 or . 0 ? _ * for empty";
    for (text, line) in [
        (format!("{PUZZLE}\r{bad}\r"), 2),
        (format!("{PUZZLE}\r{PUZZLE}\n{PUZZLE}\r\n{bad}\n"), 4),
        (format!("{PUZZLE}, a\n{PUZZLE}, one\rtwo\r\n{bad}\n"), 3),
    ] {
        let ran = satoku(&["count"], &text);
        assert_eq!(
            ran.stderr,
            format!("satoku: error: <stdin>:{line}:{says}\n"),
            "{text:?}"
        );
        assert_eq!(
            (ran.stdout.lines().count(), ran.code),
            (text.matches(PUZZLE).count(), 2)
        );
    }
}

/// Wherever the blocks end in which a file is read.
#[test]
fn line_ends_at_the_end_of_a_block_are_line_ends() {
    let cells = rows(&PUZZLE.replace('.', "0"), "");
    let input = format!("3000\n{}", cells.repeat(3000));
    let expected = satoku(&["count"], &input);
    assert_eq!(expected.stdout.lines().count(), 3000);
    for ends in ["\r", "\r\n", "\n"] {
        for shift in 0..3 {
            let text = " ".repeat(shift) + &input.replace('\n', ends);
            let ran = satoku(&["count"], &text);
            assert_eq!(
                (&ran.stdout, &ran.stderr),
                (&expected.stdout, &expected.stderr)
            );
        }
    }
}

#[test]
fn tables_may_have_line_ends_of_old_macs() {
    let table = format!("id,puzzle\n1,{PUZZLE}\n2,\"{PUZZLE}\"\n3,x\n");
    let args = ["count", "--column", "puzzle"];
    let expected = satoku(&args, &table);
    assert_eq!(expected.stdout, "1\n1\n");
    let ran = satoku(&args, &table.replace('\n', "\r"));
    assert_eq!((ran.stdout, ran.stderr), (expected.stdout, expected.stderr));
}

#[test]
fn lines_that_end_with_a_carriage_return_are_answered_at_once() {
    let mut child = command(&["solve"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    // What ends the first line shows with the next byte.
    write!(stdin, "{PUZZLE}\r").unwrap();
    for end in ["\r", "\r", "\r\n", "\n"] {
        write!(stdin, "{PUZZLE}{end}").unwrap();
        stdin.flush().unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), SOLVED);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn line_ends_alone_are_no_puzzle() {
    let says = "2: found no puzzle, only empty lines or comments, expected a puzzle, such as a \
                line of 81 characters";
    refused(&["count"], "\r\r", says);
}
