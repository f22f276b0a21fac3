//! Each type of constraint against a predicate written by hand, on all digits of five cells.

use super::compiled;
use crate::grid::Digit;
use crate::rules::Kernel;
use serde_json::{Value, json};

/// What a constraint means for the digits of its cells.
type Meaning = fn(&[i64]) -> bool;

/// Cells r1c1, r1c2, r1c3, r2c1, r2c2 of a board of 2×3 cells; the regions are the
/// columns 1, 2 and 3.
const LINE: [&str; 5] = ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2"];

fn agree(item: Value, min: i64, meaning: Meaning) {
    let puzzle = compiled(json!({
        "rows": 2, "columns": 3, "min": min, "max": min + 5, "regions": "123123",
        "constraints": [&item],
    }));
    let puzzle = puzzle.unwrap_or_else(|error| panic!("{item}: {error}"));
    let constraint = puzzle.constraints().last().unwrap();
    let mut accepted = 0;
    for number in 0..6usize.pow(5) {
        let place = |place: u32| number / 6usize.pow(place) % 6;
        let digits: Vec<Digit> = (0..5).map(|at| Digit::from_index(place(at))).collect();
        let mut cells = digits.clone();
        cells.push(Digit::from_index(0));
        let values: Vec<i64> = (0..5).map(|at| min + place(at) as i64).collect();
        let mut kernels = constraint.kernels.iter();
        let holds = kernels.all(|kernel| kernel.holds(puzzle.board(), &cells));
        assert_eq!(holds, meaning(&values), "{item} {values:?}");
        accepted += usize::from(holds);
    }
    assert!(accepted > 0, "{item}: a test that nothing passes");
}

/// The constraint on the whole line, with digits from 1 and from 0.
fn on_line(kind: &str, more: Value, meaning: Meaning) {
    let mut item = json!({"type": kind, "cells": LINE});
    for (key, value) in more.as_object().unwrap() {
        item[key] = value.clone();
    }
    agree(item.clone(), 1, meaning);
    agree(item, 0, meaning);
}

fn differ(d: &[i64]) -> bool {
    (0..d.len()).all(|i| !d[..i].contains(&d[i]))
}

fn steps(d: &[i64], good: impl Fn(i64, i64) -> bool) -> bool {
    d.windows(2).all(|pair| good(pair[0], pair[1]))
}

fn all(d: &[i64], good: impl Fn(i64, i64) -> bool) -> bool {
    (0..d.len()).all(|j| (0..j).all(|i| good(d[i], d[j])))
}

/// The sum of as many digits as the first of them says, if there are so many.
fn x_sum(d: &[i64]) -> Option<i64> {
    (1..=5)
        .contains(&d[0])
        .then(|| d[..d[0] as usize].iter().sum())
}

fn times(d: &[i64], digit: i64) -> usize {
    d.iter().filter(|&&other| other == digit).count()
}

