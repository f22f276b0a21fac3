//! Fields of f-puzzles with a value of another type, or in another place.

use super::fpuzzles::puzzle;
use super::*;

fn says(text: &str, expected: &str) {
    assert_eq!(
        message(text.as_bytes(), None),
        format!("x:1: found {expected}"),
        "{text}"
    );
}

#[test]
fn a_known_field_with_a_value_of_another_type_is_not_unknown() {
    let cell = puzzle("").replacen("{}", "{\"value\":3,\"given\":1}", 1);
    says(
        &cell,
        "1 in the field given of R1C1, expected true or false",
    );
    says(
        &puzzle(",\"title\":5"),
        "5 in the field title, expected text",
    );
    says(
        &puzzle(",\"killercage\":[{\"cells\":[],\"value\":\"10\"}]"),
        "an empty array in the field cells of killercage 1, expected an array of cells, such as \
         [\"R1C1\"]",
    );
}

#[test]
fn the_cell_before_an_arrow_is_named() {
    says(
        &puzzle(",\"arrow\":[{\"cells\":[\"R1C1\"],\"lines\":[[\"R2C2\",\"R3C3\"]]}]"),
        "r2c2 first in a line of arrow 1 (R1C1), expected lines that begin in the arrow's circle",
    );
}
