"""The command line of jobs: what its options take, and what it says about anything else."""

from __future__ import annotations

import pytest

from satoku.spark.command import main, parser

#: Weights of a 4×4 grid.
WEIGHTS = "1,2,3,4\n5; 6 7\t8 # the upper half\n-9 10 11 12\n13,14,15,16,\n"


def arguments(tmp_path, verb, *more):
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("." * 16 + "\n")
    return [verb, "--input", str(puzzles), "--output", str(tmp_path / "out"), "--box", "2x2", *more]


def refused(capsys, *given) -> str:
    """The error for a command that never reaches Spark."""
    try:
        code = main(arguments(*given))
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said and "invalid _" not in said
    return said.splitlines()[-1]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_weights_are_read_as_the_program_reads_them(tmp_path, mark):
    file = tmp_path / "weights.txt"
    file.write_text(mark + WEIGHTS, encoding="utf-8")
    asked = parser().parse_args(arguments(tmp_path, "maximum", "--weights", str(file)))
    assert asked.weights == [1, 2, 3, 4, 5, 6, 7, 8, -9, *range(10, 17)]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"1 2\n3, x4 5", ":2:4: found 'x4', expected an integer"),
        (b"1 2\n3 1_000", ":2:3: found '1_000', expected an integer"),
        (b"1,,2", ":1:3: found an empty field, expected an integer"),
        (b"1\n2 \xe4", ": found the byte 0xE4, which is not UTF-8 text, expected integers"),
        (None, ": No such file or directory; expected a file with an integer for each cell"),
    ],
)
def test_the_place_of_a_wrong_weight_is_told(tmp_path, capsys, content, says):
    file = tmp_path / "w.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SystemExit):
        main(arguments(tmp_path, "maximum", "--weights", str(file)))
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.endswith(f"error: argument --weights: {file}{says}")


def test_weights_that_no_puzzle_could_have_are_refused(tmp_path, capsys):
    file = tmp_path / "w.txt"
    for content, says in [("1 2 3", "found 3 numbers, expected 16"), ("9" * 30, "weights: ")]:
        file.write_text(content)
        assert says in refused(capsys, tmp_path, "maximum", "--weights", str(file))


@pytest.mark.parametrize(
    ("verb", "option", "value", "says"),
    [
        ("solve", "--unit-bytes", "10X", "'10X', expected a number of bytes, such as 500000 or 64M"),
        ("solve", "--batch-bytes", "0", "found '0', expected a number of bytes"),
        ("solve", "--unit-bytes", "K", "found 'K', expected a number of bytes"),
        ("solve", "--jobs", "many", "found 'many', expected a whole number"),
        ("solve", "--jobs", "0", "at least 1"),
        ("solve", "--jobs", "-1", "-1"),
        ("solve", "--jobs", "9" * 30, "jobs"),
        ("solve", "--timeout", "long", "found 'long', expected a number of seconds"),
        ("solve", "--timeout", "nan", "timeout: found "),
        ("count", "--limit", "1.5", "found '1.5', expected a whole number"),
        ("count", "--limit", "-1", "limit"),
        ("count", "--limit", "9" * 30, "limit"),
        ("minimize", "--seed", "", "found '', expected a whole number"),
        ("minimize", "--seed", "-1", "seed"),
        ("solve", "--conf", "spark.x", "found 'spark.x', expected a setting and its value"),
        ("solve", "--conf", "=1", "found '=1', expected a setting and its value"),
        ("solve", "--box", "3", "box"),
        ("solve", "--alphabet", "greek", "expected one of"),
        ("solve", "--rules", "diagnal", "expected one of"),
        ("measure", "--encodings", "none", "expected minimal, "),
        ("measure", "--presolve", "none,x", "expected one of"),
    ],
)
def test_values_of_options_that_are_wrong_are_told(tmp_path, capsys, verb, option, value, says):
    said = refused(capsys, tmp_path, verb, f"{option}={value}")
    assert says in said, said
