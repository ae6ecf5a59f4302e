//! What is wrong with a wall, said to the one who wrote it.

use std::fmt;

pub(super) fn finite(what: &'static str, numbers: &[f64]) -> Result<(), BadWall> {
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(()),
        false => Err(BadWall::NotFinite { what }),
    }
}

pub(super) fn direction(what: &'static str, numbers: &[f64]) -> Result<(), BadWall> {
    finite(what, numbers)?;
    match numbers.iter().any(|&number| number != 0.0) {
        true => Ok(()),
        false => Err(BadWall::NoDirection { what }),
    }
}

pub(super) fn positive(what: &'static str, value: f64) -> Result<(), BadWall> {
    finite(what, &[value])?;
    if value > 0.0 { Ok(()) } else { Err(BadWall::NotPositive { what, value }) }
}

/// Why a wall cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum BadWall {
    /// A number is NaN or infinite.
    NotFinite {
        /// Which quantity.
        what: &'static str,
    },
    /// A direction has length zero, or an axis in the plane lies in the plane.
    NoDirection {
        /// Which direction.
        what: &'static str,
    },
    /// A number must be above zero and is not.
    NotPositive {
        /// Which quantity.
        what: &'static str,
        /// Its value (SI).
        value: f64,
    },
    /// Its material is not in the list.
    NoMaterial {
        /// The name of the wall.
        wall: String,
        /// The number it names.
        material: u16,
        /// How many materials there are.
        materials: usize,
    },
    /// It ends before it begins, or one of the times is NaN.
    Times {
        /// The name of the wall.
        wall: String,
        /// What of it.
        what: &'static str,
        /// From when to when (s).
        times: [f64; 2],
    },
    /// Not as many velocities as times, or too few.
    Lengths {
        /// How many times.
        times: usize,
        /// How many velocities.
        velocities: usize,
        /// The fewest of each.
        fewest: usize,
    },
    /// Times do not increase.
    Order {
        /// The row, counted from 1.
        row: usize,
        /// Its time and the next one's (s).
        times: [f64; 2],
    },
}

impl fmt::Display for BadWall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what } => write!(f, "{what} is not a finite number: give one"),
            Self::NoDirection { what } => {
                write!(f, "{what} has no direction: give one (an axis in the plane is [0, 0, 1])")
            }
            Self::NotPositive { what, value } => {
                write!(f, "{what} is {value}: give a number above 0")
            }
            Self::NoMaterial { wall, material, materials } => write!(
                f,
                "wall `{wall}` is of material {material}, but there are {materials} materials \
                 (counted from 0): add it first"
            ),
            Self::Times { wall, what, times: [from, to] } => write!(
                f,
                "{what} of wall `{wall}` goes from {from} s to {to} s: the second must not be \
                 before the first"
            ),
            Self::Lengths { times, velocities, fewest } => write!(
                f,
                "the table has {times} times and {velocities} velocities: give as many of both, \
                 and at least {fewest}"
            ),
            Self::Order { row, times: [one, next] } => write!(
                f,
                "row {row} of the table is at {one} s and the next at {next} s: times must increase"
            ),
        }
    }
}

impl std::error::Error for BadWall {}
