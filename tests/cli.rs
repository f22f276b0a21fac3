//! Every verb from the outside: exact bytes on stdout, exit codes, files that
//! appear whole or not at all.

mod support;

use support::{EMPTY, HARD, NONE, command, path, satoku};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn solve_writes_every_format() {
    let poj: String = SOLVED
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{}\n", std::str::from_utf8(row).unwrap()))
        .collect();
    let spaced: String = poj
        .chars()
        .map(|c| {
            if c == '\n' {
                "\n".into()
            } else {
                format!("{c} ")
            }
        })
        .collect();
    let spaced = spaced.replace(" \n", "\n");
    let grid = "5 3 4 | 6 7 8 | 9 1 2\n\
                6 7 2 | 1 9 5 | 3 4 8\n\
                1 9 8 | 3 4 2 | 5 6 7\n\
                ------+-------+------\n\
                8 5 9 | 7 6 1 | 4 2 3\n\
                4 2 6 | 8 5 3 | 7 9 1\n\
                7 1 3 | 9 2 4 | 8 5 6\n\
                ------+-------+------\n\
                9 6 1 | 5 3 7 | 2 8 4\n\
                2 8 7 | 4 1 9 | 6 3 5\n\
                3 4 5 | 2 8 6 | 1 7 9\n";
    for (to, expected) in [
        ("line", format!("{SOLVED}\n")),
        ("poj", poj),
        ("hdu", spaced.clone()),
        ("pyramid", spaced),
        ("grid", grid.to_owned()),
    ] {
        let ran = satoku(&["solve", "--to", to], PUZZLE);
        assert_eq!((ran.stdout, ran.code), (expected, 0), "{to}");
    }
}

#[test]
fn solve_pretty_tells_givens_from_found_digits() {
    let ran = satoku(&["solve", "--to", "pretty"], "1...\n..3.\n.4..\n...2\n");
    let expected = "\
┌───────┬───────┐
│ 1* 3  │ 2  4  │
│ 4  2  │ 3* 1  │
├───────┼───────┤
│ 2  4* │ 1  3  │
│ 3  1  │ 4  2* │
└───────┴───────┘
";
    assert_eq!(ran.stdout, expected);
}

#[test]
fn sudokusat_is_written_as_it_was_read() {
    let ran = satoku(
        &["solve", "--to", "sudokusat", "--from", "line"],
        "1.....3..4.....2\n",
    );
    let expected = "\
task: 1
puzzle size: 4x4
+-----+-----+
| 1 3 | 2 4 |
| 4 2 | 3 1 |
+-----+-----+
| 2 4 | 1 3 |
| 3 1 | 4 2 |
+-----+-----+
";
    assert_eq!(ran.stdout, expected);
    let again = satoku(&["solve"], expected);
    assert_eq!(again.stdout, expected);
}

#[test]
fn solve_json_is_one_object_a_line() {
    let ran = satoku(
        &["solve", "--to", "json"],
        &format!("# one\n{PUZZLE}\n{}\n", ".".repeat(80) + "x").replace('x', "1"),
    );
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["file"], "<stdin>");
    assert_eq!(lines[0]["line"], 2);
    assert_eq!(lines[0]["puzzle"], 1);
    assert_eq!(lines[0]["verdict"], "solved");
    assert_eq!(lines[0]["solution"], SOLVED);
    assert_eq!(lines[0]["backend"], "native");
    assert!(lines[0]["time_us"].is_u64());
    assert_eq!(lines[1]["puzzle"], 2);
    let none = satoku(
        &["solve", "--to", "json"],
        &format!("11{}\n", ".".repeat(79)),
    );
    assert!(none.stdout.contains("\"verdict\":\"unsatisfiable\""));
    assert!(!none.stdout.contains("solution\""));
}

#[test]
fn unique_says_none_one_or_several() {
    let input = "1.....3..4.....2\n1.......3......2\n11..............\n";
    for backend in ["native", "varisat"] {
        let ran = satoku(&["solve", "--unique", "--backend", backend], input);
        let lines: Vec<Vec<&str>> = ran
            .stdout
            .lines()
            .map(|l| l.split('\t').collect())
            .collect();
        assert_eq!(lines[0], ["one", "1324423124133142"]);
        assert_eq!((lines[1][0], lines[1].len()), ("several", 3));
        assert_ne!(lines[1][1], lines[1][2]);
        assert_eq!(lines[2], ["none"]);
        assert_eq!(ran.code, 1);
    }
    let grids = satoku(&["solve", "--unique", "--to", "grid"], "1.....3..4.....2\n");
    assert_eq!(
        grids.stdout,
        "one\n1 3 | 2 4\n4 2 | 3 1\n----+----\n2 4 | 1 3\n3 1 | 4 2\n"
    );
    let json = satoku(&["solve", "--unique", "--to", "json"], "................\n");
    assert!(json.stdout.contains("\"verdict\":\"several\"") && json.stdout.contains("\"second\""));
}

