//! The JSON Schema of scenes, for editors: completion, hover texts, underlined mistakes.
//!
//! Derived from the lists of the language, so that it cannot know other keys than the reader. One
//! object for each variant with a constant tag, which editors understand best. Units, names and
//! physics are beyond a schema: `esker check` knows them.

use crate::language::{Key, Kind, Limits, Need, ROOT, Table, Variant};
use serde_json::{Map, Value, json};

/// The schema, as one JSON document.
pub fn schema() -> Value {
    let mut definitions = Map::new();
    let mut root = table(&ROOT, &mut definitions);
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scene of esker",
        "$defs": definitions,
    });
    if let (Value::Object(root), Value::Object(head)) = (&mut root, head) {
        root.extend(head);
    }
    root
}

fn table(table: &'static Table, definitions: &mut Map<String, Value>) -> Value {
    let Some(choice) = &table.choice else { return object(table, None, definitions) };
    let variants: Vec<Value> =
        choice.variants.iter().map(|variant| object(table, Some(variant), definitions)).collect();
    json!({ "description": table.summary, "oneOf": variants })
}

/// A table, or one variant of it.
fn object(
    table: &'static Table,
    variant: Option<&'static Variant>,
    definitions: &mut Map<String, Value>,
) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    if let (Some(choice), Some(variant)) = (&table.choice, variant) {
        let tag = json!({ "const": variant.name, "description": variant.summary });
        properties.insert(choice.tag.into(), tag);
        required.push(choice.tag);
    }
    for key in table.keys_of(variant) {
        properties.insert(key.name.into(), property(key, definitions));
        if matches!(key.need, Need::Required) {
            required.push(key.name);
        }
    }
    let name = variant.map_or(table.name, |variant| variant.name);
    let summary = variant.map_or(table.summary, |variant| variant.summary);
    json!({
        "type": "object",
        "title": name,
        "description": summary,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property(key: &'static Key, definitions: &mut Map<String, Value>) -> Value {
    let mut property = kind(&key.kind, definitions);
    if let Value::Object(property) = &mut property {
        property.insert("description".into(), key.summary.into());
        if let Need::Default(text) = key.need {
            property.insert("x-default".into(), text.into());
        }
    }
    property
}

fn kind(kind: &'static Kind, definitions: &mut Map<String, Value>) -> Value {
    match kind {
        Kind::Text | Kind::File | Kind::Name(_) => json!({ "type": "string" }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Count(low, high) => {
            json!({ "type": ["integer", "string"], "minimum": low, "maximum": high })
        }
        Kind::Quantity(_, limits) => limited(*limits),
        Kind::Density | Kind::Unit(_) => limited(Limits::Positive),
        Kind::Vector(_) => numbers(2),
        Kind::InSpace(_) => numbers(3),
        Kind::Word(words) => json!({ "enum": words() }),
        Kind::List(entry, low, high) => {
            let mut list = json!({ "type": "array", "items": self::kind(entry, definitions) });
            list["minItems"] = json!(low);
            if *high < usize::MAX {
                list["maxItems"] = json!(high);
            }
            list
        }
        Kind::Either(kinds) => {
            let kinds: Vec<Value> = kinds.iter().map(|k| self::kind(k, definitions)).collect();
            json!({ "anyOf": kinds })
        }
        Kind::Table(table) => reference(table, definitions),
        Kind::Named(table) => {
            json!({ "type": "object", "additionalProperties": reference(table, definitions) })
        }
        Kind::Parameters => {
            json!({ "type": "object", "additionalProperties": { "type": ["number", "string"] } })
        }
    }
}

/// A number in a range, or a text with its unit.
fn limited(limits: Limits) -> Value {
    let mut number = json!({ "type": ["number", "string"] });
    match limits {
        Limits::Any => {}
        Limits::Positive => number["exclusiveMinimum"] = json!(0),
        Limits::NotNegative => number["minimum"] = json!(0),
        Limits::Share => {
            (number["exclusiveMinimum"], number["maximum"]) = (json!(0), json!(1));
        }
        Limits::Poisson => {
            (number["exclusiveMinimum"], number["maximum"]) = (json!(-1), json!(0.5));
        }
    }
    number
}

/// Two or three numbers with or without units.
fn numbers(fewest: usize) -> Value {
    let entry = json!({ "type": ["number", "string"] });
    json!({ "type": "array", "items": entry, "minItems": fewest, "maxItems": 3 })
}

/// A table by its name; what it is stands once, among the definitions.
fn reference(inner: &'static Table, definitions: &mut Map<String, Value>) -> Value {
    let name = inner.name.trim_start_matches("a ").trim_start_matches("an ").replace(' ', "-");
    if !definitions.contains_key(&name) {
        definitions.insert(name.clone(), Value::Null);
        let definition = table(inner, definitions);
        definitions.insert(name.clone(), definition);
    }
    json!({ "$ref": format!("#/$defs/{name}") })
}
