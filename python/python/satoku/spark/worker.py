"""What runs on an executor: Arrow batches of puzzles to Arrow batches of answers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

import satoku

from .errors import RowError
from .verbs import ERROR, MICROSECONDS, VERBS, Verb

#: Puzzles longer than this are refused unread: 1024×1024 cells as numbers are shorter.
LONGEST_PUZZLE = 6 << 20
#: A message about a row is cut here, so that it never repeats a long row.
LONGEST_MESSAGE = 400


class Question:
    """A verb with its options, as an executor gets it: plain values, checked before."""

    def __init__(
        self,
        verb: str,
        options: dict[str, Any],
        *,
        on_error: str = "null",
        microseconds: bool = False,
        prefix: str = "",
        jobs: int = 1,
    ) -> None:
        self.verb = verb
        self.options = {name: value for name, value in options.items() if value is not None}
        self.on_error = on_error
        self.microseconds = microseconds
        self.prefix = prefix
        self.jobs = jobs

    @property
    def definition(self) -> Verb:
        return VERBS[self.verb]

    def fields(self) -> list[pa.Field]:
        """The columns that an answer adds."""
        columns = [
            (name, type_)
            for name, (_, type_) in self.definition.columns(self.options).items()
        ]
        if self.microseconds and self.definition.one_to_one:
            columns.append((MICROSECONDS, pa.float64()))
        columns.append((ERROR, pa.string()))
        return [pa.field(self.prefix + name, type_) for name, type_ in columns]


def plain(array: pa.Array) -> pa.Array:
    """Strings as Spark sends them: no dictionaries, no views."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if not (pa.types.is_string(array.type) or pa.types.is_large_string(array.type)):
        array = array.cast(pa.string())
    return array


def slices(puzzles: pa.Array, most: int) -> Iterator[tuple[int, int]]:
    """Cuts a column into (start, length), each of at most `most` bytes or of one row."""
    rows = len(puzzles)
    if puzzles.nbytes <= most:
        if rows:
            yield 0, rows
        return
    wide = pa.types.is_large_string(puzzles.type)
    ends = memoryview(puzzles.buffers()[1]).cast("q" if wide else "i")
    first, last = puzzles.offset, puzzles.offset + rows
    start = first
    while start < last:
        stop = bisect_right(ends, ends[start] + most, start + 1, last + 1) - 1
        stop = max(stop, start + 1)
        yield start - first, stop - start
        start = stop


def answer(question: Question, puzzles: pa.Array) -> pa.RecordBatch:
    """One row of answers for each puzzle, with an error where there is none."""
    puzzles = plain(puzzles)
    if not len(puzzles):
        schema = pa.schema(question.fields())
        return pa.RecordBatch.from_arrays(
            [pa.array([], field.type) for field in schema], schema=schema
        )
    long = pc.greater(pc.binary_length(puzzles), LONGEST_PUZZLE)
    too_long = pc.any(long).as_py()
    if too_long:
        nothing = pa.scalar(None, puzzles.type)
        asked = pc.if_else(pc.fill_null(long, False), nothing, puzzles)
    else:
        asked = puzzles
    columns = _native(question, asked)
    errors = columns[ERROR]
    if too_long:
        message = pc.binary_join_element_wise(
            pa.scalar("a puzzle of "),
            pc.binary_length(puzzles).cast(pa.string()),
            pa.scalar(f" bytes; the longest that is read has {LONGEST_PUZZLE}"),
            "",
        )
        errors = pc.if_else(pc.fill_null(long, False), message, errors)
    columns[ERROR] = pc.utf8_slice_codeunits(errors, 0, LONGEST_MESSAGE)
    arrays = [columns[field.name[len(question.prefix) :]] for field in question.fields()]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(question.fields()))


def _native(question: Question, puzzles: pa.Array) -> dict[str, pa.Array]:
    """The native answers as plain columns of the types that Spark takes."""
    function = getattr(satoku, question.verb)
    answers = function(puzzles, jobs=question.jobs, on_error="null", **question.options)
    table = pa.RecordBatchReader.from_stream(answers).read_all()
    if table.num_rows != len(puzzles):
        raise RuntimeError(f"{len(puzzles)} puzzles, but {table.num_rows} answers")
    wanted = {
        name: (native, type_)
        for name, (native, type_) in question.definition.columns(question.options).items()
    }
    wanted[ERROR] = (ERROR, pa.string())
    if question.microseconds:
        wanted[MICROSECONDS] = (MICROSECONDS, pa.float64())
    return {
        name: _one_array(table.column(native)).cast(type_)
        for name, (native, type_) in wanted.items()
    }


def _one_array(column: pa.ChunkedArray) -> pa.Array:
    array = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks)
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array


def answer_batches(
    question: Question, column: str, batch_bytes: int, batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Adds the answers to batches of rows; one slice is in memory at a time."""
    before = 0
    for batch in batches:
        puzzles = plain(batch.column(batch.schema.get_field_index(column)))
        for start, length in slices(puzzles, batch_bytes):
            answers = answer(question, puzzles.slice(start, length))
            if question.on_error == "raise":
                raise_first(answers.column(answers.num_columns - 1), before + start)
            kept = batch.slice(start, length)
            yield pa.RecordBatch.from_arrays(
                kept.columns + answers.columns,
                schema=pa.schema(list(kept.schema) + list(answers.schema)),
            )
        before += batch.num_rows


def raise_first(errors: pa.Array, before: int) -> None:
    """Raises for the first row with an error; `before` rows of the partition came before."""
    if errors.null_count == len(errors):
        return
    row = pc.index(pc.is_valid(errors), True).as_py()
    where = f"row {before + row}"
    try:
        from pyspark import TaskContext

        context = TaskContext.get()
        if context is not None:
            where += f" of partition {context.partitionId()}"
    except ImportError:
        pass
    raise RowError(
        f"{where} (from 0): {errors[row].as_py()}; "
        'on_error="null" keeps such rows, with the reason in the column error'
    )