#[test]
fn pairs_and_cells() {
    on_line("thermo", json!({}), |d| steps(d, |a, b| a < b));
    on_line("slow-thermo", json!({}), |d| steps(d, |a, b| a <= b));
    on_line("greater", json!({}), |d| steps(d, |a, b| a > b));
    on_line("whisper", json!({"difference": 3}), |d| {
        steps(d, |a, b| (a - b).abs() >= 3)
    });
    on_line("white-dot", json!({}), |d| {
        steps(d, |a, b| a.abs_diff(b) == 1)
    });
    on_line("difference", json!({"difference": 2}), |d| {
        steps(d, |a, b| a.abs_diff(b) == 2)
    });
    on_line("black-dot", json!({}), |d| {
        steps(d, |a, b| a == 2 * b || b == 2 * a)
    });
    on_line("ratio", json!({"ratio": 3}), |d| {
        steps(d, |a, b| a == 3 * b || b == 3 * a)
    });
    on_line("x", json!({}), |d| steps(d, |a, b| a + b == 10));
    on_line("v", json!({}), |d| steps(d, |a, b| a + b == 5));
    on_line("parity-line", json!({}), |d| {
        steps(d, |a, b| (a + b) % 2 == 1)
    });
    on_line("maximum", json!({}), |d| {
        d[1..].iter().all(|&other| d[0] > other)
    });
    on_line("minimum", json!({}), |d| {
        d[1..].iter().all(|&other| d[0] < other)
    });
    on_line("odd", json!({}), |d| d.iter().all(|digit| digit % 2 == 1));
    on_line("even", json!({}), |d| d.iter().all(|digit| digit % 2 == 0));
    on_line("palindrome", json!({}), |d| d[0] == d[4] && d[1] == d[3]);
    on_line("renban", json!({}), |d| {
        differ(d) && d.iter().max().unwrap() - d.iter().min().unwrap() == 4
    });
    on_line("distinct", json!({}), differ);
    on_line("modular", json!({}), |d| {
        d.windows(3)
            .all(|w| differ(&[w[0] % 3, w[1] % 3, w[2] % 3]))
    });
    // More than there are digits, whose remainders are then themselves.
    on_line("modular", json!({"modulus": 7}), differ);
    agree(json!({"type": "entropic", "cells": LINE}), 1, |d| {
        let class = |digit: i64| (digit - 1) / 2;
        d.windows(3)
            .all(|w| differ(&[class(w[0]), class(w[1]), class(w[2])]))
    });
    agree(json!({"type": "nabner", "cells": &LINE[..3]}), 1, |d| {
        all(&d[..3], |a, b| a.abs_diff(b) > 1)
    });
    on_line("pairs", json!({"table": [[1, 2], [2, 5], [5, 1]]}), |d| {
        steps(d, |a, b| [(1, 2), (2, 5), (5, 1)].contains(&(a, b)))
    });
    on_line("all-pairs", json!({"table": [[1, 1], [1, 2]]}), |d| {
        all(d, |a, b| a == 1 && (b == 1 || b == 2))
    });
    let clone = json!({"type": "clone", "cells": &LINE[..2], "clones": &LINE[3..]});
    agree(clone, 1, |d| d[0] == d[3] && d[1] == d[4]);
    let two = json!({"type": "candidates", "cell": "r1c2", "digits": [2, 5]});
    agree(two, 1, |d| d[1] == 2 || d[1] == 5);
}

#[test]
fn sums() {
    on_line("killer", json!({"sum": 15}), |d| {
        differ(d) && d.iter().sum::<i64>() == 15
    });
    on_line("sum", json!({"sum": 16}), |d| d.iter().sum::<i64>() == 16);
    on_line("little-killer", json!({"sum": 9}), |d| {
        d.iter().sum::<i64>() == 9
    });
    on_line("arrow", json!({}), |d| d[0] == d[1..].iter().sum::<i64>());
    on_line("double-arrow", json!({}), |d| {
        d[0] + d[4] == d[1..4].iter().sum::<i64>()
    });
    on_line("zipper", json!({}), |d| {
        d[0] + d[4] == d[2] && d[1] + d[3] == d[2]
    });
    let even = json!({"type": "zipper", "cells": &LINE[..4]});
    agree(even, 1, |d| d[0] + d[3] == d[1] + d[2]);
    let parts = json!({"type": "region-sum", "cells": ["r1c1", "r2c1", "r2c2", "r1c2", "r1c3"]});
    agree(parts, 1, |d| {
        d[0] + d[3] == d[1] + d[4] && d[1] + d[4] == d[2]
    });
    let pill = json!({"type": "pill-arrow", "pill": &LINE[..2], "cells": &LINE[2..]});
    agree(pill, 1, |d| 10 * d[0] + d[1] == d[2] + d[3] + d[4]);
    let twice = json!({"type": "killer", "cells": ["r1c1", "r1c2", "r1c1"], "sum": 10});
    agree(twice, 1, |d| d[0] != d[1] && 2 * d[0] + d[1] == 10);
}

