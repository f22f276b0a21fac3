"""`python -m satoku` over the lines of a file."""

import bz2
import csv
import gzip
import lzma
import os
import shlex
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import satoku

FILE = "\ufeff# two puzzles\n\n{easy}\r\n# a malformed one\n{easy}x\n................\n\n{easy}\n"


def run(
    *arguments: str | Path, given: str | None = None, **more: Any
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "satoku", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", input=given, **more
    )


@pytest.fixture
def file(tmp_path: Path, easy: str) -> Path:
    file = tmp_path / "puzzles.txt"
    file.write_text(FILE.format(easy=easy), encoding="utf-8", newline="")
    return file


def test_answers_carry_the_lines_of_their_puzzles(file: Path, solved: str) -> None:
    ended = run("solve", file, "--on-error", "null")
    assert ended.returncode == 2
    assert ended.stderr.endswith(
        f"{file}: 2 of 4 puzzles are malformed; the column error says why\n"
    )
    rows = list(csv.DictReader(ended.stdout.splitlines()))
    assert [row["line"] for row in rows] == ["3", "5", "6", "8"]
    assert [row["solution"] for row in rows] == [solved, "", "", solved]
    assert rows[2]["error"] == "found 16 cells, expected 81 as in line 3"
    assert "row 0" not in ended.stdout and "mixed_sizes" not in ended.stdout


def test_lines_may_end_as_on_old_machines(tmp_path: Path, easy: str, solved: str) -> None:
    file = tmp_path / "old.txt"
    file.write_bytes(f"{easy}\r{easy}\r".encode())
    rows = list(csv.DictReader(run("solve", file).stdout.splitlines()))
    assert [(row["line"], row["solution"]) for row in rows] == [("1", solved), ("2", solved)]


def test_an_error_names_the_line_of_the_file(file: Path) -> None:
    ended = run("solve", file)
    assert ended.returncode == 2
    assert f"{file}: line 5" in ended.stderr


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    file = tmp_path / "latin.txt"
    file.write_bytes(b"# a comment in any encoding: \xe4\n" + b"." * 80 + b"\xe4\n")
    ended = run("count", file, "--limit", "2")
    assert ended.returncode == 2
    assert "line 2: found the byte 0xE4, which is not UTF-8 text" in ended.stderr


@pytest.mark.parametrize("name", ["answers.PARQUET", "answers.pq", "answers.Arrow", "a.feather"])
def test_the_name_of_the_output_may_have_capitals(file: Path, tmp_path: Path, name: str) -> None:
    output = tmp_path / name
    assert run("count", file, "--limit", "2", "--on-error", "null", "--output", output).returncode == 2
    if output.suffix.lower() in (".parquet", ".pq"):
        table = pq.read_table(output)
    else:
        table = pa.ipc.open_file(output).read_all()
    assert table.column_names[0] == "line"
    assert table["line"].to_pylist() == [3, 5, 6, 8]


@pytest.mark.parametrize("name", ["answers.csv", "answers.parquet"])
def test_a_file_that_cannot_be_written_is_named_before_the_work(file: Path, tmp_path: Path, name: str) -> None:
    output = tmp_path / "nowhere" / name
    # Without --on-error, the work ends at line 5.
    ended = run("solve", file, "--output", output)
    assert ended.returncode == 2
    assert ended.stderr == f"python -m satoku: {output}: No such file or directory\n"


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    ended = run("solve", tmp_path / "nothing")
    assert ended.stderr == f"python -m satoku: {tmp_path / 'nothing'}: No such file or directory\n"


def test_no_file_is_left_or_changed_where_the_work_fails(file: Path, tmp_path: Path) -> None:
    output, old = tmp_path / "new.csv", tmp_path / "old.csv"
    old.write_text("old")
    assert run("solve", file, "--output", output).returncode == 2
    assert run("solve", file, "--output", old).returncode == 2
    assert not output.exists()
    assert old.read_text() == "old"


NAMES = ["answers.csv", "answers.parquet", "answers.arrow"]


