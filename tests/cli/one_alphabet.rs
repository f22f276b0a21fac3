//! All puzzles of an input that have one side are in one alphabet.

use crate::support::satoku;

/// A 16×16 puzzle in a line that begins with these cells.
fn line_16(first: &str) -> String {
    format!("{first}{}\n", ".".repeat(256 - first.len()))
}

/// The givens alone would show letters in one of them and numbers in the other.
#[test]
fn large_puzzles_of_json_become_a_list_in_one_alphabet() {
    let empty_rows =
        format!("[{}]", ["0"; 12].join(",")) + &format!(",[{}]", ["0"; 12].join(",")).repeat(10);
    let one = |first: [u8; 3]| {
        let [a, b, c] = first;
        let row = format!("[{a},{b},{c}{}]", ",0".repeat(9));
        format!("{{\"box\":\"4x3\",\"grid\":[{row},{empty_rows}]}}\n")
    };
    let input = one([11, 0, 0]) + &one([11, 1, 2]) + &one([11, 0, 0]);
    for to in ["line", "grid", "json"] {
        let listed = satoku(&["convert", "--from", "json", "--to", to], &input);
        assert_eq!(
            (listed.stderr.contains("--box 4x3"), listed.code),
            (to == "line", 0),
            "{to}"
        );
        let again = satoku(&["convert", "--to", "line"], &listed.stdout);
        let lines = satoku(&["convert", "--to", "line", "--from", "json"], &input);
        assert_eq!(
            (again.stdout, again.code),
            (lines.stdout, 0),
            "{to}: {}",
            again.stderr
        );
    }
}

#[test]
fn all_lines_of_an_input_are_in_the_alphabet_of_the_first() {
    let from = |first: &str, second: &str, more: &[&str]| {
        let text = line_16(first) + &line_16(second);
        let ran = satoku(&[&["solve"], more].concat(), &text);
        let answers: Vec<String> = ran.stdout.lines().map(|l| l[..2].to_owned()).collect();
        (answers, ran.stderr, ran.code)
    };
    // Of these, only the first shows an alphabet.
    for (first, second, digits) in [
        ("0F", "1A", "0123456789ABCDEF".to_owned()),
        ("1G", "AF", "123456789ABCDEFG".to_owned()),
        ("AP", "BC", "ABCDEFGHIJKLMNOP".to_owned()),
    ] {
        let text = line_16(first) + &line_16(second);
        let ran = satoku(&["solve"], &text);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{first} {second}");
        for answer in ran.stdout.lines() {
            let mut row: Vec<char> = answer[..16].chars().collect();
            row.sort_unstable();
            assert_eq!(String::from_iter(row), digits, "{first} {second}");
        }
    }
    let zero = "found '0' beside another mark for empty cells, expected digits from 1 on, as in \
                the puzzle on line 1; name the alphabet of all with --alphabet digits or \
                --alphabet hex";
    for (first, second, says) in [
        ("1", "0F", zero),
        (
            "1G",
            "0F",
            "as in the puzzle on line 1; name the alphabet of all with --alphabet digits\n",
        ),
        (
            "AP",
            "1A",
            "found '1', expected letters, as in the puzzle on line 1; puzzles in another alphabet \
             belong in another file",
        ),
        (
            "0F",
            "1G",
            "2:2: found 'G', expected digits from 0 on, as in the puzzle on line 1",
        ),
        (
            "AF",
            "1F",
            "2:1: found '1', expected letters, as in the puzzle on line 1; name the \
                      alphabet of all with --alphabet digits",
        ),
        (
            "0F",
            "00000000000000000",
            "2:1: found 17 times '0', expected digits from 0 on",
        ),
    ] {
        let (answers, stderr, code) = from(first, second, &[]);
        assert!(stderr.contains(says), "{stderr}");
        assert_eq!((answers.len(), code), (1, 2), "{first} {second}");
    }
    for (alphabet, zeros) in [("hex", 16), ("digits", 0)] {
        let text = line_16("1") + &line_16("0F");
        let ran = satoku(&["solve", "--alphabet", alphabet], &text);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{alphabet}");
        for answer in ran.stdout.lines() {
            assert_eq!(answer.matches('0').count(), zeros, "{alphabet}: {answer}");
        }
    }
}

#[test]
fn all_grids_of_an_input_are_in_the_alphabet_of_the_first() {
    let rows = |first: &str, between: &str| {
        let line = line_16(first);
        let cells: Vec<&str> = line.trim().split("").filter(|c| !c.is_empty()).collect();
        let rows: Vec<String> = cells.chunks(16).map(|row| row.join(between)).collect();
        rows.join("\n") + "\n\n"
    };
    for between in ["", " "] {
        let text = rows("0F", between) + &rows("1A", between);
        let ran = satoku(&["solve", "--to", "line"], &text);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{text}");
        let zeros: Vec<usize> = ran
            .stdout
            .lines()
            .map(|line| line.matches('0').count())
            .collect();
        assert_eq!(zeros, [16, 16], "{text}");
        for (first, second, says) in [
            (
                "1A",
                "0F",
                "18:1: found '0' beside another mark for empty cells",
            ),
            ("0F", "1G", "18:"),
        ] {
            let text = rows(first, between) + &rows(second, between);
            let ran = satoku(&["solve", "--to", "line"], &text);
            assert!(ran.stderr.contains(says), "{}", ran.stderr);
            assert_eq!((ran.stdout.lines().count(), ran.code), (1, 2), "{text}");
        }
    }
    // What is read as numbers is not read as letters later.
    let text = rows("59", " ") + &rows("1A", " ");
    let says = "18:3: found 'A', expected a number 1-16 or . 0 ? _ * for empty, as in the puzzle \
                on line 1; name the alphabet of all with --alphabet digits or --alphabet hex";
    let ran = satoku(&["solve", "--to", "line"], &text);
    assert!(ran.stderr.contains(says) && ran.code == 2, "{}", ran.stderr);
}

#[test]
fn each_size_of_an_input_has_an_alphabet_of_its_own() {
    let text = line_16("0F") + &format!("A{}\n", ".".repeat(624)) + &line_16("1A");
    let ran = satoku(&["solve", "--mixed-sizes"], &text);
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(
        lines[1].contains('Y') && !lines[1].contains('1'),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].contains('0') && !lines[2].contains('G'),
        "{}",
        lines[2]
    );
}

#[test]
fn a_blank_puzzle_is_answered_in_the_numbers_of_the_puzzles_before() {
    let number = |place: usize| match place {
        3 | 77 => ".".to_owned(),
        _ => ((4 * (place / 16 % 4) + place / 64 + place % 16) % 16).to_string(),
    };
    let numbers: Vec<String> = (0..256).map(number).collect();
    let blank = ["."; 256].join(" ");
    let ran = satoku(&["solve"], &format!("{}\n{blank}\n", numbers.join(" ")));
    let answers: Vec<Vec<&str>> = ran
        .stdout
        .lines()
        .map(|line| line.split(' ').collect())
        .collect();
    assert_eq!((answers.len(), ran.code), (2, 0), "{}", ran.stderr);
    for answer in answers {
        assert!(
            answer.contains(&"0") && !answer.contains(&"16"),
            "{answer:?}"
        );
    }
}