#[test]
fn count_prints_one_number_a_line() {
    let input = "................\n11..............\n1.......3......2\n";
    for backend in ["native", "varisat"] {
        let ran = satoku(&["count", "--backend", backend], input);
        assert_eq!((ran.stdout.as_str(), ran.code), ("288\n0\n3\n", 1));
        let ran = satoku(&["count", "--limit", "2", "--backend", backend], input);
        assert_eq!(ran.stdout, "2\n0\n2\n");
    }
    let json = satoku(
        &["count", "--to", "json", "--limit", "5"],
        "................\n",
    );
    assert!(
        json.stdout.contains("\"count\":5,\"exact\":false"),
        "{}",
        json.stdout
    );
}

#[test]
fn enumerate_shows_each_solution_once() {
    for backend in ["native", "varisat"] {
        let ran = satoku(&["enumerate", "--backend", backend], "1.......3......2\n");
        let mut lines: Vec<&str> = ran.stdout.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!((lines.len(), ran.code), (3, 0));
        let ran = satoku(
            &["enumerate", "--limit", "2", "--backend", backend],
            "1.......3......2\n",
        );
        assert_eq!(ran.stdout.lines().count(), 2);
        let none = satoku(&["enumerate", "--backend", backend], "11..............\n");
        assert_eq!((none.stdout.as_str(), none.code), ("no solution\n", 1));
    }
    let hdu = satoku(
        &["enumerate", "--to", "hdu", "--limit", "2"],
        "................\n",
    );
    assert_eq!(hdu.stdout.matches("\n\n").count(), 1);
}

/// Σ digit × weight of nine rows of nine digits, written down independently.
fn score_of(grid: &str) -> i64 {
    let rows = grid.lines().enumerate();
    rows.flat_map(|(r, row)| {
        let cells = row.split(' ').enumerate();
        cells.map(move |(c, digit)| {
            let ring = r.min(c).min(8 - r).min(8 - c) as i64;
            digit.parse::<i64>().unwrap() * (6 + ring)
        })
    })
    .sum()
}

#[test]
fn pyramid_shows_the_grid_on_request() {
    let input = support::read("judge/noip2009.in");
    let ran = satoku(&["pyramid", "--grid"], &input);
    assert_eq!(ran.stdout.lines().count(), 10);
    let (score, grid) = ran.stdout.split_once('\n').unwrap();
    assert_eq!((score, score_of(grid)), ("2829", 2829));
    let json = satoku(&["pyramid", "--to", "json"], &input);
    assert!(
        json.stdout
            .contains("\"verdict\":\"optimal\",\"maximum\":2829")
    );
}

#[test]
fn a_limit_is_told_as_not_proven_and_never_as_a_maximum() {
    let empty = format!("{}\n", ".".repeat(81));
    let ran = satoku(
        &["pyramid", "--method", "enumerate", "--model-limit", "3"],
        &empty,
    );
    assert!(
        ran.stdout.starts_with("not proven: best 2"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.ends_with("(model limit)\n"));
    assert_eq!(ran.code, 3);
    let large = ".".repeat(625);
    for (method, empty) in [("native", &large), ("sat", &large), ("enumerate", &empty)] {
        let args = [
            "pyramid",
            "--method",
            method,
            "--timeout",
            "0.2",
            "--model-limit",
            "1000000000",
        ];
        let ran = satoku(&args, empty);
        assert!(ran.stdout.starts_with("not proven: "), "{}", ran.stdout);
        assert!(ran.stdout.ends_with("(time limit)\n"), "{}", ran.stdout);
        assert_eq!(ran.code, 3);
    }
    let json = satoku(
        &[
            "pyramid",
            "--to",
            "json",
            "--method",
            "enumerate",
            "--model-limit",
            "3",
        ],
        &empty,
    );
    assert!(json.stdout.contains("\"verdict\":\"feasible\",\"score\":2"));
    assert!(!json.stdout.contains("maximum"));
}

#[test]
fn a_time_limit_holds_for_sat_and_for_native() {
    let hard = path("large/extable25-1.txt");
    for backend in ["native", "varisat"] {
        let ran = satoku(
            &["solve", "--backend", backend, "--timeout", "0.3", &hard],
            "",
        );
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("unknown: time limit\n", 3),
            "{backend}"
        );
    }
    let empty = format!("{}\n", ".".repeat(81));
    let ran = satoku(&["count", "--timeout", "0.2"], &empty);
    assert!(
        ran.stdout.starts_with("unknown: at least "),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, 3);
}

