//! What a kind takes, in words: for messages and the reference.

use super::{Kind, Table};
use crate::quantity::Dimension;

impl Kind {
    /// What it takes, such as "a length, as `4 mm`".
    pub(crate) fn describe(&self, dimension: usize) -> String {
        match self {
            Self::Text => "a text".into(),
            Self::File => "the path of a file".into(),
            Self::Flag => "true or false".into(),
            Self::Count(low, high) => match *high < 1_000_000_000 {
                true => format!("a whole number from {low} to {high}"),
                false => format!("a whole number of at least {low}"),
            },
            Self::Quantity(dimensions, _) => any_of(dimensions),
            Self::Unit(dimension) => format!("a unit of {}, as `mm`", bare(&dimension.name())),
            Self::Density => quantity(density(dimension)),
            Self::Vector(unit) => vector(dimension, *unit),
            Self::InSpace(unit) => vector(3, *unit),
            Self::Word(words) => {
                let words: Vec<String> = words().iter().map(|word| format!("\"{word}\"")).collect();
                match &words[..] {
                    [only] => only.clone(),
                    words => format!("one of {}", words.join(", ")),
                }
            }
            Self::Name(section) => format!("the name of a {section}"),
            Self::List(kind, low, high) if low == high => {
                format!("a list of {low} entries, each {}", kind.describe(dimension))
            }
            Self::List(kind, ..) => format!("a list, each entry {}", kind.describe(dimension)),
            Self::Either(kinds) => {
                let kinds: Vec<String> =
                    kinds.iter().map(|kind| kind.describe(dimension)).collect();
                kinds.join(", or ")
            }
            Self::Table(table) => format!("a table: {}", keys(table)),
            Self::Named(table) => format!("a table for each {}", bare(table.name)),
            Self::Parameters => "a table of numbers and texts".into(),
        }
    }
}

/// A number of one of some dimensions; of any, if there are none.
pub(crate) fn any_of(dimensions: &[Dimension]) -> String {
    match dimensions {
        [] => "a number, with or without a unit".into(),
        dimensions => {
            let names: Vec<String> = dimensions.iter().map(|d| quantity(*d)).collect();
            names.join(" or ")
        }
    }
}

/// The dimension of densities in so many dimensions.
pub(crate) fn density(dimension: usize) -> Dimension {
    if dimension == 2 { Dimension::AREA_DENSITY } else { Dimension::DENSITY }
}

fn quantity(dimension: Dimension) -> String {
    match dimension.examples() {
        "" => dimension.name(),
        examples => format!("{}, as {examples}", dimension.name()),
    }
}

fn vector(count: usize, unit: Dimension) -> String {
    match unit == Dimension::NONE {
        true => format!("a list of {count} numbers"),
        false => format!("a list of {count} numbers, each {}", quantity(unit)),
    }
}

fn keys(table: &Table) -> String {
    match &table.choice {
        Some(choice) => format!("`{{ {} = … }}`", choice.tag),
        None => {
            let names: Vec<&str> = table.keys.iter().map(|key| key.name).collect();
            format!("`{{ {} = … }}`", names.join(" = …, "))
        }
    }
}

/// A name without its article.
pub(crate) fn bare(name: &str) -> &str {
    name.trim_start_matches("a ").trim_start_matches("an ").trim_start_matches("the ")
}
