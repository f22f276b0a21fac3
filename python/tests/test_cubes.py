"""Cubes: what each was asked counts when all are put together."""

import json
import signal
from types import FrameType

import pytest
import satoku

EMPTY = "." * 16
PUZZLE = ".1........1....2"


def test_answers_above_a_score_need_a_solution_with_it() -> None:
    cubes = satoku.Cubes(EMPTY, maximum=True)
    parts = cubes.split(3)
    answers = [cubes.solve(part, above=254) for part in parts]
    with pytest.raises(satoku.InputError, match="above=254"):
        cubes.combine(parts, answers)
    whole = json.loads(cubes.combine(parts, [cubes.solve(part) for part in parts]))
    assert whole["verdict"] == "maximum"
    known = whole["solutions"][0]
    above = [cubes.solve(part, above=whole["score"]) for part in parts]
    again = json.loads(cubes.combine(parts, above, known=known))
    assert (again["verdict"], again["score"]) == ("maximum", whole["score"])


def test_scores_of_minima_have_their_own_signs() -> None:
    weights = [(7 * cell) % 10 - 3 for cell in range(16)]
    least = satoku.maximum(PUZZLE, weights=weights, minimise=True)
    assert least.score is not None
    cubes = satoku.Cubes(PUZZLE, maximum=True, weights=weights, minimise=True)
    parts = cubes.split(3)
    answers = [cubes.solve(part, above=least.score + 1) for part in parts]
    found = json.loads(cubes.combine(parts, answers))
    assert (found["verdict"], found["score"]) == ("minimum", least.score)
    assert found["above"] == least.score


def test_answers_of_minima_have_their_own_signs() -> None:
    weights = [(7 * cell) % 10 + 1 for cell in range(16)]
    least = satoku.maximum(PUZZLE, weights=weights, minimise=True)
    assert least.score is not None and least.score > 0
    cubes = satoku.Cubes(PUZZLE, maximum=True, weights=weights, minimise=True)
    parts = cubes.split(3)
    lines = [cubes.solve(part, above=least.score + 1) for part in parts]
    answers = [json.loads(line) for line in lines]
    assert {answer["below"] for answer in answers} == {least.score + 1}
    assert all(answer["least"] is True for answer in answers)
    assert not any("above" in answer or "best" in answer for answer in answers)
    bounds = {answer["bound"] for answer in answers if answer["found"]}
    assert bounds == {least.score}
    for answer, part in zip(answers, map(json.loads, parts)):
        assert answer.get("bound", part["bound"]) >= part["bound"]
    found = json.loads(cubes.combine(parts, lines))
    assert (found["verdict"], found["score"]) == ("minimum", least.score)
    # The program writes what is maximised.
    for answer in answers:
        below, answer["best"] = answer.pop("below"), answer.pop("least")
        answer["above"] = -below
        if "bound" in answer:
            answer["bound"] = -answer["bound"]
    found = json.loads(cubes.combine(parts, [json.dumps(answer) for answer in answers]))
    assert (found["verdict"], found["score"]) == ("minimum", least.score)
    # Those that stay open are bounded by their lines.
    open_ends = [json.loads(line) | {"end": "timeout", "bound": 1} for line in lines]
    stopped = json.loads(cubes.combine(parts, [json.dumps(answer) for answer in open_ends]))
    assert (stopped["settled"], stopped["score"]) == (False, least.score)
    assert 1 <= stopped["bound"] <= least.score
    with pytest.raises(satoku.InputError):
        satoku.Cubes(PUZZLE, maximum=True, weights=weights).combine(parts, lines)


def test_lines_that_are_none_are_told_from_others() -> None:
    cubes = satoku.Cubes(EMPTY, limit=10)
    with pytest.raises(satoku.InputError, match="expected a line of split or solve"):
        cubes.combine(["{}"], [])
    above = satoku.Cubes(EMPTY, maximum=True)
    first = next(iter(satoku.solutions(EMPTY))).text
    with pytest.raises(satoku.InputError, match="another question"):
        cubes.combine(above.split(4, known=first), [])