#[test]
fn encode_writes_the_same_bytes_every_time() {
    let args = ["encode", "--encoding", "minimal"];
    let first = satoku(&args, "1...............\n");
    assert_eq!(first.stdout, satoku(&args, "1...............\n").stdout);
    let lines: Vec<&str> = first.stdout.lines().collect();
    assert_eq!(lines[0], "c satoku box 2x2");
    assert_eq!(lines[1], "c satoku puzzle 1...............");
    assert_eq!(lines[2], "c satoku encoding minimal");
    assert_eq!(lines[4], "c varname 1 r1c1=1");
    assert_eq!(lines[67], "c varname 64 r4c4=4");
    assert_eq!(lines[68], "p cnf 64 305");
    assert_eq!(lines[69], "1 2 3 4 0");
    assert_eq!(*lines.last().unwrap(), "1 0");
    assert_eq!(lines.len(), 69 + 305);
}

#[test]
fn encode_sat_and_decode_come_full_circle() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for encoding in ["minimal", "efficient", "extended"] {
        let (cnf, model) = (file("puzzle.cnf"), file("model.txt"));
        let ran = satoku(&["encode", "--encoding", encoding, "-o", &cnf], PUZZLE);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 0));
        let ran = satoku(&["sat", &cnf, "-o", &model], "");
        assert_eq!(ran.code, 10);
        let ran = satoku(&["decode", "--cnf", &cnf, &model, "--to", "line"], "");
        assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n"), 0));
    }
    let none = satoku(&["encode"], &format!("11{}\n", ".".repeat(79)));
    let ran = satoku(&["sat"], &none.stdout);
    assert_eq!((ran.stdout.as_str(), ran.code), ("s UNSATISFIABLE\n", 20));
    let cnf = file("none.cnf");
    std::fs::write(&cnf, &none.stdout).unwrap();
    let ran = satoku(&["decode", "--cnf", &cnf], &ran.stdout);
    assert_eq!((ran.stdout.as_str(), ran.code), ("no solution\n", 1));
}

#[test]
fn sat_stops_at_its_time_limit_with_code_0() {
    let hard = path("large/extable25-1.txt");
    let cnf = satoku(&["encode", &hard], "").stdout;
    let ran = satoku(&["sat", "--timeout", "0.3"], &cnf);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("c time limit\ns UNKNOWN\n", 0)
    );
}

#[test]
fn compare_is_silent_on_right_answers_and_replays_wrong_ones() {
    let ran = satoku(
        &["compare", &path("known/small_4x4.txt"), "--limit", "300"],
        "",
    );
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(
        ran.stdout
            .starts_with("6 puzzles, 1314 answers, 0 left open: no disagreement")
    );
    // The line claims 5 solutions where there are 3: everybody else disagrees.
    let ran = satoku(&["compare", "-"], "1.......3......2:5\n");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("count differs: native enumerates: 3;"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("known: 5"));
    let replay = "printf '%s\\n' '1.......3......2:5' | satoku compare --from line --box 2x2 \
                  --alphabet digits --limit 10 --timeout 10 -";
    assert!(ran.stdout.contains(replay), "{}", ran.stdout);
    let again = satoku(
        &[
            "compare",
            "--from",
            "line",
            "--box",
            "2x2",
            "--alphabet",
            "digits",
            "--limit",
            "10",
            "-",
        ],
        "1.......3......2:5\n",
    );
    assert_eq!(again.stdout.lines().next(), ran.stdout.lines().next());
}

#[test]
fn compare_runs_on_random_puzzles_of_any_shape() {
    for shape in ["2x2", "2x3", "3x3"] {
        let ran = satoku(
            &["compare", "--random", "6", "--seed", "3", "--box", shape],
            "",
        );
        assert_eq!(ran.code, 0, "{}", ran.stdout);
        assert!(ran.stdout.starts_with("6 puzzles, "));
    }
    let json = satoku(&["compare", "--random", "2", "--json"], "");
    assert!(
        json.stdout.starts_with("{\"puzzles\":2,\"answers\":"),
        "{}",
        json.stdout
    );
}

