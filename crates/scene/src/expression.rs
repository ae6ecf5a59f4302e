//! Values with units and arithmetic: `"2 * $d + 1 mm"`.
//!
//! ```text
//!   sum     = product { ( "+" | "-" ) product }
//!   product = signed { ( "*" | "/" ) signed }
//!   signed  = ( "-" | "+" ) signed | power
//!   power   = primary [ "^" signed ]
//!   primary = number [ unit ] | "$" name | "pi" | function "(" sum { "," sum } ")" | "(" sum ")"
//! ```
//!
//! A unit belongs to the number before it, tighter than any operator: `10 N / 5 mm` is 2000 N/m,
//! `2 mm^2` are two square millimetres and `(2 mm)^2` are four. It goes on over `*`, `/` and spaces
//! as long as symbols of units follow, and ends before a number, `$`, a function or a parenthesis
//! that holds one.
//!
//! The value is found while the text is read: no tree is kept. Every step is checked for its
//! dimension and for being finite, so that an error underlines the part that is wrong.

use crate::arithmetic::{self, FUNCTIONS};
use crate::compound::{parse_unit, read_unit};
use crate::quantity::Quantity;
use crate::tokens::{Kind, Token, tokens};

use esker_broad::nearest;
use std::fmt;
use std::ops::Range;

/// How deep parentheses, signs and powers may be nested.
const DEEPEST: usize = 64;

/// Why a text has no value, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// The part that is wrong, in bytes of the text.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl ExpressionError {
    pub(crate) fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self { range, message: message.into(), help: None }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = self.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        write!(f, "{}{help}", self.message)
    }
}

impl std::error::Error for ExpressionError {}

/// The value of a text, in SI, where `variable` says what a `$name` is.
///
/// ```
/// use esker_scene::{Dimension, Quantity, evaluate};
/// let diameter = Quantity { value: 0.004, dimension: Dimension::LENGTH };
/// let variable = |name: &str| (name == "d").then_some(diameter);
/// let found = evaluate("$d / 2 + 1 mm", &variable).unwrap();
/// assert_eq!(found, Quantity { value: 0.003, dimension: Dimension::LENGTH });
///
/// let error = evaluate("$d + 2 s", &variable).unwrap_err();
/// assert_eq!(error.message, "cannot add a time to a length");
/// ```
pub fn evaluate(
    text: &str,
    variable: &dyn Fn(&str) -> Option<Quantity>,
) -> Result<Quantity, ExpressionError> {
    let mut reader = Reader { text, tokens: tokens(text)?, place: 0, depth: 0, variable };
    if reader.kind() == Kind::End {
        let error = ExpressionError::new(0..text.len(), "a value is missing");
        return Err(error.help("write a number with its unit, as in `2 mm`"));
    }
    let found = reader.sum()?;
    match reader.kind() {
        Kind::End => Ok(found.quantity),
        _ => Err(reader.no_operator()),
    }
}

/// The value of a part of the text, and which part.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub quantity: Quantity,
    pub range: Range<usize>,
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    place: usize,
    depth: usize,
    variable: &'a dyn Fn(&str) -> Option<Quantity>,
}

impl<'a> Reader<'a> {
    fn kind(&self) -> Kind {
        self.tokens[self.place].kind
    }

    fn range(&self) -> Range<usize> {
        self.tokens[self.place].range.clone()
    }

