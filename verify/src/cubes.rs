//! The cubes of a proof in parts. A cube is a set of literals that are assumed.
//! For each cube, a proof refutes the formula with the cube's literals as clauses; one more
//! refutes the formula with the negation of each cube, so that no model is outside of
//! them. Whether the cubes overlap does not matter. If the claim is about a score, prices
//! may bound the scores of a cube instead.

use crate::escape;
use crate::proof::ProofSystem;

/// Maximum number of cubes of a certificate; the manifest, which lists a file for each, cannot
/// be much longer.
pub const MAX_CUBES: u64 = 500_000;

/// The file with the refutation of a cube; cubes count from 1.
pub fn proof_of(cube: u64, system: ProofSystem) -> String {
    format!("cube-{cube}.{}", ending(system))
}

/// The file with the prices of a cube; cubes count from 1.
pub fn prices_of(cube: u64) -> String {
    format!("cube-{cube}.prices")
}

/// The file with the refutation of what is outside all cubes.
pub fn proof_of_cover(system: ProofSystem) -> String {
    format!("cover.{}", ending(system))
}

fn ending(system: ProofSystem) -> &'static str {
    match system {
        ProofSystem::Drat => "drat",
        ProofSystem::Lrat => "lrat",
    }
}

/// Reads `count` cubes, a line `a LITERALS 0` each, and nothing else.
pub fn read(text: &str, count: u64, variables: i32) -> Result<Vec<Vec<i32>>, String> {
    let mut cubes = Vec::new();
    for (number, line) in (1..).zip(text.split_terminator('\n')) {
        let words = line
            .strip_prefix("a ")
            .and_then(|rest| rest.strip_suffix('0'));
        let literal = |word: &str| {
            let literal: i32 = word.parse().ok()?;
            let is_plain = literal.to_string() == word;
            let fits = literal.unsigned_abs() <= variables.unsigned_abs();
            (is_plain && fits && literal != 0).then_some(literal)
        };
        let literals = words.and_then(|words| {
            let words = words.split_terminator(' ');
            words.map(literal).collect::<Option<Vec<i32>>>()
        });
        let plain = literals.filter(|literals| text_of(literals) == line);
        cubes.push(plain.ok_or_else(|| {
            let found = escape::quoted(line, 120);
            format!("{number}: found {found}, expected 'a', literals up to {variables}, and 0")
        })?);
    }
    let found = cubes.len() as u64;
    let is_whole = text.is_empty() || text.ends_with('\n');
    if found != count {
        return Err(format!(
            " found {found} lines, expected {count}, as in manifest.json"
        ));
    }
    if !is_whole {
        return Err(format!(
            "{found}: found no line break at the end of the line, expected one"
        ));
    }
    Ok(cubes)
}

fn text_of(literals: &[i32]) -> String {
    let words: String = literals.iter().map(|each| format!("{each} ")).collect();
    format!("a {words}0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Entry;
    use crate::text::MAX_TEXT;

    #[test]
    fn cubes_are_lines_in_one_form() {
        let all = read("a 1 -2 0\na 0\na 3 0\n", 3, 3);
        assert_eq!(all, Ok(vec![vec![1, -2], vec![], vec![3]]));
        assert_eq!(read("", 0, 3), Ok(Vec::new()));
        for wrong in [
            "a 1 0",
            "a 1 0\n\n",
            "a 4 0\n",
            "a  1 0\n",
            "a 01 0\n",
            "a +1 0\n",
            "a 0 0\n",
            "1 0\n",
            "a 1\n",
            "a 10\n",
            "a 1 0 \n",
            "a 1 0\na 2 0\n",
            "",
        ] {
            assert!(read(wrong, 1, 3).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_most_cubes_fit_into_a_manifest() {
        let shortest = Entry {
            name: proof_of(MAX_CUBES, ProofSystem::Drat),
            bytes: 1,
            sha256: "0".repeat(64),
        };
        let line = serde_json::to_string(&shortest).unwrap() + ",";
        assert!(MAX_CUBES * line.len() as u64 <= MAX_TEXT);
    }
}
