"""The verbs on DataFrames: what they add, and what they refuse."""

from __future__ import annotations

import pytest

import satoku.spark

from .conftest import known

PUZZLE = known("17clue")[0]
#: Rows that are no puzzles, and a word of what is said about each.
MALFORMED = [
    (None, "null"),
    ("", "empty"),
    ("abc", "abc"),
    (PUZZLE[:-1], "80"),
    (PUZZLE[:-1] + "x", "x"),
    ("1" * 10_000_000, "10000000"),
    ("." * 16, "16"),
]


def frame(spark, rows, columns="row long, puzzle string", partitions=3):
    return spark.createDataFrame(list(enumerate(rows)), columns).repartition(partitions)


def by_row(answers):
    return sorted(answers.collect(), key=lambda answer: answer.row)


def test_solve_agrees_with_the_program(spark, program):
    puzzles = known("17clue") + known("many_solutions_10k") + known("none")[:2]
    answers = by_row(satoku.spark.solve(frame(spark, puzzles), unique=True))
    assert [answer.puzzle for answer in answers] == puzzles
    lines = program("solve --unique", puzzles)
    for answer, line in zip(answers, lines, strict=True):
        verdict, *solutions = line.split("\t")
        assert answer.verdict == verdict
        assert answer.error is None
        if verdict == "one":
            assert [answer.solution] == solutions


@pytest.mark.parametrize(
    ("verb", "asked", "column", "options"),
    [
        ("count", "count --limit 1000", "count", {"limit": 1000}),
        ("canonical", "canonical", "canonical", {}),
        ("minimize", "minimize", "minimal", {}),
        ("maximum", "pyramid", "score", {}),
    ],
)
def test_other_verbs_agree_with_the_program(spark, program, verb, asked, column, options):
    puzzles = known("kaggle_easy_10k")[:20]
    answers = by_row(getattr(satoku.spark, verb)(frame(spark, puzzles), **options))
    assert [str(answer[column]) for answer in answers] == program(asked, puzzles)


def test_malformed_rows_are_told_and_nothing_is_lost(spark):
    rows = [row for wrong, _ in MALFORMED for row in (wrong, PUZZLE)]
    answers = by_row(satoku.spark.solve(frame(spark, rows, partitions=30)))
    assert [answer.puzzle for answer in answers] == rows
    for answer, (_, word) in zip(answers[0::2], MALFORMED, strict=True):
        assert answer.verdict is None and answer.solution is None
        assert word in answer.error and len(answer.error) <= 400
    for answer in answers[1::2]:
        assert answer.error is None and answer.verdict == "solved"


def test_the_size_of_a_column_does_not_depend_on_partitions(spark):
    rows = ["1..............."] * 3 + [PUZZLE]
    answers = by_row(satoku.spark.solve(frame(spark, rows, partitions=4), box="2x2"))
    assert [answer.error is None for answer in answers] == [True, True, True, False]


def test_batches_are_bounded(spark):
    puzzles = known("17clue")
    whole = by_row(satoku.spark.solve(frame(spark, puzzles, partitions=1)))
    cut = by_row(satoku.spark.solve(frame(spark, puzzles, partitions=1), batch_bytes=200))
    assert whole == cut


def test_slices_are_of_bounded_bytes_and_cover_all_rows():
    import pyarrow as pa

    from satoku.spark.worker import slices

    lengths = [0, 5, 100, 3, 3, 3, 0, 250, 1]
    for type_ in (pa.string(), pa.large_string()):
        column = pa.array(["x" * length for length in [7, *lengths]], type_)[1:]
        found = list(slices(column, 100))
        assert [row for start, many in found for row in range(start, start + many)] == list(
            range(len(lengths))
        )
        for start, many in found:
            assert many == 1 or sum(lengths[start : start + many]) <= 100
        assert list(slices(column[:0], 100)) == []


def test_a_row_that_is_no_puzzle_ends_the_query_if_asked_to(spark):
    answers = satoku.spark.solve(frame(spark, [PUZZLE, "abc"], partitions=1), on_error="raise")
    with pytest.raises(Exception, match=r"row 1 of partition 0 \(from 0\)"):
        answers.collect()


