"""Columns: every container in, Arrow out, rows in their order."""

from collections.abc import Iterator
from typing import Any

import duckdb
import numpy as np
import numpy.typing as npt
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import satoku


def matrix(lines: list[str]) -> npt.NDArray[np.uint8]:
    text = "".join(lines).replace(".", "0")
    return (np.frombuffer(text.encode(), dtype=np.uint8) - ord("0")).reshape(-1, 81)


def test_every_container_gives_the_same_answers(lines: list[str]) -> None:
    expected = satoku.solve(lines, unique=True).to_dict()
    assert expected["verdict"] == ["one", "none", "several"]
    assert expected["count"] == [1, 0, 2]
    table = pa.table({"id": [1, 2, 3], "puzzle": lines})
    frame = pl.DataFrame({"puzzle": lines})
    digits = matrix(lines)
    columns: dict[str, Any] = {
        "tuple": tuple(lines),
        "array": pa.array(lines),
        "large": pa.array(lines, pa.large_string()),
        "view": pa.array(lines, pa.string_view()),
        "binary": pa.array([line.encode() for line in lines]),
        "fixed": pa.array([line.encode() for line in lines], pa.binary(81)),
        "dictionary": pa.array(lines).dictionary_encode(),
        "lists": pa.FixedSizeListArray.from_arrays(pa.array(digits.ravel()), 81),
        "chunked": pa.chunked_array([lines[:1], [], lines[1:]]),
        "sliced": pa.array(["x", *lines])[1:],
        "table": table,
        "batch": table.to_batches()[0],
        "reader": table.to_reader(),
        "polars": frame,
        "series": frame["puzzle"],
        "pandas": pd.DataFrame({"puzzle": lines}),
        "pandas series": pd.Series(lines),
        "duckdb": duckdb.sql("select * from frame"),
        "numpy": digits,
        "fortran": np.asfortranarray(digits),
        "strided": np.repeat(digits, 2, axis=0)[::2],
        "cube": digits.reshape(3, 9, 9),
        "unicode": np.array(lines),
        "bytes": np.array([line.encode() for line in lines]),
        "objects": np.array(lines, dtype=object),
    }
    del expected["microseconds"]
    for name, column in columns.items():
        answers = satoku.solve(column, unique=True).to_dict()
        del answers["microseconds"]
        assert answers == expected, name


def test_answers_are_arrow_for_all_readers(lines: list[str], solved: str) -> None:
    answers = satoku.solve(lines)
    table = pa.table(answers)
    assert table.schema.names == answers.column_names
    assert pa.types.is_dictionary(table.schema.field("verdict").type)
    assert table.schema.field("verdict").type.index_type == pa.int8()
    assert table.schema.field("count").type == pa.int64()
    assert table["solution"].to_pylist()[:2] == [solved, None]
    assert table.num_rows == answers.num_rows == len(answers) == 3
    assert pl.DataFrame(answers)["count"].to_list() == [1, 0, 1]
    assert pd.DataFrame.from_arrow(answers)["count"].tolist() == [1, 0, 1]
    arrow = table  # duckdb finds it by its name
    assert arrow is table
    relation = duckdb.sql("select verdict, count(*) from arrow group by 1 order by 1")
    assert relation is not None
    assert relation.fetchall() == [("solved", 2), ("unsatisfiable", 1)]
    reader = pa.RecordBatchReader.from_stream(answers)
    assert sum(batch.num_rows for batch in reader) == 3
    assert pa.schema(answers) == table.schema
    assert "3 rows" in repr(answers)
    with pytest.raises(satoku.InputError, match="found no column 'nothing'"):
        answers["nothing"]


def test_givens_are_symmetric() -> None:
    made = satoku.generate(20, seed=3, kind="minimal", symmetry="rotate180")
    for puzzle in made["puzzle"]:
        is_empty = [cell == "." for cell in puzzle]
        assert is_empty == is_empty[::-1]
        assert satoku.is_proper(puzzle)
    with pytest.raises(satoku.InputError, match="expected one of none, rotate180"):
        satoku.generate(symmetry="round")  # type: ignore[call-overload]
    with pytest.raises(satoku.InputError, match="only classic puzzles can be symmetric"):
        satoku.generate(symmetry="full", rules="diagonal")
    with pytest.raises(satoku.InputError, match="has 26 givens"):
        satoku.generate(symmetry="rotate90", givens=26)


