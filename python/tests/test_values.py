"""Answers are values: they are equal, copied, pickled, and read like dicts."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import satoku

SMALL = "..1..3..2......4"
VARIANT = {"rows": 4, "columns": 4, "min": 1, "max": 4, "rules": ["diagonal"]}

VALUES: dict[str, Callable[[], Any]] = {
    "9x9": lambda: satoku.solve("." * 81),
    "box": lambda: satoku.solve("." * 36, box="3x2"),
    "alphabet": lambda: satoku.solve("." * 256, alphabet="hex"),
    "variant": lambda: satoku.solve(VARIANT),
    "optimum": lambda: satoku.maximum(SMALL),
    "unsatisfiable": lambda: satoku.maximum("11" + "." * 14),
    "certificate": lambda: satoku.prove(SMALL, "unique"),
    "verification": lambda: satoku.verify(satoku.prove(SMALL, "unique")),
}


@pytest.mark.parametrize("name", list(VALUES))
def test_values_are_equal_and_copied(name: str) -> None:
    value = VALUES[name]()
    copies = [VALUES[name](), copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))]
    for other in copies:
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)
    assert value != VALUES["variant" if name == "box" else "box"]()
    assert value != "text"


@pytest.mark.parametrize("name", ["9x9", "box", "alphabet", "variant"])
def test_a_pickled_solution_has_the_text_and_the_picture_of_the_puzzle(name: str) -> None:
    solution = VALUES[name]()
    other = pickle.loads(pickle.dumps(solution))
    assert (other.text, other.shape, other.cells) == (solution.text, solution.shape, solution.cells)
    assert other._repr_svg_() == solution._repr_svg_()


def test_a_pickled_certificate_is_verified() -> None:
    certificate = satoku.prove(SMALL, "unique")
    other = pickle.loads(pickle.dumps(certificate))
    assert other.files == certificate.files
    assert satoku.verify(other).verdict == "verified"


def test_pickled_answers_have_the_same_columns() -> None:
    made: list[satoku.Answers] = [
        satoku.solve([SMALL, "11" + "." * 14, "x"], unique=True, on_error="null"),
        satoku.certify([SMALL, "." * 16]),
        satoku.measure([SMALL], encodings="extended"),
        satoku.generate(3, box="2x2"),
        satoku.count(pd.Series([], dtype=str)),
        satoku.count([SMALL] * 5000),
    ]
    for answers in made:
        other = pickle.loads(pickle.dumps(answers))
        assert other.to_dict() == answers.to_dict()
        assert other.column_names == answers.column_names
        assert pd.DataFrame.from_arrow(other).dtypes.to_list() == pd.DataFrame.from_arrow(answers).dtypes.to_list()


def test_a_solution_by_rule_files_says_that_it_cannot_be_pickled(tmp_path: Path) -> None:
    rules = (Path(__file__).parents[2] / "rules" / "thermo.toml").read_text()
    own = tmp_path / "own.toml"
    own.write_text(rules.replace('name = "thermo"', 'name = "mytype"').replace("also = ", "# "))
    solution = satoku.solve(VARIANT, rules=[str(own)])
    with pytest.raises(satoku.UnsupportedError, match="rule files cannot be pickled; pickle its text"):
        pickle.dumps(solution)


def test_processes_send_each_other_answers() -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(satoku.solve, [SMALL] * 2) == [satoku.solve(SMALL)] * 2


def test_a_damaged_pickle_is_an_error_of_the_input() -> None:
    reduced: Any = satoku.solve("." * 16).__reduce__()
    restore, arguments = reduced
    for digits in ([1] * 15, [5] * 16, [0] * 16):
        with pytest.raises(satoku.InputError, match="^found a damaged pickle: "):
            restore(*arguments[:3], digits)


def test_answers_are_read_like_a_dict() -> None:
    answers = satoku.count([SMALL, SMALL])
    names = ["verdict", "count", "microseconds"]
    assert list(answers) == answers.keys() == answers.column_names == names
    assert "count" in answers and "x" not in answers and 1 not in answers
    assert dict(answers) == answers.to_dict()
    assert pd.DataFrame(dict(answers))["count"].tolist() == [1, 1]
    assert answers.items() == list(answers.to_dict().items())
    assert answers.values() == list(answers.to_dict().values())
    assert answers.get("count") == answers["count"]
    assert answers.get("x") is None
    assert answers.get("x", []) == []


def test_a_missing_column_is_a_key_error_and_an_error_of_the_input() -> None:
    answers = satoku.count([SMALL])
    for kind in (KeyError, satoku.InputError, satoku.MissingColumnError):
        with pytest.raises(kind) as caught:
            answers["x"]
        assert str(caught.value) == "found no column 'x', expected one of 'verdict', 'count', 'microseconds'"
    error = pickle.loads(pickle.dumps(caught.value))
    assert type(error) is satoku.MissingColumnError


def test_a_comparison_is_copied_and_pickled() -> None:
    found = satoku.compare(lambda puzzle: None, kinds="proper", box="2x2", count=3)
    for other in (copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert repr(other) == repr(found)
        assert (other.puzzles, other.answers, other.wrong) == (found.puzzles, found.answers, found.wrong)
        [one], [same] = found.disagreements, other.disagreements
        assert repr(same) == repr(one)
        assert (same.witness, same.puzzle) == (one.witness, one.puzzle)


def test_the_rows_of_a_solution_are_read_from_the_end() -> None:
    solution = satoku.solve(SMALL)
    assert list(reversed(solution)) == solution.grid[::-1]
