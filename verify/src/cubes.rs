//! A certificate whose proof is in parts. A cube is a set of literals that are assumed.
//! For each cube, a proof refutes the formula with the cube's literals as clauses; one more
//! refutes the formula with the negation of each cube, so that no model is outside of
//! them. Whether the cubes overlap does not matter.

use crate::escape;
use crate::file;
use crate::files::Files;
use crate::formula::Formula;
use crate::proof::ProofSystem;
use crate::refutation::Refutation;

/// Most cubes of a certificate.
pub const MAX_CUBES: u64 = 1_000_000;

/// The file with the refutation of a cube; cubes count from 1.
pub fn proof_of(cube: u64, system: ProofSystem) -> String {
    format!("cube-{cube}.{}", ending(system))
}

/// The file with the refutation of what is outside of all cubes.
pub fn proof_of_cover(system: ProofSystem) -> String {
    format!("cover.{}", ending(system))
}

fn ending(system: ProofSystem) -> &'static str {
    match system {
        ProofSystem::Drat => "drat",
        ProofSystem::Lrat => "lrat",
    }
}

/// The files of a proof: one, or those of so many cubes.
pub fn files(cubes: Option<u64>, system: ProofSystem) -> Vec<String> {
    let Some(cubes) = cubes else {
        return vec![system.file().to_owned()];
    };
    let mut files: Vec<String> = (1..=cubes).map(|cube| proof_of(cube, system)).collect();
    files.push(proof_of_cover(system));
    files.push(file::CUBES.to_owned());
    files
}

/// Reads so many cubes, a line `a LITERALS 0` each, and nothing else.
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
    if found != count || !is_whole {
        return Err(format!(
            " {found} lines, expected {count}, as the manifest says, each with its line break"
        ));
    }
    Ok(cubes)
}

fn text_of(literals: &[i32]) -> String {
    let words: String = literals.iter().map(|each| format!("{each} ")).collect();
    format!("a {words}0")
}

/// The refutations that are still to be checked, one after the other: a certificate holds
/// only if all do.
pub struct Refutations<'f> {
    formula: Formula,
    files: &'f dyn Files,
    system: ProofSystem,
    cubes: Option<Vec<Vec<i32>>>,
    /// How many were taken.
    taken: usize,
}

impl<'f> Refutations<'f> {
    pub(crate) fn new(
        formula: Formula,
        files: &'f dyn Files,
        system: ProofSystem,
        cubes: Option<Vec<Vec<i32>>>,
    ) -> Refutations<'f> {
        Refutations {
            formula,
            files,
            system,
            cubes,
            taken: 0,
        }
    }

    fn whole(&mut self) -> Option<Refutation<'f>> {
        let formula = std::mem::take(&mut self.formula);
        let file = self.system.file().to_owned();
        Some(Refutation::in_files(formula, self.files, self.system, file))
    }
}

impl<'f> Iterator for Refutations<'f> {
    type Item = Refutation<'f>;

    fn next(&mut self) -> Option<Refutation<'f>> {
        let index = self.taken;
        self.taken += 1;
        let Some(cubes) = &self.cubes else {
            return if index == 0 { self.whole() } else { None };
        };
        let (formula, part, file) = match cubes.get(index) {
            Some(cube) => {
                let mut formula = self.formula.clone();
                cube.iter().for_each(|literal| formula.add([*literal]));
                let number = index as u64 + 1;
                (
                    formula,
                    format!("cube {number}"),
                    proof_of(number, self.system),
                )
            }
            None if index == cubes.len() => {
                let mut formula = std::mem::take(&mut self.formula);
                for cube in cubes {
                    match cube.is_empty() {
                        true => formula.contradict(),
                        false => formula.add(cube.iter().map(|literal| -literal)),
                    }
                }
                let part = "outside of the cubes".to_owned();
                (formula, part, proof_of_cover(self.system))
            }
            None => return None,
        };
        let refutation = Refutation::in_files(formula, self.files, self.system, file);
        Some(refutation.of_part(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Memory;

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

    /// Every model of each part, with all assignments tried.
    #[test]
    fn the_parts_share_out_all_models() {
        let mut formula = Formula::default();
        formula.variables = 3;
        formula.add([1, 2, 3]);
        let holds = |formula: &Formula, bits: u32| {
            let is_true = |literal: &i32| (bits >> (literal.abs() - 1) & 1 == 1) == (*literal > 0);
            formula.clauses().all(|clause| clause.iter().any(is_true))
        };
        let files = Memory::default();
        let cubes = Some(vec![vec![1], vec![-1, 2], vec![2, 3]]);
        let parts = Refutations::new(formula.clone(), &files, ProofSystem::Drat, cubes);
        let parts: Vec<Formula> = parts.map(|each| each.formula).collect();
        assert_eq!(parts.len(), 4);
        for bits in 0..8 {
            let in_some = parts.iter().any(|part| holds(part, bits));
            assert_eq!(in_some, holds(&formula, bits), "{bits}");
        }
        let all = Refutations::new(formula, &files, ProofSystem::Drat, Some(vec![vec![]]));
        let parts: Vec<Formula> = all.map(|each| each.formula).collect();
        assert!((0..8).all(|bits| !holds(&parts[1], bits)));
    }
}
