//! Reads expressions.

use super::expression::{Expression, ExpressionError, Operator, Variable};
use super::token::{Parsed, Token, binding, error, peek};
use crate::words::counted;

/// Deepest nesting of an expression.
const MAX_DEPTH: usize = 50;

/// Maximum number of characters of an expression: chains of operators nest as well.
const MAX_LENGTH: usize = 2000;

/// Looks up a name.
pub type Names<'a> = &'a dyn Fn(&str) -> Option<Variable>;

/// Reads an expression that is a number. `names` are listed in messages.
///
/// # Errors
/// [`ExpressionError`].
pub fn parse_number(
    text: &str,
    known: Names<'_>,
    names: &[&str],
) -> Result<Expression, ExpressionError> {
    parse(text, known, names, Kind::Number)
}

/// Reads an expression that is a condition. `names` are listed in messages.
///
/// # Errors
/// [`ExpressionError`].
pub fn parse_condition(
    text: &str,
    known: Names<'_>,
    names: &[&str],
) -> Result<Expression, ExpressionError> {
    parse(text, known, names, Kind::Condition)
}

fn parse(
    text: &str,
    known: Names<'_>,
    names: &[&str],
    kind: Kind,
) -> Result<Expression, ExpressionError> {
    if text.len() > MAX_LENGTH {
        let message = format!("more than {MAX_LENGTH} characters");
        return Err(ExpressionError { offset: 0, message });
    }
    let mut parser = Parser {
        text,
        at: 0,
        known,
        names,
        depth: 0,
    };
    let typed = parser.expression(0)?;
    match parser.peek()? {
        (_, Token::End) => parser.expect(typed, kind),
        (offset, token) => Err(ExpressionError {
            offset,
            message: format!("found {}, expected an operator or the end", token.name()),
        }),
    }
}

/// Whether an operator makes a condition of two numbers.
fn compares(operator: &str) -> bool {
    matches!(operator, "=" | "!=" | "<" | "<=" | ">" | ">=")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Condition,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Condition => "a condition",
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    known: Names<'a>,
    names: &'a [&'a str],
    depth: usize,
}

/// An expression with its kind and where it begins.
type Typed = (Expression, Kind, usize);

impl<'a> Parser<'a> {
    fn expect(&self, (expression, kind, offset): Typed, expected: Kind) -> Parsed<Expression> {
        if kind == expected {
            return Ok(expression);
        }
        let (found, expected) = (kind.name(), expected.name());
        error(offset, format!("found {found}, expected {expected}"))
    }

    fn peek(&self) -> Parsed<(usize, Token<'a>)> {
        peek(self.text, self.at)
    }

    fn next(&mut self) -> Parsed<(usize, Token<'a>)> {
        let (offset, token) = self.peek()?;
        self.at = offset + token.length(&self.text[offset..]);
        Ok((offset, token))
    }

    fn expect_symbol(&mut self, symbol: &str) -> Parsed<()> {
        match self.next()? {
            (_, Token::Symbol(found)) if found == symbol => Ok(()),
            (at, found) => error(at, format!("found {}, expected `{symbol}`", found.name())),
        }
    }

