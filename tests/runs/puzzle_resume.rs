//! `minimize --resume` and `canonical --resume`.

use super::place::Place;
use crate::support::{EMPTY, HARD, NONE, PUZZLE, read};

/// An equivalent puzzle: the digits are renamed and the grid is transposed.
fn image(puzzle: &str) -> String {
    let cells: Vec<char> = puzzle.chars().collect();
    let turned = (0..81).map(|cell| cells[cell % 9 * 9 + cell / 9]);
    let renamed = turned.map(|c| match c.to_digit(10) {
        Some(digit) => char::from_digit(digit % 9 + 1, 10).unwrap(),
        None => c,
    });
    renamed.collect()
}

/// Puzzles of all kinds, some of them equivalent to earlier ones.
fn input() -> Vec<String> {
    let lines = [
        PUZZLE,
        NONE,
        &image(PUZZLE),
        EMPTY,
        HARD,
        PUZZLE,
        &image(HARD),
    ];
    let mut lines: Vec<String> = lines.map(|line| format!("{line}\n")).into();
    lines.push(format!("{}\n", HARD.replace("98", "89")));
    lines
}

const RUNS: [&[&str]; 5] = [
    &["minimize"],
    &["minimize", "--seed", "3"],
    &["canonical"],
    &["canonical", "--distinct"],
    &["canonical", "--distinct", "--original"],
];

#[test]
fn puzzles_are_gone_on_with_after_any_of_them() {
    let lines = input();
    for args in RUNS {
        let place = Place::new(&lines.concat());
        let ran = place.run(args);
        let whole = place.read("out.txt");
        std::fs::remove_file(place.file("out.txt")).unwrap();
        for count in 1..lines.len() {
            place.stopped_behind(args, &lines[..count].concat());
            let kept = place.read("out.txt.partial");
            assert!(
                whole.starts_with(&kept) && kept.ends_with(b"\n"),
                "{args:?}"
            );
            let resumed = place.run(&[args, &["--resume"]].concat());
            assert_eq!(
                resumed.code, ran.code,
                "{args:?} {count}: {}",
                resumed.stderr
            );
            assert!(place.read("out.txt") == whole, "{args:?} {count}");
            for name in ["out.txt", "out.txt.resume.json"] {
                std::fs::remove_file(place.file(name)).unwrap();
            }
        }
    }
}

#[test]
fn any_beginning_of_puzzles_is_resumed_to_the_same_bytes() {
    let lines = input().concat() + "no puzzle\n" + PUZZLE;
    for args in RUNS {
        let args = [args, &["--on-error", "report"]].concat();
        let place = Place::new(&lines);
        let whole = place.cut_at(&args, 0);
        for cut in (0..whole.len()).step_by(97).chain([whole.len()]) {
            place.cut_at(&args, cut);
            let ran = place.run(&[&args[..], &["--resume"]].concat());
            assert_eq!(ran.code, 2, "{args:?} cut at {cut}: {}", ran.stderr);
            assert!(place.read("out.txt") == whole, "{args:?} cut at {cut}");
        }
        // A complete file stays as it is, and its exit code is repeated.
        assert_eq!(place.run(&[&args[..], &["--resume"]].concat()).code, 2);
        assert!(place.read("out.txt") == whole, "{args:?}");
    }
}

#[test]
fn classes_that_were_seen_are_seen_when_the_list_grows() {
    for args in [RUNS[3], RUNS[4]] {
        let args = [args, &["--resume"]].concat();
        let place = Place::new(&format!("{PUZZLE}\n{HARD}\n"));
        assert_eq!(place.run(&args).code, 0);
        let before = place.read("out.txt");
        let more = [
            PUZZLE.to_owned(),
            HARD.to_owned(),
            image(HARD),
            image(PUZZLE),
        ];
        place.write("in.txt", more.join("\n"));
        assert_eq!(place.run(&args).code, 0);
        assert!(place.read("out.txt") == before, "{args:?}");
        place.write("in.txt", format!("{}\n{EMPTY}\n", more.join("\n")));
        assert_eq!(place.run(&args).code, 0);
        let after = place.read("out.txt");
        assert!(after.starts_with(&before), "{args:?}");
        assert_eq!(after.len(), 3 * 82, "{args:?}");
    }
}

#[test]
fn other_alphabets_and_sides_are_gone_on_with() {
    let four = "1.....3..4.....2";
    let spaced = |text: &str| format!("{}\n", text.replace("", " ").trim());
    let letters = |text: &str| text.replace('1', "A").replace('2', "B").replace('3', "C");
    for (line, more) in [
        (format!("{four}\n"), &["--alphabet", "digits"][..]),
        (spaced(PUZZLE), &[]),
        (
            format!("{}\n", letters(four).replace('4', "D")),
            &["--alphabet", "letters"],
        ),
    ] {
        for args in RUNS {
            let args = [args, more].concat();
            let place = Place::new(&line.repeat(3));
            let whole = place.cut_at(&args, 0);
            place.stopped_behind(&args, &line.repeat(2));
            let ran = place.run(&[&args[..], &["--resume"]].concat());
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?} {line}");
            assert!(place.read("out.txt") == whole, "{args:?} {line}");
        }
    }
}

