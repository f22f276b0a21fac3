"""Differential testing of solvers written in Python."""

from collections.abc import Iterator

import pytest
import satoku


def good(puzzle: str) -> str | None:
    try:
        return satoku.solve(puzzle).text
    except satoku.UnsolvableError:
        return None


def test_a_good_solver_has_no_disagreements() -> None:
    result = satoku.compare(good, count=60, seed=4)
    assert (result.puzzles, result.wrong, result.disagreements) == (60, 0, [])
    assert result.answers > 120
    assert satoku.compare(lambda puzzle: satoku.solve(puzzle), kinds="proper", count=5).wrong == 0


def test_wrong_solvers_are_accused_and_shrunk() -> None:
    def swapped(puzzle: str) -> str | None:
        text = good(puzzle)
        return text and text[1] + text[0] + text[2:]

    def denies(puzzle: str) -> str | None:
        return None if puzzle.count(".") > 40 else good(puzzle)

    def crashes(puzzle: str) -> str:
        raise RuntimeError("out of luck")

    for solver, kind in [(swapped, "solution"), (denies, "verdict"), (crashes, "crash")]:
        result = satoku.compare(solver, count=20, kinds="proper", name="mine")
        assert result.wrong > 0
        [found] = [each for each in result.disagreements if each.kind == kind]
        assert found.accused == "mine"
        assert found.smallest.count(".") >= found.puzzle.count(".") or len(found.smallest) < 81
        assert found.claim
    assert "out of luck" in found.claim


def test_all_solutions_are_compared() -> None:
    def every(puzzle: str) -> Iterator[satoku.Solution]:
        return satoku.solutions(puzzle)

    def misses_one(puzzle: str) -> list[satoku.Solution]:
        return list(satoku.solutions(puzzle, limit=150))[1:]

    options = {"kinds": "many,few,none", "box": "2x2", "count": 30}
    assert satoku.compare(every, all=True, **options).wrong == 0  # type: ignore[call-overload]
    assert satoku.compare(misses_one, all=True, **options).wrong > 0  # type: ignore[call-overload]


def test_given_puzzles_and_other_returns(easy: str) -> None:
    result = satoku.compare(lambda puzzle: satoku.solve(puzzle).cells, [easy])
    assert (result.puzzles, result.wrong) == (1, 0)
    with pytest.raises(satoku.InputError, match="row 1"):
        satoku.compare(good, [easy, "x"])
    with pytest.raises(satoku.InputError, match="cannot be called"):
        satoku.compare(3)  # type: ignore[call-overload]


def test_exits_are_not_swallowed() -> None:
    def leave(puzzle: str) -> str:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        satoku.compare(leave)
