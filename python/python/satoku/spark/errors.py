"""The exceptions of satoku.spark."""

from __future__ import annotations

from satoku import SatokuError


class SchemaError(SatokuError, TypeError):
    """A column that is missing, of another type, or named like an answer."""


class SetupError(SatokuError, RuntimeError):
    """Spark, Java or the wheel is not where it is needed."""


class RowError(SatokuError, ValueError):
    """A row that is no puzzle, where ``on_error="raise"`` was asked for."""


class ResumeError(SatokuError, RuntimeError):
    """An output folder that belongs to another run."""


class FileError(SatokuError, ValueError):
    """A file of the input that is damaged, or that jobs do not read."""
