//! `esker demo`: every demo is a sound scene, and runs.

use crate::place::Place;

fn names(place: &Place) -> Vec<String> {
    let listed = place.esker("demo --list").stdout;
    let names = listed.lines().skip(1).map(|line| line.split(' ').next().unwrap().to_string());
    names.collect()
}

#[test]
fn every_demo_moves_and_leaves_a_picture() {
    let place = Place::new();
    let names = names(&place);
    assert!(names.len() >= 3);
    for name in names {
        let told = place.done(&format!("demo {name} --seconds 0.5 --out {name}.png"));
        assert!(told.contains(" grains, ") && told.contains(&format!("wrote {name}.png after ")));
        assert!(!told.contains("after 0 steps"), "{told}");
        assert!(told.contains(&format!("esker new first --from {name}")));
        assert!(place.bytes(&format!("{name}.png")).starts_with(b"\x89PNG"));
    }
}

#[test]
fn every_demo_is_a_scene_to_start_from() {
    let place = Place::new();
    for name in names(&place) {
        place.done(&format!("new my-{name} --from {name}"));
        let sound = place.esker(&format!("check my-{name}.toml"));
        assert_eq!(sound.code, Some(0), "{name}: {}", sound.stderr);
        place.done(&format!("run my-{name}.toml --set run.time=0.001 --quiet --no-report"));
        let manifest = place.text(&format!("out/my-{name}/manifest.json"));
        assert!(!manifest.contains("found no place"), "{name}: {manifest}");
    }
}

#[test]
fn an_unknown_demo_is_refused() {
    let told = Place::new().refused("demo hoper", 2);
    assert!(told.contains("a similar value exists: 'hopper'"), "{told}");
}
