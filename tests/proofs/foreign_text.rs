//! Text in a certificate is never mistaken for a verdict, and never reaches the
//! terminal as control characters.

use crate::support::certificates::{
    PYRAMID, Place, SMALL, agree, assert_change_is_rejected, assert_rejected, copy, forge,
    rejection, verify,
};
use crate::support::{HARD, command, quoted, run, satoku};
use std::path::Path;

/// Another puzzle, with another number of solutions.
const OTHER: &str = "1234............";

/// Clears the line and fakes a verdict.
const SPOOF: &str = "\x1b[2K\rverified: all is well\u{202e}";

/// Forges a file of the certificate of SMALL, and the manifest to match.
fn assert_forgery_is_found(file: &str, change: impl Fn(String) -> String, says: &str) {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    forge(&folder, file, change);
    assert_rejected(&folder, says);
    let ran = verify(&folder);
    assert!(!ran.stdout.contains("puzzle: "), "{}", ran.stdout);
}

#[test]
fn a_header_line_in_puzzle_txt_is_rejected() {
    assert_forgery_is_found(
        "puzzle.txt",
        |text| format!("puzzle,note\n{text}"),
        &format!("puzzle.txt: found 'puzzle,note' on line 1, expected '{SMALL}'"),
    );
    assert_forgery_is_found(
        "puzzle.txt",
        |text| format!("puzzle, {OTHER}\n{text}"),
        &format!("puzzle.txt: found 'puzzle, {OTHER}' on line 1, expected '{SMALL}'"),
    );
}

#[test]
fn a_comment_in_puzzle_txt_is_rejected() {
    assert_forgery_is_found(
        "puzzle.txt",
        |text| format!("# {OTHER}\n{text}"),
        &format!("puzzle.txt: found '# {OTHER}' on line 1, expected '{SMALL}'"),
    );
    assert_forgery_is_found(
        "puzzle.txt",
        |text| format!("{text}# {OTHER}\n"),
        &format!("puzzle.txt: found '# {OTHER}' on line 2, expected the end"),
    );
}

#[test]
fn a_note_behind_a_comma_in_puzzle_txt_is_rejected() {
    for separator in [", ", ";", ":", "\t", "#", " "] {
        assert_forgery_is_found(
            "puzzle.txt",
            |text| format!("{}{separator}{}\n", text.trim_end(), "x"),
            "puzzle.txt",
        );
    }
    assert_forgery_is_found(
        "puzzle.txt",
        |text| text.replace('\n', &format!(",{OTHER}\n")),
        &format!("puzzle.txt: found '{SMALL},{OTHER}' on line 1, expected '{SMALL}'"),
    );
}

#[test]
fn a_carriage_return_in_puzzle_txt_is_rejected() {
    assert_forgery_is_found(
        "puzzle.txt",
        |text| text.replace('\n', &format!(",\r{OTHER}\n")),
        &format!("puzzle.txt: found '{SMALL},\\r{OTHER}' on line 1"),
    );
    assert_forgery_is_found(
        "puzzle.txt",
        |text| text.replace('\n', "\r\n"),
        "\\r' on line 1",
    );
}

#[test]
fn a_puzzle_in_other_characters_is_rejected() {
    for change in [
        (|text| text.replace('.', "0")) as fn(String) -> String,
        |text| text.trim_end().to_owned(),
        |text| format!("{text}\n"),
        |text| format!("\u{feff}{text}"),
        |text| format!(" {text}"),
    ] {
        assert_forgery_is_found("puzzle.txt", change, "exactly as 'satoku prove' writes it");
    }
}

