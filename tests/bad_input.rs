//! Wrong input, and the one message that each gets: what was found and where,
//! what was expected, what to do. Exit code 2, always.

mod support;

use support::satoku;

struct Bad {
    name: &'static str,
    args: &'static [&'static str],
    input: &'static str,
    says: &'static str,
}

#[test]
fn each_wrong_input_gets_its_message() {
    for bad in BAD {
        let ran = satoku(bad.args, bad.input);
        let expected = format!("satoku: error: {}\n", bad.says);
        assert_eq!(ran.stderr, expected, "{}", bad.name);
        assert_eq!(ran.code, 2, "{}", bad.name);
    }
}

#[test]
fn wrong_usage_is_told_with_exit_code_2() {
    let wrong: &[(&[&str], &str)] = &[
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["solve", "--from", "csv"], "invalid value 'csv'"),
        (&["solve", "--to", "xml"], "invalid value 'xml'"),
        (&["solve", "--box", "3"], "'3' is no box shape"),
        (&["solve", "--box", "0x3"], "boxes of 0x3 cells"),
        (
            &["solve", "--timeout", "soon"],
            "expected a number of seconds",
        ),
        (&["solve", "--timeout", "0"], "seconds above 0"),
        (&["solve", "--timeout", "-1"], "unexpected argument '-1'"),
        (&["solve", "--backend", "magic"], "invalid value 'magic'"),
        (&["count", "--limit", "0"], "0 is not in 1.."),
        (&["enumerate", "--limit", "x"], "invalid value 'x'"),
        (&["decode"], "--cnf <FILE>"),
        (&["completions"], "<SHELL>"),
        (&["compare", "--random", "-5"], "unexpected argument '-5'"),
    ];
    for (args, says) in wrong {
        let ran = satoku(args, "");
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
    }
}

