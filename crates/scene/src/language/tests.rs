//! The lists of the language against the lists of the engine, and against themselves.

use super::measures::MEASURE;
use super::shapes::{MOTION, REGION, SIZES, WALL_SHAPES};
use super::{Key, Kind, Need, ROOT, Table, Variant};
use crate::read::read_scene;
use crate::scene::AnyScene;
use esker_narrow::Shapes;
use esker_physics::measures::MEASURES;
use esker_physics::{INSERTIONS, Pairing, REGIONS, SIZES as PHYSICS_SIZES, WALL_MOTIONS};
use std::collections::BTreeSet;

fn variants(table: &'static Table) -> Vec<&'static str> {
    let choice = table.choice.as_ref().expect("the table has variants");
    choice.variants.iter().map(|variant| variant.name).collect()
}

/// Every table, each once.
fn tables(table: &'static Table, found: &mut Vec<&'static Table>) {
    if found.iter().any(|known| std::ptr::eq(*known, table)) {
        return;
    }
    found.push(table);
    all_keys(table).for_each(|key| tables_of(&key.kind, found));
}

fn tables_of(kind: &'static Kind, found: &mut Vec<&'static Table>) {
    match kind {
        Kind::Table(table) | Kind::Named(table) => tables(table, found),
        Kind::List(kind, ..) => tables_of(kind, found),
        Kind::Either(kinds) => kinds.iter().for_each(|kind| tables_of(kind, found)),
        _ => {}
    }
}

fn all_keys(table: &'static Table) -> impl Iterator<Item = &'static Key> {
    let variants = table.choice.iter().flat_map(|choice| choice.variants);
    table.keys.iter().chain(variants.flat_map(|variant: &Variant| variant.keys))
}

fn every_table() -> Vec<&'static Table> {
    let mut found = Vec::new();
    tables(&ROOT, &mut found);
    found
}

#[test]
fn variants_are_those_of_the_engine() {
    let shapes: Vec<_> = Shapes::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(WALL_SHAPES.iter().map(|variant| variant.name).collect::<Vec<_>>(), shapes);
    let motions: Vec<_> = WALL_MOTIONS.iter().map(|entry| entry.name).collect();
    assert_eq!(variants(&MOTION), motions);
    assert_eq!(variants(&REGION), REGIONS.iter().map(|entry| entry.name).collect::<Vec<_>>());
    assert_eq!(variants(&SIZES), PHYSICS_SIZES.iter().map(|entry| entry.name).collect::<Vec<_>>());
    assert_eq!(variants(&MEASURE), MEASURES.iter().map(|entry| entry.name).collect::<Vec<_>>());
    let bodies = every_table().into_iter().find(|table| table.name == "bodies").unwrap();
    let sources: BTreeSet<_> = INSERTIONS.iter().map(|entry| entry.name).chain(["file"]).collect();
    assert_eq!(variants(bodies).into_iter().collect::<BTreeSet<_>>(), sources);
}

#[test]
fn no_key_stands_twice_and_all_are_explained() {
    for table in every_table() {
        let choices: Vec<Option<&Variant>> = match &table.choice {
            Some(choice) => choice.variants.iter().map(Some).collect(),
            None => vec![None],
        };
        for variant in choices {
            let mut names = BTreeSet::new();
            for key in table.keys_of(variant) {
                assert!(names.insert(key.name), "`{}` stands twice in {}", key.name, table.name);
                assert!(key.summary.ends_with('.'), "{}: {}", key.name, key.summary);
            }
            assert!(table.choice.as_ref().is_none_or(|choice| !names.contains(choice.tag)));
        }
    }
}

#[test]
fn every_default_is_read_without_a_word() {
    let defaults = every_table().into_iter().flat_map(all_keys).filter_map(|key| match key.need {
        Need::Default(text) => Some((key.name, text)),
        _ => None,
    });
    for (name, text) in defaults {
        assert!(
            text.parse::<toml_edit::Value>().is_ok(),
            "the default of `{name}` is no TOML: {text}"
        );
    }
    let text = "[contact]\n[output]\n[picture]\n[run]\ntime = 1\n";
    let read = read_scene(text, ".".as_ref()).expect("all defaults are sound");
    assert!(read.warnings.is_empty());
    let AnyScene::Three(scene) = read.scene else { panic!("the default is space") };
    assert_eq!(scene.world.materials.default_pairing, Pairing::default());
}
