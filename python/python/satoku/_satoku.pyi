import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import (
    Any,
    Literal,
    Protocol,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    final,
    overload,
)

__version__: str

class ArrowStream(Protocol):
    """Anything with a stream of Arrow batches: tables, data frames, chunked columns."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class ArrowArray(Protocol):
    """Anything with one Arrow array: arrays, record batches."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...

class ArrayLike(Protocol):
    """A NumPy array."""

    def __array__(self, dtype: None = None, /) -> Any: ...

_Item = TypeVar("_Item", covariant=True)

class ListOf(Protocol[_Item]):
    """A list, whose items may be of several types."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_Item]: ...
    def pop(self, index: SupportsIndex = -1, /) -> _Item: ...

# Bytes are sequences of integers, too, but a list of them is a column.
PlainPuzzle: TypeAlias = (
    str
    | bytes
    | bytearray
    | Mapping[str, Any]
    | Sequence[int]
    | Sequence[list[int]]
    | Sequence[tuple[int, ...]]
    | Solution
)
#: Whether an array is one puzzle or a column depends on its shape.
OnePuzzle: TypeAlias = PlainPuzzle | ArrayLike
#: What an item of a list may be.
Item: TypeAlias = str | bytes | bytearray | Mapping[str, Any] | None
PlainColumn: TypeAlias = (
    ArrowStream
    | ArrowArray
    | ListOf[Item]
    | tuple[Item, ...]
)
Column: TypeAlias = PlainColumn | ArrayLike
Names: TypeAlias = str | Sequence[str]
#: A number for each cell, or for each digit of each cell.
Weights: TypeAlias = Sequence[int] | Sequence[Sequence[int]] | ArrayLike
#: Of the cells with givens.
PatternSymmetry: TypeAlias = Literal[
    "none",
    "rotate180",
    "rotate90",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "full",
]
OnError: TypeAlias = Literal["raise", "null"]
Progress: TypeAlias = Callable[[int], object]
Path: TypeAlias = str | PathLike[str]

class SatokuError(Exception):
    """What all exceptions of this package are."""

class InputError(SatokuError, ValueError):
    """An input that cannot be used: not a puzzle, or a value that a keyword does not take."""

    row: int | None
    line: int | None
    position: int | None

class MissingColumnError(InputError, KeyError):
    """A name that no column of the answers has."""

class UnsolvableError(SatokuError):
    """A puzzle without a solution, or with several, where one was asked for."""

class UnknownError(SatokuError):
    """A limit came before the answer."""

    #: Of minimize: the puzzle as far as it was reduced, perhaps not minimal. None if nothing
    #: was removed, and for all other functions.
    reduced: str | None

class UnsupportedError(SatokuError):
    """Something that this puzzle or engine cannot do."""

class ClaimError(SatokuError):
    """A claim that was to be proven and is false."""

class EngineError(SatokuError):
    """An engine failed or gave a wrong answer: a fault of satoku or of a solver."""

@final
class Solution:
    @property
    def grid(self) -> list[list[int]]: ...
    @property
    def cells(self) -> list[int]: ...
    @property
    def text(self) -> str: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __bytes__(self) -> bytes: ...
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, row: int, /) -> list[int]: ...
    @overload
    def __getitem__(self, row: slice, /) -> list[list[int]]: ...
    def __iter__(self) -> Iterator[list[int]]: ...
    def __reversed__(self) -> Iterator[list[int]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@final
class Optimum:
    @property
    def verdict(self) -> Literal["optimal", "feasible", "unsatisfiable", "unknown"]: ...
    @property
    def score(self) -> int | None: ...
    @property
    def bound(self) -> int | None: ...
    @property
    def solution(self) -> Solution | None: ...
    @property
    def grid(self) -> list[list[int]] | None: ...
    @property
    def reason(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solutions(Iterator[Solution]):
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> Solution: ...

@final
class Answers:
    """The answers about a column: Arrow record batches, in the order of the rows."""

    @property
    def column_names(self) -> list[str]: ...
    @property
    def num_rows(self) -> int: ...
    @property
    def num_batches(self) -> int: ...
    def __len__(self) -> int: ...
    def keys(self) -> list[str]: ...
    def values(self) -> list[list[Any]]: ...
    def items(self) -> list[tuple[str, list[Any]]]: ...
    def get(self, name: str, default: Any = None, /) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __getitem__(self, name: str, /) -> list[Any]: ...
    def to_dict(self) -> dict[str, list[Any]]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

# Columns of the answers (all nullable). Dictionaries have int8 keys.
#
# solve      verdict: dictionary<utf8> ("solved", "unsatisfiable", "unknown"; with
#            unique=True: "none", "one", "several", "unknown"), solution: utf8,
#            [second: utf8 with unique=True,] count: int64, microseconds: float64
# count      verdict: dictionary<utf8> ("exact", "limit", "unknown": at least this many),
#            count: int64, microseconds: float64
# canonical  verdict: dictionary<utf8> ("canonical", "unknown"), puzzle: utf8,
#            microseconds: float64
# minimize   verdict: dictionary<utf8> ("minimal", "unsatisfiable", "several", "unknown"),
#            puzzle: utf8, givens: int64, removed: int64, reduced: utf8 (where "unknown":
#            the puzzle as far as it was reduced, perhaps not minimal),
#            microseconds: float64
# maximum    verdict: dictionary<utf8> ("optimal", "feasible", "unsatisfiable",
#            "unknown"), score: int64, bound: int64, solution: utf8,
#            microseconds: float64
# certify    verdict: dictionary<utf8> ("proven", "false", "unknown"), claim: utf8,
#            certificate: binary (an archive that verify() takes), microseconds: float64
# measure    row: int64 (from 0), encoding, solver, presolve: utf8,
#            verdict: dictionary<utf8> ("solved", "unsatisfiable", "unknown", "skipped"),
#            variables, clauses, literals: int64, propagated: bool,
#            encode_seconds, solve_seconds, cpu_seconds: float64, conflicts: int64,
#            fault: utf8
#
# With on_error="null", each has a last column error: utf8, and a row that is no puzzle
# has nulls everywhere else, but measure's row. A null in the input is such a row.

@overload
def solve(
    puzzle: PlainPuzzle,
    /,
    *,
    unique: bool = False,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Solution: ...
@overload
def solve(
    puzzles: PlainColumn,
    /,
    *,
    unique: bool = False,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Answers: ...
@overload
def solve(
    puzzles: ArrayLike,
    /,
    *,
    unique: bool = False,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Solution | Answers: ...
@overload
def count(
    puzzle: PlainPuzzle,
    /,
    *,
    limit: int | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> int: ...
@overload
def count(
    puzzles: PlainColumn,
    /,
    *,
    limit: int | None = None,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Answers: ...
@overload
def count(
    puzzles: ArrayLike,
    /,
    *,
    limit: int | None = None,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> int | Answers: ...
@overload
def canonical(
    puzzle: PlainPuzzle,
    /,
    *,
    box: str | None = None,
    alphabet: str | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> str: ...
@overload
def canonical(
    puzzles: PlainColumn,
    /,
    *,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Answers: ...
@overload
def canonical(
    puzzles: ArrayLike,
    /,
    *,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> str | Answers: ...
@overload
def minimize(
    puzzle: PlainPuzzle,
    /,
    *,
    seed: int | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> str: ...
@overload
def minimize(
    puzzles: PlainColumn,
    /,
    *,
    seed: int | None = None,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Answers: ...
@overload
def minimize(
    puzzles: ArrayLike,
    /,
    *,
    seed: int | None = None,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> str | Answers: ...
@overload
def maximum(
    puzzle: PlainPuzzle,
    /,
    *,
    weights: Weights | None = None,
    minimise: bool = False,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Optimum: ...
@overload
def maximum(
    puzzles: PlainColumn,
    /,
    *,
    weights: Weights | None = None,
    minimise: bool = False,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Answers: ...
@overload
def maximum(
    puzzles: ArrayLike,
    /,
    *,
    weights: Weights | None = None,
    minimise: bool = False,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Optimum | Answers: ...
@overload
def is_proper(
    puzzle: PlainPuzzle,
    /,
    *,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> bool: ...
@overload
def is_proper(
    puzzles: PlainColumn,
    /,
    *,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Answers: ...
@overload
def is_proper(
    puzzles: ArrayLike,
    /,
    *,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> bool | Answers: ...
def solutions(
    puzzle: OnePuzzle,
    /,
    *,
    limit: int | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
) -> Solutions: ...
@overload
def candidates(
    puzzle: OnePuzzle,
    /,
    *,
    limit: None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> list[list[list[int]]]: ...
@overload
def candidates(
    puzzle: OnePuzzle,
    /,
    *,
    limit: int,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> list[list[dict[int, int]]]: ...
def contradiction(
    puzzle: OnePuzzle,
    /,
    *,
    smallest: bool = False,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> list[str] | None: ...
def redundant(
    puzzle: OnePuzzle,
    /,
    *,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> list[str]: ...
@overload
def generate(
    count: None = None,
    *,
    box: str = "3x3",
    kind: Literal["proper", "minimal", "solution"] = "proper",
    givens: int | None = None,
    symmetry: PatternSymmetry = "none",
    seed: int | None = None,
    first: int = 1,
    rules: Names | None = None,
    constraints: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> str: ...
@overload
def generate(
    count: int,
    *,
    box: str = "3x3",
    kind: Literal["proper", "minimal", "solution"] = "proper",
    givens: int | None = None,
    symmetry: PatternSymmetry = "none",
    seed: int | None = None,
    first: int = 1,
    rules: Names | None = None,
    constraints: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Answers: ...

@final
class Formula:
    """A puzzle as clauses in conjunctive normal form."""

    @property
    def clauses(self) -> list[list[int]]: ...
    @property
    def nvars(self) -> int: ...
    @property
    def encoding(self) -> str: ...
    @property
    def names(self) -> list[str]: ...
    def name(self, var: int) -> str: ...
    def to_dimacs(self, *, timeout: float | None = None) -> str: ...
    def decode(self, model: Iterable[int]) -> Solution: ...

def encode(
    puzzle: OnePuzzle,
    /,
    *,
    encoding: str = "extended",
    presolve: str = "none",
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
) -> Formula: ...

Claim: TypeAlias = Literal["none", "unique", "maximum"] | int
ProofFormat: TypeAlias = Literal["auto", "text", "binary", "lrat", "binary-lrat", "prices"]

@final
class Certificate:
    """A certificate that the verifier accepted."""

    @property
    def claim(self) -> str: ...
    @property
    def files(self) -> dict[str, bytes]: ...
    def to_bytes(self) -> bytes: ...
    def save(self, path: Path) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Verification:
    """The verifier's opinion of a certificate."""

    @property
    def verdict(self) -> Literal["verified", "rejected", "unknown"]: ...
    @property
    def claim(self) -> str | None: ...
    @property
    def puzzle(self) -> str | None: ...
    @property
    def objective(self) -> str | None: ...
    @property
    def reason(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def prove(
    puzzle: OnePuzzle,
    claim: Claim,
    /,
    *,
    output: Path | None = None,
    weights: Weights | None = None,
    minimise: bool = False,
    proof_format: ProofFormat = "auto",
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
) -> Certificate: ...
def verify(
    certificate: Certificate | bytes | Path | None = None,
    /,
    *,
    formula: Path | None = None,
    proof: Path | None = None,
    timeout: float | None = None,
) -> Verification: ...
def certify(
    puzzles: Column,
    /,
    *,
    claim: Claim = "unique",
    weights: Weights | None = None,
    minimise: bool = False,
    proof_format: ProofFormat = "auto",
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: Names | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Answers: ...
def measure(
    puzzles: Column,
    /,
    *,
    encodings: Names | None = None,
    solvers: Names | None = None,
    presolve: Names | None = None,
    column: str | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
    on_error: OnError = "raise",
    mixed_sizes: bool = False,
    progress: Progress | None = None,
) -> Answers: ...

Grid: TypeAlias = str | Solution | Sequence[int] | Sequence[Sequence[int]]

@final
class Disagreement:
    """A wrong answer, on the smallest puzzle that shows it."""

    @property
    def kind(self) -> str: ...
    @property
    def accused(self) -> str: ...
    @property
    def claim(self) -> str: ...
    @property
    def witness(self) -> str | None: ...
    @property
    def puzzle(self) -> str: ...
    @property
    def smallest(self) -> str: ...

@final
class Comparison:
    """The result of a comparison."""

    @property
    def puzzles(self) -> int: ...
    @property
    def answers(self) -> int: ...
    @property
    def open(self) -> int: ...
    @property
    def wrong(self) -> int: ...
    @property
    def disagreements(self) -> list[Disagreement]: ...

@overload
def compare(
    solver: Callable[[str], Grid | None],
    puzzles: Iterable[str] | None = None,
    *,
    all: Literal[False] = False,
    count: int | None = None,
    seed: int | None = None,
    box: str | None = None,
    kinds: Names | None = None,
    name: str = "python",
    timeout: float = 10.0,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def compare(
    solver: Callable[[str], Iterable[Grid]],
    puzzles: Iterable[str] | None = None,
    *,
    all: Literal[True],
    count: int | None = None,
    seed: int | None = None,
    box: str | None = None,
    kinds: Names | None = None,
    name: str = "python",
    timeout: float = 10.0,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def compare(
    solver: Callable[[str], Grid | Iterable[Grid] | None],
    puzzles: Iterable[str] | None = None,
    *,
    all: bool,
    count: int | None = None,
    seed: int | None = None,
    box: str | None = None,
    kinds: Names | None = None,
    name: str = "python",
    timeout: float = 10.0,
    progress: Progress | None = None,
) -> Comparison: ...

@final
class Cubes:
    """A question about a puzzle that is answered in parts, which are lines of JSON."""

    def __new__(
        cls,
        puzzle: OnePuzzle,
        /,
        *,
        maximum: bool = False,
        weights: Weights | None = None,
        minimise: bool = False,
        limit: int | None = None,
        box: str | None = None,
        alphabet: str | None = None,
        rules: Names | None = None,
        timeout: float | None = None,
    ) -> Cubes: ...
    def good_solution(self, *, timeout: float | None = None) -> str | None: ...
    def split(
        self, count: int, *, known: str | None = None, timeout: float | None = None
    ) -> list[str]: ...
    def solve(
        self, cube: str, *, above: int | None = None, timeout: float | None = None
    ) -> str: ...
    def combine(
        self, cubes: Sequence[str], answers: Sequence[str], *, known: str | None = None
    ) -> str: ...
    def refute(
        self,
        cubes: Sequence[str],
        solutions: Sequence[str],
        part: int,
        *,
        timeout: float | None = None,
    ) -> bytes: ...
    def certificate(
        self, cubes: Sequence[str], solutions: Sequence[str], proofs: Sequence[bytes]
    ) -> bytes: ...
