//! Units: one visible table, and the reading of what is made of them.
//!
//! ```text
//!   kg/m3   kg/m^3   kg m^-3   kg m⁻³      N s/m   kg/(m s)   m/s2   1/s   /s
//!
//!   unit    = [ "/" ] factor { [ "*" | "/" ] factor }
//!   factor  = ( symbol | "(" unit ")" ) [ power ]            the group only after "*" or "/"
//!   power   = digits that touch the symbol | "^" whole number | raised digits
//! ```
//!
//! Prefixes are spelled out in the table and not made by rule: a rule would take `Mm` for a megametre and
//! `mpa` for nothing, where the table knows that `mm` and `MPa` are meant. After a `/` two symbols may not
//! stand side by side: some read `kg/m s` as kg/(m s), others as kg s/m.
//!
//! A factor is kept as a quotient of two numbers until it meets a value, so that `4 mm` has the very bits of
//! `0.004`, and `180 deg` those of π.

use crate::expression::ExpressionError;
use crate::quantity::Dimension;
use crate::tokens::{Kind, Token, tokens};
use esker_broad::nearest;
use std::f64::consts::{PI, TAU};

/// A unit of the table.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// How it is written in a scene: "mm".
    pub symbol: &'static str,
    /// How it is called: "millimetre".
    pub name: &'static str,
    /// What it measures.
    pub dimension: Dimension,
    /// In SI it is `scale.0 / scale.1`.
    scale: (f64, f64),
}

const fn unit(
    symbol: &'static str,
    name: &'static str,
    dimension: Dimension,
    scale: (f64, f64),
) -> Unit {
    Unit { symbol, name, dimension, scale }
}

/// Every unit, the likelier first where two differ by case alone.
pub const UNITS: &[Unit] = &[
    unit("m", "metre", Dimension::LENGTH, (1.0, 1.0)),
    unit("mm", "millimetre", Dimension::LENGTH, (1.0, 1e3)),
    unit("cm", "centimetre", Dimension::LENGTH, (1.0, 1e2)),
    unit("km", "kilometre", Dimension::LENGTH, (1e3, 1.0)),
    unit("um", "micrometre", Dimension::LENGTH, (1.0, 1e6)),
    unit("µm", "micrometre", Dimension::LENGTH, (1.0, 1e6)),
    unit("nm", "nanometre", Dimension::LENGTH, (1.0, 1e9)),
    unit("inch", "inch", Dimension::LENGTH, (254.0, 1e4)),
    unit("in", "inch", Dimension::LENGTH, (254.0, 1e4)),
    unit("ft", "foot", Dimension::LENGTH, (3048.0, 1e4)),
    unit("L", "litre", Dimension::VOLUME, (1.0, 1e3)),
    unit("mL", "millilitre", Dimension::VOLUME, (1.0, 1e6)),
    unit("kg", "kilogram", Dimension::MASS, (1.0, 1.0)),
    unit("g", "gram", Dimension::MASS, (1.0, 1e3)),
    unit("mg", "milligram", Dimension::MASS, (1.0, 1e6)),
    unit("t", "tonne", Dimension::MASS, (1e3, 1.0)),
    unit("lb", "pound", Dimension::MASS, (45_359_237.0, 1e8)),
    unit("s", "second", Dimension::TIME, (1.0, 1.0)),
    unit("ms", "millisecond", Dimension::TIME, (1.0, 1e3)),
    unit("us", "microsecond", Dimension::TIME, (1.0, 1e6)),
    unit("µs", "microsecond", Dimension::TIME, (1.0, 1e6)),
    unit("ns", "nanosecond", Dimension::TIME, (1.0, 1e9)),
    unit("min", "minute", Dimension::TIME, (60.0, 1.0)),
    unit("h", "hour", Dimension::TIME, (3600.0, 1.0)),
    unit("N", "newton", Dimension::FORCE, (1.0, 1.0)),
    unit("mN", "millinewton", Dimension::FORCE, (1.0, 1e3)),
    unit("kN", "kilonewton", Dimension::FORCE, (1e3, 1.0)),
    unit("MN", "meganewton", Dimension::FORCE, (1e6, 1.0)),
    unit("Pa", "pascal", Dimension::PRESSURE, (1.0, 1.0)),
    unit("kPa", "kilopascal", Dimension::PRESSURE, (1e3, 1.0)),
    unit("MPa", "megapascal", Dimension::PRESSURE, (1e6, 1.0)),
    unit("GPa", "gigapascal", Dimension::PRESSURE, (1e9, 1.0)),
    unit("mPa", "millipascal", Dimension::PRESSURE, (1.0, 1e3)),
    unit("bar", "bar", Dimension::PRESSURE, (1e5, 1.0)),
    unit("psi", "pound per square inch", Dimension::PRESSURE, (6_894.757_293_168_361, 1.0)),
    unit("J", "joule", Dimension::ENERGY, (1.0, 1.0)),
    unit("mJ", "millijoule", Dimension::ENERGY, (1.0, 1e3)),
    unit("kJ", "kilojoule", Dimension::ENERGY, (1e3, 1.0)),
    unit("Hz", "hertz", Dimension::FREQUENCY, (1.0, 1.0)),
    unit("kHz", "kilohertz", Dimension::FREQUENCY, (1e3, 1.0)),
    unit("rpm", "revolution per minute", Dimension::FREQUENCY, (TAU, 60.0)),
    unit("rad", "radian", Dimension::NONE, (1.0, 1.0)),
    unit("deg", "degree", Dimension::NONE, (PI, 180.0)),
    unit("°", "degree", Dimension::NONE, (PI, 180.0)),
    unit("%", "percent", Dimension::NONE, (1.0, 1e2)),
];

