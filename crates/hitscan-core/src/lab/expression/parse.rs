//! Parses the text of an expression.

use super::{Expression, Function, Operation};
use crate::command::ObjectField;
use crate::scene::excerpt;
use crate::words::any_of;
use crate::world::Name;
use hitscan_geom::Fraction;

/// Where a text is not a valid expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionFault {
    /// The byte.
    pub at: usize,
    /// The offending text, printable.
    pub found: String,
    /// What would be right.
    pub message: String,
}

const OPERAND: &str = "a number, a name or a function";
const FIELD: &str = "a number of an object, such as A.left, L.x1 or B.center.x";
/// The deepest nesting of parentheses, so that no text can exhaust the stack.
const MOST_LEVELS: usize = 50;
/// The most tokens of an expression, for the same reason.
const MOST_TOKENS: usize = 500;
const SYMBOLS: [&str; 15] =
    ["<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "(", ")", ",", "{", "}"];
const COMPARISONS: [(&str, Operation); 6] = [
    ("<", Operation::Less),
    ("<=", Operation::LessOrEqual),
    (">", Operation::Greater),
    (">=", Operation::GreaterOrEqual),
    ("==", Operation::Equal),
    ("!=", Operation::Unequal),
];
const SUMS: [(&str, Operation); 2] = [("+", Operation::Add), ("-", Operation::Subtract)];
const PRODUCTS: [(&str, Operation); 2] = [("*", Operation::Multiply), ("/", Operation::Divide)];

struct Parser<'t> {
    /// Each with the byte at which it begins.
    tokens: Vec<(usize, &'t str)>,
    next: usize,
    levels: usize,
    end: usize,
}

type Parsed<T> = Result<T, ExpressionFault>;

pub(super) fn expression(text: &str) -> Parsed<Expression> {
    let mut parser = Parser { tokens: tokens(text), next: 0, levels: 0, end: text.len() };
    if let Some(&(at, token)) = parser.tokens.get(MOST_TOKENS) {
        let message = format!("at most {MOST_TOKENS} numbers, names and signs");
        return Err(ExpressionFault { at, found: excerpt(token), message });
    }
    let expression = parser.comparison()?;
    match parser.peek() {
        Some(_) => Err(parser.fault("an operation, or nothing more")),
        None => Ok(expression),
    }
}

fn tokens(text: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let is_word = |c: char| c.is_alphanumeric() || c == '.' || c == '_';
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let symbol = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol));
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let length = if word > 0 { word } else { symbol.map_or(first, str::len) };
        if !rest.starts_with(char::is_whitespace) {
            tokens.push((at, &rest[..length]));
        }
        at += length;
    }
    tokens
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.next).map(|&(_, token)| token)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = self.peek() == Some(symbol);
        self.next += usize::from(found);
        found
    }

    fn need(&mut self, symbol: &str) -> Parsed<()> {
        if self.take(symbol) { Ok(()) } else { Err(self.fault(symbol)) }
    }

    /// A fault at the next token.
    fn fault(&self, message: impl Into<String>) -> ExpressionFault {
        let next = self.tokens.get(self.next);
        let (at, found) = next
            .map_or_else(|| (self.end, "the end".to_owned()), |&(at, token)| (at, excerpt(token)));
        ExpressionFault { at, found, message: message.into() }
    }

    fn operation(&mut self, among: &[(&str, Operation)]) -> Option<Operation> {
        let next = self.peek()?;
        let found =
            among.iter().find(|(symbol, _)| *symbol == next).map(|&(_, operation)| operation);
        self.next += usize::from(found.is_some());
        found
    }

    fn comparison(&mut self) -> Parsed<Expression> {
        let first = self.chain(&SUMS, |parser| parser.chain(&PRODUCTS, Self::operand))?;
        let Some(operation) = self.operation(&COMPARISONS) else { return Ok(first) };
        let second = self.chain(&SUMS, |parser| parser.chain(&PRODUCTS, Self::operand))?;
        Ok(Expression::Binary(operation, Box::new([first, second])))
    }

    /// Operands joined by operators of the same precedence, from left to right.
    fn chain(
        &mut self,
        among: &[(&str, Operation)],
        operand: impl Fn(&mut Self) -> Parsed<Expression>,
    ) -> Parsed<Expression> {
        let mut result = operand(self)?;
        while let Some(operation) = self.operation(among) {
            result = Expression::Binary(operation, Box::new([result, operand(self)?]));
        }
        Ok(result)
    }

    fn operand(&mut self) -> Parsed<Expression> {
        self.levels += 1;
        if self.levels > MOST_LEVELS {
            return Err(self.fault(format!("at most {MOST_LEVELS} levels of parentheses")));
        }
        let operand = self.operand_within();
        self.levels -= 1;
        operand
    }

    fn operand_within(&mut self) -> Parsed<Expression> {
        if self.take("-") {
            return Ok(Expression::Negated(Box::new(self.operand()?)));
        }
        if self.take("(") {
            let inner = self.comparison()?;
            self.need(")")?;
            return Ok(inner);
        }
        let word = self.peek().filter(|text| text.starts_with(char::is_alphanumeric));
        let word = word.ok_or_else(|| self.fault(OPERAND))?;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = number(word).ok_or_else(|| self.fault("a decimal number"))?;
            self.next += 1;
            return Ok(Expression::Number(number));
        }
        if self.tokens.get(self.next + 1).is_some_and(|&(_, token)| token == "(") {
            return self.call(word);
        }
        let operand = match word.split_once('.') {
            None => Some(Expression::Drawn(word.to_owned())),
            Some((object, field)) => Name::new(object)
                .ok()
                .zip(ObjectField::parse(field))
                .map(|(object, field)| Expression::Field(object, field)),
        };
        let operand = operand.ok_or_else(|| self.fault(FIELD))?;
        self.next += 1;
        Ok(operand)
    }

    fn call(&mut self, function: &str) -> Parsed<Expression> {
        let start = self.next;
        self.next += 2;
        let call = match function {
            "cross" => {
                let laser = self.object()?;
                self.need(",")?;
                let (object, index) = self.vertex()?;
                Expression::Cross(laser, object, index)
            }
            "edges" => Expression::Edges(self.object()?),
            "t" => {
                let a = self.object()?;
                self.need(",")?;
                Expression::Time(a, self.object()?)
            }
            _ => {
                let known = Function::ALL.into_iter().find(|(name, ..)| *name == function);
                let Some((_, known, count)) = known else {
                    self.next = start;
                    let names = Function::ALL.iter().map(|(name, ..)| *name);
                    return Err(self.fault(format!(
                        "one of {}",
                        any_of(names.chain(["cross", "edges", "t"]))
                    )));
                };
                let mut operands = vec![self.comparison()?];
                while self.take(",") {
                    operands.push(self.comparison()?);
                }
                if !count.contains(&operands.len()) {
                    self.next = start;
                    let least = count.start();
                    let message = if *least == 1 {
                        "1 number in parentheses"
                    } else {
                        "2 numbers or more in parentheses"
                    };
                    return Err(self.fault(message));
                }
                Expression::Function(known, operands)
            }
        };
        self.need(")")?;
        Ok(call)
    }

    fn object(&mut self) -> Parsed<Name> {
        let name = self.peek().and_then(|text| Name::new(text).ok());
        let name = name.ok_or_else(|| self.fault("the name of an object"))?;
        self.next += 1;
        Ok(name)
    }

    fn vertex(&mut self) -> Parsed<(Name, usize)> {
        let parts = self.peek().and_then(|text| text.split_once('.'));
        let vertex = parts.and_then(|(object, index)| {
            let index = index.parse().ok().filter(|&index: &usize| index > 0)?;
            Some((Name::new(object).ok()?, index))
        });
        let vertex = vertex.ok_or_else(|| self.fault("an end or a vertex, such as K.1"))?;
        self.next += 1;
        Ok(vertex)
    }
}

/// A decimal without a sign, of at most 18 digits.
pub(super) fn number(text: &str) -> Option<Fraction> {
    const MOST_DIGITS: usize = 18;
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{decimals}");
    let fits = digits.len() <= MOST_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !fits || whole.is_empty() || text.ends_with('.') {
        return None;
    }
    let under = 10_i128.checked_pow(decimals.len().try_into().ok()?)?;
    Fraction::new(digits.parse().ok()?, under)
}
