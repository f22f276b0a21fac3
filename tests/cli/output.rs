//! Where answers go: files are written atomically, links stay links, pipes may
//! close, and interrupts keep what is done.

use crate::support::{
    EMPTY, HARD, NONE, PUZZLE, SOLVED, command, is_at_hand, quoted, run, satoku, soon,
};
#[cfg(unix)]
use crate::support::{await_lines, signals::send};
#[cfg(unix)]
use nix::sys::signal::Signal;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

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

/// It may hold puzzles that an interrupted run kept, or be a file of the user's own.
#[test]
fn a_partial_file_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("out.txt").display().to_string();
    let partial = format!("{name}.partial");
    std::fs::write(&partial, "mine\n").unwrap();
    for args in [&["solve"][..], &["solve", "--to", "json"], &["generate"]] {
        let ran = satoku(&[args, &["-o", &name]].concat(), PUZZLE);
        let says = format!(
            "satoku: error: {partial}: holds what an interrupted run left, or other data; move or \
             remove it, or name another output file\n"
        );
        assert_eq!((ran.stderr, ran.code), (says, 2), "{args:?}");
        assert_eq!(std::fs::read_to_string(&partial).unwrap(), "mine\n");
    }
    // A part of a formula is of no use.
    assert_eq!(satoku(&["encode", "-o", &name], PUZZLE).code, 0);
    assert!(!std::path::Path::new(&partial).exists());
    // The journal is that of answers which are complete.
    assert_eq!(satoku(&["solve", "--resume", "-o", &name], PUZZLE).code, 2);
    std::fs::remove_file(&name).unwrap();
    assert_eq!(satoku(&["solve", "--resume", "-o", &name], PUZZLE).code, 0);
    for text in ["mine\n", &format!("{PUZZLE}\nmine\n")] {
        std::fs::write(&partial, text).unwrap();
        let ran = satoku(&["generate", "-o", &name], "");
        assert!(ran.stderr.contains("or other data"), "{}", ran.stderr);
        assert_eq!(
            (ran.code, std::fs::read_to_string(&partial).unwrap()),
            (2, text.to_owned())
        );
    }
}

/// Others may have written to that file, and may write to it afterwards.
#[cfg(unix)]
#[test]
fn dev_stdout_is_written_to_where_it_stands() {
    use std::fs::{File, read_to_string};
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    for name in ["/dev/stdout", "/dev/fd/1"] {
        let mut file = File::create(&log).unwrap();
        writeln!(file, "first").unwrap();
        let mut run = command(&["solve", "-o", name]);
        let mut child = run.stdout(file.try_clone().unwrap()).spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{PUZZLE}").unwrap();
        assert!(child.wait().unwrap().success());
        writeln!(file, "last").unwrap();
        assert_eq!(
            read_to_string(&log).unwrap(),
            format!("first\n{SOLVED}\nlast\n")
        );
        let mut run = command(&["solve", "-o", "/dev/stderr"]);
        let mut child = run.stderr(file.try_clone().unwrap()).spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{PUZZLE}").unwrap();
        assert!(child.wait().unwrap().success());
        let text = read_to_string(&log).unwrap();
        assert!(text.ends_with(&format!("last\n{SOLVED}\n")), "{text}");
        let ran = satoku(&["solve", "--resume", "-o", name], PUZZLE);
        assert!(ran.stderr.contains("not a regular file"), "{}", ran.stderr);
        assert_eq!(ran.code, 2);
    }
}

#[test]
fn answers_come_out_before_the_next_question_goes_in() {
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
    let empty = format!("{PUZZLE}\n{EMPTY}\n");
    for args in [
        &["count", "--from", "line"][..],
        &["count", "--from", "line", "--backend", "varisat"],
    ] {
        let mut child = command(args).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(empty.as_bytes()).unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(answers.next().unwrap().unwrap(), "1");
        send(&child, Signal::SIGINT);
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
}

#[test]
fn colour_is_only_for_terminals() {
    let ran = satoku(&["solve", "--to", "pretty"], PUZZLE);
    assert!(!ran.stdout.contains('\u{1b}'));
}

#[test]
fn colour_can_be_forced_on_standard_output_but_not_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.txt");
    let name = file.display().to_string();
    let solve = |more: &[&str]| {
        let mut command = command(&[&["solve", "--to", "pretty"], more].concat());
        run(command.env("CLICOLOR_FORCE", "1"), PUZZLE)
    };
    assert!(solve(&[]).stdout.contains('\u{1b}'));
    let mut both = command(&["solve", "--to", "pretty"]);
    both.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert!(!run(&mut both, PUZZLE).stdout.contains('\u{1b}'));
    assert_eq!(solve(&["-o", &name]).code, 0);
    assert!(!std::fs::read_to_string(file).unwrap().contains('\u{1b}'));
}

