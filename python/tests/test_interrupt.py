"""Ctrl-C ends every kind of work soon, and panics stay exceptions."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
import satoku

WORK = {
    "one": 'satoku.count("." * 81)',
    "column": 'satoku.count(["." * 81] * 4)',
    "solutions": 'list(satoku.solutions("." * 81))',
    "maximum": 'satoku.maximum("." * 1296)',
    "generate": "satoku.generate(10**9, kind='minimal')",
    "encode": 'satoku.encode("0 " * 10000, box="10x10")',
    "compare": "satoku.compare(lambda puzzle: satoku.solve(puzzle), count=10**9)",
    "exceptions": "satoku.compare(lambda p: satoku.solve(p).text, kinds='none', count=10**9)",
}


def seconds_to_interrupt(code: str, after: float) -> float:
    """Runs code that prints 'ready', sends Ctrl-C, and takes the time until it ends; it must
    print 'interrupted'.
    """
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        try:
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert out == "interrupted\n"
    return time.monotonic() - sent


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
    seconds_to_interrupt(code, after=0.5)


def test_ctrl_c_ends_a_long_combination() -> None:
    code = """
import satoku
task = satoku.Cubes("." * 16, limit=1000)
cubes = task.split(1)
answers = [task.solve(cubes[0])] * 20_000
print("ready", flush=True)
try:
    task.combine(cubes, answers)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    assert seconds_to_interrupt(code, after=0.3) < 3


def test_ctrl_c_ends_the_search_for_a_first_puzzle() -> None:
    code = """
import satoku
print("ready", flush=True)
try:
    satoku.solve(["x" * 81] * 1_000_000, on_error="null")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    assert seconds_to_interrupt(code, after=1.0) < 1.5


def test_other_threads_run_while_a_first_puzzle_is_sought() -> None:
    ended = threading.Event()
    gaps = [0.0]

    def watch() -> None:
        last = time.monotonic()
        while not ended.wait(0.01):
            now = time.monotonic()
            gaps.append(now - last)
            last = now

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        satoku.solve(["x" * 81] * 300_000, on_error="null")
    finally:
        ended.set()
        watcher.join()
    assert max(gaps) < 1


def test_a_thread_that_waits_for_a_solution_does_not_hold_up_ctrl_c() -> None:
    code = """
import os, threading, time, satoku
# The second solution takes long.
solutions = satoku.solutions("0 " * 65536, box="16x16", alphabet="numbers")
next(solutions)
threading.Thread(target=lambda: list(solutions), daemon=True).start()
time.sleep(0.2)
print("ready", flush=True)
try:
    for _ in solutions:
        pass
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os._exit(0)
"""
    assert seconds_to_interrupt(code, after=0.5) < 3


@pytest.mark.parametrize(
    "work",
    [
        'satoku.maximum("." * 16)',
        'satoku.count(["." * 81], limit=2)',
        'satoku.solutions("." * 81)',
    ],
)
def test_a_system_without_threads_is_named(work: str) -> None:
    code = f"""
import satoku
try:
    {work}
except satoku.EngineError as error:
    print(error)
"""
    # No system has so much memory for a stack.
    without = os.environ | {"RUST_MIN_STACK": str(1 << 60)}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=without
    )
    assert run.stdout.startswith("no thread can be started: ")


def test_nothing_is_printed() -> None:
    code = 'import satoku; satoku.solve("." * 81); satoku.solve(["." * 81, "11" + "." * 79])'
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (b"", b"")
