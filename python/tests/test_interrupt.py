"""Ctrl-C ends every kind of work soon, and panics stay exceptions."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
import satoku

WORK = {
    "one": 'satoku.count("." * 81)',
    "column": 'satoku.count(["." * 81] * 4)',
    "solutions": 'list(satoku.solutions("." * 81))',
    "maximum": 'satoku.maximum("." * 1296)',
    "candidates": 'satoku.candidates("." * 625)',
    "generate": "satoku.generate(10**9, kind='minimal')",
    "encode": 'satoku.encode("0 " * 10000, box="10x10")',
    "compare": "satoku.compare(lambda puzzle: satoku.solve(puzzle), count=10**9)",
    "exceptions": "satoku.compare(lambda p: satoku.solve(p).text, kinds='none', count=10**9)",
}


#: Against a hang, in seconds. The work that is interrupted takes longer.
PATIENCE = 300


def interrupt(code: str, after: float) -> None:
    """Runs code that prints 'ready', and sends Ctrl-C; it must then print 'interrupted'."""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        try:
            out, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert out == "interrupted\n"


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
    interrupt(code, after=0.5)


def interrupt_call(prepared: str, call: str, after: float) -> None:
    """Sends Ctrl-C to code during a call; the call itself must then raise KeyboardInterrupt.

    A call that did all its work first would return, and the interpreter raise it then.
    """
    code = f"""
import os, sys, threading, time, satoku
{prepared}
raised = []
def note(frame, event, function):
    if event == "c_exception":
        raised.append(function.__name__)
print("ready", flush=True)
sys.setprofile(note)
try:
    {call}
except KeyboardInterrupt:
    sys.setprofile(None)
    print("interrupted" if raised else "too late", flush=True)
os._exit(0)
"""
    interrupt(code, after)


def test_ctrl_c_ends_a_long_combination() -> None:
    prepared = """
task = satoku.Cubes("." * 16, limit=1000)
cubes = task.split(1)
answers = [task.solve(cubes[0])] * 20_000
"""
    interrupt_call(prepared, "task.combine(cubes, answers)", after=0.3)


def test_ctrl_c_ends_the_search_for_a_first_puzzle() -> None:
    prepared = "puzzles = ['x' * 81] * 1_000_000"
    interrupt_call(prepared, "satoku.solve(puzzles, on_error='null')", after=1.0)


def test_other_threads_run_while_a_first_puzzle_is_sought() -> None:
    puzzles = ["x" * 81] * 100_000
    ended = threading.Event()
    ticks = [0]

    def watch() -> None:
        while not ended.wait(0.001):
            ticks[0] += 1

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        before = ticks[0]
        satoku.solve(puzzles, on_error="null")
        # Two would be possible just before and after the call.
        assert ticks[0] - before > 10
    finally:
        ended.set()
        watcher.join()


def test_a_thread_that_waits_for_a_solution_does_not_hold_up_ctrl_c() -> None:
    prepared = """
# The second solution takes long.
solutions = satoku.solutions("0 " * 65536, box="16x16", alphabet="numbers")
next(solutions)
threading.Thread(target=lambda: list(solutions), daemon=True).start()
time.sleep(0.2)
"""
    interrupt_call(prepared, "while True: next(solutions)", after=0.5)


class Interrupted:
    """Wherever Python asks for its type, length, items or number, Ctrl-C was pressed."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise KeyboardInterrupt

    def __getitem__(self, place: int) -> object:
        raise KeyboardInterrupt

    def __iter__(self) -> Iterator[object]:
        raise KeyboardInterrupt

    def __len__(self) -> int:
        raise KeyboardInterrupt

    def __float__(self) -> float:
        raise KeyboardInterrupt

    def __index__(self) -> int:
        raise KeyboardInterrupt


class InterruptedArray(Interrupted):
    def __array__(self) -> object:
        raise KeyboardInterrupt

    @property
    def shape(self) -> tuple[int]:
        raise KeyboardInterrupt


class InterruptedList(list[str]):
    def __getitem__(self, place: Any) -> Any:
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    "call",
    [
        lambda: satoku.solve(cast(Any, Interrupted())),
        lambda: satoku.solve(cast(Any, InterruptedArray())),
        lambda: satoku.solve(cast(Any, [Interrupted()] * 16)),
        lambda: satoku.solve(cast(Any, [[Interrupted()] * 4] * 4)),
        lambda: satoku.maximum("." * 16, weights=cast(Any, Interrupted())),
        lambda: satoku.maximum("." * 16, weights=cast(Any, [InterruptedArray()])),
        lambda: satoku.compare(lambda _: None, cast(Any, Interrupted())),
        lambda: satoku.compare(cast(Any, lambda _: Interrupted()), box="2x2", count=3),
        lambda: satoku.compare(cast(Any, lambda _: [Interrupted()] * 16), box="2x2", count=3),
        lambda: satoku.compare(cast(Any, lambda _: InterruptedList("1")), box="2x2", count=3),
    ],
)
def test_ctrl_c_is_not_lost_while_an_object_is_looked_at(call: Callable[[], object]) -> None:
    with pytest.raises(KeyboardInterrupt):
        call()


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
