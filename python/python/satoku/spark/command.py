"""The command line of bulk jobs."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from satoku import SatokuError

from .._arguments import seconds, whole_number
from . import inputs, values
from .arguments import need_options
from .checks import first_line, need_pyspark, need_wheel
from .run import Run, Summary
from .session import session
from .verbs import VERBS
from .worker import Question
from .writing import Job

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_DESCRIPTION = """\
Answer puzzles by the million on Apache Spark.

The input is cut into numbered units, each answered by one task and written to one file,
whole or not at all. After a crash, the same command with --resume does what is missing.
Input and output must be on a file system that the driver and all executors see.
"""
_EXAMPLES = """\
examples:
  python -m satoku.spark solve --input lines.txt --output solved --master 'local[2]'
  python -m satoku.spark count --limit 2 --input 'part-*.parquet' --column grid --output counts
  python -m satoku.spark canonical --input s3://bucket/puzzles --output s3://bucket/forms --resume
  python -m satoku.spark measure --input hard.txt --output runs \\
      --encodings extended,triad --solver 'cadical -q' --timeout 10
  spark-submit --master yarn --archives env.tar.gz#env job.py solve ... (see docs/spark.md)

exit codes: 0 all rows answered, 1 some puzzle has no solution, 2 usage or input, also
malformed rows; 3 some answer is unknown because of --timeout, 4 Spark failed,
130 interrupted
"""


def parser() -> argparse.ArgumentParser:
    """The arguments; every verb takes those that it understands."""
    top = argparse.ArgumentParser(
        prog="python -m satoku.spark",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = top.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    helps = {
        "solve": "a solution of each puzzle; --unique: none, one or several",
        "count": "the number of solutions of each puzzle",
        "canonical": "the canonical (minlex) form of each puzzle",
        "minimize": "each puzzle with its redundant givens removed",
        "maximum": "the maximum of the sum of digit × weight",
        "certify": "a certificate for each puzzle, which satoku.verify takes",
        "measure": "every encoding × every solver, one row a run",
    }
    for name, verb in VERBS.items():
        one = verbs.add_parser(name, help=helps[name], description=f"Adds {helps[name]}.")
        _common(one, verb.unit_bytes, text=verb.text is not None)
        for option, arguments in _OWN.items():
            if option in verb.options:
                flag = "--solver" if option == "solvers" else "--" + option.replace("_", "-")
                one.add_argument(flag, **arguments)
    return top


_OWN: dict[str, dict[str, Any]] = {
    "box": {"metavar": "RxC", "default": "3x3", "help": "box shape of all puzzles [default: 3x3]"},
    "alphabet": {"metavar": "NAME", "help": "how digits are written"},
    "timeout": {"metavar": "SECONDS", "type": seconds, "help": "time limit of each answer"},
    "rules": {"metavar": "NAME,…", "type": values.names, "help": "rules of variants, by name"},
    "unique": {"action": "store_true", "default": None, "help": "say none, one or several"},
    "limit": {"metavar": "N", "type": whole_number, "help": "stop counting at N"},
    "seed": {"metavar": "N", "type": whole_number, "help": "which givens are tried first"},
    "weights": {"metavar": "FILE", "type": values.weights, "help": "an integer for each cell"},
    "minimise": {"action": "store_true", "default": None, "help": "the minimum instead"},
    "claim": {"choices": ["none", "unique", "maximum"], "help": "[default: unique]"},
    "proof_format": {
        "choices": ["auto", "text", "binary", "lrat", "binary-lrat", "prices"],
        "help": "[default: auto]",
    },
    "encodings": {
        "metavar": "NAME,…",
        "type": values.names,
        "help": "[default: all built-in ones]",
    },
    "solvers": {
        "metavar": "COMMAND",
        "dest": "solvers",
        "action": "append",
        "help": "varisat, or a DIMACS solver such as 'cadical -q'; may be repeated",
    },
    "presolve": {"metavar": "LEVEL,…", "type": values.names, "help": "[default: locked]"},
}


def _common(one: argparse.ArgumentParser, unit_bytes: int, text: bool) -> None:
    add = one.add_argument
    add("--input", metavar="PATH", nargs="+", required=True, help="files, folders, patterns, URIs")
    add("--input-format", choices=["text", "csv", "parquet"], help="[default: by the file name]")
    add("--column", metavar="NAME|N", help="of puzzles [default: puzzle, or the only one]")
    add("--keep", metavar="NAME,…", type=values.names,
        help="columns of the input to keep [default: all]")
    add("--output", metavar="FOLDER", required=True, help="a new folder")
    forms = ["parquet", "text"] if text else ["parquet"]
    add("--output-format", choices=forms, default="parquet", help="[default: parquet]")
    add("--compression", choices=["snappy", "zstd", "lz4", "none"], default="snappy")
    add("--index", metavar="NAME", help="add the number of each row in the whole input, from 0")
    add("--prefix", metavar="TEXT", default="", help="goes before the names of added columns")
    add("--microseconds", action="store_true", help="add the time of each answer")
    add("--on-error", choices=["null", "raise"], default="null",
        help="keep a malformed row, with the reason in column error, or end the job")
    add("--resume", action="store_true", help="do what an earlier run left undone")
    add("--unit-bytes", metavar="N", type=values.size, default=unit_bytes,
        help=f"bytes of input of one unit, such as 64M [default: {unit_bytes >> 10}K]")
    add("--batch-bytes", metavar="N", type=values.size, default=8 << 20,
        help="bytes that a task has in hand at a time [default: 8M]")
    add("--jobs", metavar="N", type=whole_number, default=1,
        help="native threads of one task [default: 1]")
    add("--master", metavar="URL", help="of Spark, such as local[2]; not with spark-submit")
    add("--conf", metavar="KEY=VALUE", type=values.setting, action="append", default=[],
        help="a setting of Spark")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a job; the exit code is that of the program."""
    asked = parser().parse_args(arguments)
    try:
        return _run(asked)
    except (SatokuError, OSError, ValueError) as error:
        print(f"satoku: error: {error}", file=sys.stderr)
        return 2
    except Exception as error:
        if not type(error).__module__.startswith(("pyspark.", "py4j.")):
            raise
        print(
            f"satoku: error: Spark: {first_line(error)}; what is done is kept, and the same "
            "command with --resume goes on from there",
            file=sys.stderr,
        )
        return 4
    except KeyboardInterrupt:
        print("satoku: interrupted; --resume goes on from here", file=sys.stderr)
        return 130


