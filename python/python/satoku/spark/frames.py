"""The verbs on Spark DataFrames: each row keeps its columns and gets the answers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from . import arguments, checks
from .verbs import VERBS
from .worker import Question

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame
    from satoku._satoku import Claim, ProofFormat, Weights
    from typing_extensions import Unpack

OnError = Literal["null", "raise"]

#: Bytes of puzzles that one native call gets.
BATCH_BYTES = 8 << 20


class Common(TypedDict, total=False):
    """The keyword arguments of all verbs, which :func:`solve` describes."""

    box: str
    alphabet: str | None
    timeout: float | None
    on_error: OnError
    microseconds: bool
    prefix: str
    jobs: int
    batch_bytes: int


def solve(
    df: DataFrame,
    column: str = "puzzle",
    *,
    unique: bool = False,
    rules: str | Sequence[str] | None = None,
    **common: Unpack[Common],
) -> DataFrame:
    """Adds ``verdict``, ``solution`` and ``count`` to each row.

    ``unique=True`` adds ``second``, too, and says ``none``, ``one`` or ``several``. The
    other keyword arguments are those of all verbs on DataFrames:

    ``box``
        The box shape of all puzzles of the column, ``"3x3"`` unless given. A row of
        another size is an error of that row, whichever partition it is in, and so is a text
        that names its boxes itself, such as JSON.
    ``alphabet``
        How digits are written; above 9×9, detected unless given.
    ``timeout``
        Seconds for each answer; what is not known by then is ``unknown``.
    ``on_error``
        ``"null"`` (default) keeps a row that is no puzzle, with nulls and the reason in
        the column ``error``. ``"raise"`` ends the query at the first such row.
    ``microseconds``
        ``True`` adds the time of each answer. Spark may compute a row twice, and times
        differ from run to run.
    ``prefix``
        Goes before the names of all columns that are added.
    ``jobs``
        Native threads of one task, 1 by default: Spark runs one task on each core.
    ``batch_bytes``
        Bytes of puzzles that are answered at a time, 8 MiB by default.

    >>> satoku.spark.solve(spark.read.parquet("puzzles"), "puzzle")  # doctest: +SKIP
    DataFrame[puzzle: string, verdict: string, solution: string, count: bigint, error: string]
    """
    return _ask("solve", df, column, {"unique": unique or None, "rules": rules}, common)


def count(
    df: DataFrame,
    column: str = "puzzle",
    *,
    limit: int | None = None,
    rules: str | Sequence[str] | None = None,
    **common: Unpack[Common],
) -> DataFrame:
    """Adds ``verdict`` and ``count``, the number of solutions up to ``limit``.

    ``verdict`` is ``exact``, or ``limit`` where there may be more. For the other keyword
    arguments see :func:`solve`.
    """
    return _ask("count", df, column, {"limit": limit, "rules": rules}, common)


def canonical(df: DataFrame, column: str = "puzzle", **common: Unpack[Common]) -> DataFrame:
    """Adds ``verdict`` and ``canonical``, the minlex form: equivalent puzzles have the same.

    For the other keyword arguments see :func:`solve`.
    """
    return _ask("canonical", df, column, {}, common)


def minimize(
    df: DataFrame,
    column: str = "puzzle",
    *,
    seed: int | None = None,
    rules: str | Sequence[str] | None = None,
    **common: Unpack[Common],
) -> DataFrame:
    """Adds ``verdict``, ``minimal``, the puzzle without redundant givens, ``givens`` and
    ``removed``; where the time limit came first, ``reduced``, the puzzle as far as it was
    reduced, perhaps not minimal.

    For the other keyword arguments see :func:`solve`.
    """
    return _ask("minimize", df, column, {"seed": seed, "rules": rules}, common)


def maximum(
    df: DataFrame,
    column: str = "puzzle",
    *,
    weights: Weights | None = None,
    minimise: bool = False,
    rules: str | Sequence[str] | None = None,
    **common: Unpack[Common],
) -> DataFrame:
    """Adds ``verdict``, ``score``, ``bound`` and ``solution`` of the best completion.

    The weights of the cells are those of the pyramid unless given. For the other keyword
    arguments see :func:`solve`.
    """
    own = {
        "weights": arguments.whole_numbers("weights", weights),
        "minimise": minimise or None,
        "rules": rules,
    }
    return _ask("maximum", df, column, own, common)


def certify(
    df: DataFrame,
    column: str = "puzzle",
    *,
    claim: Claim = "unique",
    weights: Weights | None = None,
    minimise: bool = False,
    proof_format: ProofFormat | None = None,
    rules: str | Sequence[str] | None = None,
    **common: Unpack[Common],
) -> DataFrame:
    """Adds ``verdict``, ``claim`` and ``certificate``, an archive that ``satoku.verify`` takes.

    ``claim`` is ``"none"``, ``"unique"``, ``"maximum"`` (the lowest score with ``minimise``) or a
    number of solutions; ``proof_format`` is that of ``satoku.certify``.

    ``verdict`` is ``proven`` or ``false``. Certificates are from 100 KB to several MB
    each: keep ``batch_bytes`` small, as it is by default. For the other keyword
    arguments see :func:`solve`.
    """
    common.setdefault("batch_bytes", 16 << 10)
    own = {
        "claim": claim,
        "weights": arguments.whole_numbers("weights", weights),
        "minimise": minimise or None,
        "proof_format": proof_format,
        "rules": rules,
    }
    return _ask("certify", df, column, own, common)


def _ask(
    verb: str, df: DataFrame, column: str, own: dict[str, Any], common: Common
) -> DataFrame:
    known = Common.__annotations__
    for name in common:
        if name not in known:
            expected = ", ".join([*own, *known])
            raise TypeError(
                f"{verb}() got an unexpected keyword argument {name!r}; expected {expected}"
            )
    on_error = common.get("on_error", "null")
    jobs, batch_bytes = common.get("jobs", 1), common.get("batch_bytes", BATCH_BYTES)
    if on_error not in ("null", "raise"):
        raise ValueError(f'on_error is {on_error!r}; expected "null" or "raise"')
    arguments.need_whole_number("jobs", jobs)
    arguments.need_whole_number("batch_bytes", batch_bytes)
    arguments.need_text("prefix", common.get("prefix", ""))
    arguments.need_box(common.get("box", "3x3"))
    options = own | {
        "box": common.get("box", "3x3"),
        "alphabet": common.get("alphabet"),
        "timeout": common.get("timeout"),
    }
    question = Question(
        verb,
        options,
        on_error=on_error,
        microseconds=common.get("microseconds", False),
        prefix=common.get("prefix", ""),
        jobs=jobs,
    )
    return add_columns(df, column, question, batch_bytes)


def add_columns(
    df: DataFrame, column: str, question: Question, batch_bytes: int
) -> DataFrame:
    """Checks everything that can be checked now, and plans the query."""
    checks.need_pyspark()
    need_frame(df)
    checks.need_session(df.sparkSession)
    arguments.need_options(question)
    added = [field.name for field in question.fields()]
    column = checks.need_column(df, column, added, 'give prefix="answer_"')
    warn_of_prefix(question.prefix, 5)
    checks.need_wheel(df.sparkSession)
    columns = df.columns
    plain, place, asked = plainly(df, column, question)
    answers = plain.mapInArrow(
        task(vars(asked), place, batch_bytes), spark_schema(plain, asked.fields())
    )
    return answers.toDF(*columns, *added)


def plainly(df: DataFrame, column: str, question: Question) -> tuple[DataFrame, str, Question]:
    """The frame, its column of puzzles and the question, all with plain names.

    mapInArrow looks up the columns of its input by name, and takes dots and backticks in
    them for syntax.
    """
    columns = df.columns
    places = [f"c{place}" for place in range(len(columns))]
    asked = Question.__new__(Question)
    vars(asked).update(vars(question) | {"prefix": "answer_"})
    return df.toDF(*places), places[columns.index(column)], asked


def warn_of_prefix(prefix: str, level: int) -> None:
    """Warns the caller so many calls up of names that Spark finds only if they are quoted."""
    if "." in prefix or "`" in prefix:
        name = prefix.replace("`", "``") + "verdict"
        warnings.warn(
            f"prefix={prefix!r}: Spark finds columns of such names only in backticks, as in "
            f"select({f'`{name}`'!r})",
            stacklevel=level,
        )


def need_frame(df: object) -> None:
    """Refuses what is no Spark DataFrame; pandas and polars have ``satoku`` itself."""
    if not hasattr(df, "mapInArrow"):
        kind = f"{type(df).__module__}.{type(df).__name__}"
        raise TypeError(
            f"expected a Spark DataFrame, found {kind}; columns of other data frames go to "
            f"{'/'.join(sorted(VERBS))} of the package satoku itself"
        )


def spark_schema(df: DataFrame, fields: Sequence[pa.Field]) -> Any:
    """The columns of the input, then those of the answers."""
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StructField, StructType

    added = [StructField(field.name, from_arrow_type(field.type), True) for field in fields]
    return StructType([*df.schema.fields, *added])


def task(question: dict[str, Any], column: str, batch_bytes: int) -> Any:
    """The function that executors run.

    It is nested and imports inside, so that it travels by value: an executor without the
    wheel then says so in one sentence.
    """

    def add_answers(batches: Iterator[Any]) -> Iterable[Any]:
        try:
            from satoku.spark.worker import Question, answer_batches
        except ImportError as error:
            import platform
            import sys

            raise RuntimeError(
                f"satoku is missing for {sys.executable} on executor {platform.node()} "
                f"({error}); docs/spark.md says how to ship the wheel to executors"
            ) from None
        asked = Question.__new__(Question)
        vars(asked).update(question)
        return answer_batches(asked, column, batch_bytes, batches)

    return add_answers
