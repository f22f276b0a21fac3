"""Bulk jobs: forms of input and output, units, and what is refused."""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import satoku.spark
from satoku.spark import inputs

from .jobs import PUZZLES, run, table, write_text

WRONG = PUZZLES[0][:-1]


@pytest.mark.parametrize(("verb", "asked"), [("solve", "solve"), ("canonical", "canonical")])
def test_text_comes_out_as_the_program_prints_it(spark, program, tmp_path, verb, asked):
    output = tmp_path / "out"
    summary = run(spark, [write_text(tmp_path)], output, verb, form="text")
    lines = [line for part in sorted(output.glob("part-*")) for line in part.open()]
    assert [line.rstrip("\n") for line in lines] == program(asked, PUZZLES)
    assert summary.units > 5 and summary.rows == len(PUZZLES) and summary.errors == 0
    assert json.loads((output / "_SUCCESS").read_text())["rows"] == len(PUZZLES)


def test_malformed_lines_are_told_by_row_and_nothing_is_lost(spark, tmp_path):
    path = tmp_path / "puzzles.txt"
    wrong = [WRONG.encode(), b"abc", b"9" * 10_000_000, b"\xff\xfe", b"1,2"]
    good = [puzzle.encode() for puzzle in PUZZLES[:20]]
    lines = good[:7] + [b"", b"# a comment", wrong[0], wrong[1]] + good[7:9] + [wrong[2]]
    lines += good[9:] + [wrong[3], wrong[4]]
    path.write_bytes(b"\r\n".join(lines))  # and no newline at the end
    summary = run(spark, [path], tmp_path / "out", unit_bytes=3_000_000, index="row")
    found = table(tmp_path / "out")
    rows = [line for line in lines if line and not line.startswith(b"#")]
    assert found["row"].to_pylist() == list(range(len(rows)))
    for row, puzzle, error in zip(
        rows, found["puzzle"].to_pylist(), found["error"].to_pylist(), strict=True
    ):
        assert (error is None) == (row in good)
        assert puzzle == row.decode(errors="replace")
    assert summary.errors == len(wrong)
    assert [int(line.split()[1]) for line in summary.named] == [
        number for number, row in enumerate(rows) if row not in good
    ]


@pytest.mark.parametrize("unit_bytes", [1, 82, 83, 1000, 1 << 20])
def test_units_cover_a_text_whatever_their_size(spark, tmp_path, unit_bytes):
    from satoku.spark.reading import blocks

    path = tmp_path / "lines.txt"
    lines = ["a", "", "bcd", "e" * 200, "", "#", "f", "g" * 82]
    path.write_text("\n".join(lines))
    source = inputs.Source("text", "puzzle", ("puzzle",))
    for most in (3, 100, 1 << 20):
        units = inputs.cut([str(path)], "text", unit_bytes)
        read = [row for unit in units for block in blocks(source, unit, most)
                for row in block.puzzles.to_pylist()]
        assert read == [line for line in lines if line and line != "#"]


@pytest.mark.parametrize("groups", [7, 1000])
def test_parquet_keeps_columns_and_cuts_row_groups(spark, tmp_path, groups):
    rows = pa.table({
        "id": pa.array(range(len(PUZZLES)), pa.uint32()),
        "grid": pa.array([None, *PUZZLES[1:]]),
    })
    for part in range(2):
        pq.write_table(rows, tmp_path / f"in-{part}.parquet", row_group_size=groups)
    pq.write_table(rows[:0], tmp_path / "in-2.parquet")  # no rows at all
    summary = run(spark, [tmp_path / "in-*.parquet"], tmp_path / "out", column="grid")
    assert summary.units > 4 and summary.errors == 2
    found = table(tmp_path / "out")
    assert found["id"].to_pylist() == rows["id"].to_pylist() * 2
    assert found["grid"].to_pylist() == rows["grid"].to_pylist() * 2
    assert found["error"].null_count == len(found) - 2
    assert spark.read.parquet(str(tmp_path / "out")).count() == len(found)


def test_csv_by_name_and_by_number(spark, tmp_path):
    lines = ["name;grid", *(f'"p;{at}";{puzzle}' for at, puzzle in enumerate(PUZZLES))]
    lines[5] = "too;many;fields"
    path = write_text(tmp_path, "in.csv", lines)
    for column in ("grid", "2"):
        output = tmp_path / f"out-{column}"
        assert run(spark, [path], output, column=column, keep=["name"]).errors == 1
        found = table(output)
        assert found.column_names[:1] == ["name"] and len(found) == len(PUZZLES)
        assert found["name"].to_pylist()[0] == "p;0"
        assert found["error"].to_pylist()[4] == "3 fields, but the header has 2"


