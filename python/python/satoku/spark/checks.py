"""What can be wrong before a single row is read, and what to do about it."""

from __future__ import annotations

import os
import re
import shutil
import socket
from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import satoku

from . import names
from .errors import SchemaError, SetupError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_SHIP = "docs/spark.md says how to ship the wheel to executors"


def need_pyspark() -> None:
    """Refuses to go on without PySpark, or with a version that has no mapInArrow."""
    try:
        import pyspark
    except ImportError:
        raise SetupError(
            "PySpark is not installed for this Python; pip install 'pyspark>=3.5', "
            "or start the program with spark-submit"
        ) from None
    version = tuple(int(part) for part in pyspark.__version__.split(".")[:2])
    if version < (3, 5):
        raise SetupError(
            f"PySpark {pyspark.__version__} is too old; satoku.spark needs 3.5 or later: "
            "pip install 'pyspark>=3.5'"
        )


def need_java() -> None:
    """Refuses to go on without a Java that Spark's own start-up script would find."""
    home = os.environ.get("JAVA_HOME")
    if home:
        if not os.access(os.path.join(home, "bin", "java"), os.X_OK):
            raise SetupError(
                f"JAVA_HOME is {home}, but {home}/bin/java is no program; "
                "set JAVA_HOME to the folder of a JDK 17 or later"
            )
    elif shutil.which("java") is None:
        raise SetupError(
            "Spark needs Java, and there is none on PATH and no JAVA_HOME; install JDK 17 "
            "(Debian: apt-get install openjdk-17-jre-headless) and set JAVA_HOME"
        )


def need_hostname() -> None:
    """Refuses to go on where Spark would fail to bind its driver."""
    if os.environ.get("SPARK_LOCAL_IP"):
        return
    name = socket.gethostname()
    try:
        socket.gethostbyname(name)
    except OSError:
        raise SetupError(
            f"this machine's name, {name}, has no address, and Spark binds to it; on one "
            "machine set SPARK_LOCAL_IP=127.0.0.1 and SPARK_LOCAL_HOSTNAME=localhost"
        ) from None


def need_session(session: SparkSession) -> None:
    """Refuses a session that has been stopped, or whose Java process is gone."""
    if not type(session).__module__.startswith("pyspark."):
        raise TypeError(
            f"spark: found {type(session)}, expected a session of Spark, such as "
            "satoku.spark.session()"
        )
    stopped = SetupError(
        "the Spark session of this DataFrame is stopped; make a new session "
        "(satoku.spark.session(), or SparkSession.builder.getOrCreate()) and read the data again"
    )
    if getattr(session, "is_stopped", False) is True:  # Spark Connect
        raise stopped
    try:
        context = session.sparkContext
    except Exception as error:  # a session of Spark Connect has no context
        if type(session).__module__.startswith("pyspark.sql.connect"):
            return
        raise stopped from error
    try:
        dead = context._jsc is None or context._jsc.sc().isStopped()
    except Exception as error:
        raise stopped from error
    if dead:
        raise stopped


def need_column(frame: DataFrame, column: str, added: Iterable[str], prefix_hint: str) -> str:
    """Checks the type of the column of puzzles and the names of the answers.

    Returns the name of the column as the DataFrame spells it.
    """
    if not isinstance(column, str):
        kind = type(column).__name__
        raise TypeError(f"column: found {kind}, expected the name of a column as a string")
    exact = _is_case_sensitive(frame.sparkSession)
    types = {field.name: field.dataType for field in frame.schema.fields}
    name = names.find(column, types, exact)
    if name is None:
        raise SchemaError(f"no column {column!r}; {_names(column, types)}")
    _need_string(name, types[name])
    twice = names.repeated(frame.columns, exact)
    if twice:
        spelled = "" if len(set(twice)) == 1 else f" ({', '.join(twice)}: capitals do not count)"
        raise SchemaError(
            f"the DataFrame has {len(twice)} columns named {twice[0]!r}{spelled}; rename or drop "
            "all but one"
        )
    taken = names.taken(added, sorted(types), exact)
    if taken is not None:
        raise SchemaError(
            f"the answers would add a column {taken!r}, which the input has already; "
            f"{prefix_hint}, or drop it"
        )
    return name


def _is_case_sensitive(session: SparkSession) -> bool:
    """Whether names of columns that differ only by capitals are two."""
    return str(session.conf.get("spark.sql.caseSensitive", "false")).lower() == "true"


def _need_string(column: str, found: Any) -> None:
    """Checks the type of the column of puzzles."""
    from pyspark.sql.types import ArrayType, BinaryType, CharType, StringType, VarcharType

    if isinstance(found, StringType | CharType | VarcharType):
        return
    shape = "a string of one character a cell, such as 81 of them for 9×9"
    if isinstance(found, ArrayType):
        advice = f"make strings of them: concat_ws('', {column})"
    elif isinstance(found, BinaryType):
        advice = f"decode it: decode({column}, 'UTF-8')"
    else:
        advice = f"cast({column} as string) if it holds digits, or name another column"
    raise SchemaError(
        f"column {column!r} is {found.simpleString()}, and a puzzle is {shape}; {advice}"
    )


def _names(column: str, known: Iterable[str]) -> str:
    known = list(known)
    close = get_close_matches(column, known, 1)
    if close:
        return f"did you mean {close[0]!r}?"
    return "the columns are " + ", ".join(known[:20]) + (", …" if len(known) > 20 else "")


def need_wheel(session: SparkSession) -> None:
    """Asks one executor whether it has this version of satoku; once in a session."""
    if getattr(session, "_satoku_version", None) == satoku.__version__:
        return
    expected = satoku.__version__
    try:
        found = _ask_executor(session)
    except Exception as error:
        raise SetupError(f"an executor cannot run Python: {first_line(error)}; {_SHIP}") from error
    if found.startswith("missing"):
        raise SetupError(f"satoku is {found}; {_SHIP}")
    if found != expected:
        raise SetupError(
            f"the executors have satoku {found}, the driver has {expected}; "
            f"install the same wheel on both: {_SHIP}"
        )
    setattr(session, "_satoku_version", expected)  # noqa: B010


def _ask_executor(session: SparkSession) -> str:
    """The version of satoku that an executor has, or "missing …"."""

    # Nested, with its imports inside, so that it travels by value: an executor without
    # the wheel must be able to read it.
    def probe(_: int) -> str:
        import platform
        import sys

        try:
            import satoku

            import satoku.spark.worker  # noqa: F401

            return str(satoku.__version__)
        except ImportError as error:
            return f"missing for {sys.executable} on executor {platform.node()} ({error})"

    def probe_batches(batches):  # type: ignore[no-untyped-def]
        import pyarrow

        for batch in batches:
            yield pyarrow.RecordBatch.from_pydict({"version": [probe(0)] * batch.num_rows})

    try:
        context = session.sparkContext
    except Exception:  # Spark Connect
        frame = session.range(0, 1, 1, 1).mapInArrow(probe_batches, "version string")
        return str(frame.collect()[0][0])
    return str(context.parallelize([0], 1).map(probe).collect()[0])


def first_line(error: BaseException) -> str:
    """The line of a Spark exception that says what happened."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if _TELLING.match(line)]
    return (telling or lines or [type(error).__name__])[-1 if telling else 0][:300]


#: The last line of a traceback of Python, not a frame of Java.
_TELLING = re.compile(r"[\w.]*(Error|Exception|Stop): (?!Traceback)")
