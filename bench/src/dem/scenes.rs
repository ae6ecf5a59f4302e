//! The scenes: spheres in a box of six walls, read where they lie.
//!
//! ```text
//!   NAME.raw.gz   N Lx Ly Lz           the box, from the origin
//!                 x y z r vx vy vz     one line for each sphere, in random order on purpose
//! ```
//!
//! Larger beds have no file: they are made here, in boxes of the same shape (`settled.rs`).

use super::{settled, words};
use esker_physics::{Body, World};
use flate2::read::GzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};

/// The density of every sphere (kg/m³).
pub const DENSITY: f64 = 2500.0;

/// A scene. Units are SI.
#[derive(Debug)]
pub struct Scene {
    pub name: &'static str,
    pub summary: &'static str,
    /// How many spheres, if there is no file with its name.
    pub made: Option<usize>,
    /// The acceleration along -z (m/s²).
    pub gravity: f64,
    /// The time step (s).
    pub time_step: f64,
    /// How many steps are timed unless told otherwise.
    pub steps: u64,
    /// The skin (m) of the peers' lists: the fastest we found; ours tunes itself.
    pub skin: f64,
    /// Whether radii differ by much: LAMMPS then has bins for each size.
    pub many_sizes: bool,
}

const BED: Scene = Scene {
    name: "sbed100k",
    summary: "a settled bed of 100 000, radii 0.215 to 0.225 m",
    made: None,
    gravity: 9.81,
    time_step: 5e-4,
    steps: 300,
    skin: 0.02,
    many_sizes: false,
};

/// The list of scenes.
pub const ALL: &[Scene] = &[
    Scene {
        name: "sbed20k",
        summary: "a settled bed of 20 000, radii 0.215 to 0.225 m",
        steps: 1000,
        ..BED
    },
    BED,
    Scene {
        name: "sbed500k",
        summary: "a settled bed of 500 000 in a box of the same shape",
        made: Some(500_000),
        steps: 100,
        ..BED
    },
    Scene {
        name: "sbed1m",
        summary: "a settled bed of a million in a box of the same shape",
        made: Some(1_000_000),
        steps: 100,
        ..BED
    },
    Scene {
        name: "gas100k",
        summary: "a gas of solid fraction 0.05, 1 m/s along each axis",
        gravity: 0.0,
        skin: 0.1,
        ..BED
    },
    Scene {
        name: "spoly100k",
        summary: "a dense packing of radii from 1/32 m to 1 m",
        gravity: 0.0,
        time_step: 5e-5,
        skin: 0.05,
        many_sizes: true,
        ..BED
    },
];

/// A sphere. Units are SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    pub center: [f64; 3],
    pub radius: f64,
    pub velocity: [f64; 3],
}

impl Sphere {
    /// Adds it to a world.
    pub fn add_to(&self, world: &mut World<3>) -> Result<(), String> {
        let body = Body { velocity: self.velocity, ..Body::new(self.center, self.radius) };
        world.add(&body).map(|_| ()).map_err(words)
    }
}

/// The scene of a name.
pub fn find(name: &str) -> Result<&'static Scene, String> {
    let names = || ALL.iter().map(|scene| scene.name).collect::<Vec<_>>().join(", ");
    let found = ALL.iter().find(|scene| scene.name == name);
    found.ok_or_else(|| format!("no scene '{name}'; there are {}", names()))
}

/// Where the scenes and the peers' input files lie: in the folder `shared` beside the repository, or in that of
/// the variable ESKER_SHARED.
pub fn folder() -> Result<PathBuf, String> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("ESKER_SHARED").map_or_else(beside, PathBuf::from);
    let folder = shared.join("bench-peers");
    folder.canonicalize().map_err(|error| {
        format!(
            "the scenes are not there: {}: {error}; set ESKER_SHARED to the folder that holds bench-peers",
            folder.display()
        )
    })
}

impl Scene {
    /// Opens the scene: its file in the folder of [`folder`], or the one that is kept of a bed made here.
    pub fn open(&self, folder: &Path) -> Result<Spheres<Source>, String> {
        if self.made.is_none() {
            return Spheres::open(&folder.join("scenes").join(format!("{}.raw.gz", self.name)));
        }
        let settled = Spheres::open(&settled::kept(self)?);
        settled.map_err(|error| format!("{error}; `dem --scene {}` settles it", self.name))
    }
}

/// The spheres of a scene, one after the other as its file is read.
pub struct Spheres<R> {
    /// How many there are.
    pub count: usize,
    /// The lengths of the box (m).
    pub lengths: [f64; 3],
    name: String,
    lines: Lines<R>,
    line: usize,
}

/// A file of spheres.
pub type Source = BufReader<GzDecoder<BufReader<File>>>;

impl Spheres<Source> {
    fn open(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
        Self::read(name, BufReader::new(GzDecoder::new(BufReader::new(file))))
    }
}

impl<R: BufRead> Spheres<R> {
    fn read(name: String, source: R) -> Result<Self, String> {
        let mut spheres =
            Self { count: 0, lengths: [0.0; 3], name, lines: source.lines(), line: 0 };
        let [count, x, y, z] = spheres.numbers()?;
        (spheres.count, spheres.lengths) = (count as usize, [x, y, z]);
        Ok(spheres)
    }

    /// Calls the action for every sphere.
    pub fn for_each(
        mut self,
        mut action: impl FnMut(&Sphere) -> Result<(), String>,
    ) -> Result<(), String> {
        for _ in 0..self.count {
            let [x, y, z, radius, u, v, w] = self.numbers()?;
            action(&Sphere { center: [x, y, z], radius, velocity: [u, v, w] })?;
        }
        Ok(())
    }

    /// The numbers of the next line.
    fn numbers<const N: usize>(&mut self) -> Result<[f64; N], String> {
        self.line += 1;
        let line = self.lines.next().unwrap_or_else(|| Ok(String::new()));
        let line = line.map_err(|error| format!("{}: {error}", self.name))?;
        let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
        numbers.ok().and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
            format!("{}, line {}: expected {N} numbers, found '{line}'", self.name, self.line)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dem::data::Filling;

    const RAW: &str = "2 10 20 30\n1 2 3 0.5 4 5 6\n7 8 9 0.25 0 0 -1e-3\n";

    fn read(text: &'static str) -> Result<Filling, String> {
        Filling::of(Spheres::read("RAW".into(), text.as_bytes())?)
    }

    #[test]
    fn every_line_is_a_sphere() {
        let Filling { lengths, spheres } = read(RAW).unwrap();
        assert_eq!((lengths, spheres.len()), ([10.0, 20.0, 30.0], 2));
        let last = Sphere { center: [7.0, 8.0, 9.0], radius: 0.25, velocity: [0.0, 0.0, -1e-3] };
        assert_eq!(spheres[1], last);
    }

    #[test]
    fn a_bad_line_is_named() {
        let cut = read("2 10 20 30\n1 2 3 0.5 4 5 6\n").err().unwrap();
        assert_eq!(cut, "RAW, line 3: expected 7 numbers, found ''");
        let torn = read("1 10 20 30\n1 2 3 0.5 4 five 6\n").err().unwrap();
        assert!(torn.starts_with("RAW, line 2: expected 7 numbers, found '1 2"), "{torn}");
    }
}
