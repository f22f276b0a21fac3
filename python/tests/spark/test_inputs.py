"""The input of jobs: columns in names of folders, records of several lines, damaged files."""

from __future__ import annotations

import bz2
import gzip

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import satoku.spark
from satoku.spark import inputs, reading

from .jobs import PUZZLES, run, table, write_text


def partitioned(folder, values, column="day", rows=None):
    """Parquet files in folders that are named after values."""
    for at, value in enumerate(values):
        part = folder / f"{column}={value}"
        part.mkdir(parents=True)
        columns = {"id": [at], "puzzle": [PUZZLES[at]]} | (rows or {})
        pq.write_table(pa.table(columns), part / "x.parquet")
    return folder


@pytest.mark.parametrize(
    "values",
    [["1", "2"], ["1", "99999999999"], ["2024-01-31", "2024-02-01"], ["a b", "x%2Fy"],
     ["1.5", "2"], ["1", "x"], ["7", "__HIVE_DEFAULT_PARTITION__"]],
)
def test_columns_in_names_of_folders_are_kept_as_spark_does(spark, tmp_path, values):
    folder = partitioned(tmp_path / "in", values)
    run(spark, [folder], tmp_path / "out")
    expected = satoku.spark.solve(spark.read.parquet(str(folder)))
    found = spark.read.parquet(str(tmp_path / "out"))
    names = expected.columns
    assert sorted(found.columns) == sorted(names)
    assert found.schema["day"].dataType == expected.schema["day"].dataType
    def rows(frame):
        return sorted(frame.select(*names).collect(), key=lambda row: row.id)
    assert rows(found) == rows(expected)


def test_long_numbers_in_names_of_folders_keep_their_digits(spark, tmp_path):
    values = ["12345678901234567890", "2"]
    run(spark, [partitioned(tmp_path / "in", values)], tmp_path / "out")
    assert sorted(table(tmp_path / "out")["day"].to_pylist()) == values


def test_nested_folders_of_text_and_csv(spark, tmp_path):
    for year, name, lines in [("1", "a.txt", PUZZLES[:2]), ("2", "b.txt", PUZZLES[2:3])]:
        part = tmp_path / "text" / f"year={year}" / "_kind=q"
        part.mkdir(parents=True)
        write_text(part, name, lines)
    run(spark, [tmp_path / "text"], tmp_path / "out")
    found = table(tmp_path / "out")
    assert found["year"].to_pylist() == [1, 1, 2]
    assert found["_kind"].to_pylist() == ["q"] * 3
    part = tmp_path / "csv" / "year=3"
    part.mkdir(parents=True)
    write_text(part, "a.csv", ["id,puzzle", f"x,{PUZZLES[0]}"])
    run(spark, [tmp_path / "csv"], tmp_path / "kept", keep=["year"], index="row")
    found = table(tmp_path / "kept")
    assert found.column_names[:3] == ["row", "year", "verdict"]
    assert found["year"].to_pylist() == [3]
    run(spark, [tmp_path / "csv"], tmp_path / "kept", keep=["year"], index="row", resume=True)


def test_files_that_are_named_have_no_columns_of_folders(spark, tmp_path):
    folder = partitioned(tmp_path / "in", ["1", "2"])
    for name, given in (("a", folder / "*" / "*.parquet"), ("b", folder / "day=1")):
        run(spark, [given], tmp_path / name)
        assert "day" not in table(tmp_path / name).column_names


def test_contradictions_among_folders_and_files_are_refused(tmp_path):
    both = partitioned(tmp_path / "both", ["1"], rows={"Day": [5]})
    mixed = partitioned(tmp_path / "mixed", ["1"])
    partitioned(mixed, ["1"], column="month")
    alike = partitioned(tmp_path / "alike" / "Day=1", ["1"]).parent
    for folder, message in [
        (alike, "folders named Day=, day= are one column for Spark"),
        (both, r"column 'Day', and so have the names of their folders \(Day=\.\.\.\)"),
        (mixed, "has the columns month in the names of its folders, .* has the columns day"),
    ]:
        with pytest.raises(satoku.spark.SchemaError, match=message):
            inputs.describe(inputs.find([str(folder)]), None, None, None, [])


def units_of(path):
    found = inputs.find([str(path)])
    source = inputs.describe(found, None, "puzzle", None, [])
    return [(source, [*inputs.cut(found.paths, source.form, size)]) for size in (1, 7, 1 << 20)]


@pytest.mark.parametrize("first", ["#,puzzle", "id,puzzle", "\ufeff#,puzzle"])
@pytest.mark.parametrize("most", [3, 1 << 20])
def test_csv_has_no_comments(tmp_path, first, most):
    records = ["#1,AAA", "", "#2,BBB", '"#3",CCC', "#4", "4,DDD", "#"]
    path = write_text(tmp_path, "in.csv", [first, *records])
    for source, units in units_of(path):
        read = [row for unit in units for block in reading.blocks(source, unit, most)
                for row in block.puzzles.to_pylist()]
        assert read == ["AAA", "BBB", "CCC", None, "DDD", None]
        assert sum(reading.count_rows(source, unit, most) for unit in units) == len(read)


def test_a_record_of_several_lines_may_begin_like_a_comment(tmp_path):
    path = write_text(tmp_path, "in.csv", ["id,puzzle", '#1,"AAA', 'BBB"'])
    for source, units in units_of(path):
        with pytest.raises(satoku.spark.FileError, match="begins with '#1,.*multiLine"):
            for unit in units:
                reading.refuse_open_records(source, unit)