/// Whether the line can be cut into pieces with this sum, the first beginning at `start`.
fn cuts(d: &[i64], sum: i64) -> bool {
    d.is_empty()
        || (1..=d.len()).any(|end| d[..end].iter().sum::<i64>() == sum && cuts(&d[end..], sum))
}

#[test]
fn lines() {
    on_line("between", json!({}), |d| {
        let (low, high) = (d[0].min(d[4]), d[0].max(d[4]));
        d[1..4].iter().all(|&digit| low < digit && digit < high)
    });
    on_line("lockout", json!({"difference": 3}), |d| {
        let (low, high) = (d[0].min(d[4]), d[0].max(d[4]));
        high - low >= 3 && d[1..4].iter().all(|&digit| digit < low || digit > high)
    });
    agree(
        json!({"type": "sandwich", "cells": LINE, "sum": 5}),
        1,
        |d| {
            let find = |digit| d.iter().position(|&other| other == digit);
            let (Some(one), Some(six)) = (find(1), find(6)) else {
                return false;
            };
            let between: i64 = d[one.min(six) + 1..one.max(six)].iter().sum();
            between == 5 && times(d, 1) == 1 && times(d, 6) == 1
        },
    );
    on_line("lunchbox", json!({"sum": 4}), |d| {
        let find = |digit: &i64| d.iter().position(|other| other == digit).unwrap();
        let ends = (find(d.iter().min().unwrap()), find(d.iter().max().unwrap()));
        let between = &d[ends.0.min(ends.1)..ends.0.max(ends.1)];
        differ(d) && between.iter().skip(1).sum::<i64>() == 4
    });
    on_line("x-sum", json!({"sum": 9}), |d| x_sum(d) == Some(9));
    let seen = |d: &[i64]| {
        let seen = (0..5).filter(|&i| d[i] > 0 && d[..i].iter().all(|&other| other < d[i]));
        seen.count() == 3
    };
    on_line("skyscraper", json!({"visible": 3}), seen);
    let unseen = json!({"type": "skyscraper", "cells": LINE, "visible": 0});
    agree(unseen.clone(), -2, |d| d.iter().all(|&digit| digit < 1));
    agree(unseen, -7, |_| true);
    agree(json!({"type": "x-sum", "cells": LINE, "sum": 0}), -2, |d| {
        d[0] == 0 || x_sum(d) == Some(0)
    });
    on_line("hidden-skyscraper", json!({"digit": 3}), |d| {
        let mut hidden = (0..5).filter(|&i| d[..i].iter().any(|&other| other >= d[i]));
        hidden.next().is_some_and(|first| d[first] == 3)
    });
    on_line("numbered-room", json!({"digit": 3}), |d| {
        (1..=5).contains(&d[0]) && d[d[0] as usize - 1] == 3
    });
    let index = json!({"type": "index", "control": "r1c3", "digit": 4, "cells": LINE});
    agree(index, 1, |d| {
        (1..=5).contains(&d[2]) && d[d[2] as usize - 1] == 4
    });
    agree(
        json!({"type": "sum-line", "cells": LINE, "sum": 6}),
        1,
        |d| cuts(d, 6),
    );
    let around = json!({"type": "sum-line", "cells": LINE, "sum": 6, "loop": true});
    agree(around, 1, |d| {
        (0..5).any(|start| cuts(&[&d[start..], &d[..start]].concat(), 6))
    });
    let large = json!({"type": "ratio", "cells": LINE, "ratio": 9});
    agree(large, 0, |d| steps(d, |a, b| a == 0 && b == 0));
    on_line(
        "automaton",
        json!({"regex": "(1|[2-4]{2})*[^3].?5{0,2}"}),
        matches_by_hand,
    );
}

