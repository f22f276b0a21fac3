"""A puzzle is classic, whatever its form, if nothing but rows, columns and boxes holds."""

import collections
import json
from typing import Any

import numpy as np
import pytest
import satoku

SMALL = "1..............."
GRID = [[1, 0, 0, 0]] + [[0] * 4] * 3

CLASSIC: dict[str, Any] = {
    "json": json.dumps({"box": "2x2", "grid": GRID}),
    "rows as json": json.dumps(GRID),
    "dict": {"box": "2x2", "grid": GRID},
    "line in a dict": {"id": 1, "puzzle": SMALL},
    "numbers of numpy": {"box": "2x2", "grid": np.array(GRID), "id": np.int64(1)},
    "another mapping": collections.UserDict({"box": "2x2", "grid": GRID}),
    "f-puzzles": {"size": 4, "grid": [[{"value": 1, "given": True}, {}, {}, {}]] + [[{}] * 4] * 3},
    "solution": satoku.solve(SMALL),
}


@pytest.mark.parametrize("name", list(CLASSIC))
def test_every_function_takes_a_classic_puzzle_of_any_form(name: str) -> None:
    puzzle = CLASSIC[name]
    line = satoku.solve(SMALL).text if name == "solution" else SMALL
    assert satoku.solve(puzzle).text == satoku.solve(line).text
    assert satoku.count(puzzle) == satoku.count(line)
    assert satoku.canonical(puzzle) == satoku.canonical(line)
    assert satoku.encode(puzzle).nvars == satoku.encode(line).nvars
    digits = [1] * 64
    assert satoku.maximum(puzzle, weights=digits) == satoku.maximum(line, weights=digits)
    proven = satoku.prove(puzzle, "maximum")
    assert proven.claim == satoku.prove(line, "maximum").claim
    if name == "solution":
        return
    runs = satoku.measure([puzzle], encodings="minimal")
    assert runs["verdict"] == ["solved"]
    assert satoku.count([SMALL, puzzle])["count"] == [72, 72]


def test_a_classic_puzzle_in_json_is_minimized_to_a_line() -> None:
    full = {"box": "2x2", "grid": [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]}
    assert satoku.minimize(full) == satoku.minimize("1234341221434321")


def test_variants_stay_variants() -> None:
    rows = {"rows": 4, "columns": 4, "min": 0, "max": 3, "regions": "1122112233443344"}
    diagonal = rows | {"min": 1, "max": 4, "rules": ["diagonal"]}
    marks = rows | {"min": 1, "max": 4, "candidates": {"r1c1": [1, 2]}}
    for puzzle in (rows, diagonal, marks):
        with pytest.raises(satoku.UnsupportedError, match="variants have no canonical form"):
            satoku.canonical(puzzle)


def test_a_text_that_names_its_boxes_is_refused_where_box_names_them() -> None:
    says = "found a puzzle in JSON, which names its boxes and digits itself, expected a line or a grid"
    with pytest.raises(satoku.InputError, match=f'^{says} of 9×9 cells, as box="3x3" asks for$'):
        satoku.solve(CLASSIC["json"], box="3x3")
    with pytest.raises(satoku.InputError, match=f'^row 1: {says}, as alphabet="hex" asks for$'):
        satoku.solve([SMALL, CLASSIC["json"]], alphabet="hex")
    with pytest.raises(satoku.InputError, match="^box and alphabet do not apply to a dict"):
        satoku.solve(CLASSIC["dict"], box="2x2")


def test_a_solution_keeps_the_boxes_of_its_puzzle() -> None:
    for box in ("2x3", "3x2"):
        solution = satoku.solve("." * 36, box=box)
        assert satoku.count(solution) == 1
        assert satoku.solve(solution).text == solution.text
    diagonal = satoku.solve({"rows": 4, "columns": 4, "min": 1, "max": 4, "rules": ["diagonal"]})
    assert satoku.solve(diagonal, rules="diagonal").text == diagonal.text
    large = satoku.solve("." * 256, alphabet="hex")
    assert satoku.solve(large).text == large.text


def test_strings_of_numpy_are_puzzles() -> None:
    scalars: list[Any] = [np.bytes_(SMALL.encode()), np.str_(SMALL)]
    for scalar in scalars:
        assert satoku.count(scalar) == 72


def test_lists_of_rows_are_grids() -> None:
    import polars as pl
    import pyarrow as pa

    grids = [[[0] * 4] * 4, GRID]
    fixed = pa.list_(pa.list_(pa.int8(), 4), 4)
    columns: list[Any] = [
        pa.array(grids),
        pa.array(grids, pa.large_list(pa.list_(pa.uint8()))),
        pa.array(grids, fixed),
        pa.array([None, *grids], fixed).slice(1, 2),
        pl.Series("puzzle", grids),
        pl.Series("puzzle", grids, dtype=pl.Array(pl.Int8, (4, 4))),
    ]
    for column in columns:
        assert satoku.count(column)["count"] == [288, 72]
    real = pl.Series("puzzle", grids, dtype=pl.List(pl.List(pl.Float64)))
    with pytest.raises(satoku.InputError, match=r"in polars to pl\.List\(pl\.List\(pl\.Int64\)\)$"):
        satoku.count(real)
    assert satoku.count(real.cast(pl.List(pl.List(pl.Int64))))["count"] == [288, 72]
    holed: Any = pa.array([GRID, None, [None, *GRID[1:]]])
    assert satoku.count(holed, on_error="null")["count"] == [72, None, None]


def test_a_cube_of_numpy_is_like_lists_of_rows() -> None:
    cube: Any = np.array([GRID, GRID])
    assert satoku.count(cube)["count"] == [72, 72]
