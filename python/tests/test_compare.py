"""Differential testing of solvers written in Python."""

import time
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


def test_a_crash_is_shrunk_to_the_same_exception_at_the_same_line() -> None:
    def crashes(puzzle: str) -> str | None:
        if len(puzzle) != 81:
            raise ValueError("only 9×9")
        if puzzle.count(".") > 50:
            return str(1 // 0)
        if puzzle[0] == ".":
            return str(2 // 0)
        return good(puzzle)

    result = satoku.compare(crashes, count=20, kinds="proper", name="mine")
    assert len(result.disagreements) == 2
    for found in result.disagreements:
        assert found.kind == "crash"
        assert "ZeroDivisionError" in found.claim
        for puzzle in (found.puzzle, found.smallest):
            assert len(puzzle) == 81
            with pytest.raises(ZeroDivisionError):
                crashes(puzzle)
        assert (found.puzzle.count(".") > 50) == (found.smallest.count(".") > 50)


def test_the_timeout_ends_a_generator_between_two_solutions() -> None:
    def endless(puzzle: str) -> Iterator[str]:
        text = satoku.solve(puzzle).text
        for _ in range(50):
            yield text
            time.sleep(0.1)

    result = satoku.compare(
        endless, kinds="proper", all=True, count=1, timeout=0.5, name="mine"
    )
    assert result.open > 0


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
