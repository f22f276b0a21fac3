//! The expression language of rule files: integers, conditions, and nothing else.

use std::cmp::Ordering;
use std::fmt;

/// What the variables of an expression stand for while it is evaluated.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    /// By the places that the names were given when the expression was read.
    pub numbers: &'a [i64],
    /// Parameters that are lists of digits, or of pairs of digits.
    pub lists: &'a [Vec<(i64, i64)>],
}

/// A variable that an expression may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// A number, by its place in [`Values::numbers`].
    Number(usize),
    /// A condition, by its place in [`Values::numbers`]: 0 or 1.
    Condition(usize),
    /// A list of digits, by its place in [`Values::lists`].
    Digits(usize),
    /// A list of pairs, by its place in [`Values::lists`].
    Pairs(usize),
}

/// An expression. Conditions have the values 0 and 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number.
    Constant(i64),
    /// The value at this place.
    Variable(usize),
    /// An operation on two values.
    Binary(Operator, Box<(Expression, Expression)>),
    /// The negative value.
    Negative(Box<Expression>),
    /// The absolute value.
    Absolute(Box<Expression>),
    /// 1 for 0, 0 for everything else.
    Not(Box<Expression>),
    /// The second if the first is not 0, otherwise the third.
    If(Box<(Expression, Expression, Expression)>),
    /// Whether a digit is in a list.
    In(Box<Expression>, usize),
    /// Whether a pair is in a list.
    Allows(usize, Box<(Expression, Expression)>),
}

/// An operation on two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Smaller,
    Larger,
    Equal,
    Less,
    And,
    Or,
}

/// What is wrong with an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpressionError {
    /// Byte offset into the expression.
    pub offset: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Expression {
    /// The value. Operations saturate, and division by 0 gives 0.
    pub fn value(&self, values: Values<'_>) -> i64 {
        match self {
            Expression::Constant(value) => *value,
            Expression::Variable(place) => values.numbers[*place],
            Expression::Negative(of) => of.value(values).saturating_neg(),
            Expression::Absolute(of) => of.value(values).saturating_abs(),
            Expression::Not(of) => i64::from(of.value(values) == 0),
            Expression::If(parts) => match parts.0.value(values) {
                0 => parts.2.value(values),
                _ => parts.1.value(values),
            },
            Expression::In(digit, list) => {
                let digit = digit.value(values);
                i64::from(values.lists[*list].iter().any(|&(each, _)| each == digit))
            }
            Expression::Allows(list, pair) => {
                let pair = (pair.0.value(values), pair.1.value(values));
                i64::from(values.lists[*list].contains(&pair))
            }
            Expression::Binary(operator, sides) => operator.apply(&sides.0, &sides.1, values),
        }
    }

    /// Whether a condition holds.
    pub fn holds(&self, values: Values<'_>) -> bool {
        self.value(values) != 0
    }

    /// Collects the signs on which the value depends: what comparisons, products, `abs`, `min`
    /// and `max` find. Sides that `and`, `or` and `if` need not look at count, too, so that
    /// there are equally many whatever the values are.
    pub fn signs(&self, values: Values<'_>, signs: &mut Vec<Ordering>) {
        match self {
            Expression::Constant(_) | Expression::Variable(_) => {}
            Expression::Negative(of) | Expression::Not(of) | Expression::In(of, _) => {
                of.signs(values, signs);
            }
            Expression::Absolute(of) => {
                of.signs(values, signs);
                signs.push(of.value(values).cmp(&0));
            }
            Expression::If(parts) => {
                for part in [&parts.0, &parts.1, &parts.2] {
                    part.signs(values, signs);
                }
            }
            Expression::Allows(_, pair) => {
                pair.0.signs(values, signs);
                pair.1.signs(values, signs);
            }
            Expression::Binary(operator, sides) => {
                sides.0.signs(values, signs);
                sides.1.signs(values, signs);
                let (left, right) = (sides.0.value(values), sides.1.value(values));
                match operator {
                    Operator::Equal | Operator::Less | Operator::Smaller | Operator::Larger => {
                        signs.push(left.cmp(&right));
                    }
                    Operator::Multiply => signs.extend([left.cmp(&0), right.cmp(&0)]),
                    _ => {}
                }
            }
        }
    }

    /// Whether the value depends on a list of digits or of pairs.
    pub fn mentions_list(&self) -> bool {
        match self {
            Expression::Constant(_) | Expression::Variable(_) => false,
            Expression::In(..) | Expression::Allows(..) => true,
            Expression::Negative(of) | Expression::Absolute(of) | Expression::Not(of) => {
                of.mentions_list()
            }
            Expression::If(parts) => {
                parts.0.mentions_list() || parts.1.mentions_list() || parts.2.mentions_list()
            }
            Expression::Binary(_, pair) => pair.0.mentions_list() || pair.1.mentions_list(),
        }
    }

    /// Whether the value depends on the variable at this place.
    pub fn mentions(&self, place: usize) -> bool {
        match self {
            Expression::Constant(_) => false,
            Expression::Variable(other) => *other == place,
            Expression::Negative(of)
            | Expression::Absolute(of)
            | Expression::Not(of)
            | Expression::In(of, _) => of.mentions(place),
            Expression::If(parts) => {
                parts.0.mentions(place) || parts.1.mentions(place) || parts.2.mentions(place)
            }
            Expression::Binary(_, pair) | Expression::Allows(_, pair) => {
                pair.0.mentions(place) || pair.1.mentions(place)
            }
        }
    }
}