def test_many_rows_keep_their_order_with_any_number_of_threads() -> None:
    made = satoku.generate(300, seed=5, givens=40)
    rows = [line for line in made["puzzle"] for _ in range(20)]
    expected = [line for line in made["solution"] for _ in range(20)]
    for jobs in [1, 2, 5]:
        answers = satoku.solve(rows, jobs=jobs)
        assert answers["solution"] == expected
        assert answers.num_batches < 20
    counted = satoku.count(rows, limit=3, jobs=2)
    assert set(counted["count"]) == {1}
    assert set(counted["verdict"]) == {"exact"}


def test_a_named_column_of_a_table(lines: list[str]) -> None:
    table = pa.table({"a": lines, "b": lines[::-1]})
    assert satoku.count(table, column="b", limit=1)["count"] == [1, 0, 1]
    assert satoku.count(table, column="b", limit=1)["verdict"] == ["limit", "exact", "limit"]
    with pytest.raises(satoku.InputError, match="columns 'a', 'b'"):
        satoku.count(table)
    with pytest.raises(satoku.InputError, match="no column 'c'"):
        satoku.count(table, column="c")


def test_empty_columns() -> None:
    nothing = pa.array([], pa.string())
    columns: list[Any] = [[], nothing, np.zeros((0, 81), dtype=np.uint8), pa.table({"p": nothing})]
    for column in columns:
        answers = satoku.solve(column)
        assert len(answers) == 0
        assert pa.table(answers).schema.names == ["verdict", "solution", "count", "microseconds"]


def test_an_error_names_its_row_and_position(easy: str) -> None:
    for jobs in [1, 3]:
        with pytest.raises(satoku.InputError) as caught:
            satoku.solve(
                [easy] * 3000 + [easy[:40] + "x" + easy[41:]] + [easy] * 3000 + ["y"], jobs=jobs
            )
        assert (caught.value.row, caught.value.position) == (3000, 41)
        assert "row 3000, character 41: found 'x', expected" in str(caught.value)
    with pytest.raises(ValueError, match="row 1: found a null"):
        satoku.solve([easy, None])
    digits = matrix([easy, easy])
    digits[1, 7] = 10
    with pytest.raises(satoku.InputError, match="row 1, cell 8: found 10"):
        satoku.solve(digits)


def test_errors_become_nulls_on_request(easy: str, solved: str) -> None:
    rows = [easy, None, "x" * 81, "9" * 10_000_000, "." * 16, easy]
    answers = satoku.solve(rows, on_error="null").to_dict()
    assert answers["solution"] == [solved, None, None, None, None, solved]
    assert answers["verdict"] == ["solved", None, None, None, None, "solved"]
    errors = answers["error"]
    assert errors[0] is errors[5] is None
    assert errors[1] == "found a null, expected a puzzle"
    assert "expected" in errors[2]
    assert len(errors[3]) < 1000
    assert errors[4] == "found 16 cells, expected 81 as in row 0; mixed_sizes=True allows both"
    counted = satoku.count(rows[:3], on_error="null", limit=2)
    assert counted["count"] == [1, None, None]
    assert [error is None for error in counted["error"]] == [True, False, False]
    minimal = satoku.minimize(rows[:3], on_error="null")
    assert [verdict is None for verdict in minimal["verdict"]] == [False, True, True]


def test_mixed_sizes_are_told_or_allowed(easy: str) -> None:
    with pytest.raises(satoku.InputError, match="row 1: found 16 cells, expected 81 as in row 0"):
        satoku.solve([easy, "." * 16])
    with pytest.raises(satoku.InputError, match="row 1: found 81 cells, expected 16 as in row 0"):
        satoku.count(["." * 16, easy])
    answers = satoku.count([easy, "." * 16, "." * 36], mixed_sizes=True, limit=300)
    assert answers["count"] == [1, 288, 300]


