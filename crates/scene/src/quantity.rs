//! A number with its dimension, both in SI: what every value of a scene becomes.
//!
//! ```text
//!   "5 MPa"  ──>  value 5e6, length⁻¹ mass¹ time⁻²  ──>  `young` asks for a pressure: taken
//!   "5 mm"   ──>  value 5e-3, length¹               ──>  refused: a length is no pressure
//! ```
//!
//! Three exponents are enough for mechanics, and a fourth keeps turns from being mistaken: 30 rpm is an
//! angular velocity, 30 Hz is a frequency. Beside a length or a mass, radians come and go as they do in
//! formulas (`v = w r`). Quantities of one dimension are one kind here: a stiffness (N/m) may be given
//! as a surface energy (J/m2), and an energy as a torque.

use std::fmt;

/// Exponents of length, mass, time and angle; shares and counts have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// The exponent of length (m).
    pub length: i8,
    /// The exponent of mass (kg).
    pub mass: i8,
    /// The exponent of time (s).
    pub time: i8,
    /// The exponent of angle (rad), zero wherever there is length or mass.
    pub angle: i8,
}

const fn dimension(length: i8, mass: i8, time: i8) -> Dimension {
    Dimension { length, mass, time, angle: 0 }
}

/// What a dimension is called: its name, its SI unit, and values as one writes them.
struct Kind(Dimension, &'static str, &'static str, &'static str);

const KINDS: &[Kind] = &[
    Kind(Dimension::NONE, "a plain number", "", "`0.5` or `50 %`"),
    Kind(Dimension::LENGTH, "a length", "m", "`5 mm` or `0.005`"),
    Kind(Dimension::AREA, "an area", "m2", "`5 cm2` or `5e-4`"),
    Kind(Dimension::VOLUME, "a volume", "m3", "`5 L` or `5e-3`"),
    Kind(Dimension::MASS, "a mass", "kg", "`5 g` or `0.005`"),
    Kind(Dimension::TIME, "a time", "s", "`5 ms` or `0.005`"),
    Kind(Dimension::VELOCITY, "a velocity", "m/s", "`5 mm/s` or `0.005`"),
    Kind(Dimension::ACCELERATION, "an acceleration", "m/s2", "`9.81 m/s2` or `9.81`"),
    Kind(Dimension::FORCE, "a force", "N", "`5 kN` or `5e3`"),
    Kind(Dimension::PRESSURE, "a pressure", "Pa", "`5 MPa` or `5e6`"),
    Kind(Dimension::DENSITY, "a density", "kg/m3", "`2500 kg/m3` or `2500`"),
    Kind(Dimension::AREA_DENSITY, "a mass per area", "kg/m2", "`25 kg/m2` or `25`"),
    Kind(Dimension::ENERGY, "an energy or a torque", "J", "`5 mJ`, `0.005 N m` or `0.005`"),
    Kind(
        Dimension::STIFFNESS,
        "a stiffness or a surface energy",
        "N/m",
        "`5 kN/m`, `5e3 J/m2` or `5e3`",
    ),
    Kind(Dimension::FREQUENCY, "a frequency", "1/s", "`5 Hz`, `5 /s` or `5`"),
    Kind(Dimension::ANGLE, "an angle", "rad", "`30 deg` or `0.5`"),
    Kind(Dimension::ANGULAR_VELOCITY, "an angular velocity", "rad/s", "`30 rpm`, `5 rad/s` or `5`"),
    Kind(Dimension::MASS_RATE, "a mass per time", "kg/s", "`5 g/s` or `0.005`"),
];

impl Dimension {
    /// A plain number: a share, a count.
    pub const NONE: Self = dimension(0, 0, 0);
    /// m.
    pub const LENGTH: Self = dimension(1, 0, 0);
    /// m².
    pub const AREA: Self = dimension(2, 0, 0);
    /// m³.
    pub const VOLUME: Self = dimension(3, 0, 0);
    /// kg.
    pub const MASS: Self = dimension(0, 1, 0);
    /// s.
    pub const TIME: Self = dimension(0, 0, 1);
    /// m/s.
    pub const VELOCITY: Self = dimension(1, 0, -1);
    /// m/s².
    pub const ACCELERATION: Self = dimension(1, 0, -2);
    /// N = kg m/s².
    pub const FORCE: Self = dimension(1, 1, -2);
    /// Pa = N/m², also of a stress or a modulus.
    pub const PRESSURE: Self = dimension(-1, 1, -2);
    /// kg/m³.
    pub const DENSITY: Self = dimension(-3, 1, 0);
    /// kg/m²: the density of bodies in a plane.
    pub const AREA_DENSITY: Self = dimension(-2, 1, 0);
    /// J = N m.
    pub const ENERGY: Self = dimension(2, 1, -2);
    /// N m, the same exponents as an energy.
    pub const TORQUE: Self = Self::ENERGY;
    /// N/m.
    pub const STIFFNESS: Self = dimension(0, 1, -2);
    /// J/m², the same exponents as a stiffness.
    pub const SURFACE_ENERGY: Self = Self::STIFFNESS;
    /// 1/s.
    pub const FREQUENCY: Self = dimension(0, 0, -1);
    /// rad.
    pub const ANGLE: Self = Self { angle: 1, ..Self::NONE };
    /// rad/s.
    pub const ANGULAR_VELOCITY: Self = Self { angle: 1, ..Self::FREQUENCY };
    /// kg/s.
    pub const MASS_RATE: Self = dimension(0, 1, -1);

    fn kind(self) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.0 == self)
    }

    /// What it is, for a sentence: "a pressure", "a plain number", or else "a quantity in kg m/s".
    pub fn name(self) -> String {
        let unnamed = || format!("a quantity in {}", self.unit());
        self.kind().map_or_else(unnamed, |kind| kind.1.to_string())
    }

    /// Its unit in SI as it may be written in a scene: "Pa", "kg/m3"; nothing for plain numbers.
    pub fn unit(self) -> String {
        self.kind().map_or_else(|| self.base_units(), |kind| kind.2.to_string())
    }

    /// Values as one writes them in a scene, for a hint: "`5 MPa` or `5e6`".
    pub fn examples(self) -> &'static str {
        self.kind().map_or("a number in SI units", |kind| kind.3)
    }

    /// A number with its unit, as it can be read again: `5 Pa`, `5 /s`, `5`.
    pub(crate) fn after(self, number: &str) -> String {
        let unit = self.unit();
        format!("{number} {}", unit.trim_start_matches('1')).trim_end().to_string()
    }

    fn base_units(self) -> String {
        let bases = [("kg", self.mass), ("m", self.length), ("rad", self.angle), ("s", self.time)];
        let powers = |sign: i8| {
            let one = |&(base, power): &(&str, i8)| match power.signum() == sign {
                true if power.abs_diff(0) == 1 => Some(base.to_string()),
                true => Some(format!("{base}{}", power.abs_diff(0))),
                false => None,
            };
            bases.iter().filter_map(one).collect::<Vec<_>>()
        };
        let above = powers(1).join(" ");
        let above = if above.is_empty() { "1".to_string() } else { above };
        match powers(-1).as_slice() {
            [] => above,
            [one] => format!("{above}/{one}"),
            several => format!("{above}/({})", several.join(" ")),
        }
    }

    /// The dimension of a product; none if an exponent is beyond all sense (±127).
    pub(crate) fn times(self, other: Self) -> Option<Self> {
        Some(
            Self {
                length: self.length.checked_add(other.length)?,
                mass: self.mass.checked_add(other.mass)?,
                time: self.time.checked_add(other.time)?,
                angle: self.angle.checked_add(other.angle)?,
            }
            .without_idle_angle(),
        )
    }

    fn without_idle_angle(self) -> Self {
        let idle = self.length != 0 || self.mass != 0;
        Self { angle: if idle { 0 } else { self.angle }, ..self }
    }

    /// The dimension of a power; none if an exponent is beyond all sense (±127).
    pub(crate) fn power(self, power: i8) -> Option<Self> {
        Some(Self {
            length: self.length.checked_mul(power)?,
            mass: self.mass.checked_mul(power)?,
            time: self.time.checked_mul(power)?,
            angle: self.angle.checked_mul(power)?,
        })
    }

    /// The dimension of a square root; none if an exponent is odd.
    pub(crate) fn root(self) -> Option<Self> {
        let exponents = [self.length, self.mass, self.time, self.angle];
        let even = exponents.iter().all(|exponent| exponent % 2 == 0);
        let [length, mass, time, angle] = exponents.map(|exponent| exponent / 2);
        even.then_some(Self { length, mass, time, angle })
    }
}

