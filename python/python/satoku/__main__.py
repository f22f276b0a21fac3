"""`python -m satoku`: a verb over the lines of a file.

python -m satoku solve puzzles.txt --output answers.parquet
python -m satoku count puzzles.txt.gz --limit 2 --output counts.csv

exit codes: 0 all puzzles were read, 2 wrong usage, unreadable input or malformed puzzles,
130 interrupted
"""

import argparse
import bz2
import csv
import gzip
import io
import lzma
import os
import re
import sys
import zlib
from pathlib import Path
from typing import Any

import satoku

from . import _output
from ._arguments import seconds, whole_number

VERBS = ("solve", "is_proper", "count", "canonical", "minimize", "maximum")

#: A place in a message: the row that is meant, and advice about a keyword.
ROW = re.compile(r"(?<![\w ])row (\d+)(?=[:,])|\bas in row (\d+)(; mixed_sizes=True allows both)?")


#: How compressed files begin, and what reads them.
PACKED = {b"\x1f\x8b": gzip.decompress, b"\xfd7zXZ\0": lzma.decompress, b"BZh": bz2.decompress}
ZSTANDARD = b"\x28\xb5\x2f\xfd"

#: What is written into files of these names; into others, CSV.
FORMS = {".parquet": "parquet", ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow"}


def content_of(file: Path) -> bytes:
    """The bytes of a file, decompressed, or those of standard input."""
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    if content.startswith(ZSTANDARD):
        raise satoku.InputError(
            "found a file compressed by Zstandard, expected text, gzip, xz or bzip2: zstd -d "
            "decompresses it"
        )
    for start, decompress in PACKED.items():
        if content.startswith(start):
            try:
                return decompress(content)
            except (EOFError, OSError, ValueError, lzma.LZMAError, zlib.error) as error:
                raise satoku.InputError(f"cannot be decompressed: {error}") from None
    return content


def read(file: Path) -> tuple[list[str], list[int]]:
    """The puzzles of a file and the numbers of their lines; empty lines and comments have none."""
    puzzles, numbers = [], []
    content = content_of(file).removeprefix(b"\xef\xbb\xbf")
    lines = re.split(rb"\r\n|\r|\n", content)
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        try:
            puzzles.append(text.decode())
        except UnicodeDecodeError as error:
            found = f"0x{text[error.start]:02X}"
            raise satoku.InputError(
                f"line {number}: found the byte {found}, which is not UTF-8 text, expected a puzzle"
            ) from None
        numbers.append(number)
    return puzzles, numbers


def in_lines(message: str, numbers: list[int]) -> str:
    """Says in lines of the file what a message says in rows of the column."""

    def line(place: re.Match[str]) -> str:
        row, like, _ = place.groups()
        number = numbers[int(row or like)]
        return f"line {number}" if row else f"as in line {number}"

    return ROW.sub(line, message)


def columns_of(answers: satoku.Answers, numbers: list[int]) -> dict[str, list[Any]]:
    """The line of each answer, and the answers."""
    columns: dict[str, list[Any]] = {"line": numbers, **answers.to_dict()}
    if "error" in columns:
        errors = columns["error"]
        columns["error"] = [error and in_lines(error, numbers) for error in errors]
    return columns


def write(answers: satoku.Answers, numbers: list[int], output: Path | None) -> None:
    """Writes Parquet, Arrow or CSV, as the name of the file says."""
    form = FORMS.get(output.suffix.lower(), "csv") if output is not None else "csv"
    table = None if form == "csv" else table_of(answers, numbers)
    with _output.whole(output) as file:
        if form == "parquet":
            import pyarrow.parquet as pq

            pq.write_table(table, file)
        elif table is not None:
            import pyarrow as pa

            with pa.ipc.new_file(file, table.schema) as arrow:
                arrow.write_table(table)
        else:
            columns = columns_of(answers, numbers)
            text = io.TextIOWrapper(file, encoding="utf-8", newline="")
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
            text.flush()
            text.detach()


def table_of(answers: satoku.Answers, numbers: list[int]) -> Any:
    """The line of each answer, and the answers, as a table of Arrow."""
    import pyarrow as pa

    table = pa.table(answers)
    if "error" in answers:
        place = table.schema.get_field_index("error")
        errors = columns_of(answers, numbers)["error"]
        table = table.set_column(place, "error", pa.array(errors, pa.string()))
    return table.add_column(0, "line", pa.array(numbers, pa.int64()))


def parsed() -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    """The arguments, and what can report a mistake in them."""
    parser = argparse.ArgumentParser(
        prog="python -m satoku",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("verb", choices=VERBS)
    parser.add_argument(
        "lines",
        type=Path,
        help="a text file with one puzzle a line, perhaps compressed by gzip, xz or bzip2, or - for "
        "standard input; '#' begins a comment",
    )
    parser.add_argument(
        "--output",
        type=Path,
        help=".parquet, .arrow or .csv; CSV on standard output by default, or with -",
    )
    parser.add_argument("--box", help="box shape of all puzzles, such as 2x3")
    parser.add_argument("--rules", help="rules of the whole grid, such as diagonal,anti-knight")
    parser.add_argument("--timeout", type=seconds, help="seconds for each puzzle")
    parser.add_argument("--unique", action="store_true", help="solve: none, one or several")
    parser.add_argument("--limit", type=whole_number, help="most solutions that count counts")
    parser.add_argument("--jobs", type=whole_number, help="threads; all cores by default")
    parser.add_argument("--on-error", choices=["raise", "null"], default="raise")
    parser.add_argument("--version", action="version", version=f"satoku {satoku.__version__}")
    args = parser.parse_args()
    if args.output == Path("-"):
        args.output = None
    if args.limit is not None and args.verb != "count":
        parser.error("--limit: only count has a limit")
    if args.unique and args.verb != "solve":
        parser.error("--unique: only solve has it; is_proper always says none, one or several")
    return parser, args


def options(args: argparse.Namespace) -> dict[str, Any]:
    """The keywords of the verb."""
    given = {name: getattr(args, name) for name in ("box", "rules", "timeout", "limit")}
    given |= {"jobs": args.jobs, "on_error": args.on_error, "unique": args.unique or None}
    return {name: value for name, value in given.items() if value is not None}


def main() -> int:
    """Runs a verb."""
    parser, args = parsed()
    numbers: list[int] = []
    malformed = 0
    try:
        puzzles, numbers = read(args.lines)
        _output.require(args.output)
        answers = getattr(satoku, args.verb)(puzzles, **options(args))
        if "error" in answers:
            malformed = sum(error is not None for error in answers["error"])
        write(answers, numbers, args.output)
    except BrokenPipeError:
        # Whoever reads the answers, such as `head`, has enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 2 if malformed else 0
    except OSError as error:
        file = error.filename or args.output or "standard output"
        parser.exit(2, f"{parser.prog}: {file}: {error.strerror or error}\n")
    except (ImportError, satoku.SatokuError) as error:
        name, _, what = str(error).partition(": ")
        if name in options(args):
            parser.error(f"argument --{name.replace('_', '-')}: {what}")
        parser.exit(2, f"{parser.prog}: {args.lines}: {in_lines(str(error), numbers)}\n")
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: interrupted before all answers were written\n")
    if malformed:
        what = f"{malformed} of {len(numbers)} puzzles are malformed; the column error says why"
        parser.exit(2, f"{parser.prog}: {args.lines}: {what}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