def cut_short() -> None:
    """Lets files grow to 300 bytes, as a full disk would."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on files")
@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_cannot_be_written_as_a_whole_is_as_before(
    tmp_path: Path, easy: str, name: str
) -> None:
    file, old = tmp_path / "puzzles.txt", tmp_path / name
    file.write_text(f"{easy}\n" * 100)
    before = f"{easy}\n" * 50
    for _ in range(2):
        ended = run("solve", file, "--output", old, preexec_fn=cut_short)
        assert (ended.returncode, ended.stderr) == (2, f"python -m satoku: {old}: File too large\n")
        found = old.read_text() if old.exists() else None
        assert found == (before if old.exists() else None)
        assert set(tmp_path.iterdir()) <= {file, old}
        old.write_text(before)


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files")
@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_replaced_keeps_its_mode_and_its_link(
    file: Path, tmp_path: Path, name: str
) -> None:
    old, link = tmp_path / name, tmp_path / f"link-{name}"
    old.write_text("old")
    old.chmod(0o640)
    link.symlink_to(old)
    new = tmp_path / f"new-{name}"
    for output in (link, new):
        run("count", file, "--limit", "2", "--on-error", "null", "--output", output)
    assert link.is_symlink() and stat.S_IMODE(old.stat().st_mode) == 0o640
    assert old.stat().st_size > 100 and new.stat().st_size > 100
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(new.stat().st_mode) == 0o666 & ~mask
    assert set(tmp_path.iterdir()) == {file, old, link, new}


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="no devices")
def test_a_device_is_written_to_directly(tmp_path: Path, easy: str) -> None:
    assert run("count", "-", "--output", "/dev/stdout", given=easy).stdout.startswith("line,verdict")
    assert run("count", "-", "--output", "/dev/null", given=easy).returncode == 0
    assert not Path("/dev/null").is_file()
    folder = run("count", "-", "--output", tmp_path, given=easy)
    assert folder.stderr == f"python -m satoku: {tmp_path}: Is a directory\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_read_only_file_is_named_before_the_work(file: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.csv"
    old.write_text("old")
    old.chmod(0o444)
    ended = run("solve", file, "--output", old)
    assert ended.stderr == f"python -m satoku: {old}: Permission denied\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_ctrl_c_ends_the_work_in_one_sentence(tmp_path: Path) -> None:
    file, old = tmp_path / "pipe", tmp_path / "old.csv"
    os.mkfifo(file)
    old.write_text("old")
    command = [sys.executable, "-P", "-m", "satoku", "count", str(file), "--output", str(old)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            # Opening waits for the program, which then reads all and counts for years.
            file.write_text("." * 81 + "\n")
            process.send_signal(signal.SIGINT)
            ended = process.communicate(timeout=300)
        finally:
            process.kill()
    assert ended == (b"", b"python -m satoku: interrupted before all answers were written\n")
    assert process.returncode == 130
    assert old.read_text() == "old" and set(tmp_path.iterdir()) == {file, old}


def test_answers_are_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    file, output = tmp_path / "puzzles.txt", tmp_path / "answers.csv"
    file.write_text("." * 80 + "é\n", encoding="utf-8")
    outputs: list[list[str | Path]] = [[], ["--output", output]]
    for more in outputs:
        ended = run("solve", file, "--on-error", "null", *more, env=os.environ | plain)
        assert ended.returncode == 2 and "Traceback" not in ended.stderr
        text = output.read_text(encoding="utf-8") if more else ended.stdout
        assert "found 'é'" in text


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--jobs", "many", "argument --jobs: found 'many', expected a whole number"),
        ("--jobs", "-1", "at least 1"),
        ("--jobs", "9" * 30, "jobs: "),
        ("--limit", "1.5", "argument --limit: found '1.5', expected a whole number"),
        ("--limit", "0", "limit: found 0, expected at least 1"),
        ("--limit", "-1", "limit: "),
        ("--limit", "9" * 30, "limit: "),
        ("--timeout", "long", "argument --timeout: found 'long', expected a number of seconds"),
        ("--timeout", "nan", "timeout: found "),
        ("--box", "3", "box"),
        ("--rules", "diagnal", "expected one of"),
    ],
)
def test_values_of_options_that_are_wrong_are_told(
    easy: str, option: str, value: str, says: str
) -> None:
    ended = run("count", "-", f"{option}={value}", given=easy)
    assert ended.returncode == 2
    assert says in ended.stderr and "Traceback" not in ended.stderr


def test_box_rules_and_uniqueness_are_options(tmp_path: Path) -> None:
    text = "." * 16 + "\n" + "." * 36 + "\n"
    ended = run("solve", "-", "--box", "2x3", "--unique", "--on-error", "null", given=text)
    rows = list(csv.DictReader(ended.stdout.splitlines()))
    assert [row["verdict"] for row in rows] == ["", "several"]
    assert "16 cells" in rows[0]["error"]
    counted = [
        list(csv.DictReader(run("count", "-", *more, given="." * 16).stdout.splitlines()))[0]["count"]
        for more in ([], ["--rules", "diagonal"])
    ]
    assert counted == ["288", "48"]


def test_a_time_limit_is_one_of_each_puzzle(easy: str) -> None:
    ended = run("count", "-", "--timeout", "0.05", given="." * 81)
    assert ended.returncode == 0
    assert ",limit," in ended.stdout or ",unknown," in ended.stdout
    assert "timeout: found -1" in run("count", "-", "--timeout", "-1", given=easy).stderr


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_compressed_files_are_read(
    tmp_path: Path, easy: str, solved: str, pack: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / "packed"
    file.write_bytes(pack(f"{easy}\n".encode()))
    assert solved in run("solve", file).stdout
    file.write_bytes(pack(f"{easy}\n".encode())[:-6])
    ended = run("solve", file)
    assert ended.returncode == 2
    assert f"{file}: cannot be decompressed: " in ended.stderr


def test_zstandard_is_refused(tmp_path: Path, easy: str) -> None:
    file = tmp_path / "puzzles.zst"
    file.write_bytes(pa.compress(easy.encode(), "zstd", asbytes=True))
    ended = run("solve", file)
    assert ended.returncode == 2
    assert "compressed by Zstandard, expected text, gzip, xz or bzip2" in ended.stderr


def test_options_that_are_wrong_are_named_as_options(file: Path) -> None:
    for name, value in [("jobs", "0"), ("timeout", "-1"), ("box", "3"), ("rules", "nope")]:
        ran = run("solve", file, f"--{name}", value)
        assert f"error: argument --{name}: " in ran.stderr, ran.stderr
        assert ran.returncode == 2


def test_a_dash_is_standard_output(file: Path, tmp_path: Path) -> None:
    ran = run("count", file, "--on-error", "null", "--output", "-", cwd=tmp_path)
    assert "count" in ran.stdout.splitlines()[0]
    assert not (tmp_path / "-").exists()


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"satoku {satoku.__version__}\n"


def test_a_reader_that_has_enough_is_no_error(tmp_path: Path, easy: str) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{easy}\n" * 20_000)
    command = f"{shlex.quote(sys.executable)} -P -m satoku solve {shlex.quote(str(file))} | head -1"
    ended = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert ended.stdout.startswith("line,verdict")
    assert ended.stderr == ""