    /// Precedence climbing: operators that bind at least as tightly as `least`.
    fn expression(&mut self, least: u8) -> Parsed<Typed> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return error(self.at, format!("nested deeper than {MAX_DEPTH}"));
        }
        let mut left = self.operand()?;
        let mut is_comparison = false;
        loop {
            let (offset, token) = self.peek()?;
            let Some((binding, name)) = binding(token) else {
                break;
            };
            if binding < least {
                break;
            }
            self.next()?;
            if is_comparison && compares(name) {
                let message = "comparisons do not chain; write them apart, as in `1 < d and d < 3`";
                return error(offset, message.into());
            }
            is_comparison = compares(name);
            left = match name {
                "in" => self.membership(left)?,
                _ => {
                    let right = self.expression(binding + 1)?;
                    self.combine(name, offset, left, right)?
                }
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn membership(&mut self, left: Typed) -> Parsed<Typed> {
        let start = left.2;
        let digit = self.expect(left, Kind::Number)?;
        let (offset, token) = self.next()?;
        let Token::Word(name) = token else {
            return error(offset, format!("found {}, expected a list", token.name()));
        };
        match (self.known)(name) {
            Some(Variable::Digits(list)) => {
                let inside = Expression::In(Box::new(digit), list);
                Ok((inside, Kind::Condition, start))
            }
            _ => error(offset, format!("`{name}` is not a list of digits")),
        }
    }

    fn combine(&self, name: &str, at: usize, left: Typed, right: Typed) -> Parsed<Typed> {
        let logical = matches!(name, "and" | "or");
        let arithmetic = matches!(name, "+" | "-" | "*" | "div" | "mod");
        let kind = if logical {
            Kind::Condition
        } else {
            Kind::Number
        };
        let start = if arithmetic { left.2 } else { at };
        let left = self.expect(left, kind)?;
        let right = self.expect(right, kind)?;
        let binary = |operator, left, right| Expression::Binary(operator, Box::new((left, right)));
        let not = |expression| Expression::Not(Box::new(expression));
        let expression = match name {
            "+" => binary(Operator::Add, left, right),
            "-" => binary(Operator::Subtract, left, right),
            "*" => binary(Operator::Multiply, left, right),
            "div" => binary(Operator::Divide, left, right),
            "mod" => binary(Operator::Remainder, left, right),
            "=" => binary(Operator::Equal, left, right),
            "!=" => not(binary(Operator::Equal, left, right)),
            "<" => binary(Operator::Less, left, right),
            ">" => binary(Operator::Less, right, left),
            "<=" => not(binary(Operator::Less, right, left)),
            ">=" => not(binary(Operator::Less, left, right)),
            "and" => binary(Operator::And, left, right),
            _ => binary(Operator::Or, left, right),
        };
        let kind = if arithmetic {
            Kind::Number
        } else {
            Kind::Condition
        };
        Ok((expression, kind, start))
    }

    fn operand(&mut self) -> Parsed<Typed> {
        let (offset, token) = self.next()?;
        match token {
            Token::Number(number) => Ok((Expression::Constant(number), Kind::Number, offset)),
            Token::Symbol("-") => {
                let operand = self.expression(6)?;
                let operand = self.expect(operand, Kind::Number)?;
                let negative = Expression::Negative(Box::new(operand));
                Ok((negative, Kind::Number, offset))
            }
            Token::Symbol("(") => {
                let (expression, kind, _) = self.expression(0)?;
                self.expect_symbol(")")?;
                Ok((expression, kind, offset))
            }
            Token::Word("not") => {
                let operand = self.expression(3)?;
                let operand = self.expect(operand, Kind::Condition)?;
                let not = Expression::Not(Box::new(operand));
                Ok((not, Kind::Condition, offset))
            }
            Token::Word(name) => match self.peek()? {
                (_, Token::Symbol("(")) => self.call(name, offset),
                _ => self.variable(name, offset),
            },
            found => {
                let found = found.name();
                error(offset, format!("found {found}, expected a number or name"))
            }
        }
    }

    fn variable(&self, name: &str, offset: usize) -> Parsed<Typed> {
        match (self.known)(name) {
            Some(Variable::Number(place)) => {
                Ok((Expression::Variable(place), Kind::Number, offset))
            }
            Some(Variable::Condition(place)) => {
                Ok((Expression::Variable(place), Kind::Condition, offset))
            }
            Some(_) => error(offset, format!("`{name}` is a list, expected a number")),
            None => {
                let names = self.names.join(", ");
                let message = format!("unknown name `{name}`; known here: {names}");
                error(offset, message)
            }
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Typed>> {
        self.expect_symbol("(")?;
        let mut arguments = vec![self.expression(0)?];
        while let (_, Token::Symbol(",")) = self.peek()? {
            self.next()?;
            arguments.push(self.expression(0)?);
        }
        self.expect_symbol(")")?;
        Ok(arguments)
    }

    fn call(&mut self, name: &str, offset: usize) -> Parsed<Typed> {
        let arguments = self.arguments()?;
        let given = arguments.len();
        let mut arguments = arguments.into_iter();
        let mut number = |parser: &Parser<'_>| match arguments.next() {
            Some(argument) => parser.expect(argument, Kind::Number),
            None => error(offset, format!("`{name}` has too few arguments")),
        };
        let (expression, kind, arity) = match name {
            "abs" => {
                let of = number(self)?;
                (Expression::Absolute(Box::new(of)), Kind::Number, 1)
            }
            "min" | "max" => {
                let operator = match name {
                    "min" => Operator::Smaller,
                    _ => Operator::Larger,
                };
                let mut all = number(self)?;
                for _ in 1..given {
                    all = Expression::Binary(operator, Box::new((all, number(self)?)));
                }
                (all, Kind::Number, given)
            }
            "pow" => {
                let pair = Box::new((number(self)?, number(self)?));
                let power = Expression::Binary(Operator::Power, pair);
                (power, Kind::Number, 2)
            }
            "if" => {
                let condition = match arguments.next() {
                    Some(argument) => self.expect(argument, Kind::Condition)?,
                    None => return error(offset, "`if` has too few arguments".into()),
                };
                let (Some(yes), Some(no)) = (arguments.next(), arguments.next()) else {
                    return error(offset, "`if` takes 3 arguments".into());
                };
                let kind = yes.1;
                let (yes, no) = (yes.0, self.expect(no, kind)?);
                (Expression::If(Box::new((condition, yes, no))), kind, 3)
            }
            _ => match (self.known)(name) {
                Some(Variable::Pairs(list)) => {
                    let pair = Box::new((number(self)?, number(self)?));
                    (Expression::Allows(list, pair), Kind::Condition, 2)
                }
                _ => {
                    let known = "abs, if, max, min, pow";
                    let message = format!("unknown function `{name}`; known: {known}");
                    return error(offset, message);
                }
            },
        };
        if given != arity {
            let takes = counted(arity as u64, "argument");
            return error(offset, format!("`{name}` takes {takes}, found {given}"));
        }
        Ok((expression, kind, offset))
    }
}
