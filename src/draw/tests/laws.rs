//! What holds for all pictures.

use super::{cases, parsed, picture, puzzle, solution, variant};
use crate::draw::{CELL, Picture, Theme};
use crate::rules::{Definition, Description, Kind, Library, compile};
use crate::search::variant::Occurrences;

/// Numbers of an attribute.
fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

#[test]
fn pictures_are_xml_with_a_title_and_a_description() {
    for (name, picture) in cases::all() {
        for svg in [picture.to_svg(), picture.backdrop()] {
            let document = parsed(&svg);
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"), "{name}");
            let labels = root.attribute("aria-labelledby").unwrap();
            for id in labels.split(' ') {
                let mut nodes = document.descendants();
                let label = nodes.find(|node| node.attribute("id") == Some(id)).unwrap();
                assert!(!label.text().unwrap().is_empty(), "{name} {id}");
            }
        }
    }
}

#[test]
fn the_same_picture_is_the_same_text() {
    for ((name, first), (_, second)) in cases::all().into_iter().zip(cases::all()) {
        assert_eq!(first.to_svg(), second.to_svg(), "{name}");
    }
}

#[test]
fn nothing_is_outside_of_the_view() {
    for (name, picture) in cases::all() {
        let svg = picture.to_svg();
        let document = parsed(&svg);
        let view = numbers(document.root_element().attribute("viewBox").unwrap());
        let frame = picture.frame();
        assert!(view[0] <= -frame.left && view[1] <= -frame.top, "{name}");
        let is_in_group =
            |node: &roxmltree::Node<'_, '_>| node.ancestors().any(|a| a.has_attribute("transform"));
        let texts = document
            .descendants()
            .filter(|node| node.has_tag_name("text"));
        for text in texts.filter(|node| !is_in_group(node)) {
            let at = |name| text.attribute(name).unwrap().parse::<f64>().unwrap();
            assert!((view[0]..=view[0] + view[2]).contains(&at("x")), "{name}");
            assert!((view[1]..=view[1] + view[3]).contains(&at("y")), "{name}");
        }
    }
}

#[test]
fn a_backdrop_has_the_frame_that_is_told() {
    for (name, picture) in cases::all() {
        let frame = picture.frame();
        let expected = [
            -frame.left,
            -frame.top,
            frame.full_width(),
            frame.full_height(),
        ];
        for svg in [picture.backdrop(), picture.underlay(), picture.overlay()] {
            let document = parsed(&svg);
            let view = numbers(document.root_element().attribute("viewBox").unwrap());
            assert_eq!(view, expected, "{name}");
        }
    }
    let empty = Picture::of_puzzle(&puzzle("1...............")).frame();
    assert_eq!(
        (empty.width, empty.left, empty.right),
        (4.0 * CELL, 10.0, 10.0)
    );
}

#[test]
fn explicit_themes_need_no_style_sheet() {
    let of = || Picture::of_puzzle(&puzzle("1..............."));
    let texts = [Theme::Light, Theme::Dark, Theme::Auto].map(|theme| of().theme(theme).to_svg());
    let has_style = texts.each_ref().map(|text| text.contains("<style"));
    assert_eq!(has_style, [false, false, true]);
    assert!(texts[2].contains("prefers-color-scheme:dark"));
    assert_ne!(texts[0], texts[1]);
}

#[test]
fn differences_of_two_solutions_are_marked_in_both() {
    let picture = Picture::of_puzzle(&puzzle("1..............."))
        .solutions(&solution("1234341221434321"), &solution("1243342121344312"));
    let svg = picture.legend(false).to_svg();
    let rings = parsed(&svg)
        .descendants()
        .filter(|node| node.has_tag_name("circle"))
        .count();
    assert_eq!(rings, 2 * 8);
}

/// A constraint of each type on a 9×9 board, from the examples of the other tests.
#[test]
fn every_type_of_constraint_is_drawn_and_named() {
    let library = Library::built_in();
    let drawn: Vec<String> = cases::all()
        .iter()
        .map(|(_, picture)| picture.to_svg())
        .collect();
    let is_drawn = |definition: &&Definition| {
        let name = definition.name();
        drawn.iter().any(|svg| svg.contains(&format!(">{name}<")))
    };
    let missing: Vec<&str> = library
        .definitions()
        .filter(|definition| {
            definition.kind() == Kind::Constraint && !definition.drawings().is_empty()
        })
        .filter(|definition| !is_drawn(definition))
        .map(Definition::name)
        .collect();
    assert!(missing.is_empty(), "no picture shows {missing:?}");
}

#[test]
fn a_constraint_without_a_picture_has_its_cells_outlined_and_its_label_below() {
    let svg = picture(
        r#"{"rows": 2, "columns": 2, "min": 1, "max": 2, "constraints": [
            {"type": "all-pairs", "cells": ["r1c1", "r2c2"], "table": [[1, 2], [1, 1], [2, 2]]}]}"#,
    );
    let backdrop = svg.backdrop();
    assert!(
        parsed(&backdrop)
            .descendants()
            .any(|node| node.has_tag_name("path"))
    );
    assert!(svg.to_svg().contains("all-pairs r1c1 r2c2"));
}