def test_wrong_types_say_what_to_do(easy: str) -> None:
    numbers = np.zeros((2, 81))
    with pytest.raises(satoku.InputError, match=r"float64\[2, 81\], expected integers\[n, cells\]"):
        satoku.solve(numbers)
    with pytest.raises(satoku.InputError, match="column of type Int64"):
        satoku.solve(pa.array([1, 2]))
    with pytest.raises(satoku.InputError, match="found 80 cells"):
        satoku.solve(np.zeros((2, 80), dtype=np.uint8))
    with pytest.raises(satoku.InputError, match="row 1: found <class 'int'>"):
        satoku.solve([easy, 3])  # type: ignore[arg-type]
    with pytest.raises(satoku.InputError, match="expected a puzzle"):
        satoku.solve(object())  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="keyword 'job'"):
        satoku.solve(easy, job=3)  # type: ignore[call-overload]
    for keyword, value, message in [
        ("on_error", "skip", "'raise' or 'null'"),
        ("jobs", 0, "at least 1"),
        ("timeout", -1.0, "positive"),
        ("timeout", float("nan"), "positive"),
        ("box", "3", "box"),
        ("alphabet", "greek", "digits, hex"),
        ("rules", "diagnal", "expected one of"),
    ]:
        with pytest.raises(satoku.InputError, match=message):
            satoku.solve([easy], **{keyword: value})  # type: ignore[call-overload]


def test_other_verbs_over_columns(lines: list[str], solved: str) -> None:
    minimal = satoku.minimize([*lines, solved]).to_dict()
    assert minimal["verdict"] == ["minimal", "unsatisfiable", "several", "minimal"]
    assert minimal["givens"][3] + minimal["removed"][3] == 81
    best = satoku.maximum(lines).to_dict()
    assert best["verdict"] == ["optimal", "unsatisfiable", "optimal"]
    assert best["score"][2] == 2906
    assert best["bound"][1] is None
    forms = satoku.canonical(lines)["puzzle"]
    assert forms == [satoku.canonical(line) for line in lines]
    assert satoku.is_proper(lines)["verdict"] == ["one", "none", "several"]
    variants = satoku.solve(["." * 16] * 2, rules="diagonal")
    assert variants["verdict"] == ["solved"] * 2
    with pytest.raises(satoku.InputError, match="weights: found 3 numbers"):
        satoku.maximum(lines, weights=[1, 2, 3])


def test_a_timeout_is_a_verdict() -> None:
    def least_count(timeout: float) -> int:
        answers = satoku.count(["." * 81] * 2, timeout=timeout, jobs=2)
        assert answers["verdict"] == ["unknown"] * 2
        least: int = min(answers["count"])
        return least

    # What is counted by then is told; on a busy machine it may be nothing.
    assert any(least_count(timeout) > 0 for timeout in (0.05, 1, 60))
    assert satoku.solve(["." * 81], timeout=60)["verdict"] == ["solved"]


def test_progress_counts_rows(easy: str) -> None:
    seen: list[int] = []
    satoku.solve([easy] * 5000, progress=seen.append)
    assert seen[-1] == 5000
    assert seen == sorted(seen)

    def fail(rows: int) -> None:
        raise RuntimeError(f"after {rows}")

    with pytest.raises(RuntimeError, match="after"):
        satoku.solve([easy] * 5000, progress=fail)


def test_input_is_not_copied_or_changed(lines: list[str]) -> None:
    digits = matrix(lines)
    digits.setflags(write=False)
    before = digits.copy()
    satoku.solve(digits)
    assert (digits == before).all()
    array = pa.array(lines * 100_000)
    before_bytes = pa.total_allocated_bytes()
    satoku.count(array, limit=1)
    assert pa.total_allocated_bytes() == before_bytes


def test_what_is_null_or_masked_is_no_puzzle(lines: list[str]) -> None:
    def errors(column: Any) -> list[str | None]:
        errors: list[str | None] = satoku.solve(column, on_error="null").to_dict()["error"]
        return errors

    first = pa.array([lines[0], lines[0]])
    rows = pa.StructArray.from_arrays([first], names=["puzzle"], mask=pa.array([False, True]))
    good, null = errors(rows)
    assert good is None and null is not None and "found a null" in null
    digits = pa.array([[0] * 81, None, [None, *[0] * 80]], pa.list_(pa.uint8(), 81))
    good, null, holed = errors(digits)
    assert good is None and null is not None and "found a null, " in null
    assert holed is not None and "a null inside a list of digits" in holed
    good, null = errors(np.array([lines[0], np.nan], dtype=object))
    assert good is None and null is not None and "found a null" in null
    nines = np.full((1, 81), 9, dtype=np.uint8)
    masked = np.ma.masked_equal(nines, 9)
    answers: Any = satoku.solve(masked)
    assert answers["verdict"] == ["solved"]
    with pytest.raises(satoku.InputError, match="row 1"):
        satoku.solve([lines[0], "\ud800"])


