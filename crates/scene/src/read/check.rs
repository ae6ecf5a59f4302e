//! From the tree of a file to checked tables, by the lists of the language.
//!
//! Nothing stops at the first mistake: what is wrong is told and marked unsound, and the rest is
//! read on, so that a user sees everything at once and nothing twice.

use super::faults::Faults;
use super::node::{Content, Node, Span, parse_value};
use super::parameters::{NoValue, Parameters};
use super::record::{Field, Named, Record, Value};
use crate::language::{Choice, Key, Kind, Need, Table, Variant, density};
use crate::quantity::{Dimension, Quantity};

/// What is known while a file is checked.
pub(crate) struct Checker<'a> {
    pub(crate) faults: &'a mut Faults,
    pub(crate) parameters: &'a Parameters,
    /// The dimension of space.
    pub(crate) dimension: usize,
    /// The names that stand in each section.
    pub(crate) names: &'a dyn Fn(&str) -> Vec<String>,
}

/// A key and its entry in the file.
type Entry = (String, Span, Node);

impl Checker<'_> {
    /// A checked table, told about at a place of the text.
    pub(crate) fn table(&mut self, entries: &[Entry], table: &'static Table, at: Span) -> Record {
        let before = self.faults.errors();
        let variant = table.choice.as_ref().map(|choice| self.variant(entries, choice, table, &at));
        let tag = table.choice.as_ref().map_or("", |choice| choice.tag);
        let mut record = Record { span: at, ..Record::default() };
        let chosen = match variant {
            // Which keys belong to it cannot be said.
            Some(None) => return record,
            Some(Some(chosen)) => Some(chosen),
            None => None,
        };
        record.variant = chosen.map_or("", |chosen| chosen.name);
        for (name, span, node) in entries.iter().filter(|(name, ..)| name != tag) {
            match table.keys_of(chosen).find(|key| key.name == name) {
                Some(key) => {
                    let value = self.value(node, &key.kind, key.name);
                    record.fields.push((key.name, Field { span: node.span.clone(), value }));
                }
                None => self.unknown_key(name, span, table, chosen),
            }
        }
        self.fill(&mut record, table, chosen);
        record.sound = self.faults.errors() == before;
        record
    }

    /// What was left out: defaults, and a word about what must be there.
    fn fill(&mut self, record: &mut Record, table: &'static Table, chosen: Option<&Variant>) {
        let mut missing: Vec<&Key> = Vec::new();
        for key in table.keys_of(chosen) {
            match key.need {
                _ if record.field(key.name).is_some() => {}
                Need::Required => missing.push(key),
                Need::Optional => {}
                Need::Default(text) => {
                    let node = parse_value(text).expect("defaults are TOML: a test reads them all");
                    let value = self.value(&node, &key.kind, key.name);
                    record.fields.push((key.name, Field { span: 0..0, value }));
                }
            }
        }
        for key in missing {
            let what = match record.variant {
                "" => table.name.to_string(),
                variant => format!("{} of kind \"{variant}\"", table.name),
            };
            let expected = key.kind.describe(self.dimension);
            let message = format!("{what} needs `{}`", key.name);
            let label = format!("add `{} = …`: {expected}", key.name);
            self.faults.error(&record.span, message).label(label).help(key.summary);
        }
    }

    /// The variant that the tag names.
    fn variant(
        &mut self,
        entries: &[Entry],
        choice: &'static Choice,
        table: &Table,
        at: &Span,
    ) -> Option<&'static Variant> {
        let names = || choice.variants.iter().map(|variant| variant.name);
        let all: Vec<String> = names().map(|name| format!("\"{name}\"")).collect();
        let all = all.join(", ");
        let Some((_, _, node)) = entries.iter().find(|(name, ..)| name == choice.tag) else {
            let message = format!("{} needs `{}`", table.name, choice.tag);
            self.faults.error(at, message).label(format!("add `{} = …`: one of {all}", choice.tag));
            return None;
        };
        let Content::Text(word) = &node.content else {
            self.wrong_kind(node, choice.tag, &format!("one of {all}"));
            return None;
        };
        let found = choice.variants.iter().find(|variant| variant.name == word);
        if found.is_none() {
            let message = format!("unknown {} `{word}` of {}", choice.tag, table.name);
            self.faults
                .error(&node.span, message)
                .nearest(word, names())
                .help(format!("known are {all}"));
        }
        found
    }

    fn unknown_key(
        &mut self,
        name: &str,
        span: &Span,
        table: &'static Table,
        chosen: Option<&'static Variant>,
    ) {
        let what = match chosen {
            Some(chosen) => format!("{} of kind \"{}\"", table.name, chosen.name),
            None => table.name.to_string(),
        };
        let known: Vec<&str> = table
            .choice
            .iter()
            .map(|choice| choice.tag)
            .chain(table.keys_of(chosen).map(|key| key.name))
            .collect();
        let elsewhere = table
            .choice
            .iter()
            .flat_map(|choice| choice.variants)
            .find(|variant| variant.keys.iter().any(|key| key.name == name));
        let fault = self.faults.error(span, format!("{what} has no key `{name}`"));
        let fault = fault.help(format!("its keys are {}", listed(&known)));
        match elsewhere {
            Some(variant) => fault.label(format!("this belongs to \"{}\"", variant.name)),
            None => fault.nearest(name, known.iter().copied()),
        };
    }

    /// A checked value of a kind.
    fn value(&mut self, node: &Node, kind: &'static Kind, key: &str) -> Value {
        let checked = match (kind, &node.content) {
            (Kind::Text | Kind::File, Content::Text(text)) => Some(Value::Text(text.clone())),
            (Kind::Flag, Content::Flag(flag)) => Some(Value::Flag(*flag)),
            (Kind::Count(low, high), _) => return self.whole(node, [*low, *high], key),
            (Kind::Quantity(units, limits), _) => match self.quantity(node, units, key) {
                Some(quantity) if limits.hold(quantity.value) => Some(Value::Quantity(quantity)),
                Some(quantity) => {
                    let found = quantity.value;
                    let message = format!("`{key}` is {found}, but must be {}", limits.describe());
                    self.faults.error(&node.span, message);
                    return Value::Unsound;
                }
                None => return Value::Unsound,
            },
            (Kind::Density, _) => return self.density(node, key),
            (Kind::Vector(unit), _) => return self.vector(node, *unit, self.dimension, key),
            (Kind::InSpace(unit), _) => return self.vector(node, *unit, 3, key),
            (Kind::Word(words), Content::Text(word)) => {
                return self.word(node, word, &words(), key);
            }
            (Kind::Name(section), Content::Text(name)) => return self.name(node, name, section),
            (Kind::List(kind, low, high), Content::List(entries)) => {
                return self.list(node, entries, (kind, *low, *high), key);
            }
            (Kind::Either(kinds), _) => return self.either(node, kinds, key),
            (Kind::Table(table), Content::Table(entries)) => {
                Some(Value::Record(self.table(entries, table, node.span.clone())))
            }
            (Kind::Named(table), Content::Table(entries)) => {
                return self.named(entries, table, key);
            }
            (Kind::Parameters, Content::Table(_)) => Some(Value::Flag(true)),
            _ => None,
        };
        checked.unwrap_or_else(|| {
            self.wrong_kind(node, key, &kind.describe(self.dimension));
            Value::Unsound
        })
    }

    fn wrong_kind(&mut self, node: &Node, key: &str, expected: &str) {
        let message = format!("`{key}` cannot be {}", node.content.name());
        self.faults.error(&node.span, message).label(format!("expected {expected}"));
    }

    fn whole(&mut self, node: &Node, [low, high]: [u64; 2], key: &str) -> Value {
        let expected = Kind::Count(low, high).describe(self.dimension);
        let found = match &node.content {
            Content::Whole(number) => u64::try_from(*number).ok(),
            // `1e5` and `$n` are numbers too, as long as they are whole.
            Content::Number(_) | Content::Text(_) => {
                match self.quantity(node, &[Dimension::NONE], key) {
                    Some(Quantity { value, .. }) if value.fract() == 0.0 && value.abs() < 1e15 => {
                        (value >= 0.0).then_some(value as u64)
                    }
                    Some(_) => None,
                    None => return Value::Unsound,
                }
            }
            _ => None,
        };
        match found.filter(|count| (low..=high).contains(count)) {
            Some(count) => Value::Count(count),
            None => {
                let message = format!("`{key}` must be {expected}");
                self.faults.error(&node.span, message);
                Value::Unsound
            }
        }
    }

    /// A number in SI units, of one of some dimensions.
    fn quantity(&mut self, node: &Node, units: &[Dimension], key: &str) -> Option<Quantity> {
        let bare = units.first().copied().unwrap_or(Dimension::NONE);
        let (quantity, text) = match &node.content {
            Content::Whole(number) => (Quantity { value: *number as f64, dimension: bare }, None),
            Content::Number(value) => (Quantity { value: *value, dimension: bare }, None),
            Content::Text(text) => match self.parameters.evaluate(text) {
                Ok(quantity) => (quantity, Some(text)),
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
                let names: Vec<String> = units.iter().map(|unit| unit.name()).collect();
                let expected =
                    if names.is_empty() { "a number".into() } else { names.join(" or ") };
                self.wrong_kind(node, key, &expected);
                return None;
            }
        };
        if !quantity.value.is_finite() {
            let message = format!("`{key}` is {}, but must be a finite number", quantity.value);
            self.faults.error(&node.span, message);
            return None;
        }
        // A text without any unit, as "2 * 3", is a bare number too.
        match units.iter().find(|unit| quantity.dimension == **unit) {
            Some(unit) => Some(Quantity { dimension: *unit, ..quantity }),
            None if units.is_empty() => Some(quantity),
            None if quantity.dimension == Dimension::NONE => {
                Some(Quantity { dimension: bare, ..quantity })
            }
            None => {
                let names: Vec<String> = units.iter().map(|unit| unit.name()).collect();
                let (expected, found) = (names.join(" or "), quantity.dimension.name());
                let text = text.map_or("it", String::as_str);
                let message = format!("`{key}` needs {expected}, but `{text}` is {found}");
                let examples: Vec<&str> = units.iter().map(|unit| unit.examples()).collect();
                self.faults
                    .error(&node.span, message)
                    .label(format!("write {}", examples.join(", or ")));
                None
            }
        }
    }

    fn density(&mut self, node: &Node, key: &str) -> Value {
        match self.quantity(node, &[density(self.dimension)], key) {
            Some(quantity) if quantity.value > 0.0 => Value::Quantity(quantity),
            Some(quantity) => {
                let message = format!("`{key}` is {}, but must be above 0", quantity.value);
                self.faults.error(&node.span, message);
                Value::Unsound
            }
            None => Value::Unsound,
        }
    }

    fn vector(&mut self, node: &Node, unit: Dimension, count: usize, key: &str) -> Value {
        let Content::List(entries) = &node.content else {
            self.wrong_kind(node, key, &vector_of(unit, count, self.dimension));
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

    fn word(&mut self, node: &Node, word: &str, words: &[&'static str], key: &str) -> Value {
        if words.contains(&word) {
            return Value::Text(word.into());
        }
        let message = format!("unknown `{key}` \"{word}\"");
        let fault = self.faults.error(&node.span, message);
        fault.nearest(word, words.iter().copied()).help(format!("known are {}", listed(words)));
        Value::Unsound
    }

    fn name(&mut self, node: &Node, name: &str, section: &str) -> Value {
        let names = (self.names)(section);
        if names.iter().any(|known| known == name) {
            return Value::Text(name.into());
        }
        let message = format!("there is no {section} `{name}`");
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let help = match &names[..] {
            [] => format!("add a section `[{section}.{name}]`"),
            names => format!("there are {}", listed(names)),
        };
        self.faults.error(&node.span, message).nearest(name, names.iter().copied()).help(&help);
        Value::Unsound
    }

    fn list(
        &mut self,
        node: &Node,
        entries: &[Node],
        (kind, low, high): (&'static Kind, usize, usize),
        key: &str,
    ) -> Value {
        if !(low..=high).contains(&entries.len()) {
            let needed = match low == high {
                true => format!("{low}"),
                false if high == usize::MAX => format!("at least {low}"),
                false => format!("from {low} to {high}"),
            };
            let message = format!("`{key}` has {} entries, but needs {needed}", entries.len());
            self.faults.error(&node.span, message);
            return Value::Unsound;
        }
        let before = self.faults.errors();
        let mut fields = Vec::new();
        for entry in entries {
            let value = self.value(entry, kind, key);
            fields.push(Field { span: entry.span.clone(), value });
        }
        // Lists of tables are kept, each sound or not by itself.
        match matches!(kind, Kind::Table(_)) || self.faults.errors() == before {
            true => Value::List(fields),
            false => Value::Unsound,
        }
    }

    /// The kind that fits what the value is: a table, a word of the list, or a quantity.
    fn either(&mut self, node: &Node, kinds: &'static [Kind], key: &str) -> Value {
        let fits = |kind: &&Kind| match (&node.content, kind) {
            (Content::Table(_), Kind::Table(_)) => true,
            (Content::Text(word), Kind::Word(words)) => words().contains(&word.as_str()),
            (Content::Text(_) | Content::Whole(_) | Content::Number(_), kind) => {
                matches!(kind, Kind::Quantity(..))
            }
            _ => false,
        };
        match kinds.iter().find(fits) {
            Some(kind) => self.value(node, kind, key),
            None => {
                self.wrong_kind(node, key, &Kind::Either(kinds).describe(self.dimension));
                Value::Unsound
            }
        }
    }

    fn named(&mut self, entries: &[Entry], table: &'static Table, section: &str) -> Value {
        let mut all = Vec::new();
        for (name, span, node) in entries {
            match &node.content {
                Content::Table(inner) => {
                    let record = self.table(inner, table, span.clone());
                    all.push(Named { name: name.clone(), span: span.clone(), record });
                }
                _ => {
                    let message = format!("`{section}.{name}` cannot be {}", node.content.name());
                    let label = format!("expected a table: `[{section}.{name}]`");
                    self.faults.error(&node.span, message).label(label);
                }
            }
        }
        Value::Named(all)
    }
}

fn vector_of(unit: Dimension, count: usize, dimension: usize) -> String {
    match count == dimension {
        true => Kind::Vector(unit).describe(dimension),
        false => Kind::InSpace(unit).describe(dimension),
    }
}

fn listed(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
