"""One hard puzzle on all cores of a cluster: its cubes are solved separately."""

from __future__ import annotations

import json
import math
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import satoku
from satoku import EngineError

from . import arguments, checks

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from satoku._satoku import Weights

#: How often the driver looks at the answers that have come in, in seconds.
_POLL = 0.2


@dataclass
class Conquered:
    """The combined answer of all cubes."""

    #: ``none``, ``unique``, ``counted`` or, at the limit, ``solved`` (1) or ``several``;
    #: ``maximum`` or ``minimum``; or ``unknown``.
    verdict: str
    #: The solutions found, up to the limit; for a maximum, the best one.
    solutions: list[str]
    #: The score of the best solution.
    score: int | None
    #: What no score exceeds (or, for a minimum, falls below), if it is known.
    bound: int | None
    #: How many cubes there are, and how many of them are answered.
    cubes: int
    answered: int
    #: An archive that ``satoku.verify`` takes, if it was asked for and the answer is proven.
    certificate: bytes | None = None
    #: Lines of JSON: the cubes, and their answers. ``resume=`` takes them.
    state: dict[str, Any] = field(default_factory=dict, repr=False)


def conquer(
    spark: SparkSession,
    puzzle: Any,
    *,
    count: int = 100,
    maximum: bool = False,
    weights: Weights | None = None,
    minimise: bool = False,
    limit: int | None = None,
    cube_timeout: float | None = None,
    certify: bool = False,
    resume: dict[str, Any] | None = None,
    box: str | None = None,
    alphabet: str | None = None,
    rules: str | Sequence[str] | None = None,
) -> Conquered:
    """Splits a puzzle into about ``count`` cubes and solves them over the cluster.

    Without ``maximum`` it looks for solutions, up to ``limit``: 1 stops at the first, 2 (the
    default) tells ``unique`` from ``several``. With it, for the highest score (the lowest with
    ``minimise``). The run ends early as soon as no further cube can change the answer. A
    cube that takes longer than ``cube_timeout`` seconds stays open; the verdict may then
    be ``unknown``, and ``resume=answer.state`` tries the open cubes again.

    ``certify=True`` lets the cluster prove each cube, too, and that the cubes cover
    everything; the verifier of ``satoku.verify`` has accepted the certificate. An answer that
    is to be certified after ``resume`` must have been split with it.

    >>> answer = satoku.spark.conquer(spark, hard36, limit=1, count=1000)  # doctest: +SKIP
    >>> answer.verdict, answer.answered  # doctest: +SKIP
    ('solved', 17)
    """
    checks.need_session(spark)
    arguments.need_seconds("cube_timeout", cube_timeout)
    options: dict[str, Any] = {
        "maximum": maximum,
        "weights": arguments.whole_numbers("weights", weights),
        "minimise": minimise,
        "limit": limit,
        "box": box,
        "alphabet": alphabet,
        "rules": rules,
    }
    task = satoku.Cubes(puzzle, **options)
    checks.need_wheel(spark)
    if resume is None:
        known = task.good_solution(timeout=cube_timeout)
        # Proofs know nothing of a score that was found before: they need all parts.
        cubes = task.split(count, known=None if certify else known)
        state = {"known": known, "cubes": cubes, "answers": [], "asked": _asked(options)}
    else:
        state = _resumed(resume, _asked(options))
    _solve(spark, task, (puzzle, options), state, cube_timeout)
    found = _combined(task, state)
    answer = Conquered(
        verdict=found["verdict"],
        solutions=found.get("solutions", []),
        score=found.get("score"),
        bound=found.get("bound"),
        cubes=found["cubes"],
        answered=found["answered"],
        state=state,
    )
    if certify and answer.verdict in ("none", "unique", "counted", "maximum", "minimum"):
        answer.certificate = _certify(spark, task, (puzzle, options), answer)
    return answer


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    """What answers depend on, beside the puzzle."""
    asked = {name: bool(options[name]) for name in ("maximum", "minimise")}
    same = {name: options.get(name) for name in ("weights", "rules", "box")}
    limit = None if options["maximum"] else options["limit"] or 2
    # As it comes back from JSON, so that a state may be kept in a file.
    plain: dict[str, Any] = json.loads(json.dumps(asked | same | {"limit": limit}, default=str))
    return plain


