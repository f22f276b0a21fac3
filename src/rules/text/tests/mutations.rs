//! Damaged input is an error or another puzzle, but never a crash.

use super::*;
use proptest::prelude::*;

const ISS: &str = ".Shape~9x9~0-8.Jigsaw~000000012345505012345555112345511112344466212334666222334466667388887777888887777.\
    Or.And.~R1C1_5.End.X~R1C1~R1C2.End.Replicate~C.Sum~3~R1C1~R1C2.End.Regex~WzEtNV0q~R7C3~R7C4.\
    NFA~TgRAEv-IiIiIiAyMDmaA9ERQ-qqrD9mZmc_u7u7w_4iIiIn_zMzMzIg~_S%20y~R1C1~R2C2~~R3C3.Pair~UFVQ~R1C1~R2C1.\
    Cage~10~R1C1~R1C2.SumLine~10~R1C1~LOOP.LittleKiller~9~R5C9.Skyscraper~C2~3~4.Indexing~C~R1C5.Quad~R1C1~1";

const FPUZZLES: &str = r#"{"size":3,"grid":[[{"value":1,"given":true},{},{"region":1}],[{"givenPencilMarks":[1,2]},{},{}],[{},{},{}]],
    "arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2"]]}],"littlekillersum":[{"cell":"R0C0","direction":"DR","value":"9"}],
    "xsum":[{"cell":"R0C1","value":"4"}],"ratio":[{"cells":["R1C1","R1C2"],"value":"2"}],"negative":["ratio"],
    "clone":[{"cells":["R1C1"],"cloneCells":["R2C2"]}],"quadruple":[{"cells":["R1C1"],"values":[1]}],"boxindexer":[{"cells":["R1C3"]}]}"#;

const JSON: &str = r#"{"id":"a","puzzle":{"rows":2,"columns":2,"min":1,"max":2,"regions":"1122","candidates":{"r1c1":[1]},"rules":["a"],"constraints":[{"type":"any-of","branches":[[{"type":"x"}]]}]}}"#;

/// A valid input of each format.
fn valid() -> Vec<(VariantFormat, String)> {
    let sumocue: String = (0..81)
        .map(|cell| {
            if cell % 2 == 0 {
                "=10J0".into()
            } else {
                format!("+{}J1", cell - 1)
            }
        })
        .collect();
    let perfect: String = (0..81)
        .map(|cell| format!("{}:", 2560 + cell / 2))
        .collect();
    let link = lz_str::compress_to_base64(FPUZZLES);
    let row = "144 18 112 208 80 25 54 144 48\n";
    vec![
        (VariantFormat::Iss, ISS.into()),
        (VariantFormat::Json, JSON.into()),
        (VariantFormat::FPuzzles, FPUZZLES.into()),
        (
            VariantFormat::FPuzzles,
            format!("https://f-puzzles.com/?load={link}"),
        ),
        (VariantFormat::SumoCue, format!("SumoCueV1D{sumocue}")),
        (VariantFormat::SumoCue, format!("3x3::k:{perfect}")),
        (VariantFormat::Jigsaw, format!("1\n{}", row.repeat(9))),
    ]
}

fn read_all(format: VariantFormat, bytes: &[u8]) {
    for format in [None, Some(format)] {
        for record in VariantReader::new(bytes, "x", format).take(100) {
            match record {
                Ok(record) => {
                    // What was read can be written.
                    let mut text = Vec::new();
                    write_json(&mut text, &record.description).unwrap();
                    let _ = fpuzzles_link(&record.description, &record.name);
                    assert_eq!(
                        self::record(std::str::from_utf8(&text).unwrap()).description,
                        record.description
                    );
                }
                Err(error) => assert!(error.to_string().starts_with("x:"), "{error}"),
            }
        }
    }
}

#[test]
fn every_truncation_is_read_or_refused() {
    for (format, text) in valid() {
        for length in 0..text.len() {
            read_all(format, &text.as_bytes()[..length]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn every_mutation_is_read_or_refused(
        which in 0..7usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..6),
    ) {
        let (format, text) = valid().swap_remove(which);
        let mut bytes = text.into_bytes();
        for (place, byte, how) in edits {
            let at = place.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                // Digits, signs and brackets do more harm than other bytes.
                2 => bytes[at] = b"0123456789-+.~_[]{}\",:=J"[usize::from(byte) % 24],
                _ => { bytes.remove(at); }
            }
            if bytes.is_empty() { break; }
        }
        read_all(format, &bytes);
    }
}
