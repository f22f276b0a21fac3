"""Campaigns: one row a run, and solvers that misbehave."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import satoku.spark

from .conftest import known

pytestmark = pytest.mark.usefixtures("spark")
HARD = known("magictour_1465")[:3]


def frame(spark, puzzles):
    return spark.createDataFrame([(puzzle,) for puzzle in puzzles], "puzzle string")


def solver(folder: Path, name: str, body: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_one_row_a_run_and_a_table_of_them(spark):
    encodings, levels = ["extended", "minimal"], ["givens", "locked"]
    runs = satoku.spark.measure(frame(spark, HARD), encodings, presolve=levels, timeout=30)
    rows = runs.collect()
    assert len({(row.puzzle, row.encoding, row.presolve) for row in rows}) == 12 == len(rows)
    assert {row.verdict for row in rows} == {"solved"}
    assert all(row.solver == "varisat" and row.error is None for row in rows)
    table = satoku.spark.summarize(runs).collect()
    assert [(row.encoding, row.presolve) for row in table] == [
        (encoding, level) for encoding in encodings for level in levels
    ]
    for row in table:
        assert (row.puzzles, row.solved) == (3, 3)
        sizes = [one.clauses for one in rows
                 if (one.encoding, one.presolve) == (row.encoding, row.presolve)]
        assert row.clauses == pytest.approx(sum(sizes) / 3)
        assert row.solve_median <= row.solve_p95 <= row.solve_max


def test_a_solver_that_hangs_costs_its_time_and_nothing_else(spark, tmp_path):
    marks = tmp_path / "pids"
    hangs = solver(tmp_path, "hangs", f"echo $$ >> {marks}; trap '' TERM INT; sleep 1000")
    runs = satoku.spark.measure(
        frame(spark, HARD[:1]), ["extended"], ["varisat", hangs], 5, presolve="givens"
    )
    by_solver = {row.solver: row for row in runs.collect()}
    assert by_solver["varisat"].verdict == "solved"
    assert by_solver[hangs].verdict == "unknown"
    pids = [int(line) for line in marks.read_text().split()]
    deadline = time.monotonic() + 60  # against a hang
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < deadline, "the solver is still there"
        time.sleep(0.05)
    assert spark.range(10).count() == 10


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_run_that_does_not_heed_its_limit_is_killed(monkeypatch, tmp_path):
    from satoku.spark import runner

    monkeypatch.setattr(runner, "GRACE", 0.5)
    # What is run instead of a solver: a module that never answers, and one that crashes.
    package = tmp_path / "satoku"
    package.mkdir()
    monkeypatch.setattr(runner.sys, "path", [str(tmp_path), *runner.sys.path])
    for body, seconds, fault in (
        ("import time\ndef measure(*_, **__): time.sleep(1000)", 0.1, "and killed"),
        ("import os\ndef measure(*_, **__): os.abort()", 60, "signal 6"),
        ("def measure(*_, **__): raise ValueError('what')", 60, "ValueError: what"),
    ):
        (package / "__init__.py").write_text(body)
        (package / "spark").mkdir(exist_ok=True)
        (package / "spark" / "__init__.py").touch()
        (package / "spark" / "runner.py").write_text(Path(runner.__file__).read_text())
        with runner.Runner() as one:
            for _ in range(2):  # and the process is started again
                assert fault in one.run({"puzzle": "1"}, seconds)["fault"]


def test_malformed_puzzles_and_nulls_are_rows(spark):
    runs = satoku.spark.measure(frame(spark, ["abc", None]), ["extended"], timeout=10)
    rows = runs.collect()
    assert len(rows) == 2 and all(row.error and row.verdict is None for row in rows)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"encodings": []}, "encodings is empty"),
        ({"encodings": "extended,nothing"}, "encodings: found 'nothing'"),
        ({"encodings": 5}, "encodings: found <class 'int'>, expected a list"),
        ({"encodings": [5]}, "encodings: found <class 'int'> in the list"),
        ({"solvers": []}, "solvers is empty"),
        ({"solvers": [None]}, "solvers: found <class 'NoneType'> in the list"),
        ({"presolve": []}, "presolve is empty"),
        ({"presolve": "much"}, "presolve: found 'much'"),
        ({"box": "9x"}, "box: '9x' is not"),
        ({"box": None}, "box: found None, expected a shape"),
        ({"alphabet": "greek"}, "alphabet: found 'greek'"),
        ({"timeout": 0}, "timeout: found 0, expected a positive number"),
        ({"timeout": float("nan")}, "timeout: found nan, expected a positive number"),
        ({"timeout": "5"}, "timeout: found <class 'str'>, expected a number"),
        ({"timeout": None}, "timeout: found None, expected a number of seconds"),
        ({"memory_bytes": 0}, "memory_bytes: found 0, expected at least 1"),
        ({"memory_bytes": "1G"}, "memory_bytes: found <class 'str'>, expected a whole number"),
        ({"partitions": 0}, "partitions: found 0, expected at least 1"),
        ({"partitions": 1.5}, "partitions: found <class 'float'>, expected a whole number"),
        ({"prefix": 5}, "prefix: found <class 'int'>, expected a string"),
    ],
)
def test_wrong_arguments(spark, arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        satoku.spark.measure(frame(spark, HARD), **({"encodings": ["extended"]} | arguments))


def test_strings_are_names_and_one_solver(spark):
    runs = satoku.spark.measure(frame(spark, HARD[:1]), "extended,minimal", "varisat", timeout=30)
    found = {(row.encoding, row.solver) for row in runs.collect()}
    assert found == {("extended", "varisat"), ("minimal", "varisat")}


def test_a_job_measures_and_prints_the_table(tmp_path):
    import subprocess
    import sys

    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("\n".join(HARD))
    command = [sys.executable, "-m", "satoku.spark", "measure", "--input", str(puzzles)]
    command += ["--output", str(tmp_path / "out"), "--encodings", "extended,minimal"]
    command += ["--master", "local[2]", "--conf", "spark.ui.enabled=false"]
    ended = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count("varisat") == 2
    assert "6 solved" in ended.stderr


def test_the_process_of_runs_warns_of_nothing(capfd):
    from satoku.spark.runner import Runner

    request = {"puzzle": "1" + "." * 15, "box": "2x2", "encodings": ["extended"],
               "solvers": ["varisat"], "presolve": "locked", "timeout": 20}
    with Runner() as runner:
        assert runner.run(request, 20)["verdict"] == "solved"
    assert capfd.readouterr().err == ""