/// The regular expression of the test above.
fn matches_by_hand(d: &[i64]) -> bool {
    fn rest(d: &[i64]) -> bool {
        let fives = |d: &[i64]| d.len() <= 2 && d.iter().all(|&digit| digit == 5);
        let tail = !d.is_empty() && d[0] != 3 && (fives(&d[1..]) || d.len() > 1 && fives(&d[2..]));
        let two = |d: &[i64]| d.len() > 1 && d[..2].iter().all(|digit| (2..=4).contains(digit));
        tail || (!d.is_empty() && d[0] == 1 && rest(&d[1..])) || (two(d) && rest(&d[2..]))
    }
    rest(d)
}

#[test]
fn counts() {
    on_line("quadruple", json!({"digits": [2, 5, 5]}), |d| {
        times(d, 2) >= 1 && times(d, 5) >= 2
    });
    on_line("outside", json!({"digits": [2, 3]}), |d| {
        d.contains(&2) && d.contains(&3)
    });
    on_line("counts", json!({"counts": [[2, 1], [0, 4], [1, 3]]}), |d| {
        times(d, 1) == 2 && times(d, 4) == 0 && times(d, 3) == 1
    });
    on_line("count-distinct", json!({}), |d| {
        let mut different = d[1..].to_vec();
        different.sort_unstable();
        different.dedup();
        different.len() as i64 == d[0]
    });
    // As many cells as there are digits: states for each place would be too many.
    let row = |row: u32, last: u32| (1..=last).map(move |column| format!("r{row}c{column}"));
    let cells: Vec<String> = row(1, 7).chain(row(2, 6)).collect();
    let long = compiled(json!({
        "rows": 2, "columns": 7, "min": 1, "max": 12,
        "constraints": [{"type": "count-distinct", "cells": cells}],
    }));
    assert!(long.is_ok(), "{long:?}");
    // On a line of few cells with many digits, 1 and 64 among them.
    let puzzle = compiled(json!({
        "rows": 1, "columns": 3, "min": 1, "max": 64,
        "constraints": [{"type": "count-distinct", "cells": ["r1c1", "r1c2", "r1c3"]}],
    }));
    let puzzle = puzzle.unwrap();
    for (digits, holds) in [
        ([2, 64, 1], true),
        ([2, 1, 64], true),
        ([1, 64, 64], true),
        ([2, 64, 64], false),
    ] {
        let digits = digits.map(|digit| Digit::from_index(digit - 1));
        let kernels = puzzle
            .constraints()
            .iter()
            .flat_map(|constraint| &constraint.kernels);
        let mut automata = kernels.filter(|kernel| matches!(kernel, Kernel::Automaton(..)));
        let kernel = automata.next().unwrap();
        assert_eq!(kernel.holds(puzzle.board(), &digits), holds, "{digits:?}");
    }
    on_line("counting-circles", json!({}), |d| {
        d.iter().all(|&digit| times(d, digit) as i64 == digit)
    });
    fn same(first: &[i64], second: &[i64]) -> bool {
        let mut sets = [first.to_vec(), second.to_vec()];
        sets.iter_mut().for_each(|set| set.sort_unstable());
        sets[0] == sets[1]
    }
    let in_rows = json!([["r1c1", "r1c2"], ["r2c1", "r2c2"]]);
    agree(json!({"type": "same-digits", "sets": in_rows}), 1, |d| {
        same(&d[..2], &d[3..])
    });
    let crossed = json!([["r1c1", "r2c2"], ["r1c2", "r2c1"], ["r1c3", "r2c1"]]);
    agree(json!({"type": "same-digits", "sets": crossed}), 1, |d| {
        same(&[d[0], d[4]], &[d[1], d[3]]) && same(&[d[0], d[4]], &[d[2], d[3]])
    });
}

#[test]
fn branches() {
    let any = json!({"type": "any-of", "branches": [
        [{"type": "killer", "cells": &LINE[..2], "sum": 5}, {"type": "thermo", "cells": &LINE[..2]}],
        [{"type": "any-of", "branches": [[{"type": "candidates", "cell": "r2c2", "digits": [6]}]]}],
    ]});
    agree(any, 1, |d| (d[0] + d[1] == 5 && d[0] < d[1]) || d[4] == 6);
}