@pytest.mark.parametrize("minimise", [False, True])
def test_cubes_above_a_known_score_are_not_the_whole_puzzle(minimise: bool) -> None:
    weights = [(7 * cell) % 10 - 3 for cell in range(16)]
    best = satoku.maximum(EMPTY, weights=weights, minimise=minimise)
    cubes = satoku.Cubes(EMPTY, maximum=True, weights=weights, minimise=minimise)
    whole = cubes.split(8)
    answers = [cubes.solve(part) for part in whole]
    known = json.loads(cubes.combine(whole, answers))["solutions"][0]
    # Any solution but the best ones leaves cubes that are not empty.
    scores = {
        satoku.maximum(solution.text, weights=weights).score: solution.text
        for solution in satoku.solutions(EMPTY)
    }
    second = scores[sorted(map(int, filter(None, scores)), reverse=not minimise)[1]]
    parts = cubes.split(8, known=second)
    assert parts
    answers = [cubes.solve(part) for part in parts]
    found = json.loads(cubes.combine(parts, answers))
    assert (found["settled"], found["score"]) == (True, best.score)
    with pytest.raises(satoku.InputError, match="pass it as known"):
        cubes.combine(parts, [])
    found = json.loads(cubes.combine(parts, [], known=second))
    assert (found["settled"], found["verdict"]) == (False, "unknown")
    # As if the best solution were in none of them.
    worse = [json.dumps(json.loads(part) | _beyond(part, best.score)) for part in parts]
    with pytest.raises(satoku.InputError, match=f"{best.score}.* pass it as known"):
        cubes.combine(worse, [cubes.solve(worse[0], above=best.score)])
    found = json.loads(cubes.combine(worse, answers, known=known))
    assert (found["settled"], found["score"]) == (True, best.score)


def _beyond(part: str, score: int | None) -> dict[str, int | None]:
    return {name: score for name in ("above", "below") if name in json.loads(part)}


def test_no_cubes_above_a_known_score_are_no_contradiction() -> None:
    cubes = satoku.Cubes(EMPTY, maximum=True)
    whole = cubes.split(4)
    best = json.loads(cubes.combine(whole, [cubes.solve(part) for part in whole]))
    known = best["solutions"][0]
    parts: list[str] = []
    for count in (8, 64, 512):
        parts = cubes.split(count, known=known)
        if not parts:
            break
    assert parts == []
    with pytest.raises(satoku.InputError, match="found no cubes"):
        cubes.combine(parts, [])
    found = json.loads(cubes.combine(parts, [], known=known))
    assert (found["verdict"], found["score"]) == ("maximum", best["score"])
    lower = next(
        solution.text
        for solution in satoku.solutions(EMPTY)
        if satoku.maximum(solution.text).score != best["score"]
    )
    with pytest.raises(satoku.InputError, match="found no cubes"):
        cubes.combine(parts, [], known=lower)


def test_no_cubes_of_a_contradiction_are_no_solution() -> None:
    cubes = satoku.Cubes("11" + "." * 14, maximum=True)
    parts = cubes.split(4)
    assert parts == []
    assert json.loads(cubes.combine(parts, []))["verdict"] == "none"


def test_cubes_of_another_puzzle_are_refused() -> None:
    parts = satoku.Cubes("1.....3..4.....2", limit=10).split(2)
    with pytest.raises(satoku.InputError, match="another puzzle"):
        satoku.Cubes(EMPTY, limit=10).combine(parts, [])


def test_a_signal_handler_does_not_wait_for_its_own_thread() -> None:
    solutions = satoku.solutions("0 " * 4096, box="8x8", alphabet="numbers")
    seen: list[str] = []

    def ask(_: int, __: FrameType | None) -> None:
        try:
            next(solutions)
        except ValueError as error:
            seen.append(str(error))
            raise KeyboardInterrupt from None

    before = signal.signal(signal.SIGALRM, ask)
    try:
        # Again and again: the first may come between two solutions.
        signal.setitimer(signal.ITIMER_REAL, 0.2, 0.05)
        with pytest.raises(KeyboardInterrupt):
            for _ in solutions:
                pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen in ([], ["the next solution is already waited for"])


def test_a_certificate_needs_a_proof_of_each_part() -> None:
    cubes = satoku.Cubes("..1..3..2......4")
    parts = cubes.split(4)
    with pytest.raises(satoku.InputError, match="proofs: found 0, expected"):
        cubes.certificate(parts, ["4213134224313124"], [])
