#!/usr/bin/env bash
# Fills fuzz/corpus with seeds from tests/data and encodings/.
set -euo pipefail
cd "$(dirname "$0")/.."

# What a target starts from: files as they are, cut to what fuzzing can use.
take() {
  local target=$1 file
  shift
  mkdir -p "fuzz/corpus/$target"
  for file in "$@"; do
    head -c 4096 "$file" > "fuzz/corpus/$target/$(basename "$file")"
  done
}

take puzzle_text tests/data/judge/*.in tests/data/known/*.txt tests/data/lines/*.txt tests/data/large/*.txt
take encoding_toml encodings/*.toml tests/data/bad/*.toml
take dimacs tests/data/bad/*.cnf

mkdir -p fuzz/corpus/{solver_output,drat,weights,certificate,lockstep_rows}
printf 's SATISFIABLE\nv 1 -2\nv 3 0\n' > fuzz/corpus/solver_output/competition
printf 'SAT\n1 -2 3 0\n' > fuzz/corpus/solver_output/minisat
printf 's UNSATISFIABLE\n' > fuzz/corpus/solver_output/unsatisfiable
# Four clauses on two variables, then a text proof and a binary one.
printf '\x04\x02\x02\x04\x02\x02\x05\x02\x03\x04\x02\x03\x051 0\n0\n' > fuzz/corpus/drat/text
printf '\x04\x02\x02\x04\x02\x02\x05\x02\x03\x04\x02\x03\x05a\x02\x00a\x00' > fuzz/corpus/drat/binary
seq 16 | tr '\n' ' ' > fuzz/corpus/weights/cells
seq -32 31 | tr '\n' ',' > fuzz/corpus/weights/candidates
# Puzzles as rows of 81 characters end to end.
for file in tests/data/known/{17clue,many_solutions_10k,hardest_11plus_2k,magictour_1465}.txt; do
  { grep -v '^#' "$file" | cut -c 1-81 || true; } | head -40 | tr -d '\n' \
    > "fuzz/corpus/lockstep_rows/$(basename "$file")"
done

# The files of a certificate, each behind the byte that says whose place it takes.
cargo build -q
folder=$(mktemp -d)
echo 1.....3......... | "${CARGO_TARGET_DIR:-target}/debug/satoku" prove maximum - -o "$folder/it" > /dev/null
number=0
for name in manifest.json claim.txt puzzle.txt solutions.txt objective.txt formula.cnf proof.drat; do
  { printf "\\x$(printf %02x $((2 * number + 1)))"; cat "$folder/it/$name"; } > "fuzz/corpus/certificate/$name"
  number=$((number + 1))
done
rm -r "$folder"
