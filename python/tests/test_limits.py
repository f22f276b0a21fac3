"""Time limits hold while a variant is compiled."""

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
import satoku


def lunchboxes(last: str = "nonsense") -> str:
    """Lunchboxes, each with a large automaton of its own, and a type that does not exist: it
    is named if the limit does not come first."""
    constraints: list[dict[str, object]] = [
        {"type": "lunchbox", "sum": 41 + row, "cells": [f"r{row + 1}c{c}" for c in range(1, 17)]}
        for row in range(16)
    ]
    constraints.append({"type": last, "cells": ["r1c1"]})
    board = {"rows": 16, "columns": 16, "min": 1, "max": 16, "constraints": constraints}
    return json.dumps(board)


@pytest.mark.parametrize(
    "ask",
    [
        lambda puzzle: satoku.solve(puzzle, timeout=0.02),
        lambda puzzle: satoku.solve(json.loads(puzzle), timeout=0.02),
        lambda puzzle: satoku.count(puzzle, timeout=0.02),
        lambda puzzle: list(satoku.solutions(puzzle, timeout=0.02)),
        lambda puzzle: satoku.minimize(puzzle, timeout=0.02),
        lambda puzzle: satoku.candidates(puzzle, timeout=0.02),
        lambda puzzle: satoku.contradiction(puzzle, timeout=0.02),
        lambda puzzle: satoku.redundant(puzzle, timeout=0.02),
        lambda puzzle: satoku.prove(puzzle, "unique", timeout=0.02),
        lambda puzzle: satoku.encode(puzzle, timeout=0.02),
        lambda puzzle: satoku.Cubes(puzzle, timeout=0.02),
    ],
)
def test_one_variant_that_takes_too_long_is_unknown(ask: Callable[[str], object]) -> None:
    with pytest.raises(satoku.UnknownError, match="time limit"):
        ask(lunchboxes())


def test_the_best_score_is_not_known_either() -> None:
    best = satoku.maximum(lunchboxes(), timeout=0.02)
    assert best.verdict == "unknown"


def test_variants_of_a_column_that_take_too_long_are_unknown() -> None:
    puzzles = [lunchboxes(), lunchboxes()]
    for answers in (
        satoku.solve(puzzles, timeout=0.02),
        satoku.count(puzzles, timeout=0.02),
        satoku.maximum(puzzles, timeout=0.02),
        satoku.certify(puzzles, timeout=0.02),
    ):
        assert answers["verdict"] == ["unknown", "unknown"]


def test_without_a_limit_the_mistake_is_found() -> None:
    with pytest.raises(satoku.InputError, match="nonsense"):
        satoku.solve(lunchboxes())


def halfway(ask: Callable[[float], str | None]) -> str:
    """The reduced puzzle from the first time limit that ends the work halfway, on a machine of
    any speed."""
    for power in range(40):
        reduced = ask(0.02 * 1.2**power)
        if reduced is not None:
            return reduced
    raise AssertionError("no limit ended the work halfway")


def test_minimize_keeps_what_was_proven_when_the_time_ends() -> None:
    [full] = satoku.generate(1, kind="solution", box="5x6")["puzzle"]

    def one(timeout: float) -> str | None:
        try:
            satoku.minimize(full, timeout=timeout)
        except satoku.UnknownError as error:
            assert error.reduced is None or "perhaps not minimal" in str(error)
            return error.reduced
        return None

    def in_a_column(timeout: float) -> str | None:
        answers = satoku.minimize([full], timeout=timeout).to_dict()
        reduced: str | None = answers["reduced"][0]
        if reduced is not None:
            assert answers["verdict"] == ["unknown"]
            assert answers["puzzle"] == answers["givens"] == answers["removed"] == [None]
        return reduced

    for ask in (one, in_a_column):
        reduced = halfway(ask)
        assert len(reduced) == len(full) and reduced != full
        assert all(now in (".", before) for now, before in zip(reduced, full))
        assert satoku.count(reduced, limit=2) == 1


def test_without_a_reduced_puzzle_there_is_none() -> None:
    assert satoku.minimize(["1234341221434321"])["reduced"] == [None]
    with pytest.raises(satoku.UnknownError) as caught:
        satoku.minimize(lunchboxes(), timeout=0.02)
    assert caught.value.reduced is None


@pytest.mark.skipif(sys.platform == "win32", reason="no count of what gives up the processor")
@pytest.mark.parametrize(
    "ask",
    [
        lambda puzzle: satoku.solve(puzzle, timeout=60),
        lambda puzzle: satoku.solve(puzzle, unique=True, timeout=60),
        lambda puzzle: satoku.count(puzzle, timeout=60),
        lambda puzzle: satoku.is_proper(puzzle, timeout=60),
    ],
)
def test_easy_puzzles_are_answered_by_the_thread_that_asks(
    ask: Callable[[str], object], easy: str
) -> None:
    import resource

    # Whoever waits for another thread gives up the processor at least once.
    ask(easy)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw
    for _ in range(100):
        ask(easy)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw - before < 50


def test_no_time_at_all_is_heeded_even_by_easy_puzzles(easy: str) -> None:
    for ask in (satoku.solve, satoku.count, satoku.is_proper):
        function: Any = ask
        with pytest.raises(satoku.UnknownError, match="time limit"):
            function(easy, timeout=1e-9)
