"""Messages speak of what Python has: keywords and exceptions of this package."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import satoku

EMPTY = "." * 16

UNTYPED: Any = satoku

WRONG_NUMBERS: dict[str, Callable[[int], Any]] = {
    "jobs": lambda number: satoku.solve([EMPTY], jobs=number),
    "limit": lambda number: satoku.count(EMPTY, limit=number),
    "seed": lambda number: satoku.minimize(EMPTY, seed=number),
    "count": lambda number: satoku.generate(number),
    "first": lambda number: satoku.generate(first=number),
    "givens": lambda number: satoku.generate(givens=number),
    "part": lambda number: satoku.Cubes(EMPTY).refute([], [], number),
    "var": lambda number: satoku.encode(EMPTY).name(number),
    "claim": lambda number: satoku.prove(EMPTY, number),
}


@pytest.mark.parametrize("name", list(WRONG_NUMBERS))
def test_negative_numbers_are_named(name: str) -> None:
    least = 1 if name in ("jobs", "limit") else 0
    with pytest.raises(satoku.InputError, match=f"^{name}: found -1, expected at least {least}"):
        WRONG_NUMBERS[name](-1)


def test_numbers_of_generators_of_all_kinds_are_named() -> None:
    with pytest.raises(satoku.InputError, match="^limit: found -2"):
        satoku.solutions(EMPTY, limit=-2)
    with pytest.raises(satoku.InputError, match="^limit: found -2"):
        satoku.Cubes(EMPTY, limit=-2)
    with pytest.raises(satoku.InputError, match="^count: found -2"):
        satoku.Cubes(EMPTY).split(-2)
    with pytest.raises(satoku.InputError, match="^seed: found -2"):
        satoku.compare(lambda puzzle: None, seed=-2)
    with pytest.raises(satoku.InputError, match="^jobs: found -2"):
        satoku.generate(1, jobs=-2)


def test_only_mistakes_in_satokus_own_json_are_placed_by_pointers() -> None:
    cage = {"cells": ["R1C1", "R1C2"], "value": 99}
    foreign: dict[str, Any] = {"size": 4, "grid": [[{}] * 4] * 4, "killercage": [cage]}
    with pytest.raises(satoku.InputError, match="^killer r1c1 r1c2, sum: found 99, expected"):
        satoku.solve(foreign)
    foreign["killercage"] = [{**cage, "value": "?"}]
    says = r"found '\?' in the field value of killercage 1 \(R1C1 R1C2\), expected a number"
    with pytest.raises(satoku.InputError, match=says):
        satoku.solve(foreign)
    with pytest.raises(satoku.InputError, match="^whisper r1c1 r1c2, difference: found 5"):
        satoku.solve(".Shape~4x4.Whisper~R1C1~R1C2")
    killer = {"type": "killer", "cells": ["r1c1", "r1c2"], "sum": 99}
    own = {"rows": 4, "columns": 4, "min": 1, "max": 4, "constraints": [killer]}
    with pytest.raises(satoku.InputError, match=r"^/constraints/0/sum \(constraint 1, killer\): found 99, expected"):
        satoku.solve(own)


TWO_FIVE = """
name = "two-five"
kind = "constraint"
summary = "Neighbours differ by a multiple of 2 or 5."
reference = "This test."

[[parameters]]
name = "cells"
type = "cells"
least = "2"
summary = "The line."

