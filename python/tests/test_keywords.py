"""Keywords of another type, or that repeat a long value, are named in short messages."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import satoku

EMPTY = "." * 16
UNTYPED: Any = satoku

TEXTS: dict[str, Callable[[Any], Any]] = {
    "kind": lambda value: satoku.generate(kind=value),
    "symmetry": lambda value: satoku.generate(symmetry=value),
    "box": lambda value: satoku.generate(box=value),
    "encoding": lambda value: satoku.encode(EMPTY, encoding=value),
    "presolve": lambda value: satoku.encode(EMPTY, presolve=value),
    "proof_format": lambda value: satoku.prove(EMPTY, "none", proof_format=value),
    "alphabet": lambda value: satoku.solve(EMPTY, alphabet=value),
    "on_error": lambda value: UNTYPED.solve([EMPTY], on_error=value),
    "cube": lambda value: satoku.Cubes(EMPTY).solve(value),
    "name": lambda value: satoku.compare(satoku.solve, name=value),
}


@pytest.mark.parametrize("name", list(TEXTS))
def test_what_is_no_string_is_named(name: str) -> None:
    with pytest.raises(TypeError, match=f"^{name}: found <class 'int'>, expected a string(\n|$)"):
        TEXTS[name](5)
    with pytest.raises(satoku.InputError, match=rf"^{name}: found '\\ud800', half of a surrogate pair"):
        TEXTS[name]("\ud800")


PATHS: dict[str, Callable[[Any], Any]] = {
    "output": lambda value: satoku.prove("11" + EMPTY[2:], "none", output=value),
    "formula": lambda value: satoku.verify(formula=value, proof="x"),
    "proof": lambda value: satoku.verify(formula="x", proof=value),
    "path": lambda value: satoku.prove("11" + EMPTY[2:], "none").save(value),
}


@pytest.mark.parametrize("name", list(PATHS))
def test_what_is_no_path_is_named(name: str) -> None:
    with pytest.raises(TypeError, match=f"^{name}: found <class 'int'>, expected a path(\n|$)"):
        PATHS[name](5)


def test_what_is_no_certificate_is_told_what_one_is() -> None:
    says = "^certificate: found <class 'int'>, expected a Certificate, bytes or a path(\n|$)"
    with pytest.raises(TypeError, match=says):
        UNTYPED.verify(5)


def test_encodings_are_named_by_their_keyword() -> None:
    with pytest.raises(satoku.InputError, match="^encodings: found 'foo', expected "):
        satoku.measure([EMPTY], encodings=["foo"])
    with pytest.raises(satoku.InputError, match="^encoding: found 'foo', expected "):
        satoku.encode(EMPTY, encoding="foo")


@pytest.mark.parametrize("kind", [satoku.Solution, np.ndarray, int])
def test_a_class_is_no_puzzle(kind: Any) -> None:
    with pytest.raises(satoku.InputError, match="^found <class 'type'>, expected "):
        satoku.solve(kind)


FLAGS: dict[str, Callable[[Any], Any]] = {
    "unique": lambda value: satoku.solve(EMPTY, unique=value),
    "minimise": lambda value: satoku.maximum(EMPTY, minimise=value),
    "smallest": lambda value: satoku.contradiction(EMPTY, smallest=value),
    "maximum": lambda value: satoku.Cubes(EMPTY, maximum=value),
    "all": lambda value: UNTYPED.compare(satoku.solve, all=value),
}


@pytest.mark.parametrize("name", list(FLAGS))
def test_what_is_no_flag_is_named(name: str) -> None:
    with pytest.raises(TypeError, match=f"^{name}: found <class 'int'>, expected True or False(\n|$)"):
        FLAGS[name](1)


def test_flags_of_numpy_are_flags() -> None:
    flag: Any = np.bool_(True)
    assert satoku.maximum(EMPTY, minimise=flag) == satoku.maximum(EMPTY, minimise=True)


def test_lists_of_cubes_are_named() -> None:
    cubes: Any = satoku.Cubes(EMPTY)
    with pytest.raises(TypeError, match="^cubes: found <class 'int'>, expected a list of strings(\n|$)"):
        cubes.refute(5, [], 0)
    with pytest.raises(TypeError, match="^solutions: found <class 'int'>, expected a string(\n|$)"):
        cubes.refute([], [5], 0)
    with pytest.raises(TypeError, match="^answers: found <class 'str'>, expected a list of strings(\n|$)"):
        cubes.combine([], "answers")


def test_items_that_are_no_names_are_named() -> None:
    says = "^rules: found <class 'int'>, expected a string, as all items of the list(\n|$)"
    with pytest.raises(TypeError, match=says):
        UNTYPED.solve(EMPTY, rules=["diagonal", 5])
    for rules in ("\ud800", ["\ud800"]):
        with pytest.raises(satoku.InputError, match=r"^rules: found '\\ud800', half of a surrogate"):
            satoku.solve(EMPTY, rules=rules)


LONG = "x" * 1_000_000

REPEATED: dict[str, Callable[[], Any]] = {
    "box": lambda: satoku.solve(EMPTY, box=LONG),
    "alphabet": lambda: satoku.solve(EMPTY, alphabet=LONG),
    "rules": lambda: satoku.solve(EMPTY, rules=LONG),
    "on_error": lambda: UNTYPED.solve([EMPTY], on_error=LONG),
    "kind": lambda: UNTYPED.generate(kind=LONG),
    "symmetry": lambda: UNTYPED.generate(symmetry=LONG),
    "encoding": lambda: satoku.encode(EMPTY, encoding=LONG),
    "presolve": lambda: satoku.encode(EMPTY, presolve=LONG),
    "claim": lambda: UNTYPED.prove(EMPTY, LONG),
    "proof_format": lambda: UNTYPED.prove(EMPTY, "none", proof_format=LONG),
    "kinds": lambda: satoku.compare(satoku.solve, kinds=LONG),
    "solvers": lambda: satoku.measure([EMPTY], solvers=LONG),
    "a name": lambda: UNTYPED.solve(EMPTY, **{LONG: 1}),
    "a column": lambda: satoku.count([EMPTY])[LONG],
}


@pytest.mark.parametrize("name", list(REPEATED))
def test_messages_repeat_the_beginning_of_long_values(name: str) -> None:
    with pytest.raises((satoku.InputError, TypeError)) as caught:
        REPEATED[name]()
    assert "x…" in str(caught.value)
    assert len(str(caught.value)) < 1000
