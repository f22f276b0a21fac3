"""True candidates, contradictions and redundant parts."""

from typing import Any

import pytest
import satoku
from hypothesis import given, settings
from hypothesis import strategies as st

SOLUTION = "1234341221434321"
masks = st.lists(st.booleans(), min_size=16, max_size=16)


def dug(keep: list[bool]) -> str:
    return "".join(c if kept else "." for c, kept in zip(SOLUTION, keep))


def counted(puzzle: str, limit: int) -> list[list[dict[int, int]]]:
    """The same as candidates, from all solutions."""
    cells: list[dict[int, int]] = [{} for _ in range(16)]
    for solution in satoku.solutions(puzzle):
        for cell, digit in enumerate(solution.cells):
            cells[cell][digit] = min(limit, cells[cell].get(digit, 0) + 1)
    return [cells[row : row + 4] for row in range(0, 16, 4)]


def put(puzzle: str, cell: int, symbol: str) -> str:
    return puzzle[:cell] + symbol + puzzle[cell + 1 :]


def cell_of(part: str) -> int:
    """The cell of a given, such as r1c2 = 3."""
    name, digit = part.split(" = ")
    assert digit in "1234"
    return 4 * (int(name[1]) - 1) + int(name[3]) - 1


@given(masks, st.integers(1, 300))
@settings(deadline=None, max_examples=60)
def test_candidates_are_those_of_all_solutions(keep: list[bool], limit: int) -> None:
    puzzle = dug(keep)
    expected = counted(puzzle, limit)
    assert satoku.candidates(puzzle, limit=limit) == expected
    digits = [[sorted(cell) for cell in row] for row in expected]
    assert satoku.candidates(puzzle) == digits


@given(masks, st.integers(0, 15), st.sampled_from("1234"))
@settings(deadline=None, max_examples=60)
def test_every_part_of_a_contradiction_is_needed(
    keep: list[bool], cell: int, symbol: str
) -> None:
    puzzle = put(dug(keep), cell, symbol)
    parts = satoku.contradiction(puzzle)
    assert (parts is None) == (satoku.count(puzzle, limit=1) == 1)
    if parts is None:
        return
    cells = [cell_of(part) for part in parts]
    core = dug([k in cells for k in range(16)])
    if cell in cells:
        core = put(core, cell, symbol)
    assert satoku.count(core) == 0
    for each in cells:
        assert satoku.count(put(core, each, "."), limit=1) == 1
    smallest = satoku.contradiction(puzzle, smallest=True)
    assert smallest is not None
    assert len(smallest) <= len(parts)


@given(masks)
@settings(deadline=None, max_examples=60)
def test_a_redundant_given_can_be_left_out(keep: list[bool]) -> None:
    puzzle = dug(keep)
    if not satoku.is_proper(puzzle):
        with pytest.raises(satoku.UnsolvableError, match="several"):
            satoku.redundant(puzzle)
        return
    cells = {cell_of(part) for part in satoku.redundant(puzzle)}
    for cell in range(16):
        if puzzle[cell] != ".":
            assert satoku.is_proper(put(puzzle, cell, ".")) == (cell in cells)


KILLER: dict[str, Any] = {
    "rows": 4,
    "columns": 4,
    "min": 0,
    "max": 3,
    "regions": "1122112233443344",
    "candidates": {"r1c1": [0]},
    "constraints": [{"type": "killer", "cells": ["r1c2", "r1c3"], "sum": 5}],
}


def test_variants_have_digits_of_their_own_and_constraints() -> None:
    row = satoku.candidates(KILLER)[0]
    assert row == [[0], [2, 3], [2, 3], [1]]
    impossible = KILLER | {"candidates": {"r1c1": [3]}}
    parts = satoku.contradiction(impossible)
    assert parts is not None
    assert sorted(parts) == ["killer r1c2 r1c3, sum 5", "r1c1 = 3"]
    with pytest.raises(satoku.UnsolvableError, match="no solution"):
        satoku.candidates(impossible)


def test_digits_are_as_the_puzzle_writes_them() -> None:
    puzzle = "A" * 2 + "." * 254
    assert satoku.contradiction(puzzle, alphabet="hex") == ["r1c1 = A", "r1c2 = A"]
    with pytest.raises(satoku.UnsolvableError, match="no solution"):
        satoku.candidates(puzzle, alphabet="hex")


def test_one_puzzle_and_its_keywords() -> None:
    ask: Any
    for ask in (satoku.candidates, satoku.contradiction, satoku.redundant):
        with pytest.raises(satoku.InputError, match=f"{ask.__name__} takes one puzzle"):
            ask(["." * 16] * 2)
        with pytest.raises(TypeError, match="keyword 'solver'"):
            ask("." * 16, solver="varisat")
        with pytest.raises(satoku.InputError, match="on_error"):
            ask("." * 16, on_error="null")
    with pytest.raises(satoku.UnsolvableError, match="several"):
        satoku.redundant("." * 16, rules="diagonal", jobs=2)
    with pytest.raises(satoku.UnsupportedError, match="64"):
        satoku.candidates("0 " * 6561, box="9x9")
