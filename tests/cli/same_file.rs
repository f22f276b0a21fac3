//! Options that name one file: what one of them holds would be lost.

use crate::support::{self, PUZZLE, Ran, command, satoku};
use std::path::Path;

/// Words, with files of this folder in place of those that begin with `@`.
fn arguments(folder: &Path, words: &str) -> Vec<String> {
    let argument = |word: &str| match word.split_once('@') {
        Some((start, name)) => format!("{start}{}", folder.join(name).display()),
        None => word.to_owned(),
    };
    words.split(' ').map(argument).collect()
}

/// Runs the program with these arguments.
fn run(folder: &Path, words: &str) -> Ran {
    let args = arguments(folder, words);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    satoku(&args, &format!("{PUZZLE}\n"))
}

#[test]
fn two_options_do_not_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let weights = vec!["1"; 81].join(" ") + "\n";
    let rules = include_str!("../../rules/diagonal.toml");
    let encoding = include_str!("../../encodings/minimal.toml");
    let files = [
        ("w", weights.as_str()),
        ("e", encoding),
        ("e.toml", encoding),
        ("r.toml", rules),
    ];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    for words in [
        "cubes - --solve --resume @a -o @a",
        "cubes - --solve --resume @a -o @./a",
        "cubes - --maximum --weights @w -o @w",
        "cubes - --maximum --solve --weights @w --resume @w",
        "cubes - --certify @a.zip -o @a.zip",
        "solve - --unique --certify @a.zip -o @a.zip",
        "count - --certify @a.zip -o @a.zip",
        "pyramid - --certify @a.zip -o @a.zip",
        "pyramid - --weights @w -o @w",
        "encode - --to wcnf --weights @w -o @w",
        "draw - --heat=@w -o @w",
        "encode - --encoding @e.toml -o @e.toml",
        "encode - --encoding @e -o @e",
        "solve - --backend varisat --encoding @e.toml -o @./e.toml",
        "solve - --member varisat:@e.toml -o @e.toml",
        "pyramid - --encoding @e.toml --certify @e.toml",
        "cubes - --to icnf --encoding @e.toml -o @e.toml",
        "compare - --encoding minimal --encoding @e.toml --html @e.toml",
        "encodings measure - --encoding @e.toml --csv @e.toml",
        "solve - --rules diagonal,@r.toml -o @r.toml",
        "count - --rules @r.toml --rules diagonal -o @r.toml",
        "enumerate - --rules @r.toml -o @r.toml",
        "candidates - --rules @r.toml -o @r.toml",
        "encode - --rules @r.toml -o @r.toml",
        "minimize - --rules @r.toml -o @r.toml",
        "draw - --rules @r.toml -o @r.toml",
        "generate --rules @r.toml -o @r.toml",
        "prove unique - --rules @r.toml -o @r.toml",
        "prove maximum - --weights @w -o @w",
        "cubes - --maximum --known @w -o @w",
        "decode - --cnf @w -o @w",
        "decode - --puzzles @w -o @w",
        "compare - --html @a --json=@a",
        "compare - --html @a -o @a",
        "compare --random 1 --resume @a --html @a",
        "compare --random 1 --findings @a --html @a",
        "compare --random 1 --resume @a -o @a",
        "encodings measure - --csv @a --html @a",
        "encodings measure - --csv @a --json @a",
    ] {
        let ran = run(folder, words);
        let says = "found one file, expected two; name another file for one of them";
        assert!(ran.stderr.contains(says), "{words}: {}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{words}");
        let named = ran.stderr.split(": found").next().unwrap();
        assert_eq!(named.matches("--").count(), 2, "{words}: {}", ran.stderr);
        assert_eq!(
            std::fs::read_dir(folder).unwrap().count(),
            files.len(),
            "{words}"
        );
        for (name, text) in files {
            assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), text);
        }
    }
}

#[test]
fn no_output_replaces_the_input() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let puzzles = format!("{PUZZLE}\n");
    std::fs::write(folder.join("p"), &puzzles).unwrap();
    std::fs::hard_link(folder.join("p"), folder.join("hard")).unwrap();
    for words in [
        "solve @p -o @p",
        "solve @p -o @./p",
        "solve @hard -o @p",
        "solve - @p -o @p",
        "solve @p --resume -o @p",
        "solve @p --unique --certify @p",
        "count @p -o @p",
        "enumerate @p -o @p",
        "candidates @p -o @p",
        "pyramid @p -o @p",
        "minimize @p -o @p",
        "canonical @p -o @p",
        "explain --redundant @p -o @p",
        "encode @p -o @p",
        "draw @p -o @p",
        "cubes @p -o @p",
        "cubes @p --solve --resume @p",
        "prove unique @p -o @p",
        "decode --puzzles @q @p -o @p",
        "compare @p --html @p",
        "compare @p -o @p",
        "compare @p --resume @p",
        "encodings measure @p --csv @p",
    ] {
        let ran = run(folder, words);
        let says = "found an input file, which would be replaced; name another file";
        assert!(ran.stderr.contains(says), "{words}: {}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{words}");
        assert_eq!(std::fs::read_to_string(folder.join("p")).unwrap(), puzzles);
    }
}

