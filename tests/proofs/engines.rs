//! Certificates written by other solvers, and accepted by other checkers.

use crate::support::certificates::{PYRAMID, Place, SETTLED, assert_verified, manifest};
use crate::support::{EMPTY, HARD, NONE, is_installed, quoted, satoku};
use std::io::Write;
use std::path::Path;
use std::process::Command;

#[cfg(unix)]
#[test]
fn solvers_that_refute_nothing_are_told() {
    let place = Place::new();
    let folder = place.folder("none");
    for (text, says) in [
        (
            "printf 's SATISFIABLE\\nv 1 0\\n'; exit 10",
            "solver: its model breaks clause 2: ",
        ),
        (
            "printf 's SATISFIABLE\\nv 1 0\\n'",
            "solver: its model breaks clause 2: ",
        ),
        (
            "printf 's SATISFIABLE\\nv 1 99999999 0\\n'; exit 10",
            "solver: its model has a value for variable 99999999, but the formula has only ",
        ),
        (
            "printf 's SATISFIABLE\\nv 1 0\\n'; exit 20",
            "solver: it ended with",
        ),
        ("echo s UNSATISFIABLE; exit 10", "solver: it ended with"),
        (
            "echo s UNSATISFIABLE; exit 20",
            "solver wrote no proof to {proof}, and the formula is not refuted without one; it is \
             kept in ",
        ),
        ("rm \"$2\"; echo s UNSATISFIABLE", "it removed proof.drat"),
        (
            "echo 1 2 0 > \"$2\"; echo s UNSATISFIABLE",
            "was rejected: proof.drat: lemma 1 (1 2 0) does not follow, by unit propagation or \
             as RAT; formula and proof are kept in ",
        ),
    ] {
        let solver = place.script("solver", text);
        let ran = satoku(
            &["prove", "unique", "-", "-o", &folder, "--solver", &solver],
            HARD,
        );
        assert!(ran.stderr.contains(says), "{text}: {}", ran.stderr);
        assert_eq!(ran.code, 4, "{text}");
        assert!(!Path::new(&folder).exists());
    }
}

/// Checkers that are shell scripts.
#[cfg(unix)]
#[test]
fn checkers_are_believed_or_told() {
    let place = Place::new();
    let folder = place.prove(&["unique"], HARD, &[]).display().to_string();
    let script = |text: &str| place.script("checker", text);
    let asked = |text: &str| {
        satoku(
            &[
                "verify",
                &folder,
                "--checker",
                &script(text),
                "--timeout",
                "5",
            ],
            "",
        )
    };
    let yes = asked("test -s \"$1\" -a -s \"$2\" && echo 's VERIFIED'");
    assert!(
        yes.stdout
            .contains("proof.drat: accepted (checker)\npuzzle: "),
        "{}",
        yes.stdout
    );
    let solver = asked("echo 's VERIFIED UNSAT'; exit 20");
    assert_eq!(solver.code, 0, "{}", solver.stdout);
    let both = asked("echo 's VERIFIED'; echo 's NOT VERIFIED'");
    assert_eq!(both.code, 1, "{}", both.stdout);
    let no = asked("echo 'c mode: DRAT'; echo 's NOT VERIFIED'; exit 1");
    assert!(
        no.stdout.contains("checker says 's NOT VERIFIED'"),
        "{}",
        no.stdout
    );
    assert_eq!((yes.code, no.code), (0, 1));
    for (text, says) in [
        ("kill -KILL $$", "signal 9"),
        ("exit 0", "without a verdict and printed nothing"),
        (
            "echo 's VERIFIED'; exit 1",
            "checker: it says VERIFIED, but ended with exit code 1, expected exit code 0 or 20",
        ),
        (
            "echo 'c VERIFIED'",
            "without a verdict and printed 'c VERIFIED'",
        ),
        ("echo 's VERIFIEDLY'", "without a verdict"),
        (
            "echo 'c trivial UNSAT'; echo 's VERIFIED'; exit 1",
            "it says VERIFIED, but",
        ),
        ("echo oh no >&2; exit 3", "printed 'oh no'"),
    ] {
        let ran = asked(text);
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
        assert_eq!(ran.code, 4);
    }
}

