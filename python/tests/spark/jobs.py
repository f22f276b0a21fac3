"""Jobs in the session of the tests."""

from __future__ import annotations

import os

import pyarrow as pa
import pyarrow.parquet as pq

from satoku.spark import inputs
from satoku.spark.run import Run
from satoku.spark.worker import Question
from satoku.spark.writing import Job

from .conftest import known

PUZZLES = known("17clue")


def run(spark, paths, output, verb="solve", resume=False, unit_bytes=500, **job):
    """A job in the session of the tests, as the command line would run it."""
    options = {"box": "3x3"} | job.pop("options", {})
    question = Question(verb, options)
    found = inputs.find([str(path) for path in paths])
    names = [field.name for field in question.fields()]
    if job.get("index") is not None:
        names.append(job["index"])
    column, keep, form = (job.pop(name, None) for name in ("column", "keep", "input_form"))
    source = inputs.describe(found, form, column, keep, names)
    made = Job(vars(question), source, str(output), job.pop("form", "parquet"), **job)
    with open(os.devnull, "w") as log:
        one = Run(made, found.paths, unit_bytes, log)
        plan = one.prepare(resume)
        return one.execute(spark, plan)


def write_text(folder, name="puzzles.txt", lines=PUZZLES):
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def table(output):
    return pa.concat_tables(pq.read_table(part) for part in sorted(output.glob("part-*")))
