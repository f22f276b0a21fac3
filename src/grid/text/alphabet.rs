//! Alphabets: which character or number stands for which digit.

use crate::grid::Digit;
use std::fmt;

/// Marks for an empty cell in all single-character alphabets. So is `0`, except where it is a
/// digit ([`Alphabet::has_zero`]).
const EMPTY: [char; 4] = ['.', '?', '_', '*'];

/// A way to write digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Alphabet {
    /// `1`–`9`, then `A`–`Z`, then `a`–`z`: up to 61.
    #[default]
    Digits,
    /// `0`–`9`, then `A`–`Z`: the character `0` is the digit 1. Up to 36.
    Hex,
    /// `A`–`Z`, then `a`–`z`: up to 52.
    Letters,
    /// Decimal numbers separated by spaces: any side.
    Numbers,
    /// Decimal numbers from 0 on, separated by spaces: the number 0 is the digit 1.
    NumbersFromZero,
}

/// What a character stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellSymbol {
    /// An empty cell.
    Empty,
    /// A digit.
    Digit(Digit),
}

impl CellSymbol {
    /// The digit, or `None` for an empty cell.
    pub fn digit(self) -> Option<Digit> {
        match self {
            CellSymbol::Empty => None,
            CellSymbol::Digit(digit) => Some(digit),
        }
    }
}

impl Alphabet {
    /// Every alphabet.
    pub const ALL: [Alphabet; 5] = [
        Alphabet::Digits,
        Alphabet::Hex,
        Alphabet::Letters,
        Alphabet::Numbers,
        Alphabet::NumbersFromZero,
    ];

