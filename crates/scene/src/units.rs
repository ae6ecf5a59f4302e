//! Units: one visible table.
//!
//! Prefixes are spelled out in the table and not made by rule: a rule would take `Mm` for a
//! megametre and `mpa` for nothing, where the table knows that `mm` and `MPa` are meant.
//!
//! A factor is kept as a quotient of two numbers until it meets a value, so that `4 mm` has the
//! very bits of `0.004`, and `30 rpm` those of π.

use crate::compound::Measure;
use crate::quantity::Dimension;
use esker_broad::nearest;
use std::f64::consts::PI;

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
    unit("uN", "micronewton", Dimension::FORCE, (1.0, 1e6)),
    unit("µN", "micronewton", Dimension::FORCE, (1.0, 1e6)),
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
    unit("uJ", "microjoule", Dimension::ENERGY, (1.0, 1e6)),
    unit("µJ", "microjoule", Dimension::ENERGY, (1.0, 1e6)),
    unit("mJ", "millijoule", Dimension::ENERGY, (1.0, 1e3)),
    unit("kJ", "kilojoule", Dimension::ENERGY, (1e3, 1.0)),
    unit("Hz", "hertz", Dimension::FREQUENCY, (1.0, 1.0)),
    unit("kHz", "kilohertz", Dimension::FREQUENCY, (1e3, 1.0)),
    unit("rpm", "revolution per minute", Dimension::ANGULAR_VELOCITY, (PI, 30.0)),
    unit("rad", "radian", Dimension::ANGLE, (1.0, 1.0)),
    unit("deg", "degree", Dimension::ANGLE, (PI, 180.0)),
    unit("°", "degree", Dimension::ANGLE, (PI, 180.0)),
    unit("%", "percent", Dimension::NONE, (1.0, 1e2)),
];

impl Unit {
    /// How many SI units it is.
    pub fn factor(&self) -> f64 {
        self.measure().apply(1.0)
    }

    pub(crate) fn measure(&self) -> Measure {
        Measure { up: self.scale.0, down: self.scale.1, dimension: self.dimension }
    }

    pub(crate) fn find(symbol: &str) -> Option<&'static Self> {
        // Keyboards have the micro sign, documents often the Greek letter.
        let symbol = symbol.replace('μ', "µ");
        UNITS.iter().find(|unit| unit.symbol == symbol)
    }

    /// What it is in SI, to tell it from another: "10⁻³ Pa".
    pub fn meaning(&self) -> String {
        let factor = self.factor();
        let power = factor.log10();
        let number = match power.fract() == 0.0 && factor != 1.0 {
            true => format!("10{}", raised(power as i32)),
            false => factor.to_string(),
        };
        self.dimension.after(&number)
    }
}

fn raised(number: i32) -> String {
    let high: Vec<char> = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().collect();
    let raise = |letter: char| letter.to_digit(10).map_or('⁻', |digit| high[digit as usize]);
    number.to_string().chars().map(raise).collect()
}

/// What somebody may have meant by a word that is no unit.
pub(crate) fn hint(word: &str) -> String {
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
    match meant {
        Some(meant) => format!("did you mean `{}`?", meant.symbol),
        None => {
            let known: Vec<_> = UNITS.iter().map(|unit| unit.symbol).collect();
            format!("the units are {}", known.join(", "))
        }
    }
}
