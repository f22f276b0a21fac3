"""Puzzles that several tests use."""

from pathlib import Path

import pytest

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture
def easy() -> str:
    return EASY


@pytest.fixture
def solved() -> str:
    return EASY_SOLVED


@pytest.fixture
def lines() -> list[str]:
    """A proper puzzle, one with clashing givens, and the empty grid."""
    return [EASY, "11" + "." * 79, "." * 81]


@pytest.fixture
def here() -> Path:
    return Path(__file__).parent
