//! Texts from files cannot become markup, and boards of any size are drawn.

use super::{parsed, picture, puzzle};
use crate::draw::{Mark, Picture, Theme};
use crate::grid::{Cell, Digit, Geometry, Puzzle};
use crate::rules::{Description, Library, compile};

const HOSTILE: &str =
    "</text><script>alert(1)</script>\" onload='x' & ]]> \u{1b}[2K\u{202e}\u{ffff}\u{0}";

#[test]
fn labels_stay_text() {
    let mut description: Description = serde_json::from_str(
        r#"{"rows": 2, "columns": 2, "min": 1, "max": 2, "constraints": [
            {"type": "automaton", "cells": ["r1c1", "r1c2"], "regex": "12", "name": ""}]}"#,
    )
    .unwrap();
    description.constraints[0].fields["name"] = HOSTILE.into();
    let puzzle = compile(&description, Library::built_in()).unwrap();
    let picture = Picture::of_variant(&description, &puzzle, Library::built_in());
    let picture = picture.title(HOSTILE).remark(HOSTILE).theme(Theme::Auto);
    for svg in [picture.to_svg(), picture.backdrop()] {
        let document = parsed(&svg);
        let names: Vec<&str> = document
            .descendants()
            .map(|node| node.tag_name().name())
            .collect();
        assert!(!names.contains(&"script"));
        let attributes = document.descendants().flat_map(|node| node.attributes());
        for attribute in attributes {
            assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
            assert!(
                !attribute.value().contains("alert"),
                "{}",
                attribute.value()
            );
        }
        let title = document
            .descendants()
            .find(|node| node.has_tag_name("title"));
        let title = title.and_then(|node| node.text()).unwrap();
        assert!(
            title.contains("<script>") && title.contains("\\u{1b}"),
            "{title}"
        );
    }
}

#[test]
fn boards_of_any_size_are_drawn() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 11), (6, 6)] {
        let geometry = Geometry::new(rows, columns).unwrap();
        let side = geometry.side();
        let all: Vec<Vec<Digit>> = vec![geometry.digits().collect(); side * side];
        let picture = Picture::of_puzzle(&Puzzle::empty(geometry));
        parsed(&picture.to_svg());
        let notes = picture.candidate_lists(&all).to_svg();
        let texts = parsed(&notes)
            .descendants()
            .filter(|n| n.has_tag_name("text"))
            .count();
        assert_eq!(texts, side * side * side, "{geometry}");
    }
}

#[test]
fn lists_that_do_not_fit_are_no_fault() {
    let puzzle = puzzle("1...............");
    let short = Picture::of_puzzle(&puzzle).heat(&[1, 2]).candidates(&[3]);
    parsed(&short.mark([Cell(99)], Mark::Conflict).to_svg());
    let long = Picture::of_puzzle(&puzzle)
        .heat(&[i64::MIN; 99])
        .candidates(&[u64::MAX; 99]);
    parsed(&long.to_svg());
    let extreme = [i64::MIN, i64::MAX, 0, -1];
    parsed(&Picture::of_puzzle(&puzzle).heat(&extreme).to_svg());
}

#[test]
fn clues_that_are_long_or_have_no_place_are_drawn() {
    let svg = picture(
        r#"{"rows": 3, "columns": 3, "min": 999998, "max": 1000000, "constraints": [
            {"type": "little-killer", "cells": ["r2c2"], "sum": 999999},
            {"type": "little-killer", "cells": ["r1c1"], "sum": 1000000},
            {"type": "little-killer", "cells": ["r1c1", "r1c3"], "sum": 1999997},
            {"type": "killer", "cells": ["r3c3", "r3c3"], "sum": 1999998}]}"#,
    );
    let svg = svg.to_svg();
    let document = parsed(&svg);
    let texts: Vec<&str> = document.descendants().filter_map(|n| n.text()).collect();
    // Two of the clues have no place outside the grid: they get numbers.
    for expected in ["1000000", "1999998", "1", "2"] {
        assert!(texts.contains(&expected), "{expected}: {texts:?}");
    }
}