impl Operator {
    fn apply(self, left: &Expression, right: &Expression, values: Values<'_>) -> i64 {
        let first = left.value(values);
        // The second side of `and` and `or` often needs no look.
        match (self, first) {
            (Operator::And, 0) => return 0,
            (Operator::Or, 1) => return 1,
            _ => (),
        }
        let second = right.value(values);
        match self {
            Operator::Add => first.saturating_add(second),
            Operator::Subtract => first.saturating_sub(second),
            Operator::Multiply => first.saturating_mul(second),
            Operator::Divide if second == 0 => 0,
            // Only the smallest number by -1 is beyond the largest.
            Operator::Divide => first.checked_div_euclid(second).unwrap_or(i64::MAX),
            Operator::Remainder => first.checked_rem_euclid(second).unwrap_or(0),
            Operator::Power => {
                // Beyond 64 only the sign changes: the rest is 0, 1 or the largest number.
                let exponent = match second {
                    0..=64 => second,
                    _ if second < 0 => 0,
                    _ => 64 + second % 2,
                };
                first.saturating_pow(exponent as u32)
            }
            Operator::Smaller => first.min(second),
            Operator::Larger => first.max(second),
            Operator::Equal => i64::from(first == second),
            Operator::Less => i64::from(first < second),
            Operator::And | Operator::Or => second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parser::parse_number;
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        let known = |name: &str| match name {
            "a" => Some(Variable::Number(0)),
            "closed" => Some(Variable::Condition(1)),
            "digits" => Some(Variable::Digits(0)),
            "table" => Some(Variable::Pairs(1)),
            _ => None,
        };
        let names = ["a", "closed", "digits", "table"];
        let expression = parse_number(text, &known, &names)
            .map_err(|error| format!("{}: {}", error.offset, error.message))?;
        let lists = [vec![(7, 0), (8, 0)], vec![(1, 2)]];
        Ok(expression.value(Values {
            numbers: &[7, 1],
            lists: &lists,
        }))
    }

    #[test]
    fn values_follow_the_usual_precedence() {
        for (text, expected) in [
            ("1 + 2 * 3 - 4", 3),
            ("-(a - 10) * 2", 6),
            ("a div 2 + a mod 4", 6),
            ("-7 div 2", -4),
            ("-7 mod 2", 1),
            ("7 div -2", -3),
            ("7 mod -2", 1),
            ("-7 div -2", 4),
            ("-7 mod -2", 1),
            ("a div 0", 0),
            ("min(3, 1, 2) + max(a, 9)", 10),
            ("if(a = 7 and not a < 7, 1, 0)", 1),
            ("if(a != 7 or a >= 8 or a > 9, 1, 0)", 0),
            ("if(not a <= 6 and closed, 1, 0)", 1),
            ("if(a in digits, 1, 0) + if(3 in digits, 10, 0)", 1),
            ("if(table(1, 2), 1, 0) + if(table(2, 1), 10, 0)", 1),
            ("pow(10, 2) - abs(3 - a)", 96),
            ("pow(-1, 65)", -1),
            ("pow(-2, 66)", i64::MAX),
            ("pow(-2, 67)", i64::MIN),
            ("pow(2, -1)", 1),
            ("9223372036854775807 + 1", i64::MAX),
            ("(-9223372036854775807 - 1) * -1", i64::MAX),
            ("(-9223372036854775807 - 1) div -1", i64::MAX),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn mistakes_are_placed() {
        for (text, offset, part) in [
            ("", 0, "the end"),
            ("1 +", 3, "the end"),
            ("1 2", 2, "`2`"),
            ("(1", 2, "`)`"),
            ("x + 1", 0, "unknown name `x`"),
            ("a = 1", 2, "a number"),
            ("1 + (a = 1)", 4, "a number"),
            ("if(a, 1, 2)", 3, "a condition"),
            ("sin(a)", 0, "unknown function `sin`"),
            ("abs(a, 1)", 0, "1 argument"),
            ("a # 1", 2, "`#`"),
            ("a == 1", 2, "expected `=`"),
            ("a => 1", 2, "expected `>=`"),
            ("a % 2", 2, "expected `mod`"),
            ("a / 2", 2, "expected `div`"),
            ("a = 1 && a = 2", 6, "expected `and`"),
            ("99999999999999999999", 0, "too large"),
            ("digits", 0, "a list"),
            ("closed + 1", 0, "a number"),
        ] {
            let error = value(text).unwrap_err();
            assert!(error.starts_with(&format!("{offset}: ")), "{text}: {error}");
            assert!(error.contains(part), "{text}: {error}");
        }
        let deep = |levels| value(&"(".repeat(levels)).unwrap_err();
        assert!(deep(1_000).contains("nested"));
        assert!(deep(100_000).contains("characters"));
    }
}
