"""Reads one unit on an executor, in blocks of bounded size."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from . import filesystem, partitions
from .damage import ERRORS, refuse_damaged
from .errors import FileError
from .inputs import PACKED, Source, Unit
from .worker import slices

_Read = TypeVar("_Read")


@dataclass
class Block:
    """Some rows of a unit: the columns to keep, the puzzles, and rows that are malformed."""

    kept: pa.Table
    puzzles: pa.Array
    #: Row of the block → what is wrong with it, for rows that have no puzzle at all.
    malformed: dict[int, str]


def blocks(source: Source, unit: Unit, most: int) -> Iterator[Block]:
    """The rows of a unit in order, `most` bytes or one row at a time."""
    found = partitions.values(unit.path, [name for name, _ in source.partitions])
    for block in _undamaged(source, unit, _of_file(source, unit, most)):
        columns = {name: block.kept.column(name) for name in block.kept.column_names}
        for name, type_ in source.partitions:
            columns[name] = partitions.array(found[name], type_, len(block.puzzles))
        block.kept = pa.table({name: columns[name] for name in source.keep})
        yield block


def _undamaged(source: Source, unit: Unit, read: Iterator[_Read]) -> Iterator[_Read]:
    """What is read of a file; a FileError if it is damaged."""
    try:
        yield from read
    except FileNotFoundError:
        raise
    except ERRORS as error:
        if source.form == "parquet" or unit.path.endswith(tuple(PACKED)):
            refuse_damaged(unit.path, error)
        raise


def _of_file(source: Source, unit: Unit, most: int) -> Iterator[Block]:
    """The rows of a unit with the columns that the file has."""
    files, path = filesystem.locate(unit.path)
    if source.form == "parquet":
        yield from _parquet(source, unit, files, path, most)
        return
    for lines in _lines(files, path, unit, most, has_comments=source.form == "text"):
        header = source.form == "csv" and unit.start == 0
        if header and lines.first:
            lines.array = lines.array.slice(1)
        yield _csv_block(source, lines.array) if source.form == "csv" else _text_block(
            source, lines.array
        )


def count_rows(source: Source, unit: Unit, most: int = 8 << 20) -> int:
    """How many rows `blocks` gives."""
    if source.form == "parquet":
        return unit.stop - unit.start
    return sum(len(block.puzzles) for block in blocks(source, unit, most))


def refuse_open_records(source: Source, unit: Unit, most: int = 8 << 20) -> None:
    """Refuses CSV with a quoted field that goes on beyond its line.

    Where such records are, units cannot be cut at line ends: one would begin in the middle
    of a record, and nothing in it says so.
    """
    files, path = filesystem.locate(unit.path)
    for lines in _undamaged(source, unit, _lines(files, path, unit, most, has_comments=False)):
        texts, _ = _decode(lines.array)
        for line in texts.filter(pc.match_substring(texts, '"')).to_pylist():
            if is_open(line, source.separator):
                raise FileError(
                    f"{unit.path}: found a quoted field that goes on beyond its line, in the "
                    f"record that begins with {line[:60]!r}, expected one record a line; let "
                    "Spark read it, with spark.read.option('multiLine', True).csv(...), and "
                    "write it as Parquet"
                )


def is_open(line: str, separator: str) -> bool:
    """Whether a quoted field does not end on its line."""
    try:
        next(csv.reader([line], delimiter=separator, strict=True), [])
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


def _parquet(
    source: Source, unit: Unit, files: pafs.FileSystem, path: str, most: int
) -> Iterator[Block]:
    kept_columns = source.in_files()
    columns = list(dict.fromkeys([*kept_columns, source.column]))
    with files.open_input_file(path) as stream:
        file = pq.ParquetFile(stream, pre_buffer=False)
        groups, skip = _groups(file.metadata, unit)
        size = sum(file.metadata.row_group(group).total_byte_size for group in groups)
        rows = sum(file.metadata.row_group(group).num_rows for group in groups)
        step = max(1, min(1 << 17, most * rows // max(size, 1)))
        left = unit.stop - unit.start
        if left == 0:
            empty = file.schema_arrow.empty_table().select(columns)
            yield Block(empty.select(kept_columns), pa.array([], pa.string()), {})
        read = file.iter_batches(step, row_groups=groups, columns=columns, use_threads=False)
        for batch in read:
            if left == 0:
                break
            batch = batch.slice(min(skip, batch.num_rows))
            skip -= min(skip, step)
            batch = batch.slice(0, left)
            left -= batch.num_rows
            puzzles = batch.column(batch.schema.get_field_index(source.column))
            if pa.types.is_dictionary(puzzles.type):
                puzzles = puzzles.dictionary_decode()
            kept = pa.Table.from_batches([batch]).select(kept_columns)
            for start, length in slices(puzzles, most):
                yield Block(kept.slice(start, length), puzzles.slice(start, length), {})
        if left:
            raise ValueError(f"{unit.path} has fewer rows than when the job was planned ({left} fewer)")


def _groups(meta: pq.FileMetaData, unit: Unit) -> tuple[list[int], int]:
    """The row groups of a unit, and how many of their first rows belong to others."""
    groups: list[int] = []
    row = skip = 0
    for group in range(meta.num_row_groups):
        rows = meta.row_group(group).num_rows
        if row < unit.stop and row + rows > unit.start:
            if not groups:
                skip = unit.start - row
            groups.append(group)
        row += rows
    return groups, skip


@dataclass
class _Lines:
    array: pa.Array
    first: bool


def _lines(
    files: pafs.FileSystem, path: str, unit: Unit, most: int, *, has_comments: bool
) -> Iterator[_Lines]:
    """The lines that begin in a unit, without those that are empty or, if there are such,
    comments; at least one block.
    """
    first = True
    rest = b""

    def lines(block: bytes) -> _Lines:
        text = block.removeprefix(codecs.BOM_UTF8) if first and unit.start == 0 else block
        return _Lines(_split(text, has_comments), first)

    for block in _bytes(files, path, unit, most):
        block = rest + block if rest else block
        cut = block.rfind(b"\n") + 1
        rest = block[cut:]
        if cut:
            yield lines(block[: cut - 1])
            first = False
    if rest or first:
        yield lines(rest)


def _bytes(files: pafs.FileSystem, path: str, unit: Unit, most: int) -> Iterator[bytes]:
    """Bytes from the first line that begins in a unit to the end of the last."""
    if path.endswith(tuple(PACKED)):
        with files.open_input_stream(path, compression="detect") as stream:
            while block := stream.read(most):
                yield block
        return
    with files.open_input_file(path) as stream:
        size = stream.size()
        at = unit.start
        if at:  # the line that began before belongs to the unit before
            at = _after_newline(stream, at - 1, size)
        while at < unit.stop:
            block = stream.read_at(min(most, unit.stop - at), at)
            at += len(block)
            if at >= unit.stop and not block.endswith(b"\n"):
                end = _after_newline(stream, at, size)
                block += stream.read_at(end - at, at)
            yield block


def _after_newline(stream: pa.NativeFile, at: int, size: int) -> int:
    """Where the line after the next newline begins, or the end of the file."""
    step = 4096
    while at < size:
        block = stream.read_at(min(step, size - at), at)
        found = block.find(b"\n")
        if found >= 0:
            return int(at + found + 1)
        at += len(block)
        step = min(step * 4, 1 << 20)
    return size


def _split(block: bytes, has_comments: bool) -> pa.Array:
    text = pa.array([block], pa.large_binary())
    lines = pc.split_pattern(text, pattern=b"\n").flatten().cast(pa.binary())
    if b"\r" in block:
        lines = pc.replace_substring_regex(lines, pattern=r"\r$", replacement="")
    blank = pc.equal(pc.binary_length(lines), 0)
    if has_comments and b"#" in block:
        blank = pc.or_(blank, pc.starts_with(lines, "#"))
    return lines.filter(pc.invert(blank)) if pc.any(blank).as_py() else lines


def _text_block(source: Source, lines: pa.Array) -> Block:
    puzzles, malformed = _decode(lines)
    names = source.in_files()
    return Block(pa.table([puzzles] * len(names), names=names), puzzles, malformed)


def _decode(lines: pa.Array) -> tuple[pa.Array, dict[int, str]]:
    """Strings, and the rows that are not UTF-8."""
    try:
        return lines.cast(pa.string()), {}
    except pa.ArrowInvalid:
        pass
    texts: list[str] = []
    malformed: dict[int, str] = {}
    for row, line in enumerate(lines.to_pylist()):
        try:
            texts.append(line.decode())
        except UnicodeDecodeError as error:
            texts.append(line.decode(errors="replace"))
            malformed[row] = f"byte {error.start} of the line is not UTF-8"
    return pa.array(texts, pa.string()), malformed


def _csv_block(source: Source, lines: pa.Array) -> Block:
    """One record a line; a quoted field does not go beyond its line."""
    texts, malformed = _decode(lines)
    columns = _plain_fields(source, texts)
    if columns is None:
        columns = _quoted_fields(source, texts, malformed)
    table = pa.table(columns, names=list(source.header))
    puzzles = columns[source.header.index(source.column)]
    return Block(table.select(source.in_files()), puzzles, malformed)


def _plain_fields(source: Source, texts: pa.Array) -> list[pa.Array] | None:
    """The columns of lines without quotes that all have as many fields as the header."""
    if pc.any(pc.match_substring(texts, '"')).as_py():
        return None
    fields = pc.split_pattern(texts, pattern=source.separator)
    width = len(source.header)
    if not pc.all(pc.equal(pc.list_value_length(fields), width), min_count=0).as_py():
        return None
    return [pc.list_element(fields, place) for place in range(width)]


def _quoted_fields(
    source: Source, texts: pa.Array, malformed: dict[int, str]
) -> list[pa.Array]:
    """The columns of any lines; notes those that have more or fewer fields."""
    width = len(source.header)
    nothing = [None] * width
    records: list[list[str | None]] = []
    for row, line in enumerate(texts.to_pylist()):
        try:
            fields = next(csv.reader([line], delimiter=source.separator, strict=True), [])
        except csv.Error as error:
            fields = []
            malformed.setdefault(row, f"not CSV: {error}")
        if len(fields) != width:
            malformed.setdefault(row, f"{len(fields)} fields, but the header has {width}")
        records.append([*fields, *nothing][:width])
    return [pa.array([record[place] for record in records], pa.string()) for place in range(width)]
