//! What operators and functions make of quantities, and what they refuse.
//!
//! ```text
//!   a + b, a - b, min, max     one dimension               2 mm + 1 cm
//!   a * b, a / b               exponents add, subtract     10 N / 5 mm = 2000 N/m
//!   a ^ n                      exponents times n           whole n, unless a is a plain number
//!   sqrt a                     exponents halved            all even
//!   sin a, …                   an angle or a plain number  plain numbers are in rad
//!   asin a, …                  a plain number              an angle
//! ```

use crate::expression::{ExpressionError, Part};
use crate::quantity::{Dimension, Quantity};
use std::ops::Range;

/// The functions of an expression.
pub const FUNCTIONS: &[&str] =
    &["sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "abs", "min", "max"];

const BEYOND: &str = "the units of this are beyond all sense";

/// An operator between two parts of `text`.
pub(crate) fn binary(
    text: &str,
    sign: char,
    left: Part,
    right: Part,
) -> Result<Part, ExpressionError> {
    let range = left.range.start..right.range.end;
    let (a, b) = (left.quantity, right.quantity);
    let beyond = || ExpressionError::new(range.clone(), BEYOND);
    let quantity = match sign {
        '+' | '-' => sum(text, sign, &left, &right)?,
        '*' => Quantity {
            value: a.value * b.value,
            dimension: a.dimension.times(b.dimension).ok_or_else(beyond)?,
        },
        '/' if b.value == 0.0 => {
            let message = "this divides by zero";
            let shown = &text[right.range.clone()];
            return Err(ExpressionError::new(range, message).help(format!("`{shown}` is 0")));
        }
        '/' => {
            let inverse = b.dimension.power(-1).ok_or_else(beyond)?;
            Quantity {
                value: a.value / b.value,
                dimension: a.dimension.times(inverse).ok_or_else(beyond)?,
            }
        }
        _ => power(text, &left, &right)?,
    };
    finite(text, Part { quantity, range })
}

fn sum(text: &str, sign: char, left: &Part, right: &Part) -> Result<Quantity, ExpressionError> {
    let (a, b) = (left.quantity, right.quantity);
    if a.dimension != b.dimension {
        let (of_left, of_right) = (a.dimension.name(), b.dimension.name());
        let message = match sign {
            '+' => format!("cannot add {of_right} to {of_left}"),
            _ => format!("cannot subtract {of_right} from {of_left}"),
        };
        return Err(different(text, message, left, right));
    }
    let value = if sign == '+' { a.value + b.value } else { a.value - b.value };
    Ok(Quantity { value, ..a })
}

fn different(text: &str, message: String, left: &Part, right: &Part) -> ExpressionError {
    let tell = |part: &Part| {
        format!("`{}` is {}", &text[part.range.clone()], part.quantity.dimension.name())
    };
    ExpressionError::new(left.range.start..right.range.end, message).help(format!(
        "{}, {}",
        tell(left),
        tell(right)
    ))
}

fn power(text: &str, base: &Part, exponent: &Part) -> Result<Quantity, ExpressionError> {
    let (a, n) = (base.quantity, exponent.quantity);
    if n.dimension != Dimension::NONE {
        let message = format!("the exponent must be a plain number, not {}", n.dimension.name());
        return Err(ExpressionError::new(exponent.range.clone(), message));
    }
    let value = a.value.powf(n.value);
    if a.dimension == Dimension::NONE {
        return Ok(Quantity::plain(value));
    }
    if n.value.fract() != 0.0 {
        let shown = &text[base.range.clone()];
        let message = format!("the exponent of {} must be a whole number", a.dimension.name());
        return Err(ExpressionError::new(exponent.range.clone(), message)
            .help(format!("for a square root write `sqrt({shown})`")));
    }
    let whole = (n.value.abs() <= f64::from(i8::MAX)).then_some(n.value as i8);
    let dimension = whole.and_then(|power| a.dimension.power(power));
    let range = base.range.start..exponent.range.end;
    let dimension = dimension.ok_or_else(|| ExpressionError::new(range, BEYOND))?;
    Ok(Quantity { value, dimension })
}

/// A function of the list, of the arguments between its parentheses.
pub(crate) fn function(
    text: &str,
    name: &str,
    range: Range<usize>,
    arguments: &[Part],
) -> Result<Part, ExpressionError> {
    let quantity = match (name, arguments) {
        ("min", [first, rest @ ..]) => extreme(text, name, first, rest, f64::min)?,
        ("max", [first, rest @ ..]) => extreme(text, name, first, rest, f64::max)?,
        (_, [one]) => of_one(name, one)?,
        _ => {
            let message = format!("`{name}` takes one value, not {}", arguments.len());
            return Err(ExpressionError::new(range, message));
        }
    };
    finite(text, Part { quantity, range })
}

fn extreme(
    text: &str,
    name: &str,
    first: &Part,
    rest: &[Part],
    choose: fn(f64, f64) -> f64,
) -> Result<Quantity, ExpressionError> {
    let mut found = first.quantity;
    for part in rest {
        let (a, b) = (found.dimension, part.quantity.dimension);
        if a != b {
            let message = format!("`{name}` cannot compare {} with {}", a.name(), b.name());
            return Err(different(text, message, first, part));
        }
        found.value = choose(found.value, part.quantity.value);
    }
    Ok(found)
}

fn of_one(name: &str, argument: &Part) -> Result<Quantity, ExpressionError> {
    let Quantity { value, dimension } = argument.quantity;
    let refuse = |message| Err(ExpressionError::new(argument.range.clone(), message));
    let plain: fn(f64) -> f64 = match name {
        "abs" => return Ok(Quantity { value: value.abs(), dimension }),
        "sqrt" => {
            return match dimension.root() {
                Some(dimension) => Ok(Quantity { value: value.sqrt(), dimension }),
                None => refuse(format!("{} has no square root", dimension.name())),
            };
        }
        "sin" => f64::sin,
        "cos" => f64::cos,
        "tan" => f64::tan,
        "asin" => f64::asin,
        "acos" => f64::acos,
        _ => f64::atan,
    };
    let inverse = name.starts_with('a');
    let of_angle = !inverse && dimension == Dimension::ANGLE;
    if dimension != Dimension::NONE && !of_angle {
        let expected = if inverse { "a plain number" } else { "an angle" };
        return refuse(format!("`{name}` needs {expected}, not {}", dimension.name()));
    }
    let dimension = if inverse { Dimension::ANGLE } else { Dimension::NONE };
    Ok(Quantity { value: plain(value), dimension })
}

/// A part whose value is a number; an error otherwise.
pub(crate) fn finite(text: &str, part: Part) -> Result<Part, ExpressionError> {
    let shown = &text[part.range.clone()];
    let message = match part.quantity.value {
        value if value.is_nan() => format!("`{shown}` has no value"),
        value if value.is_infinite() => format!("`{shown}` is too large a number"),
        _ => return Ok(part),
    };
    Err(ExpressionError::new(part.range, message))
}
