"""Digits and weights as integers of any type."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import satoku

ANY: Any = satoku
TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


def digits(line: str) -> list[int]:
    return [int(character) for character in line.replace(".", "0")]


def of_polars(type_: str) -> Any:
    return getattr(pl, type_.title().replace("Uint", "UInt"))


@pytest.mark.parametrize("type_", TYPES)
def test_arrays_and_lists_of_any_integers_are_columns(lines: list[str], type_: str) -> None:
    expected = satoku.solve(lines, unique=True)
    rows = [digits(line) for line in lines]
    array = np.array(rows, dtype=type_)
    arrow = getattr(pa, type_)()
    columns = [
        array,
        array.reshape(-1, 9, 9),
        np.asfortranarray(array),
        array[::-1][::-1],
        pa.array(rows, pa.list_(arrow)),
        pa.array(rows, pa.large_list(arrow)),
        pa.array(rows, pa.list_(arrow, 81)),
        pa.array([[1], *rows], pa.list_(arrow))[1:],
        pl.Series(rows, dtype=pl.List(of_polars(type_))),
        pd.Series(list(array)),
    ]
    for column in columns:
        answers = ANY.solve(column, unique=True)
        for name in ("verdict", "solution", "count"):
            assert answers[name] == expected[name]
        assert len(set(answers["microseconds"])) == 1


@pytest.mark.parametrize("number", [-1, 10, 256, 2**40])
def test_no_number_is_cut_to_a_byte(easy: str, number: int) -> None:
    cells = digits(easy)
    rows = [cells, [*cells[:4], number, *cells[5:]]]
    for column in (np.array(rows), pa.array(rows), pa.array(rows, pa.list_(pa.int64(), 81))):
        with pytest.raises(satoku.InputError, match=f"^row 1, cell 5: found {number}, expected a"):
            ANY.count(column)
        answers = ANY.count(column, on_error="null")
        assert answers["count"] == [1, None]
        assert f"found {number}" in answers["error"][1]


def test_nulls_and_lengths_in_lists(easy: str) -> None:
    cells = digits(easy)
    column = pa.array([cells, None, [None, *cells[1:]], cells[:80], []])
    answers = satoku.count(column, on_error="null")
    assert answers["count"] == [1, None, None, None, None]
    words = ["a null,", "a null inside", "found 80 cells", "found 0 cells"]
    for word, error in zip(words, answers["error"][1:], strict=True):
        assert word in error


def test_digits_beyond_a_byte(easy: str) -> None:
    side = 289
    cells = np.zeros((1, side * side), dtype=np.int64)
    cells[0, 0] = side
    assert ANY.solve(cells, timeout=0.01)["verdict"][0] in ("solved", "unknown")


def test_a_list_of_arrays_says_how_to_make_a_column(easy: str) -> None:
    array = np.array(digits(easy))
    with pytest.raises(satoku.InputError, match="a list of lists is one puzzle; numpy.array"):
        ANY.solve([array, array])
    assert ANY.count(np.array([array, array]))["count"] == [1, 1]


def test_weights_may_be_rows() -> None:
    flat = list(range(16))
    rows = [flat[at : at + 4] for at in range(0, 16, 4)]
    expected = satoku.maximum("." * 16, weights=flat).score
    for weights in (rows, np.array(rows), np.array(flat), [np.array(row) for row in rows]):
        assert ANY.maximum("." * 16, weights=weights).score == expected
    for wrong in ([[1.5] * 4] * 4, np.full((4, 4), 1.5), ["1"] * 16):
        with pytest.raises(TypeError, match="weights: found .*, expected a whole number"):
            ANY.maximum("." * 16, weights=wrong)
