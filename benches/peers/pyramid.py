#!/usr/bin/env python3
"""The pyramid maximum beside other optimisers, on the same machine in one run.

    cargo build --release
    pip install ortools highspy
    benches/peers/pyramid.py instances.jsonl [SECONDS]

Each line of the file is {"id": ..., "puzzle": 81 characters, "givens": ...,
"optimum": ...}. Prints the median time in milliseconds by number of givens for
native search and SAT of satoku (one thread each), CP-SAT (one worker,
linearization_level 2) and HiGHS, and how many optima each proved within SECONDS
(20) a puzzle. An optimum that differs ends the run.
"""

import collections
import concurrent.futures
import json
import multiprocessing
import pathlib
import statistics
import subprocess
import sys
import time


ROOT = pathlib.Path(__file__).resolve().parents[2]
SATOKU = ROOT / "target/release/satoku"
CELLS = [(r, c) for r in range(9) for c in range(9)]
WEIGHT = {(r, c): 6 + min(r, c, 8 - r, 8 - c) for r, c in CELLS}


def groups():
    """The candidates of which exactly one is true."""
    digits = range(1, 10)
    for r, c in CELLS:
        yield [(r, c, d) for d in digits]
    for d in digits:
        for k in range(9):
            yield [(k, c, d) for c in range(9)]
            yield [(r, k, d) for r in range(9)]
            yield [(k // 3 * 3 + i, k % 3 * 3 + j, d) for i in range(3) for j in range(3)]


GROUPS = list(groups())


def givens(puzzle):
    return [(k // 9, k % 9, int(ch)) for k, ch in enumerate(puzzle) if ch in "123456789"]


def cp_sat(puzzle, limit):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    x = {(r, c, d): model.new_bool_var("") for r, c in CELLS for d in range(1, 10)}
    for group in GROUPS:
        model.add_exactly_one(x[member] for member in group)
    for given in givens(puzzle):
        model.add(x[given] == 1)
    model.maximize(sum(WEIGHT[r, c] * d * var for (r, c, d), var in x.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    if status == cp_model.OPTIMAL:
        return round(solver.objective_value)
    return -1 if status == cp_model.INFEASIBLE else None


def highs(puzzle, limit):
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", float(limit))
    x = {(r, c, d): solver.addBinary() for r, c in CELLS for d in range(1, 10)}
    for group in GROUPS:
        solver.addConstr(sum(x[member] for member in group) == 1)
    for given in givens(puzzle):
        solver.addConstr(x[given] == 1)
    solver.maximize(sum(WEIGHT[r, c] * d * var for (r, c, d), var in x.items()))
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        return round(solver.getObjectiveValue())
    return -1 if status == highspy.HighsModelStatus.kInfeasible else None


def satoku(method, puzzles, limit):
    command = [SATOKU, "pyramid", "--jobs", "1", "--method", method, "--check", "none",
               "--to", "json"]
    command += ["--from", "line", "--timeout", str(limit)] if method != "sat" else ["--from", "line"]
    ran = subprocess.run(command, input="\n".join(puzzles), capture_output=True, text=True)
    for line in ran.stdout.splitlines():
        answer = json.loads(line)
        yield answer.get("maximum"), answer["time_us"] / 1e6


def timed(solve, puzzle, limit):
    start = time.perf_counter()
    return solve(puzzle, limit), time.perf_counter() - start


def peer(solve, puzzles, limit):
    # OR-tools brings a HiGHS that does not get on with the other one: each peer
    # has a process of its own. The first puzzle warms it up.
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as process:
        process.submit(timed, solve, puzzles[0], limit).result()
        for puzzle in puzzles:
            yield process.submit(timed, solve, puzzle, limit).result()


def main():
    instances = [json.loads(line) for line in open(sys.argv[1])]
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    puzzles = [instance["puzzle"] for instance in instances]
    runs = {
        "native": satoku("native", puzzles, limit),
        "sat": satoku("sat", puzzles, limit),
        "cp-sat": peer(cp_sat, puzzles, limit),
        "highs": peer(highs, puzzles, limit),
    }
    times = collections.defaultdict(lambda: collections.defaultdict(list))
    proved = collections.Counter()
    for name, answers in runs.items():
        for instance, (optimum, seconds) in zip(instances, answers):
            if optimum is not None and optimum != instance["optimum"]:
                sys.exit(f"{name} says {optimum} for {instance['id']}, known is {instance['optimum']}")
            proved[name] += optimum is not None
            if instance["optimum"] != -1:
                family = instance["id"].rstrip("0123456789").rstrip("_")
                key = "adv" if family.startswith("adv") else f"{instance['givens']:2} givens"
                times[key][name].append(seconds)
    print(f"{'median ms':12}" + "".join(f"{name:>12}" for name in runs))
    for key in sorted(times, reverse=True):
        medians = (1000 * statistics.median(times[key][name]) for name in runs)
        print(f"{key:12}" + "".join(f"{median:12.3f}" for median in medians))
    worst = (1000 * max(max(row[name]) for row in times.values()) for name in runs)
    print(f"{'worst':12}" + "".join(f"{value:12.3f}" for value in worst))
    print(f"{'proved':12}" + "".join(f"{proved[name]:>8}/{len(puzzles)}" for name in runs))


if __name__ == "__main__":
    main()