#[test]
fn a_comment_in_objective_txt_is_rejected() {
    let place = Place::new();
    let folder = place.prove(&["maximum"], PYRAMID, &[]);
    let forged = |change: &dyn Fn(String) -> String, says: &str| {
        assert_change_is_rejected(&folder, "objective.txt", change, says);
    };
    forged(
        &|text| format!("# All weights are 1.\n{text}"),
        "objective.txt: found '# All weights are 1.' on line 1, expected '# The score of",
    );
    forged(
        &|text| text.replace("direction highest", "direction highest # of all grids"),
        "expected 'direction highest'",
    );
    forged(
        &|text| text.replace(" 10 ", " +10 "),
        "objective.txt: found",
    );
    let ran = verify(&folder);
    let lines: Vec<&str> = ran.stdout.lines().rev().take(3).collect();
    let weights = "objective: weights 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 6 6 7 8 ";
    assert!(lines[1].starts_with(weights), "{}", ran.stdout);
    assert_eq!(lines[2], format!("puzzle: {}", PYRAMID.replace('0', ".")));
}

/// Asserts that a text has no control or invisible characters but line ends.
fn assert_plain(text: &str) {
    let wrong = |c| match c {
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control() && c != '\n' || c == '\u{feff}',
    };
    assert!(!text.contains(wrong), "{text:?}");
    let spoofs = text.lines().any(|line| line.starts_with("verified"));
    assert!(!spoofs, "{text:?}");
}

fn assert_plain_run(args: &[&str], input: &str) -> String {
    let ran = satoku(args, input);
    let said = ran.stdout + &ran.stderr;
    assert_plain(&said);
    assert!(said.contains("\\u{1b}"), "{said}");
    said
}

#[test]
fn no_field_of_a_manifest_moves_the_cursor() {
    let place = Place::new();
    let folder = place.prove(&["unique"], HARD, &[]);
    let spoofed = format!("{SPOOF}\nverified: {}", "x".repeat(10_000));
    for field in ["format", "box", "name", "claim", "unknown"] {
        let copy = copy(&folder);
        let path = copy.path().join("manifest.json");
        let text = std::fs::read_to_string(&path).unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
        match field {
            "name" => json["files"][0]["name"] = spoofed.clone().into(),
            "unknown" => json[&spoofed] = 1.into(),
            field => json[field] = spoofed.clone().into(),
        }
        std::fs::write(&path, json.to_string()).unwrap();
        let ran = verify(copy.path());
        assert_plain(&ran.stdout);
        assert!(rejection(&ran).chars().count() < 6000, "{field}");
    }
}

#[test]
fn no_text_of_a_certificate_moves_the_cursor() {
    let place = Place::new();
    let folder = place.prove(&["maximum"], PYRAMID, &[]);
    for file in [
        "puzzle.txt",
        "solutions.txt",
        "objective.txt",
        "formula.cnf",
    ] {
        let copy = copy(&folder);
        forge(copy.path(), file, |text| format!("{SPOOF} {text}"));
        let ran = verify(copy.path());
        assert_plain(&ran.stdout);
        rejection(&ran);
    }
    let copy = copy(&folder);
    std::fs::write(copy.path().join("\x1b[2K\rverified: x\n"), "").unwrap();
    assert_rejected(copy.path(), "\\u{1b}[2K\\rverified: x\\n: is not listed");
    assert_plain(&verify(copy.path()).stdout);
    let folder = place.prove(&["unique"], HARD, &[]);
    forge(&folder, "proof.drat", |text| format!("{SPOOF} {text}"));
    assert_rejected(&folder, "found '\\u{1b}[2K'");
    assert_plain(&verify(&folder).stdout);
    agree(&folder, |manifest| manifest.solver = SPOOF.into());
    assert_rejected(&folder, "manifest.json: solver: found '\\u{1b}[2K");
    assert_plain(&verify(&folder).stdout);
}

