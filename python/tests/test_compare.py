"""Differential testing of solvers written in Python."""

import time
from collections.abc import Callable, Iterator

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
        if puzzle.count(".") > 46:
            return str(1 // 0)
        if puzzle[0] == ".":
            return str(2 // 0)
        return good(puzzle)

    result = satoku.compare(crashes, count=40, kinds="proper", name="mine")
    assert len(result.disagreements) == 2
    for found in result.disagreements:
        assert found.kind == "crash"
        assert "ZeroDivisionError" in found.claim
        for puzzle in (found.puzzle, found.smallest):
            assert len(puzzle) == 81
            with pytest.raises(ZeroDivisionError):
                crashes(puzzle)
        assert (found.puzzle.count(".") > 46) == (found.smallest.count(".") > 46)


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


def test_ctrl_c_is_not_swallowed() -> None:
    def leave(puzzle: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        satoku.compare(leave)


def test_a_solver_that_exits_crashes() -> None:
    def leave(puzzle: str) -> str:
        raise SystemExit(3)

    result = satoku.compare(leave, box="2x2", count=3, name="mine")
    [found] = result.disagreements
    assert (found.kind, found.accused, result.wrong) == ("crash", "mine", 3)
    assert "SystemExit: 3" in found.claim


def test_a_right_grid_may_have_any_form_of_a_puzzle() -> None:
    def rows(text: str, between: str = "") -> list[str]:
        return [between.join(text[start : start + 4]) for start in range(0, 16, 4)]

    def drawn(text: str) -> str:
        lines = [f"{row[:3]} | {row[4:]}" for row in rows(text, " ")]
        return "\n".join([*lines[:2], "----+----", *lines[2:]])

    forms: dict[str, Callable[[str], object]] = {
        "line": lambda text: text + "\n",
        "CRLF": lambda text: text + "\r\n",
        "rows": lambda text: "\n".join(rows(text)),
        "spaces": lambda text: "\n".join(rows(text, " ")),
        "drawn": drawn,
        "digits": lambda text: [int(digit) for digit in text],
        "list of rows": lambda text: [[int(digit) for digit in row] for row in rows(text)],
    }
    for name, form in forms.items():
        result = satoku.compare(
            lambda puzzle: form(satoku.solve(puzzle).text),  # type: ignore[return-value,arg-type]
            kinds="proper",
            box="2x2",
            count=3,
        )
        assert result.disagreements == [], (name, result.disagreements)


def test_what_is_no_grid_is_called_what_it_is() -> None:
    answers: list[tuple[Callable[[str], object], str]] = [
        (str.encode, "it returned bytes, expected a str"),
        (list, "it returned a list of str, expected a str or a list of numbers"),
        (lambda text: text.replace("1", "."), "it returned a grid with empty cells"),
        (lambda text: text.replace("1", "x"), "it returned text that is no grid"),
        (lambda text: 3.5, "it returned float, expected a full grid"),
    ]
    for answer, claim in answers:
        result = satoku.compare(
            lambda puzzle: answer(satoku.solve(puzzle).text),  # type: ignore[return-value,arg-type]
            kinds="proper",
            box="2x2",
            count=1,
        )
        [found] = result.disagreements
        assert claim in found.claim


def test_a_wrong_verdict_is_shrunk_on_the_boards_that_the_solver_knows() -> None:
    def denies(puzzle: str) -> str | None:
        if len(puzzle) != 81 or sum(cell != "." for cell in puzzle) < 26:
            return None
        return good(puzzle)

    [found] = satoku.compare(denies, box="3x3", kinds=["minimal"], count=10).disagreements
    assert (found.kind, len(found.smallest)) == ("verdict", 81)
    assert found.claim == "no solution; native: solved"


def test_a_wrong_count_says_what_is_right() -> None:
    def first(puzzle: str) -> list[str]:
        return [solution.text for solution in satoku.solutions(puzzle, limit=1)]

    result = satoku.compare(first, all=True, box="2x2", kinds="many", count=5)
    [found] = [each for each in result.disagreements if each.kind == "count"]
    assert found.claim.startswith("1 solution; native: ")


def test_puzzles_are_a_list_of_texts(easy: str) -> None:
    assert satoku.compare(good, puzzles=[easy]).puzzles == 1
    assert satoku.compare(good, (easy for _ in range(2))).puzzles == 2
    with pytest.raises(TypeError, match="puzzles: found a str, expected a list of texts"):
        satoku.compare(good, easy)
    with pytest.raises(TypeError, match="puzzles: row 1: found a int, expected a str"):
        satoku.compare(good, [easy, 3])  # type: ignore[list-item]
