"""`python -m satoku`: a verb over the lines of a file.

python -m satoku solve puzzles.txt --output answers.parquet
python -m satoku count puzzles.txt --limit 2 --output counts.csv
"""

import argparse
import csv
import re
import sys
from pathlib import Path
from typing import Any

import satoku

VERBS = ("solve", "is_proper", "count", "canonical", "minimize", "maximum")

#: A place in a message: the row that is meant, and advice about a keyword.
ROW = re.compile(r"(?<![\w ])row (\d+)(?=[:,])|\bas in row (\d+)(; mixed_sizes=True allows both)?")


def read(file: Path) -> tuple[list[str], list[int]]:
    """The puzzles of a file and the numbers of their lines; empty lines and comments have none."""
    puzzles, numbers = [], []
    content = file.read_bytes().removeprefix(b"\xef\xbb\xbf")
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
    columns = columns_of(answers, numbers)
    form = output.suffix.lower() if output is not None else ".csv"
    if output is not None and form in (".parquet", ".arrow"):
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = pa.table(answers)
        if "error" in columns:
            place = table.schema.get_field_index("error")
            table = table.set_column(place, "error", pa.array(columns["error"], pa.string()))
        table = table.add_column(0, "line", pa.array(numbers, pa.int64()))
        if form == ".parquet":
            pq.write_table(table, output)
            return
        with pa.ipc.new_file(output, table.schema) as file:
            file.write_table(table)
        return
    with output.open("w", newline="") if output is not None else sys.stdout as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def reserve(output: Path) -> bool:
    """Whether the file is new. One that cannot be written is reported before the work."""
    is_new = not output.exists()
    if is_new or output.is_file():
        output.open("ab").close()
    return is_new


def parsed() -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    """The arguments, and what can report a mistake in them."""
    parser = argparse.ArgumentParser(
        prog="python -m satoku",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("verb", choices=VERBS)
    parser.add_argument(
        "lines", type=Path, help="a text file with one puzzle a line; '#' begins a comment"
    )
    parser.add_argument(
        "--output", type=Path, help=".parquet, .arrow or .csv; CSV on standard output by default"
    )
    parser.add_argument("--limit", type=int, help="most solutions that count counts")
    parser.add_argument("--jobs", type=int, help="threads; all cores by default")
    parser.add_argument("--on-error", choices=["raise", "null"], default="raise")
    args = parser.parse_args()
    if args.limit is not None and args.verb != "count":
        parser.error("--limit: only count has a limit")
    return parser, args


def main() -> int:
    """Runs a verb."""
    parser, args = parsed()
    options = {"jobs": args.jobs, "on_error": args.on_error}
    if args.limit is not None:
        options["limit"] = args.limit
    numbers: list[int] = []
    is_new = is_written = False
    try:
        puzzles, numbers = read(args.lines)
        is_new = args.output is not None and reserve(args.output)
        write(getattr(satoku, args.verb)(puzzles, **options), numbers, args.output)
        is_written = True
    except OSError as error:
        file = error.filename or args.output or "standard output"
        parser.exit(2, f"{parser.prog}: {file}: {error.strerror or error}\n")
    except (ImportError, satoku.SatokuError) as error:
        parser.exit(2, f"{parser.prog}: {args.lines}: {in_lines(str(error), numbers)}\n")
    finally:
        if is_new and not is_written:
            args.output.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
