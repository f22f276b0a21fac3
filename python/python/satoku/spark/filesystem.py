"""Files of a job: local or shared folders, HDFS, S3, GCS; whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import uuid
from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow.fs as pafs


def locate(path: str) -> tuple[pafs.FileSystem, str]:
    """The file system of a path or URI, and the path inside it."""
    if "://" in path:
        files, inside = pafs.FileSystem.from_uri(path)
        return files, inside
    return pafs.LocalFileSystem(), os.path.abspath(path)


def is_local(files: pafs.FileSystem) -> bool:
    return isinstance(files, pafs.LocalFileSystem)


@contextlib.contextmanager
def whole_file(files: pafs.FileSystem, path: str, scratch: str) -> Iterator[BinaryIO]:
    """Writes to a file of another name in `scratch`, and renames it if all went well.

    Readers see the old file or the whole new one. On a local disk the bytes are on the
    disk before the name is; an object store has no rename, but its copy is one step.
    """
    files.create_dir(scratch, recursive=True)
    temporary = f"{scratch}/{uuid.uuid4().hex}"
    try:
        with files.open_output_stream(temporary, compression=None) as stream:
            yield stream
        if is_local(files):
            _sync(temporary)
            os.replace(temporary, path)
            _sync(os.path.dirname(path))
        else:
            _replace(files, temporary, path)
    except BaseException:
        with contextlib.suppress(Exception):
            files.delete_file(temporary)
        raise


def _replace(files: pafs.FileSystem, temporary: str, path: str) -> None:
    """Renames where renaming may refuse to overwrite, as on HDFS."""
    try:
        files.move(temporary, path)
    except OSError:
        if files.get_file_info(path).type != pafs.FileType.File:
            raise
        files.delete_file(path)
        files.move(temporary, path)


def _sync(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_json(files: pafs.FileSystem, path: str, value: Any, scratch: str) -> None:
    """Writes a JSON file, whole or not at all."""
    with whole_file(files, path, scratch) as stream:
        stream.write(json.dumps(value, indent=1).encode() + b"\n")


def read_json(files: pafs.FileSystem, path: str) -> Any:
    """Reads a JSON file; None if there is none."""
    if files.get_file_info(path).type != pafs.FileType.File:
        return None
    with files.open_input_stream(path, compression=None) as stream:
        return json.loads(stream.read())


def sizes(files: pafs.FileSystem, folder: str) -> dict[str, int]:
    """Names and sizes of the files of a folder; none if it does not exist."""
    selector = pafs.FileSelector(folder, allow_not_found=True)
    found = files.get_file_info(selector)
    return {info.base_name: info.size for info in found if info.type == pafs.FileType.File}
