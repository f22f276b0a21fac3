"""Columns in the names of folders, such as ``day=1``, as Hive and Spark write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any
from urllib.parse import unquote

import pyarrow as pa

from .errors import SchemaError

#: What a folder is called where the value is a null.
_NULL = "__HIVE_DEFAULT_PARTITION__"
_NUMBER = re.compile(r"[+-]?[0-9]+")
_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def columns(paths: Sequence[str], folders: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The columns in the names of folders below those of the input: names and types.

    `folders` has for each file the folder of the input that it is in; a file that was named
    itself is its own.
    """
    found: list[dict[str, str | None]] = []
    for path, folder in zip(paths, folders, strict=True):
        pairs = _pairs(path[len(folder) :])
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            raise SchemaError(f"{path} has two folders of one column in its path")
        if found and names != list(found[0]):
            raise SchemaError(
                f"{path} has {_spell(names)} in the names of its folders, {paths[0]} has "
                f"{_spell(list(found[0]))}: all files of a job need the same"
            )
        found.append(dict(pairs))
    if not found:
        return ()
    return tuple((name, _type([of[name] for of in found])) for name in found[0])


def values(path: str, names: Sequence[str]) -> dict[str, str | None]:
    """The values of these columns in the path of a file."""
    every = dict(_pairs(path))
    return {name: every[name] for name in names}


def array(value: str | None, type_: str, rows: int) -> pa.Array:
    """A column with the same value in all rows."""
    read, arrow = _TYPES[type_]
    return pa.repeat(pa.scalar(None if value is None else read(value), arrow), rows)


def _pairs(path: str) -> list[tuple[str, str | None]]:
    pairs: list[tuple[str, str | None]] = []
    for part in path.split("/")[:-1]:
        name, equals, value = part.partition("=")
        if name and equals:
            pairs.append((unquote(name), None if value == _NULL else unquote(value)))
    return pairs


def _type(found: Sequence[str | None]) -> str:
    """The first type that all values have."""
    given = [value for value in found if value is not None]
    for name, (read, arrow) in _TYPES.items():
        try:
            for value in given:
                pa.scalar(read(value), arrow)
        except (ValueError, OverflowError):  # pa.ArrowInvalid is a ValueError
            continue
        return name if given else "string"
    return "string"


def _matching(pattern: re.Pattern[str], read: Callable[[str], Any]) -> Callable[[str], Any]:
    def checked(value: str) -> Any:
        if not pattern.fullmatch(value):
            raise ValueError(value)
        return read(value)

    return checked


def _real(value: str) -> float:
    """A real number, or a whole one whose digits it keeps: others are left as text."""
    if _NUMBER.fullmatch(value) and int(float(value)) != int(value):
        raise ValueError(value)
    return float(value)


#: How values of each type are read, in the order in which they are tried.
_TYPES: dict[str, tuple[Callable[[str], Any], pa.DataType]] = {
    "int": (_matching(_NUMBER, int), pa.int32()),
    "bigint": (_matching(_NUMBER, int), pa.int64()),
    "double": (_matching(_REAL, _real), pa.float64()),
    "date": (_matching(re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"), date.fromisoformat), pa.date32()),
    "string": (str, pa.string()),
}


def _spell(names: Sequence[str]) -> str:
    return "the columns " + ", ".join(names) if names else "no columns"
