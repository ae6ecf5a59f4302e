//! A table that was checked: values by key, in SI units, with their places in the text.

use super::node::Span;
use crate::quantity::Quantity;

/// A checked value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Flag(bool),
    Count(u64),
    Quantity(Quantity),
    Vector(Vec<f64>),
    List(Vec<Field>),
    Record(Record),
    Named(Vec<Named>),
    /// Something was wrong with it, and said so.
    Unsound,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) span: Span,
    pub(crate) value: Value,
}

/// A table of the user's own name.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) record: Record,
}

/// A checked table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// Where its name stands.
    pub(crate) span: Span,
    /// The word that chose its variant; empty without variants.
    pub(crate) variant: &'static str,
    pub(crate) fields: Vec<(&'static str, Field)>,
    /// Whether all that must be there is there and nothing is wrong.
    pub(crate) sound: bool,
}

impl Record {
    /// A field, given or by default.
    pub(crate) fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|(name, _)| *name == key).map(|(_, field)| field)
    }

    /// Where a key's value stands; the table's name for one that is not there.
    pub(crate) fn span(&self, key: &str) -> Span {
        let given = self.field(key).map(|field| field.span.clone()).filter(|span| !span.is_empty());
        given.unwrap_or_else(|| self.span.clone())
    }

    /// Where the first of some keys that is given stands; otherwise the table's name.
    pub(crate) fn span_of_any(&self, keys: &[&str]) -> Span {
        let given = keys.iter().find(|key| self.field(key).is_some());
        given.map_or_else(|| self.span.clone(), |key| self.span(key))
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        match &self.field(key)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        matches!(self.field(key), Some(Field { value: Value::Flag(true), .. }))
    }

    pub(crate) fn count(&self, key: &str) -> Option<u64> {
        match self.field(key)?.value {
            Value::Count(count) => Some(count),
            _ => None,
        }
    }

    pub(crate) fn quantity(&self, key: &str) -> Option<Quantity> {
        match self.field(key)?.value {
            Value::Quantity(quantity) => Some(quantity),
            _ => None,
        }
    }

    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        Some(self.quantity(key)?.value)
    }

    pub(crate) fn vector<const N: usize>(&self, key: &str) -> Option<[f64; N]> {
        self.field(key)?.vector()
    }

    pub(crate) fn list(&self, key: &str) -> &[Field] {
        match self.field(key) {
            Some(Field { value: Value::List(list), .. }) => list,
            _ => &[],
        }
    }

    pub(crate) fn numbers(&self, key: &str) -> Vec<f64> {
        self.list(key).iter().filter_map(Field::number).collect()
    }

    pub(crate) fn vectors<const N: usize>(&self, key: &str) -> Vec<[f64; N]> {
        self.list(key).iter().filter_map(Field::vector).collect()
    }

    pub(crate) fn record(&self, key: &str) -> Option<&Self> {
        match &self.field(key)?.value {
            Value::Record(record) => Some(record),
            _ => None,
        }
    }

    pub(crate) fn named(&self, key: &str) -> &[Named] {
        match self.field(key) {
            Some(Field { value: Value::Named(named), .. }) => named,
            _ => &[],
        }
    }
}

impl Field {
    pub(crate) fn number(&self) -> Option<f64> {
        match self.value {
            Value::Quantity(quantity) => Some(quantity.value),
            Value::Count(count) => Some(count as f64),
            _ => None,
        }
    }

    fn vector<const N: usize>(&self) -> Option<[f64; N]> {
        match &self.value {
            Value::Vector(numbers) => numbers.as_slice().try_into().ok(),
            _ => None,
        }
    }
}
