//! Reading a scene: text, tree, checked tables, world; and every mistake at once.
//!
//! ```text
//!   text ─▶ node.rs ─▶ check.rs ─────────▶ build/ ─────────▶ advice.rs
//!           (TOML)     (keys, kinds,       (world, run,      (what is allowed but unwise:
//!                       units, names)       output)           warnings)
//! ```

mod build;
mod check;
mod faults;
mod node;
mod numbers;
mod parameters;
mod record;
mod settings;
mod syntax;

pub use settings::{BadSetting, with_settings};

use crate::diagnostic::{Diagnostic, Severity};
use crate::language::ROOT;
use crate::scene::{AnyScene, PictureSettings};
use check::Checker;
use faults::Faults;
use node::{Content, Node};
use parameters::Parameters;
use record::Record;
use std::path::Path;

/// A scene that can run, and what was noticed about it.
pub struct ReadScene {
    /// The scene.
    pub scene: AnyScene,
    /// What is allowed but perhaps not meant.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a scene. Files it names are looked for from `folder` on.
///
/// If anything is wrong, everything that is comes back, in the order of the text; warnings too.
///
/// ```
/// let text = r#"
/// [material.glass]
/// density = "2500 kg/m3"
/// young = "10 mpa"
///
/// [run]
/// time = "1 s"
/// tme_step = "1 us"
/// "#;
/// let wrong = esker_scene::read_scene(text, ".".as_ref()).err().unwrap();
/// let messages = esker_scene::render(&wrong, "scene.toml", text, false);
/// assert!(messages.contains("did you mean `MPa`?"));
/// assert!(messages.contains("did you mean `time_step`?"));
/// ```
pub fn read_scene(text: &str, folder: &Path) -> Result<ReadScene, Vec<Diagnostic>> {
    let mut faults = Faults::default();
    let scene = match node::parse(text) {
        Ok(root) => read(&root, folder, &mut faults),
        Err(error) => {
            syntax::tell(text, &error, &mut faults);
            None
        }
    };
    let mut found = faults.list;
    found.sort_by_key(|diagnostic| diagnostic.span.as_ref().map_or(0, |span| span.start));
    match scene.filter(|_| found.iter().all(|d| d.severity == Severity::Warning)) {
        Some(scene) => Ok(ReadScene { scene, warnings: found }),
        None => Err(found),
    }
}

/// How a scene is drawn, from its text alone: no body is made, no file opened. What is wrong with the
/// text does not matter here; then the picture is the usual one.
pub fn read_picture(text: &str) -> PictureSettings {
    let settings = node::parse(text).ok().and_then(|root| {
        let (record, _) = checked(&root, &mut Faults::default())?;
        Some(build::picture(&record))
    });
    settings.unwrap_or_default()
}

fn read(root: &Node, folder: &Path, faults: &mut Faults) -> Option<AnyScene> {
    match checked(root, faults)? {
        (record, 2) => Some(AnyScene::Two(build::scene(&record, folder, faults)?)),
        (record, _) => Some(AnyScene::Three(build::scene(&record, folder, faults)?)),
    }
}

/// The tables of a file, each key, kind, unit and name checked, and the dimension of space.
fn checked(root: &Node, faults: &mut Faults) -> Option<(Record, usize)> {
    let Content::Table(entries) = &root.content else { return None };
    let find = |key: &str| entries.iter().find(|(name, ..)| name == key).map(|(_, _, node)| node);
    let parameters = match find("vars") {
        Some(Node { content: Content::Table(entries), .. }) => Parameters::read(entries, faults),
        _ => Parameters::default(),
    };
    // What follows depends on the dimension; one that is wrong is told below.
    let is_plane = find("dimension").is_some_and(|node| match &node.content {
        Content::Whole(number) => *number == 2,
        Content::Number(number) => *number == 2.0,
        Content::Text(text) => parameters.evaluate(text).is_ok_and(|found| found.value == 2.0),
        _ => false,
    });
    let dimension = if is_plane { 2 } else { 3 };
    let names = |section: &str| match find(section) {
        Some(Node { content: Content::Table(entries), .. }) => {
            entries.iter().map(|(name, ..)| name.clone()).collect()
        }
        _ => Vec::new(),
    };
    let mut checker = Checker { faults, parameters: &parameters, dimension, names: &names };
    Some((checker.table(entries, &ROOT, 0..0), dimension))
}
