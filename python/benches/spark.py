#!/usr/bin/env python3
"""Rows per second of Spark and of the program, over the same rows, in one run.

    benches/spark.py [--rows 1000000 10000000] [--puzzles FILE] [--program PATH]

Puzzles of FILE (a line each, tests/data/known/17clue.txt by default) are relabelled at
random until there are enough. The program reads text and writes text on two cores; the
job and the DataFrame read and write Parquet, on local[2] and on a standalone cluster of
two workers with one core each. Times of Spark are without the start of its session, which
is shown beside them. Needs the wheel, PySpark, Java and about 5 GB of disk for 10 million.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.memory": "1g",
    "spark.executor.memory": "512m",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 10_000_000])
    parser.add_argument("--puzzles", type=Path, default=REPOSITORY / "tests/data/known/17clue.txt")
    parser.add_argument("--program", default=str(REPOSITORY / "target/release/satoku"))
    parser.add_argument("--repeat", type=int, default=3, help="the best of so many [default: 3]")
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ.setdefault("SPARK_LOCAL_HOSTNAME", "localhost")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if asked.child:
        child(*asked.child)
        return
    sys.path.insert(0, str(REPOSITORY / "python" / "tests"))
    from spark.cluster import Cluster

    print(f"{'rows':>10}  {'what':<32}{'seconds':>9}{'rows/s':>12}{'of program':>12}{'start s':>9}")
    for rows in asked.rows:
        with tempfile.TemporaryDirectory(prefix="satoku-bench-") as name:
            folder = Path(name)
            write(asked.puzzles, rows, folder)
            (folder / "cluster").mkdir()
            best: dict[str, tuple[float, float]] = {}
            with Cluster(folder / "cluster") as cluster:
                for _ in range(asked.repeat):
                    for what, measured in runs(asked.program, folder, cluster.url):
                        best[what] = min(best.get(what, measured), measured)
            program = best["program, two cores"][0]
            for what, (seconds, start) in best.items():
                print(
                    f"{rows:>10}  {what:<32}{seconds:>9.2f}{rows / seconds:>12,.0f}"
                    f"{program / seconds:>11.0%}{start:>10.1f}",
                    flush=True,
                )


def write(puzzles: Path, rows: int, folder: Path) -> None:
    """The rows as text, and as Parquet in files of a million."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    lines = [line.split(":")[0] for line in puzzles.read_text().splitlines() if line[0] != "#"]
    chance = random.Random(1)
    digits = "123456789"
    (folder / "in").mkdir()
    with open(folder / "in.txt", "w") as text:
        for part in range(0, rows, 1_000_000):
            many: list[str] = []
            while len(many) < min(1_000_000, rows - part):
                table = str.maketrans(digits, "".join(chance.sample(digits, 9)))
                many += "\n".join(lines).translate(table).split("\n")
            many = many[: min(1_000_000, rows - part)]
            text.write("\n".join(many) + "\n")
            table = pa.table({"puzzle": many})
            pq.write_table(table, folder / "in" / f"{part:010}.parquet", row_group_size=250_000)


def runs(program: str, folder: Path, cluster: str):  # type: ignore[no-untyped-def]
    """Everything once, in turns."""
    command = [program, "solve", "--jobs", "2", "-o", str(folder / "out.txt")]
    start = time.monotonic()
    subprocess.run([*command, str(folder / "in.txt")], check=True, stderr=subprocess.DEVNULL)
    yield "program, two cores", (time.monotonic() - start, 0.0)
    for where, master in (("local[2]", "local[2]"), ("two workers", cluster)):
        for what in ("job", "frame"):
            output = folder / "out"
            shutil.rmtree(output, ignore_errors=True)
            command = [sys.executable, __file__, "--child", what, master]
            command += [str(folder / "in"), str(output)]
            ended = subprocess.run(command, check=True, capture_output=True, text=True)
            measured = json.loads(ended.stdout.splitlines()[-1])
            yield f"{what}, {where}", (measured["seconds"], measured["start"])


def child(what: str, master: str, source: str, output: str) -> None:
    """One run of Spark."""
    begin = time.monotonic()
    import satoku.spark
    from satoku.spark import command

    settings = {name.replace(".", "__"): value for name, value in SETTINGS.items()}
    spark = satoku.spark.session(master, **settings)
    spark.sparkContext.setLogLevel("ERROR")
    # Executors and their Python processes are there, as in a session that goes on.
    spark.sparkContext.parallelize(range(8), 8).map(lambda _: time.sleep(0.2)).count()
    start = time.monotonic()
    if what == "frame":
        frame = spark.read.parquet(source)
        satoku.spark.solve(frame).write.parquet(output)
        seconds = time.monotonic() - start
        spark.stop()
    else:
        spark.stop = lambda: None  # type: ignore[method-assign]
        command.main(["solve", "--input", source, "--output", output])
        seconds = time.monotonic() - start
        type(spark).stop(spark)
    print(json.dumps({"seconds": seconds, "start": start - begin}))


if __name__ == "__main__":
    main()