def _resumed(state: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
    names = ("known", "cubes", "answers")
    for name in names:
        if name not in state:
            raise ValueError(f"resume: found no {name!r}, expected the state of an answer")
    for name, before in state.get("asked", asked).items():
        if before != asked.get(name):
            raise ValueError(
                f"resume: found answers with {name}={before}, expected {name}={asked.get(name)}; "
                f"give the same {name}, or leave resume out"
            )
    return {name: state[name] for name in names} | {"asked": asked}


def _combined(task: Any, state: dict[str, Any]) -> dict[str, Any]:
    combined = task.combine(state["cubes"], state["answers"], known=state["known"])
    answer: dict[str, Any] = json.loads(combined)
    return answer


class _Progress:
    """What has come in. Answers are read once; only if they may settle the whole is it worth
    checking all of them together.
    """

    def __init__(self, state: dict[str, Any], options: dict[str, Any]) -> None:
        self._state = state
        # A maximum needs all cubes.
        self._enough: float = math.inf if options["maximum"] else options["limit"] or 2
        self._lines: dict[int, str] = {}
        self._found: dict[int, int] = {}
        self._found_in_all = 0
        self._ended: set[int] = set()
        self.add(state["answers"])

    def add(self, answers: Iterable[str]) -> None:
        """Takes answers; those of cubes that were stopped give way to later ones."""
        for line in answers:
            answer = json.loads(line)
            cube = answer["cube"]
            self._lines[cube] = line
            self._found_in_all += answer["found"] - self._found.get(cube, 0)
            self._found[cube] = answer["found"]
            if answer["end"] in ("all", "enough"):
                self._ended.add(cube)
        self._state["answers"] = list(self._lines.values())

    def open(self) -> list[str]:
        """The cubes that have no final answer."""
        cubes = self._state["cubes"]
        return [cube for cube in cubes if json.loads(cube)["cube"] not in self._ended]

    def may_settle(self) -> bool:
        """Whether no further answer may be needed."""
        are_all = len(self._ended) >= len(self._state["cubes"])
        return are_all or self._found_in_all >= self._enough


def _solve(
    spark: SparkSession,
    task: Any,
    question: tuple[Any, dict[str, Any]],
    state: dict[str, Any],
    timeout: float | None,
) -> None:
    """Solves the open cubes, one a task, until the whole answer is settled.

    Answers come in as tasks end, through an accumulator. In rounds of rising size, so
    that later cubes of a maximum profit from the best score so far.
    """
    context = spark.sparkContext
    progress = _Progress(state, question[1])
    left = progress.open()
    at_once = 4 * context.defaultParallelism
    while left:
        found = _combined(task, state)
        if found["settled"]:
            return
        now, left = left[:at_once], left[at_once:]
        at_once *= 2
        collected = context.accumulator([], _lists())
        job = context.parallelize(now, len(now)).foreach
        run = _solver(question, found["above"], timeout, collected)
        for answers in _watched(context, lambda: job(run), collected):  # noqa: B023
            progress.add(answers)
            if progress.may_settle() and _combined(task, state)["settled"]:
                return


def _watched(context: Any, job: Any, collected: Any) -> Iterator[list[str]]:
    """Runs a job and gives the answers that are new whenever there are some.

    If the reader stops, the tasks that still run are cancelled.
    """
    group = f"satoku-{uuid.uuid4().hex}"
    failed: list[BaseException] = []

    def run() -> None:
        # A group is a property of the thread that starts the job.
        context.setJobGroup(group, "cubes", interruptOnCancel=True)
        try:
            job()
        except BaseException as error:
            failed.append(error)

    from pyspark import InheritableThread

    thread = InheritableThread(target=run, daemon=True)
    thread.start()
    seen = 0
    try:
        while thread.is_alive():
            thread.join(_POLL)
            answers = collected.value[seen:]
            if answers:
                seen += len(answers)
                yield answers
        if failed:
            raise EngineError(f"cubes could not be solved: {checks.first_line(failed[0])}")
        if len(collected.value) > seen:
            yield collected.value[seen:]
    finally:
        if thread.is_alive():
            context.cancelJobGroup(group)
            thread.join()


def _lists() -> Any:
    from pyspark import AccumulatorParam

    class Lists(AccumulatorParam[list[Any]]):
        def zero(self, value: list[Any]) -> list[Any]:
            return []

        def addInPlace(self, one: list[Any], other: list[Any]) -> list[Any]:
            one.extend(other)
            return one

    return Lists()


def _solver(
    question: tuple[Any, dict[str, Any]], above: int | None, timeout: float | None, collected: Any
) -> Any:
    def solve_cube(cube: str) -> None:
        import satoku

        puzzle, options = question
        task = satoku.Cubes(puzzle, **options)
        collected.add([task.solve(cube, above=above, timeout=timeout)])

    return solve_cube


def _certify(
    spark: SparkSession,
    task: Any,
    question: tuple[Any, dict[str, Any]],
    answer: Conquered,
) -> bytes:
    """Lets the cluster refute each part, and puts the proofs together."""
    cubes, solutions = answer.state["cubes"], answer.solutions
    context = spark.sparkContext
    shared = context.broadcast((question, cubes, solutions))

    def refute(part: int) -> bytes:
        import satoku

        (puzzle, options), cubes, solutions = shared.value
        return satoku.Cubes(puzzle, **options).refute(cubes, solutions, part)

    parts = len(cubes) + 1
    try:
        proofs = context.parallelize(range(parts), parts).map(refute).collect()
    finally:
        shared.destroy()
    return bytes(task.certificate(cubes, solutions, proofs))
