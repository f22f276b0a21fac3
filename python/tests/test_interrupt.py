"""Ctrl-C ends every kind of work soon, and panics stay exceptions."""

import signal
import subprocess
import sys
import time

import pytest

WORK = {
    "one": 'satoku.count("." * 81)',
    "column": 'satoku.count(["." * 81] * 4)',
    "solutions": 'list(satoku.solutions("." * 81))',
    "maximum": 'satoku.maximum("." * 1296)',
    "generate": "satoku.generate(10**9, kind='minimal')",
    "compare": "satoku.compare(lambda puzzle: satoku.solve(puzzle), count=10**9)",
}


@pytest.mark.parametrize("work", list(WORK))
def test_ctrl_c_ends_the_work(work: str) -> None:
    code = f"""
import sys, time, satoku
print("ready", flush=True)
try:
    {WORK[work]}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert out == "interrupted\n"


def test_nothing_is_printed() -> None:
    code = 'import satoku; satoku.solve("." * 81); satoku.solve(["." * 81, "11" + "." * 79])'
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (b"", b"")
