"""Sudoku as SAT: solve, count, maximise, export to DIMACS, and cross-check.

>>> import satoku
>>> print(satoku.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
534678912672195348198342567859761423426853791713924856961537284287419635345286179
>>> satoku.count(["." * 81] * 2, limit=5)["count"]
[5, 5]
"""

from ._buffer import give_buffers
from ._satoku import (
    Answers,
    Certificate,
    ClaimError,
    Comparison,
    Cubes,
    Disagreement,
    EngineError,
    Formula,
    InputError,
    MissingColumnError,
    Optimum,
    SatokuError,
    Solution,
    Solutions,
    UnknownError,
    UnsolvableError,
    UnsupportedError,
    Verification,
    __version__,
    candidates,
    canonical,
    certify,
    compare,
    contradiction,
    count,
    encode,
    generate,
    is_proper,
    maximum,
    measure,
    minimize,
    prove,
    redundant,
    solutions,
    solve,
    verify,
)

give_buffers()
del give_buffers

__all__ = [
    "Answers",
    "Certificate",
    "ClaimError",
    "Comparison",
    "Cubes",
    "Disagreement",
    "EngineError",
    "Formula",
    "InputError",
    "MissingColumnError",
    "Optimum",
    "SatokuError",
    "Solution",
    "Solutions",
    "UnknownError",
    "UnsolvableError",
    "UnsupportedError",
    "Verification",
    "__version__",
    "candidates",
    "canonical",
    "certify",
    "compare",
    "contradiction",
    "count",
    "encode",
    "generate",
    "is_proper",
    "maximum",
    "measure",
    "minimize",
    "prove",
    "redundant",
    "solutions",
    "solve",
    "verify",
]