/// A number and what it measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The value in SI units.
    pub value: f64,
    /// What it measures.
    pub dimension: Dimension,
}

impl Quantity {
    /// A number without a unit.
    pub const fn plain(value: f64) -> Self {
        Self { value, dimension: Dimension::NONE }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.dimension.after(&self.value.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{evaluate, parse_unit};

    #[test]
    fn every_kind_is_listed_once_and_its_unit_and_examples_are_of_that_kind() {
        for (index, Kind(dimension, name, unit, examples)) in KINDS.iter().enumerate() {
            assert_eq!(KINDS.iter().position(|kind| kind.0 == *dimension), Some(index), "{name}");
            let unit = if unit.is_empty() { "1" } else { unit };
            let (factor, read) = parse_unit(unit).unwrap();
            assert_eq!((factor, read), (1.0, *dimension), "{name}");
            let examples: Vec<_> = examples.split('`').skip(1).step_by(2).collect();
            let values = examples.iter().map(|text| evaluate(text, &|_| None).unwrap());
            for (text, value) in examples.iter().zip(values) {
                let bare = text.parse::<f64>().is_ok();
                assert!(bare || [*dimension, Dimension::NONE].contains(&value.dimension), "{text}");
            }
        }
    }

    #[test]
    fn what_has_no_name_is_told_by_its_units() {
        assert_eq!(dimension(1, 1, -1).name(), "a quantity in kg m/s");
        assert_eq!(dimension(-1, 1, -1).unit(), "kg/(m s)");
        assert_eq!(dimension(-1, 0, 0).unit(), "1/m");
        assert_eq!(dimension(0, -2, 3).unit(), "s3/kg2");
        assert_eq!(dimension(-128, 0, 0).unit(), "1/m128");
        assert_eq!(Dimension::PRESSURE.name(), "a pressure");
        assert_eq!(dimension(1, 1, -1).examples(), "a number in SI units");
    }

    #[test]
    fn a_quantity_is_written_with_its_unit() {
        assert_eq!(Quantity::plain(0.5).to_string(), "0.5");
        let pressure = Quantity { value: 5e6, dimension: Dimension::PRESSURE };
        assert_eq!(pressure.to_string(), "5000000 Pa");
        let frequency = Quantity { value: 5.0, dimension: Dimension::FREQUENCY };
        assert_eq!(frequency.to_string(), "5 /s");
    }
}
