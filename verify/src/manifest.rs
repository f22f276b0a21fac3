//! `manifest.json`: the kind of claim, and the sizes and hashes of the other files.

use crate::claim::Claim;
use crate::cubes::{self, MAX_CUBES};
use crate::escape;
use crate::file;
use crate::files::Files;
use crate::json_mistake::json_mistake;
use crate::parts::{CubeProof, Proof};
use crate::proof::{ProofSystem, StopCheck};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io::{self, Read};

pub const FORMAT: &str = "satoku certificate";
pub const VERSION: u32 = 1;

/// Maximum number of solutions that a certificate counts.
const MAX_SOLUTIONS: u64 = 10_000;

/// The most characters of a solver's name.
const MAX_NAME: usize = 255;

/// Why a claim is not shown by prices.
pub const NO_PRICES: &str = "prices say nothing about this claim";

/// The contents of the file.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub format: String,
    pub version: u32,
    pub claim: ClaimKind,
    pub solutions: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// What no score is beyond, if that is claimed and the best score is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<i64>,
    /// Rows x columns of one box; none if the puzzle is a variant.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Who wrote the proof. Nothing depends on it.
    pub solver: String,
    #[serde(default)]
    pub proof: Evidence,
    /// Number of cubes; the proof has one part per cube and a last one that they cover
    /// everything. Absent if the proof is whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cubes: Option<u64>,
    pub files: Vec<Entry>,
}

/// The kinds of claim.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    None,
    Unique,
    /// Several solutions, all of them shown.
    Exactly,
    Maximum,
    Minimum,
    /// A solution, and a score that none exceeds.
    AtMost,
    /// A solution, and a score that none falls below.
    AtLeast,
}

impl ClaimKind {
    /// As in the file.
    fn name(self) -> &'static str {
        match self {
            ClaimKind::None => "none",
            ClaimKind::Unique => "unique",
            ClaimKind::Exactly => "exactly",
            ClaimKind::Maximum => "maximum",
            ClaimKind::Minimum => "minimum",
            ClaimKind::AtMost => "at-most",
            ClaimKind::AtLeast => "at-least",
        }
    }
}

/// What shows that the claim is true.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// A refutation in DRAT; of single cubes it may be prices.
    #[default]
    Drat,
    /// A refutation in LRAT; of single cubes it may be prices.
    Lrat,
    /// Prices, of the whole puzzle or of each cube.
    Prices,
}

/// A file of the certificate.
#[derive(PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    pub bytes: u64,
    pub sha256: String,
}

/// The fields as they are written; of files nothing but that each is an object.
#[derive(Deserialize)]
struct Written {
    #[serde(rename = "files")]
    _files: Vec<Object>,
    #[serde(flatten)]
    fields: BTreeMap<String, Value>,
}

/// Any JSON object, which is not kept.
struct Object;

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        deserializer.deserialize_map(Object)
    }
}

impl<'de> Visitor<'de> for Object {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object, M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(self)
    }
}

