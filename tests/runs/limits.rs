//! Time limits hold at every size, and what does not fit in memory is refused with a
//! message. No test measures time: it is enough that each run ends.

use crate::support::{Ran, command, path};
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::process::Child;
use std::time::{Duration, Instant};

/// Far above every limit in this file, even on a busy machine.
const HANG: Duration = Duration::from_secs(300);

/// Runs the program and ends it if it hangs.
fn satoku(args: &[&str], input: &str) -> Ran {
    let mut child = command(args).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.as_bytes().to_owned();
    let writer = std::thread::spawn(move || {
        // The program may end without reading everything.
        let _ = stdin.write_all(&input);
    });
    let stdout = reader(child.stdout.take());
    let stderr = reader(child.stderr.take());
    let code = wait(&mut child).unwrap_or_else(|| panic!("{args:?} hangs"));
    writer.join().expect("the writer ends");
    Ran {
        stdout: stdout.join().expect("stdout is read"),
        stderr: stderr.join().expect("stderr is read"),
        code,
    }
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        let mut pipe = pipe.expect("output is piped");
        pipe.read_to_string(&mut text).expect("output is UTF-8");
        text
    })
}

fn wait(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    while start.elapsed() < HANG {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            return Some(status.code().expect("the program was not killed"));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// Rows of numbers: a shifted pattern, with other columns than the one that is tried first,
/// and every `step`-th cell given, or no cell if `step` is 0.
fn grid(rows: usize, columns: usize, step: usize) -> String {
    let side = rows * columns;
    let mut text = String::new();
    for row in 0..side {
        for column in 0..side {
            let shuffled = column / columns * columns + (column + 1) % columns;
            let digit = (columns * (row % rows) + row / rows + shuffled) % side + 1;
            // A step that does not divide the side mixes the rows.
            let is_given = step > 0 && (row * side + column + row / 3).is_multiple_of(step);
            let digit = if is_given { digit } else { 0 };
            write!(text, "{digit} ").unwrap();
        }
        text.push('\n');
    }
    text
}

fn assert_time_is_up(ran: &Ran, what: &str) {
    assert_eq!(ran.code, 3, "{what}: {} {}", ran.stdout, ran.stderr);
    let said = ran.stdout.starts_with("unknown: ") && ran.stdout.ends_with("time limit\n")
        || ran.stdout.ends_with("(time limit)\n");
    assert!(said, "{what}: {}", ran.stdout);
}

#[test]
fn every_verb_keeps_its_time_limit_on_1024x1024() {
    let half = grid(32, 32, 2);
    for args in [
        &["solve"][..],
        &["solve", "--backend", "cdcl"],
        &["solve", "--unique"],
        &["count"],
        &["enumerate"],
        &["minimize"],
        &["pyramid"],
    ] {
        let args = [args, &["--box", "32x32", "--timeout", "1"]].concat();
        assert_time_is_up(&satoku(&args, &half), &format!("{args:?}"));
    }
}

#[test]
fn splitting_keeps_its_time_limit_and_covers_everything() {
    let empty = grid(5, 5, 0);
    let runs: [(&[&str], &str); 4] = [
        (
            &["--maximum", "--box", "5x5"],
            "made 1 cube instead of about 100",
        ),
        (&["--maximum", "--box", "5x5", "--solve"], ""),
        (
            &["--count", "1000000", "--box", "5x5"],
            "instead of about 1000000",
        ),
        (&["--count", "1000000", "--box", "5x5", "--to", "icnf"], ""),
    ];
    for (options, says) in runs {
        let ran = satoku(&[&["cubes", "--timeout", "1"], options].concat(), &empty);
        assert_eq!(ran.code, 3, "{options:?}: {} {}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(says), "{options:?}: {}", ran.stderr);
    }
}

#[test]
fn clause_learning_keeps_its_time_limit_on_225x225() {
    let args = ["solve", "--backend", "cdcl", "--box", "15x15"];
    let ran = satoku(
        &[&args[..], &["--timeout", "0.5"]].concat(),
        &grid(15, 15, 0),
    );
    assert_time_is_up(&ran, "cdcl");
}

#[test]
fn varisat_keeps_its_time_limit_while_it_is_given_144x144() {
    let empty = grid(12, 12, 0);
    for presolve in ["none", "givens", "locked", "alldifferent"] {
        let args = ["solve", "--backend", "varisat", "--encoding", "commander"];
        let limits = ["--presolve", presolve, "--box", "12x12", "--timeout", "1"];
        let ran = satoku(&[&args[..], &limits].concat(), &empty);
        assert_time_is_up(&ran, presolve);
    }
}

#[test]
fn sizes_that_do_not_fit_in_memory_are_refused_with_an_estimate() {
    let ran = satoku(
        &["solve", "--backend", "cdcl", "--box", "4x79"],
        &grid(4, 79, 0),
    );
    let said = "unknown: 31554496 candidates are left on 316×316 cells and would take about \
                3.8 GB of memory; at most 16777216 are accepted\n";
    assert_eq!((ran.stdout.as_str(), ran.code), (said, 3));
    let sparse = grid(32, 32, 5000);
    for verb in ["solve", "count", "enumerate"] {
        let ran = satoku(&[verb, "--box", "32x32"], &sparse);
        assert!(
            ran.stdout
                .contains("candidates are left on 1024×1024 cells"),
            "{verb}: {}",
            ran.stdout
        );
        assert_eq!(ran.code, 3, "{verb}");
    }
    let args = ["encode", "--presolve", "givens", "--box", "32x32"];
    let ran = satoku(&args, &sparse);
    assert!(
        ran.stderr.contains("at most 100000000 are accepted"),
        "{}",
        ran.stderr
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

#[test]
fn encode_keeps_its_time_limit_and_writes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.cnf");
    let name = file.display().to_string();
    let (empty, half) = (grid(15, 15, 0), grid(32, 32, 2));
    for presolve in ["none", "givens", "locked", "alldifferent"] {
        for (shape, text) in [("15x15", &empty), ("32x32", &half)] {
            if (presolve, shape) == ("none", "32x32") {
                continue;
            }
            let args = ["encode", "--presolve", presolve, "--box", shape];
            let ran = satoku(
                &[&args[..], &["--timeout", "1", "-o", &name]].concat(),
                text,
            );
            let said = "satoku: error: the formula was not finished: time limit\n";
            assert_eq!(
                (ran.stderr.as_str(), ran.code),
                (said, 3),
                "{presolve} {shape}"
            );
            assert!(!file.exists());
        }
    }
}

#[test]
fn encode_is_not_limited_where_there_is_time() {
    let puzzle = "1.....3..4.....2\n";
    let limited = satoku(&["encode", "--timeout", "100"], puzzle);
    assert_eq!(limited.stdout, satoku(&["encode"], puzzle).stdout);
    assert_eq!(limited.code, 0);
}

/// Weights for which it takes seconds to see that there are too many sums.
const HUGE: &str = "\
-488974850,272686665,168723365,-719919180,-205527342,966976506,296908414,18022223,343724115
247370366,-859277844,300515102,-971721966,951672655,798451156,7668780,-443041502,182801014
-496778087,-588232685,540063683,9883194,161732570,796287290,180323947,22960728,-147159999
372388373,849030896,-676553694,-501951293,363352895,-674393438,864113090,988216538,123523096
-162617272,591826252,-967472631,441845164,669098783,-862493528,-657691246,628287049,269376693
-908111255,-353032625,675201516,-933402777,768604193,858705584,-421399898,15220939,277214859
543662608,976021287,887236124,-167616905,533581380,692450872,978044335,-83164307,-151822551
563638617,719938488,238904066,-45183559,-711916977,887351790,-215052511,-790718450,-922934033
-708009091,62754042,-534024082,-445989537,443197553,-63349531,672830881,345716944,836582957
";

#[test]
fn the_best_scores_of_huge_weights_keep_the_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.csv");
    std::fs::write(&file, HUGE).unwrap();
    let name = file.display().to_string();
    let args = ["pyramid", "--top", "1000000", "--weights", &name];
    let puzzle =
        "................12.....3..............1...................2..6...7.1..8.3.....5..\n";
    for method in ["auto", "native"] {
        let options = ["--timeout", "0.3", "--method", method];
        let ran = satoku(&[&args[..], &options].concat(), puzzle);
        assert_eq!(ran.code, 3, "{} {}", ran.stdout, ran.stderr);
        // On a busy machine the limit may come before the proof.
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(said.contains("time limit"), "{said}");
    }
}

#[test]
fn generate_ends_at_its_time_limit_and_keeps_what_was_made() {
    let args = ["generate", "--kind", "minimal", "--count", "100000000"];
    let ran = satoku(&[&args[..], &["--timeout", "0.5"]].concat(), "");
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let made = ran.stdout.lines().count();
    let said = format!(
        "satoku: error: puzzle {} was not made: time limit\n",
        made + 1
    );
    assert_eq!(ran.stderr, said);
    assert!(made > 0);
    let again = satoku(&["generate", "--kind", "minimal", "--count", "1"], "");
    assert!(ran.stdout.starts_with(&again.stdout));
}

#[test]
fn generate_keeps_what_was_made_for_a_file_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made.txt");
    let name = file.display().to_string();
    let args = ["generate", "--count", "100000000", "--timeout", "0.5", "-o"];
    let ran = satoku(&[&args[..], &[&name]].concat(), "");
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("the answers so far are kept in"),
        "{}",
        ran.stderr
    );
    assert!(!file.exists());
    let kept = std::fs::read_to_string(format!("{name}.partial")).unwrap();
    assert!(kept.lines().all(|line| line.len() == 81) && !kept.is_empty());
}

/// The limit was not looked at while comments were compressed, and a part of the formula
/// stayed beside it.
#[test]
fn a_formula_that_is_not_finished_in_time_leaves_nothing() {
    let empty = ".".repeat(64 * 64);
    for name in ["empty.cnf", "empty.cnf.xz", "empty.opb.gz"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name).display().to_string();
        let args = ["encode", "--timeout", "0.3", "-o", &file];
        let ran = satoku(&args, &empty);
        assert_eq!(ran.code, 3, "{name}: {}", ran.stderr);
        let says = "satoku: error: the formula was not finished: time limit\n";
        assert_eq!(ran.stderr, says, "{name}");
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            0,
            "{name}"
        );
    }
}