@pytest.mark.parametrize("text", ["", "\n\nid,puzzle\n1,AAA\n", "\r\nid,puzzle\r\n1,AAA\r\n"])
def test_an_empty_first_line_of_csv_is_refused(tmp_path, text):
    path = tmp_path / "in.csv"
    path.write_bytes(text.encode())
    message = "in.csv: found an empty first line, expected the names of the columns"
    with pytest.raises(satoku.spark.SchemaError, match=message):
        units_of(path)


def test_a_byte_order_mark_is_no_part_of_a_text(tmp_path):
    for first in ("# a comment", "AAA"):
        path = write_text(tmp_path, "in.txt", ["\ufeff" + first, "BBB"])
        for source, units in units_of(path):
            read = [row for unit in units for block in reading.blocks(source, unit, 2)
                    for row in block.puzzles.to_pylist()]
            assert read == [line for line in (first, "BBB") if line[0] != "#"]


@pytest.mark.parametrize(
    ("name", "unit_bytes", "index"),
    [("in.csv", 20, "row"), ("in.csv", 1 << 20, None), ("in.csv.gz", 20, None)],
)
def test_a_record_of_several_lines_is_refused_before_the_job(
    spark, tmp_path, name, unit_bytes, index
):
    lines = ["id,puzzle,note", f'1,{PUZZLES[0]},"a, ""b""', 'new"', "2,,x"]
    path = tmp_path / name
    text = "".join(f"{line}\n" for line in lines).encode()
    path.write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    with pytest.raises(satoku.spark.FileError, match=f"{name}: .* begins with '1,.*multiLine"):
        run(spark, [path], tmp_path / "out", unit_bytes=unit_bytes, index=index)
    assert not list(tmp_path.glob("out/part-*"))


def test_odd_quotes_on_one_line_are_none_of_that(spark, tmp_path):
    lines = ["puzzle;note", f'{PUZZLES[0]};5" disk', f'{PUZZLES[1]};"a ""b"" ; c"']
    run(spark, [write_text(tmp_path, "in.csv", lines)], tmp_path / "out")
    found = table(tmp_path / "out")
    assert found["note"].to_pylist() == ['5" disk', 'a "b" ; c']
    assert found["verdict"].to_pylist() == ["solved"] * 2


def test_a_header_of_several_lines_is_refused(tmp_path):
    path = write_text(tmp_path, "in.csv", ['puzzle,"a', 'b"', f"{PUZZLES[0]},1"])
    with pytest.raises(satoku.spark.SchemaError, match="in.csv: found a first line that is not"):
        inputs.describe(inputs.find([str(path)]), None, None, None, [])


def damaged(folder, name):
    """A file that cannot be read to its end."""
    path = folder / name
    text = "".join(f"{line}\n" for line in ["puzzle", *PUZZLES] * 40).encode()
    if "parquet" in name:
        pq.write_table(pa.table({"puzzle": PUZZLES}), path, compression="snappy")
        data = bytearray(path.read_bytes())
        data[20:400] = b"\xff" * 380
    elif name.endswith(".zst"):
        packed = pa.compress(text, "zstd", asbytes=True)
        data = bytearray(packed)
        data[len(data) // 2 :] = b"\x55" * (len(data) - len(data) // 2)
    elif name.endswith(".bz2"):
        data = bz2.compress(text)[:-30]
    else:
        data = gzip.compress(text)[:-200]
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("a.txt.zst", None),
        ("a.txt.gz", None),
        ("a.txt.gz", "row"),
        ("a.txt.bz2", None),
        ("a.csv.gz", None),
        ("a.parquet", None),
    ],
)
def test_a_damaged_file_ends_the_job_and_is_named(spark, tmp_path, name, index):
    path = damaged(tmp_path, name)
    message = f"{name}: found damaged data .*, expected a whole file; .* a new folder"
    for _ in range(2):
        with pytest.raises(satoku.spark.FileError, match=message):
            run(spark, [path], tmp_path / "out", index=index, resume=True)
    assert not list(tmp_path.glob("out/part-*"))


def test_names_that_differ_by_capitals_are_the_same(spark, tmp_path):
    path = write_text(tmp_path, "in.csv", ["Verdict,Puzzle", f"x,{PUZZLES[0]}"])
    with pytest.raises(satoku.spark.SchemaError, match="column 'Verdict'.*--prefix"):
        run(spark, [path], tmp_path / "out", column="puzzle")
    run(spark, [path], tmp_path / "out", column="puzzle", keep=["puzzle"])
    assert spark.read.parquet(str(tmp_path / "out")).columns[:2] == ["Puzzle", "verdict"]
    twice = write_text(tmp_path, "twice.csv", ["puzzle,a,A", f"{PUZZLES[0]},1,2"])
    with pytest.raises(satoku.spark.SchemaError, match="2 columns named a, A"):
        run(spark, [twice], tmp_path / "no")
    with pytest.raises(satoku.spark.SchemaError, match="--index: .*'verdict'"):
        run(spark, [twice], tmp_path / "no", keep=["a"], index="Verdict")
    found = inputs.find([str(path)])
    source = inputs.describe(found, None, "Puzzle", None, ["verdict"], exact=True)
    assert source.keep == ("Verdict", "Puzzle")