impl Manifest {
    /// Reads the file, in which each thing can be said in one way; or says what is wrong, and
    /// where.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        let wrong = |why: String| format!("{}: {why}", file::MANIFEST);
        let unreadable = |error: serde_json::Error| json_mistake(file::MANIFEST, text, &error);
        let mut manifest: Manifest = serde_json::from_str(text).map_err(unreadable)?;
        let Written { mut fields, .. } = serde_json::from_str(text).map_err(unreadable)?;
        // Early certificates do not name the proof system.
        fields
            .entry("proof".to_owned())
            .or_insert_with(|| json!(Evidence::default()));
        // There may be hundreds of thousands of files.
        let files = std::mem::take(&mut manifest.files);
        let expected = serde_json::to_value(&manifest).map_err(unreadable)?;
        manifest.files = files;
        if let Some((name, found)) = fields
            .iter()
            .find(|(name, found)| expected.get(name) != Some(found))
        {
            let shown = |value: &Value| escape::quoted(&value.to_string(), 40);
            let expected = expected.get(name).map_or("nothing".into(), shown);
            return Err(wrong(format!(
                "{name}: found {}, expected {expected}",
                shown(found)
            )));
        }
        let solver = &manifest.solver;
        let is_visible = escape::is_plain(solver) && !solver.trim().is_empty();
        if solver.chars().count() > MAX_NAME || !is_visible {
            return Err(wrong(format!(
                "solver: found {}, expected a name of at most {MAX_NAME} visible characters",
                escape::quoted(solver, 40)
            )));
        }
        Ok(manifest)
    }

    /// The file that holds the puzzle.
    pub fn puzzle_file(&self) -> &'static str {
        match self.shape {
            Some(_) => file::PUZZLE,
            None => file::PUZZLE_JSON,
        }
    }

    /// The form of the proof, if such a proof can show this claim.
    pub fn proof(&self, claim: Claim) -> Result<Proof, String> {
        if self.cubes.is_some_and(|cubes| cubes > MAX_CUBES) {
            return Err(format!("expected at most {MAX_CUBES} cubes"));
        }
        let may_have_prices = claim.score().is_some() && self.shape.is_some();
        let system = match self.proof {
            Evidence::Drat => ProofSystem::Drat,
            Evidence::Lrat => ProofSystem::Lrat,
            Evidence::Prices if !may_have_prices => {
                return Err(NO_PRICES.into());
            }
            Evidence::Prices => {
                return Ok(self.cubes.map_or(Proof::Prices, Proof::PricedCubes));
            }
        };
        let names = self.files.iter().map(|entry| &*entry.name);
        let listed: HashSet<&str> = names.filter(|_| may_have_prices).collect();
        let proof = match self.cubes {
            None if listed.contains(file::PRICES) => {
                return Ok(Proof::PricesThenRefutation(system));
            }
            None => Proof::Refutation(system),
            Some(cubes) => {
                let of_cube = |cube| match listed.contains(&*cubes::prices_of(cube)) {
                    true => CubeProof::Prices,
                    false => CubeProof::Refutation,
                };
                let of_cubes = (1..=cubes).map(of_cube).collect();
                Proof::Cubes { system, of_cubes }
            }
        };
        match self.bound {
            Some(_) => Err("a bound is shown by nothing but prices".into()),
            None => Ok(proof),
        }
    }

    /// The claim, if its kind fits the numbers.
    pub fn claim(&self) -> Result<Claim, String> {
        Ok(match (self.claim, self.solutions, self.score, self.bound) {
            (ClaimKind::None, 0, None, None) => Claim::Solutions(0),
            (ClaimKind::Unique, 1, None, None) => Claim::Solutions(1),
            (ClaimKind::Exactly, count @ 2..=MAX_SOLUTIONS, None, None) => Claim::Solutions(count),
            (ClaimKind::Maximum, 1, Some(score), None) => Claim::Highest(score),
            (ClaimKind::Minimum, 1, Some(score), None) => Claim::Lowest(score),
            (ClaimKind::AtMost, 1, Some(score), Some(bound)) if score < bound => {
                Claim::AtMost(score, bound)
            }
            (ClaimKind::AtLeast, 1, Some(score), Some(bound)) if score > bound => {
                Claim::AtLeast(score, bound)
            }
            (kind, solutions, score, bound) => {
                let score = score.map_or("no score".into(), |score| format!("the score {score}"));
                let bound = bound.map_or(String::new(), |bound| format!(" and the bound {bound}"));
                let s = if solutions == 1 { "" } else { "s" };
                return Err(format!(
                    "the claim {} contradicts {solutions} solution{s} and {score}{bound}",
                    kind.name()
                ));
            }
        })
    }
}

