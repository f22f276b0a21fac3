//! Whole lists of puzzles and large grids, solved by two engines that share no
//! code.
//!
//! Reads the files that ship with the repository, or `lines/*.txt` and
//! `large/*.txt` of the folder in `SATOKU_DATA`.

use crate::support::{self, command, satoku};
use std::path::{Path, PathBuf};

/// How many puzzles of each list varisat solves as well.
const BY_SAT: usize = 2000;

fn files(folder: &str, prefix: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(support::list(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|f| f.file_name().unwrap().to_string_lossy().starts_with(prefix));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn name(file: &Path) -> String {
    file.display().to_string()
}

#[test]
fn every_line_is_solved_and_both_engines_agree() {
    for file in files("lines", "") {
        let text = std::fs::read_to_string(&file).unwrap();
        let puzzles: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let native = satoku(&["solve", "--unique", "--from", "line", &name(&file)], "");
        assert_eq!(native.code, 0, "{}", native.stderr);
        let native: Vec<&str> = native.stdout.lines().collect();
        assert_eq!(native.len(), puzzles.len());
        let some = puzzles[..puzzles.len().min(BY_SAT)].join("\n");
        let args = [
            "solve",
            "--unique",
            "--from",
            "line",
            "--backend",
            "varisat",
        ];
        let sat = satoku(&args, &some);
        assert_eq!(sat.code, 0, "{}", sat.stderr);
        assert_eq!(sat.stdout.lines().count(), puzzles.len().min(BY_SAT));
        for (native, sat) in native.iter().zip(sat.stdout.lines()) {
            let [native, sat] = [native, sat].map(|line| line.split('\t').collect::<Vec<_>>());
            match native[0] {
                "one" => assert_eq!(native, sat, "{}", name(&file)),
                _ => assert_eq!((native[0], native.len()), (sat[0], sat.len())),
            }
        }
    }
}

#[test]
fn every_instruction_set_counts_what_the_other_search_counts() {
    for file in files("lines", "") {
        for limit in ["1", "2", "100"] {
            let args = ["count", "--limit", limit, &name(&file)];
            // With a time limit, puzzles are counted one at a time.
            let single = satoku(&[&args[..], &["--timeout", "60"]].concat(), "");
            assert_eq!(single.code, 0, "{}", single.stderr);
            for simd in ["avx512", "avx2", "portable"] {
                let ran = support::run(command(&args).env("SATOKU_SIMD", simd), "");
                if !ran.stderr.contains("this processor has no") {
                    assert_eq!((ran.code, &ran.stderr), (0, &single.stderr));
                    assert!(
                        ran.stdout == single.stdout,
                        "{} {simd} {limit}",
                        name(&file)
                    );
                }
            }
        }
    }
}

#[test]
fn every_large_table_is_solved_by_one_of_two_engines() {
    for file in files("large", "table") {
        let text = std::fs::read_to_string(&file).unwrap();
        let side = text.split("puzzle size: ").nth(1).unwrap();
        let side: usize = side.split('x').next().unwrap().parse().unwrap();
        if side > 64 {
            continue;
        }
        let solve = |backend: &str| {
            let args = [
                "solve",
                "--backend",
                backend,
                "--timeout",
                "60",
                &name(&file),
            ];
            satoku(&args, "").code
        };
        let codes = ["varisat", "native"].map(solve);
        // The other one may run out of time, but neither is wrong.
        let is_right = codes.contains(&0) && codes.iter().all(|code| [0, 3].contains(code));
        assert!(is_right, "{}: {codes:?}", name(&file));
    }
}