    /// The name for `--alphabet`.
    pub fn name(self) -> &'static str {
        match self {
            Alphabet::Digits => "digits",
            Alphabet::Hex => "hex",
            Alphabet::Letters => "letters",
            Alphabet::Numbers => "numbers",
            Alphabet::NumbersFromZero => "numbers-from-0",
        }
    }

    /// Whether cells are numbers, with spaces between them.
    pub fn has_spaces(self) -> bool {
        matches!(self, Alphabet::Numbers | Alphabet::NumbersFromZero)
    }

    /// Whether digits up to 9 are written as in formats without alphabets.
    pub(super) fn is_usual(self) -> bool {
        matches!(self, Alphabet::Digits | Alphabet::Numbers)
    }

    /// Whether `0` is a digit, and not an empty cell.
    pub fn has_zero(self) -> bool {
        matches!(self, Alphabet::Hex | Alphabet::NumbersFromZero)
    }

    /// Largest side that the alphabet can write.
    pub fn max_side(self) -> usize {
        match self {
            Alphabet::Digits => 61,
            Alphabet::Hex => 36,
            Alphabet::Letters => 52,
            Alphabet::Numbers | Alphabet::NumbersFromZero => crate::grid::geometry::MAX_SIDE,
        }
    }

    /// This alphabet if it suffices for `side`, else numbers.
    pub fn reaching(self, side: usize) -> Alphabet {
        if side <= self.max_side() {
            self
        } else {
            Alphabet::Numbers
        }
    }

    /// This alphabet if these cells, written in it, are read as the same cells by a reader that
    /// must detect the alphabet, else the digits or, failing that, numbers.
    ///
    /// On a grid of side 10 and more, `A` is 10 among other digits; where all givens are
    /// letters, it is read as 1.
    pub fn detected(self, side: usize, cells: &[Option<Digit>]) -> Alphabet {
        let is_detected = |alphabet: &Alphabet| {
            let words: Vec<String> = cells.iter().map(|cell| alphabet.write(*cell)).collect();
            let read = match alphabet.has_spaces() {
                true => Alphabet::of_words(words.iter().map(String::as_str), side),
                false => Alphabet::detect(&words.concat(), side),
            };
            read == *alphabet
        };
        [self, Alphabet::Digits]
            .map(|alphabet| alphabet.reaching(side))
            .into_iter()
            .find(is_detected)
            .unwrap_or(Alphabet::Numbers)
    }

    /// Whether a character marks an empty cell in all alphabets.
    pub fn is_empty_mark(c: char) -> bool {
        EMPTY.contains(&c)
    }

    /// What `c` stands for on a grid of this side, if anything.
    pub fn symbol(self, c: char, side: usize) -> Option<CellSymbol> {
        if EMPTY.contains(&c) || (c == '0' && !self.has_zero()) {
            return Some(CellSymbol::Empty);
        }
        let value = match self {
            Alphabet::Digits => letter(c, side, 9).or(c.to_digit(10))?,
            Alphabet::Hex => c.to_digit(36)? + 1,
            Alphabet::Letters => letter(c, side, 0)?,
            Alphabet::Numbers => c.to_digit(10)?,
            Alphabet::NumbersFromZero => c.to_digit(10)? + 1,
        };
        let digit = Digit::new(value as u16)?;
        (digit.index() < side).then_some(CellSymbol::Digit(digit))
    }

    /// The digit that a number stands for on a grid of this side, in an alphabet of numbers.
    pub fn number(self, text: &str, side: usize) -> Option<Digit> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<u16>().ok().filter(|_| is_plain)?;
        let digit = Digit::new(number.checked_add(u16::from(self.has_zero()))?)?;
        (digit.index() < side).then_some(digit)
    }

    /// A digit as text; an empty cell is `.`.
    pub fn write(self, digit: Option<Digit>) -> String {
        let Some(digit) = digit else {
            return ".".into();
        };
        let value = u32::from(digit.value());
        let character = |from: char, offset: u32| char::from_u32(from as u32 + offset);
        let single = match self {
            Alphabet::Numbers | Alphabet::NumbersFromZero => None,
            Alphabet::Digits if value > 35 => character('a', value - 36),
            Alphabet::Digits => char::from_digit(value, 36),
            Alphabet::Hex => char::from_digit(value - 1, 36),
            Alphabet::Letters if value > 26 => character('a', value - 27),
            Alphabet::Letters => character('A', value - 1),
        };
        match (single, self, value) {
            (None, Alphabet::NumbersFromZero, _) => (value - 1).to_string(),
            (None, ..) => value.to_string(),
            (Some(c), Alphabet::Digits, 36..) | (Some(c), Alphabet::Letters, _) => c.to_string(),
            (Some(c), ..) => c.to_ascii_uppercase().to_string(),
        }
    }

    /// The valid characters in words, for messages.
    ///
    /// # Panics
    /// If the side is 0.
    pub fn describe(self, side: usize) -> String {
        let last = self.write(Some(Digit::from_index(side - 1)));
        match self {
            Alphabet::Digits if side <= 9 => format!("a digit 1-{last} or . 0 ? _ * for empty"),
            Alphabet::Digits if side == 10 => "1-9, A or . 0 ? _ * for empty".into(),
            Alphabet::Digits => format!("1-9, A-{last} or . 0 ? _ * for empty"),
            Alphabet::Hex if side <= 10 => format!("0-{last} or . ? _ * for empty"),
            Alphabet::Hex if side == 11 => "0-9, A or . ? _ * for empty".into(),
            Alphabet::Hex if side <= 36 => format!("0-9, A-{last} or . ? _ * for empty"),
            Alphabet::Hex => "a side up to 36".into(),
            Alphabet::Letters => format!("A-{last} or . 0 ? _ * for empty"),
            Alphabet::Numbers => format!("a number 1-{side} or . 0 ? _ * for empty"),
            Alphabet::NumbersFromZero => format!("a number 0-{last} or . ? _ * for empty"),
        }
    }

    /// The alphabet in which a grid of this side appears to be written.
    pub fn detect(text: &str, side: usize) -> Alphabet {
        if side <= 9 {
            return Alphabet::Digits;
        }
        let any = |test: &dyn Fn(char) -> bool| text.chars().any(test);
        let decimal = any(&|c| matches!(c, '1'..='9'));
        let letters = any(&|c| c.is_ascii_alphabetic());
        if Alphabet::has_zero_as_digit(text, side) {
            Alphabet::Hex
        } else if letters && !decimal && side <= Alphabet::Letters.max_side() {
            Alphabet::Letters
        } else {
            Alphabet::Digits
        }
    }

    /// The alphabet in which a grid of this side appears to be written whose cells are these
    /// words: numbers, unless all are single characters and letters or a digit `0` are among
    /// them.
    pub fn of_words<'w>(words: impl Iterator<Item = &'w str>, side: usize) -> Alphabet {
        let words: Vec<&str> = words.collect();
        if words.iter().any(|word| word.len() != 1) {
            return match begin_at_zero(&words, side) {
                true => Alphabet::NumbersFromZero,
                false => Alphabet::Numbers,
            };
        }
        let text = words.concat();
        let has_letters = text.contains(|c: char| c.is_ascii_alphabetic());
        match has_letters || Alphabet::has_zero_as_digit(&text, side) {
            true => Alphabet::detect(&text, side),
            false => Alphabet::Numbers,
        }
    }

    /// Whether `0` must be a digit on a grid of this side: there is another mark for empty
    /// cells, which a grid with `0` for them does not need, no character stands for the digit
    /// that is missing then, and a digit may occur so often.
    pub fn has_zero_as_digit(text: &str, side: usize) -> bool {
        let any = |test: &dyn Fn(char) -> bool| text.chars().any(test);
        let reaches = |c: char| c.to_digit(36).is_some_and(|value| value as usize >= side);
        (10..=Alphabet::Hex.max_side()).contains(&side)
            && (1..=side).contains(&text.matches('0').count())
            && any(&|c| EMPTY.contains(&c))
            && !any(&reaches)
    }
}

