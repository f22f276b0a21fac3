"""What is missing on a machine: one clear message that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import satoku.spark

STOPPED = """
import satoku.spark
spark = satoku.spark.session("local[1]", spark__ui__enabled="false")
rows = spark.createDataFrame([("5",)], "puzzle string")
{end}
try:
    satoku.spark.solve(rows)
except satoku.spark.SetupError as error:
    print("said:", error)
"""


def run(code: str, **environment: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=600,
    )
    return ended.stdout + ended.stderr


@pytest.mark.parametrize(
    "end",
    [
        "spark.stop()",
        # The Java process is gone, as after a crash.
        "spark.sparkContext._gateway.proc.kill(); spark.sparkContext._gateway.proc.wait()",
    ],
)
def test_a_dead_context_is_told(end):
    assert "said: the Spark session of this DataFrame is stopped; make a new" in run(
        STOPPED.format(end=end)
    )


def job(tmp_path, **environment: str) -> subprocess.CompletedProcess[str]:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("." * 81 + "\n")
    command = [sys.executable, "-m", "satoku.spark", "solve", "--input", str(puzzles)]
    command += ["--output", str(tmp_path / "out"), "--master", "local[1]"]
    return subprocess.run(
        command, capture_output=True, text=True, env=os.environ | environment, timeout=600
    )


def test_a_missing_jdk_is_told(tmp_path):
    wrong = job(tmp_path, JAVA_HOME=str(tmp_path))
    assert wrong.returncode == 2
    assert wrong.stderr.count("\n") == 1
    assert "set JAVA_HOME to the folder of a JDK" in wrong.stderr
    none = job(tmp_path, JAVA_HOME="", PATH=str(tmp_path))
    assert none.returncode == 2
    assert "apt-get install openjdk-17-jre-headless" in none.stderr


WITHOUT_WHEEL = """
import os, sys
import satoku.spark
os.environ["PYSPARK_PYTHON"] = sys.argv[1]
spark = satoku.spark.session("local[1]", spark__ui__enabled="false")
spark.sparkContext.setLogLevel("OFF")
rows = spark.createDataFrame([("5",)], "puzzle string")
try:
    satoku.spark.solve(rows)
except satoku.spark.SetupError as error:
    print("said:", error)
"""


@pytest.fixture
def bare(tmp_path):
    """A Python that finds no package but those of Spark."""
    bare = tmp_path / "python"
    bare.write_text(
        f"#!/bin/sh\nunset PYTHONHOME\nexport PYTHONPATH={_spark_only()}\n"
        f'exec {sys.executable} -S "$@"\n'
    )
    bare.chmod(0o755)
    return bare


def test_a_job_without_the_wheel_on_executors_says_so_before_it_runs(tmp_path, bare):
    for python, said in [(bare, "satoku is missing for"), (tmp_path / "none", "cannot run Python")]:
        ended = job(tmp_path, PYSPARK_PYTHON=str(python))
        assert ended.returncode == 2, ended.stderr
        assert said in ended.stderr
        assert "Traceback" not in ended.stderr and "--resume" not in ended.stderr
        assert "docs/spark.md says how to ship the wheel" in ended.stderr
        assert not (tmp_path / "out").exists()


KEPT = """
import sys
import satoku.spark
from satoku.spark.command import main
spark = satoku.spark.session("local[1]", spark__ui__enabled="false")
code = main(["solve", "--input", sys.argv[1], "--output", sys.argv[2]])
print("ended:", code, spark.range(3).count())
"""


def test_a_job_leaves_the_session_of_its_caller_alone(tmp_path):
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("." * 81 + "\n")
    command = [sys.executable, "-c", KEPT, str(puzzles), str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert "ended: 0 3" in ended.stdout, ended.stderr


def test_a_wheel_that_is_missing_on_executors_is_told(bare):
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_WHEEL, str(bare)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    said = ended.stdout + ended.stderr
    assert "said: satoku is missing for" in said
    assert "docs/spark.md says how to ship the wheel" in said


def _spark_only() -> str:
    from pathlib import Path

    import pyspark

    library = Path(pyspark.__file__).parent / "python" / "lib"
    return ":".join(str(path) for path in library.glob("*.zip"))


def test_old_spark_and_none_are_told(monkeypatch):
    import pyspark

    monkeypatch.setattr(pyspark, "__version__", "3.4.1")
    with pytest.raises(satoku.spark.SetupError, match="3.4.1 is too old.*3.5"):
        satoku.spark.session()
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(satoku.spark.SetupError, match=r"pip install 'pyspark>=3.5'"):
        satoku.spark.session()


def test_a_machine_without_an_address_is_told(monkeypatch):
    from satoku.spark import checks

    monkeypatch.delenv("SPARK_LOCAL_IP", raising=False)
    monkeypatch.setattr("socket.gethostname", lambda: "no-such-host.invalid")
    with pytest.raises(satoku.spark.SetupError, match="SPARK_LOCAL_IP=127.0.0.1"):
        checks.need_hostname()


CHANGED = """
import warnings
import satoku.spark
spark = satoku.spark.session("local[1]", spark__ui__enabled="false")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    same = satoku.spark.session("local[1]", spark__sql__shuffle__partitions="7")
    print("changed:", same.conf.get("spark.sql.shuffle.partitions"), len(caught))
    satoku.spark.session("local[2]", "other", spark__executor__memory="3g")
for one in caught:
    print("said:", one.filename, one.message)
"""


def test_a_session_that_exists_takes_what_it_can_and_warns_of_the_rest():
    said = run(CHANGED)
    assert "changed: 7 0" in said
    assert "said: <string> spark.master: found 'local[1]' in the session that exists" in said
    assert "spark.app.name: found 'satoku'" in said
    assert "spark.executor.memory: found None" in said and "expected '3g'; stop that session" in said
