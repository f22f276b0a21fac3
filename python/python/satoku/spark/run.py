"""Runs a job: a plan of numbered units, and a receipt for each that is done.

    OUTPUT/part-000000.parquet …     the answers, one file for each unit
    OUTPUT/_SUCCESS                  written last
    OUTPUT/_satoku/plan.json         units, and what input and options they are for
    OUTPUT/_satoku/done/000000.json  a receipt, written after the file of the unit
    OUTPUT/_satoku/unfinished/       files that are being written

A unit is done if its receipt is there and its file has the size that the receipt says. All
files are renamed into place when they are whole, so that a crash of executors or of the
driver leaves nothing half written, and a second try of a unit only replaces its file.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TextIO

import satoku

from . import filesystem, inputs
from .errors import FileError, ResumeError, RowError
from .inputs import Source, Unit
from .writing import Job, Receipt

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_FORM = 1


@dataclass
class Plan:
    """What a job does, as plan.json has it."""

    job: Job
    units: list[Unit]
    fingerprint: str
    inputs: list[str]
    version: str = satoku.__version__

    @property
    def run(self) -> str:
        """Identifies this plan in receipts."""
        plan = self.as_dict()
        del plan["job"]["output"]  # the folder may be moved
        return hashlib.sha256(json.dumps(plan).encode()).hexdigest()[:16]

    def as_dict(self) -> dict[str, Any]:
        return {
            "form": _FORM,
            "version": self.version,
            "inputs": self.inputs,
            "fingerprint": self.fingerprint,
            "job": asdict(self.job),
            "units": [unit.as_dict() for unit in self.units],
        }

    @staticmethod
    def from_dict(plan: dict[str, Any]) -> Plan:
        options = dict(plan["job"])
        source = options.pop("source")
        source |= {name: tuple(source[name]) for name in ("keep", "header")}
        source["partitions"] = tuple(tuple(pair) for pair in source.get("partitions", ()))
        units = [Unit(**unit) for unit in plan["units"]]
        job = Job(source=Source(**source), **options)
        return Plan(job, units, plan["fingerprint"], plan["inputs"], plan["version"])


@dataclass
class Summary:
    """What a job came to."""

    units: int
    done_before: int
    rows: int
    errors: int
    verdicts: dict[str, int]
    #: Where the first malformed rows are, and what is wrong with them.
    named: list[str]


class Run:
    """A job and its output folder."""

    def __init__(self, job: Job, paths: list[str], unit_bytes: int, log: TextIO | None = None):
        self.job = job
        self.paths = paths
        self.unit_bytes = unit_bytes
        self.log = log or sys.stderr
        self.files, self.folder = filesystem.locate(job.output)
        self.state = f"{self.folder}/_satoku"
        #: Whether no run has begun what this one does.
        self.is_new = True

    def prepare(self, resume: bool) -> Plan:
        """Makes the plan, or reads that of the run that is resumed; refuses another's."""
        fingerprint = inputs.fingerprint(self.paths)
        before = filesystem.read_json(self.files, f"{self.state}/plan.json")
        self.is_new = before is None
        if before is None:
            if filesystem.sizes(self.files, self.folder):
                raise ResumeError(
                    f"{self.job.output} has files that are not of a job of satoku; give an "
                    "empty or a new folder"
                )
            units = inputs.cut(self.paths, self.job.source.form, self.unit_bytes)
            return Plan(self.job, units, fingerprint, self.paths)
        if not resume:
            raise ResumeError(
                f"{self.job.output} holds a job already; --resume completes it, or give "
                "another folder"
            )
        plan = Plan.from_dict(before)
        self._refuse_other(plan, fingerprint)
        return plan

    def _refuse_other(self, plan: Plan, fingerprint: str) -> None:
        """A plan can be resumed by the same version, with the same options and input."""
        start = f"{self.job.output} belongs to another run: "
        if plan.version != satoku.__version__:
            raise ResumeError(
                f"{start}it is by satoku {plan.version}, this is {satoku.__version__}; finish "
                "it with that version, or give another folder"
            )
        mine, theirs = asdict(self.job), asdict(plan.job)
        mine["output"] = theirs["output"] = None
        for name in mine:
            if mine[name] != theirs[name]:
                raise ResumeError(
                    f"{start}{name} was {theirs[name]}, now it is {mine[name]}; give the "
                    "same options, or another folder"
                )
        if plan.inputs != self.paths or plan.fingerprint != fingerprint:
            raise ResumeError(
                f"{start}the input has changed since; put it back, or give another folder"
            )
        plan.job.output = self.job.output

    def execute(self, spark: SparkSession, plan: Plan) -> Summary:
        """Does what is not done, and says what the whole came to."""
        if self.is_new and plan.job.source.form == "csv":
            self._refuse_open_records(spark, plan)
        self._count_rows(spark, plan)
        scratch = f"{self.state}/unfinished"
        filesystem.write_json(self.files, f"{self.state}/plan.json", plan.as_dict(), scratch)
        self.files.create_dir(f"{self.state}/done", recursive=True)
        if self.files.get_file_info(f"{self.state}/stop.json").type.name == "File":
            self.files.delete_file(f"{self.state}/stop.json")
        before = self._receipts(plan)
        left = [unit for unit in plan.units if unit.number not in before]
        self._say(f"{len(plan.units)} units, {len(before)} done before, {len(left)} to do")
        for receipt in self._answer(spark, plan, left):
            if receipt.stopped and receipt.stopped != "stopped before":
                kind = FileError if receipt.is_damaged else RowError
                raise kind(receipt.stopped)
        receipts = self._receipts(plan)
        missing = [unit.number for unit in plan.units if unit.number not in receipts]
        if missing:
            raise ResumeError(
                f"unit {missing[0]} is done, but its file is not in {self.job.output}: the "
                "output must be on a file system that the driver and all executors see, such "
                "as HDFS, S3 or NFS; then run again with --resume"
            )
        summary = self._summary(plan, receipts, len(before))
        self.files.delete_dir_contents(scratch, missing_dir_ok=True)
        filesystem.write_json(self.files, f"{self.folder}/_SUCCESS", asdict(summary), scratch)
        return summary

    def _answer(self, spark: SparkSession, plan: Plan, units: list[Unit]) -> list[Receipt]:
        """One task for each unit."""
        if not units:
            return []
        context = spark.sparkContext
        job, run = plan.job, plan.run

        def task(unit):  # type: ignore[no-untyped-def]
            try:
                from satoku.spark.writing import run_unit
            except ImportError as error:
                raise RuntimeError(
                    f"satoku is missing on an executor ({error}); docs/spark.md says how to "
                    "ship the wheel to executors"
                ) from None
            return run_unit(job, unit, run)

        return list(context.parallelize(units, len(units)).map(task).collect())

    def _count_rows(self, spark: SparkSession, plan: Plan) -> None:
        """Numbers the rows of the whole input, if an index was asked for."""
        units = plan.units
        if plan.job.index is None or (units and units[-1].first_row is not None):
            return
        source = plan.job.source
        if source.form == "parquet":
            rows = [unit.stop - unit.start for unit in units]
        else:

            def count(unit):  # type: ignore[no-untyped-def]
                from satoku.spark.reading import count_rows

                return count_rows(source, unit)

            rows = self._survey(spark, units, count)
        numbered, first = [], 0
        for unit, number in zip(units, rows, strict=True):
            numbered.append(Unit(unit.number, unit.path, unit.start, unit.stop, first))
            first += number
        plan.units = numbered

    def _refuse_open_records(self, spark: SparkSession, plan: Plan) -> None:
        """Reads all of a CSV input, before anything is answered."""
        source = plan.job.source

        def check(unit):  # type: ignore[no-untyped-def]
            from satoku.spark.reading import refuse_open_records

            return refuse_open_records(source, unit)

        self._survey(spark, plan.units, check)

    def _survey(self, spark: SparkSession, units: list[Unit], work: Any) -> list[Any]:
        """What a function says about each unit; Spark does not repeat what cannot help."""

        def task(unit):  # type: ignore[no-untyped-def]
            from satoku.spark.errors import FileError

            try:
                return work(unit), None
            except FileError as error:
                return None, str(error)

        tasks = spark.sparkContext.parallelize(units, max(len(units), 1))
        answers = tasks.map(task).collect()
        for _, refusal in answers:
            if refusal is not None:
                raise FileError(refusal)
        return [found for found, _ in answers]

    def _receipts(self, plan: Plan) -> dict[int, Receipt]:
        """The receipts of this plan whose files are there, whole."""
        present = filesystem.sizes(self.files, self.folder)
        receipts = {}
        for name in filesystem.sizes(self.files, f"{self.state}/done"):
            found = filesystem.read_json(self.files, f"{self.state}/done/{name}")
            if found is None or found.pop("run") != plan.run:
                continue
            receipt = Receipt(**found)
            if present.get(plan.job.part(receipt.unit)) == receipt.bytes:
                receipts[receipt.unit] = receipt
        return receipts

    def _summary(self, plan: Plan, receipts: dict[int, Receipt], before: int) -> Summary:
        verdicts: dict[str, int] = {}
        named = []
        for unit in plan.units:
            receipt = receipts[unit.number]
            for verdict, number in receipt.verdicts.items():
                verdicts[verdict] = verdicts.get(verdict, 0) + number
            for row, message in receipt.named:
                named.append(f"{_where(plan.job, unit, row)}: {message}")
        rows = sum(receipt.rows for receipt in receipts.values())
        errors = sum(receipt.errors for receipt in receipts.values())
        return Summary(len(plan.units), before, rows, errors, verdicts, named[:20])

    def _say(self, text: str) -> None:
        print(f"satoku: {text}", file=self.log)


def _where(job: Job, unit: Unit, row: int) -> str:
    """The place of a row: its number in the input if rows were counted."""
    if unit.first_row is not None:
        return f"row {unit.first_row + row} (from 0)"
    if job.source.form == "parquet":
        return f"{unit.path}: row {unit.start + row} (from 0)"
    return f"{unit.path}: row {row} (from 0) of those from byte {unit.start}"
