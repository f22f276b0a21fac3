//! Different puzzles give different pictures, in black and white, too.

use super::{parsed, picture};
use crate::grid::Digit;
use crate::search::variant::Occurrences;

/// What is drawn on a 9×9 board with these rules and constraints, without the description.
fn board(rest: &str) -> String {
    let json = format!(r#"{{"rows": 9, "columns": 9, "min": 1, "max": 9, {rest}}}"#);
    let svg = picture(&json).backdrop();
    let start = svg.find("</desc>").unwrap();
    svg[start..].to_owned()
}

fn letters(svg: &str) -> Vec<String> {
    let whole = format!("<svg><desc>{svg}");
    let document = parsed(&whole);
    let letters = document.descendants();
    let letters = letters.filter(|node| node.attribute("font-style") == Some("italic"));
    letters
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}

/// Two killer cages that have the sum 9.
fn cages(first: &str, second: &str) -> String {
    let cage = |cells| format!(r#"{{"type": "killer", "cells": [{cells}], "sum": 9}}"#);
    board(&format!(
        r#""constraints": [{}, {}]"#,
        cage(first),
        cage(second)
    ))
}

/// The lines of a picture, whichever element they are in.
fn lines(svg: &str) -> Vec<&str> {
    let paths = svg.split(" d=\"").skip(1);
    let paths = paths.filter_map(|rest| rest.split('"').next());
    let mut lines: Vec<&str> = paths.flat_map(|path| path.split('M')).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn cages_of_several_parts_show_which_belong_together() {
    for (pairs, others) in [
        (
            [r#""r1c1", "r3c3""#, r#""r1c5", "r3c5""#],
            [r#""r1c1", "r3c5""#, r#""r1c5", "r3c3""#],
        ),
        // Cells that share a corner.
        (
            [r#""r1c1", "r2c2""#, r#""r1c5", "r2c6""#],
            [r#""r1c1", "r2c6""#, r#""r1c5", "r2c2""#],
        ),
        // Cells of one row.
        (
            [r#""r1c1", "r1c5""#, r#""r1c3", "r1c7""#],
            [r#""r1c1", "r1c7""#, r#""r1c3", "r1c5""#],
        ),
    ] {
        let [first, second] = pairs;
        let [third, fourth] = others;
        let (as_paired, otherwise) = (cages(first, second), cages(third, fourth));
        assert_ne!(lines(&as_paired), lines(&otherwise), "{pairs:?}");
    }
}

#[test]
fn a_cage_in_one_part_has_an_outline_only() {
    let svg = cages(r#""r1c1", "r1c2", "r2c2""#, r#""r5c5", "r5c6""#);
    assert_eq!(svg.matches("stroke-dasharray").count(), 2, "{svg}");
    let solid = svg
        .matches(r##"stroke="#23262b" stroke-width="2.4" d="##)
        .count();
    assert_eq!(solid, 0, "{svg}");
}

#[test]
fn each_pair_of_clones_has_a_letter() {
    let clone = |cells: &str, clones: &str| {
        format!(r#"{{"type": "clone", "cells": ["{cells}"], "clones": ["{clones}"]}}"#)
    };
    let (first, second) = (clone("r1c1", "r5c5"), clone("r3c1", "r7c5"));
    let svg = board(&format!(r#""constraints": [{first}, {second}]"#));
    assert_eq!(letters(&svg), ["a", "a", "b", "b"]);
    let crossed = [clone("r1c1", "r7c5"), clone("r3c1", "r5c5")].join(", ");
    assert_ne!(svg, board(&format!(r#""constraints": [{crossed}]"#)));
}

#[test]
fn a_palindrome_is_no_thermometer_without_its_bulb() {
    let strokes = |kind: &str| {
        let cells = r#"["r1c1", "r1c2", "r1c3"]"#;
        let svg = board(&format!(
            r#""constraints": [{{"type": "{kind}", "cells": {cells}}}]"#
        ));
        svg.matches("<path").count()
    };
    assert_ne!(strokes("palindrome"), strokes("thermo"));
}

/// The sign for r1c1 and r1c3 is between r1c1 and r1c2, and not on the digit of r1c2.
#[test]
fn signs_of_greatest_cells_are_beside_digits() {
    for kind in ["maximum", "minimum"] {
        let svg = board(&format!(
            r#""constraints": [{{"type": "{kind}", "cells": ["r1c1", "r1c3", "r3c2"]}}]"#
        ));
        let whole = format!("<svg><desc>{svg}");
        let document = parsed(&whole);
        let patches = document.descendants();
        let patches = patches.filter(|node| node.has_tag_name("circle"));
        let places: Vec<(f64, f64)> = patches
            .map(|node| {
                let at = |name| node.attribute(name).unwrap().parse().unwrap();
                (at("cx"), at("cy"))
            })
            .collect();
        assert_eq!(places, [(100.0, 50.0), (75.0, 100.0)], "{kind}");
    }
}

/// A diagonal is told by its direction.
#[test]
fn diagonals_need_no_letters() {
    let svg = board(r#""rules": ["diagonal-up", "diagonal-down"]"#);
    assert!(letters(&svg).is_empty(), "{svg}");
}

#[test]
fn the_sample_of_a_rising_diagonal_rises() {
    let of = |rule: &str| {
        let json =
            format!(r#"{{"rows": 9, "columns": 9, "min": 1, "max": 9, "rules": ["{rule}"]}}"#);
        let svg = picture(&json).to_svg();
        let lines = svg.matches("<path").count();
        let sample = svg.rfind(" d=\"M").unwrap();
        assert!(lines > 1, "{svg}");
        svg[sample + 4..].split('"').next().unwrap().to_owned()
    };
    assert_eq!(of("diagonal-down"), "M0 0L200 100");
    assert_eq!(of("diagonal-up"), "M200 0L0 100");
}

/// Colours that are pale on paper have a darker border.
#[test]
fn thick_lines_have_a_border() {
    let svg = board(r#""constraints": [{"type": "thermo", "cells": ["r1c1", "r1c2"]}]"#);
    let border = svg.find(r##"stroke="#767e89""##).expect("a border");
    let line = svg.find(r##"stroke="#ccd0d6""##).expect("the line");
    assert!(border < line, "{svg}");
}

/// The dashes ran through the shades of candidates.
#[test]
fn candidates_are_within_the_outlines_of_cages() {
    let json = r#"{"rows": 1, "columns": 2, "min": 1, "max": 2,
        "constraints": [{"type": "killer", "cells": ["r1c1", "r1c2"], "sum": 3}]}"#;
    let both = |count| {
        let digits = [0, 1].map(Digit::from_index);
        digits
            .map(|digit| (digit, Occurrences::Exactly(count)))
            .into()
    };
    let counted = picture(json).counted_candidates(vec![both(1), both(1)]);
    let svg = counted.legend(false).to_svg();
    let document = parsed(&svg);
    let shades = document.descendants();
    let shades = shades.filter(|node| node.has_tag_name("rect") && node.has_attribute("rx"));
    let mut places = 0;
    for shade in shades {
        let at = |name| shade.attribute(name).unwrap().parse::<f64>().unwrap();
        let (left, right) = (at("x") % 100.0, at("x") % 100.0 + at("width"));
        let (upper, lower) = (at("y"), at("y") + at("height"));
        assert!(left > 9.5 && right < 90.5, "{left} {right}");
        assert!(upper > 9.5 && lower < 90.5, "{upper} {lower}");
        places += 1;
    }
    assert_eq!(places, 4);
}