[[pairs]]
where = "j = i + 1"
allow = "abs(a - b) mod 2 = 0 or abs(a - b) mod 5 = 0"
"""


def test_a_type_of_ones_own_is_placed_if_constraints_name_it(tmp_path: Path) -> None:
    file = tmp_path / "two-five.toml"
    file.write_text(TWO_FIVE)
    with pytest.raises(satoku.InputError, match='expected a rule, or constraints="two-five"'):
        satoku.generate(seed=1, box="2x2", rules=[str(file)])
    made = satoku.generate(seed=1, box="2x2", rules=[str(file)], constraints="two-five")
    assert '"type":"two-five"' in made
    assert satoku.is_proper(made, rules=[str(file)])


HUGE = 10**20

HUGE_NUMBERS: dict[str, Callable[[int], Any]] = {
    "weights": lambda number: satoku.maximum(EMPTY, weights=[1] * 15 + [number]),
    "above": lambda number: satoku.Cubes(EMPTY, maximum=True).solve("", above=number),
    "model": lambda number: satoku.encode(EMPTY).decode([1, number]),
}


@pytest.mark.parametrize("name", list(HUGE_NUMBERS))
def test_numbers_of_more_than_64_bits_are_named(name: str) -> None:
    with pytest.raises(satoku.InputError, match=f"^{name}: found {HUGE}, expected at most"):
        HUGE_NUMBERS[name](HUGE)
    with pytest.raises(satoku.InputError, match=f"^{name}: found -{HUGE}, expected at least -"):
        HUGE_NUMBERS[name](-HUGE)


def test_huge_weights_and_times_of_all_functions_are_named() -> None:
    weights = [HUGE] * 16
    with pytest.raises(satoku.InputError, match="^weights: found"):
        satoku.prove(EMPTY, "maximum", weights=weights)
    with pytest.raises(satoku.InputError, match="^weights: found"):
        satoku.certify([EMPTY], claim="maximum", weights=weights)
    with pytest.raises(satoku.InputError, match="^weights: found"):
        satoku.Cubes(EMPTY, maximum=True, weights=weights)
    with pytest.raises(TypeError):
        satoku.maximum(EMPTY, weights=["1"] * 16)  # type: ignore[arg-type]
    with pytest.raises(satoku.InputError, match="^timeout: found a huge number"):
        satoku.solve(EMPTY, timeout=10**400)
    with pytest.raises(satoku.InputError, match="^timeout: found a huge number"):
        satoku.generate(timeout=10**400)


def test_numbers_that_must_be_positive_say_so() -> None:
    with pytest.raises(satoku.InputError, match="^jobs: found 0, expected at least 1"):
        satoku.solve([EMPTY], jobs=0)
    limited: list[Callable[[], object]] = [
        lambda: satoku.Cubes(EMPTY, limit=0),
        lambda: satoku.candidates(EMPTY, limit=0),
        lambda: satoku.count(EMPTY, limit=0),
        lambda: satoku.count([EMPTY], limit=0),
        lambda: satoku.solutions(EMPTY, limit=0),
    ]
    for ask in limited:
        with pytest.raises(satoku.InputError, match="^limit: found 0, expected at least 1(\n|$)"):
            ask()
    with pytest.raises(satoku.InputError, match="^timeout: found 0.0, expected a positive number"):
        satoku.solve(EMPTY, timeout=0)
    for seconds, found in [(1e300, "1e300"), (float("inf"), "inf")]:
        says = f"^timeout: found {found}, expected a smaller number of seconds; leave timeout out"
        with pytest.raises(satoku.InputError, match=says):
            satoku.solve(EMPTY, timeout=seconds)


def test_huge_numbers_and_other_types() -> None:
    with pytest.raises(satoku.InputError, match=f"^limit: found {2**64}, expected at most"):
        satoku.count(EMPTY, limit=2**64)
    with pytest.raises(satoku.InputError, match="^limit: found a huge number"):
        satoku.count(EMPTY, limit=10**5000)
    with pytest.raises(TypeError):
        satoku.count(EMPTY, limit="2")  # type: ignore[call-overload]
    assert satoku.count(EMPTY, limit=None) == 288


WRONG_INPUT: dict[str, Callable[[], Any]] = {
    "a table": lambda: satoku.solve("1;" + "." * 81),
    "a name": lambda: satoku.solve('id,puzzle\n1,"' + "." * 81 + '"'),
    "no format": lambda: satoku.solve("what is this"),
    "another box": lambda: satoku.solve("." * 81, box="2x2"),
    "a side": lambda: satoku.solve("." * 82),
    "a small side": lambda: satoku.solve(".." + "\n.."),
    "rows of another side": lambda: satoku.solve("1 2 3\n. . .\n. . ."),
    "another form": lambda: satoku.solve({"grid": 3, "rows": 9}),
    "no variant": lambda: satoku.solve("{"),
    "no prices": lambda: satoku.prove("..1..3..2......4", "unique", proof_format="prices"),
    "weak prices": lambda: satoku.prove(EMPTY, "maximum", proof_format="prices"),
    "a variant": lambda: satoku.measure([satoku.generate(box="2x2", rules="diagonal")]),
}


@pytest.mark.parametrize("what", list(WRONG_INPUT))
def test_no_message_names_options_of_the_program(what: str) -> None:
    try:
        WRONG_INPUT[what]()
    except satoku.SatokuError as error:
        assert "--" not in str(error)
        assert "'satoku " not in str(error)
    else:
        # Prices may suffice.
        assert what == "weak prices"


def test_advice_names_keywords() -> None:
    with pytest.raises(satoku.InputError, match='or a box shape; box="RxC" gives one$'):
        satoku.solve("." * 49)
    with pytest.raises(satoku.InputError, match="the size of a grid with boxes 2x2$"):
        satoku.solve("." * 81, box="2x2")
    with pytest.raises(satoku.InputError, match="choose another form of proof$"):
        satoku.prove("..1..3..2......4", "unique", proof_format="prices")


WRONG_TYPES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "rules": (lambda value: satoku.solve(EMPTY, rules=value), "expected names: a string"),
    "encodings": (lambda value: satoku.measure([EMPTY], encodings=value), "expected names"),
    "kinds": (lambda value: satoku.compare(satoku.solve, kinds=value), "expected names: a string"),
    "claim": (lambda value: satoku.prove(EMPTY, value), "expected 'none', 'unique', 'maximum'"),
}


@pytest.mark.parametrize("name", list(WRONG_TYPES))
def test_wrong_types_are_named_in_the_words_of_python(name: str) -> None:
    ask, expected = WRONG_TYPES[name]
    with pytest.raises(TypeError, match=f"^{name}: found <class 'float'>, {expected}"):
        ask(1.5)


TYPES_OF_NUMBERS: dict[str, tuple[Callable[[Any], Any], Any, str]] = {
    "jobs": (lambda value: satoku.solve(EMPTY, jobs=value), 2.0, "float'>, expected a whole number"),
    "count": (lambda value: satoku.generate(value), 2.0, "float'>, expected a whole number"),
    "timeout": (lambda value: satoku.solve(EMPTY, timeout=value), "5", "str'>, expected a number"),
    "weights": (
        lambda value: satoku.maximum(EMPTY, weights=value),
        np.ones((4, 4)),
        "(numpy.)?float(64)?'>, expected a whole number",
    ),
    "limit": (lambda value: satoku.count(EMPTY, limit=value), "2", "str'>, expected a whole number"),
}


@pytest.mark.parametrize("name", list(TYPES_OF_NUMBERS))
def test_keywords_that_are_no_numbers_are_named(name: str) -> None:
    ask, value, found = TYPES_OF_NUMBERS[name]
    with pytest.raises(TypeError, match=f"^{name}: found <class '{found}(\n|$)"):
        ask(value)


def test_weights_have_an_order() -> None:
    assert satoku.maximum(EMPTY, weights=range(16)).score == satoku.maximum(EMPTY, weights=np.arange(16)).score
    for weights in [set(range(16)), dict.fromkeys(range(16)), itertools.count()]:
        with pytest.raises(TypeError, match="^weights: found <class '.*'>, expected a list of whole"):
            UNTYPED.maximum(EMPTY, weights=weights)


def test_a_doubtful_alphabet_is_to_be_named() -> None:
    says = 'alphabet="digits" reads 0 as an empty cell, alphabet="hex" as a digit$'
    with pytest.raises(satoku.InputError, match=says):
        satoku.solve("0123" + "." * 12)


def test_unknown_keywords_are_told_those_of_the_function() -> None:
    with pytest.raises(TypeError, match="the keyword 'uniqe', expected one of unique, column, box,"):
        UNTYPED.solve(EMPTY, uniqe=True)
    with pytest.raises(TypeError, match="the keyword 'weight', expected one of weights, minimise, column,"):
        UNTYPED.maximum(EMPTY, weight=[1])


def test_bytes_are_no_weights() -> None:
    with pytest.raises(TypeError, match="weights: found <class 'bytes'>, expected a list"):
        satoku.maximum(EMPTY, weights=bytes(16))


IGNORED: dict[str, Callable[[], Any]] = {
    "column": lambda: UNTYPED.solve(EMPTY, column="puzzle"),
    "progress": lambda: UNTYPED.count(EMPTY, progress=print),
    "on_error": lambda: UNTYPED.is_proper(EMPTY, on_error="null"),
    "mixed_sizes": lambda: UNTYPED.maximum(EMPTY, mixed_sizes=True),
    "jobs": lambda: UNTYPED.solutions(EMPTY, jobs=2),
    "count": lambda: satoku.compare(satoku.solve, [EMPTY], count=3),
    "seed": lambda: satoku.compare(satoku.solve, [EMPTY], seed=3),
    "box": lambda: satoku.compare(satoku.solve, [EMPTY], box="2x2"),
    "kinds": lambda: satoku.compare(satoku.solve, [EMPTY], kinds="proper"),
    "weights": lambda: satoku.Cubes(EMPTY, weights=[1] * 16),
    "minimise": lambda: satoku.Cubes(EMPTY, minimise=True),
    "limit": lambda: satoku.Cubes(EMPTY, maximum=True, limit=3),
    "above": lambda: satoku.Cubes(EMPTY).solve(satoku.Cubes(EMPTY).split(1)[0], above=3),
    "known": lambda: satoku.Cubes(EMPTY).split(1, known=satoku.solve(EMPTY).text),
}


@pytest.mark.parametrize("name", list(IGNORED))
def test_a_keyword_that_does_not_apply_is_refused(name: str) -> None:
    with pytest.raises(satoku.InputError, match=f"^{name}: applies only .*; leave {name} out$"):
        IGNORED[name]()


@pytest.mark.parametrize("puzzles", [[EMPTY], (EMPTY,)])
def test_a_name_of_a_column_needs_a_table(puzzles: Any) -> None:
    with pytest.raises(satoku.InputError, match="^column: applies only to a table"):
        satoku.solve(puzzles, column="puzzle")


def test_half_a_character_is_an_error_of_the_input() -> None:
    says = r"^character 3: found '\\udc00', half of a surrogate pair, expected characters$"
    with pytest.raises(satoku.InputError, match=says):
        satoku.solve("..\udc00")
    with pytest.raises(satoku.InputError, match="^row 1: character 1: found"):
        satoku.solve([EMPTY, "\ud800"])
    with pytest.raises(satoku.InputError, match="^row 1, character 1: found"):
        satoku.compare(satoku.solve, [EMPTY, "\ud800"])


def test_a_dict_that_is_no_json_is_an_error_of_the_input() -> None:
    says = r"found a dict that is no JSON \(.*set is not JSON serializable\), expected"
    with pytest.raises(satoku.InputError, match=f"^{says}"):
        satoku.solve({"rows": {4}})
    with pytest.raises(satoku.InputError, match=f"^row 0: {says}"):
        satoku.solve([{"rows": {4}}])


def test_a_missing_puzzle_speaks_of_keywords() -> None:
    with pytest.raises(satoku.UnknownError, match="try another number of givens, or another seed$"):
        satoku.generate(givens=18, seed=1)


def test_the_character_nul_is_named_as_such() -> None:
    with pytest.raises(satoku.InputError, match="found the byte 0x00, which no text has"):
        satoku.solve("." * 40 + "\0" + "." * 40)
