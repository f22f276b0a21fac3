"""The buffer protocol for solutions.

The wheel uses the stable interface of Python 3.10, in which no class of an extension module
has buffers. From Python 3.12 on, a method written in Python does as well (PEP 688).
"""

from __future__ import annotations

import sys
from array import array

from ._satoku import Solution


def view(solution: Solution, flags: int = 0, /) -> memoryview:
    """A copy of the digits as 16-bit integers with the shape of the grid, as NumPy gets them.

    >>> import satoku
    >>> from satoku._buffer import view
    >>> view(satoku.solve("1.......3......2")).shape
    (4, 4)
    """
    digits = memoryview(array("h", solution.cells)).cast("B")
    return digits.cast("h", solution.shape)


def give_buffers() -> None:
    """Makes ``memoryview(solution)`` work where Python has the protocol for it."""
    if sys.version_info >= (3, 12):
        Solution.__buffer__ = view  # type: ignore[method-assign, assignment]
