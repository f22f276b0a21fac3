"""Sudoku packages of the Python package index on the same puzzles.

    pip install lib-sudoku dlxsudoku py-sudoku
    python benches/peers.py LINES [--seconds 5]

LINES is a file with one 9x9 puzzle a line. Each package solves puzzles from the start of
the file for some seconds of CPU time, one call a puzzle; every solution is checked, beside the
clock. satoku is measured with one call a puzzle and with a column on one core. Packages that are not
installed are left out.
"""

import argparse
import itertools
import time
from collections.abc import Callable
from pathlib import Path

import satoku


def rows_of(puzzle: str) -> list[list[int]]:
    digits = [0 if c in ".0" else int(c) for c in puzzle]
    return [digits[k : k + 9] for k in range(0, 81, 9)]


def joined(rows: list[list[int]]) -> str:
    return "".join(str(digit) for row in rows for digit in row)


def lib_sudoku() -> Callable[[str], str]:
    """Native: Rust."""
    import lib_sudoku

    zero = str.maketrans(".", "0")
    digits = bytes.maketrans(bytes(range(10)), b"0123456789")

    def solve(puzzle: str) -> str:
        cells = [int(c) for c in puzzle.translate(zero)]
        return bytes(lib_sudoku.solve(cells)).translate(digits).decode()

    return solve


def dlxsudoku() -> Callable[[str], str]:
    """Pure Python: dancing links."""
    from dlxsudoku import Sudoku

    def solve(puzzle: str) -> str:
        sudoku = Sudoku(puzzle.replace(".", "0"))
        sudoku.solve()
        return str(sudoku.to_oneliner())

    return solve


def py_sudoku() -> Callable[[str], str]:
    """Pure Python: backtracking."""
    from sudoku import Sudoku

    return lambda puzzle: joined(Sudoku(3, board=rows_of(puzzle)).solve().board)


def one_call() -> Callable[[str], str]:
    """satoku, one call a puzzle."""
    return lambda puzzle: satoku.solve(puzzle).text


# Calls between two looks at the clock.
BLOCK = 20


def rate(solve: Callable[[str], str], puzzles: list[str], seconds: float) -> float:
    """Puzzles a second; solutions are checked while the clock stands still."""
    done, spent = 0, 0.0
    cycle = itertools.cycle(puzzles)
    while spent < seconds:
        block = list(itertools.islice(cycle, BLOCK))
        start = time.process_time()
        solutions = [solve(puzzle) for puzzle in block]
        spent += time.process_time() - start
        done += len(block)
        for puzzle, solution in zip(block, solutions):
            assert len(solution) == 81, solution
            fits = (given in (".", "0", digit) for given, digit in zip(puzzle, solution))
            assert all(fits), (puzzle, solution)
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lines", type=Path)
    parser.add_argument("--seconds", type=float, default=5.0)
    args = parser.parse_args()
    puzzles = [line[:81] for line in args.lines.read_text().splitlines() if len(line) >= 81]
    rates = {}
    for make in [one_call, lib_sudoku, dlxsudoku, py_sudoku]:
        try:
            solve = make()
        except ImportError:
            print(f"{make.__name__:20} is not installed")
            continue
        rates[make.__name__] = rate(solve, puzzles, args.seconds)
    many = (puzzles * (100_000 // len(puzzles) + 1))[:100_000]
    start = time.process_time()
    satoku.solve(many, jobs=1)
    rates["column"] = len(many) / (time.process_time() - start)
    for name, value in rates.items():
        print(
            f"{name:20} {value:12.0f} puzzles/s   satoku: {rates['one_call'] / value:8.1f} times, a column {rates['column'] / value:10.1f} times"
        )


if __name__ == "__main__":
    main()
