//! The language of scenes, as data: every table, every key, what it takes and what it means.
//!
//! ```text
//!                      ┌──▶ the reader: unknown keys, wrong kinds, units, ranges, defaults
//!   ROOT ─▶ tables ────┼──▶ the schema for editors
//!          (sections)  └──▶ the reference in the guide
//! ```
//!
//! A key is one line in one of the lists below. What is built from it is in `crate::build`.

/// A key: `name: need, kind, "summary"`.
macro_rules! key {
    ($name:ident: $need:expr, $kind:expr, $summary:literal) => {
        $crate::language::Key {
            name: stringify!($name),
            kind: $kind,
            need: $need,
            summary: $summary,
        }
    };
}

/// Keys that are shared, in brackets, then a row for each of its own.
macro_rules! keys {
    ($([$($shared:expr),*])? $($name:ident: $need:expr, $kind:expr, $summary:literal;)*) => {
        &[$($($shared,)*)? $(key! { $name: $need, $kind, $summary },)*]
    };
}

mod bodies;
mod describe;
mod measures;
mod sections;
mod shapes;
#[cfg(test)]
mod tests;

pub(crate) use describe::{any_of, bare, density};
pub(crate) use sections::ROOT;

use crate::quantity::Dimension;

/// A table of a scene file.
#[derive(Debug)]
pub(crate) struct Table {
    /// What it is called in messages, such as "a wall".
    pub(crate) name: &'static str,
    /// What it says, in a sentence.
    pub(crate) summary: &'static str,
    /// The keys of every such table.
    pub(crate) keys: &'static [Key],
    /// The key that says which variant it is, and so which other keys it has.
    pub(crate) choice: Option<Choice>,
}

/// The variants of a table.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The key that names the variant.
    pub(crate) tag: &'static str,
    /// The variants, each with a name of its own.
    pub(crate) variants: &'static [Variant],
}

/// One variant of a table.
#[derive(Debug)]
pub(crate) struct Variant {
    /// The word that chooses it.
    pub(crate) name: &'static str,
    /// What it is, in a sentence.
    pub(crate) summary: &'static str,
    /// The keys it has beside those of every such table.
    pub(crate) keys: &'static [Key],
}

/// A key of a table.
#[derive(Debug)]
pub(crate) struct Key {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it takes.
    pub(crate) kind: Kind,
    /// Whether it must be there.
    pub(crate) need: Need,
    /// What it means, in a sentence.
    pub(crate) summary: &'static str,
}

/// Whether a key must be there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Need {
    /// It must.
    Required,
    /// It may be left out; then there is no such thing.
    Optional,
    /// It may be left out; then this stands there, as TOML.
    Default(&'static str),
}

/// What a key takes.
#[derive(Debug)]
pub(crate) enum Kind {
    /// Any text.
    Text,
    /// The path of a file, from the folder of the scene.
    File,
    /// True or false.
    Flag,
    /// A whole number from the first to the second.
    Count(u64, u64),
    /// A number with one of these dimensions (any if there are none; a bare number is in SI units
    /// of the first) in a range.
    Quantity(&'static [Dimension], Limits),
    /// The density of a body: kg/m³, in the plane kg/m².
    Density,
    /// A unit, alone or as a quantity.
    Unit(Dimension),
    /// One number for each axis.
    Vector(Dimension),
    /// Three numbers, in the plane too.
    InSpace(Dimension),
    /// One of some words.
    Word(fn() -> Vec<&'static str>),
    /// The name of something in a section of the scene.
    Name(&'static str),
    /// So many values of one kind, from the first to the second.
    List(&'static Kind, usize, usize),
    /// A value of one of several kinds, told apart by what they are in TOML.
    Either(&'static [Kind]),
    /// A table.
    Table(&'static Table),
    /// Tables by names of the user's choice.
    Named(&'static Table),
    /// Parameters by names of the user's choice.
    Parameters,
}

/// The range of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limits {
    /// Any finite number.
    Any,
    /// Above zero.
    Positive,
    /// Zero or above.
    NotNegative,
    /// Above zero and up to one.
    Share,
    /// From -1 to 0.5, as Poisson's ratio.
    Poisson,
}

impl Limits {
    /// Whether a number is in the range.
    pub(crate) fn hold(self, value: f64) -> bool {
        match self {
            Self::Any => true,
            Self::Positive => value > 0.0,
            Self::NotNegative => value >= 0.0,
            Self::Share => value > 0.0 && value <= 1.0,
            Self::Poisson => value > -1.0 && value <= 0.5,
        }
    }

    /// The range in words.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Any => "finite",
            Self::Positive => "above 0",
            Self::NotNegative => "at least 0",
            Self::Share => "above 0 and at most 1",
            Self::Poisson => "above -1 and at most 0.5",
        }
    }
}

impl Table {
    /// The keys of a variant, or of every such table if it has none.
    pub(crate) fn keys_of(&self, variant: Option<&Variant>) -> impl Iterator<Item = &'static Key> {
        let own: &'static [Key] = variant.map_or(&[], |variant| variant.keys);
        self.keys.iter().chain(own)
    }
}

/// The same key without its default.
const fn if_given(key: Key) -> Key {
    Key { need: Need::Optional, ..key }
}
