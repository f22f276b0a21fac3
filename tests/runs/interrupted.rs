//! What a run that was interrupted keeps, and where the next one continues.

use crate::place::Place;
use crate::support::signals::{await_handler, send};
use crate::support::{self, PUZZLE, await_lines, command, quoted, script};
use nix::sys::signal::Signal;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Starts a run over `in.txt`, and interrupts it once this many answers are written.
fn interrupt(place: &Place, args: &[&str], answers: usize) {
    let (input, output) = (place.file("in.txt"), place.file("out.txt"));
    let mut command = command(args);
    let child = command.arg(input).arg("-o").arg(output).spawn().unwrap();
    await_lines(&place.file("out.txt.partial"), answers);
    send(&child, Signal::SIGINT);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
}

#[test]
fn an_interrupted_line_is_not_answered() {
    let many = support::EMPTY;
    let place = Place::new(&format!("{PUZZLE}\n{many}\n"));
    for engine in [&["--backend", "native"][..], &["--backend", "varisat"]] {
        let args = [&["count", "--resume", "--jobs", "2"], engine].concat();
        interrupt(&place, &args, 1);
        assert_eq!(place.read("out.txt.partial"), b"1\n", "{engine:?}");
        // The next run starts with the line that was interrupted.
        place.write("in.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
        let ran = place.run(&args);
        assert_eq!((ran.code, place.read("out.txt")), (0, b"1\n1\n".to_vec()));
        place.write("in.txt", format!("{PUZZLE}\n{many}\n"));
        std::fs::remove_file(place.file("out.txt")).unwrap();
    }
}

/// Where puzzles were answered together, those that took long were kept only with all others
/// of their block: a run that was interrupted in each block made no progress.
#[test]
fn each_answer_that_takes_long_is_kept() {
    let place = Place::new(&format!("{}\n", support::EMPTY).repeat(30));
    let args = ["count", "--resume", "--jobs", "1", "--timeout", "0.2"];
    interrupt(&place, &args, 3);
    let journal = place.read("out.txt.resume.json");
    let journal: serde_json::Value = serde_json::from_slice(&journal).unwrap();
    let checkpoints = journal["checkpoints"].as_array().unwrap();
    let puzzles = |checkpoint: &serde_json::Value| checkpoint["puzzles"].as_u64();
    let kept = checkpoints.iter().filter_map(puzzles).max();
    assert!(kept >= Some(3), "{journal}");
}

/// The best score so far of a puzzle that was interrupted was written as if it were its answer.
#[test]
fn an_interrupted_maximum_is_not_an_answer() {
    let empty = format!("{}\n", ".".repeat(625));
    let place = Place::new(&empty);
    let (input, output) = (place.file("in.txt"), place.file("out.txt"));
    let args = ["pyramid", "--box", "5x5", "--check", "none"];
    let child = command(&args).arg(input).arg("-o").arg(output).spawn();
    let child = child.unwrap();
    await_handler(&child);
    // A score is soon found, but not shown.
    std::thread::sleep(Duration::from_secs(3));
    send(&child, Signal::SIGINT);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
    let kept = std::fs::read_to_string(place.file("out.txt.partial")).unwrap_or_default();
    assert_eq!(kept, "");
}

/// Measures `in.txt` with a solver that never answers its call of this number. Returns the
/// command and the file with a line for each call.
fn measuring(place: &Place, args: &[&str], hangs_at: usize) -> (Command, PathBuf) {
    let log = place.file("log.txt");
    let text = format!(
        "echo >> {log}; test $(wc -l < {log}) -lt {hangs_at} || exec sleep 600; echo 's UNKNOWN'",
        log = quoted(&log)
    );
    let solver = script(place.0.path(), "solver", &text);
    let mut run = command(&["encodings", "measure", "--solver"]);
    run.arg(solver).args(args).arg(place.file("in.txt"));
    (run, log)
}

/// What such a run writes that is interrupted when its solver hangs.
fn measured_until(place: &Place, args: &[&str], hangs_at: usize) -> String {
    let (mut run, log) = measuring(place, args, hangs_at);
    let child = run.stdout(Stdio::piped()).spawn().unwrap();
    await_lines(&log, hangs_at);
    send(&child, Signal::SIGINT);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
    String::from_utf8(ended.stdout).unwrap()
}

#[test]
fn the_figures_of_measured_puzzles_are_kept() {
    let place = Place::new(&format!("{PUZZLE}\n").repeat(3));
    let csv = place.file("out.csv").display().to_string();
    measured_until(&place, &["--encoding", "minimal", "--csv", &csv], 3);
    let figures = std::fs::read_to_string(csv).unwrap();
    let rows: Vec<_> = figures.lines().skip(1).collect();
    assert_eq!(rows.len(), 2, "{figures}");
    for row in rows {
        assert_eq!(row.split(',').nth(3), Some("2"), "{figures}");
    }
}

#[test]
fn the_figures_of_measured_variants_are_kept() {
    const DIAGONAL: &str = r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","rules":["diagonal"],"candidates":{"r1c1":[1]}}"#;
    let place = Place::new(&format!("{DIAGONAL}\n").repeat(2));
    let calls_of_one = {
        let (mut run, log) = measuring(&place, &["--first", "1", "--variants"], 1_000_000);
        let ran = run.output().unwrap();
        assert_eq!(ran.status.code(), Some(3), "{ran:?}");
        let calls = std::fs::read_to_string(&log).unwrap().lines().count();
        std::fs::remove_file(log).unwrap();
        calls
    };
    let figures = measured_until(&place, &["--variants"], calls_of_one + 1);
    let rows: Vec<_> = figures.lines().skip(1).collect();
    assert_eq!(rows.len(), 2 * calls_of_one, "{figures}");
    for row in rows {
        assert_eq!(row.split_whitespace().nth_back(5), Some("1"), "{figures}");
    }
}
