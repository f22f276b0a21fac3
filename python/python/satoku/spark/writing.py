"""Answers one unit on an executor and writes its file, whole or not at all."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import filesystem
from .campaign import measure_rows
from .errors import FileError
from .inputs import Source, Unit
from .reading import Block, blocks, count_rows
from .verbs import ERROR
from .worker import Question, answer

#: How many malformed rows of a unit its receipt names; the others are in its output.
NAMED_ERRORS = 5


@dataclass
class Job:
    """Everything that an executor needs to know, beside the number of a unit."""

    question: dict[str, Any]
    source: Source
    output: str
    form: str
    index: str | None = None
    on_error: str = "null"
    batch_bytes: int = 8 << 20
    compression: str = "snappy"

    def asked(self) -> Question:
        question = Question.__new__(Question)
        vars(question).update(self.question)
        return question

    def part(self, unit: int) -> str:
        """The name of the file of a unit."""
        return f"part-{unit:06}.{'parquet' if self.form == 'parquet' else 'txt'}"


@dataclass
class Receipt:
    """What a unit came to. It is written after the file of the unit is whole."""

    unit: int
    rows: int = 0
    bytes: int = 0
    errors: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    #: (row of the unit, message) of the first malformed rows.
    named: list[tuple[int, str]] = field(default_factory=list)
    #: Set if the job is to end here, with the reason.
    stopped: str | None = None
    #: Whether a damaged file is that reason.
    is_damaged: bool = False


def run_unit(job: Job, unit: Unit, run: str) -> Receipt:
    """Reads, answers and writes a unit; `run` identifies the plan that it belongs to."""
    files, output = filesystem.locate(job.output)
    state = f"{output}/_satoku"
    if filesystem.read_json(files, f"{state}/stop.json") is not None:
        return Receipt(unit.number, stopped="stopped before")
    receipt = Receipt(unit.number)
    name = f"{output}/{job.part(unit.number)}"
    try:
        with filesystem.whole_file(files, name, f"{state}/unfinished") as stream:
            write = _write_parquet if job.form == "parquet" else _write_text
            write(job, _answered(job, unit, receipt), stream)
            receipt.bytes = stream.tell()
    except FileNotFoundError as error:
        raise FileNotFoundError(
            f"unit {unit.number}: {error} (seen from {platform.node()}); input and output of a "
            "job must be on a file system that every executor sees, such as HDFS, S3 or NFS"
        ) from None
    except (Stop, FileError) as stop:
        receipt.stopped, receipt.is_damaged = str(stop), isinstance(stop, FileError)
        scratch = f"{state}/unfinished"
        filesystem.write_json(files, f"{state}/stop.json", {"reason": str(stop)}, scratch)
        return receipt
    done = vars(receipt) | {"run": run}
    filesystem.write_json(
        files, f"{state}/done/{unit.number:06}.json", done, f"{state}/unfinished"
    )
    return receipt


class Stop(Exception):
    """A malformed row, where the job was asked to end at the first."""


def _answered(job: Job, unit: Unit, receipt: Receipt) -> Iterator[pa.RecordBatch]:
    question = job.asked()
    for block in blocks(job.source, unit, job.batch_bytes):
        if question.verb == "measure":
            batch = _measured(job, question, unit, receipt, block)
        else:
            batch = _joined(job, question, unit, receipt, block)
        receipt.rows += len(block.puzzles)
        yield batch


def _joined(
    job: Job, question: Question, unit: Unit, receipt: Receipt, block: Block
) -> pa.RecordBatch:
    answers = answer(question, _without(block.puzzles, block.malformed))
    errors = answers.column(answers.num_columns - 1)
    if block.malformed:
        texts = errors.to_pylist()
        for row, message in block.malformed.items():
            texts[row] = message
        errors = pa.array(texts, pa.string())
    _note(job, unit, receipt, errors, answers.column(0))
    start = (unit.first_row or 0) + receipt.rows
    index = pa.array(range(start, start + len(errors)) if job.index is not None else [], pa.int64())
    return _batch(job, index, block.kept, [*answers.columns[:-1], errors], answers.schema.names)


def _measured(
    job: Job, question: Question, unit: Unit, receipt: Receipt, block: Block
) -> pa.RecordBatch:
    """All runs of a block, each with the columns of its row."""
    rows, runs = measure_rows(question, _without(block.puzzles, block.malformed))
    errors = [
        block.malformed.get(row, error)
        for row, error in zip(rows, runs.column(runs.num_columns - 1).to_pylist(), strict=True)
    ]
    of_rows = dict(zip(rows, errors, strict=True))
    of_rows_column = pa.array([of_rows[row] for row in sorted(of_rows)], pa.string())
    _note(job, unit, receipt, of_rows_column, runs.column(runs.schema.get_field_index("verdict")))
    taken = pa.array(rows, pa.int64())
    return _batch(
        job,
        pc.add(taken, (unit.first_row or 0) + receipt.rows),
        block.kept.take(taken),
        [*runs.columns[:-1], pa.array(errors, pa.string())],
        runs.schema.names,
    )


def _batch(
    job: Job, index: pa.Array, kept: pa.Table, answers: list[pa.Array], names: list[str]
) -> pa.RecordBatch:
    """The index if it was asked for, the columns that are kept, the answers."""
    columns, all_names = [], []
    if job.index is not None:
        columns.append(index)
        all_names.append(job.index)
    for name in kept.column_names:
        chunks = kept.column(name).chunks
        empty = pa.array([], kept.column(name).type)
        columns.append(chunks[0] if len(chunks) == 1 else pa.concat_arrays(chunks or [empty]))
        all_names.append(name)
    return pa.RecordBatch.from_arrays(columns + answers, names=all_names + names)


def _without(puzzles: pa.Array, malformed: dict[int, str]) -> pa.Array:
    if not malformed:
        return puzzles
    mask = [row in malformed for row in range(len(puzzles))]
    return pc.if_else(pa.array(mask), pa.scalar(None, puzzles.type), puzzles)


def _note(
    job: Job, unit: Unit, receipt: Receipt, errors: pa.Array, verdicts: pa.Array | None
) -> None:
    """Counts answers and errors for the receipt; ends the unit if that was asked for."""
    if verdicts is not None:
        for pair in pc.value_counts(verdicts).to_pylist():
            if pair["values"] is not None:
                before = receipt.verdicts.get(pair["values"], 0)
                receipt.verdicts[pair["values"]] = before + pair["counts"]
    wrong = len(errors) - errors.null_count
    if wrong == 0:
        return
    receipt.errors += wrong
    for row in pc.indices_nonzero(pc.is_valid(errors))[:NAMED_ERRORS].to_pylist():
        if job.on_error == "raise":
            first = unit.first_row
            if first is None:
                first = _rows_before(job, unit)
            where = f"{unit.path}: row {first + receipt.rows + row}" if first is not None else ""
            raise Stop(
                f"{where or unit.path} (from 0): {errors[row].as_py()}; mend the input, or keep "
                "such rows with --on-error null"
            )
        if len(receipt.named) < NAMED_ERRORS:
            receipt.named.append((receipt.rows + row, errors[row].as_py()))


def _rows_before(job: Job, unit: Unit) -> int:
    """How many rows of the same file come before a unit; read again, for one message."""
    if job.source.form == "parquet":
        return unit.start
    before = Unit(unit.number, unit.path, 0, unit.start)
    return count_rows(job.source, before) if unit.start else 0


def _write_parquet(job: Job, batches: Iterator[pa.RecordBatch], stream: BinaryIO) -> None:
    writer = None
    try:
        for batch in batches:
            if writer is None:
                short = [name for name in batch.schema.names if name in _FEW_VALUES]
                writer = pq.ParquetWriter(
                    stream,
                    batch.schema,
                    compression=job.compression,
                    use_dictionary=short,
                    write_statistics=False,
                )
            writer.write_batch(batch)
    finally:
        if writer is not None:
            writer.close()


#: Columns with few different values, which are stored as dictionaries.
_FEW_VALUES = ("verdict", "count", "encoding", "solver", "presolve", "claim", "error", "fault")


def _write_text(job: Job, batches: Iterator[pa.RecordBatch], stream: BinaryIO) -> None:
    question = job.asked()
    for batch in batches:
        lines = text_lines(question, job.index, batch)
        if len(lines):
            whole = pa.ListArray.from_arrays([0, len(lines)], lines)
            stream.write(pc.binary_join(whole, "\n")[0].as_buffer())
            stream.write(b"\n")


def text_lines(question: Question, index: str | None, batch: pa.RecordBatch) -> pa.Array:
    """One line a row, as the program prints it; with the index before it, if there is one."""

    def column(name: str) -> pa.Array:
        return batch.column(batch.schema.get_field_index(question.prefix + name))

    verdict = column("verdict")
    if question.options.get("unique"):
        parts = [verdict, column("solution"), column("second")]
        lines = pc.binary_join_element_wise(*parts, "\t", null_handling="skip")
        lines = pc.if_else(pc.is_valid(verdict), lines, pa.scalar(None, pa.string()))
    else:
        lines = column(question.definition.text or "verdict").cast(pa.string())
    pyramid = question.verb == "maximum" and "weights" not in question.options
    other = pc.if_else(
        pc.equal(verdict, "unsatisfiable"), "-1" if pyramid else "no solution", verdict
    )
    other = pc.if_else(pc.equal(other, "several"), "several solutions", other)
    errors = pc.binary_join_element_wise("error: ", column(ERROR), "")
    lines = pc.coalesce(lines, errors, other)
    if index is None:
        return lines
    numbers = batch.column(batch.schema.get_field_index(index)).cast(pa.string())
    return pc.binary_join_element_wise(numbers, lines, "\t")