#[test]
fn generate_ends_at_its_time_limit_within_one_large_puzzle() {
    for kind in ["proper", "solution"] {
        let args = [
            "generate",
            "--box",
            "32x32",
            "--kind",
            kind,
            "--timeout",
            "0.5",
        ];
        let ran = satoku(&args, "");
        let said = "satoku: error: puzzle 1 was not made: time limit\n";
        assert_eq!((ran.stderr.as_str(), ran.code), (said, 3), "{kind}");
    }
}

#[test]
fn sat_shows_every_variable_of_an_ordinary_header() {
    let ran = satoku(&["sat"], "p cnf 5 3\n-2 4 0\n2 0\n-3 0\n");
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("s SATISFIABLE\nv 1 2 -3 4 -5 0\n", 10)
    );
}

#[test]
fn several_threads_on_one_hard_grid_find_its_only_solution() {
    let hard = path("large/extable36-6.txt");
    let solve = |jobs| satoku(&["solve", "--check", "none", "--jobs", jobs, &hard], "");
    let [one, three] = ["1", "3"].map(solve);
    assert_eq!(one.stdout, three.stdout);
    assert_eq!((one.code, three.code), (0, 0));
    let limited = ["solve", "--jobs", "3", "--timeout", "0.3"];
    let ran = satoku(
        &[&limited[..], &[&path("large/extable25-1.txt")]].concat(),
        "",
    );
    assert_time_is_up(&ran, "three threads");
}

/// An endless proof of deletions, and a device without an end.
#[test]
fn verify_ends_in_time_whatever_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("x.cnf");
    std::fs::write(&formula, "p cnf 3 3\n1 2 0\n-1 2 3 0\n1 -3 0\n").unwrap();
    let check = |proof: &str| {
        let formula = formula.display().to_string();
        let args = [
            "verify",
            "--formula",
            &formula,
            "--proof",
            proof,
            "--timeout",
            "1",
        ];
        satoku(&args, "").code
    };
    assert!([1, 3].contains(&check("/dev/zero")));
    let endless = folder.path().join("endless");
    let made = std::process::Command::new("mkfifo").arg(&endless).status();
    assert!(made.unwrap().success());
    let path = endless.clone();
    let writer = std::thread::spawn(move || {
        let mut pipe = std::fs::File::options().write(true).open(path).unwrap();
        while pipe.write_all(b"d 1 2 3 0\nc comment\n").is_ok() {}
    });
    assert_eq!(check(&endless.display().to_string()), 3);
    writer.join().unwrap();
}
