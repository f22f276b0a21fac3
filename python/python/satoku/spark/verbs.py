"""What each verb adds to a row: names and Spark types of the answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

#: What a malformed row leaves behind; null where the row was a puzzle.
ERROR = "error"
#: Wall-clock time of one answer; only if asked for, because it differs from run to run.
MICROSECONDS = "microseconds"


@dataclass(frozen=True)
class Verb:
    """A function of ``satoku`` over a column, and the columns of its answers.

    ``answers`` maps a name in the output to the name in the native answer and its type.
    """

    name: str
    answers: dict[str, tuple[str, pa.DataType]]
    #: Options of the native function that the verb takes, beside those of all verbs.
    options: frozenset[str] = frozenset()
    #: Bytes of input in one unit of a job; small where an answer takes long.
    unit_bytes: int = 32 << 20
    #: The column that is printed when a job writes text.
    text: str | None = None
    #: Whether one row of the input gives one row of the output.
    one_to_one: bool = field(default=True)

    def columns(self, options: dict[str, Any]) -> dict[str, tuple[str, pa.DataType]]:
        """The columns that these options give, without error and time."""
        columns = dict(self.answers)
        if not options.get("unique"):
            columns.pop("second", None)
        return columns


_STRING, _LONG, _DOUBLE = pa.string(), pa.int64(), pa.float64()
_VERDICT = ("verdict", _STRING)
_COMMON = frozenset({"box", "alphabet", "timeout"})

VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb(
            "solve",
            {
                "verdict": _VERDICT,
                "solution": ("solution", _STRING),
                "second": ("second", _STRING),
                "count": ("count", _LONG),
            },
            _COMMON | {"unique", "rules"},
            text="solution",
        ),
        Verb(
            "count",
            {"verdict": _VERDICT, "count": ("count", _LONG)},
            _COMMON | {"limit", "rules"},
            unit_bytes=8 << 20,
            text="count",
        ),
        Verb(
            "canonical",
            {"verdict": _VERDICT, "canonical": ("puzzle", _STRING)},
            _COMMON,
            unit_bytes=1 << 20,
            text="canonical",
        ),
        Verb(
            "minimize",
            {
                "verdict": _VERDICT,
                "minimal": ("puzzle", _STRING),
                "givens": ("givens", _LONG),
                "removed": ("removed", _LONG),
                "reduced": ("reduced", _STRING),
            },
            _COMMON | {"seed", "rules"},
            unit_bytes=1 << 20,
            text="minimal",
        ),
        Verb(
            "maximum",
            {
                "verdict": _VERDICT,
                "score": ("score", _LONG),
                "bound": ("bound", _LONG),
                "solution": ("solution", _STRING),
            },
            _COMMON | {"weights", "minimise", "rules"},
            unit_bytes=64 << 10,
            text="score",
        ),
        Verb(
            "certify",
            {
                "verdict": _VERDICT,
                "claim": ("claim", _STRING),
                "certificate": ("certificate", pa.binary()),
            },
            _COMMON | {"claim", "weights", "minimise", "proof_format", "rules"},
            unit_bytes=16 << 10,
        ),
        Verb(
            "measure",
            {
                "encoding": ("encoding", _STRING),
                "solver": ("solver", _STRING),
                "presolve": ("presolve", _STRING),
                "verdict": _VERDICT,
                "variables": ("variables", _LONG),
                "clauses": ("clauses", _LONG),
                "literals": ("literals", _LONG),
                "propagated": ("propagated", pa.bool_()),
                "encode_seconds": ("encode_seconds", _DOUBLE),
                "solve_seconds": ("solve_seconds", _DOUBLE),
                "cpu_seconds": ("cpu_seconds", _DOUBLE),
                "conflicts": ("conflicts", _LONG),
                "fault": ("fault", _STRING),
            },
            _COMMON | {"encodings", "solvers", "presolve"},
            unit_bytes=1 << 10,
            one_to_one=False,
        ),
    )
}
