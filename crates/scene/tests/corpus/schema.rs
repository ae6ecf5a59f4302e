//! The schema for editors and the reference of the guide, in step with the reader.
//!
//! The first word of a bad scene's name says who can see its fault:
//!
//! ```text
//!   syntax-                        nobody reads further: it is no TOML
//!   kind- key- missing- word-      the schema and the reader
//!   everything else                the reader alone: units, names, physics, files
//! ```

use super::{BAD, GOOD, SCENES, Sample, is_update, samples};
use esker_scene::{reference, schema};
use jsonschema::Validator;
use serde_json::{Map, Number, Value, json};
use std::fs;
use toml_edit::{DocumentMut, Item};

const REFERENCE: &str = "../../docs/guide/scene-reference.md";
const SEEN_BY_BOTH: [&str; 4] = ["kind", "key", "missing", "word"];

/// The same document in JSON, which has no dates and no infinite numbers.
fn to_json(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => json!(text.value()),
        toml_edit::Value::Integer(number) => json!(number.value()),
        toml_edit::Value::Float(number) => {
            Number::from_f64(*number.value()).map_or(json!("not finite"), Value::Number)
        }
        toml_edit::Value::Boolean(flag) => json!(flag.value()),
        toml_edit::Value::Datetime(_) => Value::Null,
        toml_edit::Value::Array(list) => list.iter().map(to_json).collect(),
        toml_edit::Value::InlineTable(table) => {
            Value::Object(table.iter().map(|(key, value)| (key.into(), to_json(value))).collect())
        }
    }
}

fn item_to_json(item: &Item) -> Value {
    let table = |table: &toml_edit::Table| -> Map<String, Value> {
        table.iter().map(|(key, item)| (key.into(), item_to_json(item))).collect()
    };
    match item {
        Item::None => Value::Null,
        Item::Value(value) => to_json(value),
        Item::Table(inner) => Value::Object(table(inner)),
        Item::ArrayOfTables(tables) => tables.iter().map(|one| Value::Object(table(one))).collect(),
    }
}

/// A scene as JSON; nothing if it is no TOML.
fn json_of(sample: &Sample) -> Option<Value> {
    Some(item_to_json(sample.text.parse::<DocumentMut>().ok()?.as_item()))
}

fn validator() -> Validator {
    jsonschema::validator_for(&schema()).expect("the schema is one")
}

#[test]
fn every_good_scene_fits_the_schema() {
    let validator = validator();
    for sample in samples(GOOD).into_iter().chain(samples(SCENES)) {
        let scene = json_of(&sample).expect("it is TOML");
        let wrong: Vec<_> = validator.iter_errors(&scene).map(|e| e.to_string()).collect();
        assert!(wrong.is_empty(), "{}: {}", sample.name(), wrong.join("\n"));
    }
}

#[test]
fn the_schema_refuses_what_has_a_wrong_structure_and_nothing_else() {
    let validator = validator();
    for sample in samples(BAD) {
        let name = sample.name();
        let group = name.split('-').next().unwrap_or_default();
        let Some(scene) = json_of(&sample) else {
            assert_eq!(group, "syntax", "{name} is no TOML");
            continue;
        };
        let is_refused = !validator.is_valid(&scene);
        assert!(
            is_refused == SEEN_BY_BOTH.contains(&group),
            "{name}: the schema refuses it: {is_refused}"
        );
    }
}

#[test]
fn the_page_of_the_guide_is_the_reference() {
    if is_update() {
        fs::write(REFERENCE, reference()).expect("the page can be written");
    }
    let page = fs::read_to_string(REFERENCE).expect("the page is there");
    assert!(
        page == reference(),
        "write it anew: UPDATE_EXPECT=1 cargo test -p esker-scene --test corpus"
    );
}
