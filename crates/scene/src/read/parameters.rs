//! The parameters of a scene: `[vars]`, which may be made from each other.

use super::faults::Faults;
use super::node::{Content, Node, Span};
use crate::expression::{ExpressionError, evaluate};
use crate::quantity::{Dimension, Quantity};
use esker_broad::nearest;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Parameters may refer to others so many times in a row.
const DEEPEST: usize = 50;

/// The parameters by name; nothing for those that are wrong.
#[derive(Default)]
pub(crate) struct Parameters {
    values: BTreeMap<String, Option<Quantity>>,
}

/// Why a text has no value.
pub(crate) enum NoValue {
    /// It is wrong itself.
    Wrong(ExpressionError),
    /// It uses a parameter that is wrong, which was told already.
    Follows,
}

impl Parameters {
    /// The parameters of a table.
    pub(crate) fn read(entries: &[(String, Span, Node)], faults: &mut Faults) -> Self {
        let nodes =
            entries.iter().map(|(name, span, node)| (name.as_str(), (span, node))).collect();
        let mut reading = Reading { nodes, values: BTreeMap::new(), open: Vec::new(), faults };
        for (name, ..) in entries {
            reading.resolve(name);
        }
        Self { values: reading.values }
    }

    /// The value of a text.
    pub(crate) fn evaluate(&self, text: &str) -> Result<Quantity, NoValue> {
        evaluated(text, &self.values)
    }
}

fn evaluated(text: &str, values: &BTreeMap<String, Option<Quantity>>) -> Result<Quantity, NoValue> {
    let follows = Cell::new(false);
    let variable = |name: &str| {
        let known = values.get(name).copied()?;
        follows.set(follows.get() || known.is_none());
        known
    };
    evaluate(text, &variable).map_err(|mut error| {
        let unknown = referred(text).find(|name| !values.contains_key(*name));
        let known = values.keys().map(String::as_str);
        if let Some(name) = unknown.and_then(|name| nearest(name, known)) {
            error.help = Some(format!("did you mean `${name}`?"));
        }
        if follows.get() { NoValue::Follows } else { NoValue::Wrong(error) }
    })
}

struct Reading<'a> {
    nodes: BTreeMap<&'a str, (&'a Span, &'a Node)>,
    values: BTreeMap<String, Option<Quantity>>,
    /// Those whose value is being looked for, one for the other.
    open: Vec<String>,
    faults: &'a mut Faults,
}

impl Reading<'_> {
    /// Finds the value of a parameter, and before it those it refers to.
    fn resolve(&mut self, name: &str) {
        let Some((span, node)) = self.nodes.get(name).copied() else { return };
        if self.values.contains_key(name) {
            return;
        }
        if self.open.len() > DEEPEST {
            self.faults.error(span, "parameters refer to each other too many times in a row");
            self.values.insert(name.into(), None);
            return;
        }
        self.open.push(name.into());
        let bare = |value| Some(Quantity { value, dimension: Dimension::NONE });
        let value = match &node.content {
            Content::Whole(number) => bare(*number as f64),
            Content::Number(number) => bare(*number),
            Content::Text(text) => self.text(name, text, node),
            other => {
                let message = format!("parameter `{name}` cannot be {}", other.name());
                let fault = self.faults.error(&node.span, message);
                fault.label("expected a number, or a text such as \"4 mm\" or \"2 * $d\"");
                None
            }
        };
        self.open.pop();
        let finite = value.filter(|quantity| quantity.value.is_finite());
        if finite.is_none() && value.is_some() {
            self.faults.error(&node.span, format!("parameter `{name}` must be a finite number"));
        }
        self.values.insert(name.into(), finite);
    }

    fn text(&mut self, name: &str, text: &str, node: &Node) -> Option<Quantity> {
        let waiting: Vec<String> = referred(text).map(String::from).collect();
        for other in &waiting {
            if let Some(begin) = self.open.iter().position(|open| open == other) {
                let circle = self.open[begin..].iter().chain([other]);
                let circle: Vec<String> = circle.map(|name| format!("`${name}`")).collect();
                let message = format!("parameter `{other}` is made from itself");
                let fault = self.faults.error(&node.span, message);
                fault.label(format!("the circle is {}", circle.join(" → ")));
                return None;
            }
            self.resolve(other);
        }
        match evaluated(text, &self.values) {
            Ok(quantity) => Some(quantity),
            Err(NoValue::Follows) => {
                self.faults.follows();
                None
            }
            Err(NoValue::Wrong(error)) => {
                self.faults.expression(&node.span, name, text, &error);
                None
            }
        }
    }
}

/// The names after `$` in a text.
fn referred(text: &str) -> impl Iterator<Item = &str> {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    text.split('$').skip(1).map(move |rest| {
        let end = rest.find(|c| !letter(c)).unwrap_or(rest.len());
        &rest[..end]
    })
}
