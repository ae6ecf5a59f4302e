//! Units made of others, in all the ways people write them.
//!
//! ```text
//!   kg/m3   kg/m^3   kg m^-3   kg m⁻³      N s/m   kg/(m s)   m/s2   1/s   /s
//!
//!   unit    = [ "/" ] factor { [ "*" | "/" ] factor }
//!   factor  = ( symbol | "(" unit ")" ) [ power ]            the group only after "*" or "/"
//!   power   = digits that touch the symbol | "^" whole number | raised digits
//! ```
//!
//! After a `/` two symbols may not stand side by side: some read `kg/m s` as kg/(m s), others as
//! kg s/m.

use crate::expression::ExpressionError;
use crate::quantity::Dimension;
use crate::tokens::{Kind, Token, tokens};
use crate::units::{Unit, hint};

/// Why a text is not a unit, and where in it.
pub type UnitError = ExpressionError;

/// The factor to SI and the dimension of a unit, simple or compound.
///
/// ```
/// use esker_scene::{Dimension, parse_unit};
/// assert_eq!(parse_unit("g/cm3"), Ok((1000.0, Dimension::DENSITY)));
/// assert_eq!(parse_unit("N s/m"), parse_unit("kg/s"));
/// let error = parse_unit("mpa").unwrap_err();
/// assert_eq!(error.message, "unknown unit `mpa`");
/// assert_eq!(error.help.unwrap(), "did you mean `MPa`? (`mPa` is 10⁻³ Pa)");
/// ```
pub fn parse_unit(text: &str) -> Result<(f64, Dimension), UnitError> {
    let tokens = tokens(text)?;
    let one = usize::from(tokens[0].kind == Kind::Number(1.0));
    let (measure, end) = read_unit(text, &tokens, one)?;
    let next = &tokens[end];
    if next.kind != Kind::End || end == 0 {
        let found = &text[next.range.clone()];
        let message = match found {
            "" => "a unit is missing".to_string(),
            _ => format!("`{found}` does not belong into a unit"),
        };
        let help = "write it as in `kg/m3`, `kg m^-3` or `kg/(m s)`";
        return Err(ExpressionError::new(next.range.clone(), message).help(help));
    }
    Ok((measure.apply(1.0), measure.dimension))
}

/// A unit made of others: what one of it is in SI, as a quotient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measure {
    pub up: f64,
    pub down: f64,
    pub dimension: Dimension,
}

impl Measure {
    const ONE: Self = Self { up: 1.0, down: 1.0, dimension: Dimension::NONE };

    /// A value in this unit in SI. It is rounded once where the quotient is a whole number either
    /// way, and whole turns and half ones have the bits of multiples of π.
    pub fn apply(&self, value: f64) -> f64 {
        let (up, down) = (self.up, self.down);
        match () {
            _ if up % down == 0.0 => value * (up / down),
            _ if down % up == 0.0 => value / (down / up),
            _ if up.fract() == 0.0 => value * up / down,
            _ => value / down * up,
        }
    }

    /// This times a power of another; none if that is beyond all sense.
    fn times(&self, other: &Self, power: i8) -> Option<Self> {
        let (up, down) = if power < 0 { (other.down, other.up) } else { (other.up, other.down) };
        let exponent = f64::from(power).abs();
        let found = Self {
            up: self.up * up.powf(exponent),
            down: self.down * down.powf(exponent),
            dimension: self.dimension.times(other.dimension.power(power)?)?,
        };
        (found.up.is_finite() && found.down.is_finite()).then_some(found)
    }
}

/// Reads as much of a unit as stands at a place; the unit and the place after it. Nothing is the
/// unit 1.
pub(crate) fn read_unit(
    text: &str,
    tokens: &[Token],
    place: usize,
) -> Result<(Measure, usize), UnitError> {
    let mut reader = Reader { text, tokens, place };
    let measure = reader.product(false)?;
    Ok((measure, reader.place))
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    place: usize,
}

