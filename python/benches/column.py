"""A column against the program from file to file, on one core.

    python benches/column.py PROGRAM LINES [--rows 1000000] [--repeat 3] [--cpu]

PROGRAM is the satoku program, LINES a file with one 9x9 puzzle a line, which is
repeated to the number of rows. All runs are made in turn, and the best of each is shown.
Needs pyarrow, polars and numpy.
"""

import argparse
import itertools
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import satoku


def cpu() -> float:
    """CPU seconds of this process and of programs that it ran."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def timed(work: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("lines", type=Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--cpu", action="store_true", help="CPU time, for a busy machine")
    args = parser.parse_args()
    clock = cpu if args.cpu else time.perf_counter
    known = [line[:81] for line in args.lines.read_text().splitlines() if len(line) >= 81]
    lines = list(itertools.islice(itertools.cycle(known), args.rows))
    text = "".join(lines).replace(".", "0").encode()
    digits = (np.frombuffer(text, dtype=np.uint8) - ord("0")).reshape(-1, 81)
    array, series = pa.array(lines), pl.Series(lines)
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "in.txt", Path(folder) / "out.txt"
        file.write_text("".join(line + "\n" for line in lines))
        command = [args.program, "solve", str(file), "-o", str(out), "--jobs", "1"]
        works: dict[str, Callable[[], object]] = {
            "program, file to file": lambda: subprocess.run(command, check=True),
            "pyarrow string": lambda: satoku.solve(array, jobs=1),
            "pyarrow string, to a table": lambda: pa.table(satoku.solve(array, jobs=1)),
            "polars, to a data frame": lambda: pl.DataFrame(satoku.solve(series, jobs=1)),
            "numpy uint8[n, 81]": lambda: satoku.solve(digits, jobs=1),
            "list of str": lambda: satoku.solve(lines, jobs=1),
        }
        best = dict.fromkeys(works, float("inf"))
        for _ in range(args.repeat):
            for name, work in works.items():
                best[name] = min(best[name], timed(work, clock))
    program = best["program, file to file"]
    for name, seconds in best.items():
        rate = args.rows / seconds / 1e6
        print(f"{name:28} {rate:8.2f} million/s  {100 * program / seconds:5.0f} %")


if __name__ == "__main__":
    main()
