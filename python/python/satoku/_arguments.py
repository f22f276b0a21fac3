"""Values of options, for the command lines of this package."""

from __future__ import annotations

from argparse import ArgumentTypeError


def quoted(text: str) -> str:
    """A text as messages repeat it, not longer than a line."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def whole_number(text: str) -> int:
    """An integer of any size."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"found {quoted(text)}, expected a whole number") from None


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        return float(text)
    except ValueError:
        message = f"found {quoted(text)}, expected a number of seconds, such as 1.5"
        raise ArgumentTypeError(message) from None