/// Each puzzle redrew it.
#[cfg(unix)]
#[test]
fn the_progress_line_is_drawn_a_few_times_per_second() {
    if !is_at_hand("script") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let on_terminal = |term: &str, timeout: &str| {
        let text = format!(
            "{} generate --count 100000000 --timeout {timeout} -o {}",
            quoted(env!("CARGO_BIN_EXE_satoku")),
            quoted(folder.path().join(format!("made{term}.txt")))
        );
        let mut script = Command::new("script");
        script.args(["-qec", &text, "/dev/null"]).env("TERM", term);
        script.stdin(Stdio::piped()).stdout(Stdio::piped());
        script
    };
    for unknown in ["", "dumb"] {
        let shown = run(&mut on_terminal(unknown, "2.5"), "").stdout;
        assert!(!shown.contains(" puzzles in "), "{unknown}");
    }
    let mut child = on_terminal("xterm", "300").spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).split(b'\r');
    let lines = lines.map(|line| String::from_utf8(line.unwrap()).unwrap());
    let mut drawn = lines.filter(|line| line.contains(" puzzles in "));
    // At first it may be drawn more often.
    let later = drawn.nth(29).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!later.contains(" puzzles in 1s, "), "{later}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_device_a_device() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    for old in [None, Some("old")] {
        old.map_or(Ok(()), |old| std::fs::write(&target, old))
            .unwrap();
        let ran = satoku(
            &["solve", "-o", &link.display().to_string()],
            "1.....3..4.....2\n",
        );
        assert_eq!(ran.code, 0);
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(
            std::fs::read_to_string(&target).unwrap(),
            "1324423124133142\n"
        );
        std::fs::remove_file(&target).unwrap();
    }
    let ran = satoku(&["solve", "-o", "/dev/null"], "1.....3..4.....2\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(unix)]
#[test]
fn a_full_or_closed_stderr_costs_no_answer() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let clash = format!("{}\n", "11..............\n".repeat(300));
    let mut child = command(&["solve", "--from", "line"])
        .stderr(Stdio::from(full))
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(clash.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().lines().count(),
        300
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_while_encoding_keeps_the_answers_before() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out.txt");
    let small = "1.....3..4.....2\n".repeat(3);
    let large = format!("{}\n", vec!["."; 64 * 64].join(" ")).repeat(5);
    let name = target.display().to_string();
    let args = [
        "solve",
        "--from",
        "line",
        "--to",
        "json",
        "--backend",
        "varisat",
        "--mixed-sizes",
        "-o",
        &name,
    ];
    let mut child = command(&args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(format!("{small}{large}").as_bytes())
        .unwrap();
    let partial = folder.path().join("out.txt.partial");
    await_lines(&partial, 3);
    send(&child, Signal::SIGINT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let kept = std::fs::read_to_string(partial).unwrap();
    assert!(kept.lines().count() >= 3, "{kept}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_program_whose_reader_does_not_read() {
    let mut child = command(&["enumerate", "-"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(format!("{EMPTY}\n").as_bytes()).unwrap();
    drop(stdin);
    let output = child.stdout.as_ref().unwrap();
    let held = || rustix::io::ioctl_fionread(output).unwrap();
    // A pipe in which there is no more after a moment is full.
    let is_full = || {
        let before = held();
        std::thread::sleep(std::time::Duration::from_millis(200));
        before > 0 && held() == before
    };
    assert!(soon(is_full), "the pipe is not filled");
    send(&child, Signal::SIGINT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// An error was reported only at the end of the input.
#[test]
fn an_error_does_not_wait_for_more_input() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("three.txt");
    std::fs::write(&weights, "1 2 3").unwrap();
    let weights = weights.display().to_string();
    let mut child = command(&["pyramid", "--from", "line", "--weights", &weights, "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}", ".".repeat(81)).unwrap();
    // The pipe stays open: only the error can end the program.
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(2));
    drop(stdin);
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

/// A picture in the making was kept, and then kept the corrected command from its work.
#[test]
fn of_a_picture_that_failed_nothing_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.svg").display().to_string();
    for verb in [&["draw"][..], &["solve", "--to", "svg"]] {
        let args = [verb, &["-o", &picture]].concat();
        let ran = satoku(&args, &format!("{PUZZLE}\n{PUZZLE}\n"));
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(!ran.stderr.contains("kept"), "{}", ran.stderr);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        std::fs::write(format!("{picture}.partial"), "<svg").unwrap();
        let ran = satoku(&args, PUZZLE);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        std::fs::remove_file(&picture).unwrap();
    }
}

#[test]
fn a_folder_is_no_file_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("{}/new/", folder.path().display());
    let ran = satoku(&["solve", "-o", &name], PUZZLE);
    let says = format!("{name}: names a folder, expected a file to write");
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains(&says), "{}", ran.stderr);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_certificate_does_not_go_to_standard_output() {
    for args in [
        &["prove", "unique", "-o", "-"][..],
        &["solve", "--unique", "--certify", "-"],
    ] {
        let ran = satoku(args, PUZZLE);
        let says = "-: is standard output, expected a folder or an archive";
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
        assert!(!std::path::Path::new("-").exists(), "{args:?}");
    }
}
