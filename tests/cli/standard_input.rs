//! Standard input is read once: whoever came second found it empty.

use crate::support::{PUZZLE, satoku};

#[test]
fn standard_input_has_one_reader() {
    for (words, first, second) in [
        ("solve - -", "FILE", "FILE"),
        ("pyramid --weights - -", "--weights", "FILE"),
        ("pyramid --weights -", "--weights", "FILE, which is omitted"),
        (
            "cubes --maximum --weights -",
            "--weights",
            "FILE, which is omitted",
        ),
        ("draw --heat=-", "--heat", "FILE, which is omitted"),
        ("encode --weights - --to opb -", "--weights", "FILE"),
        ("decode --cnf -", "--cnf", "SOLVER_OUTPUT, which is omitted"),
        ("decode --puzzles - -", "--puzzles", "SOLVER_OUTPUT"),
        ("verify --formula - --proof -", "--formula", "--proof"),
        (
            "encodings measure --variants - --variants -",
            "--variants",
            "--variants",
        ),
    ] {
        let args: Vec<&str> = words.split(' ').collect();
        let ran = satoku(&args, PUZZLE);
        let says = format!(
            "satoku: error: standard input can be read only once: found it as {first} and as \
             {second}; name a file for one of them\n"
        );
        assert_eq!(ran.stderr, says, "{words}");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{words}");
    }
}

/// What is not read cannot be read twice.
#[test]
fn an_omitted_file_that_is_not_read_is_no_reader() {
    let weights = vec!["1"; 16].join(" ");
    for (words, input) in [
        ("pyramid --explain --box 2x2 --weights -", weights.as_str()),
        (
            "encodings measure --encoding minimal --variants -",
            "1.....3..4.....2",
        ),
    ] {
        let args: Vec<&str> = words.split(' ').collect();
        let ran = satoku(&args, input);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{words}");
    }
}

#[test]
fn a_byte_order_mark_may_begin_a_formula_and_a_model() {
    let ran = satoku(&["sat"], "\u{feff}p cnf 1 1\n1 0\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (10, ""));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.cnf").display().to_string();
    let encoded = satoku(&["encode"], PUZZLE);
    let model = satoku(&["sat"], &encoded.stdout);
    std::fs::write(&file, format!("\u{feff}{}", encoded.stdout)).unwrap();
    let decode = ["decode", "--cnf", &file];
    let ran = satoku(&decode, &format!("\u{feff}{}", model.stdout));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(ran.stdout, satoku(&decode, &model.stdout).stdout);
}

#[test]
fn verify_names_standard_input_as_other_commands_do() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof.drat").display().to_string();
    std::fs::write(&proof, "0\n").unwrap();
    let ran = satoku(
        &["verify", "--formula", "-", "--proof", &proof],
        "p cnf x\n",
    );
    let told = ran.stdout + &ran.stderr;
    assert!(told.contains("<stdin>:1") && ran.code != 0, "{told}");
}
