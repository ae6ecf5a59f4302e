//! Scenes as data: bad ones that carry their message, good ones, those of the repository; the
//! schema and the reference beside them.
//!
//! ```text
//!   tests/bad/*.toml     what is wrong is told exactly as the lines behind `#!` say
//!   tests/good/*.toml    read without a word, and give a known world
//!   scenes/*.toml        read without a word, and run
//! ```
//!
//! `UPDATE_EXPECT=1 cargo test -p esker-scene --test corpus` writes what is expected anew: read the
//! difference as a user would before it is committed.

mod bad;
mod edits;
mod good;
mod schema;

use std::fs;
use std::path::{Path, PathBuf};

const BAD: &str = "tests/bad";
const GOOD: &str = "tests/good";
const SCENES: &str = "../../scenes";

/// What stands before each line of a message in a scene.
const MARK: &str = "#!";

/// A file with a scene.
struct Sample {
    path: PathBuf,
    /// The scene, without what is expected of it.
    text: String,
    /// The lines behind the marks.
    expected: String,
}

impl Sample {
    fn read(path: PathBuf) -> Self {
        let whole = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let end = whole.find(&format!("\n{MARK}")).map_or(whole.len(), |place| place + 1);
        let without_mark = |line: &str| {
            let rest = line.strip_prefix(MARK).expect("nothing stands behind what is expected");
            rest.strip_prefix(' ').unwrap_or(rest).to_string() + "\n"
        };
        let expected = whole[end..].lines().map(without_mark).collect();
        Self { path, text: whole[..end].into(), expected }
    }

    /// The name of the file.
    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into()
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
}

/// The scenes of a folder, by name.
fn samples(folder: &str) -> Vec<Sample> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    paths.into_iter().map(Sample::read).collect()
}

/// Whether what is expected is to be written instead of compared.
fn is_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}
