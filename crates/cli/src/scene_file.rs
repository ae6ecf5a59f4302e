//! Scene files: read with everything that is wrong about them told at once.

use crate::error::Failure;
use crate::terminal::{note, shows_color};
use esker::output::{read, words};
use esker::scene::{Diagnostic, ReadScene, read_scene, render, summary, with_settings};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A scene that was read from a file.
pub(crate) struct SceneFile {
    /// Its exact text, with what was set on the command line.
    pub(crate) text: String,
    /// The folder that its relative paths start from.
    pub(crate) folder: PathBuf,
    /// The scene and what was noticed.
    pub(crate) read: ReadScene,
}

/// Reads a scene from a file, after changing what was set as `key=value`.
pub(crate) fn read_file(path: &Path, settings: &[String]) -> Result<SceneFile, Failure> {
    let (text, folder) = text_of(path, settings)?;
    let read = read_text(&text, &path.display().to_string(), &folder)?;
    Ok(SceneFile { text, folder, read })
}

/// The text of a scene file after changing what was set as `key=value`, and its folder.
pub(crate) fn text_of(path: &Path, settings: &[String]) -> Result<(String, PathBuf), Failure> {
    let name = path.display();
    let text = read(path).and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let unread =
        |error: io::Error| Failure::Input(format!("cannot read {name}: {}", words(&error)));
    let text = text.map_err(unread)?;
    let text = with_settings(&text, settings).map_err(|error| Failure::Input(error.to_string()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let folder = fs::canonicalize(if folder == Path::new("") { Path::new(".") } else { folder });
    Ok((text, folder.map_err(unread)?))
}

/// Reads a scene from its text; `name` is that of its file. Warnings and errors are told.
pub(crate) fn read_text(text: &str, name: &str, folder: &Path) -> Result<ReadScene, Failure> {
    let tell = |diagnostics: &[Diagnostic]| {
        if !diagnostics.is_empty() {
            note(render(diagnostics, name, text, shows_color()).trim_end());
        }
    };
    match read_scene(text, folder) {
        Ok(read) => {
            tell(&read.warnings);
            Ok(read)
        }
        Err(wrong) => {
            tell(&wrong);
            Err(refused(&wrong, name))
        }
    }
}

/// How many things are wrong with a scene.
pub(crate) fn refused(wrong: &[Diagnostic], name: &str) -> Failure {
    Failure::Input(summary(wrong, name).trim_start_matches("error: ").into())
}
