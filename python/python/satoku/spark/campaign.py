"""Campaigns: every puzzle × every encoding × every solver, one row a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import pyarrow as pa

import satoku

from . import arguments, checks
from .runner import Runner
from .verbs import ERROR
from .worker import Question, plain

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: Seconds for one run, unless another limit is given.
TIMEOUT = 60.0
_CHOICES = ("encoding", "solver", "presolve")


def measure(
    puzzles: DataFrame,
    encodings: str | Sequence[str] | None = None,
    solvers: str | Sequence[str] | None = None,
    timeout: float = TIMEOUT,
    *,
    presolve: str | Sequence[str] = "locked",
    column: str = "puzzle",
    box: str = "3x3",
    alphabet: str | None = None,
    prefix: str = "",
    memory_bytes: int | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Measures every puzzle with every encoding and every solver; one row a run.

    ``encodings`` are names as in ``satoku encodings``, all by default; ``solvers`` are
    ``"varisat"`` (the default) and DIMACS solvers as commands, such as ``"cadical -q"``,
    which must be on the executors. A string has names with commas between them, or is one
    solver. Each run is in a process that is killed if it does not
    heed ``timeout`` (seconds) or needs more than ``memory_bytes``; its row then has the
    verdict ``unknown`` and says why in ``fault``.

    Runs are spread over ``partitions`` tasks (four for each core by default), each of
    which measures one at a time. The times of a run are only as good as its core is
    quiet: give Spark as many cores as the machine has, not threads.

    :func:`summarize` makes the table of ``satoku encodings measure`` of the rows.
    """
    checks.need_pyspark()
    from .frames import need_frame, plainly, spark_schema, warn_of_prefix

    need_frame(puzzles)
    checks.need_session(puzzles.sparkSession)
    _need_arguments(timeout, memory_bytes, partitions, prefix, box)
    runs = choices(encodings, solvers, presolve)
    named = dict(zip(("encodings", "presolve"), map(sorted, _named(runs)), strict=True))
    arguments.need_options(
        Question("measure", {"box": box, "alphabet": alphabet, "timeout": timeout} | named)
    )
    question = Question("measure", {"box": box, "alphabet": alphabet}, prefix=prefix)
    added = [field.name for field in question.fields()]
    column = checks.need_column(puzzles, column, added, 'give prefix="answer_"')
    warn_of_prefix(prefix, 3)
    checks.need_wheel(puzzles.sparkSession)

    session = puzzles.sparkSession
    plain, place, asked = plainly(puzzles, column, question)
    columns = [asked.prefix + name for name in _CHOICES]
    all_runs = plain.crossJoin(session.createDataFrame(runs, columns))
    if partitions is None:
        partitions = 4 * session.sparkContext.defaultParallelism
    all_runs = all_runs.repartition(partitions)
    schema = spark_schema(plain, asked.fields())
    measured = all_runs.mapInArrow(_task(vars(asked), place, timeout, memory_bytes), schema)
    return measured.toDF(*puzzles.columns, *added)


def summarize(runs: DataFrame, prefix: str = "") -> DataFrame:
    """Aggregates runs: a row for each solver, encoding and presolving level.

    The columns are those of ``satoku encodings measure --csv``; times are in seconds.
    """
    from pyspark.sql import functions as f

    def column(name: str) -> Any:
        quoted = (prefix + name).replace("`", "``")
        return f.col(f"`{quoted}`")

    def sum_if(condition: Any) -> Any:
        return f.sum(f.when(condition, 1).otherwise(0))

    verdict, ran = column("verdict"), column(ERROR).isNull()
    aggregates = [
        f.count("*").alias("puzzles"),
        sum_if(verdict == "solved").alias("solved"),
        sum_if(verdict == "unsatisfiable").alias("unsatisfiable"),
        sum_if(verdict == "unknown").alias("unknown"),
        sum_if(verdict == "skipped").alias("skipped"),
        sum_if(column("propagated")).alias("propagated"),
        *(f.avg(column(name)).alias(name) for name in ("variables", "clauses", "literals")),
    ]
    for name in ("encode", "solve", "cpu"):
        seconds = column(f"{name}_seconds")
        aggregates += [
            f.percentile(seconds, f.lit(0.5)).alias(f"{name}_median"),
            f.percentile(seconds, f.lit(0.95)).alias(f"{name}_p95"),
            f.max(seconds).alias(f"{name}_max"),
            f.sum(seconds).alias(f"{name}_sum"),
        ]
    aggregates += [
        f.sum(column("conflicts")).alias("conflicts"),
        f.max(column("fault")).alias("fault"),
    ]
    keys = [column(name).alias(name) for name in ("solver", "encoding", "presolve")]
    grouped = runs.where(ran).groupBy(*keys).agg(*aggregates)
    return grouped.orderBy("solver", "encoding", "presolve")


