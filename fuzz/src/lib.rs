//! What is fuzzed: one line for each reader, and what must hold of it for any bytes.
//!
//! ```text
//!   bytes ──▶ TARGETS[name] ──▶ a value or a refusal with words
//!                               never a panic, a hang, or memory beyond the scale of the input
//! ```
//!
//! Hangs and memory are watched by the fuzzer: see `fuzz/run`.

mod checkpoint;

use esker_narrow::Mesh;
use esker_output::{format_named, parse_contacts, parse_log, parse_pvd, parse_walls};
use esker_scene::{
    Diagnostic, ParseMeshError, Triangles, evaluate, parse_obj, parse_ply, parse_stl, parse_unit, read_scene, render,
    with_settings,
};
use std::path::Path;

/// A reader under its name.
pub struct Target {
    /// The name, also that of its folder of seeds.
    pub name: &'static str,
    /// What is done with the bytes.
    pub run: fn(&[u8]),
}

/// Every reader.
pub const TARGETS: &[Target] = &[
    Target { name: "scene", run: scene },
    Target { name: "settings", run: settings },
    Target { name: "expression", run: expression },
    Target { name: "stl", run: |bytes| mesh(parse_stl(bytes)) },
    Target { name: "obj", run: |bytes| mesh(parse_obj(bytes)) },
    Target { name: "ply", run: |bytes| mesh(parse_ply(bytes)) },
    Target { name: "vtp", run: |bytes| frame("vtp", bytes) },
    Target { name: "dump", run: |bytes| frame("dump", bytes) },
    Target { name: "extxyz", run: |bytes| frame("extxyz", bytes) },
    Target { name: "csv", run: |bytes| frame("csv", bytes) },
    Target { name: "npz", run: |bytes| frame("npz", bytes) },
    Target { name: "checkpoint", run: checkpoint::run },
    Target { name: "pvd", run: |bytes| drop(parse_pvd(bytes)) },
    Target { name: "contacts", run: |bytes| drop(parse_contacts(bytes)) },
    Target { name: "walls", run: |bytes| drop(parse_walls(bytes)) },
    Target { name: "log", run: |bytes| drop(parse_log(bytes)) },
];

/// The reader of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A scene is read, or refused with at least one message; all messages can be drawn.
fn scene(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // A folder that is not there: no file is read by chance.
    match read_scene(&text, Path::new("nowhere")) {
        Ok(read) => drawn(&read.warnings, &text),
        Err(wrong) => {
            assert!(!wrong.is_empty(), "refused without a word");
            drawn(&wrong, &text);
        }
    }
}

fn drawn(found: &[Diagnostic], text: &str) {
    for span in found.iter().filter_map(|one| one.span.as_ref()) {
        assert!(span.start <= span.end && span.end <= text.len(), "{span:?} is not in the text");
    }
    render(found, "scene.toml", text, false);
}

/// The first line is a setting, the rest a scene: what was TOML still is.
fn settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (setting, scene) = text.split_once('\n').unwrap_or((&text, ""));
    if let Ok(changed) = with_settings(scene, &[setting.to_string()]) {
        drop(read_scene(&changed, Path::new("nowhere")));
    }
}

fn expression(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    drop(parse_unit(&text));
    match evaluate(&text, &|name| evaluate(name, &|_| None).ok()) {
        Ok(found) => assert!(found.value.is_finite(), "{found}"),
        Err(error) => assert!(error.range.end <= text.len(), "{error:?}"),
    }
}

/// Triangles that were read are a mesh or none.
fn mesh(read: Result<Triangles, ParseMeshError>) {
    if let Ok(triangles) = read {
        drop(Mesh::with_precision(&triangles.vertices, &triangles.corners, 3e-7));
    }
}

/// A frame that was read can be written and read again.
fn frame(format: &str, bytes: &[u8]) {
    let format = format_named(format).expect("the format is in the list");
    let Ok(frame) = (format.read)(bytes) else { return };
    let written = (format.write)(&frame, &Default::default()).expect("what was read can be written");
    let again = (format.read)(&written).expect("what was written can be read");
    assert_eq!(again.len(), frame.len());
}
