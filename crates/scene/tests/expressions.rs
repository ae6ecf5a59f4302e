//! Expressions: their values, and what is underlined where they have none.

use esker_scene::{Dimension, Quantity, evaluate};
use proptest::prelude::*;

fn variable(name: &str) -> Option<Quantity> {
    let length = |value| Quantity { value, dimension: Dimension::LENGTH };
    match name {
        "d" => Some(length(0.004)),
        "r" => Some(length(2.0)),
        "n" => Some(Quantity::plain(3.0)),
        "endless" => Some(length(f64::INFINITY)),
        _ => None,
    }
}

#[track_caller]
fn value(text: &str, expected: f64, dimension: Dimension) {
    let found = evaluate(text, &variable).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(found, Quantity { value: expected, dimension }, "{text}");
}

/// The underlined part of the text, the message and the help, if any.
#[track_caller]
fn refused(text: &str, underlined: &str, message: &str, help: &str) {
    let error = evaluate(text, &variable).unwrap_err();
    assert_eq!(error.message, message, "{text}");
    assert_eq!(&text[error.range], underlined, "{text}");
    assert_eq!(error.help.unwrap_or_default(), help, "{text}");
}

#[test]
fn arithmetic_follows_its_rules() {
    value("1 + 2 * 3", 7.0, Dimension::NONE);
    value("8 / 4 / 2", 1.0, Dimension::NONE);
    value("2 ^ 3 ^ 2", 512.0, Dimension::NONE);
    value("-2^2", -4.0, Dimension::NONE);
    value("2^-1", 0.5, Dimension::NONE);
    value("1 - -1", 2.0, Dimension::NONE);
    value("(1 + 2) * +3", 9.0, Dimension::NONE);
    value("2^0.5", 2f64.sqrt(), Dimension::NONE);
    value("6 × 2 − 1", 11.0, Dimension::NONE);
}

#[test]
fn a_unit_belongs_to_its_number() {
    value("2 mm", 0.002, Dimension::LENGTH);
    value("2mm * 3", 0.006, Dimension::LENGTH);
    value("9.81 m/s2", 9.81, Dimension::ACCELERATION);
    value("1000 /s", 1000.0, Dimension::FREQUENCY);
    value("1/s", 1.0, Dimension::FREQUENCY);
    value("10 N / 5 mm", 2000.0, Dimension::STIFFNESS);
    value("2 m^2", 2.0, Dimension::AREA);
    value("(2 m)^2", 4.0, Dimension::AREA);
    value("-(3 mm)", -0.003, Dimension::LENGTH);
    value("6 m / (3 s)", 2.0, Dimension::VELOCITY);
    value("6 kg/(m s) * 2", 12.0, Dimension { length: -1, mass: 1, time: -1, angle: 0 });
    value("6 m / (1/s)", 6.0, Dimension { length: 1, mass: 0, time: 1, angle: 0 });
    value("60 m/min", 1.0, Dimension::VELOCITY);
    value("60 m / min(2 s, 3 s)", 30.0, Dimension::VELOCITY);
    value("2 m * pi", std::f64::consts::TAU, Dimension::LENGTH);
    value("5 m -3 m", 2.0, Dimension::LENGTH);
    value("50 % * 4", 2.0, Dimension::NONE);
    value("2 N*m", 2.0, Dimension::TORQUE);
}

#[test]
fn values_have_the_bits_of_the_same_number_in_si() {
    for thousandths in 1..2000 {
        let text = format!("{thousandths} mm");
        let same: f64 = format!("{thousandths}e-3").parse().unwrap();
        value(&text, same, Dimension::LENGTH);
    }
    value("180 deg", std::f64::consts::PI, Dimension::ANGLE);
    value("2.5 g/cm3", 2500.0, Dimension::DENSITY);
    value("30 rpm", std::f64::consts::PI, Dimension::ANGULAR_VELOCITY);
    value("30 Hz", 30.0, Dimension::FREQUENCY);
    value("30 rpm * 2 m", std::f64::consts::TAU, Dimension::VELOCITY);
    value("3 in", 0.0762, Dimension::LENGTH);
}

#[test]
fn variables_and_functions_work() {
    value("$d / 2", 0.002, Dimension::LENGTH);
    value("2 * $d + 1 mm", 0.008 + 0.001, Dimension::LENGTH);
    value("pi * $r^2", std::f64::consts::PI * 4.0, Dimension::AREA);
    value("sqrt($r * 8 m)", 4.0, Dimension::LENGTH);
    value("sin(30 deg)", (std::f64::consts::PI / 6.0).sin(), Dimension::NONE);
    value("cos(0) + tan(0)", 1.0, Dimension::NONE);
    value("asin(1) - acos(0) + atan(0)", 0.0, Dimension::ANGLE);
    value("abs(-3 kg)", 3.0, Dimension::MASS);
    value("min(3 m, 10 mm, $d)", 0.004, Dimension::LENGTH);
    value("max (1, $n)", 3.0, Dimension::NONE);
    value("(2 m)^$n", 8.0, Dimension::VOLUME);
}

