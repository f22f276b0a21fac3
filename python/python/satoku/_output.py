"""Files of answers: complete, or as they were before."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


def require(output: Path | None) -> None:
    """Raises now what writing there would raise after the work."""
    if output is None or _is_direct(output):
        return
    if output.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(output))
    target = Path(os.path.realpath(output))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(output))
    file, path = _beside(target, output)
    file.close()
    path.unlink()


@contextlib.contextmanager
def whole(output: Path | None) -> Iterator[BinaryIO]:
    """A file that gets its name, and the permissions of the file before, when it is complete.

    Links stay links. Pipes, devices and standard output are written to directly, and so are
    files in whose folder there can be no others.
    """
    if output is None or _is_direct(output):
        place = sys.stdout.fileno() if output is None else output
        with open(place, "wb", closefd=output is not None) as direct:
            yield direct
        return
    target = Path(os.path.realpath(output))
    file, path = _beside(target, output)
    try:
        with file:
            yield file
            file.flush()
            # Another file of that name must not be lost before this one is on the disk.
            os.fsync(file.fileno())
        if target.exists():
            path.chmod(stat.S_IMODE(target.stat().st_mode))
        path.replace(target)
    finally:
        path.unlink(missing_ok=True)


def _is_direct(output: Path) -> bool:
    """Whether nothing can take the place of what is there."""
    if not output.exists() or output.is_dir():
        return False
    target = Path(os.path.realpath(output))
    is_fixed = os.path.ismount(target) or not os.access(target.parent, os.W_OK)
    return not output.is_file() or is_fixed


def _beside(target: Path, output: Path) -> tuple[BinaryIO, Path]:
    """A new file in the folder of the target; errors name the output."""
    path = target.with_name(f".satoku-{secrets.token_hex(8)}.partial")
    try:
        return path.open("xb"), path
    except OSError as error:
        error.filename = str(output)
        raise