#[test]
fn a_type_that_is_a_file_is_drawn_as_the_file_says() {
    let file = r#"
name = "ladder"
kind = "constraint"
summary = "Neighbours differ by two."
reference = "A test."

[[parameters]]
name = "cells"
type = "cells"
least = "2"
summary = "The line."

[[pairs]]
where = "j = i + 1"
allow = "abs(a - b) = 2"

[[draw]]
as = "line"
color = "pink"
end = "diamond"
"#;
    let library = Library::built_in().with_file(file, "ladder.toml").unwrap();
    let description: Description = serde_json::from_str(
        r#"{"rows": 4, "columns": 4, "min": 1, "max": 4,
            "constraints": [{"type": "ladder", "cells": ["r1c1", "r1c2"]}]}"#,
    )
    .unwrap();
    let puzzle = compile(&description, &library).unwrap();
    let picture = Picture::of_variant(&description, &puzzle, &library).theme(Theme::Light);
    // The tint of pink lines.
    assert!(picture.underlay().contains("#f8c4de"));
    assert!(!picture.overlay().contains("#f8c4de"));
}

#[test]
fn wrong_drawings_are_refused_with_their_place() {
    let head = "name = \"t\"\nkind = \"constraint\"\nsummary = \"S.\"\nreference = \"R.\"\n\
        [[parameters]]\nname = \"cells\"\ntype = \"cells\"\nsummary = \"C.\"\n[[distinct]]\n[[draw]]\n";
    for (draw, expected) in [
        ("as = \"circus\"", "unknown variant `circus`"),
        ("as = \"cage\"\nof = \"sum\"", "no parameter sum"),
        ("as = \"cage\"\ntext = \"sum\"", "no parameter sum"),
        (
            "as = \"cage\"\ntext = \"cells\"",
            "no parameter cells of type \"integer\"",
        ),
        ("as = \"cage\"\nend = \"arrow\"", "only a line has"),
        (
            "as = \"signs\"\nsign = \"123456789\"",
            "9 characters, expected 1 to 8",
        ),
        ("as = \"diagonal\"", "only rules of the whole board"),
        (
            "as = \"cage\"\ncolor = \"mauve\"",
            "unknown variant `mauve`",
        ),
        ("as = \"cage\"\nsize = 3", "unknown field `size`"),
    ] {
        let error = Definition::parse(&format!("{head}{draw}\n"), "t.toml").unwrap_err();
        assert!(error.to_string().starts_with("t.toml:1"), "{error}");
        assert!(error.message.contains(expected), "{draw}: {error}");
    }
}

#[test]
fn the_description_says_rows_and_constraints() {
    let (description, compiled) = variant(
        r#"{"rows": 2, "columns": 2, "min": 1, "max": 2, "candidates": {"r1c2": [2]},
            "constraints": [{"type": "killer", "cells": ["r1c1", "r2c1"], "sum": 3}]}"#,
    );
    let svg = Picture::of_variant(&description, &compiled, Library::built_in()).to_svg();
    for expected in [
        "Variant Sudoku, 2×2",
        "Row 1: blank, 2.",
        "killer r1c1 r2c1, sum 3.",
    ] {
        assert!(svg.contains(expected), "{expected}");
    }
}

#[test]
fn lines_that_differ_in_colour_alone_have_letters() {
    let of = |second: &str| {
        let json = format!(
            r#"{{"rows": 4, "columns": 4, "min": 1, "max": 4, "constraints": [
                {{"type": "whisper", "cells": ["r1c1", "r1c2"], "difference": 2}},
                {{"type": "{second}", "cells": ["r2c1", "r2c2"]}}]}}"#
        );
        let svg = picture(&json).backdrop();
        let document = parsed(&svg);
        let texts = document
            .descendants()
            .filter(|node| node.has_tag_name("text"));
        texts
            .map(|node| node.text().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("parity-line"), ["a", "b"]);
    assert!(of("palindrome").is_empty());
}

#[test]
fn texts_in_the_corner_of_one_cell_are_below_each_other() {
    let places = |kinds: [&str; 2]| {
        let [first, second] = kinds;
        let json = format!(
            r#"{{"rows": 4, "columns": 4, "min": 1, "max": 4, "constraints": [
                {{{first}, "cells": ["r2c1", "r2c2"]}}, {{{second}, "cells": ["r2c1", "r3c1"]}}]}}"#
        );
        let svg = picture(&json).backdrop();
        let document = parsed(&svg);
        let texts = document.descendants();
        let is_ground = |node: &roxmltree::Node<'_, '_>| node.has_attribute("aria-hidden");
        let texts = texts.filter(|node| node.has_tag_name("text") && !is_ground(node));
        let at = |node: &roxmltree::Node<'_, '_>, name| -> f64 {
            node.attribute(name).unwrap().parse().unwrap()
        };
        let all = texts.map(|node| (at(&node, "x"), at(&node, "y")));
        all.collect::<Vec<_>>()
    };
    for kinds in [
        [
            r#""type": "killer", "sum": 5"#,
            r#""type": "sum", "sum": 7"#,
        ],
        [
            r#""type": "automaton", "regex": "12""#,
            r#""type": "automaton", "regex": "2.""#,
        ],
    ] {
        let places = places(kinds);
        let [(left, upper), (same, lower)] = places[..] else {
            panic!("{places:?}");
        };
        assert!(left == same && lower - upper > 20.0, "{places:?}");
        assert!((100.0..200.0).contains(&lower), "{places:?}");
    }
}

