//! `--resume` over variants.

use super::place::Place;
use crate::support::PUZZLE;

/// A 4×4 puzzle with a cage of this sum in its corner; the sum 5 leaves several solutions.
fn cage(sum: u32) -> String {
    format!(
        "{{\"rows\": 4, \"columns\": 4, \"min\": 1, \"max\": 4, \"regions\": \"1122112233443344\", \
         \"candidates\": {{\"r1c3\": [1], \"r4c4\": [4]}}, \"rules\": [], \"constraints\": \
         [{{\"type\": \"killer\", \"sum\": {sum}, \"cells\": [\"r1c1\", \"r1c2\"]}}]}}\n"
    )
}

/// Some of each kind: several solutions, none, and no puzzle.
fn input() -> String {
    let unknown = cage(6).replace("killer", "assassin");
    [cage(6), cage(7), cage(3), unknown, cage(5)].concat()
}

#[test]
fn any_beginning_is_resumed_to_the_same_bytes() {
    let place = Place::new(&input().repeat(3));
    for verb in [
        &["solve"][..],
        &["solve", "--unique"],
        &["count", "--limit", "2"],
        &["solve", "--rules", "diagonal"],
    ] {
        let line = match verb[0] {
            "solve" => &["--to", "line", "--on-error", "report"][..],
            _ => &["--on-error", "report"],
        };
        let args = [verb, line].concat();
        let whole = place.cut_at(&args, 0);
        assert_eq!(whole.iter().filter(|&&byte| byte == b'\n').count(), 15);
        for cut in (0..whole.len()).step_by(61).chain([whole.len()]) {
            place.cut_at(&args, cut);
            let ran = place.run(&[&args[..], &["--resume"]].concat());
            assert_eq!(ran.code, 2, "{verb:?} cut at {cut}: {}", ran.stderr);
            assert!(place.read("out.txt") == whole, "{verb:?} cut at {cut}");
        }
        for name in ["out.txt", "out.txt.resume.json"] {
            std::fs::remove_file(place.file(name)).unwrap();
        }
    }
}

