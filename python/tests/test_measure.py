"""Figures of encodings and solvers."""

import shutil
from typing import Any

import pytest
import satoku


def test_a_row_for_each_run(easy: str) -> None:
    runs = satoku.measure(
        [easy, "11" + "." * 79], encodings=["minimal", "extended"], presolve=["none", "locked"]
    ).to_dict()
    assert len(runs["row"]) == 8
    assert runs["row"] == [0] * 4 + [1] * 4
    assert set(runs["verdict"][:4]) == {"solved"}
    assert set(runs["verdict"][4:]) == {"unsatisfiable"}
    sizes = dict(zip(zip(runs["encoding"], runs["presolve"]), runs["clauses"]))
    assert sizes["extended", "none"] > sizes["minimal", "none"]
    assert all(fault is None for fault in runs["fault"])
    # No solver sees a puzzle that presolving refutes.
    for presolve, verdict, seconds in zip(
        runs["presolve"], runs["verdict"], runs["solve_seconds"]
    ):
        is_refuted = presolve == "locked" and verdict == "unsatisfiable"
        assert (seconds is None) == is_refuted
        assert seconds is None or seconds >= 0


def test_solvers_are_programs_or_built_in(easy: str) -> None:
    with pytest.raises(satoku.InputError, match="found no program 'nothing'"):
        satoku.measure([easy], solvers=["nothing -q"])
    if shutil.which("sleep"):
        runs = satoku.measure(["." * 81], encodings="minimal", solvers=["sleep 60"], timeout=0.2)
        assert runs["verdict"] == ["unknown"]


def test_bad_rows_have_their_place(easy: str) -> None:
    runs = satoku.measure([easy, "x"], encodings="minimal", on_error="null")
    assert runs["verdict"] == ["solved", None]
    assert runs["row"] == [0, 1]
    assert runs["error"][1]
    variant = satoku.generate(box="2x2", rules="diagonal", seed=1)
    mixed = satoku.measure(
        ["x", variant, easy], encodings="minimal,extended", on_error="null", mixed_sizes=True
    )
    assert mixed["row"] == [0, 1, 2, 2]


def test_a_string_is_one_solver(easy: str) -> None:
    assert satoku.measure([easy], encodings="minimal", solvers="varisat")["solver"] == ["varisat"]


@pytest.mark.parametrize("name", ["encodings", "solvers", "presolve"])
def test_no_names_at_all_are_refused(easy: str, name: str) -> None:
    nothing: Any = {name: []}
    with pytest.raises(satoku.InputError, match=f"^{name}: found no names, expected at least one"):
        satoku.measure([easy], **nothing)
