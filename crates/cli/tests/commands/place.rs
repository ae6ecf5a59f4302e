//! A folder with a small scene in it, where the program runs.

use crate::common::{Outcome, command};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Eight grains fall onto a floor; six frames.
pub const SCENE: &str = r#"
title = "A few & some <grains>"
gravity = [0, 0, "-9.81 m/s2"]

[vars]
d = "1 cm"

[material.glass]
density = "2500 kg/m3"
young = "100 MPa"

[contact]
friction = 0.3

[wall.floor]
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
material = "glass"

[bodies.grains]
insert = "lattice"
material = "glass"
diameter = "$d"
region = { shape = "box", low = [0, 0, 0], high = ["2.5 cm", "2.5 cm", "2.5 cm"] }
spacing = "1.2 * $d"

[domain]
low = ["-10 cm", "-10 cm", "-10 cm"]
high = ["10 cm", "10 cm", "10 cm"]
leaving = "remove"

[measure.weight]
kind = "wall"
wall = "floor"

[run]
time = "50 ms"

[output]
frames = "10 ms"
log = "1 ms"

[picture]
width = 160
height = 120
"#;

/// A folder with `few.toml` in it.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("few.toml"), SCENE).unwrap();
        Self { folder }
    }

    /// A folder with a finished run in `out/few`, without a report.
    pub fn with_run() -> Self {
        let place = Self::new();
        place.done("run few.toml --quiet --no-report --threads 1");
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    /// Runs the program here, with arguments separated by spaces.
    pub fn esker(&self, arguments: &str) -> Outcome {
        let mut command = command(arguments);
        command.current_dir(self.folder.path()).env("NO_COLOR", "1").output().unwrap().into()
    }

    /// Runs the program, which must do what is asked, and returns what it tells.
    pub fn done(&self, arguments: &str) -> String {
        let outcome = self.esker(arguments);
        assert_eq!(outcome.code, Some(0), "{arguments}: {}", outcome.stderr);
        outcome.stderr
    }

    /// Runs the program, which must print one document.
    pub fn json(&self, arguments: &str) -> Value {
        let outcome = self.esker(arguments);
        assert_eq!(outcome.code, Some(0), "{arguments}: {}", outcome.stderr);
        serde_json::from_str(&outcome.stdout).unwrap()
    }

    /// Runs the program, which must refuse with a code, and returns its message.
    pub fn refused(&self, arguments: &str, code: i32) -> String {
        let outcome = self.esker(arguments);
        assert_eq!(outcome.code, Some(code), "{arguments}: {}", outcome.stderr);
        assert_eq!(outcome.stdout, "", "{arguments}");
        outcome.stderr
    }
}
