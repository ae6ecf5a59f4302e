//! What is wrong with an insertion, said to the one who wrote it.

use super::BadSizes;
use crate::bad_body::BadBody;
use crate::regions::BadRegion;
use std::fmt;

/// Why bodies cannot be inserted.
#[derive(Clone, Debug, PartialEq)]
pub enum BadInsertion {
    /// The region is none.
    Region(BadRegion),
    /// The region has no end.
    Endless {
        /// Its name.
        region: &'static str,
    },
    /// The sizes are none.
    Sizes(BadSizes),
    /// A body that cannot be added.
    Body {
        /// Its row, from 0, if it comes from columns.
        row: Option<usize>,
        /// Why.
        bad: BadBody,
    },
    /// A number that cannot be used.
    Number {
        /// What it is.
        what: &'static str,
        /// What was found.
        found: f64,
        /// What can be used.
        expected: &'static str,
    },
    /// A column of another length than that of the places.
    Lengths {
        /// The column.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The number of places.
        expected: usize,
    },
}

impl fmt::Display for BadInsertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Region(bad) => bad.fmt(f),
            Self::Endless { region } => {
                write!(f, "a region `{region}` has no end; bodies need a box, sphere or cylinder")
            }
            Self::Sizes(bad) => bad.fmt(f),
            Self::Body { row: Some(row), bad } => write!(f, "row {row} from 0: {bad}"),
            Self::Body { row: None, bad } => bad.fmt(f),
            Self::Number { what, found, expected } => {
                write!(f, "{what} is {found}; expected {expected}")
            }
            Self::Lengths { what, found, expected } => {
                write!(f, "{found} {what} for {expected} places; give as many, or none")
            }
        }
    }
}

impl std::error::Error for BadInsertion {}