#[cfg(unix)]
#[test]
fn checkers_that_are_slow_or_missing_are_told() {
    let place = Place::new();
    let folder = place.prove(&["unique"], HARD, &[]).display().to_string();
    let slow = place.script("checker", "sleep 60");
    let ran = satoku(
        &["verify", &folder, "--checker", &slow, "--timeout", "1"],
        "",
    );
    assert!(
        ran.stdout.ends_with("unknown: time limit\n"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, 3);
    let ran = satoku(&["verify", &folder, "--checker", "/no/such/checker"], "");
    assert!(
        ran.stderr
            .contains("there is no program '/no/such/checker'; install it, or leave --checker out"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
}

/// A certificate holds nothing that is not checked.
#[cfg(unix)]
#[test]
fn the_comments_of_a_solver_are_left_out_of_its_proof() {
    let place = Place::new();
    let comment = "printf 'c x\\n0\\n  c done\\n' > \"$2\"; echo s UNSATISFIABLE";
    let solver = place.script("solver", comment);
    // Unit propagation alone refutes it.
    let clash = "11..............";
    let folder = place.prove(&["none"], clash, &["--solver", &solver]);
    let proof = std::fs::read_to_string(folder.join("proof.drat")).unwrap();
    assert_eq!(proof, "0\n");
    assert_verified(&folder);
}

/// Whoever writes a solver wants to see what was wrong with its proof.
#[cfg(unix)]
#[test]
fn a_rejected_proof_is_kept_beside_the_place_of_the_certificate() {
    let place = Place::new();
    let folder = place.folder("none");
    let solver = place.script("solver", "echo 1 2 0 > \"$2\"; echo s UNSATISFIABLE");
    for format in [&[][..], &["--proof-format", "lrat"]] {
        let args = ["prove", "unique", "-", "-o", &folder, "--solver", &solver];
        let ran = satoku(&[&args[..], format].concat(), HARD);
        assert_eq!(ran.code, 4, "{}", ran.stderr);
    }
    assert!(!Path::new(&folder).exists());
    for kept in ["rejected", "rejected-2"] {
        let kept = |name: &str| std::fs::read_to_string(format!("{folder}.{kept}/{name}")).unwrap();
        assert_eq!(kept("proof.drat"), "1 2 0\n");
        assert!(kept("formula.cnf").contains("p cnf "));
    }
}

#[test]
fn rate_accepts_our_proofs_and_rejects_forged_ones() {
    if !is_installed("rate") {
        return;
    }
    let place = Place::new();
    let claims = [
        (&["unique"][..], HARD),
        (&["none"], NONE),
        (&["maximum"], EMPTY),
    ];
    // Refuted with an empty proof: a clash, a full grid, and a bound that suffices.
    let trivial = [
        (&["none"][..], "11.............."),
        (&["unique"], "1234341221434321"),
        (&["maximum"], SETTLED),
    ];
    for (claim, puzzle) in claims.into_iter().chain(trivial) {
        for format in ["text", "binary"] {
            let folder = place.prove(claim, puzzle, &["--proof-format", format]);
            let folder = folder.display().to_string();
            let ran = satoku(&["verify", "--checker", "rate", &folder], "");
            assert!(
                ran.stdout.contains("proof.drat: accepted (rate)\npuzzle: "),
                "{}{}",
                ran.stdout,
                ran.stderr
            );
        }
    }
    for (claim, puzzle) in claims {
        let folder = place.prove(claim, puzzle, &[]);
        let [cnf, proof] = ["formula.cnf", "proof.drat"].map(|name| folder.join(name));
        let text = std::fs::read_to_string(&proof).unwrap();
        let lines = text.split_inclusive('\n');
        let half: String = lines.clone().take(lines.count() / 2).collect();
        std::fs::write(&proof, half).unwrap();
        let ran = Command::new("rate").args([&cnf, &proof]).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stdout);
        assert!(said.lines().any(|line| line == "s NOT VERIFIED"), "{said}");
    }
}

#[test]
fn cadical_proves_in_both_forms() {
    if !is_installed("cadical") {
        return;
    }
    let place = Place::new();
    for (claim, puzzle) in [
        (&["unique"][..], HARD),
        (&["none"], NONE),
        (&["maximum"], PYRAMID),
    ] {
        for solver in ["cadical", "cadical -q --no-binary {cnf} {proof}"] {
            let hints = ["--solver", solver, "--proof-format", "lrat"];
            assert_verified(&place.prove(claim, puzzle, &hints));
            let folder = place.prove(claim, puzzle, &["--solver", solver]);
            assert_verified(&folder);
            assert!(manifest(&folder).solver.starts_with("cadical"));
            let file = |name: &str| folder.join(name).display().to_string();
            let args = [
                "verify",
                "--formula",
                &file("formula.cnf"),
                "--proof",
                &file("proof.drat"),
            ];
            assert_eq!(satoku(&args, "").code, 0);
        }
    }
}

/// What the verifier reads and other checkers may not.
#[test]
fn checkers_get_formulas_and_proofs_in_their_plainest_form() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (cnf, proof, seen) = (file("u.cnf"), file("u.drat"), file("seen"));
    let plain = "p cnf 2 4\n1 2 0\n-1 2 0\n-2 1 0\n-2 -1 0\n2 0\n0\n";
    let checker = "sh -c 'cat \"$0\" \"$1\" > \"$2\"; echo s VERIFIED' {cnf} {proof} ";
    let checker = checker.to_owned() + &quoted(&seen);
    for (formula, steps) in [
        (
            "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
            "c hi\n2 0\n0\n",
        ),
        (
            "c x\n p cnf 2  4 \n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n%\n0\n",
            "2 0\n0\n",
        ),
        ("p cnf 2 4\n1\n2 0 -1 2\n0\n1 -2 0\t-1\t-2\t0\n", "\t2 0 0"),
    ] {
        std::fs::write(&cnf, formula).unwrap();
        std::fs::write(&proof, steps).unwrap();
        let args = ["verify", "--formula", &cnf, "--proof", &proof];
        let ran = satoku(&[&args[..], &["--checker", &checker]].concat(), "");
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{formula}");
        assert_eq!(std::fs::read_to_string(&seen).unwrap(), plain);
        // With whatever checkers are installed.
        let ran = satoku(&args, "");
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{formula}");
    }
}

#[cfg(unix)]
#[test]
fn a_result_in_place_of_a_proof_is_told() {
    let place = Place::new();
    let solver = place.script(
        "minisat",
        "echo UNSAT > \"$2\"; echo UNSATISFIABLE; exit 20",
    );
    let folder = place.folder("made");
    let ran = satoku(
        &["prove", "unique", "-", "-o", &folder, "--solver", &solver],
        HARD,
    );
    let says = "minisat: it wrote its result where a proof was expected; name a solver that writes \
                DRAT, such as 'cadical -q'";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert!(!Path::new(&folder).exists());
}

#[test]
fn an_answer_without_a_certificate_says_what_makes_one() {
    let place = Place::new();
    let folder = place.folder("made");
    let ran = satoku(
        &["solve", "--unique", "--certify", &folder],
        "1...............\n",
    );
    let says = "neither the exact number of solutions nor a maximum or a bound; more time, or \
                'satoku count --certify' with a --limit above the number of solutions, may give one\n";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn compressed_formulas_and_proofs_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let gzip = |name: &str, text: &str| {
        let packed = std::fs::File::create(file(name)).unwrap();
        let mut packed = flate2::write::GzEncoder::new(packed, flate2::Compression::default());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap();
        file(name)
    };
    let cnf = gzip("u.cnf.gz", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    let drat = gzip("u.drat.gz", "2 0\n0\n");
    let lrat = gzip("u.lrat.gz", "5 1 0 1 3 0\n6 0 5 2 4 0\n");
    for (proof, system) in [(drat, "DRAT"), (lrat, "LRAT")] {
        let ran = satoku(&["verify", "--formula", &cnf, "--proof", &proof], "");
        let says = format!("{proof}: read as {system}, ");
        assert!(
            ran.stdout.starts_with(&says),
            "{}{}",
            ran.stdout,
            ran.stderr
        );
        assert_eq!(ran.code, 0);
    }
    // A pipe, which can be read only once, whoever checks its proof.
    #[cfg(target_os = "linux")]
    {
        let args = ["verify", "--formula", &cnf, "--proof", "/dev/stdin"];
        let ran = satoku(&args, "2 0\n0\n");
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    }
    std::fs::write(file("plain.drat.gz"), "2 0\n0\n").unwrap();
    let args = [
        "verify",
        "--formula",
        &cnf,
        "--proof",
        &file("plain.drat.gz"),
    ];
    let ran = satoku(&args, "");
    let says = "plain.drat.gz: cannot be read: it is not compressed with gzip, although its name \
                says so; rename it\n";
    assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    std::fs::write(file("u.cnf"), "BZh91AY").unwrap();
    let ran = satoku(
        &["verify", "--formula", &file("u.cnf"), "--proof", &cnf],
        "",
    );
    assert!(
        ran.stderr
            .contains("u.cnf: cannot be read: is compressed with bzip2;"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
}

/// Clauses behind the line that ends files of SATLIB were ignored.
#[test]
fn nothing_but_a_0_follows_the_end_of_a_formula() {
    for end in ["%\n0\n", "%\n0\n\n", "%\n", "%\n\n0"] {
        let ran = satoku(&["sat"], &format!("p cnf 2 1\n1 0\n{end}"));
        assert_eq!(ran.code, 10, "{end}: {}", ran.stderr);
    }
    for end in [
        "%\n-1 0\n",
        "%\n0\n-1 0\n",
        "%\n5 0 foo\n",
        "%\n%\np cnf 1 1\n",
    ] {
        let ran = satoku(&["sat"], &format!("p cnf 2 1\n1 0\n{end}"));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{end}");
        assert!(
            ran.stderr.contains("nothing but 0 after the line '%'"),
            "{}",
            ran.stderr
        );
    }
}