const BAD: &[Bad] = &[
    Bad {
        name: "a letter in a line",
        args: &["solve"],
        input: "53..x....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "<stdin>:1:5: found 'x', expected a digit 1-9 or . 0 ? _ * for empty",
    },
    Bad {
        name: "a line too short",
        args: &["solve"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7\n",
        says: "<stdin>:1:1: found 80 cells in '53..7....6..195....98...…', expected 81 cells, or 16, 36, 256, 625 … for other sides",
    },
    Bad {
        name: "a line too long",
        args: &["solve"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79.\n",
        says: "<stdin>:1:1: found 82 cells in '53..7....6..195....98...…', expected 81 cells, or 16, 36, 256, 625 … for other sides",
    },
    Bad {
        name: "a short line after a good one",
        args: &["solve"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7\n",
        says: "<stdin>:2:1: found 80 cells in '53..7....6..195....98...…', expected 81 cells, as on the lines before",
    },
    Bad {
        name: "a line with a space inside",
        args: &["solve", "--from", "line"],
        input: "53..7....6..195....98....6.8...6...34..8 .3..17...2...6.6....28....419..5....8..79\n",
        says: "<stdin>:1:41: found a space, expected no space inside a puzzle, unless all its cells are split by spaces",
    },
    Bad {
        name: "a digit above the side",
        args: &["solve"],
        input: "1234341221434325\n",
        says: "<stdin>:1:16: found '5', expected a digit 1-4 or . 0 ? _ * for empty",
    },
    Bad {
        name: "a line for another box",
        args: &["solve", "--box", "4x4"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "<stdin>:1:1: found 81 cells in '53..7....6..195....98...…', expected 256 cells, as --box 4x4 asks for",
    },
    Bad {
        name: "a prime side in a line",
        args: &["solve", "--from", "line"],
        input: ".................................................\n",
        says: "<stdin>:1:1: found 49 cells: side 7 has no box shape of its own, expected another side, or its box shape given with --box RxC",
    },
    Bad {
        name: "an empty input",
        args: &["solve"],
        input: "",
        says: "<stdin>:1: found no puzzle: the input is empty, expected a puzzle, such as a line of 81 characters",
    },
    Bad {
        name: "only blank lines",
        args: &["solve"],
        input: "\n\n  \n",
        says: "<stdin>:3: found no puzzle: the input is empty, expected a puzzle, such as a line of 81 characters",
    },
    Bad {
        name: "only comments",
        args: &["solve"],
        input: "# nothing\n",
        says: "<stdin>:1: found no puzzle: the input is empty, expected a puzzle, such as a line of 81 characters",
    },
    Bad {
        name: "only drawing",
        args: &["solve"],
        input: "+---+\n!!!!!\n",
        says: "<stdin>:1:1: found '+---+', expected a puzzle: a line of 81 characters, or 9 rows of 9 cells (see 'satoku formats', or name one with --from)",
    },
    Bad {
        name: "a word",
        args: &["solve"],
        input: "hello\n",
        says: "<stdin>:1:1: found 'hello', expected a puzzle: a line of 81 characters, or 9 rows of 9 cells (see 'satoku formats', or name one with --from)",
    },
    Bad {
        name: "a sentence",
        args: &["solve"],
        input: "this is not a sudoku\n",
        says: "<stdin>:1:1: found 'this is not a sudoku', expected a puzzle: a line of 81 characters, or 9 rows of 9 cells (see 'satoku formats', or name one with --from)",
    },
    Bad {
        name: "two digits",
        args: &["solve"],
        input: "12\n",
        says: "<stdin>:1:1: found 2 cells in row 1, expected a puzzle of side 4 or more; a smaller one with its box shape, --box 1x2",
    },
    Bad {
        name: "hdu: a letter",
        args: &["solve"],
        input: "7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 x 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:5:7: found 'x', expected a digit 1-9 or ? for an empty cell",
    },
    Bad {
        name: "hdu: eight cells",
        args: &["solve"],
        input: "7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:4:1: found 8 cells in row 4, expected 9 cells in each row",
    },
    Bad {
        name: "hdu: ten cells",
        args: &["solve"],
        input: "7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8 1\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:4:1: found 10 cells in row 4, expected 9 cells in each row",
    },
    Bad {
        name: "hdu: a zero",
        args: &["solve", "--from", "hdu"],
        input: "0 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:1:1: found '0', expected a digit 1-9 or ? for an empty cell",
    },
    Bad {
        name: "hdu: ten",
        args: &["solve"],
        input: "7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n10 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:9:1: found '10', expected a digit 1-9 or ? for an empty cell",
    },
    Bad {
        name: "hdu: cut off",
        args: &["solve"],
        input: "7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:5: found the end of the input after 5 rows, expected 9 rows: the grid is cut off",
    },
    Bad {
        name: "hdu: a gap",
        args: &["solve"],
        input: "7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:6:1: found an empty line after 5 rows, expected 9 rows without a gap: the grid is cut off",
    },
    Bad {
        name: "hdu: the second is cut off",
        args: &["solve"],
        input: "7 1 2 ? 6 ? 3 5 8\n? 6 5 2 ? 7 1 ? 4\n? ? 8 5 1 3 6 7 2\n9 2 4 ? 5 6 ? 3 7\n5 ? 6 ? ? ? 2 4 1\n1 ? 3 7 2 ? 9 ? 5\n? ? 1 9 7 5 4 8 6\n6 ? 7 8 3 ? 5 1 9\n8 5 9 ? 4 ? ? 2 3\n\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:13: found the end of the input after 3 rows, expected 9 rows: the grid is cut off",
    },
    Bad {
        name: "hdu: a minus sign",
        args: &["solve"],
        input: "7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n7 1 2 ? 6 ? 3 5 8\n-1 1 2 ? 6 ? 3 5 8\n",
        says: "<stdin>:9:1: found '-1', expected a digit 1-9 or ? for an empty cell",
    },
    Bad {
        name: "poj: no count",
        args: &["solve", "--from", "poj"],
        input: "103000509\n002109400\n000704000\n300502006\n060000050\n700803004\n000401000\n009205800\n804000107\n",
        says: "<stdin>:1:1: found '103000509', expected the number of puzzles on the first line",
    },
    Bad {
        name: "poj: a count too many",
        args: &["solve"],
        input: "2\n103000509\n002109400\n000704000\n300502006\n060000050\n700803004\n000401000\n009205800\n804000107\n",
        says: "<stdin>:10: found the end of the input after 1 puzzle, expected 2 puzzles, as the first line says",
    },
    Bad {
        name: "poj: a count too few",
        args: &["solve"],
        input: "1\n103000509\n002109400\n000704000\n300502006\n060000050\n700803004\n000401000\n009205800\n804000107\n103000509\n002109400\n000704000\n300502006\n060000050\n700803004\n000401000\n009205800\n804000107\n",
        says: "<stdin>:11:1: found '103000509', expected the end of the input: the first line says 1 puzzle",
    },
    Bad {
        name: "poj: eight digits",
        args: &["solve"],
        input: "1\n103000509\n103000509\n10300050\n103000509\n103000509\n103000509\n103000509\n103000509\n103000509\n",
        says: "<stdin>:4:1: found 8 cells in row 3, expected 9 cells in each row",
    },
    Bad {
        name: "poj: a letter",
        args: &["solve"],
        input: "1\n103000509\n103000509\n10300x509\n103000509\n103000509\n103000509\n103000509\n103000509\n103000509\n",
        says: "<stdin>:4:6: found 'x', expected a digit 0-9, 0 for an empty cell",
    },
    Bad {
        name: "poj: a question mark",
        args: &["solve"],
        input: "1\n103000509\n103000509\n10300?509\n103000509\n103000509\n103000509\n103000509\n103000509\n103000509\n",
        says: "<stdin>:4:6: found '?', expected a digit 0-9, 0 for an empty cell",
    },
    Bad {
        name: "poj: cut off",
        args: &["solve"],
        input: "1\n103000509\n103000509\n103000509\n103000509\n103000509\n103000509\n103000509\n103000509\n",
        says: "<stdin>:9: found the end of the input after 8 rows, expected 9 rows: the grid is cut off",
    },
    Bad {
        name: "poj: a negative count",
        args: &["solve", "--from", "poj"],
        input: "-1\n103000509\n002109400\n000704000\n300502006\n060000050\n700803004\n000401000\n009205800\n804000107\n",
        says: "<stdin>:1:1: found '-1', expected the number of puzzles on the first line",
    },
    Bad {
        name: "poj: an empty line inside",
        args: &["solve"],
        input: "1\n103000509\n103000509\n103000509\n103000509\n\n103000509\n103000509\n103000509\n103000509\n103000509\n",
        says: "<stdin>:6:1: found an empty line after 4 rows, expected 9 rows without a gap: the grid is cut off",
    },
    Bad {
        name: "pyramid: a letter",
        args: &["pyramid"],
        input: "7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 a 0 0 0 1\n",
        says: "<stdin>:9:9: found 'a', expected an integer 0-9, 0 for an empty cell",
    },
    Bad {
        name: "pyramid: ten",
        args: &["pyramid"],
        input: "7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 10 0 0 0 0 1\n",
        says: "<stdin>:9:7: found '10', expected an integer 0-9, 0 for an empty cell",
    },
    Bad {
        name: "pyramid: a fraction",
        args: &["pyramid"],
        input: "7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 1.5 0 0 0 0 1\n",
        says: "<stdin>:9:7: found '1.5', expected an integer 0-9, 0 for an empty cell",
    },
    Bad {
        name: "pyramid: cut off",
        args: &["pyramid"],
        input: "7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n",
        says: "<stdin>:8: found the end of the input after 8 rows, expected 9 rows: the grid is cut off",
    },
    Bad {
        name: "pyramid: eight cells",
        args: &["pyramid", "--from", "pyramid"],
        input: "7 0 0 9 0 0 0 0\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n",
        says: "<stdin>:1:1: found 8 cells in row 1, expected 9 cells in each row",
    },
    Bad {
        name: "pyramid: a very large number",
        args: &["pyramid"],
        input: "7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n7 0 0 9 0 0 0 0 1\n99999999999999999999 0 0 9 0 0 0 0 1\n",
        says: "<stdin>:9:1: found '99999999999999999999', expected an integer 0-9, 0 for an empty cell",
    },
    Bad {
        name: "grid: a row too short",
        args: &["solve"],
        input: "53..7....\n6..195...\n.98....6\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n",
        says: "<stdin>:3:1: found 8 cells in row 3, expected 9 cells in each row",
    },
    Bad {
        name: "grid: cut off",
        args: &["solve"],
        input: "53..7....\n6..195...\n.98....6.\n",
        says: "<stdin>:3: found the end of the input after 3 rows, expected 9 rows, as many as there are cells in a row",
    },
    Bad {
        name: "grid: a letter",
        args: &["solve"],
        input: "5 3 . | . 7 . | . . .\n6 . . | x 9 5 | . . .\n. . . | . . . | . . .\n. . . | . . . | . . .\n. . . | . . . | . . .\n. . . | . . . | . . .\n. . . | . . . | . . .\n. . . | . . . | . . .\n. . . | . . . | . . .\n",
        says: "<stdin>:2:9: found 'x', expected a digit 1-9 or . 0 ? _ * for empty",
    },
    Bad {
        name: "grid: a prime side",
        args: &["solve", "--from", "grid"],
        input: ".......\n.......\n.......\n.......\n.......\n.......\n.......\n",
        says: "<stdin>:1:1: found a row of 7 cells: side 7 has no box shape of its own, expected another side, or its box shape given with --box RxC",
    },
    Bad {
        name: "grid: a number above the side",
        args: &["solve"],
        input: "1 2 | 3 4\n3 5 | . .\n. . | . .\n. . | . .\n",
        says: "<stdin>:2:3: found '5', expected a number 1-4 or . 0 _ ? * for an empty cell",
    },
    Bad {
        name: "grid: another box",
        args: &["solve", "--box", "4x4"],
        input: "53. .7. ...\n53. .7. ...\n53. .7. ...\n53. .7. ...\n53. .7. ...\n53. .7. ...\n53. .7. ...\n53. .7. ...\n53. .7. ...\n",
        says: "<stdin>:1:1: found 9 cells in row 1, expected 16 cells in each row",
    },
    Bad {
        name: "sudokusat: no size",
        args: &["solve"],
        input: "experiment: x\ntask: 1\n| 1 2 |\n",
        says: "<stdin>:3:1: found '| 1 2 |', expected a header line such as 'puzzle size: 16x16'",
    },
    Bad {
        name: "sudokusat: a bad size",
        args: &["solve"],
        input: "puzzle size: 4x5\n",
        says: "<stdin>:1:14: found '4x5', expected the side twice, such as 16x16",
    },
    Bad {
        name: "sudokusat: a size without boxes",
        args: &["solve"],
        input: "puzzle size: 7x7\n",
        says: "<stdin>:1: found the end of the input after 0 rows, expected 7 rows: the grid is cut off",
    },
    Bad {
        name: "sudokusat: too large",
        args: &["solve"],
        input: "puzzle size: 9999x9999\n",
        says: "<stdin>:1:14: found '9999x9999', expected a side from 1 to 1024",
    },
    Bad {
        name: "sudokusat: cut off",
        args: &["solve"],
        input: "puzzle size: 4x4\n+-----+-----+\n| 1 _ | _ _ |\n",
        says: "<stdin>:3: found the end of the input after 1 row, expected 4 rows: the grid is cut off",
    },
    Bad {
        name: "sudokusat: a row too short",
        args: &["solve"],
        input: "puzzle size: 4x4\n+-----+-----+\n| 1 _ | _ |\n",
        says: "<stdin>:3:1: found 3 cells in row 1, expected 4 cells in each row",
    },
    Bad {
        name: "sudokusat: five of four",
        args: &["solve"],
        input: "puzzle size: 4x4\n+-----+-----+\n| 1 _ | _ 5 |\n",
        says: "<stdin>:3:11: found '5', expected a number 1-4 or _ for an empty cell",
    },
    Bad {
        name: "sudokusat: the next begins early",
        args: &["solve"],
        input: "puzzle size: 4x4\n| 1 _ | _ _ |\ntask: 2\n",
        says: "<stdin>:3:1: found 'task: 2' after 1 row, expected 4 rows: the grid is cut off",
    },
    Bad {
        name: "a NUL byte",
        args: &["solve"],
        input: "53..7....6\0.195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "<stdin>:1:11: found the byte 0x00, which is no text, expected a text file with puzzles (UTF-8)",
    },
    Bad {
        name: "a missing file",
        args: &["solve", "no/such/file.txt"],
        input: "",
        says: "no/such/file.txt: cannot be opened: No such file or directory (os error 2)",
    },
    Bad {
        name: "a folder",
        args: &["solve", "tests/data"],
        input: "",
        says: "tests/data: is a folder, expected a file with puzzles",
    },
    Bad {
        name: "a format too small",
        args: &["solve", "--to", "poj", "tests/data/large/table16-1.txt"],
        input: "",
        says: "tests/data/large/table16-1.txt:6: puzzle 1: side 16 does not fit the format poj, which ends at 9; choose another with --to",
    },
    Bad {
        name: "count: a letter",
        args: &["count"],
        input: "53..x....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "<stdin>:1:5: found 'x', expected a digit 1-9 or . 0 ? _ * for empty",
    },
    Bad {
        name: "enumerate: a letter",
        args: &["enumerate"],
        input: "53..x....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "<stdin>:1:5: found 'x', expected a digit 1-9 or . 0 ? _ * for empty",
    },
    Bad {
        name: "compare: a letter",
        args: &["compare"],
        input: "53..x....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "<stdin>:1:5: found 'x', expected a digit 1-9 or . 0 ? _ * for empty",
    },
    Bad {
        name: "encode: nothing",
        args: &["encode", "--from", "line"],
        input: "",
        says: "the input holds no puzzle, expected one",
    },
    Bad {
        name: "encode: two puzzles",
        args: &["encode"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "<stdin>: holds several puzzles, expected one: choose with --puzzle K",
    },
    Bad {
        name: "encode: the third of two",
        args: &["encode", "--puzzle", "3"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "--puzzle 3: the input holds only 2 puzzles",
    },
    Bad {
        name: "encoding: no such name",
        args: &["encode", "--encoding", "maximal"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "--encoding maximal: no such encoding, expected minimal, efficient, extended, ordered, triad, sequential, product, commander, bimander, binary or the path of a .toml file",
    },
    Bad {
        name: "encoding: no such file",
        args: &["encode", "--encoding", "none.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "none.toml: cannot be read: No such file or directory (os error 2)",
    },
    Bad {
        name: "encoding: an unknown key",
        args: &["encode", "--encoding", "tests/data/bad/unknown_key.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/unknown_key.toml:2:1: sumary: unknown field `sumary`, expected one of `name`, `summary`, `reference`, `at_most_one`, `group`, `families`, `expected`",
    },
    Bad {
        name: "encoding: no box",
        args: &["encode", "--encoding", "tests/data/bad/no_box.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/no_box.toml:6:1: families.box has no rule, so the formula has models that break the box rule: add \"defined\" or \"unique\"",
    },
    Bad {
        name: "encoding: nothing defined",
        args: &["encode", "--encoding", "tests/data/bad/no_defined.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/no_defined.toml:6:1: families: no scope is \"defined\", so empty cells satisfy the formula: add \"defined\" to one",
    },
    Bad {
        name: "encoding: nothing unique",
        args: &["encode", "--encoding", "tests/data/bad/no_unique.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/no_unique.toml:6:1: families: no scope is \"unique\", so cells with several digits satisfy the formula: add \"unique\" to one",
    },
    Bad {
        name: "encoding: an unknown scheme",
        args: &["encode", "--encoding", "tests/data/bad/scheme.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/scheme.toml:4:15: at_most_one: unknown variant `triples`, expected one of `pairwise`, `sequential`, `product`, `commander`, `bimander`, `binary`",
    },
    Bad {
        name: "encoding: an unknown rule",
        args: &["encode", "--encoding", "tests/data/bad/rule.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/rule.toml:7:9: cell: unknown variant `exactly`, expected one of `defined`, `unique`, `ordered`, `minis`",
    },
    Bad {
        name: "encoding: a rule twice",
        args: &["encode", "--encoding", "tests/data/bad/twice.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/twice.toml:6:1: families.cell: a rule is there twice",
    },
    Bad {
        name: "encoding: no name",
        args: &["encode", "--encoding", "tests/data/bad/missing_name.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/missing_name.toml:1:1: missing field `name`",
    },
    Bad {
        name: "encoding: a wrong type",
        args: &["encode", "--encoding", "tests/data/bad/type.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/type.toml:4:15: at_most_one: wanted string or table",
    },
    Bad {
        name: "encoding: a bad shape",
        args: &["encode", "--encoding", "tests/data/bad/shape.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/shape.toml:12:1: expected.box: '3by3' is no box shape: write rows x columns of one box, such as 3x3 or 2x3",
    },
    Bad {
        name: "encoding: no toml",
        args: &["encode", "--encoding", "tests/data/bad/not_toml.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/not_toml.toml:1:10: name: invalid basic string, expected `\"`",
    },
    Bad {
        name: "encoding: an empty file",
        args: &["encode", "--encoding", "tests/data/bad/empty.toml"],
        input: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        says: "tests/data/bad/empty.toml:1:1: missing field `name`",
    },
    Bad {
        name: "decode: no status",
        args: &["decode", "--cnf", "tests/data/bad/tiny.cnf"],
        input: "",
        says: "<stdin>: no status line: expected 's SATISFIABLE', 's UNSATISFIABLE' or minisat's SAT and UNSAT",
    },
    Bad {
        name: "decode: a model cut off",
        args: &["decode", "--cnf", "tests/data/bad/tiny.cnf"],
        input: "s SATISFIABLE\nv 1 -2 -3\n",
        says: "<stdin>: no complete model: expected literals with 0 after the last (minisat writes them to its result file, not to the terminal)",
    },
    Bad {
        name: "decode: a strange status",
        args: &["decode", "--cnf", "tests/data/bad/tiny.cnf"],
        input: "s PERHAPS\n",
        says: "<stdin>:1: found 's PERHAPS', expected SATISFIABLE, UNSATISFIABLE or UNKNOWN",
    },
    Bad {
        name: "decode: two statuses",
        args: &["decode", "--cnf", "tests/data/bad/tiny.cnf"],
        input: "s SATISFIABLE\ns UNSATISFIABLE\n",
        says: "<stdin>:2: found 's UNSATISFIABLE', expected one status",
    },
    Bad {
        name: "decode: a foreign file",
        args: &["decode", "--cnf", "tests/data/bad/foreign.cnf"],
        input: "s SATISFIABLE\nv 1 2 0\n",
        says: "tests/data/bad/foreign.cnf: no comment 'c satoku box': expected a file that 'satoku encode' wrote, or --puzzle",
    },
    Bad {
        name: "decode: no variable names",
        args: &["decode", "--cnf", "tests/data/bad/key.cnf"],
        input: "s SATISFIABLE\nv 1 2 0\n",
        says: "tests/data/bad/key.cnf: no comment 'c varname': expected a file that 'satoku encode' wrote, or --puzzle",
    },
    Bad {
        name: "sat: no header",
        args: &["sat"],
        input: "1 2 0\n",
        says: "<stdin>:1: found '1 2 0', expected 'p cnf VARIABLES CLAUSES' first",
    },
    Bad {
        name: "sat: an empty file",
        args: &["sat"],
        input: "",
        says: "<stdin>:1: found no header, expected 'p cnf VARIABLES CLAUSES'",
    },
    Bad {
        name: "sat: a literal too large",
        args: &["sat"],
        input: "p cnf 1 1\n2 0\n",
        says: "<stdin>:2: found '2', expected a literal up to 1, or 0",
    },
    Bad {
        name: "sat: a word",
        args: &["sat"],
        input: "p cnf 1 1\none 0\n",
        says: "<stdin>:2: found 'one', expected a literal up to 1, or 0",
    },
    Bad {
        name: "sat: clauses missing",
        args: &["sat"],
        input: "p cnf 1 2\n1 0\n",
        says: "<stdin>:2: found 1 clause, expected 2, as the header says",
    },
    Bad {
        name: "sat: cut off",
        args: &["sat"],
        input: "p cnf 1 1\n1\n",
        says: "<stdin>:2: found the end inside a clause, expected 0",
    },
    Bad {
        name: "sat: a huge header",
        args: &["sat"],
        input: "p cnf 99999999999 1\n1 0\n",
        says: "<stdin>:1: found 'p cnf 99999999999 1', expected one line 'p cnf VARIABLES CLAUSES'",
    },
    Bad {
        name: "man: no such verb",
        args: &["man", "fly"],
        input: "",
        says: "no verb is called 'fly'; 'satoku --help' lists them",
    },
];
