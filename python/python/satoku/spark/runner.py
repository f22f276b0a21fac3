"""Runs of encodings and solvers in a process of their own, which can be killed.

A solver that hangs, crashes or eats all memory then costs a run and not an executor. The
process is this module: it reads a run a line as JSON, and answers with a line of JSON.
"""

from __future__ import annotations

import json
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
from typing import Any

#: How much longer than its time limit a run may take before its process is killed:
#: seconds, beside as long again for the encoding.
GRACE = 10.0


class Runner:
    """The process, started when it is needed, and again after it was killed."""

    def __init__(self, memory_bytes: int | None = None) -> None:
        self._memory = memory_bytes
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def run(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        """The columns of one run; ``fault`` says why, if its process had to be killed."""
        child = self._child or self._start()
        assert child.stdin is not None
        patience = 2 * timeout + GRACE
        try:
            child.stdin.write(json.dumps(request).encode() + b"\n")
            child.stdin.flush()
            line = self._line(child, patience)
        except BrokenPipeError:
            line = b""
        if line is None:
            self.stop()
            return {"fault": f"no end {patience:g} s after its start, and killed"}
        if not line:
            status = child.wait()
            self.stop()
            how = f"signal {-status}" if status < 0 else f"exit code {status}"
            return {"fault": f"its process ended with {how}"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """Kills the process and the solvers that it started."""
        child, self._child = self._child, None
        if child is None:
            return
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass

    def _start(self) -> subprocess.Popen[bytes]:
        environment = dict(os.environ)
        # The paths that Spark added to this process, such as --py-files.
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        # Not by -m, which warns of a module that its package has loaded already.
        code = "from satoku.spark.runner import main; main()"
        command = [sys.executable, "-c", code, str(self._memory or 0)]
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        return self._child

    @staticmethod
    def _line(child: subprocess.Popen[bytes], patience: float) -> bytes | None:
        """The next line; empty at the end of the process, None if it takes too long."""
        assert child.stdout is not None
        end = time.monotonic() + patience
        got = b""
        while not got.endswith(b"\n"):
            left = end - time.monotonic()
            ready, _, _ = select.select([child.stdout], [], [], max(left, 0))
            if not ready:
                return None
            block = os.read(child.stdout.fileno(), 1 << 16)
            if not block:
                return b""
            got += block
        return got


def one_run(request: dict[str, Any]) -> dict[str, Any]:
    """Measures one puzzle with one encoding and one solver."""
    import satoku

    puzzle = request.pop("puzzle")
    answers = satoku.measure([puzzle], jobs=1, on_error="null", **request)
    columns = answers.to_dict()
    return {name: values[0] for name, values in columns.items() if name != "row"}


def main() -> None:
    """Answers requests until standard input ends; then ends its solvers, too."""
    memory = int(sys.argv[1])
    if memory:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    requests: queue.Queue[bytes] = queue.Queue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            requests.put(line)
        # The task that asked is gone, perhaps killed: nobody waits for this run.
        os.killpg(os.getpgrp(), signal.SIGKILL)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        try:
            answer = one_run(json.loads(requests.get()))
        except MemoryError:
            answer = {"fault": f"more than the limit of {memory} bytes of memory"}
        except Exception as error:
            answer = {"fault": f"{type(error).__name__}: {error}"[:400]}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
