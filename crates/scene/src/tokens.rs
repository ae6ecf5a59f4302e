//! Cuts the text of a value into words, numbers and signs.
//!
//! ```text
//!   "2.5 kg/m3 * $n"  ──>  Number(2.5)  Word kg  Sign /  Word m  Number(3)  Sign *  Variable n
//! ```
//!
//! Spaces only separate, with one exception that the reader of units sees by the ranges: a number
//! that touches a word is its power (`m3`). Signs as they come out of documents (`·`, `×`, `−`,
//! `²`) are taken too.

use crate::expression::ExpressionError;
use std::ops::Range;

/// The longest text of one value, in bytes: far more than anyone writes by hand.
const LONGEST: usize = 1000;

/// The smallest thing that means something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A finite number without sign.
    Number(f64),
    /// A unit, a function or a constant.
    Word,
    /// A name after `$`.
    Variable,
    /// A power written high, as in `m²`.
    Raised(i8),
    /// One of `+ - * / ^ ( ) ,`.
    Sign(char),
    /// After the last one.
    End,
}

/// A piece of the text and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// The pieces of a text; the last one, and only that, is `End`.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, ExpressionError> {
    if text.len() > LONGEST {
        let message = format!("this is {} bytes long, the most is {LONGEST}", text.len());
        return Err(ExpressionError::new(0..text.len(), message));
    }
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let (kind, length) = token(rest)
            .map_err(|(length, message)| ExpressionError::new(start..start + length, message))?;
        found.push(Token { kind, range: start..start + length });
        start += length;
    }
    found.push(Token { kind: Kind::End, range: text.len()..text.len() });
    Ok(found)
}

/// The token that a text begins with, and its length; or the length of what is wrong, and why.
fn token(rest: &str) -> Result<(Kind, usize), (usize, String)> {
    let first = rest.chars().next().unwrap_or_default();
    let after_first = &rest[first.len_utf8()..];
    let sign = |sign| Ok((Kind::Sign(sign), first.len_utf8()));
    match first {
        '0'..='9' | '.' => number(rest),
        '+' | '-' | '*' | '/' | '^' | '(' | ')' | ',' => sign(first),
        '·' | '⋅' | '×' => sign('*'),
        '−' => sign('-'),
        '%' | '°' => Ok((Kind::Word, first.len_utf8())),
        '$' => match span(after_first, |c| c.is_alphabetic() || c.is_ascii_digit() || c == '_') {
            0 => Err((1, "a name must follow `$`, as in `$radius`".to_string())),
            length => Ok((Kind::Variable, 1 + length)),
        },
        _ if first.is_alphabetic() || first == '_' => {
            Ok((Kind::Word, span(rest, |c| c.is_alphabetic() || c == '_')))
        }
        _ if raised(first).is_some() => power(rest),
        _ => Err((first.len_utf8(), format!("`{}` means nothing here", first.escape_debug()))),
    }
}

/// The length of what a text begins with, in bytes.
fn span(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// Digits with `_` between them.
fn digits(text: &str) -> usize {
    let length = span(text, |c| c.is_ascii_digit() || c == '_');
    let ends_at = text[..length].trim_end_matches('_').len();
    if text.starts_with('_') { 0 } else { ends_at }
}

fn number(rest: &str) -> Result<(Kind, usize), (usize, String)> {
    let mut length = digits(rest);
    if rest[length..].starts_with('.') {
        length += 1 + digits(&rest[length + 1..]);
    }
    if let Some(exponent) = rest[length..].strip_prefix(['e', 'E']) {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        let exponent_digits = digits(&exponent[sign..]);
        // An `e` without digits begins a word.
        length += if exponent_digits > 0 { 1 + sign + exponent_digits } else { 0 };
    }
    let text = &rest[..length];
    match text.replace('_', "").parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((Kind::Number(value), length)),
        Ok(_) => Err((length, format!("`{text}` is too large a number"))),
        Err(_) => Err((length, format!("`{text}` is not a number"))),
    }
}

fn raised(letter: char) -> Option<char> {
    let plain = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".chars().zip("-0123456789".chars());
    plain.into_iter().find(|(high, _)| *high == letter).map(|(_, low)| low)
}

fn power(rest: &str) -> Result<(Kind, usize), (usize, String)> {
    let length = span(rest, |c| raised(c).is_some());
    let text: String = rest[..length].chars().filter_map(raised).collect();
    match text.parse() {
        Ok(power) => Ok((Kind::Raised(power), length)),
        Err(_) => Err((length, format!("`{}` is not a power", &rest[..length]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        tokens(text).unwrap().into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let cases =
            [("1e-3", 1e-3), (".5", 0.5), ("1_000", 1000.0), ("2.", 2.0), ("1.5E+2", 150.0)];
        for (text, value) in cases {
            assert_eq!(kinds(text), [Kind::Number(value), Kind::End], "{text}");
        }
        assert_eq!(kinds("2e"), [Kind::Number(2.0), Kind::Word, Kind::End]);
        assert_eq!(kinds("1_"), [Kind::Number(1.0), Kind::Word, Kind::End]);
    }

    #[test]
    fn pieces_know_their_place() {
        let found = tokens("2 µm²*$a_1").unwrap();
        let ranges: Vec<_> = found.iter().map(|token| token.range.clone()).collect();
        assert_eq!(ranges, [0..1, 2..5, 5..7, 7..8, 8..12, 12..12]);
        assert_eq!(found[2].kind, Kind::Raised(2));
        assert_eq!(found[4].kind, Kind::Variable);
    }

    #[test]
    fn what_is_no_piece_is_told() {
        let message = |text: &str| tokens(text).unwrap_err().message;
        assert_eq!(message("."), "`.` is not a number");
        assert_eq!(message("1e999"), "`1e999` is too large a number");
        assert_eq!(message("3 $"), "a name must follow `$`, as in `$radius`");
        assert_eq!(message("3 = 4"), "`=` means nothing here");
        assert_eq!(message("m⁻"), "`⁻` is not a power");
        assert_eq!(message(&"1".repeat(1001)), "this is 1001 bytes long, the most is 1000");
    }
}
