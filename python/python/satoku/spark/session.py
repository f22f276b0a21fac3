"""A Spark session with the settings that satoku's jobs want."""

from __future__ import annotations

import os
import sys
import warnings
from typing import TYPE_CHECKING

from . import checks

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: Settings that are used unless spark-submit, spark-defaults.conf or the caller says else.
DEFAULTS = {
    # Executors that die (preempted, out of memory, switched off) must not end a long run.
    "spark.task.maxFailures": "16",
    # Bytes and rows of one Arrow batch from Java to Python, whichever comes first.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "50000",
    "spark.sql.execution.arrow.maxBytesPerBatch": str(16 << 20),
}

#: What PySpark calls an application without a name.
UNNAMED = "pyspark-shell"


def session(
    master: str | None = None, name: str | None = None, **settings: str
) -> SparkSession:
    """Makes a session, or takes the one that exists.

    ``master`` is ``"local[2]"``, ``"spark://host:7077"`` and so on; inside of
    ``spark-submit`` leave it out. Settings are given as keyword arguments with ``__`` for
    the dot: ``session(spark__executor__memory="2g")``.

    A session that exists gets the settings that can change while it runs, such as
    ``spark__sql__shuffle__partitions``. A warning says which of the others it does not have:
    stop it first, or leave them out.
    """
    checks.need_pyspark()
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

    if SparkContext._active_spark_context is not None:
        there = SparkSession.builder.getOrCreate()
        named = {"spark.master": master, "spark.app.name": name}
        named |= {key.replace("__", "."): str(value) for key, value in settings.items()}
        _change(there, {key: value for key, value in named.items() if value is not None})
        return there
    checks.need_java()
    checks.need_hostname()
    given = SparkConf(loadDefaults=False)
    for key, value in settings.items():
        given.set(key.replace("__", "."), str(value))
    if master is not None:
        given.setMaster(master)
        if master.startswith("local"):
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # The Java process reads what spark-submit and spark-defaults.conf say.
    SparkContext._ensure_initialized(conf=given)
    conf = SparkConf()
    for key, value in (DEFAULTS | {"spark.master": "local[*]"}).items():
        conf.setIfMissing(key, value)
    for key, value in given.getAll():
        conf.set(key, value)
    if name is not None or conf.get("spark.app.name", UNNAMED) == UNNAMED:
        conf.setAppName(name or "satoku")
    return SparkSession.builder.config(conf=conf).getOrCreate()


def _change(there: SparkSession, settings: dict[str, str]) -> None:
    """Gives a session that runs the settings that it takes, and warns of the others."""
    for key, value in settings.items():
        found = there.conf.get(key, None)
        if found == value:
            continue
        if there.conf.isModifiable(key):
            there.conf.set(key, value)
            continue
        warnings.warn(
            f"{key}: found {found!r} in the session that exists, expected {value!r}; stop that "
            "session first, or leave this setting out",
            stacklevel=3,
        )