impl Unit {
    /// How many SI units it is.
    pub fn factor(&self) -> f64 {
        self.scale.0 / self.scale.1
    }

    fn find(symbol: &str) -> Option<&'static Self> {
        // Keyboards have the micro sign, documents often the Greek letter.
        let symbol = symbol.replace('μ', "µ");
        UNITS.iter().find(|unit| unit.symbol == symbol)
    }

    /// What it is in SI, to tell it from another: "10⁻³ Pa".
    pub fn meaning(&self) -> String {
        let power = self.factor().log10();
        let digits = power.round() as i32;
        let number = match digits {
            0 => "1".to_string(),
            _ if power == power.round() => format!("10{}", raised(digits)),
            _ => self.factor().to_string(),
        };
        format!("{number} {}", self.dimension.unit()).trim_end().to_string()
    }
}

fn raised(number: i32) -> String {
    let high: Vec<char> = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().collect();
    let raise = |letter: char| letter.to_digit(10).map_or('⁻', |digit| high[digit as usize]);
    number.to_string().chars().map(raise).collect()
}

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
    up: f64,
    down: f64,
    pub dimension: Dimension,
}

impl Measure {
    const ONE: Self = Self { up: 1.0, down: 1.0, dimension: Dimension::NONE };

    /// A value in this unit in SI, rounded once where the quotient is a whole number either way.
    pub fn apply(&self, value: f64) -> f64 {
        let (up, down) = (self.up, self.down);
        match () {
            _ if up % down == 0.0 => value * (up / down),
            _ if down % up == 0.0 => value / (down / up),
            _ => value * up / down,
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

/// Reads as much of a unit as stands at a place; the unit and the place after it. Nothing is the unit 1.
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

    /// Factors up to the first thing that is none: so `10 N / 5 mm` is a unit, an operator, a number, a unit.
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
        Ok(Measure { up: unit.scale.0, down: unit.scale.1, dimension: unit.dimension })
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
        let text = &self.text[self.tokens[begin].range.start..self.tokens[self.place].range.end];
        self.error(begin, &format!("`{text}` can be read in two ways")).help(help)
    }

    /// An error about all from a place up to where the reader is.
    fn error(&self, begin: usize, message: &str) -> UnitError {
        let last = self.place.clamp(begin + 1, self.tokens.len()) - 1;
        let range = self.tokens[begin].range.start..self.tokens[last].range.end;
        ExpressionError::new(range, message)
    }
}

/// What somebody may have meant by a word that is no unit.
fn hint(word: &str) -> String {
    let lower = word.to_lowercase();
    let same: Vec<_> = UNITS.iter().filter(|unit| unit.symbol.to_lowercase() == lower).collect();
    if let [meant, others @ ..] = same.as_slice() {
        let tell = |unit: &&Unit| format!("`{}` is {}", unit.symbol, unit.meaning());
        let others: Vec<_> = others.iter().map(tell).collect();
        let others =
            if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) };
        return format!("did you mean `{}`?{others}", meant.symbol);
    }
    let stem = lower.strip_suffix('s').unwrap_or(&lower);
    let of_name = |name: &str| UNITS.iter().find(|unit| unit.name == name);
    let begun = UNITS.iter().find(|unit| stem.len() >= 3 && unit.name.starts_with(stem));
    let meant = begun
        .or_else(|| Unit::find(nearest(word, UNITS.iter().map(|unit| unit.symbol))?))
        .or_else(|| of_name(nearest(&lower, UNITS.iter().map(|unit| unit.name))?));
    match (word, meant) {
        ("pi", _) => "write `* pi`".to_string(),
        (_, Some(meant)) => format!("did you mean `{}`?", meant.symbol),
        (_, None) => {
            let known: Vec<_> = UNITS.iter().map(|unit| unit.symbol).collect();
            format!("the units are {}", known.join(", "))
        }
    }
}