def test_csv_without_quotes(spark, tmp_path):
    lines = ["grid,id", *(f"{puzzle},{at}" for at, puzzle in enumerate(PUZZLES))]
    run(spark, [write_text(tmp_path, "in.csv", lines)], tmp_path / "out", column="grid")
    found = table(tmp_path / "out")
    assert found["grid"].to_pylist() == PUZZLES
    assert found["id"].to_pylist() == [str(at) for at in range(len(PUZZLES))]


def test_packed_text_is_one_unit(spark, tmp_path):
    import gzip

    path = tmp_path / "puzzles.txt.gz"
    path.write_bytes(gzip.compress("\n".join(PUZZLES).encode()))
    summary = run(spark, [path], tmp_path / "out", batch_bytes=300)
    assert (summary.units, summary.rows) == (1, len(PUZZLES))


def test_on_error_raise_names_the_row(spark, tmp_path):
    path = write_text(tmp_path, lines=[*PUZZLES[:30], WRONG, *PUZZLES[30:]])
    with pytest.raises(satoku.spark.RowError, match="puzzles.txt: row 30 .from 0.: .*80"):
        run(spark, [path], tmp_path / "out", on_error="raise")


def test_a_finished_job_has_nothing_to_do(spark, tmp_path):
    path, output = write_text(tmp_path), tmp_path / "out"
    run(spark, [path], output)
    with pytest.raises(satoku.spark.ResumeError, match="holds a job already; --resume"):
        run(spark, [path], output)
    again = run(spark, [path], output, resume=True)
    assert again.done_before == again.units


def test_what_is_missing_or_cut_short_is_done_again(spark, tmp_path):
    path, output = write_text(tmp_path), tmp_path / "out"
    first = run(spark, [path], output, index="row")
    whole = table(output)
    parts = sorted(output.glob("part-*"))
    parts[0].unlink()
    parts[1].write_bytes(parts[1].read_bytes()[:-1])
    (output / "_satoku" / "done" / "000002.json").unlink()
    again = run(spark, [path], output, resume=True, index="row")
    assert again.done_before == first.units - 3
    assert table(output).equals(whole)


def test_another_input_or_other_options_are_refused(spark, tmp_path):
    path, output = write_text(tmp_path), tmp_path / "out"
    run(spark, [path], output)
    with pytest.raises(satoku.spark.ResumeError, match="form was parquet, now it is text"):
        run(spark, [path], output, resume=True, form="text")
    with pytest.raises(satoku.spark.ResumeError, match="question was"):
        run(spark, [path], output, resume=True, options={"unique": True})
    text = path.read_text()
    path.write_text(text[:100] + ("1" if text[100] != "1" else "2") + text[101:])
    with pytest.raises(satoku.spark.ResumeError, match="the input has changed"):
        run(spark, [path], output, resume=True)


def test_folders_of_others_are_not_touched(spark, tmp_path):
    path, output = write_text(tmp_path), tmp_path / "out"
    output.mkdir()
    (output / "thesis.tex").write_text("")
    with pytest.raises(satoku.spark.ResumeError, match="not of a job of satoku"):
        run(spark, [path], output)


def test_wrong_input_is_refused_before_anything_runs(tmp_path):
    numbers, letters = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(pa.table({"puzzle": [1]}), numbers)
    pq.write_table(pa.table({"puzzle": ["1"], "error": ["x"]}), letters)
    path = write_text(tmp_path)

    def refused(*paths, column=None):
        with pytest.raises(satoku.spark.SchemaError) as raised:
            found = inputs.find([str(path) for path in paths])
            inputs.describe(found, None, column, None, ["error"])
        return str(raised.value)

    assert "column 'puzzle' of" in refused(numbers) and "is int64" in refused(numbers)
    assert "all files of a job need the same" in refused(numbers, letters)
    assert "--prefix answer_" in refused(letters)
    assert "no column 'grid'; the columns are puzzle" in refused(letters, column="grid")
    assert "several forms" in refused(letters, path)
    with pytest.raises(satoku.spark.SchemaError, match="no input: .*nothing"):
        inputs.find([str(tmp_path / "nothing*")])
    path.rename(tmp_path / "text.parquet")
    assert "is no Parquet file" in refused(tmp_path / "text.parquet")
