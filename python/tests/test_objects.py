"""What objects of Python are: one puzzle, a column, or neither."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import satoku

ANY: Any = satoku


def digits(line: str) -> list[int]:
    return [0 if cell == "." else int(cell) for cell in line]


@pytest.mark.parametrize("make", [bytes, bytearray])
def test_bytes_are_text_if_they_are_characters(make: Any, easy: str, solved: str) -> None:
    assert ANY.solve(make(easy.encode())).text == solved
    assert ANY.solve(make(b"\n".join([b"....", b"...."] * 2))).shape == (4, 4)
    assert ANY.count(make(b"." * 4096), limit=1) == 1
    assert ANY.count([make(easy.encode()), easy])["count"] == [1, 1]


def test_bytes_of_a_solution_are_its_digits(easy: str) -> None:
    for puzzle in [easy, "." * 256, "." * 1296]:
        solution = satoku.solve(puzzle)
        assert ANY.solve(bytes(solution)) == solution
        assert ANY.count(bytes(len(puzzle)), limit=1) == 1


def test_bytes_that_are_no_text_are_errors_of_their_rows(easy: str) -> None:
    rows: list[Any] = [easy, b"." * 80 + b"\xff"]
    columns: list[Any] = [rows, pa.array([row if isinstance(row, bytes) else row.encode() for row in rows])]
    for column in columns:
        errors = satoku.count(column, on_error="null")["error"]
        assert "found the byte 0xFF, which is not UTF-8 text, expected" in errors[1]
        assert "file" not in errors[1]


def test_alphabets_are_of_text() -> None:
    numbers = [0, 1, 2, 3] + [0] * 12
    columns: list[Any] = [
        numbers,
        bytes(numbers),
        np.array([numbers], dtype=np.uint8),
        pa.array([numbers], pa.list_(pa.uint8(), 16)),
    ]
    for column in columns:
        with pytest.raises(satoku.InputError, match="^alphabet: applies only to text, .* 0 is an empty cell; leave"):
            satoku.count(column, alphabet="numbers-from-0")


def test_columns_of_nulls_are_read_from_polars(easy: str) -> None:
    frame = pl.DataFrame({"puzzle": [easy], "comment": [None]})
    assert satoku.count(frame, column="puzzle")["count"] == [1]
    assert satoku.count(frame)["count"] == [1]
    errors = satoku.count(pl.Series([None, None]), on_error="null")["error"]
    assert errors == ["found a null, expected a puzzle"] * 2


def test_truth_values_are_no_digits(easy: str) -> None:
    given = np.array(digits(easy)) > 0
    puzzles: list[Any] = [given, given.reshape(9, 9), given.tolist(), given.reshape(9, 9).tolist()]
    for puzzle in puzzles:
        with pytest.raises(satoku.InputError, match="^cell 1: found True, expected a whole number"):
            satoku.solve(puzzle)
    with pytest.raises(satoku.InputError, match=r"bool\[2, 81\]"):
        satoku.solve(np.stack([given, given]))


@pytest.mark.parametrize("side", [25, 49])
def test_a_square_whose_rows_are_no_puzzles_is_one(side: int) -> None:
    assert ANY.count(np.zeros((side, side), dtype=np.uint8), limit=1) == 1


def test_a_square_that_is_no_column_may_be_one_puzzle() -> None:
    with pytest.raises(satoku.InputError, match='; box="4x4" reads it as one puzzle$'):
        satoku.count(np.zeros((16, 16)))
    for type_ in (np.uint8, np.int64):
        with pytest.raises(satoku.InputError, match='found 16, .*; box="4x4" reads the array as one puzzle$'):
            satoku.count(np.full((16, 16), 16, dtype=type_))
        with pytest.raises(satoku.InputError, match="0 for an empty cell$"):
            satoku.count(np.full((16, 16), 17, dtype=type_))


def test_a_list_with_a_text_is_a_column(easy: str) -> None:
    number = "found <class 'int'>, expected a string, a dict or None"
    answers = ANY.count([5, easy], on_error="null")
    assert answers.to_dict()["count"] == [None, 1]
    assert answers["error"] == [number, None]
    with pytest.raises(satoku.InputError, match=f"^row 0: {number}"):
        ANY.count([5, easy])
    series = ANY.count(pd.Series([easy, 5]), on_error="null")
    assert series["error"] == [None, number]


def test_a_list_is_a_column_where_keywords_say_so() -> None:
    answers = ANY.count([5, 7], on_error="null")
    assert answers["count"] == [None, None]
    with pytest.raises(satoku.InputError, match="^row 0: found <class 'int'>"):
        ANY.count([5, 7], progress=print)


@pytest.mark.parametrize("missing", [None, float("nan"), np.nan, pd.NA, pd.NaT])
def test_missing_values_are_nulls(missing: Any, easy: str) -> None:
    null = "found a null, expected a puzzle"
    columns: list[Any] = [[missing, easy], pd.Series([missing, easy], dtype=object)]
    for column in columns:
        assert satoku.count(column, on_error="null")["error"] == [null, None]
    assert satoku.count([missing], on_error="null")["error"] == [null]


def test_a_cell_that_is_no_number_is_named(easy: str) -> None:
    cells = digits(easy)
    empty: Any = [cell or None for cell in cells]
    rows: Any = [empty[k : k + 9] for k in range(0, 81, 9)]
    floats: Any = [float(cell) for cell in cells]
    number = "expected a whole number, 0 for an empty cell$"
    for puzzle, found in [(empty, "cell 3: found None"), (rows, "cell 3: found None"), (floats, r"cell 1: found 5\.0")]:
        with pytest.raises(satoku.InputError, match=f"^{found}, {number}") as caught:
            satoku.solve(puzzle)
        assert caught.value.position == int(found[5])
    with pytest.raises(satoku.InputError, match="^cell 2: found <class 'int'>, "):
        satoku.solve([1, 10**50, *cells[2:]])
    with pytest.raises(satoku.InputError, match="^cell 2: found 10, expected a digit 1 to 9"):
        satoku.solve([1, 10, *cells[2:]])
    with pytest.raises(satoku.InputError, match="^found 9 as row 2 of the grid, expected a list of cells"):
        ANY.solve([[1, 2, 3, 4], 9, 8, 7])


def test_arrays_of_rows_are_one_puzzle(easy: str, solved: str) -> None:
    rows = [np.array(digits(easy)[k : k + 9]) for k in range(0, 81, 9)]
    assert ANY.solve(rows).text == solved


def test_one_puzzle_and_columns_are_told_apart(easy: str) -> None:
    with pytest.raises(satoku.InputError, match="column of puzzles; prove takes one puzzle, certify takes a column"):
        ANY.prove([easy], "unique")
    with pytest.raises(satoku.InputError, match="column of puzzles; solutions takes one puzzle"):
        ANY.solutions([easy])
    with pytest.raises(satoku.InputError, match="column of puzzles; encode takes one puzzle"):
        ANY.encode([easy])
    with pytest.raises(satoku.InputError, match="column of puzzles; Cubes takes one puzzle"):
        ANY.Cubes([easy])
    with pytest.raises(satoku.InputError, match=r"pass \[puzzle\] for one$"):
        ANY.certify(easy)
    with pytest.raises(satoku.InputError, match=r"pass \[puzzle\] for one$"):
        ANY.measure(easy)


def test_strings_of_one_puzzle_are_to_be_joined(easy: str) -> None:
    with pytest.raises(satoku.InputError, match=r"join those of one puzzle: ''\.join"):
        satoku.solve(list(easy))
    with pytest.raises(satoku.InputError, match=r"join those of one puzzle: '\\n'\.join"):
        satoku.solve([easy[k : k + 9] for k in range(0, 81, 9)])


def test_what_only_promises_puzzles_is_to_be_collected(easy: str) -> None:
    with pytest.raises(satoku.InputError, match=r"; list\(\.\.\.\) makes a list"):
        ANY.count(line for line in [easy])
    with pytest.raises(satoku.InputError, match=r"collect\(\)"):
        ANY.count(pl.DataFrame({"puzzle": [easy]}).lazy())


def test_columns_of_lists_of_other_things_say_what_to_cast(easy: str) -> None:
    cells = [float(digit) for digit in digits(easy)]
    columns: list[Any] = [pa.array([cells]), pl.Series([cells]), pd.Series([np.array(cells)])]
    for column in columns:
        with pytest.raises(satoku.InputError, match=r"pl\.List\(pl\.Int64\).* numpy\.stack\(column\)"):
            satoku.count(column)
    assert satoku.count(columns[1].cast(pl.List(pl.Int64)))["count"] == [1]
    assert ANY.count(np.stack(columns[2]).astype(int))["count"] == [1]


def test_negative_digits_keep_their_sign(easy: str) -> None:
    signed = pa.list_(pa.int8(), 81)
    assert satoku.count(pa.array([digits(easy)], signed))["count"] == [1]
    with pytest.raises(satoku.InputError, match="^row 0, cell 1: found -1, expected a digit"):
        satoku.count(pa.array([[-1, *digits(easy)[1:]]], signed))