#[test]
fn every_verb_has_help_with_an_example() {
    let verbs = [
        "solve",
        "count",
        "enumerate",
        "pyramid",
        "encode",
        "decode",
        "sat",
        "compare",
        "encodings",
        "completions",
        "formats",
        "solvers",
        "man",
    ];
    for verb in verbs {
        let ran = satoku(&[verb, "--help"], "");
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.contains("Examples:\n"), "{verb}");
        let page = satoku(&["man", verb], "");
        assert!(page.stdout.contains(".TH"), "{verb}");
    }
    assert!(satoku(&["--help"], "").stdout.contains("Exit codes:"));
    assert!(satoku(&["--version"], "").stdout.starts_with("satoku 0."));
    assert!(satoku(&["formats"], "").stdout.contains("sudokusat"));
    assert!(satoku(&["man"], "").stdout.contains("satoku"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(
            satoku(&["completions", shell], "")
                .stdout
                .contains("satoku")
        );
    }
}

#[test]
fn encodings_are_listed_with_their_sizes() {
    let ran = satoku(&["encodings"], "");
    for words in [
        ["minimal", "729", "8829"],
        ["efficient", "729", "11745"],
        ["extended", "729", "11988"],
        ["triad", "1215", "7695"],
    ] {
        let found = ran
            .stdout
            .lines()
            .any(|line| line.split_whitespace().take(3).eq(words.iter().copied()));
        assert!(found, "{words:?}\n{}", ran.stdout);
    }
}

#[test]
fn several_files_are_answered_in_order() {
    let (first, second) = (path("judge/noip2009.in"), path("judge/pyramid.in"));
    let ran = satoku(
        &["pyramid", &first, &second, "-"],
        &support::read("judge/noip2009.in"),
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("2829\n2864\n2829\n", 0));
}

#[test]
fn a_file_appears_only_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("answers.txt");
    let name = target.display().to_string();
    let ran = satoku(&["solve", "-o", &name], &format!("{PUZZLE}\n"));
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 0));
    assert_eq!(
        std::fs::read_to_string(&target).unwrap(),
        format!("{SOLVED}\n")
    );
    let ran = satoku(
        &["solve", "-o", &name],
        &format!("{PUZZLE}\n{PUZZLE}\nwrong\n"),
    );
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("the answers so far are kept in"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        std::fs::read_to_string(&target).unwrap(),
        format!("{SOLVED}\n")
    );
    let partial = folder.path().join("answers.txt.partial");
    assert_eq!(
        std::fs::read_to_string(partial).unwrap(),
        format!("{SOLVED}\n{SOLVED}\n")
    );
    let ran = satoku(&["solve", "-o", "/no/such/folder/x"], PUZZLE);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cannot be written"));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let many = format!("{PUZZLE}\n").repeat(5000);
    let mut child = command(&["solve", "-"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut stdin, many.as_bytes());
    drop(stdin);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
    assert_eq!(ended.status.code(), Some(0));
}

#[test]
fn answers_come_out_before_the_next_question_goes_in() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = command(&["solve", "--from", "line"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(stdin, "{PUZZLE}").unwrap();
        stdin.flush().unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), SOLVED);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_soon_and_keeps_what_is_done() {
    use std::io::Read;
    use std::time::{Duration, Instant};
    let empty = format!("{PUZZLE}\n{}\n", ".".repeat(81));
    for args in [
        vec!["count", "--from", "line"],
        vec!["count", "--from", "line", "--backend", "varisat"],
    ] {
        let mut child = command(&args).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut stdin, empty.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(600));
        let pid = child.id().to_string();
        let start = Instant::now();
        let kill = std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        assert!(start.elapsed() < Duration::from_secs(30));
        assert_eq!(status.code(), Some(130));
        let mut out = String::new();
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut out)
            .unwrap();
        assert!(out.starts_with("1\n"), "{out}");
    }
}

#[test]
fn colour_is_only_for_terminals() {
    let ran = satoku(&["solve", "--to", "pretty"], PUZZLE);
    assert!(!ran.stdout.contains('\u{1b}'));
}

#[test]
fn a_grid_too_large_for_pairwise_clauses_is_refused_before_the_work() {
    let line = format!("{}\n", vec!["."; 81 * 81].join(" "));
    let args = ["solve", "--backend", "varisat", "--presolve", "givens"];
    let ran = satoku(&args, &line);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("side 81 do not fit in memory"),
        "{}",
        ran.stderr
    );
}

