"""What all tests on Spark share: one local session, and the program as a second opinion."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# Without PySpark and Java these tests are left out, unless SATOKU_REQUIRE_SPARK is set.
if not os.environ.get("SATOKU_REQUIRE_SPARK") and (
    importlib.util.find_spec("pyspark") is None or shutil.which("java") is None
):
    collect_ignore_glob = ["*.py"]

REPOSITORY = Path(__file__).resolve().parents[3]
DATA = REPOSITORY / "tests" / "data" / "known"

os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
os.environ.setdefault("SPARK_LOCAL_HOSTNAME", "localhost")
os.environ["PYSPARK_PYTHON"] = sys.executable
if "JAVA_HOME" not in os.environ and (found := shutil.which("java")):
    os.environ["JAVA_HOME"] = str(Path(found).resolve().parents[1])


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    import satoku.spark

    session = satoku.spark.session(
        "local[2]",
        spark__ui__enabled="false",
        spark__driver__memory="1g",
        spark__sql__shuffle__partitions="4",
        spark__sql__warehouse__dir=str(tmp_path_factory.mktemp("warehouse")),
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def known(name: str) -> list[str]:
    """The puzzles of a file of tests/data/known."""
    lines = (DATA / f"{name}.txt").read_text().splitlines()
    return [line.split(":")[0] for line in lines if line and not line.startswith("#")]


@pytest.fixture(scope="session")
def program():
    """Asks the program: the lines that it prints about puzzles."""
    path = os.environ.get("SATOKU_PROGRAM")
    if path is None:
        target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
        built = [target / kind / "satoku" for kind in ("release", "fast", "debug")]
        path = next((str(one) for one in built if one.exists()), shutil.which("satoku"))
    if path is None:
        pytest.fail("the program is not built: cargo build, or set SATOKU_PROGRAM")

    def ask(verb: str, puzzles: list[str], *options: str) -> list[str]:
        command = [path, *verb.split(), *options]
        if verb.split()[0] in ("solve", "count", "pyramid"):
            command += ["--check", "none"]
        text = "".join(f"{puzzle}\n" for puzzle in puzzles)
        answered = subprocess.run(command, input=text, capture_output=True, text=True)
        assert answered.returncode in (0, 1), answered.stderr
        return answered.stdout.splitlines()

    return ask