/// An output is written by way of other files.
#[test]
fn no_input_is_replaced_by_what_is_written_beside_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let puzzles = format!("{PUZZLE}\n");
    let names = ["p.partial", "p.resume.json", "p.resume.json.partial"];
    for name in names {
        std::fs::write(folder.join(name), &puzzles).unwrap();
    }
    let replaced = |name: &str| format!("found the input file {}", folder.join(name).display());
    let used = |name: &str| format!("both would use {}", folder.join(name).display());
    for (words, says) in [
        ("canonical @p.partial -o @p", replaced("p.partial")),
        (
            "solve @p.resume.json --resume -o @p",
            replaced("p.resume.json"),
        ),
        (
            "solve @p.resume.json.partial -o @p",
            replaced("p.resume.json.partial"),
        ),
        ("draw @p.partial -o @./p", replaced("p.partial")),
        ("sat @p.partial -o @p", replaced("p.partial")),
        ("compare @p.partial --html @p", replaced("p.partial")),
        (
            "cubes @p.partial --solve --resume @p",
            replaced("p.partial"),
        ),
        ("pyramid - --weights @p.partial -o @p", used("p.partial")),
        ("compare - --html @p.partial -o @p", used("p.partial")),
    ] {
        let ran = run(folder, words);
        assert!(ran.stderr.contains(&says), "{words}: {}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{words}");
        for name in names {
            assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), puzzles);
        }
    }
}

#[cfg(unix)]
#[test]
fn no_output_replaces_the_file_that_is_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let puzzles = format!("{PUZZLE}\n");
    std::fs::write(folder.join("p"), &puzzles).unwrap();
    std::fs::hard_link(folder.join("p"), folder.join("hard")).unwrap();
    std::os::unix::fs::symlink("p", folder.join("link")).unwrap();
    let from_file = |words: &str| {
        let args = arguments(folder, words);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let input = std::fs::File::open(folder.join("p")).unwrap();
        let ran = command(&args).stdin(input).output().unwrap();
        let stderr = String::from_utf8(ran.stderr).unwrap();
        (ran.status.code().unwrap(), ran.stdout, stderr)
    };
    for words in [
        "solve - -o @p",
        "solve -o @p",
        "solve -o @./p",
        "solve -o @hard",
        "solve -o @link",
        "solve /dev/stdin -o @p",
        "solve - @link -o @hard",
        "solve @q - -o @p",
        "solve --resume -o @p",
        "solve --unique --certify @p",
        "count -o @p",
        "minimize -o @p",
        "canonical -o @p",
        "encode -o @p",
        "draw -o @p",
        "cubes --solve --resume @p",
        "prove unique - -o @p",
        "decode --puzzles @q -o @p",
        "compare - --html @p",
    ] {
        let (code, stdout, stderr) = from_file(words);
        let says = "found an input file, which would be replaced; name another file";
        assert!(stderr.contains(says), "{words}: {stderr}");
        assert_eq!((code, &stdout[..]), (2, &b""[..]), "{words}");
        assert_eq!(std::fs::read_to_string(folder.join("p")).unwrap(), puzzles);
    }
    let (code, _, stderr) = from_file("decode --puzzles - @q -o @p");
    assert!(stderr.contains("found one file, expected two"), "{stderr}");
    assert_eq!(code, 2);
    assert_eq!(std::fs::read_to_string(folder.join("p")).unwrap(), puzzles);
    for words in ["solve -o @other", "solve - -o -", "solve -o /dev/stdout"] {
        let (code, _, stderr) = from_file(words);
        assert_eq!((code, stderr.as_str()), (0, ""), "{words}");
    }
}

