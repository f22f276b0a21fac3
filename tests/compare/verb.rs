//! `satoku compare` from the outside.

use crate::support::{path, satoku};

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
    // The line claims 5 solutions where there are 3: every backend disagrees.
    let ran = satoku(&["compare", "-"], "1.......3......2:5\n");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout
            .contains("count differs: known: 5; all others: 3\n"),
        "{}",
        ran.stdout
    );
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
fn a_rating_is_not_a_count() {
    for note in [",17", " # 17", ";5", "\t9"] {
        let ran = satoku(&["compare", "-"], &format!("1.....3..4.....2{note}\n"));
        assert_eq!(ran.code, 0, "{note}: {}", ran.stdout);
    }
}

#[test]
fn questions_left_open_are_exit_code_3() {
    let ran = satoku(&["compare", "--random", "2", "--timeout", "0.000001"], "");
    assert_eq!(ran.code, 3, "{}", ran.stdout);
    assert!(!ran.stdout.contains(" 0 left open"), "{}", ran.stdout);
}

/// Reports replaced links and devices by private files.
#[cfg(unix)]
#[test]
fn reports_keep_links_and_devices() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [link, page] = ["link", "page.html"].map(|name| folder.path().join(name));
    std::fs::write(&page, "").unwrap();
    let mode = || std::fs::metadata(&page).unwrap().permissions().mode();
    let before = mode();
    std::os::unix::fs::symlink(&page, &link).unwrap();
    let html = format!("--html={}", link.display());
    let ran = satoku(
        &[
            "compare",
            "--random",
            "1",
            "--box",
            "2x2",
            "--encoding",
            "minimal",
            &html,
        ],
        "",
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(link.is_symlink());
    assert!(std::fs::read_to_string(&page).unwrap().contains("<html"));
    assert_eq!(mode(), before);
}
