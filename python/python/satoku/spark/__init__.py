"""satoku on Apache Spark: the verbs on DataFrames, campaigns, cubes, and bulk jobs.

>>> import satoku.spark
>>> spark = satoku.spark.session("local[2]")  # doctest: +SKIP
>>> answers = satoku.spark.solve(spark.read.parquet("puzzles"), "puzzle")  # doctest: +SKIP

``python -m satoku.spark --help`` describes the bulk jobs, which can be resumed after a
crash; docs/spark.md says how to run on a cluster.
"""

from .campaign import measure, summarize
from .conquer import Conquered, conquer
from .errors import FileError, ResumeError, RowError, SchemaError, SetupError
from .frames import canonical, certify, count, maximum, minimize, solve
from .session import session

__all__ = [
    "Conquered",
    "FileError",
    "ResumeError",
    "RowError",
    "SchemaError",
    "SetupError",
    "canonical",
    "certify",
    "conquer",
    "count",
    "maximum",
    "measure",
    "minimize",
    "session",
    "solve",
    "summarize",
]
