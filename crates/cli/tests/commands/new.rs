//! `esker new`, `check` and `schema`: from nothing to a scene that runs.

use crate::place::Place;
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_new_scene_is_sound_and_runs() {
    let place = Place::new();
    let told = place.done("new first");
    assert!(told.starts_with("wrote first.toml and esker.schema.json\n"), "{told}");
    assert!(place.text("first.toml").contains("title = \"first\""));
    let checked = place.esker("check first.toml");
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    assert!(checked.stdout.starts_with("first.toml is sound\n"), "{}", checked.stdout);
    assert!(checked.stdout.contains("\n  bodies      grains\n"), "{}", checked.stdout);
    place.done("run first.toml --set run.time=0.01 --quiet --no-report");
    let schema: Value = serde_json::from_str(&place.text("esker.schema.json")).unwrap();
    assert_eq!(schema, place.json("schema"));
    assert!(schema["properties"]["material"].is_object());
}

#[test]
fn nothing_is_overwritten() {
    let place = Place::new();
    let before = place.text("few.toml");
    let told = place.refused("new few", 2);
    assert_eq!(told, "error: few.toml is there already; choose another name\n");
    assert_eq!(place.text("few.toml"), before);
    assert!(place.refused("new ..", 2).contains("give the scene a name"));
    let why = "there is no such file or folder; make its folder first";
    let told = place.refused("new no/such/folder", 1);
    assert_eq!(told, format!("error: cannot write no/such/folder.toml: {why}\n"));
}

#[test]
fn check_tells_every_mistake_at_once() {
    let place = Place::new();
    let wrong = place.text("few.toml").replace("100 MPa", "100 mpa").replace("friction", "fricton");
    fs::write(place.path("wrong.toml"), wrong).unwrap();
    let told = place.refused("check wrong.toml", 2);
    assert!(told.contains("--> wrong.toml:10:") && told.contains("did you mean `MPa`?"), "{told}");
    assert!(told.contains("did you mean `friction`?"), "{told}");
    assert!(told.ends_with("error: 2 errors in wrong.toml\n"), "{told}");
    let told = place.refused("check few.toml --set vars.d=1mpc", 2);
    assert!(told.contains("unknown unit `mpc`"), "{told}");
    assert!(place.refused("check nowhere.toml", 2).starts_with("error: cannot read nowhere.toml"));
}

#[test]
fn check_writes_one_document_for_programs() {
    let place = Place::new();
    let sound = place.json("check few.toml --json");
    assert_eq!((&sound["sound"], &sound["contents"]["walls"]), (&json!(true), &json!(["floor"])));
    assert_eq!(sound["contents"]["time_step"], Value::Null);
    let wrong = place.text("few.toml").replace("100 MPa", "100 mpa").replace("friction", "fricton");
    fs::write(place.path("wrong.toml"), wrong).unwrap();
    let told = place.esker("check wrong.toml --json");
    assert_eq!((told.code, told.stderr.as_str()), (Some(2), "error: 2 errors in wrong.toml\n"));
    let told: Value = serde_json::from_str(&told.stdout).unwrap();
    let message = &told["messages"][0];
    assert_eq!((&told["sound"], &message["severity"]), (&json!(false), &json!("error")));
    assert_eq!(message["start"], json!({ "line": 10, "column": 14 }));
    assert_eq!(message["end"], json!({ "line": 10, "column": 17 }));
    assert!(message["label"].as_str().unwrap().contains("did you mean `MPa`?"), "{message}");
}

#[test]
fn the_reference_names_every_section() {
    let reference = Place::new().esker("schema --reference").stdout;
    for section in ["material", "wall", "bodies", "measure", "picture", "output"] {
        assert!(reference.contains(section), "{section}");
    }
}