#[test]
fn no_file_name_moves_the_cursor() {
    let place = Place::new();
    let name = place.folder(&format!("{SPOOF}\nverified: x"));
    assert_plain_run(&["solve", &name], "");
    assert_plain_run(&["verify", &name], "");
    assert_plain_run(&["sat", &name], "");
    assert_plain_run(&["encodings", "show", &format!("{name}.toml")], "");
    assert_plain_run(&["pyramid", "--weights", &name], SMALL);
    assert_plain_run(&["solve", "-o", &format!("{name}/x")], SMALL);
    assert_plain_run(&["solve", "--solver", &quoted(&name)], SMALL);
    let cnf = format!("{name}.cnf");
    std::fs::write(&cnf, "p cnf 1 2\n1 0\n-1 0\n").unwrap();
    std::fs::write(&name, "s 1..x").unwrap();
    let encoded = place.folder("encoded.cnf");
    assert_eq!(satoku(&["encode", "-o", &encoded], SMALL).code, 0);
    for args in [
        &["solve", "--from", "line"][..],
        &["count"],
        &["sat"],
        &["decode", "--cnf", &encoded],
    ] {
        assert_plain_run(&[args, &[&name]].concat(), "");
    }
    let proof = place.folder("empty.drat");
    std::fs::write(&proof, "").unwrap();
    let ran = satoku(&["verify", "--formula", &cnf, "--proof", &proof], "");
    let (first, last) = ran.stdout.trim_end().rsplit_once('\n').unwrap();
    assert_plain(first);
    let place = last.strip_prefix("verified: ").unwrap();
    assert_plain(place);
    assert!(
        place.ends_with("\\nverified: x.cnf has no model."),
        "{last}"
    );
    assert_plain_run(&[&format!("--{SPOOF}\nverified: x")], "");
}

#[cfg(unix)]
#[test]
fn a_file_name_that_is_no_text_is_seen() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"/none/\xff\x1b[2K");
    let ran = run(command(&["verify"]).arg(name), "");
    assert_eq!(
        ran.stderr,
        "satoku: error: /none/\\xff\\u{1b}[2K: is not a certificate: there is no such folder; \
         'satoku prove' writes certificates\n"
    );
}

#[test]
fn no_name_of_a_variant_moves_the_cursor() {
    let board = r#""rows":4,"columns":4,"min":1,"max":4,"rules":["diagonal"]"#;
    let input = format!("{{\"id\":\"\u{202e}\u{9b}2J\",\"puzzle\":{{{board}}}}}");
    for verb in ["solve", "convert"] {
        for to in ["json", "f-puzzles"] {
            let ran = satoku(&[verb, "--from", "json", "--to", to, "-"], &input);
            assert_plain(&(ran.stdout + &ran.stderr));
            assert_eq!(ran.code, 0, "{verb} {to}");
        }
    }
}

#[test]
fn no_word_of_an_input_moves_the_cursor() {
    let place = Place::new();
    let file = |name: &str, text: &str| {
        std::fs::write(place.folder(name), text).unwrap();
        place.folder(name)
    };
    let word = "\x1b[2K\u{9b}A";
    for text in [
        format!("p cnf 1 1\n{word} 0\n"),
        format!("p cnf {word}\n"),
        format!("{word}\n"),
        format!("p cnf 1 1\n{}{word} 0\n", "7".repeat(9)),
    ] {
        assert_plain_run(&["sat", &file("x.cnf", &text)], "");
    }
    let long = format!("p cnf 1 1\n{} 0\n", "x".repeat(100_000));
    let ran = satoku(&["sat", &file("x.cnf", &long)], "");
    assert!(ran.stderr.len() < 300, "{}", ran.stderr.len());
    let weights = file("weights", &format!("1 {word}"));
    assert_plain_run(&["pyramid", "--weights", &weights], SMALL);
    let cnf = place.folder("y.cnf");
    assert_eq!(satoku(&["encode", "-o", &cnf], SMALL).code, 0);
    for text in [format!("s {word}\n"), format!("s SATISFIABLE\nv {word}\n")] {
        assert_plain_run(&["decode", "--cnf", &cnf, "-"], &text);
    }
    let toml = format!("name = \"x\"\n\"{word}\" = 1\n");
    assert_plain_run(&["encodings", "show", &file("x.toml", &toml)], "");
    assert_plain_run(&["solve", "--from", "line"], &format!("1..{word}\n"));
}

