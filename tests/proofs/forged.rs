//! A certificate with a forged file is rejected.

use crate::support::certificates::{
    PYRAMID, Place, SMALL, agree, assert_change_is_rejected, assert_rejected, assert_verified,
    copy, forge, lines,
};
use crate::support::{EMPTY, HARD, NONE};
use satoku::certify::manifest::Manifest;

#[test]
fn a_formula_that_announces_other_variables_is_rejected() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    forge(&folder, "formula.cnf", |text| {
        text.replace("p cnf 64 ", "p cnf 65 ")
    });
    assert_rejected(&folder, "has 65 variables, expected 64");
}

#[test]
fn a_file_that_no_certificate_needs_is_not_read_to_its_end() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let claim = std::fs::File::options()
        .write(true)
        .open(folder.join("claim.txt"));
    claim.and_then(|file| file.set_len((64 << 20) + 1)).unwrap();
    agree(&folder, |_| {});
    assert_rejected(&folder, "claim.txt: has more than 67108864 bytes");
}

#[test]
fn a_formula_with_a_comment_in_another_encoding_is_rejected() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let path = folder.join("formula.cnf");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.splice(0..0, *b"c \xff\n");
    std::fs::write(&path, bytes).unwrap();
    agree(&folder, |_| {});
    assert_rejected(&folder, "expected nothing but clauses");
}

#[test]
fn forged_proofs_are_rejected() {
    let place = Place::new();
    for (claim, puzzle) in [
        (&["unique"][..], HARD),
        (&["none"], NONE),
        (&["maximum"], EMPTY),
    ] {
        let folder = place.prove(claim, puzzle, &[]);
        let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
            let copy = copy(&folder);
            forge(copy.path(), "proof.drat", |text| {
                lines(text, |all| change(all))
            });
            assert_rejected(copy.path(), says);
        };
        forged(&|all| all[0] = "1 0".into(), "does not follow");
        forged(
            &|all| all.insert(0, "0".into()),
            "lemma 1 (0) does not follow",
        );
        forged(
            &|all| all.truncate(all.len() / 2),
            "without a contradiction",
        );
        forged(&|all| all.clear(), "without a contradiction");
        forged(&|all| all[0] = "1 x 0".into(), "proof.drat:1: found 'x'");
        let copy = copy(&folder);
        forge(copy.path(), "proof.drat", |text| {
            text[..text.len() / 2].trim_end_matches(" 0\n").into()
        });
        assert_rejected(copy.path(), "proof.drat");
        let bytes = std::fs::read(
            place
                .prove(claim, puzzle, &["--proof-format", "binary"])
                .join("proof.drat"),
        )
        .unwrap();
        std::fs::write(copy.path().join("proof.drat"), &bytes[..bytes.len() / 2]).unwrap();
        agree(copy.path(), |_| {});
        assert_rejected(copy.path(), "proof.drat");
    }
}

#[test]
fn forged_formulas_are_rejected() {
    let place = Place::new();
    for (claim, puzzle) in [(&["exactly", "3"][..], SMALL), (&["maximum"], PYRAMID)] {
        let folder = place.prove(claim, puzzle, &[]);
        let clauses = std::fs::read_to_string(folder.join("formula.cnf"))
            .unwrap()
            .lines()
            .count()
            - 1;
        let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
            let copy = copy(&folder);
            forge(copy.path(), "formula.cnf", |text| {
                lines(text, |all| {
                    change(all);
                    let header: Vec<&str> = all[0].split(' ').collect();
                    all[0] = format!("p cnf {} {}", header[2], all.len() - 1);
                })
            });
            assert_rejected(copy.path(), says);
        };
        for place in (1..=clauses).step_by(clauses / 30).chain([clauses]) {
            forged(
                &|all| drop(all.remove(place)),
                "formula.cnf: lacks the clause",
            );
            forged(
                &|all| all.push(all[place].clone()),
                "formula.cnf: has the clause",
            );
            let flip = |line: &str| {
                line.strip_prefix('-')
                    .map_or(format!("-{line}"), str::to_owned)
            };
            forged(&|all| all[place] = flip(&all[place]), "formula.cnf: ");
        }
        forged(
            &|all| all.push("0".into()),
            "has the clause '0', which does not belong there",
        );
        forged(
            &|all| all[0] = all[0].replacen("p cnf ", "p cnf 1", 1),
            "variables, expected",
        );
        forged(&|all| all[1] = "x 0".into(), "formula.cnf:2: found 'x'");
        // Clauses may come in any order.
        let copy = copy(&folder);
        forge(copy.path(), "formula.cnf", |text| {
            lines(text, |all| all[1..].reverse())
        });
        assert_verified(copy.path());
    }
}

