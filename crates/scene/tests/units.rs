//! Units: every one of the table, compound ones in all spellings, and what mistakes are told.

use esker_scene::{Dimension, UNITS, Unit, parse_unit};
use proptest::prelude::*;
use std::f64::consts::TAU;

#[track_caller]
fn refused(text: &str, underlined: &str, message: &str, help: &str) {
    let error = parse_unit(text).unwrap_err();
    assert_eq!(error.message, message, "{text}");
    assert_eq!(&text[error.range], underlined, "{text}");
    assert_eq!(error.help.unwrap_or_default(), help, "{text}");
}

#[test]
fn every_unit_of_the_table_is_read_and_stands_there_once() {
    for (index, unit) in UNITS.iter().enumerate() {
        let same = |other: &Unit| other.symbol == unit.symbol;
        assert_eq!(UNITS.iter().position(same), Some(index), "{}", unit.symbol);
        assert_eq!(parse_unit(unit.symbol), Ok((unit.factor(), unit.dimension)));
    }
}

#[test]
fn factors_are_those_of_the_definitions() {
    let cases = [
        ("inch", 0.0254),
        ("ft", 12.0 * 0.0254),
        ("lb", 0.45359237),
        ("psi", 0.45359237 * 9.80665 / (0.0254 * 0.0254)),
        ("bar", 1e5),
        ("h", 3600.0),
        ("L", 1e-3),
        ("mL", 1e-6),
        ("t", 1000.0),
        ("rpm", TAU / 60.0),
        ("GPa", 1e9),
        ("μm", 1e-6),
    ];
    for (symbol, factor) in cases {
        let found = parse_unit(symbol).unwrap().0;
        assert!((found / factor - 1.0).abs() < 1e-15, "{symbol}: {found} instead of {factor}");
    }
}

#[test]
fn compound_units_are_read_in_all_their_spellings() {
    let density =
        ["kg/m3", "kg/m^3", "kg m^-3", "kg m⁻³", "kg/m³", "kg*m^-3", "kg·m⁻³", "kg/m/m/m"];
    for text in density {
        assert_eq!(parse_unit(text), Ok((1.0, Dimension::DENSITY)), "{text}");
    }
    let cases = [
        ("N s/m", Dimension::MASS_RATE),
        ("m/s2", Dimension::ACCELERATION),
        ("m/s^2", Dimension::ACCELERATION),
        ("1/s", Dimension::FREQUENCY),
        ("/s", Dimension::FREQUENCY),
        ("rad/s", Dimension::ANGULAR_VELOCITY),
        ("kg/(m s)", Dimension { length: -1, mass: 1, time: -1, angle: 0 }),
        ("kg/(m s)^2", Dimension { length: -2, mass: 1, time: -2, angle: 0 }),
        ("kg/(m/s)", Dimension { length: -1, mass: 1, time: 1, angle: 0 }),
        ("J/m2", Dimension::SURFACE_ENERGY),
        ("m²", Dimension::AREA),
        ("m³", Dimension::VOLUME),
    ];
    for (text, dimension) in cases {
        assert_eq!(parse_unit(text), Ok((1.0, dimension)), "{text}");
    }
    assert_eq!(parse_unit("kN/mm"), Ok((1e6, Dimension::STIFFNESS)));
    assert_eq!(parse_unit("km/h").unwrap().0, 1.0 / 3.6);
}

#[test]
fn unknown_units_are_told_with_what_was_meant() {
    let cases = [
        ("mpa", "did you mean `MPa`? (`mPa` is 10⁻³ Pa)"),
        ("Mm", "did you mean `mm`?"),
        ("mn", "did you mean `mN`? (`MN` is 10⁶ N)"),
        ("KG", "did you mean `kg`?"),
        ("millimeters", "did you mean `mm`?"),
        ("sec", "did you mean `s`?"),
        ("grams", "did you mean `g`?"),
        ("feet", "did you mean `ft`?"),
        ("lbs", "did you mean `lb`?"),
        ("hr", "did you mean `h`?"),
    ];
    for (text, help) in cases {
        refused(text, text, &format!("unknown unit `{text}`"), help);
    }
    let help = parse_unit("kg/zebra").unwrap_err().help.unwrap();
    assert!(help.starts_with("the units are m, mm, cm, "), "{help}");
}

#[test]
fn what_could_be_misread_is_refused() {
    let help = "put what is divided by in parentheses, as in `kg/(m s)`, or `s` before the `/`";
    refused("kg/m s", "kg/m s", "`kg/m s` can be read in two ways", help);
    let help = "write it as in `m3`, `m^3` or `m^-3`; for a power of the value use parentheses";
    refused("m^0.5", "^0.5", "the power of a unit must be a whole number", help);
    refused("m^", "^", "the power of a unit must be a whole number", help);
    refused("m1000", "1000", "the power of a unit must be a whole number", help);
    let help = "for a power of the value use parentheses, as in `(2 m2)^3`";
    refused("m2^3", "2", "a unit has one power", help);
    refused("kg/(m s", "(m s", "this unit lacks a `)`", "");
    refused("km^99 km^99", "km^99 km^99", "this unit is too large or too small", "");
    let help = "write it as in `kg/m3`, `kg m^-3` or `kg/(m s)`";
    refused("kg m-3", "-", "`-` does not belong into a unit", help);
    refused("", "", "a unit is missing", help);
    refused("/", "/", "`/` does not belong into a unit", help);
}

proptest! {
    #[test]
    fn no_text_panics(text in prop_oneof![any::<String>(), "[ mskgN/*^()²³123-]{0,20}"]) {
        if let Err(error) = parse_unit(&text) {
            prop_assert!(text.get(error.range.clone()).is_some(), "{error:?}");
        }
    }
}
