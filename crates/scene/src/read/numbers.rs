//! Numbers of a file: counts, quantities with units, vectors.

use super::check::Checker;
use super::node::{Content, Node};
use super::parameters::NoValue;
use super::record::Value;
use crate::compound::parse_unit;
use crate::language::{Kind, Limits, any_of, bare, density};
use crate::quantity::{Dimension, Quantity};

impl Checker<'_> {
    /// A whole number; `1e5` and `$n` are such too.
    pub(super) fn whole(&mut self, node: &Node, [low, high]: [u64; 2], key: &str) -> Value {
        if let Content::Whole(number) = node.content
            && let Some(count) = u64::try_from(number).ok().filter(|n| (low..=high).contains(n))
        {
            return Value::Count(count); // exact beyond 2⁵³ too
        }
        let expected = Kind::Count(low, high).describe(self.dimension);
        let Some(quantity) = self.evaluated(node, Dimension::NONE, &expected, key) else {
            return Value::Unsound;
        };
        let Quantity { value, dimension } = quantity;
        let is_count = dimension == Dimension::NONE && value.fract() == 0.0;
        if is_count && value >= low as f64 && value <= high as f64 {
            return Value::Count(value as u64);
        }
        let message = format!("`{key}` is {quantity}, but must be {expected}");
        self.faults.error(&node.span, message);
        Value::Unsound
    }

    /// A number in a range.
    pub(super) fn limited(
        &mut self,
        node: &Node,
        units: &[Dimension],
        limits: Limits,
        key: &str,
    ) -> Value {
        match self.quantity(node, units, key) {
            Some(quantity) if limits.hold(quantity.value) => Value::Quantity(quantity),
            Some(quantity) => {
                let message = format!("`{key}` is {quantity}, but must be {}", limits.describe());
                self.faults.error(&node.span, message);
                Value::Unsound
            }
            None => Value::Unsound,
        }
    }

    pub(super) fn density(&mut self, node: &Node, key: &str) -> Value {
        self.limited(node, &[density(self.dimension)], Limits::Positive, key)
    }

    /// A unit alone, as `"mm"`, or a quantity that serves as one.
    pub(super) fn unit(&mut self, node: &Node, dimension: Dimension, key: &str) -> Value {
        match &node.content {
            Content::Text(text) if text.chars().all(char::is_alphabetic) && !text.is_empty() => {
                match parse_unit(text) {
                    Ok((value, found)) if found == dimension => {
                        Value::Quantity(Quantity { value, dimension })
                    }
                    Ok((_, found)) => {
                        let found = found.name();
                        let message = format!("`{key}` cannot be a unit of {}", bare(&found));
                        let label = Kind::Unit(dimension).describe(self.dimension);
                        self.faults.error(&node.span, message).label(format!("expected {label}"));
                        Value::Unsound
                    }
                    Err(error) => {
                        self.faults.expression(&node.span, key, text, &error);
                        Value::Unsound
                    }
                }
            }
            _ => self.limited(node, &[dimension], Limits::Positive, key),
        }
    }

    /// A number in SI units, of one of some dimensions (of any, if there are none).
    pub(super) fn quantity(
        &mut self,
        node: &Node,
        units: &[Dimension],
        key: &str,
    ) -> Option<Quantity> {
        let bare = units.first().copied().unwrap_or(Dimension::NONE);
        let quantity = self.evaluated(node, bare, &any_of(units), key)?;
        // A text without any unit, as "2 * 3", is a bare number too.
        let is_bare = quantity.dimension == Dimension::NONE;
        if units.is_empty() || units.contains(&quantity.dimension) {
            Some(quantity)
        } else if is_bare {
            Some(Quantity { dimension: bare, ..quantity })
        } else {
            self.wrong_dimension(node, units, quantity.dimension, key);
            None
        }
    }

    /// The finite number that a value is, whatever it measures.
    fn evaluated(
        &mut self,
        node: &Node,
        bare: Dimension,
        expected: &str,
        key: &str,
    ) -> Option<Quantity> {
        let quantity = match &node.content {
            Content::Whole(number) => Quantity { value: *number as f64, dimension: bare },
            Content::Number(value) => Quantity { value: *value, dimension: bare },
            Content::Text(text) => match self.parameters.evaluate(text) {
                Ok(quantity) => quantity,
                Err(NoValue::Follows) => {
                    self.faults.follows();
                    return None;
                }
                Err(NoValue::Wrong(error)) => {
                    self.faults.expression(&node.span, key, text, &error);
                    return None;
                }
            },
            _ => {
                self.wrong_kind(node, key, expected);
                return None;
            }
        };
        if !quantity.value.is_finite() {
            let message = format!("`{key}` is {}, but must be a finite number", quantity.value);
            self.faults.error(&node.span, message);
            return None;
        }
        Some(quantity)
    }

    fn wrong_dimension(&mut self, node: &Node, units: &[Dimension], found: Dimension, key: &str) {
        let names: Vec<String> = units.iter().map(|unit| unit.name()).collect();
        let text = match &node.content {
            Content::Text(text) => text,
            _ => "it",
        };
        let message =
            format!("`{key}` needs {}, but `{text}` is {}", names.join(" or "), found.name());
        let examples: Vec<&str> = units.iter().map(|unit| unit.examples()).collect();
        let label = format!("write {}", examples.join(", or "));
        self.faults.error(&node.span, message).label(label);
    }

    /// So many numbers, of one dimension.
    pub(super) fn vector(
        &mut self,
        node: &Node,
        unit: Dimension,
        count: usize,
        key: &str,
    ) -> Value {
        let Content::List(entries) = &node.content else {
            let kind = match count == self.dimension {
                true => Kind::Vector(unit),
                false => Kind::InSpace(unit),
            };
            self.wrong_kind(node, key, &kind.describe(self.dimension));
            return Value::Unsound;
        };
        if entries.len() != count {
            let message = format!("`{key}` has {} numbers, but needs {count}", entries.len());
            let label = format!("the scene has `dimension = {}`", self.dimension);
            let fault = self.faults.error(&node.span, message);
            if count == self.dimension {
                fault.label(label);
            }
            return Value::Unsound;
        }
        let numbers: Vec<Option<f64>> =
            entries.iter().map(|entry| Some(self.quantity(entry, &[unit], key)?.value)).collect();
        numbers.into_iter().collect::<Option<_>>().map_or(Value::Unsound, Value::Vector)
    }
}
