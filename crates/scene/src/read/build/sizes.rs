//! How large bodies are.

use super::Builder;
use crate::read::record::{Field, Record, Value};
use esker_physics::Sizes;

impl<const D: usize> Builder<'_, D> {
    /// The sizes of a table that has `radius` or `diameter`, one of them.
    pub(super) fn sizes(&mut self, record: &Record) -> Option<Sizes> {
        let (field, scale) = self.size_field(record)?;
        let sizes = match &field.value {
            Value::Quantity(quantity) => Sizes::Constant { radius: scale * quantity.value },
            Value::Record(inner) => sizes(inner, scale)?,
            _ => return None,
        };
        self.accept(&field.span, sizes.check())?;
        Some(sizes)
    }

    /// The field that says how large bodies are, and what makes a radius of it.
    pub(super) fn size_field<'r>(&mut self, record: &'r Record) -> Option<(&'r Field, f64)> {
        match (record.field("radius"), record.field("diameter")) {
            (Some(radius), None) => Some((radius, 1.0)),
            (None, Some(diameter)) => Some((diameter, 0.5)),
            (None, None) => {
                let fault = self.faults.error(&record.span, "bodies need `radius` or `diameter`");
                fault.label("add `radius = …` or `diameter = …`");
                None
            }
            (Some(_), Some(diameter)) => {
                let message = "bodies have both `radius` and `diameter`";
                self.faults.error(&diameter.span, message).label("leave one of them out");
                None
            }
        }
    }
}

fn sizes(record: &Record, scale: f64) -> Option<Sizes> {
    let number = |key: &str| Some(scale * record.number(key)?);
    Some(match record.variant {
        "constant" => Sizes::Constant { radius: number("value")? },
        "uniform" => Sizes::Uniform { low: number("low")?, high: number("high")? },
        "log-uniform" => Sizes::LogUniform { low: number("low")?, high: number("high")? },
        "normal" => Sizes::Normal {
            mean: number("mean")?,
            deviation: number("deviation")?,
            low: number("low")?,
            high: number("high")?,
        },
        "sieve" => Sizes::Sieve {
            radii: record.numbers("sizes").iter().map(|size| scale * size).collect(),
            passing: record.numbers("passing"),
        },
        _ => return None,
    })
}