/// Each answer would be the next puzzle, until the disk is full.
#[cfg(unix)]
#[test]
fn answers_are_not_appended_to_the_puzzles_that_they_answer() {
    use std::fs::OpenOptions;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p");
    let puzzles = format!("{PUZZLE}\n");
    std::fs::write(&path, &puzzles).unwrap();
    let appended = || OpenOptions::new().append(true).open(&path).unwrap();
    let named = path.display().to_string();
    let mut by_name = command(&["solve", &named]);
    let mut by_input = command(&["minimize"]);
    by_input.stdin(std::fs::File::open(&path).unwrap());
    for (command, name) in [(&mut by_name, named.as_str()), (&mut by_input, "-")] {
        let output = command.stdout(appended()).output().unwrap();
        let says = format!(
            "satoku: error: {name}: found the file that standard output goes to, expected another \
             one\n"
        );
        assert_eq!(String::from_utf8_lossy(&output.stderr), says);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), puzzles);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_in_memory_are_not_replaced_either() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        return;
    };
    std::fs::write(folder.path().join("p"), format!("{PUZZLE}\n")).unwrap();
    let ran = run(folder.path(), "solve @p -o @p");
    assert!(ran.stderr.contains("would be replaced"), "{}", ran.stderr);
    assert_eq!(ran.code, 2);
}

#[cfg(unix)]
#[test]
fn a_link_to_the_answers_of_cubes_is_not_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::os::unix::fs::symlink("answers", folder.join("link")).unwrap();
    assert_eq!(
        run(folder, "cubes - --count 3 --solve --resume @answers").code,
        0
    );
    let answers = std::fs::read_to_string(folder.join("answers")).unwrap();
    let ran = run(
        folder,
        "cubes - --count 3 --solve --resume @answers -o @link",
    );
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert_eq!(
        std::fs::read_to_string(folder.join("answers")).unwrap(),
        answers
    );
}

#[test]
fn an_output_of_one_option_may_go_to_another_file_and_to_dev_null() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(
        run(folder, "cubes - --count 3 --solve --resume @a -o @b").code,
        0
    );
    assert!(folder.join("b").exists());
    #[cfg(unix)]
    assert_eq!(
        run(folder, "compare --random 1 --html /dev/null -o /dev/null").code,
        0
    );
}

#[test]
fn the_name_of_something_built_in_is_not_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for words in [
        "encode --encoding minimal -o minimal",
        "solve --member varisat:triad -o triad",
        "generate --rules diagonal -o diagonal",
    ] {
        // Before there is a file of that name, and after.
        for _ in 0..2 {
            let args: Vec<&str> = words.split(' ').collect();
            let mut command = command(&args);
            command.current_dir(folder.path());
            let ran = support::run(&mut command, &format!("{PUZZLE}\n"));
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{words}");
        }
    }
}

/// The names of numbered pictures are not known before.
#[test]
fn numbered_pictures_replace_no_file_that_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let puzzle = format!("{PUZZLE}\n");
    let weights = vec!["1"; 81].join(" ") + "\n";
    let rules = include_str!("../../rules/diagonal.toml");
    std::fs::create_dir(folder.join("f")).unwrap();
    let files = [
        ("p-1.svg", puzzle.as_str()),
        ("f/0001.svg", &puzzle),
        ("f/0002.svg", &weights),
        ("r-1.toml", rules),
    ];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    std::fs::write(folder.join("two"), puzzle.repeat(2)).unwrap();
    for words in [
        "draw @p-1.svg -o @p-{}.svg",
        "solve @p-1.svg --to svg -o @p-{}.svg",
        "enumerate @p-1.svg --to svg -o @p-{}.svg",
        "minimize @p-1.svg --to svg -o @p-{}.svg",
        "draw @f/0001.svg -o @f/",
        "draw @f/0001.svg -o @f",
        "draw --heat=@f/0002.svg @two -o @f/../f/",
        "draw --rules @r-1.toml @two -o @r-{}.toml",
    ] {
        let ran = run(folder, words);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{words}");
        for (name, text) in files {
            // Pictures that replace nothing may have been written before.
            let kept = std::fs::read_to_string(folder.join(name)).unwrap();
            assert!(
                kept == text || (words.contains("two") && name == "f/0001.svg"),
                "{words}: {name}"
            );
        }
        let says = "found a file that this run reads, which would be replaced";
        assert!(ran.stderr.contains(says), "{words}: {}", ran.stderr);
        std::fs::write(folder.join("f/0001.svg"), &puzzle).unwrap();
    }
    let ran = run(folder, "draw @p-1.svg -o @other-{}.svg");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
#[cfg(unix)]
fn the_program_of_a_solver_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("solver");
    let text = "#!/bin/sh\necho 's UNKNOWN'\n";
    std::fs::write(&program, text).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let name = program.display().to_string();
    for command in [format!("{name} --quiet"), format!("'{name}' --quiet")] {
        let ran = satoku(&["solve", "--solver", &command, "-o", &name], PUZZLE);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains("--solver"), "{}", ran.stderr);
        assert_eq!(std::fs::read_to_string(&program).unwrap(), text);
    }
}