impl Reader<'_> {
    fn kind(&self, place: usize) -> Kind {
        self.tokens.get(place).map_or(Kind::End, |token| token.kind)
    }

    fn is_sign(&self, place: usize, sign: char) -> bool {
        self.kind(place) == Kind::Sign(sign)
    }

    fn word(&self, place: usize) -> &str {
        &self.text[self.tokens[place].range.clone()]
    }

    /// Whether a symbol stands there; a word before a parenthesis is a function.
    fn is_symbol(&self, place: usize) -> bool {
        self.kind(place) == Kind::Word && self.word(place) != "pi" && !self.is_sign(place + 1, '(')
    }

    /// Factors up to the first thing that is none: in `10 N / 5 mm` the unit ends before the `/`.
    fn product(&mut self, grouped: bool) -> Result<Measure, UnitError> {
        let mut found = Measure::ONE;
        let begin = self.place;
        let mut divided = false;
        loop {
            let divides = self.is_sign(self.place, '/');
            let signed = divides || (self.is_sign(self.place, '*') && self.place > begin);
            let at = self.place + usize::from(signed);
            let group = signed && !grouped && self.is_sign(at, '(') && self.is_symbol(at + 1);
            if !group && !self.is_symbol(at) {
                return Ok(found);
            }
            if divided && !signed {
                return Err(self.ambiguous(begin));
            }
            divided |= divides;
            self.place = at;
            let factor = if group { self.group()? } else { self.symbol()? };
            let power = self.power()?;
            let power = if divides { power.checked_neg() } else { Some(power) };
            let product = power.and_then(|power| found.times(&factor, power));
            found =
                product.ok_or_else(|| self.error(begin, "this unit is too large or too small"))?;
        }
    }

    fn group(&mut self) -> Result<Measure, UnitError> {
        let begin = self.place;
        self.place += 1;
        let found = self.product(true)?;
        self.place += 1;
        match self.is_sign(self.place - 1, ')') {
            true => Ok(found),
            false => Err(self.error(begin, "this unit lacks a `)`")),
        }
    }

    fn symbol(&mut self) -> Result<Measure, UnitError> {
        let word = self.word(self.place);
        let Some(unit) = Unit::find(word) else {
            let range = self.tokens[self.place].range.clone();
            return Err(
                ExpressionError::new(range, format!("unknown unit `{word}`")).help(hint(word))
            );
        };
        self.place += 1;
        Ok(unit.measure())
    }

    /// The power after a symbol; 1 if there is none.
    fn power(&mut self) -> Result<i8, UnitError> {
        let begin = self.place;
        let touches =
            |place: usize| self.tokens[place].range.start == self.tokens[place - 1].range.end;
        let (digits, negative) = match self.kind(begin) {
            Kind::Raised(power) => {
                self.place += 1;
                return self.no_second_power(begin, power);
            }
            Kind::Number(_) if touches(begin) => (begin, false),
            Kind::Sign('^') => {
                let negative = self.is_sign(begin + 1, '-');
                (begin + 1 + usize::from(negative), negative)
            }
            _ => return Ok(1),
        };
        self.place = (digits + 1).min(self.tokens.len());
        let power =
            self.tokens.get(digits).and_then(|token| self.text[token.range.clone()].parse().ok());
        match power.map(|power: i8| if negative { -power } else { power }) {
            Some(power) => self.no_second_power(begin, power),
            None => Err(self.error(begin, "the power of a unit must be a whole number").help(
                "write it as in `m3`, `m^3` or `m^-3`; for a power of the value use parentheses",
            )),
        }
    }

    fn no_second_power(&self, begin: usize, power: i8) -> Result<i8, UnitError> {
        match self.kind(self.place) {
            Kind::Raised(_) | Kind::Sign('^') => Err(self
                .error(begin, "a unit has one power")
                .help("for a power of the value use parentheses, as in `(2 m2)^3`")),
            _ => Ok(power),
        }
    }

    fn ambiguous(&self, begin: usize) -> UnitError {
        let symbol = self.word(self.place);
        let help = format!(
            "put what is divided by in parentheses, as in `kg/(m s)`, or `{symbol}` before the `/`"
        );
        let range = self.tokens[begin].range.start..self.tokens[self.place].range.end;
        let message = format!("`{}` can be read in two ways", &self.text[range.clone()]);
        ExpressionError::new(range, message).help(help)
    }

    /// An error about all from a place up to where the reader is.
    fn error(&self, begin: usize, message: &str) -> UnitError {
        let last = self.place.clamp(begin + 1, self.tokens.len()) - 1;
        let range = self.tokens[begin].range.start..self.tokens[last].range.end;
        ExpressionError::new(range, message)
    }
}
