"""Cubes: what each was asked counts when all are put together."""

import json
import signal
from types import FrameType

import pytest
import satoku

EMPTY = "." * 16
PUZZLE = ".1........1....2"


def test_answers_above_a_score_need_a_solution_with_it() -> None:
    cubes = satoku.Cubes(EMPTY, maximum=True)
    parts = cubes.split(3)
    answers = [cubes.solve(part, above=254) for part in parts]
    with pytest.raises(satoku.InputError, match="above=254"):
        cubes.combine(parts, answers)
    whole = json.loads(cubes.combine(parts, [cubes.solve(part) for part in parts]))
    assert whole["verdict"] == "maximum"
    known = whole["solutions"][0]
    above = [cubes.solve(part, above=whole["score"]) for part in parts]
    again = json.loads(cubes.combine(parts, above, known=known))
    assert (again["verdict"], again["score"]) == ("maximum", whole["score"])


def test_scores_of_minima_have_their_own_signs() -> None:
    weights = [(7 * cell) % 10 - 3 for cell in range(16)]
    least = satoku.maximum(PUZZLE, weights=weights, minimise=True)
    assert least.score is not None
    cubes = satoku.Cubes(PUZZLE, maximum=True, weights=weights, minimise=True)
    parts = cubes.split(3)
    answers = [cubes.solve(part, above=least.score + 1) for part in parts]
    found = json.loads(cubes.combine(parts, answers))
    assert (found["verdict"], found["score"]) == ("minimum", least.score)
    assert found["above"] == least.score


def test_cubes_of_another_puzzle_are_refused() -> None:
    parts = satoku.Cubes("1.....3..4.....2", limit=10).split(2)
    with pytest.raises(satoku.InputError, match="another puzzle"):
        satoku.Cubes(EMPTY, limit=10).combine(parts, [])


def test_a_signal_handler_does_not_wait_for_its_own_thread() -> None:
    solutions = satoku.solutions("0 " * 4096, box="8x8", alphabet="numbers")
    seen: list[str] = []

    def ask(_: int, __: FrameType | None) -> None:
        try:
            next(solutions)
        except ValueError as error:
            seen.append(str(error))
            raise KeyboardInterrupt from None

    before = signal.signal(signal.SIGALRM, ask)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            for _ in solutions:
                pass
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen in ([], ["the next solution is already waited for"])
