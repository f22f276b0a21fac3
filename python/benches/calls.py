"""What one call costs above the engine.

    python benches/calls.py [--calls 200000] [--cpu]

A grid that is given in full takes the engine next to nothing: nearly all of its time is
overhead. Times are the best of five runs.
"""

import argparse
import time
import timeit
from typing import Any

import satoku

FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=200_000)
    parser.add_argument("--cpu", action="store_true", help="CPU time, for a busy machine")
    args = parser.parse_args()
    clock = time.process_time if args.cpu else time.perf_counter
    for name, puzzle in [("full grid", FULL), ("easy", EASY), ("hard", HARD)]:
        verbs: list[Any] = [satoku.solve, satoku.is_proper, satoku.count]
        for verb in verbs:
            calls = args.calls if name != "hard" else args.calls // 50
            seconds = (
                min(timeit.repeat(lambda: verb(puzzle), timer=clock, number=calls, repeat=5))
                / calls
            )
            print(f"{name:10} {verb.__name__:10} {seconds * 1e6:8.2f} microseconds")


if __name__ == "__main__":
    main()
