"""The input of a job: which files, and how they are cut into numbered units."""

from __future__ import annotations

import csv
import glob
import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from . import filesystem, names, partitions
from .damage import ERRORS, refuse_damaged
from .errors import SchemaError

#: Bytes at each end of a file that go into its fingerprint, beside size and time.
_SAMPLE = 64 << 10
PACKED = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2", ".lz4": "lz4"}


@dataclass(frozen=True)
class Unit:
    """A part of one file, answered by one task and written to one file.

    `start` and `stop` are bytes of text files (lines that begin there) and rows of Parquet
    files. `first_row` is its first row in the whole input, if rows have been counted.
    """

    number: int
    path: str
    start: int
    stop: int
    first_row: int | None = None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Source:
    """How to read the input: what executors need to know beside a unit."""

    form: str
    column: str
    #: Columns that the output keeps, in order.
    keep: tuple[str, ...]
    #: All columns of a CSV file, and what separates them.
    header: tuple[str, ...] = ()
    separator: str = ","
    #: Columns in the names of folders, and their types.
    partitions: tuple[tuple[str, str], ...] = ()

    def in_files(self) -> list[str]:
        """The columns to keep that the files themselves have."""
        outside = dict(self.partitions)
        return [name for name in self.keep if name not in outside]


@dataclass(frozen=True)
class Found:
    """The files of the input, and the columns in the names of their folders with types."""

    paths: list[str]
    partitions: tuple[tuple[str, str], ...] = ()


def form_of(path: str) -> str:
    """text, csv or parquet, by the name of a file."""
    name = path.lower()
    for ending in PACKED:
        name = name.removesuffix(ending)
    if name.endswith((".parquet", ".pq")):
        return "parquet"
    return "csv" if name.endswith((".csv", ".tsv")) else "text"


def find(inputs: list[str]) -> Found:
    """The files of the input in order: files, folders and patterns, sorted by name."""
    found: list[str] = []
    folders: list[str] = []
    for one in inputs:
        files, path = filesystem.locate(one)
        prefix = one[: len(one) - len(path)] if "://" in one else ""
        info = files.get_file_info(path)
        if info.type == pafs.FileType.Directory:
            paths = [
                part.path
                for part in files.get_file_info(pafs.FileSelector(path, recursive=True))
                if part.type == pafs.FileType.File and not _hidden(part.path[len(path) :])
            ]
        elif info.type == pafs.FileType.File:
            paths = [path]
        elif filesystem.is_local(files) and glob.has_magic(path):
            paths = [name for name in glob.glob(path, recursive=True) if os.path.isfile(name)]
        else:
            paths = []
        if not paths:
            raise SchemaError(f"no input: {one} is neither a file nor a folder with files in it")
        below = [prefix + name for name in sorted(paths)]
        found += below
        # As in Spark, only folders below one that was named are columns.
        is_folder = info.type == pafs.FileType.Directory
        folders += [prefix + path] * len(below) if is_folder else below
    return Found(found, partitions.columns(found, folders))


def _hidden(path: str) -> bool:
    # `_day=1` is a column, `_SUCCESS` is not.
    return any(
        part.startswith(".") or (part.startswith("_") and "=" not in part)
        for part in path.split("/")
    )


def fingerprint(paths: list[str]) -> str:
    """Changes with names, sizes, times of change, and the ends of the files."""

    def of(path: str) -> list[Any]:
        files, inside = filesystem.locate(path)
        info = files.get_file_info(inside)
        with files.open_input_file(inside) as stream:
            ends = stream.read_at(min(_SAMPLE, info.size), 0)
            ends += stream.read_at(min(_SAMPLE, info.size), max(0, info.size - _SAMPLE))
        return [path, info.size, info.mtime_ns, hashlib.sha256(ends).hexdigest()]

    with ThreadPoolExecutor(16) as pool:
        return hashlib.sha256(repr(list(pool.map(of, paths))).encode()).hexdigest()