def test_a_square_is_one_puzzle_where_the_box_says_so() -> None:
    empty = np.zeros((16, 16), dtype=np.uint8)
    answers: Any = satoku.count(empty, limit=2)
    assert answers["count"] == [2] * 16
    solution: Any = satoku.solve(empty, box="4x4")
    assert solution.shape == (16, 16)


def test_items_that_are_no_puzzles_are_errors_of_their_rows(easy: str, solved: str) -> None:
    items: list[Any] = [easy, 5, {"a": object()}, "\ud800", None, easy]
    answers = satoku.solve(items, on_error="null")
    assert answers["solution"] == [solved, None, None, None, None, solved]
    errors = answers["error"]
    assert errors[1] == "found <class 'int'>, expected a string, a dict or None"
    assert "not JSON serializable" in errors[2]
    assert "half of a surrogate pair" in errors[3]
    assert errors[4] == "found a null, expected a puzzle"
    with pytest.raises(satoku.InputError, match="^row 1: found <class 'int'>"):
        satoku.count(items)


def test_masked_and_object_arrays_of_digits_are_one_puzzle(easy: str, solved: str) -> None:
    digits = matrix([easy])[0]
    empty = np.ma.masked_equal(digits, 0)
    puzzles: dict[str, Any] = {
        "masked": empty,
        "masked square": empty.reshape(9, 9),
        "objects": digits.astype(object),
        "square of objects": digits.astype(object).reshape(9, 9),
    }
    for name, puzzle in puzzles.items():
        solution: Any = satoku.solve(puzzle)
        assert solution.text == solved, name
    missing: Any = [np.nan, easy]
    assert satoku.solve(missing, on_error="null")["solution"] == [None, solved]


def test_what_cannot_be_read_as_arrow_is_an_error_of_the_input(easy: str) -> None:
    mixed: Any = pd.DataFrame({"puzzle": [easy, 5]})
    with pytest.raises(satoku.InputError, match="^cannot be read as Arrow: "):
        satoku.solve(mixed)
    objects = pl.Series("puzzle", [object()], dtype=pl.Object)
    with pytest.raises(satoku.InputError, match="polars column of type Object, expected one of strings"):
        satoku.solve(objects)
    table = pa.table({"puzzle": [easy]})

    class Once:
        stream = table.__arrow_c_stream__()

        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return self.stream

    assert len(satoku.solve(Once())) == 1
    with pytest.raises(satoku.InputError, match="^cannot be read as Arrow: "):
        satoku.solve(Once())

    def batches() -> Iterator[pa.RecordBatch]:
        yield from table.to_batches()
        raise RuntimeError("out of batches")

    broken = pa.RecordBatchReader.from_batches(table.schema, batches())
    with pytest.raises(satoku.InputError, match="^cannot be read as Arrow: .*out of batches"):
        satoku.solve(broken)
    iterator: Any = iter([easy])
    with pytest.raises(satoku.InputError, match="list_iterator"):
        satoku.solve(iterator)


def test_a_null_in_a_dictionary_is_a_null(lines: list[str]) -> None:
    values = pa.array(lines[:2])
    _, offsets, data = values.buffers()
    holed = pa.StringArray.from_buffers(2, offsets, data, pa.py_buffer(b"\1"))
    columns = [
        pa.DictionaryArray.from_arrays(pa.array([0, 1]), holed),
        pa.array([lines[0], None]).dictionary_encode(null_encoding="encode"),
        pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), holed),
    ]
    for column in columns:
        for given in (column, pa.table({"puzzle": column})):
            answers = satoku.solve(given, on_error="null")
            assert answers["verdict"] == ["solved", None]
            assert answers["error"] == [None, "found a null, expected a puzzle"]
