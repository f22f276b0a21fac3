"""Names of columns of DataFrames: capitals, dots and backticks."""

from __future__ import annotations

import warnings

import pytest
from pyspark.sql.functions import lit

import satoku.spark

from .conftest import known

PUZZLE = known("17clue")[0]


@pytest.fixture
def case_sensitive(spark):
    spark.conf.set("spark.sql.caseSensitive", "true")
    yield
    spark.conf.unset("spark.sql.caseSensitive")


def frame(spark, columns="row long, puzzle string"):
    return spark.createDataFrame([(1, PUZZLE)], columns)


def test_capitals_make_no_second_column(spark):
    rows = frame(spark).withColumn("Verdict", lit(1))
    with pytest.raises(satoku.spark.SchemaError, match="column 'Verdict'.*prefix"):
        satoku.spark.solve(rows)
    with pytest.raises(satoku.spark.SchemaError, match="column 'Solver'.*prefix"):
        satoku.spark.measure(frame(spark).withColumn("Solver", lit(1)))
    answers = satoku.spark.solve(rows, prefix="a_").first()
    assert (answers.Verdict, answers.a_verdict) == (1, "solved")


def test_the_column_of_puzzles_is_found_whatever_its_capitals(spark):
    answers = satoku.spark.solve(frame(spark), "Puzzle")
    assert answers.columns[:2] == ["row", "puzzle"]
    assert answers.first().verdict == "solved"


def test_names_that_differ_by_capitals_are_ambiguous(spark):
    rows = frame(spark, "puzzle long, Puzzle string")
    with pytest.raises(satoku.spark.SchemaError, match="puzzle, Puzzle: capitals do not count"):
        satoku.spark.solve(rows, "Puzzle")


def test_capitals_count_if_spark_says_so(spark, case_sensitive):
    rows = frame(spark, "puzzle long, Puzzle string").withColumn("Verdict", lit(1))
    answers = satoku.spark.solve(rows, "Puzzle").first()
    assert (answers["Verdict"], answers["verdict"]) == (1, "solved")
    with pytest.raises(satoku.spark.SchemaError, match="no column 'PUZZLE'"):
        satoku.spark.solve(rows, "PUZZLE")


@pytest.mark.parametrize("name", ["a.b", "a`b", "`a.b`", "c1", "answer_verdict", "a b, c"])
def test_columns_of_any_name_are_kept(spark, name):
    rows = frame(spark).toDF("row", name)
    answers = satoku.spark.solve(rows.withColumn("x.y", lit(1)), name)
    assert answers.columns == ["row", name, "x.y", "verdict", "solution", "count", "error"]
    assert answers.first()[:4] == (1, PUZZLE, 1, "solved")
    assert answers.schema[1] == rows.schema[1]


def test_campaigns_keep_columns_of_any_name(spark):
    rows = spark.createDataFrame([(1, "1...............")], "row long, grid string")
    rows = rows.toDF("row.number", "the.grid")
    with pytest.warns(UserWarning, match="only in backticks"):
        runs = satoku.spark.measure(
            rows, ["extended"], column="the.grid", box="2x2", prefix="m.", partitions=1
        )
    assert runs.columns[:3] == ["row.number", "the.grid", "m.encoding"]
    assert runs.first()["m.verdict"] == "solved"
    assert satoku.spark.summarize(runs, "m.").first().solved == 1


def test_prefixes_that_need_backticks_are_warned_of(spark):
    with pytest.warns(UserWarning, match=r"prefix='a\.'.*select\('`a\.verdict`'\)") as raised:
        answers = satoku.spark.solve(frame(spark), prefix="a.")
    assert raised[0].filename == __file__
    assert answers.select("`a.verdict`").first()[0] == "solved"
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        satoku.spark.solve(frame(spark), prefix="a_")
