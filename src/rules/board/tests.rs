use super::*;

#[test]
fn boxes_are_recognised() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)] {
        let shape = Geometry::new(rows, columns).unwrap();
        let board = Board::classic(shape).unwrap();
        assert_eq!(board.box_shape(), Some(shape));
        assert_eq!(board.houses().len(), 3 * shape.side());
    }
    let latin = Board::new((4, 4), (1, 4), None).unwrap();
    assert_eq!(latin.box_shape(), None);
    assert_eq!(latin.houses().len(), 8);
}

#[test]
fn cells_have_names() {
    let board = Board::new((4, 7), (0, 6), None).unwrap();
    for cell in board.cells() {
        assert_eq!(board.cell_named(&board.name(cell)), Some(cell));
    }
    for wrong in ["r0c1", "r5c1", "r1c8", "r1", "c1r1", "r+1c1", "", "r1c1 "] {
        assert_eq!(board.cell_named(wrong), None, "{wrong}");
    }
}

#[test]
fn errors_say_what_was_found_and_expected() {
    let error = Board::new((2, 65), (1, 4), None).unwrap_err();
    let says = "found a board of 2×65 cells, expected 1 to 64 rows and columns";
    assert_eq!(error.to_string(), says);
    let error = Board::new((2, 2), (4, 1), None).unwrap_err();
    let says = "found 4 as the smallest digit, above the largest, 1, expected at most 1";
    assert_eq!(error.to_string(), says);
}

#[test]
fn values_beyond_the_board_are_no_digits() {
    let board = Board::new((2, 2), (-1, 2), None).unwrap();
    assert_eq!(board.digit(-1), Some(Digit::from_index(0)));
    let board = Board::new((2, 2), (1, 4), None).unwrap();
    for value in [0, 5, i64::MIN, i64::MAX] {
        assert_eq!(board.digit(value), None);
    }
}

#[test]
fn digits_have_a_range() {
    let digits = |min, max| Board::new((1, 1), (min, max), None).map(|b| b.digit_count());
    assert_eq!(digits(1, 64), Ok(64));
    assert_eq!(digits(1, 65), Err(BoardError::Digits(1, 65)));
    assert_eq!(digits(4, 1), Err(BoardError::Reversed(4, 1)));
    assert_eq!(
        digits(i32::MIN, i32::MAX),
        Err(BoardError::Digits(i32::MIN, i32::MAX))
    );
    assert_eq!(
        digits(i32::MIN, i32::MIN),
        Err(BoardError::Smallest(i32::MIN))
    );
}

#[test]
fn a_house_larger_than_the_digits_is_refused() {
    let error = Board::new((2, 3), (1, 2), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "found 3 cells in row 1, more than the 2 digits, expected at most 2 cells in a house"
    );
}
