"""Laws that hold for every puzzle."""

from typing import Any

import numpy as np
import satoku
from hypothesis import given, settings
from hypothesis import strategies as st

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

masks = st.lists(st.booleans(), min_size=81, max_size=81)


def dug(keep: list[bool]) -> str:
    return "".join(c if kept else "." for c, kept in zip(SOLVED, keep))


@given(masks, masks)
@settings(deadline=None, max_examples=60)
def test_removing_givens_keeps_solutions(first: list[bool], second: list[bool]) -> None:
    more = dug([a or b for a, b in zip(first, second)])
    fewer = dug(first)
    limit = 50
    assert 1 <= satoku.count(more, limit=limit) <= satoku.count(fewer, limit=limit)


@given(masks, st.permutations("123456789"))
@settings(deadline=None, max_examples=60)
def test_counts_survive_relabelling_and_transposition(keep: list[bool], names: list[str]) -> None:
    puzzle = dug(keep)
    relabelled = puzzle.translate(str.maketrans("123456789", "".join(names)))
    transposed = "".join(puzzle[row * 9 + column] for column in range(9) for row in range(9))
    counts = satoku.count([puzzle, relabelled, transposed], limit=50)["count"]
    assert len(set(counts)) == 1
    forms = satoku.canonical([puzzle, relabelled, transposed])["puzzle"]
    assert len(set(forms)) == 1


@given(st.lists(masks, min_size=1, max_size=20), st.integers(1, 3))
@settings(deadline=None, max_examples=40)
def test_a_column_is_its_rows(rows: list[list[bool]], jobs: int) -> None:
    puzzles = [dug(keep) for keep in rows]
    together = satoku.solve(puzzles, unique=True, jobs=jobs)
    alone = [("one" if satoku.is_proper(puzzle) else "several") for puzzle in puzzles]
    assert together["verdict"] == alone
    for puzzle, solution in zip(puzzles, together["solution"]):
        assert all(given in (".", digit) for given, digit in zip(puzzle, solution))
        assert satoku.is_proper(solution)
    digits = np.array(
        [[0 if c == "." else int(c) for c in puzzle] for puzzle in puzzles], dtype=np.uint8
    )
    stacked: Any = satoku.solve(digits, unique=True)
    assert stacked["verdict"] == alone


@given(st.text(max_size=120))
@settings(deadline=None, max_examples=200)
def test_any_text_is_a_puzzle_or_an_input_error(text: str) -> None:
    try:
        satoku.count(text, limit=2)
    except satoku.InputError as error:
        assert str(error)


@given(st.binary(max_size=100))
@settings(deadline=None, max_examples=100)
def test_any_bytes_are_no_certificate(data: bytes) -> None:
    try:
        assert satoku.verify(data).verdict == "rejected"
    except satoku.InputError as error:
        assert str(error)


@given(st.lists(st.integers(-50, 50), min_size=16, max_size=16))
@settings(deadline=None, max_examples=30)
def test_a_maximum_is_the_best_of_all_solutions(weights: list[int]) -> None:
    best = satoku.maximum("." * 16, weights=weights)
    scores = [sum(w * d for w, d in zip(weights, s.cells)) for s in satoku.solutions("." * 16)]
    assert best.score == max(scores)
    assert satoku.maximum("." * 16, weights=weights, minimise=True).score == min(scores)
