"""Texts of 9×9 puzzles in other forms than 81 digits and dots."""

from collections.abc import Callable
from typing import Any

import pytest
import satoku

ANY: Any = satoku

#: Ways to write a line, all of which mean the same.
FORMS: dict[str, Callable[[str], str]] = {
    "line end": lambda line: line + "\n",
    "line end of Windows": lambda line: line + "\r\n",
    "blanks": lambda line: f"  {line}\t",
    "empty lines": lambda line: f"\n\n{line}\n\n",
    "zeros": lambda line: line.replace(".", "0"),
    "stars": lambda line: line.replace(".", "*"),
    "underscores": lambda line: line.replace(".", "_"),
    "question marks": lambda line: line.replace(".", "?"),
    "dashes": lambda line: line.replace(".", "-"),
    "note": lambda line: f"{line},7.2",
    "rating": lambda line: f"{line} 7.2",
    "rows": lambda line: "\n".join(line[at : at + 9] for at in range(0, 81, 9)),
    "rows of zeros": lambda line: "".join(
        line[at : at + 9].replace(".", "0") + "\r\n" for at in range(0, 81, 9)
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_simple_texts_are_answered_in_blocks(lines: list[str], form: str) -> None:
    given = lines[:2] * 10
    expected = ANY.solve(given, unique=True)
    answers = ANY.solve([FORMS[form](line) for line in given], unique=True)
    for name in ("verdict", "solution", "second", "count"):
        assert answers[name] == expected[name]
    # The time of each row is the mean of its block.
    assert len(set(answers["microseconds"])) == 1
    assert len(set(ANY.count([FORMS[form](given[0])] * 9, limit=2)["microseconds"])) == 1


@pytest.mark.parametrize("form", FORMS)
def test_one_simple_text(lines: list[str], form: str) -> None:
    assert satoku.solve(FORMS[form](lines[0])).text == satoku.solve(lines[0]).text


@pytest.mark.parametrize("mark", "._*")
def test_a_zero_that_may_be_a_digit_is_refused_in_every_form(lines: list[str], mark: str) -> None:
    line = lines[0].replace("9", ".").replace(".", mark).replace(mark, "0", 3)
    for text in (line, f"{line}\n", f" {line}"):
        with pytest.raises(satoku.InputError, match="'0'|0 "):
            satoku.solve([text])


def test_a_text_with_two_puzzles_is_refused(lines: list[str]) -> None:
    for end in ("\n", ",note\n", "\r\n"):
        with pytest.raises(satoku.InputError, match="found several puzzles"):
            satoku.solve([f"{lines[0]}{end}{lines[0]}"])
