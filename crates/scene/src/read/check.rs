//! From the tree of a file to checked tables, by the lists of the language.
//!
//! Nothing stops at the first mistake: what is wrong is told and marked unsound, and the rest is
//! read on, so that a user sees everything at once and nothing twice.

use super::faults::{Faults, likeliest};
use super::node::{Content, Node, Span, parse_value};
use super::parameters::Parameters;
use super::record::{Field, Named, Record, Value};
use crate::language::{Choice, Key, Kind, Need, ROOT, Table, Variant};

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
        let mut record = Record { span: at, ..Record::default() };
        let tag = table.choice.as_ref().map_or("", |choice| choice.tag);
        let variant =
            table.choice.as_ref().map(|choice| self.variant(entries, choice, table, &record.span));
        let chosen = variant.flatten();
        record.variant = chosen.map_or("", |chosen| chosen.name);
        let mut meant = Vec::new();
        for (name, span, node) in entries.iter().filter(|(name, ..)| name != tag) {
            match table.keys_of(chosen).find(|key| key.name == name) {
                Some(key) => {
                    let value = self.value(node, &key.kind, key.name);
                    record.fields.push((key.name, Field { span: node.span.clone(), value }));
                }
                // Without its variant, which other keys belong to it cannot be said.
                None if variant.is_some_and(|chosen| chosen.is_none()) => {}
                None => meant.extend(self.unknown_key(name, span, table, chosen)),
            }
        }
        self.fill(&mut record, table, chosen, &meant);
        record.sound = self.faults.errors() == before;
        record
    }

    /// What was left out: defaults, and a word about what must be there and was not mistyped.
    fn fill(
        &mut self,
        record: &mut Record,
        table: &'static Table,
        chosen: Option<&'static Variant>,
        mistyped: &[&str],
    ) {
        let mut missing: Vec<&Key> = Vec::new();
        for key in table.keys_of(chosen) {
            match key.need {
                _ if record.field(key.name).is_some() => {}
                Need::Required if mistyped.contains(&key.name) => {}
                Need::Required => missing.push(key),
                Need::Optional => {}
                Need::Default(text) => {
                    let node = parse_value(text).expect("defaults are TOML: a test reads them all");
                    let value = self.value(&node, &key.kind, key.name);
                    record.fields.push((key.name, Field { span: 0..0, value }));
                }
            }
        }
        for Key { name, kind, summary, .. } in missing {
            let message = format!("`{name}` is missing in {}", named(table, chosen));
            let fault = self.faults.error(&record.span, message);
            match kind {
                Kind::Table(_) if table.name == ROOT.name => {
                    fault.help(format!("add a section `[{name}]`: {summary}"))
                }
                _ => {
                    let expected = kind.describe(self.dimension);
                    fault.label(format!("add `{name} = …`: {expected}")).help(*summary)
                }
            };
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
            let message = format!("`{}` is missing in {}", choice.tag, table.name);
            self.faults.error(at, message).label(format!("add `{} = …`: one of {all}", choice.tag));
            return None;
        };
        let Content::Text(word) = &node.content else {
            self.wrong_kind(node, choice.tag, &format!("one of {all}"));
            return None;
        };
        let found = choice.variants.iter().find(|variant| variant.name == word);
        if found.is_none() {
            let message = format!("unknown `{}` \"{word}\" in {}", choice.tag, table.name);
            let fault = self.faults.error(&node.span, message);
            fault.meant(likeliest(word, names())).help(format!("known are {all}"));
        }
        found
    }

    /// Tells that a key is not known, and returns the one that was probably meant.
    fn unknown_key(
        &mut self,
        name: &str,
        span: &Span,
        table: &'static Table,
        chosen: Option<&'static Variant>,
    ) -> Option<&'static str> {
        let choice = table.choice.as_ref();
        let tag = choice.map(|choice| choice.tag);
        let known: Vec<&'static str> =
            tag.into_iter().chain(table.keys_of(chosen).map(|key| key.name)).collect();
        let elsewhere: Vec<String> = choice
            .iter()
            .flat_map(|choice| choice.variants)
            .filter(|variant| variant.keys.iter().any(|key| key.name == name))
            .map(|variant| format!("\"{}\"", variant.name))
            .collect();
        let message = format!("unknown key `{name}` in {}", named(table, chosen));
        let fault = self.faults.error(span, message).help(format!("known are {}", listed(&known)));
        if !elsewhere.is_empty() {
            let tag = tag.unwrap_or_default();
            fault.label(format!("it belongs to `{tag}` {}", elsewhere.join(", ")));
            return None;
        }
        let meant = likeliest(name, known.iter().copied());
        fault.meant(meant);
        meant
    }

    /// A checked value of a kind.
    fn value(&mut self, node: &Node, kind: &'static Kind, key: &str) -> Value {
        let checked = match (kind, &node.content) {
            (Kind::Text | Kind::File, Content::Text(text)) => Some(Value::Text(text.clone())),
            (Kind::Flag, Content::Flag(flag)) => Some(Value::Flag(*flag)),
            (Kind::Count(low, high), _) => return self.whole(node, [*low, *high], key),
            (Kind::Quantity(units, limits), _) => {
                return self.limited(node, units, *limits, key);
            }
            (Kind::Density, _) => return self.density(node, key),
            (Kind::Unit(dimension), _) => return self.unit(node, *dimension, key),
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
            let expected = match (kind, &node.content) {
                (Kind::List(Kind::Table(_), ..), Content::Table(_)) => {
                    format!("a list: write `[[{key}]]`, as there may be several")
                }
                (Kind::Table(_), Content::List(_)) => {
                    format!("a table: write `[{key}]`, as there is only one")
                }
                _ => kind.describe(self.dimension),
            };
            self.wrong_kind(node, key, &expected);
            Value::Unsound
        })
    }

    pub(super) fn wrong_kind(&mut self, node: &Node, key: &str, expected: &str) {
        let message = format!("`{key}` cannot be {}", node.content.name());
        self.faults.error(&node.span, message).label(format!("expected {expected}"));
    }

    fn word(&mut self, node: &Node, word: &str, words: &[&'static str], key: &str) -> Value {
        if words.contains(&word) {
            return Value::Text(word.into());
        }
        let message = format!("unknown `{key}` \"{word}\"");
        let meant = likeliest(word, words.iter().copied());
        let fault = self.faults.error(&node.span, message);
        let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        fault.meant(meant).help(format!("known are {}", words.join(", ")));
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
            [only] => format!("there is only `{only}`"),
            names => format!("there are {}", listed(names)),
        };
        let meant = likeliest(name, names.iter().copied());
        self.faults.error(&node.span, message).meant(meant).help(&help);
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
            (Content::Text(word), Kind::Word(words)) => {
                // What is no expression was meant as a word.
                words().contains(&word.as_str()) || word.chars().all(char::is_alphabetic)
            }
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
                // Names become columns of the log and parts of file names.
                Content::Table(_)
                    if !name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c)) =>
                {
                    let fault = self.faults.error(span, format!("`{name}` cannot be a name"));
                    fault.label("names have letters, digits, `-` and `_`");
                }
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

/// What a table is called, with what chose its keys.
fn named(table: &Table, chosen: Option<&Variant>) -> String {
    match (&table.choice, chosen) {
        (Some(choice), Some(chosen)) => {
            format!("{} with `{} = \"{}\"`", table.name, choice.tag, chosen.name)
        }
        _ => table.name.to_string(),
    }
}

fn listed(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
