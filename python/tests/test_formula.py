"""Formulas in PySAT and back."""

import threading

import pytest
import satoku
from pysat.formula import CNF
from pysat.solvers import Solver


@pytest.mark.parametrize("presolve", ["none", "givens", "singles", "locked", "alldifferent"])
@pytest.mark.parametrize("encoding", ["minimal", "extended", "triad", "binary"])
def test_cadical_solves_every_encoding(
    easy: str, solved: str, encoding: str, presolve: str
) -> None:
    formula = satoku.encode(easy, encoding=encoding, presolve=presolve)
    assert (
        max((abs(lit) for clause in formula.clauses for lit in clause), default=0) <= formula.nvars
    )
    with Solver(name="cadical153", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        assert formula.decode(solver.get_model()).text == solved


def test_models_are_counted_as_solutions() -> None:
    formula = satoku.encode("1...............", presolve="givens")
    with Solver(name="cadical195", bootstrap_with=formula.clauses) as solver:
        found = {formula.decode(model) for model in solver.enum_models()}
    assert found == set(satoku.solutions("1..............."))


def test_variables_have_names() -> None:
    formula = satoku.encode("." * 81)
    assert (formula.nvars, len(formula.clauses)) == (729, 11988)
    assert formula.name(1) == "r1c1=1"
    assert formula.name(729) == "r9c9=9"
    assert formula.names[80] == "r1c9=9"
    auxiliary = satoku.encode("." * 81, encoding="triad")
    assert auxiliary.name(auxiliary.nvars) == f"x{auxiliary.nvars}"
    for var in [0, 730]:
        with pytest.raises(satoku.InputError, match="1 to 729"):
            formula.name(var)


def test_dimacs_is_the_same_formula(easy: str) -> None:
    formula = satoku.encode(easy, presolve="locked")
    read = CNF(from_string=formula.to_dimacs())
    assert read.clauses == formula.clauses
    assert read.nv == formula.nvars
    assert "satoku puzzle" in formula.to_dimacs()


def test_contradictions_and_wrong_models(easy: str, solved: str) -> None:
    clash = satoku.encode("11" + "." * 79, presolve="singles")
    with Solver(name="cadical153", bootstrap_with=clash.clauses) as solver:
        assert not solver.solve()
    formula = satoku.encode(easy)
    with pytest.raises(satoku.InputError, match="model"):
        formula.decode([])
    wrong = [9 * cell + int(digit) for cell, digit in enumerate(solved[1:] + solved[0])]
    with pytest.raises(satoku.InputError, match="the model is not a solution"):
        formula.decode(wrong)


def test_variants_become_clauses_too() -> None:
    formula = satoku.encode("." * 16, rules="diagonal", presolve="locked")
    with Solver(name="cadical153", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        grid = formula.decode(solver.get_model()).grid
    assert sorted(grid[k][k] for k in range(4)) == [1, 2, 3, 4]
    assert "satoku json" in formula.to_dimacs()


def test_unknown_names_are_told(easy: str) -> None:
    with pytest.raises(satoku.InputError, match="extended"):
        satoku.encode(easy, encoding="nothing")
    with pytest.raises(satoku.InputError, match="locked"):
        satoku.encode(easy, presolve="nothing")


def test_large_formulas_heed_the_timeout() -> None:
    large = "0 " * 1296
    formula = satoku.encode(large)
    with pytest.raises(satoku.UnknownError, match="time limit"):
        formula.to_dimacs(timeout=1e-6)
    with pytest.raises(satoku.UnknownError, match="time limit"):
        satoku.encode("0 " * 4096, timeout=0.05)
    with pytest.raises(satoku.InputError, match="timeout: found 0"):
        formula.to_dimacs(timeout=0)


def test_other_threads_run_while_a_formula_is_written() -> None:
    formula = satoku.encode("0 " * 1296)
    text: list[str] = []
    writer = threading.Thread(target=lambda: text.append(formula.to_dimacs()))
    writer.start()
    ticks = 0
    while writer.is_alive():
        writer.join(0.01)
        ticks += 1
    assert text[0].splitlines()[-1].endswith(" 0")
    assert ticks > 2
