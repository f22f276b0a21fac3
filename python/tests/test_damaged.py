"""Arrow data that leads elsewhere in memory is an error of the input, whoever made it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import satoku

SMALL = "1..............."
TEXT = pa.py_buffer(SMALL.encode() * 3)


def offsets(numbers: list[int], kind: str = "i4") -> pa.Buffer:
    return pa.py_buffer(np.array(numbers, kind).tobytes())


def text(numbers: list[int]) -> pa.Array:
    return pa.Array.from_buffers(pa.string(), len(numbers) - 1, [None, offsets(numbers), TEXT])


def keyed(keys: list[int], values: pa.Array) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(keys, pa.int8()), values, safe=False)


def view(buffer: int, offset: int) -> pa.Array:
    place = pa.py_buffer(np.array([16, 0, buffer, offset], "i4").tobytes())
    return pa.Array.from_buffers(pa.string_view(), 1, [None, place, TEXT])


CELLS = pa.array([0] * 16, pa.int8())
ROWS = pa.ListArray.from_arrays(pa.array([0, 4, 2, 12, 16], pa.int32()), CELLS)

DAMAGED: dict[str, Callable[[], pa.Array]] = {
    "a key beyond the words": lambda: keyed([0, 5], pa.array([SMALL])),
    "a negative key": lambda: keyed([0, -1], pa.array([SMALL])),
    "words that overlap": lambda: keyed([0, 1], text([0, 16, 8, 16])),
    "an offset that goes back": lambda: text([0, 16, 8, 16]),
    "a negative offset": lambda: text([0, -5, 16]),
    "an offset beyond all memory": lambda: pa.Array.from_buffers(
        pa.large_string(), 2, [None, offsets([0, 2**40, 16], "i8"), TEXT]
    ),
    "a list that goes back": lambda: pa.ListArray.from_arrays(
        pa.array([0, 16, 5, 16], pa.int32()), CELLS
    ),
    "a list beyond its cells": lambda: pa.Array.from_buffers(
        pa.list_(pa.int8()), 2, [None, offsets([0, 99, 16])], children=[CELLS]
    ),
    "rows that go back": lambda: pa.ListArray.from_arrays(pa.array([0, 4], pa.int32()), ROWS),
    "a view of no buffer": lambda: view(7, 0),
    "a view beyond its buffer": lambda: view(0, 99),
}


@pytest.mark.parametrize("name", list(DAMAGED))
def test_damaged_arrow_data_is_an_error_of_the_input(name: str) -> None:
    damaged = DAMAGED[name]()
    for column in (damaged, pa.table({"puzzle": damaged}), pa.chunked_array([damaged])):
        for on_error in ("raise", "null"):
            options: Any = {"on_error": on_error}
            with pytest.raises(satoku.InputError, match="^cannot be read as Arrow: "):
                satoku.count(column, **options)


def test_nulls_may_hide_anything() -> None:
    keys = pa.array([0, 100], pa.int8(), mask=np.array([False, True]))
    columns = [
        pa.DictionaryArray.from_arrays(keys, pa.array([SMALL]), safe=False),
        pa.Array.from_buffers(
            pa.string_view(),
            2,
            [
                pa.py_buffer(b"\1"),
                pa.py_buffer(np.array([16, 0, 0, 0, 99, 0, 7, 7], "i4").tobytes()),
                TEXT,
            ],
        ),
    ]
    for column in columns:
        assert satoku.count(column, on_error="null")["count"] == [72, None]


def test_empty_slices_and_slices_are_whole() -> None:
    full = pa.array([SMALL] * 3)
    lists = pa.array([[0] * 16] * 3)
    for column in (full, lists, full.dictionary_encode()):
        assert satoku.count(column.slice(1, 0)).num_rows == 0
        assert satoku.count(column.slice(1, 1), limit=2)["count"] == [2]


def test_a_table_without_columns_says_so() -> None:
    choices: list[dict[str, Any]] = [{}, {"column": "puzzle"}]
    for options in choices:
        with pytest.raises(satoku.InputError, match="found a table without columns, expected "):
            satoku.count(pa.table({}), **options)
