"""A standalone Spark cluster on this machine: a master and workers, ended by the tests."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pyspark

SPARK_HOME = Path(pyspark.__file__).parent


def java() -> str:
    home = os.environ.get("JAVA_HOME")
    return f"{home}/bin/java" if home else "java"


def _scala_version() -> str:
    """As in spark-core_2.13-4.0.1.jar; a worker needs it to start executors."""
    jar = next((SPARK_HOME / "jars").glob("spark-core_*.jar"))
    return jar.name.split("_")[1].split("-")[0]


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


def children(of: int) -> list[int]:
    """The processes whose parent is this one, and that are no zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            after_name = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(after_name[1]) == of and after_name[0] != "Z":
            found.append(int(entry.name))
    return found


class Cluster:
    """One core and 1 GB for each worker."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"spark://127.0.0.1:{self.port}"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._executors: set[int] = set()
        self.master = self._start(
            "master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", "0"
        )
        self._wait_for_port()
        self.workers = [self._worker() for _ in range(workers)]

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.executors()
        for process in self._processes:
            process.kill()
            process.wait()
        for executor in self._executors:
            if b"CoarseGrainedExecutorBackend" in _command(executor):
                _kill(executor)

    def executors(self) -> list[int]:
        """The executors that run now."""
        found = [
            child
            for worker in self.workers
            for child in children(worker.pid)
            if b"CoarseGrainedExecutorBackend" in _command(child)
        ]
        self._executors.update(found)
        return found

    def kill_executor(self, which: int) -> bool:
        """SIGKILL for one of the executors that run now, if there is one."""
        running = self.executors()
        if not running:
            return False
        _kill(running[which % len(running)])
        return True

    def kill_worker(self, which: int) -> None:
        """SIGKILL for a worker; another takes its place. Its executors notice and end."""
        self.executors()
        worker = self.workers.pop(which % len(self.workers))
        worker.kill()
        worker.wait()
        self.workers.append(self._worker())

    def _worker(self) -> subprocess.Popen[bytes]:
        work = self.folder / f"worker-{len(self._processes)}"
        return self._start(
            "worker.Worker",
            *("--cores", "1", "--memory", "1g", "--host", "127.0.0.1", "--webui-port", "0"),
            *("--work-dir", str(work), self.url),
        )

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        log = open(self.folder / f"{len(self._processes)}-{name}.log", "wb")
        command = [java(), "-Xmx256m", "-cp", f"{SPARK_HOME}/jars/*"]
        command += [f"org.apache.spark.deploy.{name}", *arguments]
        environment = os.environ | {
            "SPARK_HOME": str(SPARK_HOME),
            "SPARK_SCALA_VERSION": _scala_version(),
        }
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        log.close()
        self._processes.append(process)
        return process

    def _wait_for_port(self) -> None:
        for _ in range(600):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.master.poll() is None, (self.folder / "0-master.Master.log").read_text()
            time.sleep(0.1)
        raise TimeoutError("the master does not listen")


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass
