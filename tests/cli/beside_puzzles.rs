//! What is beside a puzzle and would make it a variant.

use crate::refused;
use crate::support::satoku;

/// Cages and regions in further columns were ignored, which made other puzzles.
#[test]
fn columns_that_make_variants_are_not_ignored() {
    let text = "puzzle,Regions\n1...............,1112122332344344\n";
    let says = "1:1: found a column 'Regions' beside the puzzles, expected classic puzzles, or \
                variants as JSON; --column puzzle reads them as classic puzzles";
    refused(&["solve"], text, says);
    let ran = satoku(&["count", "--column", "puzzle"], text);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("72\n", 0),
        "{}",
        ran.stderr
    );
    for field in ["zones", "blocks", "map", "shape"] {
        let text = format!(r#"{{"puzzle":"1...............","{field}":"1112122332344344"}}"#);
        let says = format!("1: found the field {field} beside the field puzzle");
        let ran = satoku(&["solve"], &text);
        assert!(ran.stderr.contains(&says), "{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    }
}
