//! `esker convert`: frames in every format.

use crate::place::Place;
use esker::output::{FORMATS, read_frame};
use serde_json::json;

#[test]
fn every_format_holds_the_same_bodies() {
    let place = Place::with_run();
    let frame = read_frame(&place.path("out/few/frames/bodies_000005.vtp")).unwrap();
    assert_eq!(frame.len(), 8);
    for format in FORMATS {
        let told = place.done(&format!("convert out/few --to {} --out there", format.name));
        let name = format!("there/bodies_000005.{}", format.ending);
        assert_eq!(told, format!("wrote {name}\n"));
        let read = read_frame(&place.path(&name)).unwrap();
        assert_eq!((&read.id, &read.position), (&frame.id, &frame.position), "{}", format.name);
        assert_eq!((&read.radius, &read.velocity), (&frame.radius, &frame.velocity));
    }
}

#[test]
fn all_frames_are_written_beside_the_others() {
    let place = Place::with_run();
    let files: Vec<_> =
        (0..6).map(|number| format!("out/few/frames/bodies_{number:06}.csv")).collect();
    let told = place.json("convert out/few --to csv --all --json");
    assert_eq!(told, json!({ "files": files }));
    assert!(files.iter().all(|file| place.exists(file)));
    let told = place.refused("convert out/few --to csv", 2);
    assert!(told.contains("bodies_000005.csv is there already: choose another place with --out"));
    place.done("convert out/few --to csv --force");
}

#[test]
fn a_file_becomes_another() {
    let place = Place::with_run();
    place.done("convert out/few/frames/bodies_000000.vtp --to extxyz");
    let path = place.path("out/few/frames/bodies_000000.extxyz");
    assert_eq!(read_frame(&path).unwrap().len(), 8);
}

#[test]
fn one_frame_may_be_a_file_of_its_own_name() {
    let place = Place::with_run();
    let there = place.path("out/few/frames/bodies_000005.vtp");
    let same = |name: &str| {
        let read = read_frame(&place.path(name)).unwrap();
        assert_eq!(read.position, read_frame(&there).unwrap().position);
    };
    let told = place.done("convert out/few --to csv --out last.csv");
    assert_eq!(told, "wrote last.csv\n");
    same("last.csv");
    place.done("convert out/few --to csv --out new/folder/last.CSV");
    same("new/folder/last.CSV");
    let told = place.refused("convert out/few --to csv --out last.csv", 2);
    assert!(told.contains("last.csv is there already: choose another place with --out"), "{told}");
    place.done("convert out/few --to csv --out last.csv --force");
    // A folder stays one, whatever its name; and several frames need one.
    std::fs::create_dir(place.path("mine.csv")).unwrap();
    place.done("convert out/few --to csv --out mine.csv");
    same("mine.csv/bodies_000005.csv");
    place.done("convert out/few --to csv --all --out all.csv");
    same("all.csv/bodies_000005.csv");
    let told = place.refused("convert out/few --to csv --all --out last.csv", 1);
    let why = "there is a file of that name; move that file away";
    assert_eq!(told, format!("error: cannot make the folder last.csv: {why}\n"));
}

#[test]
fn what_cannot_be_converted_is_refused() {
    let place = Place::with_run();
    let told = place.refused("convert out/few --to vtu", 2);
    assert!(told.contains("[possible values: vtp, dump, extxyz, csv, npz]"), "{told}");
    assert!(place.refused("convert few.toml --to csv", 2).contains("its format is not known"));
    assert!(place.refused("convert nowhere --to csv", 2).contains("no file or folder nowhere"));
    let told = place.refused("convert out/few --to csv --frame 9", 2);
    assert_eq!(told, "error: there is no frame 9: the last one is 5\n");
}