#[test]
fn forged_solutions_are_rejected() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let forged = |change: &dyn Fn(&mut Vec<String>), says: &str| {
        let copy = copy(&folder);
        forge(copy.path(), "solutions.txt", |text| {
            lines(text, |all| change(all))
        });
        assert_rejected(copy.path(), says);
    };
    forged(&|all| drop(all.remove(1)), "expected 3 grids, found 2");
    forged(
        &|all| all.push(all[0].clone()),
        "expected 3 grids, found more",
    );
    forged(&|all| all[2] = all[0].clone(), "grid 3: occurs twice");
    forged(
        &|all| all[0].replace_range(1..2, "1"),
        "grid 1: row 1 has 1 twice",
    );
    forged(
        &|all| all[0].replace_range(0..1, "2"),
        "grid 1: r1c1 holds 2, but 1 was given",
    );
    forged(
        &|all| all[0].replace_range(1..2, "."),
        "grid 1: r1c2 is empty",
    );
    forged(
        &|all| all[0].replace_range(1..2, "5"),
        "solutions.txt:1:2: found '5'",
    );
    // A wrong count, in the manifest and in the claim.
    let copy = copy(&folder);
    forge(copy.path(), "claim.txt", |text| text.replace('3', "2"));
    forge(copy.path(), "solutions.txt", |text| {
        lines(text, |all| drop(all.pop()))
    });
    agree(copy.path(), |manifest| manifest.solutions = 2);
    assert_rejected(copy.path(), "formula.cnf: has the clause");
}

#[test]
fn forged_claims_and_manifests_are_rejected() {
    let place = Place::new();
    let unique = place.prove(&["unique"], HARD, &[]);
    let none = place.prove(&["none"], NONE, &[]);
    for (folder, other) in [(&unique, &none), (&none, &unique)] {
        let swapped = copy(folder);
        std::fs::copy(other.join("claim.txt"), swapped.path().join("claim.txt")).unwrap();
        agree(swapped.path(), |_| {});
        assert_rejected(swapped.path(), "claim.txt: expected 'The puzzle");
        for file in ["puzzle.txt", "solutions.txt", "formula.cnf", "proof.drat"] {
            let swapped = copy(folder);
            std::fs::copy(other.join(file), swapped.path().join(file)).unwrap();
            assert_rejected(swapped.path(), file);
            agree(swapped.path(), |_| {});
            // The proof of one may happen to prove the other.
            if file != "proof.drat" {
                assert_rejected(swapped.path(), "");
            }
        }
    }
    let lies = |change: &dyn Fn(&mut Manifest), says: &str| {
        let copy = copy(&unique);
        agree(copy.path(), |manifest| change(manifest));
        assert_rejected(copy.path(), says);
    };
    lies(
        &|manifest| manifest.files[3].bytes += 1,
        "as the manifest says",
    );
    lies(
        &|manifest| manifest.files[4].sha256 = "0".repeat(64),
        "does not have the SHA-256",
    );
    lies(&|manifest| drop(manifest.files.pop()), "each once");
    lies(
        &|manifest| manifest.files[0].name = "../claim.txt".into(),
        "each once",
    );
    lies(
        &|manifest| manifest.shape = Some("1x9".into()),
        "claim.txt: expected",
    );
    lies(
        &|manifest| manifest.shape = Some("0x9".into()),
        "found box '0x9'",
    );
    lies(&|manifest| manifest.version = 2, "version 2, expected");
    lies(
        &|manifest| manifest.solutions = 0,
        "contradicts 0 solutions",
    );
    lies(&|manifest| manifest.score = Some(3), "the score 3");
}

#[test]
fn the_proof_of_another_certificate_is_judged_by_the_formula() {
    let place = Place::new();
    let small = place.prove(&["exactly", "3"], SMALL, &[]);
    let none = place.prove(&["none"], NONE, &[]);
    let maximum = place.prove(&["maximum"], EMPTY, &[]);
    for (folder, other) in [
        (&small, &none),
        (&none, &small),
        (&maximum, &none),
        (&none, &maximum),
    ] {
        let swapped = copy(folder);
        std::fs::copy(other.join("proof.drat"), swapped.path().join("proof.drat")).unwrap();
        agree(swapped.path(), |_| {});
        assert_rejected(swapped.path(), "proof.drat");
    }
}