#[test]
fn a_run_over_puzzles_that_was_killed_is_resumed_to_the_same_bytes() {
    let list = read("known/17clue.txt");
    let list: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let list = list[..list.len().min(60)].join("\n") + "\n";
    for args in RUNS {
        // A run has to last long enough to be killed in the middle, on any machine.
        Place::new(&list.repeat(40)).is_resumed_after_kills(args);
    }
}

#[test]
fn answers_of_another_kind_of_run_over_puzzles_are_not_kept() {
    let place = Place::new(&format!("{PUZZLE}\n").repeat(5));
    let refused = |before: &[&str], now: &[&str], says: &str| {
        place.stopped_behind(before, &format!("{PUZZLE}\n").repeat(2));
        place.refused(now, says);
        for name in ["out.txt.partial", "out.txt.resume.json"] {
            std::fs::remove_file(place.file(name)).unwrap();
        }
    };
    let minimize = &["minimize"][..];
    refused(
        minimize,
        &["canonical"],
        "the command was minimize and is canonical",
    );
    refused(
        minimize,
        &["solve"],
        "the command was minimize and is solve",
    );
    refused(
        minimize,
        &["minimize", "--seed", "1"],
        "--seed was not given and is 1",
    );
    refused(
        minimize,
        &["minimize", "--timeout", "9"],
        "--timeout was not given and is 9 s",
    );
    refused(minimize, &["minimize", "--to", "json"], "use --to line");
    refused(
        minimize,
        &["minimize", "--on-error", "skip"],
        "use --on-error report",
    );
    refused(
        &["canonical"],
        &["canonical", "--distinct"],
        "--distinct was not given and is given",
    );
    refused(
        &["canonical", "--distinct"],
        &["canonical", "--distinct", "--original"],
        "--original was not given and is given",
    );
    place.stopped_behind(&["canonical", "--distinct"], &format!("{PUZZLE}\n{HARD}\n"));
    place.write("in.txt", format!("{PUZZLE}\n{EMPTY}\n{HARD}\n"));
    let says = "the input differs within its first 2 puzzles";
    place.refused(&["canonical", "--distinct"], says);
    place.write("in.txt", format!("{PUZZLE}\n"));
    let says = "it answers 2 puzzles, the input holds 1";
    place.refused(&["canonical", "--distinct"], says);
}

#[test]
fn a_run_over_puzzles_may_name_the_format_that_is_the_default() {
    let lines = input();
    let to: [&[&str]; 2] = [&[], &["--to", "line"]];
    for args in [RUNS[0], RUNS[2], RUNS[3], RUNS[4], &["solve"]] {
        for (before, now) in [(to[0], to[1]), (to[1], to[0])] {
            let place = Place::new(&lines.concat());
            let ran = place.run(args);
            let whole = place.read("out.txt");
            std::fs::remove_file(place.file("out.txt")).unwrap();
            place.stopped_behind(&[args, before].concat(), &lines[..3].concat());
            let resumed = place.run(&[args, now, &["--resume"]].concat());
            assert_eq!(resumed.code, ran.code, "{args:?}: {}", resumed.stderr);
            assert!(place.read("out.txt") == whole, "{args:?}");
        }
    }
    // Numbers with spaces are not lines of digits.
    let spaced = format!("{}\n", PUZZLE.replace("", " ").trim());
    for args in [RUNS[0], RUNS[2], RUNS[3], &["solve"]] {
        let place = Place::new(&spaced.repeat(3));
        place.stopped_behind(args, &spaced.repeat(2));
        place.refused(&[args, to[1]].concat(), "its line 1 is not an answer to");
    }
}

#[test]
fn kept_puzzles_of_two_box_shapes_are_not_mixed_up() {
    let wide = "1 . . | . . .\n. . . | . . .\n------+------\n";
    let tall = "1 . | . . | . .\n. . | . . | . .\n. . | . . | . .\n";
    let [wide, tall] = [
        format!("{wide}{wide}{wide}"),
        format!("{tall}----+-----+----\n{tall}"),
    ];
    let wide = wide.trim_end_matches("------+------\n").to_owned();
    let args = ["canonical", "--distinct", "--to", "line", "--resume"];
    let place = Place::new(&format!("{wide}\n{tall}"));
    let ran = place.run(&args);
    assert_eq!(
        (ran.code, ran.stderr.lines().count()),
        (0, 1),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("--box 3x2"), "{}", ran.stderr);
    place.refused(&args[..4], "its line 1 can be read in several ways");
    // With one of them there is no doubt.
    for name in ["out.txt", "out.txt.resume.json"] {
        std::fs::remove_file(place.file(name)).unwrap();
    }
    place.write("in.txt", format!("{wide}\n"));
    assert_eq!(place.run(&args).code, 0);
    place.write("in.txt", format!("{wide}\n{tall}"));
    let ran = place.run(&args);
    assert_eq!((ran.code, ran.stderr.contains("--box 3x2")), (0, true));
    assert_eq!(place.read("out.txt").len(), 2 * 37);
}