def _run(asked: argparse.Namespace) -> int:
    options = {name: getattr(asked, name, None) for name in VERBS[asked.verb].options}
    question = Question(
        asked.verb,
        options,
        on_error="null",
        microseconds=asked.microseconds,
        prefix=asked.prefix,
        jobs=asked.jobs,
    )
    need_options(question)
    names = [field.name for field in question.fields()]
    if asked.index is not None:
        names.append(asked.index)
    settings = dict(asked.conf)
    exact = settings.get("spark.sql.caseSensitive", "false").lower() == "true"
    found = inputs.find(asked.input)
    source = inputs.describe(
        found, asked.input_format, asked.column, asked.keep, names, exact
    )
    job = Job(
        vars(question),
        source,
        asked.output if "://" in asked.output else os.path.abspath(asked.output),
        asked.output_format,
        asked.index,
        asked.on_error,
        asked.batch_bytes,
        asked.compression,
    )
    run = Run(job, found.paths, asked.unit_bytes)
    plan = run.prepare(asked.resume)
    with _session(asked.master, f"satoku {asked.verb}", settings) as spark:
        summary = run.execute(spark, plan)
        if asked.verb == "measure":
            _show_table(spark, job)
    return _report(summary)


@contextlib.contextmanager
def _session(master: str | None, name: str, settings: dict[str, str]) -> Iterator[SparkSession]:
    """A session whose executors have satoku; stopped at the end unless it was there before."""
    need_pyspark()
    from pyspark import SparkContext

    is_own = SparkContext._active_spark_context is None
    spark = session(master, name if is_own else None, **settings)
    try:
        if is_own:  # what is missing is said in one sentence, without traces of Java
            spark.sparkContext.setLogLevel("OFF")
        need_wheel(spark)
        if is_own:
            spark.sparkContext.setLogLevel("ERROR")
        yield spark
    finally:
        if is_own:
            spark.stop()


def _report(summary: Summary) -> int:
    """Says what a job came to; the exit code."""
    found = ", ".join(f"{number} {name}" for name, number in sorted(summary.verdicts.items()))
    print(f"satoku: {summary.rows} rows: {found or 'nothing'}", file=sys.stderr)
    for line in summary.named:
        print(f"satoku: error: {line}", file=sys.stderr)
    if summary.errors:
        print(f"satoku: malformed rows in all: {summary.errors}", file=sys.stderr)
        return 2
    if summary.verdicts.get("unknown"):
        return 3
    return 1 if summary.verdicts.get("unsatisfiable") or summary.verdicts.get("none") else 0


def _show_table(spark: Any, job: Job) -> None:
    """The table of a campaign, aggregated over all runs."""
    from .campaign import summarize

    runs = spark.read.parquet(job.output)
    summarize(runs, job.question["prefix"]).show(1000, truncate=False)
