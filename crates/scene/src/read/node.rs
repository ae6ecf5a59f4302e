//! The tree of a scene file: values with their places in the text.
//!
//! TOML has two ways to write a table and two to write a list of tables; here they are one.

use std::ops::Range;
use toml_edit::{Document, Item, TableLike, TomlError, Value};

/// A place in the text, in bytes.
pub(crate) type Span = Range<usize>;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) content: Content,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Text(String),
    Whole(i64),
    Number(f64),
    Flag(bool),
    /// A date or a time of day, which no scene needs.
    Date,
    List(Vec<Node>),
    Table(Vec<(String, Span, Node)>),
}

impl Content {
    /// What it is, in words.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Whole(_) => "a whole number",
            Self::Number(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::Date => "a date",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

/// The tree of a text; otherwise what is wrong with it as TOML.
pub(crate) fn parse(text: &str) -> Result<Node, TomlError> {
    let document = Document::parse(text)?;
    Ok(Node { span: 0..text.len(), content: table(document.as_table(), &(0..0)) })
}

/// The node of a value that stands in no file: a default.
pub(crate) fn parse_value(text: &str) -> Option<Node> {
    let value: Value = text.parse().ok()?;
    Some(from_value(&value, &(0..0)))
}

fn table(table: &dyn TableLike, outer: &Span) -> Content {
    let entry = |(name, item): (&str, &Item)| {
        let key = table.key(name).and_then(toml_edit::Key::span).unwrap_or_else(|| outer.clone());
        Some((name.to_string(), key.clone(), from_item(item, &key)?))
    };
    Content::Table(table.iter().filter_map(entry).collect())
}

fn from_item(item: &Item, outer: &Span) -> Option<Node> {
    let span = item.span().unwrap_or_else(|| outer.clone());
    match item {
        Item::None => None,
        Item::Value(value) => Some(from_value(value, outer)),
        // What is missing in a table is best told at its name.
        Item::Table(inner) => Some(Node { span: outer.clone(), content: table(inner, &span) }),
        Item::ArrayOfTables(tables) => {
            let node = |inner: &toml_edit::Table| {
                let span = inner.span().unwrap_or_else(|| outer.clone());
                Node { content: table(inner, &span), span }
            };
            Some(Node { span, content: Content::List(tables.iter().map(node).collect()) })
        }
    }
}

fn from_value(value: &Value, outer: &Span) -> Node {
    let span = value.span().unwrap_or_else(|| outer.clone());
    let content = match value {
        Value::String(text) => Content::Text(text.value().clone()),
        Value::Integer(whole) => Content::Whole(*whole.value()),
        Value::Float(number) => Content::Number(*number.value()),
        Value::Boolean(flag) => Content::Flag(*flag.value()),
        Value::Datetime(_) => Content::Date,
        Value::Array(list) => Content::List(list.iter().map(|v| from_value(v, &span)).collect()),
        Value::InlineTable(inner) => table(inner, &span),
    };
    Node { span, content }
}