#[cfg(unix)]
#[test]
fn no_solver_moves_the_cursor() {
    let place = Place::new();
    let spoof = "printf '\\033[2K\\rverified: x\\n'; printf 's \\033[2K\\n'";
    let solver = place.script("solver", spoof);
    assert_plain_run(&["solve", "--solver", &solver], SMALL);
    assert_plain_run(&["solve", "--to", "json", "--solver", &solver], SMALL);
    assert_plain_run(&["count", "--solver", &solver], SMALL);
    assert_plain_run(
        &[
            "prove",
            "exactly",
            "3",
            "--solver",
            &solver,
            "-o",
            "/tmp/none",
            "-",
        ],
        SMALL,
    );
    let folder = place.prove(&["unique"], HARD, &[]).display().to_string();
    assert_plain_run(&["verify", &folder, "--checker", &solver], "");
    let refuses = place.script(
        "refuses",
        "printf 's NOT VERIFIED \\033[2K\\rverified: x\\n'",
    );
    assert_plain_run(&["verify", &folder, "--checker", &refuses], "");
}

#[cfg(unix)]
#[test]
fn no_report_of_a_comparison_moves_the_cursor() {
    let place = Place::new();
    let solver = place.script(
        "\x1b[2K\u{202e}verified",
        "printf '\\033[2K\\nverified: <b>x</b>\\n\\302\\233A'; exit 3",
    );
    let (html, json, found) = (
        place.folder("page.html"),
        place.folder("report.json"),
        place.folder("found"),
    );
    let mut args = vec![
        "compare", "--random", "1", "--box", "2x2", "--solver", &solver,
    ];
    let json_option = format!("--json={json}");
    args.extend(["--html", &html, "--findings", &found, &json_option]);
    assert_plain_run(&args, "");
    assert_plain_run(
        &[
            "compare", "--random", "1", "--box", "2x2", "--solver", &solver,
        ],
        "",
    );
    let lines = [
        "compare", "--random", "1", "--box", "2x2", "--json=-", "--solver", &solver,
    ];
    let ran = satoku(&lines, "");
    assert_plain(&ran.stdout);
    let files = std::fs::read_dir(&found)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.chain([html.into(), json.into()]).collect();
    assert!(files.len() >= 5, "{files:?}");
    for file in files {
        assert_plain(&file_name(&file));
        assert_plain(&std::fs::read_to_string(&file).unwrap());
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

#[cfg(unix)]
#[test]
fn a_state_of_a_comparison_names_no_files_and_no_commands() {
    let place = Place::new();
    let solver = place.script("crashes", "exit 3");
    let (state, found) = (place.folder("state.json"), place.folder("found"));
    let mut args = vec![
        "compare", "--random", "2", "--box", "2x2", "--solver", &solver,
    ];
    args.extend(["--resume", &state, "--findings", &found]);
    satoku(&args, "");
    let text = std::fs::read_to_string(&state).unwrap();
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    for group in json["groups"].as_array_mut().unwrap() {
        for field in ["kind", "culprit", "backend", "first", "said"] {
            group[field] = format!("../{SPOOF}\nverified").into();
        }
        group["smallest"]["box"] = "2x2; touch pwned".into();
    }
    std::fs::write(&state, json.to_string()).unwrap();
    let ran = satoku(&args, "");
    assert_plain(&ran.stdout);
    assert!(
        ran.stdout.contains("--box '2x2; touch pwned' "),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("/../"), "{}", ran.stdout);
}

#[test]
fn our_own_line_ends_and_colours_stay() {
    let ran = run(command(&["--nonsense"]).env("CLICOLOR_FORCE", "1"), "");
    assert!(ran.stderr.contains("\x1b[1m"), "{:?}", ran.stderr);
    assert!(ran.stderr.contains("\n\n"), "{:?}", ran.stderr);
}