/// A picture on a 9×9 board with these constraints.
fn with_constraints(constraints: &str) -> String {
    picture(&format!(
        r#"{{"rows": 9, "columns": 9, "min": 1, "max": 9, "constraints": [{constraints}]}}"#
    ))
    .to_svg()
}

#[test]
fn the_legend_says_the_numbers_of_lines() {
    let whisper = |row: usize, difference: &str| {
        let cells = format!(r#""cells": ["r{row}c1", "r{row}c2"]"#);
        format!(r#"{{"type": "whisper", {cells}{difference}}}"#)
    };
    let plain = with_constraints(&whisper(1, ""));
    assert!(plain.contains("differ by at least 5."), "{plain}");
    let letters = |svg: &str| svg.matches("font-style=\"italic\"").count();
    assert_eq!(letters(&plain), 0);
    let three = [
        whisper(1, ""),
        whisper(2, r#", "difference": 3"#),
        whisper(3, r#", "difference": 5"#),
    ];
    let svg = with_constraints(&three.join(","));
    assert_eq!(svg.matches("differ by at least 3.").count(), 1, "{svg}");
    assert_eq!(svg.matches("differ by at least 5.").count(), 1, "{svg}");
    // On each line, and in each sample of the legend.
    assert_eq!(letters(&svg), 5, "{svg}");
    for (kind, sentence) in [
        ("modular", "Any 3 cells"),
        ("lockout", "differ by at least 4,"),
    ] {
        let item = format!(r#"{{"type": "{kind}", "cells": ["r1c1", "r1c2", "r1c3"]}}"#);
        let svg = with_constraints(&item);
        assert!(svg.contains(sentence), "{svg}");
    }
}

#[test]
fn unusual_digits_are_told() {
    let told = |rest: &str| {
        let svg = picture(&format!(r#"{{"rows": 3, {rest}}}"#)).to_svg();
        svg.matches("Digits 0 to 2").count() + svg.matches("Digits 1 to 4").count()
    };
    assert_eq!(told(r#""columns": 3, "min": 0, "max": 2"#), 2);
    assert_eq!(told(r#""columns": 4, "min": 1, "max": 4"#), 2);
    assert_eq!(told(r#""columns": 3, "min": 1, "max": 3"#), 0);
}

/// Programs that do not know `paint-order` would paint the ground over the text.
#[test]
fn texts_in_corners_are_painted_after_their_ground() {
    let svg = with_constraints(r#"{"type": "killer", "cells": ["r1c1", "r1c2"], "sum": 12}"#);
    assert!(!svg.contains("paint-order"));
    let document = parsed(&svg);
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    let sums: Vec<bool> = texts
        .filter(|node| node.text() == Some("12"))
        .map(|node| node.has_attribute("stroke"))
        .collect();
    // On the board, and in the sample of the legend.
    assert_eq!(sums, [true, false, true, false], "{svg}");
}

#[test]
fn candidates_stand_above_weights() {
    let nine = picture(r#"{"rows": 9, "columns": 9, "min": 1, "max": 9}"#);
    let svg = nine.candidates(&[511; 81]).heat(&[77; 81]).to_svg();
    let document = parsed(&svg);
    let at = |text: &str| {
        let mut nodes = document.descendants();
        let node = nodes.find(|n| n.has_tag_name("text") && n.text() == Some(text));
        let node = node.unwrap();
        let number = |name| node.attribute(name).unwrap().parse::<f64>().unwrap();
        (number("y"), number("font-size"))
    };
    let ((candidate, _), (weight, size)) = (at("9"), at("77"));
    assert!(
        candidate <= weight - 0.72 * size,
        "{candidate} {weight} {size}"
    );
}

#[test]
fn counts_of_candidates_are_in_the_description() {
    use Occurrences::{AtLeast, Exactly};
    let two = |first, second| {
        let digit = |index| crate::grid::Digit::from_index(index);
        vec![(digit(0), first), (digit(1), second)]
    };
    let board = picture(r#"{"rows": 1, "columns": 2, "min": 1, "max": 2}"#);
    let beside = two(Exactly(5), Exactly(3));
    let of = |second| vec![two(Exactly(3), second), beside.clone()];
    let final_counts = board.clone().counted_candidates(of(Exactly(5))).to_svg();
    assert!(
        final_counts.contains("Row 1: (1: 3; 2: 5), (1: 5; 2: 3)."),
        "{final_counts}"
    );
    assert!(!final_counts.contains("5+"));
    let svg = board.counted_candidates(of(AtLeast(5))).to_svg();
    assert!(svg.contains("Row 1: (1: 3; 2: 5+), (1: 5; 2: 3)."), "{svg}");
    assert!(svg.contains(">5+</text>"), "{svg}");
}
