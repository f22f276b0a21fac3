"""Sudoku as SAT: solve, count, maximise, export to DIMACS, and cross-check."""

from ._satoku import *  # noqa: F403
