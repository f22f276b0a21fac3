"""Arguments that can be wrong whatever the rows are: exceptions that name them."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import satoku

if TYPE_CHECKING:
    from .worker import Question


def need_options(question: Question) -> None:
    """Refuses options that no row could be asked about.

    Files and programs are those of the executors: only they can say whether they are there.
    """
    options = dict(question.options)
    options.pop("solvers", None)
    for name in ("rules", "encodings"):
        given = options.get(name)
        if isinstance(given, str):
            given = given.split(",")
        if isinstance(given, list | tuple) and given:
            # A list of nothing but files leaves nothing to ask about.
            options[name] = [one for one in given if not _is_file(one)] or None
    getattr(satoku, question.verb)([], jobs=question.jobs, **options)


def _is_file(name: object) -> bool:
    return isinstance(name, str) and (name.strip().endswith(".toml") or os.sep in name)


def need_box(box: object) -> None:
    """Refuses a box shape that each batch of rows would find out for itself."""
    if box is None:
        raise ValueError(
            'box: found None, expected a shape, such as "3x3": without one, the size of all rows '
            "would be that of the first row of a batch, whichever that is"
        )


def need_seconds(name: str, seconds: object) -> None:
    """Refuses what is no time limit; None is no limit."""
    if seconds is None:
        return
    try:
        number = float(seconds)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = None
    if number is None or isinstance(seconds, str | bytes):
        raise TypeError(f"{name}: found {type(seconds)}, expected a number of seconds")
    if not 0 < number < float("inf"):
        raise ValueError(f"{name}: found {seconds}, expected a positive number of seconds")


def need_whole_number(name: str, number: object) -> None:
    """Refuses what is no number from 1 on."""
    try:
        found = operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: found {type(number)}, expected a whole number") from None
    if found < 1:
        raise ValueError(f"{name}: found {found}, expected at least 1")


def need_text(name: str, text: object) -> None:
    """Refuses what is no string."""
    if not isinstance(text, str):
        raise TypeError(f"{name}: found {type(text)}, expected a string")


def whole_numbers(name: str, values: Any) -> list[int] | None:
    """A list of integers, of any type that has them; rows of them are put together."""
    if values is None:
        return None
    if hasattr(values, "ravel"):
        values = values.ravel()
    expected = "expected a list of integers"
    if isinstance(values, bytes | bytearray | str) or not isinstance(values, Iterable):
        raise TypeError(f"{name}: found {type(values)}, {expected}")
    numbers: list[int] = []
    for value in values:
        if isinstance(value, list | tuple) or getattr(value, "ndim", 0) > 0:
            numbers += whole_numbers(name, value) or []
            continue
        try:
            numbers.append(operator.index(value))
        except TypeError:
            raise TypeError(f"{name}: found {type(value)} in the list, {expected}") from None
    return numbers
