"""Machines that die: every row is answered once, as the program answers it.

The kills come at random moments; the seed is in the message of a failure, and
SATOKU_SEED repeats it. SATOKU_KILLS asks for more of them, of a longer run.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from .cluster import Cluster
from .conftest import known

KILLS = int(os.environ.get("SATOKU_KILLS", 2))
LIMIT = 20_000
SEED = int(os.environ.get("SATOKU_SEED", random.SystemRandom().randrange(1 << 32)))
#: Takes a while to count up to the limit.
SLOW = "1" + "." * 80


def rows() -> list[str]:
    """Every second takes long, and many have answers of their own."""
    quick = known("17clue")[: 12 * KILLS] + known("many_solutions_10k")[: 8 * KILLS]
    return [puzzle for one in quick for puzzle in (one, SLOW)]


@pytest.fixture(scope="module")
def expected(program) -> list[str]:
    return program("count", rows(), "--limit", str(LIMIT))


@pytest.fixture
def cluster(tmp_path):
    folder = tmp_path / "cluster"
    folder.mkdir()
    with Cluster(folder) as running:
        yield running


SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
}


@pytest.fixture
def drive():
    """Starts drivers, each in a process group of its own, which are ended by the test."""
    drivers: list[subprocess.Popen[bytes]] = []

    def start(*command: str, log: Path) -> subprocess.Popen[bytes]:
        with open(log, "wb") as output:
            driver = subprocess.Popen(
                [sys.executable, *command], stdout=output, stderr=output, start_new_session=True
            )
        drivers.append(driver)
        return driver

    yield start
    for driver in drivers:
        if driver.poll() is None:
            os.killpg(driver.pid, signal.SIGKILL)
            driver.wait()


def job(puzzles: Path, output: Path, master: str) -> list[str]:
    command = ["-m", "satoku.spark", "count", "--limit", str(LIMIT), "--input", str(puzzles)]
    command += ["--output", str(output), "--output-format", "text", "--unit-bytes", "400"]
    command += ["--resume", "--master", master]
    for name, value in SETTINGS.items():
        command += ["--conf", f"{name}={value}"]
    return command


def kill_at_random(cluster: Cluster, driver, done, total: int, log: Path) -> int:
    """Kills executors and workers while `done()` grows to `total`; how often it did."""
    chance = random.Random(SEED)
    # Near the end, nothing might be left to kill.
    moments = sorted(chance.sample(range(total * 6 // 10), KILLS))
    kills = 0
    deadline = time.monotonic() + 900  # against a hang
    while driver.poll() is None:
        assert time.monotonic() < deadline, f"no end; seed {SEED}\n{log.read_text()[-3000:]}"
        if kills < KILLS and done() >= moments[kills]:
            # The first is a worker, so that each run loses one.
            if kills == 0 or chance.random() < 0.3:
                if cluster.executors():
                    cluster.kill_worker(chance.randrange(2))
                    kills += 1
            elif cluster.kill_executor(chance.randrange(2)):
                kills += 1
        time.sleep(chance.uniform(0.01, 0.05))
    return kills


def texts(output: Path) -> list[str]:
    parts = sorted(output.glob("part-*.txt"))
    return [line for part in parts for line in part.read_text().splitlines()]


def test_a_job_survives_killed_workers_and_executors(cluster, drive, tmp_path, expected):
    puzzles, output, log = tmp_path / "puzzles.txt", tmp_path / "out", tmp_path / "log"
    puzzles.write_text("\n".join(rows()) + "\n")
    units = -(-puzzles.stat().st_size // 400)
    driver = drive(*job(puzzles, output, cluster.url), log=log)

    def done() -> int:
        return len(list((output / "_satoku" / "done").glob("*.json")))

    kills = kill_at_random(cluster, driver, done, units, log)
    assert driver.returncode == 0, f"seed {SEED}\n{log.read_text()[-3000:]}"
    assert kills == KILLS, f"only {kills} kills; seed {SEED}"
    assert texts(output) == expected, f"seed {SEED}"


FRAMES = """
import sys, threading, time
import satoku.spark
from pyspark.sql import SparkSession

master, source, output, progress, parts, limit, settings = sys.argv[1:]
spark = satoku.spark.session(master, **eval(settings))
spark.conf.set("spark.sql.files.maxPartitionBytes", 1 << 20)  # a partition for each file
rows = spark.read.parquet(source)
tracker = spark.sparkContext.statusTracker()

def report():
    while True:
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        done = [s.numCompletedTasks for s in stages if s and s.numTasks == int(parts)]
        open(progress, "w").write(str(max(done, default=0)))
        time.sleep(0.02)

threading.Thread(target=report, daemon=True).start()
satoku.spark.count(rows, limit=int(limit)).write.parquet(output)
spark.stop()
"""


def test_a_data_frame_survives_killed_workers_and_executors(
    cluster, drive, tmp_path, expected
):
    source, output = tmp_path / "rows", tmp_path / "out"
    log, progress = tmp_path / "log", tmp_path / "progress"
    puzzles = rows()
    parts = 40
    source.mkdir()
    table = pa.table({"row": list(range(len(puzzles))), "puzzle": puzzles})
    for part in range(parts):
        start, stop = (len(puzzles) * at // parts for at in (part, part + 1))
        pq.write_table(table.slice(start, stop - start), source / f"{part}.parquet")
    settings = {name.replace(".", "__"): value for name, value in SETTINGS.items()}
    arguments = [cluster.url, source, output, progress, parts, LIMIT, settings]
    driver = drive("-c", FRAMES, *map(str, arguments), log=log)

    def done() -> int:
        text = progress.read_text() if progress.exists() else ""
        return int(text or 0)

    kills = kill_at_random(cluster, driver, done, parts, log)
    assert driver.returncode == 0, f"seed {SEED}\n{log.read_text()[-3000:]}"
    assert kills == KILLS, f"only {kills} kills; seed {SEED}"
    found = pq.read_table(output).sort_by("row").to_pydict()
    assert found["row"] == list(range(len(puzzles))), f"seed {SEED}"
    assert found["puzzle"] == puzzles
    assert [str(count) for count in found["count"]] == expected


def test_a_job_goes_on_after_its_driver_was_killed(drive, tmp_path, expected):
    puzzles, output, log = tmp_path / "puzzles.txt", tmp_path / "out", tmp_path / "log"
    puzzles.write_text("\n".join(rows()) + "\n")
    units = -(-puzzles.stat().st_size // 400)
    chance = random.Random(SEED)
    receipts = output / "_satoku" / "done"
    for moment in sorted(chance.sample(range(1, units * 9 // 10), 2)):
        driver = drive(*job(puzzles, output, "local[2]"), log=log)
        while driver.poll() is None and len(list(receipts.glob("*.json"))) < moment:
            time.sleep(0.01)
        os.killpg(driver.pid, signal.SIGKILL)
        driver.wait()
        assert not (output / "_SUCCESS").exists(), f"seed {SEED}\n{log.read_text()[-3000:]}"
    before = {part.name: part.stat().st_mtime_ns for part in receipts.glob("*.json")}
    driver = drive(*job(puzzles, output, "local[2]"), log=log)
    assert driver.wait() == 0, f"seed {SEED}\n{log.read_text()[-3000:]}"
    assert texts(output) == expected, f"seed {SEED}"
    again = {name: (receipts / name).stat().st_mtime_ns for name in before}
    assert again == before, "what was done is not done again"
    assert not any((output / "_satoku" / "unfinished").iterdir())