#[test]
fn dimensions_are_checked_and_named() {
    let both = "`$d` is a length, `2 s` is a time";
    refused("1 m + $d + 2 s", "1 m + $d + 2 s", "cannot add a time to a length", {
        "`1 m + $d` is a length, `2 s` is a time"
    });
    refused("$d - 2 s", "$d - 2 s", "cannot subtract a time from a length", both);
    let message = "`max` cannot compare a length with a time";
    refused("1 + max($d, 2 s)", "$d, 2 s", message, both);
    let message = "a length has no square root";
    refused("2 * sqrt($d)", "$d", message, "");
    refused("sin(2 s)", "2 s", "`sin` needs an angle, not a time", "");
    refused("acos(2 s)", "2 s", "`acos` needs a plain number, not a time", "");
    let message = "the exponent must be a plain number, not a length";
    refused("2^(1 m)", "(1 m)", message, "");
    let message = "the exponent of a length must be a whole number";
    refused("$d^0.5", "0.5", message, "for a square root write `sqrt($d)`");
    let message = "the units of this are beyond all sense";
    refused("(($r^100)^2)", "($r^100)^2", message, "");
    refused("$r^1e30", "$r^1e30", message, "");
}

#[test]
fn only_finite_numbers_come_out() {
    refused("1 / 0", "1 / 0", "this divides by zero", "`0` is 0");
    refused("1 / ($d - $d)", "1 / ($d - $d)", "this divides by zero", "`($d - $d)` is 0");
    refused("1 + 1e200 * 1e200", "1e200 * 1e200", "`1e200 * 1e200` is too large a number", "");
    refused("1e308 km", "1e308 km", "`1e308 km` is too large a number", "");
    refused("1e-320 nm", "1e-320", "this is too small a number", "");
    refused("sqrt(-1)", "sqrt(-1)", "`sqrt(-1)` has no value", "");
    refused("asin(2)", "asin(2)", "`asin(2)` has no value", "");
    refused("(-8)^0.5", "(-8)^0.5", "`(-8)^0.5` has no value", "");
    refused("0^-1", "0^-1", "`0^-1` is too large a number", "");
    refused("2 * $endless", "$endless", "`$endless` is too large a number", "");
}

#[test]
fn mistakes_of_writing_are_underlined() {
    refused("", "", "a value is missing", "write a number with its unit, as in `2 mm`");
    refused("2 +", "", "expected a number, found the end", "");
    let help = "a power is written with `^`, as in `$r^2`";
    refused("2 ** 3", "*", "expected a number, found `*`", help);
    refused("(2 + 3", "(", "a `)` is missing for this", "");
    refused("sqrt(4", "sqrt(", "a `)` is missing for this", "");
    refused("2)", ")", "expected an operator, found `)`", "there is no `(` for it");
    let help = "decimals are written with a point, as in `0.5`";
    refused("0,5 mm", ",", "expected an operator, found `,`", help);
    refused("2 $d", "$d", "expected an operator, found `$d`", "to multiply write `* $d`");
    let help = "a unit follows a number: write `* 1 mm`";
    refused("$d mm", "mm", "expected an operator, found `mm`", help);
    refused("$r²", "²", "expected an operator, found `²`", "write `^2`");
    refused("2 pi", "pi", "expected an operator, found `pi`", "to multiply write `* pi`");
    refused("2 sin(1)", "sin", "expected an operator, found `sin`", "to multiply write `* sin`");
    refused("2 * sin", "sin", "`sin` is not a value", "write `sin(…)`");
    refused("$n / s", "s", "`s` is not a value", "a unit follows a number, as in `1 s`");
    let help = "a variable is written with `$`, as in `$radius`";
    refused("radius * 2", "radius", "`radius` is not a value", help);
    let help = "give it a value under `[vars]`, as in `e = \"2 mm\"`";
    refused("1 + $e", "$e", "unknown variable `$e`", help);
    refused("sqr(2)", "sqr", "unknown function `sqr`", "did you mean `sqrt`?");
    let help = "the functions are sqrt, sin, cos, tan, asin, acos, atan, abs, min, max";
    refused("logarithm(2)", "logarithm", "unknown function `logarithm`", help);
    refused("sin(1, 2)", "sin(1, 2)", "`sin` takes one value, not 2", "");
    let help = "did you mean `MPa`? (`mPa` is 10⁻³ Pa)";
    refused("2 * 5 mpa", "mpa", "unknown unit `mpa`", help);
}

#[test]
fn nesting_has_an_end() {
    let nested = |count: usize| format!("{}1{}", "(".repeat(count), ")".repeat(count));
    value(&nested(63), 1.0, Dimension::NONE);
    let message = "this is nested more than 64 times";
    refused(&nested(64), "1", message, "");
    refused(&"(".repeat(1000), "(", message, "");
    refused(&"-".repeat(1000), "-", message, "");
    refused(&"2^".repeat(500), "2", message, "");
    let long = vec!["1"; 400].join("+");
    value(&long, 400.0, Dimension::NONE);
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "1", "2.5e3", "mm", "m3", "$d", "$", "sqrt(", "min(", "(", ")", ",", "+", "-", "*", "/",
        "^", "²", " ", "pi", "kg/(", "%", "µ", "e", ".", "s",
    ]);
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_text_panics_and_every_range_can_be_underlined(
        text in prop_oneof![any::<String>(), pieces(), "[-0-9.eE_+*/^() $µm²]{0,40}"],
    ) {
        match evaluate(&text, &variable) {
            Ok(found) => prop_assert!(found.value.is_finite()),
            Err(error) => {
                prop_assert!(text.get(error.range.clone()).is_some(), "{error:?}");
                prop_assert!(!error.message.is_empty());
            }
        }
    }

    #[test]
    fn a_number_is_itself(value in prop::num::f64::NORMAL) {
        prop_assert_eq!(evaluate(&value.to_string(), &variable), Ok(Quantity::plain(value)));
        prop_assert_eq!(evaluate(&format!("{value:e}"), &variable), Ok(Quantity::plain(value)));
    }
}
