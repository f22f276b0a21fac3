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
        ("solve", {"box": None}, "box: found None, expected a shape"),
        ("solve", {"rules": "diagnal"}, "rules: found 'diagnal'"),
        ("solve", {"rules": 5}, "rules: found <class 'int'>, expected names"),
        ("solve", {"unique": 1}, "unique: found <class 'int'>, expected True or False"),
        ("solve", {"jobs": 0}, "jobs: found 0, expected at least 1"),
        ("solve", {"jobs": "1"}, "jobs: found <class 'str'>, expected a whole number"),
        ("solve", {"jobs": None}, "jobs: found <class 'NoneType'>, expected a whole number"),
        ("solve", {"batch_bytes": "1"}, "batch_bytes: found <class 'str'>, expected a whole"),
        ("solve", {"prefix": 5}, "prefix: found <class 'int'>, expected a string"),
        ("count", {"limit": 0}, "limit: found 0, expected at least 1"),
        ("count", {"limit": -1}, "limit: found -1"),
        ("minimize", {"seed": -1}, "seed: found -1"),
        ("maximum", {"weights": [1, 2]}, "weights: found 2 numbers"),
        ("maximum", {"weights": bytes(81)}, "weights: found <class 'bytes'>"),
        ("maximum", {"weights": 5}, "weights: found <class 'int'>, expected a list of integers"),
        ("maximum", {"weights": [1.5] * 81}, "weights: found <class 'float'> in the list"),
        ("certify", {"claim": "several"}, "claim: found 'several'"),
        ("certify", {"weights": [1] * 81}, "weights: applies only to a score"),
        ("certify", {"minimise": True}, "minimise: applies only to a score"),
        ("certify", {"proof_format": "zip"}, "proof_format: found 'zip'"),
    ],
)
def test_options_are_checked_before_anything_runs(spark, verb, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        getattr(satoku.spark, verb)(frame(spark, [PUZZLE]), **options)


def test_weights_may_be_rows(spark):
    import numpy as np

    puzzles = frame(spark, [PUZZLE])
    rows = [[row] * 9 for row in range(1, 10)]
    asks = [rows, np.array(rows), [row for row in np.array(rows)], sum(rows, [])]
    scores = {satoku.spark.maximum(puzzles, weights=weights).first().score for weights in asks}
    assert len(scores) == 1


def test_certificates_are_made_as_by_the_function_for_one_puzzle(spark):
    least = satoku.spark.certify(frame(spark, ["." * 16]), box="2x2", claim="maximum", minimise=True)
    row = least.first()
    assert row.verdict == "proven" and "lowest score" in row.claim
    diagonal = satoku.spark.certify(
        frame(spark, ["." * 16]), box="2x2", claim=48, rules="diagonal", proof_format="binary"
    ).first()
    assert diagonal.verdict == "proven"
    assert satoku.verify(bytes(diagonal.certificate)).verdict == "verified"


def test_a_text_that_names_its_boxes_is_an_error_of_its_row(spark):
    json = '{"box":"2x2","grid":[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}'
    bad, good = satoku.spark.count(frame(spark, [json, PUZZLE], partitions=1), limit=2).collect()
    assert "found a puzzle in JSON, which names its boxes and digits itself" in bad.error
    assert 'a line or a grid of 9×9 cells, as box="3x3" asks for' in bad.error
    assert good.error is None


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


def test_what_is_no_session_is_told():
    with pytest.raises(TypeError, match="^spark: found <class 'NoneType'>, expected a session of Spark"):
        satoku.spark.conquer(None, "." * 16)


def test_answers_are_resumed_for_the_same_question(spark):
    state = satoku.spark.conquer(spark, "." * 16, count=4, limit=2).state
    with pytest.raises(ValueError, match="resume: found answers with limit=2, expected limit=100"):
        satoku.spark.conquer(spark, "." * 16, limit=100, resume=state)
    with pytest.raises(ValueError, match="resume: found answers with maximum=False, expected"):
        satoku.spark.conquer(spark, "." * 16, maximum=True, resume=state)
    assert satoku.spark.conquer(spark, "." * 16, limit=2, resume=state).verdict == "several"