#[test]
fn answers_to_other_puzzles_rules_or_options_are_not_kept() {
    let place = Place::new(&cage(6).repeat(5));
    let args = ["count", "--limit", "2"];
    place.stopped_behind(&args, &cage(6).repeat(3));
    place.refused(
        &["solve", "--to", "line"],
        "the command was count and is solve",
    );
    place.refused(
        &["count", "--limit", "2", "--rules", "diagonal"],
        "--rules was not given and is diagonal",
    );
    place.write("in.txt", [cage(6), cage(6), cage(5), cage(6)].concat());
    place.refused(&args, "the input differs within its first 3 puzzles");
    place.write("in.txt", cage(6).repeat(2));
    place.refused(&args, "it answers 3 puzzles, the input holds 2");
    place.write("in.txt", cage(6).repeat(4));
    let ran = place.run(&["count", "--limit", "2", "--resume"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(place.read("out.txt").len(), 2 * 4);
}

#[test]
fn answers_by_another_text_of_a_rule_file_are_not_kept() {
    let place = Place::new(&cage(6).repeat(3));
    let path = place.file("own.toml");
    let rule = include_str!("../../rules/anti-king.toml").replace("\"anti-king\"", "\"own\"");
    place.write("own.toml", &rule);
    let args = ["count", "--limit", "2", "--rules", path.to_str().unwrap()];
    place.stopped_behind(&args, &cage(6));
    place.write("own.toml", rule + "\n# Changed.\n");
    place.refused(&args, "the text of the rule files was ");
}

#[test]
fn answers_that_take_more_than_a_line_are_not_resumed() {
    let place = Place::new(&cage(6));
    for to in ["json", "pretty"] {
        let says = "--resume: can only continue answers in the format line; use --to line";
        place.refused(&["solve", "--to", to], says);
    }
    place.refused(
        &["solve", "--to", "line", "--on-error", "skip"],
        "--resume: cannot tell",
    );
    place.write("in.txt", format!("{PUZZLE}\n").repeat(2));
    let ran = place.run(&["solve", "--rules", "non-consecutive", "--resume"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert_eq!(place.read("out.txt"), b"no solution\nno solution\n");
}

#[test]
fn variants_are_minimized_on_from_any_beginning() {
    let proper = cage(6).replace("\"r1c3\"", "\"r2c1\": [1], \"r3c1\": [2], \"r1c3\"");
    let more = proper.replace("\"r1c3\"", "\"r1c1\": [4], \"r1c3\"");
    let classic = "{\"box\":\"2x2\",\"grid\":\".21313422......4\"}\n".to_owned();
    let place = Place::new(&[input(), proper, more, classic].concat().repeat(2));
    for options in [
        &[][..],
        &["--keep-givens"],
        &["--to", "f-puzzles"],
        &["--to", "line"],
    ] {
        let args = [&["minimize", "--on-error", "report"], options].concat();
        let whole = place.cut_at(&args, 0);
        assert_eq!(whole.iter().filter(|&&byte| byte == b'\n').count(), 16);
        for cut in (0..whole.len()).step_by(101).chain([whole.len()]) {
            place.cut_at(&args, cut);
            let ran = place.run(&[&args[..], &["--resume"]].concat());
            assert_eq!(ran.code, 2, "{args:?} cut at {cut}: {}", ran.stderr);
            assert!(place.read("out.txt") == whole, "{args:?} cut at {cut}");
        }
        for name in ["out.txt", "out.txt.resume.json"] {
            std::fs::remove_file(place.file(name)).unwrap();
        }
    }
    place.stopped_behind(&["minimize"], &cage(6).repeat(2));
    place.refused(
        &["minimize", "--keep-constraints"],
        "--keep-constraints was not given and is given",
    );
    let says = "--resume: can only continue puzzles, one a line; leave --to out";
    place.refused(&["minimize", "--to", "json"], says);
    place.write("in.txt", cage(6).repeat(3));
    let ran = place.run(&["minimize", "--resume"]);
    // Each has several solutions.
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_eq!(
        place.read("out.txt").split(|&byte| byte == b'\n').count(),
        4
    );
}

/// A puzzle whose automaton has too many states, which takes longer to find out than the tests
/// allow.
fn slow_to_compile() -> String {
    let cells: Vec<String> = (0..81)
        .map(|cell| format!("\"r{}c{}\"", cell / 9 + 1, cell % 9 + 1))
        .collect();
    format!(
        "{{\"rows\":9,\"columns\":9,\"min\":1,\"max\":9,\"regions\":null,\"candidates\":{{}},\
         \"rules\":[],\"constraints\":[{{\"type\":\"automaton\",\"cells\":[{}],\
         \"regex\":\"([1-9]*1[1-9]{{15}}|[1-9]*2[1-9]{{14}})[1-9]*\"}}]}}\n",
        cells.join(",")
    )
}

#[test]
fn a_puzzle_that_was_not_compiled_in_time_is_not_compiled_again() {
    let classic = format!("{{\"box\": \"3x3\", \"grid\": \"{PUZZLE}\"}}\n");
    is_not_compiled_again(&["solve", "--check", "none"], &cage(6));
    is_not_compiled_again(&["minimize"], &classic);
}

fn is_not_compiled_again(verb: &[&str], other: &str) {
    let more = [
        "--to",
        "line",
        "--timeout",
        "0.01",
        "--on-error",
        "report",
        "--resume",
    ];
    let args = &[verb, &more].concat();
    let place = Place::new(&[&slow_to_compile(), other].concat());
    let ran = place.run(args);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let first = place.read("out.txt");
    assert!(first.starts_with(b"unknown: "), "{first:?}");
    place.write("in.txt", [&slow_to_compile(), other, other].concat());
    let ran = place.run(args);
    assert_eq!((ran.code, ran.stderr.as_str()), (3, ""));
    let whole = place.read("out.txt");
    assert!(whole.starts_with(&first) && whole.len() > first.len());
}