def test_other_columns_are_kept_and_prefixes_avoid_clashes(spark):
    rows = frame(spark, [PUZZLE], "row long, error string")
    with pytest.raises(satoku.spark.SchemaError, match="column 'error'.*prefix"):
        satoku.spark.solve(rows, "error")
    answer = satoku.spark.solve(rows, "error", prefix="a_", microseconds=True).first()
    assert answer.error == PUZZLE
    assert answer.a_verdict == "solved" and answer.a_microseconds >= 0


@pytest.mark.parametrize(
    ("columns", "values", "message"),
    [
        ("row long, puzzle long", [5], "bigint.*cast"),
        ("row long, puzzle array<int>", [[5]], "array<int>.*concat_ws"),
        ("row long, puzzle binary", [b"5"], "binary.*decode"),
        ("row long, puzle string", ["5"], "did you mean 'puzle'"),
    ],
)
def test_columns_are_checked_before_anything_runs(spark, columns, values, message):
    with pytest.raises(satoku.spark.SchemaError, match=message):
        satoku.spark.solve(frame(spark, values, columns))


def test_what_is_no_spark_data_frame_is_refused():
    import pyarrow as pa

    with pytest.raises(TypeError, match="expected a Spark DataFrame, found pyarrow"):
        satoku.spark.solve(pa.table({"puzzle": [PUZZLE]}))


def test_weights_are_whole_numbers(spark):
    puzzles = frame(spark, [PUZZLE])
    with pytest.raises(TypeError):
        satoku.spark.maximum(puzzles, weights=[1.7] * 81)
    with pytest.raises(TypeError):
        satoku.spark.conquer(spark, "." * 16, maximum=True, weights=[1.7] * 16)


@pytest.mark.parametrize(
    ("verb", "options", "message"),
    [
        ("solve", {"timeout": -1}, "timeout: found -1"),
        ("solve", {"box": "9x"}, "box: "),
        ("solve", {"alphabet": "greek"}, "alphabet: found 'greek'"),
        ("solve", {"rules": "diagnal"}, "rules: found 'diagnal'"),
        ("count", {"limit": -1}, "limit: found -1"),
        ("minimize", {"seed": -1}, "seed: found -1"),
        ("maximum", {"weights": [1, 2]}, "weights: found 2 numbers"),
        ("maximum", {"weights": bytes(81)}, "weights: found <class 'bytes'>"),
        ("certify", {"claim": "several"}, "claim: found 'several'"),
        ("certify", {"weights": [1] * 81}, "weights: applies only to a score"),
    ],
)
def test_options_are_checked_before_anything_runs(spark, verb, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        getattr(satoku.spark, verb)(frame(spark, [PUZZLE]), **options)


def test_unknown_keywords_are_told_with_the_known_ones(spark):
    with pytest.raises(TypeError, match=r"^solve\(\) got .* 'uniqe'; expected unique, rules, box, "):
        satoku.spark.solve(frame(spark, [PUZZLE]), uniqe=True)


def test_a_column_is_named_by_a_string(spark):
    rows = frame(spark, [PUZZLE])
    with pytest.raises(TypeError, match="column: found Column, expected the name"):
        satoku.spark.solve(rows, rows.puzzle)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weights": [1] * 16}, "weights: applies only with maximum=True"),
        ({"minimise": True}, "minimise: applies only with maximum=True"),
        ({"maximum": True, "limit": 3}, "limit: applies only to solutions"),
        ({"cube_timeout": -1}, "cube_timeout: found -1"),
        ({"count": 0}, "count: found 0, expected at least 1"),
        ({"resume": {"known": None}}, "resume: found no 'cubes'"),
    ],
)
def test_options_of_cubes_are_checked_before_anything_runs(spark, options, message):
    with pytest.raises(ValueError, match=message):
        satoku.spark.conquer(spark, "." * 16, **options)
