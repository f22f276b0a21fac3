"""One puzzle: every form of input, and what comes back."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import satoku
from satoku._buffer import view

KILLER = {
    "rows": 4,
    "columns": 4,
    "min": 1,
    "max": 4,
    "regions": "1122112233443344",
    "candidates": {"r1c1": [1]},
    "rules": ["diagonal"],
    "constraints": [{"type": "killer", "cells": ["r1c2", "r1c3"], "sum": 5}],
}


def test_text_digits_rows_and_arrays_are_the_same_puzzle(easy: str, solved: str) -> None:
    digits = [0 if c == "." else int(c) for c in easy]
    rows = [digits[k : k + 9] for k in range(0, 81, 9)]
    grid = "\n".join(easy[k : k + 9] for k in range(0, 81, 9))
    puzzles: list[Any] = [
        easy,
        digits,
        rows,
        grid,
        np.array(rows, dtype=np.uint8),
        np.array(digits),
    ]
    for puzzle in puzzles:
        assert satoku.solve(puzzle).text == solved


def test_a_zero_beside_dots_is_no_empty_cell_without_a_word() -> None:
    puzzle = "1234567.0" + "." * 72
    calls: list[Callable[[], object]] = [
        lambda: satoku.solve(puzzle),
        lambda: satoku.solve(puzzle, timeout=10),
        lambda: satoku.count(puzzle, limit=2),
        lambda: satoku.solve([puzzle]),
    ]
    for call in calls:
        with pytest.raises(satoku.InputError, match="'0' beside another mark for empty cells"):
            call()
    assert satoku.solve(puzzle, alphabet="digits").text.startswith("1234567")


def test_a_solution_is_text_list_array_and_picture(easy: str, solved: str) -> None:
    solution = satoku.solve(easy)
    assert str(solution) == solution.text == solved
    assert repr(solution) == f"Solution('{solved}')"
    assert solution.shape == (9, 9)
    assert len(solution) == 9
    assert solution[0] == [5, 3, 4, 6, 7, 8, 9, 1, 2]
    assert solution[-1] == solution.grid[8]
    assert solution.cells == [int(c) for c in solved]
    array = np.asarray(solution)
    assert array.shape == (9, 9)
    assert array.ravel().tolist() == solution.cells
    assert np.asarray(solution, dtype=np.float64).dtype == np.float64
    assert np.frombuffer(bytes(solution), dtype=np.uint8).tolist() == solution.cells
    assert solution == satoku.solve(solved)
    assert len({solution, satoku.solve(solved)}) == 1
    assert solution != satoku.solve("." * 16)
    svg = solution._repr_svg_()
    assert svg.startswith("<svg")
    assert svg.rstrip().endswith("</svg>")


def test_a_solution_has_a_buffer(easy: str) -> None:
    solution = satoku.solve(easy)
    digits = view(solution)
    assert digits.shape == solution.shape
    # The types of Python know one dimension only.
    rows: object = digits.tolist()
    assert rows == solution.grid
    array = np.asarray(digits)
    assert array.dtype == np.asarray(solution).dtype == np.int16
    assert array.tolist() == np.asarray(solution).tolist()
    assert memoryview(bytes(solution)).tolist() == solution.cells
    # It is a copy: the solution stays as it is.
    digits[0, 0] = 0
    assert solution.cells[0] != 0
    exporter: Any = solution
    if sys.version_info >= (3, 12):
        assert memoryview(exporter).tolist() == solution.grid
        assert memoryview(exporter).format == "h"
    else:
        with pytest.raises(TypeError, match="bytes-like"):
            memoryview(exporter)


def test_other_sizes_shapes_and_alphabets() -> None:
    assert satoku.solve("." * 36).shape == (6, 6)
    two_by_three = satoku.solve("." * 36, box="2x3")
    assert sorted(two_by_three.grid[0][:3] + two_by_three.grid[1][:3]) == [1, 2, 3, 4, 5, 6]
    three_by_two = satoku.solve("." * 36, box="3x2")
    assert sorted(sum((row[:2] for row in three_by_two.grid[:3]), [])) == [1, 2, 3, 4, 5, 6]
    sixteen = satoku.solve("." * 256, alphabet="hex")
    assert set(sixteen.text) == set("0123456789ABCDEF")
    assert np.asarray(sixteen).max() == 16


def test_variants_as_dict_json_and_rules() -> None:
    puzzles: list[Any] = [KILLER, json.dumps(KILLER)]
    for puzzle in puzzles:
        solution = satoku.solve(puzzle)
        grid = solution.grid
        assert grid[0][0] == 1
        assert grid[0][1] + grid[0][2] == 5
        assert sorted(grid[k][k] for k in range(4)) == [1, 2, 3, 4]
        assert solution._repr_svg_().startswith("<svg")
    diagonal = satoku.solve("." * 81, rules="diagonal")
    assert sorted(diagonal.grid[k][8 - k] for k in range(9)) == list(range(1, 10))
    both = satoku.solve("." * 81, rules=["diagonal", "anti-knight"])
    assert both.grid[0][0] != both.grid[1][2]
    assert satoku.count("." * 16, rules="diagonal") == 48


def test_pictures_know_the_rule_files_of_the_caller(tmp_path: Path) -> None:
    line = (Path(__file__).parents[2] / "rules" / "thermo.toml").read_text()
    own = tmp_path / "own.toml"
    line = re.sub("also = .*\n", "", line).replace('name = "thermo"', 'name = "mytype"')
    own.write_text(line)
    cells = ["r1c1", "r1c2", "r1c3"]

    def picture(kind: str) -> str:
        puzzle = {**KILLER, "constraints": [{"type": kind, "cells": cells}]}
        svg = satoku.solve(puzzle, rules=[str(own)])._repr_svg_().replace(kind, "thermo")
        return re.sub("satoku-[0-9a-f]{16}", "satoku", svg)

    assert picture("mytype") == picture("thermo")


def test_properness_and_counts(easy: str) -> None:
    assert satoku.is_proper(easy) is True
    assert satoku.is_proper("." * 81) is False
    assert satoku.is_proper("11" + "." * 79) is False
    assert satoku.count(easy) == 1
    assert satoku.count("." * 81, limit=25_000) == 25_000
    assert satoku.count("." * 16) == 288
    assert satoku.count("11" + "." * 79) == 0


def test_solutions_come_one_by_one() -> None:
    found = list(satoku.solutions("." * 16))
    assert len(set(found)) == len(found) == 288
    some = satoku.solutions("." * 81)
    assert next(some) != next(some)
    assert len(list(satoku.solutions("." * 81, limit=7))) == 7
    assert list(satoku.solutions("11" + "." * 79)) == []
    with pytest.raises(satoku.UnknownError):
        list(satoku.solutions("." * 81, timeout=0.05))


FORKED = """
import os, signal, satoku
found = satoku.solutions("." * 81)
next(found)
child = os.fork()
if child == 0:
    signal.alarm(60)
    try:
        next(found)
    except RuntimeError as error:
        print(error, flush=True)
    del found
    assert len(list(satoku.solutions("." * 16))) == 288
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
next(found)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_is_told_that_the_solutions_are_not_its_own() -> None:
    for _ in range(5):
        ran = subprocess.run(
            [sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=120
        )
        assert ran.returncode == 0, ran.stderr
        assert "call satoku.solutions again in this one" in ran.stdout


def test_maxima_say_how_sure_they_are(easy: str) -> None:
    best = satoku.maximum("." * 81)
    assert (best.verdict, best.score, best.bound) == ("optimal", 2906, 2906)
    assert best.solution is not None
    assert best.grid == best.solution.grid
    weights = [0] * 80 + [1]
    assert satoku.maximum(easy, weights=weights).score == 9
    assert satoku.maximum("." * 81, weights=weights, minimise=True).score == 1
    assert satoku.maximum("11" + "." * 79).verdict == "unsatisfiable"
    large = satoku.maximum("." * 625, timeout=0.3)
    assert large.verdict in ("feasible", "unknown")
    assert large.reason
    if large.score is not None and large.bound is not None:
        assert large.score <= large.bound
    variant = satoku.maximum(KILLER, weights=[1] + [0] * 15)
    assert variant.score == 1


def test_minimal_and_canonical_forms(easy: str, solved: str) -> None:
    minimal = satoku.minimize(solved)
    assert satoku.is_proper(minimal)
    assert satoku.minimize(minimal) == minimal
    assert satoku.minimize(solved, seed=1) != minimal
    swapped = easy.translate(str.maketrans("123456789", "987654321"))
    assert satoku.canonical(easy) == satoku.canonical(swapped)
    assert satoku.is_proper(satoku.canonical(easy))


def test_random_puzzles() -> None:
    assert satoku.is_proper(satoku.generate(seed=3))
    assert satoku.generate(seed=3) == satoku.generate(seed=3)
    assert satoku.generate() != satoku.generate()
    made = satoku.generate(5, seed=3, kind="minimal", box="2x3", jobs=2)
    assert made["puzzle"][2] == satoku.generate(seed=3, kind="minimal", box="2x3", first=3)
    assert satoku.is_proper(made)["verdict"] == ["one"] * 5
    assert satoku.solve(made)["solution"] == made["solution"]
    assert len(satoku.generate(0)) == 0
    variant = satoku.generate(seed=1, box="2x2", rules="diagonal", constraints="killer")
    assert json.loads(variant)["rules"] == ["diagonal"]
    assert satoku.is_proper(variant)


def test_unique_refuses_a_puzzle_with_several_solutions(easy: str, solved: str) -> None:
    assert satoku.solve(easy, unique=True).text == solved
    several: Any
    for several in ("." * 81, "." * 16, KILLER | {"constraints": []}):
        satoku.solve(several)
        with pytest.raises(satoku.UnsolvableError, match="several solutions"):
            satoku.solve(several, unique=True)


def test_options_about_lines_are_refused_with_a_variant() -> None:
    with pytest.raises(satoku.InputError, match="do not apply to a dict"):
        satoku.count(KILLER, box="3x3")
    with pytest.raises(satoku.InputError, match="do not apply to a dict"):
        satoku.count(KILLER, alphabet="letters")