def describe(
    found: Found,
    form: str | None,
    column: str | None,
    keep: list[str] | None,
    answers: list[str],
    exact: bool = False,
) -> Source:
    """Looks at names and types of the columns of all files, and refuses what cannot work.

    `exact` says that names of columns differ if only their capitals do.
    """
    paths = found.paths
    forms = {form or form_of(path) for path in paths}
    if len(forms) > 1:
        raise SchemaError(
            f"the input has files of several forms ({', '.join(sorted(forms))}); "
            "run the job once for each, or say --input-format"
        )
    form = forms.pop()
    separator = ""
    if form == "text":
        name = column or "puzzle"
        header: tuple[str, ...] = (name,)
    elif form == "csv":
        header, separator = _csv_header(paths)
        name = _pick(column, header, exact)
    else:
        header, name = _parquet_columns(paths, column, exact)
    every = [*header, *dict(found.partitions)]
    kept = _kept(keep, every, exact)
    used = [one for one in header if one in kept or one == name]
    _refuse_repeated(used, found.partitions, exact)
    taken = names.taken(answers, kept, exact)
    if taken is not None:
        raise SchemaError(
            f"the answers would add a column {taken!r}, which the input has already; "
            "give --prefix answer_, or leave it out with --keep"
        )
    twice = names.repeated(answers, exact)
    if twice:
        raise SchemaError(f"--index: the answers have a column {twice[0]!r}; give another name")
    return Source(
        form, name, kept, header if form == "csv" else (), separator, found.partitions
    )


def _refuse_repeated(
    header: list[str], folders: tuple[tuple[str, str], ...], exact: bool
) -> None:
    """Refuses columns of one name, whose values would be mixed up or lost."""
    twice = names.repeated(header, exact)
    if twice:
        raise SchemaError(
            f"the input has {len(twice)} columns named {', '.join(twice)}; rename all but one"
        )
    alike = names.repeated([name for name, _ in folders], exact)
    if alike:
        raise SchemaError(f"folders named {'=, '.join(alike)}= are one column for Spark")
    both = names.taken(dict(folders), header, exact)
    if both is not None:
        raise SchemaError(
            f"the files have a column {both!r}, and so have the names of their folders "
            f"({both}=...); to read that of the files alone, name them instead of the folder, "
            "as in --input 'folder/*/*.parquet'"
        )


def _kept(keep: list[str] | None, every: list[str], exact: bool) -> tuple[str, ...]:
    """The columns that the output keeps, as the input spells them."""
    if keep is None:
        return tuple(every)
    kept = []
    for one in keep:
        name = names.find(one, every, exact)
        if name is None:
            raise SchemaError(f"--keep: no column {one!r}; there are {', '.join(every)}")
        kept.append(name)
    return tuple(dict.fromkeys(kept))


def _pick(column: str | None, header: tuple[str, ...], exact: bool) -> str:
    """The column of puzzles: by name, by number from 1, or the only one."""
    name = names.find(column or "puzzle", header, exact)
    if name is not None:
        return name
    if column is None:
        if len(header) == 1:
            return header[0]
        raise SchemaError(f"which column? say --column with one of {', '.join(header)}")
    if column.isdecimal() and 1 <= int(column) <= len(header):
        return header[int(column) - 1]
    raise SchemaError(f"no column {column!r}; the columns are {', '.join(header)}")


def _csv_header(paths: list[str]) -> tuple[tuple[str, ...], str]:
    headers = {}
    for path in paths:
        files, inside = filesystem.locate(path)
        try:
            with files.open_input_stream(inside, compression="detect") as stream:
                start = stream.read(_SAMPLE)
        except ERRORS as error:
            refuse_damaged(path, error)
            raise
        headers[path] = _fields(path, start.partition(b"\n")[0])
    first = headers[paths[0]]
    for path, header in headers.items():
        if header != first:
            raise SchemaError(
                f"{path} has the header {', '.join(header[0])}; {paths[0]} has "
                f"{', '.join(first[0])}: all files of a job need the same"
            )
    return first


