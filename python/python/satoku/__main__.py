"""`python -m satoku`: a verb over the lines of a file.

python -m satoku solve puzzles.txt --output answers.parquet
python -m satoku count puzzles.txt --limit 2 --output counts.csv
"""

import argparse
import csv
import sys
from pathlib import Path

import satoku

VERBS = ("solve", "is_proper", "count", "canonical", "minimize", "maximum")


def write(answers: satoku.Answers, output: Path | None) -> None:
    """Writes Parquet, Arrow or CSV, as the name of the file says."""
    if output is not None and output.suffix in (".parquet", ".arrow"):
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = pa.table(answers)
        if output.suffix == ".parquet":
            pq.write_table(table, output)
            return
        with pa.ipc.new_file(output, table.schema) as file:
            file.write_table(table)
        return
    columns = answers.to_dict()
    rows = zip(*columns.values(), strict=True)
    with output.open("w", newline="") if output is not None else sys.stdout as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def main() -> int:
    """Runs a verb."""
    parser = argparse.ArgumentParser(
        prog="python -m satoku",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("verb", choices=VERBS)
    parser.add_argument("lines", type=Path, help="a text file with one puzzle a line")
    parser.add_argument(
        "--output", type=Path, help=".parquet, .arrow or .csv; CSV on standard output by default"
    )
    parser.add_argument("--limit", type=int, help="most solutions that count counts")
    parser.add_argument("--jobs", type=int, help="threads; all cores by default")
    parser.add_argument("--on-error", choices=["raise", "null"], default="raise")
    args = parser.parse_args()
    options = {"jobs": args.jobs, "on_error": args.on_error}
    if args.limit is not None:
        if args.verb != "count":
            parser.error("--limit: only count has a limit")
        options["limit"] = args.limit
    try:
        lines = [line for line in args.lines.read_text().splitlines() if line.strip()]
        write(getattr(satoku, args.verb)(lines, **options), args.output)
    except (OSError, UnicodeDecodeError, satoku.SatokuError) as error:
        parser.exit(2, f"{parser.prog}: {args.lines}: {error}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