def _need_arguments(
    timeout: object, memory_bytes: object, partitions: object, prefix: object, box: object
) -> None:
    """Refuses what no campaign could do with."""
    if timeout is None:
        raise TypeError("timeout: found None, expected a number of seconds: runs need a limit")
    arguments.need_seconds("timeout", timeout)
    for name, number in (("memory_bytes", memory_bytes), ("partitions", partitions)):
        if number is not None:
            arguments.need_whole_number(name, number)
    arguments.need_text("prefix", prefix)
    arguments.need_box(box)


def choices(
    encodings: str | Sequence[str] | None,
    solvers: str | Sequence[str] | None,
    presolve: str | Sequence[str],
) -> list[tuple[str, str, str]]:
    """All (encoding, solver, presolve); refuses lists that are empty."""
    names = all_encodings() if encodings is None else _names("encodings", encodings)
    # Commands may have commas.
    one = [solvers] if isinstance(solvers, str) else solvers
    commands = ["varisat"] if one is None else _names("solvers", one)
    return list(product(names, commands, _names("presolve", presolve)))


def _names(argument: str, given: Any) -> list[str]:
    """The names of an argument, of which there must be one at least."""
    if isinstance(given, str):
        given = [name.strip() for name in given.split(",") if name.strip()]
    if not isinstance(given, Iterable) or isinstance(given, bytes):
        raise TypeError(f"{argument}: found {type(given)}, expected a list of strings")
    names = list(given)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{argument}: found {type(name)} in the list, expected a string")
    if not names:
        raise ValueError(f"{argument} is empty; leave it out for the default")
    return names


def _named(runs: list[tuple[str, str, str]]) -> tuple[set[str], set[str]]:
    """The encodings and the levels of presolving of runs."""
    return {encoding for encoding, _, _ in runs}, {level for _, _, level in runs}


def all_encodings() -> list[str]:
    """The names of the encodings that are built in."""
    rows = satoku.measure(["1..............."], solvers=["varisat"], box="2x2", jobs=1)
    return sorted(set(rows["encoding"]))


def _task(question: dict[str, Any], column: str, timeout: float, memory: int | None) -> Any:
    def measure_batches(batches: Iterator[Any]) -> Any:
        try:
            from satoku.spark.campaign import run_batches
            from satoku.spark.worker import Question
        except ImportError as error:
            raise RuntimeError(
                f"satoku is missing on an executor ({error}); docs/spark.md says how to "
                "ship the wheel to executors"
            ) from None
        asked = Question.__new__(Question)
        vars(asked).update(question)
        return run_batches(asked, column, timeout, memory, batches)

    return measure_batches


def run_batches(
    question: Question,
    column: str,
    timeout: float,
    memory: int | None,
    batches: Iterator[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """Measures the runs of batches of rows, each of which names its own."""
    with Runner(memory) as runner:
        for batch in batches:
            names = batch.schema.names
            chosen = [batch.column(names.index(question.prefix + name)) for name in _CHOICES]
            puzzles = plain(batch.column(names.index(column)))
            for at in range(batch.num_rows):
                run = tuple(values[at].as_py() for values in chosen)
                row = measure_one(runner, question, puzzles[at].as_py(), run, timeout)
                kept = batch.slice(at, 1)
                columns = {
                    name: kept.column(place)
                    for place, name in enumerate(names)
                    if name not in [question.prefix + choice for choice in _CHOICES]
                }
                for field in question.fields():
                    value = row.get(field.name[len(question.prefix) :])
                    columns[field.name] = pa.array([value], field.type)
                yield pa.RecordBatch.from_pydict(columns)


def measure_one(
    runner: Runner,
    question: Question,
    puzzle: str | None,
    run: tuple[str, str, str],
    timeout: float,
) -> dict[str, Any]:
    """The columns of one run."""
    named = dict(zip(_CHOICES, run, strict=True))
    if puzzle is None:
        return named | {ERROR: "null, expected a puzzle"}
    encoding, solver, presolve = run
    options = {
        name: value for name, value in question.options.items() if name in ("box", "alphabet")
    }
    request = options | {
        "puzzle": puzzle,
        "encodings": [encoding],
        "solvers": [solver],
        "presolve": presolve,
        "timeout": timeout,
    }
    row = runner.run(request, timeout)
    if row.get(ERROR) is None and row.get("verdict") is None:
        row["verdict"] = "unknown"
    return row | named


def measure_rows(
    question: Question, puzzles: pa.Array
) -> tuple[list[int], pa.RecordBatch]:
    """All runs of a column of puzzles: the row of each, and its columns."""
    options = question.options
    runs = choices(
        options.get("encodings"), options.get("solvers"), options.get("presolve", "locked")
    )
    timeout = float(options.get("timeout", TIMEOUT))
    rows: list[int] = []
    results: list[dict[str, Any]] = []
    with Runner(options.get("memory_bytes")) as runner:
        for row, puzzle in enumerate(plain(puzzles).to_pylist()):
            for run in runs:
                rows.append(row)
                results.append(measure_one(runner, question, puzzle, run, timeout))
    fields = question.fields()
    arrays = [
        pa.array([result.get(field.name[len(question.prefix) :]) for result in results], field.type)
        for field in fields
    ]
    return rows, pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