#[test]
fn encode_takes_format_and_packing_from_the_file_name() {
    use std::io::Read;
    let folder = tempfile::tempdir().unwrap();
    let puzzle = "1...............\n";
    let plain = satoku(
        &["encode", "--as", "wcnf", "--objective", "pyramid"],
        puzzle,
    )
    .stdout;
    assert!(plain.contains("\n6 1 0\n12 2 0\n"), "{plain}");
    assert!(plain.ends_with("\nh 1 0\n"));
    assert!(!plain.contains("p wcnf"));
    for name in ["x.wcnf", "x.wcnf.gz", "x.wcnf.xz"] {
        let path = folder.path().join(name);
        let file = path.display().to_string();
        let ran = satoku(&["encode", "--objective", "pyramid", "-o", &file], puzzle);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let bytes = std::fs::read(&path).unwrap();
        let mut text = String::new();
        match name {
            "x.wcnf" => text = String::from_utf8(bytes).unwrap(),
            "x.wcnf.gz" => {
                flate2::read::GzDecoder::new(&bytes[..])
                    .read_to_string(&mut text)
                    .unwrap();
            }
            _ => {
                let mut reader = lzma_rust2::XzReader::new(&bytes[..], true);
                reader.read_to_string(&mut text).unwrap();
            }
        }
        assert_eq!(text, plain, "{name}");
    }
    let opb = satoku(&["encode", "--as", "opb"], puzzle).stdout;
    assert!(opb.starts_with("* #variable= 64 #constraint= 449\n* satoku box 2x2\n"));
    assert!(opb.ends_with("+1 x1 >= 1 ;\n"));
    let show = satoku(&["encode", "--show", "--encoding", "triad"], puzzle).stdout;
    let line = show
        .lines()
        .find(|line| line.starts_with("c p show 1 2 "))
        .unwrap();
    assert!(line.ends_with(" 63 64 0"));
    let name = folder.path().join("y.opb").display().to_string();
    for (args, says) in [
        (
            vec!["encode", "--objective", "pyramid"],
            "a CNF file has no place for it",
        ),
        (
            vec!["encode", "--as", "cnf", "-o", &name],
            "contradicts the file's ending",
        ),
    ] {
        let ran = satoku(&args, puzzle);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
}

#[test]
fn solutions_keep_their_order_with_any_number_of_workers() {
    let puzzles = format!("{EMPTY}\n{HARD}\n{NONE}\nno puzzle\n{EMPTY}\n{HARD}\n");
    let enumerate = |jobs: &str| {
        let args = [
            "enumerate",
            "--limit",
            "2000",
            "--on-error",
            "report",
            "--jobs",
            jobs,
        ];
        let ran = satoku(&args, &puzzles);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        ran.stdout
    };
    let expected = enumerate("1");
    assert_eq!(expected.lines().count(), 2 * 2000 + 4);
    for jobs in ["2", "3", "8"] {
        assert!(enumerate(jobs) == expected, "--jobs {jobs}");
    }
}

#[test]
fn malformed_lines_can_be_skipped_by_every_verb() {
    for verb in ["enumerate", "minimize", "canonical", "pyramid"] {
        let file = format!("{HARD}\nno puzzle\n{HARD}\n");
        let alone = satoku(&[verb], &format!("{HARD}\n{HARD}\n"));
        let skipped = satoku(&[verb, "--on-error", "skip"], &file);
        assert_eq!(skipped.stdout, alone.stdout, "{verb}");
        assert_eq!(skipped.code, 2, "{verb}: {}", skipped.stderr);
        assert!(
            skipped.stderr.contains("<stdin>:2:"),
            "{verb}: {}",
            skipped.stderr
        );
        let stopped = satoku(&[verb], &file);
        assert!(stopped.stdout.len() < alone.stdout.len(), "{verb}");
    }
}

#[test]
fn a_long_list_of_clashing_puzzles_is_summed_up() {
    let clash = format!("11{}\n", ".".repeat(79));
    for (puzzles, args) in [(5000, &["count", "--limit", "2"][..]), (150, &["minimize"])] {
        let ran = satoku(args, &clash.repeat(puzzles));
        assert_eq!(ran.stdout.lines().count(), puzzles);
        let lines: Vec<&str> = ran.stderr.lines().collect();
        let last = format!(
            "satoku: and {} more puzzles with clashing givens",
            puzzles - 100
        );
        assert_eq!(lines.last(), Some(&&*last));
        assert!(lines[199].starts_with("satoku: <stdin>:100: puzzle 100: "));
        assert_eq!(lines.len(), 201);
    }
}
