# What the commands of the corpus share. T is a folder for their files.

# One solution; found by singles.
easy=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
# One solution; takes guesses.
hard=98.7..6..75.....8...6.8....4...3.2...9...1..4..54.......96...5.....4...1.....23.6
# No solution: two equal givens, and one whose givens do not clash.
clash=11...............................................................................
none=98.7..6..75.....8...6.8....4...3.2...9...1..4..54.......96...5.....4...1..1..23.6
# 71 solutions.
many=8.........95.......67...........8496....5.132...6..785...516947...493268...872513
# Sides 4 and 6.
four=1.....3..4.....2
six=1.3...4.6..3..15..5..2.1..26.5.4...2
empty=.................................................................................
large=tests/data/large/table16-1.txt

# Each argument on a line.
lines() { printf '%s\n' "$@"; }

# The puzzles of a known file without their answers: known FILE N.
known() { grep -v '^#' "tests/data/known/$1.txt" | head -n "$2" | sed 's/:.*//'; }

# A 9×9 line as rows of digits, with 0 for empty.
rows() { echo "$1" | sed 's/\./0/g; s/........./&\n/g' | head -n 9; }

# The same with spaces.
spaced() { rows "$1" | sed 's/./& /g; s/ $//'; }

# A puzzle of the proven maxima: maximum ID.
maximum() { grep "\"$1\"" tests/data/pyramid/instances.jsonl | sed 's/.*"puzzle": "//; s/".*//'; }

# The sizes and hashes of the files of a certificate that are the same for any prover.
contents() {
  (cd "$1" && sha256sum claim.txt formula.cnf puzzle.txt solutions.txt)
}

# A variant with five solutions, and the same without any.
variant='{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","candidates":{"r1c1":[2]},"rules":[],"constraints":[{"type":"killer","cells":["r1c2","r1c3"],"sum":5},{"type":"thermo","cells":["r4c1","r4c2","r4c3","r4c4"]}]}'
broken=$(echo "$variant" | sed 's/r1c1":/r4c1":/')
