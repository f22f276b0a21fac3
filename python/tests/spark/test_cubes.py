"""Cubes over the cluster: the answers of all make that of the puzzle."""

from __future__ import annotations

import pytest

import satoku
import satoku.spark

from .conftest import known

SMALL = "1" + "." * 15  # 72 solutions


def test_counts_and_verdicts_agree_with_one_machine(spark):
    proper = known("17clue")[0]
    assert satoku.spark.conquer(spark, proper, count=6).verdict == "unique"
    counted = satoku.spark.conquer(spark, SMALL, count=10, limit=1000)
    assert (counted.verdict, len(counted.solutions)) == ("counted", 72)
    assert counted.answered == counted.cubes >= 10
    clash = "11" + "." * 14
    assert satoku.spark.conquer(spark, clash, count=4).verdict == "none"


def test_the_first_solution_ends_the_run(spark):
    answer = satoku.spark.conquer(spark, "." * 256, count=64, limit=1)
    assert answer.verdict == "several" and len(answer.solutions) == 1
    assert answer.answered < answer.cubes


def test_a_maximum_and_a_minimum(spark):
    best = satoku.spark.conquer(spark, SMALL, maximum=True, count=6)
    assert best.verdict == "maximum" and best.score == satoku.maximum(SMALL).score
    least = satoku.spark.conquer(spark, SMALL, maximum=True, minimise=True, count=6)
    assert least.verdict == "minimum"
    assert least.score == satoku.maximum(SMALL, minimise=True).score <= best.score


@pytest.mark.parametrize("maximum", [False, True])
def test_certificates_are_verified_by_the_judge(spark, maximum):
    puzzle = known("17clue")[1]
    answer = satoku.spark.conquer(spark, puzzle, count=5, maximum=maximum, certify=True)
    assert answer.certificate is not None
    assert satoku.verify(answer.certificate).verdict == "verified"
    broken = bytearray(answer.certificate)
    broken[len(broken) // 2] ^= 1
    try:
        assert satoku.verify(bytes(broken)).verdict != "verified"
    except satoku.SatokuError:
        pass


def test_open_cubes_are_tried_again(spark):
    stopped = satoku.spark.conquer(
        spark, "." * 81, maximum=True, count=8, cube_timeout=1e-6
    )
    assert stopped.verdict == "unknown" and stopped.answered < stopped.cubes
    ended = satoku.spark.conquer(spark, "." * 81, maximum=True, resume=stopped.state)
    assert (ended.verdict, ended.score) == ("maximum", 2906)
    assert ended.cubes == stopped.cubes