    fn word(&self) -> &'a str {
        &self.text[self.range()]
    }

    /// Goes past a sign if it stands here.
    fn take(&mut self, sign: char) -> bool {
        let here = self.kind() == Kind::Sign(sign);
        self.place += usize::from(here);
        here
    }

    fn sum(&mut self) -> Result<Part, ExpressionError> {
        let mut left = self.product()?;
        while let Kind::Sign(sign @ ('+' | '-')) = self.kind() {
            self.place += 1;
            let right = self.product()?;
            left = arithmetic::binary(self.text, sign, left, right)?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Part, ExpressionError> {
        let mut left = self.signed()?;
        while let Kind::Sign(sign @ ('*' | '/')) = self.kind() {
            self.place += 1;
            let right = self.signed()?;
            left = arithmetic::binary(self.text, sign, left, right)?;
        }
        Ok(left)
    }

    /// Every way to nest leads through here.
    fn signed(&mut self) -> Result<Part, ExpressionError> {
        if self.depth == DEEPEST {
            let message = format!("this is nested more than {DEEPEST} times");
            return Err(ExpressionError::new(self.range(), message));
        }
        self.depth += 1;
        let begin = self.range().start;
        let part = if self.take('-') {
            let mut part = self.signed()?;
            part.quantity.value = -part.quantity.value;
            Part { range: begin..part.range.end, ..part }
        } else if self.take('+') {
            let part = self.signed()?;
            Part { range: begin..part.range.end, ..part }
        } else {
            self.power()?
        };
        self.depth -= 1;
        Ok(part)
    }

    fn power(&mut self) -> Result<Part, ExpressionError> {
        let base = self.primary()?;
        if !self.take('^') {
            return Ok(base);
        }
        let exponent = self.signed()?;
        arithmetic::binary(self.text, '^', base, exponent)
    }

    fn primary(&mut self) -> Result<Part, ExpressionError> {
        let range = self.range();
        let kind = self.kind();
        if !matches!(kind, Kind::Number(_) | Kind::Variable | Kind::Word | Kind::Sign('(')) {
            return Err(self.no_value());
        }
        self.place += 1;
        let quantity = match kind {
            Kind::Number(value) => self.with_unit(value, &range)?,
            Kind::Variable => self.named(&range)?,
            Kind::Word if self.take('(') => return self.call(range),
            Kind::Word => constant(&self.text[range.clone()], &range)?,
            _ => {
                let inside = self.sum()?.quantity;
                self.close(&range)?;
                inside
            }
        };
        let part = Part { quantity, range: range.start..self.tokens[self.place - 1].range.end };
        arithmetic::finite(self.text, part)
    }

    fn with_unit(
        &mut self,
        value: f64,
        number: &Range<usize>,
    ) -> Result<Quantity, ExpressionError> {
        let begin = self.place;
        let (unit, end) = read_unit(self.text, &self.tokens, begin)?;
        self.place = end;
        let quantity = Quantity { value: unit.apply(value), dimension: unit.dimension };
        match value != 0.0 && quantity.value == 0.0 {
            true => Err(ExpressionError::new(number.clone(), "this is too small a number")),
            false => Ok(quantity),
        }
    }

    fn named(&self, range: &Range<usize>) -> Result<Quantity, ExpressionError> {
        let name = &self.text[range.start + 1..range.end];
        (self.variable)(name).ok_or_else(|| {
            ExpressionError::new(range.clone(), format!("unknown variable `${name}`"))
                .help(format!("give it a value under `[vars]`, as in `{name} = \"2 mm\"`"))
        })
    }

    /// A function, after its name and `(`.
    fn call(&mut self, name: Range<usize>) -> Result<Part, ExpressionError> {
        let word = &self.text[name.clone()];
        if !FUNCTIONS.contains(&word) {
            let error = ExpressionError::new(name, format!("unknown function `{word}`"));
            let near = nearest(word, FUNCTIONS.iter().copied());
            return Err(error.help(match near {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("the functions are {}", FUNCTIONS.join(", ")),
            }));
        }
        let mut arguments = vec![self.sum()?];
        while self.take(',') {
            arguments.push(self.sum()?);
        }
        self.close(&(name.start..name.end + 1))?;
        let range = name.start..self.tokens[self.place - 1].range.end;
        arithmetic::function(self.text, word, range, &arguments)
    }

    fn close(&mut self, opened: &Range<usize>) -> Result<(), ExpressionError> {
        match self.kind() {
            _ if self.take(')') => Ok(()),
            Kind::End => Err(ExpressionError::new(opened.clone(), "a `)` is missing for this")),
            _ => Err(self.no_operator()),
        }
    }

    /// Something else stands where a value should.
    fn no_value(&self) -> ExpressionError {
        let found = match self.kind() {
            Kind::End => "the end".to_string(),
            _ => format!("`{}`", self.word()),
        };
        let error = ExpressionError::new(self.range(), format!("expected a number, found {found}"));
        let doubled = self.place > 0 && self.tokens[self.place - 1].kind == Kind::Sign('*');
        match self.kind() {
            Kind::Sign('*') if doubled => error.help("a power is written with `^`, as in `$r^2`"),
            _ => error,
        }
    }

    /// Something else stands where an operator or the end should.
    fn no_operator(&self) -> ExpressionError {
        let word = self.word();
        let error =
            ExpressionError::new(self.range(), format!("expected an operator, found `{word}`"));
        match self.kind() {
            Kind::Sign(',') => error.help("decimals are written with a point, as in `0.5`"),
            Kind::Sign(')') => error.help("there is no `(` for it"),
            Kind::Raised(power) => error.help(format!("write `^{power}`")),
            Kind::Word if self.tokens[self.place + 1].kind != Kind::Sign('(') && word != "pi" => {
                error.help(format!("a unit follows a number: write `* 1 {word}`"))
            }
            _ => error.help(format!("to multiply write `* {word}`")),
        }
    }
}

/// A word that is neither a unit after a number nor a function.
fn constant(word: &str, range: &Range<usize>) -> Result<Quantity, ExpressionError> {
    if word == "pi" {
        return Ok(Quantity::plain(std::f64::consts::PI));
    }
    let error = ExpressionError::new(range.clone(), format!("`{word}` is not a value"));
    Err(match () {
        _ if FUNCTIONS.contains(&word) => error.help(format!("write `{word}(…)`")),
        _ if parse_unit(word).is_ok() => {
            error.help(format!("a unit follows a number, as in `1 {word}`"))
        }
        _ => error.help(format!("a variable is written with `$`, as in `${word}`")),
    })
}