#[test]
fn forged_objectives_are_rejected() {
    let place = Place::new();
    let folder = place.prove(&["maximum"], PYRAMID, &[]);
    let forged = |change: &dyn Fn(String) -> String, says: &str| {
        assert_change_is_rejected(&folder, "objective.txt", change, says);
    };
    forged(
        &|text| text.replacen("weights\n6", "weights\n7", 1),
        "r1c1: the reduced number",
    );
    forged(
        &|text| text.replacen("rows\n", "rows\n1", 1),
        "r1c1: the reduced number",
    );
    forged(
        &|text| text.replace("constant 2", "constant 3"),
        "the constants make 2745",
    );
    forged(&|text| text.replace("score 2829", "score 2830"), "not 2830");
    forged(&|text| text.replace("highest", "lowest"), "direction");
    forged(
        &|text| {
            let text = text.replace("score 2829", "score 2830");
            text.replace("reduced-score 84", "reduced-score 85")
        },
        "states a score that is not that of the grid",
    );
    forged(&|text| text + "1\n", "found '1', expected the end");
    forged(&|text| text.replace("boxes", "bocks"), "expected boxes");
    // All weights doubled, and every number that depends on them.
    let copy = copy(&folder);
    forge(copy.path(), "objective.txt", |text| {
        let double = |word: &str| {
            word.parse()
                .map_or(word.to_owned(), |n: i64| (2 * n).to_string())
        };
        let line = |line: &str| line.split(' ').map(double).collect::<Vec<_>>().join(" ");
        let double_unless_comment = |text: &str| match text.starts_with('#') {
            true => text.to_owned(),
            false => line(text),
        };
        let doubled: Vec<String> = text.lines().map(double_unless_comment).collect();
        doubled.join("\n") + "\n"
    });
    assert_rejected(copy.path(), "the grid scores 5658, not 2829");
    forge(copy.path(), "claim.txt", |text| {
        text.replace("2829", "2830")
    });
    agree(copy.path(), |manifest| manifest.score = Some(2830));
    assert_rejected(copy.path(), "the grid scores 5658, not 2830");
}

#[test]
fn more_than_the_grids_in_solutions_txt_is_rejected() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    let forged = |file: &str, change: fn(String) -> String, says: &str| {
        let copy = copy(&folder);
        forge(copy.path(), file, change);
        assert_rejected(copy.path(), says);
    };
    forged(
        "solutions.txt",
        |text| format!("# the only ones\n{text}"),
        "solutions.txt: found '# the only ones' on line 1",
    );
    forged(
        "claim.txt",
        |text| format!("{text}\n\n"),
        "claim.txt: expected 'The puzzle in puzzle.txt has exactly 3 solutions.' and the end",
    );
    forged(
        "formula.cnf",
        |text| format!("c another\n{text}"),
        "formula.cnf: found 'c another' on line 1, expected nothing but clauses",
    );
    forged(
        "formula.cnf",
        |text| format!("{text}%\n0\n"),
        "formula.cnf: found '%' on line ",
    );
    forged(
        "formula.cnf",
        |text| format!("{text}%\nanother\n"),
        "found 'another', expected nothing but 0 after the line '%'",
    );
}

#[test]
fn a_file_that_is_not_listed_is_rejected() {
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    std::fs::write(folder.join("README.txt"), SMALL).unwrap();
    assert_rejected(&folder, "README.txt: is not listed in manifest.json");
    std::fs::rename(folder.join("README.txt"), folder.join(".hidden")).unwrap();
    assert_rejected(&folder, ".hidden: is not listed in manifest.json");
    std::fs::remove_file(folder.join(".hidden")).unwrap();
    std::fs::create_dir(folder.join("more")).unwrap();
    assert_rejected(&folder, "more: is a folder");
    std::fs::remove_dir(folder.join("more")).unwrap();
    assert_verified(&folder);
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_in_a_certificate_is_rejected() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let folder = place.prove(&["exactly", "3"], SMALL, &[]);
    for name in ["puzzle.txt", "manifest.json", "proof.drat"] {
        let copy = copy(&folder);
        let away = place.0.path().join(format!("{name}.away"));
        std::fs::rename(copy.path().join(name), &away).unwrap();
        symlink(&away, copy.path().join(name)).unwrap();
        assert_rejected(copy.path(), &format!("{name}: is a symbolic link"));
    }
    let other = copy(&folder);
    symlink("/dev/null", other.path().join("notes")).unwrap();
    assert_rejected(other.path(), "notes: is a symbolic link");
}