/// Like [`Alphabet::has_zero_as_digit`] for numbers on a grid of any side above 9.
fn begin_at_zero(words: &[&str], side: usize) -> bool {
    let numbers = words.iter().filter_map(|word| word.parse::<usize>().ok());
    let zeros = numbers.clone().filter(|number| *number == 0).count();
    let has_mark = words.iter().any(|word| word.contains(EMPTY));
    side > 9 && has_mark && (1..=side).contains(&zeros) && numbers.max() < Some(side)
}

/// The value of a letter; `A` is `before + 1`. Lowercase letters equal uppercase ones if
/// these suffice for the side, and continue after `Z` otherwise.
fn letter(c: char, side: usize, before: u32) -> Option<u32> {
    let capitals = before + 26;
    match c {
        'A'..='Z' => Some(before + 1 + (c as u32 - 'A' as u32)),
        'a'..='z' if side <= capitals as usize => Some(before + 1 + (c as u32 - 'a' as u32)),
        'a'..='z' => Some(capitals + 1 + (c as u32 - 'a' as u32)),
        _ => None,
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for alphabet in [Alphabet::Digits, Alphabet::Hex, Alphabet::Letters] {
            for side in 1..=alphabet.max_side() {
                for index in 0..side {
                    let digit = Digit::from_index(index);
                    let text = alphabet.write(Some(digit));
                    let c = text.chars().next().unwrap();
                    assert_eq!(text.len(), 1);
                    let symbol = alphabet.symbol(c, side);
                    assert_eq!(symbol, Some(CellSymbol::Digit(digit)), "{alphabet} {side}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_digits_of_the_grid() {
        let one = Alphabet::Numbers;
        let zero = Alphabet::NumbersFromZero;
        assert_eq!(one.number("1", 9), Digit::new(1));
        assert_eq!(one.number("9", 9), Digit::new(9));
        assert_eq!(zero.number("0", 9), Digit::new(1));
        assert_eq!(zero.number("8", 9), Digit::new(9));
        for text in ["0", "10", "+1", "-1", "", "65536"] {
            assert_eq!(one.number(text, 9), None, "{text}");
        }
        for text in ["9", "65535", "65536"] {
            assert_eq!(zero.number(text, 9), None, "{text}");
        }
    }

    #[test]
    fn alphabets_are_detected() {
        assert_eq!(Alphabet::detect("0..F1", 16), Alphabet::Hex);
        assert_eq!(Alphabet::detect("00G12", 16), Alphabet::Digits);
        assert_eq!(Alphabet::detect("00F12", 16), Alphabet::Digits);
        assert_eq!(Alphabet::detect("..G1", 16), Alphabet::Digits);
        assert_eq!(Alphabet::detect("..F1", 16), Alphabet::Digits);
        assert_eq!(Alphabet::detect("ABY..", 25), Alphabet::Letters);
        assert_eq!(Alphabet::detect("1B...", 25), Alphabet::Digits);
    }

    #[test]
    fn a_zero_beside_another_mark_is_a_digit_above_side_9() {
        for (text, side, expected) in [
            ("0..A1", 12, Alphabet::Hex),
            ("0..B1", 12, Alphabet::Hex),
            ("0..C1", 12, Alphabet::Digits),
            ("0?9", 10, Alphabet::Hex),
            ("0..A9", 10, Alphabet::Digits),
            ("0*o1", 25, Alphabet::Hex),
            ("0_P1", 25, Alphabet::Digits),
            ("0.Z1", 36, Alphabet::Hex),
            ("0.Z1", 37, Alphabet::Digits),
            ("0..1", 9, Alphabet::Digits),
            ("0..A", 16, Alphabet::Hex),
            ("0..G", 16, Alphabet::Letters),
            ("00000000000.A", 10, Alphabet::Letters),
            ("00000000000.1", 10, Alphabet::Digits),
        ] {
            assert_eq!(Alphabet::detect(text, side), expected, "{text} {side}");
        }
    }

    #[test]
    fn numbers_begin_at_0_beside_another_mark_above_side_9() {
        let (from_1, from_0) = (Alphabet::Numbers, Alphabet::NumbersFromZero);
        for (text, side, expected) in [
            ("0 . 15", 16, from_0),
            ("00 .. 15", 16, from_0),
            ("0 . 16", 16, from_1),
            ("0 15", 16, from_1),
            (". 15", 16, from_1),
            ("0 0 0 0 0 0 0 0 0 0 0 . 10", 11, from_0),
            ("0 0 0 0 0 0 0 0 0 0 0 0 . 10", 11, from_1),
            ("0 . 48", 49, from_0),
            ("0 . A", 16, Alphabet::Hex),
        ] {
            let words = text.split(' ');
            assert_eq!(Alphabet::of_words(words, side), expected, "{text} {side}");
        }
    }

    #[test]
    fn lowercase_continues_where_uppercase_ends() {
        let digit = |alphabet: Alphabet, c, side| match alphabet.symbol(c, side) {
            Some(CellSymbol::Digit(digit)) => digit.value(),
            other => panic!("{c} {side}: {other:?}"),
        };
        assert_eq!(digit(Alphabet::Digits, 'b', 16), 11);
        assert_eq!(digit(Alphabet::Digits, 'z', 35), 35);
        assert_eq!(digit(Alphabet::Digits, 'b', 40), 37);
        assert_eq!(digit(Alphabet::Digits, 'B', 40), 11);
        assert_eq!(digit(Alphabet::Letters, 'c', 26), 3);
        assert_eq!(digit(Alphabet::Letters, 'c', 30), 29);
    }

    #[test]
    fn alphabets_have_names_and_descriptions() {
        let names = Alphabet::ALL.map(|alphabet| alphabet.to_string());
        assert_eq!(
            names,
            ["digits", "hex", "letters", "numbers", "numbers-from-0"]
        );
        let words = |alphabet: Alphabet, side| alphabet.describe(side);
        let digits = [4, 9, 10, 11].map(|side| words(Alphabet::Digits, side));
        let empty = "or . 0 ? _ * for empty";
        let expected = ["a digit 1-4", "a digit 1-9", "1-9, A", "1-9, A-B"];
        assert_eq!(digits, expected.map(|first| format!("{first} {empty}")));
        assert_eq!(words(Alphabet::Letters, 25), format!("A-Y {empty}"));
        assert_eq!(
            words(Alphabet::NumbersFromZero, 16),
            "a number 0-15 or . ? _ * for empty"
        );
        assert_eq!(words(Alphabet::Hex, 16), "0-9, A-F or . ? _ * for empty");
    }

    #[test]
    fn characters_out_of_range_mean_nothing() {
        assert_eq!(Alphabet::Digits.symbol('5', 4), None);
        assert_eq!(Alphabet::Digits.symbol('H', 16), None);
        assert_eq!(Alphabet::Digits.symbol('x', 9), None);
        assert_eq!(Alphabet::Hex.symbol('G', 16), None);
    }
}