def _fields(path: str, start: bytes) -> tuple[tuple[str, ...], str]:
    """The names in the first line of a CSV file, and what separates them."""
    try:
        line = start.decode("utf-8-sig").rstrip("\r")
        separator = max(",;\t", key=line.count)
        found = next(csv.reader([line], delimiter=separator, strict=True), [])
    except (UnicodeDecodeError, csv.Error) as error:
        raise SchemaError(
            f"{path}: found a first line that is not CSV in UTF-8 ({error}), expected the names "
            "of the columns on one line"
        ) from None
    if not found:
        raise SchemaError(
            f"{path}: found an empty first line, expected the names of the columns on it; remove "
            "the empty line, or leave out the file if it is empty"
        )
    return tuple(found), separator


def _parquet_columns(
    paths: list[str], column: str | None, exact: bool
) -> tuple[tuple[str, ...], str]:
    """All columns, and that of the puzzles."""

    def schema(path: str) -> pa.Schema:
        files, inside = filesystem.locate(path)
        try:
            return pq.read_schema(inside, filesystem=files)
        except pa.ArrowInvalid as error:
            raise SchemaError(f"{path} is no Parquet file: {error}") from None
        except OSError as error:
            refuse_damaged(path, error)
            raise

    with ThreadPoolExecutor(16) as pool:
        schemas = list(pool.map(schema, paths))
    first = schemas[0].remove_metadata()
    for path, other in zip(paths, schemas, strict=True):
        if not other.remove_metadata().equals(first):
            raise SchemaError(
                f"{path} has the columns {_spell(other)}; {paths[0]} has {_spell(first)}: "
                "all files of a job need the same"
            )
    name = _pick(column, tuple(first.names), exact)
    type_ = first.field(name).type
    if pa.types.is_dictionary(type_):
        type_ = type_.value_type
    if not (pa.types.is_string(type_) or pa.types.is_large_string(type_)):
        raise SchemaError(
            f"column {name!r} of {paths[0]} is {type_}, and a puzzle is a string of one "
            "character a cell, such as 81 of them for 9×9; convert it first, or name "
            "another column with --column"
        )
    return tuple(first.names), name


def _spell(schema: pa.Schema) -> str:
    return ", ".join(f"{field.name} {field.type}" for field in schema)


def cut(paths: list[str], form: str, unit_bytes: int) -> list[Unit]:
    """Cuts the files into units; the same files and size give the same units."""
    units: list[Unit] = []
    for path in paths:
        files, inside = filesystem.locate(path)
        if form == "parquet":
            parts = _rows(files, inside, unit_bytes)
        else:
            size = files.get_file_info(inside).size
            step = size if inside.endswith(tuple(PACKED)) else unit_bytes
            parts = [(at, min(at + step, size)) for at in range(0, size, max(step, 1))]
        for start, stop in parts:
            units.append(Unit(len(units), path, start, stop))
    return units


def _rows(files: pafs.FileSystem, path: str, unit_bytes: int) -> list[tuple[int, int]]:
    """Ranges of rows: whole row groups, cut where one alone is more than twice a unit."""
    meta = pq.read_metadata(path, filesystem=files)
    parts: list[tuple[int, int]] = []
    row = start = size = 0
    for group in range(meta.num_row_groups):
        rows, bytes_ = meta.row_group(group).num_rows, meta.row_group(group).total_byte_size
        if size and size + bytes_ > unit_bytes:
            parts.append((start, row))
            start, size = row, 0
        if bytes_ > 2 * unit_bytes and rows:
            step = max(1, -(-rows // -(-bytes_ // unit_bytes)))
            parts += [(at, min(at + step, row + rows)) for at in range(row, row + rows, step)]
            start = row + rows
        else:
            size += bytes_
        row += rows
    if row > start:
        parts.append((start, row))
    return parts
