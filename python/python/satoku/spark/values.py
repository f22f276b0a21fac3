"""Values of options of jobs."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

from .._arguments import quoted

_UNITS = {"": 0, "K": 10, "M": 20, "G": 30}
#: A word of a file of weights, or what ends a field.
_WORD = re.compile(r"[^\s,;]+|[,;]")


def names(text: str) -> list[str]:
    """Names with commas between them."""
    return [name for name in text.split(",") if name]


def size(text: str) -> int:
    """A number of bytes, perhaps in units of 1024."""
    found = re.fullmatch(r"([0-9]{1,15})([KMG]?)", text, re.IGNORECASE)
    bytes_ = int(found[1]) << _UNITS[found[2].upper()] if found else 0
    if bytes_ < 1:
        raise ArgumentTypeError(
            f"found {quoted(text)}, expected a number of bytes, such as 500000 or 64M"
        )
    return bytes_


def setting(text: str) -> tuple[str, str]:
    """The name of a setting of Spark and its value."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise ArgumentTypeError(
            f"found {quoted(text)}, expected a setting and its value, such as "
            "spark.executor.memory=2g"
        )
    return name, value


def weights(path: str) -> list[int]:
    """The integers of a file, as the program reads them."""
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8-sig")
    except OSError as error:
        raise ArgumentTypeError(
            f"{path}: {error.strerror}; expected a file with an integer for each cell"
        ) from None
    except UnicodeDecodeError as error:
        found = f"the byte 0x{error.object[error.start]:02X}"
        raise ArgumentTypeError(
            f"{path}: found {found}, which is not UTF-8 text, expected integers"
        ) from None
    lines = enumerate(re.split(r"\r?\n", text), start=1)
    return [
        number
        for line, content in lines
        for number in _weights_of_line(f"{path}:{line}", content.partition("#")[0])
    ]


def _weights_of_line(place: str, line: str) -> list[int]:
    """Integers with blanks, commas or semicolons between them."""
    numbers: list[int] = []
    is_empty = True
    for word in _WORD.finditer(line):
        is_end = word[0] in ",;"
        if re.fullmatch(r"[+-]?[0-9]{1,30}", word[0]):
            numbers.append(int(word[0]))
        elif is_empty or not is_end:
            found = "an empty field" if is_end else quoted(word[0])
            raise ArgumentTypeError(
                f"{place}:{word.start() + 1}: found {found}, expected an integer"
            )
        is_empty = is_end
    return numbers
