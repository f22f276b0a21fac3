"""Cubes over the cluster: the answers of all make that of the puzzle."""

from __future__ import annotations

import importlib
import json

import pytest

import satoku
import satoku.spark

from .conftest import known

SMALL = "1" + "." * 15  # 72 solutions
#: Parts of it are not refuted without search.
HARD = known("hardest_11plus_2k")[0]


def test_counts_and_verdicts_agree_with_one_machine(spark):
    proper = satoku.spark.conquer(spark, HARD, count=6)
    assert proper.verdict == "unique" and proper.cubes > 1
    counted = satoku.spark.conquer(spark, SMALL, count=10, limit=1000)
    assert (counted.verdict, len(counted.solutions)) == ("counted", 72)
    assert counted.answered == counted.cubes >= 10
    clash = "11" + "." * 14
    assert satoku.spark.conquer(spark, clash, count=4).verdict == "none"


def test_the_first_solution_ends_the_run(spark):
    answer = satoku.spark.conquer(spark, "." * 256, count=64, limit=1)
    assert answer.verdict == "solved" and len(answer.solutions) == 1
    assert answer.answered < answer.cubes


def test_many_cubes_are_not_put_together_for_each_answer(spark, monkeypatch):
    module = importlib.import_module("satoku.spark.conquer")
    calls = []
    combined = module._combined
    monkeypatch.setattr(module, "_POLL", 0.001)
    monkeypatch.setattr(
        module, "_combined", lambda *given: calls.append(given) or combined(*given)
    )
    answer = satoku.spark.conquer(spark, SMALL, count=60, limit=1000)
    assert (answer.verdict, len(answer.solutions)) == ("counted", 72)
    assert sorted(json.loads(line)["cube"] for line in answer.state["answers"]) == list(
        range(1, answer.cubes + 1)
    )
    # Rounds double: once for each, when all are answered, and for the answer.
    rounds, at_once, left = 0, 4 * spark.sparkContext.defaultParallelism, answer.cubes
    while left > 0:
        rounds, at_once, left = rounds + 1, 2 * at_once, left - at_once
    assert len(calls) <= rounds + 2


def test_a_maximum_that_is_known_before_is_not_lost(spark):
    task = satoku.Cubes(SMALL, maximum=True)
    cubes = task.split(6)
    best = json.loads(task.combine(cubes, [task.solve(cube) for cube in cubes]))
    known = best["solutions"][0]
    state = {"known": known, "cubes": task.split(6, known=known), "answers": []}
    answer = satoku.spark.conquer(spark, SMALL, maximum=True, resume=state)
    assert (answer.verdict, answer.score) == ("maximum", best["score"])


def test_a_maximum_of_nothing(spark):
    clash = "11" + "." * 14
    assert satoku.spark.conquer(spark, clash, maximum=True, count=4).verdict == "none"


def test_a_maximum_and_a_minimum(spark):
    best = satoku.spark.conquer(spark, SMALL, maximum=True, count=6)
    assert best.verdict == "maximum" and best.score == satoku.maximum(SMALL).score
    least = satoku.spark.conquer(spark, SMALL, maximum=True, minimise=True, count=6)
    assert least.verdict == "minimum"
    assert least.score == satoku.maximum(SMALL, minimise=True).score <= best.score


@pytest.mark.parametrize("maximum", [False, True])
def test_certificates_are_verified_by_the_judge(spark, maximum):
    puzzle = HARD[:3] + "." * 3 + HARD[6:] if maximum else HARD
    answer = satoku.spark.conquer(spark, puzzle, count=5, maximum=maximum, certify=True)
    assert answer.cubes > 1 and answer.certificate is not None
    assert satoku.verify(answer.certificate).verdict == "verified"
    broken = bytearray(answer.certificate)
    broken[len(broken) // 2] ^= 1
    try:
        assert satoku.verify(bytes(broken)).verdict != "verified"
    except satoku.SatokuError:
        pass


def test_open_cubes_are_tried_again(spark):
    stopped = satoku.spark.conquer(spark, HARD, count=6, cube_timeout=1e-9)
    assert stopped.verdict == "unknown" and stopped.answered < stopped.cubes
    ended = satoku.spark.conquer(spark, HARD, resume=json.loads(json.dumps(stopped.state)))
    assert ended.verdict == "unique" and ended.cubes == stopped.cubes
