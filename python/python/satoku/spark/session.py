"""A Spark session with the settings that satoku's jobs want."""

from __future__ import annotations

import os
import sys
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


def session(master: str | None = None, name: str = "satoku", **settings: str) -> SparkSession:
    """Makes a session, or takes the one that exists.

    ``master`` is ``"local[2]"``, ``"spark://host:7077"`` and so on; inside of
    ``spark-submit`` leave it out. Settings are given as keyword arguments with ``__`` for
    the dot: ``session(spark__executor__memory="2g")``.
    """
    checks.need_pyspark()
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

    if SparkContext._active_spark_context is not None:
        return SparkSession.builder.getOrCreate()
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
    return SparkSession.builder.appName(name).config(conf=conf).getOrCreate()