impl Entry {
    /// Measures a file; `None` if `stop` says so first.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(files: &dyn Files, name: &str, stop: &StopCheck<'_>) -> io::Result<Option<Entry>> {
        let mut file = files.open(name)?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        let mut bytes = 0;
        loop {
            if stop() {
                return Ok(None);
            }
            let count = file.read(&mut buffer)?;
            let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else {
                break;
            };
            hash.update(read);
            bytes += count as u64;
        }
        let digest = hash.finalize();
        Ok(Some(Entry {
            name: name.into(),
            bytes,
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Folder;

    #[test]
    fn a_file_is_measured() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x"), "abc").unwrap();
        let files = Folder::new(folder.path());
        let entry = Entry::of(&files, "x", &|| false).unwrap().unwrap();
        // The example of FIPS 180.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((entry.bytes, entry.sha256.as_str()), (3, expected));
        assert!(Entry::of(&files, "", &|| false).is_err());
        assert!(matches!(Entry::of(&files, "x", &|| true), Ok(None)));
    }

    const PLAIN: &str = r#"{"format":"satoku certificate","version":1,"claim":"unique",
        "solutions":1,"box":"3x3","solver":"kissat","proof":"drat","files":[]}"#;

    #[test]
    fn manifests_of_early_versions_are_read() {
        assert!(Manifest::parse(PLAIN).is_ok());
        assert!(Manifest::parse(&PLAIN.replace(r#""proof":"drat","#, "")).is_ok());
    }

    #[test]
    fn each_thing_can_be_said_in_one_way() {
        for (usual, other) in [
            (r#""unique""#, r#"{"unique":null}"#),
            (r#""drat""#, r#"{"drat":null}"#),
            (r#""box""#, r#""score":null,"box""#),
            (r#""box""#, r#""bound":null,"box""#),
            (r#""box""#, r#""cubes":null,"box""#),
            (r#""3x3""#, "null"),
        ] {
            let text = PLAIN.replacen(usual, other, 1);
            assert!(Manifest::parse(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn lists_of_values_are_not_objects() {
        let object = r#"{"name":"claim.txt","bytes":1,"sha256":"00"}"#;
        let with = |entry: &str| PLAIN.replace("[]", &format!("[{entry}]"));
        assert!(Manifest::parse(&with(object)).is_ok());
        let why = Manifest::parse(&with(r#"["claim.txt",1,"00"]"#)).unwrap_err();
        assert!(why.contains("expected an object"), "{why}");
        let list = r#"["satoku certificate",1,"unique",1,null,null,"3x3","kissat","drat",null,[]]"#;
        assert!(Manifest::parse(list).is_err());
    }

    #[test]
    fn the_solver_is_a_name() {
        let long = "x".repeat(MAX_NAME + 1);
        for name in [
            "\\u001b[2K",
            "\\u202everified",
            "two\\nlines",
            &long,
            "",
            "\u{a0}\u{3000} ",
        ] {
            let read = Manifest::parse(&PLAIN.replace("kissat", name));
            let why = read.unwrap_err();
            assert!(why.starts_with("manifest.json: solver: found '"), "{why}");
        }
        assert!(Manifest::parse(&PLAIN.replace("kissat", &long[1..])).is_ok());
    }

    #[test]
    fn claims_fit_their_numbers() {
        let claim = |claim: &str, solutions: u64, score: &str| {
            let text = format!(
                r#"{{"format":"","version":1,"claim":"{claim}","solutions":{solutions}{score},
                    "box":"3x3","solver":"x","files":[]}}"#
            );
            let manifest: Manifest = serde_json::from_str(&text).unwrap();
            let claim = manifest.claim()?;
            manifest.proof(claim).map(|_| claim)
        };
        let score = r#","score":-4"#;
        assert_eq!(claim("none", 0, ""), Ok(Claim::Solutions(0)));
        assert_eq!(claim("unique", 1, ""), Ok(Claim::Solutions(1)));
        assert_eq!(claim("exactly", 10_000, ""), Ok(Claim::Solutions(10_000)));
        assert_eq!(claim("maximum", 1, score), Ok(Claim::Highest(-4)));
        assert_eq!(claim("minimum", 1, score), Ok(Claim::Lowest(-4)));
        for (kind, bound, claimed) in [
            ("at-most", "-3", Claim::AtMost(-4, -3)),
            ("at-least", "-5", Claim::AtLeast(-4, -5)),
        ] {
            let numbers =
                |bound: &str, proof: &str| format!(r#"{score},"bound":{bound},"proof":"{proof}""#);
            assert_eq!(claim(kind, 1, &numbers(bound, "prices")), Ok(claimed));
            assert!(claim(kind, 1, &numbers("-4", "prices")).is_err());
            assert!(claim(kind, 1, &numbers(bound, "drat")).is_err());
            assert!(claim("maximum", 1, &numbers(bound, "prices")).is_err());
        }
        assert!(claim("none", 0, r#","proof":"prices""#).is_err());
        for (kind, solutions, score) in [
            ("none", 1, ""),
            ("unique", 0, ""),
            ("unique", 1, score),
            ("exactly", 1, ""),
            ("exactly", 10_001, ""),
            ("maximum", 1, ""),
            ("minimum", 2, score),
        ] {
            assert!(claim(kind, solutions, score).is_err(), "{kind} {solutions}");
        }
    }
}
