//! What is wrong with a motion, said to the one who wrote it.

use std::fmt;

pub(super) fn finite(what: &'static str, numbers: &[f64]) -> Result<(), BadMotion> {
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(()),
        false => Err(BadMotion::NotFinite { what }),
    }
}

pub(super) fn direction(what: &'static str, numbers: &[f64]) -> Result<(), BadMotion> {
    finite(what, numbers)?;
    match numbers.iter().any(|&number| number != 0.0) {
        true => Ok(()),
        false => Err(BadMotion::NoDirection { what }),
    }
}

pub(super) fn positive(what: &'static str, value: f64) -> Result<(), BadMotion> {
    finite(what, &[value])?;
    if value > 0.0 { Ok(()) } else { Err(BadMotion::NotPositive { what, value }) }
}

/// Why a wall cannot move so.
#[derive(Clone, Debug, PartialEq)]
pub enum BadMotion {
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

impl fmt::Display for BadMotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what } => write!(f, "{what} is not a finite number: give one"),
            Self::NoDirection { what } => {
                write!(f, "{what} has no direction: give one (an axis in the plane is [0, 0, 1])")
            }
            Self::NotPositive { what, value } => {
                write!(f, "{what} is {value}: give a number above 0")
            }
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

impl std::error::Error for BadMotion {}
